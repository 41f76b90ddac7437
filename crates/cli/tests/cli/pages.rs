//! `webagents read`: pages as Markdown.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::support::{
    Answer, Scratch, Server, closed_port, feed, hold_to_schema, keys, run, webagents, with_browser,
};

const PAGE: &str = "<!doctype html><title>Books</title><nav><a href=/menu>Menu</a></nav><main><h1>Books</h1>\
<p>See <a href='help'>the help</a>. <img src=/cat.png alt='A cat'></p><p class=aside>Aside.</p></main>";

/// A page without its scripts, and with them.
const APP: &str = "<!doctype html><title>App</title><div id=app></div><script>setTimeout(() => {\
document.getElementById('app').innerHTML = '<h1>Written</h1><p>by a <a href=/x>script</a></p>' }, 50)</script>";

/// Paragraphs of 100 characters each, blank lines among them.
fn paragraphs(count: usize) -> String {
    (0..count).map(|number| format!("<p>{number:03} {}", "word ".repeat(19))).collect::<Vec<_>>().concat()
}

fn site() -> Server {
    Server::start(|path| {
        Some(match path {
            "/books/" | "/BOOKS/" => Answer::html(PAGE),
            "/to-books" => Answer::redirect("/books/"),
            "/app" => Answer::html(APP),
            "/who" => Answer::html("<p id=who></p><script>who.textContent = document.cookie</script>"),
            "/named" => Answer::html(
                "<title>N</title><link rel=alternate type=text/markdown href=/text.md><p>As HTML.</p>",
            ),
            "/long" => Answer::html(paragraphs(250)),
            "/text.md" => Answer::markdown("# Text\n\n*As it is.*\n"),
            "/leads" => Answer::html("<p>wait<script>setTimeout(() => location = '/books/', 200)</script>"),
            "/late" => Answer::html(
                "<p>wait<script>setTimeout(() => document.body.innerHTML = 'Here it is.', 1500)</script>",
            ),
            "/file.pdf" => Answer::new("application/pdf", "%PDF-1.4\n%%EOF\n"),
            "/empty" => Answer::html("<title>Empty</title>"),
            "/robots.txt" => Answer::markdown("user-agent: *\ndisallow: /books/\n"),
            "/busy" => Answer::html("<p>Come back later.").status(503).header("Retry-After", "120"),
            "/shadow" => Answer::html(
                "<x-a>light</x-a><script>document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = \
                 '<h1>In the shadow</h1><p>(<slot></slot>)</p>'</script>",
            ),
            "/frame" => Answer::html(
                "<h1>Unit 3</h1><p>The text is in the frame.<iframe src=/unit/3></iframe>\
                 <iframe src='data:text/html,elsewhere'></iframe><p>End of the unit.",
            ),
            "/unit/3" => {
                Answer::html("<p id=p>wait <a href=4>next</a><script>p.prepend('Rivers: ')</script>")
            }
            "/slow" => Answer::html(
                "<p id=p>wait<script>fetch('/data').then((r) => r.text()).then((text) => p.textContent = text)</script>",
            ),
            "/data" => {
                std::thread::sleep(std::time::Duration::from_millis(1500));
                Answer::markdown("what the request brought")
            }
            "/sections" => Answer::html("<h2 id=a>A</h2><p>one<h2 id=b>B</h2><p>two"),
            "/separators" => Answer::html("<meta charset=utf-8><p>a\u{2028}b\u{2029}c"),
            "/private" => Answer::redirect("http://169.254.169.254/"),
            _ => return None,
        })
    })
}

#[test]
fn a_page_is_printed_as_markdown() {
    let site = site();
    let ran = run(["read", &site.url("/to-books")]).expect(0);
    assert_eq!(ran.stderr, "");
    insta::assert_snapshot!(site.redact(&ran.stdout));
    let ran = run(["read", &site.url("/text.md")]).expect(0);
    assert_eq!(ran.stdout, "# Text\n\n*As it is.*\n");
}

#[test]
fn what_of_a_page_is_read() {
    let site = site();
    let url = site.url("/books/");
    let read = |more: &[&str]| run([&["read", &url], more].concat()).expect(0).stdout;
    assert!(read(&["--raw"]).contains("[Menu]("));
    assert_eq!(read(&["--select", ".aside"]), "Aside.\n");
    assert!(!read(&["--exclude", ".aside, img"]).contains("Aside."));
    assert!(read(&["--links", "off", "--images", "none"]).contains("See the help."));
    assert!(read(&["--images", "alt"]).contains("A cat") && !read(&["--images", "alt"]).contains("cat.png"));
    let listed = read(&["--links", "listed"]);
    assert!(listed.contains("See the help.") && listed.contains(&site.url("/books/help")), "{listed}");
    assert!(read(&["--front-matter"]).starts_with("---\ntitle: \"Books\"\nurl: \""));
    let named = site.url("/named");
    assert_eq!(run(["read", &named]).expect(0).stdout, "As HTML.\n");
    let ran = run(["read", &named, "--prefer-markdown", "--front-matter"]).expect(0);
    assert!(
        ran.stdout.starts_with("---\ntitle: \"N\"\n") && ran.stdout.ends_with("# Text\n\n*As it is.*\n"),
        "{ran:#?}"
    );
    run(["read", &url, "--select", "p:hover"]).expect(2).says(&["pseudo-classes"]);
}

#[test]
fn long_page_has_parts() {
    let site = site();
    let url = site.url("/long");
    let ran = run(["read", &url]).expect(0).says(&["--start-index 10000 goes on"]);
    assert!(ran.stdout.ends_with("\n\n[Content truncated - showing first 10,000 characters]\n"), "{ran:#?}");
    let ran = run(["read", &url, "--start-index", "20000"]).expect(0);
    assert!(ran.stdout.starts_with("200 word") && ran.stdout.ends_with("word\n"), "{ran:#?}");
    let ran =
        run(["read", &url, "--json", "--start-index", "0", "--max-characters", "500", "--budget", "100"]);
    let part = ran.expect(0).json();
    assert!(part["tokens_estimated"].as_u64().is_some_and(|tokens| tokens <= 100), "{part}");
    assert_eq!((&part["start_index"], &part["total_characters"]), (&json!(0), &json!(24_998)));
    assert!(part["text"].as_str().is_some_and(|text| text.contains("; next start_index: ")), "{part}");
}

#[test]
fn a_page_as_json() {
    let site = site();
    let page = run(["read", "--json", &site.url("/to-books")]).expect(0).json();
    assert_eq!(
        keys(&page),
        [
            "version",
            "ok",
            "url",
            "final_url",
            "redirects",
            "status",
            "media_type",
            "kind",
            "text",
            "start_index",
            "next_start_index",
            "total_characters",
            "tokens_estimated",
            "stage",
            "metadata",
            "page_characters",
            "kept_characters",
            "section",
            "retry_after",
            "content_signal",
            "markdown_tokens",
            "remarks",
        ]
    );
    assert_eq!((&page["ok"], &page["status"], &page["kind"]), (&json!(true), &json!(200), &json!("html")));
    assert_eq!(
        (&page["url"], &page["final_url"]),
        (&json!(site.url("/to-books")), &json!(site.url("/books/")))
    );
    assert!(page["kept_characters"].as_u64() < page["page_characters"].as_u64(), "{page}");
    assert_eq!(
        page["metadata"],
        json!({
            "title": "Books",
            "authors": [],
            "published": null,
            "modified": null,
            "description": null,
            "canonical_url": null,
            "language": null,
            "site_name": null,
            "markdown_url": null,
        })
    );
}

#[test]
fn error_page_is_printed_on_request() {
    let site = site();
    let busy = site.url("/busy");
    let ran = run(["read", &busy]).expect(3).says(&["HTTP 503", "Retry-After: 120", "--show-errors"]);
    assert_eq!(ran.stdout, "");
    let failed = run(["read", "--json", &busy]).expect(3).json();
    assert_eq!((&failed["status"], &failed["retry_after"]), (&json!(503), &json!("120")));
    let ran = run(["read", "--show-errors", &busy]).expect(3).says(&["HTTP 503", "Retry-After: 120"]);
    assert_eq!(ran.stdout, "Come back later.\n");
    let shown = run(["read", "--show-errors", "--json", &busy]).expect(3).json();
    assert_eq!(
        (&shown["ok"], &shown["text"], &shown["status"]),
        (&json!(false), &json!("Come back later."), &json!(503))
    );
    assert_eq!((&shown["retry_after"], &shown["error"]["kind"]), (&json!("120"), &json!("network")));
}

#[test]
fn fragment_names_a_section() {
    let site = site();
    let url = site.url("/sections#b");
    assert_eq!(run(["read", &url]).expect(0).stdout, "## B\n\ntwo\n");
    assert_eq!(run(["read", "--json", &url]).expect(0).json()["section"], "b");
    assert!(run(["read", "--whole-page", &url]).expect(0).stdout.starts_with("## A\n\none"));
}

#[test]
fn pages_are_written_into_files() {
    let (site, scratch) = (site(), Scratch::new());
    let folder = scratch.path().join("pages");
    let folder = folder.to_str().expect("UTF-8");
    let urls = ["/books/", "/gone", "/BOOKS/", "/text.md", "/long"].map(|path| site.url(path));
    let args = [&["read", "--output", folder][..], &urls.each_ref().map(String::as_str)].concat();
    let ran = run(&args).expect(1).says(&["HTTP 404"]);
    let paths: Vec<String> = ran.stdout.lines().map(|path| site.redact(&path.replace(folder, ""))).collect();
    let port = site.port;
    let expected = ["books", "BOOKS-2", "text", "long"].map(|name| format!("/127.0.0.1-{port}-{name}.md"));
    assert_eq!(paths, expected.map(|path| site.redact(&path)), "{ran:#?}");
    let read =
        |name: &str| std::fs::read_to_string(format!("{folder}/127.0.0.1-{port}-{name}.md")).expect("a file");
    assert!(read("books").starts_with("# Books\n"));
    // The whole page, and not its first part.
    assert!(read("long").len() > 20_000);
    let mode = std::fs::metadata(format!("{folder}/127.0.0.1-{port}-text.md")).expect("a file").permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o600);
    let again = ["read", "--output", folder, &urls[3]];
    run(again).expect(2).says(&["cannot write", "--force"]);
    run([&again[..], &["--force"]].concat()).expect(0);
}

#[test]
fn a_page_is_cut_into_chunks() {
    let site = site();
    let ran = run(["read", "--chunk", "4", &site.url("/sections"), &site.url("/gone")]).expect(1);
    let lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told: Vec<_> =
        lines.iter().map(|line| (&line["index"], &line["headings"][0], &line["text"])).collect();
    assert_eq!(told[0], (&json!(0), &json!("A"), &json!("## A\n\none")));
    assert_eq!(told[1], (&json!(1), &json!("B"), &json!("## B\n\ntwo")));
    assert_eq!((&lines[2]["ok"], lines[2]["line"].is_string()), (&json!(false), true));
    hold_to_schema("read", &ran.stdout);
}

#[test]
fn cached_pages_are_revalidated() {
    let scratch = Scratch::new();
    let site = Server::start_with_heads(|_, head| {
        Some(if head.to_ascii_lowercase().contains("if-none-match: \"1\"") {
            Answer::html("").status(304).header("etag", "\"1\"")
        } else {
            Answer::html("<p>Kept.").header("etag", "\"1\"")
        })
    });
    let folder = scratch.path().join("cache");
    let folder = folder.to_str().expect("UTF-8");
    let args = ["read", "--cache", folder, &site.url("/")];
    for _ in 0..2 {
        let ran = run(args).expect(0);
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("Kept.\n", ""));
    }
    assert_eq!(site.times_asked("/"), 2);
    // A damaged entry is reported and fetched again.
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        std::fs::write(entry.path(), "x").expect("written");
    }
    let ran = run(args).expect(0).says(&["damaged"]);
    assert_eq!(ran.stdout, "Kept.\n");
}

#[test]
fn line_separators_end_no_json_line() {
    let site = site();
    let line = run(["read", "--json", &site.url("/separators")]).expect(0);
    assert!(line.stdout.contains("a\\u2028b\\u2029c"), "{line:#?}");
    assert_eq!(line.json()["text"], "a\u{2028}b\u{2029}c");
}

#[test]
fn pages_are_read_in_order() {
    let site = site();
    let urls = [site.url("/books/"), site.url("/gone"), "nonsense://x".to_owned(), site.url("/text.md")];
    let args = |more: &'static [&str]| {
        ["read"].iter().chain(more).map(ToString::to_string).chain(urls.clone()).collect::<Vec<_>>()
    };
    let ran = run(args(&["--json"])).expect(1);
    assert_eq!(ran.stderr, "");
    let lines: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told: Vec<(&str, bool)> =
        lines.iter().map(|line| (line["url"].as_str().unwrap(), line["ok"].as_bool().unwrap())).collect();
    assert_eq!(told, [(urls[0].as_str(), true), (&urls[1], false), (&urls[2], false), (&urls[3], true)]);
    assert_eq!(lines[1]["line"], "Error: HTTP 404 - Failed to fetch URL");
    assert_eq!(lines[1]["error"]["kind"], "network");
    assert_eq!(lines[2]["line"], "Error: Invalid URL format - must start with http:// or https://");

    let ran = run(args(&[])).expect(1).says(&["/gone: HTTP 404 - Failed to fetch URL", "Invalid URL format"]);
    assert!(ran.stdout.starts_with(&format!("==> {} <==\n# Books\n", urls[0])), "{ran:#?}");
    assert!(ran.stdout.ends_with(&format!("==> {} <==\n# Text\n\n*As it is.*\n\n", urls[3])), "{ran:#?}");
}

#[test]
fn failures_have_their_exit_codes() {
    #[track_caller]
    fn check(url: &str, code: i32, line: &str) {
        let ran = run(["read", url]).expect(code).says(&[&format!("error: {line}")]);
        assert_eq!(ran.stdout, "");
        let told = run(["read", "--json", url]).expect(code).json();
        assert_eq!(keys(&told), ["version", "ok", "url", "line", "error", "status", "retry_after"]);
        assert_eq!((&told["ok"], &told["line"]), (&json!(false), &json!(format!("Error: {line}"))));
    }
    let site = site();
    let closed = format!("http://127.0.0.1:{}/", closed_port());
    check(&site.url("/gone"), 3, "HTTP 404 - Failed to fetch URL");
    check(&closed, 3, "Failed to connect to URL");
    check(&site.url("/empty"), 1, "No readable content found on page");
    check("shop.example", 2, "Invalid URL format - must start with http:// or https://");
    for url in [
        "ftp://shop.example/",
        "not-a-url",
        "",
        "javascript:void(0)",
        "data:text/html,<p>x.html",
        "about:blank",
    ] {
        check(url, 2, "Invalid URL format - must start with http:// or https://");
    }
    let ran = run(["read", &site.url("/private")]).expect(4);
    ran.says(&["error: Refused to fetch URL - 169.254.169.254", "--allow-host 169.254.169.254:80"]);
    run(["read", "shop.example"]).expect(2).says(&["help: if it is a website, write https://shop.example/"]);
    run(["read", &site.url("/empty")]).expect(1).says(&["help: --raw reads the whole page"]);
    let raw = run(["read", "--raw", &site.url("/empty")]).expect(1);
    assert!(!raw.stderr.contains("--raw"), "{raw:?}");
    run(["read", "--select", ".none", &site.url("/books/")]).expect(1).says(&["help: see that --select"]);
    run(["read", &site.url("/app")]).expect(1).says(&["help: --render lets its scripts run"]);
    run(["read", "--robots", &site.url("/books/")]).expect(4).says(&["robots.txt", "help: without --robots"]);
    run(["read", "--robots", &site.url("/text.md")]).expect(0);
    run(["read"]).expect(2).says(&["<URL>"]);
    run(["read", "no-such-file"])
        .expect(2)
        .says(&["Invalid URL format", "cannot read no-such-file: No such file"]);
    run(["read", "no/such.html"]).expect(2).says(&["error: cannot read no/such.html: No such file"]);
    run(["read", "--render", "javascript:void(0)"]).expect(2).says(&["error: Invalid URL format"]);
    run(["read", "--max-characters", "0", "-"]).expect(2).says(&["--max-characters"]);
    run(["read", "--budget", "0", "-"]).expect(2).says(&["--budget"]);
    for option in [&["--headed"][..], &["--engine", "firefox"], &["--driver-url", "http://127.0.0.1:1/"]] {
        let args = [&["read", "http://127.0.0.1:1/"], option].concat();
        run(args).expect(2).says(&[option[0], "without --render"]);
    }
    run(["read", "-", "-"]).expect(2).says(&["stdin can be read once"]);
    run(["read", "--render", "page.html"]).expect(2).says(&["cannot read page.html"]);
    run(["read", "--render", "--bearer", "x", "http://a.example/"]).expect(2).says(&["cannot be used with"]);

    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/", silent.local_addr().expect("its address"));
    let ran = run(["read", "--timeout", "1", &url]).expect(3);
    ran.says(&["error: Request timed out after 1 second\n", "help: --timeout SECONDS"]);
}

#[test]
fn what_is_said_to_the_server() {
    let site =
        Server::start_with_heads(|path, head| (path == "/").then(|| Answer::markdown(head.to_owned())));
    let url = site.url("/");
    let head = run([
        "read",
        &url,
        "--header",
        "X-Key: k1",
        "--cookie",
        "a=1",
        "--cookie",
        "b=2",
        "--bearer",
        "t0ken",
        "--user-agent",
        "me/1",
    ]);
    let head = head.expect(0).stdout.to_ascii_lowercase();
    for line in [
        "x-key: k1",
        "cookie: a=1; b=2",
        "authorization: bearer t0ken",
        "user-agent: me/1",
        "accept: text/markdown",
    ] {
        assert!(head.contains(&format!("\n{line}")), "{line}: {head}");
    }
    let head = run(["read", &url, "--basic", "me:secret"]).expect(0).stdout;
    assert!(head.contains("Basic bWU6c2VjcmV0"), "{head}");
    run(["read", &url, "--header", "Host: elsewhere"])
        .expect(2)
        .says(&["`Host` is written by the client itself"]);
    run(["read", &url, "--header", "secret"]).expect(2).says(&["expected a name and a value with : between"]);
}

#[test]
fn files_and_stdin_are_html() {
    let scratch = Scratch::new();
    // Of an encoding that only the page names.
    let file = scratch.file("page.html", b"<meta charset=windows-1252><h1>Caf\xe9</h1>");
    assert_eq!(run(["read", &file]).expect(0).stdout, "# Caf\u{e9}\n");
    let ran = feed(&mut webagents(["read", "-"]), b"<p>from <b>stdin</b>").expect(0);
    assert_eq!(ran.stdout, "from **stdin**\n");
}

#[test]
fn fragment_of_a_file_names_a_section() {
    let scratch = Scratch::new();
    let page = b"<h2 id=a>A</h2><p>one<h2 id=b>B</h2><p>two";
    let file = scratch.file("page.html", page);
    assert_eq!(run(["read", &format!("{file}#b")]).expect(0).stdout, "## B\n\ntwo\n");
    // A file of that name is meant before a section is.
    let odd = scratch.file("page.html#b", b"<p>odd");
    assert_eq!(run(["read", &odd]).expect(0).stdout, "odd\n");
    run(["read", &format!("{file}.txt#b")]).expect(2).says(&["cannot read"]);
}

#[test]
fn files_that_are_no_text_are_refused() {
    let scratch = Scratch::new();
    for (name, bytes, what) in [
        ("a.png", &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "a PNG image"),
        ("a.zip", b"PK\x03\x04\x14\0\0\0", "a ZIP archive"),
        ("a.bin", b"\0\x01\x02\xff\xfe\0", "binary data"),
    ] {
        let file = scratch.file(name, bytes);
        let ran = run(["read", &file]).expect(1);
        let ran = ran.says(&["Unsupported content", what]);
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn the_tool_for_a_model() {
    let tool = run(["read", "--definition", "anthropic"]).expect(0).json();
    insta::assert_snapshot!(serde_json::to_string_pretty(&tool).expect("JSON"));
    let tool = run(["read", "--definition", "openai-chat-strict"]).expect(0).json();
    assert_eq!(tool["function"]["name"], "web_browse");
    run(["read", "--definition", "json-schema"]).expect(2).says(&["[possible values: webmcp, mcp, openai, "]);
}

/// In a real browser: what scripts write is read, links are absolute, and nothing is left running.
#[test]
fn a_page_is_rendered_first() {
    let (site, scratch) = (site(), Scratch::new());
    let ran = with_browser(&scratch, &["read", "--render", &site.url("/app")], "").expect(0);
    assert_eq!(ran.stdout, format!("# Written\n\nby a [script]({})\n", site.url("/x")));
    let closed = format!("http://127.0.0.1:{}/", closed_port());
    let ran =
        with_browser(&scratch, &["read", "--render", "--json", &closed, &site.url("/app")], "").expect(1);
    let told: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&told[0]["ok"], &told[1]["ok"]), (&json!(false), &json!(true)), "{ran:#?}");
    assert_eq!(told[0]["error"]["kind"], "network");
}

/// Pages in a browser: one that scripts lead to, one that they write, and a missing one.
#[test]
fn redirecting_page_is_followed() {
    let (site, scratch) = (site(), Scratch::new());
    let urls = ["/leads", "/late", "/gone", "/file.pdf"].map(|path| site.url(path));
    let args = [&["read", "--render", "--json"][..], &urls.each_ref().map(String::as_str)].concat();
    let ran = with_browser(&scratch, &args, "").expect(1);
    let told: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&told[0]["final_url"], &told[0]["status"]), (&json!(site.url("/books/")), &json!(200)));
    assert_eq!(told[0]["media_type"], "text/html");
    assert_eq!((&told[1]["text"], &told[1]["remarks"]), (&json!("Here it is."), &json!([])), "{ran:#?}");
    assert_eq!(
        (&told[2]["ok"], &told[2]["line"]),
        (&json!(false), &json!("Error: HTTP 404 - Failed to fetch URL"))
    );
    assert_eq!(told[2]["error"]["kind"], "network");
    assert_eq!((&told[3]["ok"], &told[3]["error"]["kind"]), (&json!(false), &json!("findings")), "{ran:#?}");
    assert!(
        told[3]["error"]["message"].as_str().is_some_and(|message| message.contains("/file.pdf")),
        "{ran:#?}"
    );
}

#[test]
fn shadow_roots_and_files_are_rendered() {
    let (site, scratch) = (site(), Scratch::new());
    scratch.file("say.js", "document.body.innerHTML = '<h1>File</h1><p>with a script</p>'");
    let file = scratch.file("a page.html", "<body>wait<script src=say.js></script>");
    let [shadow, slow, frame] = ["/shadow", "/slow", "/frame"].map(|path| site.url(path));
    let args = ["read", "--render", "--json", "--timeout", "120", &shadow, &slow, &file, &frame];
    let ran = with_browser(&scratch, &args, "").expect(0);
    let told: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(told[0]["text"], "# In the shadow\n\n(light)", "{ran:#?}");
    assert_eq!(told[1]["text"], "what the request brought", "{ran:#?}");
    assert_eq!(
        (&told[2]["text"], &told[2]["final_url"]),
        (&json!("# File\n\nwith a script"), &Value::Null),
        "{ran:#?}"
    );
    let framed =
        format!("# Unit 3\n\nThe text is in the frame.\n\nRivers: wait [next]({})", site.url("/unit/4"));
    let text = told[3]["text"].as_str().expect("a text");
    assert!(text.starts_with(&framed) && text.ends_with("\n\nEnd of the unit."), "{ran:#?}");
    run(["read", "--render", "-"]).expect(2).says(&["stdin is not opened in a browser"]);
}

#[test]
fn long_file_is_cut() {
    let scratch = Scratch::new();
    let mut page = "<p>Beginning.".to_owned();
    page.push_str(&" ".repeat(64 * 1024 * 1024));
    page.push_str("<p>End.");
    let file = scratch.file("long.html", page);
    let page = run(["read", "--json", "--raw", &file]).expect(0).json();
    assert_eq!(page["remarks"], json!(["cut"]));
}

/// The browser is chosen, and logged in, as for a script.
#[test]
fn rendered_page_uses_the_login() {
    let (site, scratch) = (site(), Scratch::new());
    let state = json!({
        "cookies": [{ "name": "who", "value": "Ann", "domain": "127.0.0.1", "path": "/", "expires": -1,
            "httpOnly": false, "secure": false, "sameSite": "Lax" }],
        "origins": [],
    });
    let state = scratch.file("state.json", state.to_string());
    let url = site.url("/who");
    let ran = with_browser(&scratch, &["read", "--render", &url, "--storage-state", &state], "").expect(0);
    assert_eq!(ran.stdout, "who=Ann\n");
    run(["read", "--render", &url, "--storage-state", "/no/such/file"])
        .expect(2)
        .says(&["cannot read /no/such/file"]);
    run(["read", "--render", &url, "--attach", "127.0.0.1:1", "--profile", "x"]).expect(2);
    let closed = format!("127.0.0.1:{}", closed_port());
    run(["read", "--render", &url, "--attach", &closed])
        .expect(5)
        .says(&["the egress guard does not hold in it"]);
    for option in [["--profile", "x"], ["--egress", "open"], ["--storage-state", "x"], ["--attach", &closed]]
    {
        run([&["read", &url], &option[..]].concat()).expect(2).says(&["--render"]);
    }
}

#[test]
fn removed_share_is_reported() {
    let scratch = Scratch::new();
    let text = |from: usize, count: usize| {
        let one = |number| format!("<p>{number} {}</p>", "word ".repeat(30));
        (from..from + count).map(one).collect::<Vec<_>>().concat()
    };
    let menu = (0..40).map(|n| format!("<a href=/{n}>Section number {n}</a> ")).collect::<Vec<_>>().concat();
    let promotion = "<div class=promo>Buy the book.</div>";
    let page = format!("<nav>{menu}</nav><main><h1>Books</h1>{}{promotion}</main>", text(0, 6));
    let file = scratch.file("menu.html", &page);
    assert_eq!(run(["read", "--json", &file]).expect(0).json()["remarks"], json!([]));
    let read = |side: &str| run(["read", "--favor", side, &file]).expect(0).stdout;
    assert!(!read("precision").contains("Buy the book.") && read("recall").contains("Buy the book."));
    run(["read", "--favor", "both", &file]).expect(2);
    let comment = |n: usize| {
        format!(
            "<div class=comment><b>Reader {n}</b> <time>2024-01-0{n} 10:00</time>{}</div>",
            text(10 * n, 1)
        )
    };
    let comments = (1..6).map(comment).collect::<Vec<_>>().concat();
    let comments = format!("<section class=comments><h2>Comments</h2>{comments}</section></main>");
    let file = scratch.file("comments.html", page.replace("</main>", &comments));
    let page = run(["read", "--json", &file]).expect(0).json();
    let remark = page["remarks"][0].as_str().unwrap_or_default();
    assert!(remark.starts_with("removed ") && remark.contains("comments "), "{page}");
    assert!(run(["read", &file]).expect(0).stdout.contains(&format!("[Content left out - {remark}; ")));
    assert!(run(["read", &file]).expect(0).stderr.contains(&format!("{file}: {remark}")));
    assert!(
        run(["read", "--front-matter", &file]).expect(0).stdout.contains(&format!("remarks: [\"{remark}\"]"))
    );
}
