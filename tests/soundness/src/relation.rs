//! Relation of two schemas: do they accept the same values?
//!
//! `jsonschema::canonical` decides it without trying values. It ignores annotations, so the texts of schemas
//! for people are compared separately, in [`lost_words`].

use std::collections::BTreeSet;

use jsonschema::Draft;
use jsonschema::canonical::{CanonicalSchema, Containment, options};
use serde_json::Value;

use crate::instances::resolve_reference;

/// Values that a schema which came back accepts, compared with the one that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// The same values.
    Equal,
    /// More values.
    Wider,
    /// Fewer values.
    Narrower,
    /// Some more and some fewer.
    Different,
    /// It could not be decided, with the reason.
    Undecided(String),
}

impl Relation {
    /// The word for it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Equal => "equal",
            Self::Wider => "wider",
            Self::Narrower => "narrower",
            Self::Different => "different",
            Self::Undecided(reason) => reason,
        }
    }
}

/// Compares `back` with `sent`.
///
/// Both are read as 2020-12, whatever their `$schema`: real schemas have the same meaning in every draft
/// since 7.
pub fn relate_schemas(sent: &Value, back: &Value) -> Relation {
    match (to_canonical(sent), to_canonical(back)) {
        (Ok(sent), Ok(back)) => decide_relation(&sent, &back),
        (Err(reason), _) => Relation::Undecided(format!("the sent schema: {reason}")),
        (_, Err(reason)) => Relation::Undecided(format!("the returned schema: {reason}")),
    }
}

fn to_canonical(schema: &Value) -> Result<CanonicalSchema, String> {
    let mut schema = schema.clone();
    if let Value::Object(members) = &mut schema {
        members.shift_remove("$schema");
    }
    options()
        .offline()
        .with_draft(Draft::Draft202012)
        .canonicalize(&schema)
        .map_err(|error| error.to_string())
}

fn decide_relation(sent: &CanonicalSchema, back: &CanonicalSchema) -> Relation {
    match (sent.covers(back), back.covers(sent)) {
        (Ok(Containment::Yes), Ok(Containment::Yes)) => Relation::Equal,
        (Err(error), _) | (_, Err(error)) => Relation::Undecided(error.to_string()),
        // Two that became the same text are the same, even where containment is not decided.
        _ if sent.to_json_schema() == back.to_json_schema() => Relation::Equal,
        // A schema that is not proved to be covered counts as not covered: equality needs a proof.
        (_, Ok(Containment::Yes)) => Relation::Wider,
        (Ok(Containment::Yes), _) => Relation::Narrower,
        (Ok(Containment::No), Ok(Containment::No)) => Relation::Different,
        _ => Relation::Undecided("unknown".to_owned()),
    }
}

/// The keywords that inform people and models and do not restrict values.
const WORDS: [&str; 7] = ["description", "title", "default", "examples", "format", "deprecated", "$comment"];

/// Parts of `sent` that `back` lacks, as `keyword: value`.
///
/// Definitions that nothing refers to do not count.
pub fn lost_words(sent: &Value, back: &Value) -> Vec<String> {
    let (before, after) = (Words::of_schema(sent), Words::of_schema(back));
    before.found.difference(&after.found).cloned().collect()
}

struct Words<'a> {
    root: &'a Value,
    followed: BTreeSet<&'a str>,
    found: BTreeSet<String>,
}

impl<'a> Words<'a> {
    fn of_schema(schema: &'a Value) -> Self {
        let mut words = Self { root: schema, followed: BTreeSet::new(), found: BTreeSet::new() };
        words.collect_words(schema);
        words
    }

    /// Looks at keywords, not at the names of properties.
    ///
    /// It recurses as deep as `serde_json` reads, 128 levels, and follows each reference once.
    fn collect_words(&mut self, schema: &'a Value) {
        match schema {
            Value::Object(members) => {
                members.iter().for_each(|(keyword, value)| self.collect_keyword(keyword, value));
            }
            Value::Array(items) => items.iter().for_each(|item| self.collect_words(item)),
            _ => {}
        }
    }

    fn collect_keyword(&mut self, keyword: &str, value: &'a Value) {
        match (keyword, value) {
            ("enum" | "const" | "$defs" | "definitions", _) => {}
            ("$ref", Value::String(reference)) => {
                if self.followed.insert(reference)
                    && let Some(target) = resolve_reference(self.root, reference)
                {
                    self.collect_words(target);
                }
            }
            // A name may equal a keyword.
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(named)) => {
                named.values().for_each(|schema| self.collect_words(schema));
            }
            (word, _) if WORDS.contains(&word) => {
                self.found.insert(format!("{word}: {}", trim_value(value)));
            }
            (_, value) => self.collect_words(value),
        }
    }
}

/// Removes blanks at the ends of lines and of the text, and writes one blank for several between words.
///
/// They have no meaning, and comments cannot keep them. Blanks at the beginning of a line stay, because they are the
/// level of a list item.
fn trim_value(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            let line = |line: &str| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let before = line.len() - line.trim_start().len();
                if words.is_empty() { String::new() } else { " ".repeat(before) + &words.join(" ") }
            };
            Value::String(text.trim().lines().map(line).collect::<Vec<_>>().join("\n"))
        }
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(sent: &Value, back: &Value, expected: &Relation) {
        assert_eq!(relate_schemas(sent, back), *expected);
    }

    #[test]
    fn relations_are_decided() {
        check(
            &json!({ "enum": ["a", "b"] }),
            &json!({ "anyOf": [{ "const": "b" }, { "const": "a" }] }),
            &Relation::Equal,
        );
        check(&json!({ "type": "integer" }), &json!({ "type": "number" }), &Relation::Wider);
        check(
            &json!({ "type": "string" }),
            &json!({ "type": "string", "maxLength": 3 }),
            &Relation::Narrower,
        );
        check(&json!({ "type": "string" }), &json!({ "type": "number" }), &Relation::Different);
        let tree = json!({ "$ref": "#/$defs/T", "$defs": { "T": { "type": "array", "items": { "$ref": "#/$defs/T" } } } });
        check(&tree, &tree, &Relation::Equal);
    }

    #[test]
    fn words_are_compared_apart() {
        let sent = json!({ "description": "a", "properties": { "title": { "default": 1 }, "b": { "description": "c" } } });
        let back = json!({ "description": "a", "properties": { "title": {}, "b": { "description": "c" } } });
        assert_eq!(lost_words(&sent, &back), ["default: 1"]);
    }
}
