//! OpenAI's limits of a strict schema.
//!
//! 5,000 properties, 10 levels of objects, 1,000 values in all `enum`s, 120,000 characters in all names and
//! values, and 15,000 characters in one `enum` of more than 250 texts ("Structured Outputs", Supported schemas).

use serde_json::Value;

use super::unrepresentable::Unrepresentable;
use webagents_schema::pointer;

const PROPERTIES: usize = 5_000;
const LEVELS: usize = 10;
const ENUM_VALUES: usize = 1_000;
const CHARACTERS: usize = 120_000;
const LARGE_ENUM: usize = 250;
const LARGE_ENUM_CHARACTERS: usize = 15_000;

#[derive(Default)]
struct Counts {
    properties: usize,
    values: usize,
    characters: usize,
}

/// Fails if a finished strict schema is above a limit. The engine bounds the depth of `schema`.
pub(super) fn check_limits(schema: &Value) -> Result<(), Unrepresentable> {
    let mut counts = Counts::default();
    walk_schema(schema, "", 0, &mut counts)?;
    let above = |what: &str, seen: usize, most: usize| {
        Err(Unrepresentable::new(
            "",
            format!("strict mode takes at most {most} {what} and there are {seen}; use the plain format"),
        ))
    };
    if counts.properties > PROPERTIES {
        return above("properties", counts.properties, PROPERTIES);
    }
    if counts.values > ENUM_VALUES {
        return above("values in `enum`s", counts.values, ENUM_VALUES);
    }
    if counts.characters > CHARACTERS {
        return above("characters in names and values", counts.characters, CHARACTERS);
    }
    Ok(())
}

fn walk_schema(schema: &Value, at: &str, level: usize, counts: &mut Counts) -> Result<(), Unrepresentable> {
    let Some(map) = schema.as_object() else { return Ok(()) };
    let level = level + usize::from(map.contains_key("properties"));
    if level > LEVELS {
        return Err(Unrepresentable::new(
            at,
            format!("strict mode takes at most {LEVELS} levels of objects; use the plain format"),
        ));
    }
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    if let Some(values) = map.get("enum").and_then(Value::as_array) {
        let characters: usize = values.iter().map(length).sum();
        counts.values += values.len();
        counts.characters += characters;
        if values.len() > LARGE_ENUM && characters > LARGE_ENUM_CHARACTERS {
            return Err(Unrepresentable::new(
                pointer(at, "enum"),
                format!(
                    "strict mode takes at most {LARGE_ENUM_CHARACTERS} characters in an `enum` of more than \
                     {LARGE_ENUM} values and there are {characters}; use the plain format"
                ),
            ));
        }
    }
    counts.characters += map.get("const").map_or(0, length);
    for key in ["properties", "$defs"] {
        let Some(children) = map.get(key).and_then(Value::as_object) else { continue };
        let here = pointer(at, key);
        if key == "properties" {
            counts.properties += children.len();
        }
        // The levels of a definition are counted from its own root: references may be recursive.
        let level = if key == "$defs" { 0 } else { level };
        for (name, child) in children {
            counts.characters += name.chars().count();
            walk_schema(child, &pointer(&here, name), level, counts)?;
        }
    }
    if let Some(items) = map.get("items") {
        walk_schema(items, &pointer(at, "items"), level, counts)?;
    }
    for (index, branch) in map.get("anyOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        walk_schema(branch, &pointer(&pointer(at, "anyOf"), &index.to_string()), level, counts)?;
    }
    Ok(())
}
