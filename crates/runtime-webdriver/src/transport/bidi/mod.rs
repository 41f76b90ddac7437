//! A page over WebDriver `BiDi` (<https://www.w3.org/TR/webdriver-bidi/>): one message each way for a script, as over
//! the `DevTools` Protocol. Firefox has it.
//!
//! The decision: scripts run in the page's own realm, where classic WebDriver uses a sandbox, and the browser reports
//! dialogs, navigations and the end as they happen. The standard has three gaps, which are closed here: a script has no
//! time limit, so the clock is ours; a script cannot be ended (`stop.rs` has what Firefox offers next to the standard,
//! and a new tab for where there is nothing); and a document that is kept for the way back never answers what it was
//! asked, so a script whose document has made room for another one is given up.
//!
//! It is no client of the whole protocol: it sends a dozen commands and hears ten events (`events.rs`).

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use webagents_runtime::{Answer, PageError, PageErrorKind, Preload, SyntaxCheck, SyntaxFault};

use crate::driver::tls::Address;
use crate::transport::events::{Driven, Phase, Tab, hung, not_loaded};
use crate::transport::socket::{Fault, Reply, Socket, Ticket};

mod answer;
mod events;
mod stop;

use answer::evaluated;
use events::{EVENTS, Events};
use stop::Stopper;

/// Time to connect, and for a command that asks the browser and not the page.
const ATTACH: Duration = Duration::from_secs(20);
const ANSWER: Duration = Duration::from_secs(5);
/// The harness answers at the deadline; an answer that is not here this long after it was not given.
const GRACE: Duration = Duration::from_millis(300);
/// Time in which a page that is not busy answers.
const PING: Duration = Duration::from_millis(700);
/// Time for the document that a script led to, once the script is gone.
const NEXT_DOCUMENT: Duration = Duration::from_secs(10);
/// Time for the browser to report a page crash after the script's realm disappears.
const CRASHES: Duration = Duration::from_secs(2);
/// An answer that was given before its document made room for the next one is here by now.
const LAST_WORD: Duration = Duration::from_millis(300);
/// Time after which the browser is asked whether a navigation continues.
const LOOK: Duration = Duration::from_secs(1);
/// Times in a row that the browser reports no load before a navigation counts as replaced, where another document came. On
/// a busy machine a load begins seconds after its command, and its end is reported seconds late.
const IDLE_MOVED: u32 = 2;
/// The same where no document came.
const IDLE_UNMOVED: u32 = 5;
/// The channel's name in messages; the page does not see it.
const CHANNEL: &str = "webagents";
/// A sandbox in the page, in which no page can change the language.
const SANDBOX: &str = "webagents";
/// Serialisation of an answer: one text. Members of an object are not needed.
const ONE_TEXT: &str =
    "\"resultOwnership\":\"none\",\"serializationOptions\":{\"maxDomDepth\":0,\"maxObjectDepth\":0}";
/// Text before a script, which is the body of a function.
const OPEN: &str = "(function(){";

/// A connection to one page of a session.
pub(crate) struct Bidi {
    socket: Socket,
    tab: Tab,
    stopper: Option<Stopper>,
    /// The function that takes the channel, while nothing was done about it, and the last one.
    listen: Option<String>,
    listened: String,
    /// The document that was entered, by [`crate::transport::events::State::documents`], and its realm.
    entered: Option<(u64, String)>,
}

impl Bidi {
    /// Connects to the session whose `webSocketUrl` is `address`, for the page whose window handle is `handle`. `None`
    /// when it cannot be reached or lacks an event that is needed.
    pub(crate) async fn attach(address: &Address, handle: &str) -> Option<Self> {
        let tab = Tab::default();
        // The handle of a window is the identifier of its browsing context.
        handle.clone_into(&mut tab.state().frame);
        let socket = Socket::open(address, Events::new(tab.clone()), ATTACH).await.ok()?;
        socket.call("session.subscribe", &json!({ "events": EVENTS }).to_string(), ATTACH).await.ok()?;
        CHANNEL.clone_into(&mut tab.state().channel);
        let stopper = Stopper::find(&socket).await;
        Some(Self { socket, tab, stopper, listen: None, listened: String::new(), entered: None })
    }

    pub(crate) fn tab(&self) -> &Tab {
        &self.tab
    }

    fn context(&self) -> String {
        self.tab.state().frame.clone()
    }

    /// See [`webagents_runtime::Page::navigate`]. A refusal has the browser's message.
    pub(crate) async fn navigate(&mut self, url: &str, deadline: Duration) -> Result<(), PageError> {
        let params = json!({ "context": self.context(), "url": url, "wait": "complete" }).to_string();
        let end = Instant::now() + deadline;
        self.open_channel().await?;
        self.tab.state().driven = Driven::ByUs;
        let answer = match self.socket.send("browsingContext.navigate", &params).await {
            Ok(mut ticket) => self.led(&mut ticket, end).await,
            Err(fault) => Some(Ok(Err(fault))),
        };
        self.tab.state().driven = Driven::No;
        match answer {
            Some(Ok(Ok(_))) => {}
            Some(Ok(Err(Fault::Refused(why)))) => {
                // A page that moves on at once ends the way to it and begins another one.
                let moves_on = why.contains("NS_BINDING_ABORTED") || why.contains("concurrent");
                if !(moves_on && self.tab.state().phase != Phase::Still) {
                    self.tab.settle(Phase::Still);
                    let why = why.trim_start_matches("unknown error: ").trim_start_matches("Error: ");
                    return Err(PageError::new(PageErrorKind::Unreachable, why));
                }
            }
            Some(Ok(Err(fault))) => return Err(self.tab.error(fault)),
            Some(Err(ended)) => return Err(ended),
            None => {
                self.stop_loading().await;
                return Err(PageError::new(PageErrorKind::Timeout, "the page did not load in time"));
            }
        }
        // A script of the page may have led elsewhere already.
        self.arrived(end).await;
        Ok(())
    }

    /// Waits for the end of a navigation of ours.
    ///
    /// Firefox does not report it where a navigation of the page's own has taken the place of ours.
    async fn led(
        &self,
        ticket: &mut Ticket,
        end: Instant,
    ) -> Option<Result<Result<Reply, Fault>, PageError>> {
        let documents = self.tab.state().documents;
        let mut idle = 0;
        loop {
            let look = end.min(Instant::now() + LOOK);
            let answer = self.tab.wait(ticket, look).await;
            if answer.is_some() || look == end {
                return answer;
            }
            let Some(stopper) = &self.stopper else { continue };
            idle = if stopper.is_idle(&self.socket).await { idle + 1 } else { 0 };
            let needed = if self.tab.state().documents == documents { IDLE_UNMOVED } else { IDLE_MOVED };
            if idle >= needed {
                let last = self.tab.wait(ticket, end.min(Instant::now() + LOOK)).await;
                let why = "the page went elsewhere by itself";
                return last.or_else(|| Some(Ok(Err(Fault::Refused(why.to_owned())))));
            }
        }
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
        let document = self.enter(end).await?;
        let events = self.tab.state().events;
        let mut ticket = self.send_once(script).await.map_err(|fault| self.tab.error(fault))?;
        let answer = tokio::select! {
            biased;
            answer = self.tab.wait(&mut ticket, end) => Some(answer),
            () = self.tab.moved(document) => None,
        };
        let answer = match answer {
            Some(Some(answer)) => answer?,
            Some(None) => match self.late(&mut ticket, end + PING).await? {
                Some(answer) => answer,
                None => {
                    return Err(PageError::new(PageErrorKind::Timeout, "the script was not done in time"));
                }
            },
            // No event reports that the script has ended.
            None => match timeout(LAST_WORD, ticket.answer()).await {
                Ok(answer) => answer,
                Err(_) => Err(Fault::Refused("no such frame".to_owned())),
            },
        };
        let answer = match answer {
            Ok(reply) => evaluated(&reply),
            Err(fault) => Err(self.tab.error(fault)),
        };
        if matches!(&answer, Err(error) if error.kind() == PageErrorKind::Navigated) {
            if self.tab.state().documents == document {
                // A page that crashes has the same event; the event of the crash comes a little later.
                tokio::select! {
                    biased;
                    ended = self.tab.ended() => return Err(ended),
                    () = self.tab.moved(document) => {}
                    () = sleep(CRASHES) => {}
                }
            }
            let until = end.max(Instant::now() + PING).min(Instant::now() + NEXT_DOCUMENT);
            self.arrived(until).await;
        }
        self.tab.ran(script, events);
        answer
    }

    /// Waits until the document that the page is on the way to is there, or `until`; whether it is.
    async fn arrived(&self, until: Instant) -> bool {
        let perhaps = matches!(self.tab.state().phase, Phase::Perhaps(_));
        if perhaps {
            // A busy page's own tasks come before this.
            let _ = self.ask("0", until.min(Instant::now() + ANSWER)).await;
        }
        loop {
            let look = until.min(Instant::now() + LOOK);
            if self.tab.loaded(look).await {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            // Firefox does not report a navigation that gave no document, such as a response without a document.
            if let Some(stopper) = &self.stopper
                && stopper.is_idle(&self.socket).await
            {
                self.tab.settle(Phase::Still);
            }
        }
    }

    /// Sends an expression that may be evaluated more than once.
    async fn send_script(&self, expression: &str, sandbox: Option<&str>) -> Result<Ticket, Fault> {
        let sandbox = sandbox.map(|name| format!(",\"sandbox\":\"{name}\"")).unwrap_or_default();
        let params = format!(
            "{{\"expression\":{},\"target\":{{\"context\":{}{sandbox}}},\"awaitPromise\":true,{ONE_TEXT}}}",
            Value::from(expression),
            Value::from(self.context()),
        );
        self.socket.send("script.evaluate", &params).await
    }

    /// Evaluates an expression in the realm of our own, where the page has no say.
    async fn ask(&self, expression: &str, end: Instant) -> Option<Result<Answer, PageError>> {
        let mut ticket = match self.send_script(expression, Some(SANDBOX)).await {
            Ok(ticket) => ticket,
            Err(fault) => return Some(Err(self.tab.error(fault))),
        };
        Some(match self.tab.wait(&mut ticket, end).await? {
            Ok(Ok(reply)) => evaluated(&reply),
            Ok(Err(fault)) => Err(self.tab.error(fault)),
            Err(ended) => Err(ended),
        })
    }

    /// Classifies a late answer: a page that does not answer a ping either hangs.
    async fn late(
        &self,
        ticket: &mut Ticket,
        end: Instant,
    ) -> Result<Option<Result<Reply, Fault>>, PageError> {
        match self.ask("0", end).await {
            Some(answer) => answer?,
            None => return Err(hung()),
        };
        // It may have come in between.
        Ok(timeout_at(Instant::now(), ticket.answer()).await.ok())
    }

    /// Opens the channel in every document from now on and in this one, if one is wanted.
    ///
    /// It is handed over before the scripts of a page: after them, a page could have taken the place of what hands it
    /// over.
    async fn open_channel(&mut self) -> Result<(), PageError> {
        let Some(take) = self.listen.take() else { return Ok(()) };
        let channel = json!([{ "type": "channel", "value": { "channel": CHANNEL, "ownership": "none" } }]);
        let always = json!({ "functionDeclaration": take, "arguments": channel });
        let now = json!({
            "functionDeclaration": take,
            "arguments": channel,
            "awaitPromise": false,
            "target": { "context": self.context() },
        });
        for (method, params) in [("script.addPreloadScript", always), ("script.callFunction", now)] {
            let sent = self.socket.send(method, &params.to_string()).await;
            let mut ticket = sent.map_err(|fault| self.tab.error(fault))?;
            match self.tab.wait(&mut ticket, Instant::now() + ANSWER).await {
                // A document that has none keeps its journal to itself until it ends.
                Some(Ok(Ok(_) | Err(Fault::Refused(_)))) => {}
                Some(Ok(Err(fault))) => return Err(self.tab.error(fault)),
                Some(Err(ended)) => return Err(ended),
                None => return Err(hung()),
            }
        }
        Ok(())
    }

    /// Takes hold of the document: its number, and its realm.
    ///
    /// Firefox runs what it was sent again in the next document when the document goes away, and what a script does must
    /// be done once. A realm is that of one document.
    async fn enter(&mut self, end: Instant) -> Result<u64, PageError> {
        let document = self.tab.state().documents;
        if self.entered.as_ref().is_some_and(|(entered, _)| *entered == document) {
            return Ok(document);
        }
        let mut ticket = self.send_script("0", None).await.map_err(|fault| self.tab.error(fault))?;
        let Some(answer) = self.tab.wait(&mut ticket, end).await else { return Err(hung()) };
        let answer: Value = answer?.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault))?;
        let why = "the browser names no realm of the page's document";
        let realm = answer["realm"].as_str();
        let realm = realm.ok_or_else(|| PageError::new(PageErrorKind::Other, why))?;
        self.entered = Some((document, realm.to_owned()));
        Ok(document)
    }

    /// Sends a script, the body of a function, for the document that was entered.
    async fn send_once(&self, script: &str) -> Result<Ticket, Fault> {
        let realm = self.entered.as_ref().map(|(_, realm)| realm.as_str()).unwrap_or_default();
        let params = format!(
            "{{\"expression\":{},\"target\":{{\"realm\":{}}},\"awaitPromise\":true,{ONE_TEXT}}}",
            Value::from(format!("{OPEN}{script}\n}})()")),
            Value::from(realm),
        );
        self.socket.send("script.evaluate", &params).await
    }

    pub(crate) fn listen(&mut self, take: &str) {
        if self.listened != take {
            take.clone_into(&mut self.listened);
            self.listen = Some(take.to_owned());
        }
    }

    /// See [`webagents_runtime::Page::preload`]. It is for every tab of the session.
    pub(crate) async fn preload(&mut self, script: &str) -> Result<Preload, PageError> {
        let params = json!({ "functionDeclaration": format!("()=>{{{script}\n}}") }).to_string();
        match self.socket.call("script.addPreloadScript", &params, ATTACH).await {
            Ok(_) => {}
            Err(Fault::Refused(_)) => return Ok(Preload::Unsupported),
            Err(fault) => return Err(self.tab.error(fault)),
        }
        let here = format!("(()=>{{{script}\n}})()");
        let mut ticket = self.send_script(&here, None).await.map_err(|fault| self.tab.error(fault))?;
        match self.tab.wait(&mut ticket, Instant::now() + ATTACH).await {
            Some(answer) => answer?.map(|_| Preload::Installed).map_err(|fault| self.tab.error(fault)),
            None => Err(hung()),
        }
    }

    /// The URL of the page's document, by the browser's own word.
    pub(crate) async fn url(&self) -> Result<String, PageError> {
        let params = json!({ "root": self.context(), "maxDepth": 0 }).to_string();
        let reply = self.socket.call("browsingContext.getTree", &params, ANSWER).await;
        let tree: Value = reply.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault))?;
        let url = tree["contexts"][0]["url"].as_str().map(str::to_owned);
        url.ok_or_else(|| PageError::new(PageErrorKind::Other, "the browser names no URL for the page"))
    }

    /// See [`webagents_runtime::Page::check_syntax`]: the engine parses the script in our own realm, which no policy of
    /// the page governs, as a function that is not called.
    pub(crate) async fn check_syntax(&self, script: &str) -> Result<SyntaxCheck, PageError> {
        let text = Value::from(format!("{OPEN}{script}\n}})"));
        let expression = format!(
            "(()=>{{try{{eval({text})}}catch(e){{return JSON.stringify([''+e,e.lineNumber,e.columnNumber])}}return ''}})()"
        );
        let answer = match self.ask(&expression, Instant::now() + ANSWER).await {
            Some(answer) => answer?,
            None => return Err(hung()),
        };
        let Answer::Text(text) = answer else { return Ok(SyntaxCheck::Unknown) };
        if text.is_empty() {
            return Ok(SyntaxCheck::Valid);
        }
        let Ok((message, line, column)) = serde_json::from_str::<(String, usize, usize)>(&text) else {
            return Ok(SyntaxCheck::Unknown);
        };
        // Both count from 1, and the text before the script is on its first line.
        let column = if line == 1 { column.saturating_sub(OPEN.len()) } else { column };
        Ok(SyntaxCheck::Fault(SyntaxFault::new(message, line, column.max(1))))
    }

    /// Ends what the page is on the way to, if it is.
    async fn stop_loading(&self) {
        // A page that does not take it is found out by what is asked next.
        let _ = self.ask("window.stop()", Instant::now() + ANSWER).await;
        self.tab.settle(Phase::Still);
    }
}
