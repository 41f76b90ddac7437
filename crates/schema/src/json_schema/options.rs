//! Options for reading a schema.

/// Options for reading a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Kind of the root.
    pub root: RootKind,
}

impl ReadOptions {
    /// Of a tool's arguments or result: see [`RootKind::Tool`].
    pub const fn tool() -> Self {
        Self { root: RootKind::Tool }
    }
}

/// Meaning of the root of a schema: any value, or the arguments of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum RootKind {
    /// Any value: the schema means what the specification says.
    #[default]
    Any,
    /// A tool's arguments.
    ///
    /// The root is an object even where `type` does not say so, and an object takes the properties that it declares,
    /// unless the schema has a rule for others.
    Tool,
}
