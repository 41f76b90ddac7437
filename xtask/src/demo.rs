//! `cargo xtask demo`: one complete example in a real browser.

use crate::failure::Outcome;
use crate::process::{self, timed};
use crate::setup;
use crate::tools::Need;
use crate::workspace;

/// Install a browser if there is none, and run one complete example: `webagents demo`
///
/// Serves the embedded bookstore on loopback, discovers its webagents.md, prints the declarations a model
/// would get, runs one script in headless Chromium and prints the result with a journal of the tool calls.
/// Built in the dev profile: a release build takes minutes, and the demo spends its time in the browser.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask demo\n  cargo xtask demo --json")]
pub(crate) struct DemoArgs {
    /// Arguments for `webagents demo`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) rest: Vec<String>,
}

pub(crate) fn run(args: &DemoArgs) -> Outcome {
    setup::ensure(&[Need::Browser])?;
    timed("building the webagents command", || {
        process::run(workspace::cargo().args(["build", "--package", "webagents-cli", "--bin", "webagents"]))
    })?;
    let mut demo = std::process::Command::new(workspace::program("webagents")?);
    process::run(demo.arg("demo").args(&args.rest))
}
