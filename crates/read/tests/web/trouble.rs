//! Servers as they should not be: each has one line for the model, and an end.

use super::*;

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
             (169.254.0.0/16, RFC 3927), is not a public address",
        ),
        ("/file", ErrorKind::Refused, "Error: Refused to fetch URL - expected http or https, found `file:`"),
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
    // Loopback is refused unless allowed, and a password in a URL always.
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
    options.request.timeout = Duration::from_millis(200);
    for path in ["/silent", "/half", "/trickle", "/trickled-head"] {
        let outcome = browse(&server, path, &options).await;
        fails(outcome, ErrorKind::Timeout, "Error: Request timed out after 0.2 seconds");
    }
    // Requests before the page share its deadline.
    options.request.robots = Robots::Obey;
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
    options.request.max_body_bytes = 100_000;
    for path in ["/endless", "/bomb"] {
        let page = browse(&server, path, &options).await.unwrap();
        assert_eq!((page.extent.total, page.remarks), (100_000, vec![Remark::Cut]), "{path}");
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
