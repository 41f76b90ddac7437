//! The tools that websites declare, for programs that let AI agents use them.
//!
//! This crate exports the crates of the workspace under one name and one version. The decision: it has no code of its
//! own, so that each part can also be used alone, with fewer dependencies.
//!
//! | you write | feature | start with |
//! |---|---|---|
//! | a runtime that reads `webagents.md` | none | [`manifest::parse`], [`schema::typescript_of`] |
//! | a program that finds the manifest of a page | `discover` (default) | `discover::discover` |
//! | an agent that runs code of a model with the tools of a site | `host` | `host::Host` |
//! | a site with tools | `site` | `site::ManifestBuilder`, `site::validate` |
//! | a bridge to MCP, OpenAPI or a provider of models | `formats` | `formats::read`, `formats::write` |
//! | a reader of pages | `read` | `read::read`, `read::web_browse` |
//! | a program that drives pages without tools | `browse`, `host` | `browse::Browse` |
//!
//! The folder `examples` has a program for each of them. Without features, the crate does no IO and builds for
//! WebAssembly; `host` needs Unix.
//!
//! ```
//! use webagents::{manifest, schema};
//!
//! let text = "# Shop\n\n## search\nFinds things.\n\n### Params\n- `query` (string, required): Words.\n";
//! let parsed = manifest::parse(text);
//! assert_eq!(schema::check(&parsed), []);
//!
//! let declared = schema::typescript_of(&parsed, &schema::TypeScriptOptions::default());
//! assert!(declared.text.contains("search(query: string): Promise<any>;"));
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub use webagents_manifest as manifest;
pub use webagents_schema as schema;

#[cfg(feature = "browse")]
pub use webagents_browse as browse;
#[cfg(feature = "discover")]
pub use webagents_discover as discover;
#[cfg(any(feature = "discover", feature = "host", feature = "read"))]
pub use webagents_fetch as fetch;
#[cfg(feature = "formats")]
pub use webagents_formats as formats;
#[cfg(feature = "host")]
pub use webagents_host as host;
#[cfg(feature = "read")]
pub use webagents_read as read;
#[cfg(any(feature = "browse", feature = "host"))]
pub use webagents_runtime as runtime;
#[cfg(feature = "site")]
pub use webagents_site as site;
