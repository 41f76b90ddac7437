//! The `discriminator` of OpenAPI, and the schemas that inherit from others.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use webagents_schema::json_schema::percent_decoded;
use webagents_schema::pointer;

/// Place of the schemas that other schemas refer to by name.
pub(super) const SCHEMAS: &str = "/components/schemas";
/// Subtypes of one schema, at most.
pub(super) const SUBTYPES: usize = 100;

/// The schemas of a document that refer to others in their `allOf`, by the place of the other.
#[derive(Default)]
pub(super) struct Hierarchy(BTreeMap<String, Vec<String>>);

impl Hierarchy {
    pub(super) fn from_document(root: &Value) -> Self {
        let mut children: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, schema) in root.pointer(SCHEMAS).and_then(Value::as_object).into_iter().flatten() {
            for parent in find_parents(schema) {
                children.entry(parent).or_default().push(pointer(SCHEMAS, name));
            }
        }
        Self(children)
    }

    /// The places of all schemas below one, and whether there are more than [`SUBTYPES`].
    pub(super) fn heirs_of(&self, place: &str) -> (Vec<String>, bool) {
        let mut found: Vec<String> = Vec::new();
        let mut seen = BTreeSet::from([place]);
        let mut open = vec![place];
        while let Some(place) = open.pop() {
            for child in self.0.get(place).into_iter().flatten() {
                if found.len() == SUBTYPES {
                    return (found, true);
                }
                if seen.insert(child) {
                    found.push(child.clone());
                    open.push(child);
                }
            }
        }
        (found, false)
    }
}

/// The places that a schema refers to in its `allOf`.
pub(super) fn find_parents(schema: &Value) -> impl Iterator<Item = String> {
    let parts = schema.get("allOf").and_then(Value::as_array);
    parts.into_iter().flatten().filter_map(referred_place)
}

/// The place in this document that a schema refers to.
pub(super) fn referred_place(schema: &Value) -> Option<String> {
    let fragment = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    Some(percent_decoded(fragment).unwrap_or_else(|| fragment.to_owned()))
}

/// A `discriminator`.
pub(super) struct Discriminator<'a> {
    pub(super) property: &'a str,
    /// The values of the property, by the place of the schema that they select.
    pub(super) values: BTreeMap<String, Vec<&'a str>>,
}

impl<'a> Discriminator<'a> {
    /// The `discriminator` of a schema with subtypes, if it names a property and not too many of them.
    pub(super) fn of_parent(schema: &'a Map<String, Value>) -> Option<Self> {
        let mapping = schema.get("discriminator")?.get("mapping").and_then(Value::as_object);
        mapping.is_none_or(|mapping| mapping.len() <= SUBTYPES).then(|| Self::from_schema(schema))?
    }

    /// The `discriminator` of a schema, if it names a property.
    pub(super) fn from_schema(schema: &'a Map<String, Value>) -> Option<Self> {
        let map = schema.get("discriminator")?;
        let property = map.get("propertyName")?.as_str()?;
        let mut values: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (value, target) in map.get("mapping").and_then(Value::as_object).into_iter().flatten() {
            let Some(target) = target.as_str() else { continue };
            let place = match target.strip_prefix('#') {
                Some(fragment) => percent_decoded(fragment).unwrap_or_else(|| fragment.to_owned()),
                None => pointer(SCHEMAS, target),
            };
            values.entry(place).or_default().push(value);
        }
        Some(Self { property, values })
    }
}
