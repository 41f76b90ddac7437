//! Character encoding of a page.
//!
//! The order follows the HTML Standard (section 13.2.3): a byte order mark, the transport, the declaration of
//! the document, and then a guess. One rule is not a browser's: text that is valid UTF-8 is UTF-8 if only the
//! document names another encoding, because a page that was converted keeps its `<meta>`.

mod header;
mod prescan;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

pub use self::header::{charset_of, quoted_string};
use self::prescan::prescan_declaration;

/// Number of bytes that a guess is made from.
const SAMPLE: usize = 256 * 1024;

/// Text of a page, decoded from bytes, with the name of its character encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// Text of the page, decoded from its bytes, without a byte order mark.
    pub text: Cow<'a, str>,
    /// Name of the page's character encoding, such as `UTF-8` or `windows-1252`.
    pub encoding: &'static str,
    /// `true` if some bytes were invalid in the character encoding and were replaced by U+FFFD.
    pub replaced: bool,
}

/// Decodes the bytes of an HTML page to text, in the encoding that a browser would choose.
///
/// `label` is the `charset` of its `Content-Type` header ([`charset_of`]), if it has one.
pub fn decode<'a>(bytes: &'a [u8], label: Option<&str>) -> Decoded<'a> {
    let encoding = determine_encoding(bytes, label);
    let (text, replaced) = encoding.decode_with_bom_removal(bytes);
    Decoded { text, encoding: encoding.name(), replaced }
}

fn determine_encoding(bytes: &[u8], label: Option<&str>) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    if let Some(encoding) = label.and_then(|label| Encoding::for_label(label.trim().as_bytes())) {
        return encoding;
    }
    match prescan_declaration(bytes) {
        // UTF-16 is seen, not declared: in a `<meta>` it means UTF-8.
        Some(utf_16) if utf_16 == UTF_16LE || utf_16 == UTF_16BE => utf_16,
        // Bytes below 0x80 are not ASCII in every encoding.
        Some(declared) if bytes.is_ascii() => declared,
        _ if is_utf_8(bytes) => UTF_8,
        Some(declared) => declared,
        None => guess_encoding(bytes),
    }
}

/// Returns whether the bytes are UTF-8, except for a character that was cut at the end.
fn is_utf_8(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
    }
}

fn guess_encoding(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&bytes[..bytes.len().min(SAMPLE)], true);
    detector.guess(None, Utf8Detection::Allow)
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
            b"<?xml version='1.0' encoding='koi8-r'?><!-- <meta charset=latin1> -->\xc4",
            None,
            "<?xml version='1.0' encoding='koi8-r'?><!-- <meta charset=latin1> -->\u{434}",
            "KOI8-R",
        );
        check(
            b"<META http-equiv=Content-Type content=\"text/html; charset=Shift_JIS\">\x83\x8a",
            None,
            "<META http-equiv=Content-Type content=\"text/html; charset=Shift_JIS\">\u{30ea}",
            "Shift_JIS",
        );
        check(b"\xfe\xff\0a", None, "a", "UTF-16BE");
        check(b"\x83\x8a", Some("Shift_JIS"), "\u{30ea}", "Shift_JIS");
        check(b"\xe4", Some("utf-8"), "\u{fffd}", "UTF-8");
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
