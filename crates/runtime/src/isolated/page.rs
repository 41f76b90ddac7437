//! Commands to the page of an isolated run, whose other side is `calls.js`.

use std::fmt::Write as _;
use std::hash::BuildHasher as _;
use std::pin::Pin;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use super::message::VALUE;
use crate::execute::envelope::{ErrorEntry, present};
use crate::execute::parts::{self, Part};
use crate::guard::Guards;
use crate::harness::javascript::{ABSENT, INSTALLER_NAME, SOURCE_NAME};
use crate::harness::secrets::{HarnessSecrets, NAMES};
use crate::options::ExecuteOptions;
use crate::page::{Answer, Page, PageError, PageErrorKind};
use crate::tools::toolbox::Toolbox;

/// Time after which a command answers though no call has settled.
///
/// The code may have made more calls meanwhile.
pub(super) const SLICE: Duration = Duration::from_millis(40);
/// The same if nothing but an answer of the page can make the code go on.
pub(super) const LONG_SLICE: Duration = Duration::from_millis(250);
/// Object in place of a harness that a document does not have.
const ABSENT_HARNESS: &str = "{__proto__:null,calls:()=>\"absent\"}";

/// Run of one script, as the page knows it.
pub(super) struct PageRun {
    id: String,
    /// The options of the run, which the page gets with the first command.
    options: String,
    /// `true` once the document has them.
    is_known: bool,
}

/// Call that the page is to make.
pub(super) struct PageCall<'a> {
    pub(super) id: u32,
    pub(super) tool: &'a str,
    pub(super) args: &'a Value,
    /// Change of the tool that was decided on, `replaced` or `redefined`; empty for none.
    pub(super) permitted: &'a str,
}

/// Answer of a page to a command.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageAnswer {
    run: String,
    pub(super) state: PageState,
    /// Origin of the page, or names of functions that it replaced.
    #[serde(default)]
    pub(super) found: String,
    #[serde(default)]
    pub(super) origin: String,
    /// Version of the page's registered tools.
    #[serde(default)]
    pub(super) webmcp: Option<String>,
    /// Address of the page, if it changed during the run.
    #[serde(default)]
    pub(super) moved: Option<String>,
    #[serde(default)]
    pub(super) settled: Vec<Settled>,
}

/// State of a run in a page.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum PageState {
    /// Calls may have been started, and may have settled.
    Calls,
    /// The page is of another origin than the tools. Nothing was called.
    Origin,
    /// The page registers other tools than listed. Nothing was called.
    Stale,
    /// The document does not know the run.
    Unknown,
    /// The page has replaced parts of the language that the harness needs. Nothing was called.
    Tampered,
}

/// `[ID, RESULT]`.
#[derive(Deserialize)]
pub(super) struct Settled(pub(super) u32, pub(super) CallResult);

/// Result of one call of a page's tool.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallResult {
    pub(super) state: CallState,
    #[serde(default, deserialize_with = "present")]
    pub(super) value: Option<Value>,
    /// `true` if a registered tool was called.
    #[serde(default)]
    pub(super) webmcp: bool,
    /// `true` if the answer may come from another tool than the listed one.
    #[serde(default)]
    pub(super) unsure: bool,
    #[serde(default)]
    pub(super) error: Option<ErrorEntry>,
    /// Path at which the result passed its limit, or of a promise in it that was waited for.
    #[serde(default)]
    pub(super) path: String,
}

/// End of one call in a page.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum CallState {
    Returned,
    Threw,
    /// The result is longer than [`VALUE`].
    Large,
    /// The page has replaced the function since the tools were listed. It was not called.
    Replaced,
    /// The page has registered another definition since the tools were listed. It was not called.
    Redefined,
}

/// Command in progress: it gives the page back with the answer.
pub(super) type PageCommand<'p> =
    Pin<Box<dyn Future<Output = (&'p mut dyn Page, Result<PageAnswer, PageError>)> + Send + 'p>>;

impl PageRun {
    pub(super) fn new(
        toolbox: &Toolbox,
        options: &ExecuteOptions,
        guards: &Guards,
        is_current: bool,
    ) -> Self {
        let mut text = format!(
            "{{__proto__:null,bytes:{VALUE},itemBytes:{},toolWait:{},tools:{}{}",
            options.records.item_bytes,
            options.tool_wait.as_millis().min(i32::MAX as u128),
            toolbox.names_json(),
            guards.members(toolbox),
        );
        // Writing to a String cannot fail. JSON is JavaScript, whatever the text.
        if let Some(origin) = toolbox.origin() {
            let _ = write!(text, ",origin:{}", Value::from(origin));
        }
        if let Some(webmcp) = toolbox.webmcp() {
            text.push_str(",follow:true");
            if is_current {
                let _ = write!(text, ",version:{}", Value::from(webmcp.version.as_str()));
            }
        }
        if !toolbox.webmcp_json().is_empty() {
            let within = options.tool_deadline.as_millis().min(i32::MAX as u128);
            let _ = write!(text, ",toolDeadline:{within},webmcp:{}", Value::from(toolbox.webmcp_json()));
        }
        text.push('}');
        Self {
            id: format!("{:016x}", NAMES.hash_one((&text, Instant::now()))),
            options: text,
            is_known: false,
        }
    }

    /// Begins a command that starts `calls`, and answers after `wait` at the latest.
    ///
    /// The page forgets its answers to the calls `got`.
    pub(super) fn start<'p>(
        &mut self,
        page: &'p mut dyn Page,
        calls: &[PageCall<'_>],
        got: &[u32],
        wait: Duration,
        deadline: Duration,
    ) -> PageCommand<'p> {
        let calls: Vec<String> = calls
            .iter()
            .map(|call| {
                let (tool, permitted) = (Value::from(call.tool), Value::from(call.permitted));
                format!("[{},{tool},{},{permitted}]", call.id, call.args)
            })
            .collect();
        // As text: an object of JavaScript has the page's prototype, and `__proto__` would not become a member.
        let calls = Value::from(format!("[{}]", calls.join(",")));
        let is_known = std::mem::replace(&mut self.is_known, true);
        let options = if is_known { "undefined" } else { self.options.as_str() };
        let command = format!(
            ".calls(\"{}\",{options},{calls},{},{})",
            self.id,
            Value::from(got),
            wait.as_millis().min(i32::MAX as u128)
        );
        Box::pin(send(page, command, self.id.clone(), !is_known, deadline))
    }

    /// Begins a command that aborts the open calls of the run.
    pub(super) fn end<'p>(&self, page: &'p mut dyn Page, deadline: Duration) -> PageCommand<'p> {
        let command = format!(".calls(\"{}\",undefined,\"[]\",[],-1)", self.id);
        Box::pin(send(page, command, self.id.clone(), false, deadline))
    }
}

fn wrapped(harness: &str, command: &str, name: &str) -> String {
    format!("try{{return({harness}){command}}}catch{{return 0}}\n//# sourceURL={name}")
}

fn with_harness(keys: &HarnessSecrets, command: &str) -> String {
    wrapped(&keys.taken_or_installed(), command, INSTALLER_NAME)
}

/// Sends a command, with the harness if the document lacks it.
async fn send(
    page: &mut dyn Page,
    command: String,
    run: String,
    is_first: bool,
    deadline: Duration,
) -> (&mut dyn Page, Result<PageAnswer, PageError>) {
    let answer = exchange(page, &command, &run, is_first, deadline).await;
    (page, answer)
}

async fn exchange(
    page: &mut dyn Page,
    command: &str,
    run: &str,
    is_first: bool,
    deadline: Duration,
) -> Result<PageAnswer, PageError> {
    let end = Instant::now() + deadline;
    let script = if is_first && page.keys().take_lacking() {
        with_harness(page.keys(), command)
    } else {
        wrapped(&format!("{}??{ABSENT_HARNESS}", page.keys().taken()), command, SOURCE_NAME)
    };
    let mut text = evaluate(page, &script, end).await?;
    if text == ABSENT && is_first {
        page.keys().renew();
        let script = with_harness(page.keys(), command);
        text = evaluate(page, &script, end).await?;
    }
    let answer: PageAnswer = serde_json::from_str(&text)
        .ok()
        .filter(|answer: &PageAnswer| text != ABSENT && answer.run == run)
        .ok_or_else(|| if text == ABSENT { moved() } else { not_ours() })?;
    if answer.state == PageState::Unknown { Err(moved()) } else { Ok(answer) }
}

/// Evaluates a script of the harness, and returns its answer without the token by which it is known.
async fn evaluate(page: &mut dyn Page, script: &str, end: Instant) -> Result<String, PageError> {
    let left = end.saturating_duration_since(Instant::now());
    let text = match page.evaluate(script, left).await? {
        Answer::Text(text) => text,
        Answer::Null => {
            return Err(PageError::new(
                PageErrorKind::Dialog,
                "a dialog took the place of the page's answer",
            ));
        }
        Answer::Other => return Err(not_ours()),
    };
    if text == ABSENT {
        return Ok(text);
    }
    let Some(opened) = page.keys().open(&text) else { return Err(not_ours()) };
    match Part::read(opened) {
        Some(part) => match parts::fetch(page, part, end, &mut None).await? {
            Answer::Text(text) => Ok(text),
            _ => Err(not_ours()),
        },
        None => Ok(opened.to_owned()),
    }
}

/// The page's document is another one than that in which the run made its first call.
fn moved() -> PageError {
    PageError::new(PageErrorKind::Navigated, "the page went to another document while the code ran")
}

/// The answer is not the harness's.
fn not_ours() -> PageError {
    PageError::new(PageErrorKind::Script, "the answer is not the harness's")
}
