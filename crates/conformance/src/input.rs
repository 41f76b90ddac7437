//! Bytes on their way through JSON: `{"text": …}` where they are UTF-8, `{"base64": …}` where they are not.

use serde::{Deserialize, Serialize};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// An input as the bundle and the protocol spell it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Input {
    Text(String),
    Base64(String),
}

impl Input {
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Base64(encode(bytes)),
        }
    }

    /// The bytes, or `None` where the text is not base64.
    pub(crate) fn into_bytes(self) -> Option<Vec<u8>> {
        match self {
            Self::Text(text) => Some(text.into_bytes()),
            Self::Base64(text) => decode(&text),
        }
    }
}

/// RFC 4648 section 4, with padding.
fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().enumerate().fold(0_u32, |sum, (i, &b)| sum | u32::from(b) << (16 - 8 * i));
        for i in 0..4 {
            let six = (group >> (18 - 6 * i)) & 63;
            text.push(if i <= chunk.len() { char::from(ALPHABET[six as usize]) } else { '=' });
        }
    }
    text
}

/// The inverse of [`encode`]; anything else is `None`, unused bits that are not zero included, so that each
/// input has one spelling.
fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take(2).take_while(|&&b| b == b'=').count();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for chunk in text[..text.len() - padding].chunks(4) {
        let mut group = 0_u32;
        for (i, b) in chunk.iter().enumerate() {
            let six = u32::try_from(ALPHABET.iter().position(|a| a == b)?).ok()?;
            group |= six << (18 - 6 * i);
        }
        let [_, a, b, c] = group.to_be_bytes();
        match chunk.len() {
            4 => bytes.extend([a, b, c]),
            3 if c == 0 => bytes.extend([a, b]),
            2 if b == 0 && c == 0 => bytes.push(a),
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{Input, decode, encode};

    #[track_caller]
    fn check(bytes: &[u8], text: &str) {
        assert_eq!(encode(bytes), text);
        assert_eq!(decode(text).as_deref(), Some(bytes));
    }

    #[test]
    fn vectors_of_rfc_4648() {
        check(b"", "");
        check(b"f", "Zg==");
        check(b"fo", "Zm8=");
        check(b"foo", "Zm9v");
        check(b"foobar", "Zm9vYmFy");
        check(&[0xff, 0xfe, 0x00], "//4A");
    }

    #[test]
    fn what_is_not_base64_is_refused() {
        for text in ["Z", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm 9", "Zm9-"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    #[test]
    fn text_stays_text() {
        let spelled = |bytes: &[u8]| serde_json::to_string(&Input::from_bytes(bytes)).unwrap();
        assert_eq!(spelled("\u{feff}# ä\r\n".as_bytes()), "{\"text\":\"\u{feff}# ä\\r\\n\"}");
        assert_eq!(spelled(b"\xff"), "{\"base64\":\"/w==\"}");
    }
}
