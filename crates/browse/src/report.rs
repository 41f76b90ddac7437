//! Replies to actions: lines about what a page did.

use std::time::Duration;

/// Time in which a page reacts.
pub(crate) const REACTS: Duration = Duration::from_millis(500);

/// A line about an open dialog.
pub(crate) fn waits_for(state: &str, dialog: &str) -> String {
    let text = if dialog.starts_with("a dialog (prompt)") { " [TEXT]" } else { "" };
    format!("{dialog} {state}, and the page waits for it: `dialog accept{text}` or `dialog dismiss`")
}

/// A line about the document that the page, or a frame, shows now.
pub(crate) fn arrival(place: &str, url: &str, title: &str) -> String {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown: String = title.chars().take(100).collect();
    if shown.len() < title.len() {
        shown.push('…');
    }
    if shown.is_empty() {
        format!("the {place} is now {url}")
    } else {
        format!("the {place} is now {url} {shown:?}")
    }
}

/// A report about an action.
pub(crate) fn report(done: &str, text: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return format!("{done} {text}: nothing reacted within {} ms", REACTS.as_millis());
    }
    with_lines(format!("{done} {text}"), lines)
}

/// A text with up to three lines below it.
pub(crate) fn with_lines<'a>(text: String, lines: impl IntoIterator<Item = &'a String>) -> String {
    lines.into_iter().take(3).fold(text, |text, line| format!("{text}\n  {line}"))
}
