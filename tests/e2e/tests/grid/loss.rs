//! A Grid node that ends in the middle of a script.
//!
//! The script's caller gets an error in bounded time, other sessions are not affected, and the other node serves later
//! requests.

use std::time::Duration;

use serde_json::json;
use webagents_runtime::{ErrorKind, ExecuteOptions, Outcome, Realm};
use webagents_runtime_webdriver::{Pool, Session};
use webagents_testkit::{Gate, Route, Site};

use crate::grid::{Grid, PATIENCE};

/// One job: its number, its outcome, and the usability of its session.
struct Job {
    number: usize,
    outcome: Outcome,
    is_usable: bool,
}

async fn job(pool: &Pool, url: &str, number: usize, code: &str) -> Job {
    let session = open(pool, url).await;
    run(pool, session, number, code).await
}

async fn open(pool: &Pool, url: &str) -> Session {
    let mut session = pool.acquire(PATIENCE).await.expect("a session");
    session.open(url).await.expect("the page");
    session
}

async fn run(pool: &Pool, mut session: Session, number: usize, code: &str) -> Job {
    let outcome = execute(&mut session, code).await;
    let job = Job { number, outcome, is_usable: session.is_usable() };
    pool.give_back(session);
    job
}

async fn execute(session: &mut Session, code: &str) -> Outcome {
    session
        .execute_with(
            code,
            &ExecuteOptions::default().with_realm(Realm::Page).with_deadline(Duration::from_secs(30)),
        )
        .await
}

/// Two sessions on each node run scripts; one node is lost. Returns how the jobs ended.
async fn lose(grid: &Grid, lose: impl FnOnce(&Grid)) {
    let gate = Gate::default();
    let slow = Route::html("/slow", "").after_opening(&gate);
    let site = Site::serve([Route::html("/", "page"), slow]).await;
    let url = site.url("/");
    let pool = grid.pool(4);
    let slow = "await fetch('/slow'); return 'done'";
    // All are open before the first begins: a deadline is for its own script.
    let (a, b, c, d) =
        tokio::join!(open(&pool, &url), open(&pool, &url), open(&pool, &url), open(&pool, &url));
    let (first, ()) = tokio::join!(
        async {
            tokio::join!(
                run(&pool, a, 1, slow),
                run(&pool, b, 2, slow),
                run(&pool, c, 3, slow),
                run(&pool, d, 4, slow)
            )
        },
        async {
            crate::grid::until("all four scripts run", || site.asked("/slow") == 4).await;
            lose(grid);
            gate.open();
        }
    );
    let jobs = [first.0, first.1, first.2, first.3];
    let cut_off: Vec<&Job> = jobs.iter().filter(|job| !job.outcome.is_ok()).collect();
    assert_eq!(cut_off.len(), 2, "{:?}", jobs.iter().map(|job| &job.outcome).collect::<Vec<_>>());
    for job in cut_off {
        let error = job.outcome.error().expect("an error");
        assert_eq!(
            (error.kind, job.is_usable),
            (ErrorKind::BrowserLost, false),
            "job {}: {error}",
            job.number
        );
    }
    for job in jobs.iter().filter(|job| job.outcome.is_ok()) {
        assert_eq!(job.outcome.result, Ok(json!("done")), "job {}", job.number);
    }
    // The caller of the jobs knows which two to repeat; the pool has capacity for them on the node that is left.
    let again = tokio::join!(
        job(&pool, &url, 5, "return 5"),
        job(&pool, &url, 6, "return 6"),
        job(&pool, &url, 7, "return 7")
    );
    for job in [again.0, again.1, again.2] {
        assert_eq!(job.outcome.result, Ok(json!(job.number)), "{:?}", job.outcome);
    }
    assert_eq!(pool.close(PATIENCE).await, 0);
}

#[tokio::test]
async fn a_node_that_is_killed() {
    let grid = Grid::start();
    Box::pin(lose(&grid, |grid| grid.nodes[0].kill())).await;
}

#[tokio::test]
async fn a_node_that_falls_silent() {
    let grid = Grid::start();
    Box::pin(lose(&grid, |grid| grid.nodes[1].freeze())).await;
}
