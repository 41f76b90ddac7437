//! Proxy against real sockets: requests of a browser and of a hostile program.
//!
//! No test measures time. Where a time limit is tested, both sides are silent, so only the limit can end the
//! connection.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use webagents_fetch::{GuardRule, Proxy, ProxyOptions};
use webagents_testkit::raw::{Act, Server, answer, ok};

/// Starts a proxy that permits `servers` and public addresses.
async fn proxy(servers: &[&Server]) -> Proxy {
    let mut options = ProxyOptions::default();
    for server in servers {
        options.allow_url(&server.url("/")).unwrap();
    }
    Proxy::start(&options).await.unwrap()
}

async fn connect(proxy: &Proxy) -> TcpStream {
    TcpStream::connect(proxy.address()).await.unwrap()
}

/// Returns all that the proxy answers to these bytes, up to the end of the connection.
async fn exchange(proxy: &Proxy, request: impl AsRef<[u8]>) -> String {
    let mut stream = connect(proxy).await;
    stream.write_all(request.as_ref()).await.unwrap();
    let mut bytes = Vec::new();
    // A reset after the response is an end, too.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8(bytes).unwrap()
}

/// Reads until the text ends with `end`.
async fn read_until(stream: &mut TcpStream, end: &str) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(end.as_bytes()) {
        let byte = stream.read_u8().await;
        bytes
            .push(byte.unwrap_or_else(|error| panic!("{error} after {:?}", String::from_utf8_lossy(&bytes))));
    }
    String::from_utf8(bytes).unwrap()
}

#[track_caller]
fn status(answer: &str, expected: u16) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {expected} ")), "{expected} expected: {answer:?}");
}

#[tokio::test]
async fn a_tunnel_carries_bytes_both_ways() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut options = ProxyOptions::default();
    options.allow("127.0.0.1", address.port()).unwrap();
    let proxy = Proxy::start(&options).await.unwrap();
    let mut browser = connect(&proxy).await;
    // The first bytes of TLS may come with the request.
    browser
        .write_all(format!("CONNECT {address} HTTP/1.1\r\nhost: {address}\r\n\r\nhi").as_bytes())
        .await
        .unwrap();
    let (mut server, _) = listener.accept().await.unwrap();
    let head = read_until(&mut browser, "\r\n\r\n").await.to_ascii_lowercase();
    status(&head.replace("http", "HTTP"), 200);
    // RFC 9110 section 9.3.6: a response that opens a tunnel has no framing of its own.
    assert!(!head.contains("content-length") && !head.contains("transfer-encoding"), "{head}");
    read_until(&mut server, "hi").await;
    server.write_all(b"GET / HTTP/1.1\r\n\r\n\0\xff").await.unwrap();
    let mut bytes = [0; 20];
    browser.read_exact(&mut bytes).await.unwrap();
    assert_eq!(&bytes, b"GET / HTTP/1.1\r\n\r\n\0\xff");
    browser.shutdown().await.unwrap();
    assert_eq!(server.read(&mut bytes).await.unwrap(), 0);
    // One direction ends before the other.
    server.write_all(b"bye").await.unwrap();
    drop(server);
    read_until(&mut browser, "bye").await;
    assert_eq!(browser.read(&mut bytes).await.unwrap(), 0);
    assert!(proxy.refusals().list.is_empty());
}

#[tokio::test]
async fn plain_requests_are_written_anew() {
    let one =
        Server::start([("/a?b=%7C", vec![answer("set-cookie: a=b\r\nkeep-alive: x\r\n", b"hello")])]).await;
    let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    let two = Server::start([("/", vec![Act::Write(chunked.into())])]).await;
    let proxy = proxy(&[&one, &two]).await;
    let mut browser = connect(&proxy).await;
    let request = format!(
        "GET http://{}/a?b=%7C HTTP/1.1\r\nHost: elsewhere.example\r\nProxy-Connection: keep-alive\r\n\
         Proxy-Authorization: Basic eDp5\r\nConnection: keep-alive, X-Secret\r\nX-Secret: 1\r\nUpgrade: h2c\r\n\
         TE: trailers\r\nCookie: c=d\r\n\r\n",
        one.address
    );
    browser.write_all(request.as_bytes()).await.unwrap();
    let received = read_until(&mut browser, "hello").await.to_ascii_lowercase();
    assert!(received.contains("set-cookie: a=b") && !received.contains("keep-alive"), "{received}");
    let heard = one.requests.lock().unwrap()[0].to_ascii_lowercase();
    assert!(heard.starts_with("get /a?b=%7c http/1.1\r\n"), "{heard}");
    for part in
        [format!("\r\nhost: {}\r\n", one.address), "\r\ncookie: c=d\r\n".into(), "connection: close".into()]
    {
        assert!(heard.contains(&part), "{part:?} in {heard:?}");
    }
    for absent in ["elsewhere", "proxy-", "secret", "upgrade", "te:", "keep-alive"] {
        assert!(!heard.contains(absent), "{absent} in {heard:?}");
    }
    // The connection of the browser goes on, to another server and with another framing.
    browser.write_all(format!("GET http://{} HTTP/1.1\r\n\r\n", two.address).as_bytes()).await.unwrap();
    let received = read_until(&mut browser, "abc\r\n0\r\n\r\n").await;
    status(&received, 200);
    assert!(two.requests.lock().unwrap()[0].starts_with("GET / HTTP/1.1\r\n"));
}

#[tokio::test]
async fn refusals_are_answered_and_recorded() {
    let server = Server::start([("/", vec![ok("secret")])]).await;
    let proxy = proxy(&[]).await;
    let port = server.address.port();
    let cases = [
        (format!("127.0.0.1:{port}"), GuardRule::Port),
        ("127.0.0.1:80".into(), GuardRule::SpecialAddress),
        ("127.1:443".into(), GuardRule::SpecialAddress),
        ("2130706433:443".into(), GuardRule::SpecialAddress),
        ("0x7f000001:8080".into(), GuardRule::SpecialAddress),
        ("0:80".into(), GuardRule::SpecialAddress),
        ("[::1]:443".into(), GuardRule::SpecialAddress),
        ("[::]:443".into(), GuardRule::SpecialAddress),
        ("[::ffff:127.0.0.1]:443".into(), GuardRule::SpecialAddress),
        ("[64:ff9b::7f00:1]:80".into(), GuardRule::SpecialAddress),
        ("[fe80::1]:80".into(), GuardRule::SpecialAddress),
        ("169.254.169.254:80".into(), GuardRule::SpecialAddress),
        ("192.168.0.1:8443".into(), GuardRule::SpecialAddress),
        ("localhost:443".into(), GuardRule::SpecialName),
        ("LOCALHOST.:443".into(), GuardRule::SpecialName),
        ("a.localhost:80".into(), GuardRule::SpecialName),
        ("metadata.google.internal:80".into(), GuardRule::SpecialName),
        ("example.com:22".into(), GuardRule::Port),
        ("8.8.8.8:53".into(), GuardRule::Port),
        ("user:secret@example.com:443".into(), GuardRule::UserInfo),
    ];
    for (target, rule) in &cases {
        let before = proxy.refusals().list.iter().map(|one| one.count).sum::<u64>();
        for request in [format!("CONNECT {target} HTTP/1.1"), format!("GET http://{target}/p?q=s HTTP/1.1")] {
            let received = exchange(&proxy, format!("{request}\r\nhost: x\r\n\r\n")).await;
            status(&received, 403);
            let (head, line) = received.split_once("\r\n\r\n").unwrap();
            assert!(line.ends_with('\n') && line.trim_end().lines().count() == 1, "{line:?}");
            assert!(head.contains("connection: close") && !line.contains("secret"), "{received}");
        }
        let refusals = proxy.refusals();
        assert_eq!(refusals.list.iter().map(|one| one.count).sum::<u64>(), before + 2, "{target}");
        let last = refusals.list.iter().map(|one| one.refusal.rule()).collect::<Vec<_>>();
        assert!(last.contains(rule), "{target}: {last:?}");
    }
    let received = exchange(&proxy, "CONNECT 10.0.0.1:443 HTTP/1.1\r\n\r\n").await;
    // A page can read the answer, and learns no address from it.
    assert!(received.contains("`special_address`") && !received.contains("10.0.0"), "{received}");
    assert_eq!(server.hits(), 0);
    // The record contains the host and no path.
    for one in proxy.refusals().list {
        assert!(!one.refusal.url().contains("q=s"), "{one:?}");
    }
    // The user may change the permission at any time, and back.
    proxy.allow("127.0.0.1", port).unwrap();
    status(
        &exchange(&proxy, format!("GET http://127.0.0.1:{port}/ HTTP/1.1\r\nconnection: close\r\n\r\n"))
            .await,
        200,
    );
    proxy.reset();
    assert!(proxy.refusals().list.is_empty());
    status(&exchange(&proxy, format!("GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n")).await, 403);
    assert_eq!((proxy.refusals().list.len(), server.hits()), (1, 1));
}

/// Requests that a web page can send to the proxy's port, as to any server; none leads anywhere.
#[tokio::test]
async fn other_requests_are_not_served() {
    let server = Server::start([("/", vec![ok("secret")])]).await;
    let proxy = proxy(&[&server]).await;
    let (here, port) = (server.address, server.address.port());
    for request in [
        format!("GET / HTTP/1.1\r\nhost: {here}\r\n\r\n"),
        format!("GET //{here}/ HTTP/1.1\r\nhost: {here}\r\n\r\n"),
        format!("OPTIONS * HTTP/1.1\r\nhost: {here}\r\n\r\n"),
        format!("GET https://{here}/ HTTP/1.1\r\n\r\n"),
        format!("GET ftp://{here}/ HTTP/1.1\r\n\r\n"),
        format!("GET {here} HTTP/1.1\r\n\r\n"),
        format!("CONNECT http://{here}/ HTTP/1.1\r\n\r\n"),
        "CONNECT 127.0.0.1 HTTP/1.1\r\n\r\n".into(),
        "CONNECT 127.0.0.1: HTTP/1.1\r\n\r\n".into(),
        "CONNECT 127.0.0.1:65536 HTTP/1.1\r\n\r\n".into(),
        format!("CONNECT 127.0.0.1:{port}:80 HTTP/1.1\r\n\r\n"),
        format!("CONNECT /127.0.0.1:{port} HTTP/1.1\r\n\r\n"),
        format!("CONNECT 127.0.0.1:{port}/ HTTP/1.1\r\n\r\n"),
        format!("CONNECT [127.0.0.1]:{port} HTTP/1.1\r\n\r\n"),
        format!("GET http://{here}\\@example.com/ HTTP/1.1\r\n\r\n"),
        format!("GET http://{here}/\0 HTTP/1.1\r\n\r\n"),
        format!("GET http://{here}/ HTTP/2.0\r\n\r\n"),
        format!("GET  http://{here}/ HTTP/1.1\r\n\r\n"),
        "\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n".into(),
        "\r\n\r\n\r\nnonsense\r\n\r\n".into(),
    ] {
        let received = exchange(&proxy, &request).await;
        assert!(received.starts_with("HTTP/1.1 400 "), "{request:?}: {received:?}");
    }
    // The preface of HTTP/2 is not even answered.
    assert_eq!(exchange(&proxy, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await, "");
    assert_eq!((server.hits(), *server.connections.lock().unwrap()), (0, 0));
}

/// Requests that two parsers split differently. The proxy writes each of them anew.
#[tokio::test]
async fn nothing_is_smuggled() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = listener.local_addr().unwrap();
    let mut options = ProxyOptions::default();
    options.allow("127.0.0.1", here.port()).unwrap();
    let proxy = Proxy::start(&options).await.unwrap();
    let inner = "GET /smuggled HTTP/1.1\r\nx: y\r\n\r\n";
    let size = inner.len();
    let post = format!("POST http://{here}/ HTTP/1.1\r\n");
    for head in [
        "content-length: 0\r\ncontent-length: 5".to_owned(),
        "content-length: 0, 5".to_owned(),
        "content-length: +5".to_owned(),
        "content-length: 5x".to_owned(),
        "content-length: 99999999999999999999".to_owned(),
        "transfer-encoding: identity".to_owned(),
        "transfer-encoding: chunked, identity".to_owned(),
        "transfer-encoding: xchunked".to_owned(),
        "transfer-encoding : chunked".to_owned(),
        "transfer-encoding\t: chunked".to_owned(),
        " transfer-encoding: chunked".to_owned(),
        "x: y\r\n z: folded".to_owned(),
        "x: a\0b".to_owned(),
        "x\0: b".to_owned(),
    ] {
        let received = exchange(&proxy, format!("{post}{head}\r\n\r\n{inner}")).await;
        status(&received, 400);
    }
    let received = exchange(
        &proxy,
        format!("POST http://{here}/ HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
    )
    .await;
    assert!(received.starts_with("HTTP/1.") && received.contains(" 400 "), "{received}");

    // These are served with one framing: the given length, or the chunks.
    for (request, body) in [
        (format!("{post}content-length: {size}\r\n\r\n{inner}"), inner.to_owned()),
        (
            format!(
                "{post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n{size:x};a=b\r\n{inner}\r\n0\r\n\r\n"
            ),
            format!("{size:x}\r\n{inner}\r\n0\r\n\r\n"),
        ),
        (
            format!(
                "{post}transfer-encoding: chunked\r\ncontent-length: 0\r\n\r\n{size:X}\r\n{inner}\r\n0\r\n\r\n"
            ),
            format!("{size:x}\r\n{inner}\r\n0\r\n\r\n"),
        ),
        // `Connection` cannot remove a header for framing or routing.
        (
            format!("{post}connection: content-length, host\r\ncontent-length: {size}\r\n\r\n{inner}"),
            inner.to_owned(),
        ),
    ] {
        let mut browser = connect(&proxy).await;
        browser.write_all(request.as_bytes()).await.unwrap();
        let (mut server, _) = listener.accept().await.unwrap();
        let head = read_until(&mut server, "\r\n\r\n").await.to_ascii_lowercase();
        let framing =
            head.lines().filter(|line| line.starts_with("content-l") || line.starts_with("transfer-e"));
        assert_eq!(framing.count(), 1, "{head}");
        assert!(head.contains(&format!("\r\nhost: {here}\r\n")), "{head}");
        assert_eq!(read_until(&mut server, &body).await, body);
        // The response is followed by a second one that was not requested.
        let answer =
            "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil";
        server.write_all(answer.as_bytes()).await.unwrap();
        status(&read_until(&mut browser, "ok").await, 200);
        let mut rest = Vec::new();
        server.read_to_end(&mut rest).await.unwrap();
        assert_eq!(String::from_utf8(rest).unwrap(), "");
        // The next response on this connection belongs to the next request; after two framings there is none.
        browser.write_all(b"CONNECT 10.0.0.1:443 HTTP/1.1\r\n\r\n").await.unwrap();
        let mut received = String::new();
        let _ = browser.read_to_string(&mut received).await;
        let closed = request.contains("chunked") && received.is_empty();
        assert!(closed || received.starts_with("HTTP/1.1 403 "), "{request:?}: {received:?}");
        assert!(!received.contains("evil"), "{received}");
    }
}

#[tokio::test]
async fn heads_have_a_limit() {
    let server = Server::start([("/", vec![ok("x")])]).await;
    let proxy = proxy(&[&server]).await;
    let get = format!("GET http://{}/ HTTP/1.1\r\n", server.address);
    status(&exchange(&proxy, format!("{get}x: {}\r\n\r\n", "y".repeat(70_000))).await, 431);
    status(&exchange(&proxy, format!("{get}{}\r\n", "x: y\r\n".repeat(300))).await, 431);
    let received =
        exchange(&proxy, format!("GET http://{}/{} HTTP/1.1\r\n\r\n", server.address, "y".repeat(70_000)))
            .await;
    assert!(received.contains(" 414 ") || received.contains(" 431 "), "{received}");
    // A head without an end.
    let mut browser = connect(&proxy).await;
    browser.write_all(get.as_bytes()).await.unwrap();
    while browser.write_all(&[b'y'; 1024]).await.is_ok() {}
    assert_eq!(server.hits(), 0);

    let wide = format!("x: {}\r\n", "y".repeat(70_000));
    let server = Server::start([("/", vec![answer(&wide, b"x")])]).await;
    proxy.allow("127.0.0.1", server.address.port()).unwrap();
    let received = exchange(&proxy, format!("GET http://{}/ HTTP/1.1\r\n\r\n", server.address)).await;
    assert_eq!((received.as_str(), server.hits()), ("", 1));
}

#[tokio::test]
async fn nobody_waits_for_ever() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = silent.local_addr().unwrap();
    let brief = Duration::from_millis(150);
    let options = |change: fn(&mut ProxyOptions, Duration)| {
        let mut options = ProxyOptions::default();
        options.allow("127.0.0.1", here.port()).unwrap();
        change(&mut options, brief);
        options
    };
    let head = options(|options, brief| options.head_timeout = brief);
    let idle = options(|options, brief| options.idle_timeout = brief);
    let total = options(|options, brief| options.total_timeout = brief);
    let tunnel = format!("CONNECT {here} HTTP/1.1\r\n\r\n");
    let plain = format!("GET http://{here}/ HTTP/1.1\r\n\r\n");
    let upload = format!("POST http://{here}/ HTTP/1.1\r\ncontent-length: 9\r\n\r\nx");
    for (options, request) in [
        (&head, ""),
        (&head, "G"),
        (&head, "GET http://a/ HTTP/1.1\r\nx: "),
        (&idle, ""),
        (&idle, &tunnel),
        (&idle, &plain),
        (&idle, &upload),
        (&total, &tunnel),
        (&total, &plain),
    ] {
        let proxy = Proxy::start(options).await.unwrap();
        let received = exchange(&proxy, request).await;
        assert!(!received.contains(" 50"), "{received}");
    }
}

#[tokio::test]
async fn connections_are_bounded_and_end_with_proxy() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = listener.local_addr().unwrap();
    let mut options = ProxyOptions::default();
    options.allow("127.0.0.1", here.port()).unwrap();
    options.max_connections = 1;
    let proxy = Proxy::start(&options).await.unwrap();
    let request = format!("CONNECT {here} HTTP/1.1\r\n\r\n");
    let mut first = connect(&proxy).await;
    first.write_all(request.as_bytes()).await.unwrap();
    let (mut server, _) = listener.accept().await.unwrap();
    read_until(&mut first, "\r\n\r\n").await;
    let mut second = connect(&proxy).await;
    second.write_all(request.as_bytes()).await.unwrap();
    let waits = tokio::time::timeout(Duration::from_millis(200), second.read_u8()).await;
    assert!(waits.is_err(), "{waits:?}");
    drop(first);
    // The second's turn.
    assert_eq!(server.read(&mut [0; 1]).await.unwrap(), 0);
    drop(server);
    let (mut server, _) = listener.accept().await.unwrap();
    read_until(&mut second, "\r\n\r\n").await;

    let address = proxy.address();
    drop(proxy);
    assert_eq!(server.read(&mut [0; 1]).await.unwrap_or(0), 0);
    assert_eq!(second.read(&mut [0; 1]).await.unwrap_or(0), 0);
    // The listener closes when its task is dropped.
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn failed_servers_get_no_substitute_response() {
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap()
    };
    let switches =
        Act::Write(b"HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n".into());
    let server = Server::start([
        ("/garbage", vec![Act::Write(b"SSH-2.0-x\r\n\r\n".into())]),
        ("/reset", vec![Act::Reset]),
        ("/switch", vec![switches]),
        ("/phish", vec![ok("x").with_status("407 Proxy Authentication Required")]),
    ])
    .await;
    let proxy = proxy(&[&server]).await;
    proxy.allow("127.0.0.1", closed.port()).unwrap();
    for path in ["/garbage", "/reset", "/switch", "/phish"] {
        let received =
            exchange(&proxy, format!("GET http://{}{path} HTTP/1.1\r\n\r\n", server.address)).await;
        assert_eq!(received, "", "{path}");
    }
    assert_eq!(server.hits(), 4);
    assert_eq!(exchange(&proxy, format!("GET http://{closed}/ HTTP/1.1\r\n\r\n")).await, "");
    let received = exchange(&proxy, format!("CONNECT {closed} HTTP/1.1\r\n\r\n")).await;
    status(&received, 502);
    let why = proxy.failure("127.0.0.1", closed.port()).unwrap();
    assert!(why.starts_with(&format!("cannot connect to {closed}: ")), "{why}");
    assert!(received.ends_with(&format!("{why}\n")), "{received}");
    assert!(proxy.refusals().list.is_empty());
}
