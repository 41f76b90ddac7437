//! One step of an agent, next to a bare WebDriver command.
//!
//! The harness does more than `execute/sync`: it binds the tools, captures the console, represents every kind
//! of value and keeps a journal. This measures its cost, and the time that a chain of calls in one script saves.

use std::sync::Arc;
use std::time::Instant;

use tokio::runtime::Runtime;
use tokio::sync::Mutex;
use webagents_host::Isolates;
use webagents_runtime::{Outcome, Toolbox};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Session};

use crate::bare::Bare;
use crate::measure::{Contender, race};
use crate::report::{Table, Target};
use crate::{Failure, corpus, site};

const SUBJECT: &str = "execute";

/// Runs of the small script, and of the chains.
const SMALL_ROUNDS: usize = 300;
const CHAIN_ROUNDS: usize = 25;

/// Calls in a chain.
const CHAIN: u32 = 20;

/// Measures on a page with the bookstore's tools.
pub fn run(table: &mut Table) -> Result<(), Failure> {
    let site = site::serve(|path| {
        (path == "/").then(|| ("text/html; charset=utf-8", corpus::BOOKSTORE_PAGE.to_owned()))
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let page = format!("{}/", site.url);
    let (session, bare) = runtime.block_on(async {
        let browser = Browser::launch(BrowserOptions::default()).await?;
        let mut session = browser.session().await?;
        session.use_isolates(Arc::new(Isolates::default()));
        session.open(&page).await?;
        session.use_tools(Toolbox::new(webagents_manifest::parse(corpus::BOOKSTORE).manifest));
        let bare = Bare::open(session.driver().url(), &page).await?;
        Ok::<_, Failure>((session, bare))
    })?;
    let (session, bare) = (Mutex::new(session), Mutex::new(bare));
    warm_session(table, &runtime, &session, &bare)?;
    chain(table, &runtime, &session)?;
    runtime.block_on(async {
        // Our session owns the driver, which ends with it.
        bare.into_inner().close().await?;
        Ok(session.into_inner().close().await?)
    })
}

/// `1 + 1` on a warm session.
fn warm_session(
    table: &mut Table,
    runtime: &Runtime,
    session: &Mutex<Session>,
    bare: &Mutex<Bare>,
) -> Result<(), Failure> {
    let mut contenders = [
        Contender::timed("webagents", || {
            runtime.block_on(async {
                let mut session = session.lock().await;
                let start = Instant::now();
                two(&session.execute("return 1 + 1").await)?;
                Ok(start.elapsed())
            })
        }),
        Contender::timed("bare execute/sync", || {
            runtime.block_on(async {
                let mut bare = bare.lock().await;
                let start = Instant::now();
                if bare.execute("return 1 + 1").await? != 2 {
                    return Err("the bare session cannot add".into());
                }
                Ok(start.elapsed())
            })
        }),
    ];
    race(SMALL_ROUNDS, &mut contenders)?;
    for contender in &contenders {
        table.figure(SUBJECT, format!("{}, 1 + 1", contender.name), milliseconds(contender));
    }
    let ratio = median(&contenders[0]) / median(&contenders[1]);
    table.ratio(SUBJECT, "webagents over bare execute/sync", ratio, Some(Target::AtMost(1.2)));
    Ok(())
}

/// Twenty calls in one script, and one each in twenty.
fn chain(table: &mut Table, runtime: &Runtime, session: &Mutex<Session>) -> Result<(), Failure> {
    let chained = format!(
        "for (let i = 0; i < {CHAIN} - 1; i++) await global.getBasket();\nreturn (await global.getBasket()).count + 2;"
    );
    let single = "return (await global.getBasket()).count + 2;";
    let mut contenders = [
        Contender::timed("one execute of 20 calls", || {
            runtime.block_on(async {
                let start = Instant::now();
                two(&session.lock().await.execute(&chained).await)?;
                Ok(start.elapsed())
            })
        }),
        Contender::timed("20 executes of one call", || {
            runtime.block_on(async {
                let start = Instant::now();
                for _ in 0..CHAIN {
                    two(&session.lock().await.execute(single).await)?;
                }
                Ok(start.elapsed())
            })
        }),
    ];
    race(CHAIN_ROUNDS, &mut contenders)?;
    for contender in &contenders {
        table.figure(SUBJECT, contender.name, milliseconds(contender));
    }
    let ratio = median(&contenders[1]) / median(&contenders[0]);
    table.ratio(SUBJECT, "20 executes over one chain of 20", ratio, None);
    Ok(())
}

/// A figure for work that failed would be worth nothing.
fn two(outcome: &Outcome) -> Result<(), Failure> {
    if outcome.value().is_some_and(|value| *value == 2) {
        return Ok(());
    }
    Err(format!("the script did not return 2 but {:?}", outcome.result).into())
}

fn median(contender: &Contender<'_>) -> f64 {
    contender.median().as_secs_f64()
}

/// The best next to the median shows how much of it is the machine's other work.
fn milliseconds(contender: &Contender<'_>) -> String {
    format!("{:.2} ms, best {:.2}", median(contender) * 1e3, contender.best().as_secs_f64() * 1e3)
}
