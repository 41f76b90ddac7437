//! `schema` and `import`: out of a manifest and into one.

use serde_json::{Value, json};

use crate::support::{SHOP_MANIFEST, Scratch, feed, keys, run, webagents};

const MCP: &str = r#"{"tools": [
  {
    "name": "cart.add",
    "title": "Add to cart",
    "description": "Puts a book into the cart.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "bookId": { "type": "string", "description": "Which book." },
        "quantity": { "type": "integer", "minimum": 1, "default": 1 }
      },
      "required": ["bookId"]
    },
    "annotations": { "destructiveHint": false, "idempotentHint": false },
    "_meta": { "origin": "test" }
  },
  {
    "name": "get books!",
    "inputSchema": { "type": "object", "additionalProperties": false }
  }
]}"#;

const OPENAPI: &str = r##"{
  "openapi": "3.1.0",
  "info": { "title": "Pets", "version": "1" },
  "paths": { "/pets/{id}": { "get": {
    "operationId": "getPet",
    "summary": "Gives a pet.",
    "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
    "responses": { "200": { "description": "The pet.", "content": { "application/json": {
      "schema": { "$ref": "#/components/schemas/Pet" } } } } }
  } } },
  "components": { "schemas": { "Pet": {
    "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] } } }
}"##;

const SOURCE: &str = "\
/**
 * Finds books.
 * @param {string} query - What to look for.
 * @param {number} [limit=10] - How many at most.
 * @returns {Promise<string[]>} Their names.
 */
export async function findBooks(query, limit = 10) { return []; }

function hidden() {}
";

#[track_caller]
fn schema(args: &[&str]) -> String {
    let args = [&["schema", "-"], args].concat();
    feed(&mut webagents(args), SHOP_MANIFEST.as_bytes()).expect(0).stdout
}

#[test]
fn each_format_of_the_bookstore() {
    for format in [
        "json-schema",
        "webmcp",
        "mcp",
        "openai",
        "openai-strict",
        "openai-chat",
        "openai-chat-strict",
        "anthropic",
        "anthropic-strict",
        "gemini",
        "gemini-json-schema",
    ] {
        let text = schema(&["--to", format, "--tool", "addToBasket"]);
        serde_json::from_str::<Value>(&text).expect("JSON");
        insta::assert_snapshot!(format!("schema_{format}"), text);
    }
}

#[test]
fn tools_are_chosen_and_closed() {
    let all: Value = serde_json::from_str(&schema(&["--to", "json-schema"])).expect("JSON");
    assert_eq!(keys(&all).len(), 6);
    let closed = schema(&["--to", "json-schema", "--tool", "getBasket", "--tool", "searchBooks", "--closed"]);
    let closed: Value = serde_json::from_str(&closed).expect("JSON");
    assert_eq!(keys(&closed), ["searchBooks", "getBasket"]);
    assert_eq!(closed["searchBooks"]["input"]["additionalProperties"], json!(false));
    feed(&mut webagents(["schema", "-", "--to", "mcp", "--tool", "serchBooks"]), SHOP_MANIFEST.as_bytes())
        .expect(2)
        .says(&["there is no tool \"serchBooks\"", "help: the tools: searchBooks"]);
    run(["schema", "x.md", "--to", "soap"]).expect(2).says(&["possible values: json-schema, webmcp, mcp"]);
}

#[test]
fn what_a_format_cannot_say_is_told() {
    let manifest = "# S\n\n## cart.add\nAdds.\n\n### Params\n- `id` (string, minLength=2): Which.\n\n### Annotations\n- destructive\n";
    let ran = feed(&mut webagents(["schema", "-", "--to", "openai"]), manifest.as_bytes()).expect(0);
    insta::assert_snapshot!(format!("{}--- stderr\n{}", ran.stdout, ran.stderr));
    feed(&mut webagents(["schema", "-", "--to", "openai", "--strict"]), manifest.as_bytes()).expect(1);
    let answer = feed(&mut webagents(["schema", "-", "--to", "openai", "--json"]), manifest.as_bytes())
        .expect(0)
        .json();
    assert_eq!(keys(&answer), ["version", "document", "losses", "names", "diagnostics"]);
    assert_eq!(keys(&answer["losses"][0]), ["pointer", "keyword", "value", "action", "message"]);
    assert_eq!(answer["names"], json!({ "cart_add": "cart.add" }));
}

#[test]
fn a_document_that_is_broken_is_said_to_be() {
    // UTF-16, in which editors of one system save.
    let broken =
        "\u{feff}# Shop\n\n## search\nFinds.\n\n### Params\n".encode_utf16().flat_map(u16::to_le_bytes);
    let broken: Vec<u8> = broken.collect();
    let scratch = Scratch::new();
    let file = scratch.file("utf16.md", broken);
    run(["schema", &file, "--to", "mcp"]).expect(0).says(&["utf16.md: ", "`webagents parse` shows them"]);
    for args in [&["schema", "--to", "mcp"][..], &["context"]] {
        let answer = run([args, &["--json", &file]].concat()).expect(0).json();
        assert!(answer["diagnostics"].as_array().is_some_and(|all| !all.is_empty()), "{answer:#}");
    }
}

#[track_caller]
fn import(text: &str, args: &[&str]) -> String {
    let ran = feed(&mut webagents([&["import", "-"], args].concat()), text.as_bytes()).expect(0);
    format!("{}--- stderr\n{}", ran.stdout, ran.stderr)
}

#[test]
fn imports_of_each_kind() {
    insta::assert_snapshot!("import_mcp", import(MCP, &["--name", "Shop", "--description", "Sells books."]));
    insta::assert_snapshot!("import_openapi", import(OPENAPI, &[]));
    insta::assert_snapshot!("import_typescript", import(SOURCE, &["--from", "typescript"]));
    let scratch = Scratch::new();
    let file = scratch.file("tools.js", SOURCE);
    let ran = run(["import", &file]).expect(0);
    assert!(ran.stdout.contains("## findBooks"), "{ran:#?}");
}

#[test]
fn schemas_are_imported_as_tools() {
    let text = r#"{"title": "findBooks", "description": "Finds books.", "type": "object",
        "properties": {"query": {"type": "string"}}, "required": ["query"]}"#;
    insta::assert_snapshot!("import_json_schema", import(text, &[]));
    let scratch = Scratch::new();
    let file = scratch.file("search.json", text.replace("\"title\": \"findBooks\", ", ""));
    assert!(run(["import", &file, "--from", "json-schema"]).expect(0).stdout.starts_with("## search\n"));
    let book = schema(&["--to", "json-schema"]);
    let ran = feed(&mut webagents(["import", "-"]), book.as_bytes()).expect(0);
    assert!(ran.stderr.starts_with("<stdin>: 6 tools\n"), "{ran:#?}");
    assert_eq!(ran.stdout.matches("### Output").count(), SHOP_MANIFEST.matches("### Output").count());
}

#[test]
fn an_import_as_json() {
    let answer = feed(&mut webagents(["import", "-", "--json"]), MCP.as_bytes()).expect(0).json();
    assert_eq!(keys(&answer), ["version", "markdown", "manifest", "losses"]);
    assert_eq!(answer["manifest"]["tools"][0]["name"], "cart.add");
    assert!(answer["losses"].as_array().is_some_and(|losses| losses.len() >= 2), "{answer:#}");
}

#[test]
fn what_is_exported_is_imported() {
    for format in ["webmcp", "mcp", "openai", "anthropic", "gemini-json-schema"] {
        let exported = schema(&["--to", format]);
        let imported = feed(&mut webagents(["import", "-", "--name", "S"]), exported.as_bytes()).expect(0);
        let tools = |text: &str| {
            let types = feed(&mut webagents(["types", "-", "--rendering", "index"]), text.as_bytes());
            types.expect(0).stdout.matches('\n').count()
        };
        assert_eq!(tools(&imported.stdout), tools(SHOP_MANIFEST), "{format}");
    }
}

#[test]
fn what_cannot_be_imported_says_why() {
    #[track_caller]
    fn check(text: &str, args: &[&str], code: i32, words: &[&str]) {
        let ran = feed(&mut webagents([&["import", "-"], args].concat()), text.as_bytes());
        assert_eq!(ran.expect(code).says(words).stdout, "");
    }
    check("{]", &[], 1, &["error: <stdin>: ", "neither JSON nor JSON Lines", "help: "]);
    check(
        "{\"a\": 1}",
        &[],
        1,
        &["<stdin>: ", "no format that is known here", "help: say which one it is with --from"],
    );
    check("[{\"name\": 1}]", &["--from", "mcp"], 1, &["name"]);
    let remote = MCP.replace("\"type\": \"string\"", "\"$ref\": \"https://example.com/s\"");
    check(&remote, &[], 1, &["https://example.com/s"]);
    run(["import", "missing.json"]).expect(2).says(&["cannot read missing.json"]);
    run(["import", "https://shop.example/tools.json"]).expect(2).says(&["only files are imported"]);
    feed(&mut webagents(["import", "-"]), b"\xff\xfe").expect(2).says(&["is not UTF-8: byte 0"]);
}
