//! Outcomes of code, as people and programs read them.

use serde_json::{Value, json};
use webagents_runtime::{Call, CallOutcome, ErrorKind, Level, Outcome, SourceKind};
use webagents_runtime_webdriver::{Refusals, Refused};

use crate::exit::{Exit, Failure};
use crate::output;

/// The value on stdout; console, journal and error on stderr.
pub(super) fn show(outcome: &Outcome) -> Result<(), Failure> {
    for line in &outcome.console {
        let method = match line.level {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Warn => "warn",
            Level::Error => "error",
            _ => "log",
        };
        output::say(&format!("console.{method}: {}", line.text));
    }
    if outcome.console_dropped > 0 {
        output::say(&format!("console: {} more lines were not kept", outcome.console_dropped));
    }
    for warning in &outcome.warnings {
        output::say(&format!("warning: {warning}"));
    }
    say_journal(outcome);
    if let Some(value) = &outcome.value {
        output::value(value)?;
    }
    say_error(outcome);
    Ok(())
}

/// Prints the requests that the egress guard refused.
///
/// A script may have failed for that.
pub(super) fn say_refusals(refusals: &Refusals) {
    for Refused { refusal, count, .. } in &refusals.list {
        let (host, port) = refusal.target();
        let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
        let help = match refusal.remedy() {
            Some((host, port)) => format!("; if you trust it, pass --allow-host {host}:{port}"),
            None => String::new(),
        };
        output::say(&format!("egress: refused {host}:{port}{times}: {}{help}", refusal.reason()));
    }
    if refusals.dropped > 0 {
        output::say(&format!("egress: {} more refusals were not written down", refusals.dropped));
    }
}

/// Returns how far code came that began. The spelling is that of a record.
pub(super) fn status(outcome: &Outcome) -> &'static str {
    let is_lost = outcome.error.as_ref().is_some_and(|error| error.kind == ErrorKind::BrowserLost);
    if is_lost { "lost" } else { "done" }
}

/// The outcome, and what was refused if something was.
pub(super) fn with_refusals(outcome: &Outcome, refusals: &Refusals) -> Value {
    let mut outcome = json!(outcome);
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

fn say_journal(outcome: &Outcome) {
    if !outcome.calls.is_empty() {
        let error = outcome.error.as_ref().map_or("", |error| error.message.as_str());
        output::say(&journal(&outcome.calls, error));
    }
    if outcome.calls_dropped > 0 {
        output::say(&format!("journal: {} more calls were not written down", outcome.calls_dropped));
    }
}

/// The error, and the engine's stack where that says more.
pub(super) fn say_error(outcome: &Outcome) {
    if let Some(error) = &outcome.error {
        output::complain(&error.to_string());
        // Engines begin a stack with the error's name and message, which stand there already.
        let said = format!("{}: {}", error.name, error.message);
        let stack = error.stack.strip_prefix(&said).unwrap_or(&error.stack).trim_start_matches('\n');
        if !stack.is_empty() {
            output::say(stack);
        }
    }
}

/// The journal as a table: milliseconds, call, outcome.
///
/// Messages that `error` repeats below the table are left out.
pub(super) fn journal(calls: &[Call], error: &str) -> String {
    let rows: Vec<String> = calls
        .iter()
        .map(|call| {
            let args = match &call.args {
                Value::Array(args) => args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
                other => other.to_string(),
            };
            let outcome = match &call.outcome {
                CallOutcome::Returned => "ok".to_owned(),
                CallOutcome::Threw { name, message } if name.is_empty() => format!("threw {message}"),
                CallOutcome::Threw { name, message } => format!("threw {name}: {message}"),
                CallOutcome::Denied { name, message } if message == error => format!("denied {name}"),
                CallOutcome::Denied { name, message } => format!("denied {name}: {message}"),
                _ => "had not settled".to_owned(),
            };
            let source = match call.source.kind {
                SourceKind::Manifest => String::new(),
                _ => format!("[{}]  ", call.source),
            };
            format!("{:>9.1} ms  {}({})  {source}{outcome}", call.duration_ms, call.tool, shorten(&args))
        })
        .collect();
    rows.join("\n")
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
/// A browser that failed is not the script's fault; a file that was not written counts when nothing else failed.
pub(super) fn exit(outcome: &Outcome, saved: Exit) -> Exit {
    match outcome.error.as_ref().map(|error| error.kind) {
        None => saved,
        Some(ErrorKind::BrowserLost | ErrorKind::Transport) => Exit::Browser,
        // The page may go elsewhere between the check at the start and the script.
        Some(ErrorKind::Origin | ErrorKind::Denied) => Exit::Refused,
        Some(_) => Exit::Findings,
    }
}

/// Returns whether a guard refused a call or an access of the script.
pub(super) fn is_denied(outcome: &Outcome) -> bool {
    outcome.error.as_ref().is_some_and(|error| error.kind == ErrorKind::Denied)
}
