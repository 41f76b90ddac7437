//! Browsers and drivers that die, and pools that end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Signal, kill_process};
use serde_json::json;
use webagents_runtime_webdriver::{
    Browser, BrowserOptions, DriverServer, Engine, ErrorKind, Isolation, Pool, PoolOptions,
};
use webagents_testkit::{Route, Site};

use crate::support::{
    Bench, PATIENCE, browsers, kill_browsers, over_each_isolation, renderers, run, until, value, worked,
};

over_each_isolation! {
    a_browser_that_dies_in_mid_script_frees_its_place,
    a_page_whose_successor_does_not_answer_is_replaced_all_the_same,
    a_page_that_dies_with_every_other_process_is_replaced,
    a_driver_that_died_is_started_again,
    a_browser_that_cannot_start_is_the_error_of_who_asked,
    a_closed_pool_ends_everybody_who_waits,
    a_pool_that_is_dropped_leaves_nothing,
    a_driver_elsewhere_is_used_in_the_same_way,
}

async fn a_browser_that_dies_in_mid_script_frees_its_place(isolation: Isolation) {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = Bench::with(isolation, |options| options.size = 1).await;
    let mut session = bench.acquire().await;
    session.open(&site.url("/")).await.expect("the page");
    let code = "await fetch('/begun'); await new Promise(() => {})";
    let (outcome, ()) = tokio::join!(run(&mut session, code), async {
        site.requested("/begun", 1).await;
        kill_browsers(&bench.mark);
    });
    assert_eq!(outcome.error().expect("an error").kind, webagents_runtime::ErrorKind::BrowserLost);
    bench.pool.give_back(session);
    let mut session = bench.acquire().await;
    assert_eq!(value(&mut session, "return 1").await, json!(1));
    drop(session);
    bench.close().await;
}

/// Chromium may keep a process ready for the page that comes next.
async fn a_page_whose_successor_does_not_answer_is_replaced_all_the_same(isolation: Isolation) {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = Bench::with(isolation, |options| options.size = 1).await;
    let mut session = bench.acquire().await;
    session.open(&site.url("/")).await.expect("the page");
    // The page is the one that has had work to do: more than any other process by far.
    let (page, others) = loop {
        value(&mut session, "let sum = 0; for (let i = 0; i < 1e9; i++) sum += i; return sum").await;
        until("its process runs", || !renderers(bench.driver).is_empty()).await;
        let mut all = renderers(bench.driver);
        all.sort_by_key(|&pid| worked(pid));
        let page = all.pop().expect("there are some");
        if worked(page) > 2 * all.last().map_or(0, |&pid| worked(pid)) {
            break (page, all);
        }
    };
    for pid in others {
        // Frozen, it takes the next page and answers nothing; a spare one may just have ended by itself.
        let _ = kill_process(pid, Signal::STOP);
    }
    kill_process(page, Signal::KILL).expect("a living process");
    let outcome = run(&mut session, "return 1").await;
    assert_eq!(outcome.error().expect("an error").kind, webagents_runtime::ErrorKind::PageCrashed);
    session.open(&site.url("/")).await.expect("the page");
    assert_eq!(value(&mut session, "return document.body.textContent").await, json!("shop"));
    assert_eq!(browsers(&bench.mark).len(), 1, "it is the same browser");
    drop(session);
    bench.close().await;
}

async fn a_page_that_dies_with_every_other_process_is_replaced(isolation: Isolation) {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = Bench::with(isolation, |options| options.size = 1).await;
    let mut session = bench.acquire().await;
    for _ in 0..6 {
        session.open(&site.url("/")).await.expect("the page");
        until("its process runs", || !renderers(bench.driver).is_empty()).await;
        for pid in renderers(bench.driver) {
            // One may just have ended by itself.
            let _ = kill_process(pid, Signal::KILL);
        }
        let outcome = run(&mut session, "return 1").await;
        assert_eq!(outcome.error().expect("an error").kind, webagents_runtime::ErrorKind::PageCrashed);
    }
    session.open(&site.url("/")).await.expect("the page");
    assert_eq!(bench.pool.status().opened, 1);
    drop(session);
    bench.close().await;
}

async fn a_driver_that_died_is_started_again(isolation: Isolation) {
    let bench = Bench::with(isolation, |options| options.size = 3).await;
    let mut before = bench.acquire().await;
    kill_process(bench.driver, Signal::KILL).expect("a living driver");
    let (first, second) = tokio::join!(bench.acquire(), bench.acquire());
    for mut session in [first, second] {
        assert_eq!(value(&mut session, "return 1").await, json!(1));
    }
    let outcome = run(&mut before, "return 1").await;
    assert!(outcome.is_ok() || !before.is_usable(), "{outcome:?}");
    drop(before);
    bench.close().await;
}

async fn a_browser_that_cannot_start_is_the_error_of_who_asked(isolation: Isolation) {
    let options = BrowserOptions::default().with_binary(PathBuf::from("/bin/false"));
    let browser = Browser::launch(options).await.expect("chromedriver");
    let options = PoolOptions::default().with_isolation(isolation).with_attempts(2);
    let pool = Pool::new(browser, options).expect("a pool");
    let (first, second) = tokio::join!(pool.acquire(PATIENCE), pool.acquire(PATIENCE));
    for failed in [first, second] {
        let error = failed.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SessionNotCreated, "{error}");
        assert!(error.to_string().starts_with("the driver opened no session: "), "{error}");
    }
    assert_eq!(pool.close(PATIENCE).await, 0);
}

async fn a_closed_pool_ends_everybody_who_waits(isolation: Isolation) {
    let bench = Bench::with(isolation, |options| options.size = 1).await;
    let held = bench.acquire().await;
    let pool = bench.pool.clone();
    let waiting = tokio::spawn(async move { pool.acquire(PATIENCE).await.map(drop) });
    bench.until("it waits", |status| status.waiting == 1).await;
    assert_eq!(bench.pool.close(Duration::from_millis(50)).await, 1, "one is still lent");
    let error = waiting.await.expect("no panic").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Closed);
    assert_eq!(bench.pool.acquire(PATIENCE).await.unwrap_err().kind(), ErrorKind::Closed);
    drop(held);
    bench.close().await;
}

async fn a_pool_that_is_dropped_leaves_nothing(isolation: Isolation) {
    let Bench { pool, mark, .. } = Bench::with(isolation, |options| {
        options.size = 3;
        options.spares = 2;
    })
    .await;
    let session = pool.acquire(PATIENCE).await.expect("a session");
    until("spares are on their way", || pool.status().ready > 0).await;
    drop(pool);
    // The caller decides when a lent session ends.
    until("only the lent one is left", || browsers(&mark).len() == 1).await;
    drop(session);
    until("its browsers end", || browsers(&mark).is_empty()).await;
}

async fn a_driver_elsewhere_is_used_in_the_same_way(isolation: Isolation) {
    let driver = DriverServer::start(Engine::Chromium, PATIENCE).await.expect("chromedriver");
    // Its address is all that is known of it.
    let browser = Browser::connect(driver.url(), BrowserOptions::default());
    let options = || PoolOptions::default().with_isolation(isolation);
    let pool = Arc::new(Pool::new(browser, options()).expect("a pool"));
    let one = async |given_back: bool| {
        let mut session = pool.acquire(PATIENCE).await.expect("a session");
        let pid = value(&mut session, "return 1").await;
        assert_eq!(pid, json!(1));
        if given_back {
            pool.give_back(session);
        }
    };
    tokio::join!(one(true), one(false), one(true));
    assert_eq!(pool.close(PATIENCE).await, 0);
    let url = driver.url().to_owned();
    drop(driver);
    let pool = Pool::new(Browser::connect(&url, BrowserOptions::default()), options());
    let error = pool.expect("a pool").acquire(PATIENCE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SessionNotCreated, "{error}");
}
