//! Effects of a tool as its source declares them, in each vocabulary, and how far they are trusted.
//!
//! [`Annotations::KNOWN`] has the names in a manifest, which Chrome's debugging protocol and Script Tools have as well, and
//! the hints of MCP and WebMCP. The decisions this module embodies: **`destructive` and `consequential` are
//! two words** (a purchase destroys nothing, a deletion in a scratch pad has no consequence), so that neither
//! is ever read as the other; and **a hint from a site may raise caution and never lower it**, see [`caution`](webagents_manifest::caution).
//!
//! Sources: MCP 2025-11-25 `ToolAnnotations`; WebMCP `ToolAnnotations`; the domain `WebMCP` of Chrome's debugging
//! protocol; the Script Tools explainer.

use serde_json::{Map, Value};
use webagents_manifest::Annotations;

use super::error::FormatError;
use webagents_schema::{Action, Loss, pointer};

/// Vocabulary that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Vocabulary {
    Mcp,
    WebMcp,
    /// A format without annotations.
    None,
}

/// Contents of a member `annotations`.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) annotations: Annotations,
    /// Members that are not a hint, or not a boolean, unchanged.
    pub(super) rest: Map<String, Value>,
}

/// Reads every vocabulary. If a word has a value under both of its names, the more cautious one counts.
///
/// An absent word stays absent, although MCP's default is that a tool is destructive: the server did not
/// state it, and [`caution`] adds the defaults. A cautious word with the text `"true"` or a number in place
/// of a boolean counts as true, as in a browser.
pub(super) fn read_annotations(
    value: Option<&Value>,
    at: &str,
    tool: &str,
    losses: &mut Vec<Loss>,
) -> Result<Read, FormatError> {
    let mut out = Read::default();
    let map = match value {
        None | Some(Value::Null) => return Ok(out),
        Some(Value::Object(map)) => map,
        Some(other) => return Err(FormatError::wrong_kind(&pointer(at, "annotations"), "an object", other)),
    };
    // `null` counts as absent; MCP's clients refuse it.
    for (name, value) in map.iter().filter(|(_, value)| !value.is_null()) {
        let row = Annotations::KNOWN.iter().find(|row| row.name == name || row.hint == name);
        let (row, value) = match (row, value) {
            (Some(row), Value::Bool(value)) => (row, *value),
            (Some(row), other) if row.cautious && is_meant(other) => {
                let message = "expected a boolean: kept `true`, the more cautious value";
                losses.push(Loss::new(
                    pointer(tool, "annotations"),
                    name,
                    other.clone(),
                    Action::Dropped,
                    message,
                ));
                (row, true)
            }
            _ => {
                out.rest.insert(name.clone(), value.clone());
                continue;
            }
        };
        let Some(slot) = out.annotations.slot(row.name) else { continue };
        match *slot {
            Some(before) if before != value => {
                *slot = Some(row.cautious);
                let less = Value::Bool(!row.cautious);
                let message = "it has two different values: kept the more cautious one";
                losses.push(Loss::new(pointer(tool, "annotations"), name, less, Action::Dropped, message));
            }
            _ => *slot = Some(value),
        }
    }
    Ok(out)
}

/// Removes the hints of WebMCP that are false.
///
/// A browser lists a tool with all of them, with `false`, their default, for each that the page did not give.
pub(super) fn remove_defaults(annotations: &mut Annotations) {
    for row in Annotations::KNOWN.iter().filter(|row| row.is_in_web_mcp) {
        if let Some(slot) = annotations.slot(row.name)
            && *slot == Some(false)
        {
            *slot = None;
        }
    }
}

/// Returns whether a value that is not a boolean means yes.
fn is_meant(value: &Value) -> bool {
    match value {
        Value::String(text) => !matches!(text.to_ascii_lowercase().as_str(), "" | "false" | "no" | "0"),
        Value::Number(number) => number.as_f64() != Some(0.0),
        _ => false,
    }
}

/// Writes the annotations that a vocabulary has a word for; the rest is lost.
pub(super) fn write_annotations(
    annotations: &Annotations,
    vocabulary: Vocabulary,
    tool: &str,
    losses: &mut Vec<Loss>,
) -> Map<String, Value> {
    let mut out = Map::new();
    for (row, value) in Annotations::KNOWN.iter().zip(annotations.values()) {
        let Some(value) = value else { continue };
        let known = match vocabulary {
            Vocabulary::Mcp => row.is_in_mcp,
            Vocabulary::WebMcp => row.is_in_web_mcp,
            Vocabulary::None => false,
        };
        if known {
            out.insert(row.hint.into(), Value::Bool(value));
        } else {
            let message = match (row.name, vocabulary) {
                ("destructive", Vocabulary::WebMcp) => {
                    "WebMCP has no word for it, and `consequentialHint` is another thing"
                }
                ("consequential", Vocabulary::Mcp) => {
                    "MCP has no word for it, and `destructiveHint` is another thing"
                }
                _ => "the format has no word for it",
            };
            let at = pointer(tool, "annotations");
            losses.push(Loss::new(at, row.name, Value::Bool(value), Action::Dropped, message));
        }
    }
    for item in &annotations.unknown {
        let at = pointer(tool, "annotations");
        losses.push(Loss::new(
            at,
            "annotations",
            item.as_str().into(),
            Action::Dropped,
            "it is not a known annotation",
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "cases are literals in the calls")]
    fn check(given: Value, expected: Value, rest: Value, lost: usize) {
        let mut losses = Vec::new();
        let read = read_annotations(Some(&given), "", "t", &mut losses).unwrap();
        let values = Annotations::NAMES.iter().zip(read.annotations.values());
        let declared = values.filter_map(|(name, value)| Some(((*name).to_owned(), Value::Bool(value?))));
        assert_eq!(Value::Object(declared.collect()), expected);
        assert_eq!(Value::Object(read.rest), rest);
        assert_eq!(losses.len(), lost);
    }

    #[test]
    fn every_vocabulary_is_read() {
        check(
            json!({"readOnlyHint": true, "destructiveHint": false}),
            json!({"readOnly": true, "destructive": false}),
            json!({}),
            0,
        );
        check(
            json!({"readOnly": true, "openWorld": false, "idempotent": true}),
            json!({"readOnly": true, "idempotent": true, "openWorld": false}),
            json!({}),
            0,
        );
        check(
            json!({"consequentialHint": true, "untrustedContent": true, "debugging": false}),
            json!({"consequential": true, "untrustedContent": true}),
            json!({"debugging": false}),
            0,
        );
        check(
            json!({"readOnlyHint": "true", "destructiveHint": null, "title": "T"}),
            json!({}),
            json!({"readOnlyHint": "true", "title": "T"}),
            0,
        );
        check(
            json!({"destructiveHint": "true", "openWorld": 1, "consequential": "no", "untrustedContent": 0}),
            json!({"destructive": true, "openWorld": true}),
            json!({"consequential": "no", "untrustedContent": 0}),
            2,
        );
        check(
            json!({"destructiveHint": "yes", "destructive": false}),
            json!({"destructive": true}),
            json!({}),
            2,
        );
        // MCP's defaults do not count as statements.
        check(
            json!({"readOnlyHint": false, "title": "T"}),
            json!({"readOnly": false}),
            json!({"title": "T"}),
            0,
        );
        check(json!({"readOnlyHint": true, "readOnly": false}), json!({"readOnly": false}), json!({}), 1);
        check(
            json!({"destructive": true, "destructiveHint": false}),
            json!({"destructive": true}),
            json!({}),
            1,
        );
    }

    #[test]
    fn destructive_is_never_consequential() {
        for (word, other) in [("destructive", "consequential"), ("consequential", "destructive")] {
            for suffix in ["", "Hint"] {
                let given = json!({ format!("{word}{suffix}"): true });
                let read = read_annotations(Some(&given), "", "t", &mut Vec::new()).unwrap().annotations;
                let index = Annotations::NAMES.iter().position(|name| *name == other).unwrap();
                assert_eq!(read.values()[index], None);
            }
        }
        let mut annotations = Annotations::default();
        annotations.destructive = Some(true);
        let mut losses = Vec::new();
        assert!(write_annotations(&annotations, Vocabulary::WebMcp, "t", &mut losses).is_empty());
        assert_eq!(
            losses[0].to_string(),
            "t/annotations: `destructive` dropped: WebMCP has no word for it, and `consequentialHint` is another thing"
        );
    }
}
