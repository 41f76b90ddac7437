//! Dialogs of pages: dismissed, reported with the outcome, and no hindrance to the code.

use std::time::Duration;

use serde_json::json;
use webagents_runtime::outcome::Level;
use webagents_runtime::page::{DialogAnswer, DialogKind};
use webagents_runtime::{CallOutcome, ErrorKind, Outcome, Realm};
use webagents_runtime_webdriver::Protocol;
use webagents_testkit::{Gate, Route};

use crate::support::{
    self, Bench, calls, error, in_page, instead, not_always, patient, said, stopped, value,
};

crate::support::on_every_engine! {
    where_nobody_tells_of_dialogs_one_ends_the_run,
}

crate::support::by_every_channel! {
    no_flood_of_dialogs_fills_the_outcome,
    a_dialog_is_dismissed_and_told,
    a_dialog_between_runs_is_told_with_the_next,
    a_page_that_asks_is_left_by_its_owner_and_not_by_a_script,
}

/// Kind, message and tool of each dialog; all of them were dismissed.
fn dialogs(outcome: &Outcome) -> Vec<(DialogKind, &str, Option<&str>)> {
    outcome
        .dialogs
        .iter()
        .map(|dialog| {
            assert_eq!(dialog.answer, DialogAnswer::Dismissed);
            (dialog.kind, dialog.message.as_str(), dialog.tool.as_deref())
        })
        .collect()
}

const ASKING: &str =
    "<script>searchProducts = async () => { const sure = confirm('Really?'); return [sure]; }</script>";

async fn a_dialog_is_dismissed_and_told() {
    let mut bench = Bench::with(vec![Route::html("/", ASKING)]).await;
    let code = "console.log('a'); window.alert('hello'); return [...await global.searchProducts('x'), window.prompt('?')]";
    let outcome = bench.session.execute_with(code, &in_page()).await;
    assert_eq!(*value(&outcome), json!([false, null]));
    assert_eq!(
        dialogs(&outcome),
        [
            (DialogKind::Alert, "hello", None),
            (DialogKind::Confirm, "Really?", Some("searchProducts")),
            (DialogKind::Prompt, "?", None),
        ]
    );
    assert_eq!(calls(&outcome), [("searchProducts", &json!(["x"]), &CallOutcome::Returned)]);
    assert_eq!(said(&outcome), [(Level::Log, "a")]);
    let outcome = bench.session.execute_with("return await global.searchProducts('x')", &patient()).await;
    assert_eq!(*value(&outcome), json!([false]));
    assert_eq!(dialogs(&outcome), [(DialogKind::Confirm, "Really?", Some("searchProducts"))]);

    // A deadline is a deadline, and each outcome has its own dialogs.
    let code = "window.alert('\\ud800'); window.alert('x'.repeat(2000)); await new Promise(() => {})";
    let outcome = stopped(&mut bench.session, Realm::Page, code, |outcome| outcome.dialogs.len() == 2).await;
    error(&outcome, ErrorKind::Timeout);
    assert_eq!(outcome.dialogs.len(), 2, "{:?}", outcome.dialogs);
    assert_eq!(outcome.dialogs[1].message, format!("{}…", "x".repeat(1000)));
    let outcome = bench.session.execute_with("return 2", &in_page()).await;
    assert_eq!((value(&outcome), outcome.dialogs.len()), (&json!(2), 0));
    bench.close().await;
}

async fn a_dialog_between_runs_is_told_with_the_next() {
    let gate = Gate::default();
    let later = Route::html("/later", "x").after_opening(&gate);
    let mut bench = Bench::with(vec![Route::html("/", "x"), later]).await;
    let code = "fetch('/later').then(() => { window.answer = window.confirm('Later?'); fetch('/answered') }); return 1";
    assert_eq!(*value(&bench.session.execute_with(code, &in_page()).await), json!(1));
    gate.open();
    bench.site.requested("/answered", 1).await;
    // It was not left standing: neither a picture nor a run has to wait for it.
    bench.session.screenshot().await.expect("a picture");
    let outcome = bench.session.execute_with("return window.answer", &in_page()).await;
    assert_eq!(*value(&outcome), json!(false));
    assert_eq!(dialogs(&outcome), [(DialogKind::Confirm, "Later?", None)]);
    bench.close().await;
}

async fn no_flood_of_dialogs_fills_the_outcome() {
    let mut bench = Bench::with(vec![Route::html("/", "x")]).await;
    let code = "for (let i = 0; i < 104; i++) window.alert(i); return 'done'";
    // Each dialog is a round trip through the browser, which takes half a second on a loaded machine.
    let options = in_page().with_deadline(Duration::from_mins(5));
    let outcome = bench.session.execute_with(code, &options).await;
    assert_eq!(*value(&outcome), json!("done"));
    assert_eq!(outcome.dialogs.len(), 100);
    bench.close().await;
}

async fn where_nobody_tells_of_dialogs_one_ends_the_run() {
    let mut bench = Bench::over(Protocol::Classic, vec![Route::html("/", ASKING)]).await;
    let outcome = bench
        .session
        .execute_with("console.log('a'); return await global.searchProducts('x')", &in_page())
        .await;
    error(&outcome, ErrorKind::Dialog);
    assert_eq!(outcome.value(), Some(&json!([false])), "the code came to its end after the dialog");
    assert_eq!(calls(&outcome), [("searchProducts", &json!(["x"]), &CallOutcome::Returned)]);
    assert_eq!(said(&outcome), [(Level::Log, "a")]);

    let code = "window.alert(1); window.alert(2); await new Promise(() => {})";
    let is_dialog = |outcome: &Outcome| outcome.failed_with(ErrorKind::Dialog);
    let outcome = stopped(&mut bench.session, Realm::Page, code, is_dialog).await;
    error(&outcome, ErrorKind::Dialog);
    assert_eq!(outcome.value(), None);
    let outcome = bench.session.execute_with("return 2", &in_page()).await;
    let may_be_lost = not_always!(
        WebKit,
        "Two dialogs of a page in one run leave a usable session (`Protocol::Classic`)",
        "The browser may be given up (`BrowserLost`)",
        "sometimes no command is answered any more after the second dialog",
    );
    if may_be_lost && !outcome.is_ok() {
        error(&outcome, ErrorKind::BrowserLost);
        return;
    }
    assert_eq!(*value(&outcome), json!(2));
    bench.close().await;
}

async fn a_page_that_asks_is_left_by_its_owner_and_not_by_a_script() {
    let asks = "<script>addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'x'; })</script>
        <p style='height: 600px'>page";
    let routes = vec![Route::html("/", asks), Route::html("/other", "other")];
    // The driver's own tab belongs to a session that no test had before.
    let mut bench = Bench::over(Protocol::Auto, routes).await;
    // Browsers show this dialog only for a page that its user has touched.
    let click = r#"{"actions":[{"type":"pointer","id":"mouse","actions":[{"type":"pointerMove","x":50,"y":50},
        {"type":"pointerDown","button":0},{"type":"pointerUp","button":0}]}]}"#;
    support::behind_its_back(&bench.session, "POST", "actions", click).await;
    let is_left = instead!(
        WebKit,
        "A page with a `beforeunload` dialog is left by its user, and not by a script",
        "It is left without a dialog",
        "the browser has no such question while it is driven",
    );
    // A page with the dialog has its timers after it; a page that was left has none any more.
    let stays = if is_left { "" } else { "addEventListener('beforeunload', () => setTimeout(done, 100));" };
    let code = format!(
        "await new Promise((done) => {{ {stays} location.href = '/other'; }}); return location.pathname"
    );
    let outcome = bench.session.execute_with(&code, &in_page()).await;
    if is_left && outcome.dialogs.is_empty() {
        error(&outcome, ErrorKind::Navigated);
        assert!(outcome.dialogs.is_empty(), "{:?}", outcome.dialogs);
    } else {
        if !is_left {
            assert_eq!(*value(&outcome), json!("/"));
        }
        let kinds: Vec<_> = outcome.dialogs.iter().map(|dialog| (dialog.kind, dialog.answer)).collect();
        assert_eq!(kinds, [(DialogKind::BeforeUnload, DialogAnswer::Dismissed)]);
    }
    let url = bench.site.url("/other");
    bench.session.open(&url).await.expect("the next page");
    let outcome = bench.session.execute_with("return location.pathname", &in_page()).await;
    assert_eq!(*value(&outcome), json!("/other"));
    bench.close().await;
}
