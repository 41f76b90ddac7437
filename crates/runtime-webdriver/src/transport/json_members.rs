//! The members of a JSON object, found without reading their values.
//!
//! The decision: a message of a browser is read twice, first for its recipient, then, by the recipient, for its content.
//! The first look must be cheap for an answer of 100 MB and must not fail on what no parser takes, such as the escape
//! of half a character (`"\ud800"`), because a message without a receiver looks like a browser that hangs. It does not
//! check the grammar: in text that is not JSON it finds some text.

use std::ops::Range;

/// The object's members: each name without its quotes and as it is escaped, and the range of its value.
///
/// A text that is not an object has none, and one that breaks off has the members before the break.
pub(crate) fn members(text: &str) -> Members<'_> {
    let at = blank(text.as_bytes(), 0);
    Members { text, at: if text.as_bytes().get(at) == Some(&b'{') { at + 1 } else { text.len() } }
}

/// See [`members`].
pub(crate) struct Members<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let start = blank(bytes, self.at);
        if bytes.get(start) != Some(&b'"') {
            return None;
        }
        let end = string(bytes, start)?;
        let colon = blank(bytes, end);
        if bytes.get(colon) != Some(&b':') {
            return None;
        }
        let from = blank(bytes, colon + 1);
        let to = value(bytes, from)?;
        let next = blank(bytes, to);
        self.at = if bytes.get(next) == Some(&b',') { next + 1 } else { bytes.len() };
        Some((self.text.get(start + 1..end - 1)?, from..to))
    }
}

/// The first byte from `at` on that is not white space.
fn blank(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
        at += 1;
    }
    at
}

/// Returns the end of the string that begins at `at`.
fn string(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Returns the end of the value that begins at `at`. It counts the depth and does not recurse.
fn value(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let start = at;
    loop {
        match bytes.get(at)? {
            b'"' => at = string(bytes, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
                continue;
            }
            b'}' | b']' | b',' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => {
                return (at > start).then_some(at);
            }
            b'}' | b']' => {
                depth -= 1;
                at += 1;
            }
            _ => {
                at += 1;
                continue;
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &[(&str, &str)]) {
        let found: Vec<_> = members(text).map(|(name, value)| (name, &text[value])).collect();
        assert_eq!(found, want, "{text}");
    }

    #[test]
    fn members_are_found() {
        check("", &[]);
        check("[1]", &[]);
        check("{}", &[]);
        check(r#"{"id":7,"result":{}}"#, &[("id", "7"), ("result", "{}")]);
        check(
            "\n{ \"a\" : [1, {\"b\": \"}\\\"]\"}] , \"c\\\"\":null\t}",
            &[("a", r#"[1, {"b": "}\"]"}]"#), ("c\\\"", "null")],
        );
        check(r#"{"s":"a\ud800\\","n":-1.5e3}"#, &[("s", r#""a\ud800\\""#), ("n", "-1.5e3")]);
    }

    #[test]
    fn a_text_that_breaks_off_gives_what_is_whole() {
        for (text, count) in [
            (r#"{"id":7,"result":{"#, 1),
            (r#"{"id":7,"resu"#, 1),
            (r#"{"id"#, 0),
            (r#"{"id":"#, 0),
            (r#"{"id":,"a":1}"#, 0),
            (r#"{"a":"\"#, 0),
            ("{,}", 0),
        ] {
            assert_eq!(members(text).count(), count, "{text}");
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = format!("{{\"a\":{}{},\"b\":1}}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert_eq!(members(&deep).map(|(name, _)| name).collect::<Vec<_>>(), ["a", "b"]);
    }
}
