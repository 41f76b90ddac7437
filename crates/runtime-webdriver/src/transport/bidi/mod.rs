//! A page over WebDriver `BiDi`, which Firefox has: one message each way for a script.
//!
//! The decision: scripts run in the page's own realm, where classic WebDriver uses a sandbox, and the browser reports
//! dialogs, navigations and the end as they happen. The standard has three gaps, which are closed here: a script has no
//! time limit, so the clock is ours; a script cannot be ended (`stop.rs` has what Firefox offers next to the standard,
//! and a new tab for where there is nothing); and a document in the back/forward cache never answers a script, so a
//! script is given up once another document has replaced its own.
//!
//! This is not a client of the whole protocol: it sends a dozen commands and handles ten events (`events.rs`).
//!
//! Source: <https://www.w3.org/TR/webdriver-bidi/>.

use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until};
use webagents_runtime::driver::{Capability, DriverFuture};
use webagents_runtime::page::{Answer, PageFuture, Preload, Recovery, SyntaxCheck, SyntaxFault};
use webagents_runtime::{PageError, PageErrorKind};

use super::events::{Driven, Phase, Tab};
use super::failure::{hung, no_document, not_shown};
use super::page_driver::{ANSWER, ATTACH, LEAVES, PageDriver, replaced, unnamed};
use super::primitives::{Dialogs as _, lock};
use super::remote::evaluated;
use super::socket::{Fault, Reply, Socket, Ticket};
use super::storage::{StorageFuture, StorageTab};
use super::webdriver::WebDriver;
use super::{Stopping, Transport};
use crate::driver::tls::Address;
use crate::error::Error;

mod events;
mod partitions;
mod primitives;
mod stop;
mod storage;

use events::{EVENTS, Events};
use primitives::state::Actions;
use stop::Stopper;
use storage::BidiTab;

/// Time for a new tab for cookies and storage.
const TAB: Duration = Duration::from_secs(15);
/// Time for the browser to report a page crash after the script's realm disappears.
const CRASHES: Duration = Duration::from_secs(2);
/// Time after which a command checks whether a navigation continues.
const LOOK: Duration = Duration::from_secs(1);
/// Times in a row that the browser reports no load before a navigation counts as replaced.
///
/// This one is for a navigation during which another document came. On a busy machine a load begins seconds after its
/// command, and its end is reported seconds late.
const IDLE_MOVED: u32 = 2;
/// The same if no document came.
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

/// Time in which the browser's monitor reports a script.
///
/// It takes a second and at the most a few (`dom.max_script_run_time`), or longer on a busy machine.
const STOP: Duration = Duration::from_secs(8);
/// Time between two questions to the monitor, and the time that a page then has to answer.
const AGAIN: Duration = Duration::from_millis(250);
/// Time for a new tab; it is a new process on a busy machine.
const CREATE: Duration = Duration::from_secs(12);

/// A connection to one page of a session.
pub(crate) struct Bidi {
    socket: Socket,
    tab: Tab,
    driver: WebDriver,
    address: Address,
    stopper: Option<Stopper>,
    scripts: Mutex<Scripts>,
    actions: Actions,
    /// `true` if the browser leaves dialogs to this connection.
    answers_dialogs: bool,
}

/// Scripts of the harness in the page.
#[derive(Default)]
struct Scripts {
    /// The function that takes the channel, while nothing was done about it, and the last one.
    listen: Option<String>,
    listened: String,
    /// The document that was entered, by [`super::events::State::documents`], and its realm.
    entered: Option<(u64, String)>,
}

impl Bidi {
    /// Connects to the session with the `webSocketUrl` `address`, for the page of the window `handle`.
    ///
    /// `None` when it cannot be reached or lacks an event that is needed.
    pub(super) async fn attach(address: Address, handle: &str, driver: WebDriver) -> Option<Self> {
        let tab = Tab::default();
        // The handle of a window is the identifier of its browsing context.
        handle.clone_into(&mut tab.state().frame);
        CHANNEL.clone_into(&mut tab.state().journal.channel);
        let actions = Actions::default();
        let events = Events::new(tab.clone(), std::sync::Arc::clone(&actions.log));
        let socket = Socket::open(&address, events, ATTACH).await.ok()?;
        let answers_dialogs = driver.capability("unhandledPromptBehavior")["default"] == "ignore";
        socket.call("session.subscribe", &json!({ "events": EVENTS }).to_string(), ATTACH).await.ok()?;
        let stopper = Stopper::find(&socket).await;
        Some(Self {
            socket,
            tab,
            driver,
            address,
            stopper,
            scripts: Mutex::default(),
            actions,
            answers_dialogs,
        })
    }

    fn scripts(&self) -> MutexGuard<'_, Scripts> {
        self.scripts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn context(&self) -> String {
        self.tab.state().frame.clone()
    }

    /// Loads `url`. A refusal has the browser's message.
    async fn go(&self, url: &str, deadline: Duration) -> Result<(), PageError> {
        if self.dismiss_held().await {
            // Dialogs that follow are dismissed as they open, which must not be while the page is being left.
            self.resumed().await;
        }
        self.free().await?;
        let params = json!({ "context": self.context(), "url": url, "wait": "complete" }).to_string();
        let end = Instant::now() + deadline;
        self.open_channel().await?;
        let documents = self.tab.state().documents;
        let driving = self.tab.drive(Driven::ByUs);
        let answer = match self.socket.send("browsingContext.navigate", &params).await {
            Ok(mut ticket) => self.led(&mut ticket, end).await,
            Err(fault) => Some(Ok(Err(fault))),
        };
        drop(driving);
        match answer {
            Some(Ok(Ok(reply))) => {
                let led: Value = reply.read().map_err(|fault| self.tab.error(fault))?;
                if let Some(navigation) = led["navigation"].as_str()
                    && lock(&self.actions.log).has_download_of(navigation)
                {
                    return Err(no_document());
                }
            }
            Some(Ok(Err(Fault::Refused(why)))) => {
                // A page that moves on at once ends the way to it and begins another one.
                if why.contains("NS_BINDING_ABORTED") || why.contains("concurrent") {
                    self.arrived(end).await;
                    if self.tab.state().documents > documents {
                        return Ok(());
                    }
                    self.tab.settle(Phase::Still);
                    return Err(no_document());
                }
                self.tab.settle(Phase::Still);
                let why = why.trim_start_matches("unknown error: ").trim_start_matches("Error: ");
                return Err(PageError::new(PageErrorKind::Unreachable, why));
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
    /// Firefox does not report it if the page's own navigation has replaced ours.
    async fn led(
        &self,
        ticket: &mut Ticket,
        end: Instant,
    ) -> Option<Result<Result<Reply, Fault>, PageError>> {
        let documents = self.tab.state().documents;
        let mut idle = 0;
        let mut answered = Instant::now();
        loop {
            let look = end.min(Instant::now() + LOOK);
            let answer = self.tab.wait(ticket, look).await;
            if answer.is_some() || look == end {
                return answer;
            }
            let Some(stopper) = &self.stopper else { continue };
            // A page whose script keeps it busy leaves when that is done.
            let answers = self.ask("0", end.min(Instant::now() + LOOK)).await.is_some();
            let is_left = self.tab.state().documents != documents;
            if answers || is_left {
                answered = Instant::now();
            } else if answered.elapsed() > LEAVES {
                // Such as a handler of `beforeunload` that loops.
                self.terminate().await;
            }
            let is_idle = answers && stopper.is_idle(&self.socket).await;
            idle = if is_idle { idle + 1 } else { 0 };
            let needed = if is_left { IDLE_MOVED } else { IDLE_UNMOVED };
            if idle >= needed {
                let last = self.tab.wait(ticket, end.min(Instant::now() + LOOK)).await;
                let why = "the page went elsewhere by itself";
                return last.or_else(|| Some(Ok(Err(Fault::Refused(why.to_owned())))));
            }
        }
    }

    /// Waits for the events of a document that went away, and returns the error of a page that crashed.
    ///
    /// A page that crashes has the same event as one that moves on, and the event of the crash comes a little later.
    async fn went(&self, document: u64) -> Option<PageError> {
        if self.tab.state().documents != document {
            return None;
        }
        tokio::select! {
            biased;
            ended = self.tab.ended() => Some(ended),
            () = self.tab.moved(document) => None,
            () = sleep(CRASHES) => None,
        }
    }

    async fn terminate(&self) {
        if let Some(stopper) = &self.stopper {
            stopper.terminate(&self.socket).await;
        }
    }

    /// Ends the script that runs in the page now, and returns whether the page answers again.
    async fn stop_script(&self) -> bool {
        self.dismiss_held().await;
        let end = Instant::now() + STOP;
        while self.stopper.is_some() && Instant::now() < end {
            self.terminate().await;
            let again = Instant::now() + AGAIN;
            if let Some(Ok(_)) = self.ask("0", again).await {
                // No target is known: its loading may have been stopped with the script.
                self.stop_loading().await;
                return true;
            }
            sleep_until(again).await;
        }
        false
    }

    /// Opens a tab in the background, without events, and returns its handle.
    async fn open(&self, within: Duration) -> Result<String, PageError> {
        let params = json!({ "type": "tab", "background": true });
        let made: Value = self.call("browsingContext.create", &params, within).await?;
        made["context"].as_str().map(str::to_owned).ok_or_else(|| unnamed("tab that it has opened"))
    }

    /// Closes the page and goes on in a new, empty tab of the same browser.
    async fn reopen(&self) -> Option<()> {
        // In this order: a browser whose last tab is closed ends.
        let new = self.open(CREATE).await.ok()?;
        let old = {
            let mut state = self.tab.state();
            state.phase = Phase::Still;
            state.documents += 1;
            state.end = None;
            std::mem::replace(&mut state.frame, new.clone())
        };
        self.scripts().entered = None;
        let params = json!({ "context": old }).to_string();
        match self.socket.call("browsingContext.close", &params, ANSWER).await {
            // A page that crashed may be gone already.
            Ok(_) | Err(Fault::Refused(_)) => self.driver.switch_to(new).await,
            Err(_) => None,
        }
    }

    /// Opens the tab for cookies and storage.
    ///
    /// It is made by the session's own connection, for the listener of the other has to know it.
    async fn storage_tab(&self) -> Result<BidiTab, Error> {
        let context = self.open(TAB).await?;
        let opened = BidiTab::open(&self.address, context.clone(), self.stopper.is_some()).await;
        if opened.is_err() {
            let params = json!({ "context": context }).to_string();
            // Without a connection of its own the tab does not close itself.
            let _ = self.socket.call("browsingContext.close", &params, ANSWER).await;
        }
        let tab = opened?;
        if let Some(stopper) = &self.stopper {
            stopper.bypass_service_workers(&self.socket, &tab.blank()).await;
        }
        Ok(tab)
    }

    /// Opens the channel in every document from now on and in this one, if one is wanted.
    ///
    /// It is handed over before the scripts of a page: after them, a page could have taken the place of what hands it
    /// over.
    async fn open_channel(&self) -> Result<(), PageError> {
        let Some(take) = self.scripts().listen.take() else { return Ok(()) };
        let channel = json!([{ "type": "channel", "value": { "channel": CHANNEL, "ownership": "none" } }]);
        let always = json!({ "functionDeclaration": take, "arguments": channel });
        let now = json!({
            "functionDeclaration": take,
            "arguments": channel,
            "awaitPromise": false,
            "target": { "context": self.context() },
        });
        for (method, params) in [("script.addPreloadScript", always), ("script.callFunction", now)] {
            let mut ticket = self.send(method, &params.to_string()).await?;
            match self.tab.wait(&mut ticket, Instant::now() + ANSWER).await.ok_or_else(hung)?? {
                // A document that has none keeps its journal to itself until it ends.
                Ok(_) | Err(Fault::Refused(_)) => {}
                Err(fault) => return Err(self.tab.error(fault)),
            }
        }
        Ok(())
    }

    /// Returns the parameters of an expression that may be evaluated more than once.
    fn expression(&self, expression: &str, sandbox: Option<&str>) -> String {
        let sandbox = sandbox.map(|name| format!(",\"sandbox\":\"{name}\"")).unwrap_or_default();
        format!(
            "{{\"expression\":{},\"target\":{{\"context\":{}{sandbox}}},\"awaitPromise\":true,{ONE_TEXT}}}",
            Value::from(expression),
            Value::from(self.context()),
        )
    }

    /// Looks for a syntax error in `script`, the body of a function.
    ///
    /// The engine parses it in our own realm, which no policy of the page governs, as a function that is not called.
    async fn parse(&self, script: &str) -> Result<SyntaxCheck, PageError> {
        let text = Value::from(format!("{OPEN}{script}\n}})"));
        let expression = format!(
            "(()=>{{try{{eval({text})}}catch(e){{return JSON.stringify([''+e,e.lineNumber,e.columnNumber])}}return ''}})()"
        );
        let answer = self.ask(&expression, Instant::now() + ANSWER).await.ok_or_else(hung)??;
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
}

impl PageDriver for Bidi {
    const GRACE: Duration = Duration::from_millis(300);
    const PING: Duration = Duration::from_millis(700);
    const ENDS_SILENTLY: bool = true;

    fn socket(&self) -> &Socket {
        &self.socket
    }

    /// Evaluates an expression in the realm of our own, which the page cannot change.
    async fn ask(&self, expression: &str, end: Instant) -> Option<Result<Answer, PageError>> {
        let params = self.expression(expression, Some(SANDBOX));
        let reply = self.reply("script.evaluate", &params, end).await?;
        Some(reply.and_then(|reply| evaluated(&reply)))
    }

    /// Takes hold of the document: its number, and its realm.
    ///
    /// Firefox runs a script again in the next document when the document goes away, and the effects of a script must
    /// be done once. A realm belongs to one document.
    async fn enter(&self, end: Instant) -> Result<u64, PageError> {
        self.open_channel().await?;
        let document = self.tab.state().documents;
        if self.scripts().entered.as_ref().is_some_and(|(entered, _)| *entered == document) {
            return Ok(document);
        }
        let params = self.expression("0", None);
        let reply = self.reply("script.evaluate", &params, end).await.ok_or_else(hung)??;
        let answer: Value = reply.read().map_err(|fault| self.tab.error(fault))?;
        let realm = answer["realm"].as_str().ok_or_else(|| unnamed("realm of the page's document"))?;
        self.scripts().entered = Some((document, realm.to_owned()));
        Ok(document)
    }

    async fn run(&self, script: &str, document: u64, end: Instant) -> Result<Answer, PageError> {
        let params = {
            let scripts = self.scripts();
            let realm = scripts.entered.as_ref().map(|(_, realm)| realm.as_str()).unwrap_or_default();
            format!(
                "{{\"expression\":{},\"target\":{{\"realm\":{}}},\"awaitPromise\":true,{ONE_TEXT}}}",
                Value::from(format!("{OPEN}{script}\n}})()")),
                Value::from(realm),
            )
        };
        let mut ticket = self.send("script.evaluate", &params).await?;
        let answer = self.answered(&mut ticket, document, end).await;
        if matches!(&answer, Err(error) if error.kind() == PageErrorKind::Navigated)
            && let Some(ended) = self.went(document).await
        {
            return Err(ended);
        }
        evaluated(&answer?)
    }

    async fn loaded(&self, until: Instant) -> bool {
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
}

impl Transport for Bidi {
    fn engine(&self) -> &'static str {
        "Firefox"
    }

    fn supports(&self, capability: Capability) -> bool {
        use Capability as C;
        match capability {
            // Firefox of another program dismisses dialogs by itself.
            C::Dialogs => self.answers_dialogs,
            C::Files | C::Choosers | C::Downloads => self.address.is_local(),
            // The protocol has no command for them.
            C::Listeners => false,
            _ => true,
        }
    }

    fn dismiss_held(&self) -> Pin<Box<dyn Future<Output = bool> + Send + '_>> {
        Box::pin(self.dismiss())
    }

    fn restrict_tabs(&self) {
        self.restrict();
    }

    fn own_tabs(&self) -> Vec<String> {
        self.own()
    }

    fn reset(&self) -> DriverFuture<'_, ()> {
        Box::pin(self.reset_actions())
    }

    fn tab(&self) -> &Tab {
        &self.tab
    }

    fn driver(&self) -> &WebDriver {
        &self.driver
    }

    fn stopping(&self) -> Stopping {
        if self.stopper.is_some() { Stopping::InPlace } else { Stopping::NewTab }
    }

    fn evaluate<'a>(&'a self, script: &'a str, deadline: Duration) -> PageFuture<'a, Answer> {
        Box::pin(self.evaluate_once(script, deadline))
    }

    fn navigate<'a>(&'a self, url: &'a str, deadline: Duration) -> PageFuture<'a, ()> {
        Box::pin(async move {
            self.driver.usable()?;
            self.go(url, deadline).await.map_err(|error| not_shown(url, deadline, error))
        })
    }

    /// The URL of the page's document, by the browser's own word.
    fn url(&self) -> PageFuture<'_, String> {
        Box::pin(async {
            let params = json!({ "root": self.context(), "maxDepth": 0 });
            let tree: Value = self.call("browsingContext.getTree", &params, ANSWER).await?;
            let url = tree["contexts"][0]["url"].as_str().map(str::to_owned);
            url.ok_or_else(|| unnamed("URL for the page"))
        })
    }

    fn check_syntax<'a>(&'a self, script: &'a str) -> PageFuture<'a, SyntaxCheck> {
        Box::pin(self.parse(script))
    }

    /// It is for every tab of the session.
    fn preload<'a>(&'a self, script: &'a str) -> PageFuture<'a, Preload> {
        Box::pin(async move {
            self.driver.usable()?;
            let params = json!({ "functionDeclaration": format!("()=>{{{script}\n}}") }).to_string();
            match self.socket.call("script.addPreloadScript", &params, ATTACH).await {
                Ok(_) => {}
                Err(Fault::Refused(_)) => return Ok(Preload::Unsupported),
                Err(fault) => return Err(self.tab.error(fault)),
            }
            let here = self.expression(&format!("(()=>{{{script}\n}})()"), None);
            let installed = self.reply("script.evaluate", &here, Instant::now() + ATTACH).await;
            installed.ok_or_else(hung)?.map(|_| Preload::Installed)
        })
    }

    fn listen(&self, take: &str) {
        let mut scripts = self.scripts();
        if scripts.listened != take {
            take.clone_into(&mut scripts.listened);
            scripts.listen = Some(take.to_owned());
        }
    }

    fn stop(&self) -> PageFuture<'_, Recovery> {
        Box::pin(async {
            if let Some(recovered) = self.driver.get_back(|| self.terminate(), "the browser").await {
                return recovered;
            }
            if self.stop_script().await { Ok(Recovery::Stopped) } else { self.replace().await }
        })
    }

    fn replace(&self) -> PageFuture<'_, Recovery> {
        Box::pin(replaced(self.reopen()))
    }

    fn storage(&self) -> StorageFuture<'_, Box<dyn StorageTab>> {
        Box::pin(async { Ok(Box::new(self.storage_tab().await?) as Box<dyn StorageTab>) })
    }
}
