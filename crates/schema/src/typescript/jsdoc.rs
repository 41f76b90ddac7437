//! The rendering for editors and people: JSDoc above each tool.

use webagents_manifest::Tool;

use super::docs;
use super::signature::{Slot, push_signature};
use super::types::Types;
use crate::escape::{is_blank, push_comment_line, push_doc};
use crate::manifest::unescaped;

/// The start of each line inside a block.
const MARGIN: &str = "\n   *";

/// Appends one tool.
///
/// The block is written line by line after [`MARGIN`]; where one line is all there is, it is `/** text */`.
pub(super) fn tool(out: &mut String, types: &mut Types<'_>, tool: &Tool, slots: &[Slot<'_>]) {
    let is_told = |slot: &Slot<'_>| docs::has_constraints(slot.param) || !slot.param.description.is_empty();
    out.push_str("  ");
    let description = unescaped(&tool.description);
    if let Some(text) = only_line(tool, &description, slots, is_told) {
        let start = out.len();
        out.push_str("/** ");
        let before = out.len();
        push_comment_line(out, text);
        if out.len() > before {
            out.push_str(" */\n  ");
        } else {
            out.truncate(start);
        }
        push_signature(out, types, tool, slots);
        return;
    }
    let start = out.len();
    out.push_str("/**");
    let empty = out.len();
    if let Some(title) = &tool.title {
        line(out, title, false);
    }
    let mut blank = false;
    for text in description.lines() {
        let written = line(out, text, blank);
        blank = !written && out.len() > empty;
    }
    if !tool.annotations.is_empty() {
        docs::push_hints(out, &tool.annotations, "\n   * Hints: ", ".");
    }
    let mut separated = out.len() == empty;
    for slot in slots.iter().filter(|slot| is_told(slot)) {
        if !separated {
            out.push_str(MARGIN);
            separated = true;
        }
        out.push_str("\n   * @param ");
        out.push_str(&slot.name);
        if !is_blank(&slot.param.description) {
            out.push_str(" - ");
            push_doc(out, &slot.param.description);
        }
        docs::push_tags(out, slot.param);
    }
    if out.len() == empty {
        out.truncate(start);
    } else {
        out.push_str("\n   */\n  ");
    }
    push_signature(out, types, tool, slots);
}

/// The line of a tool of which one line is all there is to say.
fn only_line<'d>(
    tool: &Tool,
    description: &'d str,
    slots: &[Slot<'_>],
    is_told: impl Fn(&Slot<'_>) -> bool,
) -> Option<&'d str> {
    if tool.title.is_some() || !tool.annotations.is_empty() || slots.iter().any(is_told) {
        return None;
    }
    let mut lines = description.lines().filter(|line| !is_blank(line));
    let line = lines.next()?;
    lines.next().is_none().then_some(line)
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
