//! Why a schema cannot be read.

use std::fmt;

/// Why a schema cannot be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaError {
    /// Kind of the error.
    pub kind: SchemaErrorKind,
    /// Place: an RFC 6901 JSON Pointer into the schema.
    pub pointer: String,
    /// One sentence for people: what was seen, and what to do.
    pub message: String,
}

/// Kinds of errors in a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaErrorKind {
    /// A value that is neither an object nor a boolean in the place of a schema.
    NotASchema,
    /// `$schema` names a dialect that is not read here.
    UnknownDialect,
    /// A `$ref` leads to another document.
    RemoteRef,
    /// A `$ref` leads to nothing.
    UnresolvedRef,
    /// More nesting than [`limits::DEPTH`](super::limits::DEPTH).
    TooDeep,
    /// More schemas than [`limits::SCHEMAS`](super::limits::SCHEMAS).
    TooMany,
    /// More bytes than [`limits::BYTES`](super::limits::BYTES).
    TooLong,
    /// More schemas than [`limits::EXPANDED`](super::limits::EXPANDED) once references are followed.
    TooLarge,
    /// The validator refuses it.
    Invalid,
}

impl SchemaError {
    pub(crate) fn new(kind: SchemaErrorKind, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind, pointer: pointer.into(), message: message.into() }
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(f, "{place}: {}", self.message)
    }
}

impl std::error::Error for SchemaError {}
