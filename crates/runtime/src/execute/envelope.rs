//! Reads the envelope: the JSON text with which the page's half of the harness answers.
//!
//! Nothing in it is trusted further than its form: the page shares a realm with the harness and can write one itself.
//! Text in another form is [`ErrorKind::Tampered`].

use std::fmt::Write as _;
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::explain::{EngineReport, explain};
use super::script::Script;
use crate::harness::stack::{CodePosition, RealmCode, localize};
use crate::options::ExecuteOptions;
use crate::outcome::console;
use crate::outcome::{
    Call, CallOutcome, CallSource, ConsoleLine, Decision, ErrorCode, ErrorKind, ExecError, Landing, Level,
    Outcome, is_cut,
};
use crate::tools::toolbox::Toolbox;

/// Line before the signature of a tool in a message.
const DECLARED: &str = "\ndeclared as: ";
/// Fix of code that returns promises.
const AWAIT: &str = "write `await` before the call, or `await Promise.all(…)` around a list of calls";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    run: String,
    state: RunState,
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
    #[serde(flatten)]
    refused: Refused,
    #[serde(flatten)]
    page: PageAfter,
    #[serde(flatten)]
    thrown: Thrown,
    console: Vec<Line>,
    console_dropped: u64,
    calls: Vec<CallEntry>,
    calls_dropped: u64,
}

/// The page when the run ended.
#[derive(Deserialize)]
struct PageAfter {
    /// Version of its registered tools.
    #[serde(default)]
    webmcp: Option<String>,
    /// Its address, if the run changed it.
    #[serde(default)]
    moved: Option<String>,
}

/// Reason why a run gave no value, of states that are neither a value nor an error of the code.
#[derive(Deserialize)]
struct Refused {
    /// Path in the result at which its limit was passed, or of a promise that was waited for.
    #[serde(default)]
    path: String,
    /// `true` if the engine could not write a text of the value that is within the limit.
    #[serde(default)]
    unwritten: bool,
    /// Origin of the page, or the name of a function that it replaced.
    #[serde(default)]
    found: String,
}

/// Error that the code threw, with the places that the engine reports next to the stack.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thrown {
    error: Option<ErrorEntry>,
    /// Line and column of the error.
    #[serde(default)]
    at: Option<(u32, u32)>,
    #[serde(default)]
    mark: String,
    /// Line and column of the mark.
    #[serde(default)]
    mark_at: Option<(u32, u32)>,
    #[serde(default)]
    missing: Vec<String>,
}

/// Returns whether the run `run` did not begin because the list of registered tools is old.
pub(crate) fn is_stale(text: &str, run: &str) -> bool {
    has_state(text, run, "stale")
}

/// Returns whether the run `run` goes on and reports that the page registers other tools.
pub(crate) fn has_other_tools(text: &str, run: &str) -> bool {
    has_state(split_age(text).1, run, "tools")
}

fn has_state(text: &str, run: &str, state: &str) -> bool {
    let rest = text.strip_prefix("{\"run\":\"").and_then(|text| text.strip_prefix(run));
    let rest = rest.and_then(|rest| rest.strip_prefix("\",\"state\":\""));
    rest.and_then(|rest| rest.strip_prefix(state)).is_some_and(|rest| rest.starts_with('"'))
}

/// Splits an answer that was asked for later into its age in milliseconds and the envelope.
pub(crate) fn split_age(text: &str) -> (f64, &str) {
    let split = text.split_once(' ').and_then(|(age, rest)| Some((age.parse().ok()?, rest)));
    split.unwrap_or((0.0, text))
}

/// State of the run.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum RunState {
    /// It returned.
    Value,
    /// It threw.
    Thrown,
    /// Its own deadline passed.
    Timeout,
    /// Its value is too long.
    Large,
    /// It had not ended at the time of the command.
    Running,
    /// The code closes the function around it.
    Closed,
    /// The page is of another origin than the tools. It did not begin.
    Origin,
    /// The page has replaced parts of the language that the harness needs. It did not begin.
    Tampered,
}

/// Error that code or a tool threw.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorEntry {
    pub(crate) name: String,
    pub(crate) message: String,
    #[serde(default)]
    pub(crate) stack: String,
    #[serde(default)]
    pub(crate) is_error: bool,
    #[serde(default, deserialize_with = "present")]
    pub(crate) value: Option<Value>,
}

#[derive(Deserialize)]
pub(crate) struct Line {
    level: Level,
    at: f64,
    args: Vec<Value>,
}

#[derive(Deserialize)]
pub(crate) struct CallEntry {
    tool: String,
    args: Value,
    at: f64,
    ms: f64,
    /// `true` if it was the page's registered tool.
    #[serde(default)]
    webmcp: bool,
    outcome: CallOutcome,
    #[serde(default)]
    warnings: Vec<String>,
}

/// `null` is a value like any other; only a missing member is `None`.
pub(crate) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Returns the outcome in the envelope `text`; `None` when it is not one of the run of `script`.
pub(crate) fn open(
    text: &str,
    script: &Script,
    toolbox: &Toolbox,
    options: &ExecuteOptions,
) -> Option<Outcome> {
    let envelope: Envelope = serde_json::from_str(text).ok()?;
    let state = envelope.state;
    // Code that closes its function early takes the run's name away with the options.
    if envelope.run != script.run && state != RunState::Closed {
        return None;
    }
    let calls: Vec<Call> = envelope.calls.into_iter().map(call).collect();
    let path = &envelope.refused.path;
    let mut warnings = Vec::new();
    let result = match state {
        RunState::Value => {
            if !path.is_empty() {
                warnings.push(promised(path));
            }
            let value = envelope.value?;
            warnings.extend(cut_by_depth(&value));
            Ok(value)
        }
        RunState::Thrown => {
            let Thrown { error, at, mark, mark_at, missing } = envelope.thrown;
            let mut error = thrown(error?, &mark, at.zip(mark_at), &missing, script, toolbox);
            if !path.is_empty() {
                // Writing to a String cannot fail.
                let _ = write!(error.message, " (by the promise at {path} of the result)");
            }
            Err(error)
        }
        RunState::Timeout | RunState::Running => {
            let mut error = timeout(&calls, toolbox, options);
            if !path.is_empty() {
                name_unsettled(&mut error, path);
            }
            Err(error)
        }
        RunState::Large => {
            let message = if envelope.refused.unwritten {
                format!(
                    "the engine cannot write a text as long as the one at {}; return less of it",
                    envelope.refused.path
                )
            } else {
                return_less(options.max_result_bytes, path)
            };
            Err(ExecError::new(ErrorKind::ResultTooLarge, message))
        }
        RunState::Origin => Err(other_origin(toolbox.origin()?, &envelope.refused.found)),
        RunState::Closed => Err(closed()),
        RunState::Tampered => Err(tampered(&envelope.refused.found)),
    };
    let tools_changed =
        toolbox.webmcp().is_some_and(|webmcp| envelope.page.webmcp.is_some_and(|now| now != webmcp.version));
    Some(Outcome {
        console: envelope.console.into_iter().map(line).collect(),
        console_dropped: envelope.console_dropped,
        calls,
        calls_dropped: envelope.calls_dropped,
        tools_changed,
        navigated: envelope.page.moved.map(|url| Landing::new(&url, [])),
        warnings,
        ..Outcome::new(result)
    })
}

/// Returns the warning about a result that nests more deeply than its representation.
pub(crate) fn cut_by_depth(value: &Value) -> Option<String> {
    is_cut(value).then(|| {
        "the result nests more than 100 levels deep, which is the limit: the parts below it are left out"
            .to_owned()
    })
}

/// The warning about a result with a promise, which was waited for.
pub(crate) fn promised(path: &str) -> String {
    format!("the result has a promise at {path}, which was waited for; {AWAIT}")
}

fn return_less(limit: usize, path: &str) -> String {
    format!(
        "the result is longer than {limit} bytes of JSON (passed at {path}); return less of it, or raise the limit"
    )
}

/// The error of a result that is longer than `limit` bytes of JSON.
pub(crate) fn too_large(limit: usize, path: &str) -> ExecError {
    ExecError::new(ErrorKind::ResultTooLarge, return_less(limit, path))
}

/// The error of a run on a page that the tools are not for.
pub(crate) fn other_origin(expected: &str, found: &str) -> ExecError {
    // A page without an origin, such as an error page or a `data:` URL, gives "null".
    let found = if found == "null" { "no origin" } else { found };
    ExecError::new(
        ErrorKind::Origin,
        format!(
            "the tools are for pages of {expected}, but the page is of {found}; nothing was run. Go back to a page of \
             {expected}, or take the tools of this page if it is trusted"
        ),
    )
}

/// The error of a run on a page that has replaced the named part.
pub(crate) fn tampered(found: &str) -> ExecError {
    let named: String = found.chars().filter(|character| !character.is_control()).take(500).collect();
    ExecError::new(
        ErrorKind::Tampered,
        format!(
            "the page has replaced parts of the language that the harness needs ({named}), and they cannot be had from a \
             frame; nothing was run. A browser with the DevTools Protocol or WebDriver BiDi is not disturbed by this"
        ),
    )
}

/// Returns the error of code that closes the function around it.
pub(crate) fn closed() -> ExecError {
    ExecError::new(
        ErrorKind::Syntax,
        "the code closes the function that it is the body of: it has a closing brace too many",
    )
}

/// The error of a run whose deadline passed: it names the tools that were being waited for.
pub(crate) fn timeout(calls: &[Call], toolbox: &Toolbox, options: &ExecuteOptions) -> ExecError {
    let waiting = waiting(calls, toolbox);
    let message = format!("the code was not done after {} ms{waiting}", options.deadline.as_millis());
    ExecError::new(ErrorKind::Timeout, message)
}

/// Adds the promise in the result that a run whose deadline passed had waited for.
pub(crate) fn name_unsettled(error: &mut ExecError, path: &str) {
    // Writing to a String cannot fail.
    let _ = write!(error.message, "; the promise at {path} of the result had not settled: {AWAIT}");
}

/// The error of a run that was cancelled `after` a time.
pub(crate) fn cancelled(calls: &[Call], toolbox: &Toolbox, after: Duration) -> ExecError {
    let waiting = waiting(calls, toolbox);
    let message = format!("the run was cancelled after {} ms{waiting}", after.as_millis());
    ExecError::new(ErrorKind::Cancelled, message)
}

/// The part of a message that names the tools that were being waited for.
fn waiting(calls: &[Call], toolbox: &Toolbox) -> String {
    let mut waiting: Vec<&str> = calls
        .iter()
        .filter(|call| call.outcome == CallOutcome::Pending)
        .map(|call| call.tool.as_str())
        .collect();
    waiting.dedup();
    let waiting_for = match waiting.as_slice() {
        [] => String::new(),
        [one] => format!("; the tool {one} had not answered"),
        [some @ .., last] if some.len() < 5 => {
            format!("; the tools {} and {last} had not answered", some.join(", "))
        }
        more => format!("; {} calls of tools had not been answered", more.len()),
    };
    let mut forms = waiting.iter().filter(|tool| toolbox.waits_for_user(tool));
    let form = match (forms.next(), forms.next()) {
        (None, _) => String::new(),
        (Some(form), None) => format!("; {form} is a form, and waits for the user to submit it"),
        (Some(form), Some(_)) => {
            format!("; {form} and others are forms, and wait for the user to submit them")
        }
    };
    waiting_for + &form
}

fn thrown(
    fault: ErrorEntry,
    mark: &str,
    beside: Option<((u32, u32), (u32, u32))>,
    missing: &[String],
    script: &Script,
    toolbox: &Toolbox,
) -> ExecError {
    let (stack, place) = localize(&fault.stack, mark, beside, script.lines, &script.origins);
    located(fault, stack, place, missing, toolbox)
}

/// The error that code threw in a realm of its own, whose stack names `code.js`.
pub(crate) fn thrown_in_realm(
    mut fault: ErrorEntry,
    missing: &[String],
    code: &RealmCode,
    toolbox: &Toolbox,
) -> ExecError {
    let error = EngineReport { name: &fault.name, message: &fault.message, stack: &fault.stack };
    let (message, stack, place) = explain(error, code, toolbox);
    fault.message = message;
    located(fault, stack, place, missing, toolbox)
}

/// The error that code threw, with its place in the code.
fn located(
    fault: ErrorEntry,
    stack: String,
    place: Option<CodePosition>,
    missing: &[String],
    toolbox: &Toolbox,
) -> ExecError {
    let mut error = ExecError::new(ErrorKind::Thrown, fault.message);
    error.name = fault.name;
    error.stack = stack;
    error.line = place.map(|place| place.line);
    error.column = place.map(|place| place.column);
    error.thrown = fault.value;
    if fault.is_error
        && error.name == "TypeError"
        && let Some(name) = called_but_missing(&error.message, missing)
    {
        error.message = unknown(name, toolbox);
        error = error.with_code(ErrorCode::UnknownTool);
    }
    if error.name == ErrorCode::ToolArguments.as_str()
        && !error.message.contains(DECLARED)
        && let Some(signature) = signature(&error.message, toolbox)
    {
        error.message.push_str(DECLARED);
        error.message.push_str(signature);
    }
    error
}

/// The message for a name that no tool has.
#[cfg(feature = "preflight")]
fn unknown(name: &str, toolbox: &Toolbox) -> String {
    toolbox.isolated_shapes().unknown(name)
}

/// The message for a name that no tool has.
#[cfg(not(feature = "preflight"))]
fn unknown(name: &str, toolbox: &Toolbox) -> String {
    toolbox.unknown_tool(name).to_string()
}

/// The signature of the tool that was not called according to a message.
#[cfg(feature = "preflight")]
fn signature<'t>(message: &str, toolbox: &'t Toolbox) -> Option<&'t str> {
    let (tool, _) = message.split_once(" was not called: ")?;
    toolbox.shapes().signature(tool)
}

/// The signature of the tool that was not called according to a message.
#[cfg(not(feature = "preflight"))]
const fn signature<'t>(_: &str, _: &'t Toolbox) -> Option<&'t str> {
    None
}

/// The name of `missing` that is not a function by the engine's message.
///
/// Engines write the callee in their own ways: `global.a-b`, `global["a-b"]`, `a`.
fn called_but_missing<'a>(message: &str, missing: &'a [String]) -> Option<&'a str> {
    let callee = message.split(" is not a function").next().filter(|callee| callee.len() < message.len())?;
    // `global[name]`
    if let [only] = missing
        && callee.starts_with("global[")
    {
        return Some(only);
    }
    let callee = callee.trim_end_matches(['"', '\'', ']']);
    missing.iter().map(String::as_str).filter(|name| callee.ends_with(name)).max_by_key(|name| name.len())
}

pub(crate) fn line(line: Line) -> ConsoleLine {
    ConsoleLine { level: line.level, text: console::text(&line.args), args: line.args, at_ms: line.at }
}

pub(crate) fn call(entry: CallEntry) -> Call {
    Call {
        tool: entry.tool,
        source: CallSource::default(),
        args: entry.args,
        started_ms: entry.at,
        duration_ms: entry.ms,
        decision: Decision::default(),
        registered: entry.webmcp,
        warnings: entry.warnings,
        outcome: entry.outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::script::wrap;

    #[test]
    fn what_is_not_this_runs_envelope_is_not_read() {
        let (options, toolbox) =
            (ExecuteOptions::default(), Toolbox::new(webagents_manifest::Manifest::default()));
        let script = wrap("return 1", &toolbox, &options, "", &crate::page::HarnessSecrets::default());
        let rest = r#""console":[],"consoleDropped":0,"calls":[],"callsDropped":0}"#;
        let read = |head: String| open(&format!("{head},{rest}"), &script, &toolbox, &options);
        let run = &script.run;

        let outcome = read(format!(r#"{{"run":"{run}","state":"value","value":null"#)).expect("an envelope");
        assert_eq!(outcome.result, Ok(Value::Null));
        let closed = read(r#"{"run":"","state":"closed""#.to_owned()).expect("an envelope");
        assert_eq!(closed.error().map(|error| error.kind), Some(ErrorKind::Syntax));

        // Without an expected origin no page can be of another.
        assert_eq!(read(format!(r#"{{"run":"{run}","state":"origin","found":"null""#)), None);
        assert_eq!(read(r#"{"run":"another","state":"value","value":1"#.to_owned()), None);
        assert_eq!(read(format!(r#"{{"run":"{run}","state":"value""#)), None);
        assert_eq!(read(format!(r#"{{"run":"{run}","state":"thrown""#)), None);
        assert_eq!(read(format!(r#"{{"run":"{run}","state":"pending_events of""#)), None);
        for text in ["", "null", "[]", "{}", "{\"run\":1}", &"[".repeat(100_000)] {
            assert_eq!(open(text, &script, &toolbox, &options), None);
        }
    }

    #[test]
    fn a_timeout_names_who_did_not_answer() {
        let options = ExecuteOptions::default().with_deadline(Duration::from_millis(50));
        let call = |tool: &str, outcome| Call {
            tool: tool.to_owned(),
            source: CallSource::default(),
            args: Value::Null,
            started_ms: 0.0,
            duration_ms: 0.0,
            decision: Decision::default(),
            registered: false,
            warnings: Vec::new(),
            outcome,
        };
        let pending = |count: usize| -> Vec<Call> {
            let names = ["a", "b", "c", "d", "e", "f", "g"];
            names[..count].iter().map(|name| call(name, CallOutcome::Pending)).collect()
        };
        let message = |calls: &[Call]| {
            timeout(calls, &Toolbox::new(webagents_manifest::Manifest::default()), &options).message
        };
        assert_eq!(message(&[call("x", CallOutcome::Returned)]), "the code was not done after 50 ms");
        assert_eq!(message(&pending(1)), "the code was not done after 50 ms; the tool a had not answered");
        assert_eq!(
            message(&pending(3)),
            "the code was not done after 50 ms; the tools a, b and c had not answered"
        );
        assert_eq!(
            message(&pending(7)),
            "the code was not done after 50 ms; 7 calls of tools had not been answered"
        );
    }

    #[track_caller]
    fn check(message: &str, want: Option<&str>) {
        let missing = ["x".to_owned(), "serchBooks".to_owned(), "a-b".to_owned()];
        assert_eq!(called_but_missing(message, &missing), want);
    }

    #[test]
    fn engines_name_the_callee_in_their_own_ways() {
        check("global.serchBooks is not a function", Some("serchBooks"));
        check("serchBooks is not a function", Some("serchBooks"));
        check("global.a-b is not a function", Some("a-b"));
        check("global[\"a-b\"] is not a function", Some("a-b"));
        check("global.serchBooks is not a function. (In 'global.serchBooks()', …)", Some("serchBooks"));
        check("book.title is not a function", None);
        check("x", None);
    }
}
