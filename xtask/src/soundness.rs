//! `cargo xtask soundness`: asks oracles that are not ours what our types and schemas are worth.
//!
//! The package `webagents-soundness` does the work; this installs what it asks and passes the arguments on.

use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::process;
use crate::setup;
use crate::tools::{self, Need};
use crate::workspace;

/// Compare our types and schemas with tsc, a validator, the vendors' clients and other converters
///
/// `declarations` (the default): JSON Schema to TypeScript, of every converter, judged by tsc on the values of
/// two corpora. A further converter reads {"id", "schema"} and writes {"id", "ts"} or {"id", "error"}, one JSON
/// object a line.
#[derive(clap::Args, Default)]
#[command(
    after_help = "Example:\n  cargo xtask soundness\n  cargo xtask soundness --filter oneOf --misses webagents\n  cargo xtask soundness --converter \"mine=node mine.js\" --json\n  cargo xtask soundness --check"
)]
pub(crate) struct Args {
    /// What to ask (declarations, providers, types, round-trips) and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) rest: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let mut rest: Vec<&str> = args.rest.iter().map(String::as_str).collect();
    if rest.first().is_none_or(|first| first.starts_with('-')) {
        rest.insert(0, "declarations");
    }
    setup::ensure(&[Need::Typescript, Need::Peers])?;
    process::run(workspace::cargo().args(["build", "--quiet", "--package", "webagents-soundness"]))?;
    let mut program = Command::new(workspace::target_dir()?.join("debug").join("webagents-soundness"));
    program.args(&rest).env("WEBAGENTS_TSC", tools::tsc()).env("WEBAGENTS_PEERS", tools::peers());
    process::run(&mut program).map_err(|failure| match failure {
        Failure::Findings(_) => Failure::Findings(format!("soundness {} is not as it should be", rest[0])),
        other => other,
    })
}

/// What a test run asks: everything that has a bar, which takes seconds.
pub(crate) fn run_checks() -> Outcome {
    for rest in CHECKS {
        run(&Args { rest: rest.iter().map(|word| (*word).to_owned()).collect() })?;
    }
    Ok(())
}

/// The parts of [`run_checks`].
const CHECKS: [&[&str]; 1] = [&["declarations", "--alone", "--check"]];
