//! The formats that can be typed: of tools that are read or written, and of declarations.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use webagents_formats::{Format, McpRevision};
use webagents_schema::Rendering;

/// A format that tools are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// JSON Schema 2020-12 of each tool's arguments and result
    JsonSchema,
    /// Dictionaries for `document.modelContext.registerTool`
    Webmcp,
    /// The result of MCP's `tools/list`
    Mcp,
    /// Functions of OpenAI's Responses API
    Openai,
    /// The same with `strict: true`
    OpenaiStrict,
    /// Functions of OpenAI's Chat Completions API
    OpenaiChat,
    /// The same with `strict: true`
    OpenaiChatStrict,
    /// Anthropic tools
    Anthropic,
    /// The same with `strict: true`
    AnthropicStrict,
    /// Gemini function declarations with `parameters`
    Gemini,
    /// Gemini function declarations with `parametersJsonSchema`
    GeminiJsonSchema,
}

/// Format of the definition of one tool.
///
/// Bare JSON Schema is none, for it has no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ToolTarget(pub(crate) Format);

impl ValueEnum for ToolTarget {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<ToolTarget>> = LazyLock::new(|| {
            Target::value_variants().iter().filter_map(|target| target.format()).map(ToolTarget).collect()
        });
        &ALL
    }

    /// As the format is called elsewhere.
    fn to_possible_value(&self) -> Option<PossibleValue> {
        let target = Target::value_variants().iter().find(|target| target.format() == Some(self.0));
        target.and_then(ValueEnum::to_possible_value)
    }
}

impl Target {
    /// The tool format, unless it is bare JSON Schema.
    pub(crate) const fn format(self) -> Option<Format> {
        Some(match self {
            Self::JsonSchema => return None,
            Self::Webmcp => Format::WebMcp,
            Self::Mcp => Format::Mcp,
            Self::Openai => Format::OpenAi,
            Self::OpenaiStrict => Format::OpenAiStrict,
            Self::OpenaiChat => Format::OpenAiChat,
            Self::OpenaiChatStrict => Format::OpenAiChatStrict,
            Self::Anthropic => Format::Anthropic,
            Self::AnthropicStrict => Format::AnthropicStrict,
            Self::Gemini => Format::Gemini,
            Self::GeminiJsonSchema => Format::GeminiJsonSchema,
        })
    }
}

/// A format that tools are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Origin {
    /// Find out
    Auto,
    /// The JSON Schema of one tool's arguments, or what `schema --to json-schema` prints
    JsonSchema,
    /// Dictionaries of `document.modelContext.registerTool`
    Webmcp,
    /// The result of MCP's `tools/list`
    Mcp,
    /// OpenAI functions
    Openai,
    /// Anthropic tools
    Anthropic,
    /// Gemini function declarations
    Gemini,
    /// An OpenAPI 3 document, as JSON or YAML
    Openapi,
    /// Functions with JSDoc or type annotations in a .ts or .js file
    Typescript,
}

/// A revision of MCP that a list is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Revision {
    /// Results are objects; another output schema is left out
    #[value(name = "2025-11-25")]
    V2025_11_25,
    /// Any output schema
    #[value(name = "2026-07-28")]
    V2026_07_28,
}

impl From<Revision> for McpRevision {
    fn from(revision: Revision) -> Self {
        match revision {
            Revision::V2025_11_25 => Self::V2025_11_25,
            Revision::V2026_07_28 => Self::V2026_07_28,
        }
    }
}

/// Form of printed declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderingStyle {
    /// JSDoc comments, for editors and people
    Jsdoc,
    /// Comments next to each parameter, the smallest faithful form
    Inline,
    /// As inline, with the tools' own descriptions only
    Brief,
    /// As brief, with the first sentence of each description
    Sentences,
    /// Signatures with the first sentence about each tool
    Outline,
    /// Signatures only
    Index,
    /// Signatures without results
    Calls,
    /// Names with the first sentence about each tool
    Names,
}

impl From<RenderingStyle> for Rendering {
    fn from(style: RenderingStyle) -> Self {
        match style {
            RenderingStyle::Jsdoc => Self::Jsdoc,
            RenderingStyle::Inline => Self::Inline,
            RenderingStyle::Brief => Self::Brief,
            RenderingStyle::Sentences => Self::Sentences,
            RenderingStyle::Outline => Self::Outline,
            RenderingStyle::Index => Self::Index,
            RenderingStyle::Calls => Self::Calls,
            RenderingStyle::Names => Self::Names,
        }
    }
}
