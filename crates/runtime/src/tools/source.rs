//! Sources of tools: the manifest, or a way of WebMCP.

use crate::outcome::SourceKind;
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
    /// For a tool of the manifest it is the one that is called if the page has no function of the name.
    pub webmcp: Option<&'t WebMcpTool>,
}

/// Returns the kind of the source of a registered tool.
pub(crate) fn registered_kind(tool: &WebMcpTool, support: Option<WebMcpSupport>) -> SourceKind {
    match tool.way {
        Registration::Declarative => SourceKind::Declarative,
        Registration::Legacy => SourceKind::Legacy,
        Registration::Imperative if support == Some(WebMcpSupport::Shim) => SourceKind::Shim,
        Registration::Imperative => SourceKind::Native,
    }
}
