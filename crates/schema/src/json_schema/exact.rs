//! Schemas that a type alone expresses, and schemas that need their keywords.

use serde_json::Value;

use super::entries::Entries;
use super::keywords::is_annotation;
use super::literals::{Precision, literal};

/// Returns whether a schema is kept as keywords, because its type alone would not give it back.
pub(super) fn needs_keywords(entries: &Entries<'_>) -> bool {
    let applicators = entries.count(&["$ref", "anyOf", "allOf"]);
    let (mut values, mut structure) = (0, 0);
    for (keyword, _) in entries.iter() {
        match keyword {
            "oneOf"
            | "not"
            | "if"
            | "dependentRequired"
            | "dependentSchemas"
            | "dependencies"
            | "unevaluatedItems"
            | "unevaluatedProperties" => return true,
            "enum" | "const" => values += 1,
            "type"
            | "properties"
            | "required"
            | "additionalProperties"
            | "patternProperties"
            | "items"
            | "prefixItems"
            | "nullable" => structure += 1,
            _ => {}
        }
    }
    if applicators > 1 || (applicators == 1 && values + structure > 0) || values > 1 {
        return true;
    }
    if let Some(mut values) = entries.values() {
        return values.any(|value| literal(value).1 == Precision::Wide);
    }
    match entries.list("allOf") {
        Some([_]) => entries.iter().any(|(keyword, _)| keyword != "allOf" && !is_annotation(keyword)),
        Some(_) => true,
        None => objects_need_keywords(entries),
    }
}

/// Members that every JavaScript object has.
///
/// TypeScript takes a value without the property for one that has it, so an optional property of that name must take a
/// function as well.
pub(super) const INHERITED: [&str; 7] = [
    "constructor",
    "toString",
    "toLocaleString",
    "valueOf",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
];

/// Returns whether members alone would not give the object's schema back.
fn objects_need_keywords(entries: &Entries<'_>) -> bool {
    let properties = entries.object("properties");
    let declares = |name: &str| properties.is_some_and(|properties| properties.get(name).is_some());
    if properties.is_some_and(|p| p.keys().any(|name| is_inherited(name))) {
        return true;
    }
    // A property that only `required` names is declared; where others are bounded, that would free it.
    let is_open = matches!(entries.get("additionalProperties"), None | Some(Value::Bool(true)));
    (!is_open || entries.has("patternProperties")) && entries.required().any(|name| !declares(name))
}

pub(super) fn is_inherited(name: &str) -> bool {
    INHERITED.contains(&name)
}
