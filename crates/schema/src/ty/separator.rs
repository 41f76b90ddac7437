//! Separators of the members of a union of texts.

/// Separator of the members of a union of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnionSeparator {
    /// `"a" | "b"`, for people.
    Spaced,
    /// `"a"|"b"`, for a model: two tokens fewer for each text.
    Tight,
}

impl UnionSeparator {
    /// Returns the separator of two members: the first may end with a quote, the second is `next`.
    pub(super) fn between(self, after_text: bool, next: &[u8]) -> &'static str {
        let is_tight = self == Self::Tight && after_text && TIGHT.iter().any(|word| next.starts_with(word));
        if is_tight { "|" } else { " | " }
    }

    /// Separates so what was printed from `start` on.
    pub(crate) fn set(self, out: &mut String, start: usize) {
        if self == Self::Tight
            && let Some(tight) = tightened(&out[start..])
        {
            out.truncate(start);
            out.push_str(&tight);
        }
    }
}

/// Starts of members that may follow a bar without a space, after a text.
const TIGHT: [&[u8]; 4] = [b"\"", b"'", b"null", b"undefined"];

/// Returns a printed type with `"|` for `" | ` before a text, `null` and `undefined`.
///
/// `None` where nothing changes, and for types with templates and comments, in which a quote may be text.
fn tightened(printed: &str) -> Option<String> {
    // In most types there is none, and then there is no text either.
    if !printed.as_bytes().contains(&b'|') {
        return None;
    }
    let mut tight = String::new();
    let mut copied = 0;
    let mut in_text = false;
    let mut bytes = printed.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            // A quote that is text has a backslash before it.
            b'\\' if in_text => _ = bytes.next(),
            b'"' => {
                in_text = !in_text;
                let after = &printed[at + 1..];
                if !in_text
                    && let Some(next) = after.strip_prefix(" | ")
                    && TIGHT.iter().any(|word| next.as_bytes().starts_with(word))
                {
                    if copied == 0 {
                        tight.reserve_exact(printed.len());
                    }
                    tight.push_str(&printed[copied..=at]);
                    tight.push('|');
                    copied = printed.len() - next.len();
                }
            }
            b'`' if !in_text => return None,
            b'/' if !in_text && printed[at..].starts_with("/*") => return None,
            _ => {}
        }
    }
    (copied > 0).then(|| tight + &printed[copied..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_of_texts_is_tightened_and_no_text_is_changed() {
        let cases = [
            (r#""a" | "b" | null | undefined"#, Some(r#""a"|"b"|null | undefined"#)),
            (r#"{ a: "b" | "c"; d: string | null }[]"#, Some(r#"{ a: "b"|"c"; d: string | null }[]"#)),
            (r#"" | " | "b""#, Some(r#"" | "|"b""#)),
            (r#""a" | " | " | "b""#, Some(r#""a"|" | "|"b""#)),
            (r#""\" | " | "b\\" | "c""#, Some(r#""\" | "|"b\\"|"c""#)),
            (r#""`" | "/*""#, Some(r#""`"|"/*""#)),
            (r#"" | ""#, None),
            (r#"string | "a""#, None),
            (r#"`"${string}" | "b"` | "c""#, None),
            (r#"{ /** "a" | "b" */ c: "d" | "e" }"#, None),
            ("", None),
        ];
        for (printed, tight) in cases {
            assert_eq!(tightened(printed).as_deref(), tight, "{printed}");
        }
    }
}
