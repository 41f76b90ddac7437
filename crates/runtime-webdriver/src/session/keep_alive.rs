//! Keep-alive for sessions of a remote driver: a Grid ends sessions that it takes for idle.
//!
//! The decision: while a session works, this module sends its driver a small command every few seconds, on a connection of
//! its own, because a command may be pending on the session's. A Grid measures the time since the last command of a session
//! began (`session-timeout`: five minutes by default, at least ten seconds). It counts messages of the browser's own
//! protocol only when the browser sends one (Selenium 4.48), or not at all. A Grid that ends a session leaves its sockets
//! open, so the answer here is the only sign of the end. It does not keep sessions that are not in use: the Grid ends
//! those.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use futures_util::future::BoxFuture;
use http::header::{AUTHORIZATION, HeaderValue};
use http::{Request, StatusCode, Uri};
use http_body_util::{BodyExt as _, Limited};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until, timeout};
use url::Url;

use crate::driver::process::DriverServer;
use crate::transport::events::{End, Tab};

/// Time between two commands: half of the shortest `session-timeout` that a Grid takes.
const INTERVAL: Duration = Duration::from_secs(4);
/// Largest answer, in bytes.
const ANSWER: usize = 64 * 1024;
/// Error code of a session that has ended (W3C WebDriver, section Errors).
const ENDED: &str = "invalid session id";

/// Keep-alive of one session, on a connection of its own.
#[derive(Debug)]
pub(crate) struct KeepAlive {
    endpoint: Endpoint,
    last: Mutex<LastSeen>,
    /// `true` once the driver has answered that the session has ended.
    has_ended: Arc<AtomicBool>,
}

/// State of a session as its driver reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    /// The session exists.
    Alive,
    /// The session does not exist.
    Ended,
    /// No answer in time, or another one.
    Unknown,
}

#[derive(Debug)]
struct LastSeen {
    /// Time at which the last command was sent.
    sent: Instant,
    asking: Option<AbortHandle>,
}

#[derive(Debug, Clone)]
struct Endpoint {
    client: HttpClient,
    url: Uri,
    user: Option<HeaderValue>,
}

#[derive(Debug, Clone)]
enum HttpClient {
    Plain(Client<HttpConnector, String>),
    Tls(Client<HttpsConnector<HttpConnector>, String>),
}

impl Endpoint {
    async fn ask(&self, within: Duration) -> Status {
        timeout(within, self.answer()).await.ok().flatten().unwrap_or(Status::Unknown)
    }

    async fn answer(&self) -> Option<Status> {
        let mut request = Request::get(&self.url);
        if let Some(user) = &self.user {
            request = request.header(AUTHORIZATION, user);
        }
        let request = request.body(String::new()).ok()?;
        let asked = match &self.client {
            HttpClient::Plain(client) => client.request(request),
            HttpClient::Tls(client) => client.request(request),
        };
        let answer = asked.await.ok()?;
        let status = answer.status();
        // It is read to its end in any case, so that the connection serves the next question as well.
        let body = Limited::new(answer.into_body(), ANSWER).collect().await.ok()?.to_bytes();
        if status.is_success() {
            return Some(Status::Alive);
        }
        // A command that a driver lacks has the same status.
        let error: Value = serde_json::from_slice(&body).ok()?;
        let has_ended = status == StatusCode::NOT_FOUND && error["value"]["error"] == ENDED;
        has_ended.then_some(Status::Ended)
    }
}

impl KeepAlive {
    /// Creates the keep-alive of a session; `None` if the driver's address is not an http(s) URL.
    pub(crate) fn of(driver: &DriverServer, id: &str) -> Option<Self> {
        // Every driver has this command and answers it without the page (W3C WebDriver, Get Timeouts).
        let mut url = Url::parse(driver.url()).ok()?.join(&format!("session/{id}/timeouts")).ok()?;
        let user = (!url.username().is_empty() || url.password().is_some()).then(|| {
            let pair = format!("{}:{}", url.username(), url.password().unwrap_or_default());
            HeaderValue::from_str(&format!("Basic {}", BASE64_STANDARD.encode(pair)))
        });
        let user = user.transpose().ok()?;
        url.set_username("").ok()?;
        url.set_password(None).ok()?;
        let builder = Client::builder(TokioExecutor::new());
        let client = match driver.tls() {
            Some(tls) => HttpClient::Tls(builder.build(tls.connector())),
            None => HttpClient::Plain(builder.build(HttpConnector::new())),
        };
        let endpoint = Endpoint { client, url: url.as_str().parse().ok()?, user };
        let last = Mutex::new(LastSeen { sent: Instant::now(), asking: None });
        Some(Self { endpoint, last, has_ended: Arc::default() })
    }

    /// Returns whether the driver answers within this time that the session exists.
    pub(crate) async fn ask(&self, within: Duration) -> bool {
        self.endpoint.ask(within).await == Status::Alive
    }

    /// Sends a command if the interval has passed since the last one, and returns the time of the next.
    fn tick(&self) -> Instant {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now.duration_since(last.sent) >= INTERVAL {
            last.sent = now;
            let endpoint = self.endpoint.clone();
            let has_ended = Arc::clone(&self.has_ended);
            let asking = tokio::spawn(async move {
                if endpoint.ask(INTERVAL).await == Status::Ended {
                    has_ended.store(true, Ordering::Relaxed);
                }
            });
            last.asking = Some(asking.abort_handle());
        }
        last.sent + INTERVAL
    }
}

impl Drop for KeepAlive {
    fn drop(&mut self) {
        let last = self.last.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(asking) = last.asking.take() {
            asking.abort();
        }
    }
}

/// State that is watched while a session works.
pub(crate) struct Watch {
    pub(super) keep_alive: Arc<KeepAlive>,
    pub(super) tab: Tab,
}

/// Runs `work` and keeps its session alive meanwhile.
///
/// Ends the page when the driver reports the end of the session. Without a watch it returns `work` itself.
pub(crate) fn with_keep_alive<'a, T: 'a>(
    watch: Option<Watch>,
    mut work: BoxFuture<'a, T>,
) -> BoxFuture<'a, T> {
    let Some(Watch { keep_alive, tab }) = watch else { return work };
    Box::pin(async move {
        loop {
            let next = keep_alive.tick();
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = sleep_until(next) => {}
            }
            if keep_alive.has_ended.load(Ordering::Relaxed) {
                tab.end(End::Gone("the driver or Grid has ended the session".to_owned()));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// Returns the state that an answer means, and the request.
    async fn asked(status: &str, body: &str) -> (Status, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://u:p@{}/wd/hub", listener.local_addr().unwrap());
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut question = vec![0; 4096];
            let read = stream.read(&mut question).await.unwrap();
            // Who has read enough may have gone.
            let _ = stream.write_all(answer.as_bytes()).await;
            let _ = stream.read(&mut [0]).await;
            String::from_utf8(question[..read].to_vec()).unwrap()
        });
        let keep_alive = KeepAlive::of(&DriverServer::at(url), "a1").unwrap();
        let status = keep_alive.endpoint.ask(Duration::from_mins(1)).await;
        drop(keep_alive);
        (status, server.await.unwrap())
    }

    #[tokio::test]
    async fn only_a_session_that_is_not_known_has_ended() {
        let error = |error: &str| format!("{{\"value\":{{\"error\":\"{error}\",\"message\":\"\"}}}}");
        let ended = error(ENDED);
        for (status, body, expected) in [
            ("200 OK", "{\"value\":{\"implicit\":0}}", Status::Alive),
            ("404 Not Found", ended.as_str(), Status::Ended),
            ("404 Not Found", &error("unknown command"), Status::Unknown),
            ("404 Not Found", "<h1>Not Found</h1>", Status::Unknown),
            ("500 Internal Server Error", &ended, Status::Unknown),
            ("401 Unauthorized", "", Status::Unknown),
            ("404 Not Found", &format!("{ended}{}", " ".repeat(ANSWER)), Status::Unknown),
        ] {
            let (known, question) = asked(status, body).await;
            assert_eq!(known, expected, "{status} {body:.40}");
            assert!(question.starts_with("GET /wd/hub/session/a1/timeouts HTTP/1.1\r\n"), "{question}");
            assert!(
                question.to_ascii_lowercase().contains("\r\nauthorization: basic dtpw\r\n"),
                "{question}"
            );
        }
    }

    #[tokio::test]
    async fn work_ends_the_watch() {
        let keep_alive = KeepAlive::of(&DriverServer::at("http://127.0.0.1:1"), "a1").map(Arc::new).unwrap();
        let watch = Watch { keep_alive: Arc::clone(&keep_alive), tab: Tab::default() };
        assert_eq!(with_keep_alive(Some(watch), Box::pin(async { 7 })).await, 7);
        assert_eq!(Arc::strong_count(&keep_alive), 1);
    }
}
