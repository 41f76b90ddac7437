//! Tools whose handlers record what reaches them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use webagents_host::{
    ExecuteOptions, GuardOptions, HostTools, IsolateProgram, Isolates, Outcome, ToolContext, ToolError,
    ToolRunner,
};

/// Calls that reached handlers, in their order: names and arguments.
#[derive(Clone, Default)]
pub(crate) struct Reached(Arc<Mutex<Vec<(String, Value)>>>);

impl Reached {
    fn add(&self, name: &str, arguments: &Value) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((name.to_owned(), arguments.clone()));
    }

    pub(crate) fn calls(&self) -> Vec<(String, Value)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.calls().into_iter().map(|(name, _)| name).collect()
    }
}

/// Counters of handlers that wait.
#[derive(Clone, Default)]
pub(crate) struct Waiting {
    /// Handlers of `t.meet` that have begun.
    pub(crate) begun: Arc<AtomicUsize>,
    all: Arc<Notify>,
    /// Calls of `t.hang` whose end was signalled to a task of their own.
    pub(crate) ended: Arc<AtomicUsize>,
    /// Signals an increase of `ended`.
    pub(crate) signal: Arc<Notify>,
}

pub(crate) fn isolates() -> Isolates {
    Isolates::default().with_program(IsolateProgram::at(env!("CARGO_BIN_EXE_isolate-helper")))
}

/// The namespace `t` with a tool of each kind.
pub(crate) fn tools(reached: &Reached, waiting: &Waiting) -> HostTools {
    let text = |name: &str| json!({ name: { "type": "string" } });
    let echo = {
        let reached = reached.clone();
        move |arguments: Value, _: ToolContext| {
            reached.add("echo", &arguments);
            async move { Ok(arguments["value"].clone()) }
        }
    };
    let record = |name: &'static str, answer: Value| {
        let reached = reached.clone();
        move |arguments: Value, _: ToolContext| {
            reached.add(name, &arguments);
            let answer = answer.clone();
            async move { Ok(answer) }
        }
    };
    let fail = |_: Value, _: ToolContext| async {
        let errors = json!([{ "path": "/a", "at": { "$type": "bigint", "value": "7" } }]);
        Err(ToolError::new("there is none").with_name("NotFound").with_errors(errors))
    };
    let meet = {
        let waiting = waiting.clone();
        move |arguments: Value, _: ToolContext| {
            let waiting = waiting.clone();
            async move {
                let wanted = usize::try_from(arguments["count"].as_u64().unwrap_or(1)).unwrap_or(1);
                let all = waiting.all.notified();
                if waiting.begun.fetch_add(1, Ordering::SeqCst) + 1 == wanted {
                    waiting.all.notify_waiters();
                } else {
                    all.await;
                }
                Ok(json!(waiting.begun.load(Ordering::SeqCst)))
            }
        }
    };
    let hang = {
        let waiting = waiting.clone();
        move |_: Value, context: ToolContext| {
            let (ended, signal) = (Arc::clone(&waiting.ended), Arc::clone(&waiting.signal));
            tokio::spawn(async move {
                context.ended().await;
                ended.fetch_add(1, Ordering::SeqCst);
                signal.notify_one();
            });
            std::future::pending()
        }
    };
    let size = json!({ "size": { "type": "integer", "minimum": 1 }, "kind": { "enum": ["a", "b"] } });
    let declared = [
        json!({ "name": "find", "inputSchema": { "type": "object", "properties": size, "required": ["size"] },
            "outputSchema": { "type": "object", "properties": { "found": { "type": "string" } } } }),
        json!({ "name": "pay", "inputSchema": { "type": "object", "properties": text("amount") },
            "annotations": { "destructiveHint": true, "readOnlyHint": false } }),
        json!({ "name": "login", "inputSchema": { "type": "object", "properties": text("password") } }),
    ];
    let [find, pay, login] = declared;
    let add = |tools: HostTools, declaration: &Value, answer: Value| {
        let name: &'static str = match declaration["name"].as_str() {
            Some("find") => "find",
            Some("pay") => "pay",
            _ => "login",
        };
        tools.with_declaration("t", declaration, record(name, answer)).expect("a declaration")
    };
    let mut tools = HostTools::default();
    tools = add(tools, &find, json!({ "found": 44 }));
    tools = add(tools, &pay, json!("paid"));
    tools = add(tools, &login, json!("in"));
    let named = |name: &str| json!({ "name": name });
    tools = tools.with_declaration("t", &named("echo"), echo).expect("a declaration");
    tools = tools.with_declaration("t", &named("nothing"), record("nothing", Value::Null)).expect("one");
    tools = tools.with_declaration("t", &named("fail"), fail).expect("a declaration");
    tools = tools.with_declaration("t", &named("meet"), meet).expect("a declaration");
    tools = tools.with_declaration("t", &named("hang"), hang).expect("a declaration");
    tools = tools.with_declaration("u", &named("__proto__"), record("odd", json!("odd"))).expect("one");
    tools.with_declaration("u", &named("a.b"), record("dotted", json!("dotted"))).expect("a declaration")
}

/// A runner with the records of its handlers.
pub(crate) struct Bench {
    pub(crate) runner: ToolRunner,
    pub(crate) reached: Reached,
    pub(crate) waiting: Waiting,
}

impl Bench {
    pub(crate) fn new(guards: impl Into<GuardOptions>) -> Self {
        let (reached, waiting) = (Reached::default(), Waiting::default());
        let guards = webagents_host::Guards::new(guards);
        let runner = ToolRunner::new(tools(&reached, &waiting), guards).with_isolates(isolates());
        Self { runner, reached, waiting }
    }

    pub(crate) async fn run(&self, code: &str) -> Outcome {
        self.run_with(code, &options()).await
    }

    pub(crate) async fn run_with(&self, code: &str, options: &ExecuteOptions) -> Outcome {
        self.runner.run(code, options).await.outcome
    }

    /// Runs code that returns a value.
    pub(crate) async fn value(&self, code: &str) -> Value {
        let outcome = self.run(code).await;
        outcome.result.unwrap_or_else(|error| panic!("{code}: {error}"))
    }
}

/// Options with a deadline that no run comes near, except runs that test it.
pub(crate) fn options() -> ExecuteOptions {
    ExecuteOptions::default().with_deadline(Duration::from_mins(1))
}
