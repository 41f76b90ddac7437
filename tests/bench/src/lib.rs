//! Parts of all benchmark programs: inputs, the clock, and the table.
//!
//! The package exists because figures are claims: each is printed next to its peer's from the same run, on the
//! same bytes, in turns, so that a busy machine slows both. It is a program and not a `cargo bench` harness,
//! because half of the peers are not Rust functions but a Python package and a browser.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what these programs are for")]

pub mod agent_browser;
pub mod bare;
pub mod browse;
pub mod check;
pub mod corpus;
pub mod discover;
pub mod execute;
pub mod isolate;
pub mod measure;
pub mod miniwob;
pub mod node;
pub mod parse;
pub mod python;
pub mod raw_cdp;
pub mod read;
pub mod report;
pub mod runtime;
pub mod schema;
pub mod site;
pub mod suites;
pub mod types;
mod webagents;
pub mod widgets;

/// Error of a benchmark, such as a peer that does not start or a browser that goes away.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
