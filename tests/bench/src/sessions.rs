//! Many sessions at once: jobs a second, memory of a session, and jobs that are lost with a Grid node.
//!
//! One job opens the bookstore's page and does the task there. It is done by one session, by eight out of a pool over a
//! driver of our own, each with a browser and each with a context of one browser, by eight out of a pool over a Selenium
//! Grid of two nodes, and by eight contexts of one browser that Playwright drives. Where nothing else is said, a browser
//! or context serves one job after the other; two more contenders have contexts that serve one job each. Memory is the
//! proportional share (PSS, proc(5)) of all processes of the browsers and their drivers, at its highest while the jobs
//! ran; of the Grid its two nodes of Java are counted as well. Reading it takes time of a processor, so that the rates of
//! contexts are compared in `contexts.rs`, where nobody reads it.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use webagents_runtime::{ErrorKind, Outcome, Toolbox};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Isolation, Pool, PoolOptions, Session};

use crate::contexts::playwright;
use crate::grid::{Grid, PATIENCE};
use crate::measure::{Contender, race};
use crate::node::Node;
use crate::processes::{below, of_groups};
use crate::report::{Table, Target};
use crate::runtime::{COPIES, TASK};
use crate::{Failure, corpus, site};

const SUBJECT: &str = "sessions";

/// Sessions at once, and jobs of each contender in a round.
pub(crate) const SESSIONS: usize = 8;
pub(crate) const JOBS: usize = 32;
const ROUNDS: usize = 3;

/// Jobs on a Grid that loses a node, and how long each takes there.
const LOSSES: usize = 16;
const LONG: &str = "await new Promise((done) => setTimeout(done, 1500)); return 1 + 1";

/// A site with the page of the job, and the tools that the task calls.
pub(crate) struct Work {
    pub(crate) page: Arc<str>,
    pub(crate) toolbox: Arc<Toolbox>,
    _site: site::Site,
}

impl Work {
    pub(crate) fn serve() -> Result<Self, Failure> {
        let site = site::serve(|path| {
            (path == "/").then(|| ("text/html; charset=utf-8", corpus::BOOKSTORE_PAGE.to_owned()))
        })?;
        let toolbox = Toolbox::from(webagents_manifest::parse(corpus::BOOKSTORE));
        Ok(Self { page: format!("{}/", site.url).into(), toolbox: Arc::new(toolbox), _site: site })
    }
}

/// Measures on a page with the bookstore's tools. `node` has Playwright, with a browser open.
pub(crate) fn run(
    table: &mut Table,
    runtime: &Runtime,
    node: &mut Node,
    browser: &Path,
) -> Result<(), Failure> {
    let work = Work::serve()?;
    let grid = Grid::with_slots(SESSIONS / 2);
    let options = BrowserOptions::default().with_binary(browser.to_owned());
    let (mut one, local, contexts, fresh, far) = runtime.block_on(open(options, &grid))?;
    let of_one = one.driver().process_group().ok_or("the session's driver is not ours")?;
    node.ask(&json!({ "contexts": SESSIONS, "url": &*work.page }))?;
    // The first use opens the sessions, and shows whose processes they are.
    let group = |pool: &Pool| {
        runtime.block_on(async {
            let session = pool.acquire(PATIENCE).await?;
            let group = session.driver().process_group().ok_or("the pool's driver is not ours")?;
            pool.give_back(session);
            Ok::<_, Failure>(group)
        })
    };
    let (of_local, of_contexts, of_fresh) = (group(&local)?, group(&contexts)?, group(&fresh)?);
    let peaks = [(); 5].map(|()| AtomicU64::new(0));
    // The one of Playwright's is that of contexts that stand by as well.
    let unreported = [(); 2].map(|()| AtomicU64::new(0));
    let peer = node.id();
    let groups = [grid.nodes[0].process_group(), grid.nodes[1].process_group()];
    let node = RefCell::new(node);
    let mut contenders = [
        Contender::timed("one session", || {
            let jobs = async {
                let start = Instant::now();
                for _ in 0..JOBS {
                    done(&job(&mut one, &work.page, &work.toolbox, TASK).await?)?;
                }
                Ok(start.elapsed())
            };
            watched(&unreported[0], move || of_groups(&[of_one]), || runtime.block_on(jobs))
        }),
        Contender::timed("8 sessions of a pool", || {
            watched(&peaks[0], move || of_groups(&[of_local]), || runtime.block_on(jobs(&local, &work)))
        }),
        Contender::timed("8 sessions of a pool over a Grid", || {
            watched(&peaks[1], move || of_groups(&groups), || runtime.block_on(jobs(&far, &work)))
        }),
        Contender::timed("8 Playwright contexts", || {
            watched(&peaks[2], move || below(peer), || playwright(&mut node.borrow_mut(), "jobs"))
        }),
        Contender::timed("8 contexts of a pool", || {
            watched(&peaks[3], move || of_groups(&[of_contexts]), || runtime.block_on(jobs(&contexts, &work)))
        }),
        Contender::timed("8 contexts of a pool, one a job", || {
            watched(&peaks[4], move || of_groups(&[of_fresh]), || runtime.block_on(jobs(&fresh, &work)))
        }),
        Contender::timed("8 Playwright contexts, one a job", || {
            watched(&unreported[1], move || below(peer), || playwright(&mut node.borrow_mut(), "fresh"))
        }),
    ];
    race(ROUNDS, &mut contenders)?;
    report(table, &contenders, &peaks);
    drop(contenders);
    runtime.block_on(async {
        for pool in [&local, &contexts, &fresh] {
            pool.close(PATIENCE).await;
        }
        one.close().await?;
        lose(table, &grid, &far, &work.page).await
    })
}

/// Opens a session, and pools of browsers, contexts, contexts for one job each, and a Grid's browsers.
async fn open(options: BrowserOptions, grid: &Grid) -> Result<(Session, Pool, Pool, Pool, Pool), Failure> {
    let source = Browser::launch(options.clone()).await?;
    // The same as a context of Playwright's that serves one job after the other.
    let shared = Isolation::Shared { jobs: u32::MAX };
    let local = pool(Browser::launch(options.clone()).await?, shared)?;
    let lasting = Isolation::Context { jobs: u32::MAX };
    let contexts = pool(Browser::launch(options.clone()).await?, lasting)?;
    let fresh = pool(Browser::launch(options).await?, Isolation::Context { jobs: 1 })?;
    let far = pool(grid.browser(BrowserOptions::default()), shared)?;
    Ok((source.session().await?, local, contexts, fresh, far))
}

/// Jobs a second of each contender, and the memory that its sessions took.
fn report(table: &mut Table, contenders: &[Contender<'_>; 7], peaks: &[AtomicU64; 5]) {
    #[allow(clippy::cast_precision_loss, reason = "a few jobs")]
    let rate = |contender: &Contender<'_>| JOBS as f64 / contender.median().as_secs_f64();
    for contender in contenders {
        table.figure(
            SUBJECT,
            format!("{}, jobs a second", contender.name),
            format!("{:.1}", rate(contender)),
        );
    }
    let [single, pooled, gridded, theirs, ..] = contenders.each_ref().map(rate);
    table.ratio(SUBJECT, "jobs a second, pool of 8 over one session", pooled / single, None);
    table.ratio(SUBJECT, "jobs a second, Grid of 8 over one session", gridded / single, None);
    table.ratio(SUBJECT, "jobs a second, pool of 8 over 8 Playwright contexts", pooled / theirs, None);
    let of = [
        "pool",
        "Grid, its two nodes of Java included",
        "Playwright contexts",
        "pool of contexts",
        "pool of contexts, one a job",
    ];
    for (what, peak) in of.iter().zip(peaks) {
        #[allow(clippy::cast_precision_loss, reason = "kilobytes are far below 2^53")]
        let each = peak.load(Ordering::Relaxed) as f64 / 1024.0 / 8.0;
        table.figure(SUBJECT, format!("peak memory (PSS) a session of 8: {what}"), format!("{each:.0} MiB"));
    }
    #[allow(clippy::cast_precision_loss, reason = "kilobytes are far below 2^53")]
    let [theirs, ours] = [2, 3].map(|at: usize| peaks[at].load(Ordering::Relaxed) as f64);
    table.ratio(
        SUBJECT,
        "peak memory, pool of 8 contexts over 8 Playwright contexts",
        ours / theirs,
        Some(Target::AtMost(1.0)),
    );
}

pub(crate) fn pool(browser: Browser, isolation: Isolation) -> Result<Pool, Failure> {
    let options = PoolOptions::default().with_size(SESSIONS).with_attempts(6).with_isolation(isolation);
    Ok(Pool::new(browser, options)?)
}

pub(crate) async fn job(
    session: &mut Session,
    page: &str,
    toolbox: &Toolbox,
    code: &str,
) -> Result<Outcome, Failure> {
    session.use_tools(toolbox.clone());
    session.open(page).await?;
    Ok(session.execute(code).await)
}

/// A figure for work that failed would be worth nothing.
pub(crate) fn done(outcome: &Outcome) -> Result<(), Failure> {
    if outcome.value().is_some_and(|basket| basket["count"] == COPIES) {
        return Ok(());
    }
    Err(format!("the task was not done: {outcome:?}").into())
}

/// Does the jobs of a round, as many at once as the pool has sessions.
pub(crate) async fn jobs(pool: &Pool, work: &Work) -> Result<Duration, Failure> {
    let start = Instant::now();
    let mut running = JoinSet::new();
    for _ in 0..JOBS {
        let (pool, page, toolbox) = (pool.clone(), Arc::clone(&work.page), Arc::clone(&work.toolbox));
        running.spawn(async move {
            let mut session = pool.acquire(PATIENCE).await?;
            let outcome = job(&mut session, &page, &toolbox, TASK).await?;
            pool.give_back(session);
            done(&outcome)
        });
    }
    while let Some(ended) = running.join_next().await {
        ended??;
    }
    Ok(start.elapsed())
}

/// Kills one node while its sessions work.
///
/// Each job has an answer or the error that its browser is gone, and succeeds when it is repeated.
async fn lose(table: &mut Table, grid: &Grid, pool: &Pool, page: &Arc<str>) -> Result<(), Failure> {
    let (tell, mut told) = unbounded_channel();
    let run = |pool: Pool, page: Arc<str>, number: usize, tell: UnboundedSender<usize>| async move {
        let mut session = pool.acquire(PATIENCE).await?;
        let opened = session.open(&page).await;
        let outcome = match opened {
            Ok(()) => {
                tell.send(number)?;
                session.execute(LONG).await
            }
            // Nothing had begun.
            Err(_) => return Ok::<_, Failure>((number, None)),
        };
        let answer = match (outcome.value(), outcome.error().map(|error| error.kind)) {
            (Some(value), _) => Some(Some(value.clone())),
            (None, Some(ErrorKind::BrowserLost)) => None,
            _ => return Err(format!("a job ended in another way: {outcome:?}").into()),
        };
        pool.give_back(session);
        Ok((number, answer.flatten()))
    };
    let mut left: Vec<usize> = (0..LOSSES).collect();
    let (mut answers, mut again, mut killed) = (vec![Value::Null; LOSSES], 0, false);
    let start = Instant::now();
    while !left.is_empty() {
        let mut running = JoinSet::new();
        for number in std::mem::take(&mut left) {
            running.spawn(run(pool.clone(), Arc::clone(page), number, tell.clone()));
        }
        if !killed {
            let all_work = async {
                for _ in 0..SESSIONS {
                    told.recv().await;
                }
            };
            tokio::time::timeout(PATIENCE, all_work).await?;
            // What was begun last has begun in the page.
            tokio::time::sleep(Duration::from_millis(200)).await;
            grid.nodes[0].kill();
            killed = true;
        }
        while let Some(ended) = running.join_next().await {
            match ended?? {
                (number, Some(value)) => answers[number] = value,
                (number, None) => {
                    again += 1;
                    left.push(number);
                }
            }
        }
        if start.elapsed() > PATIENCE {
            return Err(format!("{} jobs were not done after a node was killed", left.len()).into());
        }
    }
    if again == 0 {
        return Err("no job ran on the node that was killed".into());
    }
    let lost = answers.iter().filter(|answer| **answer != 2).count();
    table.figure(
        SUBJECT,
        format!("{LOSSES} jobs, a node of two killed: reported as lost and repeated"),
        again.to_string(),
    );
    #[allow(clippy::cast_precision_loss, reason = "a few jobs")]
    table.ratio(SUBJECT, "jobs lost with the node", lost as f64, Some(Target::AtMost(0.0)));
    pool.close(PATIENCE).await;
    Ok(())
}

/// Runs `work` and takes down the most memory that `processes` have meanwhile, in KiB.
fn watched<T>(peak: &AtomicU64, processes: impl Fn() -> HashSet<u32> + Sync, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                let all = processes().into_iter().filter_map(pss).sum();
                peak.fetch_max(all, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(250));
            }
        });
        let _over = Over(&over);
        work()
    })
}

/// Ends the watch, also where the work panics: who waits for the watch would wait for ever.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The proportional share of a process, in KiB.
fn pss(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("Pss:"))?.split_whitespace().next()?.parse().ok()
}
