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

mod execute;
mod guard;
mod harness;
mod page;
#[cfg(feature = "preflight")]
mod preflight;
mod prompt;
mod tools;
mod webmcp;

pub use execute::options::{ExecuteOptions, Preflight};
pub use execute::outcome::{
    self, Call, CallOutcome, CallSource, ConsoleLine, Decision, DecisionSource, ErrorCode, ErrorKind,
    ExecError, Level, Outcome,
};
pub use execute::{execute, execute_guarded, prepare};
pub use guard::Guards;
pub use guard::approval::{Confirm, Reply, Replying, Request};
pub use guard::audit::{AuditContext, audit};
pub use guard::budget::{Budget, Rate};
pub use guard::lock;
pub use guard::options::{Arguments, GuardOptions};
pub use guard::policy::{
    AnnotationTrust, Evaluation, Policy, Rule, Unmatched, Verdict, sounds_consequential,
};
pub use guard::redact::{Redact, Redaction};
pub use guard::untrusted::{Boundary, visible};
pub use harness::secrets::HarnessSecrets;
pub use page::{
    Answer, Dialog, DialogAnswer, DialogKind, Page, PageError, PageErrorKind, PageEvent, PageFuture, Preload,
    Recovery, SyntaxCheck, SyntaxFault,
};
pub use prompt::ToolFormat;
pub use tools::source::{SourceKind, ToolSource};
pub use tools::toolbox::{Toolbox, UnknownTool};
pub use webagents_schema::{ContextOptions, Interface, Rendering, TypeScript, TypeScriptOptions};
pub use webmcp::listing::list_live;
pub use webmcp::{
    LiveFinding, LiveFindingKind, LiveOptions, LiveTool, LiveTools, Registration, WebMcpSupport, preload,
};
