//! Sources of tools: the manifest, or a way of WebMCP.

use std::fmt;

use crate::webmcp::{Registration, WebMcpSupport, WebMcpTool};

/// Source of a tool that code can call: the site's manifest, or a registration by the page.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ToolSource<'t> {
    /// Name by which the model's code calls the tool, as a method of the JavaScript object `global`.
    pub name: &'t str,
    /// Source of the tool: the manifest, or one of the ways to register it through WebMCP.
    pub kind: SourceKind,
    /// Registration of the tool by the page through WebMCP; `None` if the page has not registered it.
    ///
    /// For a tool of the manifest it is the one that is called where the page has no function of the name.
    pub webmcp: Option<&'t WebMcpTool>,
}

/// Kind of the source of a tool: the manifest, or one of the ways to register it by WebMCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceKind {
    /// The site's `webagents.md`.
    Manifest,
    /// The page, through the browser's own WebMCP.
    Native,
    /// The page, through the WebMCP script that this crate adds to the browser.
    Shim,
    /// A form of the page, in a browser with or without WebMCP of its own.
    Declarative,
    /// The page, through an older interface of WebMCP.
    Legacy,
}

impl SourceKind {
    pub(crate) fn of(tool: &WebMcpTool, support: Option<WebMcpSupport>) -> Self {
        match tool.way {
            Registration::Declarative => Self::Declarative,
            Registration::Legacy => Self::Legacy,
            Registration::Imperative if support == Some(WebMcpSupport::Shim) => Self::Shim,
            Registration::Imperative => Self::Native,
        }
    }

    /// Returns the source kind's name in messages and JSON, such as `webmcp-form`.
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
