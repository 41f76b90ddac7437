//! Tools that are programs: input, results, errors, and the end of their processes.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use webagents_host::programs::program_tools;
use webagents_host::{ExecErrorKind, ExecuteOptions, Outcome, Policy, ToolRunner};

use crate::support::{isolates, options};

/// A folder with the scripts of `tools`, by name, and a runner of code that calls them as `p.name`.
struct Programs {
    folder: tempfile::TempDir,
    runner: ToolRunner,
}

impl Programs {
    fn new(tools: &[(&str, &str, Value)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut table = String::new();
        for (name, script, more) in tools {
            write_script(folder.path(), name, script);
            let mut line = json!({ "namespace": "p", "name": name, "command": [format!("./{name}")] });
            for (key, value) in more.as_object().into_iter().flatten() {
                line[key] = value.clone();
            }
            table.push_str(&line.to_string());
            table.push('\n');
        }
        let variables = BTreeMap::from([
            ("PATH", std::env::var_os("PATH").unwrap_or_default()),
            ("HOME", "/home/of tests".into()),
            ("SECRET", "s3cret".into()),
            ("GIVEN", "given".into()),
        ]);
        let tools =
            program_tools(&table, folder.path(), |name| variables.get(name).cloned()).expect("a table");
        Self { folder, runner: ToolRunner::new(tools, Policy::default()).with_isolates(isolates()) }
    }

    async fn run(&self, code: &str) -> Outcome {
        self.run_with(code, &options()).await
    }

    async fn run_with(&self, code: &str, options: &ExecuteOptions) -> Outcome {
        self.runner.run(code, options).await.outcome
    }

    /// The process whose number a script wrote into `pid`, if it is alive.
    async fn survivor(&self) -> Option<String> {
        let text = std::fs::read_to_string(self.folder.path().join("pid")).expect("a number");
        let stat = format!("/proc/{}/stat", text.trim());
        for _ in 0..100 {
            // One that nobody has waited for yet is dead.
            let state = std::fs::read_to_string(&stat).ok()?;
            if state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with(['Z', 'X'])) {
                return None;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Some(text)
    }
}

fn write_script(folder: &Path, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("its mode");
}

#[tokio::test]
async fn programs_get_json_and_give_values() {
    let text = json!({ "outputSchema": { "type": "string" } });
    let programs = Programs::new(&[
        ("echo", "cat", json!({})),
        ("words", "printf 'two\\nlines\\n'", json!({})),
        ("number", "echo 12", json!({})),
        ("digits", "echo 12", text),
        ("marked", "echo '{\"$type\":\"undefined\"}'", json!({})),
        ("none", "exit 0", json!({})),
        ("deaf", "exec 0<&-; echo ok", json!({})),
        ("arguments", "echo \"$#\"", json!({ "command": ["./arguments", "a", "b c"] })),
        ("place", "ls place", json!({})),
        ("shell", "", json!({ "command": ["sh", "-c", "basename $0"] })),
        ("bytes", "printf '\\377'", json!({})),
        ("env", "env | sort", json!({ "environment": ["GIVEN", "ABSENT"] })),
    ]);
    for (call, expected) in [
        (
            "p.echo({ a: [1, null], b: undefined, __proto__: null, $type: 'x' })",
            json!({ "$type": "object", "entries": [["a", [1, null]], ["$type", "x"]] }),
        ),
        ("p.echo()", json!({})),
        ("p.echo({ text: '$(touch x); `id` \\'\"\\n' })", json!({ "text": "$(touch x); `id` '\"\n" })),
        ("p.words()", json!("two\nlines")),
        ("p.number()", json!(12)),
        ("p.digits()", json!("12")),
        ("(await p.marked()).$type", json!("undefined")),
        ("p.none()", json!(null)),
        ("p.deaf({ long: 'x'.repeat(1000000) })", json!("ok")),
        ("p.arguments({ c: 1 })", json!(2)),
        ("p.place()", json!("place")),
        ("p.shell()", json!("sh")),
    ] {
        let outcome = programs.run(&format!("return await {call}")).await;
        assert_eq!(outcome.value(), Some(&expected), "{call}: {outcome:?}");
    }
    let outcome = programs.run("return await p.env()").await;
    let text = outcome.value().and_then(Value::as_str).unwrap_or_default();
    let own = |line: &&str| !["PWD=", "SHLVL=", "_=", "PATH="].iter().any(|name| line.starts_with(name));
    assert_eq!(
        text.lines().filter(own).collect::<Vec<_>>(),
        ["GIVEN=given", "HOME=/home/of tests"],
        "{text}"
    );
    for (call, why) in [
        ("p.bytes()", "not UTF-8"),
        ("p.echo({ at: new Date(0) })", "values that JSON lacks"),
        ("p.echo({ n: NaN })", "values that JSON lacks"),
    ] {
        let outcome = programs.run(&format!("return await {call}")).await;
        let error = outcome.error().map(ToString::to_string).unwrap_or_default();
        assert!(error.contains(why), "{call}: {error}");
    }
}

#[tokio::test]
async fn failures_quote_the_end_of_stderr() {
    let programs = Programs::new(&[
        ("fail", "echo 'no such order' >&2; exit 3", json!({})),
        ("long", "yes xxxxxxxx | head -c 1000000 >&2; echo ' the end' >&2; exit 1", json!({})),
        ("shot", "kill -9 $$", json!({})),
        ("gone", "exit 0", json!({})),
    ]);
    std::fs::remove_file(programs.folder.path().join("gone")).expect("it is there");
    for (name, why) in [
        ("fail", "p.fail ended with the exit code 3, expected 0: no such order"),
        ("long", "the end"),
        ("shot", "p.shot was ended (signal: 9"),
        ("gone", "could not start the program"),
    ] {
        let outcome = programs.run(&format!("return await p.{name}()")).await;
        let error = outcome.error().expect(name);
        assert!(error.message.contains(why) && error.message.len() < 3_000, "{name}: {error}");
    }
}

#[tokio::test]
async fn processes_end_with_their_call() {
    // Each writes the number of the process that is to be gone, and is ended by another cause.
    let ignores = "trap '' TERM INT HUP; echo $$ > pid; while :; do sleep 1; done";
    let leaves = "setsid sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 1; done' & wait";
    let child = "sh -c 'echo $$ > pid; while :; do sleep 1; done' & while [ ! -s pid ]; do sleep 0.01; done; echo done";
    let holds = "setsid sh -c 'echo $$ > pid; while :; do sleep 1; done' & while [ ! -s pid ]; do sleep 0.01; done; echo done";
    let prints = "echo $$ > pid; exec yes";
    for (script, error) in [
        (ignores, Some("did not answer within")),
        (leaves, Some("did not answer within")),
        (child, None),
        (holds, None),
        (prints, Some("printed more than 16777216 bytes")),
    ] {
        let programs = Programs::new(&[("run", script, json!({ "timeout": 2 }))]);
        let outcome = programs.run("return await p.run()").await;
        match error {
            Some(error) => {
                assert!(
                    outcome.error().is_some_and(|it| it.message.contains(error)),
                    "{script}: {outcome:?}"
                );
            }
            None => assert_eq!(outcome.value(), Some(&json!("done")), "{script}: {outcome:?}"),
        }
        assert_eq!(programs.survivor().await, None, "{script}");
    }
}

#[tokio::test]
async fn processes_end_with_their_run() {
    let script = "trap '' TERM; echo $$ > pid; while :; do sleep 1; done";
    let programs = Programs::new(&[("run", script, json!({ "timeout": 60 }))]);
    let soon = options().with_deadline(Duration::from_secs(1));
    let outcome = programs.run_with("await p.run()", &soon).await;
    assert!(outcome.failed_with(ExecErrorKind::Timeout), "{outcome:?}");
    assert_eq!(programs.survivor().await, None);
    let cancelled = async {
        while !programs.folder.path().join("pid").exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    std::fs::remove_file(programs.folder.path().join("pid")).expect("it was written");
    let outcome = programs.runner.run_until("await p.run()", &options(), cancelled).await.outcome;
    assert!(outcome.failed_with(ExecErrorKind::Cancelled), "{outcome:?}");
    assert_eq!(programs.survivor().await, None);
    // The code returns while the program runs.
    std::fs::remove_file(programs.folder.path().join("pid")).expect("it was written");
    write_script(programs.folder.path(), "run", script);
    let code =
        "p.run(); const end = performance.now() + 1000; while (performance.now() < end) await 0; return 1";
    let outcome = programs.run(code).await;
    assert_eq!(outcome.value(), Some(&json!(1)), "{outcome:?}");
    if programs.folder.path().join("pid").exists() {
        assert_eq!(programs.survivor().await, None);
    }
}
