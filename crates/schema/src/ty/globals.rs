//! The global types that a declaration may name, with the compiler's demands on their type arguments.
//!
//! These are the types of every current ECMAScript library and of a browser's page.
//!
//! A name that is not here cannot be resolved without the site's own program, so it becomes `any`. The list
//! is short on purpose: a type that a tool cannot take or give has no use in a declaration.

/// Demand on the type arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Demand {
    /// Nothing.
    None,
    /// The first is a type of keys (`Record`).
    FirstIsKey,
    /// The second is a type of keys (`Omit`).
    SecondIsKey,
    /// The second is a key of the first (`Pick`).
    SecondIsKeyOfFirst,
    /// The only one is text (`Uppercase`).
    Text,
}

/// Global types by name, with the number of their type arguments and the demands on these.
///
/// `spec/types.json` has the names and the numbers.
pub(super) const GLOBALS: [(&str, usize, Demand); 75] = [
    ("AbortController", 0, Demand::None),
    ("AbortSignal", 0, Demand::None),
    ("Array", 1, Demand::None),
    ("ArrayBuffer", 0, Demand::None),
    ("ArrayLike", 1, Demand::None),
    ("AsyncIterable", 1, Demand::None),
    ("BigInt", 0, Demand::None),
    ("BigInt64Array", 0, Demand::None),
    ("BigUint64Array", 0, Demand::None),
    ("Blob", 0, Demand::None),
    ("Boolean", 0, Demand::None),
    ("Capitalize", 1, Demand::Text),
    ("DOMRect", 0, Demand::None),
    ("DataView", 0, Demand::None),
    ("Date", 0, Demand::None),
    ("Document", 0, Demand::None),
    ("DocumentFragment", 0, Demand::None),
    ("Element", 0, Demand::None),
    ("Error", 0, Demand::None),
    ("Event", 0, Demand::None),
    ("EventTarget", 0, Demand::None),
    ("Exclude", 2, Demand::None),
    ("Extract", 2, Demand::None),
    ("File", 0, Demand::None),
    ("FileList", 0, Demand::None),
    ("Float32Array", 0, Demand::None),
    ("Float64Array", 0, Demand::None),
    ("FormData", 0, Demand::None),
    ("Function", 0, Demand::None),
    ("HTMLElement", 0, Demand::None),
    ("HTMLInputElement", 0, Demand::None),
    ("Headers", 0, Demand::None),
    ("ImageData", 0, Demand::None),
    ("Int16Array", 0, Demand::None),
    ("Int32Array", 0, Demand::None),
    ("Int8Array", 0, Demand::None),
    ("Iterable", 1, Demand::None),
    ("Location", 0, Demand::None),
    ("Lowercase", 1, Demand::Text),
    ("Map", 2, Demand::None),
    ("Node", 0, Demand::None),
    ("NodeList", 0, Demand::None),
    ("NonNullable", 1, Demand::None),
    ("Number", 0, Demand::None),
    ("Object", 0, Demand::None),
    ("Omit", 2, Demand::SecondIsKey),
    ("Partial", 1, Demand::None),
    ("Pick", 2, Demand::SecondIsKeyOfFirst),
    ("Promise", 1, Demand::None),
    ("PromiseLike", 1, Demand::None),
    ("PropertyKey", 0, Demand::None),
    ("Readonly", 1, Demand::None),
    ("ReadonlyArray", 1, Demand::None),
    ("ReadonlyMap", 2, Demand::None),
    ("ReadonlySet", 1, Demand::None),
    ("Record", 2, Demand::FirstIsKey),
    ("RegExp", 0, Demand::None),
    ("Request", 0, Demand::None),
    ("Required", 1, Demand::None),
    ("Response", 0, Demand::None),
    ("SVGElement", 0, Demand::None),
    ("Set", 1, Demand::None),
    ("Storage", 0, Demand::None),
    ("String", 0, Demand::None),
    ("Symbol", 0, Demand::None),
    ("Text", 0, Demand::None),
    ("URL", 0, Demand::None),
    ("URLSearchParams", 0, Demand::None),
    ("Uint16Array", 0, Demand::None),
    ("Uint32Array", 0, Demand::None),
    ("Uint8Array", 0, Demand::None),
    ("Uint8ClampedArray", 0, Demand::None),
    ("Uncapitalize", 1, Demand::Text),
    ("Uppercase", 1, Demand::Text),
    ("Window", 0, Demand::None),
];

/// The number of type arguments of a global type, and their demands.
pub(super) fn global(name: &str) -> Option<(usize, Demand)> {
    let at = GLOBALS.binary_search_by(|(known, ..)| (*known).cmp(name)).ok()?;
    GLOBALS.get(at).map(|&(_, count, demand)| (count, demand))
}

/// Returns the type that an author probably meant by a name that other languages use.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    Some(match name {
        "int" | "int32" | "int64" | "long" | "Integer" => "integer",
        "float" | "double" | "decimal" | "Float" => "number",
        "bool" => "boolean",
        "str" | "text" | "Text" | "uuid" | "url" | "date" | "datetime" => "string",
        "list" | "List" | "array" => "unknown[]",
        "dict" | "map" | "json" | "JSON" | "hash" => "Record<string, unknown>",
        "None" | "nil" => "null",
        "Any" => "any",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::Keyword;
    use super::super::grammar::TYPE_WORDS;
    use super::*;
    use crate::escape;

    /// The words of types, as `spec/types.json` has them for implementers.
    fn words() -> Value {
        let mut letters: Vec<(u32, u32)> = Vec::new();
        for c in ('\u{80}'..=char::MAX).filter(|&c| escape::is_identifier_start(c)).map(u32::from) {
            match letters.last_mut() {
                Some((_, last)) if *last + 1 == c => *last = c,
                _ => letters.push((c, c)),
            }
        }
        let letters = letters.into_iter().map(|(first, last)| format!("U+{first:04X}-U+{last:04X}"));
        let mut reserved = escape::RESERVED.to_vec();
        reserved.sort_unstable();
        json!({
            "keywords": Keyword::ALL.iter().map(|word| word.as_str()).collect::<Vec<_>>(),
            "reserved": reserved,
            "type_words": TYPE_WORDS,
            "letters": letters.collect::<Vec<_>>(),
            "names": GLOBALS.iter().map(|(name, count, _)| (*name, *count)).collect::<std::collections::BTreeMap<_, _>>(),
        })
    }

    #[test]
    fn specification_lists_the_same_words() {
        let listed: Value = serde_json::from_str(include_str!("../../../../spec/types.json")).unwrap();
        assert_eq!(listed, words(), "spec/types.json should be: {:#}", words());
        assert!(GLOBALS.is_sorted_by(|one, other| one.0 < other.0));
    }
}
