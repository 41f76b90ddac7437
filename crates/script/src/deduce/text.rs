//! Text of a documentation comment as a manifest has it.
//!
//! The decision: Markdown stays Markdown, but a line that would begin a section of the manifest becomes text.

use crate::jsdoc::{self, Doc};

/// A tool's description: the text, and the tags that join it.
pub(super) fn description(doc: &Doc) -> String {
    let mut parts = vec![doc.text.clone()];
    for tag in &doc.tags {
        match tag.name.as_str() {
            "description" | "summary" => parts.push(tag.text.clone()),
            "deprecated" if tag.text.is_empty() => parts.push("Deprecated.".to_owned()),
            "deprecated" => parts.push(format!("Deprecated: {}", jsdoc::one_line(&tag.text))),
            "returns" | "return" => {
                let text = jsdoc::one_line(jsdoc::braces(&tag.text).1);
                let text = text.strip_prefix("- ").unwrap_or(&text);
                if !text.is_empty() {
                    parts.push(format!("Returns: {text}"));
                }
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    plain_markdown(&parts.join("\n\n"))
}

/// Text as a tool's description may have it: what looks like a heading in it is text.
fn plain_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, line) in text.lines().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if line.trim_start().starts_with('#') {
            out.push('\\');
            out.push_str(line.trim_start());
        } else {
            out.push_str(line.trim_end());
        }
    }
    out.trim().to_owned()
}

/// The code of an example: without its caption and its fence.
pub(super) fn sample(text: &str) -> String {
    let text = match text.split_once("</caption>") {
        Some((caption, rest)) if caption.trim_start().starts_with("<caption>") => rest,
        _ => text,
    };
    let text = text.trim_matches('\n').trim_end();
    let inner =
        text.trim_start().strip_prefix("```").and_then(|rest| rest.split_once('\n')).map(|(_, rest)| rest);
    match inner {
        Some(rest) => rest.split("```").next().unwrap_or_default().trim_end().to_owned(),
        None => text.to_owned(),
    }
}
