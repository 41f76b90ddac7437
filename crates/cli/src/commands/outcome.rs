//! Outcomes of code, as people and programs read them.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use webagents_runtime::outcome::{Call, ErrorCode, Level};
use webagents_runtime::page::{Dialog, DialogAnswer};
use webagents_runtime::tools::SourceKind;
use webagents_runtime::{CallOutcome, ErrorKind, ExecuteOptions, Outcome, Realm};
use webagents_runtime_webdriver::{Refusals, Refused};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::file::{self, Mode};
use crate::output;

/// Line of a report for people.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReportLine {
    /// On stderr.
    Say(String),
    /// On stderr, as an error.
    Complain(String),
    /// On stdout.
    Value(Value),
}

/// Prints the lines of a report.
pub(super) fn print(lines: &[ReportLine]) -> Result<(), Failure> {
    for line in lines {
        match line {
            ReportLine::Say(text) => output::say(text),
            ReportLine::Complain(text) => output::complain(text),
            ReportLine::Value(value) => output::value(value)?,
        }
    }
    Ok(())
}

/// Marks the lines of a text after its first one.
///
/// No text of code or of a page looks like a line or a question of this program then.
fn continued(text: &str) -> String {
    text.replace('\n', "\n  | ")
}

/// The value for stdout; console, dialogs, journal and error for stderr.
pub(super) fn lines(outcome: &Outcome) -> Vec<ReportLine> {
    let mut lines = Vec::new();
    let mut say = |text: String| lines.push(ReportLine::Say(text));
    for line in &outcome.console {
        let method = match line.level {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Warn => "warn",
            Level::Error => "error",
            _ => "log",
        };
        say(format!("console.{method}: {}", continued(&line.text)));
    }
    if outcome.console_dropped > 0 {
        say(format!("console: {} more lines were not kept", outcome.console_dropped));
    }
    for dialog in &outcome.dialogs {
        say(dialog_line(dialog));
    }
    for warning in &outcome.warnings {
        say(format!("warning: {}", continued(warning)));
    }
    if !outcome.calls.is_empty() {
        let error = outcome.error().map_or("", |error| error.message.as_str());
        say(journal(&outcome.calls, error));
    }
    if outcome.calls_dropped > 0 {
        say(format!("journal: {} more calls were not written down", outcome.calls_dropped));
    }
    if let Some(navigated) = &outcome.navigated {
        let tools = if navigated.tools.is_empty() { "none".to_owned() } else { navigated.tools.join(", ") };
        say(format!("the page is now {}; its tools: {tools}", navigated.url));
    }
    lines.extend(outcome.value().cloned().map(ReportLine::Value));
    lines.extend(error_lines(outcome));
    lines
}

/// A dialog with its answer: `dialog: alert "Sold out" was dismissed`.
fn dialog_line(dialog: &Dialog) -> String {
    // One line, whatever the page wrote.
    let message = Value::from(dialog.message.as_str());
    let during =
        dialog.tool.as_ref().map_or_else(String::new, |tool| format!(", opened in a call of {tool},"));
    let answer = match dialog.answer {
        DialogAnswer::Dismissed => "dismissed",
        _ => "answered by the driver or the browser",
    };
    format!("dialog: {} {message}{during} was {answer}", dialog.kind.as_str())
}

/// The requests that the egress guard refused, with the option that allows them.
///
/// A script may have failed for that.
pub(super) fn refusal_lines(refusals: &Refusals, place: &str) -> Vec<ReportLine> {
    let one = |Refused { refusal, count, .. }: &Refused| {
        let (host, port) = refusal.target();
        let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
        let help = match refusal.remedy() {
            Some((host, port)) => format!("; if you trust it, pass --allow-host {host}:{port}{place}"),
            None => String::new(),
        };
        ReportLine::Say(format!("egress: refused {host}:{port}{times}: {}{help}", refusal.reason()))
    };
    let mut lines: Vec<ReportLine> = refusals.list.iter().map(one).collect();
    if refusals.dropped > 0 {
        lines.push(ReportLine::Say(format!(
            "egress: {} more refusals were not written down",
            refusals.dropped
        )));
    }
    lines
}

/// Progress of code, in the spelling of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// The code begins.
    ///
    /// Written to the file of `--resume` only, before the code runs: a line with this record and no later one was
    /// running when its command was killed.
    Begun,
    /// The code ran; the outcome has its result.
    Done,
    /// The code did not run; the error has the reason.
    Failed,
    /// The browser went away, or the command was interrupted, while the code ran.
    ///
    /// Its progress and effects are unknown beyond the journal.
    Lost,
}

impl Status {
    /// Returns the progress of code that began.
    pub(super) fn of(outcome: &Outcome) -> Self {
        let is_lost =
            outcome.failed_with(ErrorKind::BrowserLost) || outcome.failed_with(ErrorKind::Cancelled);
        if is_lost { Self::Lost } else { Self::Done }
    }
}

/// The outcome, and the refusal if there was one.
///
/// The message of the run's error is not repeated in the call that threw it.
pub(super) fn with_refusals(outcome: &Outcome, refusals: &Refusals) -> Value {
    let told = outcome.error().map(|error| Value::from(error.message.as_str()));
    let mut outcome = json!(outcome);
    for call in outcome["calls"].as_array_mut().into_iter().flatten() {
        if let Some(ended) =
            call["outcome"].as_object_mut().filter(|ended| ended.get("message") == told.as_ref())
        {
            ended.remove("message");
        }
    }
    if let Some(members) = outcome.as_object_mut().filter(|_| !refusals.list.is_empty()) {
        let one = |Refused { refusal, count, .. }: &Refused| {
            let (host, port) = refusal.target();
            let reason = refusal.reason().to_string();
            json!({ "host": host, "port": port, "rule": refusal.rule().as_str(), "reason": reason, "count": count })
        };
        members.insert("refused".to_owned(), refusals.list.iter().map(one).collect());
        if refusals.dropped > 0 {
            members.insert("refused_dropped".to_owned(), refusals.dropped.into());
        }
    }
    outcome
}

/// The error, and the engine's stack if that has more.
pub(super) fn error_lines(outcome: &Outcome) -> Vec<ReportLine> {
    let Some(error) = outcome.error() else { return Vec::new() };
    let mut lines = vec![ReportLine::Complain(continued(&error.to_string()))];
    // Engines begin a stack with the error's name and message, which stand there already.
    let said = format!("{}: {}", error.name, error.message);
    let stack = error.stack.strip_prefix(&said).unwrap_or(&error.stack).trim_start_matches('\n');
    if !stack.is_empty() {
        lines.push(ReportLine::Say(continued(&format!("  | {stack}"))));
    }
    lines
}

/// The journal as a table: milliseconds, call, outcome.
///
/// Messages that `error` repeats below the table are left out.
pub(super) fn journal(calls: &[Call], error: &str) -> String {
    let rows: Vec<String> = calls
        .iter()
        .map(|call| {
            let outcome = match &call.outcome {
                CallOutcome::Returned => "ok".to_owned(),
                CallOutcome::Threw { name, message } if name.is_empty() => format!("threw {message}"),
                CallOutcome::Threw { name, message } => format!("threw {name}: {message}"),
                CallOutcome::Denied { name, message } if message == error => format!("denied {name}"),
                CallOutcome::Denied { name, message } => format!("denied {name}: {message}"),
                _ => "had not settled".to_owned(),
            };
            let outcome = continued(&outcome);
            let source = match call.source.kind {
                SourceKind::Manifest => String::new(),
                _ => format!("[{}]  ", call.source),
            };
            format!(
                "{:>9.1} ms  {}({})  {source}{outcome}",
                call.duration_ms,
                call.tool,
                shorten(&list(&call.args))
            )
        })
        .collect();
    rows.join("\n")
}

/// The arguments of a call as code has them between parentheses.
pub(super) fn list(args: &Value) -> String {
    match args {
        Value::Array(args) => args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

fn shorten(text: &str) -> String {
    const CHARS: usize = 80;
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the exit code: a script that failed is a finding.
///
/// A browser, or a process of the isolated realm, that failed is not the script's fault; a file that was not written counts when nothing else failed.
pub(super) fn exit(outcome: &Outcome, saved: Exit) -> Exit {
    match outcome.error().map(|error| error.kind) {
        None => saved,
        Some(ErrorKind::BrowserLost | ErrorKind::RealmLost | ErrorKind::Transport | ErrorKind::Cancelled) => {
            Exit::Browser
        }
        // The page may go elsewhere between the check at the start and the script.
        Some(ErrorKind::Origin | ErrorKind::Denied) => Exit::Refused,
        Some(_) => Exit::Findings,
    }
}

/// Returns whether a guard refused a call or an access of the script.
pub(super) fn is_denied(outcome: &Outcome) -> bool {
    outcome.failed_with(ErrorKind::Denied)
}

/// Bytes of JSON of a result that is saved to a file.
const SAVED_BYTES: usize = 64 * 1024 * 1024;

/// Options of a run that its report names.
#[derive(Clone, Copy)]
pub(super) struct Options<'a> {
    pub(super) guards: &'a args::GuardArgs,
    pub(super) realm: Realm,
    /// The command that takes them, if it is another one.
    pub(super) place: &'a str,
}

/// Outcome of code as it is printed.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    /// The document of `--json`.
    document: Option<Value>,
    /// Lines for people, without a document.
    lines: Vec<ReportLine>,
    exit: u8,
}

impl Report {
    pub(super) fn new(
        url: Option<String>,
        outcome: &Outcome,
        refusals: &Refusals,
        options: Options<'_>,
        json: bool,
    ) -> Self {
        let lines = || {
            let mut lines = lines(outcome);
            lines.extend(refusal_lines(refusals, options.place));
            lines.extend(remedy(outcome, options));
            lines
        };
        Self {
            document: json.then(|| document(url, options.realm, outcome, refusals)),
            lines: if json { Vec::new() } else { lines() },
            exit: exit(outcome, Exit::Ok) as u8,
        }
    }

    /// Prints it, with the failures to save, and returns the exit code.
    pub(super) fn tell(self, unsaved: &[Failure]) -> Result<Exit, Failure> {
        match self.document {
            Some(mut shown) => {
                if let Some(members) = shown.as_object_mut().filter(|_| !unsaved.is_empty()) {
                    members.insert("unsaved".to_owned(), unsaved.iter().map(Failure::json).collect());
                }
                output::json(&shown)?;
            }
            None => print(&self.lines)?,
        }
        let mut saved = Exit::Ok;
        for failure in unsaved.iter().rev() {
            saved = output::report(failure, false);
        }
        Ok(match Exit::from_code(self.exit) {
            // A file that was not written counts when nothing else failed.
            Exit::Ok => saved,
            exit => exit,
        })
    }
}

/// The option that would allow the call that the policy refused.
fn remedy(outcome: &Outcome, options: Options<'_>) -> Option<ReportLine> {
    let denied = |call: &&Call| call.outcome.code() == Some(ErrorCode::ToolDenied);
    let call = outcome.calls.iter().find(denied).filter(|_| is_denied(outcome))?;
    let (guards, place, rule) = (options.guards, options.place, call.decision.rule.as_str());
    let ask = if guards.confirm { "" } else { ", --confirm asks on the terminal" };
    let decides = |pattern: &&String| rule.strip_prefix("tools ") == Some(pattern.as_str());
    let help = match (guards.deny.iter().find(decides), rule) {
        (Some(pattern), _) => format!("--deny {pattern}{place} denies it, whatever else is given"),
        // No rule on names changes what becomes of a tool that is another one now.
        (None, "redefined" | "replaced") => {
            format!("a --policy{place} with {{\"{rule}\": \"allow\"}} lets it be called{ask}")
        }
        (None, _) => format!("--allow {}{place} lets it be called{ask}", call.tool),
    };
    Some(ReportLine::Say(format!("  help: {help}")))
}

/// The options of a run, whose result may be longer if it is saved.
pub(super) fn result_options(deadline: Duration, max_result: usize, is_saved: bool) -> ExecuteOptions {
    let max_result = if is_saved { max_result.max(SAVED_BYTES) } else { max_result };
    ExecuteOptions::default().with_deadline(deadline).with_max_result_bytes(max_result)
}

/// Returns the whole result for a file, and replaces it by a mark if it is too long to print.
pub(super) fn take_result(outcome: &mut Outcome, max_result: usize) -> Option<Value> {
    let value = outcome.value().cloned()?;
    if value.to_string().len() > max_result
        && let Some(value) = outcome.value_mut()
    {
        *value = json!({ "$type": "truncated", "reason": "size" });
    }
    Some(value)
}

/// Saves the result, if a file was named.
pub(super) fn save_result(value: Option<&Value>, path: Option<&Path>) -> Result<(), Failure> {
    let (Some(path), Some(value)) = (path, value) else { return Ok(()) };
    let mut text = value.to_string();
    text.push('\n');
    file::write(path, text.as_bytes(), Mode::Kept)?;
    output::say(&format!("saved {} bytes to {}", text.len(), path.display()));
    Ok(())
}

/// The record of a run: `{"url", "status", "realm"}` and the members of the outcome.
fn document(url: Option<String>, realm: Realm, outcome: &Outcome, refusals: &Refusals) -> Value {
    let mut members = Map::new();
    members.insert("url".to_owned(), url.into());
    members.insert("status".to_owned(), json!(Status::of(outcome)));
    members.extend(in_realm(realm, with_refusals(outcome, refusals)));
    Value::Object(members)
}

/// The members of an outcome after the name of the realm that the code ran in.
pub(super) fn in_realm(realm: Realm, outcome: Value) -> Map<String, Value> {
    let mut members = Map::new();
    members.insert("realm".to_owned(), realm.as_str().into());
    if let Value::Object(outcome) = outcome {
        members.extend(outcome);
    }
    members
}
