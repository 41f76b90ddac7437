//! As much of RFC 3986 as references inside one document need: a reference against a base, as text.

use std::borrow::Cow;
use std::fmt::Write as _;

use percent_encoding::percent_decode_str;

use crate::loss::pointer;

/// Splits `reference` into the document that it names and the fragment after its `#`.
pub(super) fn resolve<'r>(base: &str, reference: &'r str) -> (String, &'r str) {
    let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    (against(base, path), fragment)
}

fn against(base: &str, path: &str) -> String {
    if path.is_empty() {
        return base.to_owned();
    }
    if has_scheme(path) {
        return path.to_owned();
    }
    // The start of the path of the base: after `scheme://authority`, or `scheme:`.
    let root = match base.find("://") {
        Some(at) => base[at + 3..].find('/').map_or(base.len(), |slash| at + 3 + slash),
        None if has_scheme(base) => base.find(':').map_or(0, |at| at + 1),
        None => 0,
    };
    let (authority, base_path) = base.split_at(root);
    let joined = if path.starts_with('/') {
        path.to_owned()
    } else {
        let folder = base_path.rfind('/').map_or("", |at| &base_path[..=at]);
        let slash = if folder.is_empty() && authority.contains("://") { "/" } else { "" };
        format!("{folder}{slash}{path}")
    };
    format!("{authority}{}", without_dots(&joined))
}

fn has_scheme(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// A path without `.` and `..` (RFC 3986, section 5.2.4).
fn without_dots(path: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => {
                if out.len() > 1 {
                    out.pop();
                }
            }
            segment => out.push(segment),
        }
    }
    out.join("/")
}

/// Decodes the percent escapes in a URI fragment, such as `%41` to `A`; `None` if they are invalid.
///
/// `None` if an escape is not complete, or if the bytes are not UTF-8.
pub fn percent_decoded(text: &str) -> Option<String> {
    let is_digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_hexdigit());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' && !(is_digit(bytes.next()) && is_digit(bytes.next())) {
            return None;
        }
    }
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

/// The reference to a definition.
pub(super) fn place(key: &str) -> String {
    format!("#{}", percent_encoded(&pointer("/$defs", key)))
}

/// Returns the text as a fragment (RFC 3986, section 3.5); other characters become `%41`.
pub(super) fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: &str, reference: &str, document: &str, fragment: &str) {
        assert_eq!(resolve(base, reference), (document.to_owned(), fragment), "{reference} at {base}");
    }

    #[test]
    fn references_are_resolved_against_their_base() {
        check("", "#/a", "", "/a");
        check("", "b.json#x", "b.json", "x");
        check("http://a.b/c/d.json", "e.json", "http://a.b/c/e.json", "");
        check("http://a.b/c/d.json", "../e.json", "http://a.b/e.json", "");
        check("http://a.b/c/d.json", "/e", "http://a.b/e", "");
        check("http://a.b", "e", "http://a.b/e", "");
        check("http://a.b/c/", "urn:x:y#z", "urn:x:y", "z");
        check("urn:uuid:1", "#/$defs/a", "urn:uuid:1", "/$defs/a");
        for (text, decoded) in [
            ("a%25b", Some("a%b")),
            ("%C3%a9", Some("é")),
            ("50%", None),
            ("%2", None),
            ("%+1", None),
            ("%zz", None),
            ("%c3", None),
        ] {
            assert_eq!(percent_decoded(text).as_deref(), decoded, "{text}");
        }
    }
}
