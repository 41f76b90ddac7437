//! Error of this crate: an opaque struct with a kind and a message.
//!
//! Errors of other crates (the HTTP client, the resolver) are reachable through [`source`](std::error::Error::source)
//! only, so that a new version of theirs does not break the API of this crate.

use std::{fmt, io};

use crate::refusal::Refusal;
use crate::shown::redact_urls;

/// Category of an [`Error`] of an HTTP request, such as a timeout or a refused address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A URL or host that cannot be parsed.
    InvalidUrl,
    /// A rule of the client forbids the request; [`Error::refusal`] has the details.
    Refused,
    /// The name has no address, or the resolver did not answer.
    Dns,
    /// The connection failed.
    Connect,
    /// No trusted TLS connection was established.
    Tls,
    /// A time limit passed; [`Error::remedy`] names it.
    Timeout,
    /// Headers or body are larger than the limit.
    TooLarge,
    /// The request was redirected more often than allowed.
    TooManyRedirects,
    /// The response breaks HTTP, or the connection broke before its end.
    Protocol,
    /// The content coding of the body is unknown, or its data are invalid.
    Decode,
    /// The client or the request cannot be built from its options.
    Options,
    /// The [`RequestFilter`](crate::RequestFilter) refused a URL of the request; its error is the source.
    Filtered,
}

/// Change of an option that may make a failed HTTP request succeed, such as a longer time limit.
///
/// Messages of errors do not name options, because a program may have names of its own for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy<'a> {
    /// Allow this host and port.
    ///
    /// That is [`ClientOptions::allow`](crate::ClientOptions::allow), or for a browser `ProxyOptions::allow`.
    Allow {
        /// Host, as a URL spells it.
        host: &'a str,
        /// Port.
        port: u16,
    },
    /// Raise [`ClientOptions::connect_timeout`](crate::ClientOptions::connect_timeout).
    ConnectTimeout,
    /// Raise [`ClientOptions::idle_timeout`](crate::ClientOptions::idle_timeout).
    IdleTimeout,
    /// Raise [`ClientOptions::total_timeout`](crate::ClientOptions::total_timeout).
    TotalTimeout,
    /// Raise [`RequestOptions::timeout`](crate::RequestOptions::timeout).
    RequestTimeout,
    /// Raise [`RequestOptions::max_body_bytes`](crate::RequestOptions::max_body_bytes).
    MaxBodyBytes,
    /// Raise [`ClientOptions::max_header_bytes`](crate::ClientOptions::max_header_bytes).
    MaxHeaderBytes,
    /// Raise [`ClientOptions::max_redirects`](crate::ClientOptions::max_redirects).
    MaxRedirects,
    /// Set [`ClientOptions::user_agent`](crate::ClientOptions::user_agent) in place of a header.
    UserAgent,
}

/// Error of an HTTP request, with its category, its message and, if there is one, a remedy.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    /// Boxed, so that results stay small.
    remedy: Option<Box<Remedy<'static>>>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        // Passwords must not be logged.
        Self { kind, message: redact_urls(&message.into()).into_owned(), remedy: None, source: None }
    }

    pub(crate) fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    pub(crate) fn with_remedy(mut self, remedy: Remedy<'static>) -> Self {
        self.remedy = Some(Box::new(remedy));
        self
    }

    /// Returns the change of an option that may make the failed request succeed, if one is known.
    pub fn remedy(&self) -> Option<Remedy<'_>> {
        let allowed = self.refusal().and_then(Refusal::remedy);
        allowed.map(|(host, port)| Remedy::Allow { host, port }).or(self.remedy.as_deref().copied())
    }

    /// Returns the category of the error, such as a timeout.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the refusal of a request that violated a [`GuardRule`](crate::GuardRule), or `None`.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.source.as_deref()?.downcast_ref()
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self {
            kind: ErrorKind::Refused,
            message: refusal.to_string(),
            remedy: None,
            source: Some(Box::new(refusal)),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // A refusal is the message itself; returning it as a cause too would print it twice.
        self.source.as_deref().filter(|source| !source.is::<Refusal>()).map(|source| source as _)
    }
}

/// Returns the first cause of `error` that has the type `T`.
///
/// The `source` of an [`io::Error`] is the cause of the wrapped error and skips the wrapped error itself, so it is
/// opened by hand.
pub(crate) fn cause<'a, T: std::error::Error + 'static>(
    error: &'a (dyn std::error::Error + 'static),
) -> Option<&'a T> {
    let next = |error: &&'a (dyn std::error::Error + 'static)| match error.downcast_ref::<io::Error>() {
        Some(io) => io.get_ref().map(|inner| inner as &(dyn std::error::Error + 'static)),
        None => error.source(),
    };
    std::iter::successors(Some(error), next).find_map(|error| error.downcast_ref())
}
