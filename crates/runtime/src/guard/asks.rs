//! Calls of a run that wait for decisions, as the harness states them.

use serde::Deserialize;
use serde_json::Value;

/// The questions of a run that waits for decisions.
#[derive(Deserialize)]
pub(crate) struct Asks {
    /// The token that the answer must contain.
    pub(crate) token: String,
    /// Origin of the page.
    pub(crate) origin: String,
    /// Milliseconds of its deadline that are left.
    pub(crate) left: f64,
    #[serde(rename = "asks")]
    pub(crate) calls: Vec<Ask>,
    /// The age before the envelope and its space, where it was waited for.
    #[serde(skip)]
    pub(crate) age: String,
}

/// A call that needs a decision.
#[derive(Deserialize)]
pub(crate) struct Ask {
    pub(crate) id: u32,
    pub(crate) tool: String,
    pub(crate) args: Value,
    /// `true` if the page has replaced its function.
    #[serde(default)]
    pub(crate) replaced: bool,
    /// `true` if the page registers it with another definition than the listed one.
    #[serde(default)]
    pub(crate) redefined: bool,
}

/// Returns the questions in the text, if they are of the run called `run`.
pub(crate) fn asks(text: &str, run: &str) -> Option<Asks> {
    let (age, text) = text.split_at(text.find('{').filter(|&start| start < 40)?);
    // Most texts are no question; that shows before they are parsed.
    text.strip_prefix("{\"run\":\"")?.strip_prefix(run)?.strip_prefix("\",\"state\":\"asks\"")?;
    let mut asks: Asks = serde_json::from_str(text).ok()?;
    age.clone_into(&mut asks.age);
    Some(asks)
}
