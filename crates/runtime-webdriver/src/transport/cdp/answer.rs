//! The answer of `Runtime.evaluate`.

use std::borrow::Cow;

use serde::Deserialize;
use webagents_runtime::PageError;
use webagents_runtime::page::Answer;

use crate::transport::remote::{Remote, threw, unreadable};
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
struct Exception<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
    #[serde(borrow)]
    exception: Option<Remote<'a>>,
}

/// Reads the answer of `Runtime.evaluate`.
pub(super) fn evaluated(reply: &Reply) -> Result<Answer, PageError> {
    let evaluated: Evaluated<'_> = serde_json::from_str(reply.json()).map_err(|error| unreadable(&error))?;
    let Some(Exception { text, exception }) = evaluated.exception_details else {
        return evaluated.result.answer();
    };
    let message = exception.map(Remote::message).transpose()?.flatten();
    Err(threw(&message.unwrap_or_else(|| text.into_owned())))
}
