//! Two schemas that hold at once, as one.
//!
//! No provider's part of JSON Schema has `allOf`, so that an intersection has to be computed. Most keywords have one;
//! one that has none is reported, and the value of the first schema is kept.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::rules::TYPES;

/// Pairs of alternatives that are multiplied out, at most.
const PRODUCT: usize = 32;
/// Pairs of values that are compared, at most.
const PAIRS: usize = 1_000_000;

/// `first` and `second` at once. Keywords of the second that could not be merged go to `lost`.
pub(super) fn merge_schemas(
    first: &Map<String, Value>,
    second: &Map<String, Value>,
    lost: &mut Vec<(String, Value)>,
) -> Map<String, Value> {
    let mut out = first.clone();
    for (key, theirs) in second {
        if key == "properties" || key == "additionalProperties" {
            continue;
        }
        let Some(ours) = out.get(key) else {
            out.insert(key.clone(), theirs.clone());
            continue;
        };
        if ours == theirs {
            continue;
        }
        match merge_values(key, ours, theirs) {
            Some(value) => {
                out.insert(key.clone(), value);
            }
            None => lost.push((key.clone(), theirs.clone())),
        }
    }
    // A constant and a list of values: the constant, if it is one of them.
    if let (Some(constant), Some(values)) = (out.get("const"), out.get("enum").and_then(Value::as_array)) {
        if values.contains(constant) {
            out.shift_remove("enum");
        } else if let Some(values) = out.shift_remove("enum") {
            lost.push(("enum".into(), values));
        }
    }
    merge_objects(first, second, &mut out);
    out
}

/// Merges `properties` and `additionalProperties`: together they describe a property of any name.
fn merge_objects(first: &Map<String, Value>, second: &Map<String, Value>, out: &mut Map<String, Value>) {
    if !["properties", "additionalProperties"].iter().any(|key| second.contains_key(*key)) {
        return;
    }
    let empty = Map::new();
    let properties = |map: &Map<String, Value>| {
        map.get("properties").and_then(Value::as_object).cloned().unwrap_or_default()
    };
    let (ours, theirs) = (properties(first), properties(second));
    let mut merged = Map::new();
    for name in ours.keys().chain(theirs.keys().filter(|name| !ours.contains_key(*name))) {
        let say = |map: &Map<String, Value>, properties: &Map<String, Value>| {
            properties
                .get(name)
                .or_else(|| map.get("additionalProperties"))
                .filter(|schema| **schema != Value::Bool(true) && schema.as_object() != Some(&empty))
                .cloned()
        };
        match (say(first, &ours), say(second, &theirs)) {
            // One of the two forbids the property.
            (Some(Value::Bool(false)), _) | (_, Some(Value::Bool(false))) => {}
            (None, None) => {
                merged.insert(name.clone(), Value::Bool(true));
            }
            (Some(one), None) | (None, Some(one)) => {
                merged.insert(name.clone(), one);
            }
            (Some(one), Some(other)) if one == other => {
                merged.insert(name.clone(), one);
            }
            (Some(one), Some(other)) => {
                merged.insert(name.clone(), json!({"allOf": [one, other]}));
            }
        }
    }
    if first.contains_key("properties") || second.contains_key("properties") {
        out.insert("properties".into(), Value::Object(merged));
    }
    let additional = match (first.get("additionalProperties"), second.get("additionalProperties")) {
        (Some(Value::Bool(true)) | None, other) => other.cloned(),
        (one, Some(Value::Bool(true)) | None) => one.cloned(),
        (Some(Value::Bool(false)), _) | (_, Some(Value::Bool(false))) => Some(Value::Bool(false)),
        (Some(one), Some(other)) if one == other => Some(one.clone()),
        (Some(one), Some(other)) => Some(json!({"allOf": [one, other]})),
    };
    match additional {
        Some(value) => out.insert("additionalProperties".into(), value),
        None => out.shift_remove("additionalProperties"),
    };
}

/// Two values of one keyword at once.
fn merge_values(key: &str, ours: &Value, theirs: &Value) -> Option<Value> {
    let larger = |least: bool| {
        let (a, b) = (ours.as_f64()?, theirs.as_f64()?);
        Some(if (a > b) == least { ours.clone() } else { theirs.clone() })
    };
    match key {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" | "minContains" => {
            larger(true)
        }
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" | "maxContains" => {
            larger(false)
        }
        "type" => {
            let types = common_types(&types_of(ours), &types_of(theirs));
            match types.as_slice() {
                [] => None,
                [one] => Some(Value::from(*one)),
                many => Some(json!(many)),
            }
        }
        "enum" => {
            let theirs = theirs.as_array()?;
            if ours.as_array()?.len().saturating_mul(theirs.len()) > PAIRS {
                return None;
            }
            let common: Vec<_> =
                ours.as_array()?.iter().filter(|value| theirs.contains(value)).cloned().collect();
            (!common.is_empty()).then_some(Value::Array(common))
        }
        "required" => {
            let ours = ours.as_array()?;
            let known: BTreeSet<&str> = ours.iter().filter_map(Value::as_str).collect();
            let more =
                theirs.as_array()?.iter().filter(|name| name.as_str().is_some_and(|n| !known.contains(n)));
            Some(Value::Array(ours.iter().chain(more).cloned().collect()))
        }
        "items" | "contains" | "propertyNames" => Some(json!({"allOf": [ours, theirs]})),
        "anyOf" => {
            let (ours, theirs) = (ours.as_array()?, theirs.as_array()?);
            if ours.len() * theirs.len() > PRODUCT {
                return None;
            }
            let pairs =
                ours.iter().flat_map(|one| theirs.iter().map(move |other| json!({"allOf": [one, other]})));
            Some(Value::Array(pairs.collect()))
        }
        "uniqueItems" | "deprecated" => {
            Some(Value::Bool(ours == &Value::Bool(true) || theirs == &Value::Bool(true)))
        }
        // The outer words describe the place, the inner ones the type: both help.
        "description" => match (ours.as_str()?, theirs.as_str()?) {
            (ours, "") => Some(ours.into()),
            ("", theirs) => Some(theirs.into()),
            (ours, theirs) if ours.contains(theirs) => Some(ours.into()),
            (ours, theirs) => Some(format!("{ours}\n{theirs}").into()),
        },
        // Words about the inner type that the outer ones replace.
        "title" | "default" | "examples" | "$comment" | "readOnly" | "writeOnly" => Some(ours.clone()),
        _ => None,
    }
}

/// The types that a `type` keyword names.
pub(super) fn types_of(value: &Value) -> Vec<&'static str> {
    let known = |name: &str| TYPES.into_iter().find(|ty| *ty == name);
    match value {
        Value::String(name) => known(name).into_iter().collect(),
        Value::Array(names) => names.iter().filter_map(|name| known(name.as_str()?)).collect(),
        _ => Vec::new(),
    }
}

/// The types of both lists; a whole number is a number.
fn common_types(ours: &[&'static str], theirs: &[&'static str]) -> Vec<&'static str> {
    let has = |types: &[&str], ty: &str| types.contains(&ty) || ty == "integer" && types.contains(&"number");
    TYPES
        .into_iter()
        .filter(|ty| has(ours, ty) && has(theirs, ty))
        .filter(|ty| {
            // A common `number` includes `integer` already.
            *ty != "integer" || !(ours.contains(&"number") && theirs.contains(&"number"))
        })
        .collect()
}
