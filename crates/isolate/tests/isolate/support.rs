//! A prelude and a parent, as small as they can be.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    follow(Helper::start(&program(), limits).await.unwrap(), code, deadline).await
}

/// The same in a helper that has started.
pub(crate) async fn follow(helper: Helper, code: &str, deadline: Duration) -> (Vec<String>, RunEnd) {
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

/// Folder that is removed when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("webagents-isolate-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// A program with a script for its shell, in which `$D` is the folder.
    pub(crate) fn program(&self, script: &str) -> Program {
        let path = self.0.join("helper");
        // Another process writes it: a helper that starts in another thread at this time would keep it open for writing.
        let write = "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$0\" && chmod 755 \"$0\"";
        let text = format!("D='{}'\n{script}", self.0.display());
        let status = Command::new("/bin/sh").args(["-c", write]).arg(&path).arg(text).status().unwrap();
        assert!(status.success());
        Program::at(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
