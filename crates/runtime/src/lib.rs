//! Runs JavaScript that a model wrote in a page whose `webagents.md` declares tools, over any transport.
//!
//! [`execute`] takes a [`Page`], a [`Toolbox`] and code, and gives an [`Outcome`]: a value or an error, the console,
//! and the journal of the tools that were called. The decision: an agent's step is one script that chains as many tools
//! as it needs, in one command to the browser, and everything that can go wrong on the way has a kind of its own. This
//! crate does no IO: `webagents-runtime-webdriver` holds a [`Page`] over W3C WebDriver, and the facade that an agent
//! builder uses.
//!
//! With the feature `preflight`, code is looked at before it goes to the page: a model may write TypeScript, and
//! calls that cannot work are reported before anything runs ([`Preflight`]).
//!
//! [`outcome`] describes the representation of values.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod argument_schema;
mod audit;
mod budget;
mod confirm;
mod console;
mod envelope;
mod events;
mod execute;
mod guard;
mod harness;
mod live;
pub mod lock;
mod merge;
mod names;
pub mod outcome;
mod page;
mod policy;
#[cfg(feature = "preflight")]
mod preflight;
mod prompt;
mod redact;
mod stack;
mod tool_integrity;
mod toolbox;
mod untrusted;

pub use audit::{AuditContext, audit};
pub use budget::{Budget, Rate};
pub use confirm::{Confirm, Reply, Replying, Request};
pub use execute::{ExecuteOptions, Preflight, execute, execute_guarded, prepare};
pub use guard::{Arguments, Guards};
pub use harness::HarnessSecrets;
pub use live::{
    LiveFinding, LiveFindingKind, LiveOptions, LiveTool, LiveTools, Registration, WebMcpSupport, list_live,
    preload,
};
pub use outcome::{
    Call, CallOutcome, CallSource, ConsoleLine, Decision, DecisionSource, Dialog, DialogAnswer, DialogKind,
    ErrorKind, ExecError, Level, Outcome,
};
pub use page::{
    Answer, Page, PageError, PageErrorKind, PageEvent, PageFuture, Preload, Recovery, SyntaxCheck,
    SyntaxFault,
};
pub use policy::{AnnotationTrust, Evaluation, Policy, Rule, Unmatched, Verdict, sounds_consequential};
pub use prompt::ToolFormat;
pub use redact::{Redact, Redaction};
pub use toolbox::{SourceKind, ToolSource, Toolbox, UnknownTool};
pub use untrusted::{Boundary, visible};
pub use webagents_schema::{ContextOptions, Rendering, TypeScript, TypeScriptOptions};
