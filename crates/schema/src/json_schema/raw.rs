//! A schema as JSON in 2020-12: older spellings renamed, references led to `$defs`.

use serde_json::{Map, Value, json};

use super::identity::Id;
use super::keywords::holds_one;
use super::read::Reader;

impl<'s> Reader<'_, 's> {
    /// The whole schema.
    pub(super) fn raw(&mut self, id: Id<'s>) -> Value {
        let Some(entries) = self.entries(id) else { return id.value().clone() };
        let mut out = Map::with_capacity(entries.len());
        for (keyword, value) in entries.iter() {
            if keyword == "$ref" {
                if let Some(target) = self.index.target(id) {
                    let reference = self.reference(target);
                    out.insert("$ref".to_owned(), Value::String(reference));
                }
            } else if let ("dependencies", Value::Object(members)) = (keyword, value) {
                self.dependencies(members, &mut out);
            } else if keyword != "nullable" {
                out.insert(keyword.to_owned(), self.raw_keyword(keyword, value));
            }
        }
        if entries.is_nullable() { nullable(out) } else { Value::Object(out) }
    }

    /// The value of a keyword other than a reference or `dependencies`, with the schemas in it.
    pub(super) fn raw_keyword(&mut self, keyword: &str, value: &'s Value) -> Value {
        match (keyword, value) {
            // Values that tools and people wrote are not schemas, whatever they look like.
            ("enum" | "const" | "default" | "examples" | "example", value) => value.clone(),
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(members)) => {
                Value::Object(
                    members.iter().map(|(name, value)| (name.clone(), self.raw_value(value))).collect(),
                )
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(members)) => {
                Value::Array(members.iter().map(|value| self.raw_value(value)).collect())
            }
            (keyword, value) if holds_one(keyword) => self.raw_value(value),
            (_, value) if self.index.pointed(value).is_some() => self.raw_value(value),
            (_, value) => value.clone(),
        }
    }

    /// A schema.
    fn raw_value(&mut self, value: &'s Value) -> Value {
        match self.index.id(value) {
            Some(id) if self.index.is_circular(id) => {
                json!({ "$ref": self.reference(id) })
            }
            Some(id) => self.raw(id),
            None => value.clone(),
        }
    }

    fn dependencies(&mut self, members: &'s Map<String, Value>, out: &mut Map<String, Value>) {
        for (name, value) in members {
            let (keyword, written) = match value {
                Value::Array(_) => ("dependentRequired", value.clone()),
                value => ("dependentSchemas", self.raw_value(value)),
            };
            if let Value::Object(map) = out.entry(keyword).or_insert_with(|| json!({})) {
                map.entry(name.clone()).or_insert(written);
            }
        }
    }
}

/// The schema with `null` among its values.
fn nullable(mut map: Map<String, Value>) -> Value {
    let only_type = !["enum", "const", "$ref", "anyOf", "oneOf", "allOf", "not", "if"]
        .iter()
        .any(|keyword| map.contains_key(*keyword));
    if only_type && let Some(ty) = map.get_mut("type") {
        let mut names = match ty.take() {
            Value::Array(names) => names,
            name => vec![name],
        };
        if !names.iter().any(|name| name == "null") {
            names.push(json!("null"));
        }
        *ty = Value::Array(names);
        return Value::Object(map);
    }
    json!({ "anyOf": [map, { "type": "null" }] })
}
