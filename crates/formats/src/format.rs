//! Formats, and the options for writing them.

use crate::provider::Provider;

/// Format of tool declarations, such as MCP's list of tools or OpenAI's function tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// The dictionaries of `document.modelContext.registerTool`, as a list.
    WebMcp,
    /// The result of MCP's `tools/list`.
    Mcp,
    /// Function tools of OpenAI's Responses API.
    OpenAi,
    /// Function tools of OpenAI's Responses API, with `strict: true`.
    OpenAiStrict,
    /// Function tools of OpenAI's Chat Completions API.
    OpenAiChat,
    /// Function tools of OpenAI's Chat Completions API, with `strict: true`.
    OpenAiChatStrict,
    /// Tools of Anthropic's Messages API.
    Anthropic,
    /// Tools of Anthropic's Messages API, with `strict: true`.
    AnthropicStrict,
    /// Gemini's function declarations with `parameters`.
    Gemini,
    /// Gemini's function declarations with `parametersJsonSchema`.
    GeminiJsonSchema,
    /// An OpenAPI 3 document, whose operations are tools. It is only read.
    OpenApi,
}

impl Format {
    /// All formats of tool declarations, in the order in which the variants are declared.
    pub const ALL: [Self; 11] = [
        Self::WebMcp,
        Self::Mcp,
        Self::OpenAi,
        Self::OpenAiStrict,
        Self::OpenAiChat,
        Self::OpenAiChatStrict,
        Self::Anthropic,
        Self::AnthropicStrict,
        Self::Gemini,
        Self::GeminiJsonSchema,
        Self::OpenApi,
    ];

    /// Returns the format's name in command-line arguments, such as `openai-strict`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WebMcp => "webmcp",
            Self::Mcp => "mcp",
            Self::OpenAi => "openai",
            Self::OpenAiStrict => "openai-strict",
            Self::OpenAiChat => "openai-chat",
            Self::OpenAiChatStrict => "openai-chat-strict",
            Self::Anthropic => "anthropic",
            Self::AnthropicStrict => "anthropic-strict",
            Self::Gemini => "gemini",
            Self::GeminiJsonSchema => "gemini-json-schema",
            Self::OpenApi => "openapi",
        }
    }

    /// Returns the JSON Schema dialect of the format's model provider, such as OpenAI; `None` without one.
    pub const fn provider(self) -> Option<Provider> {
        match self {
            Self::OpenAi | Self::OpenAiChat => Some(Provider::OpenAi),
            Self::OpenAiStrict | Self::OpenAiChatStrict => Some(Provider::OpenAiStrict),
            Self::Anthropic => Some(Provider::Anthropic),
            Self::AnthropicStrict => Some(Provider::AnthropicStrict),
            Self::Gemini => Some(Provider::Gemini),
            Self::GeminiJsonSchema => Some(Provider::GeminiJsonSchema),
            Self::WebMcp | Self::Mcp | Self::OpenApi => None,
        }
    }

    /// Returns whether tools can be written in the format, which is false for OpenAPI alone.
    pub const fn is_writable(self) -> bool {
        !matches!(self, Self::OpenApi)
    }
}

/// Options for writing tool declarations in a given format, such as MCP's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportOptions {
    /// Revision of the Model Context Protocol (MCP) for which its list of tools is written.
    pub mcp: McpRevision,
}

/// Revision of the Model Context Protocol (MCP) for which a list of tools is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum McpRevision {
    /// Revision 2025-11-25, in which `outputSchema` is the schema of an object.
    ///
    /// Clients refuse a whole list for one that is not, so another one is left out, and is a loss.
    #[default]
    V2025_11_25,
    /// Revision 2026-07-28, which takes any `outputSchema`.
    V2026_07_28,
}
