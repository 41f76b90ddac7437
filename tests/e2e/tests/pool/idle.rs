//! Ready sessions that ended, or that do not answer: the pool does not lend them.

use std::time::Duration;

use rustix::process::{Signal, kill_process};
use serde_json::json;
use tokio::time::{Instant, sleep};
use webagents_runtime_webdriver::{ErrorKind, Isolation, PoolOptions};
use webagents_testkit::{Route, Site};

use crate::support::{
    Bench, PATIENCE, browsers, has_ended, kill_browsers, over_each_isolation, shares, until, value,
};

over_each_isolation! {
    a_spare_that_died_is_not_lent,
    a_kept_session_that_died_is_not_lent,
    a_session_whose_driver_died_while_it_was_idle_is_not_lent,
    one_that_does_not_answer_is_replaced,
    who_gives_up_while_a_session_is_asked_costs_nothing,
}

/// One session is lent unseen until it was ready for this long.
const IDLE: Duration = Duration::from_millis(1_100);

/// Time within which a pool expects an answer of a session that it lends (`ANSWER` of `permit.rs`).
const ANSWER: Duration = Duration::from_secs(5);

/// One session that is opened before the first request.
fn spare(options: &mut PoolOptions) {
    (options.size, options.spares) = (1, 1);
    // A session that died while it was idle counts as nobody's failure.
    options.attempts = 1;
}

/// Opens a page and reads it, which needs the browser, and its driver if the session has its own.
async fn work(bench: &Bench, site: &Site) {
    let mut session = bench.acquire().await;
    session.open(&site.url("/")).await.expect("the page");
    assert_eq!(value(&mut session, "return document.body.textContent").await, json!("shop"));
    bench.pool.give_back(session);
}

async fn shop() -> Site {
    Site::serve([Route::html("/", "shop")]).await
}

async fn a_spare_that_died_is_not_lent(isolation: Isolation) {
    let site = shop().await;
    let bench = Bench::with(isolation, spare).await;
    bench.until("a spare is ready", |status| status.ready == 1).await;
    kill_browsers(&bench.mark);
    sleep(IDLE).await;
    work(&bench, &site).await;
    assert!(bench.pool.status().opened >= 2);
    // Also one that is fresh, since its connection has reported its end.
    bench.until("a spare is ready", |status| status.ready == 1).await;
    let killed = kill_browsers(&bench.mark);
    until("it has ended", || killed.iter().all(|&pid| has_ended(pid))).await;
    // The connection's end is there; the task that reads it has its turn now.
    sleep(Duration::from_millis(50)).await;
    work(&bench, &site).await;
    bench.close().await;
}

async fn a_kept_session_that_died_is_not_lent(isolation: Isolation) {
    let site = shop().await;
    let jobs = u32::MAX;
    let bench = Bench::with(isolation, |options| {
        (options.size, options.attempts) = (1, 1);
        options.isolation =
            if shares(isolation) { Isolation::Context { jobs } } else { Isolation::Shared { jobs } };
    })
    .await;
    work(&bench, &site).await;
    bench.until("it is kept", |status| status.ready == 1).await;
    kill_browsers(&bench.mark);
    sleep(IDLE).await;
    work(&bench, &site).await;
    assert_eq!(bench.pool.status().opened, 2);
    bench.close().await;
}

async fn a_session_whose_driver_died_while_it_was_idle_is_not_lent(isolation: Isolation) {
    let site = shop().await;
    let bench = Bench::with(isolation, spare).await;
    bench.until("a spare is ready", |status| status.ready == 1).await;
    // The browser lives on without it, and its debugger answers.
    kill_process(bench.driver, Signal::KILL).expect("a living driver");
    sleep(IDLE).await;
    work(&bench, &site).await;
    bench.close().await;
}

async fn one_that_does_not_answer_is_replaced(isolation: Isolation) {
    let site = shop().await;
    let bench = Bench::with(isolation, spare).await;
    bench.until("a spare is ready", |status| status.ready == 1).await;
    for pid in browsers(&bench.mark) {
        let _ = kill_process(pid, Signal::STOP);
    }
    sleep(IDLE).await;
    work(&bench, &site).await;
    bench.close().await;
}

async fn who_gives_up_while_a_session_is_asked_costs_nothing(isolation: Isolation) {
    let bench = Bench::with(isolation, spare).await;
    bench.until("a spare is ready", |status| status.ready == 1).await;
    let stopped = browsers(&bench.mark);
    for &pid in &stopped {
        kill_process(pid, Signal::STOP).expect("a living browser");
    }
    sleep(IDLE).await;
    let error = bench.pool.acquire(Duration::from_millis(100)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy, "its deadline is kept: {error}");
    let status = bench.pool.status();
    assert_eq!((status.in_use, status.ready, status.waiting), (0, 1, 0), "{status:?}");
    // Nor does one that is dropped in the middle take it along.
    {
        let impatient = bench.pool.acquire(PATIENCE);
        tokio::pin!(impatient);
        assert!(tokio::time::timeout(Duration::from_millis(100), &mut impatient).await.is_err());
    }
    for &pid in &stopped {
        kill_process(pid, Signal::CONT).expect("a living browser");
    }
    let begin = Instant::now();
    let mut session = bench.acquire().await;
    // One that needs longer than a pool waits for an answer is replaced, and rightly so.
    let is_asked_in_time = begin.elapsed() < ANSWER;
    assert_eq!(value(&mut session, "return 1").await, json!(1));
    if is_asked_in_time {
        assert_eq!((bench.pool.status().opened, browsers(&bench.mark)), (1, stopped), "it is the same one");
    }
    drop(session);
    bench.close().await;
}
