//! Schemas identified by their addresses.

use std::hash::{Hash, Hasher};

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
