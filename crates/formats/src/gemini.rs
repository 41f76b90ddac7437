//! Gemini: `functionDeclarations`.
//!
//! They have `parameters` in Gemini's own part of OpenAPI's schemas, or `parametersJsonSchema`.
//!
//! Both are read, whichever a declaration has, in camel case and in the snake case of the Python package. In
//! `parameters` types may be in capitals and numbers may be texts, as in the service's protocol. A function
//! without parameters is written without `parameters`, because the service refuses an object without
//! properties there.

use serde_json::{Map, Value, json};

use super::document::Input;
use super::entry::{Entry, EntryReader, Output, Writer, find_entries, with_prefix};
use super::error::FormatError;
use super::imported::{Imported, read_all};
use super::provider::engine::write_variant;
use super::provider::rules;
use webagents_schema::{Action, Loss, Lossy, pointer};

/// Members of a declaration that are not an interface's.
///
/// Source: `@google/genai` 2.32.0, `FunctionDeclaration`.
const KNOWN: [&str; 1] = ["behavior"];
const DECLARATIONS: [&str; 2] = ["functionDeclarations", "function_declarations"];
/// Levels of schemas whose words are translated; deeper ones fail to be read in any case.
const DEPTH: usize = 128;

pub(super) fn read_tools(document: Input<'_>) -> Result<Imported, FormatError> {
    Ok(read_all(document, find_declarations(document.value)?, |at, map| {
        // `{"googleSearch": {}}`: a tool of the service is one member with its settings.
        if let Some((service, Value::Object(_))) = map.iter().next().filter(|_| map.len() == 1) {
            let message = "a tool of the service itself, without an interface";
            let loss = Loss::new(at, service.as_str(), Value::Null, Action::Dropped, message);
            return Ok(Lossy { value: None, losses: vec![loss] });
        }
        let (mut reader, mut interface) = EntryReader::new(at, map)?;
        if let Some(shape) =
            reader.take_schema(&["parametersJsonSchema", "parameters_json_schema"], Output::No)?
        {
            interface.input = shape;
        } else if let Some(schema) = reader.take_member("parameters") {
            let at = pointer(&reader.at, "parameters");
            interface.input = reader.read_shape(&as_json_schema(schema, 0), &at, Output::No)?;
        }
        reader.take_member("parameters");
        interface.output =
            reader.take_schema(&["responseJsonSchema", "response_json_schema"], Output::Yes)?;
        if let Some(schema) = reader.take_member("response").filter(|_| interface.output.is_none()) {
            let at = pointer(&reader.at, "response");
            interface.output = Some(reader.read_shape(&as_json_schema(schema, 0), &at, Output::Yes)?);
        }
        interface.extra = reader.other_members();
        Ok(Lossy { value: Some(interface), losses: reader.losses })
    }))
}

/// The declarations of all tools of a request.
fn find_declarations(value: &Value) -> Result<Vec<Entry<'_>>, FormatError> {
    let is_tool = |map: &Map<String, Value>| {
        map.contains_key("name") || DECLARATIONS.iter().any(|name| map.contains_key(*name))
    };
    let mut out = Vec::new();
    for (at, map) in find_entries(value, &[&["tools"], &["config", "tools"]], is_tool)? {
        let Ok(map) = map else {
            out.push((at, map));
            continue;
        };
        match DECLARATIONS.iter().find(|name| map.contains_key(**name)) {
            None => out.push((at, Ok(map))),
            Some(name) => {
                let inner = find_entries(&map[*name], &[], |_| false).map_err(|mut error| {
                    error.pointer.insert_str(0, &pointer(&at, name));
                    error
                })?;
                out.extend(inner.into_iter().map(|(inner, map)| {
                    let map = map.map_err(|mut error| {
                        error.pointer.insert_str(0, &pointer(&at, name));
                        error
                    });
                    (pointer(&at, name) + &inner, map)
                }));
            }
        }
    }
    Ok(out)
}

/// A schema of Gemini's in the words of JSON Schema.
fn as_json_schema(schema: &Value, depth: usize) -> Value {
    let Some(map) = schema.as_object().filter(|_| depth < DEPTH) else { return schema.clone() };
    let mut out = Map::new();
    for (key, value) in map {
        let value = match (key.as_str(), value) {
            ("type", Value::String(ty)) => ty.to_ascii_lowercase().into(),
            ("properties", Value::Object(properties)) => properties
                .iter()
                .map(|(name, schema)| (name.clone(), as_json_schema(schema, depth + 1)))
                .collect::<Map<_, _>>()
                .into(),
            ("items", schema) => as_json_schema(schema, depth + 1),
            ("anyOf", Value::Array(branches)) => {
                branches.iter().map(|branch| as_json_schema(branch, depth + 1)).collect::<Vec<_>>().into()
            }
            (
                "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties" | "maxProperties",
                Value::String(text),
            ) => text.parse::<u64>().map_or_else(|_| value.clone(), Value::from),
            ("example", example) => {
                out.insert("examples".into(), json!([example]));
                continue;
            }
            // It announces an `enum`, which is there itself.
            ("format", Value::String(format)) if format == "enum" && map.contains_key("enum") => continue,
            ("nullable", Value::Bool(_)) => continue,
            _ => value.clone(),
        };
        out.insert(key.clone(), value);
    }
    if map.get("nullable") == Some(&Value::Bool(true)) {
        if let Some(Value::Array(values)) = out.get_mut("enum") {
            values.push(Value::Null);
        }
        if let Some(ty) = out.get_mut("type") {
            *ty = json!([ty.take(), "null"]);
        } else if let Some(Value::Array(branches)) = out.get_mut("anyOf") {
            branches.push(json!({"type": "null"}));
        }
    }
    Value::Object(out)
}

pub(super) fn write_tools(tools: &mut [(Writer<'_>, String)], is_json_schema: bool) -> Value {
    let (input, output, rules) = if is_json_schema {
        ("parametersJsonSchema", "responseJsonSchema", &rules::GEMINI_JSON_SCHEMA)
    } else {
        ("parameters", "response", &rules::GEMINI)
    };
    let list = tools.iter_mut().map(|(writer, name)| {
        let mut out = writer.begin_tool(name, None);
        let schema = writer.write_input();
        match write_variant(&schema, rules) {
            Ok(written) => {
                writer.losses.extend(with_prefix(&writer.tool, written.losses));
                let properties = written.value.get("properties").and_then(Value::as_object);
                if !properties.is_none_or(Map::is_empty) || is_json_schema {
                    out.insert(input.into(), written.value);
                }
            }
            Err(error) => writer.no_input(&error),
        }
        let result = writer.interface.output.as_ref().and_then(|_| writer.write_output());
        // A result that is not an object would be in a property that no tool returns.
        match result.filter(|schema| schema.get("type").is_some_and(|ty| ty == "object")) {
            Some(schema) => {
                if let Ok(written) = write_variant(&schema, rules) {
                    let prefix = pointer(&writer.tool, "outputSchema");
                    writer.losses.extend(with_prefix(&prefix, written.losses));
                    out.insert(output.into(), written.value);
                } else {
                    writer.no_output();
                }
            }
            None => writer.no_output(),
        }
        writer.no_title();
        writer.end_tool(&KNOWN, &mut out);
        Value::Object(out)
    });
    json!([{"functionDeclarations": list.collect::<Vec<_>>()}])
}
