//! What one request says: its headers, and who may hear them.
//!
//! The decision this module embodies: a header of the caller's may be a credential, whatever its name is (`Cookie`,
//! `Authorization`, `X-Api-Key`), so each is told to the origin that was asked for and to no other. A redirect that
//! leaves the origin ends that for the rest of the request, also where it leads back: whoever redirects chooses
//! the address, and must not choose it in the caller's name.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{
    AUTHORIZATION, COOKIE, HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH,
};
use url::{Origin, Url};

use crate::cookies::Cookies;
use crate::error::{Error, ErrorKind};

/// How one request behaves. [`Default`] gives the values named at each field.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RequestOptions {
    /// The `Accept` header: `*/*`.
    pub accept: String,
    /// The most bytes of the decoded body: 8 MiB.
    pub max_body_bytes: usize,
    /// What happens beyond them: [`Overflow::Fail`].
    pub overflow: Overflow,
    /// Further headers: none. They go to the origin of the URL that is asked for, and to no other.
    pub headers: RequestHeaders,
    /// What the caller has of the URL already: nothing.
    pub known: Option<Known>,
    /// The longest time for the request with all its redirects, in place of
    /// [`ClientOptions::total_timeout`](crate::ClientOptions::total_timeout) and of the idle limits below it: none.
    pub timeout: Option<Duration>,
    /// Store of the cookies of servers, for the redirects of this request alone.
    pub cookies: Option<Cookies>,
    /// Who is asked before each hop: nobody.
    pub gate: Option<Arc<dyn Gate>>,
}

impl Default for RequestOptions {
    fn default() -> Self {
        Self {
            accept: "*/*".to_owned(),
            max_body_bytes: 8 * 1024 * 1024,
            overflow: Overflow::Fail,
            headers: RequestHeaders::default(),
            known: None,
            timeout: None,
            cookies: None,
            gate: None,
        }
    }
}

/// What happens when a body is larger than the limit. Either way no more of it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Overflow {
    /// [`ErrorKind::TooLarge`].
    #[default]
    Fail,
    /// The body is cut there and [`Response::truncated`](crate::Response::truncated) says so.
    Truncate,
}

/// A response that the caller has kept. Its URL is asked whether it changed (RFC 9110, section 13), and says 304 if it
/// did not; another URL, such as one that redirects to it, is not told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// The URL that answered.
    pub url: Url,
    /// Its `ETag`, as it was.
    pub etag: Option<String>,
    /// Its `Last-Modified`, as it was.
    pub last_modified: Option<String>,
}

impl Known {
    /// Of a URL that answered, with nothing by which it is known yet.
    pub fn new(url: Url) -> Self {
        Self { url, etag: None, last_modified: None }
    }

    /// What a response says of itself; `None` if it says nothing by which a server could know it again.
    pub fn of(response: &crate::Response) -> Option<Self> {
        let header = |name| response.headers.get(name).map(str::to_owned);
        let (etag, last_modified) = (header("etag"), header("last-modified"));
        let known = Self { url: response.url.clone(), etag, last_modified };
        (known.etag.is_some() || known.last_modified.is_some()).then_some(known)
    }
}

/// The answer of a [`Gate`]: the error says why the hop is not made.
pub type Passing<'a> =
    Pin<Box<dyn Future<Output = Result<(), Box<dyn std::error::Error + Send + Sync>>> + Send + 'a>>;

/// A condition of the owner's, such as a site's robots.txt, that each hop of a request must meet.
///
/// It is asked behind the guard, with the request's time running. What it refuses is [`ErrorKind::Gate`], with the
/// gate's own error as the source.
pub trait Gate: fmt::Debug + Send + Sync {
    /// Whether `url` may be asked for.
    fn pass<'a>(&'a self, url: &'a Url) -> Passing<'a>;
}

/// Headers of a request, checked when they are added. Neither `Debug` nor an error shows a value.
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

/// Headers that say how the message is framed, where it goes, or what the client itself understands.
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
    /// Adds a header, beside what it may have of that name already.
    ///
    /// [`ErrorKind::Options`] if it is no header (RFC 9110, section 5), if it is one that the client writes itself, or
    /// one for a proxy.
    pub fn add(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let refuse = |why: &str| {
            // A name is what stands before the colon of a line; what is no name may be a whole line with its secret.
            let shown: String = name.chars().take(40).collect();
            Err(Error::new(ErrorKind::Options, format!("the header `{}` {why}", shown.escape_debug())))
        };
        let Ok(name) = HeaderName::from_bytes(name.trim().as_bytes()) else {
            return refuse("has a name that HTTP does not know as one: letters, digits and - are allowed");
        };
        if name.as_str() == "user-agent" {
            return refuse("is set for all requests of a client (ClientOptions::user_agent)");
        }
        if OWN.contains(&name.as_str()) || name.as_str().starts_with("proxy-") {
            return refuse("is written by the client itself");
        }
        let Ok(mut value) = HeaderValue::from_bytes(value.trim().as_bytes()) else {
            return refuse("has a value with a line break or another character that steers");
        };
        value.set_sensitive(true);
        if self.0.try_append(name, value).is_err() {
            return refuse("is one too many");
        }
        Ok(())
    }

    /// Adds a cookie (RFC 6265, section 4.2) to those that are there. Cookies that a server sets on the way go beside
    /// it to the origin that set them.
    pub fn cookie(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let is_bad = |c: char| c == ';' || c.is_ascii_control();
        if name.is_empty() || name.contains(|c| c == '=' || c == ' ' || is_bad(c)) || value.contains(is_bad) {
            let message = "a cookie is a name without = and blanks, and a value without ; and line breaks";
            return Err(Error::new(ErrorKind::Options, message));
        }
        let mut line = self.0.get(COOKIE).map(HeaderValue::as_bytes).unwrap_or_default().to_vec();
        if !line.is_empty() {
            line.extend_from_slice(b"; ");
        }
        line.extend_from_slice(format!("{name}={value}").as_bytes());
        self.set(COOKIE, &line)
    }

    /// Sets the credentials of HTTP's Basic scheme (RFC 7617), in place of others.
    pub fn basic(&mut self, user: &str, password: &str) -> Result<(), Error> {
        if user.contains(':') {
            return Err(Error::new(
                ErrorKind::Options,
                "the user of Basic authentication must not hold a colon",
            ));
        }
        self.set(
            AUTHORIZATION,
            format!("Basic {}", base64(format!("{user}:{password}").as_bytes())).as_bytes(),
        )
    }

    /// Sets a bearer token (RFC 6750), in place of other credentials.
    pub fn bearer(&mut self, token: &str) -> Result<(), Error> {
        if token.is_empty() || token.contains(|c: char| !c.is_ascii_graphic()) {
            return Err(Error::new(
                ErrorKind::Options,
                "a bearer token holds ASCII letters, digits and signs",
            ));
        }
        self.set(AUTHORIZATION, format!("Bearer {token}").as_bytes())
    }

    fn set(&mut self, name: HeaderName, value: &[u8]) -> Result<(), Error> {
        let message = format!("the header `{name}` has a value with a character that steers");
        let mut value =
            HeaderValue::from_bytes(value).map_err(|_| Error::new(ErrorKind::Options, message.as_str()))?;
        value.set_sensitive(true);
        match self.0.try_insert(name, value) {
            Ok(_) => Ok(()),
            Err(source) => Err(Error::new(ErrorKind::Options, "there are too many headers").because(source)),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every header, as name in lower case and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_bytes()))
    }
}

impl fmt::Debug for RequestHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys().map(HeaderName::as_str)).finish()
    }
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

/// Who hears the caller's headers on the way of one request.
#[derive(Debug)]
pub(crate) struct Hearers {
    origin: Origin,
    left: bool,
}

impl Hearers {
    pub(crate) fn new(url: &Url) -> Self {
        Self { origin: url.origin(), left: false }
    }

    /// The headers for the next hop.
    pub(crate) fn headers(&mut self, url: &Url, options: &RequestOptions) -> Result<HeaderMap, Error> {
        self.left |= url.origin() != self.origin;
        let mut headers = if self.left { HeaderMap::new() } else { options.headers.0.clone() };
        if let Some(known) = options.known.as_ref().filter(|known| is_same_document(&known.url, url)) {
            let told = [(IF_NONE_MATCH, &known.etag), (IF_MODIFIED_SINCE, &known.last_modified)];
            for (name, value) in told.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
                let value = HeaderValue::from_bytes(value.as_bytes()).map_err(|source| {
                    let message = format!("what is known of {url} is no value of a header");
                    Error::new(ErrorKind::Options, message).because(source)
                })?;
                headers.insert(name, value);
            }
        }
        Ok(headers)
    }
}

/// A fragment is not sent.
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
        refused("user-agent", "secret", "ClientOptions::user_agent");
        refused("x", "secret\r\nhost: a", "line break");
        let mut headers = RequestHeaders::default();
        headers.add(" Cookie ", " a=b; c=d ").unwrap();
        headers.add("x-word", "caf\u{e9}").unwrap();
        let all: Vec<(&str, &[u8])> = headers.iter().collect();
        assert_eq!(all, [("cookie", &b"a=b; c=d"[..]), ("x-word", "caf\u{e9}".as_bytes())]);
    }

    #[test]
    fn base64_as_rfc_4648_has_it() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
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
    fn headers_stay_in_their_origin() {
        let mut options = RequestOptions::default();
        options.headers.add("cookie", "a=b").unwrap();
        let url = |text: &str| Url::parse(text).unwrap();
        let mut hearers = Hearers::new(&url("http://a.example/1"));
        let mut hears = |text: &str| !hearers.headers(&url(text), &options).unwrap().is_empty();
        assert!(hears("http://a.example/1"));
        assert!(hears("http://a.example:80/2"));
        assert!(!hears("https://a.example/2"));
        // It was led back by somebody else.
        assert!(!hears("http://a.example/delete"));
    }

    #[test]
    fn what_is_known_is_told_to_its_own_url() {
        let mut options = RequestOptions::default();
        let url = |text: &str| Url::parse(text).unwrap();
        options.known = Some(Known {
            url: url("http://b.example/page#part"),
            etag: Some("\"1\"".into()),
            last_modified: Some("Sun, 22 Nov 2026 00:00:00 GMT".into()),
        });
        let mut hearers = Hearers::new(&url("http://a.example/"));
        let mut told = |text: &str| hearers.headers(&url(text), &options).unwrap().len();
        assert_eq!(told("http://a.example/"), 0);
        assert_eq!(told("http://b.example/page"), 2);
        assert_eq!(told("http://b.example/page?x"), 0);
        options.known.as_mut().unwrap().etag = Some("\n".into());
        let error = hearers.headers(&url("http://b.example/page"), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Options);
    }
}
