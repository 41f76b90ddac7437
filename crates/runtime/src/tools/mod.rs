//! The tools that code can call: tools of a site, its page or the program.

pub(crate) mod arguments;
pub(crate) mod host;
mod json;
mod known;
mod merge;
mod prompt;
pub(crate) mod source;
pub(crate) mod tool_integrity;
pub(crate) mod toolbox;

pub use webagents_formats::Format;
pub use webagents_schema::{CallStyle, ContextOptions, Interface, Rendering, TypeScript, TypeScriptOptions};

pub use self::host::{HostToolError, HostTools, ToolContext, ToolError, ToolFuture, ToolHandler, ToolResult};
pub use self::json::{plain_json, represent_json};
pub use self::known::KnownTools;
pub use self::source::ToolSource;
pub use self::toolbox::{Toolbox, UnknownTool};
pub use crate::outcome::SourceKind;
