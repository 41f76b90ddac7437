//! Why a schema cannot be read.

use std::fmt;

/// Error of reading a JSON Schema, with a pointer to the faulty part of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaError {
    /// Category of the error, such as an unknown dialect or too deep nesting.
    pub kind: SchemaErrorKind,
    /// JSON Pointer (RFC 6901) to the faulty part of the JSON Schema.
    pub pointer: String,
    /// Sentence for people: the fault of the JSON Schema, and its remedy.
    pub message: String,
}

/// Category of an error of reading a JSON Schema, such as an unknown dialect or too deep nesting.
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
    /// The validator does not accept the schema.
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
