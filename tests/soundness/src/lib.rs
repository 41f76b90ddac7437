//! Verdicts of our types on values, compared with a validator and with the tools of others.
//!
//! Four questions, each with an oracle that is not ours. [`soundness`]: does a TypeScript declaration accept
//! the values that its JSON Schema accepts, and refuse the others? `tsc` and the `jsonschema` crate answer.
//! [`round`]: is a schema that went through TypeScript still the same? `jsonschema::canonical` answers.
//! [`providers`]: would the vendor's own client send the schema that we write for it unchanged? The npm
//! packages answer. [`forms`]: does a TypeScript type become the schema that `ts-json-schema-generator`
//! makes?
//!
//! It is a program of the project and not part of the users' builds: it runs node, and it prints.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the purpose of this program is to print")]

pub mod compiler;
pub mod converter;
pub mod corpus;
pub mod forms;
pub mod instances;
pub mod judge;
pub mod literal;
pub mod mcp;
pub mod mutants;
pub mod ours;
pub mod providers;
pub mod relation;
pub mod report;
pub mod rng;
pub mod round;
pub mod soundness;

/// Failure of a run: a program that is missing, data that cannot be read.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
