//! Declarations from a program: manifests, tools and parameters.
//!
//! The decision: a builder gives the manifest that readers of its Markdown get, or an error. So its methods
//! reject a name, a type or a schema that the format refuses, and the rest is compared after writing and
//! parsing it once.

mod error;
mod manifest;
mod param;
#[cfg(feature = "schemars")]
mod rust_types;
mod tool;

pub use error::{BuildError, BuildErrorKind};
pub use manifest::ManifestBuilder;
pub use param::ParamBuilder;
pub use tool::ToolBuilder;
