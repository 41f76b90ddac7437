//! One browser page and the site's tools in it: the facade that an agent builder uses.

pub(crate) mod attach;
pub(crate) mod detect;
mod egress;
pub(crate) mod keep_alive;
pub(crate) mod page;
mod recover;
pub(crate) mod storage;
mod webmcp;

use std::sync::Arc;
use std::time::Duration;

use fantoccini::Client;
use fantoccini::error::CmdError;
use rustix::process::{Pid, Signal, getpgid, kill_process};
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::timeout;
use webagents_fetch::Proxy;
use webagents_runtime::{
    ExecuteOptions, Guards, HarnessSecrets, Interface, Outcome, Page as _, PageError, PageErrorKind,
    PageEvent, ToolFormat, Toolbox, UnknownTool, execute_guarded, prepare,
};

use self::page::Pending;
use crate::driver::capabilities::SCRIPT_TIMEOUT;
use crate::driver::process::Driver;
use crate::driver::profile::Profile;
use crate::engine::Engine;
use crate::error::Error;
use crate::options::Protocol;
use crate::pool::SessionPermit;
use crate::pool::shared_browser::BrowserContext;
use crate::session::attach::AttachedTab;
use crate::session::keep_alive::{KeepAlive, with_keep_alive};
use crate::transport::{Stopping, Transport};

/// Time for a page to load when the caller does not say.
const LOAD: Duration = Duration::from_secs(30);
/// Time for a browser to close, and for a screenshot.
pub(crate) const CLOSE: Duration = Duration::from_secs(5);
/// Time for a closed browser to let go of the user's profile.
const RELEASE: Duration = Duration::from_secs(20);
const SCREENSHOT: Duration = Duration::from_secs(10);

/// Sends a command that may be sent twice, before those that may not.
///
/// geckodriver (0.37) closes the connection on which it answered the command for a new session in about one of a hundred
/// sessions. The next command on it has no answer and is not logged by the driver.
async fn settle(client: &Client) {
    for _ in 0..2 {
        let answer = timeout(CLOSE, client.window()).await;
        if !matches!(answer, Ok(Err(CmdError::Failed(_) | CmdError::FailedC(_) | CmdError::Lost(_)))) {
            return;
        }
    }
}

/// A page in a browser of its own, and the tools of the site that it shows.
///
/// Dropping it ends its browser; [`close`](Self::close) does so gently.
///
/// A Grid ends a session that was not used for its `session-timeout` (5 minutes by default): the next use of it is an
/// error of the kind [`PageErrorKind::Lost`]. While a page loads or code runs, however long that takes, the Grid gets a
/// command every few seconds that keeps the session alive. By WebDriver's own commands alone
/// ([`Protocol::Classic`](crate::Protocol::Classic)) no command can take longer than that time, because a Grid's node
/// gives up waiting for its driver.
pub struct Session {
    pub(crate) client: Client,
    pub(crate) transport: Transport,
    pub(crate) keys: HarnessSecrets,
    /// `true` if the driver runs a script again in the next document when its own goes away.
    pub(crate) reruns: bool,
    /// `true` if the browser's own pages are refused: in Firefox, and in a joined browser, which may be Firefox.
    pub(crate) shows_only_the_web: bool,
    /// When the document began that code ran in last, where that has to be known.
    pub(crate) born: Value,
    /// The command that has not been answered in time.
    pub(crate) pending: Option<Pending>,
    /// Why the session is of no more use.
    pub(crate) lost: Option<String>,
    /// Events of the page before that, which no run has taken.
    pub(crate) pending_events: Vec<PageEvent>,
    pub(crate) script_timeout: Duration,
    pub(crate) load_timeout: Duration,
    /// Time for a page to load.
    load_deadline: Duration,
    /// The browser's only way out, when it is guarded.
    pub(crate) egress: Option<Proxy>,
    /// The origins whose storage was put back.
    pub(crate) restored: Vec<String>,
    /// The sites within which cookies that were put back are kept apart.
    pub(crate) restored_within: Vec<String>,
    /// The joined tab, if the browser is another program's.
    pub(crate) attached: Option<AttachedTab>,
    pub(crate) toolbox: Arc<Toolbox>,
    /// The origin whose registered tools are followed, once the caller has asked for them.
    pub(crate) live_origin: Option<String>,
    guards: Guards,
    /// The browser that it shares, when its page has a context of its own there.
    ///
    /// After the transport, which ends the context.
    pub(crate) context: Option<BrowserContext>,
    /// Keep-alive of a session of a remote driver.
    pub(crate) keep_alive: Option<Arc<KeepAlive>>,
    /// The browser's process, when it is a descendant of this process.
    browser: Option<Pid>,
    /// Its place in a pool, which is free again when the session has ended.
    pub(crate) permit: Option<SessionPermit>,
    /// After the browser in this order, so that the profile is removed when no process writes to it.
    profile: Option<Profile>,
    pub(crate) driver: Arc<Driver>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("driver", &self.driver)
            .field("transport", &self.transport.name())
            .field("lost", &self.lost)
            .finish_non_exhaustive()
    }
}

impl Session {
    pub(crate) async fn begin(
        client: Client,
        driver: Arc<Driver>,
        profile: Option<Profile>,
        protocol: Protocol,
    ) -> Self {
        let capability =
            |name: &str| client.capabilities().and_then(|all| all.get(name)).cloned().unwrap_or_default();
        let browser = driver.group().and_then(|group| {
            let pid = capability("goog:processID").as_i64().or(capability("moz:processID").as_i64());
            let pid = Pid::from_raw(i32::try_from(pid?).ok()?)?;
            belongs(pid, group).then_some(pid)
        });
        // Capabilities that only chromedriver and Edge's driver return; every driver returns "goog:chromeOptions" as it
        // was requested.
        let reruns = ["chrome", "msedge"].iter().any(|driver| !capability(driver).is_null());
        let shows_only_the_web = client.capabilities().is_none() || capability("browserName") == "firefox";
        let alone = driver.group().filter(|_| driver.engine() == Some(Engine::WebKit));
        let id = if driver.group().is_none() { client.session_id().await.ok().flatten() } else { None };
        let keep_alive = id.and_then(|id| KeepAlive::of(&driver, &id)).map(Arc::new);
        let transport = Transport::open(&client, &driver, protocol, alone).await;
        if matches!(transport, Transport::Classic) {
            settle(&client).await;
        }
        let mut session = Self::over(client, driver, transport);
        session.keep_alive = keep_alive;
        (session.browser, session.profile) = (browser, profile);
        (session.reruns, session.shows_only_the_web) = (reruns, shows_only_the_web);
        session
    }

    /// A session over an open transport.
    pub(crate) fn over(client: Client, driver: Arc<Driver>, transport: Transport) -> Self {
        Self {
            client,
            transport,
            keys: HarnessSecrets::default(),
            reruns: false,
            shows_only_the_web: false,
            born: Value::Null,
            pending: None,
            lost: None,
            pending_events: Vec::new(),
            script_timeout: SCRIPT_TIMEOUT,
            // W3C WebDriver section 10: the default page load timeout.
            load_timeout: Duration::from_mins(5),
            load_deadline: LOAD,
            egress: None,
            restored: Vec::new(),
            restored_within: Vec::new(),
            attached: None,
            toolbox: Arc::new(Toolbox::new(webagents_manifest::Manifest::default())),
            guards: Guards::default(),
            live_origin: None,
            context: None,
            keep_alive: None,
            browser: None,
            permit: None,
            profile: None,
            driver,
        }
    }

    /// Has the harness installed before the scripts of every document from now on.
    ///
    /// On engines without preload scripts the first run in each document installs it.
    pub(crate) async fn prepare(&mut self) {
        let _ = prepare(self).await;
    }

    /// Loads `url`.
    ///
    /// The tools of a manifest stay what they are: [`use_tools`](Self::use_tools) sets them. Those that a page
    /// registers are taken by [`refresh_tools`](Self::refresh_tools), and from then on they are followed.
    ///
    /// A page that the browser cannot show is an error of the kind [`PageErrorKind::Unreachable`], also with drivers that
    /// accept the error page. An address that the egress guard refuses is one of the kind
    /// [`ErrorKind::Refused`](crate::ErrorKind::Refused).
    pub async fn open(&mut self, url: &str) -> Result<(), Error> {
        let outcome = self.navigate(url, self.load_deadline).await.map_err(Error::from);
        self.explain(url, outcome).await?;
        self.follow_tools().await;
        Ok(())
    }

    /// Gives a page this time to load in [`open`](Self::open) and what opens a page. Default: 30 seconds.
    pub fn use_load_deadline(&mut self, deadline: Duration) {
        self.load_deadline = deadline;
    }

    /// Sets the tools of the manifest. Those that the page registers have to be listed again.
    pub fn use_tools(&mut self, toolbox: Toolbox) {
        self.live_origin = None;
        self.toolbox = Arc::new(toolbox);
    }

    /// Takes the caller's guards in place of the default ones.
    pub fn use_guards(&mut self, guards: Guards) {
        self.guards = guards;
    }

    /// The guards of the session's runs, with the decisions and budgets of earlier ones.
    pub fn guards(&self) -> &Guards {
        &self.guards
    }

    /// The tools of the site.
    pub fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    /// See [`Toolbox::tools`].
    pub fn tools(&self) -> &[Interface] {
        self.toolbox.tools()
    }

    /// The tool called `name`; the error names those that it may have meant.
    pub fn tool(&self, name: &str) -> Result<&Interface, UnknownTool> {
        self.toolbox.tool(name)
    }

    /// See [`Toolbox::typescript`].
    pub fn typescript(&self) -> String {
        self.toolbox.typescript()
    }

    /// See [`Toolbox::context_for_llm`].
    pub fn context_for_llm(&self) -> String {
        self.toolbox.context_for_llm()
    }

    /// See [`Toolbox::system_prompt`].
    pub fn system_prompt(&self, task: &str) -> String {
        self.toolbox.system_prompt(task)
    }

    /// See [`Toolbox::execute_tool`].
    pub fn execute_tool(&self) -> Value {
        self.toolbox.execute_tool()
    }

    /// See [`Toolbox::execute_tool_for`].
    pub fn execute_tool_for(&self, format: ToolFormat) -> Value {
        self.toolbox.execute_tool_for(format)
    }

    /// Runs `code`, the body of an async function, with the site's tools as `global` and the default limits.
    pub async fn execute(&mut self, code: &str) -> Outcome {
        self.execute_with(code, &ExecuteOptions::default()).await
    }

    /// Runs `code` with limits of the caller's, under the session's guards.
    ///
    /// See [`webagents_runtime::execute_guarded`].
    ///
    /// Registered tools that are followed are listed again after a run that changed them, and before
    /// code is refused for an unknown tool.
    pub async fn execute_with(&mut self, code: &str, options: &ExecuteOptions) -> Outcome {
        match self.watch() {
            // Boxed only where it is watched.
            Some(watch) => with_keep_alive(Some(watch), Box::pin(self.run(code, options))).await,
            None => self.run(code, options).await,
        }
    }

    async fn run(&mut self, code: &str, options: &ExecuteOptions) -> Outcome {
        let toolbox = Arc::clone(&self.toolbox);
        // A copy shares what is remembered, and a run that is given up takes nothing with it.
        let guards = self.guards.clone();
        let mut outcome = execute_guarded(self, &toolbox, code, options, &guards).await;
        if self.refused_unknown(&outcome) && self.follow_tools().await {
            // Nothing has run, and the page has other tools by now.
            let toolbox = Arc::clone(&self.toolbox);
            outcome = execute_guarded(self, &toolbox, code, options, &guards).await;
        }
        let landing = if outcome.is_navigated() { self.landing().await } else { None };
        if outcome.tools_changed {
            self.follow_tools().await;
        }
        outcome.land(landing.as_deref(), self.toolbox.tools().iter().map(|tool| tool.name.as_str()));
        outcome
    }

    /// A picture of the visible part of the page, as the bytes of a PNG.
    pub async fn screenshot(&mut self) -> Result<Vec<u8>, Error> {
        self.leave().await?;
        if let Transport::Cdp(cdp) = &self.transport
            && cdp.has_context()
        {
            return Ok(cdp.screenshot(SCREENSHOT).await.inspect_err(|error| self.ended(error))?);
        }
        let client = self.client.clone();
        let (give, take) = oneshot::channel();
        let command = async move {
            let picture = client.screenshot().await?;
            // Nobody waits for a picture that comes too late.
            let _ = give.send(picture);
            Ok(Value::Null)
        };
        self.send(command, SCREENSHOT).await?;
        take.await.map_err(|error| {
            PageError::new(PageErrorKind::Other, "the driver gave no picture").with_source(error).into()
        })
    }

    /// The driver of the session.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// Returns the outcome for a page of this session whose script does not end.
    ///
    /// It depends on the engine, on its driver's version and rights, and on
    /// [`BrowserOptions::protocol`](crate::BrowserOptions::protocol).
    pub fn stopping(&self) -> Stopping {
        self.transport.stopping()
    }

    /// Returns whether the session can be used.
    pub fn is_usable(&self) -> bool {
        self.lost.is_none()
    }

    /// Closes the browser and removes its profile, unless that is one of [`BrowserOptions::profile`].
    ///
    /// In a browser that was [joined](Self::attach) only the tab is closed, and in one that is
    /// [shared](crate::Isolation::Context) only the context.
    ///
    /// [`BrowserOptions::profile`]: crate::BrowserOptions::profile
    pub async fn close(mut self) -> Result<(), Error> {
        if self.lost.is_none() && self.pending.is_none() {
            if let Some(attached) = self.attached.take() {
                return attached.leave(self.client.clone(), Arc::clone(&self.driver)).await;
            }
            if self.context.is_some() {
                self.lost = Some("it was closed".to_owned());
                return match std::mem::replace(&mut self.transport, Transport::Classic) {
                    Transport::Cdp(cdp) => Ok(cdp.dispose(CLOSE).await?),
                    _ => Ok(()),
                };
            }
            let closed = timeout(CLOSE, self.client.clone().close()).await;
            if let Ok(Err(error)) = closed {
                return Err(crate::transport::engine_messages::page_error(error).into());
            }
            if closed.is_ok() {
                self.lost = Some("it was closed".to_owned());
                // fantoccini takes a driver that does not answer for one that has ended its browser.
                if self.driver.is_up().await {
                    self.browser = None;
                }
                if let Some(profile) = &self.profile {
                    profile.released(RELEASE).await;
                }
                self.permit = None;
            }
        }
        Ok(())
    }

    /// Marks the session as of no more use and ends its browser, if that is ours to end.
    pub(crate) fn give_up(&mut self, why: String) {
        self.lost.get_or_insert(why);
        self.pending = None;
        if let Some(tab) = self.transport.tab() {
            self.pending_events.extend(tab.drain_events());
        }
        self.transport = Transport::Classic;
        self.kill_browser();
    }

    fn kill_browser(&mut self) {
        if self.context.is_some() {
            // It is others' as well; the context ends with the transport.
            return;
        }
        if let (Some(pid), Some(group)) = (self.browser.take(), self.driver.group())
            && belongs(pid, group)
        {
            // A system's `chromium-headless-shell` may be a script that waits for the browser, its child.
            let children = children(pid);
            for pid in std::iter::once(pid).chain(children).filter(|&pid| belongs(pid, group)) {
                // It fails only when the process is gone already.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        self.driver.kill_if_exclusive();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        match self.attached.take().filter(|_| self.lost.is_none()) {
            // It has to outlive us: the driver goes when the tab is closed.
            Some(tab) => tab.leave_detached(self.client.clone(), Arc::clone(&self.driver)),
            None => self.kill_browser(),
        }
        // Before the driver's folder, in which it may be.
        self.profile = None;
        if let Some(permit) = self.permit.take() {
            permit.delete_remote_session();
        }
    }
}

/// Returns whether `pid` is a process of the driver's group, and not of a later process with the same number.
fn belongs(pid: Pid, group: Pid) -> bool {
    getpgid(Some(pid)).is_ok_and(|of| of == group)
}

/// The children of a process, where the system lists them (proc(5), `/proc/PID/task/TID/children`).
fn children(pid: Pid) -> Vec<Pid> {
    let pid = pid.as_raw_nonzero();
    let listed = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    listed.split_whitespace().filter_map(|child| Pid::from_raw(child.parse().ok()?)).collect()
}
