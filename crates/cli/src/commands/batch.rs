//! `webagents batch`: one script a line, in as many browsers as one likes, here or on a Grid.
//!
//! The decisions: a failed line is recorded and stops no other; a line that a browser's end cut off is never
//! run again unless requested, because half of it may have happened. A failure outside any line, such as a missing
//! browser, ends the run, because every line that is left would fail alike. The command is not a crawler: it
//! opens the URLs of the lines, as fast as `--jobs` allows.

mod input;
mod record;
mod run;
mod sink;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use webagents_runtime_webdriver::{BrowserOptions, Pool, PoolOptions};

use self::input::InputLine;
use self::record::{Record, Settled, Totals};
use self::run::{Runner, Stopped};
use self::sink::{Order, Past, Sink};
use crate::args::{self, SourceArg};
use crate::commands::browsers::{self, CLOSE};
use crate::commands::runs::{Runs, UnderWay};
use crate::exit::{Exit, Failure};
use crate::file;
use crate::output;
use crate::report::plural;
use crate::signals::end_by;
use crate::source::allowed;

/// Lines that may have finished while one before them has not, for each line that runs.
const AHEAD: usize = 16;
/// Interval between reports of progress.
const PROGRESS: Duration = Duration::from_secs(10);
/// Number of requests for a browser before the run ends; five pauses of a few seconds in all.
const ATTEMPTS: u32 = 6;

pub(super) async fn run(args: &args::Batch) -> Result<Exit, Failure> {
    let mut signals = browsers::caught()?;
    let mut work = BatchRun::begin(args).await?;
    let end = tokio::select! {
        end = work.go(args.work.jobs()) => Ok(end),
        asked = signals.next() => Err(asked),
    };
    let running = work.running.len();
    if end.is_err() {
        let runs = work.runs.clone();
        tokio::select! {
            _ = runs.cancel(work.rest()) => {}
            () = signals.insist() => {}
        }
    }
    // A line that finished after one that did not is not lost.
    let written = work.sink.finish();
    // A task that is ended drops its session, and that ends its browser.
    work.running.abort_all();
    tokio::select! {
        left = work.runner.pool.close(CLOSE) => {
            if left > 0 {
                output::say(&format!("{} did not end in time; a Grid ends them by its own timeout", plural(left, "session")));
            }
        }
        // A second signal ends the wait.
        _ = signals.next() => {}
    }
    output::say(&format!("lines: {}", work.totals));
    let end = match end {
        Ok(end) => end,
        Err(asked) => {
            let were = if running == 1 { "was" } else { "were" };
            let running = plural(running, "line");
            output::say(&format!(
                "interrupted; {running} {were} running; a line whose code had begun counts as lost"
            ));
            let error = end_by(asked);
            return Err(Failure::new(Exit::Findings, format!("interrupted, and cannot say so: {error}")));
        }
    };
    end?;
    written.map_err(|error| unwritable(args.work.resume.as_deref(), &error))?;
    Ok(if work.totals.is_clean() { Exit::Ok } else { Exit::Findings })
}

/// A line that is over: its place, its record, and its run if its code began.
type Finished = (u64, Result<Record, Stopped>, Option<UnderWay>);

/// A run, from its first line to its last.
struct BatchRun {
    lines: tokio::sync::mpsc::Receiver<Result<InputLine, Failure>>,
    runner: Arc<Runner>,
    sink: Sink,
    past: Past,
    /// `true` if lost lines are run again.
    again: bool,
    out: Option<std::path::PathBuf>,
    running: JoinSet<Finished>,
    /// The lines of them whose code runs.
    runs: Runs,
    totals: Totals,
}

impl BatchRun {
    async fn begin(args: &args::Batch) -> Result<Self, Failure> {
        args.work.check()?;
        if args.lines == SourceArg::Stdin && args.run.manifest == Some(SourceArg::Stdin) {
            return Err(Failure::usage("stdin cannot be both the lines and the manifest")
                .help("read one of them from a file: webagents batch FILE, or --manifest FILE"));
        }
        args.browser.check()?;
        let jobs = args.work.jobs();
        let take = input::read(&args.lines, jobs)?;
        let order = if args.work.unordered { Order::AsTheyFinish } else { Order::OfLines };
        let (sink, past) = match &args.work.resume {
            Some(path) => Sink::append(path)?,
            None => (Sink::stdout(order), Past::default()),
        };
        let mut options = BrowserOptions::from(args.browser.started);
        options.driver.name = Some("webagents batch".to_owned());
        // Each line's own host is allowed when its turn comes.
        options.egress = browsers::egress(args.egress.pages.reach, &allowed(&args.egress.network)?);
        let browser = browsers::named(options, &args.browser.driver).await?;
        let options = PoolOptions::default()
            .with_size(jobs)
            .with_queue_deadline(args.work.queue())
            // A Grid that has lost a node offers it for some seconds more.
            .with_attempts(ATTEMPTS)
            .with_isolation(args.work.isolation())
            .with_contexts(args.work.contexts());
        let pool = Pool::new(browser, options)?;
        Ok(Self {
            lines: take,
            runner: Arc::new(Runner::new(args, pool, sink.records()).await?),
            sink,
            past,
            again: args.work.again,
            out: args.work.resume.clone(),
            running: JoinSet::new(),
            runs: Runs::default(),
            totals: Totals::default(),
        })
    }

    /// Runs the lines, `jobs` at a time, to the end of the input or to what ends the run.
    async fn go(&mut self, jobs: usize) -> Result<(), Failure> {
        let (mut place, mut is_open) = (0_u64, true);
        let mut progress = interval_at(Instant::now() + PROGRESS, PROGRESS);
        progress.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if output::is_closed() {
                return Ok(());
            }
            let has_room = self.running.len() < jobs && self.sink.backlog() < jobs.saturating_mul(AHEAD);
            tokio::select! {
                line = self.lines.recv(), if is_open && has_room => match line {
                    None => is_open = false,
                    Some(line) => {
                        if self.take(line?, place)? {
                            place += 1;
                        }
                    }
                },
                Some(finished) = self.running.join_next(), if !self.running.is_empty() => {
                    self.finished(finished)?;
                }
                _ = progress.tick(), if is_open || !self.running.is_empty() => {
                    output::say(&format!("lines: {}, {} running", self.totals, self.running.len()));
                }
                else => return Ok(()),
            }
        }
    }

    /// Begins a line. Whether it has a place among the records.
    fn take(&mut self, line: InputLine, place: u64) -> Result<bool, Failure> {
        match line {
            InputLine::Broken(name, failure) => {
                let record = Record::failed(name, None, &failure);
                self.put(place, record)?;
            }
            InputLine::Job(job) => {
                let settled = self.past.settled(&job.name);
                if let Some(settled) = settled.filter(|settled| !(self.again && *settled == Settled::Lost)) {
                    self.totals.leave_out(settled);
                    return Ok(false);
                }
                let (runner, runs) = (Arc::clone(&self.runner), self.runs.clone());
                self.running.spawn(async move {
                    let mut run = None;
                    (place, runner.run(job, &runs, &mut run).await, run)
                });
            }
        }
        Ok(true)
    }

    /// Writes the records of the lines that run, until there are none.
    async fn rest(&mut self) {
        while let Some(finished) = self.running.join_next().await {
            // Each stays a line that has no record, as it would without the signal.
            let _ = self.finished(finished);
        }
    }

    fn finished(&mut self, finished: Result<Finished, tokio::task::JoinError>) -> Result<(), Failure> {
        let (place, result, _run) = finished.map_err(|error| {
            Failure::new(Exit::Browser, format!("a line ended without a result: {error}"))
        })?;
        match result {
            Ok(record) => self.put(place, record),
            Err(Stopped { name, url, failure }) => {
                self.put(place, Record::failed(name, Some(url), &failure))?;
                Err(failure.or_help(
                    "no browser is to be had, so the lines that are left were not begun; with --resume they are run \
                     by the next run",
                ))
            }
        }
    }

    fn put(&mut self, place: u64, record: Record) -> Result<(), Failure> {
        self.totals.add(&record);
        self.sink.put(place, record.text()).map_err(|error| unwritable(self.out.as_deref(), &error))
    }
}

fn unwritable(out: Option<&Path>, error: &std::io::Error) -> Failure {
    match out {
        Some(path) => file::unwritable(path, error),
        None => Failure::usage(format!("cannot write to stdout: {error}")),
    }
}
