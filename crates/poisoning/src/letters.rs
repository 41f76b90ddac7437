//! Letters of scripts.

/// Returns whether the words of a letter's script have blanks between them.
pub(crate) fn is_spaced(c: char) -> bool {
    !matches!(u32::from(c), 0xe00..=0xe7f | 0x3040..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7a3)
}
