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
fn undeclared_parameters_of_paths_are_losses() {
    let get = json!({"operationId": "f", "parameters": [{"name": "x", "in": "path"}, {"name": "y", "in": "query"}]});
    for (path, undeclared) in [
        ("/a", &[][..]),
        ("/{x}", &[]),
        ("/{x}/b/{z}", &["z"]),
        ("/{y}{", &["y"]),
        ("/{}/{z}.{w}", &["", "z", "w"]),
    ] {
        let document = json!({"openapi": "3.1.0", "paths": {path: {"get": get}}});
        let losses = read(Format::OpenApi, &document).unwrap().losses;
        let values: Vec<&Value> =
            losses.iter().filter(|loss| loss.keyword == "path").map(|loss| &loss.value).collect();
        assert_eq!(values, undeclared, "{path}: {losses:?}");
    }
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

/// Schemas of an operation's arguments and output, and the losses, in OpenAPI of this version.
fn exchange(version: &str, body: &Value, schemas: &Value) -> (Value, Value, Vec<String>) {
    let content = json!({"application/json": {"schema": body}});
    let document = json!({
        "openapi": version,
        "paths": {"/a": {"post": {
            "operationId": "f",
            "requestBody": {"required": true, "content": content},
            "responses": {"200": {"description": "", "content": content}},
        }}},
        "components": {"schemas": schemas},
    });
    let tools = read(Format::OpenApi, &document).unwrap();
    let mut options = ExportOptions::default();
    options.mcp = McpRevision::V2026_07_28;
    let written = write(Format::Mcp, &tools.value, &options).unwrap().value;
    let tool = &written["tools"][0];
    let losses = tools.losses.iter().map(ToString::to_string).collect();
    (tool["inputSchema"].clone(), tool["outputSchema"].clone(), losses)
}

/// A validator's verdict on a value.
fn is_valid(schema: &Value, value: &Value) -> bool {
    jsonschema::is_valid(schema, value)
}

#[test]
fn properties_of_one_side_are_not_required() {
    let schemas = json!({
        "Kid": {"type": "object", "required": ["id", "name", "pin"], "properties": {
            "id": {"type": "integer", "readOnly": true}, "name": {"type": "string"}, "pin": {"type": "string", "writeOnly": true},
        }},
        "Stamp": {"type": "string", "readOnly": true},
        "Based": {"allOf": [{"$ref": "#/components/schemas/Kid"}, {"required": ["id", "name"]}], "required": ["pin", "id"]},
        "Stamped": {"type": "object", "required": ["at"], "properties": {"at": {"$ref": "#/components/schemas/Stamp"}}},
    });
    let (sent, received) = (json!({"name": "a", "pin": "b"}), json!({"name": "a", "id": 1}));
    let kid = schemas["Kid"].clone();
    let of = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    for nested in
        [kid, of("Kid"), of("Based"), json!({"allOf": [of("Kid")]}), json!({"oneOf": [of("Based")]})]
    {
        let lists = json!({"type": "object", "required": ["kids"], "properties": {"kids": {"type": "array", "items": nested}}});
        for (body, put) in [(lists, true), (nested, false)] {
            let (input, output, losses) = exchange("3.0.3", &body, &schemas);
            let of = |value: &Value| if put { json!({"kids": [value]}) } else { value.clone() };
            let given = if put || input["properties"].get("body").is_none() {
                of(&sent)
            } else {
                json!({"body": sent})
            };
            assert!(is_valid(&input, &given), "{body}: {input}");
            assert!(is_valid(&output, &of(&received)), "{body}: {output}");
            assert!(!is_valid(&output, &of(&json!({"name": "a"}))), "{body}: {output}");
            for (word, name) in [("readOnly", "responses"), ("writeOnly", "requests")] {
                let loss = format!("`{word}` dropped: a property that is only in {name}");
                assert!(losses.iter().any(|one| one.contains(&loss)), "{body}: {losses:?}");
            }
        }
    }
    let (input, output, _) = exchange("3.1.0", &of("Stamped"), &schemas);
    assert!(is_valid(&input, &json!({})), "{input}");
    assert!(!is_valid(&output, &json!({})), "{output}");
}

/// OpenAPI's proposal "Clarify Semantics of nullable in OpenAPI 3.0" decides.
#[test]
fn nullable_counts_next_to_a_type() {
    let schemas = json!({"Name": {"type": "string"}, "Maybe": {"type": "string", "nullable": true}});
    let name = json!({"$ref": "#/components/schemas/Name"});
    for (version, schema, null, lost) in [
        ("3.0.3", json!({"type": "string", "nullable": true}), true, false),
        ("3.0.3", json!({"$ref": "#/components/schemas/Maybe"}), true, false),
        ("3.0.3", json!({"type": "string", "nullable": true, "enum": ["a", null]}), true, false),
        ("3.0.3", json!({"type": "string", "nullable": true, "enum": ["a"]}), false, true),
        ("3.0.3", json!({"nullable": true, "enum": ["a"]}), false, true),
        ("3.0.3", json!({"nullable": true}), true, false),
        ("3.0.3", json!({"nullable": false}), true, false),
        ("3.0.3", json!({"nullable": true, "allOf": [name]}), false, true),
        ("3.0.3", json!({"nullable": true, "oneOf": [name]}), false, true),
        ("3.0.3", json!({"nullable": true, "anyOf": [name]}), false, true),
        ("3.0.3", json!({"nullable": true, "$ref": "#/components/schemas/Name"}), false, true),
        ("3.1.0", json!({"nullable": true, "type": "string"}), false, true),
        ("3.1.0", json!({"nullable": true, "type": ["string", "null"]}), true, false),
    ] {
        let body = json!({"type": "object", "properties": {"a": schema}});
        let (input, output, losses) = exchange(version, &body, &schemas);
        let given = json!({"a": null});
        assert_eq!((is_valid(&input, &given), is_valid(&output, &given)), (null, null), "{schema}: {input}");
        let losses: Vec<_> = losses.iter().filter(|loss| loss.contains("`nullable`")).collect();
        assert_eq!(losses.len(), if lost { 2 } else { 0 }, "{schema}: {losses:?}");
    }
}

/// Reads an operation for each body, and returns their schemas in MCP and the losses.
fn with_bodies(bodies: &Value, schemas: &Value) -> (Vec<Value>, Vec<String>) {
    let mut paths = json!({});
    for (at, body) in bodies.as_array().unwrap().iter().enumerate() {
        paths[format!("/{at}")] = json!({"post": {"operationId": format!("f{at}"), "requestBody": {"required": true,
            "content": {"application/json": {"schema": body}}}}});
    }
    let document = json!({"openapi": "3.1.0", "paths": paths, "components": {"schemas": schemas}});
    let tools = read(Format::OpenApi, &document).unwrap();
    assert_eq!(tools.value.len(), bodies.as_array().unwrap().len());
    let losses: Vec<String> =
        tools.losses.iter().map(|loss| format!("{}: {}", loss.keyword, loss.message)).collect();
    let written = write(Format::Mcp, &tools.value, &ExportOptions::default()).unwrap().value;
    let schemas = written["tools"].as_array().unwrap().iter().map(|tool| tool["inputSchema"].clone());
    (schemas.collect(), losses)
}

/// Asserts which values a tool's argument `body` accepts.
#[track_caller]
fn accepts(schema: &Value, valid: &[Value], invalid: &[Value]) {
    let validator = jsonschema::validator_for(schema).unwrap();
    for (values, expected) in [(valid, true), (invalid, false)] {
        for value in values {
            assert_eq!(validator.is_valid(&json!({"body": value})), expected, "{value} by {schema}");
        }
    }
}

#[test]
fn discriminators_select_subtypes() {
    let schemas = |mapping: Value| {
        json!({
            "Vehicle": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}},
                "discriminator": {"propertyName": "kind", "mapping": mapping}},
            "Car": {"allOf": [{"$ref": "#/components/schemas/Vehicle"}, {"type": "object", "required": ["plate"], "properties": {"plate": {"type": "string"}}}]},
            "Boat": {"allOf": [{"$ref": "#/components/schemas/Vehicle"}], "properties": {"draught": {"type": "number"}}, "required": ["draught"]},
            "Ferry": {"allOf": [{"$ref": "#/components/schemas/Boat"}, {"properties": {"cars": {"type": "array", "items": {"$ref": "#/components/schemas/Car"}}}}]},
        })
    };
    let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let bodies = json!([reference("Vehicle"), reference("Boat"), reference("Car"), {"allOf": [reference("Vehicle")], "description": "One."}]);
    let (tools, losses) =
        with_bodies(&bodies, &schemas(json!({"car": "#/components/schemas/Car", "boat": "Boat"})));
    assert!(losses.is_empty(), "{losses:?}");
    let car = json!({"kind": "car", "plate": "B-1"});
    let boat = json!({"kind": "boat", "draught": 2});
    let ferry = json!({"kind": "Ferry", "draught": 2, "cars": [car]});
    let nonsense = [
        json!({"kind": "car", "draught": 2}),
        json!({"kind": "boat", "plate": "B-1"}),
        json!({"kind": "Car", "plate": "B-1"}),
        json!({"kind": "Vehicle"}),
        json!({"plate": "B-1"}),
        json!({"kind": "Ferry", "draught": 2, "cars": [boat]}),
    ];
    for tool in [&tools[0], &tools[3]] {
        accepts(tool, &[car.clone(), boat.clone(), ferry.clone()], &nonsense);
    }
    accepts(&tools[1], &[boat.clone(), ferry.clone()], &[std::slice::from_ref(&car), &nonsense[..]].concat());
    accepts(&tools[2], std::slice::from_ref(&car), &[std::slice::from_ref(&boat), &nonsense[..]].concat());

    // A property's list decides which values select the parent itself, and a subtype's own list is its value.
    let mut listed = schemas(json!({}));
    listed["Vehicle"]["properties"]["kind"] = json!({"enum": ["Car", "vessel", "Ferry", "bike"]});
    listed["Boat"]["properties"]["kind"] = json!({"const": "vessel"});
    let (tools, losses) = with_bodies(&bodies, &listed);
    assert!(losses.is_empty(), "{losses:?}");
    accepts(
        &tools[0],
        &[
            json!({"kind": "bike"}),
            json!({"kind": "Car", "plate": "B-1"}),
            json!({"kind": "vessel", "draught": 1}),
        ],
        &[json!({"kind": "Car"}), json!({"kind": "vessel"}), json!({"kind": "Boat", "draught": 1})],
    );

    // A union lists its subtypes, which need not have a common parent; a value that selects itself stays as it is.
    let shapes = json!({
        "Circle": {"type": "object", "required": ["type", "size"], "properties": {"type": {"type": "string"}, "size": {"type": "number"}}},
        "Square": {"type": "object", "required": ["size"], "properties": {"size": {"type": "number"}}},
        "Line": {"type": "object", "required": ["type"], "properties": {"type": {"enum": ["line", "arrow"]}}},
    });
    let union = |word: &str| {
        json!({word: [reference("Circle"), reference("Square"), reference("Line")],
        "discriminator": {"propertyName": "type", "mapping": {"circle": "Circle", "disc": "#/components/schemas/Circle"}}})
    };
    let (tools, losses) = with_bodies(&json!([union("oneOf"), union("anyOf"), reference("Circle")]), &shapes);
    assert!(losses.is_empty(), "{losses:?}");
    for tool in &tools[..2] {
        accepts(
            tool,
            &[
                json!({"type": "circle", "size": 1}),
                json!({"type": "disc", "size": 1}),
                json!({"type": "Square", "size": 1}),
                json!({"type": "arrow"}),
            ],
            &[
                json!({"type": "Circle", "size": 1}),
                json!({"type": "square", "size": 1}),
                json!({"type": "Line"}),
                json!({"size": 1}),
            ],
        );
    }
    assert_eq!(tools[2]["properties"]["type"], json!({"type": "string"}));
}

#[test]
fn unusable_discriminators_are_losses() {
    let reference = json!({"$ref": "#/components/schemas/A"});
    let parent = |discriminator: Value| json!({"type": "object", "properties": {"k": {"type": "string"}}, "discriminator": discriminator});
    let mut many = json!({"A": parent(json!({"propertyName": "k"}))});
    for at in 0..200 {
        many[format!("C{at}")] = json!({"allOf": [reference], "properties": {"x": {}}});
    }
    for (body, schemas, lost) in [
        (
            reference.clone(),
            json!({"A": parent(json!({"propertyName": "k"}))}),
            "no schema refers to this one",
        ),
        (reference.clone(), json!({"A": parent(json!({}))}), "no `propertyName`"),
        (reference.clone(), many, "more than 100 subtypes"),
        (parent(json!({"propertyName": "k"})), json!({}), "only a schema in `components`"),
        (
            reference.clone(),
            json!({"A": parent(json!({"propertyName": "k", "mapping": {"b": "other.json"}})), "B": {"allOf": [reference]}}),
            "not a schema of this document",
        ),
    ] {
        let (tools, losses) = with_bodies(&json!([body]), &schemas);
        assert_eq!(losses.len(), 1, "{losses:?}");
        assert!(losses[0].starts_with("discriminator: ") && losses[0].contains(lost), "{losses:?}");
        accepts(&tools[0], &[json!({"k": "B"})], &[json!(1)]);
    }
    // Hierarchies in a circle, and subtypes that their parent lists, end.
    let circle = json!({
        "A": {"allOf": [{"$ref": "#/components/schemas/B"}], "properties": {"k": {"type": "string"}}, "discriminator": {"propertyName": "k"}},
        "B": {"allOf": [reference], "properties": {"b": {"type": "string"}}, "required": ["b"]},
        "C": {"oneOf": [{"$ref": "#/components/schemas/D"}], "properties": {"k": {"type": "string"}}, "discriminator": {"propertyName": "k"}},
        "D": {"allOf": [{"$ref": "#/components/schemas/C"}, {"properties": {"d": {"type": "string"}}, "required": ["d"]}]},
    });
    let (tools, _) = with_bodies(&json!([reference, {"$ref": "#/components/schemas/C"}]), &circle);
    accepts(&tools[1], &[json!({"k": "D", "d": "x"})], &[json!({"k": "C", "d": "x"}), json!({"k": "D"})]);
}

#[test]
fn recursive_references_lead_to_components() {
    let schemas = json!({
        "Compound": {"$recursiveAnchor": true, "type": "object", "additionalProperties": false, "required": ["all"],
            "properties": {"all": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"$recursiveRef": "#"}]}}}},
        "Tree": {"type": "object", "additionalProperties": false, "properties": {"kids": {"type": "array", "items": {"$dynamicRef": "#/components/schemas/Tree"}}}},
        "Free": {"type": "object", "properties": {"x": {"$recursiveRef": "#"}}},
    });
    let reference = |name: &str| json!({"allOf": [{"$ref": format!("#/components/schemas/{name}")}]});
    let mut inline = schemas["Compound"].clone();
    inline["title"] = "Inline".into();
    let bodies = json!([reference("Compound"), inline, reference("Tree"), reference("Free")]);
    let (tools, losses) = with_bodies(&bodies, &schemas);
    for tool in &tools[..2] {
        accepts(
            tool,
            &[json!({"all": ["a", {"all": []}]})],
            &[json!({"all": [{"body": {"all": []}}]}), json!({"all": [1]})],
        );
    }
    accepts(&tools[2], &[json!({"kids": [{"kids": []}]})], &[json!({"kids": [{"body": 1}]})]);
    accepts(&tools[3], &[json!({"x": 1})], &[]);
    assert_eq!(
        losses,
        [
            "$recursiveRef: no schema around it has `$recursiveAnchor`; it is at /components/schemas/Free/properties/x"
        ]
    );
}
