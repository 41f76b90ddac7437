//! "Prescan a byte stream to determine its encoding", HTML Standard, section 13.2.3.2.
//!
//! Follows the algorithm of the standard step by step, and is deliberately not an HTML parser: a browser makes the same
//! errors. It scans 8 KiB, where a browser waits for 1,024 bytes, because templates put long comments first.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// Number of bytes that are scanned.
const WINDOW: usize = 8 * 1024;

/// Returns the encoding that the document declares.
pub(super) fn prescan(body: &[u8]) -> Option<&'static Encoding> {
    let bytes = &body[..body.len().min(WINDOW)];
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    meta_encoding(bytes).or_else(|| xml_encoding(bytes))
}

fn meta_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(b"<!--") {
            // The dashes of the start may be those of the end: `<!-->`.
            at += 2 + find(&rest[2..], b"-->")? + 3;
        } else if starts_ignoring_case(rest, b"<meta")
            && rest.get(5).is_some_and(|&b| is_space(b) || b == b'/')
        {
            let mut attributes = Attributes { bytes, at: at + 5 };
            if let Some(encoding) = encoding_of_meta(&mut attributes) {
                return Some(encoding);
            }
            at = attributes.at;
        } else if is_tag(rest) {
            let name_end = rest.iter().position(|&b| is_space(b) || b == b'>')?;
            let mut attributes = Attributes { bytes, at: at + name_end };
            while attributes.next().is_some() {}
            at = attributes.at;
        } else if rest.starts_with(b"<!") || rest.starts_with(b"</") || rest.starts_with(b"<?") {
            at += rest.iter().position(|&b| b == b'>')? + 1;
        } else {
            at += 1;
        }
    }
    None
}

/// Returns the encoding that a `<meta>` declares, by `charset` or by `http-equiv` with `content`.
fn encoding_of_meta(attributes: &mut Attributes<'_>) -> Option<&'static Encoding> {
    let mut seen: Vec<Vec<u8>> = Vec::new();
    let (mut got_pragma, mut need_pragma, mut charset) = (false, None, None);
    while let Some((name, value)) = attributes.next() {
        if seen.contains(&name) {
            continue;
        }
        match name.as_slice() {
            b"http-equiv" => got_pragma |= value == b"content-type",
            b"content" if charset.is_none() => {
                if let Some(encoding) = encoding_in_content(&value) {
                    charset = Some(encoding);
                    need_pragma = Some(true);
                }
            }
            b"charset" => {
                // An unknown label still means that the element is not a pragma.
                charset = Encoding::for_label(&value);
                need_pragma = Some(false);
                if charset.is_none() {
                    seen.push(name);
                    while attributes.next().is_some() {}
                    return None;
                }
            }
            _ => {}
        }
        seen.push(name);
    }
    if need_pragma? && !got_pragma { None } else { charset.map(settled) }
}

/// Replaces encodings that a declaration in ASCII-compatible bytes cannot mean.
fn settled(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// "Extracting a character encoding from a meta element".
fn encoding_in_content(content: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    loop {
        at += find_ignoring_case(&content[at..], b"charset")? + b"charset".len();
        let mut rest = trim_space(&content[at..]);
        if rest.first() != Some(&b'=') {
            at = content.len() - rest.len();
            continue;
        }
        rest = trim_space(&rest[1..]);
        let label = match rest.first()? {
            &quote @ (b'"' | b'\'') => {
                let end = rest[1..].iter().position(|&b| b == quote)?;
                &rest[1..=end]
            }
            _ => {
                let end = rest.iter().position(|&b| is_space(b) || b == b';').unwrap_or(rest.len());
                &rest[..end]
            }
        };
        return Encoding::for_label(label);
    }
}

/// "Get an XML encoding": `<?xml version="1.0" encoding="…"?>` at the very start.
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &bytes[..bytes.iter().position(|&b| b == b'>')?];
    let rest = trim_control(&declaration[find(declaration, b"encoding")? + b"encoding".len()..]);
    let rest = trim_control(rest.strip_prefix(b"=")?);
    let (&quote, rest) = rest.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    let label = &rest[..rest.iter().position(|&b| b == quote)?];
    if label.iter().any(|&b| b <= b' ') {
        return None;
    }
    Encoding::for_label(label)
        .map(|encoding| if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding })
}

/// "Get an attribute", until the tag or the window ends. Afterwards `at` is the position after the tag.
struct Attributes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Attributes<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip(&mut self, skip: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&skip) {
            self.at += 1;
        }
    }

    fn next(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        self.skip(|b| is_space(b) || b == b'/');
        if self.peek()? == b'>' {
            return None;
        }
        let mut name = Vec::new();
        loop {
            let byte = self.peek()?;
            match byte {
                b'=' if !name.is_empty() => break,
                b'/' | b'>' => return Some((name, Vec::new())),
                _ if is_space(byte) => {
                    self.skip(is_space);
                    if self.peek()? != b'=' {
                        return Some((name, Vec::new()));
                    }
                    break;
                }
                _ => name.push(byte.to_ascii_lowercase()),
            }
            self.at += 1;
        }
        self.at += 1;
        self.skip(is_space);
        let mut value = Vec::new();
        match self.peek()? {
            quote @ (b'"' | b'\'') => loop {
                self.at += 1;
                let byte = self.peek()?;
                if byte == quote {
                    self.at += 1;
                    return Some((name, value));
                }
                value.push(byte.to_ascii_lowercase());
            },
            _ => loop {
                let byte = self.peek()?;
                if is_space(byte) || byte == b'>' {
                    return Some((name, value));
                }
                value.push(byte.to_ascii_lowercase());
                self.at += 1;
            },
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

fn is_tag(rest: &[u8]) -> bool {
    let name = rest.strip_prefix(b"</").or_else(|| rest.strip_prefix(b"<"));
    name.and_then(<[u8]>::first).is_some_and(u8::is_ascii_alphabetic)
}

fn starts_ignoring_case(bytes: &[u8], start: &[u8]) -> bool {
    bytes.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

fn find_ignoring_case(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window.eq_ignore_ascii_case(needle))
}

fn trim_space(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().position(|&b| !is_space(b)).unwrap_or(bytes.len())..]
}

fn trim_control(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().position(|&b| b > b' ').unwrap_or(bytes.len())..]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(body: &str, expected: Option<&str>) {
        assert_eq!(prescan(body.as_bytes()).map(Encoding::name), expected, "{body}");
    }

    #[test]
    fn declarations() {
        for (body, expected) in [
            ("", None),
            ("<meta charset=utf-8>", Some("UTF-8")),
            ("<META CHARSET='Windows-1251'>", Some("windows-1251")),
            ("<meta/charset=koi8-r>", Some("KOI8-R")),
            ("<meta charset = \"shift_jis\" >", Some("Shift_JIS")),
            ("<metacharset=koi8-r>", None),
            ("<meta name=x><meta charset=koi8-r>", Some("KOI8-R")),
            ("<meta charset=utf-16>", Some("UTF-8")),
            ("<meta charset=x-user-defined>", Some("windows-1252")),
            ("<meta charset=nonsense>", None),
            ("<meta charset=nonsense><meta charset=koi8-r>", Some("KOI8-R")),
            ("<meta charset=koi8-r charset=utf-8>", Some("KOI8-R")),
            ("<meta charset=koi8-r", None),
            ("<meta http-equiv=content-type content='text/html; charset=koi8-r'>", Some("KOI8-R")),
            ("<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", Some("KOI8-R")),
            ("<meta content='text/html; charset=koi8-r'>", None),
            ("<meta http-equiv=refresh content='text/html; charset=koi8-r'>", None),
            ("<meta http-equiv=content-type content='charset charset = \"koi8-r\"'>", Some("KOI8-R")),
            ("<meta http-equiv=content-type content='charset=\"koi8-r'>", None),
            ("<meta http-equiv=content-type content='charset=koi8-r;x'>", Some("KOI8-R")),
            ("<meta content='charset=koi8-r' charset=utf-8>", Some("UTF-8")),
            ("<!-- <meta charset=koi8-r> --><meta charset=utf-8>", Some("UTF-8")),
            ("<!--><meta charset=koi8-r>", Some("KOI8-R")),
            ("<!-- <meta charset=koi8-r>", None),
            ("<a title='<meta charset=koi8-r>'><meta charset=utf-8>", Some("UTF-8")),
            ("<a title=\"<meta charset=koi8-r>", None),
            ("</a x='<meta charset=koi8-r>'><meta charset=utf-8>", Some("UTF-8")),
            ("<!doctype html><meta charset=koi8-r>", Some("KOI8-R")),
            ("<?php ?><meta charset=koi8-r>", Some("KOI8-R")),
            ("< meta charset=koi8-r>", None),
            // A prescan does not recognise scripts; browsers accept this declaration too.
            ("<script>'<meta charset=koi8-r>'</script>", Some("KOI8-R")),
            ("<?xml version='1.0' encoding='koi8-r'?><html>", Some("KOI8-R")),
            ("<?xml version=\"1.0\" encoding = \"utf-16\" ?>", Some("UTF-8")),
            ("<?xml encoding='koi8-r'?><meta charset=windows-1251>", Some("windows-1251")),
            ("<?xml encoding=koi8-r?>", None),
            (" <?xml encoding='koi8-r'?>", None),
            ("<\0?\0x\0m\0", Some("UTF-16LE")),
            ("\0<\0?\0x\0m", Some("UTF-16BE")),
        ] {
            check(body, expected);
        }
    }

    #[test]
    fn declaration_beyond_window_is_ignored() {
        let tag = "<meta charset=koi8-r>";
        check(&format!("{}{tag}", " ".repeat(WINDOW - tag.len())), Some("KOI8-R"));
        check(&format!("{}{tag}", " ".repeat(WINDOW - tag.len() + 1)), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_scanned(body: Vec<u8>) {
            let _ = prescan(&body);
        }

        #[test]
        fn any_soup_is_scanned(
            parts in prop::collection::vec(prop::sample::select(vec![
                "<meta", " charset", "=", "koi8-r", ">", "<!--", "-->", "'", "\"", "/", " ", "<a", "<?xml",
                " encoding", "content", "http-equiv", "content-type", ";",
            ]), 0..60),
        ) {
            let _ = prescan(parts.concat().as_bytes());
        }
    }
}
