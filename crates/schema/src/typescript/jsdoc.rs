//! The rendering for editors and people: JSDoc above each tool.

use webagents_manifest::Tool;

use super::types::Types;
use super::{docs, push_signature, slots};
use crate::escape::{push_comment_line, push_doc};

/// The start of each line inside a block.
const MARGIN: &str = "\n   *";

/// Appends one tool.
///
/// The block is written line by line behind [`MARGIN`]; where one line is all there is, it becomes
/// `/** text */`.
pub(super) fn tool(out: &mut String, types: &mut Types<'_>, tool: &Tool) {
    let slots = slots(tool);
    out.push_str("  ");
    let start = out.len();
    out.push_str("/**");
    let empty = out.len();
    if let Some(title) = &tool.title {
        line(out, title, false);
    }
    let mut blank = false;
    for text in tool.description.lines() {
        let written = line(out, text, blank);
        blank = !written && out.len() > empty;
    }
    if !tool.annotations.is_empty() {
        docs::push_hints(out, &tool.annotations, "\n   * Hints: ", ".");
    }
    let mut separated = out.len() == empty;
    for slot in &slots {
        let constrained = docs::has_constraints(slot.param);
        if !constrained && slot.param.description.is_empty() {
            continue;
        }
        if !separated {
            out.push_str(MARGIN);
            separated = true;
        }
        out.push_str("\n   * @param ");
        out.push_str(&slot.name);
        if !slot.param.description.trim().is_empty() {
            out.push_str(" - ");
            push_doc(out, &slot.param.description);
        }
        docs::push_tags(out, slot.param);
    }
    if out.len() == empty {
        out.truncate(start);
    } else {
        let tags = out[empty..].contains("\n   * @param ");
        let single = !tags && out[empty..].bytes().filter(|&b| b == b'\n').count() == 1;
        if single {
            out.replace_range(empty..empty + MARGIN.len(), "");
            out.push_str(" */\n  ");
        } else {
            out.push_str("\n   */\n  ");
        }
    }
    push_signature(out, types, tool, &slots);
}

/// Appends a line of text, after a blank one where `blank` asks for it, and says whether there was any.
fn line(out: &mut String, text: &str, blank: bool) -> bool {
    let start = out.len();
    if blank {
        out.push_str(MARGIN);
    }
    out.push_str(MARGIN);
    out.push(' ');
    let before = out.len();
    push_comment_line(out, text);
    let written = out.len() > before;
    if !written {
        out.truncate(start);
    }
    written
}
