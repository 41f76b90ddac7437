//! Command-line arguments of `webagents session`.

use std::time::Duration;

use clap::{Args as ClapArgs, Subcommand};

use super::browse::BrowseSafety;
use super::browser::{BrowserArgs, Login};
use super::deferred::Deferred;
use super::egress::EgressArgs;
use super::guards::GuardArgs;
use super::in_session::SessionName;
use super::network::seconds;
use super::source::SourceArg;

/// `webagents session`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Session {
    #[command(subcommand)]
    pub(crate) command: SessionCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// Start a browser that later commands use by its name
    #[command(after_help = "\
Examples:
  webagents session start shop https://shop.example/
  webagents session start shop --idle 600 --profile ~/shop-profile https://shop.example/
  webagents session start mine --attach 127.0.0.1:9222

The command ends when the page is open and its tools are known. Logins, egress, driver and policy hold for the whole \
session, and the other commands take no such options. Only URL and --allow-host count as given by the user; other commands \
reach public addresses. --confirm asks on the terminal of the command that makes the call.")]
    Start(Deferred<SessionStart>),
    /// List the running sessions of this user
    #[command(after_help = "Examples:\n  webagents session list\n  webagents session list --all --json")]
    List(Deferred<SessionList>),
    /// End sessions and their browsers
    #[command(
        after_help = "Examples:\n  webagents session stop shop\n  webagents session stop --all\n\nA session that has ended already is not an error."
    )]
    Stop(Deferred<SessionStop>),
}

/// `webagents session start`.
#[derive(Debug, ClapArgs)]
pub(crate) struct SessionStart {
    /// Name of the session: 1 to 64 of the characters A-Z, a-z, 0-9, `.`, `_` and `-`
    pub(crate) name: SessionName,
    /// The page to open; without it the session begins on an empty page
    pub(crate) url: Option<SourceArg>,
    /// End the session when no command has used it for this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = seconds)]
    pub(crate) idle: Duration,
    /// Take the tools from this webagents.md instead of looking for the page's own
    #[arg(long, value_name = "SOURCE", requires = "url")]
    pub(crate) manifest: Option<SourceArg>,
    /// Print `{"version", "ok", "session"}` as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) browser: BrowserArgs,
    #[command(flatten)]
    pub(crate) egress: EgressArgs,
    #[command(flatten)]
    pub(crate) rules: SessionRules,
    #[command(flatten, next_help_heading = "Login")]
    pub(crate) login: Login,
}

/// Rules on what commands may do in a session.
#[derive(Debug, ClapArgs)]
pub(crate) struct SessionRules {
    #[command(flatten)]
    pub(crate) guards: GuardArgs,
    #[command(flatten)]
    pub(crate) safety: BrowseSafety,
}

/// `webagents session list`.
#[derive(Debug, ClapArgs)]
pub(crate) struct SessionList {
    /// List the sessions that have ended as well
    #[arg(long)]
    pub(crate) all: bool,
    /// Print `{"version", "sessions"}` as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `webagents session stop`.
#[derive(Debug, ClapArgs)]
pub(crate) struct SessionStop {
    /// Name of the session
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub(crate) name: Option<SessionName>,
    /// End all sessions of this user
    #[arg(long)]
    pub(crate) all: bool,
    /// Print `{"version", "ok", "stopped", "failed"}` as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Process of a session, which `session start` starts.
#[derive(Debug, ClapArgs)]
pub(crate) struct SessionSupervisor {
    pub(crate) name: SessionName,
}
