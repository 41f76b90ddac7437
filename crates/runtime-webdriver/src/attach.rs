//! Work in a browser that runs already, so that tools ride on the logins of its user.
//!
//! The decision: the browser is somebody's. We open a tab of our own in it, close that tab when we leave, and put back
//! what we changed of the session; what was open stays open and where it was. The browser is never ended by us. The
//! egress guard cannot be put before a browser that runs, so it is refused rather than left out in silence.
//!
//! What it is not: a way into a browser that was started without a debugger. There is none.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, TimeoutConfiguration, WindowHandle};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::timeout;
use url::Url;
use webagents_runtime::PageErrorKind;

use crate::browser::{Browser, BrowserOptions, new_client};
use crate::command::page_error;
use crate::driver::Driver;
use crate::egress::Egress;
use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::session::Session;

/// Time for each of the steps that join and leave.
const STEP: Duration = Duration::from_secs(5);

/// A browser that runs already.
///
/// As text it is what its [`FromStr`] reads: `http://127.0.0.1:9515/session/ID`, or `127.0.0.1:9222`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Running {
    /// A WebDriver session that another program opened.
    Session {
        /// The driver's address, such as `http://127.0.0.1:9515/`.
        driver: String,
        /// The session's identifier.
        id: String,
    },
    /// A Chromium with a debugger: its host and port, as `--remote-debugging-port=9222` opened it.
    Debugger(String),
}

impl FromStr for Running {
    type Err = String;

    /// Reads the URL of a session (`http://127.0.0.1:9515/session/ID`) or the address of a debugger (`127.0.0.1:9222`,
    /// also as an `http` or `ws` URL).
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "{text:?} is neither the URL of a WebDriver session, such as http://127.0.0.1:9515/session/ID, nor the \
                 address of a browser's debugger, such as 127.0.0.1:9222"
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

/// How a session is left in which we are guests.
#[derive(Debug)]
pub(crate) struct Guest {
    /// The window that was in front.
    before: WindowHandle,
    /// What the session's time limits were.
    timeouts: TimeoutConfiguration,
}

impl Session {
    /// Joins a browser that runs already, with a tab of its own.
    ///
    /// [`close`](Self::close) closes that tab and nothing else; so does dropping the session, if its tokio runtime goes
    /// on. Of the options `start_deadline` counts, and for a debugger what says which chromedriver is used. A WebDriver
    /// session has one window at a time that commands go to, and now it is ours, so its owner rests until we have left.
    ///
    /// The error is [`ErrorKind::SessionNotCreated`] when there is no such browser, or when the options ask for
    /// [`Egress::Guarded`], which a browser can only be started with.
    pub async fn attach(running: &Running, mut options: BrowserOptions) -> Result<Self, Error> {
        if !matches!(options.egress, Egress::Open) {
            return Err(Error::new(
                ErrorKind::SessionNotCreated,
                format!(
                    "the browser at {running} runs already, so the egress guard cannot be its only way out; use \
                     Egress::Open, or a browser that is started here"
                ),
            ));
        }
        let wire = options.wire;
        let (client, driver) = match running {
            Running::Session { driver, id } => {
                let driver = Driver::at(driver.as_str());
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
                find_debugger(address).await?;
                let deadline = options.start_deadline;
                // Only Chromium's driver joins a debugger.
                options.engine = Some(Engine::Chromium);
                let driver = Browser::launch(options).await?.shared_driver().ok_or_else(|| {
                    Error::new(ErrorKind::DriverFailed, "no chromedriver serves the browser's debugger")
                })?;
                let client = new_client(&driver, debugged(address), deadline).await?;
                (client, driver)
            }
        };
        let before = step(running, client.window()).await?;
        let timeouts = step(running, client.get_timeouts()).await?;
        let tab = step(running, client.new_window(true)).await?;
        step(running, client.switch_to_window(tab.handle)).await?;
        let mut session = Self::begin(client, driver, None, wire).await;
        session.prepare().await;
        // Whoever owns the session may have set others than those that a session begins with.
        session.script_timeout = Duration::ZERO;
        session.load_timeout = Duration::ZERO;
        session.guest = Some(Guest { before, timeouts });
        Ok(session)
    }

    /// Where the session is, for another program to [join](Self::attach) it. One in a
    /// [context](crate::Isolation::Context) of a browser that others use as well has no address.
    pub async fn address(&self) -> Result<Running, Error> {
        if self.lodging.is_some() {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the session has a context of its own in a browser that it shares, and a WebDriver session leads to the \
                 browser's own context only; use Isolation::Profile",
            ));
        }
        let driver = self.driver.url().to_owned();
        match timeout(STEP, self.client.session_id()).await {
            Ok(Ok(Some(id))) => Ok(Running::Session { driver, id }),
            _ => {
                let text = format!("the session at {driver} has ended");
                Err(Error::new(ErrorKind::Page(PageErrorKind::Lost), text))
            }
        }
    }

    /// Whether the browser is another's, which [`attach`](Self::attach) joined.
    pub fn is_attached(&self) -> bool {
        self.guest.is_some()
    }
}

impl Guest {
    /// Closes our tab, and leaves the session as it was found.
    pub(crate) async fn leave(self, client: Client, driver: Arc<Driver>) -> Result<(), Error> {
        let leaving = async {
            // With the last tab of a browser a session would end; the one that was there before is still there.
            client.close_window().await?;
            client.switch_to_window(self.before).await?;
            client.update_timeouts(self.timeouts).await?;
            if driver.group().is_some() {
                // The chromedriver is ours, and lets go of the browser.
                client.close().await?;
            }
            Ok::<(), CmdError>(())
        };
        match timeout(STEP, leaving).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(page_error(error).into()),
            Err(_) => Err(Error::new(
                ErrorKind::Page(PageErrorKind::Hung),
                "the browser did not let its tab be closed in time; close it by hand",
            )),
        }
    }

    /// The same in the background.
    pub(crate) fn leave_behind(self, client: Client, driver: Arc<Driver>) {
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                // Nobody is left to be told.
                let _ = self.leave(client, driver).await;
            });
        }
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

/// Whether somebody listens at the address: chromedriver would look for a minute.
async fn find_debugger(address: &str) -> Result<(), Error> {
    let why = match timeout(STEP, TcpStream::connect(address)).await {
        Ok(Ok(_)) => return Ok(()),
        Ok(Err(error)) => error.to_string(),
        Err(_) => format!("no answer within {} s", STEP.as_secs()),
    };
    Err(Error::new(
        ErrorKind::SessionNotCreated,
        format!(
            "no debugger of a browser listens at {address}: {why}; start the browser with --remote-debugging-port=PORT \
             and a --user-data-dir that is not its usual one"
        ),
    ))
}

fn debugged(address: &str) -> Capabilities {
    let capabilities = json!({
        "browserName": "chrome",
        "goog:chromeOptions": { "debuggerAddress": address },
        "unhandledPromptBehavior": "dismiss",
    });
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
}
