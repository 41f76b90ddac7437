//! The public corpora, read from a folder of the caller's. No page of theirs is part of this project.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::Failure;

/// A page of WCXB.
#[derive(Debug)]
pub(super) struct Page {
    /// Its kind, such as `article` or `forum`.
    pub(super) kind: String,
    /// Its source.
    pub(super) html: String,
    /// Title, first author and day of publication; each is empty if the page shows none.
    pub(super) title: String,
    pub(super) author: String,
    pub(super) published: String,
    /// Its main content as text.
    pub(super) content: String,
    /// Snippets that the output must have.
    pub(super) with: Vec<String>,
    /// Snippets that the output must not have.
    pub(super) without: Vec<String>,
}

/// A page of the article extraction benchmark.
#[derive(Debug)]
pub(super) struct Article {
    /// Its source.
    pub(super) html: String,
    /// Its text.
    pub(super) body: String,
}

/// A page of trafilatura's set.
#[derive(Debug)]
pub(super) struct Document {
    /// The name of its file.
    pub(super) name: String,
    /// Its source, in any encoding.
    pub(super) bytes: Vec<u8>,
    /// Segments that are content.
    pub(super) with: Vec<String>,
    /// Segments that are not.
    pub(super) without: Vec<String>,
}

/// The pages of one split of WCXB, `dev` or `test`, in the order of their names.
pub(super) fn wcxb(folder: &Path, split: &str) -> Result<Vec<Page>, Failure> {
    let folder = folder.join("wcxb").join(split);
    let truths = folder.join("ground-truth");
    let mut names = Vec::new();
    for entry in fs::read_dir(&truths).map_err(|cause| said(&truths, &cause))? {
        if let Some(name) = entry?.file_name().to_string_lossy().strip_suffix(".json") {
            names.push(name.to_owned());
        }
    }
    names.sort();
    let page = |name: &String| {
        let truth = json(&truths.join(format!("{name}.json")))?;
        let said = &truth["ground_truth"];
        let kind = truth["_internal"]["page_type"]["primary"].as_str().unwrap_or("article");
        Ok(Page {
            // As its `evaluate.py` has it.
            kind: if kind == "category" { "collection" } else { kind }.to_owned(),
            html: unpacked(&folder.join("html").join(format!("{name}.html.gz")))?,
            title: text(&said["title"]),
            author: text(&said["author"]),
            published: text(&said["publish_date"]),
            content: said["main_content"].as_str().unwrap_or_default().to_owned(),
            with: strings(&said["with"]),
            without: strings(&said["without"]),
        })
    };
    found(names.iter().map(page).collect::<Result<_, Failure>>()?, &folder)
}

/// The article extraction benchmark.
pub(super) fn articles(folder: &Path) -> Result<Vec<Article>, Failure> {
    let folder = folder.join("aeb");
    let truth = json(&folder.join("ground-truth.json"))?;
    let truth = truth.as_object().into_iter().flatten();
    let article = |(name, page): (&String, &Value)| {
        Ok(Article {
            html: unpacked(&folder.join("html").join(format!("{name}.html.gz")))?,
            body: page["articleBody"].as_str().unwrap_or_default().to_owned(),
        })
    };
    found(truth.map(article).collect::<Result<_, Failure>>()?, &folder)
}

/// trafilatura's set.
pub(super) fn documents(folder: &Path) -> Result<Vec<Document>, Failure> {
    let folder = folder.join("trafilatura").join("tests");
    let truth = json(&folder.join("evaldata.json"))?;
    let truth = truth.as_object().into_iter().flatten();
    let document = |(_, page): (&String, &Value)| {
        let name = page["file"].as_str().unwrap_or_default();
        // One of the two folders has it.
        let cached = folder.join("cache").join(name);
        let path = if cached.is_file() { cached } else { folder.join("eval").join(name) };
        Ok(Document {
            name: name.to_owned(),
            bytes: fs::read(&path).map_err(|cause| said(&path, &cause))?,
            with: strings(&page["with"]),
            without: strings(&page["without"]),
        })
    };
    found(truth.map(document).collect::<Result<_, Failure>>()?, &folder)
}

/// No page found is a failure, and no perfect score.
fn found<T>(pages: Vec<T>, folder: &Path) -> Result<Vec<T>, Failure> {
    if pages.is_empty() { Err(format!("{} holds no pages", folder.display()).into()) } else { Ok(pages) }
}

fn json(path: &Path) -> Result<Value, Failure> {
    let text = fs::read_to_string(path).map_err(|cause| said(path, &cause))?;
    serde_json::from_str(&text).map_err(|cause| format!("{}: {cause}", path.display()).into())
}

fn unpacked(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|cause| said(path, &cause))?;
    GzDecoder::new(file).read_to_end(&mut bytes).map_err(|cause| said(path, &cause))?;
    Ok(webagents_read::decode(&bytes, None).text.into_owned())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn strings(list: &Value) -> Vec<String> {
    let strings = list.as_array().into_iter().flatten();
    strings.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn said(path: &Path, cause: &std::io::Error) -> Failure {
    format!("{}: {cause}", path.display()).into()
}
