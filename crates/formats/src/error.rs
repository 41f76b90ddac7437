//! Why a document could not be read or written.

use std::fmt;

use webagents_schema::json_schema::{SchemaError, SchemaErrorKind};

/// Error about tool declarations that could not be read or written, with the position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatError {
    /// Category of the error, such as text that is not JSON.
    pub kind: FormatErrorKind,
    /// RFC 6901 JSON Pointer to the faulty part of the document; empty for the document itself.
    pub pointer: String,
    /// Message for people, with the expected and the found input, or the way to correct it.
    pub message: String,
}

/// Category of an error about tool declarations that could not be read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormatErrorKind {
    /// The text is not JSON, or a value of it cannot be read.
    NotJson,
    /// The text is not YAML.
    NotYaml,
    /// A value is of another kind than the format has there.
    WrongKind,
    /// A member that a tool must have is missing.
    Missing,
    /// A schema that is not a JSON Schema, or above the limits of this crate.
    Schema,
    /// A reference to another document. None is ever fetched.
    Remote,
    /// A reference to nothing.
    Dangling,
    /// The document is above a limit.
    TooLarge,
    /// The format cannot be written.
    ReadOnly,
}

impl FormatError {
    pub(super) fn new(kind: FormatErrorKind, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind, pointer: pointer.into(), message: message.into() }
    }

    /// Creates the error of a schema at `at`.
    pub(super) fn of_schema(at: &str, error: SchemaError) -> Self {
        let kind = match error.kind {
            SchemaErrorKind::RemoteRef => FormatErrorKind::Remote,
            SchemaErrorKind::UnresolvedRef => FormatErrorKind::Dangling,
            SchemaErrorKind::TooDeep
            | SchemaErrorKind::TooMany
            | SchemaErrorKind::TooLong
            | SchemaErrorKind::TooLarge => FormatErrorKind::TooLarge,
            _ => FormatErrorKind::Schema,
        };
        Self::new(kind, format!("{at}{}", error.pointer), error.message)
    }

    /// `expected` was to be at `pointer`, and `found` is.
    pub(super) fn wrong_kind(pointer: &str, expected: &str, found: &serde_json::Value) -> Self {
        let found = match found {
            serde_json::Value::Null => "null",
            serde_json::Value::Bool(_) => "a boolean",
            serde_json::Value::Number(_) => "a number",
            serde_json::Value::String(_) => "a string",
            serde_json::Value::Array(_) => "an array",
            serde_json::Value::Object(_) => "an object",
        };
        Self::new(FormatErrorKind::WrongKind, pointer, format!("expected {expected}, found {found}"))
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(f, "{place}: {}", self.message)
    }
}

impl std::error::Error for FormatError {}

impl From<SchemaError> for FormatError {
    /// The same error of a schema that is the document.
    fn from(error: SchemaError) -> Self {
        Self::of_schema("", error)
    }
}
