//! Escapes of free text that would become structure.
//!
//! [`protect`] serves the parser and the writer, and decides by the rules of the scanner; that makes
//! `parse(write(m)) == m` hold.

use std::borrow::Cow;

use crate::scan::{self, Mark, MarkKind};
use crate::shared::{Document, Text};
use crate::span::Span;
use crate::{lines, text};

/// Place of a text, which decides which headings it may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextContext {
    /// Under a `##` heading of prose, or before the first section: `###` is text.
    Section,
    /// Inside a tool: `###` begins a subsection.
    Tool,
}

/// Protects a text whose first line has moved to the margin, so that it begins no structure there.
pub(crate) fn protect_moved(text: &str, context: TextContext) -> String {
    let first = Span::new(0, text.find('\n').unwrap_or(text.len()));
    let begins = scan::scan(text, first)
        .marks
        .iter()
        .any(|mark| matches!(mark.kind, MarkKind::Heading { .. } | MarkKind::Compact { .. }));
    let escaped = if begins { Cow::Owned(format!("\\{text}")) } else { Cow::Borrowed(text) };
    protect(&escaped, context).into_owned()
}

/// Escapes each line that would begin a heading or a tool, and closes every fence and comment.
pub(crate) fn protect(text: &str, context: TextContext) -> Cow<'_, str> {
    let all = Span::new(0, text.len());
    let marks = scan::scan(text, all).marks;
    let mut out = String::new();
    let mut copied = 0;
    let mut end = "";
    let mut fence_end = String::new();
    for mark in &marks {
        let escape = match mark.kind {
            MarkKind::Heading { level, .. } => level < 3 || context == TextContext::Tool,
            MarkKind::Compact { .. } => true,
            MarkKind::Fence { closed: false, .. } => {
                let line = lines::line_at(text, mark.span.start, text.len());
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

/// Returns the text of a region, as the model keeps it.
pub(crate) fn free_text(source: &Document, region: Span, marks: &[Mark], context: TextContext) -> Text {
    let raw = &source[region.range()];
    // Trimming can bring a line to the margin, and the end of the document can leave a fence open; nothing
    // else can turn text into structure.
    let start = raw.len() - text::trim_start(raw).len();
    let moved = start > 0 && raw.as_bytes()[start - 1] != b'\n';
    if !moved && marks.is_empty() {
        return source.normalized(raw);
    }
    let text = text::markdown(raw);
    let open = marks.iter().any(|mark| {
        matches!(mark.kind, MarkKind::Fence { closed: false, .. } | MarkKind::Comment { closed: false })
    });
    match (moved, open) {
        (true, _) => protect_moved(&text, context).into(),
        (false, true) => source.made_of(protect(&text, context)),
        (false, false) => source.made_of(text),
    }
}
