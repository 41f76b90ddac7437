//! Places of the values of a manifest in its source.

use crate::span::Span;

/// Byte ranges, in the source text of a manifest, of its tools and their parameters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SourceMap {
    /// Byte ranges of each tool, in the order of [`Manifest::tools`](crate::Manifest::tools).
    pub tools: Vec<ToolSpans>,
}

/// Byte ranges of a tool's parts in a manifest's source text, such as its name and parameters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ToolSpans {
    /// Byte range of all the text that declares the tool: its heading and the section below.
    pub block: Span,
    /// Byte range of the tool's name in the manifest's source text.
    pub name: Span,
    /// Byte ranges of each of the tool's parameters, in the order of [`Tool::params`](crate::Tool::params).
    pub params: Vec<ParamSpans>,
    /// Byte range of the type of the tool's result; `None` if the tool declares no such type.
    pub returns: Option<Span>,
    /// Byte range of the JSON Schema of the tool's arguments; `None` if the tool declares none.
    pub input_schema: Option<Span>,
    /// Byte range of the JSON Schema of the tool's result; `None` if the tool declares none.
    pub output_schema: Option<Span>,
}

impl ToolSpans {
    /// Creates the ranges of a tool without parameters, result and schemas.
    pub(crate) fn new(block: Span, name: Span) -> Self {
        Self { block, name, ..Self::default() }
    }
}

/// Byte ranges, in a manifest's source text, of the line that declares a parameter, and of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ParamSpans {
    /// Byte range of the source line that declares the parameter.
    pub line: Span,
    /// Byte range of the parameter's type; empty, within its line, if the source writes no type.
    pub ty: Span,
}
