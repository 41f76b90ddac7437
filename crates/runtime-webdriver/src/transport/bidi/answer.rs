//! The answer of `script.evaluate` (<https://www.w3.org/TR/webdriver-bidi/#type-script-EvaluateResult>).
//!
//! The decision: of a value it is looked only whether it is a text, because the harness answers with one.

use std::borrow::Cow;

use serde::Deserialize;
use webagents_runtime::{Answer, PageError};

use crate::transport::remote::{Text, threw, unreadable};
use crate::transport::socket::Reply;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluated<'a> {
    #[serde(borrow)]
    result: Option<Remote<'a>>,
    #[serde(borrow)]
    exception_details: Option<Exception<'a>>,
}

/// A value of the page: <https://www.w3.org/TR/webdriver-bidi/#type-script-RemoteValue>.
#[derive(Deserialize)]
pub(super) struct Remote<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    value: Text,
}

impl Remote<'_> {
    /// The value, if it is a text.
    pub(super) fn text(self) -> Option<String> {
        self.value.0.filter(|_| self.kind == "string")
    }
}

#[derive(Deserialize)]
struct Exception<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

/// Reads the answer of `script.evaluate`.
pub(super) fn evaluated(reply: &Reply) -> Result<Answer, PageError> {
    let evaluated: Evaluated<'_> = serde_json::from_str(reply.json()).map_err(|error| unreadable(&error))?;
    if let Some(Exception { text }) = evaluated.exception_details {
        return Err(threw(&text));
    }
    let Some(remote) = evaluated.result else { return Ok(Answer::Other) };
    let nothing = matches!(&*remote.kind, "undefined" | "null");
    Ok(match remote.text() {
        Some(text) => Answer::Text(text),
        None if nothing => Answer::Null,
        None => Answer::Other,
    })
}
