//! Results and events of many megabytes: a run ends with its result or with an error, and the session goes on or says
//! that it has ended. `cargo xtask bench large` has the larger sizes and the time that they take.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;
use webagents_runtime::{ErrorKind, ExecuteOptions};
use webagents_runtime_webdriver::{Engine, Wire};
use webagents_tests::Route;

use crate::support::{self, Bench, engine, patient, value};

crate::support::on_every_engine! {
    large_results_and_events_end,
}

/// Against hanging alone: a run has a deadline of its own.
const HANGS: Duration = Duration::from_mins(1);
/// More than tokio lets one poll of a task read.
const LARGE: usize = 17_000_000;

fn page() -> Vec<Route> {
    vec![Route::html(
        "/",
        "<body>page<script>
            window.shout = (count) => {
                const text = 'x'.repeat(count);
                console.log(text);
                console.error('\"'.repeat(count / 8));
                document.title = text;
                history.replaceState(null, '', '#' + text.slice(0, 1e6));
                setTimeout(() => alert(text), 0);
            };
        </script>",
    )]
}

/// After a run of any outcome the session runs code, or says why it does not.
async fn goes_on(bench: &mut Bench) {
    if !bench.session.is_usable() {
        return;
    }
    let outcome = timeout(HANGS, bench.session.execute_with("return 1", &patient())).await.expect("an end");
    match &outcome.error {
        None => assert_eq!(outcome.value, Some(json!(1))),
        Some(_) => assert!(!bench.session.is_usable(), "{outcome:?}"),
    }
}

/// One session for both, because a browser takes longer to start than the rest. Classic WebDriver, slow with every
/// megabyte, is tried on one engine.
async fn large_results_and_events_end() {
    let mut bench = Bench::with(page()).await;
    results(&mut bench).await;
    let code = format!("shout({LARGE}); await new Promise((yes) => setTimeout(yes, 200)); return 2");
    let outcome = timeout(HANGS, bench.session.execute_with(&code, &patient())).await.expect("an end");
    if outcome.error.is_none() {
        assert_eq!(*value(&outcome), json!(2));
    }
    assert!(outcome.dialogs.iter().all(|dialog| dialog.message.chars().count() <= 1_001));
    goes_on(&mut bench).await;
    if engine() == Engine::ChromiumHeadlessShell {
        results(&mut Bench::over(Wire::Classic, page()).await).await;
    }
}

async fn results(bench: &mut Bench) {
    let mut options = ExecuteOptions::within(Duration::from_secs(20));
    // Above the limit, nothing leaves the page.
    let code = format!("return 'x'.repeat({LARGE})");
    let outcome = timeout(HANGS, bench.session.execute_with(&code, &options)).await.expect("an end");
    support::error(&outcome, ErrorKind::ResultTooLarge);
    options.max_result_bytes = 200_000_000;
    let outcome = timeout(HANGS, bench.session.execute_with(&code, &options)).await.expect("an end");
    if outcome.error.is_none() {
        assert_eq!(value(&outcome).as_str().map(str::len), Some(LARGE));
    }
    goes_on(bench).await;
}
