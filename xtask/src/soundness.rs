//! `cargo xtask soundness`: checks our types and schemas by independent oracles.
//!
//! The package `webagents-soundness` does the work; this module installs its oracles and passes the arguments on.

use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::process;
use crate::setup;
use crate::tools::{self, Need};
use crate::workspace;

/// Compare our types and schemas with tsc, a validator, the vendors' clients and other converters
///
/// declarations (the default): JSON Schema to TypeScript, of every converter, judged by tsc on the values of two
/// corpora. A further converter reads {"id", "schema"} and writes {"id", "ts"} or {"id", "error"}, one JSON object
/// a line. round-trips: every real schema through TypeScript and back. providers: our definitions
/// for vendors, checked by their clients. types: TypeScript to JSON Schema, compared with
/// ts-json-schema-generator.
#[derive(clap::Args, Default)]
#[command(
    after_help = "Example:\n  cargo xtask soundness\n  cargo xtask soundness --filter oneOf --misses webagents\n  cargo xtask soundness --converter \"mine=node mine.js\" --json\n  cargo xtask soundness --check"
)]
pub(crate) struct SoundnessArgs {
    /// Subcommand (declarations, providers, types, round-trips) and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) rest: Vec<String>,
}

pub(crate) fn run(args: &SoundnessArgs) -> Outcome {
    setup::ensure(&[Need::Typescript, Need::Peers])?;
    process::run(workspace::cargo().args(["build", "--quiet", "--package", "webagents-soundness"]))?;
    run_built(&words(&args.rest))
}

/// Runs the program that was built last.
fn run_built(rest: &[&str]) -> Outcome {
    let mut program = Command::new(workspace::program("webagents-soundness")?);
    program.args(rest).env("WEBAGENTS_TSC", tools::tsc()).env("WEBAGENTS_PEERS", tools::peers());
    process::run(&mut program).map_err(|failure| match failure {
        Failure::Findings(_) => Failure::Findings(format!("soundness {} is not as it should be", rest[0])),
        other => other,
    })
}

/// The program's arguments: first the name of a check, by default the one of declarations.
fn words(rest: &[String]) -> Vec<&str> {
    let asks = rest.first().is_some_and(|first| !first.starts_with('-'));
    let first = if asks { None } else { Some("declarations") };
    first.into_iter().chain(rest.iter().map(String::as_str)).collect()
}

/// Runs the checks of a test run that use node: all that have a bar and take seconds.
///
/// They use the program that `cargo test` built.
pub(crate) fn run_checks() -> Outcome {
    CHECKS.iter().try_for_each(|rest| run_built(rest))
}

/// The parts of [`run_checks`].
const CHECKS: [&[&str]; 2] = [&["declarations", "--alone", "--check"], &["providers", "--check"]];

#[cfg(test)]
mod tests {
    use super::words;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let rest: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        assert_eq!(words(&rest).join(" "), expected);
    }

    #[test]
    fn declarations_are_the_default() {
        check("", "declarations");
        check("--filter a", "declarations --filter a");
        check("types --regenerate", "types --regenerate");
    }
}
