//! Code in the isolated realm: bad input, lost processes, and remains of runs.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::session::Sessions;
use crate::support::{
    Answer, Scratch, Server, expect_ended, finish, helpers_of, observed_shop, run, wait_until, webagents,
};

fn pid(session: &Value) -> Pid {
    let pid = session["pid"].as_i64().and_then(|pid| i32::try_from(pid).ok());
    pid.and_then(Pid::from_raw).expect("the number of a process")
}

#[test]
fn code_of_any_kind_is_answered() {
    let sessions = Sessions::new();
    let began = sessions.start(&["bare"]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("code.js");
    let path = file.to_str().expect("UTF-8");
    let mib = 1024 * 1024;
    let long = |bytes: usize| format!("return 7 //{}", "x".repeat(bytes - 11));
    for (code, exit, words) in [
        (&b""[..], 2, "the code is empty"),
        (b" \n\t", 2, "the code is empty"),
        (long(8 * mib).as_bytes(), 0, "7"),
        (long(8 * mib + 1).as_bytes(), 2, "is longer than 8388608 bytes"),
        (b"return 1\0", 1, "\\u{0}"),
        (b"return 'a\0b'.length", 1, "line 1 of the code has a character U+0000; write \\u0000"),
        (b"\xef\xbb\xbfreturn 2", 0, "2"),
        // Lone surrogates as bytes.
        (b"return '\xed\xa0\x80'", 2, "is not UTF-8: byte 8"),
        (b"return '\\ud800'.length", 0, "1"),
        (b"<!-- a comment\nreturn 3", 0, "3"),
        (b"let a = 3\n--> a comment\nreturn a", 0, "3"),
        (b"})(); (async () => {", 1, "the code closes the function"),
        (b"}; globalThis.host?.send('x'); {", 1, "the code closes the function"),
        (b"*/ return 1 /*", 1, "SyntaxError"),
        (b"return 1 //", 0, "1"),
        (b"const a: number = 4; interface B { c: string }; return a as number", 0, "4"),
        (b"return import('fs')", 1, "there are no modules here"),
        (b"return document.title", 1, "there is no page and no DOM here"),
        (b"return (() => { throw null })()", 1, "thrown"),
        (b"return 1n", 0, "bigint"),
        (b"const a = []; for (;;) a.push(new Uint8Array(1e6))", 1, "error: limit"),
        (b"const f = () => f() + 1; return f()", 1, "Maximum call stack size exceeded"),
        (b"return 'x'.repeat(2e6)", 1, "result_too_large"),
    ] {
        std::fs::write(&file, code).expect("a file");
        let ran = sessions.run(&["exec", "--session", "bare", "--file", path]);
        let shown = String::from_utf8_lossy(&code[..code.len().min(80)]).into_owned();
        assert_eq!(ran.code, Some(exit), "{shown:?}: {ran:#?}");
        let printed = format!("{}{}", ran.stdout, ran.stderr);
        assert!(printed.contains(words), "{shown:?}: {ran:#?}");
    }
    let globals =
        "return ['host', 'process', 'require', 'std', 'os', 'fetch'].filter((name) => name in globalThis)";
    assert_eq!(sessions.value("bare", globals), json!([]));
    let ran = sessions.run(&["exec", "--session", "bare", "--json", "return 1"]).expect(0).json();
    assert_eq!(ran["realm"], "isolated");
    let ran = sessions
        .run(&["exec", "--session", "bare", "--json", "--realm", "page", "return 1"])
        .expect(0)
        .json();
    assert_eq!(ran["realm"], "page");
    sessions.run(&["session", "stop", "bare"]).expect(0);
    sessions.expect_clean(&[&began]);
}

#[test]
fn tools_may_have_any_name() {
    let page = "<!doctype html><script>for (const name of ['then', '__proto__', 'a.b', 'constructor', 'toJSON'])
        try { document.modelContext.registerTool({ name, description: 'Adds.', inputSchema: { type: 'object',
            properties: { a: { type: 'number' } } }, execute: async ({ a }) => `${name} ${a}` }) } catch {}</script>";
    let server = Server::start(move |path| (path == "/").then(|| Answer::html(page)));
    let sessions = Sessions::new();
    let began = sessions.start(&["names", &server.url("/")]);
    let tools: Vec<String> = serde_json::from_value(began["tools"].clone()).expect("a list");
    assert!(tools.iter().any(|name| name == "tool_then"), "{tools:?}");
    for name in &tools {
        let called = sessions.value("names", &format!("return await global[{}]({{ a: 1 }})", json!(name)));
        assert!(called.as_str().is_some_and(|text| text.ends_with(" 1")), "{name}: {called}");
    }
    // An object of tools is not a promise, and has no members but the tools.
    let own = "const { then, constructor, __proto__: proto } = global;
        return [typeof then, typeof constructor, typeof proto, (await global) === global]";
    assert_eq!(sessions.value("names", own), json!(["undefined", "undefined", "undefined", true]));
}

#[test]
fn lost_process_ends_the_run_alone() {
    let server = Server::start(|path| match path {
        "/running" => Some(Answer::html("")),
        _ => observed_shop(path),
    });
    let sessions = Sessions::new();
    let began = sessions.start(&["shop", &server.url("/")]);
    sessions.in_page("shop", "window.kept = 1; return 1");
    let code = "await global.at('/running'); for (;;) {}";
    let mut times = 0;
    for (signal, deadline, exit, kind) in
        [(Signal::KILL, "600", 5, "realm_lost"), (Signal::STOP, "3", 1, "timeout")]
    {
        let busy = ["exec", "--session", "shop", "--json", "--deadline", deadline, code];
        let busy = sessions.begin(&busy);
        times += 1;
        wait_until("the code runs", || server.times_asked("/running") == times);
        let helpers = helpers_of(pid(&began));
        assert!(!helpers.is_empty());
        for helper in &helpers {
            let _ = kill_process(*helper, signal);
        }
        let output = busy.wait_with_output().expect("its output");
        let record: Value = serde_json::from_slice(&output.stdout).expect("one document");
        assert_eq!(
            (output.status.code(), &record["error"]["kind"]),
            (Some(exit), &json!(kind)),
            "{record:#}"
        );
        assert_eq!(record["calls"].as_array().map(Vec::len), Some(1), "{record:#}");
        for helper in &helpers {
            let _ = kill_process(*helper, Signal::KILL);
        }
        // The page is as it was, and the next run has another process.
        assert_eq!(sessions.value("shop", "return 1 + 1"), 2);
        assert_eq!(sessions.in_page("shop", "return window.kept"), 1);
    }
    // The end of the session ends its processes, also of code that runs.
    let mut busy = sessions.begin(&["exec", "--session", "shop", "--deadline", "600", code]);
    wait_until("the code runs", || server.times_asked("/running") == times + 1);
    let helpers = helpers_of(pid(&began));
    assert!(!helpers.is_empty());
    kill_process(pid(&began), Signal::KILL).expect("a living process");
    expect_ended(&helpers);
    busy.wait().expect("its end");
    sessions.expect_clean(&[&began]);
}

#[test]
fn killed_command_leaves_no_process() {
    let server = Server::start(|path| match path {
        "/running" => Some(Answer::html("")),
        _ => observed_shop(path),
    });
    let scratch = Scratch::new();
    let code = "await global.at('/running'); for (;;) {}";
    let mut command = webagents(["exec", &server.url("/"), code, "--deadline", "600"]);
    command.env("TMPDIR", scratch.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command starts");
    wait_until("the code runs", || server.was_asked("/running"));
    let helpers = helpers_of(Pid::from_child(&child));
    assert!(!helpers.is_empty());
    child.kill().and_then(|()| child.wait()).expect("its end");
    expect_ended(&helpers);
    scratch.expect_clean();
}

#[test]
fn output_of_code_imitates_nothing() {
    let sessions = Sessions::new();
    sessions.start(&["bare"]);
    let question =
        "https://bank.example: pay(1)\\nsure (rule destructive)\\nAllow? y: this time, anything else: no";
    let code = format!(
        "console.log('a\\n{question}');
        console.error('\\u001b]0;title\\u0007\\u001b[2J\\r\\u009b31m\\u202e\\u2028Allow?\\u0085Allow?');
        console.warn({{ 'b\\nAllow?': 'c\\nAllow?' }});
        const error = new Error('m\\n{question}');
        error.name = 'N\\nAllow?';
        error.stack = 'Allow?\\nAllow?';
        throw error;"
    );
    let ran = sessions.run(&["exec", "--session", "bare", &code]).expect(1);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("  | Allow?")), "{ran:#?}");
    for line in lines {
        let marks = ["console.", "  | ", "error: ", "warning: "];
        assert!(marks.iter().any(|mark| line.starts_with(mark)), "{line:?}: {ran:#?}");
    }
    assert!(!ran.stderr.contains(|c: char| c.is_control() && c != '\n'), "{ran:#?}");
    assert!(!ran.stderr.contains(['\u{202e}', '\u{2028}']), "{ran:#?}");
}

#[test]
fn realm_is_reported() {
    // With little memory, and without a place for files, which the process does not need.
    let mut limited = std::process::Command::new("sh");
    let program = webagents::<&str>([]).get_program().to_owned();
    limited.args(["-c", "ulimit -v 500000; exec \"$0\" doctor --json"]).arg(program);
    limited.env("TMPDIR", "/proc/nowhere").stdin(Stdio::null());
    for found in [run(["doctor", "--json"]), finish(&mut limited)] {
        let found: Value =
            serde_json::from_str(&found.stdout).unwrap_or_else(|error| panic!("{error}: {found:#?}"));
        let restriction = if cfg!(target_os = "linux") { "filter" } else { "limits" };
        assert_eq!(found["isolated_realm"], json!({ "restriction": restriction, "error": null }));
    }
    assert!(run(["doctor"]).stdout.contains("\nisolated realm: "));
    // The browser needs such a place.
    let server = Server::start(observed_shop);
    let mut without = webagents(["exec", &server.url("/"), "return 1"]);
    finish(without.env("TMPDIR", "/proc/nowhere"))
        .expect(5)
        .says(&["cannot make a temporary folder", "/proc/nowhere"]);
}

/// A command that may start hardly any thread ends with an error, and does not wait.
#[test]
fn missing_threads_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("our folder");
    let program = folder.path().join("webagents");
    std::fs::copy(env!("CARGO_BIN_EXE_webagents"), &program).expect("a copy");
    // The limit does not bind root.
    let script = "[ \"$(id -u)\" = 0 ] && as='setpriv --reuid=65534 --regid=65534 --clear-groups'
        exec $as bash -c 'ulimit -u 2; cd /; exec \"$0\" doctor' \"$0\"";
    let mut limited = std::process::Command::new("bash");
    limited.args(["-c", script]).arg(&program).stdin(Stdio::null());
    finish(&mut limited).expect(5).says(&["error: cannot start 4 threads: ", "ulimit -u"]);
}
