//! A page over the protocol of `WebKit`'s inspector, in `WebKitGTK`: the way into a page before its scripts, which
//! `WebKitWebDriver` does not have.
//!
//! The decision: the browser that `WebKitWebDriver` starts listens for its driver on a port of this machine, and the
//! server there serves an inspector as well. So nothing is opened that was not open: no page can speak to it, because
//! its frames are no HTTP and no WebSocket. (The library's other server, `WEBKIT_INSPECTOR_HTTP_SERVER`, is a WebSocket
//! that checks no origin; it stays off.) fantoccini owns the session, and navigations are the driver's.
//!
//! The protocol has gaps, which are closed here. Texts come out of a page by its console, whose function is kept before
//! the page can put another in its place (`channel.js`). Dialogs are answered where they begin, in the page, because a
//! dialog without an answer holds the page and no event reports it. A script cannot be ended, so the engine's own
//! watchdog does that (`driver.rs`). And neither a document that went away nor a page that is gone ever answers: the
//! first is reported by an event, the second by the driver, which is polled (`page.rs`).
//!
//! Source: `Source/JavaScriptCore/inspector/protocol` in `WebKit`'s tree. It is no client of the whole
//! protocol.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use webagents_runtime::{Answer, PageError, PageErrorKind, Preload, Recovery, SyntaxCheck, SyntaxFault};

use crate::transport::events::{Phase, Tab, hung, not_loaded};
use crate::transport::socket::{Fault, Reply, Socket, Ticket};

mod answer;
mod events;
mod frames;
mod process;
mod stream;

use answer::{Evaluated, evaluated};
use events::{Events, Known};
pub(crate) use process::{random, server};
pub(crate) use stream::Frames;

/// Time to connect, and for a command that asks the browser and not the page.
const ATTACH: Duration = Duration::from_secs(20);
const ANSWER: Duration = Duration::from_secs(5);
/// The harness answers at the deadline; an answer that is not here this long after it was not given.
const GRACE: Duration = Duration::from_millis(300);
/// Time in which a page that is not busy answers.
const PING: Duration = Duration::from_millis(700);
/// Time for the document that a script led to, once the script is gone.
const NEXT_DOCUMENT: Duration = Duration::from_secs(10);
/// An answer that was given before its document made room for the next one is here by now.
const LAST_WORD: Duration = Duration::from_millis(300);
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
/// Script that creates the channel, with its name in place of `NAME`, and reports dialogs through it.
const CHANNEL: &str = include_str!("channel.js");
const DIALOGS: &str = include_str!("dialogs.js");

/// A connection to the page of a browser.
pub(crate) struct Inspector {
    socket: Socket,
    tab: Tab,
    known: Known,
    preloads: Vec<String>,
    /// The function that takes the channel, and whether documents have it.
    listened: String,
    listening: bool,
}

/// Result of waiting for an answer.
enum Came {
    Answer(Result<Reply, Fault>),
    /// The document went away first.
    Moved,
    /// Neither came in time.
    Late,
}

impl Inspector {
    /// Inspects the page of the browser whose server listens at `server`.
    ///
    /// `None` when that cannot be, as with a version that numbers its pages otherwise.
    pub(crate) async fn attach(server: SocketAddr) -> Option<Self> {
        let tab = Tab::default();
        let known = Known::default();
        // A page that wrote it into its console could report dialogs that were not open; it could as well open them.
        tab.state().channel = format!("webagents:{}", random());
        let (found, page) = oneshot::channel();
        let events = Events::new(tab.clone(), known.clone(), found);
        let socket = Socket::inspect(server, events, ATTACH).await.ok()?;
        timeout(ANSWER, page).await.ok()?.ok()?;
        for method in ["Page.enable", "Runtime.enable", "Console.enable"] {
            socket.call(method, "{}", ANSWER).await.ok()?;
        }
        let tree: Value = socket.call("Page.getResourceTree", "{}", ANSWER).await.ok()?.read().ok()?;
        tree["frameTree"]["frame"]["id"].as_str()?.clone_into(&mut tab.state().frame);
        let inspector =
            Self { socket, tab, known, preloads: Vec::new(), listened: String::new(), listening: false };
        let dialogs = format!("({DIALOGS})({})", inspector.channel());
        inspector.install(&dialogs).await.ok()?;
        Some(inspector)
    }

    pub(crate) fn tab(&self) -> &Tab {
        &self.tab
    }

    /// The expression that makes the channel.
    fn channel(&self) -> String {
        let name = Value::from(self.tab.state().channel.as_str()).to_string();
        format!("({})()", CHANNEL.replace("NAME", &name))
    }

    /// Returns the script that hands the channel of an expression to the harness. Frames have no harness.
    fn take(&self, channel: &str) -> String {
        let take = &self.listened;
        format!("if(window===window.top){{const tell={channel};({take})((text)=>tell('note',text))}}")
    }

    /// Has all that is wanted run first in every document from now on, and `here` in the one that is there now.
    async fn install(&self, here: &str) -> Result<(), PageError> {
        let mut all = format!("(()=>{{const webagents={};\n", self.channel());
        all.push_str(&alone(&format!("({DIALOGS})(webagents)")));
        for script in &self.preloads {
            all.push_str(&alone(script));
        }
        if !self.listened.is_empty() {
            // Behind the harness, which takes it.
            all.push_str(&alone(&self.take("webagents")));
        }
        all.push_str("})()");
        let params = json!({ "source": all }).to_string();
        let installed = self.socket.call("Page.setBootstrapScript", &params, ATTACH).await;
        installed.map_err(|fault| self.tab.error(fault))?;
        match self.ask(&alone(here), Instant::now() + ATTACH).await {
            Some(answer) => answer.map(drop),
            None => Err(hung()),
        }
    }

    /// See [`webagents_runtime::Page::preload`].
    pub(crate) async fn preload(&mut self, script: &str) -> Result<Preload, PageError> {
        self.preloads.push(script.to_owned());
        self.install(script).await.map(|()| Preload::Installed)
    }

    pub(crate) fn listen(&mut self, take: &str) {
        if self.listened != take {
            take.clone_into(&mut self.listened);
            self.listening = false;
        }
    }

    /// Opens the channel in every document from now on, if one is wanted, and in this one if no page was here yet: a page
    /// could have put a console of its own in the place of the one that texts leave by.
    pub(crate) async fn open_channel(&mut self) -> Result<(), PageError> {
        if !self.listening && !self.listened.is_empty() {
            let first = self.tab.state().documents == 0;
            let here = if first { self.take(&self.channel()) } else { String::new() };
            self.install(&here).await?;
            self.listening = true;
        }
        Ok(())
    }

    /// See [`webagents_runtime::Page::evaluate`].
    pub(crate) async fn evaluate(&mut self, script: &str, deadline: Duration) -> Result<Answer, PageError> {
        let end = Instant::now() + deadline;
        if !self.arrived(end).await {
            // And once is enough: a document whose last picture never comes is one that can be worked with.
            self.stop_loading().await;
            return Err(not_loaded(deadline));
        }
        // A document that took its time leaves the script less of it, but some.
        let end = end.max(Instant::now() + Duration::from_secs(1)) + GRACE;
        self.open_channel().await?;
        let (document, events) = {
            let state = self.tab.state();
            (state.documents, state.events)
        };
        let answer = self.run(script, document, end).await;
        if matches!(&answer, Err(error) if error.kind() == PageErrorKind::Navigated) {
            let until = end.max(Instant::now() + PING).min(Instant::now() + NEXT_DOCUMENT);
            self.arrived(until).await;
        }
        self.tab.ran(script, events);
        answer
    }

    /// Runs a script in this document, and waits for what its promise comes to.
    async fn run(&self, script: &str, document: u64, end: Instant) -> Result<Answer, PageError> {
        let mut params = json!({ "expression": format!("{OPEN}{script}\n}})()"), "objectGroup": GROUP });
        // Without it, a script could run in the next document.
        if let Some(context) = self.known.context() {
            params["contextId"] = context.into();
        }
        let mut ticket = self.send("Runtime.evaluate", &params).await?;
        let first = self.answered(&mut ticket, document, end).await?;
        let promise = match evaluated(&first)? {
            Evaluated::Promise(promise) => promise,
            Evaluated::Answer(answer) => return Ok(answer),
        };
        let params = json!({ "promiseObjectId": promise, "returnByValue": true });
        let mut ticket = self.send("Runtime.awaitPromise", &params).await?;
        let settled = self.answered(&mut ticket, document, end).await;
        // Nobody waits for it: a page that does not take it is found out by what is asked next.
        let _ = self.send("Runtime.releaseObjectGroup", &json!({ "objectGroup": GROUP })).await;
        Ok(evaluated(&settled?)?.answer())
    }

    async fn send(&self, method: &str, params: &Value) -> Result<Ticket, PageError> {
        self.socket.send(method, &params.to_string()).await.map_err(|fault| self.tab.error(fault))
    }

    /// The answer of a script, unless it has none.
    async fn answered(&self, ticket: &mut Ticket, document: u64, end: Instant) -> Result<Reply, PageError> {
        let gone = || PageError::new(PageErrorKind::Navigated, "the document went away while the script ran");
        let answer = match self.wait(ticket, document, end).await? {
            Came::Answer(answer) => answer,
            Came::Moved => return Err(gone()),
            Came::Late => {
                match self.ask("0", end + PING).await {
                    Some(answer) => answer.map(drop)?,
                    None => return Err(hung()),
                }
                // It may have come in between.
                timeout_at(Instant::now(), ticket.answer())
                    .await
                    .map_err(|_| PageError::new(PageErrorKind::Timeout, "the script was not done in time"))?
            }
        };
        match answer {
            // What was asked of a document that went away is refused in many words.
            Err(Fault::Refused(_)) if self.tab.state().documents != document => Err(gone()),
            answer => answer.map_err(|fault| self.tab.error(fault)),
        }
    }

    async fn wait(&self, ticket: &mut Ticket, document: u64, end: Instant) -> Result<Came, PageError> {
        tokio::select! {
            biased;
            answer = self.tab.wait(ticket, end) => answer.transpose().map(|came| came.map_or(Came::Late, Came::Answer)),
            () = self.tab.moved(document) => {
                Ok(timeout(LAST_WORD, ticket.answer()).await.map_or(Came::Moved, Came::Answer))
            }
        }
    }

    /// Waits until the document that the page is on the way to is there, or `until`; whether it is.
    async fn arrived(&self, until: Instant) -> bool {
        let perhaps = matches!(self.tab.state().phase, Phase::Perhaps(_));
        if perhaps {
            // A busy page's own tasks come before this.
            let _ = self.ask("0", until.min(Instant::now() + ANSWER)).await;
        }
        self.tab.loaded(until).await
    }

    /// Evaluates an expression whose value is no promise.
    async fn ask(&self, expression: &str, end: Instant) -> Option<Result<Answer, PageError>> {
        let mut ticket = match self.send("Runtime.evaluate", &json!({ "expression": expression })).await {
            Ok(ticket) => ticket,
            Err(error) => return Some(Err(error)),
        };
        Some(match self.tab.wait(&mut ticket, end).await? {
            Ok(Ok(reply)) => evaluated(&reply).map(Evaluated::answer),
            Ok(Err(fault)) => Err(self.tab.error(fault)),
            Err(ended) => Err(ended),
        })
    }

    /// The driver is about to navigate.
    pub(crate) fn set_out(&self) {
        self.known.set_out();
    }

    /// Why the navigation that the driver has just ended came to nothing, if it did.
    pub(crate) async fn failure(&self) -> Option<String> {
        // Events before this have arrived when the answer has.
        let _ = self.ask("0", Instant::now() + ANSWER).await;
        let end = Instant::now() + ERROR_PAGE;
        while self.known.is_aborted() && Instant::now() < end {
            if let Some(why) = self.known.failure() {
                self.arrived(end).await;
                return Some(why);
            }
            sleep(LOOK).await;
        }
        // A download, an empty answer, or a certificate that is not trusted.
        self.known.is_aborted().then(|| "nothing was loaded that is a document".to_owned())
    }

    /// See [`webagents_runtime::Page::check_syntax`].
    pub(crate) async fn check_syntax(&self, script: &str) -> Result<SyntaxCheck, PageError> {
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

    /// Waits until the engine has ended the script that runs in the page now, and sees that the page answers again.
    pub(crate) async fn stop(&self) -> Option<Recovery> {
        self.ask("0", Instant::now() + STOP).await?.ok()?;
        // On the way to nowhere: what it was to load may have been stopped with the script.
        self.stop_loading().await;
        Some(Recovery::Stopped)
    }

    /// Ends what the page is on the way to, if it is.
    async fn stop_loading(&self) {
        // A page that does not take it is found out by what is asked next.
        let _ = self.ask("window.stop()", Instant::now() + ANSWER).await;
        self.tab.settle(Phase::Still);
    }
}

/// A script that neither shares its names with the next one nor keeps it from running.
fn alone(script: &str) -> String {
    format!("try{{(()=>{{{script}\n}})()}}catch{{}}\n")
}
