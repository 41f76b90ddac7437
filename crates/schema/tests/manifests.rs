//! Real tools as a manifest, and back: the schemas accept the same values, and the rest is the same.

use std::path::Path;

use jsonschema::canonical::{Containment, options};
use serde_json::Value;
use webagents_manifest::{Annotations, parse, write};
use webagents_schema::json_schema::{self, SchemaReadOptions, SchemaWriteOptions};
use webagents_schema::{Interface, Shape, interface_of, manifest_of};

/// The tools of both corpora, whose sources `tests/soundness/data/README.md` names.
fn tools() -> Vec<Value> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/soundness/data");
    let text = |name: &str| std::fs::read_to_string(data.join(name)).expect("the corpus");
    let mut tools: Vec<Value> = serde_json::from_str(&text("webmcp-tools.json")).expect("JSON");
    tools.extend(text("mcp-tools.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")));
    tools
}

fn shape(schema: &Value) -> Shape {
    // An invalid schema in the source (`exclusiveMinimum: true`) is a loss of reading it, not of the manifest.
    json_schema::read(schema, &SchemaReadOptions::tool()).expect("a schema").value
}

fn schema(shape: &Shape) -> Value {
    json_schema::write(shape, &SchemaWriteOptions::default()).value
}

/// A tool with the members that a manifest has a place for.
fn interface(tool: &Value) -> Interface {
    let text = |name: &str| tool[name].as_str().unwrap_or_default().to_owned();
    let mut out = Interface::new(text("name"));
    out.description = text("description");
    out.annotations = Annotations::default();
    out.annotations.read_only = tool["annotations"]["readOnlyHint"].as_bool();
    if tool["inputSchema"].is_object() {
        out.input = shape(&tool["inputSchema"]);
    }
    out.output = tool["outputSchema"].is_object().then(|| shape(&tool["outputSchema"]));
    out
}

fn same(a: &Value, b: &Value) -> bool {
    let canonical =
        |schema: &Value| options().canonicalize(schema).unwrap_or_else(|error| panic!("{error}: {schema}"));
    let (a, b) = (canonical(a), canonical(b));
    matches!((a.covers(&b), b.covers(&a)), (Ok(Containment::Yes), Ok(Containment::Yes)))
}

#[test]
fn every_real_tool_goes_through_a_manifest_without_loss() {
    let (mut with_schema, mut bytes) = (0, 0);
    let tools = tools();
    for tool in &tools {
        let before = interface(tool);
        let written = manifest_of(std::slice::from_ref(&before), "Site", "");
        let name = written.value.tools[0].name.as_str().to_owned();
        let losses: Vec<String> = written.losses.iter().map(|loss| loss.keyword.clone()).collect();
        let renamed = if before.name == name { vec![] } else { vec!["name".to_owned()] };
        assert_eq!(losses, renamed, "{:?}", written.losses);
        let text = write(&written.value);
        let parsed = parse(&text);
        assert_eq!(parsed.manifest, written.value, "{text}");
        let back = interface_of(&parsed.manifest.tools[0]);
        assert_eq!(back.losses, [], "{text}");
        let back = back.value;
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&back.description), words(&before.description));
        assert_eq!(back.annotations, before.annotations);
        assert!(same(&schema(&back.input), &schema(&before.input)), "{name}\n{text}");
        assert_eq!(back.output.is_some(), before.output.is_some());
        if let (Some(back), Some(before)) = (&back.output, &before.output) {
            assert!(same(&schema(back), &schema(before)), "{name}\n{text}");
        }
        with_schema += usize::from(written.value.tools[0].schemas.input.is_some());
        bytes += text.len();
    }
    // The number of tools that lines can express; review every change of it.
    insta::assert_snapshot!(format!(
        "{} tools, {with_schema} with an input schema, {bytes} bytes",
        tools.len()
    ));
}
