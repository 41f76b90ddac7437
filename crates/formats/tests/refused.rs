//! A tool that cannot be read costs itself and no other; written tools pass the format's clients.

use serde_json::{Value, json};
use webagents_formats::{Document, ExportOptions, Format, McpRevision, read, read_each, write};
use webagents_schema::ty::Type;
use webagents_schema::{Interface, Loss, Shape, manifest_of};

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn a_tool_that_cannot_be_read_costs_no_other() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("data/refused.json")).unwrap();
    for case in &cases {
        let name = case["format"].as_str().unwrap();
        let format = Format::ALL.into_iter().find(|format| format.as_str() == name).unwrap();
        let document = Document::from_json(case["text"].as_str().unwrap()).unwrap();
        let read = read_each(format, &document).unwrap();
        let names: Vec<&str> = read.tools.iter().map(|tool| tool.name.as_str()).collect();
        let refused: Vec<String> = read.refused.iter().map(ToString::to_string).collect();
        assert_eq!(names, texts(&case["tools"]), "{case:#}");
        assert_eq!(refused, texts(&case["refused"]), "{case:#}");
    }
}

/// The tools of a list for MCP, and its losses.
fn mcp(tools: &Value, revision: McpRevision) -> (Value, Vec<Loss>) {
    let tools = read(Format::Mcp, tools).unwrap().value;
    let mut options = ExportOptions::default();
    options.mcp = revision;
    let written = write(Format::Mcp, &tools, &options).unwrap();
    (written.value["tools"].clone(), written.losses)
}

#[test]
fn an_output_that_is_no_object_is_left_out() {
    let node = json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}});
    let cases = [
        (json!({"type": "array", "items": {}}), false),
        (json!({"type": "number"}), false),
        (json!({}), true),
        (json!({"type": ["object", "null"]}), false),
        (json!({"anyOf": [{"type": "object"}, {"type": "string"}]}), false),
        (json!({"enum": [1]}), false),
        (json!({"type": "object"}), true),
        (
            json!({"anyOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]}),
            true,
        ),
        (json!({"$ref": "#/$defs/Node", "$defs": {"Node": node}}), true),
        (json!({"type": "object", "properties": {"a": true, "b": {}}}), true),
    ];
    for (schema, taken) in cases {
        let list = json!([{"name": "f", "inputSchema": {"type": "object"}, "outputSchema": schema}]);
        let (tools, losses) = mcp(&list, McpRevision::V2025_11_25);
        let written = tools[0].get("outputSchema");
        assert_eq!(written.is_some(), taken, "{schema}");
        if let Some(written) = written {
            assert_eq!(written["type"], "object", "{schema}");
            let properties = written["properties"].as_object().into_iter().flatten();
            assert!(properties.into_iter().all(|(_, schema)| schema.is_object()), "{written}");
        }
        assert_eq!(losses.iter().any(|loss| loss.keyword == "outputSchema"), !taken, "{schema}: {losses:?}");
        let (tools, losses) = mcp(&list, McpRevision::V2026_07_28);
        assert!(tools[0].get("outputSchema").is_some() && losses.is_empty(), "{schema}: {losses:?}");
    }
}

#[test]
fn webmcp_keeps_every_output_schema() {
    let schemas = [
        json!({"type": "string"}),
        json!({"type": "object", "properties": {"a": true}, "required": ["a"]}),
        json!({}),
        json!({"not": {}}),
        json!({"type": ["object", "null"]}),
        json!({"$ref": "#/$defs/Node", "$defs": {"Node": {"type": ["object", "null"]}}}),
    ];
    for schema in schemas {
        let list = json!([{"name": "f", "description": "D.", "inputSchema": null, "outputSchema": schema}]);
        let tools = read(Format::WebMcp, &list).unwrap().value;
        let written = write(Format::WebMcp, &tools, &ExportOptions::default()).unwrap();
        assert!(written.losses.is_empty(), "{schema}: {:?}", written.losses);
        assert!(written.value[0]["outputSchema"].is_object(), "{schema}: {}", written.value);
        let again = read(Format::WebMcp, &written.value).unwrap().value;
        // A definition that is used once may be written in its place.
        assert!(again[0].output.is_some());
        assert!(schema.get("$defs").is_some() || again[0].output == tools[0].output, "{schema}");
    }
}

#[test]
fn empty_output_schemas_are_absent_in_openai() {
    for (schema, has_output) in [(json!({}), false), (json!(null), false), (json!({"type": "string"}), true)]
    {
        let list = json!([{"type": "function", "name": "f", "parameters": null, "output_schema": schema}]);
        let tools = read(Format::OpenAi, &list).unwrap().value;
        assert_eq!(tools[0].output.is_some(), has_output, "{schema}");
        let written = write(Format::OpenAi, &tools, &ExportOptions::default()).unwrap().value;
        assert_eq!(written[0].get("output_schema").is_some(), has_output, "{written}");
    }
    let mut any = Interface::new("f");
    any.output = Some(Shape::new(Type::ANY));
    let written = write(Format::OpenAi, &[any], &ExportOptions::default()).unwrap().value;
    assert_eq!(written[0].get("output_schema"), None, "{written}");
}

#[test]
fn members_that_a_client_would_refuse_are_left_out() {
    let (tools, losses) = mcp(
        &json!([{
            "name": "f",
            "inputSchema": {"type": "object", "properties": {"a": true}},
            "annotations": {"readOnlyHint": "yes", "title": 4, "idempotentHint": null, "vendor": [1]},
            "icons": [{"src": 1}],
            "execution": {"taskSupport": "maybe"},
            "_meta": [],
            "own": 1,
        }]),
        McpRevision::default(),
    );
    let expected = json!([{
        "name": "f",
        "inputSchema": {"type": "object", "properties": {"a": {}}},
        "annotations": {"vendor": [1]},
        "own": 1,
    }]);
    assert_eq!(tools, expected);
    let lost: Vec<&str> = losses.iter().map(|loss| loss.keyword.as_str()).collect();
    assert_eq!(lost, ["readOnlyHint", "title", "icons", "execution", "_meta"]);
}

/// Each annotation that no vocabulary here has is written, or is a loss by its name.
#[test]
fn unknown_annotations_survive_or_are_lost_by_name() {
    const NAMES: [&str; 5] = ["language", "reversibleHint", "deviceCapabilitiesHint", "debugging", "vendor"];
    let annotations = json!({
        "readOnlyHint": true,
        "language": "en",
        "reversibleHint": true,
        "deviceCapabilitiesHint": ["camera"],
        "debugging": false,
        "vendor": {"a": 1},
    });
    let list = json!([{"name": "f", "description": "F.", "inputSchema": {"type": "object"}, "annotations": annotations}]);
    for from in [Format::Mcp, Format::WebMcp] {
        let tools = read(from, &list).unwrap();
        assert_eq!(tools.losses, []);
        for to in Format::ALL.into_iter().filter(|format| format.is_writable()) {
            let written = write(to, &tools.value, &ExportOptions::default()).unwrap();
            let tool = written.value.pointer("/0").or(written.value.pointer("/tools/0")).unwrap();
            for name in NAMES {
                let kept = tool["annotations"].get(name) == Some(&annotations[name]);
                let reported =
                    written.losses.iter().any(|loss| loss.keyword == name && loss.value == annotations[name]);
                assert!(kept != reported, "{name} from {from:?} to {to:?}: {written:#?}");
            }
        }
        let manifest = manifest_of(&tools.value, "S", "");
        for name in NAMES {
            assert!(manifest.losses.iter().any(|loss| loss.keyword == name), "{name}: {:?}", manifest.losses);
        }
    }
}

/// Annotations of a `webagents.md` that the format does not have are a loss as well.
#[test]
fn unknown_annotations_of_a_manifest_are_lost_by_name() {
    let parsed = webagents_manifest::parse(
        "# S\n\n## f\nF.\n\n### Params\n\n### Annotations\n- readOnly\n- reversible\n- language: en\n",
    );
    let losses = webagents_schema::interface_of(&parsed.manifest.tools[0]).losses;
    let said: Vec<String> = losses.iter().map(|loss| loss.value.to_string()).collect();
    assert!(said.iter().any(|text| text.contains("reversible")), "{losses:?}");
    assert!(said.iter().any(|text| text.contains("language")), "{losses:?}");
}

#[test]
fn required_lines_come_first_where_arguments_have_names() {
    let schema = json!({
        "type": "object",
        "properties": {"limit": {"type": "integer"}, "symbol": {"type": "string"}, "from": {}, "to": {"type": "string"}},
        "required": ["symbol", "to"],
    });
    let mut tools = read(Format::Mcp, &json!([{"name": "f", "inputSchema": schema}])).unwrap().value;
    let order = |tools: &[Interface]| -> Vec<String> {
        let params = &manifest_of(tools, "", "").value.tools[0].params;
        params.iter().map(|param| param.name.as_str().to_owned()).collect()
    };
    assert_eq!(order(&tools), ["symbol", "to", "limit", "from"]);
    // A call by position has the order that the site's function has.
    tools[0].call = webagents_schema::CallStyle::Positional;
    assert_eq!(order(&tools), ["limit", "symbol", "from", "to"]);
}

#[test]
fn draft_7_keeps_annotations_next_to_a_reference() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "x": {"type": "string", "description": "about x"},
            "y": {"$ref": "#/properties/x", "description": "about y", "default": "d", "maxLength": 1, "format": "date"},
            "z": {"$ref": "#/definitions/Z", "title": "Zed"},
        },
        "definitions": {"Z": {"type": "object", "properties": {"y": {"$ref": "#/properties/x", "description": "in z"}}}},
    });
    let read = webagents_schema::json_schema::read_arguments(&schema).unwrap();
    assert_eq!(read.losses, []);
    let written = webagents_schema::json_schema::write(
        &read.value,
        &webagents_schema::json_schema::SchemaWriteOptions::default(),
    )
    .value;
    let said =
        |place: &str| written.pointer(place).unwrap_or_else(|| panic!("{place} of {written:#}")).clone();
    assert_eq!(said("/properties/x/description"), "about x");
    assert_eq!(said("/properties/y/description"), "about y");
    assert_eq!(said("/properties/y/default"), "d");
    assert_eq!(said("/properties/z/title"), "Zed");
    assert_eq!(said("/$defs/Z/properties/y/description"), "in z");
    // Draft 7 ignores the keywords next to a reference that would restrict the value.
    let y = written["properties"]["y"].to_string();
    assert!(!y.contains("maxLength") && !y.contains("format"), "{y}");
}
