//! Diagnostics of the parser and of types as findings.

use webagents_manifest::{Code, Diagnostic};

use super::finding::{Finding, shorten_text};
use super::fixes;
use super::rule::Rule;

/// A diagnostic as a finding.
pub(super) fn to_finding(content: &str, diagnostic: &Diagnostic) -> Finding {
    let mut finding =
        Finding::new(Rule::of_code(diagnostic.code), diagnostic.span, shorten_text(&diagnostic.message, 400));
    finding.severity = diagnostic.severity();
    finding.fix = fixes::fix_of(content, diagnostic);
    finding
}

/// Returns whether a diagnostic is about comments in a subsection, which may switch rules off.
pub(super) fn is_comment(content: &str, diagnostic: &Diagnostic) -> bool {
    if diagnostic.code != Code::SubsectionText {
        return false;
    }
    debug_assert!(content.get(diagnostic.span.range()).is_some(), "spans are ranges of the text");
    let text = content.get(diagnostic.span.range()).unwrap_or_default().trim();
    let mut rest = text;
    while let Some((_, after)) = rest.strip_prefix("<!--").and_then(|comment| comment.split_once("-->")) {
        rest = after.trim_start();
    }
    rest.is_empty() && !text.is_empty()
}
