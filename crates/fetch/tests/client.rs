//! Client against real sockets: correct, broken and hostile servers.
//!
//! No test measures time. Where a time limit is tested, the server never answers, so only the limit can end the
//! request.

use std::time::Duration;

use webagents_fetch::{
    Client, ClientOptions, Error, ErrorKind, GuardRule, Overflow, Remedy, RequestOptions, Response,
};
use webagents_testkit::raw::{Act, Server, answer, gzip_bomb, ok, redirect};

/// Options that allow `server` only, with limits short enough to wait for.
fn options(server: &Server) -> ClientOptions {
    let mut options = ClientOptions::default();
    options.allow_url(&server.url("/")).unwrap();
    options
}

async fn get(server: &Server, path: &str) -> Result<Response, Error> {
    Client::new(&options(server)).unwrap().get(&server.url(path), &RequestOptions::default()).await
}

#[track_caller]
fn kind(outcome: Result<Response, Error>, expected: ErrorKind) -> Error {
    match outcome {
        Ok(response) => panic!("{expected:?} expected, found {} of {}", response.status, response.url),
        Err(error) => {
            assert_eq!(error.kind(), expected, "{error}: {:?}", std::error::Error::source(&error));
            error
        }
    }
}

#[tokio::test]
async fn a_plain_answer() {
    let server =
        Server::start([("/a?b", vec![answer("content-type: text/plain\r\nx: 1\r\nX: 2\r\n", b"hello")])])
            .await;
    let response = get(&server, "/a?b").await.unwrap();
    assert_eq!((response.status, response.is_success()), (200, true));
    assert_eq!(response.body, b"hello");
    assert_eq!(response.media_type().as_deref(), Some("text/plain"));
    assert_eq!(response.headers.all("x").collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(response.url, server.url("/a?b"));
    assert!(response.redirects.is_empty() && !response.truncated);
    let request = server.requests.lock().unwrap()[0].to_ascii_lowercase();
    assert!(request.starts_with("get /a?b http/1.1\r\n"), "{request}");
    assert!(request.contains("\r\nuser-agent: webagents/"), "{request}");
    assert!(request.contains("\r\naccept: */*\r\n"), "{request}");
    for absent in ["cookie", "referer", "authorization"] {
        assert!(!request.contains(absent), "{request}");
    }
}

#[tokio::test]
async fn a_status_is_no_error() {
    let server = Server::start([("/gone", vec![ok("x").with_status("410 Gone")])]).await;
    assert_eq!(get(&server, "/gone").await.unwrap().status, 410);
    assert_eq!(get(&server, "/missing").await.unwrap().status, 404);
}

#[tokio::test]
async fn connections_are_kept_without_cookies() {
    let kept = || vec![answer("set-cookie: a=b\r\n", b"x"), Act::KeepAlive];
    let server = Server::start([("/a", kept()), ("/b", kept())]).await;
    let client = Client::new(&options(&server)).unwrap();
    for path in ["/a", "/b", "/a"] {
        client.get(&server.url(path), &RequestOptions::default()).await.unwrap();
    }
    assert!(!server.requests.lock().unwrap().concat().to_ascii_lowercase().contains("cookie"));
    assert_eq!((server.hits(), *server.connections.lock().unwrap()), (3, 1));
}

#[tokio::test]
async fn redirect_cookies_are_sent_on() {
    let again = answer("location: /\r\nset-cookie: ok=1; Path=/\r\nset-cookie: no=1; Path=/x\r\n", b"")
        .with_status("302 Found");
    let server = Server::start([
        ("/", vec![Act::When("cookie: ok=1\r\n", vec![ok("page")]), again]),
        ("/to", redirect("http://{here}/")),
    ])
    .await;
    assert_eq!(get(&server, "/").await.unwrap().body, b"page");
    // Redirects are not kept for the next request.
    assert_eq!(get(&server, "/to").await.unwrap().redirects.len(), 2);
}

#[tokio::test]
async fn redirect_cookies_stay_in_origin() {
    let other = Server::start([("/", vec![ok("other")])]).await;
    let to = format!("location: {}\r\nset-cookie: a=1; Path=/\r\n", other.url("/"));
    let server = Server::start([("/", vec![answer(&to, b"").with_status("302 Found")])]).await;
    let mut options = options(&server);
    options.allow_url(&other.url("/")).unwrap();
    let client = Client::new(&options).unwrap();
    let response = client.get(&server.url("/"), &RequestOptions::default()).await.unwrap();
    assert_eq!(response.body, b"other");
    assert!(!other.requests.lock().unwrap().concat().to_ascii_lowercase().contains("cookie"));
}

#[tokio::test]
async fn redirects_are_followed_and_recorded() {
    let server = Server::start([
        ("/1", redirect("2")),
        ("/2", redirect("http://{here}/3")),
        ("/3", redirect("//{here}/4")),
        ("/4", redirect("/5")),
        ("/5", redirect("/6")),
        ("/6", vec![ok("there")]),
        ("/0", redirect("/1")),
        ("/loop", redirect("/loop")),
        ("/nowhere", vec![ok("here").with_status("302 Found")]),
        ("/broken", redirect("http://[")),
    ])
    .await;
    let response = get(&server, "/1").await.unwrap();
    assert_eq!(response.url, server.url("/6"));
    assert_eq!(response.redirects, ["/1", "/2", "/3", "/4", "/5"].map(|path| server.url(path)));
    kind(get(&server, "/0").await, ErrorKind::TooManyRedirects);
    let error = kind(get(&server, "/loop").await, ErrorKind::TooManyRedirects);
    assert!(error.to_string().contains("more than 5 redirects"), "{error}");
    assert_eq!(get(&server, "/nowhere").await.unwrap().status, 302);
    kind(get(&server, "/broken").await, ErrorKind::InvalidUrl);
}

/// A typed page may be on loopback; a URL that it names may not.
#[tokio::test]
async fn guard_checks_each_redirect() {
    let other = Server::start([("/", vec![ok("secret")])]).await;
    let to_other = format!("http://{}/", other.address);
    let server = Server::start([
        ("/metadata", redirect("http://169.254.169.254/latest/meta-data/")),
        ("/other", redirect(&to_other)),
        ("/hop", redirect("/other")),
        ("/hex", redirect("http://0x7f000001:8080/")),
        ("/mapped", redirect("http://[::ffff:127.0.0.1]/")),
        ("/name", redirect("http://localhost/")),
        ("/file", redirect("file:///etc/passwd")),
        ("/data", redirect("data:text/html,x")),
        ("/user", redirect("http://u:p@example.com/")),
        ("/ssh", redirect("http://example.com:22/")),
    ])
    .await;
    for (path, rule) in [
        ("/metadata", GuardRule::SpecialAddress),
        ("/other", GuardRule::Port),
        ("/hop", GuardRule::Port),
        ("/hex", GuardRule::SpecialAddress),
        ("/mapped", GuardRule::SpecialAddress),
        ("/name", GuardRule::SpecialName),
        ("/file", GuardRule::Scheme),
        ("/data", GuardRule::Scheme),
        ("/user", GuardRule::UserInfo),
        ("/ssh", GuardRule::Port),
    ] {
        let error = kind(get(&server, path).await, ErrorKind::Refused);
        assert_eq!(error.refusal().map(webagents_fetch::Refusal::rule), Some(rule), "{path}: {error}");
    }
    // A port that is open for the web does not open the address.
    let mut options = options(&server);
    options.ports.push(other.address.port());
    let outcome = Client::new(&options).unwrap().get(&server.url("/other"), &RequestOptions::default()).await;
    let error = kind(outcome, ErrorKind::Refused);
    assert_eq!(
        error.refusal().and_then(webagents_fetch::Refusal::remedy),
        Some(("127.0.0.1", other.address.port()))
    );
    assert_eq!(*other.connections.lock().unwrap(), 0);
}

#[tokio::test]
async fn without_permission_nothing_is_connected() {
    let server = Server::start([("/", vec![ok("secret")])]).await;
    let client = Client::new(&ClientOptions::default()).unwrap();
    kind(client.get(&server.url("/"), &RequestOptions::default()).await, ErrorKind::Refused);
    assert_eq!(*server.connections.lock().unwrap(), 0);
}

#[tokio::test]
async fn slow_servers_meet_a_limit() {
    let tick = Duration::from_millis(5);
    let head = || Act::Write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n".to_vec());
    let server = Server::start([
        ("/silent", vec![Act::Hang]),
        ("/half", vec![Act::Write(b"HTTP/1.1 200 OK\r\nx: ".to_vec()), Act::Hang]),
        ("/stalled", vec![head(), Act::Write(b"x".to_vec()), Act::Hang]),
        ("/slow-head", vec![Act::Write(b"HTTP/1.1 200 OK\r\nx: ".to_vec()), Act::Drip(b"y".to_vec(), tick)]),
        ("/slow-body", vec![head(), Act::Drip(b"x".to_vec(), tick)]),
        ("/1", redirect("/2")),
        ("/2", vec![Act::Hang]),
    ])
    .await;
    let mut idle = options(&server);
    // Time until the head of a response: both limits together.
    idle.connect_timeout = Duration::from_secs(2);
    idle.idle_timeout = Duration::from_millis(100);
    let mut total = options(&server);
    total.total_timeout = Duration::from_millis(150);
    for (options, path, remedy) in [
        (&idle, "/silent", Remedy::IdleTimeout),
        (&idle, "/half", Remedy::IdleTimeout),
        (&idle, "/slow-head", Remedy::IdleTimeout),
        (&idle, "/stalled", Remedy::IdleTimeout),
        (&total, "/slow-body", Remedy::TotalTimeout),
        (&total, "/1", Remedy::TotalTimeout),
    ] {
        let client = Client::new(options).unwrap();
        let error = kind(client.get(&server.url(path), &RequestOptions::default()).await, ErrorKind::Timeout);
        assert_eq!(error.remedy(), Some(remedy), "{path}: {error}");
    }
}

#[tokio::test]
async fn large_bodies_meet_a_limit() {
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    let server = Server::start([
        ("/endless", vec![Act::Write(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()), Act::Repeat(vec![b'x'; 4096])]),
        ("/chunks", vec![Act::Write(chunked.to_vec()), Act::Repeat(b"5\r\nhello\r\n".to_vec())]),
        ("/bomb", vec![answer("content-encoding: gzip\r\n", &gzip_bomb(400_000))]),
        ("/exact", vec![ok(&"x".repeat(1000))]),
        ("/over", vec![ok(&"x".repeat(1001))]),
    ])
    .await;
    let client = Client::new(&options(&server)).unwrap();
    let mut limit = RequestOptions::default();
    limit.max_body_bytes = 1000;
    for path in ["/endless", "/chunks", "/bomb", "/over"] {
        let error = kind(client.get(&server.url(path), &limit).await, ErrorKind::TooLarge);
        assert!(error.to_string().contains("larger than 1000 bytes"), "{error}");
    }
    assert!(!client.get(&server.url("/exact"), &limit).await.unwrap().truncated);
    limit.overflow = Overflow::Truncate;
    for path in ["/endless", "/chunks", "/bomb", "/over"] {
        let response = client.get(&server.url(path), &limit).await.unwrap();
        assert_eq!((response.body.len(), response.truncated), (1000, true), "{path}");
    }
    // The bomb of 33 KB has 103 MB unpacked: the default limit stops it as well.
    let bomb = client.get(&server.url("/bomb"), &RequestOptions::default()).await;
    kind(bomb, ErrorKind::TooLarge);
}

#[tokio::test]
async fn large_headers_meet_a_limit() {
    let line = format!("x: {}\r\n", "y".repeat(1000));
    let server = Server::start([
        ("/within", vec![answer(&line.repeat(60), b"")]),
        ("/over", vec![answer(&line.repeat(70), b"")]),
        ("/endless", vec![Act::Write(b"HTTP/1.1 200 OK\r\nx: ".to_vec()), Act::Repeat(vec![b'y'; 4096])]),
        ("/many", vec![answer(&"x: y\r\n".repeat(5000), b"")]),
    ])
    .await;
    assert_eq!(get(&server, "/within").await.unwrap().headers.all("x").count(), 60);
    for path in ["/over", "/endless", "/many"] {
        kind(get(&server, path).await, ErrorKind::TooLarge);
    }
}

#[tokio::test]
async fn broken_responses() {
    let raw = |text: &str| vec![Act::Write(text.as_bytes().to_vec())];
    let server = Server::start([
        ("/long", raw("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort")),
        ("/short", raw("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\ntoo long")),
        ("/lengths", raw("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc")),
        ("/chunk", raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n")),
        ("/cut", raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel")),
        ("/garbage", raw("\x01\x02\x03 nothing like HTTP\r\n\r\n")),
        ("/empty", vec![]),
        ("/reset", vec![Act::Reset]),
        ("/mid", vec![Act::Write(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx".to_vec()), Act::Reset]),
        ("/to-the-end", raw("HTTP/1.1 200 OK\r\n\r\nall of it")),
    ])
    .await;
    for path in ["/long", "/lengths", "/chunk", "/cut", "/garbage", "/empty", "/reset", "/mid"] {
        kind(get(&server, path).await, ErrorKind::Protocol);
    }
    assert_eq!(get(&server, "/short").await.unwrap().body, b"to");
    assert_eq!(get(&server, "/to-the-end").await.unwrap().body, b"all of it");
}

#[tokio::test]
async fn content_codings() {
    let gzip = |runs| gzip_bomb(runs);
    let mut trailer = gzip(1);
    // The CRC-32 and the length of 259 times `A`.
    trailer.extend(crc32(&[b'A'; 259]).to_le_bytes());
    trailer.extend(259_u32.to_le_bytes());
    let server = Server::start([
        ("/gzip", vec![answer("content-encoding: gzip\r\n", &trailer)]),
        ("/cut", vec![answer("content-encoding: gzip\r\n", &gzip(1))]),
        ("/lie", vec![answer("content-encoding: br\r\n", b"this is no brotli")]),
        ("/zstd", vec![answer("content-encoding: zstd\r\n", b"this is no zstd")]),
        ("/twice", vec![answer("content-encoding: gzip, gzip\r\n", b"x")]),
        ("/unknown", vec![answer("content-encoding: rot13\r\n", b"x")]),
        ("/identity", vec![answer("content-encoding: Identity\r\n", b"x")]),
        ("/zlib", vec![answer("Content-Encoding: Deflate\r\n", &deflated(true))]),
        ("/deflate", vec![answer("content-encoding: deflate\r\n", &deflated(false))]),
        ("/no-deflate", vec![answer("content-encoding: deflate\r\n", b"this is no deflate")]),
        ("/cut-deflate", vec![answer("content-encoding: deflate\r\n", &deflated(false)[..5])]),
        ("/empty-deflate", vec![answer("content-encoding: deflate\r\n", b"")]),
        ("/deflated-twice", vec![answer("content-encoding: deflate\r\ncontent-encoding: br\r\n", b"x")]),
    ])
    .await;
    for path in ["/zlib", "/deflate"] {
        let response = get(&server, path).await.unwrap();
        assert_eq!(response.body, [b'A'; 259]);
        assert_eq!(
            (response.headers.get("content-encoding"), response.headers.get("content-length")),
            (None, None)
        );
        let client = Client::new(&options(&server)).unwrap();
        let mut few = RequestOptions::default();
        few.max_body_bytes = 100;
        kind(client.get(&server.url(path), &few).await, ErrorKind::TooLarge);
        few.overflow = Overflow::Truncate;
        let response = client.get(&server.url(path), &few).await.unwrap();
        assert_eq!((response.body.len(), response.truncated), (100, true));
    }
    assert_eq!(get(&server, "/empty-deflate").await.unwrap().body, b"");
    for (path, coding) in [("/unknown", "`rot13`"), ("/deflated-twice", "`deflate, br`")] {
        let error = get(&server, path).await.unwrap_err().to_string();
        assert!(error.contains(coding), "{error}");
    }
    assert_eq!(get(&server, "/gzip").await.unwrap().body, [b'A'; 259]);
    assert_eq!(get(&server, "/identity").await.unwrap().body, b"x");
    for path in ["/cut", "/lie", "/zstd", "/twice", "/unknown", "/no-deflate", "/cut-deflate"] {
        kind(get(&server, path).await, ErrorKind::Decode);
    }
    let request = server.requests.lock().unwrap()[0].to_ascii_lowercase();
    let more = if cfg!(feature = "codings") { &["br", "zstd"][..] } else { &[] };
    for coding in ["gzip"].iter().chain(more) {
        assert!(request.lines().any(|line| line.starts_with("accept-encoding:") && line.contains(*coding)));
    }
}

/// 259 times `A`, with the header of zlib or without.
fn deflated(zlib: bool) -> Vec<u8> {
    let mut body = Vec::with_capacity(259);
    let mut compress = flate2::Compress::new(flate2::Compression::fast(), zlib);
    compress.compress_vec(&[b'A'; 259], &mut body, flate2::FlushCompress::Finish).unwrap();
    body
}

/// CRC-32 as gzip has it (RFC 1952, section 8), bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
}

#[tokio::test]
async fn nobody_listens() {
    // A socket that is bound and does not listen keeps the port from others.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    let url: url::Url = format!("http://{address}/").parse().unwrap();
    let mut options = ClientOptions::default();
    options.allow_url(&url).unwrap();
    let client = Client::new(&options).unwrap();
    kind(client.get(&url, &RequestOptions::default()).await, ErrorKind::Connect);
}

#[tokio::test]
async fn not_a_tls_server() {
    let talker = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = talker.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = talker.accept().await.unwrap();
        let _ = tokio::io::AsyncWriteExt::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        std::future::pending::<()>().await;
    });
    let url: url::Url = format!("https://{address}/").parse().unwrap();
    let mut options = ClientOptions::default();
    options.allow_url(&url).unwrap();
    let client = Client::new(&options).unwrap();
    kind(client.get(&url, &RequestOptions::default()).await, ErrorKind::Tls);
}

/// Dropping the future ends the request: the server sees the connection close.
#[tokio::test]
async fn dropping_the_future_cancels() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: url::Url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    let mut options = ClientOptions::default();
    options.allow_url(&url).unwrap();
    let client = Client::new(&options).unwrap();
    let request = tokio::spawn(async move { client.get(&url, &RequestOptions::default()).await.map(drop) });
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut head = [0; 4096];
    assert!(tokio::io::AsyncReadExt::read(&mut stream, &mut head).await.unwrap() > 0);
    request.abort();
    assert!(request.await.unwrap_err().is_cancelled());
    let end = tokio::io::AsyncReadExt::read(&mut stream, &mut head).await;
    assert!(!matches!(end, Ok(1..)), "{end:?}");
}

/// A header of the caller goes to the requested origin, and to no host that this one names.
#[tokio::test]
async fn caller_headers_stay_in_origin() {
    let other = Server::start([("/", vec![ok("other")]), ("/back", vec![ok("unused")])]).await;
    let to_other = format!("http://{}/", other.address);
    let server = Server::start([
        ("/a", redirect("/b")),
        ("/b", vec![ok("here")]),
        ("/away", redirect(&to_other)),
        ("/round", redirect(&format!("http://{}/round", other.address))),
    ])
    .await;
    let mut allowed = options(&server);
    allowed.allow_url(&other.url("/")).unwrap();
    let client = Client::new(&allowed).unwrap();
    let mut request = RequestOptions::default();
    request.headers.add("Cookie", "session=secret").unwrap();
    request.headers.add("X-Api-Key", "secret").unwrap();
    client.get(&server.url("/a"), &request).await.unwrap();
    client.get(&server.url("/away"), &request).await.unwrap();
    let requests = server.requests.lock().unwrap().clone();
    assert_eq!(requests.len(), 3);
    for request in &requests {
        let head = request.to_ascii_lowercase();
        assert!(
            head.contains("cookie: session=secret\r\n") && head.contains("x-api-key: secret\r\n"),
            "{head}"
        );
    }
    let requests = other.requests.lock().unwrap().concat();
    assert!(requests.starts_with("GET / ") && !requests.contains("secret"), "{requests}");
    assert!(!format!("{request:?}").contains("secret"));
}

#[tokio::test]
async fn a_kept_response_is_asked_about() {
    let kept = answer("etag: \"v1\"\r\nlast-modified: Sun, 22 Nov 2026 00:00:00 GMT\r\n", b"text");
    let unchanged = vec![Act::Write(b"HTTP/1.1 304 Not Modified\r\n\r\n".to_vec())];
    let page = vec![Act::When("if-none-match: \"v1\"\r\n", unchanged), kept];
    let server = Server::start([("/page", page), ("/to", redirect("/page"))]).await;
    let client = Client::new(&options(&server)).unwrap();
    let first = client.get(&server.url("/to"), &RequestOptions::default()).await.unwrap();
    let mut request = RequestOptions::default();
    request.validators = webagents_fetch::Validators::of(&first);
    assert_eq!(client.get(&server.url("/to"), &request).await.unwrap().status, 304);
    let heard: Vec<String> =
        server.requests.lock().unwrap().iter().map(|head| head.to_ascii_lowercase()).collect();
    let asks = |head: &String| {
        head.contains("if-none-match: \"v1\"\r\n")
            && head.contains("if-modified-since: sun, 22 nov 2026 00:00:00 gmt\r\n")
    };
    // Only the URL of the validators gets them, and only when there are any.
    assert_eq!(heard.iter().map(asks).collect::<Vec<_>>(), [false, false, false, true], "{heard:#?}");
}

/// A filter is called for each hop, and a refused hop is not requested.
#[tokio::test]
async fn filters_run_before_each_hop() {
    #[derive(Debug)]
    struct Only(&'static str);
    impl webagents_fetch::RequestFilter for Only {
        fn check<'a>(&'a self, url: &'a url::Url) -> webagents_fetch::FilterFuture<'a> {
            let passes = url.path() == self.0;
            Box::pin(async move { if passes { Ok(()) } else { Err("it is not the one".into()) } })
        }
    }
    let server = Server::start([("/a", redirect("/b")), ("/b", vec![ok("there")])]).await;
    let mut request = RequestOptions::default();
    request.filter = Some(std::sync::Arc::new(Only("/a")));
    let outcome = Client::new(&options(&server)).unwrap().get(&server.url("/a"), &request).await;
    let error = kind(outcome, ErrorKind::Filtered);
    assert!(error.to_string().ends_with("/b is not fetched: it is not the one"), "{error}");
    assert_eq!(server.hits(), 1);
}

/// The timeout of a request replaces the client's, longer or shorter.
#[tokio::test]
async fn request_timeout_replaces_client_timeout() {
    let slow = Act::Drip(b"x".to_vec(), Duration::from_millis(5));
    let late = vec![
        Act::Write(b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 40\r\n\r\n".to_vec()),
        slow,
    ];
    let server = Server::start([("/late", late), ("/silent", vec![Act::Hang])]).await;
    let mut brief = options(&server);
    brief.total_timeout = Duration::from_millis(20);
    let client = Client::new(&brief).unwrap();
    let mut request = RequestOptions::default();
    request.timeout = Some(Duration::from_mins(1));
    assert_eq!(client.get(&server.url("/late"), &request).await.unwrap().body.len(), 40);
    request.timeout = Some(Duration::from_millis(20));
    let error = kind(client.get(&server.url("/silent"), &request).await, ErrorKind::Timeout);
    assert_eq!(error.remedy(), Some(Remedy::RequestTimeout), "{error}");
    assert_eq!(client.options().total_timeout, Duration::from_millis(20));
}
