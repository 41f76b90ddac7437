//! Errors of this crate.

use std::fmt;
use std::io;

use webagents_runtime::guard::lock::ChangesRefused;
use webagents_runtime_webdriver as webdriver;

/// Error of a step from a URL to the record of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not an absolute URL.
    #[error("{url} is not a URL: {source}")]
    Url {
        /// The text, without passwords and tokens.
        url: String,
        /// The error of the parser.
        source: url::ParseError,
    },
    /// The options of the HTTP client are invalid.
    #[error(transparent)]
    Fetch(#[from] webagents_fetch::Error),
    /// The manifest was not found, or the browser or its page failed.
    #[error(transparent)]
    Session(#[from] webdriver::Error),
    /// The tools of the site are not as the lock pins them.
    #[error(transparent)]
    Lock(#[from] LockRefused),
    /// The audit did not accept the record of a run.
    #[error("cannot record the run: {0}")]
    Audit(#[from] io::Error),
}

/// Refusal of a site whose tools are not as the lock (`webagents.lock`) pins them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LockRefused {
    /// Origin of the site, such as `https://shop.example`.
    pub origin: String,
    /// `true` for tools that the page registers, `false` for tools of the manifest.
    pub registered: bool,
    /// Changes that nobody accepted; `None` if the lock has no pin for these tools.
    pub changes: Option<ChangesRefused>,
}

impl fmt::Display for LockRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const REMEDY: &str = "(rule `lock`); the operator of the program checks them and pins them";
        let Self { origin, registered, changes } = self;
        match changes {
            Some(changes) => changes.fmt(f),
            None if *registered => {
                write!(f, "the lock does not pin the tools that pages of {origin} register {REMEDY}")
            }
            None => write!(f, "the lock does not pin the tools of {origin} {REMEDY}"),
        }
    }
}

impl std::error::Error for LockRefused {}
