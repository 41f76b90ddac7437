//! The formats that can be typed: of tools that are read or written, and of declarations.

use clap::ValueEnum;
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
    /// An OpenAPI 3 document, as JSON
    Openapi,
    /// Functions with JSDoc or type annotations in a .ts or .js file
    Typescript,
}

/// How declarations are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// JSDoc comments, for editors and people
    Jsdoc,
    /// Comments beside each parameter, the smallest faithful form
    Inline,
    /// As inline, with the tools' own descriptions only
    Brief,
    /// Signatures only
    Index,
}

impl From<Style> for Rendering {
    fn from(style: Style) -> Self {
        match style {
            Style::Jsdoc => Self::Jsdoc,
            Style::Inline => Self::Inline,
            Style::Brief => Self::Brief,
            Style::Index => Self::Index,
        }
    }
}
