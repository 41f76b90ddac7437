//! `web_browse` over real HTTP: pages as they should be, servers as they should not be.
//!
//! No test looks at a clock. Where a limit on time is tested, the server never ends, so only the limit can.

#![cfg(feature = "http")]

#[allow(dead_code, reason = "the server can do more than these tests need")]
#[path = "../../fetch/tests/support/mod.rs"]
mod support;

use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::json;
use support::{Act, Server, answer, gzip_bomb, ok, redirect};
use webagents_fetch::Client;
use webagents_read::{
    BrowseOptions, Browsed, Error, ErrorKind, FrontMatter, Images, Kind, Links, Remark, Robots, Scope,
    Selector, Served, Stage, call_tool, client_options, show_html, web_browse, web_browse_many,
};

const PAGE: &str = "<!doctype html><title>T</title><nav><a href=/x>Menu</a></nav><main><h1>Books</h1>\
<p>See <a href='/help'>the help</a>. <img src='/i.png' alt='A cat'></p><p class=aside>Aside.</p></main>";

fn typed(media_type: &str, body: impl AsRef<[u8]>) -> Vec<Act> {
    vec![answer(&format!("content-type: {media_type}\r\n"), body.as_ref())]
}

fn html(body: &str) -> Vec<Act> {
    typed("text/html; charset=utf-8", body)
}

fn client(servers: &[&Server]) -> Client {
    let mut options = client_options();
    for server in servers {
        options.allow_url(&server.url("/")).unwrap();
    }
    Client::new(&options).unwrap()
}

async fn browse(server: &Server, path: &str, options: &BrowseOptions) -> Result<Browsed, Error> {
    web_browse(&client(&[server]), server.url(path).as_str(), options).await
}

#[track_caller]
fn fails(outcome: Result<Browsed, Error>, kind: ErrorKind, line: &str) -> Error {
    match outcome {
        Ok(browsed) => panic!("{kind:?} expected, found {browsed:?}"),
        Err(error) => {
            assert_eq!((error.kind(), error.line().as_str()), (kind, line), "{error}");
            error
        }
    }
}

#[tokio::test]
async fn a_page_is_markdown_with_absolute_links() {
    let server = Server::start([("/a", redirect("/books/")), ("/books/", html(PAGE))]).await;
    let page = browse(&server, "/a", &BrowseOptions::default()).await.unwrap();
    let (help, image) = (server.url("/help"), server.url("/i.png"));
    let markdown = format!("# Books\n\nSee [the help]({help}). ![A cat]({image})\n\nAside.");
    assert_eq!(page.to_string(), markdown);
    assert_eq!((page.url, page.redirects), (Some(server.url("/books/")), vec![server.url("/a")]));
    assert_eq!((page.status, page.kind, page.served), (Some(200), Kind::Html, Served::Fetched));
    assert_eq!((page.start, page.next, page.total), (0, None, markdown.chars().count()));
    let kept = page.kept.unwrap();
    assert!(kept.after < kept.before, "{kept:?}");
    assert_eq!(page.remarks, []);
    let heard = server.requests.lock().unwrap()[0].to_ascii_lowercase();
    assert!(heard.contains("\r\nuser-agent: webagents/"), "{heard}");
    assert!(heard.contains("\r\naccept: text/markdown, text/html;q=0.9,"), "{heard}");
}

#[tokio::test]
async fn each_way_to_read_a_page() {
    let server = Server::start([("/", html(PAGE))]).await;
    let read = async |change: &dyn Fn(&mut BrowseOptions)| {
        let mut options = BrowseOptions::default();
        change(&mut options);
        browse(&server, "/", &options).await.unwrap()
    };
    let whole = read(&|options| options.read.scope = Scope::Whole).await;
    assert!(whole.text.contains("[Menu]("), "{}", whole.text);
    assert_eq!(whole.stage, Some(Stage::Whole));
    let links = read(&|options| options.read.links = Links::Off).await;
    assert!(links.text.contains("See the help."), "{}", links.text);
    let images = read(&|options| options.read.images = Images::Alt).await;
    assert!(images.text.contains("A cat") && !images.text.contains("i.png"), "{}", images.text);
    let select = read(&|options| options.read.select = Some(Selector::parse(".aside").unwrap())).await;
    assert_eq!((select.text.as_str(), select.stage), ("Aside.", Some(Stage::Selected)));
    let exclude = read(&|options| options.read.exclude = Some(Selector::parse(".aside").unwrap())).await;
    assert!(!exclude.text.contains("Aside."), "{}", exclude.text);
    let front = read(&|options| options.front_matter = FrontMatter::Yaml).await;
    assert_eq!(front.front_matter, format!("---\ntitle: \"T\"\nurl: \"{}\"\n---\n\n", server.url("/")));
    assert!(
        front.to_string().starts_with("---\n") && front.to_string().contains("---\n\n# Books"),
        "{front}"
    );
    let nothing = browse(&server, "/", &{
        let mut options = BrowseOptions::default();
        options.read.select = Some(Selector::parse("#gone").unwrap());
        options
    })
    .await;
    let error = fails(nothing, ErrorKind::NoContent, "Error: No readable content found on page");
    assert!(error.to_string().contains("what was selected"), "{error}");
}

/// Paragraphs of 100 characters each, blank lines among them.
fn paragraphs(count: usize) -> String {
    (0..count).map(|number| format!("<p>{number:03} {}", "word ".repeat(19))).collect::<Vec<_>>().concat()
}

#[tokio::test]
async fn a_long_page_is_shown_in_parts_of_one_document() {
    let server = Server::start([("/", html(&paragraphs(250)))]).await;
    let mut options = BrowseOptions::default();
    let first = browse(&server, "/", &options).await.unwrap();
    assert!(
        first.to_string().ends_with("\n\n[Content truncated - showing first 10,000 characters]"),
        "{first}"
    );
    assert!(first.text.chars().count() <= 10_000 && first.text.ends_with(" word"), "{}", first.text);
    let total = first.total;

    let mut text = first.text.clone();
    let mut next = first.next;
    let mut ways = Vec::new();
    while let Some(start) = next {
        options.start_index = Some(start);
        let part = browse(&server, "/", &options).await.unwrap();
        assert_eq!((part.start, part.total), (start, total));
        text.push_str("\n\n");
        text.push_str(&part.text);
        ways.push(part.served);
        next = part.next;
        if let Some(next) = next {
            let notice = part.notice.unwrap();
            assert!(notice.ends_with(&format!("; next start_index: {next}")), "{notice}");
            assert!(notice.starts_with("Content truncated - showing characters 10,000 to "), "{notice}");
        }
    }
    assert_eq!(ways, [Served::Remembered, Served::Remembered]);
    assert_eq!(server.hits(), 1);
    assert_eq!(text.chars().count(), total);
    assert!((0..250).all(|number| text.contains(&format!("{number:03} word"))));

    options.start_index = Some(total);
    let end = browse(&server, "/", &options).await.unwrap();
    assert_eq!(end.to_string(), "[No more content - the page has 24,998 characters]");

    // From the beginning it is asked for anew; without a memory, always.
    options.start_index = Some(0);
    let anew = browse(&server, "/", &options).await.unwrap();
    assert_eq!((anew.served, server.hits()), (Served::Fetched, 2));
    assert!(anew.notice.unwrap().starts_with("Content truncated - showing characters 0 to 10,000 of 24,998"));
    options.cache = None;
    options.start_index = anew.next;
    assert_eq!(browse(&server, "/", &options).await.unwrap().served, Served::Fetched);
}

#[tokio::test]
async fn limits_on_characters_and_tokens() {
    let server = Server::start([("/", html(&paragraphs(50)))]).await;
    let mut options = BrowseOptions::default();
    assert_eq!(browse(&server, "/", &options).await.unwrap().notice, None);
    options.max_characters = 1_234;
    let page = browse(&server, "/", &options).await.unwrap();
    assert_eq!(page.notice.as_deref(), Some("Content truncated - showing first 1,234 characters"));
    options.max_tokens = Some(100);
    let page = browse(&server, "/", &options).await.unwrap();
    assert!(page.tokens <= 100 && page.tokens > 50, "{}", page.tokens);
    let next = page.next.unwrap();
    assert_eq!(page.notice, Some(format!("Content truncated - showing first {next} characters")));
    // A budget of nothing still gets on.
    options.max_tokens = Some(0);
    options.max_characters = 0;
    assert!(browse(&server, "/", &options).await.unwrap().next.unwrap() > 0);
}

#[tokio::test]
async fn text_passes_as_it_is() {
    let server = Server::start([
        ("/md", typed("text/markdown", "# T\r\n\r\n* [a](b)\r\n")),
        ("/readme.md", typed("text/plain", "# T")),
        ("/txt", typed("text/plain; charset=iso-8859-1", b"caf\xe9 <b>")),
        ("/json", typed("application/json", r#"{"a": "<b>"}"#)),
        ("/none", vec![ok("plain")]),
        ("/sniffed", vec![ok("<!doctype html><h1>T</h1>")]),
    ])
    .await;
    for (path, kind, text) in [
        ("/md", Kind::Markdown, "# T\n\n* [a](b)"),
        ("/readme.md", Kind::Markdown, "# T"),
        ("/txt", Kind::Text, "caf\u{e9} <b>"),
        ("/json", Kind::Json, r#"{"a": "<b>"}"#),
        ("/none", Kind::Text, "plain"),
        ("/sniffed", Kind::Html, "# T"),
    ] {
        let page = browse(&server, path, &BrowseOptions::default()).await.unwrap();
        assert_eq!((page.kind, page.text.as_str()), (kind, text), "{path}");
    }
}

#[tokio::test]
async fn each_failure_is_one_line() {
    let server = Server::start([
        ("/gone", vec![ok("x").with_status("410 Gone")]),
        ("/500", vec![ok("x").with_status("500 Internal Server Error")]),
        ("/304", vec![ok("").with_status("304 Not Modified")]),
        ("/empty", html("")),
        ("/blank", html("<title>T</title><script>1</script>")),
        ("/no-text", typed("text/plain", " \n ")),
        ("/png", typed("image/png", b"\x89PNG\r\n\x1a\n")),
        ("/png-html", typed("text/html", b"\x89PNG\r\n\x1a\n")),
        ("/pdf", typed("application/pdf", b"%PDF-1.7")),
        ("/pdf-html", typed("text/html", b"%PDF-1.7")),
        ("/zip", typed("application/octet-stream", b"PK\x03\x04")),
        ("/odd", typed("application/x-odd", "x")),
        ("/loop", redirect("/loop")),
        ("/private", redirect("http://169.254.169.254/")),
        ("/file", redirect("file:///etc/passwd")),
        ("/reset", vec![Act::Reset]),
        ("/noise", vec![Act::Write(b"\x16\x03\x01 no HTTP\r\n\r\n".to_vec())]),
        ("/headers", vec![answer(&format!("x: {}\r\n", "y".repeat(100_000)), b"")]),
        ("/coding", vec![answer("content-encoding: gzip\r\n", b"no gzip")]),
    ])
    .await;
    let none = "Error: No readable content found on page";
    for (path, kind, line) in [
        ("/missing", ErrorKind::Status(404), "Error: HTTP 404 - Failed to fetch URL"),
        ("/gone", ErrorKind::Status(410), "Error: HTTP 410 - Failed to fetch URL"),
        ("/500", ErrorKind::Status(500), "Error: HTTP 500 - Failed to fetch URL"),
        ("/304", ErrorKind::Status(304), "Error: HTTP 304 - Failed to fetch URL"),
        ("/empty", ErrorKind::NoContent, none),
        ("/blank", ErrorKind::NoContent, none),
        ("/no-text", ErrorKind::NoContent, none),
        ("/png-html", ErrorKind::Parse, "Error: Failed to parse HTML content"),
        ("/png", ErrorKind::Unsupported, "Error: Unsupported content - a PNG image cannot be read as text"),
        (
            "/pdf",
            ErrorKind::Unsupported,
            "Error: Unsupported content - a PDF document cannot be read as text",
        ),
        (
            "/pdf-html",
            ErrorKind::Unsupported,
            "Error: Unsupported content - a PDF document cannot be read as text",
        ),
        (
            "/zip",
            ErrorKind::Unsupported,
            "Error: Unsupported content - a ZIP archive or an Office document cannot be read as text",
        ),
        (
            "/odd",
            ErrorKind::Unsupported,
            "Error: Unsupported content - application/x-odd cannot be read as text",
        ),
        ("/loop", ErrorKind::TooManyRedirects, "Error: Too many redirects - Failed to fetch URL"),
        ("/reset", ErrorKind::Broken, "Error: Broken response - Failed to fetch URL"),
        ("/noise", ErrorKind::Broken, "Error: Broken response - Failed to fetch URL"),
        ("/headers", ErrorKind::TooLarge, "Error: Response too large - Failed to fetch URL"),
        ("/coding", ErrorKind::Broken, "Error: Broken response - Failed to fetch URL"),
        (
            "/private",
            ErrorKind::Refused,
            "Error: Refused to fetch URL - 169.254.169.254, link local, where clouds keep instance metadata \
             (169.254.0.0/16, RFC 3927), is no public address",
        ),
        (
            "/file",
            ErrorKind::Refused,
            "Error: Refused to fetch URL - only http and https are fetched, this is `file:`",
        ),
    ] {
        fails(browse(&server, path, &BrowseOptions::default()).await, kind, line);
    }
    let error = browse(&server, "/blank", &BrowseOptions::default()).await.unwrap_err();
    assert!(error.is_scripted() && error.to_string().contains("scripts"), "{error}");
    assert!(!browse(&server, "/empty", &BrowseOptions::default()).await.unwrap_err().is_scripted());

    let invalid = "Error: Invalid URL format - must start with http:// or https://";
    for url in ["", "example.com", "ftp://example.com/", "http://", "file:///etc/passwd"] {
        let outcome = web_browse(&client(&[]), url, &BrowseOptions::default()).await;
        fails(outcome, ErrorKind::InvalidUrl, invalid);
    }
    // Loopback is refused to whoever was not allowed it, and a password in a URL to everybody.
    let typed = server.url("/").to_string();
    let error = web_browse(&client(&[]), &typed, &BrowseOptions::default()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.refusal().is_some());
    let with_password = typed.replace("http://", "http://me:secret@");
    let error = web_browse(&client(&[&server]), &with_password, &BrowseOptions::default()).await.unwrap_err();
    assert!(error.kind() == ErrorKind::Refused && !format!("{error} {}", error.line()).contains("secret"));
}

#[tokio::test]
async fn nobody_listens() {
    let server = Server::start([]).await;
    let client = client(&[&server]);
    let url = server.url("/").to_string();
    drop(server);
    // The listener is gone once its task is; until then a connection is made and reset.
    let outcome = loop {
        match web_browse(&client, &url, &BrowseOptions::default()).await {
            Err(error) if error.kind() == ErrorKind::Broken => tokio::task::yield_now().await,
            other => break other,
        }
    };
    fails(outcome, ErrorKind::Connect, "Error: Failed to connect to URL");
}

#[tokio::test]
async fn slow_servers_meet_the_limit() {
    let head = || Act::Write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<p>text".to_vec());
    let drip = || Act::Drip(b"x".to_vec(), Duration::from_millis(2));
    let server = Server::start([
        ("/silent", vec![Act::Hang]),
        ("/half", vec![head(), Act::Hang]),
        ("/trickle", vec![head(), drip()]),
        (
            "/trickled-head",
            vec![
                Act::Write(b"HTTP/1.1 200 OK\r\n".to_vec()),
                Act::Drip(b"x: y\r\n".to_vec(), Duration::from_millis(20)),
            ],
        ),
        ("/robots.txt", vec![Act::Hang]),
    ])
    .await;
    let mut options = BrowseOptions::default();
    options.timeout = Duration::from_millis(200);
    for path in ["/silent", "/half", "/trickle", "/trickled-head"] {
        let outcome = browse(&server, path, &options).await;
        fails(outcome, ErrorKind::Timeout, "Error: Request timed out after 0.2 seconds");
    }
    // What is asked before the page takes of the same time.
    options.robots = Robots::Obey;
    let outcome = browse(&server, "/", &options).await;
    fails(outcome, ErrorKind::Timeout, "Error: Request timed out after 0.2 seconds");
}

#[tokio::test]
async fn endless_and_swollen_bodies_are_read_to_the_limit() {
    let chunked = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n";
    let server = Server::start([
        ("/endless", vec![Act::Write(chunked.to_vec()), Act::Repeat(b"5\r\nwords\r\n".to_vec())]),
        ("/bomb", vec![answer("content-type: text/html\r\ncontent-encoding: gzip\r\n", &gzip_bomb(400_000))]),
    ])
    .await;
    let mut options = BrowseOptions::default();
    options.max_body_bytes = 100_000;
    for path in ["/endless", "/bomb"] {
        let page = browse(&server, path, &options).await.unwrap();
        assert_eq!((page.total, page.remarks), (100_000, vec![Remark::Cut]), "{path}");
    }
}

#[tokio::test]
async fn wrong_charsets_and_deep_nesting_are_told() {
    let deep = format!("{}deep text{}", "<div>".repeat(5000), "</div>".repeat(5000));
    let server = Server::start([
        ("/wrong", typed("text/html; charset=utf-8", b"<p>caf\xe9")),
        ("/meta", typed("text/html", b"<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2")),
        (
            "/header",
            typed("text/html; charset=\"windows-1251\"", b"<meta charset=utf-8><p>\xcf\xf0\xe8\xe2\xe5\xf2"),
        ),
        ("/unheard", typed("text/html; charset=unheard", b"<p>plain")),
        ("/deep", html(&deep)),
        ("/tags", typed("text/markdown; charset=utf-8", "a\u{e0068}\u{e0069}b")),
        ("/tags-html", html("<p>a&#xe0068;&#xe0069;b")),
        ("/spa", html("<div id=root>Loading</div><script src=a.js></script>")),
    ])
    .await;
    for (path, text, remarks) in [
        ("/wrong", "caf\u{fffd}", vec![Remark::Undecodable]),
        ("/meta", "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}", vec![]),
        ("/header", "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}", vec![]),
        ("/unheard", "plain", vec![]),
        ("/deep", "deep text", vec![Remark::Flattened]),
        ("/tags", "ab", vec![Remark::Hidden]),
        ("/tags-html", "ab", vec![Remark::Hidden]),
        ("/spa", "Loading", vec![Remark::Scripted]),
    ] {
        let page = browse(&server, path, &BrowseOptions::default()).await.unwrap();
        assert_eq!((page.text.as_str(), page.remarks), (text, remarks), "{path}");
    }
}

#[tokio::test]
async fn credentials_are_heard_by_one_origin_alone() {
    let other = Server::start([("/", html("<p>other"))]).await;
    let server = Server::start([
        ("/", html("<p>public")),
        ("/own", vec![Act::When("cookie: session=secret", html("<p>private")), html("<p>public").remove(0)]),
        ("/away", redirect(&format!("http://{}/", other.address))),
    ])
    .await;
    let client = client(&[&server, &other]);
    let mut options = BrowseOptions::default();
    options.headers.cookie("session", "secret").unwrap();
    options.headers.basic("me", "secret").unwrap();
    options.headers.add("x-api-key", "secret").unwrap();
    let own = server.url("/own").to_string();
    assert_eq!(web_browse(&client, &own, &options).await.unwrap().text, "private");
    web_browse(&client, server.url("/away").as_str(), &options).await.unwrap();
    let heard = server.requests.lock().unwrap().concat().to_ascii_lowercase();
    assert_eq!(heard.matches("x-api-key: secret").count(), 2, "{heard}");
    assert_eq!(heard.matches("authorization: basic bwu6c2vjcmv0").count(), 2, "{heard}");
    let heard = other.requests.lock().unwrap().concat().to_ascii_lowercase();
    assert!(
        !["secret", "authorization", "cookie", "x-api-key"].iter().any(|word| heard.contains(word)),
        "{heard}"
    );

    // What one login saw, no other reads on in.
    let mut nobody = options.clone();
    nobody.headers = webagents_fetch::RequestHeaders::default();
    nobody.start_index = Some(1);
    let page = web_browse(&client, &own, &nobody).await.unwrap();
    assert_eq!((page.text.as_str(), page.served), ("ublic", Served::Fetched));
    options.start_index = Some(1);
    let page = web_browse(&client, &own, &options).await.unwrap();
    assert_eq!((page.text.as_str(), page.served), ("rivate", Served::Remembered));
    assert!(!format!("{options:?}").contains("secret"));
}

#[tokio::test]
async fn a_page_is_asked_whether_it_changed() {
    let unchanged = || vec![Act::Write(b"HTTP/1.1 304 Not Modified\r\n\r\n".to_vec())];
    let of = |header: &str| answer(&format!("content-type: text/html\r\n{header}\r\n"), b"<p>text");
    let server = Server::start([
        ("/etag", vec![Act::When("if-none-match: \"v1\"", unchanged()), of("etag: \"v1\"")]),
        (
            "/date",
            vec![
                Act::When("if-modified-since: sun, 22 nov 2026 00:00:00 gmt", unchanged()),
                of("last-modified: Sun, 22 Nov 2026 00:00:00 GMT"),
            ],
        ),
        ("/changed", vec![of("etag: \"v1\"")]),
        ("/plain", html("<p>text")),
    ])
    .await;
    for (path, served) in [
        ("/etag", Served::Revalidated),
        ("/date", Served::Revalidated),
        ("/changed", Served::Fetched),
        ("/plain", Served::Fetched),
    ] {
        let options = BrowseOptions::default();
        assert_eq!(browse(&server, path, &options).await.unwrap().served, Served::Fetched);
        let again = browse(&server, path, &options).await.unwrap();
        assert_eq!((again.served, again.text.as_str()), (served, "text"), "{path}");
        // Each memory is its own.
        let other = browse(&server, path, &BrowseOptions::default()).await.unwrap();
        assert_eq!(other.served, Served::Fetched);
    }
}

#[tokio::test]
async fn robots_are_kept_to_when_asked() {
    let rules = "user-agent: *\ndisallow: /\n\nuser-agent: webagents\ndisallow: /private\nallow: /\n";
    let strict = Server::start([("/robots.txt", typed("text/plain", "user-agent: *\ndisallow: /"))]).await;
    let server = Server::start([
        ("/robots.txt", typed("text/plain", rules)),
        ("/", html("<p>open")),
        ("/private/1", html("<p>private")),
        ("/to-private", redirect("/private/1")),
        ("/away", redirect(&format!("http://{}/", strict.address))),
    ])
    .await;
    let open = Server::start([("/", html("<p>no robots.txt"))]).await;
    let failing =
        Server::start([("/", html("<p>x")), ("/robots.txt", vec![ok("").with_status("503 Unavailable")])])
            .await;
    let client = client(&[&server, &strict, &open, &failing]);
    let mut options = BrowseOptions::default();
    options.robots = Robots::Obey;
    let line = "Error: Refused to fetch URL - the site's robots.txt does not allow it";
    for (url, text) in [
        (server.url("/"), Some("open")),
        (server.url("/private/1"), None),
        (server.url("/to-private"), None),
        (server.url("/away"), None),
        (strict.url("/"), None),
        (open.url("/"), Some("no robots.txt")),
        (failing.url("/"), None),
    ] {
        let outcome = web_browse(&client, url.as_str(), &options).await;
        match text {
            Some(text) => assert_eq!(outcome.unwrap().text, text, "{url}"),
            None => drop(fails(outcome, ErrorKind::Robots, line)),
        }
    }
    let asked = |server: &Server| {
        let heads = server.requests.lock().unwrap().clone();
        heads.iter().map(|head| head.split(' ').nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    // Each file once, and nothing that it forbids.
    assert_eq!(asked(&server), ["/robots.txt", "/", "/to-private", "/away"]);
    assert_eq!(asked(&strict), ["/robots.txt"]);
    assert_eq!(asked(&failing), ["/robots.txt"]);
    options.robots = Robots::Ignore;
    assert_eq!(
        web_browse(&client, server.url("/private/1").as_str(), &options).await.unwrap().text,
        "private"
    );
}

#[tokio::test]
async fn many_pages_come_in_their_order() {
    let server = Server::start([("/1", html("<p>one")), ("/2", html("<p>two"))]).await;
    let client = client(&[&server]);
    let mut options = BrowseOptions::default();
    options.concurrency = 2;
    let urls = ["/1", "/missing", "/2", "/1"].map(|path| server.url(path).to_string());
    let pages: Vec<_> = web_browse_many(&client, &urls, &options).collect().await;
    let told: Vec<String> =
        pages.into_iter().map(|page| page.map_or_else(|error| error.line(), |page| page.text)).collect();
    assert_eq!(told, ["one", "Error: HTTP 404 - Failed to fetch URL", "two", "one"]);
}

#[tokio::test]
async fn a_model_calls_the_tool() {
    let server = Server::start([("/", html(PAGE)), ("/long", html(&paragraphs(250)))]).await;
    let client = client(&[&server]);
    let options = BrowseOptions::default();
    let call = async |arguments| call_tool(&client, &arguments, &options).await;
    let page = call(json!({ "url": server.url("/").as_str() })).await;
    assert!(page.starts_with("# Books\n\n") && !page.contains("Menu"), "{page}");
    let raw = call(json!({ "url": server.url("/").as_str(), "raw": true })).await;
    assert!(raw.contains("Menu"), "{raw}");
    let part = call(json!({ "url": server.url("/long").as_str(), "start_index": 20_000 })).await;
    assert!(part.ends_with(" word") && part.chars().count() < 5_000, "{part}");
    let missing = call(json!({ "url": server.url("/missing").as_str() })).await;
    assert_eq!(missing, "Error: HTTP 404 - Failed to fetch URL");
    let nothing = call(json!({})).await;
    assert_eq!(nothing, "Error: Invalid URL format - must start with http:// or https://");
}

#[test]
fn html_at_hand_is_shown_alike() {
    let url = url::Url::parse("https://a.example/b/").unwrap();
    let page = show_html(PAGE, Some(&url), &BrowseOptions::default()).unwrap();
    assert!(page.text.contains("[the help](https://a.example/help)"), "{page}");
    assert_eq!((page.served, page.status), (Served::Given, None));
    let error = show_html("<title>T</title>", None, &BrowseOptions::default()).unwrap_err();
    assert_eq!(error.line(), "Error: No readable content found on page");
}
