//! Storage states: what makes a browser logged in, saved from one and put back into another.

use serde_json::json;
use webagents_runtime::{ErrorKind as RunErrorKind, ExecuteOptions};
use webagents_runtime_webdriver::{Browser, ErrorKind, Session, StorageState};
use webagents_tests::{Route, Site};

use crate::support::{error, instead, patient, value};

crate::support::on_every_engine! {
    whether_a_login_can_be_kept_is_told,
}

async fn whether_a_login_can_be_kept_is_told() {
    let site = shop().await;
    let mut session = launch().await;
    session.open(&site.url("/login")).await.expect("the login");
    let state = session.storage_state().await;
    if instead!(
        Firefox | WebKit,
        "Cookies and storage of a session are saved and restored",
        "An error says what it needs (`Storage`)",
        "cookies of every kind and the storage of origins that are not shown are asked of Chromium's debugger",
    ) {
        assert_eq!(state.expect_err("no debugger").kind(), ErrorKind::Storage);
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
    let browser = Browser::launch(crate::support::options()).await.expect("chromedriver");
    browser.session().await.expect("a session")
}

const ORDERS: &str = "return await orders()";

#[tokio::test]
async fn a_login_goes_from_one_browser_to_the_next() {
    let site = shop().await;
    let origin = site.url("");
    let mut first = launch().await;
    first.open(&site.url("/login")).await.expect("the login");
    let state = first.storage_state().await.expect("a state");
    assert!(first.is_usable());
    let title = first.execute_with("return location.pathname", &patient()).await;
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
    let outcome = second.execute_with(ORDERS, &patient()).await;
    // The page's own script found the token, and counts its first visit.
    assert_eq!(*value(&outcome), json!([[7], "tokén \u{2028}", "1"]));
    // A loop is stopped as before: the other tab took nothing away.
    let hasty = ExecuteOptions::within(std::time::Duration::from_millis(500));
    error(&second.execute_with("for (;;) {}", &hasty).await, RunErrorKind::Timeout);

    // What was put back is read again wherever the browser is, and with what the page did to it.
    second.open("about:blank").await.expect("nothing");
    let again = second.storage_state().await.expect("a state");
    let visits = again.origins[0].local_storage.iter().find(|item| item.name == "visits").expect("a count");
    assert_eq!((again.origins.len(), again.cookies.len(), visits.value.as_str()), (1, 2, "1"));
    second.close().await.expect("the browser closes");

    let mut third = launch().await;
    third.open(&site.url("/")).await.expect("the page");
    let outcome = third.execute_with(ORDERS, &patient()).await;
    assert_eq!(error(&outcome, RunErrorKind::Thrown).message, "401: log in first");
    third.close().await.expect("the browser closes");
}

/// Encrypted origins and public ones: the pages are ours, so the sites need not be there.
#[tokio::test]
async fn origins_need_not_be_reached() {
    let state = r#"{
        "cookies": [
            { "name": "a", "value": "1", "domain": ".shop.example", "path": "/", "expires": -1, "httpOnly": true,
              "secure": true, "sameSite": "None" },
            { "name": "b", "value": "2", "domain": "www.shop.example", "path": "/", "expires": 4000000000,
              "httpOnly": false, "secure": true, "sameSite": "Lax" }
        ],
        "origins": [
            { "origin": "https://shop.example", "localStorage": [{ "name": "__proto__", "value": "1" },
                                                               { "name": "length", "value": "2" }] },
            { "origin": "https://other.example:8443", "localStorage": [{ "name": "k", "value": "' + \" \\ ${x}" }] }
        ]
    }"#;
    let state = StorageState::from_json(state).expect("a state");
    let mut session = launch().await;
    session.restore_storage(&state).await.expect("the state");
    let mut found = session.storage_state().await.expect("a state");
    found.cookies.sort_by(|a, b| a.name.cmp(&b.name));
    // Chromium forgets no cookie later than after 400 days.
    let kept: Vec<_> =
        found.cookies.iter().map(|cookie| (&*cookie.name, &*cookie.domain, cookie.secure)).collect();
    assert_eq!(kept, [("a", ".shop.example", true), ("b", "www.shop.example", true)]);
    let mut origins = state.origins.clone();
    origins.sort_by(|a, b| a.origin.cmp(&b.origin));
    for origin in found.origins.iter_mut().chain(&mut origins) {
        origin.local_storage.sort_by(|a, b| a.name.cmp(&b.name));
    }
    assert_eq!(found.origins, origins);
    session.close().await.expect("the browser closes");
}

#[tokio::test]
async fn what_cannot_be_put_back_is_named() {
    let mut session = launch().await;
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
