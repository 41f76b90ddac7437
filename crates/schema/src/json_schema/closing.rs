//! Closing of objects that are described in several parts.
//!
//! An object that is one schema is closed by `additionalProperties: false`. In parts that hold together (`allOf`, or
//! `$ref` next to `properties`) that keyword would refuse the properties of the other parts, and no value would be
//! valid. There the parts stay open, and `unevaluatedProperties: false` around them closes all of them together.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::shape::Shape;
use crate::ty::{Keywords, Type};

/// Keywords whose schemas apply to the same value.
const IN_PLACE: [&str; 8] = ["allOf", "anyOf", "oneOf", "$ref", "if", "then", "else", "dependentSchemas"];
/// Levels of keywords that are looked at.
const DEPTH: usize = 64;

/// The definitions that are parts of an object that is closed as a whole.
pub(super) fn open_definitions(shape: &Shape) -> HashSet<&str> {
    let mut finder = Finder { shape, open: HashSet::new(), queue: Vec::new() };
    finder.look(&shape.root);
    finder.keywords(&shape.facts.keywords);
    for definition in &shape.definitions {
        finder.look(&definition.ty);
        finder.keywords(&definition.facts.keywords);
    }
    while let Some(name) = finder.queue.pop() {
        if let Some(definition) = shape.definition(name) {
            finder.part(&definition.ty);
            for (keyword, value) in &definition.facts.keywords {
                finder.part_of_keyword(keyword, value, 0);
            }
        }
    }
    finder.open
}

struct Finder<'s> {
    shape: &'s Shape,
    open: HashSet<&'s str>,
    queue: Vec<&'s str>,
}

impl Finder<'_> {
    fn name(&mut self, name: &str) {
        if let Some(definition) = self.shape.definition(name)
            && self.open.insert(&definition.name)
        {
            self.queue.push(&definition.name);
        }
    }

    /// Looks for intersections in a type.
    fn look(&mut self, ty: &Type) {
        if let Type::Intersection(parts) = ty {
            let parts = super::utility::binding(parts);
            if parts.len() > 1 {
                for part in &parts {
                    self.part(part);
                }
            }
        }
        if let Type::Refined(refined) = ty {
            self.keywords(&refined.facts.keywords);
        }
        if let Type::Object(members) = ty {
            for member in members {
                self.keywords(&member.facts.keywords);
            }
        }
        ty.for_each_child(&mut |child| self.look(child));
    }

    /// Marks every type in a part of an intersection that applies to the same value.
    fn part(&mut self, ty: &Type) {
        match ty {
            Type::Reference { name, args } if args.is_empty() => self.name(name),
            Type::Union(parts) | Type::Intersection(parts) => parts.iter().for_each(|part| self.part(part)),
            Type::Refined(refined) => {
                self.part(&refined.ty);
                for (keyword, value) in &refined.facts.keywords {
                    self.part_of_keyword(keyword, value, 0);
                }
            }
            _ => {}
        }
    }

    /// Looks for parts in keywords that are kept as they are.
    fn keywords(&mut self, keywords: &Keywords) {
        let members: Vec<(&str, &Value)> =
            keywords.iter().map(|(keyword, value)| (keyword.as_ref(), value)).collect();
        self.level(&members, 0);
    }

    fn level(&mut self, members: &[(&str, &Value)], depth: usize) {
        if depth == DEPTH {
            return;
        }
        let combines = combines(members.iter().copied());
        for (keyword, value) in members {
            if combines && IN_PLACE.contains(keyword) {
                self.part_of_keyword(keyword, value, depth);
            }
            self.inner(value, depth + 1);
        }
    }

    fn inner(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Array(values) if depth < DEPTH => {
                for value in values {
                    self.inner(value, depth + 1);
                }
            }
            Value::Object(members) => {
                let members: Vec<(&str, &Value)> =
                    members.iter().map(|(name, value)| (name.as_str(), value)).collect();
                self.level(&members, depth);
            }
            _ => {}
        }
    }

    fn part_of_keyword(&mut self, keyword: &str, value: &Value, depth: usize) {
        if depth == DEPTH || !IN_PLACE.contains(&keyword) {
            return;
        }
        match value {
            Value::String(text) => {
                let shape = self.shape;
                let found =
                    shape.definitions.iter().find(|definition| super::uri::place(&definition.key) == *text);
                if let Some(definition) = found {
                    self.name(&definition.name);
                }
            }
            Value::Array(parts) => parts.iter().for_each(|part| self.part_of_schema(part, depth + 1)),
            Value::Object(schemas) if keyword == "dependentSchemas" => {
                schemas.values().for_each(|part| self.part_of_schema(part, depth + 1));
            }
            part => self.part_of_schema(part, depth + 1),
        }
    }

    fn part_of_schema(&mut self, schema: &Value, depth: usize) {
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            self.part_of_keyword(keyword, value, depth);
        }
    }
}

/// Returns whether several of the keywords describe one object together.
fn combines<'a>(members: impl Iterator<Item = (&'a str, &'a Value)>) -> bool {
    let mut parts = 0;
    for (keyword, value) in members {
        parts += match (keyword, value) {
            ("allOf", Value::Array(all)) => all.len(),
            (
                "properties" | "patternProperties" | "anyOf" | "oneOf" | "$ref" | "if" | "dependentSchemas",
                _,
            ) => 1,
            _ => 0,
        };
    }
    parts > 1
}

/// Keywords that are kept as they are, closed as a whole, and whether that closes all objects in them.
pub(super) fn closed(keywords: &Keywords) -> (Map<String, Value>, bool) {
    let mut map: Map<String, Value> =
        keywords.iter().map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
    let whole = !map.iter().any(|(keyword, value)| has_objects(keyword, value, 0));
    let describes =
        IN_PLACE.iter().chain(&["properties", "patternProperties"]).any(|keyword| map.contains_key(*keyword));
    let said =
        ["additionalProperties", "unevaluatedProperties"].iter().any(|keyword| map.contains_key(*keyword));
    if describes && !said {
        map.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
    }
    (map, whole)
}

/// Returns whether a property or an item within a keyword is an object that is open.
fn has_objects(keyword: &str, value: &Value, depth: usize) -> bool {
    if depth == DEPTH {
        return true;
    }
    let open = |schema: &Value| {
        schema.as_object().is_some_and(|map| {
            let said =
                ["additionalProperties", "unevaluatedProperties"].iter().any(|name| map.contains_key(*name));
            let object = map.contains_key("properties") || map.get("type").is_some_and(|ty| ty == "object");
            (object && !said) || map.iter().any(|(keyword, value)| has_objects(keyword, value, depth + 1))
        })
    };
    match (keyword, value) {
        ("properties" | "patternProperties", Value::Object(schemas)) => schemas.values().any(open),
        ("items" | "contains" | "additionalProperties", schema) => open(schema),
        ("prefixItems", Value::Array(schemas)) => schemas.iter().any(open),
        ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => schemas
            .iter()
            .filter_map(Value::as_object)
            .flatten()
            .any(|(keyword, value)| has_objects(keyword, value, depth + 1)),
        ("if" | "then" | "else", Value::Object(schema)) => {
            schema.iter().any(|(keyword, value)| has_objects(keyword, value, depth + 1))
        }
        _ => false,
    }
}
