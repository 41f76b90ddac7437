//! Effects of pages on a run: endless loops, navigations, dialogs, policies, changed intrinsics.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;
use webagents_runtime::outcome::Level;
use webagents_runtime::{CallOutcome, ErrorKind, Outcome, PageErrorKind, Realm};
use webagents_runtime_webdriver::{Engine, ErrorKind as OpenErrorKind};
use webagents_testkit::{PATIENCE, Route};

use crate::support::{
    Bench, calls, engine, error, hasty_in_page, in_page, not_always, patient, said, stopped, value,
};

crate::support::on_every_engine! {
    a_deadline_keeps_what_happened_until_then,
    an_endless_loop_is_stopped,
    code_may_compute_until_its_deadline,
    a_page_that_cannot_be_stopped_costs_its_browser_only,
    a_navigation_is_reported,
    a_page_that_cannot_be_loaded_is_not_a_page,
    a_strict_content_security_policy_is_no_hindrance,
    an_earlier_run_of_the_same_code_does_not_answer,
}

async fn a_deadline_keeps_what_happened_until_then() {
    let mut bench = Bench::shop_alone().await;
    let code = "console.log('before'); await global.searchProducts('hat'); await global.never(); return 1";
    for realm in Realm::ALL {
        let outcome = stopped(&mut bench.session, realm, code, |outcome| outcome.calls.len() == 2).await;
        let timeout = error(&outcome, ErrorKind::Timeout);
        let (start, end) = ("the code was not done after ", " ms; the tool never had not answered");
        assert!(timeout.message.starts_with(start) && timeout.message.ends_with(end), "{timeout:?}");
        assert_eq!(said(&outcome), [(Level::Log, "before")]);
        let (returned, pending) = (CallOutcome::Returned, CallOutcome::Pending);
        assert_eq!(
            calls(&outcome),
            [("searchProducts", &json!(["hat"]), &returned), ("never", &json!([]), &pending)]
        );
        let outcome = bench.session.execute_with("return 1 + 1", &patient().with_realm(realm)).await;
        assert_eq!(*value(&outcome), json!(2));
    }
    bench.close().await;
}

async fn an_endless_loop_is_stopped() {
    let mut bench = Bench::shop_alone().await;
    let endless = [
        "console.log('in'); await global.searchProducts('hat'); while (true) {}",
        "return { get x() { for (;;); } }",
        "return new Proxy({}, { ownKeys() { for (;;); } })",
        "Promise.resolve().then(function again() { return Promise.resolve().then(again); }); await new Promise(() => {})",
    ];
    for (index, code) in endless.into_iter().enumerate() {
        let reached = |outcome: &Outcome| index > 0 || outcome.calls.len() == 1;
        let run = stopped(&mut bench.session, Realm::Page, code, reached);
        let outcome = timeout(2 * PATIENCE, run).await.expect("the deadlines are kept");
        let may_be_lost = not_always!(
            WebKit,
            "An endless loop or chain of promises in the page's realm is stopped at the deadline",
            "The browser is given up some seconds after the deadline (`BrowserLost`) and the next session is a new one: often at a chain of promises, at a loop on a loaded machine",
            "the engine's watchdog counts processor time, and sees a new script in each link of a chain",
        );
        if may_be_lost && !bench.session.is_usable() {
            error(&outcome, ErrorKind::BrowserLost);
            bench.renew().await;
            assert_eq!(*value(&bench.session.execute_with("return 1", &in_page()).await), json!(1));
            bench.close().await;
            bench = Bench::shop_alone().await;
            continue;
        }
        let late = error(&outcome, ErrorKind::Timeout);
        assert!(late.message.contains("the code was not done after "), "{code}: {late:?}");
        if index == 0 {
            let is_reported = late.message.ends_with("so the script in it was stopped");
            let is_reported = is_reported
                || not_always!(
                    WebKit,
                    "The timeout of a loop in the page's realm reports that the script was stopped",
                    "It does not if the watchdog came first: the page answers then as if it had only been late",
                    "the engine does not report to the harness that it has ended a script",
                );
            assert!(is_reported, "{late:?}");
            assert_eq!(said(&outcome), [(Level::Log, "in")]);
            assert_eq!(calls(&outcome), [("searchProducts", &json!(["hat"]), &CallOutcome::Returned)]);
        }
        // Page, tools and session are as usable as before.
        let outcome =
            bench.session.execute_with("return await global.searchProducts('hat')", &in_page()).await;
        assert_eq!(*value(&outcome), json!([{ "id": "c", "name": "Green hat" }]), "after {code}");
    }
    bench.close().await;
}

async fn code_may_compute_until_its_deadline() {
    let mut bench = Bench::shop_alone().await;
    // A second of a processor or two on most machines, without a pause. The deadline is a limit against hanging.
    let code = "let n = 0; for (let i = 0; i < 2; i++) for (let j = 0; j < 1e9; j++) n ^= j; return n";
    let long = in_page().with_deadline(Duration::from_mins(3));
    let outcome = bench.session.execute_with(code, &long).await;
    let may_be_stopped = not_always!(
        WebKit,
        "Code in the page's realm may compute without a pause for as long as its deadline lets it",
        "It may be stopped when it has had a processor for two seconds (`Timeout`)",
        "the engine's watchdog, which stops endless loops, has one limit for all scripts, the site's among them",
    );
    if may_be_stopped && !outcome.is_ok() {
        error(&outcome, ErrorKind::Timeout);
        assert_eq!(*value(&bench.session.execute_with("return 1", &in_page()).await), json!(1));
    } else {
        assert_eq!(*value(&outcome), json!(0));
    }
    bench.close().await;
}

async fn a_page_that_cannot_be_stopped_costs_its_browser_only() {
    let mut bench = Bench::shop_alone().await;
    let code = "const spin = () => { try { for (;;); } finally { setTimeout(spin); setTimeout(spin); } };
        setInterval(spin); setInterval(() => { for (;;); }); for (;;);";
    let mut outcome = bench.session.execute_with(code, &hasty_in_page()).await;
    // Each loop that is stopped is followed by the next; sooner or later the browser is given up.
    for _ in 0..5 {
        match outcome.error() {
            Some(error) if error.kind == ErrorKind::BrowserLost => break,
            Some(error) => assert_eq!(error.kind, ErrorKind::Timeout, "{error:?}"),
            None => assert_eq!(outcome.result, Ok(json!(1))),
        }
        outcome = bench.session.execute_with("return 1", &hasty_in_page()).await;
    }
    if bench.session.is_usable() {
        // An engine that has a turn for us between two loops, as Firefox has, stops each.
        return;
    }
    error(&outcome, ErrorKind::BrowserLost);
    assert!(!bench.session.is_usable());
    let outcome = bench.session.execute_with("return 1", &in_page()).await;
    assert!(error(&outcome, ErrorKind::BrowserLost).message.starts_with("the session has ended"));
    // The driver still works.
    let mut next = bench.browser.session().await.expect("a second session");
    assert_eq!(*value(&next.execute_with("return 1", &in_page()).await), json!(1));
    next.close().await.expect("closed");
}

async fn a_navigation_is_reported() {
    let mut bench = Bench::shop_alone().await;
    let outcome =
        bench.session.execute_with("location.href = '/other'; await new Promise(() => {})", &in_page()).await;
    error(&outcome, ErrorKind::Navigated);
    let outcome = bench.session.execute_with("return location.pathname", &in_page()).await;
    assert_eq!(*value(&outcome), json!("/other"));

    // Code that returns at once has returned; code that stays in the document is not disturbed.
    let outcome = bench
        .session
        .execute_with(
            "history.pushState({}, '', '/third'); location.hash = 'x'; return location.pathname",
            &in_page(),
        )
        .await;
    assert_eq!(*value(&outcome), json!("/third"));
    bench.close().await;
}

async fn a_page_that_cannot_be_loaded_is_not_a_page() {
    let mut bench = Bench::shop_alone().await;
    let closed = webagents_testkit::closed_port();
    // Nobody listens on the first; browsers block the second (<https://fetch.spec.whatwg.org/#port-blocking>).
    for url in [format!("http://127.0.0.1:{closed}/"), "http://127.0.0.1:9/".to_owned()] {
        let opened = bench.session.open(&url).await;
        let failed = opened.expect_err(&url);
        assert_eq!(failed.kind(), OpenErrorKind::Page(PageErrorKind::Unreachable), "{failed}");
        assert!(failed.to_string().contains(&url), "{failed}");
    }
    if engine() == Engine::Firefox {
        // Code in the browser's own pages would have the browser's power.
        for url in
            ["chrome://browser/content/browser.xhtml", "about:config", " ABOUT:support", "resource://gre/"]
        {
            let failed = bench.session.open(url).await.expect_err(url);
            assert_eq!(failed.kind(), OpenErrorKind::Page(PageErrorKind::Unreachable), "{failed}");
        }
    }
    bench.session.open("about:blank").await.expect("a page of no site");
    // The session still works, and neither an error's status nor a dialog makes a page an error page.
    let url = bench.site.url("/other");
    bench.session.open(&url).await.expect("a page");
    bench.close().await;

    let mut bench = Bench::with(vec![
        Route::html("/", "home"),
        Route::html("/status", "gone").status(404),
        Route::html("/dialog", "<script>setTimeout(() => alert('hello'))</script>"),
    ])
    .await;
    for path in ["/status", "/dialog", "/status"] {
        let url = bench.site.url(path);
        bench.session.open(&url).await.unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    bench.close().await;
}

async fn a_strict_content_security_policy_is_no_hindrance() {
    let policy = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";
    let mut bench = Bench::with(vec![
        Route::html("/", include_str!("../pages/runtime/shop.html"))
            .header("content-security-policy", policy),
        Route::script("/shop.js", include_str!("../pages/runtime/shop.js")),
    ])
    .await;
    let code = "await new Promise((done) => setTimeout(done, 1));
        let evaluated; try { evaluated = eval('1'); } catch (error) { evaluated = error.name; }
        return [await global.getPrice('a'), evaluated]";
    let outcome = bench.session.execute_with(code, &in_page()).await;
    assert_eq!(*value(&outcome), json!([97, "EvalError"]));
    let outcome = bench.session.execute_with("return await global.getPrice('a')", &patient()).await;
    assert_eq!(*value(&outcome), json!(97));
    bench.close().await;

    // Not even timers run here; the driver's own limit ends the wait.
    let mut bench =
        Bench::with(vec![Route::html("/", "x").header("content-security-policy", "sandbox")]).await;
    assert_eq!(*value(&bench.session.execute_with("return 1", &in_page()).await), json!(1));
    let code = "console.log('in'); await new Promise(() => {})";
    let outcome = stopped(&mut bench.session, Realm::Page, code, |outcome| !outcome.console.is_empty()).await;
    error(&outcome, ErrorKind::Timeout);
    assert_eq!(said(&outcome), [(Level::Log, "in")]);
    bench.close().await;
}

async fn an_earlier_run_of_the_same_code_does_not_answer() {
    let mut bench = Bench::shop_alone().await;
    let code = "return window.runs = (window.runs ?? 0) + 1";
    assert_eq!(*value(&bench.session.execute_with(code, &in_page()).await), json!(1));
    // The page hangs before the second run can begin.
    let hang = "setTimeout(() => { for (;;); }, 0); return 'hung'";
    let first = bench.session.execute_with(hang, &in_page()).await;
    assert_eq!(*value(&first), json!("hung"));
    // Nothing depends on whether the page hangs by then.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let outcome = bench.session.execute_with(code, &hasty_in_page()).await;
    // It never began, or it began when the loop was stopped, perhaps too late to answer in time: the first run's answer
    // is not its own.
    assert!(outcome.value().is_none_or(|value| *value == json!(2)), "{outcome:?}");
    let again = bench.session.execute_with(code, &in_page()).await;
    let ran = *value(&again) == json!(3);
    assert!(ran || (*value(&again) == json!(2) && outcome.value().is_none()), "{again:?} after {outcome:?}");
    bench.close().await;
}
