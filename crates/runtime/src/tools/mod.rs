//! The tools of a site: declared by its manifest, or registered by its page.

mod merge;
pub(crate) mod names;
pub(crate) mod source;
pub(crate) mod tool_integrity;
pub(crate) mod toolbox;
