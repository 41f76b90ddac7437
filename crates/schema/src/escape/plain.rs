//! Text that a comment can hold as it is: nearly all of it.
//!
//! The question is asked of every description, so it is answered for sixteen bytes at once. It has no other
//! answer than yes or no; what is not plain goes character by character in [`escape`](super).

/// Appends a text that is one line and needs no escape but before a `@` at its start.
///
/// Returns `false`, and appends nothing, if it needs one.
pub(crate) fn push_if_plain(out: &mut String, text: &str) -> bool {
    let plain = is_plain(text);
    if plain {
        push_plain(out, text);
    }
    plain
}

/// Returns whether a comment can hold the text as it is, but for its ends.
///
/// Such a text is printable ASCII with no two spaces in a row and no `*/`.
pub(super) fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut seen = Seen { highest: [0; 16], nearest: [1; 16] };
    let mut rest = bytes;
    while let Some(piece) = rest.first_chunk() {
        seen.look(piece);
        rest = &rest[16..];
    }
    // The rest is shorter than a piece; where there was one, it is looked at as the end of the last.
    match bytes.last_chunk() {
        Some(piece) => seen.look(piece),
        None => {
            let mut piece = [b'.'; 17];
            piece[..bytes.len()].copy_from_slice(bytes);
            seen.look(&piece);
        }
    }
    let last = bytes.last().is_none_or(|byte| (b' '..=b'~').contains(byte));
    last && seen.nearest.iter().all(|&near| near != 0) && seen.highest.iter().all(|&high| high <= b'~' - b' ')
}

/// Summary of the bytes of a text, in sixteen lanes.
///
/// It has no branch and no number wider than a byte, so that the compiler makes vector code of it.
struct Seen {
    /// The highest byte, counted from the space on.
    highest: [u8; 16],
    /// Least distance of two bytes in a row from two spaces or `*/`: 0 is a match.
    nearest: [u8; 16],
}

impl Seen {
    fn look(&mut self, piece: &[u8; 17]) {
        for at in 0..16 {
            let (a, b) = (piece[at], piece[at + 1]);
            self.highest[at] = self.highest[at].max(a.wrapping_sub(b' '));
            let spaces = (a ^ b' ') | (b ^ b' ');
            let end = (a ^ b'*') | (b ^ b'/');
            self.nearest[at] = self.nearest[at].min(spaces).min(end);
        }
    }
}

/// Appends what [`is_plain`] let through.
fn push_plain(out: &mut String, text: &str) {
    let text = text.trim_ascii();
    if text.starts_with('@') {
        out.push('\\');
    }
    out.push_str(text);
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
