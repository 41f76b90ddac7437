//! Findings and their fixes.

use webagents_manifest::{Severity, Span};

use super::rule::Rule;

/// A problem that a rule found in a manifest or tool list, with its fix if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// Severity: the rule's, or the one that the configuration sets.
    pub severity: Severity,
    /// Place, in bytes of the source text.
    pub span: Span,
    /// Message of one sentence. Text of the source in it is escaped.
    pub message: String,
    /// The tool that it is about.
    pub tool: Option<String>,
    /// Edits that remove the finding, where they are certain.
    pub fix: Option<Fix>,
}

impl Finding {
    pub(super) fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self { rule, severity: rule.severity, span, message: message.into(), tool: None, fix: None }
    }

    pub(super) fn of_tool(mut self, name: &str) -> Self {
        if !name.is_empty() {
            self.tool = Some(shown(name, 128));
        }
        self
    }

    pub(super) fn with_fix(mut self, title: &'static str, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { title, edits: vec![Edit { span, text: text.into() }] });
        self
    }
}

/// A change of the source that removes a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// Effect, in a few words.
    pub title: &'static str,
    /// The edits; they do not overlap.
    pub edits: Vec<Edit>,
}

/// The replacement of a part of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// Text to replace, in bytes of the source; an empty span is a place to insert at.
    pub span: Span,
    /// Text to put there.
    pub text: String,
}

/// `content` with the edits of `fixes`.
///
/// An edit that overlaps an earlier one is left out with its whole fix.
pub(super) fn apply<'f>(content: &str, fixes: impl Iterator<Item = &'f Fix>) -> (String, usize) {
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
pub(super) fn shown(text: &str, limit: usize) -> String {
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
