//! The error of discovery: one opaque struct, a kind to branch on, a sentence to read.

use std::fmt;

use url::Url;
use webagents_fetch::redact_urls;

/// What went wrong, for a program to branch on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The page was read and names no manifest.
    NoManifest,
    /// What was answered for the manifest is not Markdown, such as the page of an application that answers
    /// every path with itself.
    NotMarkdown,
    /// The server answered with this status instead of success.
    Status(u16),
    /// The manifest's URL redirects to another origin.
    CrossOriginRedirect,
    /// The page or the manifest could not be fetched.
    Fetch(webagents_fetch::ErrorKind),
}

/// Why there is no manifest.
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

    /// `what` of `url` could not be fetched.
    pub(crate) fn fetch(what: &str, url: &Url, source: webagents_fetch::Error) -> Self {
        let error =
            Self::new(ErrorKind::Fetch(source.kind()), format!("the {what} {url} could not be fetched"));
        Self { source: Some(source), ..error }
    }

    /// What went wrong, for a program to branch on.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The guard's reasons, when it refused an address.
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
