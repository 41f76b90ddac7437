//! Options of one request, and the origin that receives its headers.
//!
//! The decision of this module: a header of the caller may be a credential, whatever its name (`Cookie`,
//! `Authorization`, `X-Api-Key`), so each is sent to the requested origin and to no other. A redirect that leaves the
//! origin ends that for the rest of the request, even if it leads back: the redirecting site chooses the address, and
//! must not choose it in the caller's name.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use reqwest::header::{
    AUTHORIZATION, COOKIE, HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH,
};
use url::{Origin, Url};

use crate::cookies::Cookies;
use crate::error::{Error, ErrorKind, Remedy};

/// Options of one HTTP request: its headers, its limits, and the treatment of its response.
///
/// [`Default`] gives the values named at each field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RequestOptions {
    /// Value of the request's `Accept` header. Default: `*/*`.
    pub accept: String,
    /// Maximum bytes of the response's decoded body; `overflow` handles a longer one. Default: 8 MiB.
    pub max_body_bytes: usize,
    /// Treatment of a response body larger than `max_body_bytes`. Default: [`Overflow::Fail`].
    pub overflow: Overflow,
    /// Further headers, which are sent to the requested URL's origin and no other. Default: none.
    pub headers: RequestHeaders,
    /// `ETag` and `Last-Modified` of a stored response, to request it only if it changed. Default: none.
    pub validators: Option<Validators>,
    /// Time limit for the request with all its redirects. Default: the limit of the client's options.
    ///
    /// It replaces [`ClientOptions::total_timeout`](crate::ClientOptions::total_timeout) and the idle limits.
    pub timeout: Option<Duration>,
    /// Jar of cookies to send and store; with `None`, cookies last for the redirects of this request.
    pub cookies: Option<Cookies>,
    /// Filter that may refuse the URL of the request and of each redirect. Default: none.
    pub filter: Option<Arc<dyn RequestFilter>>,
}

impl Default for RequestOptions {
    fn default() -> Self {
        Self {
            accept: "*/*".to_owned(),
            max_body_bytes: 8 * 1024 * 1024,
            overflow: Overflow::Fail,
            headers: RequestHeaders::default(),
            validators: None,
            timeout: None,
            cookies: None,
            filter: None,
        }
    }
}

/// Treatment of a response body above the limit: an error, or only its beginning is returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Overflow {
    /// Fails with [`ErrorKind::TooLarge`].
    #[default]
    Fail,
    /// Cuts the body at the limit and sets [`Response::truncated`](crate::Response::truncated).
    Truncate,
}

/// `ETag` and `Last-Modified` of a stored response, sent to have it again only if it has changed.
///
/// The request is then conditional (RFC 9110, section 13).
///
/// Their URL answers 304 if it has not changed. They are sent to no other URL, such as one that redirects to it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Validators {
    /// URL of the stored response; the validators are sent to no other URL.
    pub url: Url,
    /// Value of the stored response's `ETag` header, exactly as received; `None` if it had none.
    pub etag: Option<String>,
    /// Value of the stored response's `Last-Modified` header, exactly as received; `None` if it had none.
    pub last_modified: Option<String>,
}

impl Validators {
    /// Creates validators for a stored response of `url`, with neither `ETag` nor `Last-Modified`.
    pub fn new(url: Url) -> Self {
        Self { url, etag: None, last_modified: None }
    }

    /// Returns a response's `ETag` and `Last-Modified` headers, or `None` if it has neither of them.
    pub fn of(response: &crate::Response) -> Option<Self> {
        let header = |name| response.headers.get(name).map(str::to_owned);
        let (etag, last_modified) = (header("etag"), header("last-modified"));
        let validators = Self { url: response.url.clone(), etag, last_modified };
        (validators.etag.is_some() || validators.last_modified.is_some()).then_some(validators)
    }
}

/// Future of [`RequestFilter::check`]; its error is the reason why the filter refuses the URL.
pub type FilterFuture<'a> =
    Pin<Box<dyn Future<Output = Result<(), Box<dyn std::error::Error + Send + Sync>>> + Send + 'a>>;

/// Check that may refuse each URL of a request, redirects included, for example by a robots.txt.
///
/// The client calls it after its guard, within the time limit of the request. A refusal is [`ErrorKind::Filtered`],
/// with the error of the filter as the source.
pub trait RequestFilter: fmt::Debug + Send + Sync {
    /// Returns `Ok` if `url` may be requested, or else the reason why not.
    fn check<'a>(&'a self, url: &'a Url) -> FilterFuture<'a>;
}

/// Headers that a caller adds to a request. Neither `Debug` nor an error shows their values.
///
/// They are checked when they are added.
///
/// ```
/// let mut headers = webagents_fetch::RequestHeaders::default();
/// headers.add("X-Api-Key", "secret")?;
/// assert!(headers.add("Host", "elsewhere.example").is_err());
/// assert_eq!(format!("{headers:?}"), r#"["x-api-key"]"#);
/// # Ok::<(), webagents_fetch::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RequestHeaders(HeaderMap);

/// Headers about framing, routing or conditions, which the client writes itself.
const OWN: [&str; 18] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-length",
    "content-type",
    "expect",
    "host",
    "http2-settings",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-unmodified-since",
    "keep-alive",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

impl RequestHeaders {
    /// Adds a header to the request; headers of the same name that were added before are kept.
    ///
    /// Returns [`ErrorKind::Options`] if it is not a valid header (RFC 9110, section 5), if the client writes it
    /// itself, or if it is a header for a proxy.
    pub fn add(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let refuse = |why: &str| {
            // The name ends at the colon of a line; an invalid name may be a whole line with its secret.
            let shown: String = name.chars().take(40).collect();
            Err(Error::new(ErrorKind::Options, format!("the header `{}` {why}", shown.escape_debug())))
        };
        let Ok(name) = HeaderName::from_bytes(name.trim().as_bytes()) else {
            return refuse("is not a valid header name; expected letters, digits and -");
        };
        if name.as_str() == "user-agent" {
            return refuse("is an option of the client")
                .map_err(|error| error.with_remedy(Remedy::UserAgent));
        }
        if OWN.contains(&name.as_str()) || name.as_str().starts_with("proxy-") {
            return refuse("is written by the client itself");
        }
        let Ok(mut value) = HeaderValue::from_bytes(value.trim().as_bytes()) else {
            return refuse("has a value with a line break or another control character");
        };
        value.set_sensitive(true);
        if self.0.try_append(name, value).is_err() {
            return refuse("exceeds the maximum number of headers");
        }
        Ok(())
    }

    /// Adds a cookie to the `Cookie` header of the request (RFC 6265, section 4.2).
    ///
    /// Cookies that a server sets on the way are sent with it to the origin that set them.
    pub fn cookie(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let is_bad = |c: char| c == ';' || c.is_ascii_control();
        if name.is_empty() || name.contains(|c| c == '=' || c == ' ' || is_bad(c)) || value.contains(is_bad) {
            let message =
                "expected a cookie name without `=` and blanks, and a value without `;` and line breaks";
            return Err(Error::new(ErrorKind::Options, message));
        }
        let mut line = self.0.get(COOKIE).map(HeaderValue::as_bytes).unwrap_or_default().to_vec();
        if !line.is_empty() {
            line.extend_from_slice(b"; ");
        }
        line.extend_from_slice(format!("{name}={value}").as_bytes());
        self.set(COOKIE, &line)
    }

    /// Sets the `Authorization` header to a user name and password of the Basic scheme (RFC 7617).
    ///
    /// They take the place of other credentials.
    pub fn basic(&mut self, user: &str, password: &str) -> Result<(), Error> {
        if user.contains(':') {
            return Err(Error::new(
                ErrorKind::Options,
                "the user name of Basic authentication must not contain a colon",
            ));
        }
        self.set(
            AUTHORIZATION,
            format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}"))).as_bytes(),
        )
    }

    /// Sets the `Authorization` header to a bearer token (RFC 6750), in place of other credentials.
    pub fn bearer(&mut self, token: &str) -> Result<(), Error> {
        if token.is_empty() || token.contains(|c: char| !c.is_ascii_graphic()) {
            return Err(Error::new(
                ErrorKind::Options,
                "expected a bearer token of visible ASCII characters",
            ));
        }
        self.set(AUTHORIZATION, format!("Bearer {token}").as_bytes())
    }

    fn set(&mut self, name: HeaderName, value: &[u8]) -> Result<(), Error> {
        let message = format!("header `{name}`: the value contains a control character");
        let mut value =
            HeaderValue::from_bytes(value).map_err(|_| Error::new(ErrorKind::Options, message.as_str()))?;
        value.set_sensitive(true);
        match self.0.try_insert(name, value) {
            Ok(_) => Ok(()),
            Err(source) => Err(Error::new(ErrorKind::Options, "there are too many headers").because(source)),
        }
    }

    /// Returns whether no headers were added to the request.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the request's added headers, each as its name in lower case and its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_bytes()))
    }
}

impl fmt::Debug for RequestHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys().map(HeaderName::as_str)).finish()
    }
}

/// Origin that receives the caller's headers during one request.
#[derive(Debug)]
pub(crate) struct CredentialScope {
    origin: Origin,
    left: bool,
}

impl CredentialScope {
    pub(crate) fn new(url: &Url) -> Self {
        Self { origin: url.origin(), left: false }
    }

    /// Returns the headers for the next hop.
    pub(crate) fn headers(&mut self, url: &Url, options: &RequestOptions) -> Result<HeaderMap, Error> {
        self.left |= url.origin() != self.origin;
        let mut headers = if self.left { HeaderMap::new() } else { options.headers.0.clone() };
        if let Some(stored) = options.validators.as_ref().filter(|stored| is_same_document(&stored.url, url))
        {
            let validators = [(IF_NONE_MATCH, &stored.etag), (IF_MODIFIED_SINCE, &stored.last_modified)];
            for (name, value) in
                validators.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)))
            {
                let value = HeaderValue::from_bytes(value.as_bytes()).map_err(|source| {
                    let message = format!("the validators of {url} are not valid header values");
                    Error::new(ErrorKind::Options, message).because(source)
                })?;
                headers.insert(name, value);
            }
        }
        Ok(headers)
    }
}

/// Returns whether two URLs differ in nothing but their fragments, which are not sent.
fn is_same_document(one: &Url, other: &Url) -> bool {
    let end = |url: &Url| url.as_str().find('#').unwrap_or(url.as_str().len());
    one.as_str()[..end(one)] == other.as_str()[..end(other)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(name: &str, value: &str, words: &str) {
        let error = RequestHeaders::default().add(name, value).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Options);
        assert!(error.to_string().contains(words), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[test]
    fn headers_are_checked() {
        refused("", "secret", "letters, digits");
        refused("a b", "secret", "letters, digits");
        refused("a:b", "secret", "letters, digits");
        refused("Content-Length", "secret", "by the client itself");
        refused("Proxy-Authorization", "secret", "by the client itself");
        refused("user-agent", "secret", "option of the client");
        refused("x", "secret\r\nhost: a", "line break");
        let mut headers = RequestHeaders::default();
        headers.add(" Cookie ", " a=b; c=d ").unwrap();
        headers.add("x-word", "caf\u{e9}").unwrap();
        let all: Vec<(&str, &[u8])> = headers.iter().collect();
        assert_eq!(all, [("cookie", &b"a=b; c=d"[..]), ("x-word", "caf\u{e9}".as_bytes())]);
    }

    #[test]
    fn cookies_and_credentials() {
        let mut headers = RequestHeaders::default();
        headers.cookie("a", "1").unwrap();
        headers.cookie("b", "2=3").unwrap();
        headers.bearer("token").unwrap();
        headers.basic("Aladdin", "open sesame").unwrap();
        let all: Vec<(&str, &[u8])> = headers.iter().collect();
        let basic = &b"Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="[..];
        assert_eq!(all, [("cookie", &b"a=1; b=2=3"[..]), ("authorization", basic)]);
        for refused in [
            headers.cookie("a=b", "secret"),
            headers.cookie("", "secret"),
            headers.cookie("a", "secret; b=c"),
            headers.cookie("a", "secret\r\nx: y"),
            headers.basic("a:b", "secret"),
            headers.bearer("secret token"),
            headers.bearer(""),
        ] {
            let error = refused.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Options);
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }

    #[test]
    fn headers_stay_in_origin() {
        let mut options = RequestOptions::default();
        options.headers.add("cookie", "a=b").unwrap();
        let url = |text: &str| Url::parse(text).unwrap();
        let mut scope = CredentialScope::new(&url("http://a.example/1"));
        let mut receives = |text: &str| !scope.headers(&url(text), &options).unwrap().is_empty();
        assert!(receives("http://a.example/1"));
        assert!(receives("http://a.example:80/2"));
        assert!(!receives("https://a.example/2"));
        // The redirect back came from another site.
        assert!(!receives("http://a.example/delete"));
    }

    #[test]
    fn validators_go_to_their_url() {
        let mut options = RequestOptions::default();
        let url = |text: &str| Url::parse(text).unwrap();
        options.validators = Some(Validators {
            url: url("http://b.example/page#part"),
            etag: Some("\"1\"".into()),
            last_modified: Some("Sun, 22 Nov 2026 00:00:00 GMT".into()),
        });
        let mut scope = CredentialScope::new(&url("http://a.example/"));
        let mut count = |text: &str| scope.headers(&url(text), &options).unwrap().len();
        assert_eq!(count("http://a.example/"), 0);
        assert_eq!(count("http://b.example/page"), 2);
        assert_eq!(count("http://b.example/page?x"), 0);
        options.validators.as_mut().unwrap().etag = Some("\n".into());
        let error = scope.headers(&url("http://b.example/page"), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Options);
    }
}
