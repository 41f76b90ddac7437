//! Subtypes by OpenAPI's `discriminator`.
//!
//! JSON Schema has no such keyword. A reference to a schema with subtypes becomes a union of them, and each subtype has the
//! value of the property that selects it: the key in `mapping`, or else the name of the schema. There are two forms
//! (OpenAPI 3.1, 4.8.25). In a hierarchy the subtypes refer to the parent in their `allOf`. In a union the schema
//! itself lists them in `oneOf` or `anyOf`.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::discriminator::{Discriminator, SCHEMAS, SUBTYPES, find_parents, referred_place};
use super::document::{Document, HOPS, Walk, definition_key};
use crate::error::FormatError;
use webagents_schema::pointer;

/// Keywords of the `allOf` parts of a subtype that are merged into one object.
const MERGED: [&str; 6] = ["type", "properties", "required", "title", "description", "examples"];

/// Values of properties that select a subtype.
type Tags = Vec<(String, Vec<Value>)>;

impl<'a> Document<'a> {
    fn schema_at(&self, place: &str) -> Option<&'a Map<String, Value>> {
        self.root.pointer(place)?.as_object()
    }

    /// A schema and its ancestors, the schema first, with their places.
    fn find_lineage(&self, place: &str) -> Vec<(String, &'a Map<String, Value>)> {
        let mut found: Vec<(String, &'a Map<String, Value>)> = Vec::new();
        let mut open = vec![place.to_owned()];
        while let Some(place) = open.pop() {
            if found.len() < SUBTYPES
                && found.iter().all(|(known, _)| *known != place)
                && let Some(map) = self.schema_at(&place)
            {
                let above = self.root.pointer(&place).into_iter().flat_map(find_parents);
                let above: Vec<String> = above.take(SUBTYPES).collect();
                open.extend(above.into_iter().rev());
                found.push((place, map));
            }
        }
        found
    }

    /// Values of the properties by which a schema is selected from its ancestors.
    fn find_tags(&self, place: &str) -> Tags {
        let lineage = self.find_lineage(place);
        let mut tags = Tags::new();
        for (at, (owner, map)) in lineage.iter().enumerate() {
            let Some(discriminator) = Discriminator::of_parent(map) else { continue };
            let known = tags.iter().any(|(property, _)| property == discriminator.property);
            if owner == place || known || self.selects_itself(&lineage[..at], discriminator.property) {
                continue;
            }
            let mapped = discriminator.values.get(place).or_else(|| {
                // A subtype that another property selects has the value of the schema above it.
                let mut above =
                    lineage[1..at].iter().filter(|(_, map)| Discriminator::of_parent(map).is_some());
                above.find_map(|(place, _)| discriminator.values.get(place))
            });
            let values = match mapped {
                Some(values) => values.iter().map(|value| Value::from(*value)).collect(),
                None => vec![Value::from(definition_key(place))],
            };
            tags.push((discriminator.property.to_owned(), values));
        }
        tags
    }

    /// Returns whether one of the schemas lists the values of a property, which then select it.
    fn selects_itself(&self, schemas: &[(String, &'a Map<String, Value>)], property: &str) -> bool {
        let lists = |map: &'a Map<String, Value>| self.listed_values(map, property).is_some();
        let inline = |map: &'a Map<String, Value>| {
            let parts = map.get("allOf").and_then(Value::as_array).into_iter().flatten();
            parts.filter_map(Value::as_object).any(lists_values)
        };
        schemas.iter().any(|(_, map)| lists(map) || inline(map))
    }

    /// The values that a schema lists for one of its properties.
    fn listed_values(&self, map: &'a Map<String, Value>, property: &str) -> Option<&'a [Value]> {
        let (_, property) = self.find_object(map.get("properties")?.get(property)?, "").ok()?;
        match (property.get("const"), property.get("enum").and_then(Value::as_array)) {
            (Some(value), _) => Some(std::slice::from_ref(value)),
            (None, values) => values.map(Vec::as_slice),
        }
    }
}

impl<'a> Walk<'_, 'a> {
    /// Translates the definition at a place: a schema with subtypes is the union of them.
    pub(super) fn write_definition(&mut self, schema: &'a Value, place: &str) -> Result<Value, FormatError> {
        let none = Rc::default();
        let lineage = self.document.find_lineage(place);
        let inherits = lineage.iter().any(|(_, map)| Discriminator::of_parent(map).is_some());
        let Some(map) = schema.as_object().filter(|map| inherits && !lists_values(map)) else {
            return self.write_schema(schema, place, 0, &none);
        };
        let own = Discriminator::of_parent(map);
        let (mut below, more) = self.document.hierarchy().heirs_of(place);
        let mapped = own.iter().flat_map(|own| own.values.keys()).filter(|target| *target != place);
        for target in mapped {
            if self.document.schema_at(target).is_none() {
                self.lose_discriminator(map, place, &format!("{target:?} is not a schema of this document"));
            } else if !below.contains(target) {
                below.push(target.clone());
            }
        }
        if more || below.len() > SUBTYPES {
            return self.write_schema(schema, place, 0, &none);
        }
        let mut tags = self.document.find_tags(place);
        if below.is_empty() {
            if own.is_some() {
                self.lose_discriminator(map, place, "no schema refers to this one in its `allOf`");
            }
            return self.write_variant(map, place, tags);
        }
        let mut union = Vec::new();
        let itself = match &own {
            Some(own) => {
                let rest = self.find_unselected(own, map, place, &below);
                tags.push((own.property.to_owned(), rest.clone()));
                !rest.is_empty()
            }
            None => true,
        };
        if itself {
            union.push(self.write_variant(map, place, tags)?);
        }
        for subtype in below {
            let Some(map) = self.document.schema_at(&subtype) else { continue };
            let inherits = self.document.find_lineage(&subtype).iter().any(|(known, _)| known == place);
            if let Some(own) = own.as_ref().filter(|_| !inherits) {
                let values = own.values.get(&subtype).into_iter().flatten();
                let tags = vec![(own.property.to_owned(), values.map(|value| Value::from(*value)).collect())];
                union.push(self.write_variant(map, &subtype, tags)?);
            } else if self.document.hierarchy().heirs_of(&subtype).0.is_empty() {
                union.push(self.definition_reference(&subtype));
            } else if Discriminator::of_parent(map).is_none() {
                let tags = self.document.find_tags(&subtype);
                union.push(self.write_variant(map, &subtype, tags)?);
            }
        }
        if let [only] = union.as_slice() {
            return Ok(only.clone());
        }
        let mut out = Map::new();
        for word in ["title", "description"] {
            if let Some(text) = map.get(word) {
                out.insert(word.into(), text.clone());
            }
        }
        out.insert("anyOf".into(), Value::Array(union));
        Ok(Value::Object(out))
    }

    /// The values that select the parent itself.
    ///
    /// Its own values in `mapping`, and listed values that no subtype has.
    fn find_unselected(
        &self,
        own: &Discriminator<'a>,
        map: &'a Map<String, Value>,
        place: &str,
        below: &[String],
    ) -> Vec<Value> {
        let mut values: Vec<Value> =
            own.values.get(place).into_iter().flatten().map(|value| Value::from(*value)).collect();
        let listed = self.document.listed_values(map, own.property).unwrap_or_default();
        if listed.is_empty() {
            return values;
        }
        let mut taken = BTreeSet::new();
        for subtype in below {
            let lineage = self.document.find_lineage(subtype);
            let until = lineage.iter().position(|(known, _)| known == place).unwrap_or(lineage.len());
            for (_, map) in &lineage[..until] {
                let parts = map.get("allOf").and_then(Value::as_array).into_iter().flatten();
                let parts = parts.filter_map(Value::as_object).chain([*map]);
                for map in parts {
                    taken.extend(
                        self.document
                            .listed_values(map, own.property)
                            .into_iter()
                            .flatten()
                            .map(Value::to_string),
                    );
                }
            }
            let tags = self.document.find_tags(subtype).into_iter().filter(|(name, _)| name == own.property);
            taken.extend(tags.flat_map(|(_, values)| values).map(|value| value.to_string()));
        }
        values.extend(listed.iter().filter(|value| !taken.contains(&value.to_string())).cloned());
        values
    }

    /// Translates one branch of the union of a schema with a `discriminator`.
    pub(super) fn write_branch(
        &mut self,
        discriminator: Option<&Discriminator<'a>>,
        branch: &'a Value,
        at: &str,
        depth: usize,
        around: &Rc<BTreeSet<String>>,
    ) -> Result<Value, FormatError> {
        let target = discriminator.zip(referred_place(branch));
        let Some((discriminator, place)) = target else {
            return self.write_schema(branch, at, depth, around);
        };
        let Some(map) = self.document.schema_at(&place) else {
            return self.write_schema(branch, at, depth, around);
        };
        let lineage = self.document.find_lineage(&place);
        let property = discriminator.property;
        let inherited = self.document.find_tags(&place).iter().any(|(known, _)| known == property);
        if inherited || self.document.selects_itself(&lineage, property) {
            return self.write_schema(branch, at, depth, around);
        }
        let values = match discriminator.values.get(&place) {
            Some(values) => values.iter().map(|value| Value::from(*value)).collect(),
            None => vec![Value::from(definition_key(&place))],
        };
        let tags = vec![(property.to_owned(), values)];
        if lineage.len() == 1 && map.contains_key("properties") && !lists_values(map) {
            return self.write_variant(map, &place, tags);
        }
        let reference = self.write_schema(branch, at, depth, around)?;
        Ok(json!({ "allOf": [reference, with_tags(Map::new(), tags)] }))
    }

    /// Translates a schema without its subtypes: its parts as one object, with the values that select it.
    fn write_variant(
        &mut self,
        map: &'a Map<String, Value>,
        place: &str,
        tags: Tags,
    ) -> Result<Value, FormatError> {
        let absent = self.absent_with(map, &Rc::default());
        let mut parts = Vec::new();
        self.collect_parts(map, place, &absent, &mut BTreeSet::from([place.to_owned()]), &mut parts)?;
        let mut merged = Map::new();
        let mut others = Vec::new();
        for (inherited, part) in parts {
            match part {
                Value::Object(part) if is_merged(&part) => merge_objects(&mut merged, part, inherited),
                part => others.push(part),
            }
        }
        let merged = with_tags(merged, tags);
        if others.is_empty() {
            return Ok(merged);
        }
        others.push(merged);
        Ok(json!({ "allOf": others }))
    }

    /// Adds the translated parts of a schema, each with `true` if the schema inherits it.
    fn collect_parts(
        &mut self,
        map: &'a Map<String, Value>,
        at: &str,
        absent: &Rc<BTreeSet<String>>,
        seen: &mut BTreeSet<String>,
        out: &mut Vec<(bool, Value)>,
    ) -> Result<(), FormatError> {
        let inherited = seen.len() > 1;
        let here = pointer(at, "allOf");
        for (index, part) in map.get("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
            let place = referred_place(part);
            match place.and_then(|place| Some((self.document.schema_at(&place)?, place))) {
                Some((_, place)) if seen.contains(&place) => {}
                Some((parent, place)) if seen.len() < HOPS => {
                    seen.insert(place.clone());
                    self.collect_parts(parent, &place, absent, seen, out)?;
                }
                _ => {
                    out.push((
                        inherited,
                        self.write_schema(part, &pointer(&here, &index.to_string()), 1, absent)?,
                    ));
                }
            }
        }
        // A subtype does not inherit the parent's list of subtypes.
        let selects = inherited && map.contains_key("discriminator");
        let skipped = |word: &str| match word {
            "allOf" | "discriminator" => true,
            "oneOf" | "anyOf" => selects,
            _ => false,
        };
        let mut own = Map::new();
        for (keyword, value) in map.iter().filter(|(word, _)| !skipped(word)) {
            self.write_keyword(map, keyword, value, at, 0, absent, &mut own)?;
        }
        self.finish_schema(map, &mut own);
        out.push((inherited, Value::Object(own)));
        Ok(())
    }

    /// Adds the loss of a `discriminator` that selects nothing here.
    pub(super) fn lose_unused(&mut self, map: &'a Map<String, Value>, at: &str) {
        if Discriminator::from_schema(map).is_none() {
            self.lose_discriminator(map, at, "it has no `propertyName`");
        } else if at.strip_prefix(SCHEMAS).is_some_and(|name| name.matches('/').count() == 1) {
            self.lose_discriminator(map, at, &format!("it has more than {SUBTYPES} subtypes"));
        } else if !lists_values(map) {
            self.lose_discriminator(map, at, "only a schema in `components` has subtypes");
        }
    }

    fn lose_discriminator(&mut self, map: &Map<String, Value>, at: &str, reason: &str) {
        let value = map.get("discriminator").cloned().unwrap_or_default();
        self.lost.push(("discriminator", value, format!("{reason}; it is at {at}")));
    }
}

/// Returns whether a schema lists its subtypes.
fn lists_values(map: &Map<String, Value>) -> bool {
    map.contains_key("oneOf") || map.contains_key("anyOf")
}

/// Returns whether a schema is an object that can be merged with another one.
fn is_merged(part: &Map<String, Value>) -> bool {
    part.get("type").is_none_or(|ty| ty == "object")
        && part.iter().all(|(word, value)| {
            MERGED.contains(&word.as_str())
                || word.starts_with("x-")
                || (word == "additionalProperties" && value.is_boolean())
        })
}

/// Merges a part into the object of all parts, without the description of an inherited part.
fn merge_objects(merged: &mut Map<String, Value>, part: Map<String, Value>, inherited: bool) {
    for (word, value) in part {
        match (word.as_str(), merged.get_mut(&word), value) {
            ("title" | "description" | "examples", _, _) if inherited => {}
            ("properties", Some(Value::Object(known)), Value::Object(more)) => {
                for (name, schema) in more {
                    match known.get_mut(&name) {
                        Some(ours) if *ours != schema => *ours = json!({ "allOf": [ours.take(), schema] }),
                        Some(_) => {}
                        None => {
                            known.insert(name, schema);
                        }
                    }
                }
            }
            ("required", Some(Value::Array(known)), Value::Array(more)) => {
                for name in more {
                    if !known.contains(&name) {
                        known.push(name);
                    }
                }
            }
            ("additionalProperties", Some(known), value) => {
                if value == false {
                    *known = value;
                }
            }
            (_, _, value) => {
                merged.insert(word, value);
            }
        }
    }
}

/// Returns an object schema in which the tags are required.
fn with_tags(mut object: Map<String, Value>, tags: Tags) -> Value {
    object.insert("type".into(), "object".into());
    for (property, values) in tags {
        let value = if let [value] = values.as_slice() {
            ("const", value.clone())
        } else {
            ("enum", Value::Array(values))
        };
        if let Value::Object(properties) = object.entry("properties").or_insert_with(|| json!({})) {
            let words = properties.get(&property).and_then(|known| known.get("description")).cloned();
            let mut schema = json!({ "type": "string", value.0: value.1 });
            if let Some(words) = words {
                schema["description"] = words;
            }
            properties.insert(property.clone(), schema);
        }
        if let Value::Array(required) = object.entry("required").or_insert_with(|| json!([]))
            && !required.contains(&property.as_str().into())
        {
            required.push(property.into());
        }
    }
    Value::Object(object)
}
