//! Builders give the manifests that readers of their Markdown get.

use proptest::prelude::*;
use serde_json::{Value, json};
use webagents_manifest::{ConstraintKeyword, parse};
use webagents_schema::{default_value, interface_of, json_schema};
use webagents_site::{BuildErrorKind, ManifestBuilder, ParamBuilder, ToolBuilder, to_markdown};

/// Text of any kind, with pieces that mean something in a manifest.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z ,.:;!?]{0,20}",
        1 => any::<String>(),
        3 => prop::sample::select(vec![
            "\n", "\r\n", "\n\n", "# a", "\n## tool\n### Params\n- `x`: y\n", "\n### Output\n", "\ntool: f(a)\n", "```\n", "~~~", "<!--",
            "-->", "---\n", "\u{feff}", "`", "(", ")", "\"", "'", "\\", "\t", "    ", "- `a` (b): c", "*/", "\u{85}", "\u{2028}",
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

/// A JSON value as a default.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..3).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

fn param() -> impl Strategy<Value = ParamBuilder> {
    let types = vec![
        "string",
        "number",
        "\"a\" | \"b, c\"",
        "{ id: string }[]",
        "Record<string, number>",
        "string | null",
    ];
    let schemas = vec![
        json!({ "type": "integer", "minimum": 1 }),
        json!({ "type": "string", "pattern": "^(a,b|\"c\")\\d$" }),
        json!({ "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": false }),
        json!({ "$defs": { "Node": { "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } } } }, "$ref": "#/$defs/Node" }),
        json!({ "enum": ["x", 1, null] }),
    ];
    let ty = prop_oneof![
        prop::sample::select(types).prop_map(Ok::<&str, Value>),
        prop::sample::select(schemas).prop_map(Err),
    ];
    (
        "[a-zA-Z_äö][a-z0-9_-]{0,6}",
        ty,
        text(),
        prop::option::of(value()),
        any::<bool>(),
        prop::option::of(text()),
    )
        .prop_map(|(name, ty, description, default, required, pattern)| {
            let param =
                ParamBuilder::new(name).unwrap().with_description(description).with_required(required);
            let mut param = match ty {
                Ok(text) => param.with_type(text).unwrap(),
                Err(schema) => param.with_schema(&schema).unwrap(),
            };
            if let Some(default) = default {
                param = param.with_default(default);
            }
            if let Some(pattern) = pattern {
                param = param.with_pattern(pattern);
            }
            param
        })
}

fn tool(number: usize) -> impl Strategy<Value = ToolBuilder> {
    let title = "[A-Za-z0-9 ,.()&#*_-]{0,20}";
    (
        text(),
        title,
        prop::collection::vec(param(), 0..3),
        prop::collection::vec(text(), 0..3),
        any::<[Option<bool>; 3]>(),
        text(),
    )
        .prop_map(move |(description, title, params, samples, hints, note)| {
            let mut tool = ToolBuilder::new(format!("tool{number}"))
                .unwrap()
                .with_description(description)
                .with_title(title);
            for (at, param) in params.into_iter().enumerate() {
                // Two of one name are refused, which another test is about.
                tool = if at == 0 { tool.with_param(param) } else { tool };
            }
            tool = samples.into_iter().fold(tool, ToolBuilder::with_sample).with_note("Limits of use", note);
            if let Some(yes) = hints[0] {
                tool = tool.with_read_only(yes);
            }
            if hints[1].is_some() {
                tool = tool.with_returns("{ a: string; b?: number }[]").unwrap();
            }
            tool
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn markdown_of_any_manifest_reads_back(
        name in text(), description in text(), first in tool(1), second in tool(2), heading in "`?[A-Z][a-z ]{0,10}[`:]?(\\(a\\))?", prose in text(),
    ) {
        let manifest = ManifestBuilder::new(name)
            .with_description(description)
            .with_tools([first, second])
            .with_section(heading, prose)
            .build()
            .unwrap();
        let markdown = to_markdown(&manifest);
        let parsed = parse(&markdown);
        prop_assert_eq!(&parsed.manifest, &manifest);
        prop_assert_eq!(manifest.tools.len(), 2);
    }

    #[test]
    fn defaults_keep_their_value(default in value()) {
        let param = ParamBuilder::new("a").unwrap().with_type("any").unwrap().with_default(default.clone());
        let manifest = ManifestBuilder::new("S").with_tool(ToolBuilder::new("f").unwrap().with_param(param)).build().unwrap();
        let read = parse(&to_markdown(&manifest)).manifest;
        prop_assert_eq!(default_value(read.tools[0].params[0].default.as_deref().unwrap()), default);
    }
}

#[test]
fn invalid_names_and_types_are_refused_with_the_reason() {
    for (name, reason) in [
        ("", "it is empty"),
        ("two words", "the character ' '"),
        ("7", "no letter"),
        ("__proto__", "JavaScript objects use that name"),
        ("get_b\u{430}lance", "the character 'а'"),
        (&"x".repeat(200), "longer than 128"),
    ] {
        let error = ToolBuilder::new(name).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(matches!(ParamBuilder::new("a b").unwrap_err().kind(), BuildErrorKind::Name(_)));
    assert!(matches!(
        ParamBuilder::new("a").unwrap().with_type("x |").unwrap_err().kind(),
        BuildErrorKind::Type(_)
    ));
    assert!(matches!(
        ToolBuilder::new("a").unwrap().with_returns("{").unwrap_err().kind(),
        BuildErrorKind::Type(_)
    ));
    let schema = ParamBuilder::new("a").unwrap().with_schema(&json!({ "$ref": "https://x.example/" }));
    assert!(matches!(schema.unwrap_err().kind(), BuildErrorKind::Schema(_)));
    let twice = || ParamBuilder::new("a").unwrap();
    let error = ToolBuilder::new("f").unwrap().with_param(twice()).with_param(twice()).build().unwrap_err();
    assert_eq!(error.to_string(), "\"f/a\" is declared twice; rename one of the two");
    let tool = || ToolBuilder::new("f").unwrap();
    // A title is one line of text.
    let error = tool().with_title("```").build().unwrap_err();
    assert_eq!(error.kind(), &BuildErrorKind::Unwritable);
    let error = ManifestBuilder::new("S").with_tools([tool(), tool()]).build().unwrap_err();
    assert_eq!(error.kind(), &BuildErrorKind::Duplicate);
}

#[test]
fn schemas_and_constraints_are_kept() {
    let tool = ToolBuilder::new("f")
        .unwrap()
        .with_param(
            ParamBuilder::new("n")
                .unwrap()
                .with_type("number")
                .unwrap()
                .integer()
                .with_range(1, 9)
                .with_default(3),
        )
        .with_param(ParamBuilder::new("code").unwrap().with_pattern(r"^\d{1,3}, (a|b)$"))
        .with_param(ParamBuilder::new("when").unwrap().with_constraint(ConstraintKeyword::Format, "date"))
        .build()
        .unwrap();
    let read = interface_of(&tool);
    assert_eq!(read.losses, []);
    let schema = json_schema::write(&read.value.input, &json_schema::SchemaWriteOptions::default()).value;
    assert_eq!(
        schema["properties"],
        json!({
            "n": { "type": "integer", "minimum": 1, "maximum": 9, "default": 3 },
            "code": { "type": "string", "pattern": r"^\d{1,3}, (a|b)$" },
            "when": { "type": "string", "format": "date" },
        })
    );
    let whole = json!({
        "type": "object",
        "properties": { "q": { "type": "string", "description": "Words." }, "n": { "type": "integer", "default": 1 } },
        "required": ["q"],
    });
    let tool = ToolBuilder::new("f").unwrap().with_input_schema(&whole).unwrap().build().unwrap();
    assert_eq!(tool.schemas.input, None, "lines express all of it");
    assert_eq!((tool.params.len(), tool.params[0].description.as_str()), (2, "Words."));
    let closed = json!({ "type": "object", "properties": { "q": { "type": "string" } }, "additionalProperties": false });
    let tool = ToolBuilder::new("f").unwrap().with_input_schema(&closed).unwrap().build().unwrap();
    assert!(tool.schemas.input.is_some());
}

#[test]
#[cfg(feature = "fs")]
fn files_keep_their_line_endings_and_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("webagents.md");
    let manifest = ManifestBuilder::new("S").with_section("A", "b\nc").build().unwrap();
    webagents_site::write_file(&manifest, &path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "# S\n\n## A\n\nb\nc\n");
    std::fs::write(&path, "\u{feff}# Old\r\n\r\ntext\r\n").unwrap();
    webagents_site::write_file(&manifest, &path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "\u{feff}# S\r\n\r\n## A\r\n\r\nb\r\nc\r\n");
    assert!(webagents_site::write_file(&manifest, folder.path()).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
