//! From bytes to text, when nobody has decoded them yet.
//!
//! The order is that of the HTML Standard (section 13.2.3): a byte order mark, the transport, the document's own word,
//! and then a guess. Two things differ from a browser, both for old pages: the document's word is looked for in the
//! first 8 KiB, because templates put long comments before it, and what is valid UTF-8 is UTF-8 if only the document
//! says otherwise, because a page that was converted keeps its `<meta>`.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// Number of bytes searched for the document's encoding declaration.
const WINDOW: usize = 8 * 1024;
/// Number of bytes that a guess is made from.
const SAMPLE: usize = 256 * 1024;

/// A decoded page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// The encoding's name in the Encoding Standard, such as `UTF-8` or `windows-1252`.
    pub encoding: &'static str,
    /// `true` if bytes were replaced by U+FFFD.
    pub replaced: bool,
}

/// Decodes a page. `label` is the `charset` of its `Content-Type` header, if it has one.
pub fn decode<'a>(bytes: &'a [u8], label: Option<&str>) -> Decoded<'a> {
    let encoding = determine(bytes, label);
    let (text, replaced) = encoding.decode_with_bom_removal(bytes);
    Decoded { text, encoding: encoding.name(), replaced }
}

fn determine(bytes: &[u8], label: Option<&str>) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    if let Some(encoding) = label.and_then(|label| Encoding::for_label(label.trim().as_bytes())) {
        return encoding;
    }
    if bytes.starts_with(b"<\0?\0x\0") {
        return UTF_16LE;
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return UTF_16BE;
    }
    let declared = declared(&bytes[..bytes.len().min(WINDOW)]);
    match declared {
        // Bytes below 0x80 are not ASCII in every encoding.
        Some(declared) if bytes.is_ascii() => declared,
        _ if is_utf_8(bytes) => UTF_8,
        Some(declared) => declared,
        None => guess(bytes),
    }
}

/// Returns whether the bytes are UTF-8, but for a character that was cut at the end.
fn is_utf_8(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
    }
}

/// Returns the encoding that a `<meta>` or an XML declaration names.
///
/// Comments are skipped, as the standard's prescan does.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'<') {
        at += found;
        let rest = &bytes[at..];
        if rest.starts_with(b"<!--") {
            at += 2 + find(&rest[2..], b"-->")? + 3;
            continue;
        }
        let end = rest.iter().position(|&byte| byte == b'>').unwrap_or(rest.len());
        let tag = rest[..end].to_ascii_lowercase();
        let key: Option<&[u8]> = if tag.starts_with(b"<meta") {
            Some(b"charset")
        } else if tag.starts_with(b"<?xml") {
            Some(b"encoding")
        } else {
            None
        };
        if let Some(encoding) = key.and_then(|key| labelled(&tag, key)) {
            return Some(encoding);
        }
        at += end.max(1);
    }
    None
}

fn labelled(tag: &[u8], key: &[u8]) -> Option<&'static Encoding> {
    let mut rest = &tag[find(tag, key)? + key.len()..];
    let trim = |text: &mut &[u8]| *text = text.trim_ascii_start();
    trim(&mut rest);
    rest = rest.strip_prefix(b"=")?;
    trim(&mut rest);
    rest = rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"'")).unwrap_or(rest);
    let end = rest.iter().position(|byte| b"\"'; \t\r\n/?".contains(byte)).unwrap_or(rest.len());
    let encoding = Encoding::for_label(&rest[..end])?;
    // "If charset is UTF-16BE/LE, then set charset to UTF-8. If charset is x-user-defined, then windows-1252."
    Some(match encoding {
        _ if encoding == UTF_16BE || encoding == UTF_16LE => UTF_8,
        _ if encoding == X_USER_DEFINED => WINDOWS_1252,
        _ => encoding,
    })
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&bytes[..bytes.len().min(SAMPLE)], true);
    detector.guess(None, Utf8Detection::Allow)
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], label: Option<&str>, text: &str, encoding: &str) {
        let found = decode(bytes, label);
        assert_eq!((found.text.as_ref(), found.encoding), (text, encoding));
    }

    #[test]
    fn precedence() {
        let meta = b"<meta charset=windows-1251>\xe4";
        check(meta, None, "<meta charset=windows-1251>\u{434}", "windows-1251");
        check(meta, Some("latin1"), "<meta charset=windows-1251>\u{e4}", "windows-1252");
        check(meta, Some("unheard-of"), "<meta charset=windows-1251>\u{434}", "windows-1251");
        check(
            b"\xef\xbb\xbf<meta charset=latin1>\xc3\xa4",
            Some("latin1"),
            "<meta charset=latin1>\u{e4}",
            "UTF-8",
        );
        check(b"\xff\xfea\0", Some("utf-8"), "a", "UTF-16LE");
        check(b"<\0?\0x\0", None, "<?x", "UTF-16LE");
        check("<meta charset=latin1>\u{e4}".as_bytes(), None, "<meta charset=latin1>\u{e4}", "UTF-8");
        check(b"<meta charset=utf-16>a", None, "<meta charset=utf-16>a", "UTF-8");
        check(
            b"<!-- <meta charset=koi8-r> --><?xml encoding='latin1'?>\xe4",
            None,
            "<!-- <meta charset=koi8-r> --><?xml encoding='latin1'?>\u{e4}",
            "windows-1252",
        );
        check(
            b"<META http-equiv=Content-Type content=\"text/html; charset=Shift_JIS\">\x83\x8a",
            None,
            "<META http-equiv=Content-Type content=\"text/html; charset=Shift_JIS\">\u{30ea}",
            "Shift_JIS",
        );
        check(b"", None, "", "UTF-8");
        check("\u{e4}\u{e4}\u{e4}".as_bytes().split_last().unwrap().1, None, "\u{e4}\u{e4}\u{fffd}", "UTF-8");
    }

    #[test]
    fn guesses() {
        let russian = "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43c}\u{438}\u{440}! \u{42d}\u{442}\u{43e} \u{441}\u{442}\u{440}\u{430}\u{43d}\u{438}\u{446}\u{430} \u{43d}\u{430} \u{440}\u{443}\u{441}\u{441}\u{43a}\u{43e}\u{43c}.";
        let (bytes, encoding, _) = encoding_rs::WINDOWS_1251.encode(russian);
        check(&bytes, None, russian, encoding.name());
        assert!(!decode(&bytes, None).replaced);
        assert!(decode(b"caf\xe9", Some("utf-8")).replaced);
    }
}
