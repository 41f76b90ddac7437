//! Runs JavaScript that a model wrote with the tools that a page declares.
//!
//! [`execute_isolated`](isolated::execute_isolated) takes a process, a [`Page`], a [`Toolbox`] and code, and gives an
//! [`Outcome`]: a value or an error, the console, and the journal of the tools that were called. The decision: an agent's
//! step is one script that chains as many tools as it needs, and the host decides on each call before the page gets it.
//! [`execute`] runs code in the page's own realm, with its DOM; there nothing runs if a rule guards a tool.
//!
//! This crate does no IO: `webagents-runtime-webdriver` has a [`Page`] over W3C WebDriver, `webagents-isolate` the process,
//! and `webagents-host` brings them together.
//!
//! ```
//! use webagents_runtime::{ExecuteOptions, Outcome, Page, Toolbox, execute};
//!
//! /// Runs code of a model with the tools that the page's manifest declares.
//! async fn step(page: &mut dyn Page, manifest: &str, code: &str) -> Outcome {
//!     let toolbox = Toolbox::from(webagents_manifest::parse(manifest));
//!     let outcome = execute(page, &toolbox, code, &ExecuteOptions::default()).await;
//!     for call in &outcome.calls {
//!         println!("{} took {} ms", call.tool, call.duration_ms);
//!     }
//!     outcome
//! }
//! ```
//!
//! With the feature `preflight`, code is checked before it runs: a model may write TypeScript, and
//! calls that cannot work are reported before anything runs ([`PreflightMode`]).
//!
//! The root has the names of a simple run. The others are in the modules: [`guard`] (policy, questions, lock, audit),
//! [`isolated`] (runs in a process of their own), [`outcome`] (journal, console, representation of values), [`page`] (the implementation of a transport), [`tools`]
//! (origin of a tool, renderings for a model) and [`webmcp`] (tools that a page registers).

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod driver;
mod execute;
pub mod guard;
mod harness;
pub mod isolated;
mod lock;
mod options;
pub mod outcome;
pub mod page;
#[cfg(feature = "preflight")]
mod preflight;
mod setters;
pub mod tools;
pub mod webmcp;

pub use execute::script::{named_tools, names_tools};
pub use execute::{execute, execute_current, execute_guarded, execute_until};
pub use guard::{GuardOptions, Guards, Policy, Reply, Request, Verdict};
pub use options::{ExecuteOptions, PreflightMode, Realm, RecordLimits, UnknownRealm};
pub use outcome::{CallOutcome, ErrorKind, ExecError, Outcome};
pub use page::{Page, PageError, PageErrorKind};
pub use tools::Toolbox;
