//! Diagnostics of the parser and of types as findings.

use webagents_manifest::Diagnostic;

use super::finding::{Finding, shown};
use super::fixes;
use super::rule::Rule;

/// A diagnostic as a finding.
pub(super) fn finding(content: &str, diagnostic: &Diagnostic) -> Finding {
    let mut finding =
        Finding::new(Rule::of_code(diagnostic.code), diagnostic.span, shown(&diagnostic.message, 400));
    finding.severity = diagnostic.severity();
    finding.fix = fixes::of(content, diagnostic);
    finding
}
