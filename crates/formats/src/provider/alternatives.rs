//! `anyOf` and `oneOf`: their alternatives, and whether these are one schema in several spellings.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::engine::Engine;
use super::merge::types_of;
use super::output::to_nullable;
use super::rules::is_annotation;
use super::unrepresentable::Unrepresentable;
use super::values::{find_literals, kind_of};
use crate::entry::required_names;
use webagents_schema::{Action, pointer};

/// Alternatives that are compared with each other, at most.
const COMPARED: usize = 256;

impl Engine<'_> {
    /// `anyOf` and `oneOf`; nothing when the schema has neither, or when words have to do.
    pub(super) fn write_alternatives(
        &mut self,
        flat: &mut Map<String, Value>,
        notes: &mut Vec<String>,
        at: &str,
        depth: usize,
    ) -> Result<Option<Value>, Unrepresentable> {
        let (any, one) = (flat.shift_remove("anyOf"), flat.shift_remove("oneOf"));
        let (keyword, branches) = match (any, one) {
            (Some(any), None) => ("anyOf", any),
            (None, Some(one)) => ("oneOf", one),
            (Some(any), Some(one)) => {
                self.add_note(notes, at, "oneOf", &one);
                ("anyOf", any)
            }
            (None, None) => return Ok(None),
        };
        let Some(branches) = branches.as_array().filter(|branches| !branches.is_empty()) else {
            return Ok(None);
        };
        let about_presence = |branch: &Value| {
            branch.as_object().is_some_and(|map| map.keys().all(|key| key == "required" || key == "not"))
        };
        if flat.contains_key("properties") && branches.iter().all(about_presence) {
            self.add_note(notes, at, keyword, &Value::Array(branches.clone()));
            return Ok(None);
        }
        let mut null = false;
        let mut merged = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            let here = pointer(&pointer(at, keyword), &index.to_string());
            match branch {
                Value::Bool(false) => {}
                Value::Object(map) if is_never(map) => {}
                Value::Object(map) if is_null(map) => null = true,
                Value::Object(map) if flat.is_empty() => merged.push((here, map.clone())),
                branch => {
                    if !self.afford_map(flat) {
                        let message = "the schema is too large to be merged: left some alternatives out";
                        self.add_loss(at, keyword, Value::Null, Action::Narrowed, message);
                        break;
                    }
                    merged.push((here.clone(), self.merge_both(flat, branch, &here)));
                }
            }
        }
        if keyword == "oneOf" && !are_exclusive(&merged) {
            let value = Value::Array(branches.clone());
            self.add_loss(
                at,
                "oneOf",
                value,
                Action::Widened,
                "it is `anyOf` here: a value may match more than one",
            );
        }
        let value = match self.literals_as_one(&merged, notes, at) {
            Some(literals) => self.write_typed(&literals, notes, at, depth)?,
            None => {
                let mut written: Vec<Value> = Vec::new();
                for (here, branch) in merged {
                    let value = self.write_node(&Value::Object(branch), &here, depth + 1)?;
                    if written.len() > COMPARED || !written.contains(&value) {
                        written.push(value);
                    }
                }
                match written.len() {
                    0 if null => json!({"type": "null"}),
                    0 => self.write_any(at),
                    1 => written.remove(0),
                    _ => json!({"anyOf": written}),
                }
            }
        };
        Ok(Some(if null { to_nullable(value, self.rules.null) } else { value }))
    }

    /// Alternatives that are all single values, as one `enum`. Titles go to the notes.
    fn literals_as_one(
        &mut self,
        branches: &[(String, Map<String, Value>)],
        notes: &mut Vec<String>,
        at: &str,
    ) -> Option<Map<String, Value>> {
        let mut values: Vec<Value> = Vec::new();
        let mut titles = Map::new();
        for (_, branch) in branches {
            let known = ["const", "enum", "type", "title", "description"];
            if !branch.keys().all(|key| known.contains(&key.as_str())) {
                return None;
            }
            let own = match (branch.get("const"), branch.get("enum").and_then(Value::as_array)) {
                (Some(value), None) => vec![value.clone()],
                (None, Some(values)) => values.clone(),
                _ => return None,
            };
            let words = ["title", "description"].into_iter().find_map(|key| branch.get(key)?.as_str());
            if let (Some(words), [value]) = (words, own.as_slice()) {
                let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                if name != words {
                    titles.insert(name, words.into());
                }
            }
            for value in own {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        let kinds: Vec<_> = values.iter().map(kind_of).collect();
        if values.len() < 2
            || kinds.iter().any(|kind| *kind != kinds[0] || matches!(*kind, "object" | "array"))
        {
            return None;
        }
        if !titles.is_empty() {
            self.add_note(notes, at, "titles", &Value::Object(titles));
        }
        let mut out = Map::new();
        out.insert("type".into(), kinds[0].into());
        out.insert("enum".into(), Value::Array(values));
        Some(out)
    }

    /// An object schema that accepts everything that an alternative accepts.
    ///
    /// It has all their properties, of which only those are required that every alternative requires.
    pub(super) fn alternatives_as_one(
        &mut self,
        flat: Map<String, Value>,
        depth: usize,
    ) -> Map<String, Value> {
        let mut base = flat;
        for key in ["anyOf", "oneOf"] {
            let Some(Value::Array(branches)) = base.shift_remove(key) else { continue };
            let mut maps = Vec::new();
            for branch in branches.iter().filter_map(Value::as_object).filter(|_| depth < 4) {
                let target =
                    branch.get("$ref").and_then(Value::as_str).and_then(|name| self.resolve_reference(name));
                let branch = target.and_then(|(_, target)| target.as_object()).unwrap_or(branch);
                if self.afford_map(branch) {
                    maps.push(self.alternatives_as_one(branch.clone(), depth + 1));
                }
            }
            let mut common: Option<BTreeSet<&str>> = None;
            for map in &maps {
                let names: BTreeSet<&str> = required_names(map).collect();
                common = Some(match common {
                    Some(known) => known.intersection(&names).copied().collect(),
                    None => names,
                });
            }
            let mut met: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
            let mut order = Vec::new();
            for (name, schema) in maps.iter().filter_map(|map| map.get("properties")?.as_object()).flatten() {
                let schemas = met.entry(name).or_insert_with(|| {
                    order.push(name);
                    Vec::new()
                });
                if schemas.len() < COMPARED && !schemas.contains(schema) {
                    schemas.push(schema.clone());
                }
            }
            let mut properties =
                base.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
            for name in order {
                let mut schemas = met.remove(name.as_str()).unwrap_or_default();
                let one = if schemas.len() == 1 { schemas.remove(0) } else { json!({"anyOf": schemas}) };
                properties.entry(name.clone()).or_insert(one);
            }
            let own: BTreeSet<&str> = required_names(&base).collect();
            let more = common.unwrap_or_default().into_iter().filter(|name| !own.contains(name));
            let names: Vec<Value> = required_names(&base).chain(more).map(Value::from).collect();
            let objects =
                !maps.is_empty() && maps.iter().all(|map| map.get("type").is_some_and(|ty| ty == "object"));
            if !properties.is_empty() {
                base.insert("properties".into(), Value::Object(properties));
            }
            if !names.is_empty() {
                base.insert("required".into(), Value::Array(names));
            }
            if objects && !base.contains_key("type") {
                base.insert("type".into(), "object".into());
            }
        }
        base
    }
}

/// Returns whether a schema has alternatives that are not just null.
pub(super) fn has_alternatives(flat: &Map<String, Value>) -> bool {
    let several = |values: &[Value]| {
        let null = |value: &&Value| *value == "null" || value.as_object().is_some_and(is_null);
        values.iter().filter(|value| !null(value)).count() > 1
    };
    ["type", "anyOf", "oneOf"]
        .iter()
        .any(|keyword| flat.get(*keyword).and_then(Value::as_array).is_some_and(|values| several(values)))
}

/// A schema that accepts nothing, as some generators write `undefined` of JavaScript.
fn is_never(map: &Map<String, Value>) -> bool {
    map.get("not").is_some_and(|not| not == &Value::Bool(true) || not.as_object().is_some_and(Map::is_empty))
}

/// Returns whether a schema accepts null alone.
fn is_null(map: &Map<String, Value>) -> bool {
    let bare = map.keys().all(|key| is_annotation(key) || matches!(key.as_str(), "type" | "const" | "enum"));
    bare && match (map.get("type"), find_literals(map)) {
        (_, Some(values)) => values.iter().all(Value::is_null),
        (Some(ty), None) => ty == "null",
        (None, None) => false,
    }
}

/// Returns whether types and constants show that no value matches two of the alternatives.
fn are_exclusive(branches: &[(String, Map<String, Value>)]) -> bool {
    if branches.len() > COMPARED {
        return false;
    }
    branches
        .iter()
        .enumerate()
        .all(|(index, (_, one))| branches[..index].iter().all(|(_, other)| are_disjoint(one, other)))
}

fn are_disjoint(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let kinds = |map: &Map<String, Value>| match (find_literals(map), map.get("type")) {
        (Some(values), _) => Some(values.iter().map(kind_of).collect::<Vec<_>>()),
        (None, Some(ty)) => Some(types_of(ty)),
        (None, None) => None,
    };
    if let (Some(a), Some(b)) = (kinds(one), kinds(other)) {
        let number = |types: &[&str], ty: &str| ty == "integer" && types.contains(&"number");
        if !a.iter().any(|ty| b.contains(ty) || number(&b, ty)) && !b.iter().any(|ty| number(&a, ty)) {
            return true;
        }
    }
    if let (Some(a), Some(b)) = (find_literals(one), find_literals(other)) {
        return !a.iter().any(|value| b.contains(value));
    }
    // A property that both require, with other values in each: a discriminator.
    let required = |map: &Map<String, Value>, name: &str| {
        map.get("required").and_then(Value::as_array).is_some_and(|names| names.iter().any(|n| n == name))
    };
    let property =
        |map: &Map<String, Value>, name: &str| find_literals(map.get("properties")?.get(name)?.as_object()?);
    one.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).any(|name| {
        required(one, name)
            && required(other, name)
            && match (property(one, name), property(other, name)) {
                (Some(a), Some(b)) => !a.iter().any(|value| b.contains(value)),
                _ => false,
            }
    })
}
