//! One line in a browser: its site found, its page opened, its code run.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use url::Url;
use webagents_fetch::redact_url;
use webagents_host::{
    ExecuteOptions, FoundSite, HostGuards, HostSession, HostTools, PageTools, Pool, RecordedRun, SiteFinder,
    ToolNeed,
};

use super::input::{Job, Name};
use super::record::Record;
use super::sink::Records;
use crate::args::{self, GuardArgs, Network};
use crate::commands::outcome::{Status, in_realm, with_refusals};
use crate::commands::runs::{Runs, UnderWay};
use crate::commands::site::{PageWaits, find, given, page, show};
use crate::commands::{guards, host_failure};
use crate::exit::Failure;
use crate::output;

/// Number of attempts for a line whose browser goes away before its code has begun.
const TRIES: u32 = 3;

/// Pages whose tools are kept, so that many lines for one page look for them once.
const SITES: usize = 256;

/// Warnings that are given in all.
const WARNINGS: usize = 100;

fn shown(url: &Url) -> String {
    redact_url(url.as_str()).into_owned()
}

/// State shared by all lines.
pub(super) struct Runner {
    pub(super) pool: Pool,
    network: Network,
    code: CodeOptions,
    queue: Duration,
    /// The tools of every line, when the caller gave them.
    given: Option<SiteFinder>,
    /// Shared by all lines: an approval for the session holds for each of them.
    guards: HostGuards,
    guarded: GuardArgs,
    sites: Mutex<HashMap<Url, Arc<OnceCell<FoundSite>>>>,
    /// Records of the lines whose code begins.
    records: Option<Records>,
    /// Warnings that were given, so that each is given once.
    warned: Mutex<HashSet<String>>,
}

/// A line that ends the run: every line after it would fail for the same reason.
pub(super) struct Stopped {
    pub(super) name: Name,
    pub(super) url: String,
    pub(super) failure: Failure,
}

/// Limits of the code of each line, and the programs that it can call.
struct CodeOptions {
    options: ExecuteOptions,
    tools: HostTools,
}

/// Reason why an attempt had no outcome.
enum Trouble {
    /// The browser went away before the code began.
    Browser(Failure),
    /// No browser was found, or the file of records cannot be written.
    EndsRun(Failure),
    /// The line's own.
    Line(Failure),
}

impl Runner {
    pub(super) async fn new(
        args: &args::Batch,
        pool: Pool,
        records: Option<Records>,
    ) -> Result<Self, Failure> {
        let given = match &args.run.manifest {
            Some(manifest) => Some(given(manifest, &args.egress.network).await?),
            None => None,
        };
        let options = ExecuteOptions::default()
            .with_deadline(args.run.deadline)
            .with_max_result_bytes(args.run.max_result)
            .with_tool_wait(args.run.wait.time())
            .with_realm(args.run.realm.realm);
        Ok(Self {
            pool,
            network: args.egress.network.clone(),
            code: CodeOptions { options, tools: crate::programs::tools(&args.run.realm)? },
            queue: args.work.queue(),
            given,
            guards: guards::guards(&args.guards)?,
            guarded: args.guards.clone(),
            sites: Mutex::default(),
            records,
            warned: Mutex::default(),
        })
    }

    /// Runs a line to its record, which is to be written before `run` is dropped.
    pub(super) async fn run(
        &self,
        job: Job,
        runs: &Runs,
        run: &mut Option<UnderWay>,
    ) -> Result<Record, Stopped> {
        let mut last = None;
        for _ in 0..TRIES {
            match self.try_once(&job, runs, run).await {
                Ok((status, result, is_ok)) => {
                    let url = Some(shown(&job.url));
                    return Ok(Record { name: job.name, url, status, result, is_ok });
                }
                Err(Trouble::Browser(failure)) => last = Some(failure),
                Err(Trouble::Line(failure)) => {
                    last = Some(failure);
                    break;
                }
                Err(Trouble::EndsRun(failure)) => {
                    return Err(Stopped { url: shown(&job.url), name: job.name, failure });
                }
            }
        }
        let failure = last.unwrap_or_else(|| Failure::usage("the line was not begun"));
        let url = Some(shown(&job.url));
        Ok(Record::failed(job.name, url, &failure))
    }

    async fn try_once(
        &self,
        job: &Job,
        runs: &Runs,
        run: &mut Option<UnderWay>,
    ) -> Result<(Status, serde_json::Value, bool), Trouble> {
        let site = self.site(&job.url).await.map_err(Trouble::Line)?;
        // An approval for the session holds for all lines.
        let guards =
            guards::with_lock(&self.guarded, self.guards.for_another_session()).map_err(Trouble::Line)?;
        guards::check(&self.guarded, &guards, &site).await.map_err(Trouble::Line)?;
        let session = self.pool.acquire(self.queue).await.map_err(|error| Trouble::EndsRun(error.into()))?;
        // The user typed it. Where discovery was redirected is the site's word, and public or refused.
        session.allow_egress_url(&job.url).map_err(|error| Trouble::Line(error.into()))?;
        let mut session = HostSession::new(session, guards);
        session.use_host_tools(self.code.tools.clone());
        let need = ToolNeed::Code(&job.code);
        let waits = PageWaits { load: self.network.load(), tools: self.code.options.tool_wait };
        // Findings about the page's own tools would be repeated for each line; `exec` of one line prints them.
        let tools = match show(&mut session, &site, need, waits, Some(&self.guarded)).await {
            Ok(tools) => tools,
            Err(failure) if session.session().is_usable() => {
                self.pool.give_back(session.into_session());
                return Err(Trouble::Line(failure));
            }
            Err(failure) => return Err(Trouble::Browser(failure)),
        };
        self.warn(&tools, &session);
        runs.may_begin().await;
        if let Err(failure) = self.begin(job) {
            self.pool.give_back(session.into_session());
            return Err(Trouble::EndsRun(failure));
        }
        let run = run.insert(runs.begin());
        let RecordedRun { outcome, recorded, .. } =
            session.run_until(&job.code, &self.code.options, run.cancelled()).await;
        if let Err(error) = recorded {
            // The line has run, and its own record must be written all the same.
            output::report(&host_failure::failure(&self.guarded, error), false);
        }
        let session = session.into_session();
        let refusals = session.refusals();
        self.pool.give_back(session);
        let result = in_realm(self.code.options.realm, with_refusals(&outcome, &refusals));
        Ok((Status::of(&outcome), result.into(), outcome.is_ok()))
    }

    /// Writes down that the code of a line begins, before it does.
    fn begin(&self, job: &Job) -> Result<(), Failure> {
        let Some(records) = &self.records else { return Ok(()) };
        let record = Record::begun(job.name.clone(), shown(&job.url));
        records.write(&record.text()).map_err(|error| {
            Failure::usage(format!("cannot write that line {} begins: {error}", job.name.line))
                .help("free disk space for the file of --resume, then run the same command again")
        })
    }

    /// Says once which rules match no tool of a site.
    fn warn(&self, tools: &PageTools, session: &HostSession) {
        for warning in guards::describe_unmatched(&self.guarded, &tools.unmatched, session.toolbox()) {
            let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
            if warned.len() < WARNINGS && warned.insert(warning.clone()) {
                output::say(&warning);
            }
        }
    }

    /// The page of a line and its tools, looked for once.
    async fn site(&self, url: &Url) -> Result<FoundSite, Failure> {
        page(url.clone())?;
        if let Some(given) = &self.given {
            return Ok(given.find(url).await?);
        }
        let cell = self.cell(url);
        // Lines for the same page wait for the first of them. A failure is not kept: the next line tries again.
        let site = cell.get_or_try_init(|| find(url, None, &self.network));
        site.await.cloned()
    }

    fn cell(&self, url: &Url) -> Arc<OnceCell<FoundSite>> {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        if sites.len() >= SITES && !sites.contains_key(url) {
            sites.clear();
        }
        Arc::clone(sites.entry(url.clone()).or_default())
    }
}
