//! Usual mistakes of models in the engine, with the messages for a model; names of the realm.

use std::collections::BTreeSet;
use std::time::Duration;

use webagents_isolate::{Event, Helper, Limits, RunEnd, Script};
use webagents_script::{EngineError, Moves, Tools, explain_engine_error, isolated_globals};

use crate::support::program;

/// Prelude with a tool, which sends the parts of the code's error.
const PRELUDE: &str = r#"(host) => {
  globalThis.global = { find: async () => ({ items: { a: 1 } }) };
  host.onconsole = () => {};
  return async () => {
    try {
      host.send(JSON.stringify([await host.compile()()]));
    } catch (error) {
      host.send(JSON.stringify([error.name, error.message, error.stack ?? ""]));
    }
  };
}"#;

/// Mistakes with the messages and places that are expected.
const MISTAKES: &str = include_str!("../../../script/tests/data/engine.txt");

async fn run(code: &str) -> Vec<serde_json::Value> {
    let helper = Helper::start(&program(), &Limits::default()).await.unwrap();
    let prelude = [Script::new("prelude.js", PRELUDE)];
    let mut running = helper.run(&prelude, &Script::new("code.js", code), Duration::from_mins(1)).unwrap();
    let mut sent = Vec::new();
    loop {
        match running.next().await {
            Event::Message(text) => sent = serde_json::from_str(&text).unwrap(),
            Event::Ended(end) => {
                assert_eq!(end, RunEnd::Done, "{code}");
                return sent;
            }
        }
    }
}

#[tokio::test]
async fn mistakes_have_clear_messages() {
    let manifest =
        webagents_manifest::parse("# S\n\n## find\nFinds.\n\n### Params\n- `size` (number)\n").manifest;
    let tools = Tools::new(&manifest);
    let mut wrong = Vec::new();
    for mistake in MISTAKES.split("\n\n").filter(|mistake| !mistake.starts_with('#')) {
        let lines = |prefix: &str| {
            let lines = mistake.lines().filter_map(|line| line.strip_prefix(prefix));
            lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
        };
        let code = lines(">");
        let sent = run(&code).await;
        let [name, message, stack] =
            [0, 1, 2].map(|at| sent.get(at).and_then(|part| part.as_str()).unwrap_or_default());
        let error = EngineError {
            name,
            message,
            stack,
            file: "code.js",
            before: webagents_isolate::COLUMNS_BEFORE_CODE,
        };
        let found = explain_engine_error(&code, error, &tools, &Moves::default());
        let place =
            found.place.map_or_else(|| "-".to_owned(), |place| format!("{}:{}", place.line, place.column));
        if (&found.message, &place) != (&lines("="), &lines("@")) {
            wrong.push(format!("{code}\n{name}: {message}\n{stack}\n= {}\n@ {place}", found.message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[tokio::test]
async fn preflight_knows_the_globals() {
    let sent = run("delete globalThis.global; return Object.getOwnPropertyNames(globalThis)").await;
    let names: Vec<String> = serde_json::from_value(sent[0].clone()).unwrap();
    let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(names, isolated_globals().collect::<BTreeSet<_>>());
}
