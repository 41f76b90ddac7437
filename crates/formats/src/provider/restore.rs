//! From a model's arguments to those that the tool declared.
//!
//! A variant may call a property otherwise, have null where the tool wants nothing, and hold arguments that are no
//! object in a property. This is the way back. It changes nothing else: arguments that are wrong stay wrong, for the
//! validator.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::engine::{WRAPPER, definition_key, is_wrapped};
use super::rules::{PropertyNames, property_names};
use super::target::Provider;
use crate::entry::required_names;
use crate::names;
use webagents_schema::Shape;
use webagents_schema::json_schema::{self, SchemaWriteOptions};

/// Levels of arguments that are looked at.
const DEPTH: usize = 64;
/// References and compositions that are followed from one schema.
const LAYERS: usize = 16;

/// Converts a model's arguments from the form that a provider's schema has to that of the tool's type.
///
/// The schema for the provider is that of [`for_provider`](super::for_provider).
///
/// Under [`Provider::OpenAiStrict`] every property is required, and an optional one is null where it is absent:
/// such nulls are removed. Names that the provider did not take are put back.
///
/// ```
/// use serde_json::json;
/// use webagents_formats::provider::{Provider, restore_arguments};
/// use webagents_schema::json_schema::{self, SchemaReadOptions};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"city": {"type": ["string", "null"]}, "days": {"type": "integer"}},
///     "required": ["city"],
/// });
/// let shape = json_schema::read(&schema, &SchemaReadOptions::tool()).unwrap().value;
/// let given = json!({"city": null, "days": null});
/// assert_eq!(restore_arguments(&shape, Provider::OpenAiStrict, given), json!({"city": null}));
/// ```
pub fn restore_arguments(shape: &Shape, provider: Provider, arguments: Value) -> Value {
    let written = json_schema::write(shape, &SchemaWriteOptions::default()).value;
    restore(&written, provider, arguments)
}

pub(super) fn restore(schema: &Value, provider: Provider, arguments: Value) -> Value {
    let way = Way { root: schema, definitions: schema.get("$defs").and_then(Value::as_object), provider };
    if is_wrapped(schema) {
        return match arguments {
            Value::Object(mut map) if map.contains_key(WRAPPER) => {
                way.value(schema, map.shift_remove(WRAPPER).unwrap_or_default(), 1)
            }
            other => other,
        };
    }
    way.value(schema, arguments, 0)
}

struct Way<'a> {
    root: &'a Value,
    definitions: Option<&'a Map<String, Value>>,
    provider: Provider,
}

/// Properties of an object by the schemas that hold for it.
#[derive(Default)]
struct Properties<'a> {
    /// In the order in which they are declared.
    names: Vec<&'a str>,
    schemas: BTreeMap<&'a str, &'a Value>,
    required: BTreeSet<&'a str>,
    listed: Vec<&'a str>,
    items: Vec<&'a Value>,
    prefix: Vec<&'a Value>,
    additional: Option<&'a Value>,
}

impl<'a> Way<'a> {
    fn value(&self, schema: &'a Value, value: Value, depth: usize) -> Value {
        if depth > DEPTH {
            return value;
        }
        let mut known = Properties::default();
        self.collect(schema, &value, &mut known, 0);
        match value {
            Value::Object(map) => self.object(&known, map, depth),
            Value::Array(values) => {
                let items = values.into_iter().enumerate().map(|(index, value)| {
                    match known.prefix.get(index).or_else(|| known.items.first()) {
                        Some(schema) => self.value(schema, value, depth + 1),
                        None => value,
                    }
                });
                Value::Array(items.collect())
            }
            value => value,
        }
    }

    fn object(&self, known: &Properties<'a>, map: Map<String, Value>, depth: usize) -> Value {
        let old = self.old_names(known, depth);
        let mut out = Map::new();
        for (name, value) in map {
            let name = old.get(&name).cloned().unwrap_or(name);
            let schema = known.schemas.get(name.as_str()).copied();
            let absent = self.provider == Provider::OpenAiStrict
                && value.is_null()
                && schema.is_some()
                && !known.required.contains(name.as_str());
            if absent {
                continue;
            }
            let value = match schema.or(known.additional) {
                Some(schema) => self.value(schema, value, depth + 1),
                None => value,
            };
            out.insert(name, value);
        }
        Value::Object(out)
    }

    /// The declared names by those of the variant.
    fn old_names(&self, known: &Properties<'a>, depth: usize) -> BTreeMap<String, String> {
        let scope = match property_names(self.provider) {
            PropertyNames::Root if depth > 0 => PropertyNames::Any,
            scope => scope,
        };
        let declared = known.names.iter().copied();
        let undeclared = known.listed.iter().copied().filter(|name| !known.schemas.contains_key(name));
        names::of_properties(declared.chain(undeclared), scope)
            .into_iter()
            .map(|(old, new)| (new, old))
            .collect()
    }

    /// Collects the properties of a schema, of its references and of its parts.
    fn collect(&self, schema: &'a Value, value: &Value, known: &mut Properties<'a>, layer: usize) {
        let Some(map) = schema.as_object().filter(|_| layer < LAYERS) else { return };
        for (name, schema) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if !known.schemas.contains_key(name.as_str()) {
                known.schemas.insert(name, schema);
                known.names.push(name);
            }
        }
        let required = map.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if known.required.insert(name) {
                known.listed.push(name);
            }
        }
        known.items.extend(map.get("items"));
        known.prefix.extend(map.get("prefixItems").and_then(Value::as_array).into_iter().flatten());
        known.additional =
            known.additional.or(map.get("additionalProperties").filter(|schema| schema.is_object()));
        if let Some(target) =
            map.get("$ref").and_then(Value::as_str).and_then(|reference| self.target(reference))
        {
            self.collect(target, value, known, layer + 1);
        }
        for branch in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.collect(branch, value, known, layer + 1);
        }
        for key in ["anyOf", "oneOf"] {
            let Some(branches) = map.get(key).and_then(Value::as_array) else { continue };
            // The first alternative that the value looks like; all of them when it looks like none.
            match branches.iter().find(|branch| self.looks_like(branch, value, 0)) {
                Some(branch) => self.collect(branch, value, known, layer + 1),
                None if branches.len() <= LAYERS => {
                    for branch in branches {
                        self.collect(branch, value, known, LAYERS - 1);
                    }
                }
                None => {}
            }
        }
    }

    fn target(&self, reference: &str) -> Option<&'a Value> {
        if reference == "#" {
            return Some(self.root);
        }
        self.definitions?.get(&definition_key(reference)?)
    }

    /// Returns whether a value has the type, the required properties and the constants of an alternative.
    fn looks_like(&self, schema: &Value, value: &Value, layer: usize) -> bool {
        let Some(map) = schema.as_object().filter(|_| layer < LAYERS) else {
            return schema == &Value::Bool(true);
        };
        if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            return self.target(reference).is_some_and(|target| self.looks_like(target, value, layer + 1));
        }
        let typed = map
            .get("type")
            .is_none_or(|ty| super::merge::types(ty).into_iter().any(|ty| super::values::fits(value, ty)));
        let literal = map.get("const").is_none_or(|constant| constant == value)
            && map.get("enum").and_then(Value::as_array).is_none_or(|values| values.contains(value));
        let Some(object) = value.as_object() else { return typed && literal };
        let scope = property_names(self.provider);
        let empty = Map::new();
        let properties = map.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let new = match scope {
            PropertyNames::Words => names::of_properties(properties.keys(), scope),
            _ => BTreeMap::new(),
        };
        let given = |name: &str| object.get(new.get(name).map_or(name, String::as_str));
        let mut required = required_names(map);
        let closed = map.get("additionalProperties") == Some(&Value::Bool(false))
            || self.provider == Provider::OpenAiStrict;
        typed
            && literal
            && required.all(|name| given(name).is_some())
            && properties.iter().all(|(name, schema)| {
                let constant = schema.get("const");
                given(name).is_none_or(|value| constant.is_none_or(|constant| constant == value))
            })
            && (!closed
                || object.keys().all(|name| properties.contains_key(name) || new.values().any(|n| n == name)))
    }
}
