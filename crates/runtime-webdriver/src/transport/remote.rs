//! Values of the page as each protocol writes them.
//!
//! Only strings are read, because the harness always answers with a string.

use std::borrow::Cow;

use serde::Deserialize;
use webagents_runtime::page::Answer;
use webagents_runtime::{PageError, PageErrorKind};

/// A value, with the members that any of the protocols has.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Remote<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    subtype: Option<Cow<'a, str>>,
    #[cfg(feature = "webkit")]
    #[serde(borrow)]
    pub(super) class_name: Option<Cow<'a, str>>,
    #[serde(default)]
    value: Text,
    #[serde(borrow)]
    description: Option<Cow<'a, str>>,
    #[cfg(feature = "webkit")]
    pub(super) object_id: Option<String>,
}

impl Remote<'_> {
    /// Returns the value, if it is a text.
    pub(super) fn text(self) -> Option<String> {
        self.value.0.filter(|_| self.kind == "string")
    }

    /// Returns the value as the answer to a script.
    pub(super) fn answer(self) -> Answer {
        let is_null = matches!(&*self.kind, "undefined" | "null") || self.subtype.as_deref() == Some("null");
        match self.text() {
            Some(text) => Answer::Text(text),
            None if is_null => Answer::Null,
            None => Answer::Other,
        }
    }

    /// Returns the message of a value that was thrown.
    pub(super) fn message(self) -> Option<String> {
        self.value.0.or(self.description.map(Cow::into_owned))
    }
}

/// The error of a script whose value no parser takes, such as half a character.
pub(super) fn unreadable(error: &serde_json::Error) -> PageError {
    PageError::new(
        PageErrorKind::TooLarge,
        format!("the script's value is not text that can be read: {error}"),
    )
}

/// The error of a script that threw, of which the first line is kept.
pub(super) fn threw(message: &str) -> PageError {
    PageError::new(PageErrorKind::Script, message.lines().next().unwrap_or_default())
}

/// A value's text, if it is one.
#[derive(Debug, Default)]
struct Text(Option<String>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyText)
    }
}

struct AnyText;

impl<'de> serde::de::Visitor<'de> for AnyText {
    type Value = Text;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Text, E> {
        Ok(Text(Some(text.to_owned())))
    }

    fn visit_string<E>(self, text: String) -> Result<Text, E> {
        Ok(Text(Some(text)))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Text, E> {
        Ok(Text(None))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Text, E> {
        Ok(Text(None))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Text, E> {
        Ok(Text(None))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Text, E> {
        Ok(Text(None))
    }

    fn visit_unit<E>(self) -> Result<Text, E> {
        Ok(Text(None))
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Text, A::Error> {
        while seq.next_element::<serde::de::IgnoredAny>()?.is_some() {}
        Ok(Text(None))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
        while map.next_entry::<serde::de::IgnoredAny, serde::de::IgnoredAny>()?.is_some() {}
        Ok(Text(None))
    }
}
