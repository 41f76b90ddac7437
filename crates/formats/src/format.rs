//! Formats, and the options for writing them.

use crate::provider::Provider;

/// A format in which tools are declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// The dictionaries of `document.modelContext.registerTool`, as a list.
    WebMcp,
    /// The result of MCP's `tools/list`.
    Mcp,
    /// Function tools of OpenAI's Responses API.
    OpenAi,
    /// The same with `strict: true`.
    OpenAiStrict,
    /// Function tools of OpenAI's Chat Completions API.
    OpenAiChat,
    /// The same with `strict: true`.
    OpenAiChatStrict,
    /// Tools of Anthropic's Messages API.
    Anthropic,
    /// The same with `strict: true`.
    AnthropicStrict,
    /// Gemini's function declarations with `parameters`.
    Gemini,
    /// Gemini's function declarations with `parametersJsonSchema`.
    GeminiJsonSchema,
    /// An OpenAPI 3 document, whose operations are tools. It is only read.
    OpenApi,
}

impl Format {
    /// Every format.
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

    /// Its name on a command line.
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

    /// The format of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    /// The part of JSON Schema that it has, where it is a provider's.
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

    /// Returns whether it can be written.
    pub const fn is_writable(self) -> bool {
        !matches!(self, Self::OpenApi)
    }
}

/// Options for writing tools.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportOptions {
    /// Treatment of parts that the format's specification does not have.
    pub beyond: Beyond,
    /// The revision of MCP that a list is written for.
    pub mcp: McpRevision,
}

/// A revision of the Model Context Protocol.
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

/// Treatment of parts that a specification does not have, but that readers in the wild understand.
///
/// These are output schemas and hints: `outputSchema` in WebMCP (polyfills read it), `destructiveHint` in WebMCP and
/// `consequentialHint` in MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Beyond {
    /// It is left out, and is a loss.
    #[default]
    Omit,
    /// It is written all the same. Browsers and servers that do not know it ignore it.
    Keep,
}
