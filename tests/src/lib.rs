//! Helpers that the end-to-end suites share.
//!
//! [`Site`] is a website on loopback, given as a list of routes. It is a real server on a real socket, because
//! a browser is at the other end; it is small, because what it serves is known. What it is not: the bookstore,
//! which is the command line's.

use std::fmt::Write as _;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Limit against hanging of every wait in the suites. Nothing may take nearly as long on any machine that runs them.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until `holds`.
///
/// # Panics
/// When it does not hold within [`PATIENCE`].
pub async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A switch that holds back the answers of the routes [after](Route::after_opening) it until it is opened.
#[derive(Debug, Clone)]
pub struct Gate(watch::Sender<bool>);

impl Default for Gate {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl Gate {
    /// Lets all answers go, now and later.
    pub fn open(&self) {
        self.0.send_replace(true);
    }
}

/// One path of a [`Site`], and the answer to a request for it.
#[derive(Debug, Clone)]
pub struct Route {
    path: String,
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    delay: Duration,
    gate: Option<Gate>,
    cookie: Option<String>,
}

impl Route {
    /// Status 200 and `body` as `content_type`, for requests of `path`. A query in the request is ignored.
    pub fn new(path: impl Into<String>, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            path: path.into(),
            status: 200,
            headers: vec![("content-type".to_owned(), content_type.to_owned())],
            body: body.into(),
            delay: Duration::ZERO,
            gate: None,
            cookie: None,
        }
    }

    /// An HTML page.
    pub fn html(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self::new(path, "text/html; charset=utf-8", body)
    }

    /// A script.
    pub fn script(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self::new(path, "text/javascript; charset=utf-8", body)
    }

    /// A `webagents.md`.
    pub fn markdown(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self::new(path, "text/markdown; charset=utf-8", body)
    }

    /// The same route with this status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// The same route with one header more.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same route, for requests that carry this cookie, such as `sid=1`. Others get the next route of the path.
    #[must_use]
    pub fn for_cookie(mut self, cookie: &str) -> Self {
        self.cookie = Some(cookie.to_owned());
        self
    }

    fn serves(&self, path: &str, head: &str) -> bool {
        let has = |cookie: &String| {
            let values = head.lines().filter_map(|line| line.split_once(": "));
            let cookies = values.filter(|(name, _)| name.eq_ignore_ascii_case("cookie"));
            cookies.flat_map(|(_, list)| list.split("; ")).any(|one| one == cookie)
        };
        self.path == path && self.cookie.as_ref().is_none_or(has)
    }

    /// The same route, answering this much later.
    #[must_use]
    pub fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// The same route, answering when `gate` is open.
    #[must_use]
    pub fn after_opening(mut self, gate: &Gate) -> Self {
        self.gate = Some(gate.clone());
        self
    }
}

/// A website that is served as long as this value lives.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    server: JoinHandle<()>,
    /// The paths of all requests, in their order.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    /// Serves `routes` on a free port of 127.0.0.1; every other path is not found.
    ///
    /// # Panics
    /// When loopback has no free port.
    pub async fn serve(routes: impl IntoIterator<Item = Route>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port on loopback");
        let address = listener.local_addr().expect("an address");
        let routes: Arc<[Route]> = routes.into_iter().collect();
        let asked = Arc::default();
        let log = Arc::clone(&asked);
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, Arc::clone(&routes), Arc::clone(&log)));
            }
        });
        Self { address, server, asked }
    }

    /// The absolute URL of `path`, which begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// How often `path` was asked for. A request counts before it is answered.
    pub fn asked(&self, path: &str) -> usize {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.iter().filter(|asked| *asked == path).count()
    }

    /// Waits until `path` was asked for `times` times. The future does not borrow the site.
    ///
    /// # Panics
    /// When it was not within [`PATIENCE`].
    pub fn requested(&self, path: &str, times: usize) -> impl Future<Output = ()> + Send + 'static {
        let (asked, path) = (Arc::clone(&self.asked), path.to_owned());
        async move {
            until(&format!("request {times} for {path}"), || {
                let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
                asked.iter().filter(|asked| **asked == path).count() >= times
            })
            .await;
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Answers the requests of one connection. An error of the connection is its end.
async fn converse(mut stream: TcpStream, routes: Arc<[Route]>, asked: Arc<Mutex<Vec<String>>>) {
    let mut unread = Vec::new();
    loop {
        let end = loop {
            if let Some(end) = unread.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            if unread.len() > 64 * 1024 {
                return;
            }
            match stream.read_buf(&mut unread).await {
                Ok(read) if read > 0 => {}
                _ => return,
            }
        };
        let head = String::from_utf8_lossy(&unread[..end]).into_owned();
        unread.drain(..end);
        let mut words = head.split(' ');
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let missing = Route::new(path, "text/plain", "not found").status(404);
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
        let route = routes.iter().find(|route| route.serves(path, &head)).unwrap_or(&missing);
        tokio::time::sleep(route.delay).await;
        if let Some(Gate(open)) = &route.gate {
            // The sender is in the route itself.
            let _ = open.subscribe().wait_for(|open| *open).await;
        }
        let mut answer = format!("HTTP/1.1 {} -\r\ncontent-length: {}\r\n", route.status, route.body.len());
        for (name, value) in &route.headers {
            let _ = write!(answer, "{name}: {value}\r\n");
        }
        answer.push_str("\r\n");
        let body: &[u8] = if method == "HEAD" { &[] } else { &route.body };
        if stream.write_all(answer.as_bytes()).await.is_err() || stream.write_all(body).await.is_err() {
            return;
        }
    }
}

/// The examples of the README, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
