//! Error of discovery: an opaque struct with a kind and a message.

use std::fmt;

use url::Url;
use webagents_fetch::redact_urls;

/// Category of an error in finding or loading a manifest, such as a page that names none.
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
    /// A page that names a URL of another origin chooses that origin itself, as with a script. A redirect is chosen by
    /// the server of the named URL, and an open redirect on the page's own origin would let anyone choose. A redirect
    /// from `http` to `https` of the same host, each on its default port, is not to another origin.
    CrossOriginRedirect,
    /// The page or the manifest could not be fetched.
    Fetch(webagents_fetch::ErrorKind),
}

/// Error in finding or loading a manifest, such as a page that names none.
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

    /// Returns the category of the error, such as a page that names no manifest.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns a change of the HTTP client's options that may let the fetch succeed, if one is known.
    pub fn remedy(&self) -> Option<webagents_fetch::Remedy<'_>> {
        self.source.as_ref()?.remedy()
    }

    /// Returns the HTTP client's refusal to request a URL or an address, if that caused the error.
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
