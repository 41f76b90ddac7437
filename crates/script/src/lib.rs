//! JavaScript and TypeScript source, looked at without running it.
//!
//! Two things are here, and no IO among them. [`preflight`] reads code that a model wrote before it goes to a
//! browser: it finds syntax errors, takes TypeScript's types out, and reports calls of tools that cannot work.
//! [`deduce`] makes tools of the documented functions in a site's own source. The decision that both embody: **any
//! text gives a result in bounded time and never ends the process**, although the parser that they call recurses
//! without a counter. A scanner bounds the parser's input, and input that is not shallow is parsed on a thread with a
//! sufficient stack. Public signatures do not mention types of the parser.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod around;
mod calls;
mod constant;
mod deduce;
mod diagnostic;
mod emit;
mod engine;
mod evaluate;
mod generic;
mod globals;
mod guard;
mod inline;
mod jsdoc;
mod literal;
mod mismatch;
mod moves;
mod parse;
mod preflight;
mod slips;
mod source;
mod strip;
mod tools;
mod types;

pub use deduce::{Deduced, SkippedFunction, SourceLanguage, SourceOptions, deduce};
pub use diagnostic::{CodeDiagnostic, CodeDiagnosticKind, Place, Severity};
pub use engine::{EngineError, ExplainedError, explain_engine_error};
pub use globals::isolated_globals;
pub use moves::Moves;
pub use parse::SOURCE_BYTES;
pub use preflight::{CallSite, Language, Preflight, limits, preflight};
pub use tools::Tools;
pub use types::declared_type;
