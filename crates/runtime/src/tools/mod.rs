//! The tools of a site: declared by its manifest, or registered by its page.

pub(crate) mod arguments;
mod known;
mod merge;
pub(crate) mod source;
pub(crate) mod tool_integrity;
pub(crate) mod toolbox;

pub use webagents_formats::Format;
pub use webagents_schema::{ContextOptions, Interface, Rendering, TypeScript, TypeScriptOptions};

pub use self::known::KnownTools;
pub use self::source::ToolSource;
pub use self::toolbox::{Toolbox, UnknownTool};
pub use crate::outcome::SourceKind;
