//! The page that a job leaves in a context that serves the next job at once, which gets nothing of it.

use serde_json::{Value, json};
use webagents_runtime::{Page as _, PageErrorKind};
use webagents_runtime_webdriver::{ErrorKind, Isolation, Session, StorageState};
use webagents_testkit::{Route, Site};

use crate::support::{Bench, PATIENCE, browsers, run, value};

/// First request of the next job.
#[derive(Debug, Clone, Copy)]
enum First {
    /// It opens this path.
    Opens(&'static str),
    /// The same, without a document at it.
    Asks(&'static str),
    /// Its code is run, without a page of its own.
    Runs,
    /// The address of its page.
    Url,
    /// A picture of its page.
    Picture,
    /// A state is put back.
    Restores,
}

const BLANK: &str = "about:blank";

/// Action of a job in its page, request of the next one, and the address that results.
const CASES: [(&str, First, &str); 17] = [
    ("", First::Opens("/"), "/"),
    ("", First::Opens("/other"), "/other"),
    // Another place in the document that is shown is another document here.
    ("", First::Opens("/#part"), "/#part"),
    ("location.hash = 'part'", First::Opens("/#part"), "/#part"),
    ("location.hash = 'part'", First::Opens("/"), "/"),
    ("", First::Runs, BLANK),
    ("", First::Url, BLANK),
    ("", First::Picture, BLANK),
    // Ways that lead to no document.
    ("", First::Asks("/nothing"), BLANK),
    ("", First::Asks("/file"), BLANK),
    // A page that keeps its renderer busy, has a `beforeunload` dialog, goes elsewhere, or opens an alert.
    ("setTimeout(() => { for (;;) {} }, 0)", First::Opens("/"), "/"),
    ("setTimeout(() => { for (;;) {} }, 0)", First::Runs, BLANK),
    ("window.onbeforeunload = (event) => { event.preventDefault(); return 'stay' }", First::Opens("/"), "/"),
    ("setTimeout(() => location.reload(), 0)", First::Opens("/other"), "/other"),
    ("setInterval(() => localStorage.setItem('kept', 'by the job before'), 1)", First::Restores, "/"),
    ("setTimeout(window.alert, 0, 'of the job before')", First::Opens("/"), "/"),
    // From here on the page has a window, which keeps its way to it.
    ("window.open('/other')", First::Opens("/"), "/"),
];

/// The session of the next job, which waits already when this one is given back.
async fn next(bench: &Bench, session: Session) -> Session {
    let pool = bench.pool.clone();
    let waits = tokio::spawn(async move { pool.acquire(PATIENCE).await.expect("a session") });
    bench.until("the next job waits", |status| status.waiting == 1).await;
    bench.pool.give_back(session);
    waits.await.expect("no panic")
}

#[tokio::test]
async fn nothing_of_a_page_is_the_next_jobs() {
    let site = Site::serve([
        Route::html("/", "<title>shop</title>shop"),
        Route::html("/other", "other"),
        Route::html("/nothing", "").status(204),
        Route::new("/file", "application/octet-stream", "1").header("content-disposition", "attachment"),
    ])
    .await;
    let bench = Bench::with(Isolation::Context { jobs: u32::MAX }, |options| options.size = 1).await;
    let mut session = bench.acquire().await;
    for case in CASES {
        let (leaves, first, at) = case;
        session.open(&site.url("/")).await.expect("the page");
        let code = format!("window.left = 1; document.title = 'left'; {leaves}; return 1");
        assert_eq!(value(&mut session, &code).await, json!(1), "{case:?}");
        session = next(&bench, session).await;
        match first {
            First::Opens(path) => session.open(&site.url(path)).await.expect("the page"),
            First::Asks(path) => {
                let asked = session.open(&site.url(path)).await.map_err(|error| error.kind());
                let nothing = ErrorKind::Page(PageErrorKind::NoDocument);
                assert!(asked.is_ok() || asked == Err(nothing), "{case:?}: {asked:?}");
            }
            First::Url => assert_eq!(session.url().await.expect("an address"), BLANK),
            First::Picture => drop(session.screenshot().await.expect("a picture")),
            First::Restores => {
                let origin =
                    json!({ "origin": site.url(""), "localStorage": [{ "name": "kept", "value": "2" }] });
                let state = json!({ "cookies": [], "origins": [origin] });
                let state = StorageState::from_json(&state.to_string()).expect("a state");
                session.restore_storage(&state).await.expect("it is put back");
                session.open(&site.url("/")).await.expect("the page");
                assert_eq!(value(&mut session, "return localStorage.getItem('kept')").await, json!("2"));
            }
            First::Runs => {}
        }
        let look = "return [location.href, typeof window.left, document.title === 'left']";
        let outcome = run(&mut session, look).await;
        let at = if at == BLANK { at.to_owned() } else { site.url(at) };
        assert_eq!(outcome.result, Ok(json!([at, "undefined", false])), "{case:?}: {outcome:?}");
        assert!(outcome.dialogs.is_empty(), "{case:?}: {outcome:?}");
    }
    let status = bench.pool.status();
    assert_eq!((status.opened, browsers(&bench.mark).len()), (1, 1), "no page costs a context");
    drop(session);
    bench.close().await;
}

/// Jobs that are cancelled while they wait or while they leave an earlier job's page lose nothing.
#[tokio::test]
async fn a_job_that_is_given_up_leaves_no_page_to_the_next() {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = Bench::with(Isolation::Context { jobs: u32::MAX }, |options| options.size = 1).await;
    let mut session = bench.acquire().await;
    let look = "return [location.href, typeof window.left]";
    let empty = json!([BLANK, "undefined"]);
    // Who waited is gone when the session is there.
    session.open(&site.url("/")).await.expect("the page");
    value(&mut session, "window.left = 1").await;
    session = next(&bench, session).await;
    drop(tokio::time::timeout(std::time::Duration::from_micros(1), session.open(&site.url("/"))).await);
    let found: Value = value(&mut session, look).await;
    assert!(found == empty || found == json!([site.url("/"), "undefined"]), "{found}");
    // It is given back with the page of the job before, and to nobody who waits.
    session.open(&site.url("/")).await.expect("the page");
    value(&mut session, "window.left = 1").await;
    session = next(&bench, session).await;
    bench.pool.give_back(session);
    bench.until("it is ready", |status| status.ready == 1).await;
    let mut session = bench.acquire().await;
    assert_eq!(value(&mut session, look).await, empty);
    assert_eq!(bench.pool.status().opened, 1);
    drop(session);
    bench.close().await;
}
