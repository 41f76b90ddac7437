//! `schema` and `import`: out of a manifest and into one.

use serde_json::{Value, json};

use crate::support::{Answer, SHOP_MANIFEST, Scratch, Server, feed, keys, run, webagents};

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
    assert_eq!(keys(&answer), ["version", "document", "losses", "names", "skipped", "diagnostics"]);
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

/// The description has every part of a request that the arguments do not show.
#[test]
fn requests_of_operations_are_described() {
    let operation = |method: &str, more: &str| {
        format!(
            r#"{{ "openapi": "3.1.0", "info": {{ "title": "S", "version": "1" }}, "paths": {{ "/a/b": {{
            "{method}": {{ "operationId": "f", "responses": {{}} {more} }} }} }} }}"#
        )
    };
    let param = |name: &str, place: &str| {
        format!(r#"{{ "name": "{name}", "in": "{place}", "schema": {{ "type": "string" }} }}"#)
    };
    let both = format!(r#", "parameters": [{}, {}]"#, param("q", "query"), param("X-Id", "header"));
    let form = r#", "requestBody": { "content": { "multipart/form-data": { "schema": { "type": "object",
        "properties": { "file": { "type": "string" } } } } } }"#;
    for (document, request) in [
        (operation("get", ""), "Request: `GET /a/b`\n"),
        (operation("get", &both), "Request: `GET /a/b` (`X-Id` in header)\n"),
        (operation("post", &both), "Request: `POST /a/b` (`q` in query, `X-Id` in header)\n"),
        (operation("post", form), "Request: `POST /a/b` (body as `multipart/form-data`)\n"),
    ] {
        let imported = import(&document, &["--strict"]);
        assert!(imported.contains(request), "{imported}");
        assert!(!imported.contains("Input Schema") || request.contains("X-Id"), "{imported}");
    }
}

/// Skipped functions are listed with the reason, and other documents are named.
#[test]
fn imports_of_source_list_the_rest() {
    let scratch = Scratch::new();
    let file = scratch.file(
        "shop.tsx",
        "/** Adds. */\nexport function add(id: string) {}\nexport function plain() {}\nexport function other() {}\n\
         function helper() {}\nexport function App() { return <p/>; }\nexport * from './more';\n",
    );
    let ran = run(["import", &file]).expect(0);
    insta::assert_snapshot!(ran.stderr.replace(&file, "shop.tsx"));
    run(["import", &file, "--strict"]).expect(1);
    let all = run(["import", &file, "--all"]).expect(0).stdout;
    assert_eq!(all.lines().filter(|line| line.starts_with("## ")).count(), 4, "{all}");
    let answer = run(["import", &file, "--json"]).expect(0).json();
    let skipped = answer["skipped"].as_array().expect("a list");
    assert_eq!(skipped[0]["tool"], "plain");
    assert!(
        skipped[0]["pointer"].as_str().is_some_and(|place| place.ends_with("shop.tsx:3:1")),
        "{answer:#}"
    );

    let page = scratch.file("index.html", "<!doctype html><script>window.f = () => 1</script>");
    run(["import", &page]).expect(1).says(&["found an HTML page", "webagents types --live URL"]);
    run(["import", &page, "--from", "typescript"]).expect(1).says(&["found an HTML page"]);
    let manifest = scratch.file("webagents.md", SHOP_MANIFEST);
    run(["import", &manifest]).expect(1).says(&["found a webagents.md", "webagents check"]);
    feed(&mut webagents(["import", "-", "--all"]), MCP.as_bytes()).expect(2);
}

/// Documents of other kinds would be manifests without tools.
#[test]
fn other_documents_are_no_manifests() {
    let scratch = Scratch::new();
    for (name, text, found) in [
        ("index.html", "<p>Hello", "an HTML page"),
        ("page", "<!doctype html><p>Hello", "an HTML page"),
        ("tools.json", MCP, "JSON or YAML"),
        ("tools", MCP, "JSON or YAML"),
        ("api.yaml", "openapi: 3.1.0", "JSON or YAML"),
        ("shop.ts", SOURCE, "source code"),
        ("shop.png", "\u{1}\0PNG", "a file that is not text"),
    ] {
        let file = scratch.file(name, text);
        let found = format!("expected a webagents.md, found {found}");
        for command in ["types", "parse", "context"] {
            run([command, &file]).expect(1).says(&[&found]);
        }
        run(["schema", "--to", "mcp", &file]).expect(1).says(&[&found]);
        if !found.ends_with("YAML") {
            run(["check", &file]).expect(1).says(&[&found]);
            run(["fmt", &file]).expect(1).says(&[&found]);
        }
    }
    feed(&mut webagents(["types", "-"]), MCP.as_bytes()).expect(1).says(&["found JSON or YAML"]);
    feed(&mut webagents(["types", "-"]), b"[a](b.md) c\n\n## f\nF.\n").expect(0);
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
    assert_eq!(keys(&answer), ["version", "markdown", "manifest", "losses", "warnings", "skipped"]);
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
            types.expect(0).stdout.lines().filter(|line| line.contains('(')).count()
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
    let remote = r#"[{"name": "f", "inputSchema": {"$ref": "https://example.com/s"}}]"#;
    check(remote, &["--from", "mcp"], 1, &["<stdin>: /0/inputSchema", "https://example.com/s"]);
    run(["import", "missing.json"]).expect(2).says(&["cannot read missing.json"]);
    feed(&mut webagents(["import", "-"]), b"\xff\xfe").expect(2).says(&["is not UTF-8: byte 0"]);
}

const PETS: &str = include_str!("data/petstore.yaml");

#[test]
fn a_tool_that_cannot_be_read_is_skipped() {
    let remote = MCP.replacen("\"type\": \"string\"", "\"$ref\": \"https://example.com/s\"", 1);
    let ran = feed(&mut webagents(["import", "-"]), remote.as_bytes()).expect(1);
    ran.says(&[
        "<stdin>: 1 tool\n",
        "skipped: \"cart.add\" at /tools/0/inputSchema/properties/bookId: `$ref` leads",
    ]);
    let answer = feed(&mut webagents(["import", "-", "--json"]), remote.as_bytes()).expect(1).json();
    assert_eq!(answer["skipped"][0]["tool"], "cart.add");
    assert_eq!(answer["manifest"]["tools"].as_array().map(Vec::len), Some(1));
    let book =
        r#"{"a": {"input": {"default": 1e400}}, "b": {"input": {"type": "object"}}, "c": {"input": 3}}"#;
    let answer = feed(&mut webagents(["import", "-", "--json"]), book.as_bytes()).expect(1).json();
    assert_eq!(answer["manifest"]["tools"][0]["name"], "b");
    let skipped: Vec<&Value> =
        answer["skipped"].as_array().into_iter().flatten().map(|s| &s["tool"]).collect();
    assert_eq!(skipped, ["a", "c"]);
}

#[test]
fn a_schema_of_a_manifest_that_cannot_be_read_skips_its_tool() {
    let manifest = "# S\n\n## f\nF.\n\n### Params\n\n### Input Schema\n```json\n{\"$ref\": \"https://x.example/s\"}\n```\n\n\
        ## g\nG.\n\n### Params\n- `a` (string): A.\n";
    for format in ["json-schema", "webmcp", "mcp", "openai", "anthropic-strict", "gemini"] {
        let ran = feed(&mut webagents(["schema", "-", "--to", format, "--json"]), manifest.as_bytes());
        let answer = ran.expect(1).json();
        assert_eq!(answer["skipped"][0]["tool"], "f", "{format}");
        assert!(answer["document"].to_string().contains("\"g\""), "{format}: {answer:#}");
        assert_eq!(answer["names"], json!({ "g": "g" }), "{format}");
    }
    let ran = feed(&mut webagents(["schema", "-", "--to", "mcp", "--closed"]), manifest.as_bytes()).expect(1);
    ran.says(&["skipped: \"f\" at f/inputSchema: ", "https://x.example/s"]);
}

#[test]
fn openapi_is_read_from_yaml_and_from_a_url() {
    let scratch = Scratch::new();
    let file = scratch.file("petstore.yaml", PETS);
    let ran = run(["import", &file]).expect(1);
    let stderr = ran.stderr.replace(&file, "petstore.yaml");
    insta::assert_snapshot!("import_yaml", format!("{}--- stderr\n{stderr}", ran.stdout));
    let server = Server::start(|path| match path {
        "/openapi.yaml" => Some(Answer::new("application/yaml", PETS)),
        "/tools.json?v=1" => Some(Answer::new("application/json", MCP)),
        "/tools.ts" => Some(Answer::new("text/plain", SOURCE)),
        "/away.json" => Some(Answer::redirect("http://169.254.169.254/openapi.json")),
        _ => None,
    });
    let read = run(["import", &server.url("/openapi.yaml")]).expect(1);
    assert_eq!(read.stdout, ran.stdout);
    assert!(run(["import", &server.url("/tools.json?v=1")]).expect(0).stdout.contains("## cart.add"));
    assert!(run(["import", &server.url("/tools.ts")]).expect(0).stdout.contains("## findBooks"));
    run(["import", &server.url("/missing.json")]).expect(3).says(&["answers with status 404"]);
    // The guard that other commands have.
    run(["import", &server.url("/away.json")]).expect(4);
    run(["import", "https://no%where/"]).expect(2).says(&["is not a URL"]);
    let ran = feed(&mut webagents(["import", "-"]), b"openapi: 3.1.0\npaths: {/a: [b\n").expect(1);
    ran.says(&["neither JSON nor JSON Lines"]);
    let broken = scratch.file("broken.yml", "openapi: 3.1.0\npaths: {/a: [b\n");
    run(["import", &broken]).expect(1).says(&["broken.yml: ", "expected YAML: line "]);
}

#[test]
fn a_part_of_a_document_is_imported() {
    let import = |args: &[&str], code: i32| {
        feed(&mut webagents([&["import", "-", "--json"], args].concat()), PETS.as_bytes()).expect(code).json()
    };
    let names = |answer: &Value| -> Vec<String> {
        let tools = answer["manifest"]["tools"].as_array().expect("tools");
        tools.iter().map(|tool| tool["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names(&import(&["--tag", "pets"], 0)), ["listPets", "removePet"]);
    assert_eq!(names(&import(&["--tag", "owners", "--tag", "pets"], 0)).len(), 3);
    assert_eq!(names(&import(&["--only", "list*"], 0)), ["listPets", "listOwners"]);
    assert_eq!(names(&import(&["--only", "*Pet*", "--tag", "admin"], 0)), ["removePet"]);
    assert!(import(&["--only", "listpets"], 2)["error"]["help"].to_string().contains("listPets"));
    assert!(import(&["--tag", "cats"], 2)["error"]["help"].to_string().contains("owners"));
}

#[test]
fn nothing_is_written_that_cannot_be_read_back() {
    // Each tool is small, and all of them are more than a webagents.md may be.
    let words = "word ".repeat(2_000);
    let tool = |number: usize| json!({"name": format!("f{number}"), "description": words});
    let text = json!((0..900).map(tool).collect::<Vec<_>>()).to_string();
    for args in [&["import", "-"][..], &["import", "-", "--json"]] {
        let ran = feed(&mut webagents(args), text.as_bytes()).expect(1);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(said.contains("is the most that can be read back") && said.contains("--only NAME"), "{said}");
        assert!(!said.contains("## f1") && said.len() < 1_000, "{said}");
    }
    let ran = feed(&mut webagents(["import", "-", "--only", "f1*"]), text.as_bytes()).expect(0);
    assert!(ran.stderr.contains("111 tools"), "{}", ran.stderr);
}

#[test]
fn names_that_may_be_taken_for_others_are_warned_about() {
    let text = include_str!("data/lookalikes.json");
    insta::assert_snapshot!("import_lookalikes", import(text, &[]));
    let answer = feed(&mut webagents(["import", "-", "--json"]), text.as_bytes()).expect(0).json();
    assert_eq!(answer["warnings"].as_array().map(Vec::len), Some(4), "{answer:#}");
}

#[test]
fn renames_are_one_line() {
    let tool = |number: usize| json!({"name": format!("get item {number}"), "inputSchema": {}});
    let text = json!((0..1_230).map(tool).collect::<Vec<_>>()).to_string();
    let ran = feed(&mut webagents(["import", "-"]), text.as_bytes()).expect(0);
    let lost = ran.stderr.lines().filter(|line| !line.starts_with("next: ")).count();
    assert!(lost <= 3, "{}", ran.stderr);
    ran.says(&["lost, 1230 times: `name` renamed (get item 0: ", "it is `get_item_0`"]);
    let answer = feed(&mut webagents(["import", "-", "--json"]), text.as_bytes()).expect(0).json();
    assert_eq!(answer["losses"].as_array().map(Vec::len), Some(1_230));
}

#[test]
fn results_that_are_no_objects_are_written_on_request() {
    let manifest = "# S\n\n## f\nF.\n\n### Params\n\n### Output\n```ts\nstring[]\n```\n";
    let ran = feed(&mut webagents(["schema", "-", "--to", "mcp"]), manifest.as_bytes()).expect(0);
    assert!(!ran.stdout.contains("outputSchema"), "{}", ran.stdout);
    ran.says(&[
        "lost: f: `outputSchema` dropped: MCP before revision 2026-07-28 takes the schema of an object only",
    ]);
    let args = ["schema", "-", "--to", "mcp", "--mcp-revision", "2026-07-28", "--strict"];
    assert!(feed(&mut webagents(args), manifest.as_bytes()).expect(0).stdout.contains("outputSchema"));
}

#[test]
fn budget_that_cannot_be_kept_is_reported() {
    let text =
        "# S\n\nWords.\n\n## find\nFinds a thing that was lost in the library of the town.\n\n### Params\n";
    let ran = |budget: &str| feed(&mut webagents(["context", "-", "--budget", budget]), text.as_bytes());
    let rich = ran("200").expect(0);
    assert!(rich.stdout.contains("Finds a thing") && rich.stderr.is_empty(), "{rich:#?}");
    let least = ran("5").expect(1);
    assert!(least.stdout.contains("find()") && !least.stdout.contains("Finds a thing"), "{least:#?}");
    let said = "--budget 5 cannot be kept: the shortest form is about ";
    let needed = least.stderr.split(said).nth(1).and_then(|rest| rest.split(' ').next()).expect("a number");
    // The documented minimum is enough.
    let kept = ran(needed).expect(0);
    assert_eq!((kept.stdout, kept.stderr.as_str()), (least.stdout, ""));
}
