//! A page over the Chrome `DevTools` Protocol: one message each way for a script.
//!
//! The decision: scripts go to Chromium itself and past its WebDriver, which makes five messages of one and answers by
//! scripts of its own in the page's realm. No domain is enabled whose events cost: `Page` and `Inspector` report
//! navigations, dialogs and crashes; `Runtime`, which would copy all that a page logs, stays off. Being attached before
//! a script runs is what makes an endless loop stoppable: a page in one answers no debugger that comes later.
//!
//! Sources: <https://chromedevtools.github.io/devtools-protocol/tot/Runtime/>, `Page`, `Inspector` and `Target` there.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};
use webagents_runtime::PageError;
use webagents_runtime::driver::{Capability, DriverFuture};
use webagents_runtime::page::{Answer, PageFuture, Preload, Recovery, SyntaxCheck};

use super::Transport;
use super::error_page::refuse_error_page;
use super::events::{End, Phase, Tab};
use super::failure::{not_shown, unstoppable};
use super::page_driver::{ATTACH, PageDriver, REPLACE, replaced, unnamed};
use super::primitives::Dialogs as _;
use super::remote::evaluated;
use super::socket::{Fault, Socket, Ticket};
use super::storage::{StorageFuture, StorageTab};
use super::webdriver::{WebDriver, compile, syntax};
use crate::driver::capabilities::BLANK;
use crate::driver::tls::Address;

pub(super) mod endpoint;
mod events;
mod left;
mod primitives;
pub(super) mod storage;
mod visit;

use events::Events;
use primitives::state::Actions;
use storage::DevtoolsTab;

/// The command that has file choosers reported in place of being opened, and its parameters.
const INTERCEPT: &str = "Page.setInterceptFileChooserDialog";
const HOLD: &str = "{\"enabled\":true}";

/// Time for a command to the browser and not to the page.
const ANSWER: Duration = Duration::from_secs(2);
/// Time for a context to end.
const CLOSE: Duration = Duration::from_secs(5);
/// Time in which a hung page is stopped, all in all, and time to answer after each try.
const STOP: Duration = Duration::from_secs(4);
const STOPPED: Duration = Duration::from_secs(1);
/// Time for the first of the new tabs to answer.
///
/// Chromium keeps a process ready for the next page, and what ended the old page's may have ended that one as well: a
/// tab in it never answers, and the next has a process that is really new.
const FIRST: Duration = Duration::from_secs(6);

/// A connection to a browser's debugger, with one page of it.
pub(crate) struct Cdp {
    socket: Socket,
    tab: Tab,
    driver: WebDriver,
    /// The WebSocket of the browser as a whole.
    browser: Address,
    scripts: Mutex<Scripts>,
    /// The browser context that is ours and ends with this connection, in a browser that is shared.
    context: Option<String>,
    actions: Actions,
}

/// Scripts of the harness in the page.
#[derive(Default)]
struct Scripts {
    preloads: Vec<String>,
    /// The function that takes the channel, when one is wanted.
    listen: Option<String>,
    /// The document in which the channel is open, by [`super::events::State::documents`].
    listening: Option<u64>,
    channels: u64,
}

impl Cdp {
    /// Connects to a browser, for the page whose WebDriver window handle is `handle`.
    ///
    /// `None` when it cannot be reached, as with a browser on another machine.
    pub(super) async fn attach(browser: Address, handle: &str, driver: WebDriver) -> Option<Self> {
        let tab = Tab::default();
        let socket = Socket::open(&browser, Events(tab.clone()), ATTACH).await.ok()?;
        let cdp = Self::new(socket, tab, driver, browser, None);
        // Older chromedrivers put a prefix before the target's identifier.
        let target = handle.trim_start_matches("CDwindow-");
        cdp.show(target).await.ok()?;
        Some(cdp)
    }

    /// Creates a context with an empty page in a browser, and with `proxy` for all its connections.
    ///
    /// The connection that creates a context owns it (`disposeOnDetach`). So the context ends with its session, whether
    /// that is closed, dropped or killed with its process. A page that replaces a crashed one uses the same connection,
    /// because closing that would end the context.
    ///
    /// Source: <https://chromedevtools.github.io/devtools-protocol/tot/Target/#method-createBrowserContext>.
    pub(crate) async fn open_context(
        browser: &Address,
        window: (u32, u32),
        proxy: Option<SocketAddr>,
        driver: WebDriver,
    ) -> Result<Self, Fault> {
        let tab = Tab::default();
        let socket = Socket::open(browser, Events(tab.clone()), ATTACH).await?;
        let mut params = json!({ "disposeOnDetach": true });
        if let Some(proxy) = proxy {
            params["proxyServer"] = json!(format!("http://{proxy}"));
            // Without this entry the browser connects to loopback addresses directly.
            params["proxyBypassList"] = json!("<-loopback>");
        }
        let made = socket.call_browser("Target.createBrowserContext", &params.to_string(), ATTACH).await?;
        let context = text(&made.read()?, "browserContextId")?;
        let (width, height) = window;
        let page = json!({ "url": BLANK, "browserContextId": context, "width": width, "height": height });
        let made = socket.call_browser("Target.createTarget", &page.to_string(), ATTACH).await?;
        let target = text(&made.read()?, "targetId")?;
        let cdp = Self::new(socket, tab, driver, browser.clone(), Some(context));
        cdp.show(&target).await?;
        Ok(cdp)
    }

    fn new(socket: Socket, tab: Tab, driver: WebDriver, browser: Address, context: Option<String>) -> Self {
        let (scripts, actions) = Default::default();
        Self { socket, tab, driver, browser, scripts, context, actions }
    }

    fn scripts(&self) -> MutexGuard<'_, Scripts> {
        self.scripts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The part of the browser that is given up with the page.
    fn lost(&self) -> &'static str {
        if self.context.is_some() { "its context" } else { "the browser" }
    }

    /// Makes another page of the browser ours.
    async fn show(&self, target: &str) -> Result<(), Fault> {
        let session = self.attach_to(target).await?;
        {
            let mut state = self.tab.state();
            state.shows_tab(target);
            session.clone_into(&mut state.session);
            state.journal.channel.clear();
            state.is_anothers = false;
        }
        self.socket.use_session(&session);
        self.scripts().listening = None;
        let mut methods = vec![("Page.enable", "{}"), ("Inspector.enable", "{}")];
        if self.context.is_some() {
            // Only one window is in front. In the others timers are throttled and pages have no focus.
            methods.push(("Emulation.setFocusEmulationEnabled", "{\"enabled\":true}"));
        }
        if self.tab.state().dialogs.choosers.are_held {
            methods.push((INTERCEPT, HOLD));
        }
        let mut answers = Vec::new();
        for (method, params) in methods {
            answers.push(self.socket.send(method, params).await?);
        }
        for mut answer in answers {
            timeout(ATTACH, answer.answer()).await.unwrap_or(Err(Fault::Late))?;
        }
        Ok(())
    }

    async fn attach_to(&self, target: &str) -> Result<String, Fault> {
        let params = json!({ "targetId": target, "flatten": true }).to_string();
        let attached = self.socket.call_browser("Target.attachToTarget", &params, ATTACH).await?;
        text(&attached.read()?, "sessionId")
    }

    /// Opens another page in the browser, or in our context of it, and returns its handle.
    async fn open(&self, is_background: bool) -> Result<String, PageError> {
        let mut params = json!({ "url": BLANK, "background": is_background });
        if let Some(context) = &self.context {
            params["browserContextId"] = json!(context);
        }
        let made = self.socket.call_browser("Target.createTarget", &params.to_string(), ATTACH).await;
        let made: Value = made.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault))?;
        made["targetId"].as_str().map(str::to_owned).ok_or_else(|| unnamed("new page"))
    }

    /// Closes another page of the browser. One that does not close goes with its browser.
    async fn close_page(&self, target: &str) {
        let params = json!({ "targetId": target }).to_string();
        let _ = self.socket.call_browser("Target.closeTarget", &params, ANSWER).await;
    }

    /// Opens a new page, attaches to it and closes the old one.
    ///
    /// A new page that does not answer `within` this time is closed.
    async fn reopen(&self, within: Duration) -> Option<()> {
        let mut unfinished = Unfinished(Some(&self.tab));
        let old = self.tab.state().frame.clone();
        let new = self.open(false).await.ok()?;
        let preloads = self.scripts().preloads.clone();
        let answers = async {
            self.show(&new).await.ok()?;
            for script in &preloads {
                self.install(script).await.ok()?;
            }
            if self.context.is_none() {
                self.aim_driver(&new).await?;
            }
            Some(())
        };
        let entered = timeout(within, answers).await.ok().flatten();
        if entered.is_none() {
            self.close_page(&new).await;
            old.clone_into(&mut self.tab.state().frame);
            return None;
        }
        unfinished.0 = None;
        self.close_page(&old).await;
        entered
    }

    /// Returns URL and title of the page's document, as the browser knows them: the page may be busy.
    async fn document(&self) -> Result<(String, String), PageError> {
        self.leave_page().await?;
        let history: Value = self.call("Page.getNavigationHistory", &json!({}), ANSWER).await?;
        let index = history["currentIndex"].as_u64().and_then(|index| usize::try_from(index).ok());
        let entry = index.map_or(&Value::Null, |index| &history["entries"][index]);
        let url = entry["url"].as_str().ok_or_else(|| unnamed("URL for the page"))?;
        Ok((url.to_owned(), entry["title"].as_str().unwrap_or_default().to_owned()))
    }

    async fn install(&self, script: &str) -> Result<(), PageError> {
        let params = json!({ "source": script, "runImmediately": true });
        self.call("Page.addScriptToEvaluateOnNewDocument", &params, ANSWER).await.map(|_: Value| ())
    }

    async fn send_script(&self, expression: &str) -> Result<Ticket, PageError> {
        let params = format!(
            "{{\"expression\":{},\"returnByValue\":true,\"awaitPromise\":true}}",
            Value::from(expression)
        );
        self.send("Runtime.evaluate", &params).await
    }

    /// Opens the channel in a document that has none, if one is wanted.
    ///
    /// All of it is on its way before the script is, and no caller waits for the answers.
    async fn open_channel(&self, document: u64) -> Result<(), PageError> {
        let (take, name) = {
            let mut scripts = self.scripts();
            let scripts = &mut *scripts;
            let Some(take) = scripts.listen.as_ref().filter(|_| scripts.listening != Some(document)) else {
                return Ok(());
            };
            // A new name for every document: the name of one is of no use to the next. The harness takes the function
            // away before any script of the page runs; should one have seen it, its notes lack the harness's token.
            scripts.channels += 1;
            scripts.listening = Some(document);
            (take.clone(), format!("{}:{}", self.tab.state().frame, scripts.channels))
        };
        let old = std::mem::replace(&mut self.tab.state().journal.channel, name.clone());
        let member = Value::from(name.as_str());
        if !old.is_empty() {
            self.send("Runtime.removeBinding", &json!({ "name": old }).to_string()).await?;
        }
        self.send("Runtime.addBinding", &json!({ "name": name }).to_string()).await?;
        let script = format!("({take})(window[{member}],delete window[{member}])");
        self.send("Runtime.evaluate", &json!({ "expression": script }).to_string()).await.map(drop)
    }

    /// Ends the script that runs in the page now, and sees that the page answers again.
    async fn stop_script(&self) -> Result<Recovery, PageError> {
        self.dismiss_held().await;
        for session in self.frame_sessions() {
            // Frames of other sites are other processes, of which none has to answer.
            let _ = self.socket.send_session(&session, "Runtime.terminateExecution", "{}").await;
        }
        // The next command detects a browser that does not accept it.
        let terminate = || async {
            let _ = self.socket.call("Runtime.terminateExecution", "{}", ANSWER).await;
        };
        if let Some(recovered) = self.driver.get_back(terminate, self.lost()).await {
            return recovered;
        }
        let end = Instant::now() + STOP;
        while Instant::now() < end {
            // Nobody waits for these answers: a page that is busy in the browser's own code gives none.
            let _ = self.send("Runtime.terminateExecution", "{}").await;
            let _ = self.send("Page.stopLoading", "{}").await;
            self.tab.state().phase = Phase::Still;
            let Ok(mut ping) = self.send_script("0").await else { break };
            if let Ok(Ok(_)) = timeout_at(end.min(Instant::now() + STOPPED), ping.answer()).await {
                return Ok(Recovery::Stopped);
            }
        }
        Err(unstoppable(self.lost()))
    }

    /// Compiles `script`, the body of a function.
    ///
    /// The command needs a session in which `Runtime` is enabled. It is another one, so that ours does not receive all that
    /// the page logs.
    async fn compile(&self, script: &str) -> Result<Value, Fault> {
        let target = self.tab.state().frame.clone();
        let session = self.attach_to(&target).await?;
        let params = compile(script).to_string();
        let compiled = async {
            self.socket.call_session(&session, "Runtime.enable", "{}", ANSWER).await?;
            self.socket.call_session(&session, "Runtime.compileScript", &params, ANSWER).await
        };
        let compiled = compiled.await;
        let params = json!({ "sessionId": session }).to_string();
        // A session that stays attached costs little, and ends with the page.
        let _ = self.socket.call_browser("Target.detachFromTarget", &params, ANSWER).await;
        compiled?.read()
    }

    /// Loads `url`, and checks that it is shown.
    async fn go(&self, url: &str, deadline: Duration) -> Result<(), PageError> {
        if self.dismiss_held().await {
            // Dialogs that follow are dismissed as they open, which must not be while the page is being left.
            self.resumed().await;
        }
        // The page of another job is left in its own way.
        let is_anothers = self.tab.state().is_anothers;
        if !is_anothers {
            self.free().await?;
        }
        let navigated = self.visit(url, deadline).await;
        navigated.map_err(|error| not_shown(url, deadline, error))?;
        // The browser's events name the document that it shows, so that no command to the document is needed.
        let is_error_page = self.tab.state().shown.is_error_page;
        if is_error_page { refuse_error_page(self, url, deadline).await } else { Ok(()) }
    }
}

/// A change to another page that is not complete.
///
/// Dropped before it is, it marks the tab as crashed, so that the next recovery replaces the page once more.
struct Unfinished<'a>(Option<&'a Tab>);

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if let Some(tab) = self.0 {
            tab.end(End::Crashed);
        }
    }
}

impl PageDriver for Cdp {
    const GRACE: Duration = Duration::from_millis(250);
    const PING: Duration = Duration::from_millis(350);
    const ENDS_SILENTLY: bool = false;

    fn socket(&self) -> &Socket {
        &self.socket
    }

    async fn ask(&self, expression: &str, end: Instant) -> Option<Result<Answer, PageError>> {
        let params = json!({ "expression": expression }).to_string();
        let reply = self.reply("Runtime.evaluate", &params, end).await?;
        Some(reply.and_then(|reply| evaluated(&reply)))
    }

    async fn stop_loading(&self) {
        // The next command detects a browser that does not accept it.
        let _ = self.socket.call("Page.stopLoading", "{}", ANSWER).await;
        self.tab.state().phase = Phase::Still;
    }

    async fn enter(&self, _: Instant) -> Result<u64, PageError> {
        let document = self.tab.state().documents;
        self.open_channel(document).await.map(|()| document)
    }

    async fn run(&self, script: &str, document: u64, end: Instant) -> Result<Answer, PageError> {
        // The body of a function, which may `return`; the name of its source is its last line's.
        let mut ticket = self.send_script(&format!("(function(){{{script}\n}})()")).await?;
        evaluated(&self.answered(&mut ticket, document, end).await?)
    }
}

impl Transport for Cdp {
    fn engine(&self) -> &'static str {
        "Chromium"
    }

    fn supports(&self, capability: Capability) -> bool {
        use Capability as C;
        match capability {
            C::Files | C::Choosers | C::Downloads => self.browser.is_local(),
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

    fn evaluate<'a>(&'a self, script: &'a str, deadline: Duration) -> PageFuture<'a, Answer> {
        Box::pin(async move {
            self.leave_page().await?;
            self.evaluate_once(script, deadline).await
        })
    }

    fn navigate<'a>(&'a self, url: &'a str, deadline: Duration) -> PageFuture<'a, ()> {
        Box::pin(self.go(url, deadline))
    }

    fn url(&self) -> PageFuture<'_, String> {
        Box::pin(async { self.document().await.map(|(url, _)| url) })
    }

    fn check_syntax<'a>(&'a self, script: &'a str) -> PageFuture<'a, SyntaxCheck> {
        Box::pin(async move {
            self.leave_page().await?;
            match self.compile(script).await {
                Ok(answer) => Ok(syntax(&answer)),
                Err(Fault::Refused(_)) => Ok(SyntaxCheck::Unknown),
                Err(fault) => Err(self.tab.error(fault)),
            }
        })
    }

    fn preload<'a>(&'a self, script: &'a str) -> PageFuture<'a, Preload> {
        Box::pin(async move {
            self.driver.usable()?;
            self.leave_page().await?;
            self.install(script).await?;
            self.scripts().preloads.push(script.to_owned());
            Ok(Preload::Installed)
        })
    }

    fn listen(&self, take: &str) {
        let mut scripts = self.scripts();
        if scripts.listen.as_deref() != Some(take) {
            scripts.listen = Some(take.to_owned());
            scripts.listening = None;
        }
    }

    fn stop(&self) -> PageFuture<'_, Recovery> {
        Box::pin(self.stop_script())
    }

    fn replace(&self) -> PageFuture<'_, Recovery> {
        Box::pin(replaced(async {
            match self.reopen(FIRST).await {
                Some(()) => Some(()),
                None => self.reopen(REPLACE).await,
            }
        }))
    }

    fn storage(&self) -> StorageFuture<'_, Box<dyn StorageTab>> {
        Box::pin(async {
            // A page that another job left could write to it.
            self.leave_page().await?;
            let (target, context) = (self.open(true).await?, self.context.clone());
            Ok(Box::new(DevtoolsTab::open(&self.browser, target, context).await?) as Box<dyn StorageTab>)
        })
    }

    fn browser(&self) -> Option<&Address> {
        Some(&self.browser)
    }

    fn leave(&self) -> PageFuture<'_, ()> {
        Box::pin(self.leave_page())
    }

    fn leave_later(&self) -> bool {
        let mut state = self.tab.state();
        state.is_anothers = self.context.is_some() && state.end.is_none() && !state.has_windows;
        state.is_anothers
    }

    fn close(&self) -> PageFuture<'_, ()> {
        Box::pin(async {
            let Some(context) = &self.context else { return Ok(()) };
            let params = json!({ "browserContextId": context }).to_string();
            let ended = self.socket.call_browser("Target.disposeBrowserContext", &params, CLOSE).await;
            ended.map(drop).map_err(|fault| self.tab.error(fault))
        })
    }
}

fn text(answer: &Value, member: &str) -> Result<String, Fault> {
    let text = answer[member].as_str().map(str::to_owned);
    text.ok_or_else(|| Fault::Unreadable(format!("the answer of the browser has no text member `{member}`")))
}
