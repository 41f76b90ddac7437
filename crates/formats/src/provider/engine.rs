//! The walk from a schema to its variant: the part that all nodes share.
//!
//! Input is a schema as [`json_schema::write`](webagents_schema::json_schema::write) writes it: draft
//! 2020-12, references to `#/$defs/<key>` and to `#` alone. Anything else that looks like a reference is
//! unknown here, and any value is taken for it. Recursion is bounded by [`DEPTH`], and the output of inlining
//! by [`NODES`].

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::merge::merge_schemas;
use super::rules::{Refs, Rules, is_annotation};
use super::unrepresentable::Unrepresentable;
use super::{limits, output};
use crate::names::PropertyNames;
use webagents_schema::json_schema::{percent_decoded, size_within};
use webagents_schema::{Action, Loss, pointer};

/// Levels of schemas that are walked; deeper parts are cut.
pub(super) const DEPTH: usize = 64;
/// Schemas that are written. Inlined references multiply.
const NODES: usize = 20_000;
/// JSON values that are copied where schemas are inlined and merged.
///
/// Small schemas can multiply as well.
const COPIES: usize = 300_000;
/// Bytes of a keyword's value that may go into a description.
const NOTE: usize = 400;

/// A schema in a provider's part of JSON Schema.
#[derive(Debug)]
pub(crate) struct Variant {
    /// The schema.
    pub(crate) value: Value,
    /// Losses of the schema.
    pub(crate) losses: Vec<Loss>,
    /// Place of an argument that was narrowed until it is of no use.
    ///
    /// A caller that can choose prefers another variant.
    pub(crate) unusable_at: Option<String>,
}

pub(super) struct Engine<'a> {
    pub(super) rules: &'static Rules,
    pub(super) losses: Vec<Loss>,
    pub(super) unusable_at: Option<String>,
    definitions: Option<&'a Map<String, Value>>,
    /// Definitions that reach a recursion.
    cyclic: BTreeSet<&'a str>,
    /// Definitions whose content encloses the current place.
    inlined: Vec<String>,
    /// Definitions that are referred to, in the order in which they were met.
    wanted: Vec<String>,
    wanted_keys: BTreeSet<String>,
    nodes: usize,
    copies: usize,
}

/// The variant of a schema that [`json_schema::write`](webagents_schema::json_schema::write) wrote.
pub(crate) fn write_variant(schema: &Value, rules: &'static Rules) -> Result<Variant, Unrepresentable> {
    let schema = &*with_named_root(schema);
    if rules.is_whole {
        return Ok(write_plain(schema, rules));
    }
    let mut engine = Engine::new(rules, schema);
    let root = engine.write_root(schema);
    let Value::Object(mut root) = engine.write_node(&root, "", 0)? else {
        return Err(Unrepresentable::new("", "the schema accepts no value"));
    };
    let definitions = engine.definitions;
    let mut written = Map::new();
    let mut next = 0;
    while let Some(key) = engine.wanted.get(next).cloned() {
        next += 1;
        if let Some(definition) = definitions.and_then(|all| all.get(&key)) {
            let value = engine.write_node(definition, &pointer("/$defs", &key), 0)?;
            written.insert(key, value);
        }
    }
    if !written.is_empty() {
        // The order of the source, whatever came first in the walk.
        let order = definitions.into_iter().flat_map(Map::keys);
        let sorted: Map<_, _> =
            order.filter_map(|key| written.get(key).map(|v| (key.clone(), v.clone()))).collect();
        root.insert("$defs".into(), Value::Object(sorted));
    }
    let value = Value::Object(root);
    if rules.has_limits {
        limits::check_limits(&value)?;
    }
    Ok(Variant { value, losses: engine.losses, unusable_at: engine.unusable_at })
}

/// For providers that take nearly all of JSON Schema.
fn write_plain(schema: &Value, rules: &'static Rules) -> Variant {
    let mut engine = Engine::new(rules, schema);
    let mut root = into_map(engine.write_root(schema));
    root.shift_remove("$schema");
    rename_root(&mut root, rules.names, &mut engine.losses);
    Variant { value: output::order_keywords(root), losses: engine.losses, unusable_at: None }
}

fn rename_root(map: &mut Map<String, Value>, names: PropertyNames, losses: &mut Vec<Loss>) {
    if names != PropertyNames::Root {
        return;
    }
    let Some(Value::Object(properties)) = map.shift_remove("properties") else { return };
    let new = crate::names::of_properties(properties.keys(), PropertyNames::Root);
    if let Some(Value::Array(required)) = map.get_mut("required") {
        for name in required {
            if let Some(renamed) = name.as_str().and_then(|name| new.get(name)) {
                *name = renamed.as_str().into();
            }
        }
    }
    let mut out = Map::new();
    for (name, schema) in properties {
        let renamed = new.get(&name).unwrap_or(&name).clone();
        if renamed != name {
            losses.push(renaming_loss("/properties", &name, &renamed));
        }
        out.insert(renamed, schema);
    }
    map.insert("properties".into(), Value::Object(out));
}

pub(super) fn renaming_loss(properties: &str, name: &str, renamed: &str) -> Loss {
    let message = format!("the provider takes no property of this name: it is `{renamed}`");
    Loss::new(pointer(properties, name), "properties", name.into(), Action::Renamed, message)
}

/// Returns whether a schema is empty, so that a tool's root of it means "no arguments".
pub(super) fn is_empty_root(schema: &Value) -> bool {
    match schema {
        Value::Bool(accepts) => *accepts,
        Value::Object(map) => map.keys().all(|key| is_annotation(key)),
        _ => true,
    }
}

/// The name of the property that holds arguments which are not an object.
const WRAPPER: &str = "value";

fn wrap_value(schema: &Value) -> Value {
    let mut inner = schema.as_object().cloned().unwrap_or_default();
    let definitions = inner.shift_remove("$defs");
    inner.shift_remove("$schema");
    let mut outer = json!({
        "type": "object",
        "properties": {WRAPPER: inner},
        "required": [WRAPPER],
        "additionalProperties": false,
    });
    if let (Some(definitions), Some(map)) = (definitions, outer.as_object_mut()) {
        map.insert("$defs".into(), definitions);
    }
    outer
}

fn into_map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

impl<'a> Engine<'a> {
    fn new(rules: &'static Rules, schema: &'a Value) -> Self {
        let definitions = schema.get("$defs").and_then(Value::as_object);
        Self {
            rules,
            losses: Vec::new(),
            unusable_at: None,
            definitions,
            cyclic: definitions.map(find_cyclic).unwrap_or_default(),
            inlined: Vec::new(),
            wanted: Vec::new(),
            wanted_keys: BTreeSet::new(),
            nodes: 0,
            copies: 0,
        }
    }

    /// An object schema without alternatives at its root.
    fn write_root(&mut self, schema: &Value) -> Value {
        self.object_root(schema).unwrap_or_else(|| wrap_value(schema))
    }

    /// The same, if the root is an object.
    fn object_root(&mut self, schema: &Value) -> Option<Value> {
        let mut map = schema.as_object().cloned().unwrap_or_default();
        if is_empty_root(schema) {
            map.insert("type".into(), "object".into());
            return Some(Value::Object(map));
        }
        let flat = self.flatten_schema(&map, "", true);
        self.inlined.clear();
        let mut base = self.alternatives_as_one(flat.clone(), 0);
        let object = match base.get("type") {
            Some(ty) => ty == "object",
            None => base.contains_key("properties"),
        };
        if !object {
            return None;
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(value) = flat.get(key) {
                let message =
                    "the root takes no alternatives: what only some of them require is optional here";
                self.add_loss("", key, value.clone(), Action::Widened, message);
            }
        }
        base.insert("type".into(), "object".into());
        Some(Value::Object(base))
    }

    pub(super) fn add_loss(
        &mut self,
        at: &str,
        keyword: &str,
        value: Value,
        action: Action,
        message: impl Into<String>,
    ) {
        self.losses.push(Loss::new(at, keyword, value, action, message));
    }

    /// A keyword that cannot stay, as words for the description, if it is short enough to be read there.
    pub(super) fn add_note(&mut self, notes: &mut Vec<String>, at: &str, keyword: &str, value: &Value) {
        let text = value.to_string();
        if text.len() > NOTE {
            let message = "the provider does not take it, and it is too long for the description";
            self.add_loss(at, keyword, value.clone(), Action::Dropped, message);
            return;
        }
        notes.push(format!("{keyword}: {text}"));
        let message = "the provider does not take it: the description states it";
        self.add_loss(at, keyword, value.clone(), Action::Described, message);
    }

    /// Counts a node. False when there are too many of them.
    pub(super) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= NODES
    }

    /// Counts the copy of a value. False when too much has been copied.
    pub(super) fn afford_value(&mut self, value: &Value) -> bool {
        self.copies += size_within(value, COPIES.saturating_sub(self.copies) + 1);
        self.copies <= COPIES
    }

    /// The same for a schema.
    pub(super) fn afford_map(&mut self, map: &Map<String, Value>) -> bool {
        self.copies += 1;
        map.values().all(|value| self.afford_value(value))
    }

    /// Returns the number of definitions around this place, for [`leave_branch`](Self::leave_branch).
    pub(super) fn enter_branch(&self) -> usize {
        self.inlined.len()
    }

    pub(super) fn leave_branch(&mut self, mark: usize) {
        self.inlined.truncate(mark);
    }

    /// Returns whether a reference can be written as one; if so, its definition will be written too.
    pub(super) fn keep_reference(&mut self, reference: &str) -> bool {
        let Some((key, _)) = self.resolve_reference(reference) else { return false };
        let kept = match self.rules.refs {
            Refs::Keep => true,
            Refs::Acyclic => !self.cyclic.contains(key.as_str()),
            Refs::Inline => false,
        };
        if kept && self.wanted_keys.insert(key.clone()) {
            self.wanted.push(key);
        }
        kept
    }

    /// The definition that a reference names.
    pub(super) fn resolve_reference(&self, reference: &str) -> Option<(String, &'a Value)> {
        let key = definition_key(reference)?;
        let definition = self.definitions?.get(&key)?;
        Some((key, definition))
    }

    /// Returns the schema without `allOf`, and without a `$ref` that has siblings or must be inlined.
    ///
    /// A reference that may be kept is alone with annotations, unless `inline`.
    pub(super) fn flatten_schema(
        &mut self,
        map: &Map<String, Value>,
        at: &str,
        inline: bool,
    ) -> Map<String, Value> {
        let mut out = map.clone();
        // Each round resolves one layer; layers are bounded by definitions and by the depth of the schema.
        for _ in 0..DEPTH {
            if let Some(reference) = out.get("$ref").and_then(Value::as_str).map(str::to_owned) {
                let alone = out.keys().all(|key| key == "$ref" || is_annotation(key));
                if alone && !inline && self.keep_reference(&reference) {
                    return out;
                }
                out.shift_remove("$ref");
                let Some((key, target)) = self.resolve_reference(&reference) else {
                    let message = "it names nothing that is here: any value is taken";
                    self.add_loss(at, "$ref", reference.into(), Action::Widened, message);
                    continue;
                };
                if self.inlined.contains(&key) || !self.count_node() || !self.afford_value(target) {
                    let message = "recursion ends here: the provider's dialect has no reference for it";
                    let action = if self.rules.objects.closed { Action::Narrowed } else { Action::Widened };
                    self.add_loss(at, "$ref", reference.into(), action, message);
                    if self.rules.objects.closed {
                        self.unusable_at.get_or_insert_with(|| at.to_owned());
                    }
                    if let Some(ty) = target.get("type").filter(|ty| ty.is_string()) {
                        out.entry("type").or_insert_with(|| ty.clone());
                    }
                    continue;
                }
                self.inlined.push(key);
                out = self.merge_both(&out, target, at);
                continue;
            }
            let Some(branches) = out.shift_remove("allOf") else { break };
            if let Some([branch]) = branches.as_array().map(Vec::as_slice)
                && out.keys().all(|key| is_annotation(key))
            {
                out = self.merge_both(&out, branch, at);
                continue;
            }
            for branch in branches.as_array().into_iter().flatten() {
                if !self.afford_map(&out) || !self.afford_value(branch) {
                    let message = "the schema is too large to be merged: left a part of it out";
                    self.add_loss(at, "allOf", Value::Null, Action::Widened, message);
                    break;
                }
                out = self.merge_both(&out, branch, at);
                // A reference in a branch is resolved at once, so that two of them do not meet in one map.
                if let Some(reference) = out.get("$ref").and_then(Value::as_str).map(str::to_owned)
                    && let Some((key, target)) = self.resolve_reference(&reference)
                    && !self.inlined.contains(&key)
                    && self.count_node()
                    && self.afford_value(target)
                {
                    out.shift_remove("$ref");
                    self.inlined.push(key);
                    out = self.merge_both(&out, target, at);
                }
            }
        }
        out
    }

    /// Two schemas at once; the parts that cannot be merged are lost.
    pub(super) fn merge_both(
        &mut self,
        first: &Map<String, Value>,
        second: &Value,
        at: &str,
    ) -> Map<String, Value> {
        let Some(second) = second.as_object() else {
            if second == &Value::Bool(false) {
                self.add_loss(
                    at,
                    "allOf",
                    Value::Bool(false),
                    Action::Widened,
                    "the dialect has no schema that accepts nothing",
                );
            }
            return first.clone();
        };
        let mut lost = Vec::new();
        let mut second = second.clone();
        let nested = second.shift_remove("allOf");
        let mut merged = merge_schemas(first, &second, &mut lost);
        if let Some(Value::Array(more)) = nested {
            let mut all =
                merged.shift_remove("allOf").and_then(|value| value.as_array().cloned()).unwrap_or_default();
            all.extend(more);
            merged.insert("allOf".into(), Value::Array(all));
        }
        for (keyword, value) in lost {
            self.add_loss(
                at,
                &keyword,
                value,
                Action::Widened,
                "two schemas apply here, and only one of them could be kept",
            );
        }
        merged
    }
}

/// Returns the schema with a definition for its root, if it refers to the root.
///
/// Variants do not leave roots as they are.
fn with_named_root(schema: &Value) -> Cow<'_, Value> {
    let mut found = false;
    visit_references(schema, 0, &mut |reference| found |= reference == "#");
    let Some(map) = schema.as_object().filter(|_| found) else { return Cow::Borrowed(schema) };
    let mut root = map.clone();
    let mut definitions = into_map(root.shift_remove("$defs").unwrap_or_default());
    let mut key = String::from("root");
    while definitions.contains_key(&key) {
        key.push('_');
    }
    definitions.insert(key.clone(), Value::Object(root));
    let reference = format!("#/$defs/{key}");
    for definition in definitions.values_mut() {
        refer_to(definition, &reference, 0);
    }
    Cow::Owned(json!({"$ref": reference, "$defs": definitions}))
}

/// Lets `{"$ref": "#"}` be `reference` in a schema.
fn refer_to(schema: &mut Value, reference: &str, depth: usize) {
    if depth > DEPTH {
        return;
    }
    let Value::Object(map) = schema else { return };
    for (keyword, value) in map {
        match (keyword.as_str(), value) {
            ("$ref", value) if value == "#" => *value = reference.into(),
            ("enum" | "const" | "default" | "examples", _) => {}
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(schemas)) => {
                schemas.values_mut().for_each(|schema| refer_to(schema, reference, depth + 1));
            }
            (_, Value::Array(schemas)) => {
                for schema in schemas {
                    refer_to(schema, reference, depth + 1);
                }
            }
            (_, schema) => refer_to(schema, reference, depth + 1),
        }
    }
}

/// The key of `#/$defs/<key>`.
fn definition_key(reference: &str) -> Option<String> {
    let encoded = reference.strip_prefix("#/$defs/")?;
    let decoded = percent_decoded(encoded)?;
    (!decoded.contains('/')).then(|| decoded.replace("~1", "/").replace("~0", "~"))
}

/// The definitions that reach a recursion.
fn find_cyclic(definitions: &Map<String, Value>) -> BTreeSet<&str> {
    let index: BTreeMap<&str, usize> =
        definitions.keys().enumerate().map(|(i, key)| (key.as_str(), i)).collect();
    let mut users = vec![Vec::new(); definitions.len()];
    let mut open = vec![0usize; definitions.len()];
    for (user, schema) in definitions.values().enumerate() {
        visit_references(schema, 0, &mut |reference| {
            if let Some(used) = definition_key(reference).and_then(|key| index.get(key.as_str()).copied()) {
                users[used].push(user);
                open[user] += 1;
            }
        });
    }
    // What uses nothing is taken away, and then what used only that; recursion is what stays.
    let mut ready: Vec<usize> = (0..open.len()).filter(|i| open[*i] == 0).collect();
    while let Some(done) = ready.pop() {
        for user in &users[done] {
            open[*user] -= 1;
            if open[*user] == 0 {
                ready.push(*user);
            }
        }
    }
    definitions.keys().zip(open).filter(|(_, open)| *open > 0).map(|(key, _)| key.as_str()).collect()
}

fn visit_references<'a>(schema: &'a Value, depth: usize, visit: &mut dyn FnMut(&'a str)) {
    if depth > 2 * DEPTH {
        return;
    }
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                match value.as_str() {
                    Some(reference) if key == "$ref" => visit(reference),
                    _ => visit_references(value, depth + 1, visit),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| visit_references(value, depth + 1, visit)),
        _ => {}
    }
}
