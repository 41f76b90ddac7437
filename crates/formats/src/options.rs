//! Options for writing tools.

/// Options for writing tool declarations in a given format, such as MCP's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportOptions {
    /// Revision of the Model Context Protocol (MCP) for which its list of tools is written.
    pub mcp: McpRevision,
}

/// Revision of the Model Context Protocol (MCP) for which a list of tools is written.
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
