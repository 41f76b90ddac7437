//! A browser with the tools of a site, guards and questions, for programs that run code of a model.
//!
//! A [`Host`] does the whole job of an agent's step: it finds the tools of a page ([`SiteFinder`]), checks them against
//! a lock ([`HostGuards::check`]), takes a browser ([`BrowserSource`]), opens the page and lists its tools
//! ([`HostSession::enter`]), runs code and records it ([`HostSession::run`]), and captures the state to save
//! ([`HostSession::save`]). A program that needs its own steps in between calls these parts itself. The decision: the
//! order of the steps, and the checks of each, are here alone, so that no program leaves a guard out.
//!
//! ```no_run
//! use webagents_host::{BrowserOptions, Error, ExecuteOptions, GuardOptions, Host, Policy, Reply, Request, Verdict};
//!
//! # async fn example() -> Result<(), Error> {
//! // First in `main`: the program starts itself as the process that runs code.
//! webagents_host::serve_if_helper();
//! let policy = Policy::default().with_rule("deleteAccount", Verdict::Deny);
//! let guards = GuardOptions::from(policy).with_confirm(async |question: Request| {
//!     println!("{}: {}({})", question.origin, question.tool, question.arguments);
//!     Reply::AllowOnce
//! });
//! let host = Host::launch(BrowserOptions::default(), guards).await?;
//! let mut session = host.open("https://shop.example/").await?;
//! println!("{}", session.toolbox().system_prompt("Find red shoes."));
//! let code = "return await global.searchProducts('red shoes')";
//! let run = session.run(code, &ExecuteOptions::default()).await;
//! println!("{:?}", run.outcome.result);
//! session.close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! The crate prints nothing, writes no file and never ends the program. It runs where `webagents-runtime-webdriver`
//! does.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod browsers;
mod error;
mod guards;
mod host;
mod isolates;
pub mod programs;
mod runner;
mod session;
mod site;

pub use browsers::BrowserSource;
pub use error::{Error, LockRefused};
pub use guards::HostGuards;
pub use host::Host;
pub use isolates::Isolates;
pub use runner::ToolRunner;
pub use session::{HostSession, PageTools, RecordedRun, SaveOptions, Saved, ToolNeed};
pub use site::{FoundSite, SiteFinder};

pub use webagents_fetch::{ClientOptions, Error as FetchError};
pub use webagents_isolate::{
    Limits as IsolateLimits, Program as IsolateProgram, Restriction as IsolateRestriction, serve_if_helper,
};
pub use webagents_manifest::{Diagnostic, Parsed};
pub use webagents_runtime::guard::lock::{ChangesRefused, Lock, Pin};
pub use webagents_runtime::guard::{Confirm, Replying, Unmatched};
pub use webagents_runtime::tools::{
    HostToolError, HostTools, ToolContext, ToolError, ToolFuture, ToolHandler, ToolResult,
};
pub use webagents_runtime::webmcp::{WebMcpDiagnostic, WebMcpSupport};
pub use webagents_runtime::{
    CallOutcome, ErrorKind as ExecErrorKind, ExecError, ExecuteOptions, GuardOptions, Guards, Outcome,
    Policy, Realm, Reply, Request, Toolbox, Verdict,
};
pub use webagents_runtime_webdriver::{
    Browser, BrowserOptions, Engine, Error as SessionError, ErrorKind as SessionErrorKind, Pool, PoolOptions,
    Refusals, Running, Session, Site, StorageState,
};
