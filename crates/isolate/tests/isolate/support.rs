//! A prelude and a parent, as small as they can be.

use std::time::Duration;

use webagents_isolate::{Event, Helper, Limits, Program, RunEnd, Script};

/// Prelude that sends the result of the code, its errors and its console, and has one call, `ask`.
pub(crate) const PRELUDE: &str = r#"(host) => {
  let answer;
  globalThis.ask = (text) => new Promise((resolve) => { answer = resolve; host.send("ask " + text); });
  host.onmessage = (text) => answer(text);
  host.onconsole = (level, values) => host.send("console " + level + " " + values.map(String).join(" "));
  host.onerror = (error) => host.send("uncaught " + error);
  return async () => {
    try {
      const value = await host.compile()();
      host.send("value " + (typeof value === "bigint" ? value + "n" : JSON.stringify(value)));
    } catch (error) {
      host.send("error " + (host.limit(error) ?? "none") + " " + error + "\n" + error?.stack);
    }
  };
}"#;

pub(crate) fn program() -> Program {
    Program::at(env!("CARGO_BIN_EXE_webagents-isolate"))
}

pub(crate) fn limits() -> Limits {
    Limits::default()
}

/// Messages of a run and its end. Questions are answered by their text in capitals.
pub(crate) async fn run_with(limits: &Limits, code: &str, deadline: Duration) -> (Vec<String>, RunEnd) {
    let helper = Helper::start(&program(), limits).await.unwrap();
    let prelude = [Script::new("prelude.js", PRELUDE)];
    let mut running = helper.run(&prelude, &Script::new("code.js", code), deadline).unwrap();
    let mut messages = Vec::new();
    loop {
        match running.next().await {
            Event::Message(text) => {
                if let Some(question) = text.strip_prefix("ask ") {
                    running.post(&question.to_uppercase()).await.unwrap();
                }
                messages.push(text);
            }
            Event::Ended(end) => return (messages, end),
        }
    }
}

/// The last message of code that ends by itself.
pub(crate) async fn run(code: &str) -> String {
    let (messages, end) = run_with(&limits(), code, Duration::from_mins(1)).await;
    assert_eq!(end, RunEnd::Done, "{code}: {messages:?}");
    messages.last().cloned().unwrap_or_default()
}
