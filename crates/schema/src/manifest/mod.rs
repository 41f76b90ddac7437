//! Between a manifest's tools and interfaces.
//!
//! A tool of a `webagents.md` declares its arguments in lines,
//! `` - `limit` (integer, optional, max=50, default=10) ``, and also in a JSON Schema if lines cannot express
//! everything; the schema is then authoritative. [`interface_of`] reads both. [`tool_of`] writes lines for everything
//! and adds the schema **only if the lines, read back, would differ**. This is not guessed from a list of features:
//! the lines are written, parsed and compared.

mod read;
mod write;

pub use read::interface_of;
pub(crate) use read::{declared, lines, promised, unescaped};
pub use write::{manifest_of, tool_name, tool_of};

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use webagents_manifest::{Manifest, parse, write};

    use super::*;
    use crate::interface::{CallStyle, Interface};
    use crate::json_schema::{self, SchemaReadOptions, SchemaWriteOptions};

    fn interface(text: &str) -> Interface {
        let parsed = parse(text);
        let read = interface_of(&parsed.manifest.tools[0]);
        assert_eq!(read.losses, [], "{text}");
        read.value
    }

    fn schema(shape: &crate::Shape) -> Value {
        json_schema::write(shape, &SchemaWriteOptions::default()).value
    }

    #[test]
    fn lines_become_a_schema() {
        let tool = interface(
            "# S\n\n## find\nFinds.\n\n### Params\n- `query` (string, required, minLength=2): What.\n\
             - `sort` (\"asc\" | \"desc\", default=\"asc\")\n- `limit` (integer, min=1, max=50, default=10): How many.\n\
             - `tags` (string[], optional, maxItems=3)\n- `where` ({ city: string; zip?: string }, optional)\n\
             ### Output\n```ts\nPromise<{ id: string }[]>\n```\n",
        );
        assert_eq!(tool.call, CallStyle::Positional);
        assert_eq!(
            schema(&tool.input),
            json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "What.", "minLength": 2 },
                    "sort": { "type": "string", "enum": ["asc", "desc"], "default": "asc" },
                    "limit": { "type": "integer", "description": "How many.", "minimum": 1, "maximum": 50, "default": 10 },
                    "tags": { "type": "array", "items": { "type": "string" }, "maxItems": 3 },
                    "where": {
                        "type": "object",
                        "properties": { "city": { "type": "string" }, "zip": { "type": "string" } },
                        "required": ["city"],
                    },
                },
                "required": ["query"],
            })
        );
        let output = tool.output.as_ref().map(schema);
        let id =
            json!({ "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] });
        assert_eq!(output, Some(json!({ "type": "array", "items": id })));
    }

    #[test]
    fn what_lines_cannot_say_is_a_loss() {
        let parsed = parse(
            "# S\n\n## f\n### Params\n- `a` (string | , optional): A.\n- `b` (number, min=low, colour=red)\n",
        );
        let losses: Vec<String> =
            interface_of(&parsed.manifest.tools[0]).losses.iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(losses.join("\n"));
    }

    #[test]
    fn a_schema_is_authoritative_and_keeps_the_order_of_the_lines() {
        let tool = interface(
            "# S\n\n## f\n### Params\n- `b` (string): The b.\n- `a` (string): The a.\n### Input Schema\n```json\n\
             {\"properties\": {\"a\": {\"type\": \"number\"}, \"b\": {\"type\": \"null\"}, \"c\": {}}, \"required\": [\"b\"]}\n```\n",
        );
        let expected = json!({
            "b": { "type": "null", "description": "The b." },
            "a": { "type": "number", "description": "The a." },
            "c": {},
        });
        let properties = &schema(&tool.input)["properties"];
        assert_eq!(properties, &expected);
        let order: Vec<&String> = properties.as_object().unwrap().keys().collect();
        assert_eq!(order, ["b", "a", "c"]);
        let named = interface(
            "# S\n\n## f\n### Params\n### Input Schema\n```json\n{\"properties\": {\"a\": {}}}\n```\n",
        );
        assert_eq!(named.call, CallStyle::Object);
    }

    /// A tool of this schema, through Markdown and back: the same schema, and the text.
    #[track_caller]
    fn there_and_back(input: &Value) -> String {
        let mut tool = Interface::new("f");
        tool.input = json_schema::read(input, &SchemaReadOptions::tool()).unwrap().value;
        let written = manifest_of(std::slice::from_ref(&tool), "S", "");
        assert_eq!(written.losses, [], "{input}");
        let text = write(&written.value);
        let parsed = parse(&text);
        assert_eq!(parsed.manifest, written.value, "{text}");
        let back = interface_of(&parsed.manifest.tools[0]);
        assert_eq!(back.losses, [], "{text}");
        assert_eq!(schema(&back.value.input), schema(&tool.input), "{text}");
        text
    }

    #[test]
    fn simple_parameters_stay_lines() {
        let text = there_and_back(&json!({
            "type": "object",
            "properties": {
                "query": { "type": "string", "description": "What, for\nexample `shoes`." },
                "limit": { "type": "integer", "minimum": 1, "maximum": 50, "default": 10 },
                "sort": { "type": "string", "enum": ["asc", "desc"], "default": "asc" },
                "when": { "type": "string", "format": "date-time", "pattern": "^2" },
                "where": { "type": "object", "properties": { "zip": { "type": "string" } } },
            },
            "required": ["query"],
        }));
        insta::assert_snapshot!(text);
    }

    #[test]
    fn what_lines_cannot_say_goes_to_the_schema() {
        let text = there_and_back(&json!({
            "type": "object",
            "properties": {
                "a": { "type": "object", "properties": { "b": { "type": "string", "description": "Deep." } } },
                "tree": { "$ref": "#/$defs/node" },
            },
            "additionalProperties": false,
            "$defs": { "node": {
                "type": "object",
                "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/node" } } },
            } },
        }));
        insta::assert_snapshot!(text);
        there_and_back(&json!({ "type": "object", "properties": { "a b": { "type": "string" } } }));
        there_and_back(
            &json!({ "type": "object", "properties": {}, "additionalProperties": { "type": "string" } }),
        );
        there_and_back(&json!({ "type": "object", "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] }));
    }

    #[test]
    fn names_and_what_has_no_place() {
        let mut tools = [Interface::new("get it!"), Interface::new("get_it_"), Interface::new("__proto__")];
        tools[0].title = Some("Get".to_owned());
        tools[1].description = "## not a heading".to_owned();
        tools[2].extra.insert("_meta".to_owned(), json!({ "a": 1 }));
        tools[0].extra.insert("annotations".to_owned(), json!({ "title": "Get", "openWorldHint": null }));
        tools[1].extra.insert("annotations".to_owned(), json!({ "title": "Get", "category": "input" }));
        let written = manifest_of(&tools, "", "");
        let names: Vec<&str> = written.value.tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["get_it__2", "get_it_", "tool___proto__"]);
        let losses: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(losses.join("\n"));
        assert_eq!(parse(&write(&written.value)).manifest.tools.len(), 3);
        assert_eq!(manifest_of(&[], "", "").value, Manifest::default());
    }
}
