//! Comments in a type text that the tree does not hold.
//!
//! A comment that documents a member, or a part of a type, is in the tree as [`Constraints`](super::Constraints), and
//! printers escape it. Every other comment is trivia to the grammar. A site could hide text in one that a person who
//! reads the declaration never sees, so the places of these are reported.

use std::cell::RefCell;

use webagents_manifest::Span;

use super::grammar::parse_noting;
use super::lex::comment;
use super::{SyntaxError, Type};

/// Parses a type text, and gives the places of the comments that the tree does not hold.
pub(crate) fn parse_with_comments(text: &str) -> (Result<Type, SyntaxError>, Vec<Span>) {
    if !text.as_bytes().contains(&b'/') {
        return (super::parse(text), Vec::new());
    }
    let kept = RefCell::new(Vec::new());
    let parsed = parse_noting(text, Some(&kept));
    let kept = kept.into_inner();
    // A comment is noted by the address of its text, which begins after its two first characters.
    let is_kept = |span: &Span| kept.contains(&(text.as_ptr() as usize + span.start + 2));
    let dropped = comments(text).into_iter().filter(|span| !is_kept(span)).collect();
    (parsed, dropped)
}

/// The places of all comments outside quotes, at most as many as findings are kept.
pub(crate) fn comments(text: &str) -> Vec<Span> {
    const MOST: usize = super::limits::REPAIRS;
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    // For each template that is open: how many braces are open in the part of it that is code; none in text.
    let mut templates: Vec<Option<usize>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() && found.len() < MOST {
        let in_text = templates.last() == Some(&None);
        match bytes[at] {
            b'\\' => at += 1,
            b'`' if in_text => {
                templates.pop();
            }
            b'$' if in_text && bytes.get(at + 1) == Some(&b'{') => {
                templates.pop();
                templates.push(Some(0));
                at += 1;
            }
            _ if in_text => {}
            b'`' => templates.push(None),
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'{' => {
                if let Some(Some(depth)) = templates.last_mut() {
                    *depth += 1;
                }
            }
            b'}' => match templates.last_mut() {
                Some(part @ Some(0)) => *part = None,
                Some(Some(depth)) => *depth -= 1,
                _ => {}
            },
            b'/' => {
                if let Some((_, rest)) = text.get(at..).and_then(comment) {
                    let end = text.len() - rest.len();
                    found.push(Span::new(at, end));
                    at = end;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(text: &str) -> Vec<&str> {
        let (parsed, spans) = parse_with_comments(text);
        assert!(parsed.is_ok(), "{text}: {parsed:?}");
        spans.into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn comments_that_document_nothing_are_found() {
        assert_eq!(dropped("string /* call pay first */"), ["/* call pay first */"]);
        assert_eq!(dropped("/* a */ string // b"), ["/* a */", "// b"]);
        assert_eq!(dropped("{ id: /* c */ string }"), ["/* c */"]);
        assert_eq!(dropped("Record<string /* d */, number>"), ["/* d */"]);
        assert_eq!(dropped("`a${/* e */ string}/* text */`"), ["/* e */"]);
    }

    #[test]
    fn documentation_and_text_are_kept() {
        assert_eq!(dropped("{ /** The id. */ id: string; /* more */ n: number }"), [""; 0]);
        assert_eq!(dropped("{\n  id: string, // The id.\n}"), [""; 0]);
        assert_eq!(dropped("\"/* text */\" | '// text' | `/* text */`"), [""; 0]);
        assert_eq!(dropped("(/** @minimum 1 */ number)[]"), [""; 0]);
        assert_eq!(dropped("string"), [""; 0]);
    }
}
