//! The bounds of one schema. Each has its own [`SchemaErrorKind`](super::SchemaErrorKind).

/// Maximum nesting depth of subschemas in a JSON Schema; a deeper one is an error.
pub const DEPTH: usize = 64;
/// Maximum number of schemas in a JSON Schema, itself and all subschemas; more is an error.
pub const SCHEMAS: usize = 10_000;
/// Maximum size of a JSON Schema in bytes: its strings and keys, and eight bytes for each JSON value.
///
/// It is the limit of a `webagents.md` as well.
pub const BYTES: usize = webagents_manifest::limits::DOCUMENT_BYTES;
/// Maximum number of schemas in a JSON Schema with references followed; a validator refuses more.
///
/// A recursive reference counts once.
///
/// A validator may have to look at all of them.
pub const EXPANDED: usize = 100_000;
/// Maximum members of the union that replaces an intersection of unions; a larger one is not made.
///
/// With more of them it stays an intersection.
pub const PRODUCT: usize = 48;
/// Maximum type nodes of the union that replaces an intersection of unions; a larger one is not made.
///
/// With more of them it stays an intersection.
pub const MULTIPLIED: usize = 2_000;
