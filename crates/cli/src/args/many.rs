//! What can be typed to run many lines at once.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use webagents_runtime_webdriver::Isolation;

use super::seconds;
use crate::source::Source;

#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Many lines")]
pub(crate) struct Many {
    /// Run each line of this file, or of stdin with -: {"url": .., "code": .., "id": ..}, the id as one likes
    #[arg(id = "many", long = "many", value_name = "FILE", conflicts_with_all = ["url", "code", "file", "screenshot"])]
    pub(crate) lines: Option<Source>,
    /// Run this many lines at one time, each in a browser or a context of its own
    #[arg(long, value_name = "NUMBER", default_value = "4", value_parser = jobs)]
    pub(crate) jobs: NonZeroUsize,
    /// Print each line's record as it finishes, not in the order of the lines
    #[arg(long, requires = "many")]
    pub(crate) unordered: bool,
    /// Append the records to OUT as they finish, and leave out the lines that are done there
    #[arg(long, value_name = "OUT", requires = "many")]
    pub(crate) resume: Option<PathBuf>,
    /// With --resume: run again what a browser that went away has cut off, though a part of it may have happened
    #[arg(long, requires = "resume")]
    pub(crate) again: bool,
    /// What each line has for itself
    #[arg(long, value_name = "WHAT", default_value = "browser", requires = "many")]
    pub(crate) isolation: Apart,
    /// With --isolation context: open this many contexts in a browser at the most
    #[arg(long, value_name = "NUMBER", default_value = "8", value_parser = jobs, requires = "many")]
    pub(crate) contexts: NonZeroUsize,
    /// Let this many lines, one after the other, share a browser or context with its cookies and storage
    #[arg(long, value_name = "LINES", requires = "many")]
    pub(crate) share_browser: Option<u32>,
    /// Give up when no browser comes free, or a Grid opens none, for this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub(crate) queue: Duration,
}

/// What a line has for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Apart {
    /// A browser: its end is that of one line
    Browser,
    /// A context, as an incognito window is: less memory and time, but the end of a browser is that of all its lines
    Context,
}

impl Many {
    /// How the sessions of the lines are kept apart.
    pub(crate) fn isolation(&self) -> Isolation {
        match (self.isolation, self.share_browser) {
            (Apart::Browser, None) => Isolation::Profile,
            (Apart::Browser, Some(jobs)) => Isolation::Shared { jobs },
            (Apart::Context, jobs) => Isolation::Context { jobs: jobs.unwrap_or(1) },
        }
    }
}

pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(jobs) if jobs.get() <= 256 => Ok(jobs),
        _ => Err("expected a number from 1 to 256".into()),
    }
}
