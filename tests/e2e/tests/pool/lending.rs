//! Lending of sessions: to which caller, when, and in which state.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use webagents_runtime::ErrorKind as RunErrorKind;
use webagents_runtime_webdriver::{ErrorKind, Isolation, received_bytes};
use webagents_testkit::{Route, Site};

use crate::support::{Bench, PATIENCE, browsers, over_each_isolation, run, shares, until, value};

over_each_isolation! {
    never_more_than_its_size,
    who_asks_first_is_served_first,
    a_job_sees_nothing_of_the_job_before,
    jobs_of_one_owner_may_share_a_browser,
    spares_are_ready_before_anybody_asks,
    who_waits_too_long_is_told_why,
    who_gives_up_costs_nothing,
}

async fn never_more_than_its_size(isolation: Isolation) {
    let bench = Bench::with(isolation, |options| options.size = 2).await;
    let (now, most, done) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let job = async || {
        let mut session = bench.acquire().await;
        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        assert!(browsers(&bench.mark).len() <= 2);
        assert_eq!(value(&mut session, "return 1").await, json!(1));
        // The first is held until the second has come, which takes as long as a browser does.
        until("two are lent at once", || most.load(Ordering::SeqCst) == 2).await;
        now.fetch_sub(1, Ordering::SeqCst);
        bench.pool.give_back(session);
        done.fetch_add(1, Ordering::SeqCst);
    };
    tokio::join!(job(), job(), job(), job(), job());
    assert_eq!((done.into_inner(), most.into_inner()), (5, 2));
    assert_eq!(bench.pool.status().opened, 5);
    bench.close().await;
}

async fn who_asks_first_is_served_first(isolation: Isolation) {
    let bench = Arc::new(Bench::with(isolation, |options| options.size = 1).await);
    let held = bench.acquire().await;
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    let mut jobs = Vec::new();
    for number in 1..=3 {
        let (asking, tell) = (Arc::clone(&bench), tell.clone());
        jobs.push(tokio::spawn(async move {
            let session = asking.acquire().await;
            tell.send(number).expect("the test receives");
            asking.pool.give_back(session);
        }));
        bench.until("it waits in the line", |status| status.waiting == number).await;
    }
    // A waiting job in the middle is cancelled; the later ones move up.
    jobs[1].abort();
    bench.until("it left the line", |status| status.waiting == 2).await;
    bench.pool.give_back(held);
    assert_eq!((told.recv().await, told.recv().await), (Some(1), Some(3)));
    for job in jobs {
        let _ = job.await;
    }
    Arc::into_inner(bench).expect("nobody else holds it").close().await;
}

async fn a_job_sees_nothing_of_the_job_before(isolation: Isolation) {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = Bench::with(isolation, |options| options.size = 1).await;
    let leave = "document.cookie = 'login=1'; localStorage.setItem('login', '1')";
    let look = "return [document.cookie, localStorage.getItem('login')]";
    let mut session = bench.acquire().await;
    session.open(&site.url("/")).await.expect("the page");
    value(&mut session, leave).await;
    assert_eq!(value(&mut session, look).await, json!(["login=1", "1"]));
    bench.pool.give_back(session);
    let mut session = bench.acquire().await;
    session.open(&site.url("/")).await.expect("the page");
    assert_eq!(value(&mut session, look).await, json!(["", null]));
    drop(session);
    bench.close().await;
}

async fn jobs_of_one_owner_may_share_a_browser(isolation: Isolation) {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = Bench::with(isolation, |options| {
        options.size = 1;
        options.isolation =
            if shares(isolation) { Isolation::Context { jobs: 2 } } else { Isolation::Shared { jobs: 2 } };
    })
    .await;
    let look = "return localStorage.getItem('login')";
    for expected in [json!(null), json!("1"), json!(null)] {
        let mut session = bench.acquire().await;
        // The page of the job before is gone, and so are its tools and its events.
        let outcome = run(&mut session, "return location.href").await;
        assert!(!outcome.value().expect("a URL").to_string().contains("127.0.0.1"));
        assert!(outcome.dialogs.is_empty(), "{:?}", outcome.dialogs);
        assert!(session.tools().is_empty());
        session.use_tools(webagents_runtime::Toolbox::from(webagents_manifest::parse(
            "# A\n\n## b\n### Params\n",
        )));
        session.open(&site.url("/")).await.expect("the page");
        assert_eq!(value(&mut session, look).await, expected);
        value(&mut session, "localStorage.setItem('login', '1'); setTimeout(window.alert, 0, 'late')").await;
        // Nobody waits for the event of this dialog.
        tokio::time::sleep(Duration::from_millis(200)).await;
        bench.pool.give_back(session);
    }
    assert_eq!(bench.pool.status().opened, 2);
    bench.close().await;
}

async fn spares_are_ready_before_anybody_asks(isolation: Isolation) {
    let bench = Bench::with(isolation, |options| {
        options.size = 2;
        options.spares = 1;
    })
    .await;
    bench.until("a spare is ready", |status| status.ready == 1).await;
    assert_eq!(bench.pool.status().in_use, 0);
    let session = bench.acquire().await;
    // The pool opens another session for one that is taken, up to its limit.
    bench.until("another is ready", |status| status.ready == 1 && status.in_use == 1).await;
    let second = bench.acquire().await;
    let status = bench.pool.status();
    assert_eq!((status.in_use, status.ready, status.opening, status.opened), (2, 0, 0, 2));
    drop((session, second));
    bench.until("another is ready", |status| status.ready == 1 && status.in_use == 0).await;
    bench.close().await;
}

async fn who_waits_too_long_is_told_why(isolation: Isolation) {
    let bench = Bench::with(isolation, |options| options.size = 1).await;
    let held = bench.acquire().await;
    let error = bench.pool.acquire(Duration::from_millis(200)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    insta::allow_duplicates! {
        insta::assert_snapshot!(error, @"no session came free within 200 ms: 1 of 1 are in use and 0 are being opened; give sessions back sooner, wait longer, or allow more of them");
    }
    assert_eq!(bench.pool.status().waiting, 0);
    drop(held);
    drop(bench.acquire().await);
    bench.close().await;
}

async fn who_gives_up_costs_nothing(isolation: Isolation) {
    let bench = Bench::with(isolation, |options| options.size = 1).await;
    {
        let impatient = bench.pool.acquire(PATIENCE);
        tokio::pin!(impatient);
        tokio::select! {
            biased;
            _ = &mut impatient => panic!("a session is lent that is not open"),
            () = bench.until("it is being opened", |status| status.opening == 1) => {}
        }
        // It is dropped here, in the middle of the opening.
    }
    let session = bench.acquire().await;
    assert_eq!(bench.pool.status().opened, 1, "the browser that was on its way was taken");
    drop(session);
    // One that nobody takes is closed.
    let error = bench.pool.acquire(Duration::ZERO).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    bench.until("the second is open and gone", |status| status.opened == 2 && status.in_use == 0).await;
    // A browser that sessions share stays for the next.
    let left = usize::from(shares(isolation));
    until("its browsers end", || browsers(&bench.mark).len() == left).await;
    bench.close().await;
}

/// Here, since other tests of this process receive little at the same time.
#[tokio::test]
async fn oversized_results_stay_in_the_page() {
    const SIZE: u64 = 17_000_000;
    let bench = Bench::with(Isolation::Profile, |_| {}).await;
    let mut session = bench.acquire().await;
    let before = received_bytes();
    let outcome = run(&mut session, &format!("return 'x'.repeat({SIZE})")).await;
    assert_eq!(outcome.error().map(|error| error.kind), Some(RunErrorKind::ResultTooLarge), "{outcome:?}");
    let received = received_bytes() - before;
    assert!(received < SIZE / 2, "{received} bytes");
    drop(session);
    bench.close().await;
}
