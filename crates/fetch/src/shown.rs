//! URLs in messages and records: without user name, password and the values of secret parameters.
//!
//! The decision: one function for every place where a URL becomes text that is kept or printed. Errors of this crate
//! and its dependents pass through it, so that a new message cannot omit it. It finds URLs by their scheme and not by
//! parsing, because messages also quote text that is not a URL. It is not a guarantee: a secret in a path remains.

use std::borrow::Cow;
use std::sync::LazyLock;

use percent_encoding::percent_decode;

/// Replacement of a secret.
const HIDDEN: &str = "***";

/// Schemes whose authority may follow any number of slashes (URL Standard, "special scheme").
const SPECIAL: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// Maximum number of bytes of a scheme.
const SCHEME: usize = 16;

/// Maximum number of bytes of a parameter's name.
const NAME: usize = 64;

/// Replaces user names, passwords and secret parameters by `***` in every URL within a text.
///
/// ```
/// use webagents_fetch::redact_urls;
/// let text = "http://ann:pw@shop.example/?q=1&access_token=abc: no connection";
/// assert_eq!(redact_urls(text), "http://***@shop.example/?q=1&access_token=***: no connection");
/// ```
pub fn redact_urls(text: &str) -> Cow<'_, str> {
    if !text.contains(':') {
        return Cow::Borrowed(text);
    }
    redact(text, false, |byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'<' | b'>' | b'`'))
}

/// Replaces user name, password and secret parameters by `***` in a text that is one URL.
///
/// White space does not end the URL.
pub fn redact_url(text: &str) -> Cow<'_, str> {
    if let Some(shown) = without_scheme(text) {
        return Cow::Owned(shown);
    }
    if let Ok(url) = url::Url::parse(text) {
        return match redact(url.as_str(), false, |_| false) {
            // Unchanged text keeps its spelling.
            Cow::Borrowed(_) => Cow::Borrowed(text),
            Cow::Owned(shown) => Cow::Owned(shown),
        };
    }
    // Where a URL does not parse, the password may contain any character: `http://ann:p/w@host/`.
    match (text.find(':'), text.rfind('@')) {
        (Some(colon), Some(at)) if colon < at => {
            let slashes = text[colon + 1..].bytes().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
            let start = (colon + 1 + slashes).min(at);
            Cow::Owned(format!("{}{HIDDEN}{}", &text[..start], redact(&text[at..], true, |_| false)))
        }
        _ => redact(text, false, |_| false),
    }
}

/// Redacts `ann:pw@host:80/p`: without its scheme, it parses as a URL whose scheme is `ann`.
fn without_scheme(text: &str) -> Option<String> {
    const OPAQUE: [&str; 8] = ["about", "acct", "blob", "data", "javascript", "mailto", "sip", "urn"];
    let (name, rest) = text.split_once(':')?;
    let user = !name.contains(['/', '?', '#', '[']) && !rest.starts_with(['/', '\\']);
    let known = |known: &&str| name.eq_ignore_ascii_case(known);
    if !user || OPAQUE.iter().chain(&SPECIAL).any(known) {
        return None;
    }
    let port = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let at = rest.rfind('@')?;
    Some(format!("{HIDDEN}{}", redact(&rest[at..], true, |_| false)))
}

/// Removes secrets from the URLs in `text`. A byte that `ends` accepts ends a URL.
///
/// With `in_url` the text begins within a URL.
fn redact(text: &str, mut in_url: bool, ends: impl Fn(u8) -> bool) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let (mut out, mut written, mut at) = (String::new(), 0, 0);
    let mut last = Authority { end: 0, user_info: None };
    let mut hide = |start: usize, end: usize| {
        out.push_str(&text[written..start]);
        out.push_str(HIDDEN);
        written = end;
    };
    while let Some(&byte) = bytes.get(at) {
        if ends(byte) {
            in_url = false;
        } else if byte == b':'
            && let Some(start) = authority(bytes, at)
        {
            in_url = true;
            // Bytes of the last authority need no second search: each byte is read once.
            if start >= last.end {
                last = Authority::read(bytes, start, &ends);
            }
            at = start;
            if let Some(end) = last.user_info.filter(|&end| end > start) {
                hide(start, end);
                at = end;
            }
            continue;
        } else if in_url
            && matches!(byte, b'?' | b'#' | b'&' | b';')
            && let Some((start, end)) = secret(bytes, at + 1, &ends)
        {
            hide(start, end);
            at = end;
            continue;
        }
        at += 1;
    }
    if written == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[written..]);
    Cow::Owned(out)
}

/// Returns the start of the authority of the scheme that ends with the colon at `colon`.
fn authority(bytes: &[u8], colon: usize) -> Option<usize> {
    let is_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let length = bytes[..colon].iter().rev().take(SCHEME).take_while(is_scheme).count();
    let scheme = bytes.get(colon - length..colon)?;
    let slashes = bytes[colon + 1..].iter().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
    let is_special = SPECIAL.iter().any(|special| scheme.eq_ignore_ascii_case(special.as_bytes()));
    (is_special || (length > 0 && slashes >= 2)).then_some(colon + 1 + slashes)
}

/// Part of a URL between its slashes and its path.
struct Authority {
    end: usize,
    /// End of its user info, before the `@`.
    user_info: Option<usize>,
}

impl Authority {
    fn read(bytes: &[u8], start: usize, ends: impl Fn(u8) -> bool) -> Self {
        let rest = bytes.get(start..).unwrap_or_default();
        let length = rest.iter().take_while(|&&byte| !ends(byte) && !b"/\\?#".contains(&byte)).count();
        let (authority, after) = rest.split_at(length);
        let mut user_info = authority.iter().rposition(|&byte| byte == b'@').map(|at| start + at);
        // `ann:p#w@host`: the text after the colon is not a port, so the authority goes on.
        let port = authority.iter().position(|&byte| byte == b':').map(|colon| &authority[colon + 1..]);
        let goes_on = port.is_some_and(|port| !port.iter().all(u8::is_ascii_digit));
        if user_info.is_none() && goes_on && !authority.starts_with(b"[") {
            let more = after.iter().take(NAME).take_while(|&&byte| !ends(byte)).count();
            let at = after[..more].iter().rposition(|&byte| byte == b'@');
            user_info = at.map(|at| start + length + at);
        }
        Self { end: start + length, user_info }
    }
}

/// Returns the range of the value of the parameter whose name begins at `start`, if it is a secret.
fn secret(bytes: &[u8], start: usize, ends: impl Fn(u8) -> bool) -> Option<(usize, usize)> {
    let rest = bytes.get(start..)?;
    let length = rest.iter().take(NAME).take_while(|&&byte| !ends(byte) && !b"=?#&;".contains(&byte)).count();
    if rest.get(length) != Some(&b'=') {
        return None;
    }
    let sort = SecretParameter::of(&rest[..length])?;
    let value = rest[length + 1..].iter().take_while(|&&byte| !ends(byte) && !b"#&;".contains(&byte)).count();
    // The colon before a reason is not part of the value: `?token=abc: no connection`.
    let shown = &rest[length + 1..length + 1 + value];
    let value =
        value - shown.iter().rev().take_while(|byte| matches!(byte, b':' | b',' | b')' | b'.')).count();
    let value_start = start + length + 1;
    let least = if sort == SecretParameter::Long { LONG } else { 1 };
    (value >= least).then_some((value_start, value_start + value))
}

/// A parameter that holds a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SecretParameter {
    /// With every value.
    Secret,
    /// With a value that is too long for a word.
    ///
    /// These are the `state` of OAuth (RFC 6749, 10.12) and the key of a service.
    Long,
}

/// The length from which a value is too long for a word.
const LONG: usize = 16;

impl SecretParameter {
    /// Reads a name; case, separators and percent-encoding do not count.
    fn of(name: &[u8]) -> Option<Self> {
        let plain = plain(name);
        match plain.as_str() {
            "state" | "key" => Some(Self::Long),
            plain => is_secret(plain).then_some(Self::Secret),
        }
    }
}

fn plain(name: &[u8]) -> String {
    let decoded = percent_decode(name).filter(u8::is_ascii_alphanumeric);
    decoded.map(|byte| char::from(byte.to_ascii_lowercase())).collect()
}

/// Returns whether a parameter of this name holds a secret.
///
/// One of them is the authorization code of OAuth (RFC 6749, 4.1.2).
fn is_secret(plain: &str) -> bool {
    static WHOLE: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("secret_names.txt").lines().collect());
    static ENDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("secret_ends.txt").lines().collect());
    // The cursor of a list is not a secret.
    let is_cursor = plain.ends_with("pagetoken");
    WHOLE.contains(&plain) || (!is_cursor && ENDS.iter().any(|end| plain.ends_with(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_urls() {
        for (text, shown) in [
            ("", ""),
            ("no URL: a@b", "no URL: a@b"),
            ("http://a.example/", "http://a.example/"),
            ("to http://ann:pw@h:81/x, twice", "to http://***@h:81/x, twice"),
            ("to https://ann@h", "to https://***@h"),
            ("wss://:pw@h/", "wss://***@h/"),
            ("HTTP:/ann:pw@h/", "HTTP:/***@h/"),
            ("http:\\\\ann:pw@h/", "http:\\\\***@h/"),
            ("http:ann:pw@h/", "http:***@h/"),
            ("postgres://ann:pw@db/x", "postgres://***@db/x"),
            ("http://a:b@c:d@h/", "http://***@h/"),
            ("http://ann:p#w@h/", "http://***@h/"),
            ("http://h:80/@ann and me@b", "http://h:80/@ann and me@b"),
            ("http://[::1]:80/@ann", "http://[::1]:80/@ann"),
            ("http://h/a@b", "http://h/a@b"),
            ("http://h mail x@y", "http://h mail x@y"),
            ("http://a:b@h/ and http://c:d@e/", "http://***@h/ and http://***@e/"),
            ("http://h/?u=http://a:b@g/", "http://h/?u=http://***@g/"),
            ("http://h/?token=abc&q=1#access_token=x", "http://h/?token=***&q=1#access_token=***"),
            ("http://h/?a%63cess_token=abc", "http://h/?a%63cess_token=***"),
            ("http://h/?X-Amz-Signature=abc", "http://h/?X-Amz-Signature=***"),
            ("http://h/cb?code=abc&state=open&key=name", "http://h/cb?code=***&state=open&key=name"),
            ("http://h/cb?state=af0ifjsldkjaf0ifjsldkj#id_token=x", "http://h/cb?state=***#id_token=***"),
            (
                "http://h/?code_verifier=a&SAMLResponse=b&ticket=c",
                "http://h/?code_verifier=***&SAMLResponse=***&ticket=***",
            ),
            ("http://h/?postcode=1&codec=2&statement=3", "http://h/?postcode=1&codec=2&statement=3"),
            ("http://h/?pageToken=abc&session=1", "http://h/?pageToken=abc&session=***"),
            ("\"http://h/?sid=1\", token=2", "\"http://h/?sid=***\", token=2"),
            ("http://h/?author=x&passenger=y&tokens=3", "http://h/?author=x&passenger=y&tokens=3"),
            ("note: a?token=b", "note: a?token=b"),
            ("http://ä:ö@h/ü?token=é: no", "http://***@h/ü?token=***: no"),
        ] {
            assert_eq!(redact_urls(text), shown, "{text}");
        }
    }

    #[test]
    fn one_url() {
        for (text, shown) in [
            ("http://h", "http://h"),
            ("http://ann:p w@h/x y", "http://***@h/x%20y"),
            ("http://ann:p/w@h/", "http://***@h/"),
            ("http://ann:p\nw@h:99999/", "http://***@h:99999/"),
            ("http://ann:\"p\"@/?token=a", "http://***@/?token=***"),
            ("://a:b@c", "://***@c"),
            ("not a URL", "not a URL"),
            ("ann:p/w@host:80/p?token=1&q=2", "***@host:80/p?token=***&q=2"),
            ("mailto:ann@shop.example", "mailto:ann@shop.example"),
            ("shop.example:80/@ann", "shop.example:80/@ann"),
        ] {
            assert_eq!(redact_url(text), shown, "{text}");
        }
    }

    #[test]
    fn redaction_has_linear_cost() {
        for unit in [":", "http:", "http://", "a://b@", "?token=", "http://h/?a=", "http://x:y", "@"] {
            let text = unit.repeat(200_000);
            assert!(!redact_urls(&text).is_empty());
            assert!(!redact_url(&text).is_empty());
        }
    }
}
