//! Guard as a proxy: through it, a browser reaches the same addresses as a [`Client`](crate::Client).
//!
//! Scripts of a page fetch, open sockets and follow redirects on their own. So the browser gets a proxy on loopback
//! within our process as its only way out, and the proxy checks each connection by the same rules for names, ports
//! and addresses. It resolves the name and connects to an address that it has checked, so a name that changes its
//! answer (DNS rebinding) gains nothing.
//!
//! Decisions:
//! - HTTP is hyper's. It is a dependency already, and request smuggling needs two parsers that disagree: here one
//!   parses, and each request is written anew, never copied.
//! - A plain request has a connection of its own to the server, so no connection is stale, and none can carry the
//!   rest of another request.
//! - For a server that cannot be reached the connection ends, as it does without a proxy. A response of the proxy
//!   would make a failed `fetch` succeed.
//! - Any program of this machine may connect. A browser takes no proxy password from its command line. The protection
//!   is that the port is new each time, on loopback, that a web page cannot make a request in a proxy's form, and
//!   that such a program could reach everything without the proxy as well.
//!
//! The proxy does not filter content: it does not look at encrypted data, nor at data sent to public addresses.

mod options;
mod record;
mod serve;
mod slots;
mod watch;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use url::Url;

pub use self::options::ProxyOptions;
use self::record::Record;
pub use self::record::{Refusals, Refused};
use self::serve::ProxyState;
use self::slots::Slots;
use crate::error::{Error, ErrorKind};
use crate::guard::FirstAnswers;
use crate::resolve::{Lookup, System};

/// Pause after the system refused a connection, as it does without free file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Local HTTP proxy through which a browser reaches only public addresses and allowed hosts.
///
/// It serves one browser by HTTP/1.1 with `CONNECT`, on a port of 127.0.0.1.
///
/// Dropping it ends it and every connection through it. A refusal is answered with 403 and one line with the rule;
/// [`refusals`](Self::refusals) returns the findings, and the permission that changes each.
#[derive(Debug)]
pub struct Proxy {
    shared: Arc<ProxyState>,
    server: JoinHandle<()>,
}

impl Proxy {
    /// Starts a filtering HTTP proxy on a free port of 127.0.0.1, served by the current tokio runtime.
    pub async fn start(options: &ProxyOptions) -> Result<Self, Error> {
        Self::with_lookup(options, Arc::new(System)).await
    }

    async fn with_lookup(options: &ProxyOptions, lookup: Arc<dyn Lookup>) -> Result<Self, Error> {
        let failed = |source: std::io::Error| {
            Error::new(ErrorKind::Connect, "the proxy found no free port on 127.0.0.1").because(source)
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(failed)?;
        let shared = Arc::new(ProxyState {
            address: listener.local_addr().map_err(failed)?,
            allow: Mutex::new(options.allow.clone()),
            options: options.clone(),
            lookup,
            record: Mutex::default(),
        });
        let server = tokio::spawn(accept(listener, Arc::clone(&shared)));
        Ok(Self { shared, server })
    }

    /// Returns the IP address and port on which the proxy listens.
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// Allows the browser to reach this host and port from now on, even if its address is not public.
    pub fn allow(&self, host: &str, port: u16) -> Result<(), Error> {
        self.shared.allow.lock().unwrap_or_else(PoisonError::into_inner).host(host, port)
    }

    /// Allows the browser to reach the host and port of `url`, which a person typed, from now on.
    ///
    /// It does so like [`ProxyOptions::allow_url`].
    pub fn allow_url(&self, url: &Url) -> Result<(), Error> {
        self.shared.allow.lock().unwrap_or_else(PoisonError::into_inner).url(url)
    }

    /// Returns the record of the kind of address that each host first resolved to, such as public.
    pub fn first_answers(&self) -> FirstAnswers {
        self.shared.options.first_answers.clone()
    }

    /// Revokes permissions given since the start, and clears the record of refusals and failed connections.
    ///
    /// These are the permissions of [`allow`](Self::allow) and [`allow_url`](Self::allow_url).
    ///
    /// Open connections stay open.
    pub fn reset(&self) {
        self.shared
            .options
            .allow
            .clone_into(&mut self.shared.allow.lock().unwrap_or_else(PoisonError::into_inner));
        *self.shared.record.lock().unwrap_or_else(PoisonError::into_inner) = Record::default();
    }

    /// Returns the refusal of a connection to the host and port of `url`, without connecting.
    ///
    /// It is recorded like the refusal of a browser's connection. `None` if the proxy permits the connection, if the
    /// host has no address, or if the URL is not one of HTTP.
    pub async fn judge(&self, url: &Url) -> Option<Refused> {
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        self.shared.judge(url).await.map(|refusal| Refused { refusal, count: 1 })
    }

    /// Returns the connections that the proxy has refused so far, once for each host, port and rule.
    pub fn refusals(&self) -> Refusals {
        self.shared.record.lock().unwrap_or_else(PoisonError::into_inner).refusals()
    }

    /// Returns the refusal of the last connection to this host and port; `None` if it was not refused.
    pub fn refusal(&self, host: &str, port: u16) -> Option<Refused> {
        self.shared.record.lock().unwrap_or_else(PoisonError::into_inner).refusal(host, port).cloned()
    }

    /// Returns the reason why the last connection to this host and port failed, if that is on record.
    ///
    /// `None` if it was reached, if the guard refused it, or if the failure is too old to be stored.
    pub fn failure(&self, host: &str, port: u16) -> Option<String> {
        self.shared.record.lock().unwrap_or_else(PoisonError::into_inner).failure(host, port)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // Aborting this task aborts the tasks of the connections.
        self.server.abort();
    }
}

async fn accept(listener: TcpListener, shared: Arc<ProxyState>) {
    let mut connections = JoinSet::new();
    let mut slots = Slots::default();
    let most = shared.options.max_connections;
    loop {
        // Closed connections count until their tasks have ended.
        let accepted = tokio::select! {
            accepted = listener.accept(), if connections.len() < most.saturating_mul(2) => accepted,
            Some(_) = connections.join_next() => continue,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        // No connection is closed before the next one arrives: a new connection has sent nothing yet.
        while slots.len() >= most && !slots.close_one() {
            tokio::select! {
                Some(_) = connections.join_next() => {}
                // A connection that is active now may be silent soon.
                () = tokio::time::sleep(ACCEPT_PAUSE) => {}
            }
        }
        connections.spawn(serve::serve(stream, slots.join(), Arc::clone(&shared)));
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::*;
    use crate::ClientOptions;
    use crate::guard::Allow;
    use crate::refusal::GuardRule;
    use crate::resolve::testing::Table;

    /// Returns all that the proxy answers to `request`, up to the end of the connection.
    async fn exchange(proxy: &Proxy, request: &str) -> String {
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
            let answer = exchange(&proxy, &format!("CONNECT {host}:443 HTTP/1.1\r\n\r\n")).await;
            assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
            let body = answer.split("\r\n\r\n").nth(1).unwrap();
            assert!(
                body.contains("refused by the rule") && !body.contains(|c: char| c.is_ascii_digit()),
                "{body}"
            );
        }
        let answer = exchange(&proxy, "GET http://loop.example/ HTTP/1.1\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 403 ") && !answer.contains("::1"), "{answer}");
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
        let judged = async |url: &str| proxy.judge(&Url::parse(url).unwrap()).await;
        let refused = judged("http://10.0.0.1/secret").await.unwrap();
        assert_eq!((refused.refusal.target(), refused.count), (("10.0.0.1", 80), 1));
        assert!(proxy.refusal("10.0.0.1", 80).is_some() && !refused.to_string().contains("secret"));
        for url in ["http://8.8.8.8/", "http://unheard.example/", "file:///etc/passwd", "about:blank"] {
            assert!(judged(url).await.is_none(), "{url}");
        }
        for host in ["empty.example", "unheard.example"] {
            let answer = exchange(&proxy, &format!("CONNECT {host}:443 HTTP/1.1\r\n\r\n")).await;
            assert!(answer.starts_with("HTTP/1.1 502 "), "{answer}");
            assert!(proxy.failure(host, 443).unwrap().contains("has no address"), "{answer}");
        }
        assert_eq!(proxy.refusals().list.len(), 5);
    }

    /// An allowed name may have any address, on its port alone, but not the proxy's own.
    #[tokio::test]
    async fn permission_covers_one_port_never_proxy() {
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

        let answer = exchange(&proxy, "CONNECT shop.example:8443 HTTP/1.1\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        let own = proxy.address().port();
        proxy.allow("shop.example", own).unwrap();
        let answer = exchange(&proxy, &format!("CONNECT shop.example:{own} HTTP/1.1\r\n\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        let rules: Vec<_> = proxy.refusals().list.iter().map(|one| one.refusal.rule()).collect();
        assert_eq!(rules, [GuardRule::SpecialAddress, GuardRule::SpecialAddress]);
    }

    #[tokio::test]
    async fn typed_name_keeps_first_address_kind() {
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
        assert!(exchange(&proxy, &connect).await.ends_with("hello"));
        let answer = exchange(&proxy, &connect).await;
        assert!(answer.starts_with("HTTP/1.1 403 ") && !answer.contains("10.0.0.1"), "{answer}");
        assert_eq!(proxy.refusals().list[0].refusal.rule(), GuardRule::Rebinding);

        // The client had the first answer, and later permissions are checked against it.
        client.first_answers = FirstAnswers::default();
        assert_eq!(client.first_answers.vet("SHOP.example.", &["8.8.8.8".parse().unwrap()]), Ok(()));
        let options = ProxyOptions { first_answers: client.first_answers.clone(), ..ProxyOptions::default() };
        let proxy = Proxy::with_lookup(&options, Arc::new(Table::new(&loopback))).await.unwrap();
        proxy.allow_url(&url).unwrap();
        assert!(exchange(&proxy, &connect).await.starts_with("HTTP/1.1 403 "));
        proxy.reset();
        assert!(proxy.first_answers().vet("shop.example", &["127.0.0.1".parse().unwrap()]).is_err());
        server.abort();
    }

    /// Connections without a head, or without more after it, do not delay a request.
    ///
    /// Otherwise this test would take an hour.
    #[tokio::test]
    async fn half_open_connections_delay_no_request() {
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
                // A closed connection may be gone already.
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
    fn records_are_bounded() {
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
