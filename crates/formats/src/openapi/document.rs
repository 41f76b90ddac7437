//! References within an OpenAPI document, and its schemas as JSON Schema 2020-12.
//!
//! A schema is copied with every `#/components/schemas/X` as `#/$defs/X`; the definitions that it reaches are copied
//! with it. What all operations copy together is bounded, because a small document can refer to a large definition ten
//! thousand times.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::error::{FormatError, FormatErrorKind};
use webagents_schema::json_schema::{percent_decoded, size_within};
use webagents_schema::pointer;

/// References to references, at most.
const HOPS: usize = 16;
/// Levels of a schema.
const DEPTH: usize = 64;
/// JSON values that all schemas have together after copying.
const NODES: usize = 1_000_000;

pub(super) struct Document<'a> {
    root: &'a Value,
    text: crate::document::Input<'a>,
    /// Schemas are those of OpenAPI 3.0.
    old: bool,
    nodes: usize,
    /// Definitions that were translated, by their place in the document.
    translated: BTreeMap<String, Definition>,
}

#[derive(Clone)]
struct Definition {
    schema: Value,
    uses: BTreeSet<String>,
    nodes: usize,
}

impl<'a> Document<'a> {
    pub(super) const fn new(text: crate::document::Input<'a>, old: bool) -> Self {
        Self { root: text.value, text, old, nodes: 0, translated: BTreeMap::new() }
    }

    /// An object, or the one that its `$ref` names, with its place.
    pub(super) fn object(
        &self,
        value: &'a Value,
        at: &str,
    ) -> Result<(String, &'a Map<String, Value>), FormatError> {
        let (mut at, mut value) = (at.to_owned(), value);
        for _ in 0..HOPS {
            let Value::Object(map) = value else {
                return Err(FormatError::wrong_kind(&at, "an object", value));
            };
            let Some(reference) = map.get("$ref") else { return Ok((at, map)) };
            (at, value) = self.target(reference, &pointer(&at, "$ref"))?;
        }
        Err(FormatError::new(
            FormatErrorKind::Dangling,
            at,
            "references go in a circle or through too many others",
        ))
    }

    /// Returns the target of a reference, and its place.
    fn target(&self, reference: &Value, at: &str) -> Result<(String, &'a Value), FormatError> {
        let Value::String(text) = reference else {
            return Err(FormatError::wrong_kind(at, "a reference, which is a string", reference));
        };
        let Some(fragment) = text.strip_prefix('#') else {
            let message =
                format!("{text:?} is in another document, and none is fetched: put it into this one");
            return Err(FormatError::new(FormatErrorKind::Remote, at, message));
        };
        let place = percent_decoded(fragment).unwrap_or_else(|| fragment.to_owned());
        if let Some(fault) = self.text.fault(&place) {
            return Err(fault.clone());
        }
        match self.root.pointer(&place) {
            Some(value) => Ok((place, value)),
            None => {
                let message = format!("{text:?} names nothing in this document");
                Err(FormatError::new(FormatErrorKind::Dangling, at, message))
            }
        }
    }

    /// A schema with `$ref`s to definitions, and the definitions that it reaches.
    pub(super) fn schema(
        &mut self,
        schema: &'a Value,
        at: &str,
        definitions: &mut BTreeSet<String>,
    ) -> Result<Value, FormatError> {
        let mut walk = Walk { document: self, uses: BTreeSet::new(), nodes: 0 };
        let out = walk.schema(schema, at, 0)?;
        let (uses, nodes) = (walk.uses, walk.nodes);
        self.count(nodes, at)?;
        definitions.extend(uses);
        Ok(out)
    }

    /// `$defs` for the places that schemas refer to, and all that those reach.
    pub(super) fn definitions(
        &mut self,
        wanted: BTreeSet<String>,
    ) -> Result<Map<String, Value>, FormatError> {
        let mut open: Vec<String> = wanted.iter().cloned().collect();
        let mut seen = wanted;
        let mut out = BTreeMap::new();
        while let Some(place) = open.pop() {
            let definition = match self.translated.get(&place) {
                Some(definition) => definition.clone(),
                None => {
                    let Some(value) = self.root.pointer(&place) else { continue };
                    let mut walk = Walk { document: self, uses: BTreeSet::new(), nodes: 0 };
                    let schema = walk.schema(value, &place, 0)?;
                    let definition = Definition { schema, uses: walk.uses, nodes: walk.nodes };
                    self.translated.insert(place.clone(), definition.clone());
                    definition
                }
            };
            self.count(definition.nodes, &place)?;
            open.extend(definition.uses.into_iter().filter(|place| seen.insert(place.clone())));
            out.insert(key(&place), definition.schema);
        }
        Ok(out.into_iter().collect())
    }

    fn count(&mut self, nodes: usize, at: &str) -> Result<(), FormatError> {
        self.nodes += nodes;
        if self.nodes > NODES {
            let message = "the schemas of all operations are too large together: split the document";
            return Err(FormatError::new(FormatErrorKind::TooLarge, at, message));
        }
        Ok(())
    }
}

/// The key in `$defs` of a place: the schema's name, or the whole place where it is no component.
fn key(place: &str) -> String {
    let name = place.strip_prefix("/components/schemas/").filter(|name| !name.contains('/'));
    name.map_or_else(|| place.to_owned(), |name| name.replace("~1", "/").replace("~0", "~"))
}

struct Walk<'d, 'a> {
    document: &'d Document<'a>,
    uses: BTreeSet<String>,
    nodes: usize,
}

impl<'a> Walk<'_, 'a> {
    fn schema(&mut self, schema: &'a Value, at: &str, depth: usize) -> Result<Value, FormatError> {
        self.nodes += 1;
        if depth > DEPTH || self.nodes > NODES {
            let message = format!("a schema with more than {DEPTH} levels, or too large");
            return Err(FormatError::new(FormatErrorKind::TooLarge, at, message));
        }
        let map = match schema {
            Value::Object(map) => map,
            Value::Bool(_) => return Ok(schema.clone()),
            other => return Err(FormatError::wrong_kind(at, "a schema, which is an object", other)),
        };
        let mut out = Map::new();
        for (keyword, value) in map {
            let here = pointer(at, keyword);
            let value = match (keyword.as_str(), value) {
                ("$ref", reference) => {
                    let (place, target) = self.document.target(reference, &here)?;
                    if !target.is_object() && !target.is_boolean() {
                        return Err(FormatError::wrong_kind(&place, "a schema, which is an object", target));
                    }
                    let text = pointer("#/$defs", &key(&place));
                    self.uses.insert(place);
                    text.into()
                }
                (
                    "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
                    Value::Object(children),
                ) => {
                    let mut copied = Map::new();
                    for (name, child) in children {
                        copied.insert(name.clone(), self.schema(child, &pointer(&here, name), depth + 1)?);
                    }
                    Value::Object(copied)
                }
                ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(children)) => {
                    let mut copied = Vec::new();
                    for (index, child) in children.iter().enumerate() {
                        copied.push(self.schema(child, &pointer(&here, &index.to_string()), depth + 1)?);
                    }
                    Value::Array(copied)
                }
                (
                    "items"
                    | "additionalProperties"
                    | "not"
                    | "if"
                    | "then"
                    | "else"
                    | "contains"
                    | "propertyNames"
                    | "unevaluatedItems"
                    | "unevaluatedProperties",
                    child @ Value::Object(_),
                ) => self.schema(child, &here, depth + 1)?,
                // Words for generators of code and for XML, which say nothing of JSON values.
                ("discriminator" | "xml" | "externalDocs" | "nullable", _) => continue,
                ("example", example) => {
                    self.nodes += size_within(example, NODES);
                    out.insert("examples".into(), json!([example]));
                    continue;
                }
                (_, value) => {
                    self.nodes += size_within(value, NODES);
                    value.clone()
                }
            };
            out.insert(keyword.clone(), value);
        }
        if self.document.old {
            old_words(map, &mut out);
        }
        Ok(Value::Object(out))
    }
}

/// OpenAPI 3.0's `nullable` and boolean bounds, in the words of 2020-12.
fn old_words(map: &Map<String, Value>, out: &mut Map<String, Value>) {
    for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        match map.get(exclusive) {
            Some(Value::Bool(true)) => {
                out.shift_remove(exclusive);
                if let Some(bound) = out.shift_remove(bound) {
                    out.insert(exclusive.into(), bound);
                }
            }
            Some(Value::Bool(false)) => {
                out.shift_remove(exclusive);
            }
            _ => {}
        }
    }
    // `nullable` has a meaning only together with `type` (OpenAPI 3.0.3, Schema Object).
    if map.get("nullable") == Some(&Value::Bool(true))
        && let Some(Value::String(ty)) = map.get("type")
    {
        out.insert("type".into(), json!([ty, "null"]));
        if let Some(Value::Array(values)) = out.get_mut("enum")
            && !values.contains(&Value::Null)
        {
            values.push(Value::Null);
        }
    }
}
