//! That a session of a driver elsewhere is in use: a Grid ends those that it takes for idle.
//!
//! The decision: while a session has work to do, its driver is asked a small question every few seconds, by a connection
//! of its own, since on the session's there may be a command that is not answered. A Grid counts the time since it last
//! heard of a session (`session-timeout`, five minutes unless it was told otherwise, and never less than ten seconds). It
//! hears of a command when that begins, however long it takes; of what goes by the browser's own protocol it hears when
//! the browser says something there (Selenium 4.48), or not at all. And when a Grid ends a session it leaves the sockets
//! open that lead to it, so the answer is what tells somebody who waits by one. What it is not: a way to keep a session
//! that nobody uses. That one is the Grid's to end.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{AUTHORIZATION, HeaderValue};
use http::{Request, StatusCode, Uri};
use http_body_util::{BodyExt as _, Limited};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};
use url::Url;

use crate::alarm::Alarm;
use crate::driver::Driver;
use crate::session::Session;
use crate::tab::{End, Tab};

/// How often a session that is at work is heard of: twice within the shortest time that a Grid takes.
const BEAT: Duration = Duration::from_secs(4);
/// Bytes of an answer.
const ANSWER: usize = 64 * 1024;
/// What W3C WebDriver calls the error of a session that has ended (section Errors).
const ENDED: &str = "invalid session id";

/// What asks the driver of one session, by a connection of its own.
#[derive(Debug)]
pub(crate) struct Pulse {
    line: Line,
    last: Mutex<Last>,
    /// Whether the driver said that the session has ended.
    has_ended: Arc<AtomicBool>,
    alarm: Alarm,
}

/// What a driver says of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    /// It is there.
    Lives,
    /// There is no such session.
    Ended,
    /// Nothing, not in time, or something else.
    Nothing,
}

#[derive(Debug)]
struct Last {
    /// When the driver was last told of the session, as far as is known here.
    heard: Instant,
    asking: Option<AbortHandle>,
}

#[derive(Debug, Clone)]
struct Line {
    client: Way,
    url: Uri,
    user: Option<HeaderValue>,
}

#[derive(Debug, Clone)]
enum Way {
    Plain(Client<HttpConnector, String>),
    Tls(Client<HttpsConnector<HttpConnector>, String>),
}

impl Line {
    async fn ask(&self, within: Duration) -> Said {
        timeout(within, self.answer()).await.ok().flatten().unwrap_or(Said::Nothing)
    }

    async fn answer(&self) -> Option<Said> {
        let mut request = Request::get(&self.url);
        if let Some(user) = &self.user {
            request = request.header(AUTHORIZATION, user);
        }
        let request = request.body(String::new()).ok()?;
        let asked = match &self.client {
            Way::Plain(client) => client.request(request),
            Way::Tls(client) => client.request(request),
        };
        let answer = asked.await.ok()?;
        let status = answer.status();
        // It is read to its end in any case, so that the connection serves the next question as well.
        let body = Limited::new(answer.into_body(), ANSWER).collect().await.ok()?.to_bytes();
        if status.is_success() {
            return Some(Said::Lives);
        }
        // The same status is that of a command which a driver does not have.
        let said: Value = serde_json::from_slice(&body).ok()?;
        let has_ended = status == StatusCode::NOT_FOUND && said["value"]["error"] == ENDED;
        has_ended.then_some(Said::Ended)
    }
}

impl Pulse {
    /// For session `id` of `driver`. `None` where its address is none that can be asked.
    pub(crate) fn of(driver: &Driver, id: &str) -> Option<Self> {
        // Every driver has this command, and none asks the page for the answer (W3C WebDriver, Get Timeouts).
        let mut url = Url::parse(driver.url()).ok()?.join(&format!("session/{id}/timeouts")).ok()?;
        let user = (!url.username().is_empty() || url.password().is_some()).then(|| {
            let pair = format!("{}:{}", url.username(), url.password().unwrap_or_default());
            HeaderValue::from_str(&format!("Basic {}", BASE64_STANDARD.encode(pair)))
        });
        let user = user.transpose().ok()?;
        url.set_username("").ok()?;
        url.set_password(None).ok()?;
        let builder = Client::builder(TokioExecutor::new());
        let client = match driver.trust() {
            Some(trust) => Way::Tls(builder.build(trust.connector())),
            None => Way::Plain(builder.build(HttpConnector::new())),
        };
        let line = Line { client, url: url.as_str().parse().ok()?, user };
        let last = Mutex::new(Last { heard: Instant::now(), asking: None });
        Some(Self { line, last, has_ended: Arc::default(), alarm: Alarm::default() })
    }

    /// Whether the driver knows the session and answers for it in time.
    pub(crate) async fn ask(&self, within: Duration) -> bool {
        self.line.ask(within).await == Said::Lives
    }

    /// Tells the driver that the session is in use, if it has not heard of it for a while, and when to do so again.
    fn beat(&self) -> Instant {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now.duration_since(last.heard) >= BEAT {
            last.heard = now;
            let line = self.line.clone();
            let has_ended = Arc::clone(&self.has_ended);
            let asking = tokio::spawn(async move {
                if line.ask(BEAT).await == Said::Ended {
                    has_ended.store(true, Ordering::Relaxed);
                }
            });
            last.asking = Some(asking.abort_handle());
        }
        last.heard + BEAT
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        let last = self.last.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(asking) = last.asking.take() {
            asking.abort();
        }
    }
}

/// What is looked at while a session does something.
pub(crate) struct Watch {
    pulse: Arc<Pulse>,
    tab: Option<Tab>,
}

impl Session {
    /// What is to be looked at while it does something, if anything.
    pub(crate) fn watch(&self) -> Option<Watch> {
        let pulse = self.pulse.clone()?;
        Some(Watch { pulse, tab: self.line.tab().cloned() })
    }
}

/// What a session does.
type Work<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Does `work` of a session, which is in use for as long as that takes. When the driver says that the session has ended,
/// so has its page. Without a watch it is the work itself.
pub(crate) fn in_use<'a, T: 'a>(watch: Option<Watch>, mut work: Work<'a, T>) -> Work<'a, T> {
    let Some(Watch { pulse, tab }) = watch else { return work };
    Box::pin(async move {
        loop {
            let next = pulse.beat();
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = pulse.alarm.ring(next) => {}
            }
            if let Some(tab) = tab.as_ref().filter(|_| pulse.has_ended.load(Ordering::Relaxed)) {
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

    /// What is made of an answer, and the question.
    async fn asked(status: &str, body: &str) -> (Said, String) {
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
        let pulse = Pulse::of(&Driver::at(url), "a1").unwrap();
        let said = pulse.line.ask(Duration::from_mins(1)).await;
        drop(pulse);
        (said, server.await.unwrap())
    }

    #[tokio::test]
    async fn only_a_session_that_is_not_known_has_ended() {
        let error = |error: &str| format!("{{\"value\":{{\"error\":\"{error}\",\"message\":\"\"}}}}");
        let ended = error(ENDED);
        for (status, body, expected) in [
            ("200 OK", "{\"value\":{\"implicit\":0}}", Said::Lives),
            ("404 Not Found", ended.as_str(), Said::Ended),
            ("404 Not Found", &error("unknown command"), Said::Nothing),
            ("404 Not Found", "<h1>Not Found</h1>", Said::Nothing),
            ("500 Internal Server Error", &ended, Said::Nothing),
            ("401 Unauthorized", "", Said::Nothing),
            ("404 Not Found", &format!("{ended}{}", " ".repeat(ANSWER)), Said::Nothing),
        ] {
            let (said, question) = asked(status, body).await;
            assert_eq!(said, expected, "{status} {body:.40}");
            assert!(question.starts_with("GET /wd/hub/session/a1/timeouts HTTP/1.1\r\n"), "{question}");
            assert!(
                question.to_ascii_lowercase().contains("\r\nauthorization: basic dtpw\r\n"),
                "{question}"
            );
        }
    }

    #[tokio::test]
    async fn work_ends_the_watch() {
        let pulse = Pulse::of(&Driver::at("http://127.0.0.1:1"), "a1").map(Arc::new).unwrap();
        let watch = Watch { pulse: Arc::clone(&pulse), tab: None };
        assert_eq!(in_use(Some(watch), Box::pin(async { 7 })).await, 7);
        assert_eq!(Arc::strong_count(&pulse), 1);
    }
}
