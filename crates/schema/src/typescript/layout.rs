//! The declaration of one tool: its comment and its signature, in each rendering.
//!
//! It is one for all tools. How types and constraints are written differs with the source of a tool, its lines or its
//! schema; the trait [`Parts`] has the difference.

use std::borrow::Cow;

use webagents_manifest::Annotations;

use super::docs;
use super::options::{Rendering, TypeScriptOptions};
use crate::escape::{is_blank, push_comment_line, push_property};

/// The start of each line inside a JSDoc block.
const MARGIN: &str = "\n   *";

/// Presence of a parameter in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// Always.
    Required,
    /// It may leave it out: `name?: T`.
    Optional,
    /// It may not leave it out, because a required one follows, and passes `undefined` for it.
    Undefined,
}

/// One parameter in a signature.
pub(super) struct Slot<'t> {
    pub(super) name: Cow<'t, str>,
    pub(super) presence: Presence,
}

impl<'t> Slot<'t> {
    /// Returns the slots of positional parameters in their order, of which these are optional.
    pub(super) fn positional(names: Vec<Cow<'t, str>>, is_optional: impl Fn(usize) -> bool) -> Vec<Self> {
        let last_required = (0..names.len()).rev().find(|&at| !is_optional(at));
        let presence = |at| match (is_optional(at), last_required.is_some_and(|last| at < last)) {
            (false, _) => Presence::Required,
            (true, true) => Presence::Undefined,
            (true, false) => Presence::Optional,
        };
        names.into_iter().enumerate().map(|(at, name)| Self { name, presence: presence(at) }).collect()
    }
}

/// The description of a tool.
pub(super) struct Head<'t> {
    pub(super) name: &'t str,
    /// The title, where the rendering shows it.
    pub(super) title: Option<&'t str>,
    pub(super) description: Cow<'t, str>,
    pub(super) annotations: &'t Annotations,
}

/// The parts of a tool whose form depends on what declared it.
pub(super) trait Parts {
    /// The parameters in their order.
    fn slots(&self) -> &[Slot<'_>];
    /// Returns whether the rendering documents a parameter next to its name.
    fn is_documented(&self, at: usize) -> bool;
    /// Appends the type of a parameter.
    fn push_type(&mut self, out: &mut String, at: usize);
    /// Appends the type that the tool's promise resolves to.
    fn push_result(&mut self, out: &mut String);
    /// Appends ` - text @minimum 1` about a parameter.
    fn push_tags(&self, out: &mut String, at: usize);
    /// Appends ` // text [>=1]` about a parameter, where there is something to say.
    fn push_trailing(&self, out: &mut String, at: usize);
    /// Appends the lines about the arguments and the result as a whole.
    fn push_whole(&self, out: &mut String);
}

/// Appends a tool.
pub(super) fn push(out: &mut String, options: &TypeScriptOptions, head: &Head<'_>, parts: &mut impl Parts) {
    match options.rendering {
        Rendering::Jsdoc => jsdoc(out, head, parts),
        Rendering::Inline | Rendering::Brief => {
            lines(out, head);
            parts.push_whole(out);
        }
        Rendering::Index => {}
    }
    push_property(out, head.name);
    signature(out, options, parts);
}

/// Appends `(a: A, b?: B): Promise<R>;`, one line for each parameter where one is documented there.
fn signature(out: &mut String, options: &TypeScriptOptions, parts: &mut impl Parts) {
    let count = parts.slots().len();
    let broken = options.rendering != Rendering::Jsdoc && (0..count).any(|at| parts.is_documented(at));
    out.push('(');
    for at in 0..count {
        out.push_str(match (at, broken) {
            (_, true) => "\n ",
            (0, false) => "",
            (_, false) => ", ",
        });
        let Slot { name, presence } = &parts.slots()[at];
        out.push_str(name);
        out.push_str(if *presence == Presence::Optional { "?:" } else { ":" });
        out.push_str(if options.terse { "" } else { " " });
        parts.push_type(out, at);
        if broken {
            out.push_str(if at + 1 < count { "," } else { "" });
            parts.push_trailing(out, at);
        }
    }
    out.push_str(if broken { "\n)" } else { ")" });
    let start = out.len();
    out.push_str(": Promise<");
    parts.push_result(out);
    out.push_str(">;\n");
    // A terse declaration leaves out a result that says nothing.
    if options.terse && out.get(start..) == Some(": Promise<any>;\n") {
        out.truncate(start);
        out.push_str(";\n");
    }
}

/// Appends the `//` lines above a tool: its title, its description and its hints.
fn lines(out: &mut String, head: &Head<'_>) {
    let start = out.len();
    for text in head.title.into_iter().chain(head.description.lines()) {
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
    docs::push_hints(out, head.annotations, if hints == start { "// [" } else { " [" }, "]\n");
    if hints > start && out.len() > hints {
        // The hints go on the description's last line.
        out.remove(hints - 1);
    }
}

/// Appends the JSDoc block above a tool, and the indentation of its name.
///
/// A comment of one line is `/** text */`.
fn jsdoc(out: &mut String, head: &Head<'_>, parts: &impl Parts) {
    out.push_str("  ");
    let start = out.len();
    let mut whole = String::new();
    parts.push_whole(&mut whole);
    let documented: Vec<usize> = (0..parts.slots().len()).filter(|&at| parts.is_documented(at)).collect();
    let alone = documented.is_empty() && whole.is_empty();
    if alone && let Some(text) = only_line(head) {
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
    if let Some(title) = head.title {
        line(out, title, false);
    }
    let mut blank = false;
    for text in head.description.lines() {
        let written = line(out, text, blank);
        blank = !written && out.len() > empty;
    }
    docs::push_hints(out, head.annotations, "\n   * Hints: ", ".");
    if out.len() > empty && !alone {
        out.push_str(MARGIN);
    }
    for at in documented {
        out.push_str("\n   * @param ");
        out.push_str(&parts.slots()[at].name);
        parts.push_tags(out, at);
    }
    out.push_str(&whole);
    if out.len() == empty {
        out.truncate(start);
    } else {
        out.push_str("\n   */\n  ");
    }
}

/// The line of a tool of which one line is all there is to say.
fn only_line<'h>(head: &'h Head<'_>) -> Option<&'h str> {
    if head.title.is_some() || !head.annotations.is_empty() {
        return None;
    }
    let mut lines = head.description.lines().filter(|line| !is_blank(line));
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
