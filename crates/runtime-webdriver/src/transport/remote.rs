//! Values of the page as each protocol writes them.
//!
//! Only strings are read, because the harness always answers with a string. A page chooses the size of other values.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use webagents_runtime::page::Answer;
use webagents_runtime::{PageError, PageErrorKind};

use super::socket::Reply;

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
    #[serde(borrow)]
    value: Option<&'a RawValue>,
    #[serde(borrow)]
    description: Option<Cow<'a, str>>,
    #[cfg(feature = "webkit")]
    pub(super) object_id: Option<String>,
}

impl Remote<'_> {
    /// Returns the value, if it is a text.
    pub(super) fn text(&self) -> Result<Option<String>, PageError> {
        let text = self.value.filter(|value| value.get().starts_with('"'));
        text.map(|text| serde_json::from_str(text.get())).transpose().map_err(|error| unreadable(&error))
    }

    /// Returns the value as the answer to a script.
    pub(super) fn answer(&self) -> Result<Answer, PageError> {
        let is_null = matches!(&*self.kind, "undefined" | "null") || self.subtype.as_deref() == Some("null");
        Ok(match self.text()? {
            Some(text) if self.kind == "string" => Answer::Text(text),
            _ if is_null => Answer::Null,
            _ => Answer::Other,
        })
    }

    /// Returns the message of a value that was thrown.
    pub(super) fn message(self) -> Result<Option<String>, PageError> {
        // The date of `BiDi` has a text as well.
        let text = if self.kind == "string" { self.text()? } else { None };
        Ok(text.or(self.description.map(Cow::into_owned)))
    }
}

/// The answer of `Runtime.evaluate` or, in `BiDi`, of `script.evaluate`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluated<'a> {
    #[serde(borrow)]
    result: Option<Remote<'a>>,
    #[serde(borrow)]
    exception_details: Option<Exception<'a>>,
}

#[derive(Deserialize)]
struct Exception<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
    #[serde(borrow)]
    exception: Option<Remote<'a>>,
}

/// Reads the value of a script, or its error.
pub(super) fn evaluated(reply: &Reply) -> Result<Answer, PageError> {
    let evaluated: Evaluated<'_> = serde_json::from_str(reply.json()).map_err(|error| unreadable(&error))?;
    let Some(Exception { text, exception }) = evaluated.exception_details else {
        return evaluated.result.map_or(Ok(Answer::Other), |result| result.answer());
    };
    let message = exception.map(Remote::message).transpose()?.flatten();
    Err(threw(&message.unwrap_or_else(|| text.into_owned())))
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
