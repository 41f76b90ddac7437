//! Documents that go away while code runs: by navigation, by a crash, with their tab or the browser.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;
use webagents_runtime::outcome::Level;
use webagents_runtime::{CallOutcome, ErrorKind, ExecuteOptions, Outcome, PageErrorKind, Realm};
use webagents_runtime_webdriver::{Engine, ErrorKind as OpenErrorKind, Protocol};
use webagents_testkit::{PATIENCE, Route, until};

use crate::support::{
    self, Bench, calls, error, hasty_in_page, in_page, instead, not_always, patient, said, value,
};

crate::support::on_every_engine! {
    page_realm_without_channel_loses_its_journal,
}

crate::support::by_every_channel! {
    a_page_that_crashes_is_replaced,
    a_renderer_that_is_killed_in_mid_script_is_reported,
    what_happened_before_a_navigation_is_kept,
    a_run_waits_for_the_document_that_the_last_one_led_to,
    refresh_without_delay_is_followed,
    a_document_that_never_comes_is_not_waited_for_twice,
    a_browser_that_is_killed_in_mid_script_is_reported,
    a_driver_that_is_killed_is_reported,
    a_window_that_is_closed_is_reported,
}

const LEAVING: &str = "<script>
    searchProducts = async (query) => [query];
    getPrice = async (path) => { location.href = path; await new Promise(() => {}); };
</script>";

async fn leaving(protocol: Protocol) -> Bench {
    Bench::over(protocol, vec![Route::html("/", LEAVING), Route::html("/other", "<title>other</title>")])
        .await
}

async fn what_happened_before_a_navigation_is_kept() {
    let mut bench = leaving(Protocol::Auto).await;
    let code = "console.log('one'); await global.searchProducts('hat'); console.warn('two');
        await global.getPrice('/other'); return 1";
    let url = bench.site.url("/");
    for realm in Realm::ALL {
        bench.session.open(&url).await.expect("a page");
        let outcome = bench.session.execute_with(code, &patient().with_realm(realm)).await;
        let navigated = error(&outcome, ErrorKind::Navigated);
        assert_eq!(
            navigated.message,
            format!(
                "the page went to {} while the code ran; the tool getPrice had been called and had not answered",
                bench.site.url("/other")
            )
        );
        assert_eq!(said(&outcome), [(Level::Log, "one"), (Level::Warn, "two")]);
        let (returned, pending) = (CallOutcome::Returned, CallOutcome::Pending);
        assert_eq!(
            calls(&outcome),
            [("searchProducts", &json!(["hat"]), &returned), ("getPrice", &json!(["/other"]), &pending)]
        );
        // In the next document as in the first.
        let outcome = bench.session.execute_with("return document.title", &in_page()).await;
        assert_eq!(*value(&outcome), json!("other"));
        bench.session.open(&url).await.expect("a page");
        let outcome = bench.session.execute_with(code, &patient().with_realm(realm)).await;
        error(&outcome, ErrorKind::Navigated);
        assert_eq!((outcome.calls.len(), outcome.console.len()), (2, 2));
    }
    // The channel is nothing that a page can see, use, or be disturbed by.
    bench.session.open(&url).await.expect("a page");
    let code = "await global.searchProducts('x');
        return [Reflect.ownKeys(window).filter((name) => /binding|channel|[0-9A-F]{32}/.test(String(name))).length,
            Object.keys(window).some((name) => name.includes('webagents'))]";
    let outcome = bench.session.execute_with(code, &in_page()).await;
    assert_eq!(*value(&outcome), json!([0, false]));
    bench.close().await;
}

async fn page_realm_without_channel_loses_its_journal() {
    let mut bench = leaving(Protocol::Classic).await;
    let code = "console.log('one'); await global.getPrice('/other'); return 1";
    let outcome = bench.session.execute_with(code, &in_page()).await;
    let navigated = error(&outcome, ErrorKind::Navigated);
    assert_eq!(
        navigated.message,
        format!("the page went to {} while the code ran", bench.site.url("/other"))
    );
    assert_eq!((outcome.calls.len(), outcome.console.len()), (0, 0));
    let outcome = bench.session.execute_with("return document.title", &in_page()).await;
    assert_eq!(*value(&outcome), json!("other"));
    // The journal of isolated code is not in the page.
    bench.session.open(&bench.site.url("/")).await.expect("a page");
    let outcome = bench.session.execute_with(code, &patient()).await;
    error(&outcome, ErrorKind::Navigated);
    assert_eq!(calls(&outcome), [("getPrice", &json!(["/other"]), &CallOutcome::Pending)]);
    assert_eq!(said(&outcome), [(Level::Log, "one")]);
    bench.close().await;
}

async fn a_run_waits_for_the_document_that_the_last_one_led_to() {
    let slow = Route::html("/slow", "<title>slow</title><img src=/image>").after(Duration::from_millis(400));
    let mut bench = Bench::with(vec![
        Route::html("/", LEAVING),
        slow,
        Route::html("/image", "x").after(Duration::from_millis(200)),
        Route::html("/form", "<title>form</title>").after(Duration::from_millis(300)),
    ])
    .await;
    for (code, path) in [
        ("location.href = '/slow'; return 1", "/slow"),
        (
            "document.body.innerHTML = '<form action=/form></form>'; document.forms[0].submit(); return 1",
            "/form",
        ),
        (
            "document.body.innerHTML = '<a href=/slow>x</a>'; document.querySelector('a').click(); return 1",
            "/slow",
        ),
        ("location.reload(); return 1", "/slow"),
        ("history.pushState({}, '', '/pushed'); return 1", "/pushed"),
        // These lead nowhere.
        ("location.href = 'javascript:void 0'; return 1", "/pushed"),
        ("location.href = 'nobody-knows-this:x'; return 1", "/pushed"),
    ] {
        let led_away = code.contains("nobody-knows-this")
            && instead!(
                WebKit,
                "Code that leads to an address of a scheme that nobody knows stays in its document",
                "An error page of the browser's own takes its place",
                "the engine loads one for every address that it cannot load",
            );
        let outcome = bench.session.execute_with(code, &in_page()).await;
        // It may come before the answer.
        if !led_away || outcome.is_ok() {
            assert_eq!(*value(&outcome), json!(1), "{code}");
        }
        if !led_away {
            let landed =
                outcome.navigated.as_ref().map(|navigated| navigated.url.trim_end_matches('?').to_owned());
            let leads = matches!(path, "/slow" | "/form") || code.contains("pushState");
            assert_eq!(landed, leads.then(|| bench.site.url(path)), "{code}");
        }
        let outcome =
            bench.session.execute_with("return [location.pathname, document.readyState]", &in_page()).await;
        if led_away && outcome.result != Ok(json!([path, "complete"])) {
            continue;
        }
        assert_eq!(*value(&outcome), json!([path, "complete"]), "{code}");
    }
    bench.close().await;
}

async fn refresh_without_delay_is_followed() {
    let by_header = Route::html("/header", "<title>first</title>").header("refresh", "0; url=/next");
    let mut bench = Bench::with(vec![
        Route::html("/", LEAVING),
        Route::html("/element", "<title>first</title><meta http-equiv=refresh content='0; url=/next'>"),
        by_header,
        Route::html("/next", "<title>next</title>").after(Duration::from_millis(300)),
    ])
    .await;
    for path in ["/element", "/header"] {
        bench.session.open(&bench.site.url(path)).await.expect("a page");
        let outcome = bench.session.execute_with("return document.title", &in_page()).await;
        let stays = not_always!(
            Firefox | WebKit,
            "A page is open when the one to which it refreshes itself without delay is there",
            "it may be open before that",
            "their drivers wait for the first load alone",
        );
        let title = value(&outcome);
        assert!(*title == json!("next") || (stays && *title == json!("first")), "{path}: {title}");
    }
    bench.close().await;
}

async fn a_document_that_never_comes_is_not_waited_for_twice() {
    let mut bench = Bench::with(vec![
        Route::html("/", LEAVING),
        Route::html("/never", "x").after(Duration::from_hours(1)),
    ])
    .await;
    assert_eq!(
        *value(&bench.session.execute_with("location.href = '/never'; return 1", &in_page()).await),
        json!(1)
    );
    let outcome = bench.session.execute_with("return 2", &hasty_in_page()).await;
    let timeout = error(&outcome, ErrorKind::Timeout);
    assert!(timeout.message.contains("nothing was run"), "{timeout:?}");
    let outcome = bench.session.execute_with("return location.pathname", &in_page()).await;
    assert_eq!(*value(&outcome), json!("/"));
    bench.close().await;
}

/// Returns whether the browser may end with a page that crashes.
fn may_end_with_its_page() -> bool {
    instead!(
        Firefox,
        "A page that crashes is replaced, and the session goes on in the same browser (`PageCrashed`)",
        "The browser ends (`PageClosed` or `BrowserLost`), and the next session is a new one",
        "geckodriver has Firefox shut down when a page crashes (`MOZ_CRASHREPORTER_SHUTDOWN`)",
    ) || instead!(
        WebKit,
        "A page that crashes is replaced, and the session goes on in the same browser (`PageCrashed`)",
        "The session ends (`BrowserLost`), and the next one is a new one",
        "WebKitWebDriver ends its session when a page crashes",
    )
}

/// Code that is never done: the tool `never` requests `/begun`.
const BEGUN: &str = "await global.searchProducts('hat'); await global.never()";
/// The same in the page's realm.
///
/// Its journal has left the page when the answer to an earlier request comes.
const BEGUN_IN_PAGE: &str =
    "await global.searchProducts('hat'); await fetch('/other'); await fetch('/begun');
    await new Promise(() => {})";

/// A deadline that no test waits for.
fn endless() -> ExecuteOptions {
    ExecuteOptions::default().with_deadline(Duration::from_hours(1))
}

/// Holds that the outcome has the calls of [`BEGUN`].
#[track_caller]
fn has_begun(outcome: &Outcome) {
    let (returned, pending) = (CallOutcome::Returned, CallOutcome::Pending);
    assert_eq!(
        calls(outcome),
        [("searchProducts", &json!(["hat"]), &returned), ("never", &json!([]), &pending)]
    );
}

/// Holds that page and browser are gone; which of them is reported first is the browser's affair.
#[track_caller]
fn is_over(outcome: &Outcome) {
    let kind = outcome.error().map(|error| error.kind);
    assert!(matches!(kind, Some(ErrorKind::PageClosed | ErrorKind::BrowserLost)), "{outcome:?}");
}

async fn a_page_that_crashes_is_replaced() {
    let mut bench = Bench::shop_alone().await;
    for _ in 0..2 {
        // The page's own process ends on this URL; whether this is seen now or with the next command is the driver's
        // affair.
        match support::engine() {
            Engine::Firefox => {
                // It is one of the browser's own pages, which a session does not open.
                let address = bench.session.address().await.expect("it has a driver");
                support::command(&address, "POST", "url", "{\"url\":\"about:crashcontent\"}").await;
            }
            // It has no such page.
            Engine::WebKit => {
                support::kill_renderers(bench.session.driver().process_group().expect("a driver of ours"));
            }
            _ => drop(bench.session.open("chrome://crash").await.unwrap_err()),
        }
        let outcome = bench.session.execute_with("return 1", &in_page()).await;
        let url = bench.site.url("/");
        if may_end_with_its_page() && !bench.session.is_usable() {
            is_over(&outcome);
            bench.renew().await;
        } else {
            let crashed = error(&outcome, ErrorKind::PageCrashed);
            assert_eq!(
                crashed.message,
                "the page crashed; the session goes on in a new, empty page of the same browser"
            );
            assert!(bench.session.is_usable());
            let outcome = bench.session.execute_with("return location.href", &in_page()).await;
            assert_eq!(*value(&outcome), json!("about:blank"));
        }
        bench.session.open(&url).await.expect("a page");
        let outcome =
            bench.session.execute_with("return await global.searchProducts('hat')", &in_page()).await;
        assert_eq!(*value(&outcome), json!([{ "id": "c", "name": "Green hat" }]));
    }
    bench.close().await;
}

async fn a_renderer_that_is_killed_in_mid_script_is_reported() {
    let mut bench = Bench::shop_alone().await;
    let (group, url) =
        (bench.session.driver().process_group().expect("a driver of ours"), bench.site.url("/"));
    for (realm, code, times) in [(Realm::Page, BEGUN_IN_PAGE, 1), (Realm::Isolated, BEGUN, 2)] {
        let options = endless().with_realm(realm);
        let begun = bench.site.requested("/begun", times);
        let kill = async {
            begun.await;
            support::kill_renderers(group);
        };
        let run = bench.session.execute_with(code, &options);
        let (outcome, ()) = timeout(PATIENCE, async { tokio::join!(run, kill) }).await.expect("an end");
        match realm {
            Realm::Page => {
                assert_eq!(calls(&outcome), [("searchProducts", &json!(["hat"]), &CallOutcome::Returned)]);
            }
            _ => has_begun(&outcome),
        }
        if may_end_with_its_page() && !bench.session.is_usable() {
            return is_over(&outcome);
        }
        error(&outcome, ErrorKind::PageCrashed);
        bench.session.open(&url).await.expect("a page");
        assert_eq!(*value(&bench.session.execute_with("return 1", &in_page()).await), json!(1));
    }
    bench.close().await;
}

async fn a_browser_that_is_killed_in_mid_script_is_reported() {
    let mut bench = Bench::shop_alone().await;
    let group = bench.session.driver().process_group().expect("a driver of ours");
    let options = endless();
    let begun = bench.site.requested("/begun", 1);
    let kill = async {
        begun.await;
        support::kill_browsers(group);
    };
    let run = bench.session.execute_with(BEGUN, &options);
    let (outcome, ()) = timeout(PATIENCE, async { tokio::join!(run, kill) }).await.expect("an end");
    let lost = error(&outcome, ErrorKind::BrowserLost);
    has_begun(&outcome);
    assert!(lost.message.starts_with("the browser is gone: "), "{lost:?}");
    assert!(!bench.session.is_usable());
}

async fn a_driver_that_is_killed_is_reported() {
    let mut bench = Bench::shop_alone().await;
    let (group, url) =
        (bench.session.driver().process_group().expect("a driver of ours"), bench.site.url("/other"));
    support::kill_driver(group);
    // A browser may outlive its driver for a while, and scripts do not go by the driver.
    let outcome = bench.session.execute_with("return 1", &in_page()).await;
    match outcome.error() {
        None => assert_eq!(outcome.result, Ok(json!(1))),
        Some(error) => assert_eq!(error.kind, ErrorKind::BrowserLost, "{error:?}"),
    }
    match bench.session.open(&url).await {
        // Nor do pages.
        Ok(()) => {
            assert!(bench.session.is_usable());
            let outcome = bench.session.execute_with("return location.pathname", &in_page()).await;
            assert_eq!(*value(&outcome), json!("/other"));
        }
        Err(failed) => {
            assert_eq!(failed.kind(), OpenErrorKind::Page(PageErrorKind::Lost), "{failed}");
            assert!(!bench.session.is_usable());
            let outcome = bench.session.execute_with("return 1", &in_page()).await;
            error(&outcome, ErrorKind::BrowserLost);
        }
    }
    drop(bench);
    until("its browsers end", || support::members(group).is_empty()).await;
}

async fn a_window_that_is_closed_is_reported() {
    let mut bench = Bench::shop_alone().await;
    // A session ends with its last window.
    support::behind_its_back(&bench.session, "POST", "window/new", "{\"type\":\"tab\"}").await;
    let options = endless();
    let begun = bench.site.requested("/begun", 1);
    let address = bench.session.address().await.expect("it has a driver");
    let close = async {
        begun.await;
        support::command(&address, "DELETE", "window", "").await;
    };
    let run = bench.session.execute_with(BEGUN, &options);
    let (outcome, ()) = timeout(PATIENCE, async { tokio::join!(run, close) }).await.expect("an end");
    // Chromium may report first that the page's process is gone, and has no tab for another by then.
    let kind = outcome.error().map(|error| error.kind);
    assert!(matches!(kind, Some(ErrorKind::PageClosed | ErrorKind::BrowserLost)), "{outcome:?}");
    assert!(!bench.session.is_usable());
}
