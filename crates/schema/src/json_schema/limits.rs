//! The bounds of one schema. Each has its own [`SchemaErrorKind`](super::SchemaErrorKind).

/// Nesting of schemas.
pub const DEPTH: usize = 64;
/// Schemas in a schema, itself included.
pub const SCHEMAS: usize = 10_000;
/// Bytes of the texts and names in a schema, and eight for each value: as many as in a `webagents.md`.
pub const BYTES: usize = webagents_manifest::limits::DOCUMENT_BYTES;
/// Schemas with every reference followed, recursive ones once: what a validator may have to look at.
pub const EXPANDED: usize = 100_000;
/// Alternatives that an intersection of unions is multiplied out to; above it stays an intersection.
pub const PRODUCT: usize = 48;
/// Nodes of the types that such an intersection is multiplied out to.
pub const MULTIPLIED: usize = 2_000;
