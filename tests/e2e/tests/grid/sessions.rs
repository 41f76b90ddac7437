//! Sessions of a Grid without failures: its addresses, the capabilities of requests, and waiting.

use std::time::Duration;

use serde_json::json;
use webagents_runtime::{ErrorKind as RunError, ExecuteOptions, Realm, Toolbox};
use webagents_runtime_webdriver::{
    Browser, BrowserOptions, ErrorKind, Isolation, Pool, PoolOptions, Session,
};
use webagents_testkit::{Route, Site};

use crate::grid::{Grid, PATIENCE, SLOTS, until};

const SHOP: &str = "# Shop\n\n## find\nFinds.\n\n### Params\n- `what` (string, required): What.\n";
const PAGE: &str =
    "<!doctype html><script>globalThis.find = what => [what, document.title]</script><title>shop";

async fn run(session: &mut Session, code: &str) -> webagents_runtime::Outcome {
    session
        .execute_with(code, &ExecuteOptions::default().with_realm(Realm::Page).with_deadline(PATIENCE))
        .await
}

#[tokio::test]
async fn tools_run_at_every_form_of_its_address() {
    let (grid, _turn) = Grid::shared().await;
    let site = Site::serve([Route::html("/", PAGE)]).await;
    for path in ["", "/", "/wd/hub", "/wd/hub/"] {
        let browser = Browser::connect(&format!("{}{path}", grid.url), BrowserOptions::default());
        let mut session = browser.session().await.unwrap_or_else(|error| panic!("{path:?}: {error}"));
        session.use_tools(Toolbox::from(webagents_manifest::parse(SHOP)));
        session.open(&site.url("/")).await.expect("the page");
        let outcome = run(&mut session, "return await global.find('shoes')").await;
        assert_eq!(outcome.result, Ok(json!(["shoes", "shop"])), "{path:?}");
        session.close().await.expect("it closes");
    }
    grid.until_idle().await;
}

#[tokio::test]
async fn a_session_bears_its_name() {
    let (grid, _turn) = Grid::shared().await;
    let mut options = BrowserOptions::default();
    options.driver.name = Some("order 4711 / find shoes".to_owned());
    let session = grid.browser(options).session().await.expect("a session");
    let names: Vec<_> = grid
        .status()
        .into_iter()
        .flat_map(|node| node.sessions)
        .map(|session| session["capabilities"]["se:name"].clone())
        .collect();
    assert_eq!(names, [json!("order 4711 / find shoes")]);
    session.close().await.expect("it closes");
    grid.until_idle().await;
}

#[tokio::test]
async fn an_endless_loop_is_stopped() {
    let (grid, _turn) = Grid::shared().await;
    let site = Site::serve([Route::html("/", PAGE)]).await;
    let mut session = grid.browser(BrowserOptions::default()).session().await.expect("a session");
    session.open(&site.url("/")).await.expect("the page");
    let outcome = session
        .execute_with(
            "for (;;) {}",
            &ExecuteOptions::default().with_realm(Realm::Page).with_deadline(Duration::from_millis(500)),
        )
        .await;
    assert_eq!(outcome.error().expect("an error").kind, RunError::Timeout);
    assert_eq!(run(&mut session, "return document.title").await.result, Ok(json!("shop")));
    session.close().await.expect("it closes");
    grid.until_idle().await;
}

#[tokio::test]
async fn more_than_there_are_slots_wait_in_order() {
    let (grid, _turn) = Grid::shared().await;
    let slots = 2 * SLOTS;
    // Our bound is above the Grid's, so it is the Grid that makes the last ones wait.
    let pool = grid.pool(slots + 2);
    let mut held = Vec::new();
    for _ in 0..slots {
        held.push(pool.acquire(PATIENCE).await.expect("a session"));
    }
    let error = pool.acquire(Duration::from_secs(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy, "{error}");
    assert_eq!(grid.sessions(), slots);
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    for number in 1..=3 {
        let (asking, tell) = (pool.clone(), tell.clone());
        tokio::spawn(async move {
            let session = asking.acquire(PATIENCE).await;
            tell.send((number, session.is_ok())).expect("the test receives");
            asking.give_back(session.expect("a session"));
        });
        until("it waits", || pool.status().waiting == number).await;
    }
    pool.give_back(held.remove(0));
    assert_eq!(told.recv().await, Some((1, true)));
    assert_eq!(told.recv().await, Some((2, true)));
    assert_eq!(told.recv().await, Some((3, true)));
    // Sessions that are still lent are dropped and not given back: the Grid learns of their end all the same.
    drop(held);
    assert_eq!(pool.close(PATIENCE).await, 0);
    grid.until_idle().await;
}

#[tokio::test]
async fn who_gives_up_leaves_no_session_behind() {
    let (grid, _turn) = Grid::shared().await;
    let pool = grid.pool(2);
    let error = pool.acquire(Duration::from_millis(100)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    until("it is open and given up", || pool.status().opened == 1 && pool.status().in_use == 0).await;
    grid.until_idle().await;
    // The same in the middle of everything, when nobody is left to close the sessions that are being opened.
    let error = pool.acquire(Duration::from_millis(100)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    assert_eq!(pool.close(Duration::ZERO).await, 0);
    drop(pool);
    until("the Grid has opened it", || grid.sessions() == 1).await;
    grid.until_idle().await;
}

#[tokio::test]
async fn what_it_does_not_have_is_refused_at_once() {
    let (grid, _turn) = Grid::shared().await;
    let mut options = BrowserOptions::default();
    options.driver.capabilities.insert("browserVersion".to_owned(), json!("1.0"));
    let error = grid.browser(options).session().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SessionNotCreated);
    insta::assert_snapshot!(error, @"the driver opened no session: No nodes support the capabilities in the request; see which browsers its nodes offer at the address /status, and what was asked for: the engine, `binary`, and `capabilities`");
}

#[tokio::test]
async fn a_browser_that_does_not_start_is_told_with_the_reason() {
    let (grid, _turn) = Grid::shared().await;
    let options = BrowserOptions::default().with_args(["--remote-debugging-port=nonsense".to_owned()]);
    let once = PoolOptions::default().with_attempts(1);
    let pool = Pool::new(grid.browser(options), once).expect("a pool");
    let error = pool.acquire(PATIENCE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SessionNotCreated);
    insta::assert_snapshot!(error, @"the driver opened no session: Response code 500. Message: session not created: remote-debugging-port flag has invalid value: nonsense");
    grid.until_idle().await;
}

#[tokio::test]
async fn one_slot_serves_many_contexts() {
    let (grid, _turn) = Grid::shared().await;
    let site = Site::serve([Route::html("/", PAGE)]).await;
    let options = PoolOptions::default().with_size(4).with_isolation(Isolation::Context { jobs: 1 });
    let pool = Pool::new(grid.browser(BrowserOptions::default()), options).expect("a pool");
    let acquire = || async { pool.acquire(PATIENCE).await.expect("a session") };
    let (a, b, c, d) = tokio::join!(acquire(), acquire(), acquire(), acquire());
    assert_eq!(grid.sessions(), 1);
    for mut session in [a, b, c, d] {
        session.open(&site.url("/")).await.expect("the page");
        let code = "localStorage.setItem('n', '1'); return [localStorage.length, document.title]";
        assert_eq!(run(&mut session, code).await.result, Ok(json!([1, "shop"])));
        pool.give_back(session);
    }
    // The data of one session is gone with it.
    let mut next = pool.acquire(PATIENCE).await.expect("a session");
    next.open(&site.url("/")).await.expect("the page");
    assert_eq!(run(&mut next, "return localStorage.length").await.result, Ok(json!(0)));
    assert_eq!((grid.sessions(), pool.status().opened), (1, 5));
    drop(next);
    assert_eq!(pool.close(PATIENCE).await, 0);
    grid.until_idle().await;
    // And with a pool that nobody closed.
    let options = PoolOptions::default().with_isolation(Isolation::Context { jobs: 1 });
    let pool = Pool::new(grid.browser(BrowserOptions::default()), options).expect("a pool");
    drop(pool.acquire(PATIENCE).await.expect("a session"));
    assert_eq!(grid.sessions(), 1);
    drop(pool);
    grid.until_idle().await;
}
