//! Sessions that a Grid ends after a time without commands.
//!
//! A pool replaces such a session before it lends it, and keeps the sessions in use alive, also where their commands
//! go to the browser and not through the Grid.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep, timeout};
use webagents_runtime::{ErrorKind, ExecuteOptions, Outcome, Realm};
use webagents_runtime_webdriver::{BrowserOptions, Isolation, Pool, PoolOptions, Session};
use webagents_testkit::{Route, Site};

use crate::grid::{Grid, PATIENCE, SLOTS, isolates, until};

/// The shortest that a Grid takes.
const IDLE: Duration = Duration::from_secs(10);
/// It looks for idle sessions every thirty seconds.
const ENDED: Duration = Duration::from_secs(45);

async fn execute(session: &mut Session, code: &str) -> Outcome {
    execute_in(session, Realm::Page, code).await
}

async fn execute_in(session: &mut Session, realm: Realm, code: &str) -> Outcome {
    let options = ExecuteOptions::default().with_realm(realm).with_deadline(ENDED + Duration::from_secs(30));
    session.execute_with(code, &options).await
}

/// Pool that keeps one unused session ready: one that a job has returned, or one opened in advance.
fn pool(grid: &Grid, isolation: Isolation, spares: usize) -> Pool {
    // A session that a Grid has ended counts as nobody's failure.
    let options =
        PoolOptions::default().with_size(1).with_spares(spares).with_isolation(isolation).with_attempts(1);
    Pool::new(grid.browser(BrowserOptions::default()), options).expect("a pool")
}

#[tokio::test]
async fn session_ended_by_grid_not_lent() {
    let grid = Grid::with(SLOTS, IDLE);
    let site = Site::serve([Route::html("/", "<title>shop</title>")]).await;
    let pools = [
        ("a kept browser", pool(&grid, Isolation::Shared { jobs: u32::MAX }, 0)),
        ("a spare browser", pool(&grid, Isolation::Profile, 1)),
        ("a kept context", pool(&grid, Isolation::Context { jobs: u32::MAX }, 0)),
        ("a spare context", pool(&grid, Isolation::Context { jobs: 1 }, 1)),
    ];
    let job = async |what: &str, pool: &Pool, when: &str| {
        let mut session =
            pool.acquire(PATIENCE).await.unwrap_or_else(|error| panic!("{what}, {when}: {error}"));
        session.open(&site.url("/")).await.unwrap_or_else(|error| panic!("{what}, {when}: {error}"));
        let outcome = execute(&mut session, "return document.title").await;
        assert_eq!(outcome.result, Ok(json!("shop")), "{what}, {when}");
        pool.give_back(session);
    };
    let jobs = async |when: &str| {
        for (what, pool) in &pools {
            job(what, pool, when).await;
        }
        let ready = || pools.iter().all(|(_, pool)| pool.status().ready == 1);
        until("each has one session ready", ready).await;
    };
    let begin = Instant::now();
    jobs("at first").await;
    // Pinged after a while, they answer. On a slow machine the Grid may have ended some by then.
    sleep(Duration::from_millis(1_500)).await;
    let before: Vec<_> = pools.iter().map(|(_, pool)| pool.status().opened).collect();
    let one_more_if_not_kept = [0, 1, 0, 1];
    jobs("a moment later").await;
    let was_idle = begin.elapsed() >= IDLE;
    for (((what, pool), before), more) in pools.iter().zip(before).zip(one_more_if_not_kept) {
        let opened = pool.status().opened;
        assert!(opened == before + more || was_idle && opened > before, "{what}: {opened} after {before}");
    }
    // From now on the Grid does not know them any more, though their browsers live until it looks the next time.
    sleep(IDLE + Duration::from_secs(2)).await;
    jobs("idle").await;
    until("the Grid has ended them all", || grid.sessions() == 0).await;
    jobs("ended").await;
    for (what, pool) in &pools {
        assert_eq!(pool.close(PATIENCE).await, 0, "{what}");
    }
    grid.until_idle().await;
}

#[tokio::test]
async fn used_session_is_not_idle() {
    let grid = Grid::with(SLOTS, IDLE);
    let session = async || grid.browser(BrowserOptions::default()).session().await.expect("a session");
    // The Grid still knows the session: its commands answer. This comes right after the run of the session, because one
    // that waited for the others would be idle.
    let check = async |mut session: Session| {
        session.open("data:text/html,<title>x</title>").await.expect("a page");
        assert_eq!(execute(&mut session, "return document.title").await.result, Ok(json!("x")));
        session.close().await.expect("it closes");
    };
    let long = format!("await new Promise((done) => setTimeout(done, {})); return 'done'", ENDED.as_millis());
    let short_runs = async {
        let mut session = session().await;
        let end = Instant::now() + ENDED;
        while Instant::now() < end {
            assert_eq!(execute(&mut session, "return 1").await.error(), None);
            sleep(Duration::from_secs(1)).await;
        }
        check(session).await;
    };
    let long_run = async |mut session: Session, what: &str, realm: Realm| {
        session.use_isolates(Arc::new(isolates()));
        let outcome = execute_in(&mut session, realm, &long).await;
        assert_eq!(outcome.result, Ok(json!("done")), "{what}");
        check(session).await;
    };
    let contexts = pool(&grid, Isolation::Context { jobs: 1 }, 0);
    let by_context = async {
        let session = contexts.acquire(PATIENCE).await.expect("a session");
        long_run(session, "a long run in a context", Realm::Isolated).await;
    };
    let by_debugger = async { long_run(session().await, "a long run by the debugger", Realm::Page).await };
    let isolated = async { long_run(session().await, "a long isolated run", Realm::Isolated).await };
    tokio::join!(short_runs, by_context, by_debugger, isolated);
    assert_eq!(contexts.close(PATIENCE).await, 0);
    grid.until_idle().await;
}

#[tokio::test]
async fn session_ended_mid_script_is_lost() {
    let (grid, _turn) = Grid::shared().await;
    let contexts = pool(grid, Isolation::Context { jobs: 1 }, 0);
    let alone = grid.browser(BrowserOptions::default()).session().await.expect("a session");
    let shared = contexts.acquire(PATIENCE).await.expect("a session");
    let run = async |mut session: Session| {
        let outcome = execute(&mut session, "await new Promise(() => {})").await;
        (outcome.error().expect("an error").kind, session.is_usable())
    };
    let runs = async {
        tokio::join!(run(alone), run(shared), async {
            sleep(Duration::from_secs(1)).await;
            grid.end_sessions();
        })
    };
    // Long before their own deadline.
    let (one, other, ()) = timeout(Duration::from_mins(1), runs).await.expect("they end with their sessions");
    assert_eq!((one, other), ((ErrorKind::BrowserLost, false), (ErrorKind::BrowserLost, false)));
    assert_eq!(contexts.close(PATIENCE).await, 0);
    grid.until_idle().await;
}
