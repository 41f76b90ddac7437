//! The media types of OpenAPI's bodies and responses.

use serde_json::{Value, json};
use webagents_formats::{ExportOptions, Format, McpRevision, read, write};

/// The output's schema of an operation with these responses, and the losses at it.
fn output(responses: &Value) -> (Value, Vec<String>) {
    let document = json!({
        "openapi": "3.1.0",
        "paths": {"/a": {"get": {"operationId": "f", "responses": responses}}},
        "components": {"schemas": {"Name": {"type": "string", "maxLength": 9}, "Pet": {"type": "object", "properties": {"n": {"type": "integer"}}}}},
    });
    let tools = read(Format::OpenApi, &document).unwrap();
    let losses = tools.losses.iter().map(ToString::to_string).filter(|loss| loss.contains("`responses`"));
    let losses = losses.collect();
    let mut options = ExportOptions::default();
    options.mcp = McpRevision::V2026_07_28;
    let written = write(Format::Mcp, &tools.value, &options).unwrap().value;
    (written["tools"][0]["outputSchema"].clone(), losses)
}

fn of_type(kind: &str, schema: &Value) -> (Value, Vec<String>) {
    output(&json!({"200": {"description": "", "content": {kind: {"schema": schema}}}}))
}

#[test]
fn json_and_texts_have_types() {
    let pet = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    for kind in [
        "application/json",
        "Application/JSON; charset=utf-8",
        "text/json",
        "application/vnd.shop.v1+json",
        "application/hal+json;profile=a",
        "*/*",
        "application/*",
    ] {
        let (schema, losses) = of_type(kind, &pet);
        assert_eq!((&schema["type"], losses.len()), (&json!("object"), 0), "{kind}: {schema} {losses:?}");
        assert_eq!(schema["properties"]["n"]["type"], "integer");
    }
    for (kind, schema) in [
        ("text/plain", json!({"type": "string"})),
        ("text/csv; charset=utf-8", json!({})),
        ("text/html", json!({"$ref": "#/components/schemas/Name"})),
        ("text/*", json!({"type": "string"})),
    ] {
        let (schema, losses) = of_type(kind, &schema);
        assert_eq!((&schema["type"], losses.len()), (&json!("string"), 0), "{kind}: {schema} {losses:?}");
    }
    let (schema, losses) = of_type("text/csv", &pet);
    assert_eq!((&schema["type"], losses.len()), (&json!("string"), 1), "{losses:?}");
}

#[test]
fn other_media_types_are_losses_and_have_no_type() {
    for kind in [
        "application/xml",
        "text/xml",
        "application/atom+xml",
        "application/octet-stream",
        "image/png",
        "application/pdf",
        "application/vnd.shop.v1",
        "application/x-ndjson",
        "application/json-seq",
        "text/event-stream",
        "application/x-www-form-urlencoded",
        "audio/*",
        "",
        ";",
        "json",
    ] {
        let (schema, losses) = of_type(kind, &json!({"type": "object"}));
        assert_eq!((schema, losses.len()), (Value::Null, 1), "{kind}: {losses:?}");
    }
}

#[test]
fn what_one_response_says_is_not_said_of_all() {
    let of = |schema: &str| json!({"schema": {"type": schema}});
    for (responses, ty, lost) in [
        // Another type of the same response.
        (
            json!({"200": {"content": {"application/json": of("number"), "application/v2+json": of("string")}}}),
            json!("number"),
            1,
        ),
        (
            json!({"200": {"content": {"application/xml": of("number"), "application/json": of("number")}}}),
            json!("number"),
            0,
        ),
        (
            json!({"200": {"content": {"text/plain": of("string"), "application/json": of("number")}}}),
            json!("number"),
            1,
        ),
        // Another response.
        (
            json!({"200": {"content": {"application/json": {}}}, "201": {"content": {"application/json": of("string")}}}),
            Value::Null,
            1,
        ),
        (
            json!({"200": {"content": {"application/json": of("number")}}, "204": {"description": ""}}),
            json!("number"),
            1,
        ),
        (json!({"204": {"description": ""}}), Value::Null, 0),
        (
            json!({"200": {"content": {"image/png": {}}}, "2XX": {"content": {"application/json": of("number")}}}),
            Value::Null,
            2,
        ),
        (json!({"default": {"content": {"application/json": of("boolean")}}}), Value::Null, 1),
        (
            json!({"200": {"content": {"application/json": of("number")}}, "default": {"content": {"application/json": of("string")}}}),
            json!("number"),
            0,
        ),
    ] {
        let (schema, losses) = output(&responses);
        assert_eq!((&schema["type"], losses.len()), (&ty, lost), "{responses}: {schema} {losses:?}");
    }
}

#[test]
fn bodies_of_any_type_and_of_text_can_be_given() {
    for (kind, schema, property, sent) in [
        ("*/*", json!({"type": "object", "properties": {"a": {"type": "integer"}}}), "a", "application/json"),
        ("application/*", json!({"type": "array"}), "body", "application/json"),
        ("text/plain", json!({"type": "string"}), "body", "text/plain"),
        ("text/csv", json!({"type": "object", "properties": {"a": {}}}), "body", "text/csv"),
    ] {
        let document = json!({"openapi": "3.1.0", "paths": {"/a": {"post": {
            "operationId": "f", "requestBody": {"required": true, "content": {kind: {"schema": schema}}},
        }}}});
        let tools = read(Format::OpenApi, &document).unwrap().value;
        let written = write(Format::Mcp, &tools, &ExportOptions::default()).unwrap().value;
        let properties = written["tools"][0]["inputSchema"]["properties"].clone();
        assert!(properties.get(property).is_some(), "{kind}: {properties}");
        assert_eq!(tools[0].extra["openapi"]["contentType"], sent);
    }
}
