//! Commands of this project: `cargo xtask COMMAND`.
//!
//! Every task of a contributor or a build machine has one command here, so that a README line, `.ci/run` and a person
//! run the same code. The commands are Rust and not shell, because they make checks that deserve tests. Each command
//! has a module; this one only selects.
//!
//! Exit codes: 0 success, 1 findings or failures, 2 wrong usage or a run that cannot be made, 3 a missing program
//! that this command may not install.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what these commands are for")]

mod bench;
mod characters;
mod ci;
mod codegen;
mod compatibility;
mod conformance;
mod demo;
mod dist;
mod ebnf;
mod engines;
mod failure;
mod finding;
mod javascript;
mod licences;
mod package;
mod process;
mod reference;
mod rust;
mod setup;
mod size;
mod soundness;
mod test;
mod tidy;
mod tools;
mod train;
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
    Setup(setup::SetupArgs),
    Demo(demo::DemoArgs),
    Test(test::TestArgs),
    Tidy(tidy::TidyArgs),
    Codegen(codegen::CodegenArgs),
    Js(javascript::JsArgs),
    Conformance(conformance::ConformanceArgs),
    Bench(bench::BenchArgs),
    Size(size::SizeArgs),
    Soundness(soundness::SoundnessArgs),
    Train(train::TrainArgs),
    Dist(dist::DistArgs),
    Ci(ci::CiArgs),
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Setup(args) => setup::run(args),
        Command::Demo(args) => demo::run(args),
        Command::Test(args) => test::run(args),
        Command::Tidy(args) => tidy::run(args),
        Command::Codegen(args) => codegen::run(args),
        Command::Js(args) => javascript::run(args),
        Command::Conformance(args) => conformance::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Size(args) => size::run(args),
        Command::Soundness(args) => soundness::run(args),
        Command::Train(args) => train::run(args),
        Command::Dist(args) => dist::run(args),
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
    fn further_arguments_are_passed_unchanged() {
        let line = ["cargo xtask", "test", "--package", "a", "--", "name", "--exact"];
        let Command::Test(args) = Cli::parse_from(line).command else { panic!("another command") };
        assert_eq!(args.rest, line[2..]);
        let Command::Demo(args) = Cli::parse_from(["cargo xtask", "demo", "--json"]).command else {
            panic!("another command")
        };
        assert_eq!(args.rest, ["--json"]);
    }

    #[test]
    fn every_command_has_help() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{} has no help", command.get_name());
        }
    }
}
