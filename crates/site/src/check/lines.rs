//! Diagnostics of the parser and of types as findings, with fixes of lines.

use webagents_manifest::{Code, Diagnostic, Span};

use super::finding::{Finding, shown};
use super::rule::Rule;

/// A diagnostic as a finding.
pub(super) fn finding(content: &str, diagnostic: &Diagnostic) -> Finding {
    let mut finding =
        Finding::new(Rule::of_code(diagnostic.code), diagnostic.span, shown(&diagnostic.message, 400));
    finding.severity = diagnostic.severity();
    if let Some(line) = diagnostic.suggested_line() {
        let span = line_at(content, diagnostic.span.start);
        return finding.with_fix("write the line as the format has it", span, line);
    }
    match diagnostic.code {
        Code::ToolBackticks => {
            let span = line_at(content, diagnostic.span.start);
            let name = content.get(span.range()).unwrap_or_default().replace('`', "");
            finding.with_fix("write the name without backticks", span, name)
        }
        _ => finding,
    }
}

/// The line at a place, without its end and without the white space before it.
fn line_at(content: &str, at: usize) -> Span {
    let at = content.floor_char_boundary(at.min(content.len()));
    let start = content[..at].rfind('\n').map_or(0, |found| found + 1);
    let end = content[at..].find('\n').map_or(content.len(), |found| at + found);
    let line = &content[start..end];
    let indent = line.len() - line.trim_start_matches([' ', '\t', '\u{feff}']).len();
    Span::new(start + indent, start + line.trim_end_matches(['\r', ' ', '\t']).len().max(indent))
}
