//! `cargo xtask ci`: stages of `.ci/run`, the cheap ones first.

use crate::failure::{Failure, Outcome};
use crate::process::{self, timed};
use crate::{tidy, workspace};

/// Run the stages of `.ci/run` before the tests: formatting, clippy, rustdoc and tidy
///
/// Warnings are errors here. The tests are `cargo xtask test`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask ci\n  cargo xtask ci clippy")]
pub(crate) struct Args {
    /// Stages to run; all by default
    #[arg(value_enum)]
    stages: Vec<Stage>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Stage {
    /// Check that the code is formatted
    Fmt,
    /// Check the rules of this project
    Tidy,
    /// Check that clippy reports nothing
    Clippy,
    /// Check that the documentation builds without broken links
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
