//! An outcome as text for a language model.

use std::fmt::Write as _;

use serde_json::Value;

use super::{CallOutcome, ErrorKind, Outcome};
use crate::guard::untrusted::visible;

/// Lines of the console, of the journal and of dialogs in a text for a model, each.
const MODEL_LINES: usize = 50;
/// Characters of each of these lines.
const MODEL_LINE: usize = 500;

impl Outcome {
    /// Formats the result or error, calls, console and dialogs of a run as text for a language model.
    ///
    /// The text is the result as JSON or the error, then what the model has to know of the calls, the console and
    /// dialogs.
    ///
    /// After an error it lists the calls that were made, so that the model does not repeat one that succeeded. Characters
    /// that hide or reorder text are written as `<U+200B>`. The text comes from the site:
    /// [`Boundary::fence`](crate::guard::Boundary::fence) marks it as such.
    pub fn to_model_text(&self) -> String {
        of(self)
    }
}

fn of(outcome: &Outcome) -> String {
    let mut out = String::new();
    if let Some(value) = outcome.value() {
        let is_undefined = value.get("$type").is_some_and(|kind| kind == "undefined");
        let text = if is_undefined { "undefined".to_owned() } else { value.to_string() };
        out.push_str("Result:\n");
        out.push_str(&text);
    }
    if let Some(error) = outcome.error() {
        section(&mut out, "Error:", std::iter::once(error.to_string()), 0, usize::MAX);
        let advice = match error.kind {
            ErrorKind::Denied => {
                "The call was refused on behalf of the user. Do not reach its effect another way."
            }
            ErrorKind::ResultTooLarge => "Return less: select the members that you need.",
            ErrorKind::Timeout => "Do less in one script.",
            _ => "",
        };
        if !advice.is_empty() {
            let _ = write!(out, "\n{advice}");
        }
        let calls = outcome.calls.iter().map(|call| {
            let ending = match &call.outcome {
                CallOutcome::Returned => "returned".to_owned(),
                CallOutcome::Threw { name, message } => format!("threw {name}: {message}"),
                CallOutcome::Denied { name, .. } => format!("was denied ({name})"),
                CallOutcome::Pending => "had not settled".to_owned(),
            };
            format!("{}({}) {ending}", call.tool, list(&call.args))
        });
        section(&mut out, "Tool calls that were made:", calls, outcome.calls_dropped, MODEL_LINE);
    }
    let console = outcome.console.iter().map(|line| format!("[{}] {}", line.level.as_str(), line.text));
    section(&mut out, "Console:", console, outcome.console_dropped, MODEL_LINE);
    let dialogs =
        outcome.dialogs.iter().map(|dialog| format!("{}: {}", dialog.kind.as_str(), dialog.message));
    section(&mut out, "Dialogs of the page:", dialogs, 0, MODEL_LINE);
    if outcome.tools_changed {
        section(
            &mut out,
            "Tools:",
            std::iter::once("the page has changed its tools".to_owned()),
            0,
            MODEL_LINE,
        );
    }
    visible(&out).into_owned()
}

/// The arguments of a call, without the brackets of their list.
fn list(args: &Value) -> String {
    match args {
        Value::Array(args) => args.iter().map(Value::to_string).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Adds a heading with its lines, if there are any.
fn section(out: &mut String, heading: &str, lines: impl Iterator<Item = String>, dropped: u64, most: usize) {
    let mut lines = lines.peekable();
    if lines.peek().is_none() && dropped == 0 {
        return;
    }
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    out.push_str(heading);
    for line in lines.by_ref().take(MODEL_LINES) {
        let mut shown = line.chars();
        out.push('\n');
        out.extend(shown.by_ref().take(most));
        if shown.next().is_some() {
            out.push('\u{2026}');
        }
    }
    let left = u64::try_from(lines.count()).unwrap_or(u64::MAX).saturating_add(dropped);
    if left > 0 {
        // Writing to a String cannot fail.
        let _ = write!(out, "\n({left} more)");
    }
}
