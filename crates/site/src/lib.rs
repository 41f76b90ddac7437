//! Building, checking and formatting the tool declarations of a website.
//!
//! A site that offers tools to agents publishes a `webagents.md`. This crate is for its authors:
//!
//! - [`ManifestBuilder`], [`ToolBuilder`] and [`ParamBuilder`] build a manifest from a program; types come from TypeScript, from
//!   JSON Schema and, with the feature `schemars`, from Rust types;
//! - [`to_markdown`] writes it; `write_file` (feature `fs`) writes it to disk; [`meta_tag`] and [`link_header`] make it known;
//! - [`validate`] and the module [`check`] find problems of declarations, such as texts that give orders to
//!   the model;
//! - [`format`](fn@format) gives the canonical form of a document and loses nothing of it.
//!
//! No IO is here without the feature `fs`.
//!
//! # For users of the Python package
//!
//! | `webagents-md` (PyPI) | here |
//! |---|---|
//! | `build_manifest(name, description, tools)` | [`ManifestBuilder`] |
//! | `build_tool(name, description, params, sample_code)` | [`ToolBuilder`] |
//! | `Param(name, type, description, required, default)` | [`ParamBuilder`] |
//! | `to_markdown(manifest)` | [`to_markdown`] |
//! | `write_file(manifest, path)` | `write_file`, with the feature `fs` |
//! | `meta_tag(path)` | [`meta_tag`] |
//! | `validate(manifest)` | [`validate`]: the same reports and those of every other rule of [`check`] |
//!
//! The example of its README:
//!
//! ```
//! use webagents_site::{ManifestBuilder, ParamBuilder, ToolBuilder, meta_tag, to_markdown, validate};
//!
//! let search = ToolBuilder::new("searchProducts")?
//!     .with_description("Search the product catalog.")
//!     .with_param(ParamBuilder::new("query")?.with_description("Search query text."))
//!     .with_sample("const results = await global.searchProducts(query);");
//! let snapshot = ToolBuilder::new("getPageSnapshot")?
//!     .with_description("Return a structured snapshot of current page state.")
//!     .with_param(ParamBuilder::new("mode")?.with_description("Snapshot mode.").with_default("full"))
//!     .with_sample("const snapshot = await global.getPageSnapshot(mode);");
//! let manifest = ManifestBuilder::new("My Store").with_tools([search, snapshot]).build()?;
//!
//! assert_eq!(validate(&manifest), []);
//! let markdown = to_markdown(&manifest);
//! assert_eq!(webagents_manifest::parse(&markdown).manifest, manifest);
//! assert!(markdown.contains("- `mode` (string, optional, default=\"full\"): Snapshot mode.\n"));
//! assert_eq!(meta_tag("/webagents.md"), r#"<meta name="webagents-md" content="/webagents.md">"#);
//! # Ok::<(), webagents_site::BuildError>(())
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod build;
pub mod check;
mod comments;
#[cfg(feature = "fs")]
mod file;
mod format;
mod lists;
mod publish;

pub use webagents_manifest::write as to_markdown;

pub use check::validate;

pub use build::{BuildError, BuildErrorKind, ManifestBuilder, ParamBuilder, ToolBuilder};
#[cfg(feature = "fs")]
pub use file::write_file;
pub use format::format;
pub use publish::{MEDIA_TYPE, PATH, etag, link_header, meta_tag};
