//! A command that is asked to stop takes its browser with it.
//!
//! It catches no signal where its browser is its own: a shell's loop is to see that it was interrupted, and the
//! runtime's promise that nothing outlives its process holds however the process ends.

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Answer, SHOP_MANIFEST, SHOP_PAGE, Scratch, Server, wait_until, webagents};

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

#[track_caller]
fn check(signal: Signal) {
    let server = Server::start(|path| match path {
        "/" => Some(Answer::html(SHOP_PAGE)),
        "/webagents.md" => Some(Answer::markdown(SHOP_MANIFEST)),
        "/running" => Some(Answer::html("")),
        _ => None,
    });
    let scratch = Scratch::new();
    let code = "await fetch('/running'); await new Promise(() => {});";
    let mut command = heedful(&webagents(["exec", &server.url("/"), code, "--deadline", "600"]));
    command.env("TMPDIR", scratch.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = Owned(command.spawn().expect("the command starts"));
    wait_until("the script runs", || server.was_asked("/running"));
    let running = scratch.processes();
    for name in ["chromedriver", "--user-data-dir="] {
        assert!(running.iter().any(|command| command.contains(name)), "no {name} in {running:#?}");
    }

    let pid = Pid::from_child(&child.0);
    kill_process(pid, signal).expect("a living process");
    assert_eq!(child.0.wait().expect("its end").signal(), Some(signal.as_raw()));
    scratch.expect_clean();
}

#[test]
fn by_control_c() {
    check(Signal::INT);
}

#[test]
fn by_a_supervisor() {
    check(Signal::TERM);
}
