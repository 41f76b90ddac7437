//! Work in a browser that runs already, so that tools use the logins of its user.
//!
//! The decision: the browser belongs to another program. We open a tab of our own in it, close that tab when we leave,
//! and put back what we changed of the session; what was open stays open and where it was. The browser is never ended
//! by us. The egress guard cannot be put before a browser that runs, so it is refused rather than left out in silence.
//!
//! A Chromium is joined by a chromedriver that gets the address of its debugger. A Firefox takes one driver at a time,
//! by the protocol that `-marionette` switches on, and a geckodriver of our own speaks it (`--connect-existing`): a
//! second one waits until the first has left. The listener is asked which of them it is, because an address does not
//! show it.
//!
//! There is no way into a browser that was started without a debugger.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::Capabilities;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tracing::debug;
use url::Url;
use webagents_fetch::redact_url;
use webagents_runtime::PageErrorKind;

use super::Session;
use super::lifecycle::AttachedTab;
use crate::browser::Browser;
use crate::driver::client::new_client;
use crate::driver::process::{DriverServer, Launch};
use crate::engine::Engine;
use crate::error::{Error, ErrorKind, SessionRemedy};
use crate::options::{BrowserOptions, Egress, Protocol};
use crate::transport::engine_messages::page_error;

/// Time for each of the steps that join and leave.
const STEP: Duration = Duration::from_secs(5);
/// Bytes of an answer by which a debugger is known.
const GREETING: usize = 4 * 1024;

/// Address of a browser that runs already: that of its WebDriver session or of its debugger.
///
/// As text it is what its [`FromStr`] reads: `http://127.0.0.1:9515/session/ID`, or `127.0.0.1:9222`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Running {
    /// A WebDriver session that another program opened.
    Session {
        /// URL of the driver, such as `http://127.0.0.1:9515/`.
        driver: String,
        /// Identifier of the session.
        id: String,
    },
    /// Host and port at which the debugger of a browser listens.
    ///
    /// It is a Chromium as `--remote-debugging-port=9222` opened it, or a Firefox as `-marionette` did, whose port is
    /// 2828 unless its preference `marionette.port` says otherwise. A Firefox that was started with
    /// `-remote-debugging-port` as well has `BiDi`, without which scripts cannot be stopped.
    Debugger(String),
}

impl FromStr for Running {
    type Err = String;

    /// Parses the URL of a WebDriver session or the address of a browser's debugger.
    ///
    /// `http://127.0.0.1:9515/session/ID`, or `127.0.0.1:9222`, also as an `http` or `ws` URL.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "{:?} is neither the URL of a WebDriver session, such as http://127.0.0.1:9515/session/ID, nor the \
                 address of a browser's debugger, such as 127.0.0.1:9222",
                redact_url(text)
            )
        };
        let whole = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let url = Url::parse(&whole).map_err(|_| expected())?;
        if let Some((driver, id)) = whole.rsplit_once("/session/") {
            let id = id.trim_end_matches('/');
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            // Neither the id nor what is before it may change the paths that commands are joined from.
            let whole = matches!(url.scheme(), "http") && url.query().is_none() && url.fragment().is_none();
            return if whole && !id.is_empty() && id.bytes().all(plain) {
                Ok(Self::Session { driver: format!("{driver}/"), id: id.to_owned() })
            } else {
                Err(expected())
            };
        }
        match (url.scheme(), url.host_str(), url.port()) {
            ("http" | "ws", Some(host), Some(port)) if url.username().is_empty() => {
                Ok(Self::Debugger(format!("{host}:{port}")))
            }
            _ => Err(expected()),
        }
    }
}

impl fmt::Display for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session { driver, id } => write!(f, "{driver}session/{id}"),
            Self::Debugger(address) => f.write_str(address),
        }
    }
}

impl Session {
    /// Connects to a browser that another program started, and opens a tab in it for the session.
    ///
    /// [`close`](Self::close) closes that tab and nothing else; so does dropping the session, if its tokio runtime goes
    /// on. Of the options the `deadline` of the driver counts, and for a debugger what says which driver is used. A WebDriver
    /// session has one window at a time that commands go to, and now it is ours, so the other program waits until we
    /// have left; a
    /// `WebKitWebDriver` that is asked something while a window closes aborts.
    ///
    /// The error is [`ErrorKind::SessionNotCreated`] when there is no such browser, or when the options ask for
    /// [`Egress::Guarded`], which a browser can only be started with.
    pub async fn attach(running: &Running, mut options: BrowserOptions) -> Result<Self, Error> {
        if !matches!(options.egress, Egress::Open) {
            let message = format!(
                "the browser at {running} runs already, so the egress guard cannot be its only way out; leave its \
                 egress open, or use a browser that is started here"
            );
            return Err(
                Error::new(ErrorKind::SessionNotCreated, message).with_remedy(SessionRemedy::OpenEgress)
            );
        }
        debug!(is_session = matches!(running, Running::Session { .. }), "joining a running browser");
        let protocol = options.protocol;
        let (client, driver) = match running {
            Running::Session { driver, id } => {
                let driver = DriverServer::at(driver.as_str());
                let joined = Client::with_existing_session(driver.url(), id, HttpConnector::new()).await;
                let client = joined.map_err(|error| {
                    let text = format!("{running} is no session of a WebDriver: {error}");
                    Error::because(ErrorKind::SessionNotCreated, text, error)
                })?;
                // Otherwise the session would end with our last copy of the client.
                step(running, client.persist()).await?;
                (client, Arc::new(driver))
            }
            Running::Debugger(address) => {
                let engine = find_debugger(address, options.engine).await?;
                let deadline = options.driver.deadline;
                let driver = match engine {
                    Engine::Firefox => join_firefox(address, &options).await?,
                    _ => {
                        options.engine = Some(Engine::Chromium);
                        Browser::launch(options).await?.shared_driver().ok_or_else(|| {
                            Error::new(
                                ErrorKind::DriverFailed,
                                "no chromedriver serves the browser's debugger",
                            )
                        })?
                    }
                };
                let client = new_client(&driver, debugged(engine, address, protocol), deadline).await?;
                (client, driver)
            }
        };
        let before = step(running, client.window()).await?;
        let timeouts = step(running, client.get_timeouts()).await?;
        let tab = step(running, client.new_window(true)).await?;
        let ours = tab.handle.clone();
        step(running, client.switch_to_window(tab.handle)).await?;
        let mut session = Self::begin(client, driver, None, protocol, None).await;
        // From here on the tab is closed with the session, also where the caller gives up.
        session.lifecycle.attached = Some(AttachedTab { before, timeouts, tab: ours, tabs: Vec::new() });
        session.prepare().await;
        // The program that opened the session may have set others than those that a session begins with.
        if let Ok(transport) = session.transport() {
            transport.driver().forget_timeouts();
            transport.restrict_tabs();
        }
        Ok(session)
    }

    /// Returns the address by which another process can connect to the session by [`attach`](Self::attach).
    ///
    /// A session in a [context](crate::Isolation::Context) of a browser that others use as well has no address.
    pub async fn address(&self) -> Result<Running, Error> {
        if self.lifecycle.context.is_some() {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the session has a context of its own in a browser that it shares, and a WebDriver session leads to the \
                 browser's own context only; use Isolation::Profile",
            ));
        }
        let driver = self.lifecycle.driver.url().to_owned();
        match timeout(STEP, self.lifecycle.client.session_id()).await {
            Ok(Ok(Some(id))) => Ok(Running::Session { driver, id }),
            _ => {
                let text = format!("the session at {driver} has ended");
                Err(Error::new(ErrorKind::Page(PageErrorKind::Lost), text))
            }
        }
    }

    /// Returns whether the session was opened by [`attach`](Self::attach), in another program's browser.
    pub fn is_attached(&self) -> bool {
        self.lifecycle.attached.is_some()
    }
}

async fn step<T>(running: &Running, command: impl Future<Output = Result<T, CmdError>>) -> Result<T, Error> {
    let failed = |why: String| {
        Error::new(ErrorKind::SessionNotCreated, format!("cannot join the browser at {running}: {why}"))
    };
    match timeout(STEP, command).await {
        Ok(outcome) => outcome.map_err(|error| failed(page_error(error).message().to_owned())),
        Err(_) => Err(failed(format!("it did not answer within {} s", STEP.as_secs()))),
    }
}

/// Returns the engine whose debugger listens at the address, by its first message or its answer.
///
/// Without this, chromedriver and geckodriver would try for a minute. A Firefox that takes a driver speaks first
/// (<https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html>), and the others speak HTTP.
async fn find_debugger(address: &str, wanted: Option<Engine>) -> Result<Engine, Error> {
    let none = |why: &str| {
        Error::new(
            ErrorKind::SessionNotCreated,
            format!(
                "no debugger of a browser listens at {address}: {why}; start a Chromium with --remote-debugging-port=PORT \
                 and a --user-data-dir that is not its usual one, or a Firefox with -marionette and -remote-debugging-port"
            ),
        )
    };
    let asking = async {
        let mut stream = TcpStream::connect(address).await?;
        if wanted == Some(Engine::WebKit) {
            return Ok(None);
        }
        // Chromium answers no other host name.
        stream
            .write_all(b"GET /json/version HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .await?;
        let mut answer = Vec::new();
        while answer.len() < GREETING && stream.read_buf(&mut answer).await? > 0 {
            if let Some(engine) = greeted(&answer) {
                return Ok(Some(engine));
            }
        }
        Err(io::Error::other("what is there speaks no protocol of a debugger that a driver can join"))
    };
    match timeout(STEP, asking).await {
        Ok(Ok(Some(engine))) => Ok(engine),
        Ok(Ok(None)) => Err(Error::new(
            ErrorKind::SessionNotCreated,
            format!(
                "WebKit's driver joins no browser that runs, so the one at {address} cannot be joined; use the URL of a \
                 WebDriver session, or another engine"
            ),
        )),
        Ok(Err(error)) => Err(none(&error.to_string())),
        Err(_) => Err(none(&format!("no answer within {} s", STEP.as_secs()))),
    }
}

/// Returns the browser whose answers begin like this, once that is certain.
///
/// The server of Firefox's `BiDi` is none that a driver joins.
fn greeted(answer: &[u8]) -> Option<Engine> {
    let digits = answer.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (_, rest) = answer.split_at_checked(digits)?;
    if digits > 0 && rest.starts_with(b":{\"applicationType\":\"gecko\"") {
        return Some(Engine::Firefox);
    }
    let head = String::from_utf8_lossy(answer);
    let (head, _) = head.split_once("\r\n\r\n")?;
    let fine = head.starts_with("HTTP/1.1 200") && !head.to_ascii_lowercase().contains("httpd.js");
    fine.then_some(Engine::Chromium)
}

/// A geckodriver of our own for a Firefox that runs already.
///
/// A driver elsewhere (`WEBDRIVER_URL`) does not know it.
async fn join_firefox(address: &str, options: &BrowserOptions) -> Result<Arc<DriverServer>, Error> {
    let engine = Engine::Firefox;
    let program = match &options.driver.program {
        Some(program) if matches!(options.engine, None | Some(Engine::Firefox)) => program.clone(),
        _ => engine.find_driver()?,
    };
    let (host, port) = address.rsplit_once(':').unwrap_or((address, ""));
    let existing = Some((host.trim_matches(['[', ']']).to_owned(), port.parse().unwrap_or(0)));
    let hidden = options.driver.hidden_variables.clone();
    let launch =
        Launch { engine, program, screen: None, deadline: options.driver.deadline, hidden, existing };
    Ok(Arc::new(DriverServer::launch(&launch).await?))
}

fn debugged(engine: Engine, address: &str, protocol: Protocol) -> Capabilities {
    let mut capabilities = json!({ "unhandledPromptBehavior": "dismiss" });
    match engine {
        Engine::Firefox if protocol == Protocol::Classic => {}
        Engine::Firefox => {
            capabilities["webSocketUrl"] = true.into();
        }
        _ => {
            capabilities["browserName"] = "chrome".into();
            capabilities["goog:chromeOptions"] = json!({ "debuggerAddress": address });
        }
    }
    match capabilities {
        Value::Object(members) => members,
        _ => Capabilities::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let session =
            |driver: &str| Ok(Running::Session { driver: driver.to_owned(), id: "a1-b".to_owned() });
        let debugger = |address: &str| Ok(Running::Debugger(address.to_owned()));
        for (text, expected) in [
            ("http://127.0.0.1:9515/session/a1-b", session("http://127.0.0.1:9515/")),
            ("http://h:4444/wd/hub/session/a1-b/", session("http://h:4444/wd/hub/")),
            ("127.0.0.1:9222", debugger("127.0.0.1:9222")),
            ("[::1]:9222", debugger("[::1]:9222")),
            ("http://localhost:9222/", debugger("localhost:9222")),
            ("ws://127.0.0.1:9222/devtools/browser/x", debugger("127.0.0.1:9222")),
            ("", Err(())),
            ("9222", Err(())),
            ("localhost", Err(())),
            ("https://127.0.0.1:9222", Err(())),
            ("http://u:p@127.0.0.1:9222", Err(())),
            ("http://h:4444/session/", Err(())),
            ("http://h:4444/session/a/url", Err(())),
            ("http://h:4444/session/a?b", Err(())),
            ("http://h:4444/session/..%2f", Err(())),
        ] {
            assert_eq!(text.parse::<Running>().map_err(|_| ()), expected, "{text}");
        }
        let session: Running = "http://h:4444/wd/hub/session/a".parse().unwrap();
        assert_eq!(session.to_string(), "http://h:4444/wd/hub/session/a");
    }

    #[test]
    fn debuggers_are_known_by_what_they_say() {
        let chromium = "HTTP/1.1 200 OK\r\nContent-Type:application/json\r\n\r\n";
        let bidi = "HTTP/1.1 400 Bad Request\r\nserver: httpd.js\r\n\r\n";
        for (answer, expected) in [
            ("50:{\"applicationType\":\"gecko\",\"marionetteProtocol\":3}", Some(Engine::Firefox)),
            ("50:{\"applic", None),
            (chromium, Some(Engine::Chromium)),
            ("HTTP/1.1 200 OK\r\n", None),
            (bidi, None),
            ("HTTP/1.1 200 OK\r\nServer: httpd.js\r\n\r\n", None),
            ("SSH-2.0-x\r\n\r\n", None),
            ("", None),
        ] {
            assert_eq!(greeted(answer.as_bytes()), expected, "{answer}");
        }
    }
}
