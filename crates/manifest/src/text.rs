//! Free text on its way into the model and back into Markdown.
//!
//! A text field is trimmed, has LF line ends, and never holds a line that would be structure where the
//! writer puts it. [`protect`] sees to the last point, on the way in and on the way out, by the scanner's
//! own judgement; that is what makes `parse(write(m)) == m` hold.

use std::borrow::Cow;

use nom::FindSubstring;

use crate::scan::{self, MarkKind};
use crate::span::Span;

/// Which headings may stand in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    /// Under a `##` heading of prose, or before the first section: `###` is text.
    Section,
    /// Inside a tool: `###` begins a subsection.
    Tool,
}

/// Trimmed, with LF line ends.
pub(crate) fn normalize(text: &str) -> Cow<'_, str> {
    with_lf(trim(text))
}

/// A piece of Markdown: trimmed, with LF line ends.
pub(crate) fn markdown(text: &str) -> Cow<'_, str> {
    with_lf(trim_markdown(text))
}

/// With LF line ends. Several CR before one LF are one line end, so that a second pass changes nothing.
fn with_lf(text: &str) -> Cow<'_, str> {
    if !has_cr(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                out.push_str(line.trim_end_matches('\r'));
                out.push('\n');
            }
            None => out.push_str(line),
        }
    }
    Cow::Owned(out)
}

/// Whether there is a CR in `text`.
pub(crate) fn has_cr(text: &str) -> bool {
    // nom's search is memchr's, many times faster than the standard library's `contains`.
    text.as_bytes().find_substring(&b"\r"[..]).is_some()
}

/// Without blank lines at both ends, and without the first line's indent, unless that makes it code: what
/// looks like a fence four columns from the margin is none, and must not become one.
pub(crate) fn trim_markdown(text: &str) -> &str {
    let trimmed = trim(text);
    let start = text.len() - trim_start(text).len();
    if start == 0 || text[..start].ends_with('\n') {
        return trimmed;
    }
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let is_code = scan::indent_of(&text[line..]).0 > 3;
    if is_code && !trimmed.is_empty() { &text[line..start + trimmed.len()] } else { trimmed }
}

/// What a line may begin and end with; a form feed is a character like any other.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Without white space at the start.
pub(crate) fn trim_start(text: &str) -> &str {
    &text[text.bytes().position(|byte| !is_blank(byte)).unwrap_or(text.len())..]
}

/// Without white space at both ends.
pub(crate) fn trim(text: &str) -> &str {
    let text = trim_start(text);
    &text[..text.bytes().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1)]
}

/// The same for a text whose first line has come to the margin: it must not begin anything there.
pub(crate) fn protect_moved(text: &str, context: Context) -> String {
    let first = Span::new(0, text.find('\n').unwrap_or(text.len()));
    let begins = scan::scan(text, first)
        .marks
        .iter()
        .any(|mark| matches!(mark.kind, MarkKind::Heading { .. } | MarkKind::Compact { .. }));
    let escaped = if begins { Cow::Owned(format!("\\{text}")) } else { Cow::Borrowed(text) };
    protect(&escaped, context).into_owned()
}

/// `text` with a backslash before each line that would begin a heading or a tool, and with every fence and
/// comment closed.
pub(crate) fn protect(text: &str, context: Context) -> Cow<'_, str> {
    let all = Span::new(0, text.len());
    let marks = scan::scan(text, all).marks;
    let mut out = String::new();
    let mut copied = 0;
    let mut end = "";
    let mut fence_end = String::new();
    for mark in &marks {
        let escape = match mark.kind {
            MarkKind::Heading { level, .. } => level < 3 || context == Context::Tool,
            MarkKind::Compact { .. } => true,
            MarkKind::Fence { closed: false, .. } => {
                let line = scan::line_at(text, mark.span.start, text.len());
                fence_end = crate::grammar::fence_open(&text[line.span.range()])
                    .map_or_else(String::new, |(run, _)| format!("\n{run}"));
                false
            }
            MarkKind::Comment { closed: false } => {
                end = "\n-->";
                false
            }
            _ => false,
        };
        if escape {
            let line = &text[mark.span.range()];
            let at = mark.span.start + (line.len() - line.trim_start().len());
            out.push_str(&text[copied..at]);
            out.push('\\');
            copied = at;
        }
    }
    if out.is_empty() && end.is_empty() && fence_end.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    out.push_str(&fence_end);
    out.push_str(end);
    Cow::Owned(out)
}

/// The body of a fence or of an indented block, without the columns that all its lines share.
pub(crate) fn dedent(text: &str) -> String {
    let common = text
        .lines()
        .filter(|line| !scan::is_blank(line))
        .map(|line| scan::indent_of(line).0)
        .min()
        .unwrap_or(0);
    unindent(text, common)
}

/// `text` with LF line ends and at most `columns` columns of white space less before each line.
pub(crate) fn unindent(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n').map(|line| line.trim_end_matches('\r')) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(strip_columns(line, columns));
    }
    trim(&out).to_owned()
}

/// `line` without its first `columns` columns, as far as they are white space.
pub(crate) fn strip_columns(line: &str, columns: usize) -> &str {
    let mut left = columns;
    for (at, byte) in line.bytes().enumerate() {
        let width = match byte {
            b' ' => 1,
            b'\t' => 4,
            _ => return &line[at..],
        };
        if width > left {
            return &line[at..];
        }
        left -= width;
    }
    ""
}

/// Text that must stand on one line: trimmed, and where it has several lines, with one space for each run of
/// white space.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains('\n') {
        Cow::Owned(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(trim(text))
    }
}

/// The first characters of `text`, for a message.
pub(crate) fn shorten(text: &str) -> String {
    const CHARS: usize = 60;
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
