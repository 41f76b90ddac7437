//! Places of the values of a manifest in its source.

use crate::span::Span;

/// Places of the values of a [`Manifest`](crate::Manifest) in the source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SourceMap {
    /// Places of each of `manifest.tools`.
    pub tools: Vec<ToolSpans>,
}

/// Places of the parts of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ToolSpans {
    /// The whole tool.
    pub block: Span,
    /// Name.
    pub name: Span,
    /// Places of each of `params`.
    pub params: Vec<ParamSpans>,
    /// Text of the result type.
    pub returns: Option<Span>,
    /// Text of the input schema.
    pub input_schema: Option<Span>,
    /// Text of the output schema.
    pub output_schema: Option<Span>,
}

/// Places of the parts of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ParamSpans {
    /// Line.
    pub line: Span,
    /// Type as written; an empty span in the line if there is none.
    pub ty: Span,
}
