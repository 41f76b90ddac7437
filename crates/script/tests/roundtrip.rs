//! Schema, TypeScript with tags, schema: nothing is lost on the way.
//!
//! The oracle is equality of the documents written from the shapes before and after. If they differ, each must cover
//! the other (`jsonschema::canonical`).

use std::path::Path;

use jsonschema::canonical::{Containment, options};
use serde_json::Value;
use webagents_schema::Shape;
use webagents_schema::declarations;
use webagents_schema::json_schema::{self, SchemaReadOptions, SchemaWriteOptions};
use webagents_script::declared_type;

fn data(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/soundness/data").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Descriptions without white space at their ends, which a comment does not keep.
fn trimmed(mut value: Value) -> Value {
    match &mut value {
        Value::Object(map) => {
            if let Some(Value::String(text)) = map.get_mut("description") {
                *text = text.trim().to_owned();
            }
            for (_, value) in map.iter_mut() {
                *value = trimmed(value.take());
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| *value = trimmed(value.take())),
        _ => {}
    }
    value
}

fn is_equivalent(one: &Value, other: &Value) -> bool {
    let (Ok(one), Ok(other)) = (options().canonicalize(one), options().canonicalize(other)) else {
        return false;
    };
    matches!(one.covers(&other), Ok(Containment::Yes)) && matches!(other.covers(&one), Ok(Containment::Yes))
}

/// Writes and reads a shape and compares the two, apart from losses.
fn returns(shape: &Shape) -> Result<(), String> {
    let schema = |shape: &Shape| trimmed(json_schema::write(shape, &SchemaWriteOptions::default()).value);
    let before = schema(shape);
    let written = declarations::write(shape.clone(), "Root");
    let read = declared_type(&written.value, "Root")
        .map_err(|error| format!("{error} at {:?}:\n{}", error.span, written.value))?;
    let after = schema(&read.value);
    if before != after && !is_equivalent(&before, &after) && written.losses.is_empty() {
        return Err(format!("{before}\n{after}\n{}{:?}\n", written.value, read.losses));
    }
    Ok(())
}

#[track_caller]
fn all_return(schemas: &[Value], least: usize) {
    assert!(schemas.len() > least, "{}", schemas.len());
    let failures: Vec<String> = schemas
        .iter()
        .filter_map(|schema| {
            let shape = json_schema::read(schema, &SchemaReadOptions::default()).ok()?.value;
            returns(&shape).err().map(|failure| format!("{schema}\n{failure}"))
        })
        .collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), schemas.len(), failures.join("\n"));
}

#[test]
fn the_schemas_of_real_tools_return() {
    let lines = data("mcp-tools.jsonl");
    let mut tools: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    tools.extend(serde_json::from_str::<Vec<Value>>(&data("webmcp-tools.json")).unwrap());
    let of = |tool: &Value| ["inputSchema", "outputSchema"].map(|name| tool[name].clone());
    let schemas: Vec<Value> = tools.iter().flat_map(of).filter(|schema| !schema.is_null()).collect();
    all_return(&schemas, 700);
}

#[test]
fn the_schemas_of_the_test_suite_return() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/soundness/data/json-schema-test-suite/draft2020-12");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let groups = |path: &std::path::PathBuf| {
        serde_json::from_str::<Vec<Value>>(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    let schemas: Vec<Value> = paths.iter().flat_map(groups).map(|mut group| group["schema"].take()).collect();
    all_return(&schemas, 200);
}

/// Each construct of JSON Schema once. Members are compared without their order.
#[test]
fn constructs_come_back_from_typescript() {
    let constructs: Value =
        serde_json::from_str(include_str!("../../schema/tests/data/constructs.json")).unwrap();
    let written = |shape: &Shape| json_schema::write(shape, &SchemaWriteOptions::default()).value;
    for (name, schema) in constructs.as_object().unwrap() {
        let shape = json_schema::read(schema, &SchemaReadOptions::default()).unwrap().value;
        let text = declarations::write(shape.clone(), "Root").value;
        let read = declared_type(&text, "Root").unwrap_or_else(|error| panic!("{name}: {error} in\n{text}"));
        assert_eq!(written(&read.value), written(&shape), "{name}: {text}");
    }
}
