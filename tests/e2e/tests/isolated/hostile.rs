//! Other programs in the place of the process that runs code.
//!
//! Nothing that they send is a call without a decision, a panic, or a wait beyond the deadline.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};
use webagents_host::{
    CallOutcome, ExecErrorKind, ExecuteOptions, Guards, IsolateProgram, Isolates, Outcome, Policy,
    ToolRunner, Toolbox, Verdict,
};
use webagents_runtime::isolated::{
    Isolate, IsolateError, IsolateErrorKind, IsolateFuture, IsolateSender, IsolatedCode, execute_isolated,
};

use crate::support::{Reached, Waiting, options, tools};

/// Process that sends these texts and then waits, or ends.
struct Scripted {
    texts: VecDeque<String>,
    waits: bool,
    answers: Arc<Mutex<Vec<String>>>,
}

impl Isolate for Scripted {
    fn begin<'a>(&'a mut self, _: IsolatedCode<'a>) -> IsolateFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn receive(&mut self, within: Option<Duration>) -> IsolateFuture<'_, Option<String>> {
        Box::pin(async move {
            // As a pipe does, it lets other parts of the run go on.
            tokio::task::yield_now().await;
            match (self.texts.pop_front(), within) {
                (Some(text), _) => Ok(Some(text)),
                (None, _) if !self.waits => Err(IsolateError::new(IsolateErrorKind::Lost, "it ended")),
                (None, Some(within)) => {
                    tokio::time::sleep(within).await;
                    Ok(None)
                }
                (None, None) => std::future::pending().await,
            }
        })
    }

    fn sender(&self) -> Box<dyn IsolateSender> {
        Box::new(Answers(Arc::clone(&self.answers)))
    }
}

struct Answers(Arc<Mutex<Vec<String>>>);

impl IsolateSender for Answers {
    fn send(&self, text: String) -> IsolateFuture<'static, ()> {
        self.0.lock().expect("no panic").push(text);
        Box::pin(async { Ok(()) })
    }
}

/// Result of a run, the calls that reached handlers, and the messages to the process.
struct Ran {
    outcome: Outcome,
    reached: Reached,
    answers: Vec<String>,
}

async fn run(texts: Vec<String>, waits: bool, options: &ExecuteOptions) -> Ran {
    let reached = Reached::default();
    let answers = Arc::new(Mutex::new(Vec::new()));
    let toolbox = Toolbox::default().with_host_tools(tools(&reached, &Waiting::default()));
    let isolate = Box::new(Scripted { texts: texts.into(), waits, answers: Arc::clone(&answers) });
    let guards = Guards::new(Policy::default().with_rule("t.login", Verdict::Deny));
    let never = pin!(std::future::pending());
    let outcome = execute_isolated(isolate, None, &toolbox, "return 1", options, &guards, never, false)
        .await
        .expect("one");
    let answers = answers.lock().expect("no panic").clone();
    Ran { outcome, reached, answers }
}

/// Checks that each call of a handler is in the journal, with its decision and arguments.
fn check_calls(ran: &Ran) {
    let mut recorded: Vec<(String, Value)> = ran
        .outcome
        .calls
        .iter()
        .filter(|call| call.decision.verdict == Verdict::Allow && call.outcome != CallOutcome::Pending)
        .map(|call| {
            let name = call.tool.rsplit('.').next().unwrap_or_default();
            let arguments = call.args.get(0).filter(|first| first["$type"] != "undefined");
            (name.to_owned(), arguments.cloned().unwrap_or_else(|| json!({})))
        })
        .collect();
    for call in ran.reached.calls() {
        assert!(!["pay", "login"].contains(&call.0.as_str()), "{call:?} was not allowed");
        if call.0 == "odd" || call.0 == "dotted" {
            continue;
        }
        let at = recorded.iter().position(|one| *one == call);
        // One that had no time to answer is pending.
        let pending = ran.outcome.calls.iter().any(|one| one.outcome == CallOutcome::Pending);
        assert!(at.is_some() || pending, "{call:?} is not in the journal: {:?}", ran.outcome.calls);
        if let Some(at) = at {
            recorded.remove(at);
        }
    }
}

fn soon() -> ExecuteOptions {
    options().with_deadline(Duration::from_millis(300))
}

#[tokio::test]
async fn messages_of_another_form_end_the_run() {
    let end = r#"{"end":{"state":"value","value":1}}"#;
    for text in [
        "",
        "x",
        "null",
        "[]",
        "{}",
        "1",
        "\u{0}",
        r#"{"turn":1}"#,
        r#"{"turn":[1]}"#,
        r#"{"turn":[[1,"t","nothing"]]}"#,
        r#"{"turn":[["1","t","nothing",[]]]}"#,
        r#"{"turn":[[-1,"t","nothing",[]]]}"#,
        r#"{"turn":[[4294967296,"t","nothing",[]]]}"#,
        r#"{"turn":[[0,"t","nothing",[]]]}"#,
        r#"{"turn":[[1,"t","nothing",{}]]}"#,
        r#"{"turn":[],"timers":-1}"#,
        r#"{"line":{}}"#,
        r#"{"line":{"level":"shout","at":0,"args":[]}}"#,
        r#"{"end":{}}"#,
        r#"{"end":{"state":"value"}}"#,
        r#"{"end":{"state":"value","value":{"$type":"navigated"}}}"#,
        r#"{"end":{"state":"thrown"}}"#,
        r#"{"end":{"state":"large"}}"#,
        r#"{"turn":[],"end":{"state":"value","value":1}}"#,
        r#"{"more":1}"#,
        r#"{"part":"x","last":true}"#,
        r#"{"answers":[[1,"value",1]]}"#,
    ] {
        let ran = run(vec![text.to_owned(), end.to_owned()], false, &options()).await;
        assert!(ran.outcome.failed_with(ExecErrorKind::RealmLost), "{text:?}: {:?}", ran.outcome);
        assert!(ran.reached.calls().is_empty(), "{text:?}");
    }
}

#[tokio::test]
async fn identifiers_are_used_once() {
    let call = |id: u32| format!(r#"{{"turn":[[{id},"t","nothing",[]]],"timers":0}}"#);
    for texts in [vec![call(1), call(1)], vec![call(5), call(4)], vec![call(u32::MAX), call(1)]] {
        let ran = run(texts, true, &options()).await;
        assert!(ran.outcome.failed_with(ExecErrorKind::RealmLost), "{:?}", ran.outcome);
        assert!(ran.outcome.calls.len() == 1 && ran.reached.calls().len() <= 1, "{:?}", ran.outcome.calls);
        check_calls(&ran);
    }
}

#[tokio::test]
async fn calls_of_unknown_tools_are_refused() {
    let code = |space: &str, tool: &str| json!({ "turn": [[1, space, tool, []]], "timers": 1 }).to_string();
    for (space, tool) in [
        ("t", "pay"),
        ("t", "login"),
        ("t", "none"),
        ("", "t.nothing"),
        ("global", "t.nothing"),
        ("global", "nothing"),
        ("x", "nothing"),
        ("t.nothing", ""),
        ("t", ""),
        ("u.a", "b.c"),
        ("__proto__", "x"),
        ("t\n\u{1b}[31m", "\u{202e}x"),
    ] {
        let ran = run(vec![code(space, tool)], true, &soon()).await;
        assert!(ran.reached.calls().is_empty(), "{space}.{tool}: {:?}", ran.reached.calls());
        let [call] = ran.outcome.calls.as_slice() else { panic!("{:?}", ran.outcome) };
        assert!(matches!(call.outcome, CallOutcome::Denied { .. }), "{call:?}");
        assert_eq!(call.decision.verdict, Verdict::Deny, "{call:?}");
        assert!(ran.answers.len() == 1 && ran.answers[0].contains("\"error\""), "{:?}", ran.answers);
        assert!(ran.outcome.failed_with(ExecErrorKind::Timeout), "{:?}", ran.outcome);
    }
    // The dot may be in the namespace: the name is the same, and so are tool and decision.
    let ran = run(vec![code("u.a", "b")], true, &soon()).await;
    assert_eq!(
        (ran.outcome.calls[0].tool.as_str(), ran.reached.names()),
        ("u.a.b", vec!["dotted".to_owned()])
    );
}

#[tokio::test]
async fn floods_are_bounded() {
    let line = r#"{"line":{"level":"log","at":0,"args":["0123456789"]}}"#.to_owned();
    let ran = run(vec![line; 200_000], false, &options()).await;
    assert_eq!(
        ran.outcome.console.len() + usize::try_from(ran.outcome.console_dropped).unwrap_or(0),
        200_000
    );
    assert!(ran.outcome.console.len() <= 1_000);
    let part = json!({ "part": "x".repeat(1_000_000), "last": false }).to_string();
    let ran = run(vec![part; 50], true, &options()).await;
    assert!(ran.outcome.failed_with(ExecErrorKind::RealmLost), "{:?}", ran.outcome);
    let calls: Vec<Value> = (1..=20_000).map(|id| json!([id, "t", "nothing", []])).collect();
    let ran = run(vec![json!({ "turn": calls, "timers": 0 }).to_string()], true, &soon()).await;
    assert!(ran.reached.calls().len() <= 1_000, "{}", ran.reached.calls().len());
    assert_eq!(ran.outcome.calls.len() + usize::try_from(ran.outcome.calls_dropped).unwrap_or(0), 20_000);
    check_calls(&ran);
}

/// Texts that are messages, nearly messages, or anything.
fn text() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["t", "u", "global", "", "x", "t.pay"]);
    let tool =
        prop::sample::select(vec!["nothing", "pay", "login", "find", "fail", "__proto__", "a.b", "then"]);
    let argument = prop::sample::select(vec![
        json!({ "size": 1 }),
        json!({ "size": { "$type": "promise" } }),
        json!({ "$type": "undefined" }),
        json!({ "$type": "function" }),
        json!([[[]]]),
        json!({ "$type": "object", "entries": 1 }),
        json!(null),
    ]);
    let call = (0..6_u32, name, tool, prop::collection::vec(argument, 0..3))
        .prop_map(|(id, name, tool, arguments)| json!([id, name, tool, arguments]));
    let turn = (prop::collection::vec(call, 0..4), 0..3_u64)
        .prop_map(|(calls, timers)| json!({ "turn": calls, "timers": timers }).to_string());
    let fixed = prop::sample::select(vec![
        r#"{"line":{"level":"log","at":0,"args":["x"]}}"#,
        r#"{"end":{"state":"value","value":{"$type":"bigint"}}}"#,
        r#"{"end":{"state":"thrown","error":{"name":"ToolDenied","message":"m","stack":"at code.js:1:1"},"missing":["x"]}}"#,
        r#"{"end":{"state":"large","path":"$"}}"#,
        r#"{"part":"{\"end\":","last":false}"#,
        r#"{"part":"{\"state\":\"value\",\"value\":1}}","last":true}"#,
    ]);
    let whole = prop_oneof![8 => turn, 3 => fixed.prop_map(str::to_owned), 1 => any::<String>()];
    // A cut or a changed byte makes nearly a message.
    (whole, prop::option::weighted(0.1, (0..200_usize, any::<char>()))).prop_map(
        |(text, change)| match change {
            Some((at, with)) if text.is_char_boundary(at) && at < text.len() => {
                let mut text = text;
                text.truncate(at);
                text.push(with);
                text
            }
            _ => text,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_messages_are_survived(texts in prop::collection::vec(text(), 0..8)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let ran = runtime.block_on(run(texts, false, &options()));
        check_calls(&ran);
        prop_assert!(serde_json::to_string(&ran.outcome).is_ok());
    }
}

/// Runs code in the helper that has the fault `manner`.
#[cfg(unix)]
async fn run_false(manner: &str) -> (Outcome, Reached) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join(manner);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_false-helper"), &program).expect("a link");
    let reached = Reached::default();
    let isolates = Isolates::default().with_program(IsolateProgram::at(program));
    let runner =
        ToolRunner::new(tools(&reached, &Waiting::default()), Policy::default()).with_isolates(isolates);
    let options = options().with_deadline(Duration::from_secs(2));
    (runner.run("return await t.nothing()", &options).await.outcome, reached)
}

#[cfg(unix)]
#[tokio::test]
async fn false_helpers_are_errors() {
    use ExecErrorKind::{RealmLost, Timeout};
    for (manner, kinds) in [
        ("exits", &[RealmLost][..]),
        ("bytes-before", &[RealmLost]),
        ("bytes", &[RealmLost]),
        ("announces", &[RealmLost]),
        ("endless", &[Timeout]),
        ("mute", &[Timeout]),
        ("not-utf-8", &[RealmLost]),
        ("other-frames", &[RealmLost]),
        ("done", &[RealmLost]),
        ("million", &[Timeout]),
        ("calls-on", &[Timeout, RealmLost]),
        ("ends", &[RealmLost]),
    ] {
        let (outcome, reached) = run_false(manner).await;
        let error = outcome.error().unwrap_or_else(|| panic!("{manner}: {outcome:?}"));
        assert!(kinds.contains(&error.kind), "{manner}: {error:?}");
        assert!(manner == "calls-on" || reached.calls().is_empty(), "{manner}");
        assert!(outcome.calls.len() <= 10_000, "{manner}");
    }
    let gone = Isolates::default().with_program(IsolateProgram::at("/nonexistent/helper"));
    let runner = ToolRunner::new(tools(&Reached::default(), &Waiting::default()), Policy::default());
    let outcome = runner.with_isolates(gone).run("return 1", &options()).await.outcome;
    let message = outcome.error().map(ToString::to_string).unwrap_or_default();
    assert!(message.contains("/nonexistent/helper") && message.contains("--realm page"), "{message}");
}
