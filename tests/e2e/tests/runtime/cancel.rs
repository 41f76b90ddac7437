//! Runs that their caller cancels: their calls until then are known, and they make no more.

use serde_json::json;
use webagents_runtime::outcome::DecisionSource;
use webagents_runtime::{
    CallOutcome, ErrorKind, GuardOptions, Guards, Outcome, Policy, Realm, Reply, Request, Verdict,
};

use crate::guards::{bank, reached, trusting};
use crate::support::{Bench, error, not_always, patient, value};

crate::support::by_every_channel! {
    cancelled_run_has_a_journal_and_calls_no_more,
    endless_loop_is_cancelled_as_well,
    call_that_waits_for_the_user_is_denied,
    run_that_is_over_is_not_cancelled,
}

/// Runs code, and cancels it when it has called `announce`.
async fn cancelled(bench: &mut Bench, realm: Realm, code: &str) -> Outcome {
    let here = bench.site.requested("/here", bench.site.asked("/here") + 1);
    bench.session.execute_until(code, &patient().with_realm(realm), here).await
}

/// The calls of a run but those of `announce`, which may or may not have returned.
fn calls(outcome: &Outcome) -> Vec<(&str, &CallOutcome)> {
    let calls = outcome.calls.iter().map(|call| (call.tool.as_str(), &call.outcome));
    calls.filter(|(tool, _)| *tool != "announce").collect()
}

async fn cancelled_run_has_a_journal_and_calls_no_more() {
    let mut bench = bank().await;
    bench.session.use_guards(trusting());
    let code = "const { balance } = global;
        console.log('begins');
        await global.balance();
        await global.announce();
        setTimeout(() => { balance().catch(() => {}); }, 100);
        await new Promise((done) => setTimeout(done, 20000));
        await global.balance()";
    for realm in Realm::ALL {
        let outcome = cancelled(&mut bench, realm, code).await;
        let ended = error(&outcome, ErrorKind::Cancelled);
        assert!(ended.message.starts_with("the run was cancelled after "), "{}", ended.message);
        assert_eq!(calls(&outcome), [("balance", &CallOutcome::Returned)], "{outcome:?}");
        assert_eq!(outcome.console.len(), 1);
        // Its pending code calls no more tools, and the session goes on.
        let wait = "await new Promise((done) => setTimeout(done, 200)); return await global.balance()";
        assert_eq!(*value(&bench.session.execute_with(wait, &patient()).await), json!(100));
        assert_eq!(reached(&mut bench).await, json!([["balance"], ["balance"]]));
    }
    bench.close().await;
}

async fn endless_loop_is_cancelled_as_well() {
    let mut bench = bank().await;
    bench.session.use_guards(trusting());
    let code = "await global.balance(); await global.announce(); for (;;) {}";
    let outcome = cancelled(&mut bench, Realm::Isolated, code).await;
    error(&outcome, ErrorKind::Cancelled);
    assert_eq!(calls(&outcome), [("balance", &CallOutcome::Returned)], "{outcome:?}");
    assert_eq!(reached(&mut bench).await, json!([["balance"]]));

    let outcome = cancelled(&mut bench, Realm::Page, code).await;
    if error_kind(&outcome) == Some(ErrorKind::BrowserLost)
        && not_always!(
            Firefox | WebKit,
            "a run in the page's realm that is cancelled in an endless loop leaves the session usable",
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
    let code = "const all = [global.balance(), global.transfer('eve', 5)]; await global.announce(); await Promise.all(all)";
    let outcome = cancelled(&mut bench, Realm::Isolated, code).await;
    error(&outcome, ErrorKind::Cancelled);
    let [balance, transfer, _] = outcome.calls.as_slice() else { panic!("three calls: {outcome:?}") };
    assert_eq!(balance.outcome, CallOutcome::Returned);
    assert!(
        matches!(&transfer.outcome, CallOutcome::Denied { name, .. } if name == "ToolDenied"),
        "{outcome:?}"
    );
    assert_eq!(
        (transfer.decision.verdict, transfer.decision.source),
        (Verdict::Deny, DecisionSource::Nobody)
    );
    assert_eq!(reached(&mut bench).await, json!([["balance"]]));
    bench.close().await;
}

async fn run_that_is_over_is_not_cancelled() {
    let mut bench = bank().await;
    bench.session.use_guards(trusting());
    for realm in Realm::ALL {
        let options = patient().with_realm(realm);
        let outcome = bench.session.execute_until("return 1", &options, std::future::pending()).await;
        assert_eq!(*value(&outcome), 1);
        // One that is cancelled before it began does nothing.
        let code = "await global.balance()";
        let outcome = bench.session.execute_until(code, &options, std::future::ready(())).await;
        error(&outcome, ErrorKind::Cancelled);
        assert_eq!(calls(&outcome), []);
        assert_eq!(reached(&mut bench).await, json!([]));
    }
    bench.close().await;
}
