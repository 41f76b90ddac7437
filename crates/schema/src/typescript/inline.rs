//! The renderings for a model's context: `//` comments, and nothing that costs tokens and says nothing.

use webagents_manifest::{Annotations, Tool};

use super::docs;
use super::signature::{Slot, push_result, push_signature, push_slot};
use super::types::Types;
use crate::escape::{is_blank, push_comment_line, push_doc, push_property};
use crate::manifest::unescaped;

/// Amount of documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Everything.
    Full,
    /// The descriptions of tools and parameters.
    Descriptions,
    /// Nothing.
    None,
}

/// Appends one tool.
pub(super) fn tool(out: &mut String, types: &mut Types<'_>, tool: &Tool, slots: &[Slot<'_>], detail: Detail) {
    if detail != Detail::None {
        head(out, tool, detail, types.terse);
    }
    let described = slots.iter().any(|slot| {
        (detail != Detail::None && !is_blank(&slot.param.description))
            || (detail == Detail::Full && docs::has_constraints(slot.param))
    });
    if !described {
        push_signature(out, types, tool, slots);
        return;
    }
    push_property(out, tool.name.as_str());
    out.push_str("(\n");
    for (at, slot) in slots.iter().enumerate() {
        out.push(' ');
        push_slot(out, types, at, slot);
        if at + 1 < slots.len() {
            out.push(',');
        }
        let comment = out.len();
        out.push_str(" // ");
        let text = out.len();
        push_doc(out, &slot.param.description);
        if detail == Detail::Full {
            docs::push_brackets(out, slot.param, if out.len() > text { " " } else { "" });
        }
        if out.len() == text {
            out.truncate(comment);
        }
        out.push('\n');
    }
    push_result(out, types, tool);
}

/// The lines above a tool.
fn head(out: &mut String, tool: &Tool, detail: Detail, terse: bool) {
    let title = tool.title.as_deref().filter(|title| {
        detail == Detail::Full
            && !(terse && docs::has_the_words(title, tool.name.as_str(), &tool.description))
    });
    push_head(out, title, &unescaped(&tool.description), &tool.annotations);
}

/// Appends the lines above a tool: its title, its description and its hints.
pub(super) fn push_head(out: &mut String, title: Option<&str>, description: &str, annotations: &Annotations) {
    let start = out.len();
    for text in title.into_iter().chain(description.lines()) {
        let before = out.len();
        out.push_str("// ");
        push_comment_line(out, text);
        if out.len() == before + 3 {
            out.truncate(before);
        } else {
            out.push('\n');
        }
    }
    let hints = out.len();
    docs::push_hints(out, annotations, if hints == start { "// [" } else { " [" }, "]\n");
    if hints > start && out.len() > hints {
        // The hints go on the description's last line.
        out.remove(hints - 1);
    }
}
