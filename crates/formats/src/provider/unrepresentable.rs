//! The error of a schema that a provider cannot take.

use std::fmt;

/// Error for a tool's schema that has no equivalent in a provider's dialect of JSON Schema.
///
/// In practice: objects of free form under [`Format::OpenAiStrict`](crate::Format::OpenAiStrict), which takes closed objects only, and
/// schemas above its limits. Use [`Format::OpenAi`](crate::Format::OpenAi) for such a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unrepresentable {
    /// RFC 6901 JSON Pointer to the part of the schema that has no equivalent.
    pub pointer: String,
    /// Message for people about the part that has no equivalent, and the way to correct it.
    pub message: String,
}

impl Unrepresentable {
    pub(crate) fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into() }
    }
}

impl fmt::Display for Unrepresentable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(f, "{place}: {}", self.message)
    }
}

impl std::error::Error for Unrepresentable {}
