//! Error of reading a page: a kind to branch on, a sentence with the details, and the tool's line.

use std::fmt;
use std::time::Duration;

use webagents_fetch::{Refusal, Remedy, redact_urls};

/// Kind of an error of fetching or converting a page, such as a timeout or an HTTP error status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The requested address is not an `http:` or `https:` URL, or is too long.
    InvalidUrl,
    /// The server answered with this status instead of success.
    Status(u16),
    /// The time limit [`PageRequest::timeout`](super::PageRequest::timeout) passed.
    Timeout,
    /// No connection could be made, or it broke.
    Connect,
    /// The response violates HTTP, or its content coding is invalid.
    Broken,
    /// The server redirected more often than the client follows.
    TooManyRedirects,
    /// The response's headers are larger than the client accepts.
    TooLarge,
    /// The server declares HTML, but the document is not HTML.
    Parse,
    /// The page has no text.
    NoContent,
    /// The document is not text, but a PDF, an image or an archive.
    Unsupported,
    /// The client's network policy refused an address; [`Error::refusal`] has the details.
    Refused,
    /// The site's robots.txt does not allow fetching the page.
    ///
    /// To read pages as a person does, set [`PageRequest::robots`](super::PageRequest::robots) to
    /// [`Robots::Ignore`](super::Robots::Ignore).
    Robots,
    /// The client or the request cannot be built from its options.
    Options,
}

/// Error of fetching a page or converting it to Markdown.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    /// Detail of the tool's line, if its kind is not specific enough.
    detail: Option<Box<str>>,
    scripted: bool,
    retry_after: Option<Box<str>>,
    source: Option<webagents_fetch::Error>,
}

/// Characters of a detail in the tool's line. It may hold the words of a site.
const DETAIL: usize = 200;

impl Error {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let message = redact_urls(&message.into()).into_owned();
        Self { kind, message, detail: None, scripted: false, retry_after: None, source: None }
    }

    /// The same, with a detail for the tool's line.
    pub(super) fn with_detail(
        kind: ErrorKind,
        detail: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let detail: String = detail.into();
        let shown: String =
            detail.chars().map(|c| if c.is_control() { ' ' } else { c }).take(DETAIL).collect();
        Self { detail: Some(shown.into_boxed_str()), ..Self::new(kind, message) }
    }

    /// The same, of a page whose text is written by its scripts.
    pub(super) fn into_scripted(mut self) -> Self {
        self.scripted = true;
        self
    }

    /// The answer of a server that has no page, and the time after which a retry is allowed.
    pub(super) fn from_status(url: &url::Url, status: u16, retry_after: Option<String>) -> Self {
        let message = match &retry_after {
            Some(after) => format!("{url} answered with status {status} (Retry-After: {after})"),
            None => format!("{url} answered with status {status}"),
        };
        Self {
            retry_after: retry_after.map(String::into_boxed_str),
            ..Self::new(ErrorKind::Status(status), message)
        }
    }

    pub(super) fn from_timeout(limit: Duration, url: &str) -> Self {
        let seconds = limit.as_secs_f64();
        let message = format!("{url} was not read within {seconds} s");
        let plural = if limit == Duration::from_secs(1) { "" } else { "s" };
        Self::with_detail(ErrorKind::Timeout, format!("{seconds} second{plural}"), message)
    }

    /// Returns the kind of the error, such as a timeout or an HTTP error status.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the header `Retry-After` of the response: seconds, or a date, after which to try again.
    pub fn retry_after(&self) -> Option<&str> {
        self.retry_after.as_deref()
    }

    /// Returns the refusal of an address by the HTTP client's network policy, if that caused the error.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.source.as_ref()?.refusal()
    }

    /// Returns the change of the HTTP client's options that may let the fetch succeed, if there is one.
    pub fn remedy(&self) -> Option<Remedy<'_>> {
        self.source.as_ref()?.remedy()
    }

    /// Returns whether the error is that scripts write the page's text, so that a browser could read it.
    pub fn is_scripted(&self) -> bool {
        self.scripted
    }

    /// Returns the text that a model gets for this error from the tool `web_browse`, beginning `Error:`.
    ///
    /// An example is `Error: HTTP 404 - Failed to fetch URL`.
    pub fn line(&self) -> String {
        let detail = self.detail.as_deref().unwrap_or_default();
        match self.kind {
            ErrorKind::InvalidUrl => {
                "Error: Invalid URL format - must start with http:// or https://".to_owned()
            }
            ErrorKind::Status(status) => format!("Error: HTTP {status} - Failed to fetch URL"),
            ErrorKind::Timeout => format!("Error: Request timed out after {detail}"),
            ErrorKind::Connect => "Error: Failed to connect to URL".to_owned(),
            ErrorKind::Broken => "Error: Broken response - Failed to fetch URL".to_owned(),
            ErrorKind::TooManyRedirects => "Error: Too many redirects - Failed to fetch URL".to_owned(),
            ErrorKind::TooLarge => "Error: Response too large - Failed to fetch URL".to_owned(),
            ErrorKind::Parse => "Error: Failed to parse HTML content".to_owned(),
            ErrorKind::NoContent => "Error: No readable content found on page".to_owned(),
            ErrorKind::Unsupported => format!("Error: Unsupported content - {detail}"),
            ErrorKind::Refused => format!("Error: Refused to fetch URL - {detail}"),
            ErrorKind::Robots => {
                "Error: Refused to fetch URL - the site's robots.txt does not allow it".to_owned()
            }
            ErrorKind::Options => "Error: Invalid request options - Failed to fetch URL".to_owned(),
        }
    }
}

impl From<webagents_fetch::Error> for Error {
    fn from(source: webagents_fetch::Error) -> Self {
        use webagents_fetch::ErrorKind as Fetch;
        let kind = match source.kind() {
            Fetch::InvalidUrl | Fetch::Protocol | Fetch::Decode => ErrorKind::Broken,
            Fetch::Refused => ErrorKind::Refused,
            Fetch::TooLarge => ErrorKind::TooLarge,
            Fetch::TooManyRedirects => ErrorKind::TooManyRedirects,
            Fetch::Options => ErrorKind::Options,
            Fetch::Filtered => ErrorKind::Robots,
            // The time for the whole is kept here; what passed there is the time for a connection.
            _ => ErrorKind::Connect,
        };
        let message = source.to_string();
        let error = match source.refusal() {
            Some(refusal) => Self::with_detail(kind, refusal.reason().to_string(), message),
            None => Self::new(kind, message),
        };
        Self { source: Some(source), ..error }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The message is the cause's own sentence.
        std::error::Error::source(self.source.as_ref()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_one_line() {
        let status = Error::new(ErrorKind::Status(404), "the page answered with status 404");
        assert_eq!(status.line(), "Error: HTTP 404 - Failed to fetch URL");
        let url = "http://a.example/";
        for (limit, line) in [
            (Duration::from_secs(30), "Error: Request timed out after 30 seconds"),
            (Duration::from_secs(1), "Error: Request timed out after 1 second"),
            (Duration::from_millis(1500), "Error: Request timed out after 1.5 seconds"),
        ] {
            assert_eq!(Error::from_timeout(limit, url).line(), line);
        }
        let long = Error::with_detail(ErrorKind::Unsupported, format!("a\nb{}", "x".repeat(1000)), "no text");
        assert_eq!(long.line().lines().count(), 1);
        assert!(long.line().len() < 300);
    }
}
