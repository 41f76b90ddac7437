//! Comments that switch rules off in a part of a document.
//!
//! `<!-- webagents-disable-next-line WA012 -->` is for the next line, or for the text that it is a part of,
//! `webagents-disable-line` for its own line, and `webagents-disable` up to `webagents-enable` or the end. Without ids all
//! rules are meant.

use webagents_manifest::LineIndex;

use super::finding::Finding;

/// Comments of a document that count.
const MOST: usize = 1_000;

/// A comment.
struct Comment<'t> {
    at: usize,
    line: usize,
    kind: &'t str,
    rules: Vec<&'t str>,
}

/// Removes the findings that comments of the text switch off.
pub(super) fn apply_comments(text: &str, findings: &mut Vec<Finding>) {
    if findings.is_empty() || !text.contains("webagents-") {
        return;
    }
    let index = LineIndex::new(text);
    let mut comments = find_comments(text, &index);
    comments.truncate(MOST);
    if comments.is_empty() {
        return;
    }
    findings.retain(|finding| {
        let line = index.line(finding.span.start);
        // The comment itself is text that the parser keeps.
        if finding.rule.name == "subsection.text" && comments.iter().any(|comment| comment.line == line) {
            return false;
        }
        let names = |comment: &&Comment<'_>| {
            comment.rules.is_empty()
                || comment.rules.iter().any(|name| {
                    finding.rule.id.eq_ignore_ascii_case(name) || finding.rule.name.eq_ignore_ascii_case(name)
                })
        };
        // The parser keeps a comment in the text that it is about.
        let is_within =
            |comment: &Comment<'_>| finding.span.start <= comment.at && comment.at < finding.span.end;
        let mut off = false;
        for comment in comments.iter().filter(names) {
            match comment.kind {
                "disable-next-line" if comment.line + 1 == line || is_within(comment) => return false,
                "disable-line" if comment.line == line => return false,
                "disable" if comment.line <= line => off = true,
                "enable" if comment.line <= line => off = false,
                _ => {}
            }
        }
        !off
    });
}

fn find_comments<'t>(text: &'t str, index: &LineIndex<'t>) -> Vec<Comment<'t>> {
    let mut out = Vec::new();
    for (at, body) in crate::comments::find_comments(text) {
        let Some(order) = body.trim().strip_prefix("webagents-") else { continue };
        let mut words = order.split([' ', ',', '\t']).filter(|word| !word.is_empty());
        let Some(kind) = words.next() else { continue };
        // A reason may follow two hyphens.
        let rules = words.take_while(|word| *word != "--").collect();
        out.push(Comment { at, line: index.line(at), kind, rules });
    }
    out
}
