//! Names of definitions: the key in `$defs`, and the TypeScript name.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::escape;

/// Names that a definition must not take.
///
/// These are words of the language, names of our own declarations, and the types of a page: the names in the scope of a
/// script with the libraries `esnext`, `dom`, `dom.iterable` and `dom.asynciterable` of TypeScript 5.9.3.
static TAKEN: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("taken.txt").lines().collect());

/// Longest TypeScript name that is made of a key.
const LENGTH: usize = 64;

/// A TypeScript name made of any text: characters that an identifier cannot have separate words.
///
/// An identifier stays as it is, so that a name that TypeScript gave comes back.
pub(crate) fn type_name(text: &str) -> String {
    let mut name = String::new();
    let mut starts_word = false;
    for c in text.chars() {
        if !escape::is_identifier_part(c) {
            starts_word = true;
        } else if std::mem::replace(&mut starts_word, false) || (name.is_empty() && text.len() > LENGTH) {
            name.extend(c.to_uppercase());
        } else {
            name.push(c);
        }
        if name.len() >= LENGTH {
            break;
        }
    }
    if !name.starts_with(escape::is_identifier_start) {
        name.insert_str(0, if name.is_empty() { "Type" } else { "_" });
    }
    // `Response` becomes `ResponseTypeType`: a page has a `ResponseType` as well.
    while TAKEN.contains(name.as_str()) || escape::is_reserved(&name) || !escape::is_identifier(&name) {
        name.retain(escape::is_identifier_part);
        name.push_str("Type");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_becomes_a_name() {
        let names = [
            "user",
            "user-profile",
            "a b/c",
            "Date",
            "Response",
            "class",
            "",
            "9lives",
            "日本",
            "string",
            "\u{202e}x",
        ];
        assert_eq!(
            names.map(type_name),
            [
                "user",
                "userProfile",
                "aBC",
                "DateType",
                "ResponseTypeType",
                "classType",
                "Type",
                "_9lives",
                "日本",
                "stringType",
                "X"
            ]
        );
    }
}
