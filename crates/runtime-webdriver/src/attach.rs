//! Work in a browser that runs already, so that tools use the logins of its user.
//!
//! The decision: the browser belongs to another program. We open a tab of our own in it, close that tab when we leave,
//! and restore the session's state that we changed; open pages stay open, at their URLs. The browser is never ended
//! by us. The egress guard cannot be put before a browser that runs, so it is refused rather than left out in silence.
//!
//! A Chromium is joined by a chromedriver that gets the address of its debugger. A Firefox takes one driver at a time,
//! by the protocol that `-marionette` switches on, and a geckodriver of our own speaks it (`--connect-existing`): a
//! second one waits until the first has left. The listener reports which of them it is, because an address does not
//! show it.
//!
//! There is no way into a browser that was started without a debugger.

use std::io;
use std::sync::Arc;

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::Capabilities;
use futures_util::future::BoxFuture;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tracing::debug;

use crate::browser::Browser;
use crate::driver::client::new_client;
use crate::driver::process::{DriverServer, Launch};
use crate::engine::Engine;
use crate::error::{Error, ErrorKind, SessionRemedy};
use crate::options::{BrowserOptions, Egress, Protocol};
use crate::running::Running;
use crate::session::attached::STEP;
use crate::session::{AttachedTab, Session};
use crate::transport::engine_messages::page_error;

/// Bytes of an answer by which a debugger is known.
const GREETING: usize = 4 * 1024;

impl Session {
    /// Connects to a browser that another program started, and opens a tab in it for the session.
    ///
    /// [`close`](Self::close) closes that tab and nothing else; so does dropping the session, if its tokio runtime goes
    /// on. Of the options the `deadline` of the driver counts, and for a debugger the choice of driver. A WebDriver
    /// session has one window at a time that commands go to, and now it is ours, so the other program waits until we
    /// have left; a
    /// `WebKitWebDriver` aborts at a command that arrives while a window closes.
    ///
    /// The error is [`ErrorKind::SessionNotCreated`] when there is no such browser, or when the options ask for
    /// [`Egress::Guarded`], which a browser can only be started with.
    pub async fn attach(running: &Running, options: BrowserOptions) -> Result<Self, Error> {
        join(running, options).await
    }
}

/// Joins a browser that runs, with a tab of our own in it.
fn join(running: &Running, mut options: BrowserOptions) -> BoxFuture<'_, Result<Session, Error>> {
    Box::pin(async move {
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
        let left = AttachedTab { before, timeouts, tab: ours, tabs: Vec::new() };
        Ok(Session::begin_attached(client, driver, protocol, left).await)
    })
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
