//! Values that fit a schema, made from it: every property, only the required ones, and some in between.
//!
//! The generator supports the keywords that tools use and guesses the rest; the [`Judge`] drops its wrong
//! values. So it may be simple, and must never be trusted.

use serde_json::{Map, Number, Value, json};

use crate::judge::Judge;
use crate::rng::Rng;

/// Number of values with a random choice of properties that are tried for a schema.
const RANDOM: usize = 4;

/// Below this depth only required properties are made, so that recursive schemas end.
const DEPTH: usize = 8;

/// And below this one nothing is.
const DEPTH_LIMIT: usize = 24;

/// Depth to which references and unions are followed before the schema is given up.
const STEPS: usize = 40;

/// Which properties and items are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    All,
    Required,
    Random,
}

/// Different values that fit `schema`, the one with all properties first and the smallest second.
///
/// `id` is the seed.
pub fn valid_values(id: &str, schema: &Value, judge: &Judge) -> Vec<Value> {
    let mut rng = Rng::from_text(id);
    let mut values: Vec<Value> = Vec::new();
    let choices = [Choice::All, Choice::Required].into_iter().chain([Choice::Random; RANDOM]);
    for choice in choices {
        // A union may need another branch, or a pattern another string.
        for _ in 0..4 {
            let mut maker = Maker { root: schema, rng: &mut rng, choice };
            let Some(value) = maker.make_value(schema, 0) else { continue };
            if judge.accepts(&value) {
                if !values.contains(&value) {
                    values.push(value);
                }
                break;
            }
        }
    }
    values
}

/// The subschema that a local reference names.
pub(crate) fn resolve_reference<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let fragment = reference.strip_prefix('#')?;
    root.pointer(fragment)
}

/// Merges the references and `allOf` of `schema` into it, and replaces each union by one branch.
///
/// `choose` is called with the branches and returns one. Of two values of one keyword one is kept; only properties and
/// `required` are combined.
pub(crate) fn flatten_schema(
    root: &Value,
    schema: &Value,
    choose: &mut dyn FnMut(&[Value]) -> Option<usize>,
) -> Option<Map<String, Value>> {
    let mut flat = Map::new();
    let mut open = vec![schema.clone()];
    let mut steps = 0;
    while let Some(part) = open.pop() {
        steps += 1;
        let part = match part {
            Value::Bool(true) => continue,
            Value::Object(part) if steps < STEPS => part,
            _ => return None,
        };
        for (keyword, value) in part {
            match (keyword.as_str(), value) {
                ("$ref", Value::String(reference)) => open.push(resolve_reference(root, &reference)?.clone()),
                ("allOf", Value::Array(parts)) => open.extend(parts),
                ("anyOf" | "oneOf", Value::Array(branches)) => {
                    open.push(branches.get(choose(&branches)?)?.clone());
                }
                ("properties", Value::Object(members)) => {
                    if let Value::Object(known) = flat.entry(keyword).or_insert_with(|| json!({})) {
                        known.extend(members);
                    }
                }
                ("required", Value::Array(names)) => {
                    if let Value::Array(known) = flat.entry(keyword).or_insert_with(|| json!([])) {
                        known.extend(names);
                    }
                }
                (_, value) => {
                    flat.insert(keyword, value);
                }
            }
        }
    }
    Some(flat)
}

/// The types that a flat schema allows, by `type` or by the subject of its keywords.
pub(crate) fn types_of(flat: &Map<String, Value>) -> Vec<&str> {
    match flat.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ if ["properties", "required", "additionalProperties", "patternProperties"]
            .iter()
            .any(|keyword| flat.contains_key(*keyword)) =>
        {
            vec!["object"]
        }
        _ if flat.contains_key("items") || flat.contains_key("prefixItems") => vec!["array"],
        _ => Vec::new(),
    }
}

struct Maker<'a> {
    root: &'a Value,
    rng: &'a mut Rng,
    choice: Choice,
}

impl Maker<'_> {
    fn make_value(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        if depth > DEPTH_LIMIT {
            return None;
        }
        let rng = &mut *self.rng;
        let deep = depth > DEPTH;
        // The last branch of a recursive union is as likely to end it as the first.
        let flat = flatten_schema(self.root, schema, &mut |branches| Some(rng.next_below(branches.len())))?;
        if let Some(value) = flat.get("const") {
            return Some(value.clone());
        }
        if let Some(Value::Array(members)) = flat.get("enum") {
            return self.rng.pick_item(members).cloned();
        }
        let mut types = types_of(&flat);
        if types.is_empty() {
            types = vec!["string", "number", "boolean", "object", "array", "null"];
        }
        if flat.get("nullable") == Some(&Value::Bool(true)) && deep {
            return Some(Value::Null);
        }
        match *self.rng.pick_item(&types)? {
            "object" => self.make_object(&flat, depth),
            "array" => Some(self.make_array(&flat, depth)),
            "string" => Some(Value::String(self.make_string(&flat))),
            "integer" => self.make_number(&flat, true),
            "number" => self.make_number(&flat, false),
            "boolean" => Some(Value::Bool(self.rng.next_below(2) == 0)),
            _ => Some(Value::Null),
        }
    }

    fn make_object(&mut self, flat: &Map<String, Value>, depth: usize) -> Option<Value> {
        let empty = Map::new();
        let properties = flat.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let required: Vec<&str> = flat
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let mut object = Map::new();
        for (name, schema) in properties {
            let needed = required.contains(&name.as_str());
            if !needed && !self.wants_optional(depth) {
                continue;
            }
            match self.make_value(schema, depth + 1) {
                Some(value) => {
                    object.insert(name.clone(), value);
                }
                None if needed => return None,
                None => {}
            }
        }
        let others = flat.get("additionalProperties");
        let any = Value::Bool(true);
        for name in required {
            if !object.contains_key(name) {
                let value = self.make_value(others.unwrap_or(&any), depth + 1)?;
                object.insert(name.to_owned(), value);
            }
        }
        // Only if the schema mentions other properties: a type may leave out properties without a mention.
        if let Some(others @ (Value::Object(_) | Value::Bool(true))) = others {
            let least = flat.get("minProperties").and_then(Value::as_u64).unwrap_or(0);
            for name in ["another", "k-2", "3"] {
                let needed = u64::try_from(object.len()).is_ok_and(|length| length < least);
                if (needed || self.wants_optional(depth))
                    && let Some(value) = self.make_value(others, depth + 1)
                {
                    object.insert(name.to_owned(), value);
                }
            }
        }
        Some(Value::Object(object))
    }

    fn make_array(&mut self, flat: &Map<String, Value>, depth: usize) -> Value {
        let count =
            |keyword: &str| flat.get(keyword).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let least = count("minItems").unwrap_or(0);
        let most = count("maxItems").unwrap_or(least.max(3));
        let items = match self.choice {
            _ if depth > DEPTH => least,
            Choice::All => 2,
            Choice::Required => least,
            Choice::Random => self.rng.next_below(4),
        };
        let empty = Vec::new();
        let (first, rest) = match (flat.get("prefixItems"), flat.get("items")) {
            (Some(Value::Array(first)), rest) => (first, rest),
            (_, Some(Value::Array(first))) => (first, flat.get("additionalItems")),
            (_, rest) => (&empty, rest),
        };
        let any = Value::Bool(true);
        let mut array: Vec<Value> = Vec::new();
        let wanted = items.clamp(least.min(64), most.max(least).min(64));
        for at in 0..wanted.max(if self.choice == Choice::All { first.len() } else { 0 }) {
            let schema = first.get(at).or(rest).unwrap_or(&any);
            // Two tries, for `uniqueItems`.
            let value = self.make_value(schema, depth + 1).filter(|value| !array.contains(value));
            let Some(value) = value.or_else(|| self.make_value(schema, depth + 1)) else { break };
            array.push(value);
        }
        Value::Array(array)
    }

    fn make_string(&mut self, flat: &Map<String, Value>) -> String {
        let words =
            ["text", "two words", "a-b_c", "Grüße", "quote \" and \\", "line\nline", "*/ end", "${x}", "0"];
        let formats = [
            ("date-time", "2026-11-21T10:00:00Z"),
            ("date", "2026-11-21"),
            ("time", "10:00:00Z"),
            ("email", "a@example.com"),
            ("uri", "https://example.com/a?b=c"),
            ("uuid", "0b5d9a3e-7c6f-4a51-9f7e-2d1c3b4a5f60"),
            ("ipv4", "192.0.2.1"),
            ("hostname", "example.com"),
        ];
        let format = flat.get("format").and_then(Value::as_str);
        if let Some((_, sample)) = formats.iter().find(|(name, _)| Some(*name) == format) {
            return (*sample).to_owned();
        }
        let mut text = if flat.contains_key("pattern") {
            let samples = [
                "abc",
                "A1",
                "12",
                "ABC",
                "a-b",
                "2026-11-21",
                "#ff0000",
                "10:00",
                "v1.2.3",
                "https://a.b/c",
            ];
            let own = ["default", "examples", "example"].map(|keyword| match flat.get(keyword) {
                Some(Value::Array(examples)) => examples.first().and_then(Value::as_str),
                other => other.and_then(Value::as_str),
            });
            match own.into_iter().flatten().next() {
                Some(own) => return own.to_owned(),
                None => self.rng.pick_item(&samples).copied().unwrap_or_default().to_owned(),
            }
        } else if self.choice == Choice::Random {
            self.rng.pick_item(&words).copied().unwrap_or_default().to_owned()
        } else {
            format!("text{}", self.rng.next_below(10))
        };
        let count =
            |keyword: &str| flat.get(keyword).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        while text.chars().count() < count("minLength").unwrap_or(0).min(4_096) {
            text.push('x');
        }
        if let Some(most) = count("maxLength") {
            text = text.chars().take(most).collect();
        }
        text
    }

    fn make_number(&mut self, flat: &Map<String, Value>, whole: bool) -> Option<Value> {
        let bound = |keyword: &str| flat.get(keyword).and_then(Value::as_f64);
        let step = bound("multipleOf").filter(|step| *step > 0.0).unwrap_or(if whole { 1.0 } else { 0.5 });
        let least = bound("minimum").or(bound("exclusiveMinimum").map(|least| least + step));
        let most = bound("maximum").or(bound("exclusiveMaximum").map(|most| most - step));
        let steps = match (least, most) {
            (Some(least), Some(most)) => ((most - least) / step).clamp(0.0, 1e6),
            _ => 40.0,
        };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 10^6")]
        let taken = match self.choice {
            Choice::Random => self.rng.next_below(steps as usize + 1),
            Choice::All => usize::from(steps >= 1.0),
            Choice::Required => 0,
        };
        let from = least.or(most.map(|most| most - steps * step)).unwrap_or(0.0);
        let start = (from / step).ceil() * step;
        #[allow(clippy::cast_precision_loss, reason = "at most 10^6")]
        let value = start + taken as f64 * step;
        #[allow(clippy::cast_possible_truncation, reason = "it was compared first")]
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return Some(json!(value as i64));
        }
        Number::from_f64(value).map(Value::Number)
    }

    /// Returns whether an optional property is generated.
    fn wants_optional(&mut self, depth: usize) -> bool {
        match self.choice {
            _ if depth > DEPTH => false,
            Choice::All => true,
            Choice::Required => false,
            Choice::Random => self.rng.next_below(2) == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(schema: &Value) -> Vec<Value> {
        let judge = Judge::new(schema).unwrap();
        let values = valid_values("seed", schema, &judge);
        assert!(!values.is_empty(), "nothing was made for {schema}");
        assert!(values.iter().all(|value| judge.accepts(value)));
        values
    }

    #[test]
    fn all_properties_and_only_the_required_ones() {
        let values = check(&json!({
            "type": "object", "required": ["a"], "additionalProperties": false,
            "properties": { "a": { "type": "integer", "minimum": 3 }, "b": { "enum": ["x"] } },
        }));
        assert_eq!(values[..2], [json!({ "a": 4, "b": "x" }), json!({ "a": 3 })]);
    }

    #[test]
    fn what_tools_use_is_made() {
        check(&json!({ "anyOf": [{ "type": "string", "minLength": 12 }, { "type": "null" }] }));
        check(
            &json!({ "type": "array", "items": { "type": "number", "exclusiveMinimum": 1, "maximum": 2 }, "minItems": 3 }),
        );
        check(&json!({ "$ref": "#/$defs/tree", "$defs": { "tree": {
            "type": "object", "required": ["kids"],
            "properties": { "kids": { "type": "array", "items": { "$ref": "#/$defs/tree" } } },
        } } }));
        check(&json!({ "allOf": [{ "required": ["a"] }, { "properties": { "a": { "const": 1 } } }] }));
        check(&json!({ "type": "object", "additionalProperties": { "type": "string" }, "minProperties": 2 }));
    }
}
