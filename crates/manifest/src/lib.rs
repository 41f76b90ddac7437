//! Parser, writer and diagnostics for `webagents.md`.
//!
//! `webagents.md` is the Markdown file in which a website declares the tools that it offers to AI agents.
//!
//! This crate converts text to a [`Manifest`] and back: no IO, no network, no JSON, no TypeScript. Its only
//! dependency is nom; `serde` is a feature. Its main decision: **parsing never fails**. Any input gives a manifest
//! and a list of [`Diagnostic`]s, in time linear in the input's length, and the caller chooses how strict to be.
//!
//! ```
//! let parsed = webagents_manifest::parse(
//!     "# Shop\n\nShoes.\n\n## searchProducts\nSearch the catalogue.\n\n### Params\n- `query` (string, required): Words.\n",
//! );
//! assert!(parsed.diagnostics.is_empty());
//! let tool = parsed.manifest.tool("searchProducts").unwrap();
//! assert_eq!(tool.params[0].name.as_str(), "query");
//! assert_eq!(webagents_manifest::parse(&webagents_manifest::write(&parsed.manifest)).manifest, parsed.manifest);
//! ```
//!
//! The rules are in `spec/SPEC.md`; every rule has an anchor, and every diagnostic names one. Types of parameters and
//! results are kept as text: `webagents-schema` parses them.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[macro_use]
mod annotations;
mod balance;
mod caution;
mod compact;
mod diagnostic;
mod findings;
mod grammar;
mod likeness;
mod lines;
mod lower;
mod model;
mod name;
mod param;
mod protect;
mod render;
mod scan;
mod section;
mod shared;
mod slips;
mod source_map;
mod span;
mod subsection;
mod text;
mod write;

pub use annotations::{AnnotationSpec, Annotations, Caution, caution};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use lower::{Parsed, parse, parse_bytes};
pub use model::{
    Constraint, ConstraintKeyword, Manifest, Note, Param, SPEC_VERSION, Section, Tool, ToolSchemas,
};
pub use name::{NameError, ParamName, ToolName};
pub use render::Rendered;
pub use shared::Text;
pub use source_map::{ParamSpans, SourceMap, ToolSpans};
pub use span::{LineIndex, Position, Span};
pub use write::write;

/// Limits on the size of a `webagents.md` document and its parts; the parser reports excess.
///
/// Each has a diagnostic; text beyond a limit is left out of the manifest and reported.
pub mod limits {
    /// Maximum bytes of a `webagents.md` that are read: 8 MiB. The rest is left out and reported.
    ///
    /// Beyond it the diagnostic is [`Code::LimitDocument`](crate::Code::LimitDocument).
    pub const DOCUMENT_BYTES: usize = 8 * 1024 * 1024;
    /// Maximum number of tools in a manifest that are read; further ones are left out and reported.
    ///
    /// Beyond it the diagnostic is [`Code::LimitTools`](crate::Code::LimitTools).
    pub const TOOLS: usize = 10_000;
    /// Maximum number of parameters of a tool that are read; further ones are left out and reported.
    ///
    /// Beyond it the diagnostic is [`Code::LimitParams`](crate::Code::LimitParams).
    pub const PARAMS: usize = 256;
    /// Maximum number of headings, code fences, comments and compact tools; text after them is left out.
    ///
    /// Beyond it the diagnostic is [`Code::LimitBlocks`](crate::Code::LimitBlocks).
    pub const BLOCKS: usize = 250_000;
    /// Maximum nesting of brackets in a parameter's type or default; a deeper parameter is left out.
    ///
    /// Beyond it the diagnostic is [`Code::LimitTypeDepth`](crate::Code::LimitTypeDepth).
    pub const TYPE_DEPTH: usize = 64;
    /// Maximum number of characters in the name of a tool or parameter; a longer name is invalid.
    ///
    /// Beyond it the error is [`NameError::TooLong`](crate::NameError::TooLong).
    pub const NAME_CHARS: usize = 128;
    /// Maximum number of diagnostics of a document; one further diagnostic counts those left out.
    ///
    /// One more reports how many were left out ([`Code::LimitDiagnostics`](crate::Code::LimitDiagnostics)).
    pub const DIAGNOSTICS: usize = 1_000;
}
