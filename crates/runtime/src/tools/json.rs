//! JSON, to and from the representation of values that [`outcome`](crate::outcome) documents.

use serde_json::{Map, Value, json};

/// Converts a value of the representation to JSON, as `JSON.stringify` would.
///
/// `None` if it has parts that JSON lacks, such as a `Map` or `NaN`.
///
/// ```
/// use serde_json::json;
/// use webagents_runtime::tools::plain_json;
/// let value = json!({ "a": { "$type": "undefined" }, "b": [1] });
/// assert_eq!(plain_json(&value), Some(json!({ "b": [1] })));
/// assert_eq!(plain_json(&json!({ "$type": "bigint", "value": "1" })), None);
/// ```
pub fn plain_json(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Array(values) => Value::Array(values.iter().map(plain_json).collect::<Option<_>>()?),
        Value::Object(members) => match members.get("$type").and_then(Value::as_str) {
            None => {
                let mut out = Map::new();
                for (name, member) in members {
                    if member.get("$type").is_some_and(|kind| kind == "undefined") {
                        continue;
                    }
                    out.insert(name.clone(), plain_json(member)?);
                }
                Value::Object(out)
            }
            Some("number") if members.get("value").is_some_and(|value| value == "-0") => json!(0),
            Some("object") => {
                let mut out = Map::new();
                for entry in members.get("entries")?.as_array()? {
                    let member = entry.get(1)?;
                    if member.get("$type").is_none_or(|kind| kind != "undefined") {
                        out.insert(entry.get(0)?.as_str()?.to_owned(), plain_json(member)?);
                    }
                }
                Value::Object(out)
            }
            Some(_) => return None,
        },
        other => other.clone(),
    })
}

/// Converts JSON to the representation of values.
///
/// An object with a member `$type` is marked as an object.
///
/// ```
/// use serde_json::json;
/// use webagents_runtime::tools::represent_json;
/// let marked = json!({ "$type": "object", "entries": [["$type", "undefined"]] });
/// assert_eq!(represent_json(json!([1, { "$type": "undefined" }])), json!([1, marked]));
/// ```
pub fn represent_json(value: Value) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(represent_json).collect(),
        Value::Object(members) if members.contains_key("$type") => {
            let entries = members.into_iter().map(|(name, member)| json!([name, represent_json(member)]));
            json!({ "$type": "object", "entries": entries.collect::<Vec<_>>() })
        }
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, member)| (name, represent_json(member))).collect())
        }
        other => other,
    }
}
