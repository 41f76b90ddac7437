//! Command-line arguments of `webagents batch`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum, value_parser};
use webagents_runtime_webdriver::Isolation;

use super::browser::BrowserArgs;
use super::egress::EgressArgs;
use super::exec::RunArgs;
use super::guards::GuardArgs;
use super::network::{jobs, seconds};
use super::source::SourceArg;
use crate::exit::Failure;

/// `webagents batch`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Batch {
    /// Lines to run, a file or - for stdin: {"url": .., "code": .., "id": ..}; "id" is optional
    #[arg(value_name = "FILE")]
    pub(crate) lines: SourceArg,
    /// Print a failure of the command itself as JSON; the records are JSON in any case
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) work: BatchWork,
    #[command(flatten)]
    pub(crate) browser: BrowserArgs,
    #[command(flatten)]
    pub(crate) egress: EgressArgs,
    #[command(flatten)]
    pub(crate) guards: GuardArgs,
}

/// Order, isolation and continuation of the lines.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Lines")]
pub(crate) struct BatchWork {
    /// Run this many lines at one time, each in a browser or a context of its own [default: 4]
    #[arg(long, value_name = "NUMBER", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,
    /// Print each line's record as it finishes, not in the order of the lines
    #[arg(long)]
    pub(crate) unordered: bool,
    /// Append the records to OUT as they finish, and leave out the lines that are done there
    #[arg(long, value_name = "OUT")]
    pub(crate) resume: Option<PathBuf>,
    /// With --resume: repeat lines that were interrupted, though part of their effects may have happened
    #[arg(long)]
    pub(crate) again: bool,
    /// Part of the browser that each line has for itself [default: browser]
    #[arg(long, value_name = "WHAT")]
    isolation: Option<Apart>,
    /// With --isolation context: open this many contexts in a browser at the most [default: 8]
    #[arg(long, value_name = "NUMBER", value_parser = jobs, hide_short_help = true)]
    contexts: Option<NonZeroUsize>,
    /// Let this many lines, one after the other, share a browser or context with its cookies and storage
    #[arg(long, value_name = "LINES", value_parser = value_parser!(u32).range(1..), hide_short_help = true)]
    share_browser: Option<u32>,
    /// Give up when no browser comes free, or a Grid opens none, for this many seconds [default: 300]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, hide_short_help = true)]
    queue: Option<Duration>,
}

/// Part of the browser that a line has for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Apart {
    /// A browser: its end affects one line only
    Browser,
    /// One context (incognito window) a line: less memory and time, but a browser crash ends all its lines
    Context,
}

impl BatchWork {
    /// Checks that each option comes with the one that it belongs to.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.contexts.is_some() && self.isolation != Some(Apart::Context) {
            return Err(Failure::usage(
                "--contexts counts contexts, and there are none without --isolation context",
            ));
        }
        if self.again && self.resume.is_none() {
            return Err(Failure::usage(
                "--again repeats lines that an earlier run lost, and --resume OUT names that run",
            ));
        }
        Ok(())
    }

    /// Lines at one time.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or(4, NonZeroUsize::get)
    }

    /// Contexts in a browser.
    pub(crate) fn contexts(&self) -> usize {
        self.contexts.map_or(8, NonZeroUsize::get)
    }

    /// Returns the time to wait for a browser.
    pub(crate) fn queue(&self) -> Duration {
        self.queue.unwrap_or(Duration::from_mins(5))
    }

    /// Returns the isolation of the lines' sessions.
    pub(crate) fn isolation(&self) -> Isolation {
        match (self.isolation.unwrap_or(Apart::Browser), self.share_browser) {
            (Apart::Browser, None) => Isolation::Profile,
            (Apart::Browser, Some(jobs)) => Isolation::Shared { jobs },
            (Apart::Context, jobs) => Isolation::Context { jobs: jobs.unwrap_or(1) },
        }
    }
}
