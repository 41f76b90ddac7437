//! Media types of bodies and responses, and the values that they stand for.

use serde_json::{Map, Value};

use super::document::Document;
use crate::error::FormatError;
use webagents_schema::{Action, Loss, pointer};

/// The value that content of a media type is for a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Media {
    /// `application/json`, or with the suffix of RFC 6839: the value that the schema describes.
    Json,
    /// A range that JSON is in, such as `*/*`: the value that the schema describes.
    Range,
    /// A text.
    Text,
    /// Bytes, XML, a stream, or a type that only its vendor knows: no value that a schema describes.
    Other,
}

impl Media {
    pub(super) fn from_type(media_type: &str) -> Self {
        let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match essence.as_str() {
            "application/json" | "text/json" => Self::Json,
            "*/*" | "*" | "application/*" => Self::Range,
            "text/event-stream" | "text/xml" | "text/xml-external-parsed-entity" => Self::Other,
            _ if essence.ends_with("+json") => Self::Json,
            _ if essence.ends_with("+xml") => Self::Other,
            _ if essence.starts_with("text/") => Self::Text,
            _ => Self::Other,
        }
    }
}

/// The most specific content: JSON before a range, a range before a text.
pub(super) fn choose_content(content: &Map<String, Value>) -> Option<(&String, &Value, Media)> {
    let all = content.iter().map(|(kind, media)| (kind, media, Media::from_type(kind)));
    all.min_by_key(|(_, _, kind)| *kind)
}

/// Returns whether a schema, or the one that it refers to, is of strings alone.
pub(super) fn is_string<'a>(
    document: &Document<'a>,
    schema: &'a Value,
    at: &str,
) -> Result<bool, FormatError> {
    if schema.is_boolean() {
        return Ok(false);
    }
    let (_, map) = document.find_object(schema, at)?;
    Ok(map.get("type").is_some_and(|ty| ty == "string"))
}

/// The loss of content that no type describes, at the tool's output.
pub(super) fn unread_loss(tool: &str, what: &str, message: &str) -> Loss {
    Loss::new(pointer(tool, "outputSchema"), "responses", what.into(), Action::Dropped, message)
}
