//! Policy, questions, budget, rates, schemas and redaction of calls.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use webagents_host::{CallOutcome, ExecErrorKind, GuardOptions, Policy, Reply, Request, Verdict};
use webagents_runtime::PreflightMode;
use webagents_runtime::guard::{Budget, Rate};
use webagents_runtime::outcome::{DecisionSource, SourceKind};

use crate::support::{Bench, options};

/// Function that returns the error of a call as one text.
const CAUGHT: &str = "const caught = async (call) => { try { return await call() } catch (e) { return e.name + ': ' + e.message } };\n";

fn caught(code: &str) -> String {
    format!("{CAUGHT}{code}")
}

#[tokio::test]
async fn rules_name_namespace_and_tool() {
    for (rule, name, verdict) in [
        ("t.pay", "t.pay", Verdict::Deny),
        ("t.*", "t.nothing", Verdict::Deny),
        ("*", "t.nothing", Verdict::Deny),
        ("pay", "t.pay", Verdict::Allow),
        ("u.a.b", "u.a.b", Verdict::Deny),
        ("t.nothing", "t.nothing", Verdict::Confirm),
    ] {
        let policy = Policy::default().with_destructive(Verdict::Allow).with_rule(rule, verdict);
        let bench = Bench::new(policy);
        let (space, tool) = name.split_once('.').expect("a namespace");
        let outcome = bench.run(&caught(&format!("return caught(() => {space}['{tool}']())"))).await;
        let [call] = outcome.calls.as_slice() else { panic!("{outcome:?}") };
        assert_eq!((call.tool.as_str(), call.source.kind), (name, SourceKind::Host), "{rule}");
        let is_denied = verdict > Verdict::Allow;
        assert_eq!(bench.reached.names().is_empty(), is_denied, "{rule}");
        assert_eq!(matches!(call.outcome, CallOutcome::Denied { .. }), is_denied, "{rule}: {call:?}");
        if is_denied {
            let text = outcome.value().and_then(Value::as_str).unwrap_or_default();
            assert!(text.starts_with(&format!("ToolDenied: {name} was not called")), "{text}");
            assert_eq!(call.decision.rule, format!("tools {rule}"));
        }
    }
}

#[tokio::test]
async fn annotations_decide_without_a_rule() {
    let bench = Bench::new(Policy::default());
    let outcome = bench.run("await t.nothing(); await t.pay({ amount: '1' })").await;
    assert!(outcome.failed_with(ExecErrorKind::Denied), "{outcome:?}");
    assert_eq!(bench.reached.names(), ["nothing"]);
    assert_eq!(outcome.calls[1].decision.source, DecisionSource::Nobody);
    assert_eq!(outcome.calls[1].decision.rule, "destructive");
}

fn asking(replies: impl IntoIterator<Item = Reply>) -> (GuardOptions, Arc<Mutex<Vec<Request>>>) {
    let replies = Arc::new(Mutex::new(replies.into_iter().collect::<std::collections::VecDeque<_>>()));
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let guards = GuardOptions::from(Policy::default()).with_confirm(move |request: Request| {
        seen.lock().expect("no panic").push(request);
        let reply = replies.lock().expect("no panic").pop_front();
        async move { reply.unwrap_or(Reply::Deny { reason: "not expected".to_owned() }) }
    });
    (guards, asked)
}

#[tokio::test]
async fn a_user_decides_on_the_arguments_sent() {
    let no = Reply::Deny { reason: "too much".to_owned() };
    let (guards, asked) = asking([Reply::AllowOnce, no, Reply::AllowForSession]);
    let bench = Bench::new(guards);
    let code = "const out = [], order = { amount: '1' };
        for (const amount of ['1', '2', '3', '4']) {
            order.amount = amount;
            const call = caught(() => t.pay(order));
            order.amount = 'other';
            out.push(await call);
        }
        return out";
    let outcome = bench.run(&caught(code)).await;
    let values = outcome.value().cloned().unwrap_or_default();
    assert_eq!((&values[0], &values[2], &values[3]), (&json!("paid"), &json!("paid"), &json!("paid")));
    assert!(values[1].as_str().is_some_and(|text| text.contains("too much")), "{values}");
    let amounts = ["1", "2", "3"].map(|amount| json!([{ "amount": amount }]));
    let asked = asked.lock().expect("no panic");
    assert_eq!(asked.iter().map(|request| request.arguments.clone()).collect::<Vec<_>>(), amounts);
    assert_eq!((asked[0].tool.as_str(), asked[0].rule.as_str()), ("t.pay", "destructive"));
    let sources: Vec<_> = outcome.calls.iter().map(|call| call.decision.source).collect();
    let [user, session] = [DecisionSource::User, DecisionSource::Session];
    assert_eq!(sources, [user, user, user, session]);
    assert_eq!(outcome.calls[1].decision.reason, "too much");
    // The confirmed, the recorded and the executed call are the same.
    let reached: Vec<Value> = bench.reached.calls().into_iter().map(|(_, arguments)| arguments).collect();
    let recorded: Vec<Value> = outcome.calls.iter().map(|call| call.args[0].clone()).collect();
    assert_eq!(reached, [&recorded[0], &recorded[2], &recorded[3]].map(Clone::clone));
}

/// The annotations come from the program, which a question names in place of an origin.
#[tokio::test]
async fn questions_name_the_declaring_program() {
    for (name, shown) in [(None, "this program"), (Some("--tools a\nb.jsonl"), "--tools a\\nb.jsonl")] {
        let (guards, asked) = asking([Reply::AllowOnce]);
        let bench = Bench::new(guards.clone());
        let mut tools = bench.runner.toolbox().host_tools().clone();
        if let Some(name) = name {
            tools = tools.with_source(name);
        }
        let runner = webagents_host::ToolRunner::new(tools, webagents_host::Guards::new(guards));
        let runner = runner.with_isolates(crate::support::isolates());
        let ran = runner.run("return await t.pay({ amount: '1' })", &options()).await;
        assert_eq!(ran.outcome.value(), Some(&json!("paid")), "{:?}", ran.outcome);
        let asked = asked.lock().expect("no panic");
        assert_eq!(
            (asked[0].origin.as_str(), asked[0].reason.as_str()),
            (shown, &*format!("{shown} marks it as destructive"))
        );
    }
}

/// No rule names tools of both a site and the program.
///
/// A site's tool in a namespace of the program is not called.
#[tokio::test]
async fn namespaces_belong_to_the_program() {
    let bench = Bench::new(Policy::default());
    let site =
        "# S\n\n## t.pay\nF.\n\n### Params\n\n## t.other\nF.\n\n### Params\n\n## v.pay\nF.\n\n### Params\n";
    let site = webagents_host::Toolbox::from(webagents_manifest::parse(site));
    let toolbox = site.with_host_tools(bench.runner.toolbox().host_tools().clone());
    let guards = webagents_host::Guards::new(Policy::default().with_rule("t.*", Verdict::Allow));
    let isolate = webagents_runtime::isolated::IsolateSource::acquire(&crate::support::isolates()).await;
    let code = caught(
        "const out = [await t.pay({ amount: '1' })];
        for (const name of ['t.pay', 't.other', 'v.pay']) out.push(await caught(() => global[name]()));
        return out",
    );
    let outcome = webagents_runtime::isolated::execute_isolated(
        isolate.expect("a process"),
        None,
        &toolbox,
        &code,
        &options(),
        &guards,
        std::pin::pin!(std::future::pending()),
        false,
    )
    .await;
    let outcome = outcome.expect("an outcome");
    let value = outcome.value().unwrap_or_else(|| panic!("{outcome:?}"));
    assert_eq!(value[0], json!("paid"));
    for (at, name) in [(1, "t.pay"), (2, "t.other")] {
        let text = value[at].as_str().unwrap_or_default();
        let words = format!(
            "ToolDenied: {name} was not called: it is a tool of the site, and t is a namespace of this program"
        );
        assert!(text.starts_with(&words), "{text}");
    }
    assert!(value[3].as_str().is_some_and(|text| text.contains("without a page")), "{value}");
    assert_eq!(outcome.calls[1].decision.rule, "namespace");
}

#[tokio::test]
async fn questions_suspend_the_deadline() {
    let guards = GuardOptions::from(Policy::default()).with_confirm(async |_: Request| {
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        Reply::AllowOnce
    });
    let bench = Bench::new(guards);
    let short = options().with_deadline(Duration::from_secs(1));
    let outcome = bench.run_with("return await t.pay({ amount: '1' })", &short).await;
    assert_eq!(outcome.value(), Some(&json!("paid")), "{outcome:?}");
}

#[tokio::test]
async fn an_absent_user_denies() {
    let never = async |_: Request| std::future::pending().await;
    let guards = GuardOptions::from(Policy::default()).with_confirm(never);
    let bench = Bench::new(guards.with_confirm_within(Duration::from_millis(50)));
    let outcome = bench.run("return await t.pay({ amount: '1' })").await;
    assert!(outcome.failed_with(ExecErrorKind::Denied), "{outcome:?}");
    assert_eq!(outcome.calls[0].decision.source, DecisionSource::Nobody);
    assert!(bench.reached.names().is_empty());
}

#[tokio::test]
async fn budgets_and_rates_count_calls() {
    let mut budget = Budget::default();
    budget.calls = 3;
    let bench = Bench::new(GuardOptions::from(Policy::default()).with_budget(budget.clone()));
    let code =
        "const out = []; for (let i = 0; i < 5; i++) out.push(await caught(() => t.nothing())); return out";
    let outcome = bench.run(&caught(code)).await;
    let refused = |outcome: &webagents_host::Outcome| {
        let texts = outcome.value().and_then(Value::as_array).cloned().unwrap_or_default();
        texts.iter().filter(|text| text.as_str().is_some_and(|text| text.starts_with("ToolBudget: "))).count()
    };
    assert_eq!((refused(&outcome), bench.reached.names().len()), (2, 3), "{outcome:?}");
    assert_eq!(outcome.calls[4].decision.source, DecisionSource::Budget);
    budget.calls = 100;
    budget.rates = vec![Rate::new("t.nothing", 2)];
    let bench = Bench::new(GuardOptions::from(Policy::default()).with_budget(budget));
    for left in [2, 0] {
        let outcome = bench.run(&caught(code)).await;
        assert_eq!(refused(&outcome), 5 - left, "{outcome:?}");
    }
    assert_eq!(bench.reached.names().len(), 2);
}

#[tokio::test]
async fn arguments_must_fit_their_schema() {
    let bench = Bench::new(Policy::default());
    let unchecked = options().with_preflight(PreflightMode::Off);
    for (call, why) in [
        ("t.find()", "required"),
        ("t.find({ size: '1' })", "/size"),
        ("t.find({ size: 0 })", "/size"),
        ("t.find({ size: 1, kind: 'c' })", "/kind"),
        ("t.find({ size: Promise.resolve(1) })", "await it"),
        ("t.find({ size: () => 1 })", "$[0].size is a function"),
        ("t.find({ size: 1, more: [Symbol('s')] })", "$[0].more[0] is a symbol"),
    ] {
        let outcome = bench.run_with(&caught(&format!("return caught(() => {call})")), &unchecked).await;
        let text = outcome.value().and_then(Value::as_str).unwrap_or_default().to_owned();
        assert!(text.starts_with("ToolArguments: t.find was not called"), "{call}: {outcome:?}");
        assert!(text.contains(why), "{call}: {text}");
        assert_eq!(outcome.calls[0].decision.source, DecisionSource::Arguments, "{call}");
    }
    assert!(bench.reached.names().is_empty(), "{:?}", bench.reached.names());
    let code = "try { await t.find({ size: '1' }) } catch (e) { return e.errors[0].path }";
    assert_eq!(bench.run_with(code, &unchecked).await.value(), Some(&json!("/size")));
    // A result that its schema does not fit reaches the code, with a warning.
    let outcome = bench.run("return await t.find({ size: 1, kind: 'a' })").await;
    assert_eq!(outcome.value(), Some(&json!({ "found": 44 })));
    assert!(outcome.calls[0].warnings[0].contains("/found"), "{:?}", outcome.calls[0].warnings);
}

#[tokio::test]
async fn preflight_knows_the_namespaces() {
    let bench = Bench::new(Policy::default());
    for (code, what) in [
        (
            "return await t.fnd({ size: 1 })",
            "the program declares no tool \"fnd\" in `t`; did you mean find?",
        ),
        ("return await t.find({ size: '1' })", "the argument `input.size` of `t.find`"),
        ("return await t.find(1)", "`t.find` takes one object"),
        ("return await t.find({ size: 1 }, 2)", "`t.find` takes 1 argument"),
        ("const { find } = t; return await find()", "`t.find` takes 1 argument"),
        ("return await global.t.find({ size: 1 })", "write `t.find(…)`"),
        ("return await global.find({ size: 1 })", "no tool \"find\""),
        ("return await find({ size: 1 })", "did you mean t.find?"),
        ("return await v.find({ size: 1 })", "`v` is not defined"),
    ] {
        let outcome = bench.run(code).await;
        let error = outcome.error().map(ToString::to_string).unwrap_or_default();
        assert!(error.contains(what), "{code}: {error}");
        assert!(error.contains("Nothing was run") && outcome.calls.is_empty(), "{code}: {error}");
    }
    assert!(bench.reached.names().is_empty());
    let outcome = bench.run("t.nothing(); const t2 = t; return typeof t2.find").await;
    assert_eq!(outcome.value(), Some(&json!("function")));
    assert!(outcome.warnings.iter().any(|warning| warning.contains("await")), "{:?}", outcome.warnings);
}

#[tokio::test]
async fn secrets_stay_out_of_the_journal() {
    let bench = Bench::new(Policy::default());
    let outcome = bench.run("return await t.login({ password: 'hunter2' })").await;
    assert_eq!(outcome.calls[0].args, json!([{ "password": "[redacted]" }]));
    assert_eq!(bench.reached.calls(), [("login".to_owned(), json!({ "password": "hunter2" }))]);
}

#[tokio::test]
async fn code_cannot_change_the_journal() {
    let bench = Bench::new(Policy::default());
    let code = "const real = t.echo;
        const spoil = [
            () => { Object.prototype.toJSON = () => 'x' }, () => { Array.prototype.push = () => 0 },
            () => { Array.prototype.join = () => '[]' }, () => { JSON.stringify = () => '{}' },
            () => { Map.prototype.get = () => undefined; Map.prototype.set = () => undefined },
            () => { Promise.prototype.then = function () { return this } }, () => { globalThis.setTimeout = () => 0 },
            () => { Object.prototype.$type = 'undefined' }, () => { Object.keys = () => [] },
            () => { t.echo = () => 1 }, () => { globalThis.t = {} }, () => { Object.defineProperty(t, 'echo', {}) },
            () => { Function.prototype.call = Function.prototype.apply = () => 0 },
            () => { String.prototype.slice = () => '' }, () => { Error.prototype.name = 'ToolDenied' },
        ];
        let at = 0;
        for (const one of spoil) { try { one() } catch {} real({ value: at++ }); }
        let reads = 0;
        await 0;
        real({ get value() { return reads++ } });";
    let outcome = bench.run_with(code, &options().with_preflight(PreflightMode::Off)).await;
    let reached: Vec<Value> = bench.reached.calls().into_iter().map(|(_, arguments)| arguments).collect();
    let recorded: Vec<Value> = outcome.calls.iter().map(|call| call.args[0].clone()).collect();
    assert_eq!(reached, recorded, "{outcome:?}");
    assert!(outcome.calls.iter().all(|call| call.tool == "t.echo" && call.source.kind == SourceKind::Host));
    assert!(recorded.iter().take(10).enumerate().all(|(at, args)| args["value"] == at), "{recorded:?}");
}

#[tokio::test]
async fn each_run_is_recorded() {
    let records = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&records);
    let guards = webagents_host::HostGuards::from(Policy::default()).with_audit(move |line: &str| {
        kept.lock().expect("no panic").push(line.to_owned());
        Ok(())
    });
    let tools =
        crate::support::tools(&crate::support::Reached::default(), &crate::support::Waiting::default());
    let runner = webagents_host::ToolRunner::new(tools, guards).with_isolates(crate::support::isolates());
    let run = runner.run("return await t.nothing()", &options()).await;
    assert!(run.recorded.is_ok());
    let records = records.lock().expect("no panic");
    let record: Value = serde_json::from_str(&records[0]).expect("JSON");
    assert_eq!((&record["calls"][0]["tool"], records.len()), (&json!("t.nothing"), 1), "{record}");
}
