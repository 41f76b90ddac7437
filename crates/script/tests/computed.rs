//! Types that are computed from types: accepted and refused values, and no silent widening.

use jsonschema::validator_for;
use serde_json::{Value, json};
use webagents_schema::json_schema::{self, Objects, SchemaWriteOptions};
use webagents_schema::{Lossy, interface_of};
use webagents_script::declared_type;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn computed_types_accept_what_typescript_accepts() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("data/declarations.json")).unwrap();
    for case in &cases {
        let text = case["ts"].as_str().unwrap();
        let Lossy { value: shape, losses } = declared_type(text, "R").unwrap();
        let lost: Vec<&str> = losses.iter().map(|loss| loss.keyword.as_str()).collect();
        let expected: Vec<&str> = list(&case["lost"]).iter().filter_map(Value::as_str).collect();
        assert_eq!(lost, expected, "{text}");
        let schema = json_schema::write(&shape, &SchemaWriteOptions::default());
        assert_eq!(schema.losses, [], "{text}: {}", schema.value);
        let validator = validator_for(&schema.value).unwrap();
        for value in list(&case["yes"]) {
            assert!(validator.is_valid(value), "{text} refuses {value}: {}", schema.value);
        }
        for value in list(&case["no"]) {
            assert!(!validator.is_valid(value), "{text} accepts {value}: {}", schema.value);
        }
    }
}

/// The same of types in the lines of a manifest, which no program surrounds.
#[test]
fn lines_accept_what_typescript_accepts() {
    for (ty, yes, no) in [
        ("\"foo\" | (string & {})", vec![json!("foo"), json!("bar")], vec![json!(1), json!(null)]),
        ("(string | null) & {}", vec![json!("a")], vec![json!(null)]),
        ("{} & string", vec![json!("a")], vec![json!({})]),
        ("string & { __brand: \"id\" }", vec![json!("a")], vec![json!({"__brand": "id"})]),
        ("{ a: number } & {}", vec![json!({"a": 1})], vec![json!({})]),
        ("Uppercase<\"a\" | \"b\">", vec![json!("A")], vec![json!("a"), json!("c")]),
    ] {
        let text = format!("# S\n\n## f\nF.\n\n### Params\n- `q` ({ty}, required): Q.\n");
        let tool = interface_of(&webagents_manifest::parse(&text).manifest.tools[0]);
        assert_eq!(tool.losses, [], "{ty}");
        let schema = json_schema::write(&tool.value.input, &SchemaWriteOptions::default());
        assert_eq!(schema.losses, [], "{ty}: {}", schema.value);
        let validator = validator_for(&schema.value).unwrap();
        for value in yes {
            assert!(validator.is_valid(&json!({ "q": value })), "{ty} refuses {value}: {}", schema.value);
        }
        for value in no {
            assert!(!validator.is_valid(&json!({ "q": value })), "{ty} accepts {value}: {}", schema.value);
        }
    }
}

/// Closed objects still accept the properties that types and keywords name.
#[test]
fn parts_of_an_intersection_are_closed_together() {
    let union = "type U = { next?: U } | { v: 1 }; type R = { f: U & { tag: string } }";
    let shape = declared_type(union, "R").unwrap().value;
    let open = json_schema::write(&shape, &SchemaWriteOptions::default()).value;
    // As a manifest has it, whose schema was written.
    let again = json_schema::read(&open, &json_schema::SchemaReadOptions::tool()).unwrap().value;
    let mut options = SchemaWriteOptions::default();
    options.additional_properties = Objects::Closed;
    for shape in [shape, again] {
        let closed = json_schema::write(&shape, &options);
        let validator = validator_for(&closed.value).unwrap();
        for value in [json!({"tag": "a"}), json!({"tag": "a", "v": 1}), json!({"tag": "a", "next": {"v": 1}})]
        {
            assert!(validator.is_valid(&json!({ "f": value })), "{value}: {:#}", closed.value);
        }
        for value in [
            json!({"v": 1}),
            json!({"tag": 1}),
            json!({"tag": "a", "next": 1}),
            json!({"tag": "a", "more": 1}),
        ] {
            assert!(!validator.is_valid(&json!({ "f": value })), "{value}: {:#}", closed.value);
        }
        assert!(!validator.is_valid(&json!({"f": {"tag": "a"}, "more": 1})), "{:#}", closed.value);
        assert!(
            closed.losses.iter().any(|loss| loss.keyword == "additionalProperties"),
            "{:?}",
            closed.losses
        );
    }
}

/// A closed schema never refuses a value whose properties it names.
///
/// The test uses many schemas of intersections, unions and references.
#[test]
fn closing_refuses_only_what_is_not_named() {
    let cases = [
        ("type A = { a: number }; type B = { b?: string }; type R = A & B", json!({"a": 1, "b": "x"})),
        ("type A = { a: { x: 1 } & { y: 2 } }; type R = A", json!({"a": {"x": 1, "y": 2}})),
        ("type A = { k: 1; n?: A }; type R = A & { k: 1; z: 2 }", json!({"k": 1, "z": 2, "n": {"k": 1}})),
        (
            "type A = { a: 1 } | { b: 1 }; type B = { c: 1 } | { d: 1 }; type R = A & B",
            json!({"a": 1, "d": 1}),
        ),
        ("type A = { a: 1 }; type R = (A & { b: 1 })[]", json!([{"a": 1, "b": 1}])),
    ];
    for (text, value) in cases {
        let shape = declared_type(text, "R").unwrap().value;
        let written = json_schema::write(&shape, &SchemaWriteOptions::closed());
        let validator = validator_for(&written.value).unwrap();
        assert!(validator.is_valid(&value), "{text} refuses {value}: {:#}", written.value);
    }
}
