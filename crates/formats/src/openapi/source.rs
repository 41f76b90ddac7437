//! An operation in its document, and its members.

use serde_json::{Map, Value};
use webagents_schema::pointer;

use crate::error::FormatError;

/// An operation and its place.
pub(super) struct Source<'a, 'p> {
    pub(super) name: String,
    pub(super) method: &'static str,
    pub(super) path: &'a str,
    pub(super) item: &'a Map<String, Value>,
    pub(super) operation: &'a Map<String, Value>,
    pub(super) item_at: &'p str,
    pub(super) at: &'p str,
}

/// A member that is a text, if it is there and not empty.
pub(super) fn text_member<'a>(
    map: &'a Map<String, Value>,
    name: &str,
    at: &str,
) -> Result<Option<&'a str>, FormatError> {
    match map.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str()).filter(|text| !text.is_empty())),
        Some(other) => Err(FormatError::wrong_kind(&pointer(at, name), "a string", other)),
    }
}

/// An object's member that must be an object if it is there.
pub(super) fn object_member<'a>(
    map: &'a Map<String, Value>,
    name: &str,
    at: &str,
) -> Result<Option<&'a Map<String, Value>>, FormatError> {
    match map.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(member)) => Ok(Some(member)),
        Some(other) => Err(FormatError::wrong_kind(&pointer(at, name), "an object", other)),
    }
}
