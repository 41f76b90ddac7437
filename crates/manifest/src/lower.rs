//! From marks to values.
use crate::{Diagnostic, Manifest, Span};

/// What [`parse`] found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Parsed {
    /// What the document says.
    pub manifest: Manifest,
    /// What is wrong with it, in the order of the places; at most [`limits::DIAGNOSTICS`](crate::limits::DIAGNOSTICS) and one.
    pub diagnostics: Vec<Diagnostic>,
    /// Where things stood.
    pub source_map: SourceMap,
    /// The text that was read: the spans index it. What was not UTF-8 is U+FFFD here.
    pub content: String,
}

/// Where the values of a [`Manifest`] stood in the source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SourceMap {
    /// One for each of `manifest.tools`.
    pub tools: Vec<ToolSpans>,
}

/// Where the parts of a tool stood.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ToolSpans {
    /// The whole tool.
    pub block: Span,
    /// Its name.
    pub name: Span,
    /// The lines of its parameters: one for each of `params`.
    pub params: Vec<Span>,
    /// The types of its parameters as written; where none is, an empty span behind the name.
    pub param_types: Vec<Span>,
    /// The text of its result type.
    pub returns: Option<Span>,
    /// The text of its input schema.
    pub input_schema: Option<Span>,
    /// The text of its output schema.
    pub output_schema: Option<Span>,
}

/// Parses a document.
pub fn parse(text: &str) -> Parsed {
    Parsed { content: text.to_owned(), ..Parsed::default() }
}

/// Parses a document from bytes.
pub fn parse_bytes(bytes: &[u8]) -> Parsed {
    parse(&String::from_utf8_lossy(bytes))
}
