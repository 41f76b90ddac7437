//! The answer of `Runtime.evaluate`.

use std::borrow::Cow;

use serde::Deserialize;
use webagents_runtime::{Answer, PageError};

use crate::transport::remote::{Text, threw, unreadable};
use crate::transport::socket::Reply;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluated<'a> {
    #[serde(borrow)]
    result: Remote<'a>,
    #[serde(borrow)]
    exception_details: Option<Exception<'a>>,
}

#[derive(Deserialize)]
struct Remote<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    subtype: Option<Cow<'a, str>>,
    #[serde(default)]
    value: Text,
    #[serde(borrow)]
    description: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Exception<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
    #[serde(borrow)]
    exception: Option<Remote<'a>>,
}

/// Reads the answer of `Runtime.evaluate`.
pub(super) fn evaluated(reply: &Reply) -> Result<Answer, PageError> {
    let evaluated: Evaluated<'_> = serde_json::from_str(reply.json()).map_err(|error| unreadable(&error))?;
    if let Some(details) = evaluated.exception_details {
        let exception = details.exception;
        let thrown = exception.and_then(|thrown| thrown.value.0.or(thrown.description.map(Cow::into_owned)));
        let message = thrown.unwrap_or_else(|| details.text.into_owned());
        return Err(threw(&message));
    }
    let Remote { kind, subtype, value, .. } = evaluated.result;
    Ok(match value.0 {
        Some(text) if kind == "string" => Answer::Text(text),
        _ if kind == "undefined" || subtype.as_deref() == Some("null") => Answer::Null,
        _ => Answer::Other,
    })
}
