//! The answer of `script.evaluate`.
//!
//! Source: <https://www.w3.org/TR/webdriver-bidi/#type-script-EvaluateResult>.

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
    result: Option<Remote<'a>>,
    #[serde(borrow)]
    exception_details: Option<Exception<'a>>,
}

#[derive(Deserialize)]
struct Exception<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

/// Reads the answer of `script.evaluate`.
pub(super) fn evaluated(reply: &Reply) -> Result<Answer, PageError> {
    let evaluated: Evaluated<'_> = serde_json::from_str(reply.json()).map_err(|error| unreadable(&error))?;
    match evaluated.exception_details {
        Some(Exception { text }) => Err(threw(&text)),
        None => evaluated.result.map_or(Ok(Answer::Other), |result| result.answer()),
    }
}
