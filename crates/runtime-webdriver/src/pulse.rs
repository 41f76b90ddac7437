//! That a session of a driver elsewhere is in use: a Grid ends those that it takes for idle.
//!
//! The decision: while a session has work to do, its driver is asked a small question every few seconds, by a connection
//! of its own, since on the session's there may be a command that is not answered. A Grid counts the time since it last
//! heard of a session (`session-timeout`, five minutes unless it was told otherwise, and never less than ten seconds). It
//! hears of a command when that begins, however long it takes; of what goes by the browser's own protocol it hears when
//! the browser says something there (Selenium 4.48), or not at all. What it is not: a way to keep a session that nobody
//! uses. That one is the Grid's to end.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{AUTHORIZATION, HeaderValue};
use http::{Request, Uri};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};
use url::Url;

use crate::alarm::Alarm;
use crate::driver::Driver;

/// How often a session that is at work is heard of: twice within the shortest time that a Grid takes.
const BEAT: Duration = Duration::from_secs(4);

/// What asks the driver of one session, by a connection of its own.
#[derive(Debug)]
pub(crate) struct Pulse {
    line: Line,
    last: Mutex<Last>,
    alarm: Alarm,
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
    /// Whether the driver knows the session and answers for it.
    async fn ask(&self, within: Duration) -> bool {
        let mut request = Request::get(&self.url);
        if let Some(user) = &self.user {
            request = request.header(AUTHORIZATION, user);
        }
        let Ok(request) = request.body(String::new()) else { return false };
        let asked = match &self.client {
            Way::Plain(client) => client.request(request),
            Way::Tls(client) => client.request(request),
        };
        matches!(timeout(within, asked).await, Ok(Ok(response)) if response.status().is_success())
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
        Some(Self { line, last, alarm: Alarm::default() })
    }

    /// Whether the driver knows the session and answers for it in time.
    pub(crate) async fn ask(&self, within: Duration) -> bool {
        self.line.ask(within).await
    }

    /// Tells the driver that the session is in use, if it has not heard of it for a while, and when to do so again.
    fn beat(&self) -> Instant {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now.duration_since(last.heard) >= BEAT {
            last.heard = now;
            let line = self.line.clone();
            // What it answers does not matter: the session's own commands find out.
            let asking = tokio::spawn(async move { line.ask(BEAT).await });
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

/// What a session does.
type Work<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Does `work` of a session, which is in use for as long as that takes. Without a pulse it is the work itself.
pub(crate) fn in_use<'a, T: 'a>(pulse: Option<Arc<Pulse>>, mut work: Work<'a, T>) -> Work<'a, T> {
    let Some(pulse) = pulse else { return work };
    Box::pin(async move {
        loop {
            let next = pulse.beat();
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = pulse.alarm.ring(next) => {}
            }
        }
    })
}
