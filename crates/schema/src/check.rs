//! Every finding about a document, in one list.

use webagents_manifest::{Diagnostic, Parsed};

use crate::typescript::{Rendering, TypeScriptOptions, typescript_of};

/// Returns all diagnostics of a parsed manifest: the parser's own, and those about types and defaults.
///
/// They are in the order of their places, and their spans index [`Parsed::content`].
///
/// ```
/// use webagents_manifest::{LineIndex, parse};
/// use webagents_schema::check;
/// let parsed = parse("# Shop\n\n## find\n\n### Parameters\n\n### Output\n\nstring |\n");
/// let findings = check(&parsed);
/// let codes: Vec<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
/// assert_eq!(codes, ["subsection.near-miss", "type.syntax"]);
/// let index = LineIndex::new(&parsed.content);
/// let shown = findings[1].render("webagents.md", &index).to_string();
/// assert!(shown.contains("webagents.md:9:9"), "{shown}");
/// ```
pub fn check(parsed: &Parsed) -> Vec<Diagnostic> {
    let mut all = parsed.diagnostics.clone();
    all.extend(typescript_of(parsed, &TypeScriptOptions::new(Rendering::Index)).diagnostics);
    all.sort_by_key(|diagnostic| diagnostic.span.start);
    all
}
