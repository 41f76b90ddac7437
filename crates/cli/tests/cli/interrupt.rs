//! An interrupted command ends its browser, and reports the calls of its code.
//!
//! It ends by the signal: a shell's loop is to see that it was interrupted.

use std::fs::File;
use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::session::Sessions;
use crate::support::{
    Answer, Scratch, Server, expect_ended, helpers_of, observed_shop, wait_until, webagents,
};

/// Ends the command if the test fails before it has ended.
struct Owned(Child);

impl Drop for Owned {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the same command with the signals' usual meaning.
///
/// A shell that runs the tests in the background has them, and the programs that they start, ignore the interrupt.
fn heedful(command: &Command) -> Command {
    let mut heedful = Command::new("env");
    heedful.arg("--default-signal=INT,TERM").arg(command.get_program()).args(command.get_args());
    heedful.stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => heedful.env(name, value),
            None => heedful.env_remove(name),
        };
    }
    heedful
}

/// A shop with a path that code requests when it runs.
fn shop() -> Server {
    Server::start(|path| match path {
        "/running" => Some(Answer::html("")),
        _ => observed_shop(path),
    })
}

#[track_caller]
fn check(signal: Signal, rest: &str) {
    let server = shop();
    let scratch = Scratch::new();
    let code = &format!("await global.getBasket(); await global.at('/running'); {rest}");
    let audit = scratch.path().join("audit.jsonl");
    let url = server.url("/");
    let args = ["exec", &url, code, "--deadline", "600", "--json", "--audit", audit.to_str().expect("UTF-8")];
    let mut command = heedful(&webagents(args));
    let stdout = File::create(scratch.path().join("stdout")).expect("a file");
    command.env("TMPDIR", scratch.path()).stdout(stdout).stderr(Stdio::null());
    let mut child = Owned(command.spawn().expect("the command starts"));
    wait_until("the script runs", || server.was_asked("/running"));
    let running = scratch.processes();
    for name in ["chromedriver", "--user-data-dir="] {
        assert!(running.iter().any(|command| command.contains(name)), "no {name} in {running:#?}");
    }

    let pid = Pid::from_child(&child.0);
    let helpers = helpers_of(pid);
    assert!(!helpers.is_empty());
    kill_process(pid, signal).expect("a living process");
    // A second one that follows at once loses nothing.
    let _ = kill_process(pid, signal);
    assert_eq!(child.0.wait().expect("its end").signal(), Some(signal.as_raw()));
    scratch.expect_clean();
    expect_ended(&helpers);
    // The tool was called, so that it is known.
    for file in ["stdout", "audit.jsonl"] {
        let text = std::fs::read_to_string(scratch.path().join(file)).expect("a file");
        let record: Value = serde_json::from_str(&text).expect("one document");
        assert_eq!(record["error"]["kind"], "cancelled", "{text}");
        assert_eq!(record["calls"].as_array().map(Vec::len), Some(2), "{text}");
        assert_eq!(record["calls"][0]["tool"], "getBasket", "{text}");
    }
}

#[test]
fn by_control_c() {
    check(Signal::INT, "for (;;) {}");
}

#[test]
fn by_a_supervisor() {
    check(Signal::TERM, "await new Promise(() => {})");
}

#[test]
fn in_a_session() {
    let server = shop();
    let sessions = Sessions::new();
    let began = sessions.start(&["shop", &server.url("/")]);
    let endless = "await global.getBasket(); await global.at('/running'); for (;;) {}";
    let pending = "await global.getBasket(); await global.at('/running'); await new Promise(() => {})";
    for (at, (signal, code)) in
        [(Signal::INT, pending), (Signal::TERM, pending), (Signal::INT, endless)].into_iter().enumerate()
    {
        let kept = i32::from(at > 0);
        let args = ["exec", "--session", "shop", "--deadline", "600", "--json", code];
        let mut command = heedful(&sessions.command(&args));
        let mut child =
            Owned(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the command starts"));
        wait_until("the script runs", || server.times_asked("/running") > at);
        kill_process(Pid::from_child(&child.0), signal).expect("a living process");
        let mut text = String::new();
        child.0.stdout.take().expect("a pipe").read_to_string(&mut text).expect("UTF-8");
        assert_eq!(child.0.wait().expect("its end").signal(), Some(signal.as_raw()));
        let record: Value = serde_json::from_str(&text).expect("one document");
        assert_eq!(record["error"]["kind"], "cancelled", "{text}");
        assert_eq!(record["calls"].as_array().map(Vec::len), Some(2), "{text}");
        // The session goes on, with its page.
        assert_eq!(
            sessions.in_page("shop", "const kept = window.kept; window.kept = 1; return kept ?? 0"),
            kept
        );
    }
    // One that waits for its turn has nothing to report, and does not wait for it any longer.
    let busy = ["exec", "--session", "shop", "await global.at('/running'); await new Promise(() => {})"];
    let mut busy = Owned(sessions.command(&busy).stderr(Stdio::null()).spawn().expect("the command starts"));
    wait_until("the script runs", || server.times_asked("/running") > 3);
    let mut waiting = heedful(&sessions.command(&["exec", "--session", "shop", "return 1"]));
    let mut waiting = Owned(waiting.stderr(Stdio::null()).spawn().expect("the command starts"));
    wait_until("it waits", || sessions.listed("shop")["waiting"] == 1);
    kill_process(Pid::from_child(&waiting.0), Signal::INT).expect("a living process");
    assert_eq!(waiting.0.wait().expect("its end").signal(), Some(Signal::INT.as_raw()));
    assert!(busy.0.try_wait().expect("its state").is_none(), "the first one has ended");
    sessions.run(&["session", "stop", "shop"]).expect(0);
    busy.0.wait().expect("its end");
    sessions.expect_clean(&[&began]);
}
