//! The project's own commands: `cargo xtask COMMAND`.
//!
//! Everything that a contributor or a build machine does has one name here, so that a README line, `.ci/run`
//! and a person at a keyboard run the same thing. The commands are Rust and not shell, because they check
//! things that deserve tests. One module for each command; this one only chooses among them.
//!
//! Exit codes: 0 all well, 1 findings or failures, 2 wrong usage or a run that could not be made, 3 something
//! is missing that this command may not install.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what these commands are for")]

mod bench;
mod ci;
mod codegen;
mod conformance;
mod demo;
mod ebnf;
mod engines;
mod failure;
mod licences;
mod process;
mod rust;
mod setup;
mod size;
mod soundness;
mod test;
mod tidy;
mod tools;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Outcome;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The project's own commands")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Setup(setup::Args),
    Demo(demo::Args),
    Test(test::Args),
    Tidy(tidy::Args),
    Codegen(codegen::Args),
    Conformance(conformance::Args),
    Bench(bench::Args),
    Size(size::Args),
    Soundness(soundness::Args),
    Ci(ci::Args),
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Setup(args) => setup::run(args),
        Command::Demo(args) => demo::run(args),
        Command::Test(args) => test::run(args),
        Command::Tidy(args) => tidy::run(args),
        Command::Codegen(args) => codegen::run(args),
        Command::Conformance(args) => conformance::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Size(args) => size::run(args),
        Command::Soundness(args) => soundness::run(args),
        Command::Ci(args) => ci::run(args),
    }
}

fn main() -> ExitCode {
    match run(&Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use super::{Cli, Command};

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn arguments_for_others_are_passed_on_as_they_are() {
        let line = ["cargo xtask", "test", "--package", "a", "--", "name", "--exact"];
        let Command::Test(args) = Cli::parse_from(line).command else { panic!("another command") };
        assert_eq!(args.rest, line[2..]);
        let Command::Demo(args) = Cli::parse_from(["cargo xtask", "demo", "--json"]).command else {
            panic!("another command")
        };
        assert_eq!(args.rest, ["--json"]);
    }

    #[test]
    fn every_command_says_what_it_does() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{} has no help", command.get_name());
        }
    }
}
