//! Whole tools in every format: the output, the way back without a loss, and hostile documents.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use webagents_formats::provider::for_provider;
use webagents_formats::{ExportOptions, Format, McpRevision, detect, from_text, read, write};
use webagents_schema::{Interface, Loss};

const MCP: &str = include_str!("data/mcp-tools.json");
const WEB_MCP: &str = include_str!("data/webmcp-tools.json");
const OPEN_API: &str = include_str!("data/openapi.json");

fn newest() -> ExportOptions {
    let mut options = ExportOptions::default();
    options.mcp = McpRevision::V2026_07_28;
    options
}

fn tools(format: Format, text: &str) -> Vec<Interface> {
    read(format, &from_text(text).unwrap()).unwrap().value
}

fn lines(losses: &[Loss]) -> String {
    losses.iter().fold(String::new(), |mut out, loss| {
        let value = loss.value.to_string();
        let value: String = value.chars().take(60).collect();
        let _ = writeln!(out, "  {} {} {value}", loss.action.as_str(), loss);
        out
    })
}

/// Every variant of every real tool, one line each, with its losses.
fn variants(provider: Format) -> String {
    let mut out = String::new();
    for tool in tools(Format::Mcp, MCP).iter().chain(&tools(Format::WebMcp, WEB_MCP)) {
        let _ = match for_provider(&tool.input, provider) {
            Ok(written) => write!(out, "{}\n  {}\n{}", tool.name, written.value, lines(&written.losses)),
            Err(error) => writeln!(out, "{}\n  unrepresentable: {error}", tool.name),
        };
    }
    out
}

#[test]
fn openai_strict_variants() {
    assert_snapshot!(variants(Format::OpenAiStrict));
}

#[test]
fn anthropic_strict_variants() {
    assert_snapshot!(variants(Format::AnthropicStrict));
}

#[test]
fn gemini_variants() {
    assert_snapshot!(variants(Format::Gemini));
}

#[test]
fn gemini_json_schema_variants() {
    assert_snapshot!(variants(Format::GeminiJsonSchema));
}

/// Tools with a part for each format to keep or to lose.
fn own() -> Value {
    json!({"tools": [
        {
            "name": "cart.add",
            "title": "Add to cart",
            "description": "Puts a book into the cart.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer", "description": "The book.", "minimum": 1},
                    "count": {"type": "integer", "default": 1},
                },
                "required": ["id"],
                "additionalProperties": false,
            },
            "outputSchema": {"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]},
            "annotations": {"title": "Add", "readOnlyHint": false, "destructiveHint": false, "consequentialHint": true},
            "icons": [{"src": "https://shop.example/cart.svg"}],
            "_meta": {"shop.example/rank": 1},
        },
        {
            "name": "cart_add",
            "inputSchema": {"type": "object", "properties": {"extra": {"type": "object"}}},
        },
        {"name": "ping", "description": "Answers.", "inputSchema": {"type": "object"}},
    ]})
}

fn exported(format: Format, options: &ExportOptions) -> String {
    let tools = read(Format::Mcp, &own()).unwrap().value;
    let exported = write(format, &tools, options).unwrap();
    let document = serde_json::to_string_pretty(&exported.value).unwrap();
    format!("{document}\n\n{:?}\n\n{}", exported.names, lines(&exported.losses))
}

#[test]
fn every_format_is_written() {
    for format in Format::ALL.into_iter().filter(|format| format.is_writable()) {
        assert_snapshot!(format!("written_{}", format.as_str()), exported(format, &ExportOptions::default()));
    }
    let error = write(Format::OpenApi, &[], &newest()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "/: OpenAPI describes a service's operations: it can be read here, and not be written"
    );
}

#[test]
fn openapi_operations_are_tools() {
    let read = read(Format::OpenApi, &from_text(OPEN_API).unwrap()).unwrap();
    let written = write(Format::Mcp, &read.value, &newest()).unwrap();
    let document = serde_json::to_string_pretty(&written.value).unwrap();
    assert_snapshot!(format!("{document}\n\n{}", lines(&read.losses)));
}

#[test]
fn openapi_3_0_has_other_words() {
    let document = json!({
        "openapi": "3.0.3",
        "paths": {"/a": {"get": {"parameters": [{"name": "n", "in": "query", "schema": {
            "type": "number", "nullable": true, "minimum": 0, "exclusiveMinimum": true, "maximum": 9,
            "exclusiveMaximum": false, "example": 1,
        }}]}}},
    });
    let tools = read(Format::OpenApi, &document).unwrap().value;
    assert_eq!(tools[0].name, "get_a");
    let written = write(Format::Mcp, &tools, &newest()).unwrap().value;
    let schema = &written["tools"][0]["inputSchema"]["properties"]["n"];
    let keywords = ["exclusiveMinimum", "maximum", "examples"].map(|keyword| &schema[keyword]);
    assert_eq!(keywords, [&json!(0), &json!(9), &json!([1])]);
    assert_eq!(schema["minimum"], Value::Null);
    assert!(schema.to_string().contains("null"), "{schema}");
}

/// A document without empty members, and with its members in one order.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut members: Vec<_> = map.iter().filter(|(_, value)| !value.is_null()).collect();
            members.sort_by_key(|(name, _)| name.as_str());
            members
                .into_iter()
                .map(|(name, value)| (name.clone(), plain(value)))
                .collect::<Map<_, _>>()
                .into()
        }
        Value::Array(values) => values.iter().map(plain).collect(),
        other => other.clone(),
    }
}

#[test]
fn a_format_gives_back_what_it_was_given() {
    for (format, text) in [(Format::Mcp, MCP), (Format::WebMcp, WEB_MCP)] {
        let source = from_text(text).unwrap();
        for tool in source.as_array().unwrap() {
            let first = read(format, tool).unwrap();
            assert_eq!(first.losses, [], "{tool}");
            let written = write(format, &first.value, &newest()).unwrap();
            // One tool takes a list, for which clients of MCP would refuse all tools.
            if format == Format::Mcp && tool["inputSchema"]["type"] == "array" {
                assert_eq!(written.losses.len(), 1, "{tool}");
                continue;
            }
            assert_eq!(written.losses, [], "{tool}");
            let again = written.value.get("tools").unwrap_or(&written.value)[0].clone();
            // The same interface, and the same members next to the schemas, which `jsonschema::canonical` compares.
            assert_eq!(read(format, &again).unwrap().value, first.value, "{tool}");
            for (name, value) in tool.as_object().unwrap() {
                if !matches!(name.as_str(), "inputSchema" | "outputSchema" | "annotations")
                    && !value.is_null()
                {
                    assert_eq!(&again[name], value, "{name} of {tool}");
                }
            }
        }
    }
}

#[test]
fn what_a_provider_takes_is_read_and_written_again() {
    let tools = tools(Format::Mcp, MCP);
    for format in Format::ALL.into_iter().filter(|format| format.has_dialect()) {
        let first = write(format, &tools, &newest()).unwrap();
        let read = read(format, &first.value).unwrap();
        assert_eq!(read.value.len(), tools.len());
        let second = write(format, &read.value, &newest()).unwrap();
        assert_eq!(plain(&first.value), plain(&second.value), "{}", format.as_str());
    }
}

#[test]
fn a_tool_that_cannot_be_strict_is_written_plain() {
    let tools = read(Format::Mcp, &own()).unwrap().value;
    let written = write(Format::OpenAiStrict, &tools, &ExportOptions::default()).unwrap();
    assert_eq!(
        [true, false, true].map(Value::Bool),
        [0, 1, 2].map(|index| written.value[index]["strict"].clone())
    );
    let many: Vec<Interface> = std::iter::repeat_n(tools[2].clone(), 21).collect();
    let written = write(Format::AnthropicStrict, &many, &ExportOptions::default()).unwrap();
    assert_eq!(written.value[19]["strict"], json!(true));
    assert_eq!(written.value[20]["strict"], Value::Null);
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are literals in the calls")]
fn finds(document: Value, expected: Option<Format>) {
    assert_eq!(detect(&document), expected, "{document}");
}

#[test]
fn formats_are_detected() {
    let schema = json!({"type": "object", "properties": {}});
    for format in Format::ALL.into_iter().filter(|format| format.is_writable()) {
        let mut tool = Interface::new("f");
        tool.description = "F.".into();
        tool.annotations.consequential = Some(true);
        tool.input = for_format(&json!({"type": "object", "properties": {"a": {"type": "string"}}}));
        let written = write(format, &[tool], &ExportOptions::default()).unwrap().value;
        // Lower-case type names do not identify Gemini, but its list of declarations does.
        finds(written, Some(format));
    }
    finds(json!({"openapi": "3.1.0"}), Some(Format::OpenApi));
    finds(json!([{"name": "f", "description": "F.", "inputSchema": schema}]), Some(Format::Mcp));
    finds(
        json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "f", "inputSchema": {}}]}}),
        Some(Format::Mcp),
    );
    finds(json!({"name": "f", "description": "F.", "inputSchema": "{}"}), Some(Format::WebMcp));
    finds(
        json!([{"name": "f", "description": "F."}, {"name": "g", "annotations": {"debugging": false}, "inputSchema": {}}]),
        Some(Format::WebMcp),
    );
    finds(json!({"method": "WebMCP.toolsAdded", "params": {"tools": []}}), Some(Format::WebMcp));
    finds(json!({"functions": [{"name": "f", "parameters": schema}]}), Some(Format::OpenAi));
    finds(json!({"name": "f", "parameters": {"type": "OBJECT"}}), Some(Format::Gemini));
    for nothing in [json!(null), json!(1), json!([]), json!({}), schema, json!([[[1]]]), json!({"tools": 3})]
    {
        finds(nothing, None);
    }
}

fn for_format(schema: &Value) -> webagents_schema::Shape {
    webagents_schema::json_schema::read(schema, &webagents_schema::json_schema::SchemaReadOptions::tool())
        .unwrap()
        .value
}

#[test]
fn every_shape_of_a_document_is_read() {
    let tool = json!({"name": "f", "description": "F.", "inputSchema": {"type": "object"}});
    for document in [
        tool.clone(),
        json!([tool]),
        json!({"tools": [tool]}),
        json!({"jsonrpc": "2.0", "id": 7, "result": {"tools": [tool], "nextCursor": "n"}}),
        from_text(&format!("{tool}\n{tool}\n")).unwrap(),
    ] {
        assert_eq!(read(Format::Mcp, &document).unwrap().value[0].name, "f", "{document}");
        assert_eq!(read(Format::WebMcp, &document).unwrap().value[0].description, "F.", "{document}");
    }
    let cdp = json!({"method": "WebMCP.toolsAdded", "params": {"tools": [{
        "name": "f", "description": "F.", "inputSchema": "{\"type\": \"object\"}", "frameId": "1",
        "annotations": {"readOnly": true, "consequential": true, "autosubmit": true}, "window": {"window-fcc6": "h"},
    }]}});
    let tools = read(Format::WebMcp, &cdp).unwrap().value;
    assert_eq!(tools[0].annotations.read_only, Some(true));
    assert_eq!(tools[0].annotations.destructive, None);
    assert_eq!(
        Value::Object(tools[0].extra.clone()),
        json!({"frameId": "1", "annotations": {"autosubmit": true}})
    );
    let declaration = json!({"name": "f", "parameters": {"type": "OBJECT", "properties": {
        "type": {"type": "STRING", "nullable": true, "maxLength": "3"},
        "day": {"type": "STRING", "format": "enum", "enum": ["mon", "tue"]},
    }}});
    for document in [
        declaration.clone(),
        json!([declaration]),
        json!([{"functionDeclarations": [declaration]}]),
        json!({"tools": [{"function_declarations": [declaration]}]}),
        json!({"config": {"tools": [{"functionDeclarations": [declaration]}]}}),
    ] {
        let tools = read(Format::Gemini, &document).unwrap().value;
        assert_eq!(
            tools[0].input.root.to_string(),
            r#"{ /** @maxLength 3 */ type?: string | null; day?: "mon" | "tue" }"#
        );
    }
    let skipped = read(Format::OpenAi, &json!({"tools": [{"type": "web_search"}]})).unwrap();
    assert_eq!((skipped.value.len(), skipped.losses.len()), (0, 1));
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are literals in the calls")]
fn fails(format: Format, document: Value, expected: &str) {
    assert_eq!(read(format, &document).unwrap_err().to_string(), expected);
}

#[test]
fn errors_say_where() {
    use Format::{Anthropic, Gemini, Mcp, OpenAi, OpenApi, WebMcp};
    fails(Mcp, json!(3), "/: expected a list of tools, or an object that holds one, found a number");
    fails(
        Mcp,
        json!({"a": 1}),
        "/: no tools here: expected a list, a tool, or an object with `tools` or `result.tools` or `params.tools`",
    );
    fails(Mcp, json!({"tools": {}}), "/tools: expected a list of tools, found an object");
    fails(Mcp, json!({"tools": [1]}), "/tools/0: expected a tool, which is an object, found a number");
    fails(Mcp, json!([{"description": "x"}]), "/0: a tool without `name`: every tool must have one");
    fails(Mcp, json!([{"name": 1}]), "/0/name: expected a string, found a number");
    fails(
        Mcp,
        json!([{"name": "f", "description": []}]),
        "/0/description: expected a string, found an array",
    );
    fails(
        Mcp,
        json!([{"name": "f", "inputSchema": "x"}]),
        "/0/inputSchema: expected a schema, which is an object, found a string",
    );
    fails(
        Mcp,
        json!([{"name": "f", "annotations": true}]),
        "/0/annotations: expected an object, found a boolean",
    );
    fails(
        OpenAi,
        json!([{"type": "function", "function": 1}]),
        "/0/function: expected an object, found a number",
    );
    fails(
        Anthropic,
        json!([{"name": "f", "input_schema": 1}]),
        "/0/input_schema: expected a schema, which is an object, found a number",
    );
    fails(
        Gemini,
        json!([{"functionDeclarations": [1]}]),
        "/0/functionDeclarations/0: expected a tool, which is an object, found a number",
    );
    fails(OpenApi, json!([]), "/: expected an OpenAPI document, which is an object, found an array");
    fails(OpenApi, json!({"swagger": "2.0"}), "/: a Swagger 2.0 document: convert it to OpenAPI 3 first");
    fails(
        OpenApi,
        json!({"openapi": "4.0.0"}),
        "/openapi: OpenAPI \"4.0.0\" is not known: expected 3.0, 3.1 or 3.2",
    );
    fails(
        OpenApi,
        json!({"openapi": "3.1.0", "paths": {"/a": 1}}),
        "/paths/~1a: expected an object, found a number",
    );
    let with = |schema: Value| json!({"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [{"name": "a", "in": "query", "schema": schema}]}}}});
    let at = "/paths/~1a/get/parameters/0/schema";
    fails(
        OpenApi,
        with(json!({"$ref": "http://127.0.0.1:9/x"})),
        &format!(
            "{at}/$ref: \"http://127.0.0.1:9/x\" is in another document, and none is fetched: put it into this one"
        ),
    );
    fails(
        OpenApi,
        with(json!({"$ref": "#/components/schemas/X"})),
        &format!("{at}/$ref: \"#/components/schemas/X\" names nothing in this document"),
    );
    fails(
        OpenApi,
        with(json!({"items": {"$ref": 1}})),
        &format!("{at}/items/$ref: expected a reference, which is a string, found a number"),
    );
    let mut deep = json!({"type": "string"});
    for _ in 0..100 {
        deep = json!({"type": "array", "items": deep});
    }
    assert!(read(OpenApi, &with(deep.clone())).unwrap_err().message.contains("64 levels"));
    for format in [Mcp, WebMcp] {
        let error = read(format, &json!([{"name": "f", "inputSchema": deep}])).unwrap_err();
        assert!(error.pointer.starts_with("/0/inputSchema"), "{error}");
    }
    let circle = json!({"openapi": "3.1.0", "paths": {"/a": {"$ref": "#/paths/~1a"}}});
    assert!(read(OpenApi, &circle).unwrap_err().message.contains("circle"));
    assert!(from_text("{\"a\": 1}\n{oops").unwrap_err().to_string().starts_with("/1: line 2 is not JSON"));
}

#[test]
fn hostile_names_do_no_harm() {
    let names = [
        "__proto__",
        "constructor",
        "a\u{0}b",
        "\u{202e}evil",
        "",
        " ",
        "x".repeat(500).as_str(),
        "a/b",
        "a~b",
    ]
    .map(str::to_owned);
    let list: Vec<Value> = names
        .iter()
        .map(|name| json!({"name": name, "description": "D.", "inputSchema": {"type": "object", "properties": {name: {"type": "string"}}}}))
        .collect();
    let tools = read(Format::Mcp, &Value::Array(list)).unwrap().value;
    for format in Format::ALL.into_iter().filter(|format| format.is_writable()) {
        let written = write(format, &tools, &newest()).unwrap();
        assert_eq!(written.names.len(), names.len());
        assert_eq!(written.names.values().collect::<BTreeSet<_>>(), names.iter().collect());
        let allowed = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
        assert!(
            written.names.keys().all(|name| name.len() <= 128 && name.chars().all(allowed)),
            "{:?}",
            written.names
        );
    }
}

#[test]
fn a_small_document_that_refers_to_much_is_refused() {
    let paths: Map<String, Value> = (0..100)
        .map(|n| {
            let body = json!({"content": {"application/json": {"schema": {"items": {"$ref": "#/components/schemas/Big"}}}}});
            (format!("/{n}"), json!({"post": {"requestBody": body}}))
        })
        .collect();
    let document = json!({
        "openapi": "3.1.0",
        "paths": paths,
        "components": {"schemas": {"Big": {"type": "string", "examples": vec![0; 50_000]}}},
    });
    assert!(read(Format::OpenApi, &document).unwrap_err().message.contains("too large together"));
}

/// JSON that looks like tools often enough to pass the first check.
fn arbitrary() -> impl Strategy<Value = Value> {
    let words = prop::sample::select(vec![
        "name",
        "description",
        "title",
        "inputSchema",
        "outputSchema",
        "annotations",
        "type",
        "function",
        "parameters",
        "input_schema",
        "functionDeclarations",
        "tools",
        "result",
        "properties",
        "required",
        "items",
        "anyOf",
        "oneOf",
        "allOf",
        "$ref",
        "$defs",
        "enum",
        "const",
        "additionalProperties",
        "not",
        "prefixItems",
        "nullable",
        "strict",
        "openapi",
        "paths",
        "/a",
        "get",
        "post",
        "requestBody",
        "content",
        "application/json",
        "schema",
        "responses",
        "200",
        "in",
        "operationId",
        "components",
        "schemas",
        "readOnlyHint",
        "minimum",
        "format",
        "__proto__",
    ]);
    let texts = prop::sample::select(vec![
        "f",
        "object",
        "array",
        "string",
        "null",
        "function",
        "3.1.0",
        "3.0.0",
        "query",
        "path",
        "#/components/schemas/a",
        "#/$defs/a",
        "#",
        "http://x/",
        "",
        "\u{0}",
        "OBJECT",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::from),
        texts.prop_map(Value::from),
    ];
    leaf.prop_recursive(7, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((words.clone(), inner), 0..6).prop_map(|members| members
                .into_iter()
                .map(|(k, v)| (k.to_owned(), v))
                .collect::<Map<_, _>>()
                .into()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_document_panics(document in arbitrary()) {
        let _ = detect(&document);
        for format in Format::ALL {
            let _ = read(format, &document);
        }
    }

    #[test]
    fn what_is_read_can_be_written(schema in arbitrary(), name in "\\PC{0,8}") {
        let tool = json!({"name": name, "inputSchema": schema, "annotations": {"readOnlyHint": true}});
        let Ok(tools) = read(Format::Mcp, &json!([tool, tool])) else { return Ok(()) };
        for format in Format::ALL.into_iter().filter(|format| format.is_writable()) {
            let written = write(format, &tools.value, &newest()).unwrap();
            prop_assert_eq!(written.names.len(), 2);
        }
    }

    #[test]
    fn every_operation_is_a_tool(operation in arbitrary(), schema in arbitrary()) {
        let document = json!({
            "openapi": "3.1.0",
            "paths": {"/a": {"post": operation}},
            "components": {"schemas": {"a": schema}},
        });
        let _ = read(Format::OpenApi, &document);
    }
}

/// Parts of a document that are not tools, and of which nothing remains, are losses.
#[test]
fn parts_that_are_no_tools_are_losses() {
    let tool = json!({"name": "f", "inputSchema": {"type": "object"}});
    let declaration = json!({"name": "f", "parameters": {"type": "OBJECT"}});
    let operation = json!({"responses": {}});
    let webhooks = json!({"openapi": "3.1.0", "webhooks": {"sent": {"post": operation}}});
    let mut methods = json!({"openapi": "3.2.0", "paths": {"/a": {"query": operation}}});
    methods["paths"]["/a"]["additionalOperations"] = json!({"COPY": operation});
    for (format, document, tools, keyword) in [
        (Format::Mcp, json!({"tools": [tool], "nextCursor": "n"}), 1, "nextCursor"),
        (
            Format::Mcp,
            json!({"jsonrpc": "2.0", "result": {"tools": [tool], "nextCursor": "n"}}),
            1,
            "nextCursor",
        ),
        (
            Format::Gemini,
            json!([{"functionDeclarations": [declaration]}, {"googleSearch": {}}]),
            1,
            "googleSearch",
        ),
        (Format::OpenApi, webhooks, 0, "/sent"),
        (Format::OpenApi, methods, 1, "/COPY"),
    ] {
        let found = read(format, &document).unwrap();
        assert_eq!(found.value.len(), tools, "{document}");
        assert!(found.losses.iter().any(|loss| loss.keyword.ends_with(keyword)), "{:?}", found.losses);
    }
    assert_eq!(detect(&json!({"swagger": "2.0"})), Some(Format::OpenApi));
}
