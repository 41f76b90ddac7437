//! `parse`, `types`, `context`: from a file, from stdin, from a site.

use serde_json::json;

use crate::support::{
    Answer, FINDINGS, SHOP_MANIFEST, Scratch, Server, feed, keys, run, webagents, with_browser,
};

/// The same arguments on each kind of source give the same data.
#[track_caller]
fn from_everywhere(before: &[&str], after: &[&str]) -> String {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let file = scratch.file("webagents.md", SHOP_MANIFEST);
    let with =
        |source: &str| [before, &[source], after].concat().into_iter().map(str::to_owned).collect::<Vec<_>>();
    let of_file = run(with(&file)).expect(0);
    assert_eq!(of_file.stderr, "");
    let of_stdin = feed(&mut webagents(with("-")), SHOP_MANIFEST.as_bytes()).expect(0);
    let of_page = run(with(&server.url("/"))).expect(0);
    let of_url = run(with(&server.url("/webagents.md"))).expect(0);
    for other in [of_stdin, of_page, of_url] {
        assert_eq!(other.stdout, of_file.stdout);
        assert_eq!(other.stderr, "");
    }
    of_file.stdout
}

#[test]
fn parse_of_each_source() {
    insta::assert_snapshot!(from_everywhere(&["parse"], &[]));
}

#[test]
fn types_in_each_rendering() {
    for rendering in ["jsdoc", "inline", "brief", "index"] {
        let text = from_everywhere(&["types"], &["--rendering", rendering]);
        insta::assert_snapshot!(format!("types_{rendering}"), text);
    }
    assert_eq!(from_everywhere(&["types"], &[]), from_everywhere(&["types"], &["--rendering", "jsdoc"]));
}

#[test]
fn context_of_each_source() {
    insta::assert_snapshot!(from_everywhere(&["context"], &[]));
}

#[test]
fn context_within_a_budget() {
    let ending = |args: &[&str], code| {
        let args = [&["context", "-", "--json"], args].concat();
        let answer = feed(&mut webagents(args), SHOP_MANIFEST.as_bytes()).expect(code).json();
        assert_eq!(keys(&answer), ["version", "context", "tokens_estimated", "diagnostics"]);
        answer["tokens_estimated"].as_u64().expect("a number")
    };
    let tokens = |args: &[&str]| ending(args, 0);
    // A page that cannot be kept is a finding.
    let (rich, poor) = (tokens(&["--budget", "100000"]), ending(&["--budget", "1"], 1));
    assert!(poor < rich, "{poor} {rich}");
    assert!(poor < tokens(&["--rendering", "index"]), "{poor}");
    assert!(tokens(&["--full"]) > tokens(&[]) + 1000, "the raw Markdown is missing");
}

#[test]
fn findings_are_drawn_where_they_are() {
    let ran = feed(&mut webagents(["parse", "-"]), FINDINGS.as_bytes()).expect(1);
    insta::assert_snapshot!(format!("{}--- stdout\n{}", ran.stderr, ran.stdout));
}

#[test]
fn findings_as_json() {
    let answer = feed(&mut webagents(["parse", "--json", "-"]), FINDINGS.as_bytes()).expect(1).json();
    assert_eq!(keys(&answer), ["version", "manifest", "diagnostics"]);
    assert_eq!(answer["manifest"]["name"], "Sh\u{f6}p");
    let diagnostics = answer["diagnostics"].as_array().expect("a list");
    assert!(diagnostics.len() > 4, "{answer:#}");
    for diagnostic in diagnostics {
        assert_eq!(
            keys(diagnostic),
            ["code", "severity", "message", "line", "column", "span", "help"],
            "{diagnostic:#}"
        );
        assert_eq!(keys(&diagnostic["span"]), ["start", "end"]);
    }
    // The excerpts name the places, and the span is in bytes.
    let duplicate = diagnostics.iter().find(|one| one["code"] == "tool.duplicate").expect("a duplicate");
    let start = FINDINGS.rfind("searchBooks").expect("it is there");
    let line = FINDINGS[..start].matches('\n').count() + 1;
    let expected = json!({
        "code": "tool.duplicate",
        "severity": "error",
        "message": duplicate["message"],
        "line": line,
        "column": 4,
        "span": { "start": start, "end": start + "searchBooks".len() },
        "help": duplicate["help"],
    });
    assert_eq!(*duplicate, expected);
}

#[test]
fn the_normal_form_of_the_bookstore() {
    let answer: serde_json::Value =
        serde_json::from_str(&from_everywhere(&["parse", "--json"], &[])).expect("JSON");
    assert_eq!(answer["diagnostics"], json!([]));
    let tool = &answer["manifest"]["tools"][3];
    assert_eq!(tool["name"], "addToBasket");
    assert_eq!(
        keys(&tool["params"][1])[..5],
        ["name", "type", "description", "required", "default"],
        "{tool:#}"
    );
    assert_eq!(tool["params"][1]["default"], "1");
}

#[test]
fn warnings_count_when_they_are_asked_to() {
    // A tool may lack a description, and is then hard to choose.
    let manifest = "# Shop\n\n## search\n\n### Params\n- `a` (strin g): A\n";
    let severities = |args: &[&str], code: i32| {
        let ran = feed(&mut webagents([&["parse", "--json", "-"], args].concat()), manifest.as_bytes());
        let answer = ran.expect(code).json();
        let list = answer["diagnostics"].as_array().expect("a list").clone();
        list.into_iter().map(|one| one["severity"].as_str().expect("a word").to_owned()).collect::<Vec<_>>()
    };
    let found = severities(&[], 0);
    assert!(found.contains(&"warning".to_owned()) && !found.contains(&"error".to_owned()), "{found:?}");
    assert_eq!(severities(&["--strict"], 1), found);
}

#[test]
fn types_and_context_point_at_findings() {
    for command in ["types", "context"] {
        let ran = feed(&mut webagents([command, "-"]), FINDINGS.as_bytes()).expect(0);
        let ran = ran.says(&["<stdin>: ", "; `webagents parse` shows them"]);
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:#?}");
        assert!(ran.stdout.contains("searchBooks("), "{ran:#?}");
    }
    let answer = feed(&mut webagents(["types", "--json", "-"]), FINDINGS.as_bytes()).expect(0).json();
    assert_eq!(keys(&answer), ["version", "typescript", "diagnostics"]);
}

#[test]
fn sources_that_cannot_be_read() {
    let scratch = Scratch::new();
    let folder = scratch.path().to_str().expect("UTF-8");
    run(["parse", folder])
        .expect(2)
        .says(&["error: cannot read ", "expected a regular file, found a directory"]);
    let ran = run(["parse", "no-such.md"]).expect(2);
    assert_eq!(ran.stderr, "error: cannot read no-such.md: No such file or directory (os error 2)\n");
    // For programs the same, as JSON and on stdout alone.
    let ran = run(["parse", "--json", "no-such.md"]).expect(2);
    assert_eq!(ran.stderr, "");
    assert_eq!(
        ran.json(),
        json!({ "version": 1, "ok": false, "error": {
            "kind": "usage",
            "message": "cannot read no-such.md: No such file or directory (os error 2)",
            "causes": [],
            "help": null,
        }})
    );
}

#[test]
fn nothing_and_noise_are_documents_too() {
    feed(&mut webagents(["parse", "-"]), b"\n").says(&["<stdin>:1:1"]);
    let noise: Vec<u8> = (0..=255).cycle().take(4096).collect();
    let ran = feed(&mut webagents(["parse", "-"]), &noise);
    assert!(matches!(ran.code, Some(0 | 1)), "{ran:#?}");
    let shown = ran.stderr + &ran.stdout;
    assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{shown:?}");
}

/// A page that registers a tool of its own next to the one that its manifest declares.
const BOTH: &str = "<!doctype html><meta name=webagents-md content=/webagents.md><script>
    find = async () => []; document.modelContext?.registerTool({ name: 'more', description: 'More of it.',
      inputSchema: { type: 'object', properties: { of: { type: 'string' } } }, execute: async () => 'more' })</script>";

#[test]
fn with_a_browser_the_tools_are_there_that_the_page_registers() {
    let server = Server::start(|path| match path {
        "/" => Some(Answer::html(BOTH)),
        "/webagents.md" => {
            Some(Answer::markdown("# Shop\n\n## find\nFinds.\n\n### Params\n- `q` (string): What.\n"))
        }
        "/bare" => Some(Answer::html(BOTH.replace("webagents-md", "description"))),
        "/lacking" => Some(Answer::html(BOTH.replace("find =", "search ="))),
        _ => None,
    });
    let (scratch, url, bare) = (Scratch::new(), server.url("/"), server.url("/bare"));
    let declared = |text: &str| (text.contains("find("), text.contains("more("));

    assert_eq!(declared(&run(["types", &url]).expect(0).stdout), (true, false));
    let ran = with_browser(&scratch, &["types", &url, "--live", "--rendering", "index"], "").expect(0);
    assert_eq!(declared(&ran.stdout), (true, true), "{ran:#?}");
    let ran = ran.says(&["the page registers 1 tool (the browser's own WebMCP)"]);
    assert!(ran.stdout.contains("more(input?: {"), "it is called with one object: {ran:#?}");
    let ran = with_browser(&scratch, &["types", &bare, "--live", "--json"], "").expect(0).json();
    assert_eq!(keys(&ran), ["version", "typescript", "diagnostics", "tools", "findings"]);
    assert_eq!(declared(ran["typescript"].as_str().expect("a text")), (false, true));
    assert_eq!(
        ran["tools"],
        json!([{ "name": "more", "source": "webmcp", "registered": { "name": "more", "frame": "", "origin": server.url("") } }])
    );

    let ran = with_browser(&scratch, &["context", &url, "--live", "--budget", "4000"], "").expect(0);
    assert_eq!(declared(&ran.stdout), (true, true), "{ran:#?}");
    let ran = with_browser(&scratch, &["context", &url, "--live", "--full", "--json"], "").expect(0).json();
    assert_eq!(keys(&ran), ["version", "context", "tokens_estimated", "diagnostics", "tools", "findings"]);
    assert!(ran["context"].as_str().expect("a text").contains("### Params"), "the document is in it: {ran}");
    assert_eq!(ran["tools"][0], json!({ "name": "find", "source": "manifest", "registered": null }));

    // A declared function that is not there is named, by each command that has the page open.
    let lacking = server.url("/lacking");
    let lock = scratch.path().join("webagents.lock").to_str().expect("UTF-8").to_owned();
    let warning = "warning: the page lacks declared tools: find";
    for args in [&["types"][..], &["context"], &["schema", "--to", "mcp"], &["lock", "--lock", &lock]] {
        let args = [args, &["--live", "--wait-tools", "0", &lacking]].concat();
        with_browser(&scratch, &args, "").expect(0).says(&[warning]);
    }
    run(["types", &url, "--wait-tools", "1"]).expect(2).says(&["--wait-tools is for a browser"]);

    // Options without a browser, or without a page.
    run(["types", &url, "--engine", "firefox"]).expect(2).says(&["none is started without --live"]);
    run(["context", &url, "--egress", "open"]).expect(2).says(&["--live"]);
    run(["types", "webagents.md", "--live"]).expect(2).says(&["webagents.md is not a URL"]);
    run(["types", "file:///etc/passwd", "--live"]).expect(2).says(&["only http and https are opened"]);
    let empty = Server::start(|path| (path == "/").then(|| Answer::html("<!doctype html>")));
    with_browser(&scratch, &["types", &empty.url("/"), "--live"], "")
        .expect(1)
        .says(&["nor does its page register any tool"]);
}
