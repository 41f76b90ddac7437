//! Properties of every input: parsing returns a manifest, and writing it gives it back.

use proptest::prelude::*;
use webagents_manifest::{
    Annotations, Constraint, ConstraintKeyword, Manifest, Note, Param, ParamName, Section, Tool, ToolName,
    parse, parse_bytes, write,
};

/// Pieces that documents are made of, and pieces that break them.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(vec![
            "# Shop", "## search", "## cart.add-item", "## `quoted`", "## call(a, b)", "## Prose here", "##", "#",
            "### Params", "### Output", "### Returns", "### Sample Code", "### Annotations", "### Input Schema",
            "### Title", "### Notes", "### Params notes", "#### deep", "- `a` (string, required): text", "- `b`",
            "* `c` (\"x\" | \"y\", default=\"x, y\"): t", "+ `d` (Record<string, number>, optional, min=1, min=2)",
            "- `e` (string", "- `f` ([[[)", "- broken", "  continued", "      deeper", "    ", "- readOnly",
            "- destructive: false", "- odd thing", "```", "```json", "```js", "~~~", "````", "  ```", "    ```",
            "<!-- c -->", "<!--", "-->", "---", "===", "tool: one(a, b = 2)", "tool: two", "tool: is a word",
            "tool: broken(", "tool: __proto__()", "  description: |", "  params:", "    a: number?",
            "    b: string (text)", "  output: string", "  sample_code:", "  unknown: x", "  # inside", "text", "",
            "", "\u{feff}", "\\# escaped", "C#", "# C# #", "\t- `tab`: x", "{\"type\": \"object\"}",
        ]).prop_map(str::to_owned),
        1 => "[ -~]{0,30}",
        1 => "\\PC{0,20}",
    ]
}

fn document() -> impl Strategy<Value = String> {
    let end = prop_oneof![8 => Just("\n"), 2 => Just("\r\n"), 1 => Just("")];
    prop::collection::vec((piece(), end), 0..40).prop_map(|lines| {
        lines.into_iter().fold(String::new(), |mut text, (line, end)| {
            text.push_str(&line);
            text.push_str(end);
            text
        })
    })
}

fn word() -> impl Strategy<Value = String> {
    "[a-z][A-Za-z0-9 .,:!'()*-]{0,20}[a-z.]"
}

/// A text that needs no escape: paragraphs that begin with a letter.
fn prose() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 0..3).prop_map(|paragraphs| paragraphs.join("\n\n"))
}

fn param(name: String) -> impl Strategy<Value = Param> {
    let ty = prop::sample::select(vec![
        "string",
        "number",
        "\"a, b\" | \"c)\"",
        "Record<string, number>",
        "(x: number) => void",
        "{ min?: number, max?: number }[]",
    ]);
    let default =
        prop::option::of(prop::sample::select(vec!["1", "\"a, b\"", "[1, 2]", "'it'", "{\"a\": 1}", "x y"]));
    let bounds =
        prop::sample::subsequence(vec![("min", "1"), ("max", "9"), ("pattern", "\"^[a,b]{1,2}$\"")], 0..=3);
    (ty, default, bounds, prose(), any::<bool>()).prop_map(
        move |(ty, default, bounds, description, required)| {
            let mut param = Param::new(ParamName::new(name.clone()).expect("a word is a name"));
            param.ty = ty.into();
            param.required = required && default.is_none();
            param.default = default.map(Into::into);
            param.constraints = bounds
                .into_iter()
                .map(|(key, value)| Constraint {
                    keyword: ConstraintKeyword::from_text(key).expect("the keyword is known"),
                    value: value.into(),
                })
                .collect();
            param.description = description.into();
            param
        },
    )
}

fn tool(name: String) -> impl Strategy<Value = Tool> {
    let names = prop::collection::btree_set("[a-z]{1,8}", 0..4);
    let params = names.prop_flat_map(|names| names.into_iter().map(param).collect::<Vec<_>>());
    let code = prop::sample::select(vec!["", "await global.x();", "// ```\nlet a = 1;\n## not a heading"]);
    (params, prose(), code, prop::option::of(word()), any::<[Option<bool>; 6]>(), prop::option::of(prose()))
        .prop_map(move |(params, description, code, title, flags, note)| {
            let mut tool = Tool::new(ToolName::new(name.clone()).expect("a word is a name"));
            tool.params = params;
            tool.description = description.into();
            tool.sample_code = code.into();
            tool.returns = "{ id: string }".into();
            tool.title = title.map(Into::into);
            let mut annotations = Annotations::default();
            annotations.read_only = flags[0];
            annotations.destructive = flags[1];
            annotations.untrusted_content = flags[5];
            tool.annotations = annotations;
            tool.schemas.input = flags[2].map(|_| "{\n  \"type\": \"object\"\n}".into());
            tool.notes =
                note.into_iter().map(|text| Note { heading: "Limits".into(), text: text.into() }).collect();
            tool
        })
}

fn manifest() -> impl Strategy<Value = Manifest> {
    let names = prop::collection::btree_set("[a-zA-Z_$][a-z0-9.-]{0,8}", 0..4);
    let tools = names.prop_flat_map(|names| names.into_iter().map(tool).collect::<Vec<_>>());
    (prop::option::of(word()), prose(), tools, prop::collection::vec(("[A-Z][a-z]+ [a-z]+", prose()), 0..3))
        .prop_map(|(name, description, tools, sections)| {
            let mut manifest = Manifest::default();
            manifest.name = name.unwrap_or_default().into();
            manifest.description = description.into();
            manifest.tools = tools;
            manifest.sections =
                sections.into_iter().map(|(heading, text)| Section::new(heading, text)).collect();
            manifest
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_parse(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let parsed = parse_bytes(&bytes);
        for diagnostic in &parsed.diagnostics {
            prop_assert!(parsed.content.get(diagnostic.span.range()).is_some(), "{diagnostic:?}");
        }
    }

    #[test]
    fn spans_lie_in_the_text(text in document()) {
        let parsed = parse(&text);
        prop_assert_eq!(&parsed.content, &text);
        for diagnostic in &parsed.diagnostics {
            prop_assert!(text.get(diagnostic.span.range()).is_some(), "{:?}", diagnostic);
        }
        for (tool, spans) in parsed.manifest.tools.iter().zip(&parsed.source_map.tools) {
            prop_assert!(text[spans.name.range()].contains(tool.name.as_str()));
            prop_assert_eq!(tool.params.len(), spans.params.len());
            for (param, span) in tool.params.iter().zip(&spans.params) {
                let written = &text[span.ty.range()];
                prop_assert!(written.is_empty() || written.trim_end_matches('?').trim_end() == param.ty
                    || text[spans.params[0].line.start..].contains(param.name.as_str()));
            }
        }
        prop_assert_eq!(parsed.manifest.tools.len(), parsed.source_map.tools.len());
    }

    #[test]
    fn parsed_manifests_survive_writing(text in document()) {
        let first = parse(&text).manifest;
        let written = write(&first);
        let second = parse(&written).manifest;
        prop_assert_eq!(&second, &first, "written as:\n{}", &written);
        prop_assert_eq!(write(&second), written);
    }

    #[test]
    fn a_valid_manifest_comes_back(manifest in manifest()) {
        let written = write(&manifest);
        let parsed = parse(&written);
        prop_assert_eq!(&parsed.manifest, &manifest, "written as:\n{}", &written);
        let errors: Vec<_> = parsed.diagnostics.iter().filter(|d| d.severity() == webagents_manifest::Severity::Error).collect();
        prop_assert!(errors.is_empty(), "{:?}\n{}", errors, written);
    }

    /// Hand-built values may hold anything; they never become tools or parameters.
    #[test]
    fn text_never_becomes_structure(texts in prop::collection::vec(document(), 8)) {
        let mut tool = Tool::new(ToolName::new("only").expect("a word is a name"));
        tool.description = (&texts[0]).into();
        tool.returns = (&texts[1]).into();
        tool.sample_code = (&texts[2]).into();
        tool.title = Some((&texts[3]).into());
        tool.notes.push(Note { heading: "Limits".into(), text: (&texts[4]).into() });
        let mut param = Param::new(ParamName::new("p").expect("a word is a name"));
        param.description = (&texts[5]).into();
        param.ty = texts[6].clone().into();
        param.default = Some((&texts[7]).into());
        tool.params.push(param);
        let mut manifest = Manifest::default();
        manifest.name = (&texts[6]).into();
        manifest.description = (&texts[7]).into();
        manifest.tools.push(tool);
        manifest.sections.push(Section::new("search", texts[0].clone()));
        let written = write(&manifest);
        let read = parse(&written).manifest;
        let names: Vec<&str> = read.tools.iter().map(|tool| tool.name.as_str()).collect();
        prop_assert_eq!(names, ["only"], "written as:\n{}", &written);
        let params: Vec<&str> = read.tools[0].params.iter().map(|param| param.name.as_str()).collect();
        prop_assert_eq!(params, ["p"], "written as:\n{}", &written);
    }
}
