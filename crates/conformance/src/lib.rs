//! Cases, protocol and judge of the webagents.md conformance suite (`spec/conformance`).
//!
//! The suite is data that any implementation in any language can run; this room loads it, asks an
//! implementation for its answers and judges them. It knows no other room: what is under test sits behind
//! [`Implementation`], in this process, or behind an adapter, a program that speaks JSON Lines on its
//! standard streams ([`run`] is the host's side of the protocol, [`serve`] the adapter's).
//!
//! One decision stands above the others: **nothing that did not pass may look as if it had**. A skipped
//! check is never a pass, a crash is excused by no baseline, a baseline entry that passes is a failure, and a
//! run that found no case is an error.
//!
//! ```
//! use webagents_conformance::{Answer, Args, Description, Implementation, Operation};
//!
//! struct Nothing;
//! impl Implementation for Nothing {
//!     fn describe(&self) -> Description {
//!         Description::new("nothing", "rust", "0.0.0", [Operation::Discover])
//!     }
//!     fn answer(&mut self, _: Operation, _input: &[u8], _: &Args) -> Answer {
//!         Answer::value(serde_json::Value::Null)
//!     }
//! }
//!
//! let mut answers = Vec::new();
//! let questions = concat!(
//!     "{\"cmd\":\"start\",\"protocol\":1,\"spec_version\":\"0.1\"}\n",
//!     "{\"cmd\":\"run\",\"seq\":1,\"op\":\"discover\",\"input\":{\"text\":\"<p>\"},\"args\":{}}\n",
//!     "{\"cmd\":\"stop\"}\n",
//! );
//! webagents_conformance::serve(questions.as_bytes(), &mut answers, &mut Nothing).unwrap();
//! assert!(String::from_utf8(answers).unwrap().ends_with("{\"seq\":1,\"value\":null}\n"));
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod baseline;
mod bundle;
mod case;
mod command;
mod compare;
mod error;
mod host;
mod implementation;
mod input;
mod judge;
mod protocol;
mod report;
mod run;
mod serve;
mod suite;

pub use baseline::{Baseline, BaselineEntry};
pub use bundle::{Generated, bundle, generate};
pub use case::{Args, Expectation, Finding, Operation, Severity};
pub use command::AdapterCommand;
pub use error::{Error, ErrorKind};
pub use implementation::{Answer, Description, Implementation};
pub use judge::{Outcome, Verdict};
pub use report::{CheckReport, Report, RequirementsReport, Tally, Totals};
pub use run::{Enforce, Judging, RunOptions, check, exit_code, run, run_against};
pub use serve::serve;
pub use suite::{Case, Check, Requirements, SLIPS, Suite};

/// Version of the adapter protocol that this crate speaks.
pub const PROTOCOL: u32 = 1;
