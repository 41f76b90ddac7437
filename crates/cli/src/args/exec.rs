//! Command-line arguments of `webagents exec`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::browser::{BrowserArgs, Login};
use super::egress::EgressArgs;
use super::guards::GuardArgs;
use super::in_session::InSession;
use super::network::seconds;
use super::realm::RealmArgs;
use super::source::SourceArg;
use super::tool_wait::ToolWait;

/// `webagents exec`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Exec {
    #[command(flatten)]
    pub(crate) script: ScriptArgs,
    /// Save a picture of the page after the script, as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) screenshot: Option<PathBuf>,
    /// Record of the run, as JSON.
    #[arg(
        long,
        help = "Print `{\"version\", \"url\", \"status\", \"ok\", \"value\", \"error\", \"console\", \"calls\", \
        \"duration_ms\"}` as JSON. It has `warnings` if the code has common errors, `refused` if the egress guard \
        refused a request, and `unsaved` if a file could not be saved; `--json-schema` prints all members"
    )]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) in_session: InSession,
    #[command(flatten)]
    pub(crate) browser: BrowserArgs,
    #[command(flatten)]
    pub(crate) egress: EgressArgs,
    #[command(flatten)]
    pub(crate) guards: GuardArgs,
    #[command(flatten, next_help_heading = "Login")]
    pub(crate) login: Login,
    /// Save cookies and localStorage to this file after the script
    #[arg(long, value_name = "FILE", help_heading = "Login", hide_short_help = true)]
    pub(crate) save_storage_state: Option<PathBuf>,
}

/// Tools of the code, and its limits.
#[derive(Debug, ClapArgs)]
pub(crate) struct RunArgs {
    /// Take the tools from this webagents.md instead of looking for the page's own
    #[arg(long, value_name = "SOURCE")]
    pub(crate) manifest: Option<SourceArg>,
    /// Stop the script after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(crate) deadline: Duration,
    #[command(flatten)]
    pub(crate) wait: ToolWait,
    /// Fail when the result's JSON is longer than this
    #[arg(long, value_name = "BYTES", default_value = "1048576", hide_short_help = true)]
    pub(crate) max_result: usize,
    #[command(flatten)]
    pub(crate) realm: RealmArgs,
}

/// The code and its page.
#[derive(Debug, ClapArgs)]
pub(crate) struct ScriptArgs {
    /// The page whose tools the code calls
    #[arg(required_unless_present_any = ["session", "tools"])]
    pub(crate) url: Option<SourceArg>,
    /// The code, or - for stdin
    #[arg(required_unless_present_any = ["file", "session", "tools"], conflicts_with = "file")]
    pub(crate) code: Option<String>,
    /// Read the code from a file
    #[arg(long, short)]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Save the whole result to this file, up to 64 MiB of JSON; print it only up to --max-result
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) save_result: Option<PathBuf>,
}
