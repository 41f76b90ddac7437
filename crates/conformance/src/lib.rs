//! Cases, protocol and verdicts of the webagents.md conformance suite (`spec/conformance`).
//!
//! The suite is data that any implementation in any language can run. This crate loads it, requests an
//! implementation's answers and judges them. It depends on no other crate of the workspace: the implementation under
//! test is an [`Implementation`] in this process, or an adapter, a program that speaks JSON Lines on its standard
//! streams ([`run`] is the host side of the protocol, [`serve`] the adapter side).
//!
//! The main decision: **a check that did not pass never looks as if it had**. A skipped check is never a pass, no
//! baseline excuses a crash, a baseline entry that passes is a failure, and a run without cases is an error.
//!
//! ```
//! use webagents_conformance::{CheckAnswer, Args, Description, Implementation, Operation};
//!
//! struct Nothing;
//! impl Implementation for Nothing {
//!     fn describe(&self) -> Description {
//!         Description::new("nothing", "rust", "0.0.0", [Operation::Discover])
//!     }
//!     fn answer(&mut self, _: Operation, _input: &[u8], _: &Args) -> CheckAnswer {
//!         CheckAnswer::value(serde_json::Value::Null)
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

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

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
pub use case::{Args, CheckDiagnostic, CheckSeverity, Expectation, Operation};
pub use command::AdapterCommand;
pub use error::{Error, ErrorKind};
pub use implementation::{CheckAnswer, Description, Implementation};
pub use judge::{CheckVerdict, Judging};
pub use report::{CheckReport, Report, RequirementsReport, Tally, Totals};
pub use run::{RunOptions, exit_code, run, run_against};
pub use serve::serve;
pub use suite::{Case, Check, Requirements, SLIPS, Suite};

/// Version of the JSON Lines protocol between the test runner and an adapter.
pub const PROTOCOL: u32 = 1;
