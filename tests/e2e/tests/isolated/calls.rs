//! Calls: several at once, limits, time, cancellation, and calls that stay open.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use webagents_host::{CallOutcome, ExecErrorKind, HostTools, Policy, Realm, ToolContext, ToolRunner};
use webagents_runtime::PreflightMode;
use webagents_runtime::outcome::Level;

use crate::support::{Bench, isolates, options};

#[tokio::test]
async fn calls_run_at_the_same_time() {
    let bench = Bench::new(Policy::default());
    // Each waits for all others.
    let code = "return await Promise.all(Array.from({ length: 256 }, () => t.meet({ count: 256 })))";
    let value = bench.value(code).await;
    assert_eq!(value.as_array().map(Vec::len), Some(256));
    assert_eq!(bench.waiting.begun.load(Ordering::SeqCst), 256);
}

#[tokio::test]
async fn open_calls_have_a_limit() {
    let bench = Bench::new(Policy::default());
    let code = "const all = Array.from({ length: 260 }, () => t.hang().catch((e) => e.name));
        return await Promise.race(all)";
    let outcome = bench.run(code).await;
    assert_eq!(outcome.value(), Some(&json!("ToolBudget")), "{outcome:?}");
    let denied = outcome.calls.iter().filter(|call| matches!(call.outcome, CallOutcome::Denied { .. }));
    assert_eq!((denied.count(), outcome.calls.len()), (4, 260));
    while bench.waiting.ended.load(Ordering::SeqCst) < 256 {
        bench.waiting.signal.notified().await;
    }
}

#[tokio::test]
async fn errors_have_name_message_and_errors() {
    let bench = Bench::new(Policy::default());
    let code = "try { await t.fail() } catch (e) {
        return [e instanceof Error, e.name, e.message, e.errors[0].path, e.errors[0].at === 7n, /code\\.js/.test(e.stack)]
    }";
    let expected = json!([true, "NotFound", "there is none", "/a", true, true]);
    assert_eq!(bench.value(code).await, expected);
    let outcome = bench.run("return await t.fail()").await;
    let error = outcome.error().expect("it throws");
    assert_eq!((error.name.as_str(), error.message.as_str()), ("NotFound", "there is none"));
    assert_eq!((error.kind, error.line), (ExecErrorKind::Thrown, Some(1)));
    let threw = CallOutcome::Threw { name: "NotFound".to_owned(), message: "there is none".to_owned() };
    assert_eq!(outcome.calls[0].outcome, threw);
}

#[tokio::test]
async fn odd_names_are_callable() {
    let bench = Bench::new(Policy::default());
    assert_eq!(bench.value("return await u['a.b']()").await, json!("dotted"));
    assert_eq!(bench.value("return await u.__proto__()").await, json!("odd"));
    let code = "return [Object.keys(u), 'a.b' in u, u.then, typeof t, String(Object.getPrototypeOf(t))]";
    let expected = json!([["__proto__", "a.b"], true, { "$type": "undefined" }, "object", "null"]);
    assert_eq!(bench.value(code).await, expected);
    assert_eq!(bench.value("return await (async () => t)() === t").await, json!(true));
}

#[tokio::test]
async fn timeouts_end_calls_and_runs() {
    let bench = Bench::new(Policy::default());
    let soon = options().with_tool_deadline(Duration::from_millis(100));
    let code =
        "try { await t.hang() } catch (e) { return [e.name, e.message.startsWith('t.hang did not answer')] }";
    assert_eq!(bench.run_with(code, &soon).await.value(), Some(&json!(["TimeoutError", true])));
    bench.waiting.signal.notified().await;
    let soon = options().with_deadline(Duration::from_millis(300));
    let outcome = bench.run_with("await t.nothing(); await t.hang()", &soon).await;
    assert!(outcome.failed_with(ExecErrorKind::Timeout), "{outcome:?}");
    assert_eq!(outcome.calls[0].outcome, CallOutcome::Returned);
    assert_eq!(outcome.calls[1].outcome, CallOutcome::Pending);
    bench.waiting.signal.notified().await;
    assert_eq!(bench.waiting.ended.load(Ordering::SeqCst), 2);
    for code in [
        "for (;;);",
        "[].join.call({ length: 2 ** 32 - 1 }, '')",
        "const f = () => Promise.resolve().then(f); await f()",
    ] {
        let outcome = bench.run_with(&format!("await t.nothing(); {code}"), &soon).await;
        assert!(outcome.failed_with(ExecErrorKind::Timeout), "{code}: {outcome:?}");
        assert_eq!(outcome.calls[0].outcome, CallOutcome::Returned, "{code}");
    }
}

#[tokio::test]
async fn cancelling_drops_the_handlers() {
    let bench = Bench::new(Policy::default());
    let begun = Arc::new(Notify::new());
    let declaration = json!({ "name": "begin" });
    let signal = Arc::clone(&begun);
    let handler = move |_: Value, _: ToolContext| {
        signal.notify_one();
        async { Ok(Value::Null) }
    };
    let tools = crate::support::tools(&bench.reached, &bench.waiting);
    let tools = tools.with_declaration("c", &declaration, handler).expect("a declaration");
    let runner = ToolRunner::new(tools, Policy::default()).with_isolates(isolates());
    let code = "const open = t.hang(); await c.begin(); await open";
    let outcome = runner.run_until(code, &options(), begun.notified()).await.outcome;
    assert!(outcome.failed_with(ExecErrorKind::Cancelled), "{outcome:?}");
    bench.waiting.signal.notified().await;
    assert_eq!(outcome.calls[0].outcome, CallOutcome::Pending);
}

#[tokio::test]
async fn calls_that_nobody_awaits_begin() {
    let bench = Bench::new(Policy::default());
    let outcome = bench.run("t.nothing(); t.echo({ value: 1 }); return 1").await;
    assert_eq!(outcome.value(), Some(&json!(1)));
    assert_eq!(bench.reached.names(), ["nothing", "echo"]);
}

#[tokio::test]
async fn long_values_are_refused() {
    let bench = Bench::new(Policy::default());
    let code = "return await t.echo({ value: 'x'.repeat(17 * 1024 * 1024) }).catch((e) => e.name)";
    assert_eq!(bench.value(code).await, json!("ToolArguments"));
    assert!(bench.reached.names().is_empty());
    let long = |_: Value, _: ToolContext| async { Ok(Value::from("x".repeat(17 * 1024 * 1024))) };
    let tools = HostTools::default().with_declaration("l", &json!({ "name": "long" }), long).expect("one");
    let runner = ToolRunner::new(tools, Policy::default()).with_isolates(isolates());
    let outcome = runner.run("return await l.long().catch((e) => e.name)", &options()).await.outcome;
    assert_eq!(outcome.value(), Some(&json!("RangeError")), "{outcome:?}");
}

#[tokio::test]
async fn a_page_is_not_there() {
    let bench = Bench::new(Policy::default());
    let unchecked = options().with_preflight(PreflightMode::Off);
    let outcome = bench.run_with("return await global.find()", &unchecked).await;
    assert!(outcome.error().is_some() && outcome.calls.is_empty(), "{outcome:?}");
    let outcome = bench.run_with("return 1", &options().with_realm(Realm::Page)).await;
    assert!(outcome.failed_with(ExecErrorKind::RealmLost), "{outcome:?}");
    // A site's tools that are listed all the same are refused.
    let site = webagents_host::Toolbox::from(webagents_manifest::parse("# S\n\n## find\nF.\n\n### Params\n"));
    let isolate = webagents_runtime::isolated::IsolateSource::acquire(&isolates()).await.expect("a process");
    let never = std::pin::pin!(std::future::pending());
    let guards = webagents_host::Guards::default();
    let outcome = webagents_runtime::isolated::execute_isolated(
        isolate,
        None,
        &site,
        "return await global.find().catch((e) => e.message)",
        &options(),
        &guards,
        never,
        false,
    )
    .await
    .expect("an outcome");
    let text = outcome.value().and_then(Value::as_str).unwrap_or_default();
    assert!(text.contains("without a page"), "{outcome:?}");
}

#[tokio::test]
async fn unhandled_rejections_are_warnings() {
    let bench = Bench::new(Policy::default());
    for (code, warnings) in [
        ("Promise.reject(new Error('lost')); return 1", 1),
        ("Promise.reject(new Error('lost')); await t.nothing(); return 1", 1),
        ("(async () => { await null; throw new Error('lost') })(); await t.nothing(); return 1", 1),
        ("t.fail(); await t.nothing(); await t.nothing(); return 1", 1),
        ("for (let i = 0; i < 3; i++) Promise.reject(null); return 1", 3),
        ("Promise.prototype.then = Map.prototype.set = null; Promise.reject(1); return 1", 1),
        ("const p = Promise.reject(1); try { await p } catch {} return 1", 0),
        (
            "Promise.reject(1).catch(() => {}); await Promise.allSettled([t.fail(), Promise.reject(2)]); return 1",
            0,
        ),
        ("return await Promise.any([Promise.reject(1), 1])", 0),
    ] {
        let outcome = bench.run(code).await;
        assert_eq!(outcome.value(), Some(&json!(1)), "{code}: {outcome:?}");
        let found = outcome.console.iter().filter(|line| {
            line.level == Level::Warn
                && line.args[0].as_str().is_some_and(|text| text.starts_with("a promise was rejected"))
        });
        assert_eq!(found.count(), warnings, "{code}: {:?}", outcome.console);
    }
}

#[tokio::test]
async fn models_get_declarations() {
    let bench = Bench::new(Policy::default());
    let toolbox = bench.runner.toolbox();
    let context = toolbox.context_for_llm();
    assert!(context.contains("declare const t: {") && context.contains("declare const u: {"), "{context}");
    assert!(!context.contains("global"), "{context}");
    let tool = toolbox.execute_tool().to_string();
    assert!(tool.contains("The program's tools are the functions of `t` and `u`."), "{tool}");
    assert!(toolbox.system_prompt("Pay.").contains("Pay."));
    let site = webagents_host::Toolbox::from(webagents_manifest::parse("# S\n\n## find\nF.\n\n### Params\n"));
    let both = site.with_host_tools(toolbox.host_tools().clone());
    let context = both.context_for_llm();
    assert!(
        context.contains("declare const global: {") && context.contains("declare const t: {"),
        "{context}"
    );
    assert!(both.typescript().contains("declare const u: {"));
    // The page's realm does not have them.
    let in_page = both.system_prompt_for("", Realm::Page);
    assert!(!in_page.contains("const t"), "{in_page}");
}
