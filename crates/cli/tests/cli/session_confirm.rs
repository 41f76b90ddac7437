//! Questions of a session's guards, on the terminal of the command that made the call.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Child, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};

use crate::guards::till;
use crate::session::Sessions;
use crate::support::{Answer, Server};

/// Runs a command on a terminal, answers its question, and returns its exit code and its output.
fn answered(sessions: &Sessions, args: &[&str], answer: &str) -> (Option<i32>, String) {
    answered_after(sessions, args, "", answer)
}

/// Does the same where something is typed before the command starts.
fn answered_after(sessions: &Sessions, args: &[&str], ahead: &str, answer: &str) -> (Option<i32>, String) {
    let (status, shown) = asked(sessions, args, ahead, |_, terminal| {
        terminal.write_all(answer.as_bytes()).expect("the terminal");
    });
    (status.code(), shown)
}

/// Runs a command on a terminal, and does something at its question.
///
/// Returns its end and its output.
fn asked(
    sessions: &Sessions,
    args: &[&str],
    ahead: &str,
    at_question: impl Fn(&Child, &mut File),
) -> (ExitStatus, String) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudoterminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("its other side");
    let name = ptsname(&ours, Vec::new()).expect("its name");
    let path = std::ffi::OsStr::from_bytes(name.to_bytes());
    let theirs = File::options().read(true).write(true).open(path).expect("its other side");
    let mut ours = File::from(ours);
    ours.write_all(ahead.as_bytes()).expect("the terminal");
    let copy = || Stdio::from(theirs.try_clone().expect("a copy"));
    let mut command = sessions.command(args);
    let mut child = command.stdin(copy()).stdout(copy()).stderr(copy()).spawn().expect("the command starts");
    // The last copies of the other side that we hold; without them the end of the command is the end of input.
    drop((command, theirs));
    let (mut shown, mut buffer) = (String::new(), [0; 4096]);
    let mut is_answered = false;
    // Linux returns EIO at the end, others return nothing.
    while let Ok(read @ 1..) = ours.read(&mut buffer) {
        shown.push_str(&String::from_utf8_lossy(&buffer[..read]));
        if !is_answered && shown.contains("anything else: no") {
            is_answered = true;
            at_question(&child, &mut ours);
        }
    }
    (child.wait().expect("its end"), shown)
}

#[test]
fn the_user_of_the_command_is_asked() {
    let (sessions, server) = (Sessions::new(), till());
    sessions.start(&["till", &server.url("/"), "--confirm"]);
    let pay = ["exec", "--session", "till", "return await global.pay('hunter2', 5)"];
    // Without a terminal there is no user, as in `exec`.
    sessions.run(&pay).expect(4).says(&[
        "pay was not called: the site marks it as consequential, and nobody can be asked",
        "help: --allow pay of `session start` lets it be called\n",
    ]);
    // Input typed before the question is not an answer to it.
    let (exit, shown) = answered_after(&sessions, &pay, "y\ny\n", "n\n");
    assert_eq!(exit, Some(4), "{shown}");
    for (answer, code, words) in
        [("n\n", 4, "the user was asked and denied it"), ("y\n", 0, "paid 5"), ("s\n", 0, "paid 5")]
    {
        let (exit, shown) = answered(&sessions, &pay, answer);
        assert_eq!(exit, Some(code), "{answer:?}: {shown}");
        assert!(shown.contains(": pay(\"hunter2\", 5)") && shown.contains("(rule "), "{shown}");
        assert!(
            shown.contains("Allow? y: this time, s: in this session") && shown.contains(words),
            "{shown}"
        );
    }
    // The answer `s` holds for later commands of the session, also for those without a terminal.
    let ran = sessions
        .run(&["exec", "--session", "till", "--json", "return await global.pay('x', 6)"])
        .expect(0)
        .json();
    assert_eq!(
        (&ran["value"], &ran["calls"][0]["decision"]["source"]),
        (&json!("paid 6"), &json!("session"))
    );
    sessions.run(&["session", "stop", "till"]).expect(0);

    // Without --confirm there is no question, and the audit of the session has each run.
    let audit = sessions.runtime.path().join("audit.jsonl");
    sessions.start(&[
        "till",
        &server.url("/"),
        "--allow",
        "pay",
        "--deny",
        "look",
        "--audit",
        audit.to_str().expect("UTF-8"),
    ]);
    assert_eq!(sessions.value("till", "return await global.pay('a', 1)"), "paid 1");
    sessions.run(&["exec", "--session", "till", "return await global.look()"]).expect(4);
    let records = std::fs::read_to_string(&audit).expect("the audit");
    assert_eq!(records.lines().count(), 2);
    assert!(!records.contains("hunter2"));
}

#[test]
fn a_command_that_goes_away_has_not_answered() {
    let (sessions, server) = (Sessions::new(), till());
    let audit = sessions.runtime.path().join("audit.jsonl");
    sessions.start(&["till", &server.url("/"), "--confirm", "--audit", audit.to_str().expect("UTF-8")]);
    let code = "try { await global.pay('x', 5) } catch {} for (let i = 0; i < 50; i++) await global.look(); return 1";
    for at in 0..6 {
        let signal = if at % 2 == 0 { Signal::KILL } else { Signal::TERM };
        asked(&sessions, &["exec", "--session", "till", code], "", |child, _| {
            kill_process(Pid::from_child(child), signal).expect("a living process");
        });
        assert_eq!(sessions.value("till", "return 1"), 1);
        let records = std::fs::read_to_string(&audit).expect("the audit");
        let records: Vec<Value> =
            records.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let record = &records[records.len() - 2];
        assert_eq!(record["error"]["kind"], "cancelled", "{record:#}");
        let calls = record["calls"].as_array().expect("a list");
        assert_eq!(calls.len(), 1, "{record:#}");
        assert_eq!(calls[0]["decision"]["source"], "nobody", "{record:#}");
    }
}

#[test]
fn the_user_is_asked_about_actions_on_pages() {
    let sessions = Sessions::new();
    let server = Server::start(|path| {
        let page =
            "<!doctype html><p id=sum>Transfer 10</p><form onsubmit='return false'><input id=amount value=10>
            <button onclick=\"this.textContent='Paid'\">Pay</button></form>";
        (path == "/").then(|| Answer::html(page))
    });
    let rules = sessions.runtime.path().join("rules.json");
    let text = r#"{"rules": [{"action": "click", "verdict": "confirm"}]}"#;
    std::fs::write(&rules, text).expect("the rules");
    let url = server.url("/");
    sessions.start(&["till", &url, "--action-policy", rules.to_str().expect("UTF-8")]);
    let pay = ["browse", "--session", "till", "click", "button"];
    sessions.run(&pay).expect(4).says(&["no user can be asked: do it in a terminal"]);
    for (answer, code, words) in [("n\n", 4, "the user declined"), ("s\n", 0, "now button \"Paid\"")] {
        let (exit, shown) = answered(&sessions, &pay, answer);
        assert_eq!(exit, Some(code), "{answer:?}: {shown}");
        assert!(shown.contains("click on button \"Pay\"") && shown.contains(words), "{shown}");
    }
    // The answer `s` is for one element with its text, and not for another one with the same text.
    sessions.run(&pay).expect(4).says(&["no user can be asked"]);
    sessions.run(&[
        "browse",
        "--session",
        "till",
        "eval",
        "document.querySelector('button').textContent = 'Pay'",
    ]);
    sessions.run(&pay).expect(0);
    // Nor is it for another text next to the element, or for other values in its form.
    for (change, exit) in [
        ("sum.textContent = 'Transfer 90000'", 4),
        ("sum.textContent = 'Transfer 10'", 0),
        ("amount.value = '90000'", 4),
        ("amount.value = '10'", 0),
    ] {
        let code = format!("document.querySelector('button').textContent = 'Pay'; {change}");
        sessions.run(&["browse", "--session", "till", "eval", &code]).expect(0);
        sessions.run(&pay).expect(exit);
    }
    sessions.run(&["browse", "--session", "till", "reload"]).expect(0);
    sessions.run(&pay).expect(4).says(&["no user can be asked"]);
    sessions.run(&["session", "stop", "till"]).expect(0);

    // The same without a session.
    let rules = rules.to_str().expect("UTF-8");
    let (open, click) = (format!("[\"open\",\"{url}\"]"), "[\"click\",\"button\"]");
    let batch = ["browse", "--action-policy", rules, "batch", &open, click];
    let (exit, shown) = answered(&sessions, &batch, "y\n");
    assert!(exit == Some(0) && shown.contains("now button \"Paid\""), "{shown}");
    sessions.run(&batch).expect(4).says(&["no user can be asked"]);
}
