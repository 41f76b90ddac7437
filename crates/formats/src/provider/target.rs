//! Providers, and the error of a schema that one cannot take.

use std::fmt;

/// A provider's way to take a tool's parameters.
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
    /// Every one.
    pub const ALL: [Self; 6] = [
        Self::OpenAi,
        Self::OpenAiStrict,
        Self::Anthropic,
        Self::AnthropicStrict,
        Self::Gemini,
        Self::GeminiJsonSchema,
    ];

    /// Its name in lines of text, such as `openai-strict`.
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

/// A schema that a provider cannot take in any form that would still be the same tool.
///
/// In practice: objects of free form under [`Provider::OpenAiStrict`], which takes closed objects only, and
/// schemas above its limits. Use [`Provider::OpenAi`] for such a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unrepresentable {
    /// Place: an RFC 6901 JSON Pointer into the schema.
    pub pointer: String,
    /// The obstacle, and the correction.
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
