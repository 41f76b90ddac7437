//! Providers, and the error of a schema that one cannot take.

use std::fmt;

/// Dialect of JSON Schema in which a provider of language models takes a tool's parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Provider {
    /// OpenAI's function tools with `strict: false`.
    OpenAi,
    /// OpenAI's function tools with `strict: true`, and its structured outputs.
    OpenAiStrict,
    /// Anthropic's `input_schema`.
    Anthropic,
    /// Anthropic's `input_schema` with `strict: true`, and its structured outputs.
    AnthropicStrict,
    /// Gemini's `parameters`, in its own part of OpenAPI 3.0's schema object.
    Gemini,
    /// Gemini's `parametersJsonSchema`.
    GeminiJsonSchema,
}

impl Provider {
    /// All providers' dialects of JSON Schema, in the order in which the variants are declared.
    pub const ALL: [Self; 6] = [
        Self::OpenAi,
        Self::OpenAiStrict,
        Self::Anthropic,
        Self::AnthropicStrict,
        Self::Gemini,
        Self::GeminiJsonSchema,
    ];

    /// Returns the name of the provider's JSON Schema dialect, such as `openai-strict`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::OpenAiStrict => "openai-strict",
            Self::Anthropic => "anthropic",
            Self::AnthropicStrict => "anthropic-strict",
            Self::Gemini => "gemini",
            Self::GeminiJsonSchema => "gemini-json-schema",
        }
    }
}

/// Error for a tool's schema that has no equivalent in a provider's dialect of JSON Schema.
///
/// In practice: objects of free form under [`Provider::OpenAiStrict`], which takes closed objects only, and
/// schemas above its limits. Use [`Provider::OpenAi`] for such a tool.
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
