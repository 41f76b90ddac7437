//! The declaration of one tool: its comment and its signature, in each rendering.
//!
//! It is one for all tools, over the parts that [`Declaration`] has of each.

use super::docs;
use super::options::{Rendering, TypeScriptOptions};
use super::parts::{Declaration, DeclaredParam, Presence, first_sentence};
use crate::escape::{is_blank, push_comment_line, push_property};

/// The start of each line inside a JSDoc block.
const MARGIN: &str = "\n   *";

/// Appends a tool.
pub(super) fn push(out: &mut String, options: &TypeScriptOptions, tool: &Declaration<'_>) {
    match options.rendering {
        Rendering::Jsdoc => jsdoc(out, options, tool),
        Rendering::Index | Rendering::Calls | Rendering::Names => {}
        _ => {
            lines(out, tool);
            tool.push_whole(out, options);
        }
    }
    push_property(out, &tool.name);
    signature(out, options, tool);
}

/// Appends a tool's name with the first sentence of its description.
pub(super) fn push_name(out: &mut String, name: &str, description: &str, has_parameters: bool, terse: bool) {
    push_property(out, name);
    out.push_str(match (has_parameters, terse) {
        (false, true) => "();",
        (true, true) => "(...args);",
        (false, false) => "(): Promise<any>;",
        (true, false) => "(...args: any[]): Promise<any>;",
    });
    let start = out.len();
    out.push_str(" // ");
    push_comment_line(out, &first_sentence(description));
    if out.len() == start + 4 {
        out.truncate(start);
    }
    out.push('\n');
}

/// Appends `(a: A, b?: B): Promise<R>;`, with a line for each parameter if one is documented there.
fn signature(out: &mut String, options: &TypeScriptOptions, tool: &Declaration<'_>) {
    let rendering = options.rendering;
    let count = tool.parts.len();
    let broken = rendering != Rendering::Jsdoc && (0..count).any(|at| tool.is_documented(at, rendering));
    out.push('(');
    for (at, DeclaredParam { name, presence, .. }) in tool.parts.iter().enumerate() {
        out.push_str(match (at, broken) {
            (_, true) => "\n ",
            (0, false) => "",
            (_, false) => ", ",
        });
        out.push_str(name);
        out.push_str(if *presence == Presence::Optional { "?:" } else { ":" });
        out.push_str(if options.terse { "" } else { " " });
        tool.push_type(out, at);
        if broken {
            out.push_str(if at + 1 < count { "," } else { "" });
            tool.push_trailing(out, at, rendering);
        }
    }
    out.push_str(if broken { "\n)" } else { ")" });
    let start = out.len();
    out.push_str(": Promise<");
    tool.push_result(out);
    out.push_str(">;\n");
    // A terse declaration omits a result that can be anything.
    if options.terse && out.get(start..) == Some(": Promise<any>;\n") {
        out.truncate(start);
        out.push_str(";\n");
    }
}

/// Appends the `//` lines above a tool: its title, its description and its hints.
fn lines(out: &mut String, tool: &Declaration<'_>) {
    let start = out.len();
    for text in tool.title.as_deref().into_iter().chain(tool.description.lines()) {
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
    docs::push_hints(out, &tool.annotations, if hints == start { "// [" } else { " [" }, "]\n");
    if hints > start && out.len() > hints {
        // The hints go on the description's last line.
        out.remove(hints - 1);
    }
}

/// Appends the JSDoc block above a tool, and the indentation of its name.
///
/// A comment of one line is `/** text */`.
fn jsdoc(out: &mut String, options: &TypeScriptOptions, tool: &Declaration<'_>) {
    out.push_str("  ");
    let start = out.len();
    let mut whole = String::new();
    tool.push_whole(&mut whole, options);
    let documented = (0..tool.parts.len()).filter(|&at| tool.is_documented(at, options.rendering));
    let documented: Vec<usize> = documented.collect();
    let alone = documented.is_empty() && whole.is_empty();
    if alone && let Some(text) = only_line(tool) {
        out.push_str("/** ");
        let before = out.len();
        push_comment_line(out, text);
        if out.len() > before {
            out.push_str(" */\n  ");
        } else {
            out.truncate(start);
        }
        return;
    }
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
    docs::push_hints(out, &tool.annotations, "\n   * Hints: ", ".");
    if out.len() > empty && !alone {
        out.push_str(MARGIN);
    }
    for at in documented {
        out.push_str("\n   * @param ");
        out.push_str(&tool.parts[at].name);
        tool.push_tags(out, at);
    }
    out.push_str(&whole);
    if out.len() == empty {
        out.truncate(start);
    } else {
        out.push_str("\n   */\n  ");
    }
}

/// The line of a tool that one line describes completely.
fn only_line<'t>(tool: &'t Declaration<'_>) -> Option<&'t str> {
    if tool.title.is_some() || !tool.annotations.is_empty() {
        return None;
    }
    let mut lines = tool.description.lines().filter(|line| !is_blank(line));
    let line = lines.next()?;
    lines.next().is_none().then_some(line)
}

/// Appends a line of text, after a blank one on request, and returns whether the text had any.
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
