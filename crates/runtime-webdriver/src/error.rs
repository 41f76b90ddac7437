//! The error of this room.

use std::error::Error as StdError;
use std::fmt;

use webagents_fetch::redact_urls;
use webagents_runtime::{PageError, PageErrorKind};

/// Kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No driver was named and none is on the PATH, or what it needs is not there.
    DriverNotFound,
    /// `WEBAGENTS_ENGINE` names no engine.
    UnknownEngine,
    /// The driver could not be started, or did not become ready in time.
    DriverFailed,
    /// The driver opened no session: the browser is missing, did not start, or refuses the capabilities.
    SessionNotCreated,
    /// No `webagents.md` could be found and read; the cause is the discovery's error.
    Discovery(webagents_discover::ErrorKind),
    /// The browser came to another origin than the one whose tools were found, so they were not taken.
    OtherOrigin,
    /// No session of the pool came free in time.
    Busy,
    /// The engine, its driver or the options cannot do what was asked for, and another choice can: the message says which.
    Unsupported,
    /// The pool is closed, or its runtime is gone.
    Closed,
    /// The egress guard refused what was asked for; the cause is a [`Refused`](crate::Refused).
    Refused,
    /// Cookies or storage could not be read or put back, or a storage state is none.
    Storage,
    /// A page did not do what it was asked to.
    Page(PageErrorKind),
}

/// Change of the [`BrowserOptions`](crate::BrowserOptions) with which a session may be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SessionRemedy {
    /// Open the egress of the browser, if its network is guarded otherwise.
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

/// Why a browser could not be used.
#[derive(Debug)]
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

    /// Returns the change of the options with which a session may be opened, if there is one.
    pub fn remedy(&self) -> Option<SessionRemedy> {
        self.remedy
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
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
