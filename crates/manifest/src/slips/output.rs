//! Results that are written as an example and not as a type.

use crate::limits::TYPE_DEPTH;

/// Why a text is probably no type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slip {
    /// It is an example of a value.
    Example,
    /// It is a type in backticks, which TypeScript reads as the type of one text.
    Backticks,
    /// It is a list, as of the members of the type.
    List,
}

/// Returns the slip in a result's text that is probably not a type.
///
/// `is_json` means that it is in a fence marked `json`.
pub(crate) fn slip(text: &str, is_json: bool) -> Option<Slip> {
    match text.as_bytes() {
        [b'{' | b'[', ..] => is_example(text, is_json).then_some(Slip::Example),
        [b'`', .., b'`'] if !text.contains("${") => Some(Slip::Backticks),
        _ if is_json => Some(Slip::Example),
        _ if is_list(text) => Some(Slip::List),
        _ => None,
    }
}

/// Returns whether a text begins with the bullet or the number of a list's item.
fn is_list(text: &str) -> bool {
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = number.len() < text.len() && number.starts_with(['.', ')']);
    let rest = if is_numbered { number } else { text };
    (is_numbered || rest.starts_with(['-', '*', '+'])) && rest[1..].starts_with([' ', '\t'])
}

/// Contents of a text of literals.
#[derive(Debug, Default)]
struct Leaves {
    numbers: usize,
    texts: usize,
    quoted_keys: bool,
    depth: usize,
}

/// Returns whether a text is an object or an array of literals, and unlikely as a type.
///
/// A type may well be `{ ok: true }` or `{ kind: "a" }`.
fn is_example(text: &str, is_json: bool) -> bool {
    let mut leaves = Leaves::default();
    let Some(rest) = value(text, &mut leaves) else { return is_json && !text.contains("string") };
    let is_whole = rest.trim_end().trim_end_matches(';').is_empty();
    let is_telling = leaves.numbers > 0 || leaves.texts > 1 || leaves.quoted_keys && leaves.texts > 0;
    is_whole && (is_json || is_telling)
}

/// Reads one value of literals; returns the rest of the text.
fn value<'a>(text: &'a str, leaves: &mut Leaves) -> Option<&'a str> {
    let text = text.trim_start();
    match *text.as_bytes().first()? {
        open @ (b'{' | b'[') => {
            leaves.depth += 1;
            if leaves.depth > TYPE_DEPTH {
                return None;
            }
            let rest = members(&text[1..], open == b'{', leaves)?;
            leaves.depth -= 1;
            Some(rest)
        }
        b'"' | b'\'' => {
            leaves.texts += 1;
            after_quoted(text)
        }
        b'-' | b'0'..=b'9' => {
            leaves.numbers += 1;
            let end =
                text.bytes().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'.')));
            Some(&text[end.unwrap_or(text.len())..])
        }
        _ => ["true", "false", "null", "..."].iter().find_map(|word| text.strip_prefix(word)),
    }
}

/// Reads the members of an object or the elements of an array, up to the bracket that closes it.
fn members<'a>(mut text: &'a str, is_object: bool, leaves: &mut Leaves) -> Option<&'a str> {
    let close = if is_object { '}' } else { ']' };
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix(close) {
            return Some(rest);
        }
        if is_object && !text.starts_with("...") {
            text = key(text, leaves)?.trim_start().strip_prefix(':')?;
        }
        text = value(text, leaves)?.trim_start();
        match text.strip_prefix(',') {
            Some(rest) => text = rest,
            None => return text.strip_prefix(close),
        }
    }
}

fn key<'a>(text: &'a str, leaves: &mut Leaves) -> Option<&'a str> {
    if text.starts_with(['"', '\'']) {
        leaves.quoted_keys = true;
        return after_quoted(text);
    }
    let end = text.bytes().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')))?;
    (end > 0).then(|| &text[end..])
}

/// The text after a quoted one.
fn after_quoted(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let quote = *bytes.first()?;
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return text.get(at + 1..),
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_recognized() {
        for example in [
            "{ id: 1 }",
            "{\"id\": 1, \"name\": \"Sea\"}",
            "[{ \"title\": \"Sea\", \"tags\": [\"a\", \"b\"] }]",
            "{ \"name\": \"Sea\" }",
            "{\n  \"books\": [\n    { \"id\": -1.5e3, \"ok\": true }\n  ]\n}",
            "[1, 2, 3]",
            "{ 'a': 'b' }",
            "{ id: 1, ... }",
        ] {
            assert_eq!(slip(example, false), Some(Slip::Example), "{example}");
        }
        for ty in [
            "{ id: string }",
            "{ ok: true }",
            "{ kind: \"a\" }",
            "{ \"id\": string }",
            "string[]",
            "{}",
            "[]",
            "{ id: 1 | 2 }",
            "{ id: 1; name: string }",
            "[number, number]",
            "{ status: \"a\" | \"b\" }",
            "",
            "{ a: 1",
            "`id-${string}`",
            "{ok: true}",
        ] {
            assert_eq!(slip(ty, false), None, "{ty}");
        }
        for list in ["- `id`: string", "* a", "+\ta", "1. a", "12) a"] {
            assert_eq!(slip(list, false), Some(Slip::List), "{list}");
        }
        assert_eq!((slip("-1 | 1", false), slip("1 | 2", false), slip("*", false)), (None, None, None));
        assert_eq!(slip("`string[]`", false), Some(Slip::Backticks));
        assert_eq!(slip("{}", true), Some(Slip::Example));
        assert_eq!(slip("{ id: string }", true), None);
        assert_eq!(slip(&"[".repeat(1000), false), None);
    }
}
