//! A browser session with guards: a page is entered, its tools are listed, code runs and is recorded.

use std::future::pending;
use std::sync::Arc;

use url::Url;
use webagents_manifest::Manifest;
use webagents_runtime::guard::Unmatched;
use webagents_runtime::guard::lock::Pin;
use webagents_runtime::tools::{HostTools, SourceKind};
use webagents_runtime::webmcp::{WebMcpDiagnostic, WebMcpSupport};
use webagents_runtime::{ExecuteOptions, Outcome, Page as _, Toolbox};
use webagents_runtime_webdriver::{Error as SessionError, Session, StorageState};

use crate::error::Error;
use crate::guards::HostGuards;
use crate::isolates::Isolates;
use crate::site::FoundSite;

/// Tools that a page must have when it is entered, which decides how long they are waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolNeed<'c> {
    /// At least one tool; all that the manifest declares are waited for.
    All,
    /// The tools that this code calls; a page without tools is accepted if the code calls none.
    Code(&'c str),
    /// The tools that this code calls, if the site has a manifest.
    ///
    /// A page without a manifest is opened with the tools that it registers, if any, wherever it leads.
    Optional(&'c str),
}

/// Tools of a page that was entered, and remarks on them for the operator.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PageTools {
    /// Number of tools that the page registers.
    pub registered: usize,
    /// Availability of WebMCP, by which pages register tools; `None` if it was not determined.
    pub support: Option<WebMcpSupport>,
    /// Remarks on the tools that the page registers.
    pub findings: Vec<WebMcpDiagnostic>,
    /// `true` if the tools that the page registers were left out, because the lock does not pin them.
    pub left_out: bool,
    /// Rules of the policy that match no tool of the site.
    pub unmatched: Vec<Unmatched>,
}

/// Run of code that has ended, with the result of recording it.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecordedRun {
    /// Value or error, console and journal of the run.
    pub outcome: Outcome,
    /// Error of the audit, which did not accept the record of the run.
    pub recorded: Result<(), Error>,
}

/// Choice of the state that is captured of a page after a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SaveOptions {
    /// Capture a picture of the page.
    pub screenshot: bool,
    /// Capture cookies and storage of the browser.
    pub storage_state: bool,
}

/// Captured parts of a page after a run; `None` for parts that were not requested.
#[derive(Debug)]
#[non_exhaustive]
pub struct Saved {
    /// Bytes of a PNG file.
    pub screenshot: Option<Result<Vec<u8>, SessionError>>,
    /// Cookies and storage of the browser.
    pub storage_state: Option<Result<StorageState, SessionError>>,
}

/// Browser session whose runs are guarded and recorded.
#[derive(Debug)]
pub struct HostSession {
    session: Session,
    guards: HostGuards,
    isolates: Arc<Isolates>,
    /// Origin of the page whose tools code can call.
    origin: String,
    /// Hashes of the manifest of these tools.
    pin: Arc<Pin>,
}

impl HostSession {
    /// Puts a browser session under these guards.
    pub fn new(mut session: Session, guards: HostGuards) -> Self {
        session.use_guards(guards.guards().clone());
        let isolates = Arc::new(Isolates::default());
        session.use_isolates(Arc::clone(&isolates) as _);
        Self { session, guards, isolates, origin: String::new(), pin: Arc::new(Pin::of_none()) }
    }

    /// Opens the page of a site that was [checked](HostGuards::check), and lists its tools.
    ///
    /// The tools that the page registers are checked against the lock.
    pub async fn enter(&mut self, site: &FoundSite, need: ToolNeed<'_>) -> Result<PageTools, Error> {
        self.use_site(String::new(), Arc::new(Pin::of_none()));
        if matches!(need, ToolNeed::Code(_) | ToolNeed::Optional(_)) {
            // It starts while the page loads.
            self.isolates.prepare();
        }
        let origin = match need {
            ToolNeed::Optional(_) if !site.has_manifest() => self.open(&site.site.page).await?,
            ToolNeed::Code(code) | ToolNeed::Optional(code) => {
                self.session.enter_for(&site.site, code).await?;
                site.origin()
            }
            ToolNeed::All => {
                self.session.enter_site(&site.site).await?;
                site.origin()
            }
        };
        let toolbox = self.session.toolbox();
        let mut tools = PageTools {
            registered: toolbox.sources().filter(|source| source.kind != SourceKind::Manifest).count(),
            support: toolbox.webmcp().map(|webmcp| webmcp.support),
            findings: toolbox.findings().cloned().collect(),
            left_out: false,
            unmatched: Vec::new(),
        };
        let manifest = &site.pin.manifest;
        tools.left_out = self.guards.check_registered(&origin, manifest, &mut self.session).await?;
        tools.unmatched = self.guards.find_unmatched(self.session.toolbox());
        self.use_site(origin, Arc::clone(&site.pin));
        Ok(tools)
    }

    /// Opens a page without a manifest, with the tools that it registers. Returns its origin.
    async fn open(&mut self, page: &Url) -> Result<String, Error> {
        self.session.open(page.as_str()).await?;
        self.session.use_tools(Toolbox::new(Manifest::default()));
        let listed = self.session.refresh_tools().await.map(drop);
        if !self.session.is_usable() {
            // A page that gives no list has no tools; a browser that ended has no page.
            listed?;
        }
        let shown = self.session.url().await.map_err(SessionError::from)?;
        let shown = Url::parse(&shown).ok();
        Ok(shown.map_or_else(|| "null".to_owned(), |url| url.origin().ascii_serialization()))
    }

    /// Replaces the guards, for example by guards with a newer lock.
    pub fn use_guards(&mut self, guards: HostGuards) {
        self.session.use_guards(guards.guards().clone());
        self.guards = guards;
    }

    /// Replaces the source of processes for isolated code, for example to set its limits.
    pub fn use_isolates(&mut self, isolates: Isolates) {
        self.isolates = Arc::new(isolates);
        self.session.use_isolates(Arc::clone(&self.isolates) as _);
    }

    /// Sets the program's own tools, which code calls besides the tools of each site.
    ///
    /// See [`Session::use_host_tools`].
    pub fn use_host_tools(&mut self, tools: HostTools) {
        self.session.use_host_tools(tools);
    }

    /// Sets the site that the records of runs name.
    ///
    /// For a page that was reached without [`enter`](Self::enter).
    pub fn use_site(&mut self, origin: String, pin: Arc<Pin>) {
        (self.origin, self.pin) = (origin, pin);
    }

    /// Runs code, the body of an async function, on the page within `options`, and records the run.
    pub async fn run(&mut self, code: &str, options: &ExecuteOptions) -> RecordedRun {
        self.run_until(code, options, pending()).await
    }

    /// Runs code as [`run`](Self::run) does, and ends it early when `cancelled` is ready.
    ///
    /// See [`Session::execute_until`].
    pub async fn run_until(
        &mut self,
        code: &str,
        options: &ExecuteOptions,
        cancelled: impl Future<Output = ()> + Send,
    ) -> RecordedRun {
        let outcome = self.session.execute_until(code, options, cancelled).await;
        let recorded = self.guards.record(&self.origin, &self.pin, code, &outcome);
        RecordedRun { outcome, recorded }
    }

    /// Captures the chosen state of the page and the browser.
    pub async fn save(&mut self, options: SaveOptions) -> Saved {
        let screenshot = if options.screenshot { Some(self.session.screenshot().await) } else { None };
        let storage_state =
            if options.storage_state { Some(self.session.storage_state().await) } else { None };
        Saved { screenshot, storage_state }
    }

    /// Returns the tools that code can call.
    pub fn toolbox(&self) -> &Toolbox {
        self.session.toolbox()
    }

    /// Returns the guards, the lock and the audit of the session.
    pub fn guards(&self) -> &HostGuards {
        &self.guards
    }

    /// Returns the browser session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the browser session, to use it in other ways.
    ///
    /// Code that runs by it is guarded and not recorded.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Returns the browser session without its guards' records, for example to give it back to its pool.
    pub fn into_session(self) -> Session {
        self.session
    }

    /// Closes the browser, or the tab in a browser that was running before.
    pub async fn close(self) -> Result<(), Error> {
        Ok(self.session.close().await?)
    }
}
