//! Cookies that servers set during one request (RFC 6265).
//!
//! The decision of this module: a site that sets a cookie and redirects tests whether cookies are kept, and gets the
//! answer of a browser that was opened for this page. A cookie goes back to the origin that set it and to no other,
//! even if its `Domain` would allow more. So no list of public suffixes is needed, and no site learns about another.
//! Cookies last for the requests that the caller makes with one jar.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use reqwest::header::{COOKIE, HeaderMap, HeaderValue, SET_COOKIE};
use url::{Origin, Url};

/// Maximum number of cookies in a jar, the limit of RFC 6265 for one domain.
const COOKIES: usize = 50;
/// Maximum number of bytes of the name, the value and the attributes of one cookie.
const COOKIE_BYTES: usize = 4096;
/// Maximum number of bytes of all cookies of one request.
const HEADER_BYTES: usize = 16 * 1024;

/// Cookie jar that several HTTP requests share, so that one sends the cookies that another got.
///
/// Clones share the cookies.
///
/// Without such a jar ([`RequestOptions::cookies`](crate::RequestOptions::cookies)) cookies last for the redirects of
/// one request.
#[derive(Clone, Default)]
pub struct Cookies(Arc<Mutex<Vec<Cookie>>>);

#[derive(Debug)]
struct Cookie {
    origin: Origin,
    name: String,
    value: String,
    path: String,
    is_secure: bool,
}

impl fmt::Debug for Cookies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cookies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_list().entries(cookies.iter().map(|cookie| &cookie.name)).finish()
    }
}

impl Cookies {
    /// Stores the cookies that a response of `url` sets.
    pub(crate) fn keep(&self, url: &Url, headers: &HeaderMap) {
        let mut cookies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in headers.get_all(SET_COOKIE).iter().take(COOKIES) {
            let Some((cookie, is_expired)) = parse(url, line.as_bytes()) else { continue };
            let same = |other: &Cookie| {
                other.origin == cookie.origin && other.name == cookie.name && other.path == cookie.path
            };
            cookies.retain(|other| !same(other));
            if !is_expired {
                cookies.push(cookie);
            }
            if cookies.len() > COOKIES {
                cookies.remove(0);
            }
        }
    }

    /// Adds the cookies for `url` to the headers of a request.
    ///
    /// They replace the caller's cookies with the same name.
    pub(crate) fn send(&self, url: &Url, headers: &mut HeaderMap) {
        let cookies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let origin = url.origin();
        let mut kept: Vec<&Cookie> = cookies
            .iter()
            .filter(|cookie| {
                cookie.origin == origin
                    && is_below(url.path(), &cookie.path)
                    && (!cookie.is_secure || url.scheme() == "https")
            })
            .collect();
        if kept.is_empty() {
            return;
        }
        // Longer paths first, otherwise in the order in which they were set (section 5.4).
        kept.sort_by_key(|cookie| std::cmp::Reverse(cookie.path.len()));
        let given = headers.get(COOKIE).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let given = given.iter().flat_map(|line| line.split("; ")).filter(|pair| {
            let name = pair.split_once('=').map_or(*pair, |(name, _)| name);
            !kept.iter().any(|cookie| cookie.name == name)
        });
        let mut line = given.collect::<Vec<_>>().join("; ");
        for cookie in &kept {
            if line.len() + cookie.name.len() + cookie.value.len() > HEADER_BYTES {
                break;
            }
            line.push_str(if line.is_empty() { "" } else { "; " });
            line.push_str(&cookie.name);
            line.push_str(if cookie.name.is_empty() { "" } else { "=" });
            line.push_str(&cookie.value);
        }
        if let Ok(mut value) = HeaderValue::from_bytes(line.as_bytes()) {
            value.set_sensitive(true);
            headers.insert(COOKIE, value);
        }
    }
}

/// Parses a `Set-Cookie` header (sections 5.2 and 5.3); returns `true` with a cookie that has expired.
fn parse(url: &Url, line: &[u8]) -> Option<(Cookie, bool)> {
    let line = std::str::from_utf8(line).ok().filter(|line| line.len() <= COOKIE_BYTES)?;
    let (pair, attributes) = line.split_once(';').unwrap_or((line, ""));
    let (name, value) = pair.split_once('=').unwrap_or(("", pair));
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() && value.is_empty() || pair.contains(|c: char| c.is_ascii_control()) {
        return None;
    }
    // A cookie may have no name here, which the parser refuses.
    let parsed = cookie::Cookie::parse(format!("name=value;{attributes}")).ok()?;
    let path = parsed.path().filter(|path| path.starts_with('/'));
    let domain = parsed.domain().map(str::to_ascii_lowercase);
    let is_secure = parsed.secure() == Some(true);
    let is_expired = match (parsed.max_age(), parsed.expires_datetime()) {
        // `Max-Age` takes precedence over `Expires`.
        (Some(age), _) => age.is_zero(),
        (None, Some(date)) => date <= SystemTime::now(),
        (None, None) => false,
    };
    let host = url.host_str()?;
    let is_name = url.domain().is_some();
    let matches = |domain: &str| {
        host == domain || is_name && host.strip_suffix(domain).is_some_and(|before| before.ends_with('.'))
    };
    let is_encrypted = url.scheme() == "https";
    let keeps_prefix = match name.get(..9).unwrap_or(name).to_ascii_lowercase().as_str() {
        "__secure-" => is_secure && is_encrypted,
        start if start.starts_with("__host-") => {
            is_secure && is_encrypted && domain.is_none() && path == Some("/")
        }
        _ => true,
    };
    if domain.is_some_and(|domain| !matches(&domain)) || is_secure && !is_encrypted || !keeps_prefix {
        return None;
    }
    let cookie = Cookie {
        origin: url.origin(),
        name: name.to_owned(),
        value: value.to_owned(),
        path: path.unwrap_or_else(|| default_path(url.path())).to_owned(),
        is_secure,
    };
    Some((cookie, is_expired))
}

/// Returns the path of a cookie that names none (section 5.1.4).
fn default_path(path: &str) -> &str {
    match path.rfind('/') {
        None | Some(0) => "/",
        Some(at) => &path[..at],
    }
}

/// Returns whether a path matches the path of a cookie (section 5.1.4).
fn is_below(path: &str, of_cookie: &str) -> bool {
    path.strip_prefix(of_cookie)
        .is_some_and(|rest| rest.is_empty() || of_cookie.ends_with('/') || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the `Cookie` header for `to` after `from` has set `lines`.
    fn sent(from: &str, lines: &[&str], to: &str) -> String {
        let jar = Cookies::default();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(SET_COOKIE, HeaderValue::from_str(line).unwrap());
        }
        jar.keep(&Url::parse(from).unwrap(), &headers);
        let mut headers = HeaderMap::new();
        jar.send(&Url::parse(to).unwrap(), &mut headers);
        headers.get(COOKIE).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
    }

    #[test]
    fn cookies_return_to_their_origin() {
        let (http, https) = ("http://a.example/x/y", "https://a.example/x/y");
        for (from, line, to, expected) in [
            (http, "a=b", http, "a=b"),
            (http, "a=b", "http://a.example/x/", "a=b"),
            (http, "a=b", "http://a.example/x", "a=b"),
            (http, "a=b", "http://a.example/xz", ""),
            (http, "a=b", "http://a.example/", ""),
            (http, "a=b; Path=/", "http://a.example/", "a=b"),
            (http, "a=b; path=z", "http://a.example/x/z", "a=b"),
            (http, "a=b; Path=/x/", "http://a.example/x/z", "a=b"),
            // Other origins.
            (http, "a=b; Path=/", "http://b.example/", ""),
            (http, "a=b; Path=/", "http://a.example:8080/", ""),
            (http, "a=b; Path=/", "https://a.example/", ""),
            (http, "a=b; Path=/; Domain=example", "http://b.example/", ""),
            (http, "a=b; Path=/; Domain=a.example", "http://s.a.example/", ""),
            // Domains that do not match the host.
            (http, "a=b; Domain=b.example", http, ""),
            (http, "a=b; Domain=le", http, ""),
            (http, "a=b; Domain=.A.example", http, "a=b"),
            (http, "a=b; Domain=example", http, "a=b"),
            ("http://127.0.0.1/", "a=b; Domain=0.0.1", "http://127.0.0.1/", ""),
            ("http://127.0.0.1/", "a=b; Domain=127.0.0.1", "http://127.0.0.1/", "a=b"),
            (http, "a=b; Secure", http, ""),
            (https, "a=b; Secure", https, "a=b"),
            (https, "__Host-a=b; Secure; Path=/", https, "__Host-a=b"),
            (https, "__Host-a=b; Secure", https, ""),
            (https, "__Secure-a=b", https, ""),
            (http, "a=b; Max-Age=0", http, ""),
            (http, "a=b; Max-Age=-1", http, ""),
            (http, "a=b; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT", http, "a=b"),
            (http, "a=b; Expires=Thu, 01-Jan-70 00:00:00 GMT", http, ""),
            (http, "a=b; Expires=Wed, 09 Jun 2995 10:18:14 GMT", http, "a=b"),
            (http, "a=b; Expires=soon", http, "a=b"),
            (http, "a=\"b c\"; HttpOnly", http, "a=\"b c\""),
            (http, "=b", http, "b"),
            (http, ";", http, ""),
        ] {
            assert_eq!(sent(from, &[line], to), expected, "{from} {line} {to}");
        }
    }

    #[test]
    fn cookies_replace_and_sort_by_path() {
        let page = "http://a.example/x/y";
        assert_eq!(sent(page, &["a=1", "a=2"], page), "a=2");
        assert_eq!(sent(page, &["a=1", "a=; Max-Age=0"], page), "");
        assert_eq!(sent(page, &["a=1; Path=/", "b=2"], page), "b=2; a=1");
        let many: Vec<String> = (0..200).map(|at| format!("c{at}={}", "x".repeat(1000))).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(sent(page, &many, page).len() <= HEADER_BYTES + 8);
        assert_eq!(sent(page, &[&format!("a={}", "x".repeat(5000))], page), "");
    }

    #[test]
    fn the_callers_cookies_stay() {
        let jar = Cookies::default();
        let page = Url::parse("http://a.example/").unwrap();
        let mut headers = HeaderMap::new();
        headers.append(SET_COOKIE, HeaderValue::from_static("a=2"));
        jar.keep(&page, &headers);
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_static("a=1; b=1"));
        jar.send(&page, &mut headers);
        assert_eq!(headers[COOKIE], "b=1; a=2");
        assert_eq!(format!("{jar:?}"), r#"["a"]"#);
    }
}
