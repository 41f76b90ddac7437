//! Error of discovery: an opaque struct with a kind and a message.

use std::fmt;

use url::Url;
use webagents_fetch::redact_urls;

/// Kind of an [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The page was read and names no manifest.
    NoManifest,
    /// The answer for the manifest is not Markdown.
    ///
    /// An example is an application that answers every path with its own page.
    NotMarkdown,
    /// The server answered with this status, which is not a success.
    Status(u16),
    /// The manifest's URL redirects to another origin.
    ///
    /// Name that URL instead, or set `DiscoverOptions::cross_origin_redirect`.
    CrossOriginRedirect,
    /// The page or the manifest could not be fetched.
    Fetch(webagents_fetch::ErrorKind),
}

/// Reason why no manifest was loaded.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<webagents_fetch::Error>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: redact_urls(&message.into()).into_owned(), source: None }
    }

    /// Creates the error for `what` of `url` that could not be fetched.
    pub(crate) fn fetch(what: &str, url: &Url, source: webagents_fetch::Error) -> Self {
        let error =
            Self::new(ErrorKind::Fetch(source.kind()), format!("the {what} {url} could not be fetched"));
        Self { source: Some(source), ..error }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the change of the client's options with which the fetch may succeed, if there is one.
    pub fn remedy(&self) -> Option<webagents_fetch::Remedy<'_>> {
        self.source.as_ref()?.remedy()
    }

    /// Returns the refusal of the guard, if it refused an address.
    pub fn refusal(&self) -> Option<&webagents_fetch::Refusal> {
        self.source.as_ref()?.refusal()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}
