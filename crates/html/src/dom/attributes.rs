//! Attributes of the elements of a tree, and a summary of those of one element.

use html5ever::LocalName;

/// Summary of the attributes of an element: how many there are, and a filter of their names.
///
/// Most questions are about attributes that an element does not have. The filter answers nearly all of them without a
/// look at the attributes; without it, reading pages of the web takes 3 % longer.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttributeNames {
    pub(super) count: u16,
    /// A bit for each name; several names have the same.
    filter: u16,
}

impl AttributeNames {
    pub(super) fn of(attributes: &[Attribute]) -> Self {
        // A tag has fewer attributes than there are numbers, and so have two that are joined.
        let count = u16::try_from(attributes.len()).unwrap_or(u16::MAX);
        Self { count, filter: attributes.iter().fold(0, |filter, attribute| filter | bit(&attribute.name)) }
    }

    pub(super) fn packed(self) -> u32 {
        u32::from(self.count) << 16 | u32::from(self.filter)
    }

    pub(super) fn unpacked(packed: u32) -> Self {
        Self { count: (packed >> 16) as u16, filter: (packed & 0xffff) as u16 }
    }

    /// Returns whether one of the attributes may have a name.
    #[inline]
    pub(super) fn may_have(self, name: &str) -> bool {
        self.filter & bit(name) != 0
    }
}

/// Returns the bit of a name in the filter of [`AttributeNames`].
///
/// The factors part the names that pages have most from those that are asked for most.
#[inline]
fn bit(name: &str) -> u16 {
    let bytes = name.as_bytes();
    let at = |byte: Option<&u8>| usize::from(byte.copied().unwrap_or(0));
    let sum = 6 * bytes.len() + 3 * at(bytes.first()) + 4 * at(bytes.last());
    1 << (sum / 4 % 16)
}

/// An attribute: its name, and where its value is.
#[derive(Debug, Clone)]
pub(super) struct Attribute {
    pub(super) name: LocalName,
    pub(super) start: u32,
    pub(super) length: u32,
}
