//! Commands that drive pages which declare no tools.
//!
//! Snapshots name elements by references; actions check in the page that they had their effect.
//!
//! The decision: everything is done by the primitive actions of [`Driver`](webagents_runtime::driver::Driver), so that
//! every engine with them has the same commands. One script computes the facts about the page in an
//! isolated world, where the page sees nothing of it.
//!
//! ```
//! use std::time::Duration;
//!
//! use webagents_browse::{ActionOptions, ActionRequest, Browse, BrowseError};
//! use webagents_runtime::driver::Driver;
//!
//! /// Logs in on the page of `driver`, and returns a snapshot of the next page.
//! async fn log_in(driver: &mut dyn Driver) -> Result<String, BrowseError> {
//!     let mut browse = Browse::new(ActionOptions::default());
//!     let deadline = Duration::from_secs(20);
//!     for words in [["fill", "#name", "Ada"].as_slice(), &["click", r#"button "Log in""#]] {
//!         let request = ActionRequest::from_words(words.iter().copied())?;
//!         // One line on the effect, such as `textbox "Name" has "Ada"`, or the reason why there was none.
//!         println!("{}", browse.run(driver, &request, deadline).await?.value);
//!     }
//!     let snapshot = ActionRequest::from_words(["snapshot"])?;
//!     Ok(browse.run(driver, &snapshot, deadline).await?.value)
//! }
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod address;
mod browse;
mod choices;
mod code;
mod deadline;
mod downloads;
mod error;
mod fields;
mod files;
mod frames;
mod judge;
mod locate;
mod look;
mod markup;
mod names;
mod options;
mod permit;
mod pointer;
mod record;
mod report;
mod request;
mod run;
mod safety;
mod secrets;
mod sliders;
mod snapshot;
mod transfers;
mod views;
mod world;

pub use address::page_url;
pub use browse::{Browse, BrowseReply};
pub use error::{BrowseError, BrowseErrorKind};
pub use options::ActionOptions;
pub use record::ActionRecord;
pub use request::{
    ActionRequest, By, Chord, Command, DialogAct, Direction, Fact, Pattern, Property, SnapshotArguments,
    TabAct, Target, WaitFor, WaitState, action_names, help, help_for,
};
pub use safety::{ActionPolicy, ActionQuestion, ActionRule, ConfirmAction};
pub use secrets::{Secret, Secrets};
pub use webagents_text::estimate_tokens;
