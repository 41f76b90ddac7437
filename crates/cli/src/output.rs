//! Output of the command: data to stdout, everything else to stderr.
//!
//! A reader that goes away (`webagents types URL | head`) is not an error; a full disk is one, for data. A failure
//! to write to stderr cannot be reported, so nothing there fails.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::{Map, Value, json};
use webagents_fetch::redact_urls;
use webagents_text::hidden;

use crate::exit::{Exit, Failure};
use crate::terminal;

/// Writes data. On a terminal, control characters are escaped.
///
/// Elsewhere tag characters are: a model that reads the output follows them, and no person sees them.
pub(crate) fn data(text: &str) -> Result<(), Failure> {
    let shown =
        if io::stdout().is_terminal() { terminal::visible(text) } else { terminal::without_tags(text) };
    raw(shown.as_bytes())?;
    if shown.is_empty() || shown.ends_with('\n') { Ok(()) } else { raw(b"\n") }
}

/// Writes bytes as they are.
pub(crate) fn raw(bytes: &[u8]) -> Result<(), Failure> {
    self::bytes(bytes).map_err(|error| Failure::usage(format!("cannot write to stdout: {error}")))
}

/// The same, with the system's error. A reader that went away is none.
pub(crate) fn bytes(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(())
        }
        done => done,
    }
}

/// `true` once the reader of stdout went away.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns whether the reader of stdout went away, so that further data would have no reader.
pub(crate) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Version of the documents that `--json` prints.
///
/// It changes when a member is removed or gets another meaning.
pub(crate) const VERSION: u64 = 1;

/// A document with its version, which is its first member.
pub(crate) fn versioned(document: &Value) -> Value {
    let mut members = Map::new();
    members.insert("version".to_owned(), VERSION.into());
    let rest = document.as_object().into_iter().flatten();
    members.extend(rest.map(|(name, value)| (name.clone(), value.clone())));
    Value::Object(members)
}

/// Writes the document of a command with `--json`, with its version.
pub(crate) fn json(document: &Value) -> Result<(), Failure> {
    value(&versioned(document))
}

/// Writes one JSON value as it is: indented on a terminal, on one line otherwise.
pub(crate) fn value(value: &impl Serialize) -> Result<(), Failure> {
    let indented = io::stdout().is_terminal();
    let text = if indented { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) };
    // Serializing these values to memory cannot fail; if it did, silence would be the worst answer.
    let text = one_line(text.unwrap_or_else(|error| format!("{{\"error\":{{\"message\":\"{error}\"}}}}")));
    // Here and not by `data`, so that the text that is shown is the same JSON.
    data(&if indented { escaped(text, terminal::is_unsafe) } else { text })
}

/// JSON with escapes for tags and for characters that end a line, control a terminal or turn text.
///
/// At the line separators of Unicode some readers of JSON Lines end a line.
pub(crate) fn one_line(json: String) -> String {
    // JSON has escaped the controls of ASCII, but for DEL; the lines of an indented document stay.
    escaped(json, |c: char| c != '\n' && hidden::JSON.contains(c))
}

/// JSON with some characters of its strings written as escapes of JSON.
fn escaped(json: String, is_escaped: impl Fn(char) -> bool) -> String {
    if !json.contains(&is_escaped) {
        return json;
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_escaped(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a String cannot fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Reports progress.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", terminal::visible(&redact_urls(text)));
}

/// Says that something went wrong.
pub(crate) fn complain(text: &str) {
    let mut stderr = io::stderr().lock();
    let label = if colour(&stderr) { "\x1b[1;31merror\x1b[0m" } else { "error" };
    let _ = writeln!(stderr, "{label}: {}", terminal::visible(&redact_urls(text)));
}

/// Reports a failure: on stderr, or on stdout as JSON for a program.
///
/// `ok` is there for readers of `exec --json`, who look at it first.
pub(crate) fn report(failure: &Failure, as_json: bool) -> Exit {
    report_as(failure, as_json.then(|| json!({ "ok": false, "error": failure.json() })))
}

/// Reports a failure as `document` on stdout, or on stderr without one.
pub(crate) fn report_as(failure: &Failure, document: Option<Value>) -> Exit {
    let is_written = document.is_some_and(|document| json(&document).is_ok());
    if !is_written {
        complain(&failure.to_string());
    }
    failure.exit()
}

/// Writes a report that was drawn here, with its colours.
pub(crate) fn drawn(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Returns whether stderr is a terminal with colours, and no user declined them.
///
/// See <https://no-color.org>.
pub(crate) fn colour(stderr: &impl io::IsTerminal) -> bool {
    stderr.is_terminal()
        && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{escaped, one_line};
    use crate::terminal::is_unsafe;

    #[test]
    fn json_has_no_character_that_controls_a_terminal() {
        let text = "A\u{1b}\u{7f}\u{9b}31m\u{202e}\u{2028}\u{85}ä漢\u{e0041}\n";
        let json = one_line(serde_json::Value::from(text).to_string());
        assert_eq!(json, r#""A\u001b\u007f\u009b31m\u202e\u2028\u0085ä漢\udb40\udc41\n""#);
        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
    }

    #[test]
    fn json_on_a_terminal_shows_hidden_characters_and_stays_json() {
        let text = "{\n  \"a\u{200b}\": \"\u{e0041}\u{2764}\u{fe0f}\"\n}";
        let shown = escaped(text.to_owned(), is_unsafe);
        assert_eq!(shown, "{\n  \"a\\u200b\": \"\\udb40\\udc41\u{2764}\u{fe0f}\"\n}");
        let value = |json: &str| serde_json::from_str::<serde_json::Value>(json).expect("JSON");
        assert_eq!(value(&shown), value(text));
    }
}
