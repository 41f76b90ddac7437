//! Results and events of many megabytes.
//!
//! A run ends with its result or with an error, and the session remains usable or reports that it has ended.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;
use webagents_runtime::{ErrorKind, ExecuteOptions, Outcome};
use webagents_runtime_webdriver::{Engine, Protocol};
use webagents_testkit::Route;

use crate::support::{self, Bench, engine, in_page, value};

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

/// After a run of any outcome the session runs code, or reports the reason for its failure.
async fn goes_on(bench: &mut Bench) {
    if !bench.session.is_usable() {
        return;
    }
    let outcome = timeout(HANGS, bench.session.execute_with("return 1", &in_page())).await.expect("an end");
    match outcome.error() {
        None => assert_eq!(outcome.result, Ok(json!(1))),
        Some(_) => assert!(!bench.session.is_usable(), "{outcome:?}"),
    }
}

/// One session for both, because a browser takes longer to start than the rest.
///
/// Classic WebDriver is tried on one engine.
async fn large_results_and_events_end() {
    let mut bench = Bench::with(page()).await;
    results(&mut bench).await;
    let code = format!("shout({LARGE}); await new Promise((yes) => setTimeout(yes, 200)); return 2");
    let outcome = run(&mut bench, &code, &in_page()).await;
    if outcome.is_ok() {
        assert_eq!(*value(&outcome), json!(2));
    }
    assert!(outcome.dialogs.iter().all(|dialog| dialog.message.chars().count() <= 1_001));
    goes_on(&mut bench).await;
    if engine() == Engine::ChromiumHeadlessShell {
        results(&mut Bench::over(Protocol::Classic, page()).await).await;
    }
}

async fn results(bench: &mut Bench) {
    // Above the limit, nothing leaves the page.
    let text = format!("'x'.repeat({LARGE})");
    for value in [
        text.clone(),
        format!("{{ a: [{text}] }}"),
        format!("{{ [{text}]: 1 }}"),
        format!("new Map([[1, {text}]])"),
        format!("Array.from({{ length: {LARGE} / 100 }}, () => 'x'.repeat(99))"),
    ] {
        let outcome = run(bench, &format!("return {value}"), &in_page()).await;
        support::error(&outcome, ErrorKind::ResultTooLarge);
    }
    let options = in_page().with_deadline(Duration::from_secs(20)).with_max_result_bytes(300_000_000);
    let outcome = run(bench, &format!("return {text}"), &options).await;
    if outcome.is_ok() {
        assert_eq!(value(&outcome).as_str().map(str::len), Some(LARGE));
    }
    goes_on(bench).await;
    // An answer that comes in parts is whole, whatever its characters are at the cuts.
    for (code, expected) in [
        ("return 'x' + '\u{1f600}'.repeat(700_000)", format!("x{}", "\u{1f600}".repeat(700_000))),
        ("return '\"\\\\\\u0000\u{20ac}\\n '.repeat(200_000)", "\"\\\0\u{20ac}\n ".repeat(200_000)),
    ] {
        let outcome = run(bench, code, &options).await;
        assert!(*value(&outcome) == json!(expected), "{code}");
    }
    // A value that the engine cannot write is an error of the result; one that takes too long is an error of the
    // deadline: the code has thrown nothing.
    let options = options.with_deadline(Duration::from_secs(3));
    let outcome = run(bench, "return 'x'.repeat(2e8)", &options).await;
    if let Some(error) = outcome.error() {
        assert_ne!(error.kind, ErrorKind::Thrown, "{error:?}");
    }
    goes_on(bench).await;
}

async fn run(bench: &mut Bench, code: &str, options: &ExecuteOptions) -> Outcome {
    timeout(HANGS, bench.session.execute_with(code, options)).await.expect("an end")
}
