//! Effects of a tool as its source declares them, in each vocabulary, and how far they are trusted.
//!
//! | manifest | MCP | WebMCP | CDP and Script Tools |
//! |---|---|---|---|
//! | `readOnly` | `readOnlyHint` | `readOnlyHint` | `readOnly` |
//! | `destructive` | `destructiveHint` | | `destructive` |
//! | `idempotent` | `idempotentHint` | | `idempotent` |
//! | `openWorld` | `openWorldHint` | | `openWorld` |
//! | `consequential` | | `consequentialHint` | `consequential` |
//! | `untrustedContent` | | `untrustedContentHint` | `untrustedContent` |
//!
//! One table for both directions. The decisions this module embodies: **`destructive` and `consequential` are
//! two words** (a purchase destroys nothing, a deletion in a scratch pad has no consequence), so that neither
//! is ever read as the other; and **a hint from a site may raise caution and never lower it**, see [`caution`].
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

struct Row {
    /// The word of the manifest, which Chrome's debugging protocol and Script Tools have as well.
    word: &'static str,
    hint: &'static str,
    mcp: bool,
    web_mcp: bool,
    /// The value that asks for more caution.
    cautious: bool,
}

const fn row(word: &'static str, hint: &'static str, mcp: bool, web_mcp: bool, cautious: bool) -> Row {
    Row { word, hint, mcp, web_mcp, cautious }
}

/// In the order of [`Annotations::NAMES`].
const ROWS: [Row; 6] = [
    row("readOnly", "readOnlyHint", true, true, false),
    row("destructive", "destructiveHint", true, false, true),
    row("idempotent", "idempotentHint", true, false, false),
    row("openWorld", "openWorldHint", true, false, true),
    row("consequential", "consequentialHint", false, true, true),
    row("untrustedContent", "untrustedContentHint", false, true, true),
];

/// Contents of a member `annotations`.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) annotations: Annotations,
    /// Members that are no hint, or no boolean, as they were.
    pub(super) rest: Map<String, Value>,
}

/// Reads every vocabulary. A word that is given by both of its names has the more cautious value.
///
/// A word that is absent stays absent, also where MCP has the default that a tool is destructive: that is no statement of
/// the server, and [`caution`] adds the defaults. A word that asks for caution and has the text `"true"` or a number for a
/// boolean is taken for true, as a browser would take it.
pub(super) fn read(
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
    // `null` says nothing, as absence does; MCP's clients refuse it.
    for (name, value) in map.iter().filter(|(_, value)| !value.is_null()) {
        let row = ROWS.iter().find(|row| row.word == name || row.hint == name);
        let (row, value) = match (row, value) {
            (Some(row), Value::Bool(value)) => (row, *value),
            (Some(row), other) if row.cautious && is_meant(other) => {
                let message = "it is no boolean: `true` is kept, which is the more cautious value";
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
        let Some(slot) = out.annotations.slot(row.word) else { continue };
        match *slot {
            Some(before) if before != value => {
                *slot = Some(row.cautious);
                let less = Value::Bool(!row.cautious);
                let message = "it is said twice and differently: the more cautious value is kept";
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
    for row in ROWS.iter().filter(|row| row.web_mcp) {
        if let Some(slot) = annotations.slot(row.word)
            && *slot == Some(false)
        {
            *slot = None;
        }
    }
}

/// Returns whether a value that is no boolean says yes.
fn is_meant(value: &Value) -> bool {
    match value {
        Value::String(text) => !matches!(text.to_ascii_lowercase().as_str(), "" | "false" | "no" | "0"),
        Value::Number(number) => number.as_f64() != Some(0.0),
        _ => false,
    }
}

/// Writes what a vocabulary has a word for; the rest is lost.
pub(super) fn write(
    annotations: &Annotations,
    vocabulary: Vocabulary,
    tool: &str,
    losses: &mut Vec<Loss>,
) -> Map<String, Value> {
    let mut out = Map::new();
    for (row, value) in ROWS.iter().zip(annotations.values()) {
        let Some(value) = value else { continue };
        let known = match vocabulary {
            Vocabulary::Mcp => row.mcp,
            Vocabulary::WebMcp => row.web_mcp,
            Vocabulary::None => false,
        };
        if known {
            out.insert(row.hint.into(), Value::Bool(value));
        } else {
            let message = match (row.word, vocabulary) {
                ("destructive", Vocabulary::WebMcp) => {
                    "WebMCP has no word for it, and `consequentialHint` is another thing"
                }
                ("consequential", Vocabulary::Mcp) => {
                    "MCP has no word for it, and `destructiveHint` is another thing"
                }
                _ => "the format has no word for it",
            };
            let at = pointer(tool, "annotations");
            losses.push(Loss::new(at, row.word, Value::Bool(value), Action::Dropped, message));
        }
    }
    for item in &annotations.unknown {
        let at = pointer(tool, "annotations");
        losses.push(Loss::new(
            at,
            "annotations",
            item.as_str().into(),
            Action::Dropped,
            "it is no known annotation",
        ));
    }
    out
}

/// Effects that a caller has to expect of a tool before calling it, such as that it may destroy data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "six independent answers, named as the annotations are")]
pub struct Caution {
    /// `true` if the tool is expected to change nothing.
    pub read_only: bool,
    /// `true` if the tool is expected to destroy something, such as data.
    pub destructive: bool,
    /// `true` if a repeated call with the same arguments is expected to change nothing more.
    pub idempotent: bool,
    /// `true` if the tool is expected to interact with systems other than the site.
    pub open_world: bool,
    /// `true` if the tool is expected to have consequences outside the page, such as an order.
    pub consequential: bool,
    /// `true` if the tool's result is expected to hold text that others than the site wrote.
    pub untrusted_content: bool,
}

impl Caution {
    /// Effects expected of a tool without annotations: it may destroy data and act on other systems.
    ///
    /// These are MCP's four defaults, and WebMCP's two.
    pub const DEFAULT: Self = Self {
        read_only: false,
        destructive: true,
        idempotent: false,
        open_world: true,
        consequential: false,
        untrusted_content: false,
    };

    /// Returns the effects that a trusted site's annotations state, with defaults for absent ones.
    ///
    /// For annotations that the program's operator declares to be true.
    ///
    /// They hold as given, with [`DEFAULT`](Self::DEFAULT) for those that are absent. A tool that changes nothing
    /// destroys nothing.
    pub fn vouched(annotations: &Annotations) -> Self {
        let read_only = annotations.read_only.unwrap_or(Self::DEFAULT.read_only);
        Self {
            read_only,
            destructive: annotations.destructive.unwrap_or(Self::DEFAULT.destructive && !read_only),
            idempotent: annotations.idempotent.unwrap_or(Self::DEFAULT.idempotent || read_only),
            open_world: annotations.open_world.unwrap_or(Self::DEFAULT.open_world),
            consequential: annotations.consequential.unwrap_or(Self::DEFAULT.consequential),
            untrusted_content: annotations.untrusted_content.unwrap_or(Self::DEFAULT.untrusted_content),
        }
    }
}

/// Returns the effects to expect of a tool of an untrusted site, whose annotations only add caution.
///
/// For annotations that a site wrote, and that may be false.
///
/// Each answer is the more cautious one of the default and of what the site says. A hint may raise caution; it
/// never lowers it, because a hostile site would say so first.
///
/// ```
/// use webagents_manifest::Annotations;
/// use webagents_formats::{Caution, caution};
///
/// let mut site = Annotations::default();
/// site.read_only = Some(true);
/// site.destructive = Some(false);
/// assert_eq!(caution(&site), Caution::DEFAULT);
///
/// site.consequential = Some(true);
/// assert!(caution(&site).consequential);
///
/// // The same annotations of a site that the operator of the program trusts.
/// assert!(Caution::vouched(&site).read_only);
/// ```
pub fn caution(annotations: &Annotations) -> Caution {
    let default = Caution::DEFAULT;
    Caution {
        read_only: default.read_only && annotations.read_only != Some(false),
        destructive: default.destructive || annotations.destructive == Some(true),
        idempotent: default.idempotent && annotations.idempotent != Some(false),
        open_world: default.open_world || annotations.open_world == Some(true),
        consequential: default.consequential || annotations.consequential == Some(true),
        untrusted_content: default.untrusted_content || annotations.untrusted_content == Some(true),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "a case is written where it is checked")]
    fn check(given: Value, expected: [Option<bool>; 6], rest: Value, lost: usize) {
        let mut losses = Vec::new();
        let read = read(Some(&given), "", "t", &mut losses).unwrap();
        assert_eq!(read.annotations.values(), expected);
        assert_eq!(Value::Object(read.rest), rest);
        assert_eq!(losses.len(), lost);
    }

    #[test]
    fn every_vocabulary_is_read() {
        let (t, f, n) = (Some(true), Some(false), None);
        check(json!({"readOnlyHint": true, "destructiveHint": false}), [t, f, n, n, n, n], json!({}), 0);
        check(
            json!({"readOnly": true, "openWorld": false, "idempotent": true}),
            [t, n, t, f, n, n],
            json!({}),
            0,
        );
        check(
            json!({"consequentialHint": true, "untrustedContent": true, "debugging": false}),
            [n, n, n, n, t, t],
            json!({"debugging": false}),
            0,
        );
        check(
            json!({"readOnlyHint": "true", "destructiveHint": null, "title": "T"}),
            [n; 6],
            json!({"readOnlyHint": "true", "title": "T"}),
            0,
        );
        check(
            json!({"destructiveHint": "true", "openWorld": 1, "consequential": "no", "untrustedContent": 0}),
            [n, t, n, t, n, n],
            json!({"consequential": "no", "untrustedContent": 0}),
            2,
        );
        check(json!({"destructiveHint": "yes", "destructive": false}), [n, t, n, n, n, n], json!({}), 2);
        // MCP's defaults are no statement.
        check(json!({"readOnlyHint": false, "title": "T"}), [f, n, n, n, n, n], json!({"title": "T"}), 0);
        check(json!({"readOnlyHint": true, "readOnly": false}), [f, n, n, n, n, n], json!({}), 1);
        check(json!({"destructive": true, "destructiveHint": false}), [n, t, n, n, n, n], json!({}), 1);
    }

    #[test]
    fn destructive_is_never_consequential() {
        for (word, other) in [("destructive", "consequential"), ("consequential", "destructive")] {
            for suffix in ["", "Hint"] {
                let given = json!({ format!("{word}{suffix}"): true });
                let read = read(Some(&given), "", "t", &mut Vec::new()).unwrap().annotations;
                let index = Annotations::NAMES.iter().position(|name| *name == other).unwrap();
                assert_eq!(read.values()[index], None);
            }
        }
        let mut annotations = Annotations::default();
        annotations.destructive = Some(true);
        let mut losses = Vec::new();
        assert!(write(&annotations, Vocabulary::WebMcp, "t", &mut losses).is_empty());
        assert_eq!(
            losses[0].to_string(),
            "t/annotations: `destructive` dropped: WebMCP has no word for it, and `consequentialHint` is another thing"
        );
    }

    #[test]
    fn a_site_never_lowers_caution() {
        let risk = |c: Caution| {
            [!c.read_only, c.destructive, !c.idempotent, c.open_world, c.consequential, c.untrusted_content]
        };
        let choices = [None, Some(false), Some(true)];
        // Every combination of what a site can say of six things.
        for number in 0..3_usize.pow(6) {
            let pick = |index: u32| choices[number / 3_usize.pow(index) % 3];
            let mut site = Annotations::default();
            site.read_only = pick(0);
            site.destructive = pick(1);
            site.idempotent = pick(2);
            site.open_world = pick(3);
            site.consequential = pick(4);
            site.untrusted_content = pick(5);
            let seen = risk(caution(&site));
            for (index, (seen, default)) in seen.into_iter().zip(risk(Caution::DEFAULT)).enumerate() {
                assert!(seen || !default, "{index} of {site:?}");
            }
            assert_eq!(caution(&site).consequential, site.consequential == Some(true));
            assert_eq!(caution(&site).untrusted_content, site.untrusted_content == Some(true));
        }
    }

    #[test]
    fn who_is_trusted_is_believed() {
        let mut own = Annotations::default();
        own.read_only = Some(true);
        own.open_world = Some(false);
        let seen = Caution::vouched(&own);
        assert!(seen.read_only && seen.idempotent && !seen.destructive && !seen.open_world);
        assert_eq!(Caution::vouched(&Annotations::default()), Caution::DEFAULT);
    }
}
