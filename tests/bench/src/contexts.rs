//! Contexts of one browser: how many jobs a second eight of them do, with Playwright's in the same rounds.
//!
//! One job opens the bookstore's page and does the task there. A context serves one job after the other, or one job.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::runtime::Runtime;
use webagents_runtime_webdriver::{Browser, BrowserOptions, Isolation, Pool};

use crate::Failure;
use crate::grid::PATIENCE;
use crate::measure::{Contender, Quartiles, race, ratios};
use crate::node::Node;
use crate::report::{Table, Target};
use crate::runtime::{COPIES, TASK};
use crate::sessions::{JOBS, SESSIONS, Work, done, job, jobs, pool};

const SUBJECT: &str = "contexts";

/// Odd, so that the middle round is one of them.
const ROUNDS: usize = 9;

/// Measures jobs a second. `node` has Playwright, with a browser open.
pub(crate) fn run(
    table: &mut Table,
    runtime: &Runtime,
    node: &mut Node,
    browser: &Path,
) -> Result<(), Failure> {
    let work = Work::serve()?;
    node.ask(&json!({ "contexts": SESSIONS, "url": &*work.page }))?;
    let mut options = BrowserOptions::default();
    options.binary = Some(browser.to_owned());
    let (mut one, lasting, fresh) = runtime.block_on(open(&options))?;
    let node = std::cell::RefCell::new(node);
    let mut contenders = [
        Contender::timed("one session", || {
            runtime.block_on(async {
                let start = Instant::now();
                for _ in 0..JOBS {
                    done(&job(&mut one, &work.page, &work.toolbox, TASK).await?)?;
                }
                Ok(start.elapsed())
            })
        }),
        Contender::timed("8 Playwright contexts", || playwright(&mut node.borrow_mut(), "jobs")),
        Contender::timed("8 contexts of a pool", || runtime.block_on(jobs(&lasting, &work))),
        Contender::timed("8 Playwright contexts, one a job", || playwright(&mut node.borrow_mut(), "fresh")),
        Contender::timed("8 contexts of a pool, one a job", || runtime.block_on(jobs(&fresh, &work))),
    ];
    race(ROUNDS, &mut contenders)?;
    for contender in &contenders {
        let what = format!("{}, jobs a second: median (quartiles)", contender.name);
        table.figure(SUBJECT, what, contender.rate(JOBS).to_string());
    }
    let [single, theirs, ours, theirs_fresh, ours_fresh] = &contenders;
    for (what, ratio, target) in [
        ("8 contexts over one session", ratios(ours, single), None),
        ("8 contexts over 8 Playwright contexts", ratios(ours, theirs), Some(Target::AtLeast(1.0))),
        (
            "the same with a new context for each job",
            ratios(ours_fresh, theirs_fresh),
            Some(Target::AtLeast(1.0)),
        ),
    ] {
        let Quartiles { lower, upper, .. } = ratio;
        let what = format!("jobs a second, {what} (quartiles {lower:.2} to {upper:.2})");
        table.ratio(SUBJECT, what, ratio.median, target);
    }
    drop(contenders);
    runtime.block_on(async {
        for pool in [&lasting, &fresh] {
            pool.close(PATIENCE).await;
        }
        one.close().await?;
        Ok(())
    })
}

/// A session with a browser of its own, a pool of contexts, and one of contexts for one job each.
async fn open(
    options: &BrowserOptions,
) -> Result<(webagents_runtime_webdriver::Session, Pool, Pool), Failure> {
    let one = Browser::launch(options.clone()).await?.session().await?;
    // The same as a context of Playwright's that serves one job after the other.
    let lasting = Isolation::Context { jobs: u32::MAX };
    let lasting = pool(Browser::launch(options.clone()).await?, lasting)?;
    let fresh = pool(Browser::launch(options.clone()).await?, Isolation::Context { jobs: 1 })?;
    Ok((one, lasting, fresh))
}

/// Has Playwright do the jobs of a round, in contexts that stay (`jobs`) or in new ones (`fresh`).
pub(crate) fn playwright(node: &mut Node, how: &str) -> Result<Duration, Failure> {
    let work = format!("(async () => {{ const global = globalThis; {TASK} }})()");
    let answer = node.ask(&json!({ how: JOBS, "work": work }))?;
    if answer["value"]["count"] != COPIES {
        return Err(Failure::from(format!("Playwright's basket is {}", answer["value"])));
    }
    let seconds = answer["seconds"].as_f64().ok_or("the peer did not say how long it took")?;
    Ok(Duration::from_secs_f64(seconds))
}
