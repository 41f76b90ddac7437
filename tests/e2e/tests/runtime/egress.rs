//! A browser with the egress guard as its proxy: reachable and refused addresses, and its report.
//!
//! All servers are on loopback, which the guard refuses unless it is allowed, so a page that reaches one without leave
//! could reach a router or a metadata server as well.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{SinkExt as _, StreamExt as _};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use webagents_fetch::GuardRule;
use webagents_runtime::{ErrorKind as RunErrorKind, Outcome, Page as _, PageErrorKind};
use webagents_runtime_webdriver::{Browser, Egress, Engine, ErrorKind, ProxyOptions, Refusals, Session};
use webagents_testkit::{Route, Site, until};

use crate::support::{self, engine, in_page, instead, value};

crate::support::on_every_engine! {
    pages_do_not_reach_what_is_not_allowed,
    pages_reach_what_is_allowed,
    pages_reach_a_site_by_tls,
    a_navigation_says_what_the_guard_said,
    datagrams_do_not_go_past_the_guard,
    each_session_has_a_guard_of_its_own,
}

crate::support::on_full_chromium! {
    pages_do_not_reach_what_is_not_allowed,
    datagrams_do_not_go_past_the_guard,
}

/// A port that nobody should come to.
struct Trap {
    port: u16,
    visits: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Trap {
    async fn tcp(address: &str) -> Self {
        let listener = TcpListener::bind((address, 0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let visits = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&visits);
        let task = tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                seen.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self { port, visits, task }
    }

    async fn udp() -> Self {
        let socket = UdpSocket::bind(("127.0.0.1", 0)).await.expect("a port");
        let port = socket.local_addr().expect("an address").port();
        let visits = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&visits);
        let task = tokio::spawn(async move {
            while socket.recv_from(&mut [0; 2048]).await.is_ok() {
                seen.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self { port, visits, task }
    }

    fn visits(&self) -> usize {
        self.visits.load(Ordering::SeqCst)
    }
}

impl Drop for Trap {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A browser whose pages may reach these sites, and public addresses.
async fn guarded(sites: &[&Site]) -> Session {
    let mut options = ProxyOptions::default();
    for site in sites {
        options.allow("127.0.0.1", site.address().port()).expect("a host");
    }
    session(Egress::Guarded(options)).await
}

async fn session(egress: Egress) -> Session {
    let mut options = support::options();
    options.egress = egress;
    Browser::launch(options).await.expect("the driver").session().await.expect("a session")
}

fn told(refusals: &Refusals) -> Vec<(&str, u16, GuardRule)> {
    let one = |one: &'_ webagents_runtime_webdriver::Refused| one.refusal.rule();
    refusals
        .list
        .iter()
        .map(|refused| {
            let (host, port) = refused.refusal.target();
            (host, port, one(refused))
        })
        .collect()
}

async fn run(session: &mut Session, code: &str) -> Outcome {
    session.execute_with(code, &in_page()).await
}

/// Tries each URL in every way that a page has, and returns the attempts that succeeded.
const TRY: &str = r"
    const within = (promise) => Promise.race([promise, new Promise((_, no) => setTimeout(no, 8000, new Error('late')))]);
    const ways = {
        fetch: (url) => fetch(url),
        // This gets the guard's own answer and may not look at it.
        opaque: (url) => fetch(url, { mode: 'no-cors' }).then((r) => { if (r.type === 'opaque') throw r; }),
        request: (url) => new Promise((yes, no) => {
            const request = new XMLHttpRequest();
            request.open('POST', url);
            request.onload = yes; request.onerror = no;
            request.send('x');
        }),
        image: (url) => new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no; i.src = url; }),
        script: (url) => new Promise((yes, no) => {
            const s = document.createElement('script');
            s.onload = yes; s.onerror = no; s.src = url;
            document.head.append(s);
        }),
        events: (url) => new Promise((yes, no) => {
            const e = new EventSource(url);
            e.onopen = yes; e.onerror = (x) => { e.close(); no(x); };
        }),
        socket: (url) => new Promise((yes, no) => {
            const s = new WebSocket(url.replace('http', 'ws'));
            s.onopen = yes; s.onerror = no;
        }),
        worker: (url) => new Promise((yes, no) => {
            const code = `fetch(${JSON.stringify(url)}).then(() => postMessage(1), () => postMessage(0))`;
            const w = new Worker(URL.createObjectURL(new Blob([code])));
            w.onmessage = (m) => m.data ? yes() : no(); w.onerror = no;
        }),
    };
    const came = [];
    await Promise.all(URLS.flatMap((url) => Object.entries(ways).map(([name, way]) =>
        within(way(url)).then(() => came.push(name + ' ' + url), () => {}))));
    navigator.sendBeacon(URLS[0], 'x');
    for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload']) {
        const link = document.createElement('link');
        Object.assign(link, { rel, href: URLS[0], as: 'image' });
        document.head.append(link);
    }
    const frame = document.createElement('iframe');
    document.body.append(frame);
    await within(new Promise((yes) => { frame.onload = yes; frame.src = URLS[0]; })).catch(() => {});
    return came.sort();
";

async fn pages_do_not_reach_what_is_not_allowed() {
    let four = Trap::tcp("127.0.0.1").await;
    let six = Trap::tcp("::1").await;
    let home = Site::serve([
        Route::html("/", "<body>home"),
        Route::html("/away", "").status(302).header("location", &format!("http://127.0.0.1:{}/", four.port)),
    ])
    .await;
    let mut session = guarded(&[&home]).await;
    session.open(&home.url("/")).await.expect("the page");
    let urls = json!([
        format!("http://127.0.0.1:{}/", four.port),
        format!("http://localhost:{}/", four.port),
        format!("http://2130706433:{}/", four.port),
        format!("http://[::1]:{}/", six.port),
        format!("http://[::ffff:127.0.0.1]:{}/", four.port),
        format!("https://127.0.0.1:{}/", four.port),
        home.url("/away"),
        "http://169.254.169.254/latest/meta-data/",
        "http://a.localhost/",
    ]);
    let outcome = run(&mut session, &TRY.replace("URLS", &urls.to_string())).await;
    assert_eq!(*value(&outcome), json!([]));
    assert_eq!((four.visits(), six.visits()), (0, 0));
    let refusals = session.refusals();
    for expected in [
        ("127.0.0.1", four.port, GuardRule::Port),
        ("localhost", four.port, GuardRule::Port),
        ("[::1]", six.port, GuardRule::Port),
        ("[::ffff:7f00:1]", four.port, GuardRule::Port),
        ("169.254.169.254", 80, GuardRule::SpecialAddress),
        ("a.localhost", 80, GuardRule::SpecialName),
    ] {
        assert!(told(&refusals).contains(&expected), "{expected:?} in {refusals:?}");
    }
    let first = refusals.of("127.0.0.1", four.port).expect("a refusal");
    assert!(first.count > 5, "{first:?}");
    assert_eq!(
        first.to_string(),
        format!(
            "refused to connect the browser to 127.0.0.1:{0}: port {0} is not an allowed port; to permit it, \
             allow host 127.0.0.1, port {0}",
            four.port
        )
    );

    // The same page without a guard: the traps do work.
    let mut open = self::session(Egress::Open).await;
    open.open(&home.url("/")).await.expect("the page");
    let _ = run(&mut open, &format!("fetch('http://127.0.0.1:{}/').catch(() => 0)", four.port)).await;
    let _ = run(&mut open, &format!("fetch('http://[::1]:{}/').catch(() => 0)", six.port)).await;
    until("a request comes to the traps", || four.visits() > 0 && six.visits() > 0).await;
    assert!(open.refusals().list.is_empty());
}

async fn pages_reach_what_is_allowed() {
    let friend = Site::serve([
        Route::new("/", "text/plain", "friend").header("access-control-allow-origin", "*"),
        Route::new("/more", "text/plain", vec![b'x'; 3_000_000]).header("access-control-allow-origin", "*"),
    ])
    .await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let echo = listener.local_addr().expect("an address").port();
    let server = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a browser");
        let mut socket = tokio_tungstenite::accept_async(stream).await.expect("a WebSocket");
        while let Some(Ok(message)) = socket.next().await {
            if message.is_text() && socket.send(message).await.is_err() {
                break;
            }
        }
    });
    let home = Site::serve([
        Route::html("/", "<body>home"),
        Route::html("/to-friend", "").status(302).header("location", &friend.url("/")),
    ])
    .await;
    let mut session = guarded(&[&home, &friend]).await;
    session.allow_egress("127.0.0.1", echo).expect("a host");
    session.open(&home.url("/")).await.expect("the page");
    let deaf = instead!(
        WebKit,
        "A web socket without TLS opens through the egress guard if its host is allowed",
        "It is refused",
        "the engine sends a proxy a request that proxies do not know (`GET ws://`)",
    );
    let code = format!(
        "const text = await (await fetch({0})).text();
         const more = (await (await fetch({1})).text()).length;
         const posted = await fetch({0}, {{ method: 'POST', body: 'x'.repeat(100000) }});
         const missing = (await fetch('/missing')).status;
         const echoed = await new Promise((yes, no) => {{
             const socket = new WebSocket('ws://127.0.0.1:{echo}/');
             socket.onopen = () => socket.send('hello');
             socket.onmessage = (m) => yes(m.data);
             socket.onerror = () => yes('refused');
         }});
         return [text, more, posted.status, missing, echoed];",
        json!(friend.url("/")),
        json!(friend.url("/more")),
    );
    let outcome = run(&mut session, &code).await;
    let came = |echoed: &str| json!(["friend", 3_000_000, 200, 404, echoed]);
    let got = value(&outcome);
    assert!(*got == came("hello") || (deaf && *got == came("refused")), "{got}");
    session.open(&home.url("/to-friend")).await.expect("the friend's page");
    assert_eq!(session.url().await.expect("a URL"), friend.url("/"));
    assert_eq!(told(&session.refusals()), []);
    session.close().await.expect("the browser closes");
    server.abort();
}

async fn a_navigation_says_what_the_guard_said() {
    let trap = Trap::tcp("127.0.0.1").await;
    let there = format!("http://127.0.0.1:{}/", trap.port);
    let home = Site::serve([
        Route::html("/", "<body>home"),
        Route::html("/away", "").status(302).header("location", &there),
        Route::html("/refresh", format!("<meta http-equiv=refresh content='0;url={there}'>")),
        Route::html("/tls", "").status(302).header("location", &there.replace("http", "https")),
    ])
    .await;
    let closed = webagents_testkit::closed_port();
    let mut session = guarded(&[&home]).await;
    for url in [there.clone(), there.replace("http", "https"), home.url("/away"), home.url("/tls")] {
        let error = session.open(&url).await.expect_err("the guard refuses");
        assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
        let text = error.to_string();
        let start = format!(
            "the browser cannot show {url}: refused to connect the browser to 127.0.0.1:{}: ",
            trap.port
        );
        assert!(text.starts_with(&start), "{text}");
    }
    // A refused request does not spoil an allowed one.
    session.open(&home.url("/")).await.expect("the page");
    session.open(&home.url("/refresh")).await.map_or_else(
        |error| assert_eq!(error.kind(), ErrorKind::Refused, "{error}"),
        // The page was there before it led on.
        |()| (),
    );
    // Its redirect target is refused as well, and does not hinder later requests.
    let refused = || session.refusals().of("127.0.0.1", trap.port).is_some_and(|refused| refused.count >= 5);
    until("all are refused", refused).await;
    assert_eq!(*value(&run(&mut session, "return 1").await), json!(1));
    assert_eq!(trap.visits(), 0);
    // A server that is allowed and not there is not the guard's concern.
    session.allow_egress("127.0.0.1", closed).expect("a host");
    for scheme in ["http", "https"] {
        let error =
            session.open(&format!("{scheme}://127.0.0.1:{closed}/")).await.expect_err("nobody is there");
        assert_eq!(error.kind(), ErrorKind::Page(PageErrorKind::Unreachable), "{error}");
        assert!(error.to_string().contains(&format!("cannot connect to 127.0.0.1:{closed}: ")), "{error}");
    }
    session.close().await.expect("the browser closes");
}

/// A site by TLS whose certificate nobody has vouched for: the text `secure` for every request.
struct Secure {
    port: u16,
    task: JoinHandle<()>,
}

impl Secure {
    async fn serve() -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate");
        let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key.into())
            .expect("a key that fits");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // A browser that does not trust the certificate ends the handshake.
                    let Ok(mut stream) = acceptor.accept(stream).await else { return };
                    let _ = stream.read(&mut [0; 4096]).await;
                    let answer = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\
                                  connection: close\r\n\r\nsecure";
                    let _ = stream.write_all(answer.as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { port, task }
    }

    fn url(&self) -> String {
        format!("https://127.0.0.1:{}/", self.port)
    }
}

impl Drop for Secure {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pages_reach_a_site_by_tls() {
    let (secure, other) = (Secure::serve().await, Secure::serve().await);
    for trusted in [true, false] {
        let mut options = support::options();
        let mut proxy = ProxyOptions::default();
        proxy.allow("127.0.0.1", secure.port).expect("a host");
        options.egress = Egress::Guarded(proxy);
        options.driver.capabilities.insert("acceptInsecureCerts".to_owned(), json!(trusted));
        let browser = Browser::launch(options).await.expect("the driver");
        let mut session = browser.session().await.expect("a session");
        let opened = session.open(&secure.url()).await;
        if trusted {
            opened.expect("the page");
            let outcome = run(&mut session, "return [document.body.textContent, isSecureContext]").await;
            assert_eq!(*value(&outcome), json!(["secure", true]));
            assert_eq!(told(&session.refusals()), []);
            let error = session.open(&other.url()).await.expect_err("the guard refuses");
            assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
            assert_eq!(told(&session.refusals())[0], ("127.0.0.1", other.port, GuardRule::Port));
        } else {
            let error = opened.expect_err("nobody has vouched for the certificate");
            assert_eq!(error.kind(), ErrorKind::Page(PageErrorKind::Unreachable), "{error}");
        }
        session.close().await.expect("the browser closes");
    }
}

/// Traffic that bypasses a proxy in other browsers: datagrams of `WebRTC` and QUIC.
const DATAGRAMS: &str = r"
    const connection = new RTCPeerConnection({ iceServers: [
        { urls: 'stun:127.0.0.1:%UDP%' },
        { urls: 'turn:127.0.0.1:%UDP%', username: 'a', credential: 'b' },
        { urls: 'turn:127.0.0.1:%TCP%?transport=tcp', username: 'a', credential: 'b' },
    ] });
    const found = [];
    const gathered = new Promise((yes) => {
        connection.onicecandidate = (event) => event.candidate ? found.push(event.candidate.candidate) : yes();
    });
    connection.createDataChannel('x');
    await connection.setLocalDescription(await connection.createOffer());
    const wait = (ms) => new Promise((yes) => setTimeout(yes, ms));
    let transport = 'none';
    if (globalThis.WebTransport) {
        const one = new WebTransport('https://127.0.0.1:%UDP%/');
        transport = await Promise.race([one.ready.then(() => 'ready', () => 'failed'), wait(2000)]);
        one.closed.catch(() => {});
    }
    await Promise.race([gathered, wait(4000)]);
    return { found, transport };
";

async fn datagrams_do_not_go_past_the_guard() {
    let silent = instead!(
        WebKit,
        "Pages have WebRTC, and the egress guard stops its packets",
        "They have none",
        "the distributions' builds leave it out",
    );
    let (udp, tcp) = (Trap::udp().await, Trap::tcp("127.0.0.1").await);
    let home = Site::serve([Route::html("/", "<body>home")]).await;
    let code = DATAGRAMS.replace("%UDP%", &udp.port.to_string()).replace("%TCP%", &tcp.port.to_string());
    // Firefox sends no request to a STUN server on this machine unless a preference demands it.
    let loopback = json!({ "prefs": { "media.peerconnection.ice.loopback": true } });
    let begin = async |egress: Egress| {
        let mut options = support::options();
        options.egress = egress;
        if engine() == Engine::Firefox {
            options.driver.capabilities.insert("moz:firefoxOptions".to_owned(), loopback.clone());
        }
        Browser::launch(options).await.expect("the driver").session().await.expect("a session")
    };
    let mut options = ProxyOptions::default();
    options.allow("127.0.0.1", home.address().port()).expect("a host");
    let mut session = begin(Egress::Guarded(options)).await;
    session.open(&home.url("/")).await.expect("the page");
    let outcome = run(&mut session, &code).await;
    if silent && !outcome.is_ok() {
        assert_eq!(support::error(&outcome, RunErrorKind::Thrown).name, "ReferenceError");
        assert_eq!((udp.visits(), tcp.visits()), (0, 0));
        return session.close().await.expect("the browser closes");
    }
    let guarded = value(&outcome).clone();
    assert_eq!((udp.visits(), tcp.visits()), (0, 0), "{guarded}");
    assert_ne!(guarded["transport"], "ready");
    assert_eq!(guarded["found"], json!([]));

    let mut open = begin(Egress::Open).await;
    open.open(&home.url("/")).await.expect("the page");
    let outcome = run(&mut open, &code).await;
    value(&outcome);
    until("its datagrams and its connection arrive", || udp.visits() > 0 && tcp.visits() > 0).await;
}

async fn each_session_has_a_guard_of_its_own() {
    let home = Site::serve([Route::html("/", "<body>home")]).await;
    let mut options = support::options();
    options.egress = Egress::Guarded(ProxyOptions::default());
    let browser = Browser::launch(options).await.expect("the driver");
    let (one, two) = tokio::join!(browser.session(), browser.session());
    let (mut one, mut two) = (one.expect("a session"), two.expect("a session"));
    one.allow_egress("127.0.0.1", home.address().port()).expect("a host");
    one.open(&home.url("/")).await.expect("the page");
    let error = two.open(&home.url("/")).await.expect_err("the guard refuses");
    assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
    assert_eq!((one.refusals().list.len(), two.refusals().list.len()), (0, 1));
    one.close().await.expect("the browser closes");
    two.close().await.expect("the browser closes");
}
