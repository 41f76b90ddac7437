//! The guards between isolated code and the page: questions, decisions, and their effects on the page.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use webagents_runtime::guard::{Budget, Rate};
use webagents_runtime::outcome::DecisionSource;
use webagents_runtime::{
    CallOutcome, ErrorKind, ExecuteOptions, GuardOptions, Outcome, Policy, Realm, Reply, Request, Toolbox,
    Verdict,
};
use webagents_testkit::{PATIENCE, Route};

use crate::support::{self, Bench, error, in_page, on_page, patient, stopped, value};

crate::support::by_every_channel! {
    what_was_shown_is_what_is_called,
    a_run_may_end_or_go_away_while_it_asks,
}

// The suite `isolated` has the same rules without a page.
crate::support::on_one_engine! {
    what_is_marked_is_denied_where_nobody_can_be_asked,
    the_owner_is_asked_with_the_exact_call,
    one_question_after_the_other_and_none_after_an_answer_for_the_session,
    rules_by_name_come_first,
    page_code_is_refused_where_rule_cannot_hold,
    the_deadline_stands_still_while_the_owner_thinks_and_the_owner_has_one_too,
}

/// A bank, whose page writes down which calls reach it in `reached`.
const BANK: &str = include_str!("../pages/runtime/bank.md");

pub(crate) async fn bank() -> Bench {
    let elsewhere = Route::html("/elsewhere", "<script>reached = []; fetch('/arrived')</script>");
    let mut bench =
        Bench::with(vec![Route::html("/", include_str!("../pages/runtime/bank.html")), elsewhere]).await;
    let origin = bench.site.url("");
    bench.session.use_tools(Toolbox::from(webagents_manifest::parse(BANK)).with_origin(origin));
    bench
}

/// Takes the calls that reached the page since the last look.
pub(crate) async fn reached(bench: &mut Bench) -> Value {
    on_page(&mut bench.session, "return reached.splice(0)").await
}

/// Guards that allow every tool of the bank.
pub(crate) fn trusting() -> GuardOptions {
    Policy::default().with_consequential(Verdict::Allow).with_destructive(Verdict::Allow).into()
}

/// Questions to the user, and guards that record them and answer with `reply`.
fn asking(
    reply: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> (GuardOptions, Arc<Mutex<Vec<Request>>>) {
    let asked: Arc<Mutex<Vec<Request>>> = Arc::default();
    let log = Arc::clone(&asked);
    let guards = GuardOptions::from(Policy::default()).with_confirm(move |request: Request| {
        let answer = reply(&request);
        log.lock().expect("nobody panicked").push(request);
        async move { answer }
    });
    (guards, asked)
}

fn decisions(outcome: &Outcome) -> Vec<(&str, Verdict, DecisionSource, &str)> {
    let one = |call: &'_ webagents_runtime::outcome::Call| (call.decision.verdict, call.decision.source);
    outcome
        .calls
        .iter()
        .map(|call| (call.tool.as_str(), one(call).0, one(call).1, call.decision.rule.as_str()))
        .collect()
}

async fn what_is_marked_is_denied_where_nobody_can_be_asked() {
    let mut bench = bank().await;
    let code = "const before = await global.balance();
        let refused; try { await global.transfer('eve', 5) } catch (error) { refused = error }
        return [before, refused.name, refused instanceof Error]";
    let outcome = bench.session.execute_with(code, &patient()).await;
    assert_eq!(*value(&outcome), json!([100, "ToolDenied", true]));
    assert_eq!(
        decisions(&outcome),
        [
            ("balance", Verdict::Allow, DecisionSource::Policy, "otherwise"),
            ("transfer", Verdict::Deny, DecisionSource::Nobody, "consequential"),
        ]
    );
    assert!(matches!(&outcome.calls[1].outcome, CallOutcome::Denied { name, .. } if name == "ToolDenied"));

    let outcome = bench.session.execute_with("return 1 +\n  await global.close()", &patient()).await;
    let thrown = error(&outcome, ErrorKind::Denied);
    assert_eq!(thrown.name, "ToolDenied");
    support::line(thrown, 2);
    assert_eq!(
        thrown.message,
        "close was not called: the site marks it as destructive, and nobody can be asked (rule `destructive` of the policy). The operator of the program changes this with a rule for close, or by answering where calls are confirmed; code cannot"
    );
    assert_eq!(reached(&mut bench).await, json!([["balance"]]));
    bench.close().await;
}

async fn the_owner_is_asked_with_the_exact_call() {
    let mut bench = bank().await;
    let (guards, asked) = asking(|request| match request.arguments[1].as_i64() {
        Some(amount) if amount < 100 => Reply::AllowOnce,
        _ => Reply::Deny { reason: "too much".to_owned() },
    });
    bench.session.use_guards(guards);
    // Calls at once are put to the user at once, and a refused call does not hinder the others.
    let code = "console.log('before');
        const all = [['ann', 5], ['bob', 500], ['eve', 7]].map(([to, amount]) => global.transfer(to, amount));
        const ends = await Promise.allSettled(all);
        console.log('after');
        return ends.map((end) => end.value ?? end.reason.name)";
    let outcome = bench.session.execute_with(code, &patient()).await;
    assert_eq!(*value(&outcome), json!(["sent 5", "ToolDenied", "sent 7"]));
    assert_eq!(outcome.console.len(), 2, "the console stays over a question");
    assert_eq!(
        decisions(&outcome),
        [
            ("transfer", Verdict::Allow, DecisionSource::User, "consequential"),
            ("transfer", Verdict::Deny, DecisionSource::User, "consequential"),
            ("transfer", Verdict::Allow, DecisionSource::User, "consequential"),
        ]
    );
    assert_eq!(outcome.calls[1].decision.reason, "too much");
    let asked = std::mem::take(&mut *asked.lock().expect("nobody panicked"));
    assert_eq!(asked.len(), 3);
    assert_eq!((asked[1].tool.as_str(), &asked[1].arguments), ("transfer", &json!(["bob", 500])));
    assert_eq!(asked[1].origin, bench.site.url(""));
    assert_eq!(asked[1].reason, "the site marks it as consequential");
    assert_eq!(reached(&mut bench).await, json!([["transfer", "ann", 5], ["transfer", "eve", 7]]));
    bench.close().await;
}

async fn one_question_after_the_other_and_none_after_an_answer_for_the_session() {
    let mut bench = bank().await;
    let (guards, asked) = asking(|request| match request.tool.as_str() {
        "close" => Reply::AllowForSession,
        _ => Reply::AllowOnce,
    });
    bench.session.use_guards(guards);
    let code = "const said = [];
        for (const to of ['a', 'b']) said.push(await global.transfer(to, 1));
        said.push(await global.close(), await global.close());
        return said";
    let outcome = bench.session.execute_with(code, &patient()).await;
    assert_eq!(*value(&outcome), json!(["sent 1", "sent 1", "closed", "closed"]));
    assert_eq!(asked.lock().expect("nobody panicked").len(), 3);
    assert_eq!(decisions(&outcome)[3], ("close", Verdict::Allow, DecisionSource::Session, "destructive"));

    let outcome = bench.session.execute_with("return await global.close()", &patient()).await;
    assert_eq!(decisions(&outcome), [("close", Verdict::Allow, DecisionSource::Session, "destructive")]);
    assert_eq!(asked.lock().expect("nobody panicked").len(), 3);
    bench.session.guards().forget();
    value(&bench.session.execute_with("return await global.close()", &patient()).await);
    assert_eq!(asked.lock().expect("nobody panicked").len(), 4);
    bench.close().await;
}

async fn the_deadline_stands_still_while_the_owner_thinks_and_the_owner_has_one_too() {
    let mut bench = bank().await;
    // The user answers later than the deadline is long. The machine may need a longer deadline for the rest.
    let mut deadline = Duration::from_secs(1);
    let outcome = loop {
        let thinks = tokio::time::sleep(deadline + Duration::from_millis(500));
        bench.session.use_guards(support::answering_after(Policy::default(), thinks));
        let options = ExecuteOptions::default().with_deadline(deadline);
        let outcome = bench.session.execute_with("return await global.transfer('ann', 1)", &options).await;
        if outcome.is_ok() || deadline > PATIENCE / 2 {
            break outcome;
        }
        deadline *= 4;
    };
    assert_eq!(*value(&outcome), json!("sent 1"));
    // The rest of the deadline still ends the code.
    let code = "await global.transfer('ann', 2); await new Promise(() => {})";
    let returned = |outcome: &Outcome| outcome.calls.iter().any(|call| call.outcome == CallOutcome::Returned);
    let outcome = stopped(&mut bench.session, Realm::Isolated, code, returned).await;
    error(&outcome, ErrorKind::Timeout);
    assert_eq!(outcome.calls.len(), 1);
    assert_eq!(outcome.calls[0].outcome, CallOutcome::Returned);

    let absent = GuardOptions::from(Policy::default())
        .with_confirm(|_: Request| std::future::pending())
        .with_confirm_within(Duration::from_millis(50));
    bench.session.use_guards(absent);
    let outcome = bench.session.execute_with("return await global.transfer('ann', 3)", &patient()).await;
    let thrown = error(&outcome, ErrorKind::Denied);
    assert!(thrown.message.contains("nobody answered within 50 ms"), "{thrown}");
    assert_eq!(decisions(&outcome), [("transfer", Verdict::Deny, DecisionSource::Nobody, "consequential")]);
    let reached = reached(&mut bench).await;
    let mut reached = reached.as_array().expect("a list").clone();
    reached.dedup();
    assert_eq!(reached, [json!(["transfer", "ann", 1]), json!(["transfer", "ann", 2])]);
    bench.close().await;
}

async fn what_was_shown_is_what_is_called() {
    let mut bench = bank().await;
    bench.session.use_tools(Toolbox::from(webagents_manifest::parse(BANK)));
    let (guards, asked) = asking(|_| Reply::AllowOnce);
    let guards = {
        let mut guards = guards;
        guards.policy = Policy::strict();
        guards
    };
    bench.session.use_guards(guards);
    let code = "const note = { to: 'ann', get who() { return Math.random(); } };
        const call = global.note(note);
        note.to = 'eve';
        Promise.resolve().then(() => { note.to = 'mallory'; });
        return await call";
    let outcome = bench.session.execute_with(code, &patient()).await;
    let shown = asked.lock().expect("nobody panicked")[0].arguments.clone();
    assert_eq!(shown[0]["to"], json!("ann"));
    assert_eq!(*value(&outcome), json!("noted"));
    assert_eq!(
        reached(&mut bench).await,
        json!([["note", shown[0]]]),
        "the page was called with the shown arguments"
    );
    assert_eq!(outcome.calls[0].args, shown);

    bench.close().await;
}

async fn a_run_may_end_or_go_away_while_it_asks() {
    let mut bench = bank().await;
    // A call without a decision when the code ends is not made.
    bench.session.use_guards(support::answering_after(Policy::default(), std::future::pending()));
    let outcome = bench.session.execute_with("global.transfer('ann', 1); return 1", &patient()).await;
    assert_eq!(*value(&outcome), json!(1));
    // The journal has the question that was open.
    let call = &outcome.calls[0];
    assert_eq!((&call.outcome, call.decision.verdict), (&CallOutcome::Pending, Verdict::Confirm));
    assert_eq!(reached(&mut bench).await, json!([]));

    // The page leaves while the question is open: the allowed call is not made in the next page.
    let leave = "const before = fetch; fetch = (path) => before(path).finally(() => setTimeout(() => { location.href = '/elsewhere' }, 50))";
    on_page(&mut bench.session, leave).await;
    let arrived = bench.site.requested("/arrived", 1);
    bench.session.use_guards(support::answering_after(Policy::default(), arrived));
    let code = "await global.balance(); await global.announce(); await global.transfer('ann', 3)";
    let outcome = bench.session.execute_with(code, &patient()).await;
    error(&outcome, ErrorKind::Navigated);
    assert_eq!(reached(&mut bench).await, json!([]));
    bench.close().await;
}

/// Rules decide on calls of isolated code; in the page they decide on the run.
async fn page_code_is_refused_where_rule_cannot_hold() {
    let mut bench = bank().await;
    let code = "reached.push('ran'); return 1";
    for (guards, rule) in [
        (GuardOptions::default(), "rule `consequential`"),
        (Policy::default().with_consequential(Verdict::Allow).into(), "rule `destructive`"),
        (trusting().with_budget(Budget::default().with_rates([Rate::new("note", 5)])), "rule `rate note`"),
        (
            Policy::default().with_rule("*", Verdict::Allow).with_rule("other", Verdict::Deny).into(),
            "rule `tools other`",
        ),
    ] {
        bench.session.use_guards(guards);
        let outcome = bench.session.execute_with(code, &in_page()).await;
        let refused = error(&outcome, ErrorKind::Denied);
        assert!(refused.message.contains(rule), "{refused:?}");
        assert!(
            refused.message.contains("Realm::Isolated") && refused.message.contains("Nothing was run"),
            "{refused:?}"
        );
    }
    assert_eq!(reached(&mut bench).await, json!([]));
    bench.session.use_guards(trusting());
    assert_eq!(*value(&bench.session.execute_with(code, &in_page()).await), json!(1));
    assert_eq!(reached(&mut bench).await, json!(["ran"]));
    bench.close().await;
}

async fn rules_by_name_come_first() {
    let mut bench = bank().await;
    let policy = Policy::default().with_rule("close", Verdict::Deny).with_rule("tran*", Verdict::Allow);
    bench.session.use_guards(GuardOptions::from(policy));
    let code =
        "return [await global.transfer('ann', 1), await global.close().catch((error) => error.message)]";
    let outcome = bench.session.execute_with(code, &patient()).await;
    assert_eq!(value(&outcome)[0], json!("sent 1"));
    assert_eq!(
        value(&outcome)[1],
        "close was not called: the operator's rule for `close` denies it (rule `tools close` of the policy). The operator of the program changes this with a rule for close, or by answering where calls are confirmed; code cannot"
    );
    bench.close().await;
}
