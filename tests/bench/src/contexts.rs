//! Jobs a second of eight contexts of one browser, compared with Playwright's in the same rounds.
//!
//! One job opens the bookstore's page and does the task there. A context serves one job after the other, or one job.
//! Jobs a second are the middle of nine rounds in which all take turns, with quartiles; next to them is the processor
//! time of a job, of the browser and of the program that drives it, which other work on the machine changes less.
//!
//! # Where the time goes
//!
//! With eight contexts both processors of the machine are busy, so that a job costs what it takes of them: about 200 ms,
//! nearly all of it the browser's (navigation, layout, and the process that shows the page). In one browser with one page
//! it is 130 to 160 ms. The program that drives the browser takes 4.7 ms as Playwright's node, and 3.1 ms as ours. What was
//! different, measured on two shared cores (jobs a second in `release` at a load average of 16 to 30, the rest in `dev`):
//!
//! | what | before | now |
//! |---|---|---|
//! | `about:blank` between two jobs, for which the browser starts a process, and another one for the next page | each job | where no job comes within half a second |
//! | the browser's time for a job, of Playwright's in the same rounds | 1.04 to 1.19 | 0.86 to 0.97 |
//! | jobs a second over Playwright's, nine rounds (quartiles) | 0.72 | 1.20 (1.13 to 1.27) |
//! | the same with a new context for each job | 0.98 | 1.08 (0.92 to 1.19) |
//! | commands that wait for one another (Playwright has 3) | 6 | 4 |
//! | commands of a job, and their bytes (Playwright: 3, and 14 kB) | 9, 88 kB | 7, 8 kB |
//! | messages that come back, and their bytes (Playwright: 30, and 9 kB) | 29, 8 kB | 21, 6 kB |
//!
//! The bytes were the harness, sent again to each document that had it already, because it lacked the contracts of the
//! tools. Two of the four commands that wait for one another bring the verdict on an argument with a `pattern`, which the
//! page does not judge. An earlier cause was the renderer that Chromium keeps in reserve: each `about:blank` took it, and
//! so started another one. With a new context for each job, a job costs 700 to 800 ms, nearly all of it the browser's work
//! to make the context and the process of its page; both programs pay it alike.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::runtime::Runtime;
use webagents_runtime_webdriver::{Browser, BrowserOptions, Isolation, Pool, Session};

use crate::Failure;
use crate::grid::PATIENCE;
use crate::measure::{Contender, Quartiles, race, ratios};
use crate::node::Node;
use crate::processes::{below, of_groups, processor_time};
use crate::report::{Table, Target};
use crate::runtime::{COPIES, TASK};
use crate::sessions::{JOBS, SESSIONS, Work, done, job, jobs, pool};

const SUBJECT: &str = "contexts";

/// Odd, so that the middle round is one of them.
const ROUNDS: usize = 9;

/// Time for a pool to leave the pages of the last jobs.
const SETTLE: Duration = Duration::from_secs(2);

/// Measures jobs a second. `node` has Playwright, with a browser open.
pub(crate) fn run(
    table: &mut Table,
    runtime: &Runtime,
    node: &mut Node,
    browser: &Path,
) -> Result<(), Failure> {
    let work = Work::serve()?;
    node.ask(&json!({ "contexts": SESSIONS, "url": &*work.page }))?;
    let options = BrowserOptions::default().with_binary(browser.to_owned());
    let (mut one, lasting, fresh) = runtime.block_on(open(&options))?;
    let group_of = |session: &Session| session.driver().process_group().ok_or("the driver is not ours");
    let group = |pool: &Pool| {
        runtime.block_on(async {
            let session = pool.acquire(PATIENCE).await?;
            let group = group_of(&session)?;
            pool.give_back(session);
            Ok::<_, Failure>(group)
        })
    };
    let (of_one, of_lasting, of_fresh) = (group_of(&one)?, group(&lasting)?, group(&fresh)?);
    let (us, peer) = (std::process::id(), node.id());
    let spent: [Spent; 5] = Default::default();
    let node = RefCell::new(node);
    let mut contenders = [
        Contender::timed("one session", || {
            spent[0].by(
                us,
                || of_groups(&[of_one]),
                || {
                    runtime.block_on(async {
                        let start = Instant::now();
                        for _ in 0..JOBS {
                            done(&job(&mut one, &work.page, &work.toolbox, TASK).await?)?;
                        }
                        Ok(start.elapsed())
                    })
                },
            )
        }),
        Contender::timed("8 Playwright contexts", || {
            spent[1].by(peer, || below(peer), || playwright(&mut node.borrow_mut(), "jobs"))
        }),
        Contender::timed("8 contexts of a pool", || {
            spent[2].by(
                us,
                || of_groups(&[of_lasting]),
                || {
                    let took = runtime.block_on(jobs(&lasting, &work))?;
                    // The pages that are left then are counted here, and are no burden on the next.
                    std::thread::sleep(SETTLE);
                    Ok(took)
                },
            )
        }),
        Contender::timed("8 Playwright contexts, one a job", || {
            spent[3].by(peer, || below(peer), || playwright(&mut node.borrow_mut(), "fresh"))
        }),
        Contender::timed("8 contexts of a pool, one a job", || {
            spent[4].by(us, || of_groups(&[of_fresh]), || runtime.block_on(jobs(&fresh, &work)))
        }),
    ];
    race(ROUNDS, &mut contenders)?;
    for (contender, spent) in contenders.iter().zip(&spent) {
        let what = format!("{}, jobs a second: median (quartiles)", contender.name);
        table.figure(SUBJECT, what, contender.rate(JOBS).to_string());
        let what =
            format!("{}, processor time of a job in ms: browser, program that drives it", contender.name);
        table.figure(SUBJECT, what, spent.to_string());
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

/// Processor time of the browser and of the program that drives it, in each round.
#[derive(Default)]
struct Spent(RefCell<Vec<(Duration, Duration)>>);

impl Spent {
    /// Does the jobs of a round, driven by the process `program`.
    fn by<T>(&self, program: u32, browser: impl Fn() -> HashSet<u32>, work: impl FnOnce() -> T) -> T {
        let now = || (processor_time(&browser()), processor_time(&HashSet::from([program])));
        let before = now();
        let done = work();
        let after = now();
        self.0.borrow_mut().push((after.0.saturating_sub(before.0), after.1.saturating_sub(before.1)));
        done
    }
}

impl fmt::Display for Spent {
    /// The medians of the rounds but the first, which warms up, for one job.
    #[expect(clippy::cast_precision_loss, reason = "counts of jobs are small")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds = self.0.borrow();
        let of = |part: fn(&(Duration, Duration)) -> Duration| {
            let times = rounds.iter().skip(1).map(|round| part(round).as_secs_f64() * 1e3 / JOBS as f64);
            Quartiles::of(times).median
        };
        write!(f, "{:.1}, {:.1}", of(|round| round.0), of(|round| round.1))
    }
}

/// A session with a browser of its own, a pool of contexts, and one of contexts for one job each.
async fn open(options: &BrowserOptions) -> Result<(Session, Pool, Pool), Failure> {
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
