//! Options for reading a schema.

/// Options for converting a JSON Schema to the crate's form of types, a [`Shape`](crate::Shape).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SchemaReadOptions {
    /// Use of the JSON Schema: for any value, or for the arguments of a tool, which are an object.
    pub root: RootKind,
}

impl SchemaReadOptions {
    /// Returns options for reading the JSON Schema of a tool's arguments or result.
    ///
    /// The root is of [`RootKind::Tool`].
    pub const fn tool() -> Self {
        Self { root: RootKind::Tool }
    }
}

/// Use of a JSON Schema: for any value, or for the arguments of a tool, which are an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum RootKind {
    /// Any value: the schema has the meaning of the specification.
    #[default]
    Any,
    /// A tool's arguments.
    ///
    /// The root is an object even without `type`, and an object accepts only the properties that it declares, unless
    /// the schema has a rule for others.
    Tool,
}
