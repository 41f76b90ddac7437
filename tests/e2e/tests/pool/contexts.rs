//! Isolation between contexts of one browser, and the effect of the end of one on the others.

use std::time::Duration;

use rustix::process::{Signal, kill_process};
use serde_json::json;
use webagents_runtime::page::{Dialog, DialogKind};
use webagents_runtime::{ErrorKind as RunError, ExecuteOptions, Realm, Toolbox};
use webagents_runtime_webdriver::{
    Browser, BrowserOptions, DriverServer, Egress, Engine, ErrorKind, Isolation, Pool, PoolOptions, Protocol,
    ProxyOptions, Session, StorageState,
};
use webagents_testkit::{Route, Site};

use crate::support::{Bench, PATIENCE, browsers, kill_browsers, renderers, run, until, value};

const CONTEXTS: Isolation = Isolation::Context { jobs: 1 };

async fn two(bench: &Bench, url: &str) -> (Session, Session) {
    let (mut one, mut other) = tokio::join!(bench.acquire(), bench.acquire());
    one.open(url).await.expect("the page");
    other.open(url).await.expect("the page");
    assert_eq!(browsers(&bench.mark).len(), 1, "they share a browser");
    (one, other)
}

async fn bench(size: usize) -> Bench {
    Bench::with(CONTEXTS, |options| options.size = size).await
}

/// Script that writes a mark to every storage of a site; `LOOK` looks for them from another context.
const LEAVE: &str = "
    document.cookie = 'kept=1';
    localStorage.setItem('kept', '1');
    await new Promise((done, failed) => {
        const open = indexedDB.open('kept');
        open.onsuccess = () => done(open.result.close());
        open.onerror = failed;
    });
    await (await caches.open('kept')).put('/in-cache', new Response('1'));
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    const root = await navigator.storage.getDirectory();
    await root.getFileHandle('kept', { create: true });
    await fetch('/once');
    return 'left'";
const LOOK: &str = "
    const root = await navigator.storage.getDirectory();
    const files = [];
    for await (const [name] of root) files.push(name);
    return [document.cookie, localStorage.length, (await indexedDB.databases()).length, await caches.keys(),
        (await navigator.serviceWorker.getRegistrations()).length, files]";

#[tokio::test]
async fn what_a_site_keeps_is_kept_apart() {
    let site = Site::serve([
        Route::html("/", "shop"),
        Route::script("/worker.js", "addEventListener('fetch', () => {})"),
        Route::html("/once", "1").header("cache-control", "max-age=3600"),
    ])
    .await;
    let bench = bench(2).await;
    let (mut one, mut other) = two(&bench, &site.url("/")).await;
    assert_eq!(value(&mut one, LEAVE).await, json!("left"));
    assert_eq!(value(&mut one, LOOK).await, json!(["kept=1", 1, 1, ["kept"], 1, ["kept"]]));
    let nothing = json!(["", 0, 0, [], 0, []]);
    assert_eq!(value(&mut other, LOOK).await, nothing);
    // A context that has the response may cache it for an hour.
    assert_eq!(site.asked("/once"), 1);
    value(&mut other, "await fetch('/once')").await;
    value(&mut one, "await fetch('/once')").await;
    assert_eq!(site.asked("/once"), 2);
    // Nor does a context see those before it.
    bench.pool.give_back(one);
    let mut third = bench.acquire().await;
    third.open(&site.url("/")).await.expect("the page");
    assert_eq!(value(&mut third, LOOK).await, nothing);
    drop((other, third));
    bench.close().await;
}

#[tokio::test]
async fn pages_of_two_contexts_do_not_meet() {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = bench(2).await;
    let (mut one, mut other) = two(&bench, &site.url("/")).await;
    let listen = "
        window.heard = [];
        new BroadcastChannel('all').onmessage = (event) => heard.push(event.data);
        addEventListener('storage', (event) => heard.push(event.key));
        window.name = 'listens';";
    value(&mut other, listen).await;
    value(&mut one, &listen.replace("'listens'", "'speaks'")).await;
    // A window's name is looked up in its own context only, and a lock holds there only.
    let speak = "
        new BroadcastChannel('all').postMessage('hello');
        localStorage.setItem('hello', '1');
        const found = window.open('', 'listens');
        const [href, itself] = [found?.location.href, found?.heard === undefined];
        found?.close();
        void navigator.locks.request('all', () => new Promise(() => {}));
        return [href, itself]";
    assert_eq!(value(&mut one, speak).await, json!(["about:blank", true]));
    let free = "return await navigator.locks.request('all', { ifAvailable: true }, (lock) => lock !== null)";
    assert_eq!(value(&mut other, free).await, json!(true));
    assert_eq!(value(&mut other, "return heard").await, json!([]));
    drop((one, other));
    bench.close().await;
}

#[tokio::test]
async fn permissions_of_one_are_not_the_others() {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = bench(2).await;
    let (mut one, mut other) = two(&bench, &site.url("/")).await;
    let state = "return (await navigator.permissions.query({ name: 'persistent-storage' })).state";
    let before = [value(&mut one, state).await, value(&mut other, state).await];
    assert_eq!(before[0], before[1]);
    value(&mut one, "return await navigator.storage.persist()").await;
    assert_eq!(value(&mut other, state).await, before[1]);
    drop((one, other));
    bench.close().await;
}

#[tokio::test]
async fn what_one_does_stops_no_other() {
    // Functions of these names in the code itself are not the page's.
    let page =
        "<script>function asks() { return [String(alert('a')), confirm('b'), prompt('c')] }</script>shop";
    let site = Site::serve([Route::html("/", page)]).await;
    let bench = bench(3).await;
    let (mut one, mut other) = two(&bench, &site.url("/")).await;
    let mut third = bench.acquire().await;
    third.open(&site.url("/")).await.expect("the page");
    // The same site: a renderer that served both would serve nobody now.
    // It ends with the session and not by its deadline.
    let loops = ExecuteOptions::default().with_realm(Realm::Page).with_deadline(Duration::from_hours(1));
    let endless = one.execute_with("for (;;) {}", &loops);
    let work = async {
        for turn in 0..20 {
            assert_eq!(value(&mut other, &format!("return {turn}")).await, json!(turn));
        }
        let outcome = run(&mut third, "return asks()").await;
        assert_eq!(outcome.result, Ok(json!(["undefined", false, null])), "{outcome:?}");
        let kinds: Vec<DialogKind> = outcome.dialogs.iter().map(|dialog: &Dialog| dialog.kind).collect();
        assert_eq!(kinds, [DialogKind::Alert, DialogKind::Confirm, DialogKind::Prompt]);
    };
    tokio::select! {
        outcome = endless => panic!("the loop ended: {outcome:?}"),
        () = work => {}
    }
    // The loop still runs. Who gives its session back ends it, and the next takes its place.
    bench.pool.give_back(one);
    let mut next = bench.acquire().await;
    next.open(&site.url("/")).await.expect("the page");
    assert_eq!(value(&mut next, "return 1").await, json!(1));
    // A script whose caller waits is stopped in its page.
    let short = ExecuteOptions::default().with_realm(Realm::Page).with_deadline(Duration::from_millis(500));
    let outcome = next.execute_with("for (;;) {}", &short).await;
    assert_eq!(outcome.error().expect("an error").kind, RunError::Timeout);
    assert_eq!(value(&mut next, "return document.body.lastChild.textContent").await, json!("shop"));
    assert_eq!(browsers(&bench.mark).len(), 1);
    drop((other, third, next));
    bench.close().await;
}

const TOOL: &str = "# Shop\n\n## find\nFinds.\n\n### Params\n- `what` (string, required): What.\n";

#[tokio::test]
async fn console_journal_and_what_runs_first_are_each_ones_own() {
    let page =
        "<script>globalThis.find = async (what) => { console.log('page', what); return what }</script>shop";
    let site = Site::serve([Route::html("/", page)]).await;
    let bench = bench(4).await;
    let mut sessions = Vec::new();
    for _ in 0..4 {
        let mut session = bench.acquire().await;
        session.use_tools(Toolbox::from(webagents_manifest::parse(TOOL)));
        session.open(&site.url("/")).await.expect("the page");
        sessions.push(session);
    }
    let runs = sessions.into_iter().enumerate().map(|(number, mut session)| {
        tokio::spawn(async move {
            let code = format!(
                "for (let i = 0; i < 20; i++) {{ console.log({number}); await global.find('{number}'); }} return {number}"
            );
            (number, run(&mut session, &code).await, session)
        })
    });
    for one in runs.collect::<Vec<_>>() {
        let (number, outcome, session) = one.await.expect("no panic");
        assert_eq!(outcome.result, Ok(json!(number)));
        let said: Vec<&str> = outcome.console.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!(said, vec![number.to_string(); 20]);
        assert_eq!(outcome.calls.len(), 20);
        drop(session);
    }
    bench.close().await;
}

#[tokio::test]
async fn each_has_the_page_that_a_browser_of_its_own_would_have() {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = bench(2).await;
    let (mut one, mut other) = two(&bench, &site.url("/")).await;
    for session in [&mut one, &mut other] {
        let look = "
            const start = performance.now();
            for (let i = 0; i < 20; i++) await new Promise((done) => setTimeout(done, 1));
            await new Promise(requestAnimationFrame);
            return [innerWidth, document.hasFocus(), document.visibilityState, typeof document.modelContext]";
        assert_eq!(value(session, look).await, json!([1280, true, "visible", "object"]));
        let picture = session.screenshot().await.expect("a picture");
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"), "{} bytes", picture.len());
        let error = session.address().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        let error = session.open("chrome://version").await.unwrap_err();
        assert!(error.to_string().contains("is not opened"), "{error}");
        let outcome = run(session, "return 1 +* 2").await;
        assert_eq!(outcome.error().expect("an error").kind, RunError::Syntax);
    }
    drop((one, other));
    bench.close().await;
}

#[tokio::test]
async fn a_login_is_put_into_one_alone() {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = bench(2).await;
    let (mut one, mut other) = two(&bench, &site.url("/")).await;
    let origin = site.url("");
    let state = json!({
        "cookies": [{ "name": "sid", "value": "1", "domain": "127.0.0.1", "path": "/" }],
        "origins": [{ "origin": origin, "localStorage": [{ "name": "token", "value": "2" }] }],
    });
    let state = StorageState::from_json(&state.to_string()).expect("a state");
    one.restore_storage(&state).await.expect("it is put back");
    let look = "return [document.cookie, localStorage.getItem('token')]";
    assert_eq!(value(&mut one, look).await, json!(["sid=1", "2"]));
    assert_eq!(value(&mut other, look).await, json!(["", null]));
    let saved = one.storage_state().await.expect("the state");
    assert_eq!((saved.cookies.len(), saved.origins.len()), (1, 1));
    let saved = other.storage_state().await.expect("the state");
    assert_eq!((saved.cookies.len(), saved.origins.len()), (0, 0));
    drop((one, other));
    bench.close().await;
}

#[tokio::test]
async fn each_has_an_egress_guard_of_its_own() {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let (host, port) = ("127.0.0.1", site.address().port());
    let options = BrowserOptions::default()
        .with_engine(Engine::Chromium)
        .with_egress(Egress::Guarded(ProxyOptions::default()));
    let browser = Browser::launch(options).await.expect("chromedriver");
    let options = PoolOptions::default().with_isolation(CONTEXTS);
    let pool = Pool::new(browser, options).expect("a pool");
    let (one, other) = tokio::join!(pool.acquire(PATIENCE), pool.acquire(PATIENCE));
    let (mut one, mut other) = (one.expect("a session"), other.expect("a session"));
    one.allow_egress(host, port).expect("it is allowed");
    one.open(&site.url("/")).await.expect("the page");
    let error = other.open(&site.url("/")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
    assert_eq!((one.refusals().list.len(), other.refusals().list.len()), (0, 1));
    assert_eq!(site.asked("/"), 1);
    drop((one, other));
    assert_eq!(pool.close(PATIENCE).await, 0);
}

#[tokio::test]
async fn a_page_that_crashes_is_replaced_in_its_context() {
    let site = Site::serve([Route::html("/", "shop")]).await;
    let bench = bench(2).await;
    let (mut one, mut other) = two(&bench, &site.url("/")).await;
    for session in [&mut one, &mut other] {
        value(session, "localStorage.setItem('kept', '1')").await;
    }
    for pid in renderers(bench.driver) {
        // A spare one may end by itself.
        let _ = kill_process(pid, Signal::KILL);
    }
    for session in [&mut one, &mut other] {
        let outcome = run(session, "return 1").await;
        assert_eq!(outcome.error().expect("an error").kind, RunError::PageCrashed);
        session.open(&site.url("/")).await.expect("the page");
        // It is the same context.
        assert_eq!(value(session, "return localStorage.getItem('kept')").await, json!("1"));
        assert_eq!(value(session, "return typeof document.modelContext").await, json!("object"));
    }
    assert_eq!(browsers(&bench.mark).len(), 1);
    drop((one, other));
    bench.close().await;
}

#[tokio::test]
async fn the_end_of_the_browser_is_told_to_each_and_another_is_started() {
    let (bench, site) = (bench(3).await, Site::serve([Route::html("/", "shop")]).await);
    let (mut a, mut b, mut c) = tokio::join!(bench.acquire(), bench.acquire(), bench.acquire());
    for session in [&mut a, &mut b, &mut c] {
        session.open(&site.url("/")).await.expect("the page");
    }
    let waits = "await fetch('/begun'); await new Promise(() => {})";
    let (one, two, three, ()) =
        tokio::join!(run(&mut a, waits), run(&mut b, waits), run(&mut c, waits), async {
            site.requested("/begun", 3).await;
            kill_browsers(&bench.mark);
        });
    for outcome in [one, two, three] {
        assert_eq!(outcome.error().expect("an error").kind, RunError::BrowserLost);
    }
    for session in [a, b, c] {
        assert!(!session.is_usable());
        bench.pool.give_back(session);
    }
    let (mut a, mut b) = tokio::join!(bench.acquire(), bench.acquire());
    assert_eq!((value(&mut a, "return 1").await, value(&mut b, "return 2").await), (json!(1), json!(2)));
    assert_eq!(browsers(&bench.mark).len(), 1);
    drop((a, b));
    bench.close().await;
}

#[tokio::test]
async fn a_browser_has_so_many_contexts_and_no_more() {
    let bench = Bench::with(CONTEXTS, |options| {
        options.size = 3;
        options.contexts = 2;
        options.contexts_in_all = 3;
    })
    .await;
    let held = [bench.acquire().await, bench.acquire().await, bench.acquire().await];
    until("there are two browsers", || browsers(&bench.mark).len() == 2).await;
    let [first, second, third] = held;
    drop((first, second));
    // The first browser has had two; the third is its last, and with it the browser ends.
    let last = bench.acquire().await;
    drop(last);
    until("the first browser ends", || browsers(&bench.mark).len() == 1).await;
    let mut next = bench.acquire().await;
    assert_eq!(value(&mut next, "return 1").await, json!(1));
    drop((third, next));
    bench.close().await;
}

#[tokio::test]
async fn what_cannot_have_contexts_is_told_at_once() {
    let driver = DriverServer::start(Engine::Chromium, PATIENCE).await.expect("chromedriver");
    let pool = |change: &dyn Fn(&mut BrowserOptions)| {
        let mut options = BrowserOptions::default();
        change(&mut options);
        let pooled = PoolOptions::default().with_isolation(CONTEXTS);
        let error = Pool::new(Browser::connect(driver.url(), options), pooled).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        error.to_string()
    };
    insta::assert_snapshot!(pool(&|options| options.engine = Some(Engine::Firefox)), @"the engine firefox has no contexts for the sessions of one browser; use Isolation::Profile, or Chromium");
    insta::assert_snapshot!(pool(&|options| options.engine = Some(Engine::WebKit)), @"the engine webkit has no contexts for the sessions of one browser; use Isolation::Profile, or Chromium");
    insta::assert_snapshot!(pool(&|options| options.protocol = Protocol::Classic), @"classic WebDriver has no command for contexts; use Protocol::Auto, or Isolation::Profile");
    insta::assert_snapshot!(pool(&|options| options.profile = Some("/srv/shop".into())), @"contexts begin empty, without the logins of the profile /srv/shop; use Isolation::Profile, or no profile");
}
