//! Types of tools: from the declarations of a `webagents.md` to the text that a language model reads.
//!
//! No IO is here. Its centre is one typed tree: an [`Interface`] is a tool, a [`Shape`] the type of a value, with named
//! definitions; [`ty`] is the tree itself, with a bounded parser and a printer. Around it:
//!
//! - [`typescript`] declares a manifest's tools in four [`Rendering`]s, [`context_for_llm`] puts the
//!   declarations and the site's prose together, and [`fit_context`] chooses the rendering by a budget;
//! - [`interface_of`] and [`manifest_of`] go from a manifest's tools to interfaces and back;
//! - [`json_schema`] and [`declarations`] read and write JSON Schema and TypeScript declarations;
//! - [`check`] returns every finding about a document, including its types;
//! - [`conform`] compares a value with a type, and `validate` (a feature) checks values against schemas.
//!
//! Each conversion returns a [`Lossy`] result, which lists the parts that could not be converted as [`Loss`]es.
//! [`escape`] is the one place where site text is made safe for TypeScript (invariant I7).
//!
//! ```
//! use webagents_schema::{ContextOptions, TypeScriptOptions, context_for_llm, typescript};
//! let manifest = webagents_manifest::parse(
//!     "# Shop\n\nShoes.\n\n## find\nFinds shoes.\n\n### Params\n- `size` (number): The size.\n",
//! ).manifest;
//! let declared = typescript(&manifest, &TypeScriptOptions::default());
//! assert_eq!(declared.text, "\
//! declare const global: {
//!   /**
//!    * Finds shoes.
//!    *
//!    * @param size - The size.
//!    */
//!   find(size: number): Promise<any>;
//! };
//! ");
//! assert!(context_for_llm(&manifest, &ContextOptions::default()).contains("Shoes."));
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod check;
pub mod conform;
mod context;
pub mod declarations;
mod default;
pub mod escape;
mod example;
mod interface;
pub mod json_schema;
mod json_text;
mod lookalike;
mod loss;
mod manifest;
mod near;
mod query;
mod shape;
pub mod ty;
mod typescript;
mod unique;
#[cfg(feature = "validate")]
pub mod validate;

pub use check::check;
pub use context::{ContextOptions, FittedContext, context_for_llm, context_with, fit_context};
pub use default::default_value;
pub use example::example_call;
pub use interface::{CallStyle, Interface};
pub use json_text::{json_problem, json_reason};
pub use lookalike::unusual_characters;
pub use loss::{Action, Loss, Lossy, pointer};
pub use manifest::{interface_of, manifest_of, tool_name, tool_of};
pub use near::{did_you_mean, near_names};
pub use shape::{Definition, Shape};
pub use typescript::{Rendering, TypeScript, TypeScriptOptions, typescript, typescript_of, typescript_with};
pub use webagents_text::estimate_tokens;
