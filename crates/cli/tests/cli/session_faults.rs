//! Named sessions whose processes are killed, and refused requests.

use std::fs::Permissions;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::{Arc, Mutex};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::session::Sessions;
use crate::support::{Answer, Server, closed_port, wait_until};

fn pid(session: &Value) -> Pid {
    let pid = session["pid"].as_i64().and_then(|pid| i32::try_from(pid).ok());
    pid.and_then(Pid::from_raw).expect("the number of a process")
}

/// The numbers of the browsers' processes.
fn browsers(sessions: &Sessions) -> Vec<Pid> {
    let mark = sessions.scratch.path().as_os_str().as_encoded_bytes();
    let has = |text: &[u8], mark: &[u8]| text.windows(mark.len()).any(|window| window == mark);
    let entries = std::fs::read_dir("/proc").expect("a /proc").flatten();
    let browsers = entries.filter_map(|entry| {
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        let pid = entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw)?;
        (has(&command, b"--user-data-dir=") && has(&command, mark)).then_some(pid)
    });
    browsers.collect()
}

#[test]
fn killed_supervisor_ends_its_browser() {
    let sessions = Sessions::new();
    let began = sessions.start(&["shop"]);
    assert!(!browsers(&sessions).is_empty());
    kill_process(pid(&began), Signal::KILL).expect("a living process");
    sessions.expect_clean(&[&began]);
    assert!(sessions.folder().join("shop.sock").exists(), "nobody was left to remove it");
    let why = format!("its supervisor (process {}) ended without a record", began["pid"]);
    sessions.run(&["exec", "--session", "shop", "return 1"]).expect(5).says(&["the session shop (", &why]);
    let listed = sessions.listed("shop");
    assert_eq!((&listed["state"], &listed["id"]), (&json!("ended"), &began["id"]));
    assert!(listed["why"].as_str().is_some_and(|text| text.starts_with(&why)), "{listed:#}");
    // The stale socket is in nobody's way.
    let again = sessions.start(&["shop"]);
    assert_ne!(again["id"], began["id"]);
    assert_eq!(sessions.value("shop", "return 1"), 1);

    // Signals that a process can handle have an end with a reason.
    kill_process(pid(&again), Signal::TERM).expect("a living process");
    sessions.expect_clean(&[&again]);
    sessions.run(&["exec", "--session", "shop", "return 1"]).expect(5).says(&["got the signal TERM"]);
}

#[test]
fn end_of_the_browser_ends_the_session() {
    let sessions = Sessions::new();
    let began = sessions.start(&["shop"]);
    for browser in browsers(&sessions) {
        // One may end with another.
        let _ = kill_process(browser, Signal::KILL);
    }
    wait_until("the session has ended", || sessions.listed("shop")["state"] == "ended");
    sessions.run(&["exec", "--session", "shop", "return 1"]).expect(5).says(&["its browser ended"]);
    sessions.expect_clean(&[&began]);
}

#[test]
fn damaged_records_hide_no_session() {
    let sessions = Sessions::new();
    let began = sessions.start(&["shop"]);
    let damaged = sessions.folder().join("damaged.json");
    std::fs::write(&damaged, "{ \"name\": 1").expect("a file");
    let list = sessions.run(&["session", "list", "--json"]).expect(2).json();
    assert_eq!(
        (&list["sessions"][0]["name"], &list["failed"][0]["name"]),
        (&json!("shop"), &json!("damaged"))
    );
    let list =
        sessions.run(&["session", "list"]).expect(2).says(&["damaged.json: expected the record", "remove"]);
    assert!(list.stdout.starts_with("shop-"), "{list:#?}");
    sessions.run(&["session", "stop", "damaged"]).expect(2).says(&["damaged.json", "remove that file"]);
    let other = sessions.start(&["damaged"]);
    sessions.run(&["session", "stop", "--all"]).expect(0);
    sessions.expect_clean(&[&began, &other]);
}

#[test]
fn stopped_supervisor_is_ended() {
    let sessions = Sessions::new();
    let began = sessions.start(&["shop"]);
    kill_process(pid(&began), Signal::STOP).expect("it runs");
    let ended = sessions.run(&["session", "stop", "shop", "--json"]).expect(0).json();
    assert_eq!(ended["stopped"][0]["killed"], false, "{ended:#}");
    sessions.expect_clean(&[&began]);
}

#[test]
fn pages_that_hang_stop_no_command() {
    let (sessions, server) = (
        Sessions::new(),
        Server::start(|path| {
            match path {
            "/" => Some(Answer::html("<!doctype html><title>shop</title><p>fine words</p>")),
            "/loop" => Some(Answer::html("<!doctype html><p>text<script>for (;;);</script>")),
            "/big" => Some(Answer::html(
                "<!doctype html><script>document.modelContext?.registerTool({
                    name: 'big', description: 'Returns much.', inputSchema: { type: 'object', properties: {} },
                    execute: async () => 'x'.repeat(50e6),
                })</script>",
            )),
            "/alert" => Some(Answer::html("<!doctype html><p>text<script>for (;;) alert(1)</script>")),
            "/late" => Some(Answer::html(
                "<!doctype html><p>later<script>setTimeout(() => { for (;;); }, 900)</script>",
            )),
            "/unload" => Some(Answer::html(
                "<!doctype html><p>stay<script>addEventListener('beforeunload', () => { for (;;); })</script>",
            )),
            _ => None,
        }
        }),
    );
    let url = server.url("/");
    sessions.start(&["shop", &url]);
    sessions.in_page("shop", "document.cookie = 'sid=login'; return 0");
    let within = ["--timeout", "3"];
    for (path, hung, next) in [
        ("/loop", &["read", "--session", "shop"][..], &["read", "--session", "shop", &url][..]),
        ("/alert", &["read", "--session", "shop"], &["browse", "--session", "shop", "open", &url]),
        (
            "/late",
            &["read", "--session", "shop"],
            &["exec", "--session", "shop", "--realm", "page", &url, "return document.title"],
        ),
        ("/loop", &["exec", "--session", "shop"], &["read", "--session", "shop", &url]),
        ("/unload", &["read", "--session", "shop"], &["browse", "--session", "shop", "open", &url]),
    ] {
        let page = server.url(path);
        let code: &[&str] = if hung[0] == "exec" { &["return 1"] } else { &[] };
        let ran = sessions.run(&[hung, &within, &[&page], code].concat());
        let is_late = matches!(path, "/late" | "/unload");
        assert!(is_late || ran.code != Some(0), "{ran:#?}");
        if is_late {
            // It hangs while no command looks.
            thread::sleep(std::time::Duration::from_secs(1));
        }
        let next = sessions.run(next).expect(0);
        assert!(["fine words", "shop"].iter().any(|word| next.stdout.contains(word)), "{next:#?}");
        assert_eq!(sessions.in_page("shop", "return document.cookie"), "sid=login", "{path}");
    }
    let length = "return (await global.big()).length";
    let in_page = ["exec", "--session", "shop", "--realm", "page"];
    let ran = sessions.run(&[&in_page[..], &[&server.url("/big"), length]].concat()).expect(0);
    assert_eq!(ran.stdout, "50000000\n");
    sessions
        .run(&[&in_page[..], &["return await global.big()"]].concat())
        .expect(1)
        .says(&["result_too_large"]);
    let ran = sessions.run(&["exec", "--session", "shop", length]).expect(1);
    ran.says(&["the result of big is longer than 16 MiB of JSON"]);
    assert_eq!(sessions.listed("shop")["state"], "running");
}

#[test]
fn session_without_its_socket_is_ended() {
    let sessions = Sessions::new();
    let began = sessions.start(&["shop"]);
    std::fs::remove_file(sessions.folder().join("shop.sock")).expect("the socket");
    sessions.run(&["exec", "--session", "shop", "return 1"]).expect(5);
    sessions.run(&["session", "stop", "shop"]).expect(0).says(&["ended the session shop-"]);
    sessions.expect_clean(&[&began]);
    // Without its lock file, it runs all the same.
    let began = sessions.start(&["shop"]);
    std::fs::remove_file(sessions.folder().join("shop.lock")).expect("the lock");
    assert_eq!(sessions.listed("shop")["state"], "running");
    sessions.run(&["session", "start", "shop"]).expect(2).says(&["runs already"]);
    let ran = sessions.run(&["session", "stop", "shop"]).expect(0).says(&["ended the session shop-"]);
    assert!(!ran.stderr.contains("had ended"), "{ran:#?}");
    sessions.expect_clean(&[&began]);
    // A session whose id nobody could read does not stay.
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
    let mut start = sessions.command(&["session", "start", "shop"]);
    let status = start.stdout(full).stderr(std::process::Stdio::null()).status().expect("it runs");
    assert_eq!(status.code(), Some(2));
    assert_eq!(sessions.listed("shop")["state"], "ended");
}

#[test]
fn idle_session_ends() {
    let sessions = Sessions::new();
    let began = sessions.start(&["shop", "--idle", "1"]);
    assert_eq!(began["idle_seconds"], 1);
    wait_until("the session has ended", || sessions.listed("shop")["state"] == "ended");
    sessions.run(&["read", "--session", "shop"]).expect(5).says(&["no command used it for 1 s (--idle)"]);
    sessions.expect_clean(&[&began]);
}

#[test]
fn session_that_cannot_start_leaves_nothing() {
    let sessions = Sessions::new();
    let nobody = format!("http://127.0.0.1:{}/", closed_port());
    sessions.run(&["session", "start", "shop", &nobody]).expect(3).says(&["were not found", "cannot show"]);
    sessions.run(&["exec", "--session", "shop", "return 1"]).expect(5).says(&["it did not start: "]);
    let ran = sessions.run(&["session", "start", "shop", "--json", "--driver", "/bin/false"]).expect(5);
    assert_eq!(ran.json()["error"]["kind"], "browser");
    // A killed command ends the work that it has begun.
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock().expect("nobody else has it");
    let its = Arc::clone(&gate);
    let server = Server::start(move |path| match path {
        "/" => Some(Answer::html("<!doctype html><script src=/slow></script>")),
        "/slow" => {
            // Answers when the test allows it, or fails.
            drop(its.lock());
            None
        }
        _ => None,
    });
    let mut starting = sessions.begin(&["session", "start", "slow", &server.url("/")]);
    wait_until("the browser loads the page", || server.was_asked("/slow"));
    // One at a time.
    sessions.run(&["session", "start", "slow"]).expect(2).says(&["the session slow (slow-", "runs already"]);
    let began = sessions.listed("slow");
    assert_eq!(began["state"], "running");
    starting.kill().and_then(|()| starting.wait()).expect("its end");
    sessions.expect_clean(&[&began]);
    drop(closed);
    sessions.run(&["exec", "--session", "slow", "return 1"]).expect(5).says(&["ended before it was ready"]);
}

#[test]
fn one_of_many_that_start_at_once_has_the_session() {
    let sessions = Sessions::new();
    let starting: Vec<_> = (0..4).map(|_| sessions.begin(&["session", "start", "shop", "--json"])).collect();
    let mut began = Vec::new();
    for child in starting {
        let output = child.wait_with_output().expect("its output");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("one document");
        match output.status.code() {
            Some(0) => began.push(answer),
            code => {
                assert_eq!(code, Some(2), "{answer:#}");
                let message = answer["error"]["message"].as_str().expect("a message");
                assert!(message.ends_with("runs already"), "{answer:#}");
                assert_eq!(String::from_utf8_lossy(&output.stderr).matches("error").count(), 0);
            }
        }
    }
    assert_eq!(began.len(), 1);
    sessions.run(&["session", "stop", "shop"]).expect(0);
    sessions.expect_clean(&[&began[0]["session"]]);
}

#[test]
fn usage_errors() {
    let sessions = Sessions::new();
    let long = "n".repeat(65);
    let names = "expected 1 to 64 of the characters A-Z, a-z, 0-9, `.`, `_` and `-`";
    let start = "holds for a whole session";
    let in_session = ["exec", "--session", "shop", "return 1"];
    let read = ["read", "--session", "shop"];
    for (args, words) in [
        (&["session", "start", "a/b"][..], names),
        (&["session", "start", ""], names),
        (&["session", "start", &long], names),
        (&["session", "stop", "../x"], names),
        (&["exec", "--session", "a b", "1"], names),
        (&["session", "stop"], "<NAME>"),
        (&["session", "stop", "a", "--all"], "cannot be used with"),
        (&["session", "start", "a", "page.html"], "is not a URL"),
        (&["session", "start", "a", "file:///x"], "only http and https are opened"),
        (&["session", "start", "a", "--idle", "0"], "expected a number of seconds"),
        (&["session", "start", "a", "--attach", "127.0.0.1:1", "--profile", "y"], "cannot be used with"),
        (&["session", "start", "a", "--policy", "/no/such/policy"], "cannot read /no/such/policy"),
        (&["session", "stop", "shop"], "no session is called shop; none runs"),
        (&in_session, "no session is called shop; none runs"),
        (&read, "no session is called shop; none runs"),
        (&["exec", "--session", "shop"], "CODE is missing"),
        (&["exec", "--session", "shop", "https://shop.example/"], "CODE is missing"),
        (&["exec", "--session", "shop", "page.html", "1"], "page.html is not a URL"),
        (&["exec", "--wait", "1", "https://shop.example/", "1"], "--session"),
        (&["exec", "--session", "shop", "--many", "x"], "write: webagents batch --session shop x"),
        (&["exec", "--session", "shop", "--jobs", "2", "1"], "unexpected argument '--jobs'"),
        (&["exec", "--session", "shop", "--engine", "firefox", "1"], start),
        (&["exec", "--session", "shop", "--headed", "1"], start),
        (&["exec", "--session", "shop", "--attach", "127.0.0.1:1", "1"], start),
        (&["exec", "--session", "shop", "--profile", "x", "1"], start),
        (&["exec", "--session", "shop", "--storage-state", "x", "1"], start),
        (&["exec", "--session", "shop", "--egress", "open", "1"], start),
        (&["exec", "--session", "shop", "--driver", "x", "1"], start),
        (&["exec", "--session", "shop", "--driver-url", "x", "1"], start),
        (&["exec", "--session", "shop", "--policy", "x", "1"], start),
        (&["exec", "--session", "shop", "--allow", "x", "1"], start),
        (&["exec", "--session", "shop", "--deny", "x", "1"], start),
        (&["exec", "--session", "shop", "--confirm", "1"], start),
        (&["exec", "--session", "shop", "--lock", "x", "1"], start),
        (&["exec", "--session", "shop", "--audit", "x", "1"], start),
        (&["exec", "--session", "shop", "--manifest", "x", "1"], start),
        (&["exec", "--session", "shop", "--allow-host", "a:1", "1"], start),
        (&["read", "--session", "shop", "--render"], start),
        (&["read", "--session", "shop", "--profile", "x"], start),
        (&["read", "--session", "shop", "--allow-host", "a:1"], start),
        (&["read", "--session", "shop", "--header", "a: b"], "is for requests without a browser"),
        (&["read", "--session", "shop", "--cache", "x"], "is for requests without a browser"),
    ] {
        let ran = sessions.run(args).expect(2).says(&[words]);
        assert_eq!(ran.stdout, "", "{args:?}");
    }
    let ran = sessions.run(&["exec", "--json", "--session", "shop", "return 1"]).expect(2).json();
    assert_eq!((&ran["status"], &ran["error"]["kind"]), (&json!("failed"), &json!("usage")));
    assert_eq!(sessions.run(&["session", "list", "--json"]).expect(0).json()["sessions"], json!([]));
}

#[test]
fn unsafe_folders_are_refused() {
    let sessions = Sessions::new();
    let list = ["session", "list"];
    sessions.run(&list).expect(0);
    let mode =
        |bits| std::fs::set_permissions(sessions.folder(), Permissions::from_mode(bits)).expect("a mode");
    mode(0o755);
    for args in
        [&list[..], &["session", "start", "a"], &["exec", "--session", "a", "1"], &["read", "--session", "a"]]
    {
        sessions.run(args).expect(4).says(&["sessions are not kept in", "mode 0700, found mode 0755"]);
    }
    mode(0o700);
    sessions.run(&list).expect(0);
    // Without XDG_RUNTIME_DIR, a folder of the user's own in the folder of temporary files.
    let mut command = sessions.command(&list);
    crate::support::finish(command.env_remove("XDG_RUNTIME_DIR").env("TMPDIR", sessions.runtime.path()))
        .expect(0);
    let entries = std::fs::read_dir(sessions.runtime.path()).expect("the folder").flatten();
    let found: Vec<_> =
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("webagents-")).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].metadata().expect("it").permissions().mode() & 0o7777, 0o700);
    // A path that no socket can have.
    let deep = sessions.runtime.path().join("d".repeat(100));
    std::fs::create_dir(&deep).expect("a folder");
    let mut command = sessions.command(&["session", "start", "a"]);
    let ran = crate::support::finish(command.env("XDG_RUNTIME_DIR", &deep)).expect(2);
    ran.says(&["the path of the session's socket is too long", "found 1", "a shorter path"]);
}

/// Sends lines to a socket, and returns the answers until its end.
fn talk(path: &std::path::Path, lines: &[u8]) -> Vec<Value> {
    let mut stream = UnixStream::connect(path).expect("a listener");
    // It may end before it has read all.
    let _ = stream.write_all(lines);
    let answers = BufReader::new(stream).lines().map_while(Result::ok);
    answers.map(|line| serde_json::from_str(&line).expect("JSON")).collect()
}

#[test]
fn other_versions_and_nonsense_are_refused() {
    let sessions = Sessions::new();
    let began = sessions.start(&["shop"]);
    let socket = sessions.folder().join("shop.sock");
    assert_eq!(socket.metadata().expect("a socket").permissions().mode() & 0o777, 0o600);
    let other = br#"{"version":999,"wait":{"secs":0,"nanos":0},"can_ask":false,"request":"stop"}"#;
    let start =
        br#"{"version":3,"wait":{"secs":0,"nanos":0},"can_ask":false,"request":{"start":{"arguments":[]}}}"#;
    let unknown = br#"{"version":3,"wait":{"secs":0,"nanos":0},"can_ask":false,"request":"dance"}"#;
    for (line, words) in [
        (&other[..], "expected version 3 of the protocol, found 999"),
        (start, "runs already"),
        (unknown, "expected a call"),
        (b"{}", "expected a call with a version"),
        (b"nonsense", "expected a call"),
        (b"\xff\xfe", "expected a call"),
    ] {
        let answers = talk(&socket, &[line, b"\n"].concat());
        assert_eq!((&answers[0]["webagents_session"], &answers[0]["id"]), (&json!(3), &began["id"]));
        let message = answers[1]["failure"]["message"].as_str().expect("a failure");
        assert!(message.contains(words), "{message}");
    }
    // Those who only connect, or send half a line, hold up nobody.
    let silent: Vec<UnixStream> =
        (0..20).map(|_| UnixStream::connect(&socket).expect("a listener")).collect();
    (&silent[0]).write_all(br#"{"version":1,"#).expect("a listener");
    assert_eq!(sessions.value("shop", "return 1"), 1);
    drop(silent);

    // A supervisor of another version. There is none yet, so the test sends its greeting.
    let listener = UnixListener::bind(sessions.folder().join("later.sock")).expect("a socket");
    let greeting = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a command");
        stream.write_all(b"{\"webagents_session\":999,\"id\":\"later-1\"}\n").expect("a command");
        let mut sent = String::new();
        stream.read_to_string(&mut sent).expect("its end");
        sent
    });
    let ran = sessions.run(&["exec", "--session", "later", "return 'secret'"]).expect(2);
    ran.says(&["expected version 3 of the protocol, found 999", "use the program that started it"]);
    assert_eq!(greeting.join().expect("no panic"), "", "nothing is sent to another version");
}
