//! The answers of `Runtime.evaluate`, `Runtime.awaitPromise` and `Runtime.parse`.
//!
//! Of a value it is looked whether it is a promise as well, which this protocol waits for in a command of its own.

use serde::Deserialize;
use serde_json::Value;
use webagents_runtime::PageError;
use webagents_runtime::page::Answer;

use crate::transport::remote::{Remote, threw, unreadable};
use crate::transport::socket::Reply;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settled<'a> {
    #[serde(borrow)]
    result: Remote<'a>,
    #[serde(default)]
    was_thrown: bool,
}

/// Result of a script.
pub(super) enum Evaluated {
    Answer(Answer),
    /// A promise, by the name that the inspector has for it.
    Promise(String),
}

impl Evaluated {
    /// The answer; a promise that was not to be one is some value.
    pub(super) fn answer(self) -> Answer {
        match self {
            Self::Answer(answer) => answer,
            Self::Promise(_) => Answer::Other,
        }
    }
}

/// Reads the answer of `Runtime.evaluate` or `Runtime.awaitPromise`.
pub(super) fn evaluated(reply: &Reply) -> Result<Evaluated, PageError> {
    let read: Settled<'_> = serde_json::from_str(reply.json()).map_err(|error| unreadable(&error))?;
    let Settled { result, was_thrown } = read;
    if was_thrown {
        return Err(threw(&result.message()?.unwrap_or_default()));
    }
    let is_promise = result.class_name.as_deref() == Some("Promise");
    Ok(match &result.object_id {
        Some(id) if is_promise => Evaluated::Promise(id.clone()),
        _ => Evaluated::Answer(result.answer()?),
    })
}

/// Reads the syntax error in an answer of `Runtime.parse`: its message, line and column in `script`.
///
/// `before` is the length of the text before `script` in the parsed source.
pub(super) fn syntax(parsed: &Value, script: &str, before: usize) -> Option<(String, usize, usize)> {
    if parsed["result"] == "none" {
        return None;
    }
    let message = parsed["message"].as_str().unwrap_or("the engine does not say what is wrong");
    // Offsets count UTF-16 code units.
    let offset = parsed["range"]["startOffset"].as_u64().and_then(|offset| usize::try_from(offset).ok());
    let mut left = offset.unwrap_or(before).saturating_sub(before);
    let (mut line, mut column) = (1, 1);
    for character in script.chars() {
        if left < character.len_utf16() {
            break;
        }
        left -= character.len_utf16();
        match character {
            '\n' => (line, column) = (line + 1, 1),
            _ => column += character.len_utf16(),
        }
    }
    Some((format!("SyntaxError: {message}"), line, column))
}

/// Returns the depth of nested brackets, including the brackets of texts and comments.
pub(super) fn depth(script: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in script.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        deepest = deepest.max(depth);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn brackets_are_counted() {
        assert_eq!(depth(""), 0);
        assert_eq!(depth("a({[1]}, [{}])) ((("), 3);
        assert_eq!(depth(&"[".repeat(10_000)), 10_000);
    }

    #[test]
    fn an_offset_becomes_a_line_and_a_column() {
        let at = |offset: u64| {
            let parsed = json!({ "result": "irrecoverable", "message": "Unexpected token", "range": { "startOffset": offset } });
            let (message, line, column) = syntax(&parsed, "a\nb😀c\nd", 12).unwrap();
            assert_eq!(message, "SyntaxError: Unexpected token");
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(12), (1, 1));
        assert_eq!(at(14), (2, 1));
        assert_eq!(at(15), (2, 2));
        assert_eq!(at(17), (2, 4));
        assert_eq!(at(19), (3, 1));
        assert_eq!(at(1_000), (3, 2));
        assert_eq!(syntax(&json!({ "result": "none" }), "", 0), None);
        assert_eq!(syntax(&json!({ "result": "recoverable" }), "", 0).map(|(_, line, _)| line), Some(1));
    }
}
