//! Declared encoding of a document (HTML Standard, section 13.2.3.2).
//!
//! html5ever's tokenizer reads the tags, without tree construction: a `<meta>` in the text of a script
//! counts, as in a browser. It reads 8 KiB, although a browser waits for 1,024 bytes only, because templates
//! put long comments first.

use std::cell::Cell;

use encoding_rs::mem::decode_latin1;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::{LocalName, local_name};

/// Number of bytes that are read.
const WINDOW: usize = 8 * 1024;

/// Returns the encoding that the document declares.
pub(super) fn prescan_declaration(body: &[u8]) -> Option<&'static Encoding> {
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
    let tokenizer = Tokenizer::new(Declaration::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(&decode_latin1(bytes)));
    // The sink never stops the tokenizer.
    let _ = tokenizer.feed(&queue);
    tokenizer.sink.0.get()
}

/// Encoding of the first `<meta>` that declares one.
#[derive(Default)]
struct Declaration(Cell<Option<&'static Encoding>>);

impl TokenSink for Declaration {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token
            && tag.kind == TagKind::StartTag
            && tag.name == local_name!("meta")
            && self.0.get().is_none()
        {
            self.0.set(encoding_of_meta(&tag));
        }
        TokenSinkResult::Continue
    }
}

/// Returns the encoding that a `<meta>` declares, by `charset` or by `http-equiv` with `content`.
fn encoding_of_meta(meta: &Tag) -> Option<&'static Encoding> {
    let value = |name: LocalName| {
        let attribute = meta.attrs.iter().find(|attribute| attribute.name.local == name)?;
        Some(attribute.value.as_bytes())
    };
    if let Some(label) = value(local_name!("charset")) {
        return Encoding::for_label(label).map(settle_encoding);
    }
    let is_pragma = value(local_name!("http-equiv"))?.eq_ignore_ascii_case(b"content-type");
    if is_pragma { encoding_in_content(value(local_name!("content"))?).map(settle_encoding) } else { None }
}

/// Replaces encodings that a declaration in ASCII-compatible bytes cannot mean.
fn settle_encoding(encoding: &'static Encoding) -> &'static Encoding {
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
    let rest = trim_control(&declaration[find_bytes(declaration, b"encoding")? + b"encoding".len()..]);
    let rest = trim_control(rest.strip_prefix(b"=")?);
    let (&quote, rest) = rest.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    let label = &rest[..rest.iter().position(|&b| b == quote)?];
    if label.iter().any(|&b| b <= b' ') {
        return None;
    }
    Encoding::for_label(label)
        .map(|encoding| if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding })
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

fn find_bytes(bytes: &[u8], needle: &[u8]) -> Option<usize> {
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
        assert_eq!(prescan_declaration(body.as_bytes()).map(Encoding::name), expected, "{body}");
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
            let _ = prescan_declaration(&body);
        }

        #[test]
        fn any_soup_is_scanned(
            parts in prop::collection::vec(prop::sample::select(vec![
                "<meta", " charset", "=", "koi8-r", ">", "<!--", "-->", "'", "\"", "/", " ", "<a", "<?xml",
                " encoding", "content", "http-equiv", "content-type", ";",
            ]), 0..60),
        ) {
            let _ = prescan_declaration(parts.concat().as_bytes());
        }
    }
}
