//! The formats in which tools are declared, in and out.
//!
//! [`read`] makes [`Interface`]s of a document, [`write()`] makes a document of them, and [`detect`] says which
//! format a document has. One module a format; what a format cannot carry is a [`Loss`]. The
//! decision this module embodies: **a tool that was read and is written in the same format says the same**.
//! Members that an interface has no place for are kept beside it, in [`Interface::extra`].
//!
//! Everything here is read from hostile documents: each error says where, nothing recurses without a bound, and
//! no reference to another document is ever followed. Schemas for providers of language models, which take
//! parts of JSON Schema, are the module [`provider`]'s. A `webagents.md` is no format in this sense: it has
//! prose and an order that no other format has.
//!
//! ```
//! use serde_json::json;
//! use webagents_schema::formats::{ExportOptions, Format, detect, read, write};
//!
//! let mcp = json!({"tools": [{
//!     "name": "cart.add",
//!     "description": "Puts a thing into the cart.",
//!     "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
//!     "annotations": {"destructiveHint": false},
//! }]});
//! assert_eq!(detect(&mcp), Some(Format::Mcp));
//! let tools = read(Format::Mcp, &mcp).unwrap().value;
//! let exported = write(Format::Anthropic, &tools, &ExportOptions::default()).unwrap();
//! assert_eq!(exported.value[0]["name"], "cart_add");
//! assert_eq!(exported.names["cart_add"], "cart.add");
//! let losses: Vec<_> = exported.losses.iter().map(ToString::to_string).collect();
//! assert_eq!(losses, [
//!     "cart.add: `name` renamed: the format takes no such name: it is `cart_add`",
//!     "cart.add/annotations: `destructive` dropped: the format has no word for it",
//! ]);
//! ```

mod annotations;
mod anthropic;
mod detect;
mod entry;
mod error;
mod gemini;
mod mcp;
mod names;
mod openai;
mod openapi;
pub mod provider;
mod webmcp;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

pub use annotations::{Caution, caution};
pub use detect::detect;
pub use error::{FormatError, FormatErrorKind};
use provider::Provider;

use self::entry::{Entry, Writer};
use self::openai::Api;
use crate::interface::Interface;
use crate::loss::{Action, Loss, Lossy};

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

    /// Whether it can be written.
    pub const fn is_writable(self) -> bool {
        !matches!(self, Self::OpenApi)
    }
}

/// How tools are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportOptions {
    /// What becomes of things that the format's specification has no word for.
    pub beyond: Beyond,
}

/// What becomes of an output schema or a hint that a format's specification has no word for, but that readers of
/// it in the wild understand: `outputSchema` in WebMCP (polyfills read it), `destructiveHint` in WebMCP and
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

/// Tools in a format.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Exported {
    /// The document.
    pub value: Value,
    /// What it does not say.
    pub losses: Vec<Loss>,
    /// The source's name of each tool by its name in the document, for whoever gets a call of it.
    pub names: BTreeMap<String, String>,
}

/// A document of a format.
type Written = Value;

/// The tools of a document.
///
/// # Errors
///
/// When the document is not of the format, with the place. A schema that cannot be read fails the document: a
/// tool whose arguments are not known must not be offered.
pub fn read(format: Format, document: &Value) -> Result<Lossy<Vec<Interface>>, FormatError> {
    match format {
        Format::WebMcp => webmcp::read(document),
        Format::Mcp => mcp::read(document),
        Format::OpenAi | Format::OpenAiStrict | Format::OpenAiChat | Format::OpenAiChatStrict => {
            openai::read(document)
        }
        Format::Anthropic | Format::AnthropicStrict => anthropic::read(document),
        Format::Gemini | Format::GeminiJsonSchema => gemini::read(document),
        Format::OpenApi => openapi::read(document),
    }
}

/// The JSON value of a text: a document, or JSON Lines, which is a list of documents.
///
/// # Errors
///
/// When it is neither, with the line.
///
/// ```
/// use serde_json::json;
/// use webagents_schema::formats::from_text;
/// assert_eq!(from_text("{\"name\": \"a\"}\n{\"name\": \"b\"}\n").unwrap(), json!([{"name": "a"}, {"name": "b"}]));
/// ```
pub fn from_text(text: &str) -> Result<Value, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let error = match serde_json::from_str(text) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let values: Result<Vec<Value>, _> = lines.map(serde_json::from_str).collect();
    match values {
        Ok(values) if values.len() > 1 => Ok(Value::Array(values)),
        _ => {
            let message = format!("neither JSON nor JSON Lines: {error}");
            Err(FormatError::new(FormatErrorKind::NotJson, "", message))
        }
    }
}

/// Tools as a document.
///
/// A tool whose name the format does not take, or whose name another tool has, is renamed: see
/// [`Exported::names`].
///
/// # Errors
///
/// Only for a format that cannot be written, see [`Format::is_writable`].
pub fn write(format: Format, tools: &[Interface], options: &ExportOptions) -> Result<Exported, FormatError> {
    let new = names::of_tools(tools.iter().map(|tool| tool.name.as_str()), format);
    let mut writers: Vec<(Writer<'_>, String)> =
        tools.iter().zip(new).map(|(tool, name)| (Writer::new(tool, options), name)).collect();
    let mut names = BTreeMap::new();
    for (writer, name) in &mut writers {
        let source = writer.interface.name.as_str();
        if name != source {
            let message = format!("the format takes no such name: it is `{name}`");
            writer.lose("name", source.into(), Action::Renamed, message);
        }
        names.insert(name.clone(), source.to_owned());
    }
    let value = match format {
        Format::WebMcp => webmcp::write(&mut writers),
        Format::Mcp => mcp::write(&mut writers),
        Format::OpenAi => openai::write(&mut writers, Api::Responses, Provider::OpenAi),
        Format::OpenAiStrict => openai::write(&mut writers, Api::Responses, Provider::OpenAiStrict),
        Format::OpenAiChat => openai::write(&mut writers, Api::Chat, Provider::OpenAi),
        Format::OpenAiChatStrict => openai::write(&mut writers, Api::Chat, Provider::OpenAiStrict),
        Format::Anthropic => anthropic::write(&mut writers, Provider::Anthropic),
        Format::AnthropicStrict => anthropic::write(&mut writers, Provider::AnthropicStrict),
        Format::Gemini => gemini::write(&mut writers, Provider::Gemini),
        Format::GeminiJsonSchema => gemini::write(&mut writers, Provider::GeminiJsonSchema),
        Format::OpenApi => {
            let message = "OpenAPI describes a service's operations: it can be read here, and not be written";
            return Err(FormatError::new(FormatErrorKind::ReadOnly, "", message));
        }
    };
    let losses = writers.into_iter().flat_map(|(writer, _)| writer.losses).collect();
    Ok(Exported { value, losses, names })
}

/// Reads each tool of a list.
fn read_all(
    list: Vec<Entry<'_>>,
    mut read: impl FnMut(String, &Map<String, Value>) -> Result<Lossy<Option<Interface>>, FormatError>,
) -> Result<Lossy<Vec<Interface>>, FormatError> {
    let mut out = Lossy::exact(Vec::with_capacity(list.len()));
    for (at, map) in list {
        let Lossy { value, losses } = read(at, map)?;
        out.value.extend(value);
        out.losses.extend(losses);
    }
    Ok(out)
}

/// A tool of the service itself, which has no interface to be read.
fn skipped(at: &str, map: &Map<String, Value>) -> Lossy<Option<Interface>> {
    let ty = map.get("type").cloned().unwrap_or_default();
    let message = "a tool of the service itself, without an interface";
    Lossy { value: None, losses: vec![Loss::new(at, "type", ty, Action::Dropped, message)] }
}

/// The names in an object schema's `required`.
fn required_names(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}
