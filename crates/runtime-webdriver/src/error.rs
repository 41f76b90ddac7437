//! Errors of this crate.

use std::error::Error as StdError;

use webagents_fetch::redact_urls;
use webagents_runtime::{PageError, PageErrorKind};

/// Kind of an [`Error`], such as a driver that is not found or a page that crashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No driver was named and none is on the PATH, or something that the driver needs is missing.
    DriverNotFound,
    /// The variable `WEBAGENTS_ENGINE` names no known engine.
    UnknownEngine,
    /// The driver could not be started, or did not become ready in time.
    DriverFailed,
    /// The driver opened no session: the browser is missing, did not start, or refuses the capabilities.
    SessionNotCreated,
    /// No `webagents.md` could be found and read; the cause is the discovery's error.
    Discovery(webagents_discover::ErrorKind),
    /// The site has no tools: its page refers to no `webagents.md` and registers no tool.
    NoTools,
    /// The browser came to another origin than the one whose tools were found, so they were not taken.
    OtherOrigin,
    /// No session of the pool came free in time.
    Busy,
    /// The engine, its driver or the options do not support the request.
    ///
    /// The message names a choice that does.
    Unsupported,
    /// The pool is closed, or its tokio runtime has ended.
    Closed,
    /// The session's network policy refused an address; the cause is a [`Refused`](crate::Refused).
    Refused,
    /// Cookies or storage could not be read or restored, or the saved state is invalid.
    Storage,
    /// An operation on a page failed.
    Page(PageErrorKind),
}

/// Change of [`BrowserOptions`](crate::BrowserOptions) that may let a session open that failed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SessionRemedy {
    /// Use unrestricted network access for the browser, if its network is restricted otherwise.
    ///
    /// See [`BrowserOptions::egress`](crate::BrowserOptions::egress) and [`Egress::Open`](crate::Egress::Open).
    OpenEgress,
    /// Name the certificate of the driver's authority by [`DriverOptions::ca`](crate::DriverOptions::ca).
    DriverCa,
}

/// A message with the URLs in it as [`redact_urls`] shows them: a driver's address may hold a password.
fn shown(message: impl Into<String>) -> String {
    redact_urls(&message.into()).into_owned()
}

/// Error of starting or using a browser, with its kind and cause.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
    remedy: Option<SessionRemedy>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: shown(message), remedy: None, source: None }
    }

    pub(crate) fn because(
        kind: ErrorKind,
        message: impl Into<String>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self { kind, message: shown(message), remedy: None, source: Some(source.into()) }
    }

    /// The same error, whose message goes on with `more`.
    pub(crate) fn and(mut self, more: &str) -> Self {
        self.message.push_str(&shown(more));
        self
    }

    /// The same error, with the option that may help.
    pub(crate) fn with_remedy(mut self, remedy: SessionRemedy) -> Self {
        self.remedy = Some(remedy);
        self
    }

    /// Returns a change of the browser options that may let a session open that failed to, if known.
    pub fn remedy(&self) -> Option<SessionRemedy> {
        self.remedy
    }

    /// Returns the kind of the error, such as a driver that is not found.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl From<PageError> for Error {
    fn from(error: PageError) -> Self {
        Self {
            kind: ErrorKind::Page(error.kind()),
            message: shown(error.message()),
            remedy: None,
            source: Some(error.into()),
        }
    }
}
