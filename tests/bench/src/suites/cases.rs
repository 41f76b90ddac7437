//! The cases of other projects, read from their own files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{render, shape};
use crate::Failure;

/// HTML, and the shape that its Markdown must have when it is rendered.
#[derive(Debug)]
pub(super) struct Case {
    /// By which its own suite calls it.
    pub(super) name: String,
    /// HTML to convert.
    pub(super) html: String,
    /// Expected shape of the rendered Markdown.
    pub(super) shape: String,
    /// The same by its outermost blocks, if a case is a whole page.
    pub(super) blocks: Vec<String>,
}

/// Reads the examples of a specification in CommonMark's form that `wanted` selects.
///
/// `wanted` takes the section, the kind and the HTML of an example.
fn examples(path: &Path, wanted: impl Fn(&str, &str, &str) -> bool) -> Result<Vec<Case>, Failure> {
    let text = read(path)?;
    let fence = "`".repeat(32);
    let (mut cases, mut section, mut number) = (Vec::new(), "", 0);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix('#') {
            section = heading.trim_start_matches('#').trim();
        }
        let Some(kind) = line.strip_prefix(&fence).and_then(|rest| rest.strip_prefix(" example")) else {
            continue;
        };
        number += 1;
        lines.by_ref().find(|line| *line == ".");
        let html: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with(&fence)).collect();
        let html = html.join("\n").replace('\u{2192}', "\t");
        if wanted(section, kind.trim(), &html) {
            cases.push(Case {
                name: format!("{number} {section}"),
                shape: shape::of(&html),
                html,
                blocks: Vec::new(),
            });
        }
    }
    Ok(cases)
}

/// CommonMark's examples, except the section on HTML in Markdown.
pub(super) fn commonmark(folder: &Path) -> Result<Vec<Case>, Failure> {
    examples(&folder.join("commonmark/spec.txt"), |section, _, html| {
        !matches!(section, "HTML blocks" | "Raw HTML") && !html.is_empty() && has_known_elements(html)
    })
}

/// Returns whether the HTML is a rendering of Markdown, and not Markdown that is HTML.
fn has_known_elements(html: &str) -> bool {
    let known = "p a em strong code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 hr br img";
    html.split('<').skip(1).all(|rest| {
        let name: String =
            rest.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        known.split(' ').any(|known| known == name)
    })
}

/// The examples of GitHub's tables and strikethrough.
pub(super) fn github(folder: &Path) -> Result<Vec<Case>, Failure> {
    examples(&folder.join("cmark-gfm/test/spec.txt"), |_, kind, _| matches!(kind, "table" | "strikethrough"))
}

/// turndown's cases that need no options.
pub(super) fn turndown(folder: &Path) -> Result<Vec<Case>, Failure> {
    const CASE: &str = "<div class=\"case\"";
    let page = read(&folder.join("turndown/test/index.html"))?;
    let between = |text: &str, from: &str, to: &str| {
        let start = text.find(from)? + from.len();
        Some(text[start..start + text[start..].rfind(to)?].to_owned())
    };
    let case = |text: &str| {
        let head = text.split('>').next().filter(|head| !head.contains("data-options"))?;
        let (input, expected) = text.split_once("<pre class=\"expected\">")?;
        let html = between(input, "<div class=\"input\">", "</div>")?;
        let markdown = expected[..expected.rfind("</pre>")?].replace("&lt;", "<").replace("&gt;", ">");
        let markdown = markdown.replace("&quot;", "\"").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
        let name = head.split('"').nth(1).unwrap_or_default().to_owned();
        Some(Case { name, html, shape: shape::of(&render(&markdown)), blocks: Vec::new() })
    };
    Ok(page.split(CASE).skip(1).filter_map(case).collect())
}

/// Assertions of markdownify's tests that need no options, recorded while Python runs the tests.
pub(super) fn markdownify(folder: &Path) -> Result<Vec<Case>, Failure> {
    let python = std::env::var_os("WEBAGENTS_PYTHON")
        .ok_or("WEBAGENTS_PYTHON names no Python; run `cargo xtask bench`, which sets it")?;
    let output = Command::new(python)
        .args(["-c", include_str!("markdownify_cases.py")])
        .arg(folder.join("markdownify/tests"))
        .output()?;
    if !output.status.success() {
        return Err(format!("markdownify's cases: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let found: Vec<(String, String, String)> = serde_json::from_slice(&output.stdout)?;
    let case = |(name, html, markdown): (String, String, String)| Case {
        name,
        html,
        shape: shape::of(&render(&markdown)),
        blocks: Vec::new(),
    };
    Ok(found.into_iter().map(case).collect())
}

/// The golden files of the Go html-to-markdown, whole.
pub(super) fn golden(folder: &Path) -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    for plugin in ["commonmark", "table", "strikethrough"] {
        let folder = folder.join("go/plugin").join(plugin).join("testdata/GoldenFiles");
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, Failure>>()?;
        paths.sort();
        for path in paths {
            let name = path.to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".in.html") else { continue };
            let rendered = render(&read(Path::new(&format!("{stem}.out.md")))?);
            let (shape, blocks) = (shape::of(&rendered), shape::blocks(&rendered));
            cases.push(Case { html: read(&path)?, shape, blocks, name });
        }
    }
    Ok(cases)
}

/// The articles of Readability's tests, as it would leave them, by the names of their folders.
pub(super) fn articles(folder: &Path) -> Result<Vec<(String, String)>, Failure> {
    let folder = folder.join("readability/test/test-pages");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, Failure>>()?;
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| Ok((name(path), read(&path.join("expected.html"))?))).collect()
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|cause| format!("{}: {cause}", path.display()).into())
}
