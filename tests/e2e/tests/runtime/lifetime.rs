//! Browsers that crash, and programs that are killed with their browser running.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use webagents_runtime::{ErrorKind, Realm};
use webagents_runtime_webdriver::{Browser, DriverServer, Engine, ErrorKind as OpenErrorKind};
use webagents_testkit::PATIENCE;

use crate::support::{self, Bench, error, in_page, instead, not_always, patient, value};

crate::support::on_every_engine! {
    a_browser_that_dies_is_reported,
    nothing_survives_a_launcher_that_is_killed,
    a_session_that_is_dropped_leaves_nothing,
    dropped_run_calls_no_more_tools,
    a_picture_is_a_png,
    a_driver_that_runs_already_is_used,
    a_browser_that_cannot_start_is_reported,
}

crate::support::on_full_chromium! {
    a_browser_that_dies_is_reported,
    nothing_survives_a_launcher_that_is_killed,
    a_session_that_is_dropped_leaves_nothing,
    dropped_run_calls_no_more_tools,
    a_picture_is_a_png,
    a_driver_that_runs_already_is_used,
    a_browser_that_cannot_start_is_reported,
}

async fn a_browser_that_dies_is_reported() {
    let mut bench = Bench::shop_alone().await;
    let group = bench.session.driver().process_group().expect("a driver of ours");
    // Isolated code that makes no call ends as well.
    let (code, options) = ("await new Promise(() => {})", patient());
    let dies = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        support::kill_browsers(group);
    };
    let (outcome, ()) = tokio::join!(bench.session.execute_with(code, &options), dies);
    error(&outcome, ErrorKind::BrowserLost);
    let outcome = bench.session.execute_with("return 1", &in_page()).await;
    error(&outcome, ErrorKind::BrowserLost);
    assert!(!bench.session.is_usable());
    let failed = bench.session.screenshot().await.unwrap_err();
    assert!(failed.to_string().starts_with("the session has ended"), "{failed}");
}

async fn nothing_survives_a_launcher_that_is_killed() {
    let mut launcher = tokio::process::Command::new(env!("CARGO_BIN_EXE_browser-launcher"))
        .arg(support::engine().name())
        .args(support::driver())
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the launcher starts");
    let mut ready = BufReader::new(launcher.stdout.take().expect("its output")).lines();
    let ready = ready.next_line().await.expect("its output").expect("a line");
    let group = ready.strip_prefix("ready ").and_then(|group| group.parse().ok()).expect("a process group");

    let folder = support::scratch(group).expect("a folder for its files");
    assert!(
        folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("wa-")),
        "{}",
        folder.display()
    );
    assert!(folder.is_dir());
    // A process that leaves the group still has the folder, in its environment or among its arguments.
    let left = || -> Vec<_> {
        let of_it = |process: &support::Process| {
            u32::try_from(process.group) == Ok(group)
                || process.command.contains(&*folder.to_string_lossy())
                || support::folder(process).as_ref() == Some(&folder)
        };
        support::processes().into_iter().filter(of_it).collect()
    };
    assert!(left().len() > support::browsers(group).len() + 1, "driver and supervisor: {:?}", left());

    launcher.kill().await.expect("SIGKILL");
    gone(left).await;
    // Nor do its files: all that the driver and its browsers wrote lies in that folder.
    assert!(!folder.exists(), "{}", folder.display());
}

/// Waits until nothing is left.
async fn gone(left: impl Fn() -> Vec<support::Process>) {
    let patience = tokio::time::Instant::now() + PATIENCE;
    while !left().is_empty() {
        assert!(tokio::time::Instant::now() < patience, "these survive the launcher: {:?}", left());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn a_session_that_is_dropped_leaves_nothing() {
    let bench = Bench::shop_alone().await;
    let group = bench.session.driver().process_group().expect("a driver of ours");
    let folder = support::scratch(group).expect("a folder for its files");
    assert!(folder.is_dir());
    let Bench { session, browser, .. } = bench;
    drop(session);
    // A driver that serves many sessions stays, without the browser and its profile; one that serves a single session
    // has nobody left to serve.
    assert_eq!(folder.is_dir(), browser.driver().is_some());
    if folder.is_dir() {
        let profiles = std::fs::read_dir(&folder).expect("a folder").flatten();
        let profiles: Vec<_> = profiles
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with("profile-"))
            .collect();
        assert_eq!(profiles, [""; 0]);
        gone(|| support::browsers(group)).await;
    }
    drop(browser);
    assert!(!folder.exists(), "{}", folder.display());
    gone(|| support::members(group)).await;
}

/// The next run in the document ends one whose caller has gone away.
async fn dropped_run_calls_no_more_tools() {
    let mut bench = Bench::shop_alone().await;
    let endless = "for (;;) { await global.getPrice('a'); await global['cart.add']('a'); }";
    let later = "await new Promise((resolve) => setTimeout(resolve, 100)); return cart.items.length";
    for realm in Realm::ALL {
        let options = patient().with_realm(realm);
        let before = value(&bench.session.execute_with(later, &in_page()).await).clone();
        let mut made = before.clone();
        // A machine may be slow to begin.
        for _ in 0..100 {
            if made != before {
                break;
            }
            let run = bench.session.execute_with(endless, &options);
            assert!(tokio::time::timeout(Duration::from_millis(300), run).await.is_err());
            // A call that was made before the end may return after it.
            made = value(&bench.session.execute_with(later, &in_page()).await).clone();
        }
        assert_ne!(made, before);
        let outcome = bench.session.execute_with(later, &in_page()).await;
        assert_eq!(*value(&outcome), made);
    }
    bench.close().await;
}

async fn a_picture_is_a_png() {
    let mut bench = Bench::shop_alone().await;
    let png = bench.session.screenshot().await.expect("a picture");
    assert_eq!(png.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    assert!(png.len() > 1_000, "{} bytes", png.len());
    bench.close().await;
}

async fn a_driver_that_runs_already_is_used() {
    let deadline = PATIENCE;
    let driver = match support::driver() {
        Some(program) => DriverServer::start_program(support::engine(), &program, deadline).await,
        None => DriverServer::start(support::engine(), deadline).await,
    }
    .expect("the driver");
    // Its address is all that is known of it, as when WEBDRIVER_URL names it.
    let mut options = support::options();
    if support::engine() == Engine::ChromiumHeadlessShell {
        // chromedriver knows the path of Chromium, but not the path of a system's headless shell.
        options.binary = Some("/usr/bin/chromium-headless-shell".into());
    }
    let browser = Browser::connect(driver.url().trim_end_matches('/'), options);
    let mut session = browser.session().await.expect("a session");
    let outcome =
        session.execute_with("while (true) {}", &in_page().with_deadline(Duration::from_millis(300))).await;
    let may_be_lost = not_always!(
        WebKit,
        "An endless loop in the page's realm is stopped in a browser whose driver another program started",
        "The session may be given up (`BrowserLost`)",
        "the engine can be set to end scripts only when the driver is started",
    );
    if may_be_lost && !session.is_usable() {
        error(&outcome, ErrorKind::BrowserLost);
    } else {
        error(&outcome, ErrorKind::Timeout);
        let outcome = session.execute_with("return 1", &in_page()).await;
        assert_eq!(*value(&outcome), json!(1));
        session.close().await.expect("the browser closes");
    }

    let nowhere = Browser::connect("http://127.0.0.1:9/", support::options());
    let failed = nowhere.session().await.unwrap_err();
    assert_eq!(failed.kind(), OpenErrorKind::SessionNotCreated, "{failed}");
}

async fn a_browser_that_cannot_start_is_reported() {
    let mut options = support::options();
    options.binary = Some("/bin/false".into());
    let waits = instead!(
        WebKit,
        "A browser that cannot start is reported at once",
        "The deadline for the start ends the wait",
        "WebKitWebDriver waits for a browser that has ended",
    );
    // Long enough for the driver itself, which takes of the same time.
    for seconds in [5, 20, 60] {
        if waits {
            options.driver.deadline = Duration::from_secs(seconds);
        }
        let failed = match Browser::launch(options.clone()).await {
            Ok(browser) => browser.session().await.unwrap_err(),
            Err(error) => error,
        };
        if failed.kind() == OpenErrorKind::DriverFailed && waits && seconds < 60 {
            continue;
        }
        assert_eq!(failed.kind(), OpenErrorKind::SessionNotCreated, "{failed}");
        assert!(waits || !failed.to_string().contains("opened no session within"), "{failed}");
        break;
    }
}
