//! `cargo xtask train`: the weights of the classifier of `check`.

use crate::failure::Outcome;
use crate::{process, workspace};

/// Learn the weights of the classifier in `check` from tests/data/poisoning, and write them
///
/// The weights of an unchanged corpus do not change. A test fails if they do not match the corpus.
#[derive(clap::Args)]
pub(crate) struct TrainArgs {}

pub(crate) fn run(_: &TrainArgs) -> Outcome {
    process::run(workspace::cargo().args(["run", "--quiet", "--package", "webagents-training"]))
}
