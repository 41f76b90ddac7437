//! The guard as a proxy: what a browser behind it can reach is what a [`Client`](crate::Client) could.
//!
//! A page's script fetches, opens sockets and follows redirects without asking us. So the browser is given one way
//! out, a proxy on loopback within our own process, and each connection is judged there by the same rules on
//! names, ports and addresses. The proxy resolves the name and connects to an address that it has judged, so a name
//! that changes its answer (DNS rebinding) gains nothing.
//!
//! Decisions:
//! - HTTP is hyper's. It is in the tree already, and a proxy is where requests are smuggled when two readers of HTTP
//!   disagree: here one reads, and what goes on is written anew, never copied.
//! - A plain request has a connection of its own to the server, so there is none to be found stale, and none that a
//!   request could be left over in.
//! - A server that cannot be reached is what it is without a proxy, a connection that ends. An answer of ours in the
//!   server's place would let `fetch` succeed that has failed.
//! - Any program of this machine may connect. A browser takes no password for a proxy from its command line; what
//!   protects is that the port is a new one each time, on loopback, that a web page can make no request in a proxy's
//!   form, and that there is nothing behind it which such a program could not reach by itself.
//!
//! What it is not: a filter of content. What is encrypted stays so, and what is sent to public addresses is not
//! looked at.

mod crowd;
mod record;
mod serve;
mod watch;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use url::Url;

use self::crowd::Crowd;
use self::record::Record;
pub use self::record::{Refusals, Refused};
use crate::ClientOptions;
use crate::error::{Error, ErrorKind};
use crate::guard::{Allow, FirstAnswers};
use crate::resolve::{Lookup, System};

/// Pause after the system refused a connection, as it does when there are no file descriptors left.
const BREATH: Duration = Duration::from_millis(50);

/// What a [`Proxy`] lets through, and its limits. [`Default`] gives the values named at each field.
///
/// ```
/// let mut options = webagents_fetch::ProxyOptions::default();
/// options.allow("localhost", 8080)?;
/// # Ok::<(), webagents_fetch::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ProxyOptions {
    /// The longest time for a name and a connection: 10 s.
    pub connect_timeout: Duration,
    /// The longest time for the head of a request, counted from the end of the one before: 5 s.
    pub head_timeout: Duration,
    /// How long a connection may be without a byte in either direction: 5 minutes.
    pub idle_timeout: Duration,
    /// How long a connection may be open: 1 hour. A browser opens another.
    pub total_timeout: Duration,
    /// The most bytes of the head of a request or response: 64 KiB, and never less than 8 KiB.
    pub max_header_bytes: usize,
    /// How many connections are served at once: 256. A further one takes the place of one that has not sent the head
    /// of a request, the longest silent first, or else of one that has been silent for two seconds; where there is
    /// neither, it waits.
    pub max_connections: usize,
    /// The ports that may be connected to without permission: 80, 443, 8080, 8443.
    pub ports: Vec<u16>,
    /// First answers for the hosts of typed URLs: those of the client that these options were made from.
    pub first_answers: FirstAnswers,
    allow: Allow,
}

impl Default for ProxyOptions {
    fn default() -> Self {
        Self::from(&ClientOptions::default())
    }
}

/// The same ports and permissions, so that one decision of the owner's serves client and browser.
impl From<&ClientOptions> for ProxyOptions {
    fn from(client: &ClientOptions) -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            head_timeout: Duration::from_secs(5),
            idle_timeout: Duration::from_mins(5),
            total_timeout: Duration::from_hours(1),
            max_header_bytes: 64 * 1024,
            max_connections: 256,
            ports: client.ports.clone(),
            first_answers: client.first_answers.clone(),
            allow: client.permissions().clone(),
        }
    }
}

impl ProxyOptions {
    /// Lets the browser reach exactly this host and port, wherever it is. `host` is a name or an address; IPv6 goes
    /// with or without brackets.
    pub fn allow(&mut self, host: &str, port: u16) -> Result<(), Error> {
        self.allow.host(host, port)
    }

    /// Lets the browser reach the host and port of a URL that a person typed, as
    /// [`ClientOptions::allow_url`] lets a client.
    pub fn allow_url(&mut self, url: &Url) -> Result<(), Error> {
        self.allow.url(url)
    }
}

/// A proxy for one browser: HTTP/1.1 with `CONNECT`, on a port of 127.0.0.1.
///
/// It ends, and every connection through it, when it is dropped. What it refuses it answers with 403 and one line
/// that says the rule, what it saw and how the owner changes it; [`refusals`](Self::refusals) has them all.
#[derive(Debug)]
pub struct Proxy {
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

/// What the connections of a proxy share.
struct Shared {
    address: SocketAddr,
    options: ProxyOptions,
    allow: Mutex<Allow>,
    lookup: Arc<dyn Lookup>,
    record: Mutex<Record>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Proxy {
    /// Begins to listen on a free port. It is served by the tokio runtime that this is called in.
    pub async fn start(options: &ProxyOptions) -> Result<Self, Error> {
        Self::with_lookup(options, Arc::new(System)).await
    }

    async fn with_lookup(options: &ProxyOptions, lookup: Arc<dyn Lookup>) -> Result<Self, Error> {
        let failed = |source: std::io::Error| {
            Error::new(ErrorKind::Connect, "the proxy found no free port on 127.0.0.1").because(source)
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(failed)?;
        let shared = Arc::new(Shared {
            address: listener.local_addr().map_err(failed)?,
            allow: Mutex::new(options.allow.clone()),
            options: options.clone(),
            lookup,
            record: Mutex::default(),
        });
        let server = tokio::spawn(accept(listener, Arc::clone(&shared)));
        Ok(Self { shared, server })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// Lets the browser reach exactly this host and port from now on, as [`ProxyOptions::allow`] does beforehand.
    pub fn allow(&self, host: &str, port: u16) -> Result<(), Error> {
        self.shared.allow.lock().unwrap_or_else(PoisonError::into_inner).host(host, port)
    }

    /// Lets the browser reach the host and port of a URL that a person typed, as [`ProxyOptions::allow_url`] does
    /// beforehand.
    pub fn allow_url(&self, url: &Url) -> Result<(), Error> {
        self.shared.allow.lock().unwrap_or_else(PoisonError::into_inner).url(url)
    }

    /// First answers for the hosts of typed URLs.
    pub fn first_answers(&self) -> FirstAnswers {
        self.shared.options.first_answers.clone()
    }

    /// Takes back what [`allow`](Self::allow) has allowed since the start, and forgets what was refused. Connections that
    /// are open stay so.
    pub fn reset(&self) {
        self.shared
            .options
            .allow
            .clone_into(&mut self.shared.allow.lock().unwrap_or_else(PoisonError::into_inner));
        *self.shared.record.lock().unwrap_or_else(PoisonError::into_inner) = Record::default();
    }

    /// What was refused so far.
    pub fn refusals(&self) -> Refusals {
        self.shared.record.lock().unwrap_or_else(PoisonError::into_inner).refusals()
    }

    /// Why the last connection to this host and port was refused, if it was.
    pub fn refusal(&self, host: &str, port: u16) -> Option<Refused> {
        self.shared.record.lock().unwrap_or_else(PoisonError::into_inner).refusal(host, port).cloned()
    }

    /// Why the last connection to this host and port came to nothing, if the server and not the guard is the
    /// reason, and it is still known.
    pub fn failure(&self, host: &str, port: u16) -> Option<String> {
        self.shared.record.lock().unwrap_or_else(PoisonError::into_inner).failure(host, port)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // The tasks of the connections belong to this one.
        self.server.abort();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    let mut crowd = Crowd::default();
    let most = shared.options.max_connections;
    loop {
        // Those that were sent away count until they have ended.
        let accepted = tokio::select! {
            accepted = listener.accept(), if connections.len() < most.saturating_mul(2) => accepted,
            Some(_) = connections.join_next() => continue,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // None is sent away before another one is there: a connection that has just begun has sent nothing.
        while crowd.len() >= most && !crowd.make_room() {
            tokio::select! {
                Some(_) = connections.join_next() => {}
                // One that moves bytes now may be silent soon.
                () = tokio::time::sleep(BREATH) => {}
            }
        }
        connections.spawn(serve::serve(stream, crowd.join(), Arc::clone(&shared)));
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::*;
    use crate::guard::Rule;
    use crate::resolve::testing::Table;

    /// The whole of what the proxy says to `request`, up to the end of the connection.
    async fn say(proxy: &Proxy, request: &str) -> String {
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn names_are_judged_by_their_addresses() {
        let table: [(_, &[&str]); 5] = [
            ("loop.example", &["127.0.0.1"]),
            ("mixed.example", &["8.8.8.8", "10.0.0.1"]),
            ("six.example", &["64:ff9b::a9fe:a9fe"]),
            ("loop.example", &["::1"]),
            ("empty.example", &[]),
        ];
        let options = ProxyOptions::default();
        let proxy = Proxy::with_lookup(&options, Arc::new(Table::new(&table))).await.unwrap();
        for host in ["loop.example", "mixed.example", "six.example"] {
            let answer = say(&proxy, &format!("CONNECT {host}:443 HTTP/1.1\r\n\r\n")).await;
            assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        }
        let answer = say(&proxy, "GET http://loop.example/ HTTP/1.1\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        let found: Vec<_> = proxy.refusals().list;
        let saw: Vec<_> =
            found.iter().map(|one| (one.refusal.target(), one.refusal.saw(), one.count)).collect();
        assert_eq!(
            saw,
            [
                (("loop.example", 443), "127.0.0.1, loopback (127.0.0.0/8, RFC 1122),", 1),
                (("mixed.example", 443), "10.0.0.1, private use (10.0.0.0/8, RFC 1918),", 1),
                (
                    ("six.example", 443),
                    "64:ff9b::a9fe:a9fe, carrying 169.254.169.254, link local, where clouds keep instance metadata \
                     (169.254.0.0/16, RFC 3927),",
                    1
                ),
                (("loop.example", 80), "::1, loopback (::1/128, RFC 4291),", 1),
            ]
        );
        for host in ["empty.example", "unheard.example"] {
            let answer = say(&proxy, &format!("CONNECT {host}:443 HTTP/1.1\r\n\r\n")).await;
            assert!(answer.starts_with("HTTP/1.1 502 "), "{answer}");
            assert!(proxy.failure(host, 443).unwrap().contains("has no address"), "{answer}");
        }
        assert_eq!(proxy.refusals().list.len(), 4);
    }

    /// An allowed name may stand for any address, on its port alone, and even then not for the proxy's own.
    #[tokio::test]
    async fn permission_is_for_one_port_and_never_for_the_proxy() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let answers: &[&str] = &["127.0.0.1"];
        let table = [("shop.example", answers); 3];
        let mut options = ProxyOptions::default();
        options.allow("shop.example", port).unwrap();
        let proxy = Proxy::with_lookup(&options, Arc::new(Table::new(&table))).await.unwrap();
        let mut tunnel = TcpStream::connect(proxy.address()).await.unwrap();
        tunnel.write_all(format!("CONNECT shop.example:{port} HTTP/1.1\r\n\r\n").as_bytes()).await.unwrap();
        let (mut server, _) = listener.accept().await.unwrap();
        server.write_all(b"hello").await.unwrap();
        drop(server);
        let mut answer = String::new();
        tunnel.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("\r\n\r\nhello"), "{answer}");

        let answer = say(&proxy, "CONNECT shop.example:8443 HTTP/1.1\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        let own = proxy.address().port();
        proxy.allow("shop.example", own).unwrap();
        let answer = say(&proxy, &format!("CONNECT shop.example:{own} HTTP/1.1\r\n\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        let rules: Vec<_> = proxy.refusals().list.iter().map(|one| one.refusal.rule()).collect();
        assert_eq!(rules, [Rule::SpecialAddress, Rule::SpecialAddress]);
    }

    #[tokio::test]
    async fn a_typed_name_keeps_to_its_first_kind_of_address() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.write_all(b"hello").await;
            }
        });
        let url = Url::parse(&format!("http://shop.example:{port}/")).unwrap();
        let connect = format!("CONNECT shop.example:{port} HTTP/1.1\r\n\r\n");
        let loopback: [(_, &[&str]); 2] = [("shop.example", &["127.0.0.1"]), ("shop.example", &["10.0.0.1"])];
        let mut client = ClientOptions::default();
        client.allow_url(&url).unwrap();
        let proxy = Proxy::with_lookup(&(&client).into(), Arc::new(Table::new(&loopback))).await.unwrap();
        assert!(say(&proxy, &connect).await.ends_with("hello"));
        let answer = say(&proxy, &connect).await;
        assert!(answer.starts_with("HTTP/1.1 403 ") && answer.contains("DNS rebinding"), "{answer}");
        assert_eq!(proxy.refusals().list[0].refusal.rule(), Rule::Rebinding);

        // The client had the first answer, and what is allowed later is judged by it.
        client.first_answers = FirstAnswers::default();
        assert_eq!(client.first_answers.vet("SHOP.example.", &["8.8.8.8".parse().unwrap()]), Ok(()));
        let options = ProxyOptions { first_answers: client.first_answers.clone(), ..ProxyOptions::default() };
        let proxy = Proxy::with_lookup(&options, Arc::new(Table::new(&loopback))).await.unwrap();
        proxy.allow_url(&url).unwrap();
        assert!(say(&proxy, &connect).await.starts_with("HTTP/1.1 403 "));
        proxy.reset();
        assert!(proxy.first_answers().vet("shop.example", &["127.0.0.1".parse().unwrap()]).is_err());
        server.abort();
    }

    /// Neither connections that send no head, nor those that send no more after it, keep a request waiting. Without
    /// room being made for it this would take an hour.
    #[tokio::test]
    async fn half_open_connections_hold_up_no_request() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = tokio::spawn(async move {
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.write_all(b"hello").await;
                open.push(stream);
            }
        });
        let mut options = ProxyOptions::default();
        options.allow("127.0.0.1", port).unwrap();
        options.head_timeout = Duration::from_hours(1);
        options.max_connections = 64;
        let proxy = Proxy::start(&options).await.unwrap();
        let request = format!("CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n");
        for begun in ["", "G", "GET http://127.0.0.1/ HTTP/1.1\r\nhost: x", &request] {
            let mut half_open = Vec::new();
            for _ in 0..250 {
                let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
                // One that had to leave may have gone.
                let _ = stream.write_all(begun.as_bytes()).await;
                half_open.push(stream);
            }
            let normal = async {
                let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
                stream.write_all(request.as_bytes()).await.unwrap();
                let mut answer = Vec::new();
                while !answer.ends_with(b"hello") {
                    assert!(stream.read_buf(&mut answer).await.unwrap() > 0, "it ended at {answer:?}");
                }
            };
            tokio::time::timeout(Duration::from_mins(1), normal).await.expect("an answer");
        }
        server.abort();
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut record = Record::default();
        let refuse = |port: u16| {
            let url = Url::parse(&format!("http://example.com:{port}/")).unwrap();
            crate::guard::check_url(&url, &Allow::default(), &[80]).unwrap_err()
        };
        for port in 1_000..1_200 {
            record.refused(&refuse(port));
            record.failed("example.com", port, String::new());
        }
        record.connected("example.com", 1_000);
        assert_eq!(record.refusal("example.com", 1_000), None);
        record.refused(&refuse(1_000));
        assert!(record.refusal("example.com", 1_000).is_some());
        let refusals = record.refusals();
        assert_eq!((refusals.list.len(), refusals.dropped, refusals.list[0].count), (100, 100, 2));
        assert_eq!(record.failure("example.com", 1_000), None);
        assert_eq!(record.failure("example.com", 1_199), Some(String::new()));
        record.connected("example.com", 1_199);
        assert_eq!(record.failure("example.com", 1_199), None);
    }
}
