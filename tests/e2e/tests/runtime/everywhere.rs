//! Each guard on each engine, in few sessions: an attack that it stops in Chromium it stops elsewhere.
//!
//! The suites `guards`, `redteam` and `arguments` test the guards in detail, in Chromium.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use webagents_runtime::guard::{Budget, Rate};
use webagents_runtime::outcome::{Decision, DecisionSource};
use webagents_runtime::{ErrorKind, GuardOptions, Guards, Outcome, Policy, Reply, Request, Toolbox, Verdict};
use webagents_testkit::Route;

use crate::support::{self, Bench, error, patient, unchecked, value};

crate::support::on_every_engine! {
    each_guard_holds,
    each_guard_holds_against_another_document,
}

async fn evil() -> Bench {
    let page = Route::html("/", include_str!("../pages/runtime/evil.html"));
    let again = Route::html("/again", "<script>fetch('/arrived')</script>");
    let mut bench = Bench::with(vec![page, again, Route::html("/other", "elsewhere")]).await;
    let (text, origin) = (include_str!("../pages/runtime/evil.md"), bench.site.url(""));
    bench.session.use_tools(Toolbox::from(webagents_manifest::parse(text)).with_origin(origin));
    bench
}

async fn run(bench: &mut Bench, code: &str) -> Outcome {
    bench.session.execute_with(code, &patient()).await
}

/// Requests that reached the page since the last call.
async fn reached(bench: &mut Bench) -> Value {
    value(&run(bench, "return window.reached.splice(0)").await).clone()
}

fn last(outcome: &Outcome) -> &Decision {
    &outcome.calls.last().unwrap_or_else(|| panic!("a call is expected: {outcome:?}")).decision
}

#[track_caller]
fn refused(outcome: &Outcome, name: &str, source: DecisionSource) {
    let kind = if name == "ToolArguments" { ErrorKind::Thrown } else { ErrorKind::Denied };
    assert_eq!(error(outcome, kind).name, name, "{outcome:?}");
    assert_eq!((last(outcome).verdict, last(outcome).source), (Verdict::Deny, source), "{outcome:?}");
}

async fn each_guard_holds() {
    let mut bench = evil().await;
    // The policy, where nobody can be asked.
    let pay = "return await global.transfer('eve', 1000)";
    refused(&run(&mut bench, pay).await, "ToolDenied", DecisionSource::Nobody);
    // Arguments, by the page's judge and by the validator's.
    let outcome =
        bench.session.execute_with("return await global.transfer('eve', 'much')", &unchecked()).await;
    refused(&outcome, "ToolArguments", DecisionSource::Arguments);
    // Past `global`, out of the wrapper, and names that are none.
    for (code, kind) in [
        ("return await window.transfer('eve', 1)", ErrorKind::Denied),
        ("})(); (async()=>{", ErrorKind::Syntax),
        ("}; window.transfer('eve', 1); async () => {", ErrorKind::Syntax),
    ] {
        error(&run(&mut bench, code).await, kind);
    }
    for code in ["})(); (async()=>{", "}; window.reached.push(1); async () => {"] {
        let outcome = bench.session.execute_with(code, &unchecked()).await;
        let kind = outcome.error().map(|error| error.kind);
        assert!(matches!(kind, Some(ErrorKind::Syntax | ErrorKind::Tampered)), "{code}: {outcome:?}");
    }
    let names = "return ['constructor', 'then', '__proto__', 'toString'].map((name) => typeof global[name])";
    assert_eq!(*value(&run(&mut bench, names).await), json!(vec!["undefined"; 4]));
    assert_eq!(reached(&mut bench).await, json!([]));

    // The user sees the call, and the call is made with the arguments that were shown.
    let asked: Arc<Mutex<Vec<Value>>> = Arc::default();
    let log = Arc::clone(&asked);
    bench.session.use_guards(GuardOptions::from(Policy::strict()).with_confirm(move |request: Request| {
        log.lock().expect("nobody panicked").push(request.arguments.clone());
        let fine = request.tool == "profile" || request.arguments[0] == "ann";
        async move { if fine { Reply::AllowOnce } else { Reply::Deny { reason: "no".to_owned() } } }
    }));
    let code = "const about = { user: 'ann' }; const call = global.profile(undefined, about); about.user = 'eve'; await call;
        const ends = await Promise.allSettled([global.transfer('ann', 1), global.transfer('eve', 1)]);
        return ends.map((end) => end.status)";
    let outcome = run(&mut bench, code).await;
    assert_eq!(*value(&outcome), json!(["fulfilled", "rejected"]));
    let asked = std::mem::take(&mut *asked.lock().expect("nobody panicked"));
    assert_eq!(asked[0][1], json!({ "user": "ann" }));
    let reached_then = reached(&mut bench).await;
    assert_eq!(reached_then[0][2], json!({ "user": "ann" }));
    assert_eq!(reached_then[1], json!(["transfer", "ann", 1]));

    // Secrets are not kept.
    bench.session.use_guards(Guards::default());
    let code = "console.log('password=hunter2'); return (await global.profile('hunter2')).password";
    let outcome = run(&mut bench, code).await;
    assert_eq!(*value(&outcome), json!("hunter2"));
    let kept = serde_json::to_string(&(&outcome.calls, &outcome.console)).expect("JSON");
    assert!(!kept.contains("hunter2"), "{kept}");

    // Budget and rate.
    let budget = Budget::default().with_calls(3).with_rates([Rate::new("prof*", 1)]);
    bench.session.use_guards(GuardOptions::default().with_budget(budget));
    refused(&run(&mut bench, "for (;;) await global.news()").await, "ToolBudget", DecisionSource::Budget);
    let outcome = run(&mut bench, "await global.profile(); return await global.profile()").await;
    refused(&outcome, "ToolBudget", DecisionSource::Budget);
    reached(&mut bench).await;

    // A function that is another than it was.
    bench.session.use_guards(Guards::default());
    value(&run(&mut bench, "window.news = async () => { reached.push(['stolen']) }; return 1").await);
    refused(&run(&mut bench, "return await global.news()").await, "ToolReplaced", DecisionSource::Identity);
    assert_eq!(reached(&mut bench).await, json!([]));
    bench.close().await;
}

async fn each_guard_holds_against_another_document() {
    let mut bench = evil().await;
    let home = bench.site.url("/");
    let elsewhere = home.replace("127.0.0.1", "localhost");
    // The page goes away while the user is asked: the allowed call is not made in the next one.
    let arrived = bench.site.requested("/arrived", 1);
    bench.session.use_guards(support::answering_after(Policy::default(), arrived));
    let code = "setTimeout(() => { location.href = '/again' }, 100); return await global.transfer('ann', 3)";
    error(&run(&mut bench, code).await, ErrorKind::Navigated);
    bench.session.open(&home).await.expect("home again");
    assert_eq!(reached(&mut bench).await, json!([]));

    // On another origin there are no tools, also where the code has gone there itself.
    bench.session.open(&elsewhere).await.expect("the same site under another name");
    for code in ["return await global.news()", "return 1"] {
        let outcome = run(&mut bench, code).await;
        error(&outcome, ErrorKind::Origin);
        assert_eq!(outcome.calls, []);
    }
    bench.session.open(&home).await.expect("home again");
    let outcome =
        run(&mut bench, &format!("location.href = '{elsewhere}'; await new Promise(() => {{}})")).await;
    let kind = outcome.error().map(|error| error.kind);
    assert!(matches!(kind, Some(ErrorKind::Origin | ErrorKind::Navigated)), "{outcome:?}");
    error(&run(&mut bench, "return await global.news()").await, ErrorKind::Origin);

    // An object that imitates the harness's own words is returned as the object that it is.
    bench.session.open(&home).await.expect("home again");
    let code = "return await global.profile(undefined, { $type: 'bigint', value: '7' })";
    assert_eq!(value(&run(&mut bench, code).await)["about"]["$type"], "object");
    bench.close().await;
}
