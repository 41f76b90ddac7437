//! Sources of tools: the manifest, or a way of WebMCP.

use std::fmt;

use crate::webmcp::{LiveTool, Registration, WebMcpSupport};

/// Source of a tool.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ToolSource<'t> {
    /// Its name in `global`.
    pub name: &'t str,
    /// Kind of the source.
    pub kind: SourceKind,
    /// The registered tool, with its own name, its frame and its origin.
    ///
    /// For a tool of the manifest it is the one that is called where the page has no function of the name.
    pub live: Option<&'t LiveTool>,
}

/// Kind of the source of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceKind {
    /// The `webagents.md`.
    Manifest,
    /// The page, by the browser's own WebMCP.
    Native,
    /// The page, by the WebMCP that our shim gives the browser.
    Shim,
    /// A form of the page, in either.
    Declarative,
    /// The page, by a shape from before WebMCP's present one, in either.
    Legacy,
}

impl SourceKind {
    pub(crate) fn of(tool: &LiveTool, support: Option<WebMcpSupport>) -> Self {
        match tool.way {
            Registration::Declarative => Self::Declarative,
            Registration::Legacy => Self::Legacy,
            Registration::Imperative if support == Some(WebMcpSupport::Shim) => Self::Shim,
            Registration::Imperative => Self::Native,
        }
    }

    /// The kind as messages spell it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Manifest => "manifest",
            Self::Native => "webmcp",
            Self::Shim => "webmcp-shim",
            Self::Declarative => "webmcp-form",
            Self::Legacy => "webmcp-legacy",
        }
    }
}

impl serde::Serialize for SourceKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for SourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
