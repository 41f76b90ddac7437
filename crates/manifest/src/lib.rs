//! Parser, writer and diagnostics for `webagents.md`, the Markdown file in which a website declares the
//! tools it offers to AI agents.
//!
//! This room turns text into a [`Manifest`] and back, and nothing else: no IO, no network, no JSON, no
//! TypeScript. Its only dependency is nom; `serde` is a feature. It embodies one decision above all:
//! **parsing never fails**. Any input gives a manifest and a list of [`Diagnostic`]s, in time linear in the
//! input's length, and strictness is the caller's choice.
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
//! The rules are in `spec/SPEC.md`; every rule has an anchor, and every diagnostic names one. The type of a
//! parameter or of a result is kept as text here: `webagents-schema` parses it.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod balance;
mod compact;
mod diagnostic;
mod findings;
mod grammar;
mod lower;
mod model;
mod name;
mod param;
mod render;
mod scan;
mod section;
mod shared;
mod slips;
mod span;
mod text;
mod write;

pub use diagnostic::{Code, Diagnostic, Severity};
pub use lower::{ParamSpans, Parsed, SourceMap, ToolSpans, parse, parse_bytes};
pub use model::{Annotations, Constraint, Keyword, Manifest, Note, Param, SPEC_VERSION, Section, Tool};
pub use name::{NameError, ParamName, ToolName};
pub use render::Rendered;
pub use shared::Text;
pub use span::{LineIndex, Position, Span};
pub use write::write;

/// The bounds that hold for every document. Each has a diagnostic; what lies beyond a bound is left out of
/// the manifest and reported.
pub mod limits {
    /// Bytes of a document that are read: 8 MiB ([`Code::LimitDocument`](crate::Code::LimitDocument)).
    pub const DOCUMENT_BYTES: usize = 8 * 1024 * 1024;
    /// Tools in a manifest ([`Code::LimitTools`](crate::Code::LimitTools)).
    pub const TOOLS: usize = 10_000;
    /// Parameters of a tool ([`Code::LimitParams`](crate::Code::LimitParams)).
    pub const PARAMS: usize = 256;
    /// Headings, fences, comments and compact tools of a document
    /// ([`Code::LimitBlocks`](crate::Code::LimitBlocks)).
    pub const BLOCKS: usize = 250_000;
    /// Nesting of brackets in a type or a default ([`Code::LimitTypeDepth`](crate::Code::LimitTypeDepth)).
    pub const TYPE_DEPTH: usize = 64;
    /// Characters of a tool's or a parameter's name ([`NameError`](crate::NameError)).
    pub const NAME_CHARS: usize = 128;
    /// Diagnostics that are kept; one more says how many were left out
    /// ([`Code::LimitDiagnostics`](crate::Code::LimitDiagnostics)).
    pub const DIAGNOSTICS: usize = 1_000;
}
