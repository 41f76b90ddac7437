//! One browser page and the site's tools in it: the facade that an agent builder uses.

pub(crate) mod attached;
pub(crate) mod detect;
mod driver;
mod egress;
pub(crate) mod keep_alive;
pub(crate) mod lifecycle;
mod need;
mod page;
pub(crate) mod permit;
mod pooled;
mod realm;
mod storage;
mod webmcp;

use std::collections::BTreeSet;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use fantoccini::Client;
use rustix::process::Pid;
use serde_json::Value;
use tokio::time::timeout;
use webagents_fetch::Proxy;
use webagents_manifest::Manifest;
use webagents_runtime::driver::{Capture, Driver as _, DriverError};
use webagents_runtime::isolated::IsolateSource;
use webagents_runtime::outcome::Landing;
use webagents_runtime::page::{HarnessSecrets, PageEvent, prepare};
use webagents_runtime::tools::{HostTools, Interface, KnownTools};
use webagents_runtime::{
    ExecuteOptions, Guards, Outcome, Page as _, PageError, PageErrorKind, Toolbox, names_tools,
};

use self::keep_alive::{KeepAlive, Watch, with_keep_alive};
pub(crate) use self::lifecycle::AttachedTab;
use self::lifecycle::{Lifecycle, belongs};
use self::need::Need;
use self::permit::Context;
use crate::driver::process::DriverServer;
use crate::driver::profile::Profile;
use crate::engine::Engine;
use crate::error::Error;
use crate::options::Protocol;
use crate::transport::cdp::Cdp;
use crate::transport::engine_messages::page_error;
use crate::transport::open::{OpenTransport, open};
use crate::transport::{Stopping, Transport};

/// Time for a page to load if the caller sets none.
const LOAD: Duration = Duration::from_secs(30);
/// Default time to wait for tools that come after a page has loaded.
const TOOL_WAIT: Duration = Duration::from_secs(2);
/// Time for a browser to close.
const CLOSE: Duration = Duration::from_secs(5);
/// Time for a closed browser to let go of the user's profile.
const RELEASE: Duration = Duration::from_secs(20);

/// Browser session with one page, in which code can call the tools of the site that it shows.
///
/// Dropping it ends its browser; [`close`](Self::close) does so gently.
///
/// A Grid ends a session that was not used for its `session-timeout` (5 minutes by default): the next use of it is an
/// error of the kind [`PageErrorKind::Lost`]. While a page loads or code runs, however long that takes, the Grid gets a
/// command every few seconds that keeps the session alive. By WebDriver's own commands alone
/// ([`Protocol::Classic`](crate::Protocol::Classic)) no command can take longer than that time, because a Grid's node
/// gives up waiting for its driver.
pub struct Session {
    /// The connection to the page, until the session has ended.
    transport: Option<OpenTransport>,
    keys: HarnessSecrets,
    tools: Tools,
    /// Events of the page before the session's end, which no run has taken.
    pending_events: Vec<PageEvent>,
    /// Time for a page to load.
    load_deadline: Duration,
    /// Time for tools that come after a page has loaded.
    tool_wait: Duration,
    /// `true` if the browser's own pages are refused.
    ///
    /// In Firefox, and in a joined browser, which may be Firefox.
    shows_only_the_web: bool,
    restored: Restored,
    /// After the transport in this order, which ends the context.
    lifecycle: Lifecycle,
    /// The browser's only way out, when it is guarded.
    ///
    /// It is after the browser in this order, so that no other program gets its port before.
    egress: Option<Proxy>,
}

/// Tools of the site, and the guards of their calls.
struct Tools {
    toolbox: Arc<Toolbox>,
    /// The origin whose registered tools are followed, once the caller has requested them.
    webmcp_origin: Option<String>,
    /// The tools that pages have had, which code in a page may reach.
    known: Arc<KnownTools>,
    guards: Guards,
    /// Source of the processes in which isolated code runs.
    isolates: Option<Arc<dyn IsolateSource>>,
    /// The program's own tools.
    of_program: HostTools,
}

/// Storage that was put back.
#[derive(Default)]
struct Restored {
    /// The origins whose storage was put back.
    origins: BTreeSet<String>,
    /// The sites within which cookies that were put back are kept apart.
    sites: BTreeSet<String>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("driver", &self.lifecycle.driver)
            .field("lost", &self.lifecycle.lost)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Opens the best transport to the page of a driver's session.
    pub(crate) async fn begin(
        client: Client,
        driver: Arc<DriverServer>,
        profile: Option<Profile>,
        protocol: Protocol,
        egress: Option<Proxy>,
    ) -> Self {
        let capability =
            |name: &str| client.capabilities().and_then(|all| all.get(name)).cloned().unwrap_or_default();
        let browser = driver.group().and_then(|group| {
            let pid = capability("goog:processID").as_i64().or(capability("moz:processID").as_i64());
            let pid = Pid::from_raw(i32::try_from(pid?).ok()?)?;
            belongs(pid, group).then_some(pid)
        });
        let alone = driver.group().filter(|_| driver.engine() == Some(Engine::WebKit));
        let id = if driver.group().is_none() { client.session_id().await.ok().flatten() } else { None };
        let keep_alive = id.and_then(|id| KeepAlive::of(&driver, &id)).map(Arc::new);
        let transport = open(client.clone(), &driver, protocol, alone).await;
        let shows_only_the_web = transport.driver().may_be_firefox();
        let mut lifecycle = Lifecycle::new(client, driver);
        (lifecycle.keep_alive, lifecycle.browser, lifecycle.profile) = (keep_alive, browser, profile);
        Self { shows_only_the_web, ..Self::over(transport, egress, lifecycle) }
    }

    /// Creates a session in `context`, which the browser of this session has for it alone.
    pub(crate) fn in_context(
        &self,
        transport: Box<Cdp>,
        egress: Option<Proxy>,
        context: Box<dyn Context>,
    ) -> Self {
        let Lifecycle { client, driver, keep_alive, .. } = &self.lifecycle;
        let mut lifecycle = Lifecycle::new(client.clone(), Arc::clone(driver));
        lifecycle.keep_alive.clone_from(keep_alive);
        lifecycle.context = Some(context);
        // Code in the browser's own pages could act on the other contexts.
        Self { shows_only_the_web: true, ..Self::over(OpenTransport::Cdp(transport), egress, lifecycle) }
    }

    fn over(transport: OpenTransport, egress: Option<Proxy>, lifecycle: Lifecycle) -> Self {
        Self {
            transport: Some(transport),
            keys: HarnessSecrets::default(),
            tools: Tools {
                toolbox: Arc::new(Toolbox::new(Manifest::default())),
                webmcp_origin: None,
                known: Arc::default(),
                guards: Guards::default(),
                isolates: None,
                of_program: HostTools::default(),
            },
            pending_events: Vec::new(),
            load_deadline: LOAD,
            tool_wait: TOOL_WAIT,
            shows_only_the_web: false,
            restored: Restored::default(),
            egress,
            lifecycle,
        }
    }

    /// Returns the connection to the page, or the error of a session that has ended.
    fn transport(&self) -> Result<&dyn Transport, PageError> {
        self.open_transport().map(|transport| &**transport)
    }

    /// Returns the same connection, by its protocol.
    fn open_transport(&self) -> Result<&OpenTransport, PageError> {
        self.transport.as_ref().ok_or_else(|| {
            let why = self.lifecycle.lost.as_deref().unwrap_or_default();
            PageError::new(PageErrorKind::Lost, format!("the session has ended: {why}"))
        })
    }

    /// Returns the state to watch while the session works, if its driver is remote.
    fn watch(&self) -> Option<Watch> {
        let keep_alive = self.lifecycle.keep_alive.clone()?;
        Some(Watch { keep_alive, tab: self.transport.as_ref()?.tab().clone() })
    }

    /// Has the harness installed before the scripts of every document from now on.
    ///
    /// On engines without preload scripts the first run in each document installs it.
    pub(crate) async fn prepare(&mut self) {
        let _ = prepare(self).await;
    }

    /// Loads the page at `url` in the session.
    ///
    /// The tools of a manifest stay unchanged: [`use_tools`](Self::use_tools) sets them. The tools that a page
    /// registers are taken by [`refresh_tools`](Self::refresh_tools), and from then on they are followed.
    ///
    /// A page that the browser cannot show is an error of the kind [`PageErrorKind::Unreachable`], also with drivers that
    /// accept the error page; one whose answer is a download is of the kind [`PageErrorKind::NoDocument`]. An address that the egress guard refuses is one of the kind
    /// [`ErrorKind::Refused`](crate::ErrorKind::Refused).
    pub async fn open(&mut self, url: &str) -> Result<(), Error> {
        let outcome = self.navigate(url, self.load_deadline).await.map_err(Error::from);
        self.explain(url, outcome).await?;
        self.follow_tools(Need::Code("")).await;
        Ok(())
    }

    /// Sets the time limit for loading a page, as in [`open`](Self::open). Default: 30 seconds.
    pub fn use_load_deadline(&mut self, deadline: Duration) {
        self.load_deadline = deadline;
    }

    /// Replaces the session's tools by `toolbox`; the page's registered tools have to be listed again.
    pub fn use_tools(&mut self, toolbox: Toolbox) {
        self.tools.webmcp_origin = None;
        self.take_tools(toolbox);
    }

    fn take_tools(&mut self, toolbox: Toolbox) {
        self.remember(&toolbox);
        let mut toolbox = toolbox.with_known(Arc::clone(&self.tools.known));
        if toolbox.host_tools().is_empty() && !self.tools.of_program.is_empty() {
            toolbox = toolbox.with_host_tools(self.tools.of_program.clone());
        }
        self.tools.toolbox = Arc::new(toolbox);
    }

    /// Sets the program's own tools, which code calls next to the site's tools, on every site.
    ///
    /// A toolbox that has such tools of its own keeps them. They exist in the realm [`Realm::Isolated`] only.
    ///
    /// [`Realm::Isolated`]: webagents_runtime::Realm::Isolated
    pub fn use_host_tools(&mut self, tools: HostTools) {
        let toolbox = Arc::unwrap_or_clone(Arc::clone(&self.tools.toolbox));
        self.tools.toolbox = Arc::new(toolbox.with_host_tools(tools.clone()));
        self.tools.of_program = tools;
    }

    /// Keeps the guards of tools for code in other documents.
    fn remember(&mut self, toolbox: &Toolbox) {
        toolbox.remember_in(Arc::make_mut(&mut self.tools.known));
    }

    /// Replaces the session's guards, which allow or refuse each tool call, or let the user decide.
    pub fn use_guards(&mut self, guards: impl Into<Guards>) {
        self.tools.guards = guards.into();
    }

    /// Sets the source of the processes in which code of the realm [`Realm::Isolated`] runs.
    ///
    /// [`Realm::Isolated`]: webagents_runtime::Realm::Isolated
    pub fn use_isolates(&mut self, isolates: Arc<dyn IsolateSource>) {
        self.tools.isolates = Some(isolates);
    }

    /// Returns the session's guards, which allow or refuse each tool call, or let the user decide.
    pub fn guards(&self) -> &Guards {
        &self.tools.guards
    }

    /// Returns the tools of the session's site: of its manifest and of its page's registrations.
    pub fn toolbox(&self) -> &Toolbox {
        &self.tools.toolbox
    }

    /// Returns the session's tools: of the site's manifest, then of its page's registrations.
    pub fn tools(&self) -> &[Interface] {
        self.tools.toolbox.tools()
    }

    /// Returns a system prompt for a language model that is to do `task` with the session's tools.
    ///
    /// It equals [`Toolbox::system_prompt`].
    pub fn system_prompt(&self, task: &str) -> String {
        self.tools.toolbox.system_prompt(task)
    }

    /// Returns the definition, in OpenAI's format, of the tool `execute_js`, which runs JavaScript.
    ///
    /// [`Toolbox::execute_tool_for`] has the formats of other providers.
    pub fn execute_tool(&self) -> Value {
        self.tools.toolbox.execute_tool()
    }

    /// Runs JavaScript, the body of an async function, in the session's page, with the default limits.
    ///
    /// `global` has the site's tools.
    pub async fn execute(&mut self, code: &str) -> Outcome {
        self.execute_with(code, &ExecuteOptions::default()).await
    }

    /// Runs JavaScript, the body of an async function, in the session's page, within `options`.
    ///
    /// See [`webagents_runtime::execute_guarded`].
    ///
    /// Registered tools that are followed are listed again after a run that changed them, and before
    /// code is refused for an unknown tool.
    pub async fn execute_with(&mut self, code: &str, options: &ExecuteOptions) -> Outcome {
        self.execute_until(code, options, std::future::pending()).await
    }

    /// Runs JavaScript within `options`, and ends the run early when `cancelled` is ready.
    ///
    /// Otherwise it is [`execute_with`](Self::execute_with). See [`webagents_runtime::execute_until`]. Where a driver serves one command at a time and the page cannot be
    /// stopped ([`Stopping::Never`]), the session gives up the browser, and the journal is lost with it.
    pub async fn execute_until(
        &mut self,
        code: &str,
        options: &ExecuteOptions,
        cancelled: impl Future<Output = ()> + Send,
    ) -> Outcome {
        let cancelled = pin!(cancelled);
        match self.watch() {
            // Boxed only if it is watched.
            Some(watch) => with_keep_alive(Some(watch), Box::pin(self.run(code, options, cancelled))).await,
            None => self.run(code, options, cancelled).await,
        }
    }

    async fn run(
        &mut self,
        code: &str,
        options: &ExecuteOptions,
        mut cancelled: Pin<&mut (dyn Future<Output = ()> + Send)>,
    ) -> Outcome {
        let documents = self.transport().ok().map(|transport| transport.tab().documents());
        if self.tools().is_empty() && names_tools(code) {
            self.follow_tools(Need::Code(code)).await;
        }
        let mut toolbox = Arc::clone(&self.tools.toolbox);
        // A copy shares the remembered answers, and a run that is given up removes none of them.
        let guards = self.tools.guards.clone();
        let current = if self.tools.webmcp_origin.is_some() {
            self.run_in_realm(&toolbox, code, options, &guards, cancelled.as_mut(), true).await
        } else {
            None
        };
        let mut outcome = match current {
            Some(outcome) => outcome,
            None => {
                self.follow_tools(Need::Code(code)).await;
                toolbox = Arc::clone(&self.tools.toolbox);
                self.run_listed(&toolbox, code, options, &guards, cancelled.as_mut()).await
            }
        };
        if self.refused_unknown(&outcome) && self.follow_tools(Need::Code(code)).await {
            // Nothing has run, and the page has other tools by now.
            let toolbox = Arc::clone(&self.tools.toolbox);
            outcome = self.run_listed(&toolbox, code, options, &guards, cancelled).await;
        }
        // A script that moves the page on has often come to its end before the page goes.
        let has_gone_on = !outcome.is_navigated() && self.has_gone_on(&outcome, documents).await;
        let landing = if outcome.is_navigated() || has_gone_on { self.landing().await } else { None };
        outcome.tools_changed |= has_gone_on && self.tools.toolbox.webmcp().is_some();
        if outcome.tools_changed {
            self.follow_tools(Need::Code("")).await;
            self.check_after_run(options, &mut outcome);
        }
        let names = || self.tools.toolbox.tools().iter().map(|tool| tool.name.as_str());
        if let Some(moved) = outcome.navigated.take().filter(|_| !has_gone_on) {
            outcome.navigated = Some(Landing::new(&moved.url, names()));
        }
        if has_gone_on {
            outcome.navigated = landing.map(|url| Landing::new(&url, names()));
        } else {
            outcome.land(landing.as_deref(), names());
        }
        outcome
    }

    /// Takes a picture of the visible part of the session's page, and returns the bytes of a PNG file.
    pub async fn screenshot(&mut self) -> Result<Vec<u8>, Error> {
        let taken = self.capture(Capture::Viewport).await.map_err(|error| match error {
            DriverError::Page(error) => error,
            other => PageError::new(PageErrorKind::Other, other.to_string()),
        });
        Ok(taken?)
    }

    /// Returns the WebDriver server that controls the session's browser.
    pub fn driver(&self) -> &DriverServer {
        &self.lifecycle.driver
    }

    /// Returns the way in which the session can end a script that runs past its time limit.
    ///
    /// It depends on the engine, on its driver's version and rights, and on
    /// [`BrowserOptions::protocol`](crate::BrowserOptions::protocol).
    pub fn stopping(&self) -> Stopping {
        self.transport.as_ref().map_or(Stopping::Never, |transport| transport.stopping())
    }

    /// Returns whether the session still has its browser; without one every operation fails.
    pub fn is_usable(&self) -> bool {
        self.transport.is_some()
    }

    /// Closes the session's browser, and removes its profile unless the caller named one to keep.
    ///
    /// To keep a profile, set [`BrowserOptions::profile`].
    ///
    /// In a browser that was [joined](Self::attach) only the tab is closed, and in one that is
    /// [shared](crate::Isolation::Context) only the context.
    ///
    /// [`BrowserOptions::profile`]: crate::BrowserOptions::profile
    pub async fn close(mut self) -> Result<(), Error> {
        if self.transport.as_deref().is_none_or(|transport| transport.driver().is_occupied()) {
            return Ok(());
        }
        let (client, driver) = (self.lifecycle.client.clone(), Arc::clone(&self.lifecycle.driver));
        if let Some(attached) = self.lifecycle.attached.take() {
            return attached.leave(client, driver).await;
        }
        if self.lifecycle.context.is_some() {
            let closed = self.transport()?.close().await;
            self.lifecycle.lost = Some("it was closed".to_owned());
            return Ok(closed?);
        }
        match timeout(CLOSE, client.close()).await {
            Ok(Err(error)) => return Err(page_error(error).into()),
            Ok(Ok(())) => {
                self.lifecycle.lost = Some("it was closed".to_owned());
                // fantoccini takes a driver that does not answer for one that has ended its browser.
                if driver.is_up().await {
                    self.lifecycle.browser = None;
                }
                if let Some(profile) = &self.lifecycle.profile {
                    profile.released(RELEASE).await;
                }
                self.lifecycle.permit = None;
            }
            Err(_) => {}
        }
        Ok(())
    }

    /// Marks the session as of no more use and ends its browser, if that is ours to end.
    fn give_up(&mut self, why: &str) {
        self.lifecycle.lost.get_or_insert_with(|| why.to_owned());
        if let Some(transport) = self.transport.take() {
            self.pending_events.extend(transport.drain_events());
        }
        self.lifecycle.kill_browser();
    }
}
