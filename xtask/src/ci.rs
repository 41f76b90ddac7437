//! `cargo xtask ci`: the stages of `.ci/run`, in the order in which they are cheap.

use crate::failure::{Failure, Outcome};
use crate::process::{self, timed};
use crate::{tidy, workspace};

/// Run what `.ci/run` runs before the tests: formatting, clippy, rustdoc and tidy
///
/// Warnings are errors here. The tests are `cargo xtask test`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask ci\n  cargo xtask ci clippy")]
pub(crate) struct Args {
    /// Only these stages
    #[arg(value_enum)]
    stages: Vec<Stage>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Stage {
    /// The code is formatted
    Fmt,
    /// The house rules hold
    Tidy,
    /// Clippy has nothing to say
    Clippy,
    /// The documentation builds, and its links lead somewhere
    Doc,
}

const ALL: [Stage; 4] = [Stage::Fmt, Stage::Tidy, Stage::Clippy, Stage::Doc];

pub(crate) fn run(args: &Args) -> Outcome {
    let stages = if args.stages.is_empty() { &ALL[..] } else { &args.stages };
    let mut failed = Vec::new();
    for stage in stages {
        let name = format!("{stage:?}").to_lowercase();
        if let Err(failure) = timed(&name, || run_stage(*stage)) {
            eprintln!("error: {failure}");
            failed.push(name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failure::Findings(format!("failed: {}", failed.join(", ")))) }
}

fn run_stage(stage: Stage) -> Outcome {
    let mut cargo = workspace::cargo();
    match stage {
        Stage::Fmt => cargo.args(["fmt", "--all", "--check"]),
        Stage::Tidy => return tidy::run(&tidy::Args {}),
        Stage::Clippy => cargo.args([
            "clippy",
            "--workspace",
            "--keep-going",
            "--all-targets",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ]),
        Stage::Doc => cargo
            .args(["doc", "--workspace", "--all-features", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    };
    process::run(&mut cargo)
}
