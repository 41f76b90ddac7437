//! Tokens of a site's context for a model, compared with the Python package and with OpenAI's JSON.
//!
//! Tokens do not depend on the machine; they are counted with `gpt-tokenizer` in the encoding o200k.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use webagents_formats::Format;
use webagents_manifest::parse;
use webagents_schema::{ContextOptions, context_for_llm, manifest_of};

use crate::Failure;
use crate::node::Node;
use crate::python::Python;
use crate::report::{Table, Target};

const SUBJECT: &str = "schema";

/// Counts tokens.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let tools = tools()?;
    let mut node = Node::start()?;
    context_beside_json(table, &tools, &mut node)?;
    tokens(table, &mut node)
}

/// Tools of a site, as in the manifests of the corpus.
const SITE: usize = 8;

/// Compares the tokens of `webagents context` and of OpenAI's JSON for the same tools.
///
/// The command has its default options; it prints the text of `context_for_llm` and nothing else on stdout. The sites are imported as
/// `webagents import` does it, eight tools each in the order of the file, each description complete.
fn context_beside_json(table: &mut Table, tools: &[Value], node: &mut Node) -> Result<(), Failure> {
    let mut contexts = Vec::new();
    let mut lists = Vec::new();
    let mut count = 0;
    // Documents that cannot be read are left out on both sides.
    let readable = |tool: &&Value| webagents_formats::read(Format::Mcp, &json!({ "tools": [tool] })).is_ok();
    let tools: Vec<&Value> = tools.iter().filter(readable).collect();
    for site in tools.chunks(SITE) {
        let Ok(read) = webagents_formats::read(Format::Mcp, &json!({ "tools": site })) else { continue };
        count += site.len();
        contexts.push(context(&webagents_manifest::write(&manifest_of(&read.value, "", "").value)));
        let function = |tool: &&Value| {
            json!({ "type": "function", "function": {
                "name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"],
            } })
        };
        lists.push(site.iter().map(function).collect::<Value>().to_string());
    }
    let tokens = [node.tokens(&contexts)?, node.tokens(&lists)?];
    let what = format!("stdout of `webagents context`, {count} real tools, eight to a site");
    ratio(table, &what, "minified OpenAI JSON", tokens, Some(Target::AtMost(0.69)));
    Ok(())
}

/// The real tools, each as its author published it.
fn tools() -> Result<Vec<Value>, Failure> {
    let text = fs::read_to_string(folder("../soundness/data").join("mcp-tools.jsonl"))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn tokens(table: &mut Table, node: &mut Node) -> Result<(), Failure> {
    let mut python = Python::start()?;
    let documents = manifests()?;
    // The samples were made for the corpus: no author of these tools wrote one.
    let bare: Vec<String> = documents.iter().map(|text| without_samples(text)).collect();
    for (what, documents, target) in [
        ("context of 71 manifests, their samples too", &documents, None),
        ("context of 71 manifests", &bare, Some(Target::AtMost(0.45))),
    ] {
        let ours = node.tokens(&documents.iter().map(|text| context(text)).collect::<Vec<_>>())?;
        python.load(documents)?;
        let theirs = node.tokens(&python.contexts()?)?;
        ratio(table, what, "the Python package's", [ours, theirs], target);
    }
    Ok(())
}

/// Text of a document for a model, by our package.
fn context(text: &str) -> String {
    context_for_llm(&parse(text).manifest, &ContextOptions::default())
}

/// Manifests of real tools, eight each, in the plain form that the Python package reads.
fn manifests() -> Result<Vec<String>, Failure> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder("../data/manifests"))? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.file_name().is_some_and(|name| name != "README.md"));
    paths.sort();
    Ok(paths.iter().map(fs::read_to_string).collect::<Result<_, _>>()?)
}

/// The document without the sections that hold sample code.
fn without_samples(text: &str) -> String {
    let mut kept = String::new();
    let mut in_sample = false;
    for line in text.split_inclusive('\n') {
        if line.starts_with('#') {
            in_sample = line.trim_end() == "### Sample Code";
        }
        if !in_sample {
            kept.push_str(line);
        }
    }
    kept
}

fn ratio(table: &mut Table, what: &str, peer: &str, [ours, theirs]: [u64; 2], target: Option<Target>) {
    table.figure(SUBJECT, format!("{what}, webagents"), format!("{ours} tokens"));
    table.figure(SUBJECT, format!("{what}, {peer}"), format!("{theirs} tokens"));
    #[allow(clippy::cast_precision_loss, reason = "less than a million tokens")]
    let share = ours as f64 / theirs as f64;
    table.ratio(SUBJECT, format!("{what} over {peer}"), share, target);
}
