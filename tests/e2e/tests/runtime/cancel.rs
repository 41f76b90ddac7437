//! Runs that their caller cancels: what they did until then is known, and they do no more.

use serde_json::{Value, json};
use webagents_runtime::outcome::DecisionSource;
use webagents_runtime::{
    CallOutcome, ErrorKind, GuardOptions, Guards, Outcome, Policy, Reply, Request, Verdict,
};

use crate::guards::bank;
use crate::support::{Bench, error, not_always, patient, value};

crate::support::by_every_channel! {
    cancelled_run_has_a_journal_and_calls_no_more,
    endless_loop_is_cancelled_as_well,
    call_that_waits_for_the_user_is_denied,
    run_that_is_over_is_not_cancelled,
}

/// Runs code, and cancels it when it has requested `/here`.
async fn cancelled(bench: &mut Bench, code: &str) -> Outcome {
    let here = bench.site.requested("/here", 1);
    bench.session.execute_until(code, &patient(), here).await
}

fn calls(outcome: &Outcome) -> Vec<(&str, &CallOutcome)> {
    outcome.calls.iter().map(|call| (call.tool.as_str(), &call.outcome)).collect()
}

async fn reached(bench: &mut Bench) -> Value {
    value(&bench.session.execute_with("return window.reached", &patient()).await).clone()
}

async fn cancelled_run_has_a_journal_and_calls_no_more() {
    let mut bench = bank().await;
    let code = "const { balance } = global;
        console.log('begins');
        await global.balance();
        await fetch('/here');
        setTimeout(() => { balance().catch(() => { window.refused = true; }); }, 100);
        await new Promise((done) => setTimeout(done, 20000));
        await global.balance()";
    let outcome = cancelled(&mut bench, code).await;
    let ended = error(&outcome, ErrorKind::Cancelled);
    assert!(ended.message.starts_with("the run was cancelled after "), "{}", ended.message);
    assert_eq!(calls(&outcome), [("balance", &CallOutcome::Returned)], "{outcome:?}");
    assert_eq!(outcome.console.len(), 1);
    // What it left in the page calls no more tools, and the session goes on.
    let wait =
        "while (!window.refused) await new Promise((done) => setTimeout(done, 20)); return window.reached";
    let late = bench.session.execute_with(wait, &patient()).await;
    assert_eq!(*value(&late), json!([["balance"]]));
    bench.close().await;
}

async fn endless_loop_is_cancelled_as_well() {
    let mut bench = bank().await;
    let code = "await global.balance(); await fetch('/here'); for (;;) {}";
    let outcome = cancelled(&mut bench, code).await;
    if error_kind(&outcome) == Some(ErrorKind::BrowserLost)
        && not_always!(
            Firefox | WebKit,
            "a run in an endless loop that is cancelled leaves the session usable",
            "the session gives up its browser",
            "the loop is not stopped in time on a busy machine"
        )
    {
        return;
    }
    let kind = error_kind(&outcome).expect("an error");
    assert!(matches!(kind, ErrorKind::Cancelled | ErrorKind::PageCrashed), "{outcome:?}");
    assert_eq!(calls(&outcome), [("balance", &CallOutcome::Returned)], "{outcome:?}");
}

fn error_kind(outcome: &Outcome) -> Option<ErrorKind> {
    outcome.error().map(|error| error.kind)
}

async fn call_that_waits_for_the_user_is_denied() {
    let mut bench = bank().await;
    bench.session.use_guards(Guards::new(
        GuardOptions::from(Policy::default())
            .with_confirm(async |_: Request| std::future::pending::<Reply>().await),
    ));
    let code = "const all = [global.balance(), global.transfer('eve', 5)]; await fetch('/here'); await Promise.all(all)";
    let outcome = cancelled(&mut bench, code).await;
    error(&outcome, ErrorKind::Cancelled);
    let [balance, transfer] = outcome.calls.as_slice() else { panic!("two calls: {outcome:?}") };
    assert_eq!(balance.outcome, CallOutcome::Returned);
    assert!(
        matches!(&transfer.outcome, CallOutcome::Denied { name, .. } if name == "ToolDenied"),
        "{outcome:?}"
    );
    assert_eq!(
        (transfer.decision.verdict, transfer.decision.source),
        (Verdict::Deny, DecisionSource::Nobody)
    );
    bench.session.use_guards(Guards::default());
    assert_eq!(reached(&mut bench).await, json!([["balance"]]));
    bench.close().await;
}

async fn run_that_is_over_is_not_cancelled() {
    let mut bench = bank().await;
    let outcome = bench.session.execute_until("return 1", &patient(), std::future::pending()).await;
    assert_eq!(*value(&outcome), 1);
    // One that is cancelled before it began does nothing.
    let code = "await global.balance()";
    let outcome = bench.session.execute_until(code, &patient(), std::future::ready(())).await;
    error(&outcome, ErrorKind::Cancelled);
    assert_eq!(calls(&outcome), []);
    assert_eq!(reached(&mut bench).await, json!([]));
    bench.close().await;
}
