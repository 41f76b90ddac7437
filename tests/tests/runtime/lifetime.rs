//! Browsers that die, and owners that are killed.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use webagents_runtime::{ErrorKind, ExecuteOptions};
use webagents_runtime_webdriver::{Browser, BrowserOptions, Driver};

use crate::support::{self, Bench, error, patient, value};

#[tokio::test]
async fn a_browser_that_dies_is_reported() {
    let mut bench = Bench::shop().await;
    support::kill_browsers(&bench.mark);
    let outcome = bench.session.execute_with("return 1", &patient()).await;
    error(&outcome, ErrorKind::BrowserLost);
    assert!(!bench.session.is_usable());
    let failed = bench.session.screenshot().await.unwrap_err();
    assert!(failed.to_string().starts_with("the session has ended"), "{failed}");
}

#[tokio::test]
async fn a_page_that_crashes_is_reported() {
    let mut bench = Bench::shop().await;
    // Chromium ends the page's own process on this URL; whether this is seen now or with the next command is
    // the driver's affair.
    let _ = bench.session.open("chrome://crash").await.unwrap_err();
    let outcome = bench.session.execute_with("return 1", &patient()).await;
    error(&outcome, ErrorKind::BrowserLost);
    assert!(!bench.session.is_usable());
}

#[tokio::test]
async fn nothing_survives_an_owner_that_is_killed() {
    let mark = support::mark();
    let mut owner = tokio::process::Command::new(env!("CARGO_BIN_EXE_browser-owner"))
        .arg(&mark)
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the owner starts");
    let mut ready = BufReader::new(owner.stdout.take().expect("its output")).lines();
    assert_eq!(ready.next_line().await.expect("its output").as_deref(), Some("ready"));

    let browser = support::browsers(&mark).into_iter().next().expect("its browser runs");
    let profile = browser
        .command
        .split(' ')
        .find(|arg| arg.starts_with("--user-data-dir="))
        .expect("a profile")
        .to_owned();
    let profile = profile.trim_start_matches("--user-data-dir=");
    let left = || -> Vec<_> {
        let of_it =
            |process: &support::Process| process.group == browser.group || process.command.contains(profile);
        support::processes().into_iter().filter(of_it).collect()
    };
    assert!(left().iter().any(|process| process.command.contains("chromedriver")), "{:?}", left());
    assert!(left().len() >= 4, "{:?}", left());

    owner.kill().await.expect("SIGKILL");
    let patience = tokio::time::Instant::now() + Duration::from_secs(20);
    while !left().is_empty() {
        assert!(tokio::time::Instant::now() < patience, "these survive their owner: {:?}", left());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Nor do its files: the profile lies in the folder of all that the driver and its browsers wrote.
    let folder = std::path::Path::new(profile).parent().expect("a folder");
    assert!(folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("wa-")), "{folder:?}");
    assert!(!folder.exists(), "{folder:?}");
}

#[tokio::test]
async fn a_session_that_is_dropped_leaves_nothing() {
    let bench = Bench::shop().await;
    let browser = support::browsers(&bench.mark).into_iter().next().expect("the browser runs");
    let profile =
        browser.command.split(' ').find_map(|arg| arg.strip_prefix("--user-data-dir=")).expect("a profile");
    assert!(std::path::Path::new(profile).is_dir());
    let Bench { session, browser: driver, mark, .. } = bench;
    drop(session);
    assert!(!std::path::Path::new(profile).exists(), "{profile}");
    let folder = std::path::Path::new(profile).parent().expect("a folder");
    assert!(folder.is_dir());
    drop(driver);
    assert!(!folder.exists(), "{folder:?}");
    let patience = tokio::time::Instant::now() + Duration::from_secs(20);
    let left = || support::processes().into_iter().filter(|p| p.group == browser.group).collect::<Vec<_>>();
    while !left().is_empty() || !support::browsers(&mark).is_empty() {
        assert!(tokio::time::Instant::now() < patience, "these survive their owner: {:?}", left());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_picture_is_a_png() {
    let mut bench = Bench::shop().await;
    let png = bench.session.screenshot().await.expect("a picture");
    assert_eq!(png.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    assert!(png.len() > 1_000, "{} bytes", png.len());
    bench.close().await;
}

#[tokio::test]
async fn a_driver_that_runs_already_is_used() {
    let driver = Driver::start(Duration::from_secs(30)).await.expect("chromedriver");
    // Its address is all that is known of it, as when WEBDRIVER_URL names it.
    let browser = Browser::connect(driver.url().trim_end_matches('/'), BrowserOptions::default());
    let mut session = browser.session().await.expect("a session");
    let outcome =
        session.execute_with("while (true) {}", &ExecuteOptions::within(Duration::from_millis(300))).await;
    error(&outcome, ErrorKind::Timeout);
    let outcome = session.execute_with("return 1", &patient()).await;
    assert_eq!(*value(&outcome), json!(1));
    session.close().await.expect("the browser closes");

    let nowhere = Browser::connect("http://127.0.0.1:9/", BrowserOptions::default());
    let failed = nowhere.session().await.unwrap_err();
    assert_eq!(failed.kind(), webagents_runtime_webdriver::ErrorKind::SessionNotCreated, "{failed}");
}

#[tokio::test]
async fn a_browser_that_cannot_start_is_reported() {
    let mut options = BrowserOptions::default();
    options.binary = Some("/bin/false".into());
    let browser = Browser::launch(options).await.expect("chromedriver");
    let failed = browser.session().await.unwrap_err();
    assert_eq!(failed.kind(), webagents_runtime_webdriver::ErrorKind::SessionNotCreated, "{failed}");
}
