//! The formats in which tools are declared, in and out.
//!
//! [`read`] makes [`Interface`]s of a document, [`write()`] makes a document of them, and [`detect`] says which format
//! a document has. One module a format; what a format cannot carry is a [`Loss`]. The decision this module embodies:
//! **a tool that was read and is written in the same format says the same**. Members that an interface has no place for
//! are kept in [`Interface::extra`].
//!
//! Everything here is read from hostile documents: each error says where, nothing recurses without a bound, and
//! no reference to another document is ever followed. Schemas for providers of language models, which take
//! parts of JSON Schema, are in the module [`provider`]. A `webagents.md` is not a format in this sense: it has
//! prose and an order that no other format has, and `webagents_schema` converts it.
//!
//! ```
//! use serde_json::json;
//! use webagents_formats::{ExportOptions, Format, detect, read, write};
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

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod annotations;
mod anthropic;
mod detect;
mod document;
mod entry;
mod error;
mod gemini;
mod mcp;
mod names;
mod openai;
mod openapi;
pub mod provider;
mod webmcp;
#[cfg(feature = "yaml")]
mod yaml;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

pub use annotations::{Caution, caution};
pub use detect::detect;
pub use document::Document;
pub use error::{FormatError, FormatErrorKind};

use webagents_schema::{Action, Interface, Loss, Lossy};

use self::document::Input;
use self::entry::{Entry, Writer};
use self::openai::Api;
use self::provider::Provider;

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

/// Tools in a format.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Exported {
    /// The document.
    pub value: Value,
    /// Losses of the document.
    pub losses: Vec<Loss>,
    /// The source's name of each tool by its name in the document, for the receiver of a call.
    pub names: BTreeMap<String, String>,
}

/// A document of a format.
type Written = Value;

/// The tools of a document, and those that cannot be read.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Imported {
    /// The tools, in the order of the document.
    pub tools: Vec<Interface>,
    /// Losses of the tools.
    pub losses: Vec<Loss>,
    /// Tools that were left out: arguments that are not known must not be offered.
    pub refused: Vec<Refusal>,
    /// Places of the refused tools in the document.
    places: BTreeSet<String>,
}

impl Imported {
    /// Leaves out a tool that is at `at`.
    fn refuse(&mut self, tool: String, at: String, error: FormatError) {
        self.places.insert(at);
        self.refused.push(Refusal { tool, error });
    }
}

/// A tool that was left out, or a part of the document that is no tool's.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// Its name; empty where it has none.
    pub tool: String,
    /// Why it cannot be read, and where.
    pub error: FormatError,
}

impl Refusal {
    /// Creates the record of a tool that was left out because of `error`.
    pub fn new(tool: impl Into<String>, error: FormatError) -> Self {
        Self { tool: tool.into(), error }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.tool.is_empty() {
            return self.error.fmt(f);
        }
        let mut name = String::new();
        webagents_schema::escape::push_excerpt(&mut name, &self.tool, 80);
        write!(f, "{name}: {}", self.error)
    }
}

/// The tools of a document.
///
/// # Errors
///
/// When the document is not of the format, or one of its tools cannot be read, with the place. [`read_each`] reads
/// the others.
pub fn read(format: Format, document: &Value) -> Result<Lossy<Vec<Interface>>, FormatError> {
    let read = read_input(format, Input::of(document))?;
    match read.refused.into_iter().next() {
        Some(refusal) => Err(refusal.error),
        None => Ok(Lossy { value: read.tools, losses: read.losses }),
    }
}

/// The tools of a document that can be read, and why the others cannot.
///
/// # Errors
///
/// When the document is not of the format, with the place.
pub fn read_each(format: Format, document: &Document) -> Result<Imported, FormatError> {
    read_input(format, document.input())
}

fn read_input(format: Format, document: Input<'_>) -> Result<Imported, FormatError> {
    let mut read = match format {
        Format::WebMcp => webmcp::read(document),
        Format::Mcp => mcp::read(document),
        Format::OpenAi | Format::OpenAiStrict | Format::OpenAiChat | Format::OpenAiChatStrict => {
            openai::read(document)
        }
        Format::Anthropic | Format::AnthropicStrict => anthropic::read(document),
        Format::Gemini | Format::GeminiJsonSchema => gemini::read(document),
        Format::OpenApi => openapi::read(document),
    }?;
    // A part that is no tool's is named as well: nothing is left out silently.
    let known: BTreeSet<String> = read.refused.iter().map(|refusal| refusal.error.pointer.clone()).collect();
    let others = document.faults().filter(|fault| !known.contains(&fault.pointer));
    let inner = |fault: &&FormatError| {
        // Of several in one tool the first was named.
        let mut above = fault.pointer.match_indices('/').map(|(end, _)| &fault.pointer[..end]);
        !above.any(|at| read.places.contains(at)) && !read.places.contains(&fault.pointer)
    };
    let others: Vec<Refusal> = others.filter(inner).map(|fault| Refusal::new("", fault.clone())).collect();
    read.refused.extend(others);
    Ok(read)
}

/// The JSON value of a text: a document, or JSON Lines, which is a list of documents.
///
/// # Errors
///
/// When it is neither, with the line, and when a value of it cannot be read. [`Document::from_json`] reads the rest.
///
/// ```
/// use serde_json::json;
/// use webagents_formats::from_text;
/// assert_eq!(from_text("{\"name\": \"a\"}\n{\"name\": \"b\"}\n").unwrap(), json!([{"name": "a"}, {"name": "b"}]));
/// ```
pub fn from_text(text: &str) -> Result<Value, FormatError> {
    let document = Document::from_json(text)?;
    let fault = document.faults().next().cloned();
    fault.map_or(Ok(document.value), Err)
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
    document: Input<'_>,
    list: Vec<Entry<'_>>,
    mut read: impl FnMut(String, &Map<String, Value>) -> Result<Lossy<Option<Interface>>, FormatError>,
) -> Imported {
    let mut out = Imported { tools: Vec::with_capacity(list.len()), ..Imported::default() };
    for (at, map) in list {
        let name = map.as_ref().map(|map| name_in(map)).unwrap_or_default();
        let fault = document.fault(&at).cloned();
        let tool = match (fault, map) {
            (Some(fault), _) | (None, Err(fault)) => Err(fault),
            (None, Ok(map)) => read(at.clone(), map),
        };
        match tool {
            Ok(Lossy { value, losses }) => {
                out.tools.extend(value);
                out.losses.extend(losses);
            }
            Err(error) => out.refuse(name, at, error),
        }
    }
    out
}

/// The name of a tool that may be none.
fn name_in(map: &Map<String, Value>) -> String {
    let function = map.get("function").and_then(|function| function.get("name"));
    map.get("name").or(function).and_then(Value::as_str).unwrap_or_default().to_owned()
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
