//! JSON Schema, read and written: what TypeScript says of a schema, and that nothing is lost on the way.

use std::path::Path;

use jsonschema::canonical::{Containment, options};
use serde_json::{Value, json};
use webagents_schema::json_schema::{self, ReadOptions, SchemaErrorKind, WriteOptions};
use webagents_schema::ty::Docs;
use webagents_schema::{Lossy, Shape};

fn read(schema: &Value) -> Lossy<Shape> {
    json_schema::read(schema, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error} in {schema}"))
}

/// The types of a schema, as a model would read them.
fn types(shape: &Shape) -> String {
    let mut text = String::new();
    shape.root.print(&mut text, Docs::Drop);
    for definition in &shape.definitions {
        text.extend(["; ", definition.name.as_str(), " = "]);
        definition.ty.print(&mut text, Docs::Drop);
    }
    text
}

/// That `schema` has this type, and that what is written of it accepts the same values.
#[track_caller]
fn check(schema: &Value, expected: &str) {
    let shape = read(schema);
    assert!(shape.losses.is_empty(), "{:?}", shape.losses);
    assert_eq!(types(&shape.value), expected, "{schema}");
    equivalent(schema);
}

fn written(schema: &Value) -> Value {
    json_schema::write(&read(schema).value, &WriteOptions::default()).value
}

#[track_caller]
fn equivalent(schema: &Value) {
    if let Err(message) = is_equivalent(schema) {
        panic!("{message}");
    }
}

/// The schema with the targets of `#/properties/…` as definitions: canonical forms know recursion by its name.
fn hoisted(schema: &Value, definitions: &Value) -> Value {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                if let Some(Value::String(place)) = map.get("$ref")
                    && place.starts_with("#/properties/")
                    && !found.contains(place)
                {
                    found.push(place.clone());
                }
                map.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let mut places = Vec::new();
    references(schema, &mut places);
    let mut text = schema.to_string();
    let mut moved = serde_json::Map::new();
    for (place, name) in places.iter().zip(definitions.as_object().into_iter().flat_map(|d| d.keys())) {
        let target = schema.pointer(&place[1..]).unwrap().to_string();
        let reference = json!({ "$ref": format!("#/$defs/{name}") }).to_string();
        text = text.replace(&target, &reference).replace(&json!({ "$ref": place }).to_string(), &reference);
        let target = target.replace(&json!({ "$ref": place }).to_string(), &reference);
        moved.insert(name.clone(), serde_json::from_str(&target).unwrap());
    }
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    if !moved.is_empty() {
        schema["$defs"] = Value::Object(moved);
    }
    schema
}

/// Whether the schema and what is written of it accept the same values.
fn is_equivalent(schema: &Value) -> Result<(), String> {
    let written = written(schema);
    let schema = &hoisted(schema, &written["$defs"]);
    // Two dialects are never compared; what the tools write means the same in each.
    let canonical = |schema: &Value| {
        let mut schema = schema.clone();
        if let Some(map) = schema.as_object_mut() {
            map.shift_remove("$schema");
        }
        options().canonicalize(&schema).map_err(|error| format!("{error} in {schema}"))
    };
    let (source, result) = (canonical(schema)?, canonical(&written)?);
    for (what, covers) in [("narrowed", result.covers(&source)), ("widened", source.covers(&result))] {
        let covers = covers.map_err(|error| format!("{error} of {schema}"))?;
        if covers != Containment::Yes {
            return Err(format!("{what} ({covers:?}): {schema}\n  {written}\n"));
        }
    }
    Ok(())
}

fn data(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/soundness/data").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The schemas of real tools (`tests/soundness/data/README.md`).
fn tool_schemas() -> Vec<Value> {
    let lines = data("mcp-tools.jsonl");
    let mut tools: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    tools.extend(serde_json::from_str::<Vec<Value>>(&data("webmcp-tools.json")).unwrap());
    let of = |tool: &Value| ["inputSchema", "outputSchema"].map(|name| tool[name].clone());
    // One tool of the corpus says `exclusiveMinimum: true`, which no draft that is read here takes.
    let is_schema = |schema: &Value| !schema.is_null() && jsonschema::meta::is_valid(schema);
    tools.iter().flat_map(of).filter(is_schema).collect()
}

#[test]
fn the_schemas_of_real_tools_come_back() {
    let schemas = tool_schemas();
    assert!(schemas.len() > 700, "{}", schemas.len());
    let failures: Vec<String> = schemas.iter().filter_map(|schema| is_equivalent(schema).err()).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), schemas.len(), failures.join("\n"));
}

#[test]
fn the_schemas_of_the_test_suite_come_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/soundness/data/json-schema-test-suite/draft2020-12");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut count = 0;
    let mut failures = Vec::new();
    for path in paths {
        let groups: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for group in groups {
            // The metaschema is another document.
            if group["schema"]
                .to_string()
                .contains(r#""$ref":"https://json-schema.org/draft/2020-12/schema""#)
            {
                continue;
            }
            match json_schema::read(&group["schema"], &ReadOptions::default()) {
                Ok(_) => {
                    count += 1;
                    // Here canonical forms tell the two documents apart by their `$id`.
                    let is_tree = group["description"] == "Recursive references between schemas";
                    if let Err(failure) = is_equivalent(&group["schema"])
                        && !is_tree
                    {
                        failures.push(format!("{}: {failure}", group["description"]));
                    }
                }
                Err(error) => failures.push(format!("{}: {error}", group["description"])),
            }
        }
    }
    assert!(count > 200, "{count}");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn types_and_values() {
    check(&json!({ "type": "string", "minLength": 1 }), "string");
    check(&json!({ "enum": ["a", 1, null, true] }), r#""a" | 1 | null | true"#);
}

#[test]
fn another_document_is_refused() {
    let error =
        json_schema::read(&json!({ "$ref": "https://example.com/a" }), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.kind, SchemaErrorKind::RemoteRef);
}
