//! Text that a comment can hold as it is: nearly all of it.
//!
//! What is not plain goes character by character in [`escape`](super). Without this look parse and declarations of the
//! 1,000 documents of `tests/bench` take 23 % more instructions (2026-11-25); they are to take at most an eighth of the
//! time of the Python package, and take 0.12 of it.

/// Appends a text that is one line and needs no escape but before a `@` at its start.
///
/// Returns `false`, and appends nothing, if it needs one.
pub(super) fn push_if_plain(out: &mut String, text: &str) -> bool {
    let plain = is_plain(text);
    if plain {
        let text = text.trim_ascii();
        if text.starts_with('@') {
            out.push('\\');
        }
        out.push_str(text);
    }
    plain
}

/// Returns whether a comment can hold the text as it is, but for its ends.
///
/// Such a text is printable ASCII with no two spaces in a row and no `*/`.
pub(super) fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Without branches, so that the compiler makes vector code of it. A distance of 0 is a match.
    let height = |byte: &u8| byte.wrapping_sub(b' ');
    let distance = |a: &u8, b: &u8| ((a ^ b' ') | (b ^ b' ')).min((a ^ b'*') | (b ^ b'/'));
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let last = (bytes.last().map_or(0, height), 1);
    let (highest, nearest) =
        pairs.fold(last, |(highest, nearest), (a, b)| (height(a).max(highest), distance(a, b).min(nearest)));
    highest <= b'~' - b' ' && nearest > 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn plain_is_what_it_says(text in "[ab *@/~]{0,70}", at in 0..70_usize, c in prop_oneof![any::<char>(), Just('\u{7f}'), Just('\u{1f}')]) {
            let mut near = text.clone();
            near.insert(at.min(text.len()), c);
            for text in [text, near] {
                let plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
                    && !text.contains("  ")
                    && !text.contains("*/");
                prop_assert_eq!(is_plain(&text), plain, "{:?}", text);
            }
        }
    }
}
