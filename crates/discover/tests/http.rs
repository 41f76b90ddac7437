//! Discovery over real HTTP: pages, manifests, redirects, and servers with other answers.

use futures_util::stream::{self, StreamExt as _};
use webagents_discover::{DiscoverOptions, Discovery, Error, ErrorKind, How, WarningCode, discover, load};
use webagents_fetch::{Client, ClientOptions, GuardRule};
use webagents_testkit::raw::{Act, Server, answer, ok, redirect};

const MANIFEST: &str =
    "# Shop\n\nBooks.\n\n## search\nFinds books.\n\n### Params\n- `query` (string): Words.\n";

fn html(body: &str) -> Act {
    answer("content-type: text/html; charset=utf-8\r\n", body.as_bytes())
}

fn page(manifest: &str) -> Vec<Act> {
    vec![html(&format!("<!doctype html><title>Shop</title><meta name=webagents-md content='{manifest}'>"))]
}

fn markdown(body: &str) -> Vec<Act> {
    vec![answer("content-type: text/markdown; charset=utf-8\r\n", body.as_bytes())]
}

fn client(servers: &[&Server]) -> Client {
    let mut options = ClientOptions::default();
    for server in servers {
        options.allow_url(&server.url("/")).unwrap();
    }
    Client::new(&options).unwrap()
}

async fn find(server: &Server, path: &str) -> Result<Discovery, Error> {
    discover(&client(&[server]), &server.url(path), &DiscoverOptions::default()).await
}

fn codes(discovery: &Discovery) -> Vec<WarningCode> {
    discovery.warnings.iter().map(|warning| warning.code).collect()
}

#[track_caller]
fn check(found: &Discovery, server: &Server, how: How, path: &str) {
    assert_eq!((found.how, &found.manifest_url), (how, &server.url(path)), "{:?}", found.warnings);
    assert_eq!(found.parsed.manifest.name, "Shop");
    assert_eq!(found.parsed.manifest.tools.len(), 1);
}

#[track_caller]
fn kind(outcome: Result<Discovery, Error>, expected: ErrorKind) -> Error {
    match outcome {
        Ok(found) => panic!("{expected:?} expected, found {}", found.manifest_url),
        Err(error) => {
            assert_eq!(error.kind(), expected, "{error}: {:?}", std::error::Error::source(&error));
            error
        }
    }
}

#[tokio::test]
async fn every_signal() {
    let linked = |link: &str, body: &str| {
        vec![answer(&format!("content-type: text/html\r\nlink: {link}\r\n"), body.as_bytes())]
    };
    let server = Server::start([
        ("/meta", page("w.md?a=1&amp;b=2")),
        ("/header", linked("</h.md>; rel=webagents-md", "<link rel=webagents-md href=/l.md>")),
        ("/link", vec![html("<link rel=webagents-md href=/l.md>")]),
        ("/both", linked("</h.md>; rel=webagents-md", "<p><meta name=webagents-md content=/m.md>")),
        ("/not-html", vec![answer("content-type: image/png\r\nlink: </h.md>; rel=webagents-md\r\n", b"\0")]),
        ("/w.md?a=1&b=2", markdown(MANIFEST)),
        ("/h.md", markdown(MANIFEST)),
        ("/l.md", markdown(MANIFEST)),
        ("/m.md", markdown(MANIFEST)),
    ])
    .await;
    let found = find(&server, "/meta").await.unwrap();
    check(&found, &server, How::Meta, "/w.md?a=1&b=2");
    assert_eq!(codes(&found), []);
    assert_eq!(found.page_url, server.url("/meta"));
    assert_eq!(found.tools_origin(), server.url("/").origin());
    let found = find(&server, "/header").await.unwrap();
    check(&found, &server, How::LinkHeader, "/h.md");
    assert_eq!(codes(&found), [WarningCode::Duplicate]);
    check(&find(&server, "/link").await.unwrap(), &server, How::LinkElement, "/l.md");
    let found = find(&server, "/both").await.unwrap();
    check(&found, &server, How::Meta, "/m.md");
    assert_eq!(codes(&found), [WarningCode::InBody, WarningCode::Duplicate]);
    check(&find(&server, "/not-html").await.unwrap(), &server, How::LinkHeader, "/h.md");
}

#[tokio::test]
async fn charsets_of_pages() {
    let tag = |head: &[u8]| [head, b"<meta name=webagents-md content='/\xe4.md'>"].concat();
    let russian = b"<title>\xdd\xf2\xee \xf1\xf2\xf0\xe0\xed\xe8\xf6\xe0 \xed\xe0 \xf0\xf3\xf1\xf1\xea\xee\xec.</title>";
    let server = Server::start([
        (
            "/header",
            vec![answer("content-type: text/html; charset=windows-1251\r\n", &tag(b"<meta charset=utf-8>"))],
        ),
        ("/meta", vec![answer("content-type: text/html\r\n", &tag(b"<meta charset=windows-1251>"))]),
        ("/guess", vec![answer("content-type: text/html\r\n", &tag(russian))]),
        ("/%D0%B4.md", markdown(MANIFEST)),
    ])
    .await;
    for path in ["/header", "/meta", "/guess"] {
        check(&find(&server, path).await.unwrap(), &server, How::Meta, "/\u{434}.md");
    }
}

#[tokio::test]
async fn url_may_be_the_manifest() {
    let typed = |kind: &str, body: &str| vec![answer(&format!("content-type: {kind}\r\n"), body.as_bytes())];
    let server = Server::start([
        ("/a", markdown(MANIFEST)),
        ("/b", typed("text/plain", MANIFEST)),
        ("/c.md", vec![ok(MANIFEST)]),
        ("/d.MD", typed("application/octet-stream", MANIFEST)),
        ("/bom", markdown(&format!("\u{feff}{}", MANIFEST.replace('\n', "\r\n")))),
        ("/page.md", page("/a")),
        (
            "/plain-page",
            vec![answer(
                "content-type: text/plain\r\n",
                b"<!doctype html><meta name=webagents-md content=/a>",
            )],
        ),
        (
            "/linked",
            vec![answer("content-type: text/markdown\r\nlink: </a>; rel=webagents-md\r\n", b"# About")],
        ),
        ("/moved", redirect("/a")),
    ])
    .await;
    for (path, end) in [
        ("/a", "/a"),
        ("/b", "/b"),
        ("/c.md", "/c.md"),
        ("/d.MD", "/d.MD"),
        ("/bom", "/bom"),
        ("/moved", "/a"),
    ] {
        check(&find(&server, path).await.unwrap(), &server, How::Direct, end);
    }
    for path in ["/page.md", "/plain-page"] {
        check(&find(&server, path).await.unwrap(), &server, How::Meta, "/a");
    }
    check(&find(&server, "/linked").await.unwrap(), &server, How::LinkHeader, "/a");
    let found = load(&client(&[&server]), &server.url("/b"), &DiscoverOptions::default()).await.unwrap();
    check(&found, &server, How::Direct, "/b");
}

/// A server may send a page's text as Markdown to a client that names the type, or to every client.
#[tokio::test]
async fn markdown_of_a_page_is_no_manifest() {
    const ABOUT: &str = "# About\n\nA shop for books.\n\n## Opening hours\n\nFrom nine to five.\n";
    let mut negotiated = vec![Act::When("markdown", markdown(ABOUT))];
    negotiated.extend(page("/a"));
    let server = Server::start([
        ("/negotiated", negotiated),
        ("/always", markdown(ABOUT)),
        ("/plain", vec![answer("content-type: text/plain\r\n", ABOUT.as_bytes())]),
        ("/long", markdown(&format!("{ABOUT}{}", "Words. ".repeat(10_000)))),
        ("/named.md", markdown(ABOUT)),
        ("/a", markdown(MANIFEST)),
    ])
    .await;
    check(&find(&server, "/negotiated").await.unwrap(), &server, How::Meta, "/a");
    let mut options = DiscoverOptions::default();
    options.max_page_bytes = 50_000;
    for path in ["/always", "/plain", "/long"] {
        let found = discover(&client(&[&server]), &server.url(path), &options).await;
        let error = kind(found, ErrorKind::NoManifest);
        assert!(error.to_string().contains(" that declares no tool, and has no `Link` header"), "{error}");
    }
    // The user named a file.
    assert_eq!(find(&server, "/named.md").await.unwrap().how, How::Direct);
}

/// A manifest that is larger than the page limit is still read whole.
#[tokio::test]
async fn a_large_manifest_given_directly() {
    let server =
        Server::start([("/w.md", markdown(&format!("{MANIFEST}\n## About\n\n{}", "x".repeat(100_000))))])
            .await;
    let mut options = DiscoverOptions::default();
    options.max_page_bytes = 50_000;
    let found = discover(&client(&[&server]), &server.url("/w.md"), &options).await.unwrap();
    assert!(found.parsed.content.len() > 100_000);
    options.max_manifest_bytes = 60_000;
    let outcome = discover(&client(&[&server]), &server.url("/w.md"), &options).await;
    kind(outcome, ErrorKind::Fetch(webagents_fetch::ErrorKind::TooLarge));
}

#[tokio::test]
async fn no_manifest() {
    let server = Server::start([
        ("/", vec![html("<title>Nothing</title>")]),
        ("/image", vec![answer("content-type: image/png\r\n", b"\x89PNG")]),
        ("/bad", page("javascript:1")),
        ("/commented", vec![html("<!-- <meta name=webagents-md content=/w.md> -->")]),
    ])
    .await;
    let text = |error: Error| error.to_string().replace(&server.address.to_string(), "site");
    assert_eq!(
        text(kind(find(&server, "/").await, ErrorKind::NoManifest)),
        "http://site/ names no manifest: expected <meta name=\"webagents-md\" content=\"URL\"> in its HTML, \
         a `Link` header or <link href=\"URL\"> with rel=\"webagents-md\""
    );
    assert_eq!(
        text(kind(find(&server, "/image").await, ErrorKind::NoManifest)),
        "http://site/image names no manifest: it is image/png, and has no `Link` header with rel=\"webagents-md\""
    );
    let error = text(kind(find(&server, "/bad").await, ErrorKind::NoManifest));
    assert!(error.ends_with("; ignored a <meta>: `javascript:` is not http or https"), "{error}");
    kind(find(&server, "/commented").await, ErrorKind::NoManifest);
}

#[tokio::test]
async fn answers_that_are_no_manifest() {
    let spa = "<!doctype html><html><div id=root></div>";
    let typed = |kind: &str, body: &[u8]| vec![answer(&format!("content-type: {kind}\r\n"), body)];
    let server = Server::start([
        ("/spa", vec![html(spa)]),
        ("/lying", typed("text/markdown", spa.as_bytes())),
        ("/unlabelled", vec![ok("<!-- built by x -->\n<HTML>")]),
        ("/empty", markdown(" \r\n")),
        ("/binary", typed("text/plain", b"\x1f\x8b\x08\0\0\0")),
        ("/image", typed("image/png", b"x")),
        ("/json", typed("application/json", b"{}")),
        ("/gone", vec![ok("x").with_status("410 Gone")]),
        ("/error", vec![ok(MANIFEST).with_status("500 Oops")]),
        ("/to-gone", page("/gone")),
        ("/to-spa", page("/spa")),
    ])
    .await;
    let client = client(&[&server]);
    for path in ["/spa", "/lying", "/unlabelled", "/empty", "/binary", "/image", "/json"] {
        let outcome = load(&client, &server.url(path), &DiscoverOptions::default()).await;
        let error = kind(outcome, ErrorKind::NotMarkdown);
        assert!(error.to_string().contains("should answer with text/markdown"), "{error}");
    }
    let error = kind(find(&server, "/to-spa").await, ErrorKind::NotMarkdown);
    assert!(error.to_string().contains("an HTML page"), "{error}");
    kind(find(&server, "/to-gone").await, ErrorKind::Status(410));
    kind(find(&server, "/gone").await, ErrorKind::Status(410));
    kind(find(&server, "/missing").await, ErrorKind::Status(404));
    kind(load(&client, &server.url("/error"), &DiscoverOptions::default()).await, ErrorKind::Status(500));
}

#[tokio::test]
async fn redirects_of_the_page() {
    let server = Server::start([
        ("/old/page", redirect("/new/place/page")),
        ("/new/place/page", page("w.md")),
        ("/new/place/w.md", redirect("/w.md")),
        ("/w.md", markdown(MANIFEST)),
        ("/based", vec![html("<base href=/new/place/><meta name=webagents-md content=w.md>")]),
    ])
    .await;
    let found = find(&server, "/old/page").await.unwrap();
    check(&found, &server, How::Meta, "/w.md");
    assert_eq!(found.page_url, server.url("/new/place/page"));
    let found = find(&server, "/based").await.unwrap();
    check(&found, &server, How::Meta, "/w.md");
    assert_eq!(codes(&found), [WarningCode::Base]);
}

#[tokio::test]
async fn other_origins() {
    let other = Server::start([("/w.md", markdown(MANIFEST))]).await;
    let there = other.url("/w.md").to_string();
    let server = Server::start([
        ("/names", page(&there)),
        ("/redirects", page("/moved")),
        ("/moved", redirect(&there)),
    ])
    .await;
    let client = client(&[&server, &other]);
    let options = DiscoverOptions::default();
    let found = discover(&client, &server.url("/names"), &options).await.unwrap();
    assert_eq!(codes(&found), [WarningCode::CrossOrigin]);
    assert_eq!(found.tools_origin(), server.url("/").origin());
    assert_eq!(found.manifest_url, other.url("/w.md"));
    let page = server.url("/redirects");
    kind(discover(&client, &page, &options).await, ErrorKind::CrossOriginRedirect);
    kind(load(&client, &server.url("/moved"), &options).await, ErrorKind::CrossOriginRedirect);
}

/// A typed page may be on loopback; a URL that it names may not, except on its own host and port.
#[tokio::test]
async fn guard_checks_manifest_url() {
    let other = Server::start([("/w.md", markdown(MANIFEST))]).await;
    let to_other = other.url("/w.md").to_string();
    let server = Server::start([
        ("/metadata", page("http://169.254.169.254/latest/meta-data/")),
        ("/port", page(&to_other)),
        ("/hop", page("/moved")),
        ("/moved", redirect("http://[::ffff:10.0.0.1]/")),
        ("/user", page("http://u:p@example.com/")),
    ])
    .await;
    for (path, rule) in [
        ("/metadata", GuardRule::SpecialAddress),
        ("/port", GuardRule::Port),
        ("/hop", GuardRule::SpecialAddress),
        ("/user", GuardRule::UserInfo),
    ] {
        let error = kind(find(&server, path).await, ErrorKind::Fetch(webagents_fetch::ErrorKind::Refused));
        assert_eq!(error.refusal().map(webagents_fetch::Refusal::rule), Some(rule), "{path}");
        let whole = format!("{error}: {}", std::error::Error::source(&error).unwrap());
        assert!(!whole.contains("u:p") && whole.contains("refused to fetch http"), "{whole}");
    }
    assert_eq!(other.hits(), 0);
}

#[tokio::test]
async fn bytes_and_charsets() {
    let server = Server::start([
        ("/utf-16", vec![Act::Write(utf16_page()), Act::KeepAlive]),
        ("/w.md", vec![answer("content-type: text/markdown; charset=latin1\r\n", MANIFEST.as_bytes())]),
        ("/invalid", vec![answer("content-type: text/markdown\r\n", b"# Shop \xff\n")]),
        ("/html-text", vec![answer("content-type: text/x-readme\r\n", MANIFEST.as_bytes())]),
    ])
    .await;
    let found = find(&server, "/utf-16").await.unwrap();
    check(&found, &server, How::Meta, "/w.md");
    assert_eq!(codes(&found), [WarningCode::Encoding]);
    let client = client(&[&server]);
    let options = DiscoverOptions::default();
    let found = load(&client, &server.url("/invalid"), &options).await.unwrap();
    assert!(found.parsed.content.contains('\u{fffd}'));
    assert_eq!(
        codes(&load(&client, &server.url("/html-text"), &options).await.unwrap()),
        [WarningCode::ContentType]
    );
}

fn utf16_page() -> Vec<u8> {
    let text = "\u{feff}<!doctype html><meta name=webagents-md content=/w.md>";
    let body: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\n\r\n", body.len());
    [head.as_bytes(), &body].concat()
}

#[tokio::test]
async fn endless_page_is_cut() {
    let head =
        b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<meta name=webagents-md content=/w.md><body>";
    let server = Server::start([
        ("/", vec![Act::Write(head.to_vec()), Act::Repeat(b"<p>".repeat(1000))]),
        ("/w.md", markdown(MANIFEST)),
    ])
    .await;
    let mut options = DiscoverOptions::default();
    options.max_page_bytes = 100_000;
    let found = discover(&client(&[&server]), &server.url("/"), &options).await.unwrap();
    check(&found, &server, How::Meta, "/w.md");
    assert_eq!(codes(&found), [WarningCode::Truncated]);
}

#[tokio::test]
async fn many_pages() {
    let keep = |acts: Vec<Act>| acts.into_iter().chain([Act::KeepAlive]).collect::<Vec<_>>();
    let server = Server::start([
        ("/a", keep(page("/w.md"))),
        ("/b", keep(vec![html("nothing")])),
        ("/w.md", keep(markdown(MANIFEST))),
    ])
    .await;
    let pages: Vec<_> = (0..200).map(|at| server.url(if at % 2 == 0 { "/a" } else { "/b" })).collect();
    let options = DiscoverOptions::default();
    let client = client(&[&server]);
    let (client, options) = (&client, &options);
    let discover_page = async |(index, page)| (index, discover(client, page, options).await);
    let results: Vec<_> =
        stream::iter(pages.iter().enumerate()).map(discover_page).buffer_unordered(8).collect().await;
    assert_eq!(results.len(), 200);
    for (index, result) in results {
        match result {
            Ok(found) => assert!(index % 2 == 0 && found.manifest_url == server.url("/w.md")),
            Err(error) => assert_eq!((index % 2, error.kind()), (1, ErrorKind::NoManifest)),
        }
    }
    assert_eq!(server.hits(), 300);
    // Connections are reused. The scheduler decides how many race for the first requests.
    let connections = *server.connections.lock().unwrap();
    assert!(connections <= 100, "{connections} connections for 300 requests");
}
