//! Website on loopback for commands, clients and browsers.
//!
//! It is a real server on a real socket, on a thread of its own, so that suites with and without an asynchronous runtime use
//! the same. It is small, because its pages are known.

use std::fmt::Write as _;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{oneshot, watch};

use crate::until;

/// A switch that holds back answers until it is opened.
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

/// Answer to a request.
#[derive(Debug, Clone)]
pub struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    delay: Duration,
    gate: Option<Gate>,
}

impl Answer {
    /// Creates an answer with status 200 and `body` as `content_type`.
    pub fn new(content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: 200,
            headers: vec![("content-type".to_owned(), content_type.to_owned())],
            body: body.into(),
            delay: Duration::ZERO,
            gate: None,
        }
    }

    /// Creates an HTML page.
    pub fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::new("text/html; charset=utf-8", body)
    }

    /// Creates a `webagents.md`.
    pub fn markdown(body: impl Into<Vec<u8>>) -> Self {
        Self::new("text/markdown; charset=utf-8", body)
    }

    /// Creates a redirect.
    pub fn redirect(to: &str) -> Self {
        Self::new("text/plain", "").status(302).header("location", to)
    }

    /// Returns the answer with this status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Returns the answer with one header more.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// One path of a [`Site`], and the answer to a request for it.
#[derive(Debug, Clone)]
pub struct Route {
    path: String,
    cookie: Option<String>,
    answer: Answer,
}

impl Route {
    /// Answers requests of `path` with status 200 and `body` as `content_type`.
    ///
    /// A query in the request is ignored.
    pub fn new(path: impl Into<String>, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), cookie: None, answer: Answer::new(content_type, body) }
    }

    /// Creates a route to an HTML page.
    pub fn html(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), cookie: None, answer: Answer::html(body) }
    }

    /// Creates a route to a script.
    pub fn script(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self::new(path, "text/javascript; charset=utf-8", body)
    }

    /// Creates a route to a `webagents.md`.
    pub fn markdown(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), cookie: None, answer: Answer::markdown(body) }
    }

    /// Returns the route with this status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.answer = self.answer.status(status);
        self
    }

    /// Returns the route with one header more.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.answer = self.answer.header(name, value);
        self
    }

    /// Returns the route for requests that carry this cookie, such as `sid=1`.
    ///
    /// Others get the next route of the path.
    #[must_use]
    pub fn for_cookie(mut self, cookie: &str) -> Self {
        self.cookie = Some(cookie.to_owned());
        self
    }

    /// Returns the route, answering this much later.
    #[must_use]
    pub fn after(mut self, delay: Duration) -> Self {
        self.answer.delay = delay;
        self
    }

    /// Returns the route, answering once `gate` is open.
    #[must_use]
    pub fn after_opening(mut self, gate: &Gate) -> Self {
        self.answer.gate = Some(gate.clone());
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
}

/// Chooses the answer by the target and the head of a request; `None` is a 404.
type Choose = Arc<dyn Fn(&str, &str) -> Option<Answer> + Send + Sync>;

/// A website that is served as long as this value lives.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    /// Targets of all requests, in their order.
    asked: Arc<Mutex<Vec<String>>>,
    _stop: oneshot::Sender<()>,
}

/// Returns the path of a request's target.
fn path_of(target: &str) -> &str {
    target.split(['?', '#']).next().unwrap_or_default()
}

/// Counts the requests for `wanted`: a path, or a path with its query.
fn count(asked: &Mutex<Vec<String>>, wanted: &str) -> usize {
    let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    asked.iter().filter(|target| *target == wanted || path_of(target) == wanted).count()
}

impl Site {
    /// Serves `routes` on a free port of 127.0.0.1; every other path is not found.
    ///
    /// # Panics
    /// Panics if loopback has no free port.
    #[expect(clippy::unused_async, reason = "most suites start their sites next to other asynchronous steps")]
    pub async fn serve(routes: impl IntoIterator<Item = Route>) -> Self {
        let routes: Vec<Route> = routes.into_iter().collect();
        Self::start(move |target, head| {
            let path = path_of(target);
            routes.iter().find(|route| route.serves(path, head)).map(|route| route.answer.clone())
        })
    }

    /// Serves the answers that `answer` gives for the target and the head of a request; `None` is a 404.
    ///
    /// `answer` may block: each request has a thread of its own for it.
    ///
    /// # Panics
    /// Panics if loopback has no free port, or the system no thread.
    pub fn start(answer: impl Fn(&str, &str) -> Option<Answer> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port on loopback");
        listener.set_nonblocking(true).expect("a socket that does not block");
        let address = listener.local_addr().expect("an address");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (stop, stopped) = oneshot::channel();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let log = Arc::clone(&asked);
        std::thread::spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    _ = stopped => {}
                    () = accept(listener, Arc::new(answer), log) => {}
                }
            });
        });
        Self { address, asked, _stop: stop }
    }

    /// Returns the absolute URL of `path`, which begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the number of requests for `path`, with its query or of any query.
    ///
    /// A request counts before it is answered.
    pub fn asked(&self, path: &str) -> usize {
        count(&self.asked, path)
    }

    /// Waits until `path` was requested `times` times. The future does not borrow the site.
    ///
    /// # Panics
    /// Panics if it was not within [`PATIENCE`](crate::PATIENCE).
    pub fn requested(&self, path: &str, times: usize) -> impl Future<Output = ()> + Send + 'static {
        let (asked, path) = (Arc::clone(&self.asked), path.to_owned());
        async move { until(&format!("request {times} for {path}"), || count(&asked, &path) >= times).await }
    }

    /// Returns the address of the listener.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

async fn accept(listener: TcpListener, answer: Choose, asked: Arc<Mutex<Vec<String>>>) {
    let listener = tokio::net::TcpListener::from_std(listener).expect("a listener of the runtime");
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(converse(stream, Arc::clone(&answer), Arc::clone(&asked)));
    }
}

/// Answers the requests of one connection. An error of the connection is its end.
async fn converse(mut stream: TcpStream, choose: Choose, asked: Arc<Mutex<Vec<String>>>) {
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
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(target.to_owned());
        // It may wait for another request, which must be answered meanwhile.
        let (choose, asked_for, whole) = (Arc::clone(&choose), target.to_owned(), head.clone());
        let Ok(chosen) = tokio::task::spawn_blocking(move || choose(&asked_for, &whole)).await else {
            return;
        };
        let chosen = chosen.unwrap_or_else(|| Answer::new("text/plain", "not found").status(404));
        tokio::time::sleep(chosen.delay).await;
        if let Some(Gate(open)) = &chosen.gate {
            // The sender is in the answer itself.
            let _ = open.subscribe().wait_for(|open| *open).await;
        }
        let mut answer = format!("HTTP/1.1 {} -\r\ncontent-length: {}\r\n", chosen.status, chosen.body.len());
        for (name, value) in &chosen.headers {
            let _ = write!(answer, "{name}: {value}\r\n");
        }
        answer.push_str("\r\n");
        let body: &[u8] = if method == "HEAD" { &[] } else { &chosen.body };
        if stream.write_all(answer.as_bytes()).await.is_err() || stream.write_all(body).await.is_err() {
            return;
        }
    }
}
