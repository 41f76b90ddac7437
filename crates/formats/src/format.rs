//! The formats: one table of their properties.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use webagents_schema::json_schema::{self, SchemaWriteOptions};
use webagents_schema::{Lossy, Shape};

use super::document::Input;
use super::entry::Writer;
use super::error::FormatError;
use super::imported::Imported;
use super::names::{self, Rule};
use super::openai::Api;
use super::provider::Unrepresentable;
use super::provider::engine::write_variant;
use super::provider::rules::{self, Rules};
use super::{anthropic, gemini, mcp, openai, openapi, webmcp};

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

/// Reader of a document.
type FormatReader = fn(Input<'_>) -> Result<Imported, FormatError>;
/// Writer of a document with tools, each by its name.
type FormatWriter = fn(&mut [(Writer<'_>, String)]) -> Value;

/// Facts of a format.
pub(super) struct Facts {
    format: Format,
    name: &'static str,
    summary: &'static str,
    /// `true` if the format is written differently from the one before it, and read alike.
    is_variant: bool,
    /// Pointer to the list of tools in a document of one tool.
    pointer: &'static str,
    /// Rule for names of tools.
    pub(super) names: Rule,
    /// Dialect of JSON Schema; `None` for all of it.
    pub(super) dialect: Option<&'static Rules>,
    pub(super) read: FormatReader,
    /// `None` if the format is only read.
    pub(super) write: Option<FormatWriter>,
}

const OPENAI: Facts = Facts {
    format: Format::OpenAi,
    name: "openai",
    summary: "Functions of OpenAI's Responses API",
    is_variant: false,
    pointer: "",
    names: Rule::of_tools("-", false, 64),
    dialect: Some(&rules::OPENAI),
    read: openai::read_tools,
    write: Some(|tools| openai::write_tools(tools, Api::Responses, &rules::OPENAI)),
};

const ANTHROPIC: Facts = Facts {
    format: Format::Anthropic,
    name: "anthropic",
    summary: "Anthropic tools",
    is_variant: false,
    pointer: "",
    names: Rule::of_tools("-", false, 128),
    dialect: Some(&rules::ANTHROPIC),
    read: anthropic::read_tools,
    write: Some(|tools| anthropic::write_tools(tools, false)),
};

const GEMINI: Facts = Facts {
    format: Format::Gemini,
    name: "gemini",
    summary: "Gemini function declarations with `parameters`",
    is_variant: false,
    pointer: "/0/functionDeclarations",
    names: Rule::of_tools("-.", true, 64),
    dialect: Some(&rules::GEMINI),
    read: gemini::read_tools,
    write: Some(|tools| gemini::write_tools(tools, false)),
};

/// In the order of the variants.
///
/// Sources of names: OpenAI's function tools; Anthropic's tools; Gemini's `FunctionDeclaration`, less the colon and the length
/// that older versions of the service refuse; MCP 2025-11-25 and WebMCP's `registerTool`.
static FACTS: [Facts; 11] = [
    Facts {
        format: Format::WebMcp,
        name: "webmcp",
        summary: "Dictionaries for `document.modelContext.registerTool`",
        is_variant: false,
        pointer: "",
        names: names::DOTTED,
        dialect: None,
        read: webmcp::read_tools,
        write: Some(webmcp::write_tools),
    },
    Facts {
        format: Format::Mcp,
        name: "mcp",
        summary: "The result of MCP's `tools/list`",
        is_variant: false,
        pointer: "/tools",
        names: names::DOTTED,
        dialect: None,
        read: mcp::read_tools,
        write: Some(mcp::write_tools),
    },
    OPENAI,
    Facts {
        format: Format::OpenAiStrict,
        name: "openai-strict",
        summary: "The same with `strict: true`",
        is_variant: true,
        dialect: Some(&rules::OPENAI_STRICT),
        write: Some(|tools| openai::write_tools(tools, Api::Responses, &rules::OPENAI_STRICT)),
        ..OPENAI
    },
    Facts {
        format: Format::OpenAiChat,
        name: "openai-chat",
        summary: "Functions of OpenAI's Chat Completions API",
        is_variant: true,
        write: Some(|tools| openai::write_tools(tools, Api::Chat, &rules::OPENAI)),
        ..OPENAI
    },
    Facts {
        format: Format::OpenAiChatStrict,
        name: "openai-chat-strict",
        summary: "The same with `strict: true`",
        is_variant: true,
        dialect: Some(&rules::OPENAI_STRICT),
        write: Some(|tools| openai::write_tools(tools, Api::Chat, &rules::OPENAI_STRICT)),
        ..OPENAI
    },
    ANTHROPIC,
    Facts {
        format: Format::AnthropicStrict,
        name: "anthropic-strict",
        summary: "The same with `strict: true`",
        is_variant: true,
        dialect: Some(&rules::ANTHROPIC_STRICT),
        write: Some(|tools| anthropic::write_tools(tools, true)),
        ..ANTHROPIC
    },
    GEMINI,
    Facts {
        format: Format::GeminiJsonSchema,
        name: "gemini-json-schema",
        summary: "Gemini function declarations with `parametersJsonSchema`",
        is_variant: true,
        dialect: Some(&rules::GEMINI_JSON_SCHEMA),
        write: Some(|tools| gemini::write_tools(tools, true)),
        ..GEMINI
    },
    Facts {
        format: Format::OpenApi,
        name: "openapi",
        summary: "An OpenAPI 3 document, as JSON or YAML",
        is_variant: false,
        pointer: "",
        names: names::DOTTED,
        dialect: None,
        read: openapi::read_document,
        write: None,
    },
];

impl Format {
    /// All formats of tool declarations, in the order in which the variants are declared.
    pub const ALL: [Self; FACTS.len()] = {
        let mut all = [Self::WebMcp; FACTS.len()];
        let mut at = 0;
        while at < FACTS.len() {
            all[at] = FACTS[at].format;
            at += 1;
        }
        all
    };

    pub(super) const fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// Returns the format's name in command-line arguments, such as `openai-strict`.
    pub const fn as_str(self) -> &'static str {
        self.facts().name
    }

    /// Returns a description of the format's documents in a few words.
    pub const fn summary(self) -> &'static str {
        self.facts().summary
    }

    /// Returns whether the format is written differently from the one before it, and read alike.
    ///
    /// An example is `openai-strict` after `openai`.
    pub const fn is_variant(self) -> bool {
        self.facts().is_variant
    }

    /// Returns whether the format takes tools in a dialect of JSON Schema, as the providers of models do.
    pub const fn has_dialect(self) -> bool {
        self.facts().dialect.is_some()
    }

    /// Returns whether the format is the first of those with its dialect of JSON Schema.
    pub fn has_own_dialect(self) -> bool {
        let of = |facts: &Facts| facts.dialect.map(std::ptr::from_ref);
        let first = FACTS.iter().find(|facts| of(facts) == of(self.facts()));
        self.has_dialect() && first.is_some_and(|first| first.format == self)
    }

    /// Returns the RFC 6901 JSON Pointer to the list of tools in a written document.
    pub const fn tools_pointer(self) -> &'static str {
        self.facts().pointer
    }

    /// Returns whether tools can be written in the format, which is false for OpenAPI alone.
    pub const fn is_writable(self) -> bool {
        self.facts().write.is_some()
    }
}

/// Converts the type of a tool's arguments to the JSON Schema dialect of a model provider's format.
///
/// A format without a dialect takes all of JSON Schema.
///
/// Pointers of losses lead into the shape as [`json_schema::write`] writes it. A root that is not an object
/// is put into the property `value` of one, because every provider calls a function with an object.
///
/// ```
/// use serde_json::json;
/// use webagents_formats::Format;
/// use webagents_formats::provider::for_provider;
/// use webagents_schema::json_schema::{self, SchemaReadOptions};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"city": {"type": "string", "minLength": 3}, "days": {"type": "integer"}},
///     "required": ["city"],
///     "additionalProperties": false,
/// });
/// let shape = json_schema::read(&schema, &SchemaReadOptions::tool()).unwrap().value;
/// let strict = for_provider(&shape, Format::OpenAiStrict).unwrap();
/// assert_eq!(strict.value, json!({
///     "type": "object",
///     "properties": {
///         "city": {"type": "string", "description": "[minLength: 3]"},
///         "days": {"type": ["integer", "null"]},
///     },
///     "required": ["city", "days"],
///     "additionalProperties": false,
/// }));
/// assert_eq!(strict.losses[0].pointer, "/properties/city");
/// assert_eq!(strict.losses[0].keyword, "minLength");
/// ```
///
/// # Errors
///
/// Only [`Format::OpenAiStrict`] gives one, see [`Unrepresentable`].
pub fn for_provider(shape: &Shape, format: Format) -> Result<Lossy<Value>, Unrepresentable> {
    let written = json_schema::write(shape, &SchemaWriteOptions::default());
    let Some(dialect) = format.facts().dialect else { return Ok(written) };
    let accepted = write_variant(&written.value, dialect)?;
    let mut losses = written.losses;
    losses.extend(accepted.losses);
    Ok(Lossy { value: accepted.value, losses })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Reads a name as [`as_str`](Self::as_str) gives it.
    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.as_str() == text)
            .ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// Error for a text that is not the name of a [`Format`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Format::ALL.map(Format::as_str).join(", ");
        write!(f, "expected the name of a format, found {:?}; use one of {names}", self.0)
    }
}

impl std::error::Error for UnknownFormat {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_in_the_order_of_variants() {
        for (at, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(format as usize, at);
            assert_eq!(format.as_str().parse(), Ok(format));
            assert!(!format.summary().is_empty());
        }
        let own: Vec<&str> =
            Format::ALL.into_iter().filter(|format| format.has_own_dialect()).map(Format::as_str).collect();
        assert_eq!(
            own,
            ["openai", "openai-strict", "anthropic", "anthropic-strict", "gemini", "gemini-json-schema"]
        );
        let error = "openia".parse::<Format>().unwrap_err().to_string();
        assert!(
            error.starts_with("expected the name of a format, found \"openia\"; use one of webmcp, mcp"),
            "{error}"
        );
    }
}
