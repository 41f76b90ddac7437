//! Options for reading declarations.

/// Options for reading declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Treatment of members that an object type does not declare.
    pub objects: Objects,
}

impl ReadOptions {
    /// The default: objects are open.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with other objects.
    #[must_use]
    pub const fn with_objects(mut self, objects: Objects) -> Self {
        self.objects = objects;
        self
    }
}

/// Treatment of members that an object type does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Objects {
    /// Nothing, as in TypeScript: only `@additionalProperties false` closes an object.
    #[default]
    Open,
    /// They are refused, unless `@additionalProperties` or an index signature says otherwise.
    ///
    /// Generators of schemas assume so.
    Closed,
}
