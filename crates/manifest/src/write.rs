//! Canonical writer: a [`Manifest`] as Markdown in heading format.
//!
//! Each manifest has one spelling (`spec/SPEC.md#write.form`), and `parse(write(m)).manifest == m` for every manifest
//! that [`parse`](crate::parse) returns. Values that were built by hand and would become structure (a description
//! with a line `## x`, a default with a loose comma) are escaped.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::annotations::Annotations;
use crate::grammar;
use crate::model::{ConstraintKeyword, Manifest, Param, Section, Tool};
use crate::name::ToolName;
use crate::protect::{self, TextContext};
use crate::scan::{self, MarkKind};
use crate::span::Span;
use crate::subsection::Subsection;
use crate::text;

/// Writes a manifest as the text of a `webagents.md` file, always with the same layout.
///
/// The text ends with one LF, unless it is empty.
///
/// ```
/// use webagents_manifest::{Manifest, Param, ParamName, Tool, ToolName, write};
/// let mut tool = Tool::new(ToolName::new("search").unwrap());
/// tool.params.push(Param::new(ParamName::new("query").unwrap()));
/// let mut manifest = Manifest::default();
/// manifest.name = "Shop".into();
/// manifest.tools.push(tool);
/// assert_eq!(write(&manifest), "# Shop\n\n## search\n\n### Params\n\n- `query` (string, required)\n");
/// ```
pub fn write(manifest: &Manifest) -> String {
    let mut out = String::new();
    let description = protected(&manifest.description, TextContext::Section);
    // Without a heading above it, a later level-1 section would be taken for the name, three hyphens for front
    // matter, and U+FEFF for a byte order mark: so a bare `#` is written.
    if !manifest.name.is_empty()
        || manifest.sections.iter().any(|section| section.level == 1)
        || description.starts_with("---")
        || description.starts_with('\u{feff}')
    {
        heading(&mut out, 1, &manifest.name);
    }
    block(&mut out, &description);
    for tool in &manifest.tools {
        write_tool(&mut out, tool);
    }
    for section in &manifest.sections {
        write_section(&mut out, section);
    }
    out
}

fn write_tool(out: &mut String, tool: &Tool) {
    heading(out, 2, tool.name.as_str());
    block(out, &protected(&tool.description, TextContext::Tool));
    if let Some(title) = &tool.title {
        heading(out, 3, Subsection::Title.heading());
        block(out, &protected(&text::one_line(title), TextContext::Tool));
    }
    let is_bare = tool.returns.is_empty() && tool.sample_code.is_empty();
    if !tool.params.is_empty() || is_bare {
        heading(out, 3, Subsection::Params.heading());
        let lines: Vec<String> = tool.params.iter().map(param_line).collect();
        block(out, &lines.join("\n"));
    }
    if !tool.returns.is_empty() {
        heading(out, 3, Subsection::Output.heading());
        fence(out, "typescript", &tool.returns);
    }
    if !tool.sample_code.is_empty() {
        heading(out, 3, Subsection::SampleCode.heading());
        for sample in std::iter::once(&tool.sample_code).chain(&tool.more_samples) {
            fence(out, "js", sample);
        }
    }
    if !tool.annotations.is_empty() {
        heading(out, 3, Subsection::Annotations.heading());
        block(out, &annotation_lines(&tool.annotations));
    }
    for (subsection, schema) in
        [(Subsection::InputSchema, &tool.schemas.input), (Subsection::OutputSchema, &tool.schemas.output)]
    {
        if let Some(schema) = schema {
            heading(out, 3, subsection.heading());
            fence(out, "json", schema);
        }
    }
    for note in &tool.notes {
        heading(out, 3, &note.heading);
        block(out, &protected(&note.text, TextContext::Tool));
    }
}

fn write_section(out: &mut String, section: &Section) {
    heading(out, if section.level == 1 { 1 } else { 2 }, &section.heading);
    // Prose under a tool's name must not contain a subsection that would make it a tool.
    let shape = text::one_line(&section.heading);
    let context = if grammar::tool_heading(&shape).is_some_and(|shape| ToolName::check(shape.name).is_ok())
        && holds_tool(text::trim_markdown(&section.text))
        && section.level != 1
    {
        TextContext::Tool
    } else {
        TextContext::Section
    };
    block(out, &protected(&section.text, context));
}

fn holds_tool(text: &str) -> bool {
    scan::scan(text, Span::new(0, text.len())).marks.iter().any(|mark| match mark.kind {
        MarkKind::Heading { level: 3, text: heading, .. } => {
            Subsection::of(&text[heading.range()]).is_some_and(Subsection::makes_tool)
        }
        _ => false,
    })
}

/// Text that cannot become structure, trimmed and with LF line ends.
fn protected(text: &str, context: TextContext) -> Cow<'_, str> {
    if text.contains('\r') {
        return Cow::Owned(protect::protect(&text::markdown(text), context).into_owned());
    }
    protect::protect(text::trim_markdown(text), context)
}

/// A heading and the blank line above it.
fn heading(out: &mut String, level: usize, text: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    let text = text::one_line(text);
    out.push_str(&"###"[..level]);
    if !text.is_empty() {
        out.push(' ');
        out.push_str(&text);
        // What looks like a closing run is closed by another.
        if text.ends_with('#')
            && grammar::atx_heading(&format!("# {text}")).is_none_or(|(_, read)| read != text)
        {
            out.push_str(" #");
        }
    }
    out.push('\n');
}

/// A block and the blank line above it; nothing for an empty one.
fn block(out: &mut String, text: &str) {
    if text.is_empty() {
        return;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(text);
    out.push('\n');
}

/// A fence longer than any run of backticks inside it.
fn fence(out: &mut String, info: &str, body: &str) {
    let body = text::normalize(body);
    let longest = body.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let run = "`".repeat(longest.max(2) + 1);
    block(out, &format!("{run}{info}\n{body}\n{run}"));
}

fn param_line(param: &Param) -> String {
    let mut line = format!("- `{}` ({}", param.name, chunk(&param.ty, "string"));
    line.push_str(if param.required && param.default.is_none() { ", required" } else { ", optional" });
    for keyword in ConstraintKeyword::ALL {
        let Some(constraint) = param.constraint(*keyword) else { continue };
        if *keyword == ConstraintKeyword::Integer {
            line.push_str(", integer");
        } else {
            // Writing to a string cannot fail.
            let _ = write!(line, ", {keyword}={}", assigned(&constraint.value));
        }
    }
    if let Some(default) = &param.default {
        let _ = write!(line, ", default={}", assigned(default));
    }
    for modifier in &param.unknown_modifiers {
        let _ = write!(line, ", {}", item(modifier));
    }
    line.push(')');
    let mut lines = text::trim(&param.description).lines();
    if let Some(first) = lines.next() {
        let _ = write!(line, ": {}", first.trim_ascii_end());
        for next in lines {
            line.push('\n');
            if !next.trim_ascii().is_empty() {
                let _ = write!(line, "    {next}");
            }
        }
    }
    line
}

/// A type on one line, or `fallback` if it would not be read back as one type.
fn chunk<'a>(ty: &'a str, fallback: &'a str) -> Cow<'a, str> {
    let ty = text::one_line(ty);
    if grammar::is_type(&ty) { ty } else { Cow::Borrowed(fallback) }
}

/// A text on one line, quoted if it would not be read back as one item.
fn item(text: &str) -> Cow<'_, str> {
    let line = text::one_line(text);
    if line.is_empty() || grammar::is_item(&line) { line } else { quoted(&line) }
}

/// A value after `=`, quoted if it would not be read back as one: `=>` is an arrow.
fn assigned(text: &str) -> Cow<'_, str> {
    let value = item(text);
    if value.starts_with('>') { quoted(&value) } else { value }
}

fn quoted(line: &str) -> Cow<'static, str> {
    Cow::Owned(format!("\"{}\"", line.replace('\\', "\\\\").replace('"', "\\\"")))
}

fn annotation_lines(annotations: &Annotations) -> String {
    let mut lines: Vec<String> = Annotations::NAMES
        .iter()
        .zip(annotations.values())
        .filter_map(|(name, value)| {
            value.map(|value| if value { format!("- {name}") } else { format!("- {name}: false") })
        })
        .collect();
    lines.extend(annotations.unknown.iter().map(|item| format!("- {}", text::one_line(item))));
    lines.join("\n")
}
