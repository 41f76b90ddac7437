//! Regular pages, and the ways to request them.

use super::*;

#[tokio::test]
async fn a_page_is_markdown_with_absolute_links() {
    let server = Server::start([("/a", redirect("/books/")), ("/books/", html(PAGE))]).await;
    let page = browse(&server, "/a", &BrowseOptions::default()).await.unwrap();
    let (help, image) = (server.url("/help"), server.url("/i.png"));
    let markdown = format!("# Books\n\nSee [the help]({help}). ![A cat]({image})\n\nAside.");
    assert_eq!(page.to_string(), markdown);
    assert_eq!(
        (page.source.url, page.source.redirects),
        (Some(server.url("/books/")), vec![server.url("/a")])
    );
    assert_eq!(
        (page.source.status, page.source.kind, page.source.served),
        (Some(200), Kind::Html, Served::Fetched)
    );
    assert_eq!((page.extent.start, page.extent.next, page.extent.total), (0, None, markdown.chars().count()));
    let kept = page.kept.unwrap();
    assert!(kept.after < kept.before, "{kept:?}");
    assert_eq!(page.remarks, []);
    let heard = server.requests.lock().unwrap()[0].to_ascii_lowercase();
    assert!(heard.contains("\r\nuser-agent: webagents/"), "{heard}");
    assert!(heard.contains("\r\naccept: text/markdown, text/html;q=0.9,"), "{heard}");
}

#[tokio::test]
async fn xhtml_needs_no_declaration() {
    let page =
        "<html><head><title/><script src='a.js'/></head><body><h1>Guide</h1><p>Text.</p></body></html>";
    let server = Server::start([("/", typed("application/xhtml+xml; charset=utf-8", page))]).await;
    let page = browse(&server, "/", &BrowseOptions::default()).await.unwrap();
    assert_eq!(page.to_string(), "# Guide\n\nText.");
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
    let front = read(&|options| options.part.front_matter = FrontMatter::Yaml).await;
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
    assert!(error.to_string().contains("selected part"), "{error}");
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
    let total = first.extent.total;

    let mut text = first.text.clone();
    let mut next = first.extent.next;
    let mut ways = Vec::new();
    while let Some(start) = next {
        options.part.start_index = Some(start);
        let part = browse(&server, "/", &options).await.unwrap();
        assert_eq!((part.extent.start, part.extent.total), (start, total));
        text.push_str("\n\n");
        text.push_str(&part.text);
        ways.push(part.source.served);
        next = part.extent.next;
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

    options.part.start_index = Some(total);
    let end = browse(&server, "/", &options).await.unwrap();
    assert_eq!(end.to_string(), "[No more content - the page has 24,998 characters]");

    // A read from the beginning sends a new request; without a memory, every read does.
    options.part.start_index = Some(0);
    let anew = browse(&server, "/", &options).await.unwrap();
    assert_eq!((anew.source.served, server.hits()), (Served::Fetched, 2));
    assert!(anew.notice.unwrap().starts_with("Content truncated - showing characters 0 to 10,000 of 24,998"));
    options.cache = None;
    options.part.start_index = anew.extent.next;
    assert_eq!(browse(&server, "/", &options).await.unwrap().source.served, Served::Fetched);
}

#[tokio::test]
async fn limits_on_characters_and_tokens() {
    let server = Server::start([("/", html(&paragraphs(50)))]).await;
    let mut options = BrowseOptions::default();
    assert_eq!(browse(&server, "/", &options).await.unwrap().notice, None);
    options.part.max_characters = 1_234;
    let page = browse(&server, "/", &options).await.unwrap();
    assert_eq!(page.notice.as_deref(), Some("Content truncated - showing first 1,200 characters"));
    options.part.max_tokens = Some(100);
    let page = browse(&server, "/", &options).await.unwrap();
    assert!(page.tokens() <= 100 && page.tokens() > 50, "{}", page.tokens());
    let next = page.extent.next.unwrap();
    assert_eq!(page.notice, Some(format!("Content truncated - showing first {next} characters")));
    // A budget of nothing still gets on.
    options.part.max_tokens = Some(0);
    options.part.max_characters = 0;
    assert!(browse(&server, "/", &options).await.unwrap().extent.next.unwrap() > 0);
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
        assert_eq!((page.source.kind, page.text.as_str()), (kind, text), "{path}");
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
    options.request.headers.cookie("session", "secret").unwrap();
    options.request.headers.basic("me", "secret").unwrap();
    options.request.headers.add("x-api-key", "secret").unwrap();
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

    // No other login can continue in the document of a login.
    let mut nobody = options.clone();
    nobody.request.headers = webagents_fetch::RequestHeaders::default();
    nobody.part.start_index = Some(1);
    let page = web_browse(&client, &own, &nobody).await.unwrap();
    assert_eq!((page.text.as_str(), page.source.served), ("ublic", Served::Fetched));
    options.part.start_index = Some(1);
    let page = web_browse(&client, &own, &options).await.unwrap();
    assert_eq!((page.text.as_str(), page.source.served), ("rivate", Served::Remembered));
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
        assert_eq!(browse(&server, path, &options).await.unwrap().source.served, Served::Fetched);
        let again = browse(&server, path, &options).await.unwrap();
        assert_eq!((again.source.served, again.text.as_str()), (served, "text"), "{path}");
        // Each memory is its own.
        let other = browse(&server, path, &BrowseOptions::default()).await.unwrap();
        assert_eq!(other.source.served, Served::Fetched);
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
    options.request.robots = Robots::Obey;
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
    options.request.robots = Robots::Ignore;
    assert_eq!(
        web_browse(&client, server.url("/private/1").as_str(), &options).await.unwrap().text,
        "private"
    );
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
    assert_eq!((page.source.served, page.source.status), (Served::Given, None));
    let error = show_html("<title>T</title>", None, &BrowseOptions::default()).unwrap_err();
    assert_eq!(error.line(), "Error: No readable content found on page");
}

#[tokio::test]
async fn pages_that_lead_to_another_are_followed() {
    let refresh = |to: &str| html(&format!("<meta http-equiv=refresh content='0; url={to}'><p>Moved."));
    let check = answer(
        "content-type: text/html\r\nset-cookie: seen=1; Path=/\r\n",
        b"<meta http-equiv=refresh content=0;url=/asked>",
    );
    let server = Server::start([
        ("/a", refresh("/b")),
        ("/b", redirect("/c")),
        ("/c", refresh("page#s")),
        ("/page", html(PAGE)),
        ("/loop", refresh("/pool")),
        ("/pool", refresh("/loop")),
        ("/gone", refresh("/missing")),
        ("/ask", vec![check]),
        ("/asked", vec![Act::When("cookie: seen=1\r\n", html("<p>Seen.")), ok("Not seen.")]),
        ("/1", refresh("/2")),
        ("/2", refresh("/3")),
        ("/3", refresh("/4")),
        ("/4", refresh("/5")),
        ("/5", refresh("/6")),
        ("/6", refresh("/7")),
        ("/7", html("<p>Too far.")),
    ])
    .await;
    let options = BrowseOptions::default();
    let page = browse(&server, "/a", &options).await.unwrap();
    assert!(page.text.starts_with("# Books"), "{page}");
    let via: Vec<&str> = page.source.redirects.iter().map(url::Url::path).collect();
    assert_eq!((via, page.source.url.unwrap().path()), (vec!["/a", "/b", "/c"], "/page"));
    for path in ["/loop", "/gone", "/1"] {
        assert_eq!(browse(&server, path, &options).await.unwrap().text, "Moved.", "{path}");
    }
    // A cookie that the page sets goes on as with a redirect.
    assert_eq!(browse(&server, "/ask", &options).await.unwrap().text, "Seen.");
}

#[tokio::test]
async fn a_refresh_meets_the_guard_and_keeps_credentials_at_home() {
    let other = Server::start([("/", html("<p>Other."))]).await;
    let to = other.url("/");
    let page = html(&format!("<meta http-equiv=refresh content='0; url={to}'><p>Moved."));
    let server = Server::start([("/", page)]).await;
    let mut options = BrowseOptions::default();
    options.request.headers.add("X-Key", "secret").unwrap();
    // Nobody allowed the other one.
    assert_eq!(browse(&server, "/", &options).await.unwrap().text, "Moved.");
    assert_eq!(other.hits(), 0);
    let client = client(&[&server, &other]);
    let page = web_browse(&client, server.url("/").as_str(), &options).await.unwrap();
    assert_eq!(page.text, "Other.");
    assert!(!other.requests.lock().unwrap().concat().to_ascii_lowercase().contains("secret"));
}

#[tokio::test]
async fn frames_are_read_in_their_order() {
    let server = Server::start([
        ("/", html("<title>Set</title><frameset cols='1,2'><frame src=menu><frame src=gone><frame src=/main></frameset>")),
        ("/menu", html("<p><a href=x>Menu of the site</a>, which is a list of <a href=y>links</a>")),
        ("/main", html(PAGE)),
        ("/one", html("<frameset rows=*><frame src=/main></frameset>")),
    ])
    .await;
    let page = browse(&server, "/", &BrowseOptions::default()).await.unwrap();
    assert!(page.text.contains("Menu of the site") && page.text.contains("\n\n# Books"), "{page}");
    assert_eq!(page.metadata.title.as_deref(), Some("Set"));
    assert_eq!(page.remarks, [Remark::FrameMissing]);
    let page = browse(&server, "/one", &BrowseOptions::default()).await.unwrap();
    assert_eq!((page.source.url.unwrap().path(), page.source.redirects.len()), ("/main", 1));
}

#[tokio::test]
async fn a_fragment_names_a_section() {
    let server =
        Server::start([("/", html("<h1>T</h1><p>zero<h2 id=a>A</h2><p>one<h2 id=b>B</h2><p>two"))]).await;
    let client = client(&[&server]);
    let mut options = BrowseOptions::default();
    let read = async |fragment: &str, options: &BrowseOptions| {
        web_browse(&client, server.url(fragment).as_str(), options).await.unwrap()
    };
    for (fragment, text) in [("/#a", "## A\n\none"), ("/#b", "## B\n\ntwo")] {
        let page = read(fragment, &options).await;
        assert_eq!((page.text.as_str(), page.stage), (text, Some(Stage::Section)));
        assert_eq!(page.section.as_deref(), Some(&fragment[2..]));
        assert_eq!(page.source.url.unwrap(), server.url(fragment));
    }
    let whole = read("/", &options).await;
    let none = read("/#none", &options).await;
    assert_eq!((none.text.as_str(), none.remarks), (whole.text.as_str(), vec![Remark::NoSection]));
    assert_eq!(read("/#top", &options).await.remarks, []);
    options.whole_page = true;
    assert_eq!(read("/#a", &options).await.text, whole.text);
}

#[tokio::test]
async fn the_page_of_an_error_is_shown_when_asked() {
    let busy = answer("content-type: text/html\r\nretry-after: 120\r\n", b"<p>Come back later.");
    let server = Server::start([
        ("/busy", vec![busy.with_status("503 Service Unavailable")]),
        ("/empty", vec![ok("").with_status("404 Not Found")]),
    ])
    .await;
    let mut options = BrowseOptions::default();
    let error = browse(&server, "/busy", &options).await.unwrap_err();
    assert_eq!((error.kind(), error.retry_after()), (ErrorKind::Status(503), Some("120")));
    assert!(error.to_string().contains("Retry-After: 120"), "{error}");
    options.request.show_errors = true;
    let page = browse(&server, "/busy", &options).await.unwrap();
    assert_eq!(
        (page.text.as_str(), page.source.status, page.source.retry_after.as_deref()),
        ("Come back later.", Some(503), Some("120"))
    );
    let error = browse(&server, "/empty", &options).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Status(404));
}

#[tokio::test]
async fn headers_for_readers_are_told() {
    let headers =
        "content-type: text/markdown\r\ncontent-signal: search=yes, ai-train=no\r\nx-markdown-tokens: 7\r\n";
    let server = Server::start([("/", vec![answer(headers, b"# A")])]).await;
    let page = browse(&server, "/", &BrowseOptions::default()).await.unwrap();
    assert_eq!(page.source.content_signal.as_deref(), Some("search=yes, ai-train=no"));
    assert_eq!(page.source.markdown_tokens, Some(7));
}

#[tokio::test]
async fn feeds_are_lists_of_their_items() {
    let rss = "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>N\u{e4}</title><item><title>One</title>\
               <link>/1</link></item></channel></rss>";
    let latin: Vec<u8> = rss.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let server = Server::start([
        ("/rss", typed("application/rss+xml", &latin)),
        ("/xml", typed("text/xml", &latin)),
        ("/html", typed("text/html", &latin)),
    ])
    .await;
    for path in ["/rss", "/xml", "/html"] {
        let page = browse(&server, path, &BrowseOptions::default()).await.unwrap();
        assert_eq!(
            (page.text.as_str(), page.source.kind),
            (&*format!("# N\u{e4}\n\n- [One]({})", server.url("/1")), Kind::Feed)
        );
        assert_eq!(page.metadata.title.as_deref(), Some("N\u{e4}"));
    }
    let mut options = BrowseOptions::default();
    options.read.scope = Scope::Whole;
    assert!(browse(&server, "/rss", &options).await.unwrap().text.starts_with("<?xml"));
}

#[test]
fn bytes_of_a_file_are_read() {
    let options = BrowseOptions::default();
    let page = b"<nav>Menu</nav><h1>T</h1><p>zero<h2 id=a>A</h2><p>one<h2 id=b>B</h2><p>two";
    assert_eq!(show_bytes(page, "", Some("a"), &options).unwrap().text, "## A\n\none");
    let whole = show_bytes(page, "page.html", Some("c"), &options).unwrap();
    assert!(whole.text.ends_with("two") && whole.remarks.contains(&Remark::NoSection), "{whole:?}");
    for (text, name, kind) in [
        ("# Shop\n\n## search\nFind <b>things</b>.", "shop.md", Kind::Markdown),
        ("# Shop\n\n## search\nFind <b>things</b>.</b>", "", Kind::Markdown),
        ("{\"x*y\": \"<p>a</p>\"}", "", Kind::Json),
        ("{\"x*y\": 1}\n{\"x*y\": 2}", "a.JSON", Kind::Json),
        ("a,b\n*c*,</d>", "a.csv", Kind::Text),
        ("a * b\n  c", "", Kind::Text),
    ] {
        let page = show_bytes(text.as_bytes(), name, None, &options).unwrap();
        assert_eq!((page.text.as_str(), page.source.kind), (text, kind), "{name}");
    }
    for (text, name) in [
        ("a <b>b</b>", ""),
        ("a <b>b", "a.htm"),
        ("<!doctype html>a <b>b", "a.txt"),
        ("a <b>b</b>", "a.php?x=1"),
    ] {
        assert_eq!(show_bytes(text.as_bytes(), name, None, &options).unwrap().text, "a **b**", "{name}");
    }
    for (bytes, what) in [
        (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "a PNG image"),
        (b"PK\x03\x04\x14\0", "a ZIP archive or an Office document"),
        (b"%PDF-1.7", "a PDF document"),
        (b"ab\0c\xfe\xff long enough for the controls to be few among the letters", "binary data"),
    ] {
        let error = show_bytes(bytes, "", None, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{what}");
        let message = format!(
            "expected HTML, Markdown, JSON or other text, found {what}; convert it to text with another program"
        );
        assert_eq!(error.to_string(), message);
    }
}
