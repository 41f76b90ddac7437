//! A page over the Chrome `DevTools` Protocol: one message each way for a script.
//!
//! The decision: scripts go to Chromium itself and past its WebDriver, which makes five messages of one and answers by
//! scripts of its own in the page's realm. No domain is enabled whose events cost: `Page` and `Inspector` report
//! navigations, dialogs and crashes; `Runtime`, which would copy all that a page logs, stays off. Being attached before
//! a script runs is what makes an endless loop stoppable: a page in one answers no debugger that comes later.
//!
//! Sources: <https://chromedevtools.github.io/devtools-protocol/tot/Runtime/>, `Page`, `Inspector` and `Target` there.

use std::borrow::Cow;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};
use webagents_runtime::{
    Answer, Dialog, DialogAnswer, DialogKind, PageError, PageErrorKind, Preload, Recovery,
};

use crate::driver::tls::Address;
use crate::transport::events::{Driven, End, Phase, Tab, hung, not_loaded};
use crate::transport::remote::{Text, threw, unreadable};
use crate::transport::socket::{Command, Fault, Listener, Reply, Socket, Ticket};

mod context;
mod left;
mod visit;

pub(crate) use context::{ContextOptions, browser_of};

/// Time to attach, and for a command that asks the browser and not the page.
const ATTACH: Duration = Duration::from_secs(20);
const ANSWER: Duration = Duration::from_secs(2);
/// The harness answers at the deadline; an answer that is not here this long after it was not given.
const GRACE: Duration = Duration::from_millis(250);
/// Time in which a page that is not busy answers.
const PING: Duration = Duration::from_millis(350);
/// Time in which a hung page is stopped, all in all, and time to answer after each try.
const STOP: Duration = Duration::from_secs(4);
const STOPPED: Duration = Duration::from_secs(1);
/// Time for the document that a script led to, once the script is gone.
const NEXT_DOCUMENT: Duration = Duration::from_secs(10);

/// A connection to one page's debugger.
pub(crate) struct Cdp {
    socket: Socket,
    tab: Tab,
    /// Address at which another page of the same browser is attached.
    place: Place,
    preloads: Vec<String>,
    /// The function that takes the channel, when one is wanted.
    listen: Option<String>,
    /// The document in which the channel is open, by [`crate::transport::events::State::documents`].
    listening: Option<u64>,
    channels: u64,
    /// Loader id of the document that was asked for last.
    asked_for: Option<String>,
    /// The browser context that is ours and ends with this connection, in a browser that is shared.
    context: Option<String>,
}

/// Address of a browser's debugger.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// Its host and port, as `goog:chromeOptions.debuggerAddress` names it.
    Address(String),
    /// A WebSocket to the browser as a whole, as a Grid gives one (`se:cdp`).
    Browser(Address),
}

impl Cdp {
    /// Attaches to the page whose WebDriver window handle is `handle`.
    ///
    /// `None` when it cannot be reached, as with a browser on another machine.
    pub(crate) async fn attach(place: Place, handle: &str) -> Option<Self> {
        // Older chromedrivers put a prefix before the target's identifier.
        let target = handle.trim_start_matches("CDwindow-");
        let tab = Tab::default();
        target.clone_into(&mut tab.state().frame);
        let url = match &place {
            Place::Address(address) => Address::from(format!("ws://{address}/devtools/page/{target}")),
            Place::Browser(address) => address.clone(),
        };
        let socket = Socket::open(&url, Events(tab.clone()), ATTACH).await.ok()?;
        if let Place::Browser(_) = place {
            let params = json!({ "targetId": target, "flatten": true }).to_string();
            let attached: Value =
                socket.call("Target.attachToTarget", &params, ATTACH).await.ok()?.read().ok()?;
            let session = attached["sessionId"].as_str()?;
            session.clone_into(&mut tab.state().session);
            socket.use_session(session);
        }
        for method in ["Page.enable", "Inspector.enable"] {
            socket.call(method, "{}", ATTACH).await.ok()?;
        }
        Some(Self::over(socket, tab, place))
    }

    fn over(socket: Socket, tab: Tab, place: Place) -> Self {
        Self {
            socket,
            tab,
            place,
            preloads: Vec::new(),
            listen: None,
            listening: None,
            channels: 0,
            asked_for: None,
            context: None,
        }
    }

    pub(crate) fn tab(&self) -> &Tab {
        &self.tab
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// See [`webagents_runtime::Page::evaluate`].
    pub(crate) async fn evaluate(&mut self, script: &str, deadline: Duration) -> Result<Answer, PageError> {
        let end = Instant::now() + deadline;
        if !self.tab.loaded(end).await {
            // Until its navigation is over, the browser keeps back what a page is asked. And once is enough: a document
            // whose last picture never comes is one that can be worked with.
            self.stop_loading().await;
            return Err(not_loaded(deadline));
        }
        self.open_channel().await.map_err(|fault| self.tab.error(fault))?;
        // The body of a function, which may `return`; the name of its source is its last line's.
        let expression = format!("(function(){{{script}\n}})()");
        let mut ticket = self.send_script(&expression).await.map_err(|fault| self.tab.error(fault))?;
        // A document that took its time leaves the script less of it, but some.
        let end = end.max(Instant::now() + STOPPED) + GRACE;
        let answer = match self.tab.wait(&mut ticket, end).await {
            Some(answer) => answer?,
            None => match self.answers(&mut ticket, end + PING).await? {
                Some(answer) => answer,
                None => {
                    return Err(PageError::new(PageErrorKind::Timeout, "the script was not done in time"));
                }
            },
        };
        match answer {
            Ok(reply) => evaluated(&reply),
            Err(fault) => {
                let error = self.tab.error(fault);
                if error.kind() == PageErrorKind::Navigated {
                    self.tab.loaded(end.max(Instant::now() + PING).min(Instant::now() + NEXT_DOCUMENT)).await;
                }
                Err(error)
            }
        }
    }

    async fn send_script(&self, expression: &str) -> Result<Ticket, Fault> {
        let params = format!(
            "{{\"expression\":{},\"returnByValue\":true,\"awaitPromise\":true}}",
            Value::from(expression)
        );
        self.socket.send("Runtime.evaluate", &params).await
    }

    /// Classifies a late answer: a page that does not answer a ping either hangs.
    async fn answers(
        &self,
        ticket: &mut Ticket,
        end: Instant,
    ) -> Result<Option<Result<Reply, Fault>>, PageError> {
        let mut ping = self.send_script("0").await.map_err(|fault| self.tab.error(fault))?;
        if let Some(answer) = self.tab.wait(&mut ping, end).await {
            answer?.map_err(|fault| self.tab.error(fault))?;
        } else {
            return Err(hung());
        }
        // It may have come in between.
        match timeout_at(Instant::now(), ticket.answer()).await {
            Ok(answer) => Ok(Some(answer)),
            Err(_) => Ok(None),
        }
    }

    /// Opens the channel in a document that has none, if one is wanted.
    ///
    /// All of it is on its way before the script is, and no caller waits for the answers.
    async fn open_channel(&mut self) -> Result<(), Fault> {
        let document = self.tab.state().documents;
        let Some(take) = self.listen.as_ref().filter(|_| self.listening != Some(document)) else {
            return Ok(());
        };
        // A new name for every document: what one has seen is of no use to the next. The harness takes the function away
        // before any script of the page runs; should one have seen it, its notes lack the harness's token.
        self.channels += 1;
        let name = format!("{}:{}", self.tab.state().frame, self.channels);
        let old = std::mem::replace(&mut self.tab.state().channel, name.clone());
        self.listening = Some(document);
        let member = Value::from(name.as_str());
        if !old.is_empty() {
            self.socket.send("Runtime.removeBinding", &json!({ "name": old }).to_string()).await?;
        }
        self.socket.send("Runtime.addBinding", &json!({ "name": name }).to_string()).await?;
        let script = format!("({take})(window[{member}],delete window[{member}])");
        let params = json!({ "expression": script }).to_string();
        self.socket.send("Runtime.evaluate", &params).await.map(drop)
    }

    pub(crate) fn listen(&mut self, take: &str) {
        if self.listen.as_deref() != Some(take) {
            self.listen = Some(take.to_owned());
            self.listening = None;
        }
    }

    pub(crate) async fn preload(&mut self, script: &str) -> Result<Preload, PageError> {
        self.install(script).await?;
        self.preloads.push(script.to_owned());
        Ok(Preload::Installed)
    }

    async fn install(&self, script: &str) -> Result<(), PageError> {
        let params = json!({ "source": script, "runImmediately": true }).to_string();
        let installed = self.socket.call("Page.addScriptToEvaluateOnNewDocument", &params, ANSWER).await;
        installed.map(drop).map_err(|fault| self.tab.error(fault))
    }

    /// Does for this page what was done for `other`, which it takes the place of.
    pub(crate) async fn take_over(&mut self, other: &Self) -> Result<(), PageError> {
        for script in &other.preloads {
            self.preload(script).await?;
        }
        self.listen.clone_from(&other.listen);
        Ok(())
    }

    /// The URL of the page's document, by the browser's own word.
    pub(crate) async fn url(&self) -> Result<String, PageError> {
        let reply = self.socket.call("Page.getNavigationHistory", "{}", ANSWER).await;
        let history: Value = reply.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault))?;
        let index = history["currentIndex"].as_u64().and_then(|index| usize::try_from(index).ok());
        let url = index.and_then(|index| history["entries"][index]["url"].as_str());
        url.map(str::to_owned)
            .ok_or_else(|| PageError::new(PageErrorKind::Other, "the browser names no URL for the page"))
    }

    /// Opens another page in the browser, or in our context of it, and gives its handle.
    pub(crate) async fn new_page(&self) -> Result<String, PageError> {
        let mut params = json!({ "url": "about:blank" });
        let made = match &self.context {
            Some(context) => {
                params["browserContextId"] = json!(context);
                self.socket.call_browser("Target.createTarget", &params.to_string(), ATTACH).await
            }
            None => self.socket.call("Target.createTarget", &params.to_string(), ATTACH).await,
        };
        let made: Value = made.and_then(|reply| reply.read()).map_err(|fault| self.tab.error(fault))?;
        let handle = made["targetId"].as_str().map(str::to_owned);
        handle.ok_or_else(|| PageError::new(PageErrorKind::Other, "the browser names no new page"))
    }

    /// Closes another page of the browser.
    pub(crate) async fn close(&self, handle: &str) -> Result<(), PageError> {
        let params = json!({ "targetId": handle.trim_start_matches("CDwindow-") }).to_string();
        let closed = match &self.context {
            Some(_) => self.socket.call_browser("Target.closeTarget", &params, ANSWER).await,
            None => self.socket.call("Target.closeTarget", &params, ANSWER).await,
        };
        closed.map(drop).map_err(|fault| self.tab.error(fault))
    }

    /// Ends the script that runs in the page now, and sees that the page answers again.
    pub(crate) async fn stop(&self) -> Option<Recovery> {
        let end = Instant::now() + STOP;
        while Instant::now() < end {
            // Nobody waits for these answers: a page that is busy in the browser's own code gives none.
            let _ = self.socket.send("Runtime.terminateExecution", "{}").await;
            let _ = self.socket.send("Page.stopLoading", "{}").await;
            self.tab.state().phase = Phase::Still;
            let mut ping = self.send_script("0").await.ok()?;
            if let Ok(Ok(_)) = timeout_at(end.min(Instant::now() + STOPPED), ping.answer()).await {
                return Some(Recovery::Stopped);
            }
        }
        None
    }

    /// Ends what the page is on the way to, if it is.
    async fn stop_loading(&self) {
        // A browser that does not take it is found out by what is asked next.
        let _ = self.socket.call("Page.stopLoading", "{}", ANSWER).await;
        self.tab.state().phase = Phase::Still;
    }

    /// Ends the script that runs in the page now. Whether there was one is not known.
    pub(crate) async fn terminate(&self) {
        // A browser that does not take it is found out by what is asked next.
        let _ = self.socket.call("Runtime.terminateExecution", "{}", ANSWER).await;
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluated<'a> {
    #[serde(borrow)]
    result: Remote<'a>,
    #[serde(borrow)]
    exception_details: Option<Exception<'a>>,
}

#[derive(Deserialize)]
struct Remote<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    subtype: Option<Cow<'a, str>>,
    #[serde(default)]
    value: Text,
    #[serde(borrow)]
    description: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Exception<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
    #[serde(borrow)]
    exception: Option<Remote<'a>>,
}

/// Reads the answer of `Runtime.evaluate`.
fn evaluated(reply: &Reply) -> Result<Answer, PageError> {
    let evaluated: Evaluated<'_> = serde_json::from_str(reply.json()).map_err(|error| unreadable(&error))?;
    if let Some(details) = evaluated.exception_details {
        let exception = details.exception;
        let thrown = exception.and_then(|thrown| thrown.value.0.or(thrown.description.map(Cow::into_owned)));
        let message = thrown.unwrap_or_else(|| details.text.into_owned());
        return Err(threw(&message));
    }
    let Remote { kind, subtype, value, .. } = evaluated.result;
    Ok(match value.0 {
        Some(text) if kind == "string" => Answer::Text(text),
        _ if kind == "undefined" || subtype.as_deref() == Some("null") => Answer::Null,
        _ => Answer::Other,
    })
}

/// Handler of a page's events.
struct Events(Tab);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameEvent<'a> {
    #[serde(borrow)]
    frame_id: Cow<'a, str>,
    #[serde(borrow, default)]
    disposition: Cow<'a, str>,
    #[serde(borrow, default)]
    navigation_type: Cow<'a, str>,
}

#[derive(Deserialize)]
struct FrameNavigated<'a> {
    #[serde(borrow)]
    frame: Frame<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    parent_id: Option<Cow<'a, str>>,
    /// The document in it.
    #[serde(borrow, default)]
    loader_id: Cow<'a, str>,
    /// The address that could not be shown, of a frame that shows an error page.
    #[serde(borrow)]
    unreachable_url: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Opening<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    message: Cow<'a, str>,
}

#[derive(Deserialize)]
struct BindingCalled<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    payload: String,
}

impl Events {
    /// Changes the phase, if the event is one of the tab's own frame.
    fn phase(&self, params: &str, change: impl FnOnce(&FrameEvent<'_>, Phase) -> Phase) {
        let Ok(event) = serde_json::from_str::<FrameEvent<'_>>(params) else { return };
        let mut state = self.0.state();
        if state.frame == event.frame_id {
            state.phase = change(&event, state.phase);
            drop(state);
            self.0.changed();
        }
    }

    fn dialog(&self, params: &str) -> Option<Command> {
        // A message with half a character in it must not leave the page standing.
        let opening = serde_json::from_str::<Opening<'_>>(params);
        let (kind, message) = match &opening {
            Ok(opening) => (&*opening.kind, &*opening.message),
            Err(_) => ("", "(a message that cannot be read)"),
        };
        let kind = match kind {
            "alert" => DialogKind::Alert,
            "confirm" => DialogKind::Confirm,
            "prompt" => DialogKind::Prompt,
            "beforeunload" => DialogKind::BeforeUnload,
            _ => DialogKind::Other,
        };
        let mut state = self.0.state();
        // A page is left when the caller says so, and not when a script does.
        let driven = if kind == DialogKind::BeforeUnload { state.driven } else { Driven::No };
        let answer = if driven == Driven::No { DialogAnswer::Dismissed } else { DialogAnswer::Elsewhere };
        state.dialog(Dialog::new(kind, message, answer));
        (driven != Driven::ByTheDriver).then(|| Command {
            method: "Page.handleJavaScriptDialog",
            params: format!("{{\"accept\":{}}}", driven == Driven::ByUs),
        })
    }
}

impl Listener for Events {
    fn event(&mut self, method: &str, params: &str) -> Option<Command> {
        match method {
            "Page.frameRequestedNavigation" => self.phase(params, |event, phase| match phase {
                Phase::Still if event.disposition == "currentTab" => Phase::Asked(Instant::now()),
                phase => phase,
            }),
            "Page.frameStartedNavigating" => self.phase(params, |event, phase| {
                let stays = matches!(&*event.navigation_type, "sameDocument" | "historySameDocument");
                if stays { phase } else { Phase::Loading }
            }),
            "Page.frameStartedLoading" => self.phase(params, |_, _| Phase::Loading),
            "Page.frameStoppedLoading" => self.phase(params, |_, _| Phase::Still),
            "Page.frameNavigated" => {
                if let Ok(FrameNavigated { frame }) = serde_json::from_str(params)
                    && frame.parent_id.is_none()
                {
                    let mut state = self.0.state();
                    frame.id.as_ref().clone_into(&mut state.frame);
                    state.shows(&frame.loader_id);
                    state.failed = frame.unreachable_url.is_some();
                    drop(state);
                    self.0.changed();
                }
            }
            "Page.windowOpen" => self.0.state().has_windows = true,
            "Page.javascriptDialogOpening" => return self.dialog(params),
            "Runtime.bindingCalled" => {
                if let Ok(BindingCalled { name, payload }) = serde_json::from_str(params) {
                    let mut state = self.0.state();
                    if state.channel == name {
                        state.note(payload);
                    }
                }
            }
            "Inspector.targetCrashed" => self.0.end(End::Crashed),
            "Inspector.detached" if params.contains("Render process gone") => self.0.end(End::Crashed),
            "Inspector.detached" => self.0.end(End::Closed),
            // It is one of the browser's events, which are not those of one page.
            "Target.detachedFromTarget" => {
                let ours = params.contains(&*self.0.state().session);
                if ours {
                    self.0.end(End::Closed);
                }
            }
            _ => {}
        }
        None
    }

    fn closed(&mut self, why: &str) {
        self.0.end(End::Gone(why.to_owned()));
    }
}
