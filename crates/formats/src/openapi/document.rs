//! References within an OpenAPI document, and its schemas as JSON Schema 2020-12.
//!
//! A schema is copied with every `#/components/schemas/X` as `#/$defs/X`; the definitions that it reaches are copied
//! with it. What all operations copy together is bounded, because a small document can refer to a large definition ten
//! thousand times.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::discriminator::{Discriminator, Hierarchy};
use crate::error::{FormatError, FormatErrorKind};
use webagents_schema::json_schema::{percent_decoded, size_within};
use webagents_schema::{Action, Loss, pointer};

/// References to references, at most.
pub(super) const HOPS: usize = 16;
/// Levels of a schema.
const DEPTH: usize = 64;
/// JSON values that all schemas have together after copying.
const NODES: usize = 1_000_000;

/// Side of an exchange that a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Request,
    Response,
}

impl Side {
    /// Keyword of a property that only the other side has, and the reason why this side is without it.
    pub(super) const fn absent_keywords(self) -> (&'static str, &'static str) {
        match self {
            Self::Request => ("readOnly", "a property that is only in responses"),
            Self::Response => ("writeOnly", "a property that is only in requests"),
        }
    }
}

/// Position of a schema that is translated.
#[derive(Debug, Clone, Copy)]
enum SchemaPosition {
    /// It describes a value.
    Used,
    /// Other schemas refer to it.
    Defined,
}

/// Parts of a schema that its translation is without, as losses without the place of the tool.
type Lost = Vec<(&'static str, Value, String)>;

/// A schema in the words of 2020-12.
pub(super) struct Translated {
    pub(super) schema: Value,
    lost: Lost,
}

impl Translated {
    /// Adds the losses at the tool to the known ones, and returns the schema.
    pub(super) fn into_schema(self, tool: &str, losses: &mut Vec<Loss>) -> Value {
        add_losses(self.lost, tool, losses);
        self.schema
    }
}

fn add_losses(dropped: Lost, tool: &str, losses: &mut Vec<Loss>) {
    losses.extend(
        dropped
            .into_iter()
            .map(|(keyword, value, message)| Loss::new(tool, keyword, value, Action::Dropped, message)),
    );
}

pub(super) struct Document<'a> {
    pub(super) root: &'a Value,
    text: crate::document::Input<'a>,
    /// `true` for the schemas of OpenAPI 3.0.
    old: bool,
    nodes: usize,
    /// Schemas, and their properties, that were searched for properties absent on one side.
    looks: usize,
    /// Definitions that were translated, by their side and their place in the document.
    translated: BTreeMap<(Side, String), Definition>,
    /// The schemas that inherit from others, once it is needed.
    hierarchy: OnceCell<Hierarchy>,
}

#[derive(Clone)]
struct Definition {
    schema: Value,
    uses: BTreeSet<String>,
    nodes: usize,
    lost: Lost,
}

impl<'a> Document<'a> {
    pub(super) const fn new(text: crate::document::Input<'a>, old: bool) -> Self {
        Self {
            root: text.value,
            text,
            old,
            nodes: 0,
            looks: 0,
            translated: BTreeMap::new(),
            hierarchy: OnceCell::new(),
        }
    }

    /// An object, or the one that its `$ref` names, with its place.
    pub(super) fn find_object(
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
            (at, value) = self.find_target(reference, &pointer(&at, "$ref"))?;
        }
        Err(FormatError::new(
            FormatErrorKind::Dangling,
            at,
            "references go in a circle or through too many others",
        ))
    }

    /// Returns the target of a reference, and its place.
    fn find_target(&self, reference: &Value, at: &str) -> Result<(String, &'a Value), FormatError> {
        let Value::String(text) = reference else {
            return Err(FormatError::wrong_kind(at, "a reference, which is a string", reference));
        };
        let Some(fragment) = text.strip_prefix('#') else {
            let message =
                format!("{text:?} is in another document, and none is fetched: put it into this one");
            return Err(FormatError::new(FormatErrorKind::Remote, at, message));
        };
        let place = percent_decoded(fragment).unwrap_or_else(|| fragment.to_owned());
        if let Some(fault) = self.text.find_fault(&place) {
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
    pub(super) fn translate_schema(
        &mut self,
        side: Side,
        schema: &'a Value,
        at: &str,
        definitions: &mut BTreeSet<String>,
    ) -> Result<Translated, FormatError> {
        let Definition { schema, uses, nodes, lost } =
            self.translate_definition(side, schema, at, SchemaPosition::Used)?;
        self.count_nodes(nodes, at)?;
        definitions.extend(uses);
        Ok(Translated { schema, lost })
    }

    /// The schemas that inherit from others.
    pub(super) fn hierarchy(&self) -> &Hierarchy {
        self.hierarchy.get_or_init(|| Hierarchy::from_document(self.root))
    }

    fn translate_definition(
        &mut self,
        side: Side,
        schema: &'a Value,
        at: &str,
        place: SchemaPosition,
    ) -> Result<Definition, FormatError> {
        let mut walk = Walk {
            document: self,
            side,
            uses: BTreeSet::new(),
            nodes: 0,
            lost: Lost::new(),
            anchors: Vec::new(),
        };
        let schema = match place {
            SchemaPosition::Used => walk.write_schema(schema, at, 0, &Rc::default())?,
            SchemaPosition::Defined => walk.write_definition(schema, at)?,
        };
        Ok(Definition { schema, uses: walk.uses, nodes: walk.nodes, lost: walk.lost })
    }

    /// Returns whether a property is only on the other side.
    pub(super) fn is_absent(&self, side: Side, property: &'a Value) -> bool {
        let (keyword, _) = side.absent_keywords();
        let says = |map: &Map<String, Value>| map.get(keyword) == Some(&Value::Bool(true));
        property.as_object().is_some_and(says)
            || (property.get("$ref").is_some()
                && self.find_object(property, "").is_ok_and(|(_, map)| says(map)))
    }

    /// Adds the names of properties that are only on the other side.
    ///
    /// They belong to the schema and its parts in `allOf`.
    fn find_absent(
        &mut self,
        side: Side,
        map: &'a Map<String, Value>,
        seen: &mut BTreeSet<String>,
        names: &mut BTreeSet<String>,
    ) {
        for (name, property) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if self.is_absent(side, property) {
                names.insert(name.clone());
            }
        }
        for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            if self.looks > NODES || seen.len() >= DEPTH {
                return;
            }
            let Ok((place, target)) = self.find_object(part, "") else { continue };
            self.looks += 1 + target.get("properties").and_then(Value::as_object).map_or(0, Map::len);
            if place.is_empty() || seen.insert(place) {
                self.find_absent(side, target, seen, names);
            }
        }
    }

    /// `$defs` for the places that schemas refer to, and all that those reach, with losses at the tool.
    pub(super) fn write_definitions(
        &mut self,
        side: Side,
        wanted: BTreeSet<String>,
        tool: &str,
        losses: &mut Vec<Loss>,
    ) -> Result<Map<String, Value>, FormatError> {
        let mut open: Vec<String> = wanted.iter().cloned().collect();
        let mut seen = wanted;
        let mut out = BTreeMap::new();
        while let Some(place) = open.pop() {
            let definition = match self.translated.get(&(side, place.clone())) {
                Some(definition) => definition.clone(),
                None => {
                    let Some(value) = self.root.pointer(&place) else { continue };
                    let definition =
                        self.translate_definition(side, value, &place, SchemaPosition::Defined)?;
                    self.translated.insert((side, place.clone()), definition.clone());
                    definition
                }
            };
            self.count_nodes(definition.nodes, &place)?;
            add_losses(definition.lost, tool, losses);
            open.extend(definition.uses.into_iter().filter(|place| seen.insert(place.clone())));
            out.insert(definition_key(&place), definition.schema);
        }
        Ok(out.into_iter().collect())
    }

    fn count_nodes(&mut self, nodes: usize, at: &str) -> Result<(), FormatError> {
        self.nodes += nodes;
        if self.nodes > NODES {
            let message = "the schemas of all operations are too large together: split the document";
            return Err(FormatError::new(FormatErrorKind::TooLarge, at, message));
        }
        Ok(())
    }
}

/// The key in `$defs` of a place: the schema's name, or the whole place if it is not a component.
pub(super) fn definition_key(place: &str) -> String {
    let name = place.strip_prefix("/components/schemas/").filter(|name| !name.contains('/'));
    name.map_or_else(|| place.to_owned(), |name| name.replace("~1", "/").replace("~0", "~"))
}

pub(super) struct Walk<'d, 'a> {
    pub(super) document: &'d mut Document<'a>,
    side: Side,
    uses: BTreeSet<String>,
    nodes: usize,
    pub(super) lost: Lost,
    /// Places of the schemas around this one that have `$recursiveAnchor`.
    anchors: Vec<String>,
}

impl<'a> Walk<'_, 'a> {
    /// Translates a schema.
    ///
    /// `around` has the properties that the schemas around this place in the value are without.
    pub(super) fn write_schema(
        &mut self,
        schema: &'a Value,
        at: &str,
        depth: usize,
        around: &Rc<BTreeSet<String>>,
    ) -> Result<Value, FormatError> {
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
        let absent = self.absent_with(map, around);
        let is_anchor = map.get("$recursiveAnchor") == Some(&Value::Bool(true));
        if is_anchor {
            self.anchors.push(at.to_owned());
        }
        let mut out = Map::new();
        for (keyword, value) in map {
            self.write_keyword(map, keyword, value, at, depth, &absent, &mut out)?;
        }
        if is_anchor {
            self.anchors.pop();
        }
        self.finish_schema(map, &mut out);
        Ok(Value::Object(out))
    }

    /// Translates a keyword of a schema, and adds it to `out`.
    #[expect(clippy::too_many_arguments, reason = "the place in the document and in the value")]
    pub(super) fn write_keyword(
        &mut self,
        map: &'a Map<String, Value>,
        keyword: &str,
        value: &'a Value,
        at: &str,
        depth: usize,
        absent: &Rc<BTreeSet<String>>,
        out: &mut Map<String, Value>,
    ) -> Result<(), FormatError> {
        let none = Rc::default();
        let here = pointer(at, keyword);
        let value = match (keyword, value) {
            ("$ref", reference) => self.write_reference(reference, &here)?,
            // A dynamic reference by a pointer is a plain one.
            ("$dynamicRef", Value::String(text)) if text.starts_with("#/") && !map.contains_key("$ref") => {
                let reference = self.write_reference(value, &here)?;
                out.insert("$ref".into(), reference);
                return Ok(());
            }
            ("$recursiveRef", _) => {
                match self.anchors.last().cloned().filter(|_| !map.contains_key("$ref")) {
                    Some(place) => {
                        let reference = self.definition_reference(&place);
                        out.extend(reference.as_object().cloned().unwrap_or_default());
                    }
                    None => {
                        let message = format!("no schema around it has `$recursiveAnchor`; it is at {at}");
                        self.lost.push(("$recursiveRef", value.clone(), message));
                    }
                }
                return Ok(());
            }
            (
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
                Value::Object(children),
            ) => {
                // The schemas of `dependentSchemas` are of the same value.
                let around = if keyword == "dependentSchemas" { absent } else { &none };
                self.write_named(children, &here, depth, around, keyword == "properties")?
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(children)) => {
                let mut copied = Vec::new();
                let around = if keyword == "prefixItems" { &none } else { absent };
                let lists = matches!(keyword, "anyOf" | "oneOf");
                let discriminator = if lists { Discriminator::from_schema(map) } else { None };
                for (index, child) in children.iter().enumerate() {
                    let at = pointer(&here, &index.to_string());
                    copied.push(self.write_branch(discriminator.as_ref(), child, &at, depth + 1, around)?);
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
            ) => {
                let is_same = matches!(keyword, "if" | "then" | "else");
                self.write_schema(child, &here, depth + 1, if is_same { absent } else { &none })?
            }
            ("required", Value::Array(names)) if !absent.is_empty() => {
                self.nodes += names.len();
                let is_here = |name: &&Value| name.as_str().is_none_or(|name| !absent.contains(name));
                names.iter().filter(is_here).cloned().collect()
            }
            ("nullable", value) => {
                if *value == Value::Bool(true)
                    && let Some(message) = without_null(map, self.document.old)
                {
                    self.lost.push(("nullable", true.into(), format!("{message}; it is at {at}")));
                }
                return Ok(());
            }
            ("discriminator", _) => {
                self.lose_unused(map, at);
                return Ok(());
            }
            // Words for generators of code and for XML, which do not constrain JSON values.
            ("xml" | "externalDocs" | "$recursiveAnchor", _) => return Ok(()),
            ("example", example) => {
                self.nodes += size_within(example, NODES);
                out.insert("examples".into(), json!([example]));
                return Ok(());
            }
            (_, value) => {
                self.nodes += size_within(value, NODES);
                value.clone()
            }
        };
        out.insert(keyword.to_owned(), value);
        Ok(())
    }

    /// Brings the keywords of a schema, once all are translated, into the words of 2020-12.
    pub(super) fn finish_schema(&self, map: &Map<String, Value>, out: &mut Map<String, Value>) {
        if out.get("required") == Some(&json!([])) {
            out.shift_remove("required");
        }
        if self.document.old {
            old_words(map, out);
        }
    }

    /// Notes the use of the definition at a place, and returns a schema that refers to it.
    pub(super) fn definition_reference(&mut self, place: &str) -> Value {
        self.uses.insert(place.to_owned());
        json!({ "$ref": pointer("#/$defs", &definition_key(place)) })
    }

    /// Notes the use of a schema elsewhere in the document, and returns the reference to its definition.
    fn write_reference(&mut self, reference: &'a Value, at: &str) -> Result<Value, FormatError> {
        let (place, target) = self.document.find_target(reference, at)?;
        if !target.is_object() && !target.is_boolean() {
            return Err(FormatError::wrong_kind(&place, "a schema, which is an object", target));
        }
        let text = pointer("#/$defs", &definition_key(&place));
        self.uses.insert(place);
        Ok(text.into())
    }

    /// Names of properties that a schema, and the schemas around it in the value, are without.
    pub(super) fn absent_with(
        &mut self,
        map: &'a Map<String, Value>,
        around: &Rc<BTreeSet<String>>,
    ) -> Rc<BTreeSet<String>> {
        let mut own = BTreeSet::new();
        self.document.find_absent(self.side, map, &mut BTreeSet::new(), &mut own);
        if own.is_empty() {
            return Rc::clone(around);
        }
        self.nodes += own.len() + around.len();
        own.extend(around.iter().cloned());
        Rc::new(own)
    }

    /// Translates schemas that have names; `properties` are without the other side's.
    fn write_named(
        &mut self,
        children: &'a Map<String, Value>,
        at: &str,
        depth: usize,
        around: &Rc<BTreeSet<String>>,
        properties: bool,
    ) -> Result<Value, FormatError> {
        let mut copied = Map::new();
        for (name, child) in children {
            if properties && self.document.is_absent(self.side, child) {
                let (word, message) = self.side.absent_keywords();
                let message = format!("{message}; it is at {}", pointer(at, name));
                self.lost.push((word, name.as_str().into(), message));
                continue;
            }
            copied.insert(name.clone(), self.write_schema(child, &pointer(at, name), depth + 1, around)?);
        }
        Ok(Value::Object(copied))
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
    // It has an effect on a `type` next to it alone, and `enum` must have the `null` itself (OpenAPI 3.0.3, Schema
    // Object; the proposal "Clarify Semantics of nullable in OpenAPI 3.0").
    if map.get("nullable") == Some(&Value::Bool(true))
        && let Some(Value::String(ty)) = map.get("type")
    {
        out.insert("type".into(), json!([ty, "null"]));
    }
}

/// The reason why a schema with `nullable` does not accept `null`; `None` if it does.
fn without_null(map: &Map<String, Value>, old: bool) -> Option<&'static str> {
    let ty = map.get("type");
    if !old {
        let has_null = ty.is_some_and(|ty| {
            *ty == json!("null") || ty.as_array().is_some_and(|all| all.contains(&json!("null")))
        });
        return (!has_null)
            .then_some("OpenAPI has no `nullable` since 3.1: write `null` as one of the types");
    }
    if map.contains_key("$ref") {
        return Some("it has no effect next to `$ref`, so `null` is refused");
    }
    if map.get("enum").and_then(Value::as_array).is_some_and(|values| !values.contains(&Value::Null)) {
        return Some("`enum` is without `null`, so `null` is refused");
    }
    let parts = ["allOf", "anyOf", "oneOf", "not"].iter().any(|word| map.contains_key(*word));
    match ty {
        None if parts => Some("it has no effect without a `type` next to it, so `null` is refused"),
        _ => None,
    }
}
