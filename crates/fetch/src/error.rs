//! The error of this room: one opaque struct, a kind to branch on, a sentence to read.
//!
//! Foreign errors (of the HTTP client, of the resolver) are only reachable through
//! [`source`](std::error::Error::source), so that a new version of theirs is no new version of ours.

use std::{fmt, io};

use crate::guard::Refusal;
use crate::shown::redact_urls;

/// What went wrong, for a program to branch on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A URL or host that cannot be parsed.
    InvalidUrl,
    /// The guard refused; [`Error::refusal`] has the details.
    Refused,
    /// The name has no address, or the resolver did not answer.
    Dns,
    /// No connection.
    Connect,
    /// No trusted encrypted connection.
    Tls,
    /// A time limit passed.
    Timeout,
    /// Headers or body are larger than the limit.
    TooLarge,
    /// More redirects than allowed.
    TooManyRedirects,
    /// The response breaks HTTP, or the connection broke before its end.
    Protocol,
    /// The body's content coding is unknown, or its data are broken.
    Decode,
    /// The client or the request cannot be built from its options.
    Options,
    /// The request's [`Gate`](crate::Gate) did not let a hop pass; its error is the source.
    Gate,
}

/// Why a response could not be had.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        // A password must not reach a log.
        Self { kind, message: redact_urls(&message.into()).into_owned(), source: None }
    }

    pub(crate) fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// What went wrong, for a program to branch on.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The guard's reasons, when it refused.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.source.as_deref()?.downcast_ref()
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self { kind: ErrorKind::Refused, message: refusal.to_string(), source: Some(Box::new(refusal)) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // A refusal is the message itself; naming it again as a cause would print it twice.
        self.source.as_deref().filter(|source| !source.is::<Refusal>()).map(|source| source as _)
    }
}

/// The first cause of a given type behind `error`.
///
/// An [`io::Error`] answers `source` with the cause of what it wraps and hides the wrapped error itself, so it
/// is opened by hand.
pub(crate) fn cause<'a, T: std::error::Error + 'static>(
    error: &'a (dyn std::error::Error + 'static),
) -> Option<&'a T> {
    let next = |error: &&'a (dyn std::error::Error + 'static)| match error.downcast_ref::<io::Error>() {
        Some(io) => io.get_ref().map(|inner| inner as &(dyn std::error::Error + 'static)),
        None => error.source(),
    };
    std::iter::successors(Some(error), next).find_map(|error| error.downcast_ref())
}
