//! Character encoding of a body.
//!
//! The order is that of the HTML Standard ("determining the character encoding"): a byte order mark, the transport,
//! the declaration of the document, UTF-8. No encoding is guessed from statistics: a guess that is right on ten pages
//! and wrong on the eleventh is worse than U+FFFD, which is visible.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::prescan::prescan;

/// Decoded body.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodedText<'a> {
    /// Text without a byte order mark.
    pub text: Cow<'a, str>,
    /// Name of the encoding in the Encoding Standard, such as `UTF-8` or `windows-1252`.
    pub encoding: &'static str,
    /// Origin of the encoding.
    pub source: CharsetSource,
    /// `true` if bytes were replaced by U+FFFD.
    pub replaced: bool,
}

/// Origin of the encoding of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CharsetSource {
    /// Byte order mark.
    Bom,
    /// `Content-Type` header.
    Header,
    /// `<meta>` or XML declaration in the first 1,024 bytes.
    Document,
    /// No declaration: UTF-8.
    Default,
}

pub(crate) fn decode<'a>(body: &'a [u8], content_type: Option<&str>) -> DecodedText<'a> {
    let (encoding, source) = determine(body, content_type);
    let (text, replaced) = encoding.decode_with_bom_removal(body);
    DecodedText { text, encoding: encoding.name(), source, replaced }
}

fn determine(body: &[u8], content_type: Option<&str>) -> (&'static Encoding, CharsetSource) {
    if let Some((encoding, _)) = Encoding::for_bom(body) {
        return (encoding, CharsetSource::Bom);
    }
    let named = content_type.and_then(charset_of).and_then(|label| Encoding::for_label(label.as_bytes()));
    if let Some(encoding) = named {
        return (encoding, CharsetSource::Header);
    }
    if is_html(content_type)
        && let Some(encoding) = prescan(body)
    {
        return (encoding, CharsetSource::Document);
    }
    (UTF_8, CharsetSource::Default)
}

/// Returns whether a body may be HTML.
///
/// A body without a media type may: the prescan finds nothing in other formats.
fn is_html(content_type: Option<&str>) -> bool {
    match content_type.map(media_type) {
        None | Some(None) => true,
        Some(Some(essence)) => matches!(essence.as_str(), "text/html" | "application/xhtml+xml"),
    }
}

/// Returns the essence of a MIME type: `type/subtype` in lower case.
///
/// See MIME Sniffing Standard, section 4.4.
pub(crate) fn media_type(content_type: &str) -> Option<String> {
    let essence = content_type.split(';').next()?.trim();
    let (main, sub) = essence.split_once('/')?;
    let token = |text: &str| !text.is_empty() && text.bytes().all(is_token);
    (token(main) && token(sub)).then(|| essence.to_ascii_lowercase())
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Returns the value of the first `charset` parameter, quoted or not.
pub(crate) fn charset_of(content_type: &str) -> Option<String> {
    let mut rest = content_type.split_once(';')?.1;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ';']);
        let name_end = rest.find(['=', ';'])?;
        let (name, after) = rest.split_at(name_end);
        let Some(after) = after.strip_prefix('=') else {
            rest = after;
            continue;
        };
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted_string(quoted),
            None => {
                let end = after.find(';').unwrap_or(after.len());
                (after[..end].trim_end().to_owned(), &after[end..])
            }
        };
        if name.trim().eq_ignore_ascii_case("charset") {
            return Some(value);
        }
        rest = &after[after.find(';')?..];
    }
}

/// Reads a quoted string after its opening quote. A missing closing quote is accepted.
fn quoted_string(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (value, &text[at + 1..]),
            '\\' => value.extend(chars.next().map(|(_, escaped)| escaped)),
            _ => value.push(c),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &[u8], content_type: Option<&str>, text: &str, encoding: &str, source: CharsetSource) {
        let found = decode(body, content_type);
        assert_eq!((found.text.as_ref(), found.encoding, found.source), (text, encoding, source));
    }

    #[test]
    fn precedence() {
        use CharsetSource::{Bom, Default, Document, Header};
        let meta = b"<meta charset=windows-1251>\xe4";
        check(meta, None, "<meta charset=windows-1251>д", "windows-1251", Document);
        check(meta, Some("text/html"), "<meta charset=windows-1251>д", "windows-1251", Document);
        check(
            meta,
            Some("text/html; charset=latin1"),
            "<meta charset=windows-1251>ä",
            "windows-1252",
            Header,
        );
        check(meta, Some("text/plain"), "<meta charset=windows-1251>\u{fffd}", "UTF-8", Default);
        check(meta, Some("nonsense"), "<meta charset=windows-1251>д", "windows-1251", Document);
        check(
            b"\xef\xbb\xbf<meta charset=latin1>\xc3\xa4",
            Some("text/html; charset=latin1"),
            "<meta charset=latin1>ä",
            "UTF-8",
            Bom,
        );
        check(b"\xff\xfea\0", Some("text/html; charset=utf-8"), "a", "UTF-16LE", Bom);
        check(b"\xfe\xff\0a", None, "a", "UTF-16BE", Bom);
        check("ä".as_bytes(), None, "ä", "UTF-8", Default);
        check(b"\xe4", Some("text/html; charset=unheard-of"), "\u{fffd}", "UTF-8", Default);
        check(b"\x83\x8a", Some("text/html; charset=Shift_JIS"), "リ", "Shift_JIS", Header);
        assert!(decode(b"\xe4", None).replaced);
    }

    #[test]
    fn charset_parameters() {
        let check = |header: &str, value: Option<&str>| {
            assert_eq!(charset_of(header).as_deref(), value, "{header}");
        };
        check("text/html", None);
        check("text/html;", None);
        check("text/html; charset=utf-8", Some("utf-8"));
        check("text/html;charset=utf-8 ", Some("utf-8"));
        check("text/html; Charset=\"utf-8\"", Some("utf-8"));
        check("text/html; charset=\"u\\tf-8\"; x", Some("utf-8"));
        check("text/html; charset=\"utf-8", Some("utf-8"));
        check("text/html; a=b; charset=x", Some("x"));
        check("text/html; a=\"; charset=no\"; charset=x", Some("x"));
        check("text/html; flag; charset=x; charset=y", Some("x"));
        check("text/html; charset", None);
        check("text/html; charset=", Some(""));
        check("text/html; a=\"x\" junk", None);
    }

    #[test]
    fn media_types() {
        assert_eq!(media_type(" Text/HTML ; charset=x").as_deref(), Some("text/html"));
        assert_eq!(media_type("text"), None);
        assert_eq!(media_type("/html"), None);
        assert_eq!(media_type("te xt/html"), None);
    }
}
