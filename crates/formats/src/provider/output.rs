//! Finished schemas of a variant: changing one to accept null, and reading the types it accepts.

use serde_json::{Map, Value, json};

use super::rules::Null;

/// Returns whether a finished schema accepts null.
pub(super) fn is_nullable(schema: &Value) -> bool {
    let Value::Object(map) = schema else { return schema == &Value::Bool(true) };
    if map.get("nullable") == Some(&Value::Bool(true)) {
        return true;
    }
    if let Some(values) = map.get("enum").and_then(Value::as_array) {
        return values.contains(&Value::Null);
    }
    if map.contains_key("const") {
        return map.get("const") == Some(&Value::Null);
    }
    if let Some(branches) = map.get("anyOf").and_then(Value::as_array) {
        return branches.iter().any(is_nullable);
    }
    match map.get("type") {
        Some(Value::String(ty)) => ty == "null",
        Some(Value::Array(types)) => types.iter().any(|ty| ty == "null"),
        _ => !map.contains_key("$ref"),
    }
}

/// The schema, accepting null as well.
pub(super) fn to_nullable(schema: Value, null: Null) -> Value {
    if is_nullable(&schema) {
        return schema;
    }
    let Value::Object(mut map) = schema else { return schema };
    if null == Null::Keyword {
        match map.get_mut("anyOf").and_then(Value::as_array_mut).and_then(|branches| branches.first_mut()) {
            // `anyOf` must be alone, so that one of its members gets it.
            Some(first) => *first = to_nullable(first.take(), null),
            None => {
                map.insert("nullable".into(), Value::Bool(true));
            }
        }
        return Value::Object(map);
    }
    if let Some(value) = map.shift_remove("const") {
        map.insert("enum".into(), json!([value]));
    }
    if let Some(Value::Array(branches)) = map.get_mut("anyOf") {
        branches.push(json!({"type": "null"}));
        return Value::Object(map);
    }
    let literal = map.contains_key("enum");
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        values.push(Value::Null);
    }
    let plain = literal || map.keys().all(|key| matches!(key.as_str(), "type" | "description" | "title"));
    match map.get_mut("type") {
        Some(ty @ Value::String(_))
            if null == Null::Type || plain && !matches!(ty.as_str(), Some("object" | "array")) =>
        {
            *ty = json!([ty.take(), "null"]);
        }
        Some(Value::Array(types)) => types.push("null".into()),
        None if literal => {}
        _ => {
            let mut outer = Map::new();
            let texts: Vec<_> = ["description", "title"]
                .into_iter()
                .filter_map(|key| map.shift_remove(key).map(|value| (key, value)))
                .collect();
            outer.insert("anyOf".into(), json!([map, {"type": "null"}]));
            outer.extend(texts.into_iter().map(|(key, value)| (key.to_owned(), value)));
            return Value::Object(outer);
        }
    }
    Value::Object(map)
}

/// The members of a schema in the order in which people write them.
pub(super) fn order_keywords(map: Map<String, Value>) -> Value {
    const FIRST: [&str; 7] = ["$defs", "$ref", "type", "title", "description", "enum", "const"];
    let mut map = map;
    let mut out = Map::with_capacity(map.len());
    for key in FIRST {
        if let Some((key, value)) = map.shift_remove_entry(key) {
            out.insert(key, value);
        }
    }
    out.extend(map);
    Value::Object(out)
}
