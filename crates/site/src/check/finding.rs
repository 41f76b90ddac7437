//! Findings and their fixes.

use webagents_manifest::{Severity, Span};

use super::rule::Rule;

/// Problem found by a rule in a manifest or a list of tool definitions, with its fix if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Rule, such as `param.no-description`, that the checked document breaks.
    pub rule: &'static Rule,
    /// Severity of the problem: the rule's own, unless the configuration sets another.
    pub severity: Severity,
    /// Byte range of the problem in the text of the checked document.
    pub span: Span,
    /// Sentence that describes the problem; quotations from the document are escaped.
    pub message: String,
    /// Name of the tool that has the problem; `None` for a problem outside of tools.
    pub tool: Option<String>,
    /// Change of the document's text that removes the problem; `None` if none is certain to be right.
    pub fix: Option<Fix>,
}

impl Finding {
    pub(super) fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self { rule, severity: rule.severity, span, message: message.into(), tool: None, fix: None }
    }

    pub(super) fn of_tool(mut self, name: &str) -> Self {
        if !name.is_empty() {
            self.tool = Some(shorten_text(name, 128));
        }
        self
    }

    pub(super) fn with_fix(mut self, title: &'static str, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { title, edits: vec![Edit { span, text: text.into() }] });
        self
    }
}

/// Change of the text of a checked document that removes a problem ([`Finding`]).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// Effect of the change, in a few words, for people.
    pub title: &'static str,
    /// Replacements of parts of the document's text that make up the change; they do not overlap.
    pub edits: Vec<Edit>,
}

/// Replacement of one byte range of a checked document's text by other text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// Byte range of the document's text to replace; an empty range inserts.
    pub span: Span,
    /// Text to write in place of the replaced range of the document.
    pub text: String,
}

/// `content` with the edits of `fixes`.
///
/// An edit that overlaps an earlier one is left out with its whole fix.
pub(super) fn apply_fixes<'f>(content: &str, fixes: impl Iterator<Item = &'f Fix>) -> (String, usize) {
    let mut edits: Vec<&Edit> = Vec::new();
    let mut applied = 0;
    for fix in fixes {
        let fits = |edit: &Edit| {
            content.get(edit.span.range()).is_some()
                && edits.iter().all(|known| {
                    known.span != edit.span
                        && (edit.span.end <= known.span.start || edit.span.start >= known.span.end)
                })
        };
        if fix.edits.iter().all(fits) {
            edits.extend(&fix.edits);
            applied += 1;
        }
    }
    edits.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(content.len());
    let mut copied = 0;
    for edit in edits {
        debug_assert!(copied <= edit.span.start, "edits do not overlap");
        out.push_str(content.get(copied..edit.span.start).unwrap_or_default());
        out.push_str(&edit.text);
        copied = edit.span.end;
    }
    out.push_str(content.get(copied..).unwrap_or_default());
    (out, applied)
}

/// Shortens a text of a source for a message: at most `limit` characters on one line.
///
/// Hidden characters are escaped.
pub(super) fn shorten_text(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for c in text.chars().take(limit) {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            c if webagents_schema::escape::is_hidden(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    if text.chars().nth(limit).is_some() {
        out.push('…');
    }
    out
}
