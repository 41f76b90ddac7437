//! Response: status, headers, decoded body, redirects.

use url::Url;

/// HTTP response, with its headers, its decoded body and the redirects that led to it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Response {
    /// URL from which the response came, after all redirects.
    pub url: Url,
    /// HTTP status code, such as 200 or 404; a status of failure does not make the request an error.
    ///
    /// The caller decides how to treat a 404.
    pub status: u16,
    /// Headers of the response.
    pub headers: Headers,
    /// Bytes of the response's body, decompressed if they were sent compressed.
    pub body: Vec<u8>,
    /// `true` if the body was larger than the request's limit, so that only its beginning is kept.
    ///
    /// See [`Overflow::Truncate`](crate::Overflow::Truncate).
    pub truncated: bool,
    /// URLs that answered with a redirect, the requested one first; empty without redirects.
    pub redirects: Vec<Url>,
}

impl Response {
    /// Returns whether the HTTP status code is in the range 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns the body's media type without parameters, in lower case, such as `text/html`, if known.
    pub fn media_type(&self) -> Option<String> {
        media_type(self.headers.get("content-type")?)
    }
}

/// Returns the essence of a MIME type: `type/subtype` in lower case.
///
/// See MIME Sniffing Standard, section 4.4.
fn media_type(content_type: &str) -> Option<String> {
    let essence = content_type.split(';').next()?.trim();
    let (main, sub) = essence.split_once('/')?;
    let token = |text: &str| !text.is_empty() && text.bytes().all(is_token);
    (token(main) && token(sub)).then(|| essence.to_ascii_lowercase())
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Headers of an HTTP response, in the order in which they came.
///
/// Names are compared without regard to ASCII case. A value that is not UTF-8 is read as ISO-8859-1, the
/// charset of old headers.
///
/// ```
/// let headers: webagents_fetch::Headers = [("Link", "<a>; rel=x"), ("link", "<b>; rel=y")].into_iter().collect();
/// assert_eq!(headers.get("LINK"), Some("<a>; rel=x"));
/// assert_eq!(headers.all("link").count(), 2);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// Returns the value of the first header with this name, compared without regard to ASCII case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns the values of all headers with this name, compared without regard to ASCII case.
    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns the name and value of every header of the response, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Removes the headers with these names, which are in lower case.
    pub(crate) fn remove(&mut self, names: &[&str]) {
        self.0.retain(|(name, _)| !names.contains(&name.to_ascii_lowercase().as_str()));
    }

    pub(crate) fn from_raw<'a>(raw: impl Iterator<Item = (&'a str, &'a [u8])>) -> Self {
        raw.map(|(name, value)| (name, header_text(value))).collect()
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Headers {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(headers: I) -> Self {
        Self(headers.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

fn header_text(value: &[u8]) -> String {
    match std::str::from_utf8(value) {
        Ok(text) => text.to_owned(),
        Err(_) => value.iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_values_that_are_not_utf8() {
        let headers = Headers::from_raw([("a", &b"caf\xe9"[..]), ("b", "caf\u{e9}".as_bytes())].into_iter());
        assert_eq!(headers.get("a"), Some("caf\u{e9}"));
        assert_eq!(headers.get("B"), Some("caf\u{e9}"));
        assert_eq!(headers.get("c"), None);
    }

    #[test]
    fn media_types() {
        assert_eq!(media_type(" Text/HTML ; charset=x").as_deref(), Some("text/html"));
        assert_eq!(media_type("text"), None);
        assert_eq!(media_type("/html"), None);
        assert_eq!(media_type("te xt/html"), None);
    }
}
