//! Messages between the dispatcher of a run and its process.
//!
//! Data from the process is untrusted.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::Value;

use crate::execute::envelope::{ErrorEntry, present};
use crate::outcome::Level;

/// Name of the object that has the tools of the site.
pub(super) const SPACE: &str = "global";
/// Maximum bytes of JSON of the arguments, or the result, of one call.
///
/// A message has at most 16 MiB; the rest is for the members around the values.
pub(super) const VALUE: usize = 16 * 1024 * 1024 - 64 * 1024;

/// Message from the process, which has one of the members.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Message {
    /// Calls of one turn of the event loop, in order.
    #[serde(default)]
    pub(super) turn: Option<Vec<CallMessage>>,
    /// Timers that are set when a turn ends.
    #[serde(default)]
    pub(super) timers: u64,
    #[serde(default)]
    pub(super) line: Option<LineMessage>,
    /// Path of a promise in the result that is waited for.
    #[serde(default)]
    pub(super) unsettled: Option<String>,
    #[serde(default)]
    pub(super) end: Option<EndMessage>,
    /// Part of the text of a longer message.
    #[serde(default)]
    pub(super) part: Option<String>,
    /// `true` for the last part.
    #[serde(default)]
    pub(super) last: bool,
}

/// `[ID, SPACE, TOOL, ARGUMENTS]`.
#[derive(Deserialize)]
pub(super) struct CallMessage(pub(super) u32, pub(super) String, pub(super) String, pub(super) Vec<Value>);

#[derive(Deserialize)]
pub(super) struct LineMessage {
    pub(super) level: Level,
    pub(super) args: Vec<Value>,
}

/// Result of the code.
#[derive(Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(super) enum EndMessage {
    Value {
        #[serde(default, deserialize_with = "present")]
        value: Option<Value>,
        /// Path of a promise in the result that was waited for.
        #[serde(default)]
        path: Option<String>,
    },
    Thrown {
        error: ErrorEntry,
        #[serde(default)]
        path: Option<String>,
        /// `true` if the code breaks the grammar; nothing ran.
        #[serde(default)]
        syntax: bool,
        /// Limit of the process that the error is due to: `memory` or `stack`.
        #[serde(default)]
        limit: Option<String>,
        /// Names of members of `global` that were looked up and are not tools.
        #[serde(default)]
        missing: Vec<String>,
    },
    Large {
        path: String,
    },
}

/// Types of the representation that no value of another realm has, in the words of a message.
///
/// The module [`outcome`](crate::outcome) has the table of types.
fn foreign(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "function" => "a function",
        "symbol" => "a symbol",
        "promise" => "a promise",
        "node" => "a DOM node",
        "list" => "a list of the browser, such as URLSearchParams",
        "opaque" => "an object without data",
        "thrown" => "a getter that throws",
        "truncated" => "a value that nests more than 100 levels deep, which is the limit",
        _ => return None,
    })
}

/// Part of a value that is not data: its path, such as `$[0].done`, and the words for its kind.
pub(super) struct Foreign {
    pub(super) path: String,
    pub(super) what: &'static str,
    pub(super) is_promise: bool,
}

/// Levels of a value that are looked at.
const DEPTH: usize = 128;
/// Levels of the representation, and of the members around a value in a message.
const LEVELS: usize = 100 + 8;

/// Returns whether a text of JSON nests deeper than a message of the prelude does.
pub(super) fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b'[' | b'{' if !is_text => {
                depth += 1;
                if depth > LEVELS {
                    return true;
                }
            }
            b']' | b'}' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// Returns the first parts of `value` that are not data, at most `most`.
pub(super) fn foreign_parts(value: &Value, most: usize) -> Vec<Foreign> {
    let mut found = Vec::new();
    look(value, &mut "$".to_owned(), &mut found, most, 0);
    found
}

fn look(value: &Value, path: &mut String, found: &mut Vec<Foreign>, most: usize, depth: usize) {
    if found.len() >= most || depth > DEPTH {
        return;
    }
    let length = path.len();
    match value {
        Value::Array(values) => {
            for (at, one) in values.iter().enumerate() {
                // Writing to a String cannot fail.
                let _ = write!(path, "[{at}]");
                look(one, path, found, most, depth + 1);
                path.truncate(length);
            }
        }
        Value::Object(members) => {
            let kind = members.get("$type").and_then(Value::as_str);
            if let Some(what) = kind.and_then(foreign) {
                let path = path.chars().take(300).collect();
                found.push(Foreign { path, what, is_promise: kind == Some("promise") });
                return;
            }
            for (name, one) in members.iter().filter(|(name, _)| kind.is_none() || *name != "$type") {
                // The members of a type's own object are not members of the value.
                if kind.is_none() {
                    path.push('.');
                    path.extend(name.chars().take(60));
                }
                look(one, path, found, most, depth + 1);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

/// Returns answers to calls as one message.
///
/// Each is the JSON of `[ID,"value",…]` or `[ID,"error",…]`.
pub(super) fn answers(texts: &[String]) -> String {
    format!("{{\"answers\":[{}]}}", texts.join(","))
}
