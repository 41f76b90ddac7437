//! The browser of a session, and what commands do in it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::FromArgMatches as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use url::Url;
use webagents_browse::{ActionRequest, Browse, Secrets};
use webagents_fetch::redact_url;
use webagents_host::{
    BrowserOptions, BrowserSource, Confirm, Engine, ExecuteOptions, FoundSite, HostGuards, HostSession,
    HostTools, Pin, RecordedRun, Refusals, Reply, Replying, Request as Question, SaveOptions, SessionError,
    Site, ToolNeed, Toolbox,
};
use webagents_manifest::Manifest;
use webagents_runtime::{Page as _, PageErrorKind, Realm, UnknownRealm};

use crate::args::{
    self, Command, CommandLine, Deferred, Network, Reach, SessionCommand, SessionStart, SourceArg,
};
use crate::commands::browse;
use crate::commands::browsers::CLOSE;
use crate::commands::login;
use crate::commands::outcome::{Options, Report, result_options, take_result};
use crate::commands::read::{PageReader, PrintedPage, render};
use crate::commands::runs::Runs;
use crate::commands::site::{PageWaits, find_within, own_code, page, show};
use crate::commands::{guards, host_failure};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::programs::ProgramTable;
use crate::session::{Answer, BrowseRequest, Client, ExecRequest, Files, ReadRequest, Request, SessionState};
use crate::source::{allowed, permitted};

/// Time to read the page's URL from the browser.
const LOOK: Duration = Duration::from_secs(5);
/// Time for a page to end the work of an abandoned command.
const SETTLE: Duration = Duration::from_secs(20);
/// Time for the script that does so.
const QUIT: Duration = Duration::from_secs(2);

/// The command of `browse` that `exec --screenshot` is judged as.
const SCREENSHOT: &str = "screenshot";
/// The command that `read` is judged as, besides rules on all that only reads.
const TEXT: &str = "text";

/// The command that is served, whose user answers questions of the guards.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked(Arc<Mutex<Option<Arc<Client>>>>);

impl Asked {
    pub(super) fn set(&self, client: Option<Arc<Client>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = client;
    }

    fn get(&self) -> Option<Arc<Client>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Confirm for Asked {
    fn confirm(&self, request: Question) -> Replying<'_> {
        Box::pin(async move {
            match self.get() {
                Some(client) => guards::reply(client.ask(guards::question(&request), false).await),
                None => Reply::Deny { reason: String::new() },
            }
        })
    }

    fn can_ask(&self) -> bool {
        self.get().is_some_and(|client| client.can_ask())
    }
}

/// Site whose tools were detected.
struct Home {
    toolbox: Toolbox,
    pin: Arc<Pin>,
}

/// Origin of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    origin: String,
    /// `true` if the document has the origin of its creator, and its address has none.
    is_inherited: bool,
}

/// The browser of a session.
pub(super) struct Live {
    args: Deferred<SessionStart>,
    source: BrowserSource,
    session: HostSession,
    /// Guards and audit, without the lock, which is read for each site.
    guards: HostGuards,
    browse: Browse,
    /// The sites whose tools were detected, by their origin.
    homes: BTreeMap<String, Home>,
    /// The place that the tools were chosen for.
    at: Option<Place>,
    secrets: Secrets,
    /// Address of the page when it was last looked at.
    pub(super) url: Option<String>,
    /// Reason for the missing browser.
    lost: Option<String>,
}

/// Outcome of code, as the command prints and saves it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Ran {
    /// Messages about the tools, from before the code ran.
    pub(crate) notes: Vec<String>,
    pub(crate) report: Report,
    /// The whole result, for a file.
    pub(crate) result: Option<Value>,
    /// Failures to make the files that were requested.
    pub(crate) failures: Vec<Value>,
}

/// Reads the arguments of another process of this program.
fn read_arguments(arguments: Vec<OsString>) -> Result<Command, Failure> {
    let wrong = |error: clap::Error| Failure::usage(error.kind().to_string());
    let matches = args::command().try_get_matches_from(arguments).map_err(wrong)?;
    Ok(CommandLine::from_arg_matches(&matches).map_err(wrong)?.command)
}

/// Starts the browser of a session with the arguments of `session start`.
pub(super) async fn start(
    arguments: Vec<OsString>,
    asked: &Asked,
    shared: &SessionState,
) -> Result<Live, Failure> {
    let Command::Session(args::Session { command: SessionCommand::Start(args) }) = read_arguments(arguments)?
    else {
        return Err(Failure::usage("expected the arguments of `webagents session start`"));
    };
    let commands = browse::options(&args.rules.safety)?;
    let secrets = commands.secrets().clone();
    shared.use_secrets(secrets.clone());
    args.browser.check()?;
    let options = guards::options(&args.rules.guards)?;
    let options = if args.rules.guards.confirm { options.with_confirm(asked.clone()) } else { options };
    let guards = guards::with_audit(&args.rules.guards, options, &secrets);
    let state = login::state(&args.login)?;
    let commands = commands.with_keeps_records(args.rules.guards.audit.is_some());
    let user = asked.clone();
    let confirm = browse::confirm(move |question, once| {
        let client = user.get().filter(|client| client.can_ask());
        Box::pin(async move { Some(client?.ask(question, once).await) })
    });
    let browse = Browse::new(commands.with_confirm(confirm));
    let url = args.url.as_ref().map(|url| page(url.url()?)).transpose()?;
    let guarded = match &url {
        Some(url) => permitted(url, &args.egress.network)?,
        None => allowed(&args.egress.network)?,
    };
    let site = match &url {
        Some(url) => Some(detect(url, &args, &args.egress.network, &guards, &secrets).await?),
        None => None,
    };
    output::say("starting a browser");
    let wanted = login::Wanted {
        browser: args.browser.started,
        driver: &args.browser.driver,
        pages: args.egress.pages,
        login: &args.login,
        name: Some("webagents session"),
        hidden: args.rules.safety.variables(),
        guarded,
    };
    let source = login::browsers(wanted, state).await?;
    let session = HostSession::new(source.acquire().await?, guards.clone());
    let mut live = Live {
        args,
        source,
        session,
        guards,
        browse,
        secrets,
        homes: BTreeMap::new(),
        at: None,
        url: None,
        lost: None,
    };
    let Some((site, guards)) = site else {
        // Browsers begin on pages of different kinds.
        live.session.session_mut().open("about:blank").await?;
        return Ok(live);
    };
    let load = live.args.egress.network.load();
    let waits = PageWaits { load, tools: Duration::ZERO };
    match live.enter(&site, guards, "", waits).await {
        Ok(notes) => {
            for note in notes {
                output::say(&live.secrets.redact(note));
            }
            Ok(live)
        }
        Err(failure) => {
            let _ = timeout(CLOSE, live.end()).await;
            Err(failure)
        }
    }
}

/// Finds the declared tools of a page, and checks them against the lock file.
///
/// Returns the guards with this lock.
///
/// A server that refuses our client may show the page to a browser. The client reaches public addresses, addresses that
/// were given to `session start`, and any with `--egress open`.
async fn detect(
    url: &Url,
    args: &SessionStart,
    network: &Network,
    guards: &HostGuards,
    secrets: &Secrets,
) -> Result<(FoundSite, HostGuards), Failure> {
    let mut reachable = allowed(network)?;
    let given = args.url.as_ref().map(SourceArg::url).transpose()?;
    let is_open = args.egress.pages.reach == Some(Reach::Open);
    for url in given.iter().chain(Some(url).filter(|_| is_open)) {
        reachable.allow_url(url)?;
    }
    // stderr belongs to `session start`, and leads nowhere later.
    let say = |text: String| output::say(&secrets.redact(text));
    say(format!("looking for the tools of {url}"));
    let site = match find_within(url, args.manifest.as_ref(), network, &reachable).await {
        Err(failure)
            if failure.exit() == Exit::Network
                && args.rules.guards.lock.is_none()
                && args.manifest.is_none() =>
        {
            say(format!("warning: the declared tools of {url} were not found: {failure}"));
            let tools = Toolbox::new(Manifest::default());
            FoundSite::from(Site::with_tools(url.clone(), tools))
        }
        found => found?,
    };
    let guards = guards::with_lock(&args.rules.guards, guards.clone())?;
    guards::check(&args.rules.guards, &guards, &site).await?;
    Ok((site, guards))
}

impl Live {
    /// Does the work of a command, in which a run of code is one of `runs`.
    pub(super) async fn serve(&mut self, request: Request, runs: &Runs) -> Result<Answer, Failure> {
        self.work(request, runs).await.map_err(Failure::for_session_start)
    }

    async fn work(&mut self, request: Request, runs: &Runs) -> Result<Answer, Failure> {
        let mut files = Files::default();
        let value = match request {
            Request::Exec(request) => {
                serde_json::to_value(Box::pin(self.exec(request, runs, &mut files)).await?)
            }
            Request::Read(request) => serde_json::to_value(Box::pin(self.read(request)).await?),
            Request::Browse(request) => serde_json::to_value(Box::pin(self.command(&request)).await?),
            // The connection answers them.
            Request::Start { .. } | Request::Status | Request::Stop => {
                return Err(Failure::usage("expected work for the browser"));
            }
        };
        let value = value
            .map_err(|error| Failure::new(Exit::Browser, format!("the answer cannot be written: {error}")))?;
        Ok(Answer { value, files })
    }

    /// Opens the page of a site for `code`, and takes its tools. Returns messages about them.
    ///
    /// A page without tools is opened as well.
    async fn enter(
        &mut self,
        site: &FoundSite,
        guards: HostGuards,
        code: &str,
        waits: PageWaits,
    ) -> Result<Vec<String>, Failure> {
        self.at = None;
        self.session.use_guards(guards);
        let args = &self.args.rules.guards;
        let page = show(&mut self.session, site, ToolNeed::Optional(code), waits, Some(args)).await?;
        let Place { origin, .. } = self.origin().await?;
        let toolbox = self.session.toolbox().clone();
        let notes = guards::remarks(&self.args.rules.guards, &origin, &page, &toolbox);
        self.session.use_site(origin.clone(), Arc::clone(&site.pin));
        self.at = Some(Place { origin: origin.clone(), is_inherited: false });
        self.homes.insert(origin, Home { toolbox, pin: Arc::clone(&site.pin) });
        Ok(notes)
    }

    /// The origin of the page, whose address is noted.
    ///
    /// A document without an address of its own, as in a popup, has the origin of its creator.
    async fn origin(&mut self) -> Result<Place, Failure> {
        let session = self.session.session_mut();
        let url = session.url().await.map_err(SessionError::from)?;
        self.url = Some(redact_url(&url).into_owned());
        let parsed = Url::parse(&url).ok();
        let opaque = || "null".to_owned();
        if parsed.as_ref().is_some_and(|url| matches!(url.scheme(), "about" | "javascript" | "data")) {
            let origin = self.browse.origin(session, LOOK).await;
            return Ok(Place { is_inherited: origin.is_some(), origin: origin.unwrap_or_else(opaque) });
        }
        let origin = parsed.map_or_else(opaque, |url| url.origin().ascii_serialization());
        Ok(Place { origin, is_inherited: false })
    }

    /// Chooses the tools for the session's page.
    ///
    /// Tools belong to the origin for which they were detected. A page of another origin has only the tools that it
    /// registers; with --lock, which pins none of them, it has none.
    async fn follow(&mut self) {
        // Faults of the page are left for the code to find.
        let Ok(place) = self.origin().await else { return };
        if self.at.as_ref() == Some(&place) {
            return;
        }
        let home = self.homes.get(&place.origin);
        let registers = match home {
            Some(home) => home.toolbox.webmcp().is_some(),
            None => self.args.rules.guards.lock.is_none(),
        };
        let toolbox = home.map_or_else(|| Toolbox::new(Manifest::default()), |home| home.toolbox.clone());
        let pin = home.map_or_else(|| Arc::new(Pin::of_none()), |home| Arc::clone(&home.pin));
        self.session.use_site(place.origin.clone(), pin);
        let session = self.session.session_mut();
        session.use_tools(if place.is_inherited { toolbox.without_origin() } else { toolbox });
        if registers {
            let _ = session.refresh_tools().await;
        }
        self.at = Some(place);
    }

    async fn exec(&mut self, request: ExecRequest, runs: &Runs, files: &mut Files) -> Result<Ran, Failure> {
        let mut notes = Vec::new();
        match &request.url {
            Some(url) => {
                let url = Url::parse(url)
                    .map_err(|error| Failure::usage(format!("{url} is not a URL: {error}")))?;
                let url = page(url)?;
                self.permit_page(&url).await?;
                let load = request.load;
                let network =
                    Network { allow_host: self.args.egress.network.allow_host.clone(), timeout: Some(load) };
                let (site, guards) = detect(&url, &self.args, &network, &self.guards, &self.secrets).await?;
                let waits = PageWaits { load, tools: request.wait_tools };
                notes = self.enter(&site, guards, &request.code, waits).await?;
                let status = self.browse.page_status(self.session.session_mut(), LOOK).await;
                let failed = status.filter(|status| *status >= 400);
                notes.extend(failed.map(|status| format!("warning: the page answers with HTTP {status}")));
            }
            None => self.follow().await,
        }
        let realm = request.realm.parse().map_err(|error: UnknownRealm| Failure::usage(error.to_string()))?;
        // Isolated code reaches the page by its tools alone, and the rules on tools decide on them.
        if realm == Realm::Page {
            let session = self.session.session_mut();
            let permitted = self.browse.permit_code(session, &request.code, LOOK).await;
            permitted.map_err(|error| browse::failure(&error))?;
        }
        if request.wants.picture {
            self.permit(SCREENSHOT).await?;
        }
        let (before, place) = (self.session.session().refusals(), self.at.clone());
        let options = result_options(request.deadline, request.max_result, request.wants.result)
            .with_tool_wait(request.wait_tools)
            .with_realm(realm);
        self.session.session_mut().use_tool_wait(request.wait_tools);
        let tools = request.tools.as_ref().map(ProgramTable::tools).transpose()?;
        self.session.use_host_tools(tools.unwrap_or_default());
        let run = runs.begin();
        let RecordedRun { mut outcome, recorded, .. } =
            self.session.run_until(&request.code, &options, run.cancelled()).await;
        self.session.use_host_tools(HostTools::default());
        let mut failures = Vec::new();
        let mut kept =
            |saved: Result<(), Failure>| failures.extend(saved.err().map(|failure| failure.wire()));
        kept(recorded.map_err(|error| host_failure::failure(&self.args.rules.guards, error)));
        let mut wanted =
            SaveOptions { screenshot: request.wants.picture, storage_state: request.wants.storage_state };
        if wanted.screenshot {
            // The code may have led to a page with other rules.
            let permitted = match self.origin().await {
                Ok(shown) if place.is_none_or(|place| place == shown) => Ok(()),
                _ => self.permit(SCREENSHOT).await,
            };
            wanted.screenshot = permitted.is_ok();
            kept(permitted);
        }
        let saved = self.session.save(wanted).await;
        if let Some(taken) = saved.screenshot {
            let taken = taken.map(|png| files.picture = Some(BASE64_STANDARD.encode(png)));
            kept(taken.map_err(Failure::from));
        }
        if let Some(taken) = saved.storage_state {
            let taken = taken.map(|state| files.storage_state = Some(state.to_json()));
            kept(taken.map_err(Failure::from));
        }
        let result = if request.wants.result { take_result(&mut outcome, request.max_result) } else { None };
        let refusals = since(&before, self.session.session().refusals());
        if let Some(navigated) = &outcome.navigated {
            self.url = Some(redact_url(&navigated.url).into_owned());
        }
        let url = self.url.clone();
        let options = Options { guards: &self.args.rules.guards, realm, place: " of `session start`" };
        let report = Report::new(url, &outcome, &refusals, options, request.json);
        drop(run);
        Ok(Ran { notes, report, result, failures })
    }

    /// Asks the policy of the session about a page that a command other than `browse` opens.
    async fn permit_page(&mut self, url: &Url) -> Result<(), Failure> {
        let permitted = self.browse.permit_page(self.session.session_mut(), url.as_str(), LOOK).await;
        permitted.map_err(|error| browse::failure(&error))
    }

    /// Asks the policy of the session about the work of a command other than `browse`.
    async fn permit(&mut self, action: &str) -> Result<(), Failure> {
        let request = ActionRequest::from_words([action]).map_err(|error| browse::failure(&error))?;
        let permitted = self.browse.permit(self.session.session_mut(), &request, LOOK).await;
        permitted.map_err(|error| browse::failure(&error))
    }

    async fn command(&mut self, request: &BrowseRequest) -> Result<browse::Printed, Failure> {
        self.browse.use_current_folder(&request.folder);
        let (browse, session) = (&mut self.browse, self.session.session_mut());
        let printed =
            browse::Printed::of(browse, session, &request.request, request.deadline, request.is_typed).await;
        self.record_actions()?;
        if printed.closes() {
            self.lost.get_or_insert_with(|| "`browse close` ended it".to_owned());
        }
        Ok(printed)
    }

    /// Appends the actions that were done to the audit, if one is kept.
    fn record_actions(&mut self) -> Result<(), Failure> {
        let records = self.browse.take_records();
        guards::record_actions(&self.args.rules.guards, &records, &self.secrets)
    }

    async fn read(&mut self, request: ReadRequest) -> Result<PrintedPage, Failure> {
        let Command::Read(args) = read_arguments(request.arguments)? else {
            return Err(Failure::usage("expected the arguments of `webagents read`"));
        };
        let reader = PageReader::new(&args, self.secrets.clone())?;
        let limit = args.request.timeout;
        if let Some(url) = &request.url {
            let url = page(
                Url::parse(url).map_err(|error| Failure::usage(format!("{url} is not a URL: {error}")))?,
            )?;
            self.permit_page(&url).await?;
        } else {
            self.permit(TEXT).await?;
        }
        let loaded = render::load(self.session.session_mut(), request.url.as_deref(), limit);
        let Ok(page) = timeout(limit, loaded).await else {
            self.settle().await;
            return Err(render::slow(limit));
        };
        let page = page?;
        if request.url.is_some() {
            // The page may be of another origin than its URL.
            self.permit(TEXT).await?;
        }
        // The conversion of a large page takes a second, in which other connections are served.
        let read = spawn_blocking(move || reader.read(&page, request.url.as_deref())).await;
        read.map_err(|error| Failure::new(Exit::Browser, format!("the page could not be read: {error}")))?
    }

    /// Ends the work of an abandoned command in the page, and stops a page that hangs.
    pub(super) async fn settle(&mut self) {
        // The command that they belong to has no answer.
        let _ = self.record_actions();
        let session = self.session.session_mut();
        let settled = async {
            // The first attempt ends the load of a page, and the second finds that it hangs.
            for _ in 0..2 {
                match session.evaluate("return 0", QUIT).await {
                    Ok(_) => break,
                    Err(error) if error.kind() == PageErrorKind::Hung => {
                        let _ = session.recover().await;
                    }
                    Err(_) => {}
                }
            }
            own_code(session, "return 0", &ExecuteOptions::default().with_deadline(QUIT)).await
        };
        let _ = timeout(SETTLE, settled).await;
    }

    /// Reads the page's URL, and checks that the browser answers.
    pub(super) async fn look(&mut self) {
        let session = self.session.session_mut();
        match timeout(LOOK, session.url()).await {
            Ok(Ok(url)) => self.url = Some(redact_url(&url).into_owned()),
            Ok(Err(error)) if !session.is_usable() => {
                self.lost.get_or_insert_with(|| format!("its browser ended: {error}"));
            }
            _ => {}
        }
    }

    /// Reason for the missing browser, if there is none.
    pub(super) fn lost(&self) -> Option<String> {
        let ended = || Some("its browser ended".to_owned()).filter(|_| !self.session.session().is_usable());
        self.lost.clone().or_else(ended)
    }

    pub(super) fn idle(&self) -> Duration {
        self.args.idle
    }

    pub(super) fn engine(&self) -> Option<&'static str> {
        let engine = match (self.source.engine(), self.source.pool()) {
            (Some(engine), _) => Some(engine),
            (None, Some(_)) => BrowserOptions::from(self.args.browser.started).named_engine().ok().flatten(),
            (None, None) => self.session.session().driver().engine(),
        };
        engine.map(Engine::name)
    }

    /// The names of the tools.
    pub(super) fn tools(&self) -> Vec<String> {
        self.session.toolbox().tools().iter().map(|tool| tool.name.clone()).collect()
    }

    /// Closes the browser, or the tab in a browser that runs on.
    pub(super) async fn end(self) {
        let Self { source, session, .. } = self;
        // A browser that does not close by itself is ended with its process group.
        let _ = session.close().await;
        if let Some(pool) = source.pool() {
            pool.close(CLOSE).await;
        }
    }
}

/// The refusals of `all` that were not `before`.
fn since(before: &Refusals, mut all: Refusals) -> Refusals {
    all.list.retain_mut(|refused| {
        let known = before.list.iter().find(|known| known.refusal == refused.refusal);
        refused.count = refused.count.saturating_sub(known.map_or(0, |known| known.count));
        refused.count > 0
    });
    all.dropped = all.dropped.saturating_sub(before.dropped);
    all
}
