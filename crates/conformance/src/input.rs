//! Bytes as JSON: `{"text": …}` if they are UTF-8, otherwise `{"base64": …}`.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::{Deserialize, Serialize, Serializer};

/// Input in the format of the bundle and the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum CaseInput {
    Text(String),
    Base64(String),
}

impl CaseInput {
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Base64(BASE64_STANDARD.encode(bytes)),
        }
    }

    pub(crate) fn serialize_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        Self::from_bytes(bytes).serialize(serializer)
    }

    /// Returns the bytes, or `None` if the text is not base64.
    pub(crate) fn into_bytes(self) -> Option<Vec<u8>> {
        match self {
            Self::Text(text) => Some(text.into_bytes()),
            Self::Base64(text) => BASE64_STANDARD.decode(text).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CaseInput;

    #[test]
    fn invalid_base64_is_refused() {
        for text in ["Z", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm 9", "Zm9-"] {
            assert_eq!(CaseInput::Base64(text.to_owned()).into_bytes(), None, "{text}");
        }
        assert_eq!(
            CaseInput::Base64("//4A".to_owned()).into_bytes().as_deref(),
            Some(&[0xff, 0xfe, 0x00][..])
        );
    }

    #[test]
    fn text_stays_text() {
        let spelled = |bytes: &[u8]| serde_json::to_string(&CaseInput::from_bytes(bytes)).unwrap();
        assert_eq!(spelled("\u{feff}# ä\r\n".as_bytes()), "{\"text\":\"\u{feff}# ä\\r\\n\"}");
        assert_eq!(spelled(b"\xff"), "{\"base64\":\"/w==\"}");
    }
}
