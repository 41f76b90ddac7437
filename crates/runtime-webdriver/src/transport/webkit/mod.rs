//! A page over the protocol of `WebKit`'s inspector, in `WebKitGTK`.
//!
//! Unlike `WebKitWebDriver`, the inspector can run scripts before those of a page.
//!
//! The decision: the browser that `WebKitWebDriver` starts listens for its driver on a port of this machine, and the
//! server on that port serves an inspector as well. So this module opens no new port, and no page can connect to it,
//! because the messages are neither HTTP nor WebSocket. (The library's other server, `WEBKIT_INSPECTOR_HTTP_SERVER`, is
//! a WebSocket that checks no origin; it stays off.) fantoccini holds the session, and the driver navigates.
//!
//! The protocol has gaps, which are closed here. Texts leave a page by its console, whose function is saved before
//! the page can replace it (`channel.js`). A script in the page answers dialogs, because a dialog without an answer
//! blocks the page and no event reports it. A script cannot be ended, so the engine's own
//! watchdog does that (`driver/process.rs`). Neither a document that went away nor a page that is gone ever answers: an
//! event reports the first, and the driver, which is polled, the second (`evaluate` below).
//!
//! Source: `Source/JavaScriptCore/inspector/protocol` in `WebKit`'s tree. This is not a client of the whole
//! protocol.

use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};
use webagents_runtime::driver::Capability;
use webagents_runtime::page::{Answer, PageFuture, Preload, Recovery, SyntaxCheck, SyntaxFault};
use webagents_runtime::{PageError, PageErrorKind};

use super::Transport;
use super::events::{Driven, Tab};
use super::failure::{hung, no_document, not_shown, unstoppable};
use super::page_driver::{ANSWER, ATTACH, PageDriver};
use super::primitives::commands;
use super::socket::{Fault, Socket};
use super::webdriver::WebDriver;
use crate::driver::capabilities::BLANK;
use crate::secret;

mod answer;
mod events;
mod frames;
pub(super) mod process;
mod stream;

use answer::{Evaluated, evaluated};
use events::{Events, Known};
use stream::Frames;

/// The driver answers when a load has failed; the page that shows it comes a little later.
const ERROR_PAGE: Duration = Duration::from_secs(3);
const LOOK: Duration = Duration::from_millis(20);
/// The watchdog counts the time that a script has had a processor, which on a busy machine is little.
const STOP: Duration = Duration::from_secs(15);
/// Brackets in one another that any parser takes.
const DEEP: usize = 500;
/// Object group that keeps the page's values until they are read.
const GROUP: &str = "webagents";
/// Text before a script, which is the body of a function.
const OPEN: &str = "(function(){";
/// Functions that create the channel by its name, and report dialogs through a channel.
const CHANNEL: &str = include_str!("channel.js");
const DIALOGS: &str = include_str!("dialogs.js");

/// Bytes of a message; a longer one, such as a text that a page writes to its console, is read past.
const SKIPPED: usize = 32 * 1024 * 1024;

/// A connection to the page of a browser.
pub(crate) struct Webkit {
    socket: Socket,
    tab: Tab,
    driver: WebDriver,
    known: Known,
    scripts: Mutex<Scripts>,
}

/// Scripts of the harness in the page.
#[derive(Default)]
struct Scripts {
    preloads: Vec<String>,
    /// The function that takes the channel, and whether documents have it.
    listened: String,
    listening: bool,
}

impl Webkit {
    /// Inspects the page of the browser whose server listens at `server`.
    ///
    /// `None` when that cannot be, as with a version that numbers its pages otherwise.
    pub(super) async fn attach(server: SocketAddr, driver: WebDriver) -> Option<Self> {
        let (tab, known) = (Tab::default(), Known::default());
        // A page that wrote it into its console could report dialogs that were not open; it could as well open them.
        tab.state().journal.channel = format!("webagents:{}", secret::digits().ok()?);
        let (found, page) = oneshot::channel();
        let events = Events::new(tab.clone(), known.clone(), found);
        let connect = async {
            let stream = TcpStream::connect(server).await.ok()?;
            stream.set_nodelay(true).ok()?;
            Frames::begin(stream, SKIPPED).await.ok()
        };
        let socket = Socket::over(Box::new(timeout(ATTACH, connect).await.ok()??), events);
        timeout(ANSWER, page).await.ok()?.ok()?;
        let webkit = Self { socket, tab, driver, known, scripts: Mutex::default() };
        webkit.begin().await.ok()?;
        Some(webkit)
    }

    async fn begin(&self) -> Result<(), PageError> {
        for method in ["Page.enable", "Runtime.enable", "Console.enable"] {
            let _: Value = self.call(method, &json!({}), ANSWER).await?;
        }
        let tree: Value = self.call("Page.getResourceTree", &json!({}), ANSWER).await?;
        let frame = tree["frameTree"]["frame"]["id"].as_str().ok_or_else(hung)?;
        frame.clone_into(&mut self.tab.state().frame);
        self.install(&applied(DIALOGS, &self.channel())).await
    }

    fn scripts(&self) -> MutexGuard<'_, Scripts> {
        self.scripts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The expression that makes the channel.
    fn channel(&self) -> String {
        let name = Value::from(self.tab.state().journal.channel.as_str()).to_string();
        applied(CHANNEL, &name)
    }

    /// Registers all scripts to run first in every later document, and runs `here` in the current one.
    async fn install(&self, here: &str) -> Result<(), PageError> {
        let mut all = format!("(()=>{{const webagents={};\n", self.channel());
        all.push_str(&alone(&applied(DIALOGS, "webagents")));
        {
            let Scripts { preloads, listened, .. } = &*self.scripts();
            for script in preloads {
                all.push_str(&alone(script));
            }
            if !listened.is_empty() {
                // After the harness, which takes it.
                all.push_str(&alone(&take(listened, "webagents")));
            }
        }
        all.push_str("})()");
        let installed = json!({ "source": all });
        self.call("Page.setBootstrapScript", &installed, ATTACH).await.map(|_: Value| ())?;
        self.ask(&alone(here), Instant::now() + ATTACH).await.ok_or_else(hung)?.map(drop)
    }

    /// Opens the channel in every later document, if a caller wants one.
    ///
    /// In the current document only if no page was loaded before, because a page may have replaced the console, by
    /// which texts leave.
    async fn open_channel(&self) -> Result<(), PageError> {
        let listened = {
            let scripts = self.scripts();
            if scripts.listening || scripts.listened.is_empty() {
                return Ok(());
            }
            scripts.listened.clone()
        };
        let first = self.tab.state().documents == 0;
        let here = if first { take(&listened, &self.channel()) } else { String::new() };
        self.install(&here).await?;
        self.scripts().listening = true;
        Ok(())
    }

    /// Why the navigation that the driver has just ended came to nothing, if it did.
    async fn failure(&self) -> Option<PageError> {
        // Events before this have arrived when the answer has.
        let _ = self.ask("0", Instant::now() + ANSWER).await;
        let end = Instant::now() + ERROR_PAGE;
        while self.known.is_aborted() && Instant::now() < end {
            if let Some(why) = self.known.failure() {
                self.arrived(end).await;
                return Some(PageError::new(PageErrorKind::Unreachable, why));
            }
            sleep(LOOK).await;
        }
        // A download, an empty answer, or a certificate that is not trusted.
        self.known.is_aborted().then(no_document)
    }

    async fn go(&self, url: &str, deadline: Duration) -> Result<(), PageError> {
        self.free().await?;
        self.open_channel().await?;
        self.known.set_out();
        let driving = self.tab.drive(Driven::ByTheDriver);
        let navigated = self.driver.navigate(url, deadline).await;
        drop(driving);
        navigated.map_err(|error| not_shown(url, deadline, error))?;
        let asked_for = url.trim().eq_ignore_ascii_case(BLANK);
        let why = if asked_for { None } else { self.failure().await };
        let Some(why) = why else { return Ok(()) };
        Err(not_shown(url, deadline, why))
    }

    async fn parse(&self, script: &str) -> Result<SyntaxCheck, PageError> {
        let params = json!({ "source": format!("{OPEN}{script}\n}})") }).to_string();
        let parsed = self.socket.call("Runtime.parse", &params, ANSWER).await;
        let parsed: Value = match parsed.and_then(|reply| reply.read()) {
            Ok(parsed) => parsed,
            Err(Fault::Refused(_)) => return Ok(SyntaxCheck::Unknown),
            Err(fault) => return Err(self.tab.error(fault)),
        };
        Ok(match answer::syntax(&parsed, script, OPEN.len()) {
            Some((message, line, column)) => SyntaxCheck::Fault(SyntaxFault::new(message, line, column)),
            // A parser that has run out of stack has found nothing.
            None if answer::depth(script) > DEEP => SyntaxCheck::Unknown,
            None => SyntaxCheck::Valid,
        })
    }
}

impl PageDriver for Webkit {
    const GRACE: Duration = Duration::from_millis(300);
    const PING: Duration = Duration::from_millis(700);
    const ENDS_SILENTLY: bool = true;

    fn socket(&self) -> &Socket {
        &self.socket
    }

    async fn ask(&self, expression: &str, end: Instant) -> Option<Result<Answer, PageError>> {
        let params = json!({ "expression": expression }).to_string();
        let reply = self.reply("Runtime.evaluate", &params, end).await?;
        Some(reply.and_then(|reply| evaluated(&reply)).map(Evaluated::answer))
    }

    async fn enter(&self, _: Instant) -> Result<u64, PageError> {
        self.open_channel().await?;
        Ok(self.tab.state().documents)
    }

    async fn run(&self, script: &str, document: u64, end: Instant) -> Result<Answer, PageError> {
        let mut params = json!({ "expression": format!("{OPEN}{script}\n}})()"), "objectGroup": GROUP });
        // Without it, a script could run in the next document.
        if let Some(context) = self.known.context() {
            params["contextId"] = context.into();
        }
        let mut ticket = self.send("Runtime.evaluate", &params.to_string()).await?;
        let first = self.answered(&mut ticket, document, end).await?;
        let promise = match evaluated(&first)? {
            Evaluated::Promise(promise) => promise,
            Evaluated::Answer(answer) => return Ok(answer),
        };
        let params = json!({ "promiseObjectId": promise, "returnByValue": true }).to_string();
        let mut ticket = self.send("Runtime.awaitPromise", &params).await?;
        let settled = self.answered(&mut ticket, document, end).await;
        // Nobody waits for it: the next command detects a page that does not accept it.
        let group = json!({ "objectGroup": GROUP }).to_string();
        let _ = self.send("Runtime.releaseObjectGroup", &group).await;
        Ok(evaluated(&settled?)?.answer())
    }
}

impl Transport for Webkit {
    fn engine(&self) -> &'static str {
        "WebKit"
    }

    fn supports(&self, capability: Capability) -> bool {
        commands::supports(capability)
    }

    fn tab(&self) -> &Tab {
        &self.tab
    }

    fn driver(&self) -> &WebDriver {
        &self.driver
    }

    fn evaluate<'a>(&'a self, script: &'a str, deadline: Duration) -> PageFuture<'a, Answer> {
        Box::pin(async move {
            tokio::select! {
                biased;
                answer = self.evaluate_once(script, deadline) => answer,
                // The inspector does not report that the page is gone.
                gone = self.driver.gone() => Err(gone),
            }
        })
    }

    fn navigate<'a>(&'a self, url: &'a str, deadline: Duration) -> PageFuture<'a, ()> {
        Box::pin(self.go(url, deadline))
    }

    fn check_syntax<'a>(&'a self, script: &'a str) -> PageFuture<'a, SyntaxCheck> {
        Box::pin(self.parse(script))
    }

    fn preload<'a>(&'a self, script: &'a str) -> PageFuture<'a, Preload> {
        Box::pin(async move {
            self.driver.usable()?;
            self.scripts().preloads.push(script.to_owned());
            self.install(script).await.map(|()| Preload::Installed)
        })
    }

    fn listen(&self, take: &str) {
        let mut scripts = self.scripts();
        if scripts.listened != take {
            take.clone_into(&mut scripts.listened);
            scripts.listening = false;
        }
    }

    /// Waits until the engine has ended the script, and sees that the page answers again.
    fn stop(&self) -> PageFuture<'_, Recovery> {
        Box::pin(async {
            // The engine ends it by itself.
            let nothing = || std::future::ready(());
            if let Some(recovered) = self.driver.get_back(nothing, "the browser").await {
                return recovered;
            }
            if !matches!(self.ask("0", Instant::now() + STOP).await, Some(Ok(_))) {
                return Err(unstoppable("the browser"));
            }
            // No target is known: its loading may have been stopped with the script.
            self.stop_loading().await;
            Ok(Recovery::Stopped)
        })
    }
}

/// Returns the script that hands the channel of an expression to the harness. Frames have no harness.
fn take(listened: &str, channel: &str) -> String {
    format!("if(window===window.top){{const tell={channel};({listened})((text)=>tell('note',text))}}")
}

/// A call of the function that a script consists of.
fn applied(script: &str, argument: &str) -> String {
    format!("({})({argument})", script.trim_end().trim_end_matches(';'))
}

/// A script that neither shares its names with the next one nor keeps it from running.
fn alone(script: &str) -> String {
    format!("try{{(()=>{{{script}\n}})()}}catch{{}}\n")
}
