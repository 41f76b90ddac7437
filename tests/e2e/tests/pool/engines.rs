//! Drivers that serve one session a process: two sessions are two drivers, which end with them.

use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, test_kill_process_group};
use serde_json::json;
use webagents_runtime_webdriver::{Browser, BrowserOptions, Engine, Pool, PoolOptions};
use webagents_testkit::{Route, Site};

use crate::support::{PATIENCE, run, until, value};

#[tokio::test]
async fn two_at_once_by_geckodriver() {
    two_at_once(Engine::Firefox).await;
}

#[tokio::test]
async fn two_at_once_by_web_kit_web_driver() {
    two_at_once(Engine::WebKit).await;
}

async fn two_at_once(engine: Engine) {
    let site = Site::serve(vec![Route::html("/", "<title>shop</title>")]).await;
    let mut options = BrowserOptions::default().with_engine(engine);
    // The path used by `cargo xtask setup`; the program may be on the PATH as well.
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/geckodriver/bin/geckodriver");
    options.driver.program = (engine == Engine::Firefox && built.is_file()).then_some(built);
    // Every core may be at work on something else.
    options.driver.deadline = Duration::from_mins(2);
    let browser = Browser::launch(options).await.unwrap_or_else(|error| panic!("{error}"));
    assert!(browser.driver().is_none(), "there is none for all sessions");
    let options = PoolOptions::default().with_size(2);
    let pool = Pool::new(browser, options).expect("a pool");

    let acquire = || pool.acquire(PATIENCE * 3);
    let (first, second) = tokio::join!(acquire(), acquire());
    let (mut first, mut second) = (first.expect("a session"), second.expect("another"));
    assert_ne!(first.driver().url(), second.driver().url());
    let groups = [&first, &second].map(|session| group(session.driver().process_group()));
    assert_ne!(groups[0], groups[1]);
    // Both are there at the same time, and neither sees the other's stored data.
    first.open(&site.url("/")).await.expect("a page");
    second.open(&site.url("/")).await.expect("a page");
    assert_eq!(value(&mut first, "localStorage.kept = 'x'; return document.title").await, json!("shop"));
    let (one, other) = tokio::join!(
        run(&mut first, "return localStorage.kept"),
        run(&mut second, "return localStorage.length")
    );
    assert_eq!((one.result, other.result), (Ok(json!("x")), Ok(json!(0))));
    // Nobody else gets one meanwhile; with the first that comes back, its driver has ended and a new one begins.
    assert_eq!((pool.status().in_use, pool.status().waiting), (2, 0));
    pool.give_back(first);
    let mut third = acquire().await.expect("a session");
    third.open(&site.url("/")).await.expect("a page");
    assert_eq!(value(&mut third, "return localStorage.length").await, json!(0));
    until("the first driver ends", || test_kill_process_group(groups[0]).is_err()).await;
    assert_eq!(value(&mut second, "return 1").await, json!(1));
    drop(second);
    pool.give_back(third);
    assert_eq!(pool.close(PATIENCE).await, 0, "{:?}", pool.status());
    until("the second driver ends", || test_kill_process_group(groups[1]).is_err()).await;
}

fn group(number: Option<u32>) -> Pid {
    let number = number.and_then(|number| i32::try_from(number).ok());
    number.and_then(Pid::from_raw).expect("a driver of ours")
}
