//! Replies to actions: lines about a page's reactions.

use std::time::Duration;

/// Time in which a page reacts.
pub(crate) const REACTS: Duration = Duration::from_millis(500);

/// A line about an open dialog.
pub(crate) fn waits_for(state: &str, dialog: &str) -> String {
    let text = if dialog.starts_with("a dialog (prompt)") { " [TEXT]" } else { "" };
    format!("{dialog} {state}, and the page waits for it: `dialog accept{text}` or `dialog dismiss`")
}

/// A line about the document that the page, or a frame, shows now.
pub(crate) fn arrival(place: &str, url: &str, title: &str, status: Option<u16>) -> String {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown: String = title.chars().take(100).collect();
    if shown.len() < title.len() {
        shown.push('…');
    }
    let title = if shown.is_empty() { String::new() } else { format!(" {shown:?}") };
    // A status of success adds nothing new.
    let status = status.filter(|status| is_failure(*status)).map(|status| format!(": HTTP {status}"));
    format!("the {place} is now {url}{title}{}", status.unwrap_or_default())
}

/// Returns whether an HTTP status is one of a failure.
pub(crate) fn is_failure(status: u16) -> bool {
    status >= 400
}

/// A report about an action.
pub(crate) fn report(done: &str, text: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return format!("{done} {text}: nothing reacted within {} ms", REACTS.as_millis());
    }
    with_lines(format!("{done} {text}"), lines)
}

/// Lines below a text, at most.
const LINES: usize = 12;

/// A text with lines below it.
pub(crate) fn with_lines<'a>(text: String, lines: impl IntoIterator<Item = &'a String>) -> String {
    lines.into_iter().take(LINES).fold(text, |text, line| format!("{text}\n  {line}"))
}
