//! The formats in which tools are declared, in and out.
//!
//! [`read`] makes [`Interface`]s of a document, [`write()`] makes a document of them, and [`detect`] returns
//! the format of a document. Each format has a module; a part that a format cannot carry is a [`Loss`]. The
//! decision this module embodies: **a tool that is read and written in one format keeps its meaning**.
//! Members without a place in an interface are kept in [`Interface::extra`].
//!
//! All documents are hostile: each error has its place, nothing recurses without a bound, and no reference to
//! another document is ever followed. Schemas for providers of language models, which take parts of JSON
//! Schema, are in the module [`provider`]. A `webagents.md` is not a format in this sense: it has prose and
//! an order that no other format has, and `webagents_schema` converts it.
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

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod annotations;
mod anthropic;
mod detect;
mod document;
mod entry;
mod error;
mod format;
mod gemini;
mod imported;
mod mcp;
mod names;
mod openai;
mod openapi;
mod options;
pub mod provider;
mod webmcp;
#[cfg(feature = "yaml")]
mod yaml;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

pub use detect::detect;
pub use document::Document;
pub use error::{FormatError, FormatErrorKind};
pub use format::{Format, UnknownFormat};
pub use imported::{Imported, RefusedTool};
pub use options::{ExportOptions, McpRevision};
#[cfg(feature = "yaml")]
pub use yaml::YamlPlace;

pub use webagents_manifest::{Caution, caution};
use webagents_schema::{Action, Interface, Loss, Lossy};

use self::document::Input;
use self::entry::Writer;

/// Tool declarations written in one format, with the parts of the tools that it could not express.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Exported {
    /// Tool declarations, as the JSON document that the format prescribes.
    pub value: Value,
    /// Parts of the tools that the written declarations do not express exactly.
    pub losses: Vec<Loss>,
    /// Map from the name of each tool in the written declarations to its original name.
    ///
    /// A receiver of a call finds the original tool by it.
    pub names: BTreeMap<String, String>,
}

/// Reads the tools that a document in the given format declares, and fails if one cannot be read.
///
/// # Errors
///
/// When the document is not of the format, or one of its tools cannot be read, with the place. [`read_each`] reads
/// the others.
pub fn read(format: Format, document: &Value) -> Result<Lossy<Vec<Interface>>, FormatError> {
    let read = read_input(format, Input::without_faults(document))?;
    match read.refused.into_iter().next() {
        Some(refusal) => Err(refusal.error),
        None => Ok(Lossy { value: read.tools, losses: read.losses }),
    }
}

/// Reads the tools that a document in the given format declares, and reports those it cannot read.
///
/// # Errors
///
/// When the document is not of the format, with the place.
pub fn read_each(format: Format, document: &Document) -> Result<Imported, FormatError> {
    read_input(format, document.input())
}

fn read_input(format: Format, document: Input<'_>) -> Result<Imported, FormatError> {
    let mut read = (format.facts().read)(document)?;
    // Parts outside of the tools are named as well: nothing is left out silently.
    let known: BTreeSet<String> = read.refused.iter().map(|refusal| refusal.error.pointer.clone()).collect();
    let others = document.faults().filter(|fault| !known.contains(&fault.pointer));
    let is_outside = |fault: &&FormatError| {
        // Of several in one tool the first was named.
        !read.is_refused(&fault.pointer)
    };
    let others: Vec<RefusedTool> =
        others.filter(is_outside).map(|fault| RefusedTool::new("", fault.clone())).collect();
    read.refused.extend(others);
    Ok(read)
}

/// Parses JSON, or JSON Lines as an array, and fails if one of the values cannot be read.
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

/// Converts tools to a document of declarations in a given format, such as MCP's list of tools.
///
/// A tool whose name the format does not take, or whose name another tool has, is renamed: see
/// [`Exported::names`].
///
/// # Errors
///
/// Only for a format that cannot be written, see [`Format::is_writable`].
pub fn write(format: Format, tools: &[Interface], options: &ExportOptions) -> Result<Exported, FormatError> {
    let Some(write) = format.facts().write else {
        let message = "OpenAPI describes a service's operations: it can be read here, and not be written";
        return Err(FormatError::new(FormatErrorKind::ReadOnly, "", message));
    };
    let new = names::of_tools(tools.iter().map(|tool| tool.name.as_str()), format.facts().names);
    let mut writers: Vec<(Writer<'_>, String)> =
        tools.iter().zip(new).map(|(tool, name)| (Writer::new(tool, options), name)).collect();
    let mut names = BTreeMap::new();
    for (writer, name) in &mut writers {
        let source = writer.interface.name.as_str();
        if name != source {
            let message = format!("the format takes no such name: it is `{name}`");
            writer.add_loss("name", source.into(), Action::Renamed, message);
        }
        names.insert(name.clone(), source.to_owned());
    }
    let value = write(&mut writers);
    let losses = writers.into_iter().flat_map(|(writer, _)| writer.losses).collect();
    Ok(Exported { value, losses, names })
}
