//! Text that is nearly always short, kept where it stands instead of on the heap.
//!
//! A manifest is mostly names: each tool has one and each parameter, ten bytes long on average. As `String`s
//! they were a quarter of a parse's allocations and more than that of its time, because an allocator is
//! slowest with many small pieces of one size. [`Short`] is as large as a `String` and holds up to
//! [`INLINE`] bytes itself. It is no general string type: it never changes, and the crate forbids `unsafe`,
//! so that reading it checks its UTF-8 anew, which for ten bytes costs less than following a pointer.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Bytes that fit into the space of a `String`, beside the length and the variant.
const INLINE: usize = 22;

/// An immutable text. What fits inline always is inline, with zeros behind it, so that equal texts have equal
/// representations.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Short {
    Inline { len: u8, bytes: [u8; INLINE] },
    Heap(Box<str>),
}

impl Short {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Inline { len, bytes } => &bytes[..usize::from(*len).min(INLINE)],
            Self::Heap(text) => text.as_bytes(),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            // The bytes were copied from a `str`, so they are UTF-8.
            Self::Inline { .. } => str::from_utf8(self.as_bytes()).unwrap_or_default(),
            Self::Heap(text) => text,
        }
    }
}

impl From<&str> for Short {
    fn from(text: &str) -> Self {
        let mut bytes = [0; INLINE];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(head), Ok(len)) => {
                head.copy_from_slice(text.as_bytes());
                Self::Inline { len, bytes }
            }
            _ => Self::Heap(text.into()),
        }
    }
}

impl From<Short> for String {
    fn from(text: Short) -> Self {
        match text {
            Short::Inline { .. } => text.as_str().to_owned(),
            Short::Heap(text) => text.into_string(),
        }
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

// Ordered and hashed as the text, which has no variants.

impl PartialOrd for Short {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Short {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Short {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_text_it_was_made_from_at_every_length() {
        assert_eq!(size_of::<Short>(), size_of::<String>());
        let texts: Vec<String> =
            (0..=2 * INLINE).flat_map(|len| [&"a", &"ä", &"𝒳"].map(|unit| unit.repeat(len))).collect();
        for text in &texts {
            let short = Short::from(text.as_str());
            assert_eq!(short.as_str(), text);
            assert_eq!(String::from(short.clone()), *text);
            assert_eq!(matches!(short, Short::Heap(_)), text.len() > INLINE);
            assert_eq!(format!("{short:?}"), format!("{text:?}"));
        }
        let mut shorts: Vec<Short> = texts.iter().map(|text| text.as_str().into()).collect();
        shorts.sort();
        let mut sorted = texts;
        sorted.sort();
        assert!(shorts.iter().map(Short::as_str).eq(sorted.iter().map(String::as_str)));
    }
}
