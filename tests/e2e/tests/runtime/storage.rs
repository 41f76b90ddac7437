//! Storage states: the data of a login, saved from one browser and put back into another.

use serde_json::json;
use webagents_runtime::ErrorKind as RunErrorKind;
use webagents_runtime_webdriver::{Browser, Engine, ErrorKind, Protocol, Session, StorageState};
use webagents_testkit::{Route, Site};

use crate::support::{self, error, hasty_in_page, in_page, instead, value};

crate::support::on_every_engine! {
    a_login_goes_from_one_browser_to_the_next,
    origins_need_not_be_reached,
    what_cannot_be_put_back_is_named,
    cookies_of_frames_are_saved_with_their_site,
    a_service_worker_of_the_site_has_no_say,
    where_it_cannot_be_done_whole_it_is_not_done,
}

/// Returns whether neither cookies nor storage can be saved and put back, which is an error.
async fn cannot(session: &mut Session) -> bool {
    let cannot = instead!(
        WebKit,
        "Cookies and storage of a session are saved and restored",
        "An error names the missing ability (`Storage`)",
        "its driver and its inspector return the cookies that the current page would send, and no storage of other origins (`Page.getCookies`; `Missing frame for given securityOrigin`), and a partial state is worse than an error",
    );
    if cannot {
        assert_eq!(session.storage_state().await.expect_err("no way").kind(), ErrorKind::Storage);
        let restored = session.restore_storage(&StorageState::default()).await;
        assert_eq!(restored.expect_err("no way").kind(), ErrorKind::Storage);
        assert!(session.is_usable());
    }
    cannot
}

/// By the driver's commands alone only Chromium can do it, whose driver returns the debugger's address.
async fn where_it_cannot_be_done_whole_it_is_not_done() {
    let site = shop().await;
    let mut options = support::options();
    options.protocol = Protocol::Classic;
    let browser = Browser::launch(options).await.expect("a driver");
    let mut session = browser.session().await.expect("a session");
    session.open(&site.url("/login")).await.expect("the login");
    let state = session.storage_state().await;
    if instead!(
        Firefox | WebKit,
        "Cookies and storage are saved by the driver's commands alone (`Protocol::Classic`)",
        "An error names the missing ability (`Storage`)",
        "the driver returns only the cookies of the page that is shown",
    ) {
        assert_eq!(state.expect_err("no way").kind(), ErrorKind::Storage);
    } else {
        assert_eq!(state.expect("a state").cookies.len(), 2);
    }
    assert!(session.is_usable());
    session.close().await.expect("the browser closes");
}

/// A site that wants a cookie that no script can see, and a token that only its script has.
const PAGE: &str = "<!doctype html><title>Orders</title><script>
const found = localStorage.getItem('token');
localStorage.setItem('visits', String(Number(localStorage.getItem('visits')) + 1));
globalThis.orders = async () => {
    const answer = await fetch('/orders');
    if (answer.status === 401) throw new Error('401: log in first');
    return [await answer.json(), found, localStorage.getItem('visits')];
};
</script>";
const LOGIN: &str = "<script>localStorage.setItem('token', 'tok\\u00e9n \\u2028')</script>welcome";

async fn shop() -> Site {
    let secret = "sid=secret; HttpOnly; Max-Age=3600; SameSite=Strict";
    Site::serve([
        Route::html("/", PAGE),
        Route::html("/login", LOGIN).header("set-cookie", secret).header("set-cookie", "seen=1; Path=/a"),
        Route::new("/orders", "application/json", "[7]").for_cookie("sid=secret"),
        Route::new("/orders", "text/plain", "who are you?").status(401),
    ])
    .await
}

async fn launch() -> Session {
    let browser = Browser::launch(support::options()).await.expect("a driver");
    browser.session().await.expect("a session")
}

const ORDERS: &str = "return await orders()";

async fn a_login_goes_from_one_browser_to_the_next() {
    let site = shop().await;
    let origin = site.url("");
    let mut first = launch().await;
    if cannot(&mut first).await {
        return first.close().await.expect("the browser closes");
    }
    first.open(&site.url("/login")).await.expect("the login");
    let state = first.storage_state().await.expect("a state");
    assert!(first.is_usable());
    let title = first.execute_with("return location.pathname", &in_page()).await;
    assert_eq!(*value(&title), json!("/login"));
    first.close().await.expect("the browser closes");

    let written: serde_json::Value = state.to_json().parse().expect("JSON");
    assert_eq!(
        written["origins"],
        json!([{ "origin": origin, "localStorage": [{ "name": "token", "value": "tokén \u{2028}" }] }])
    );
    let mut cookies = written["cookies"].as_array().expect("a list").clone();
    cookies.sort_by_key(|cookie| cookie["name"].to_string());
    let expires = cookies[1]["expires"].take();
    assert!(expires.as_f64().is_some_and(|expires| expires > 1.7e9), "{expires}");
    assert_eq!(
        cookies,
        [
            json!({ "name": "seen", "value": "1", "domain": "127.0.0.1", "path": "/a", "expires": -1.0,
                    "httpOnly": false, "secure": false }),
            json!({ "name": "sid", "value": "secret", "domain": "127.0.0.1", "path": "/", "expires": null,
                    "httpOnly": true, "secure": false, "sameSite": "Strict" }),
        ]
    );

    let state = StorageState::from_json(&state.to_json()).expect("a state");
    let mut second = launch().await;
    let before = site.asked("/");
    second.restore_storage(&state).await.expect("the state");
    // Nothing of it went to the site.
    assert_eq!((before, site.asked("/")), (0, 0));
    second.open(&site.url("/")).await.expect("the page");
    let outcome = second.execute_with(ORDERS, &in_page()).await;
    // The page's own script found the token, and counts its first visit.
    assert_eq!(*value(&outcome), json!([[7], "tokén \u{2028}", "1"]));
    // A loop is stopped as before: the other tab took nothing away.
    error(&second.execute_with("for (;;) {}", &hasty_in_page()).await, RunErrorKind::Timeout);

    // The restored state is read again wherever the browser is, and with the page's changes.
    second.open("about:blank").await.expect("nothing");
    let again = second.storage_state().await.expect("a state");
    let visits = again.origins[0].local_storage.iter().find(|item| item.name == "visits").expect("a count");
    assert_eq!((again.origins.len(), again.cookies.len(), visits.value.as_str()), (1, 2, "1"));
    second.close().await.expect("the browser closes");

    let mut third = launch().await;
    third.open(&site.url("/")).await.expect("the page");
    let outcome = third.execute_with(ORDERS, &in_page()).await;
    assert_eq!(error(&outcome, RunErrorKind::Thrown).message, "401: log in first");
    third.close().await.expect("the browser closes");
}

/// Encrypted origins and public ones: the pages are ours, so the sites need not be there.
async fn origins_need_not_be_reached() {
    let state = r#"{
        "cookies": [
            { "name": "a", "value": "1", "domain": ".shop.example", "path": "/", "expires": -1, "httpOnly": true,
              "secure": true, "sameSite": "None" },
            { "name": "b", "value": "2", "domain": "www.shop.example", "path": "/", "expires": 4000000000,
              "httpOnly": false, "secure": true, "sameSite": "Lax" },
            { "name": "c", "value": "3", "domain": "frame.example", "path": "/in", "expires": -1, "httpOnly": true,
              "secure": true, "sameSite": "None", "partitionKey": "https://top.example", "_crHasCrossSiteAncestor": true }
        ],
        "origins": [
            { "origin": "https://shop.example", "localStorage": [{ "name": "__proto__", "value": "1" },
                                                               { "name": "length", "value": "2" }] },
            { "origin": "https://other.example:8443", "localStorage": [{ "name": "k", "value": "' + \" \\ ${x}" }] }
        ]
    }"#;
    let state = StorageState::from_json(state).expect("a state");
    let mut session = launch().await;
    if cannot(&mut session).await {
        return session.close().await.expect("the browser closes");
    }
    session.restore_storage(&state).await.expect("the state");
    let mut found = session.storage_state().await.expect("a state");
    found.cookies.sort_by(|a, b| a.name.cmp(&b.name));
    // Browsers forget cookies after 400 days at the latest.
    let until = std::mem::replace(&mut found.cookies[1].expires, 4_000_000_000.0);
    assert!(until > 1.7e9 && until <= 4_000_000_000.0, "{until}");
    let json = |state: &StorageState| serde_json::to_value(&state.cookies).expect("JSON");
    assert_eq!(json(&found), json(&state));
    let mut origins = state.origins.clone();
    origins.sort_by(|a, b| a.origin.cmp(&b.origin));
    for origin in found.origins.iter_mut().chain(&mut origins) {
        origin.local_storage.sort_by(|a, b| a.name.cmp(&b.name));
    }
    assert_eq!(found.origins, origins);
    session.close().await.expect("the browser closes");
}

async fn what_cannot_be_put_back_is_named() {
    let mut session = launch().await;
    if cannot(&mut session).await {
        return session.close().await.expect("the browser closes");
    }
    let large = "x".repeat(6_000_000);
    for (state, words) in [
        (
            json!({ "cookies": [{ "name": "a;b", "value": "secret", "domain": "shop.example" }] }),
            "the cookie \"a;b\" of",
        ),
        (json!({ "origins": [{ "origin": "file:///etc" }] }), "\"file:///etc\" is no origin of a website"),
        (json!({ "origins": [{ "origin": "javascript:alert(1)" }] }), "is no origin of a website"),
        (
            json!({ "origins": [{ "origin": "https://shop.example",
                                  "localStorage": [{ "name": "k", "value": large }] }] }),
            "cannot reach the storage of https://shop.example: QuotaExceededError",
        ),
    ] {
        let state = StorageState::from_json(&state.to_string()).expect("a state");
        let failed = session.restore_storage(&state).await.expect_err("it cannot be");
        assert_eq!(failed.kind(), ErrorKind::Storage, "{failed}");
        let text = failed.to_string();
        assert!(text.contains(words) && !text.contains("secret"), "{text}");
    }
    session.open("data:text/html,x").await.expect("a page");
    session.close().await.expect("the browser closes");
}

/// Data that a frame of another site gets stays within the site of the page, and goes with it.
async fn cookies_of_frames_are_saved_with_their_site() {
    let kept = "inner=1; SameSite=None; Secure; Partitioned; HttpOnly";
    let page = "<script>const frame = document.createElement('iframe');
        frame.src = location.href.replace('127.0.0.1', 'localhost') + 'frame';
        document.documentElement.append(frame)</script>";
    let site =
        Site::serve([Route::html("/frame", "inside").header("set-cookie", kept), Route::html("/", page)])
            .await;
    let mut session = launch().await;
    if cannot(&mut session).await {
        return session.close().await.expect("the browser closes");
    }
    session.open(&site.url("/")).await.expect("the page");
    let state = session.storage_state().await.expect("a state");
    let [cookie] = state.cookies.as_slice() else { panic!("{state:?}") };
    let about = (&*cookie.name, &*cookie.domain, cookie.http_only);
    assert_eq!(about, ("inner", "localhost", true));
    let within = (cookie.partition_key.as_deref(), cookie.has_cross_site_ancestor);
    assert_eq!(within, (Some("http://127.0.0.1"), Some(true)));

    // No other page refers to that site.
    session.open("about:blank").await.expect("nothing");
    let again = session.storage_state().await;
    if instead!(
        Firefox,
        "Cookies are saved that are kept apart within a site that is not shown and has left nothing else",
        "An error names one of them (`Storage`)",
        "it does not report within which site a cookie is kept, and that site is not among the known ones",
    ) {
        if let Err(error) = again {
            assert_eq!(error.kind(), ErrorKind::Storage);
            assert!(error.to_string().contains("such as \"inner\" of \"localhost\""), "{error}");
        } else {
            assert_eq!(again.expect("a state").to_json(), state.to_json());
        }
    } else {
        assert_eq!(again.expect("a state").to_json(), state.to_json());
    }
    session.close().await.expect("the browser closes");

    // The restored state is known.
    let mut second = launch().await;
    second.restore_storage(&state).await.expect("the state");
    assert_eq!(second.storage_state().await.expect("a state").to_json(), state.to_json());
    second.close().await.expect("the browser closes");
}

/// A service worker that answers for the whole site gets no request when its storage is read.
async fn a_service_worker_of_the_site_has_no_say() {
    let page = "<script>
        localStorage.setItem('k', 'v');
        globalThis.ready = (async () => {
            await navigator.serviceWorker.register('/worker.js');
            while (!navigator.serviceWorker.controller) await new Promise((next) => setTimeout(next, 20));
            return 'ready';
        })();
    </script>";
    let worker = "addEventListener('install', () => skipWaiting());
        addEventListener('activate', (event) => event.waitUntil(clients.claim()));
        addEventListener('fetch', (event) => {
            const page = '<script>localStorage.setItem(\"evil\", \"1\")</script>worker';
            const headers = { 'content-type': 'text/html' };
            if (new URL(event.request.url).pathname === '/') event.respondWith(new Response(page, { headers }));
        });";
    let site = Site::serve([Route::html("/first", page), Route::script("/worker.js", worker)]).await;
    let mut session = launch().await;
    if cannot(&mut session).await {
        return session.close().await.expect("the browser closes");
    }
    session.open(&site.url("/first")).await.expect("the page");
    assert_eq!(*value(&session.execute_with("return await ready", &in_page()).await), json!("ready"));
    let state = session.storage_state().await.expect("a state");
    assert_eq!(
        serde_json::to_value(&state.origins).expect("JSON"),
        json!([{ "origin": site.url(""), "localStorage": [{ "name": "k", "value": "v" }] }])
    );
    session.restore_storage(&state).await.expect("the state");
    // It is there all the same, for a page of the site.
    session.open(&site.url("/")).await.expect("the worker's page");
    let text = session.execute_with("return document.body.textContent", &in_page()).await;
    assert_eq!(*value(&text), json!("worker"));
    session.close().await.expect("the browser closes");
}

/// A state that one engine has written, another reads, and gives back as it was.
///
/// About two engines by nature.
#[test]
fn a_login_goes_from_one_engine_to_another_and_back() {
    support::run(Engine::Firefox, async {
        let site = shop().await;
        let mut first = support::on(Engine::ChromiumHeadlessShell, launch()).await;
        first.open(&site.url("/login")).await.expect("the login");
        let mut written = first.storage_state().await.expect("a state");
        first.close().await.expect("the browser closes");
        for engine in [Engine::Firefox, Engine::Chromium] {
            let mut next = support::on(engine, launch()).await;
            let state = StorageState::from_json(&written.to_json()).expect("a state");
            next.restore_storage(&state).await.expect("the state");
            next.open("about:blank").await.expect("nothing");
            let mut again = next.storage_state().await.expect("a state");
            for state in [&mut written, &mut again] {
                state.cookies.sort_by(|a, b| a.name.cmp(&b.name));
                // Seconds have parts in Chromium alone.
                for cookie in &mut state.cookies {
                    cookie.expires = cookie.expires.floor();
                }
            }
            assert_eq!(again.to_json(), written.to_json(), "{engine}");
            next.open(&site.url("/")).await.expect("the page");
            let outcome = next.execute_with(ORDERS, &in_page()).await;
            assert_eq!(*value(&outcome), json!([[7], "tokén \u{2028}", "1"]), "{engine}");
            next.close().await.expect("the browser closes");
            written = again;
        }
    });
}
