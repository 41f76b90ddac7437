//! One construct at a time.
//!
//! Whole tools of the real world are in `tests/formats.rs`, and the vendors' own transformers judge in
//! `cargo xtask soundness providers`.

use serde_json::{Value, json};

use super::engine;
use crate::Format::{self, Anthropic, AnthropicStrict, Gemini, GeminiJsonSchema, OpenAi, OpenAiStrict};

fn variant(schema: &Value, format: Format) -> Result<engine::Variant, super::Unrepresentable> {
    engine::write_variant(schema, format.facts().dialect.expect("a provider's format"))
}

/// The property `p`, optional unless `required`, in a provider's schema, and the losses inside it.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are literals in the calls")]
fn check(provider: Format, property: Value, expected: Value, losses: &[&str]) {
    let schema = json!({"type": "object", "properties": {"p": property}, "required": ["p"], "additionalProperties": false});
    let written = variant(&schema, provider).unwrap();
    assert_eq!(written.value["properties"]["p"], expected);
    let seen: Vec<String> = written
        .losses
        .iter()
        .filter(|loss| loss.pointer.starts_with("/properties/p"))
        .map(|loss| {
            format!(
                "{} {} {}",
                loss.pointer.trim_start_matches("/properties/p"),
                loss.keyword,
                loss.action.as_str()
            )
        })
        .collect();
    assert_eq!(seen, losses);
}

#[test]
fn null() {
    let optional = json!({"anyOf": [{"type": "string"}, {"type": "null"}], "description": "D."});
    check(OpenAiStrict, optional.clone(), json!({"type": ["string", "null"], "description": "D."}), &[]);
    check(AnthropicStrict, optional.clone(), json!({"type": ["string", "null"], "description": "D."}), &[]);
    check(Gemini, optional.clone(), json!({"type": "string", "nullable": true, "description": "D."}), &[]);
    check(GeminiJsonSchema, optional, json!({"type": ["string", "null"], "description": "D."}), &[]);
    let list = json!({"type": ["array", "null"], "items": {"type": "integer"}});
    check(OpenAiStrict, list.clone(), list.clone(), &[]);
    let union = json!({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]});
    check(AnthropicStrict, list.clone(), union, &[]);
    check(Gemini, list, json!({"type": "array", "nullable": true, "items": {"type": "integer"}}), &[]);
    let values = json!({"enum": ["a", null]});
    check(OpenAiStrict, values.clone(), json!({"type": ["string", "null"], "enum": ["a", null]}), &[]);
    check(AnthropicStrict, values.clone(), json!({"enum": ["a", null]}), &[]);
    check(Gemini, values, json!({"type": "string", "enum": ["a"], "nullable": true}), &[]);
}

#[test]
fn literals() {
    let constant = json!({"const": "a"});
    check(OpenAiStrict, constant.clone(), json!({"type": "string", "const": "a"}), &[]);
    check(AnthropicStrict, constant.clone(), json!({"const": "a"}), &[]);
    check(Gemini, constant.clone(), json!({"type": "string", "enum": ["a"]}), &[]);
    check(GeminiJsonSchema, constant, json!({"type": "string", "enum": ["a"]}), &[]);
    let numbers = json!({"type": "integer", "enum": [1, 2]});
    check(
        Gemini,
        numbers.clone(),
        json!({"type": "integer", "description": "[enum: [1,2]]"}),
        &[" enum described"],
    );
    check(GeminiJsonSchema, numbers.clone(), numbers, &[]);
    let empty = json!({"type": "string", "enum": ["", "a"]});
    check(Gemini, empty, json!({"type": "string", "enum": ["a"]}), &[" enum narrowed"]);
    let objects = json!({"enum": [{"a": 1}, {"a": 2}]});
    check(
        OpenAiStrict,
        json!({"type": "array", "items": {"type": "string"}, "enum": [["a"]]}),
        json!({"type": "array", "items": {"type": "string"}, "description": "[enum: [[\"a\"]]]"}),
        &[" enum described"],
    );
    check(
        Gemini,
        objects,
        json!({"type": "object", "description": "[enum: [{\"a\":1},{\"a\":2}]]"}),
        &[" enum described"],
    );
    // How a browser writes a `select` of a declarative form.
    let select = json!({
        "type": "string",
        "anyOf": [{"type": "string", "const": "s", "title": "Small"}, {"type": "string", "const": "l", "title": "l"}],
        "enum": ["s", "l"],
    });
    check(
        OpenAiStrict,
        select,
        json!({"type": "string", "enum": ["s", "l"], "description": "[titles: {\"s\":\"Small\"}]"}),
        &[" titles described"],
    );
}

#[test]
fn alternatives() {
    let exclusive = json!({"oneOf": [{"type": "string"}, {"type": "integer"}]});
    let any = json!({"anyOf": [{"type": "string"}, {"type": "integer"}]});
    check(OpenAiStrict, exclusive, any, &[]);
    let overlapping = json!({"oneOf": [{"type": "number"}, {"type": "integer"}]});
    check(
        OpenAiStrict,
        overlapping,
        json!({"anyOf": [{"type": "number"}, {"type": "integer"}]}),
        &[" oneOf widened"],
    );
    let described =
        json!({"description": "D.", "anyOf": [{"type": "string"}, {"type": "boolean", "description": "B."}]});
    check(OpenAiStrict, described.clone(), described.clone(), &[]);
    let inside =
        json!({"anyOf": [{"type": "string", "description": "D."}, {"type": "boolean", "description": "B."}]});
    check(Gemini, described, inside, &[]);
    let types = json!({"type": ["string", "integer"], "minLength": 1});
    check(
        OpenAiStrict,
        types,
        json!({"anyOf": [{"type": "string", "description": "[minLength: 1]"}, {"type": "integer"}]}),
        &[" minLength described"],
    );
    let all =
        json!({"allOf": [{"type": "number", "minimum": 1}, {"type": "integer", "minimum": 3, "maximum": 9}]});
    check(OpenAiStrict, all, json!({"type": "integer", "minimum": 3, "maximum": 9}), &[]);
}

#[test]
fn bounds() {
    let text = json!({"type": "string", "minLength": 1, "pattern": "^a", "format": "uri"});
    let (in_text, lost) = ("[minLength: 1, format: \"uri\"]", [" minLength described", " format described"]);
    check(
        OpenAiStrict,
        text.clone(),
        json!({"type": "string", "description": in_text, "pattern": "^a"}),
        &lost,
    );
    check(
        AnthropicStrict,
        text.clone(),
        json!({"type": "string", "description": "[minLength: 1, pattern: \"^a\"]", "format": "uri"}),
        &[" minLength described", " pattern described"],
    );
    check(
        Gemini,
        text.clone(),
        json!({"type": "string", "description": "[format: \"uri\"]", "minLength": 1, "pattern": "^a"}),
        &[" format described"],
    );
    check(
        GeminiJsonSchema,
        text,
        json!({"type": "string", "description": "[minLength: 1, pattern: \"^a\"]", "format": "uri"}),
        &[" minLength described", " pattern described"],
    );
    let above = json!({"type": "integer", "exclusiveMinimum": 0, "default": 3});
    check(Gemini, above.clone(), json!({"type": "integer", "minimum": 1, "default": 3}), &[]);
    check(
        OpenAiStrict,
        above,
        json!({"type": "integer", "description": "[default: 3]", "exclusiveMinimum": 0}),
        &[" default described"],
    );
    let texts = json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2, "uniqueItems": true});
    check(
        AnthropicStrict,
        texts,
        json!({"type": "array", "description": "[maxItems: 2, uniqueItems: true]", "items": {"type": "string"}, "minItems": 1}),
        &[" maxItems described", " uniqueItems described"],
    );
    let long = json!({"type": "string", "not": {"enum": vec!["x"; 200]}});
    check(OpenAiStrict, long, json!({"type": "string"}), &[" not dropped"]);
}

#[test]
fn anything() {
    let scalar = json!({"type": ["string", "number", "boolean", "null"]});
    check(OpenAiStrict, json!(true), scalar.clone(), &[" type narrowed"]);
    check(AnthropicStrict, json!({}), scalar.clone(), &[" type narrowed"]);
    check(GeminiJsonSchema, json!({}), json!({}), &[]);
    check(
        OpenAiStrict,
        json!({"type": "array"}),
        json!({"type": "array", "items": scalar}),
        &["/items type narrowed"],
    );
    check(
        OpenAiStrict,
        json!({"minLength": 1}),
        json!({"type": "string", "description": "[minLength: 1]"}),
        &[" type narrowed", " minLength described"],
    );
}

#[test]
fn tuples() {
    let pair =
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false});
    let union = json!({"anyOf": [{"type": "string"}, {"type": "integer"}]});
    let note = "[prefixItems: [{\"type\":\"string\"},{\"type\":\"integer\"}]]";
    check(
        OpenAiStrict,
        pair.clone(),
        json!({"type": "array", "description": note, "items": union}),
        &[" prefixItems described"],
    );
    check(
        GeminiJsonSchema,
        pair,
        json!({"type": "array", "description": "[items: false]", "prefixItems": [{"type": "string"}, {"type": "integer"}]}),
        &[" items described"],
    );
}

#[test]
fn free_form_objects() {
    for free in [
        json!({"type": "object"}),
        json!({"type": "object", "properties": {}}),
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
        json!({"type": "object", "additionalProperties": false, "patternProperties": {"^a": {}}}),
    ] {
        let schema = json!({"type": "object", "properties": {"a": {"type": "array", "items": free}}});
        let error = variant(&schema, OpenAiStrict).unwrap_err();
        assert_eq!(error.pointer, "/properties/a/items");
        assert!(variant(&schema, AnthropicStrict).unwrap().unusable_at.is_some());
        assert!(variant(&schema, Gemini).unwrap().unusable_at.is_none());
    }
    let nothing = json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
    assert_eq!(variant(&json!({"type": "object"}), OpenAiStrict).unwrap().value, nothing);
    assert_eq!(variant(&json!({}), OpenAiStrict).unwrap().value, nothing);
    let open = variant(&json!({"type": "object", "additionalProperties": true}), OpenAiStrict).unwrap();
    assert_eq!((open.value, open.unusable_at.as_deref(), open.losses.len()), (nothing, Some(""), 1));
}

#[test]
fn roots() {
    let list = json!({"type": "array", "items": {"type": "integer"}});
    for provider in Format::ALL.into_iter().filter(|format| format.has_dialect()) {
        let written = variant(&list, provider).unwrap().value;
        assert_eq!(written["properties"]["value"], list, "{provider:?}");
    }
    let either = json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "string"}, "n": {"type": "integer"}}, "required": ["a", "n"]},
        {"type": "object", "properties": {"b": {"type": "string"}, "n": {"type": "string"}}, "required": ["b", "n"]},
    ]});
    let written = variant(&either, Anthropic).unwrap();
    assert_eq!(
        written.value,
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "string"},
                "n": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
                "b": {"type": "string"},
            },
            "required": ["n"],
        })
    );
    assert_eq!(written.losses[0].keyword, "anyOf");
    let reference = json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"x": {"type": "string"}}}}});
    assert_eq!(variant(&reference, OpenAi).unwrap().value["properties"], json!({"x": {"type": "string"}}));
}

fn tree() -> Value {
    json!({
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/Node", "description": "Where to begin."}, "unit": {"$ref": "#/$defs/a~1b"}},
        "required": ["root", "unit"],
        "additionalProperties": false,
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
                "required": ["name", "children"],
                "additionalProperties": false,
            },
            "a/b": {"type": "string", "enum": ["m", "km"]},
            "unused": {"type": "string"},
        },
    })
}

#[test]
fn references() {
    let strict = variant(&tree(), OpenAiStrict).unwrap().value;
    assert_eq!(
        strict["properties"],
        json!({
            "root": {"anyOf": [{"$ref": "#/$defs/Node"}], "description": "Where to begin."},
            "unit": {"$ref": "#/$defs/a~1b"},
        })
    );
    assert_eq!(strict["$defs"].as_object().unwrap().keys().collect::<Vec<_>>(), ["Node", "a/b"]);
    let cut = variant(&tree(), AnthropicStrict).unwrap();
    assert_eq!(cut.value["properties"]["unit"], json!({"$ref": "#/$defs/a~1b"}));
    assert_eq!(cut.unusable_at.as_deref(), Some("/properties/root/properties/children/items"));
    let gemini = variant(&tree(), Gemini).unwrap();
    assert_eq!(gemini.value["properties"]["unit"], json!({"type": "string", "enum": ["m", "km"]}));
    assert_eq!(
        gemini.value["properties"]["root"]["properties"]["children"],
        json!({"type": "array", "items": {"type": "object"}})
    );
    assert!(gemini.losses.iter().any(|loss| loss.keyword == "$ref"));
}

#[test]
fn the_root_may_refer_to_itself() {
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "next": {"$ref": "#"}},
        "required": ["name"],
        "additionalProperties": false,
    });
    let strict = variant(&schema, OpenAiStrict).unwrap().value;
    let next = json!({"anyOf": [{"$ref": "#/$defs/root"}, {"type": "null"}]});
    assert_eq!(strict["properties"]["next"], next);
    assert_eq!(strict["$defs"]["root"]["properties"]["next"], next);
    assert!(variant(&schema, AnthropicStrict).unwrap().unusable_at.is_some());
    assert!(!variant(&schema, Gemini).unwrap().value.to_string().contains("$ref"));
}

#[test]
fn a_reference_bomb_is_cut() {
    let mut definitions = serde_json::Map::new();
    for level in 0..30 {
        let next = json!({"$ref": format!("#/$defs/l{}", level + 1)});
        definitions.insert(
            format!("l{level}"),
            json!({"type": "object", "properties": {"a": next, "b": next, "c": next}}),
        );
    }
    definitions.insert("l30".into(), json!({"type": "string"}));
    let schema = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/l0"}}, "$defs": definitions});
    let written = variant(&schema, Gemini).unwrap();
    assert!(written.value.to_string().len() < 4_000_000);
    assert!(written.losses.iter().any(|loss| loss.keyword == "$ref"));
}

#[test]
fn limits() {
    let properties: serde_json::Map<_, _> =
        (0..5_001).map(|n| (format!("p{n}"), json!({"type": "string"}))).collect();
    let error = variant(&json!({"type": "object", "properties": properties}), OpenAiStrict).unwrap_err();
    assert_eq!(
        error.to_string(),
        "/: strict mode takes at most 5000 properties and there are 5001; use the plain format"
    );
    let mut deep = json!({"type": "string"});
    for _ in 0..11 {
        deep = json!({"type": "object", "properties": {"p": deep}});
    }
    assert!(variant(&deep, OpenAiStrict).unwrap_err().message.contains("10 levels"));
    let values: Vec<String> = (0..1_001).map(|n| n.to_string()).collect();
    let many = json!({"type": "object", "properties": {"p": {"type": "string", "enum": values}}});
    assert!(variant(&many, OpenAiStrict).unwrap_err().message.contains("1000 values"));
}

#[test]
fn property_names() {
    let schema = json!({
        "type": "object",
        "properties": {"a b": {"type": "object", "properties": {"c.d": {"type": "string"}}}, "a_b": {"type": "string"}},
        "required": ["a b"],
    });
    for provider in [Gemini, Anthropic, AnthropicStrict] {
        let written = variant(&schema, provider).unwrap();
        let names: Vec<_> = written.value["properties"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["a_b_2", "a_b"], "{provider:?}");
        assert_eq!(written.value["required"], json!(["a_b_2"]));
        assert!(written.losses.iter().any(|loss| loss.pointer == "/properties/a b"));
        let inner = if provider == Gemini { "c_d" } else { "c.d" };
        assert!(written.value["properties"]["a_b_2"]["properties"].get(inner).is_some(), "{provider:?}");
    }
}

#[test]
fn wide_schemas_are_no_quadratic_work() {
    let properties: serde_json::Map<_, _> =
        (0..300).map(|n| (format!("p{n}"), json!({"type": "string"}))).collect();
    let branches: Vec<Value> = (0..300)
        .map(|n| json!({"properties": {format!("q{n}"): {"const": n}}, "required": [format!("q{n}")]}))
        .collect();
    let names: Vec<String> = (0..10_000).map(|n| format!("p{n}")).collect();
    let values: Vec<u32> = (0..20_000).collect();
    for part in [
        json!({"type": "object", "properties": properties, "anyOf": branches}),
        json!({"type": "object", "properties": properties, "required": names}),
        json!({"allOf": [{"enum": values}, {"enum": values.iter().rev().collect::<Vec<_>>()}]}),
        json!({"oneOf": branches}),
        json!({"allOf": branches}),
        json!({"anyOf": (0..3_000).map(|n| json!({"const": n})).collect::<Vec<_>>()}),
    ] {
        let schema = json!({"type": "object", "properties": {"a": part}});
        for provider in [OpenAiStrict, Gemini, Anthropic] {
            // Whatever it makes of them, it comes to an end: the tests have a limit of time.
            let written = variant(&schema, provider);
            assert!(written.is_ok() || provider == OpenAiStrict);
            let written = variant(&part, provider);
            assert!(written.is_ok() || provider == OpenAiStrict);
        }
    }
}
