//! Schemas identified by their addresses.

use std::hash::{BuildHasherDefault, Hash, Hasher};

use serde_json::{Map, Value};

/// A schema of the document, identified by its address.
#[derive(Debug, Clone, Copy)]
pub(super) struct Id<'s>(&'s Value);

impl<'s> Id<'s> {
    pub(super) const fn new(schema: &'s Value) -> Self {
        Self(schema)
    }

    pub(super) const fn value(self) -> &'s Value {
        self.0
    }

    /// The schema's members; none of a boolean.
    pub(super) fn map(self) -> Option<&'s Map<String, Value>> {
        self.0.as_object()
    }
}

impl PartialEq for Id<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Id<'_> {}

impl Hash for Id<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(std::ptr::from_ref(self.0).addr());
    }
}

/// Spreads addresses. No document chooses where its values lie, so that no secret is needed.
#[derive(Debug, Default)]
pub(super) struct AddressHasher(u64);

/// Hasher of maps by [`Id`].
pub(super) type ByAddress = BuildHasherDefault<AddressHasher>;

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_usize(usize::from(byte));
        }
    }

    fn write_usize(&mut self, address: usize) {
        // Both ends of a hash are used, and the low end of a product knows nothing of the high bits.
        let product = (self.0 ^ address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 32);
    }
}
