//! Named sessions: state between commands, and the order of service.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::support::{Answer, Ran, Scratch, Server, finish, observed_shop, wait_until, webagents};

/// The sessions of one test, which end with it.
pub(crate) struct Sessions {
    pub(crate) scratch: Scratch,
    /// The folder of sockets is in it. A short path, because the path of a socket is limited.
    pub(crate) runtime: tempfile::TempDir,
}

impl Sessions {
    pub(crate) fn new() -> Self {
        let runtime = tempfile::Builder::new().prefix("wa-run-").tempdir().expect("a temporary folder");
        Self { scratch: Scratch::new(), runtime }
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = webagents(args);
        command.env("TMPDIR", self.scratch.path()).env("XDG_RUNTIME_DIR", self.runtime.path());
        command
    }

    #[track_caller]
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        finish(&mut self.command(args))
    }

    /// Starts a command, and leaves it running.
    pub(crate) fn begin(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
    }

    /// Starts the session `name` on `url`, and returns its description.
    #[track_caller]
    pub(crate) fn start(&self, args: &[&str]) -> Value {
        let args: Vec<&str> = ["session", "start", "--json"].iter().chain(args).copied().collect();
        self.run(&args).expect(0).json()["session"].clone()
    }

    /// The value that code returns in the page of a session.
    #[track_caller]
    pub(crate) fn in_page(&self, name: &str, code: &str) -> Value {
        let args = ["exec", "--session", name, "--realm", "page", "--json", code];
        self.run(&args).expect(0).json()["value"].clone()
    }

    /// The description of a session in the list.
    #[track_caller]
    pub(crate) fn listed(&self, name: &str) -> Value {
        let list = self.run(&["session", "list", "--all", "--json"]).expect(0).json();
        let sessions = list["sessions"].as_array().expect("a list").clone();
        sessions.into_iter().find(|session| session["name"] == name).unwrap_or_default()
    }

    /// The value that code returns in a session.
    #[track_caller]
    pub(crate) fn value(&self, name: &str, code: &str) -> Value {
        self.run(&["exec", "--session", name, "--json", code]).expect(0).json()["value"].clone()
    }

    /// Holds that no process of the sessions is left.
    #[track_caller]
    pub(crate) fn expect_clean(&self, supervisors: &[&Value]) {
        for session in supervisors {
            wait_until("the supervisor has ended", || !is_alive(&session["pid"]));
        }
        self.scratch.expect_clean();
    }

    /// The folder of sockets, locks and records.
    pub(crate) fn folder(&self) -> std::path::PathBuf {
        self.runtime.path().join("webagents")
    }
}

impl Drop for Sessions {
    fn drop(&mut self) {
        let _ = self.command(&["session", "stop", "--all"]).stderr(Stdio::null()).status();
    }
}

/// Returns whether a process runs, and is not only waited for.
fn is_alive(pid: &Value) -> bool {
    let command = std::fs::read(Path::new("/proc").join(pid.to_string()).join("cmdline"));
    command.is_ok_and(|command| !command.is_empty())
}

#[test]
fn state_is_kept_between_commands() {
    let (sessions, server) = (
        Sessions::new(),
        Server::start(|path| match path {
            "/bare" => Some(Answer::html(
                "<!doctype html><title>Bare</title><main><p>Nothing but these words.</main>",
            )),
            _ => observed_shop(path),
        }),
    );
    let (url, other) = (server.url("/"), server.url("/other"));
    let began = sessions.start(&["shop", &url]);
    assert_eq!(
        (&began["state"], &began["url"], &began["idle_seconds"]),
        (&json!("running"), &json!(url), &json!(3600))
    );
    assert!(began["tools"].as_array().expect("a list").contains(&json!("searchBooks")), "{began:#}");
    let id = began["id"].as_str().expect("an id");
    assert!(id.starts_with("shop-"), "{id}");

    // Each is a process of its own.
    for (code, value) in [
        ("window.x = 1; return 'set'", json!("set")),
        ("return window.x", json!(1)),
        ("document.cookie = 'sid=secret'; localStorage.token = 'tok'; return 0", json!(0)),
        ("return [document.cookie, localStorage.token]", json!(["sid=secret", "tok"])),
    ] {
        assert_eq!(sessions.in_page("shop", code), value, "{code}");
    }
    for (code, value) in [
        // Nothing stays in the isolated realm.
        ("globalThis.y = 1; return globalThis.x ?? 0", json!(0)),
        ("return globalThis.y ?? 0", json!(0)),
        ("return (await global.searchBooks('whale', 1))[0].title", json!("Moby-Dick")),
        (
            "const [book] = await global.searchBooks('whale', 1); await global.addToBasket(book.id, 2); return (await global.getBasket()).count",
            json!(2),
        ),
        ("return (await global.getBasket()).count", json!(2)),
    ] {
        assert_eq!(sessions.value("shop", code), value, "{code}");
    }
    // Another page of it, with the same login and its tools.
    let ran = sessions.run(&[
        "exec",
        "--session",
        "shop",
        "--json",
        "--realm",
        "page",
        &other,
        "return [window.x ?? null, document.cookie]",
    ]);
    let ran = ran.expect(0).json();
    assert_eq!((&ran["value"], &ran["url"]), (&json!([null, "sid=secret"]), &json!(other)));
    assert_eq!(
        sessions.in_page("shop", "return [location.pathname, typeof global.getBasket]"),
        json!(["/other", "function"])
    );
    // The page to which the code leads, too; and a failure belongs to the code.
    let away = "location.href = '/bare'; await new Promise(() => {})";
    sessions.run(&["exec", "--session", "shop", "--realm", "page", away]).expect(1);
    assert_eq!(sessions.in_page("shop", "return document.title"), "Bare");
    let thrown = sessions.run(&["exec", "--session", "shop", "console.log('before'); throw new Error('no')"]);
    thrown.expect(1).says(&["console.log: before", "Error: no"]);

    let read = sessions.run(&["read", "--session", "shop"]).expect(0);
    assert_eq!(read.stdout.trim(), "Nothing but these words.");
    let read = sessions.run(&["read", "--session", "shop", "--json", &url]).expect(0).json();
    assert_eq!((&read["ok"], &read["url"]), (&json!(true), &json!(url)));
    assert!(read["text"].as_str().is_some_and(|text| text.contains("Lantern")), "{read:#}");
    assert_eq!(sessions.in_page("shop", "return location.pathname"), "/");

    let stopped = sessions.run(&["session", "stop", "shop", "--json"]).expect(0).json();
    assert_eq!(stopped["stopped"][0]["id"], id);
    sessions.expect_clean(&[&began]);
    assert!(!sessions.folder().join("shop.sock").exists());
    let ended = sessions.listed("shop");
    assert_eq!((&ended["state"], &ended["id"]), (&json!("ended"), &json!(id)));
    // It is in no list of what runs.
    let list = sessions.run(&["session", "list", "--json"]).expect(0).json();
    assert_eq!(list["sessions"], json!([]));
    sessions.run(&["session", "list"]).expect(0).says(&["no session runs (1 ended: --all lists them)"]);
    sessions.run(&["read", "--session", "other"]).expect(2).says(&["no session is called other; none runs"]);
    // Never silently a new one.
    for args in [&["exec", "--session", "shop", "return 1"][..], &["read", "--session", "shop"]] {
        sessions.run(args).expect(5).says(&[
            &format!("the session shop ({id}) ended at 2"),
            "Z: `webagents session stop` ended it",
            "help: `webagents session start shop` starts another one",
        ]);
    }
    sessions.run(&["session", "stop", "shop"]).expect(0).says(&["had ended at"]);
    let again = sessions.start(&["shop"]);
    assert_ne!(again["id"], id);
    sessions
        .run(&["read", "--session", "other"])
        .expect(2)
        .says(&["no session is called other; running: shop\n"]);
    assert_eq!(
        sessions.in_page("shop", "return [location.href, window.x ?? null]"),
        json!(["about:blank", null])
    );
    sessions.run(&["session", "stop", "--all"]).expect(0).says(&["ended the session shop-"]);
    sessions.run(&["session", "stop", "--all"]).expect(0).says(&["no session runs"]);
    sessions.expect_clean(&[&again]);
}

#[test]
fn answers_of_megabytes_and_files_arrive() {
    let (sessions, server) = (Sessions::new(), Server::shop());
    sessions.start(&["shop", &server.url("/")]);
    let code = "return 'x'.repeat(3000000)";
    let ran = sessions.run(&["exec", "--session", "shop", "--max-result", "4000000", code]).expect(0);
    assert_eq!(ran.stdout.len(), 3_000_003);
    sessions.run(&["exec", "--session", "shop", code]).expect(1).says(&["result_too_large"]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).into_os_string().into_string().expect("UTF-8");
    let (picture, state, result) = (path("page.png"), path("state.json"), path("result.json"));
    let ran = sessions.run(&[
        "exec",
        "--session",
        "shop",
        "--screenshot",
        &picture,
        "--save-storage-state",
        &state,
        "--save-result",
        &result,
        code,
    ]);
    let ran = ran.expect(0).says(&["page.png", "saved 3000003 bytes to "]);
    assert_eq!(ran.stdout, "{\"$type\":\"truncated\",\"reason\":\"size\"}\n");
    assert!(std::fs::read(&picture).expect("a picture").starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(&state).expect("a state").contains("\"cookies\""));
    assert_eq!(std::fs::read(&result).expect("a result").len(), 3_000_003);
    // Code of megabytes, from stdin.
    let code = format!("/* {} */ return 5", "y".repeat(2_000_000));
    let mut command = sessions.command(&["exec", "--session", "shop", "-"]);
    let ran = crate::support::feed(&mut command, code.as_bytes()).expect(0);
    assert_eq!(ran.stdout, "5\n");
    // A file that cannot be written is known before the code runs.
    let ran = sessions.run(&[
        "exec",
        "--session",
        "shop",
        "--screenshot",
        "/no/such/file",
        "await global.addToBasket('moby-dick', 1)",
    ]);
    ran.expect(2).says(&["cannot write /no/such/file"]);
    assert_eq!(sessions.value("shop", "return (await global.getBasket()).count"), 0);
}

#[test]
fn commands_take_turns() {
    let (sessions, server) = (
        Sessions::new(),
        Server::start(|path| match path {
            path if path.starts_with("/at/") => Some(Answer::html("")),
            _ => observed_shop(path),
        }),
    );
    let audit = sessions.scratch.path().join("audit.jsonl");
    let audit = audit.to_str().expect("UTF-8");
    let began = sessions.start(&["shop", &server.url("/"), "--audit", audit]);
    // Each finds the state that the one before has left, and nothing is lost.
    let code = "const n = window.n ?? 0; await new Promise((resolve) => setTimeout(resolve, 50)); window.n = n + 1; return n";
    let in_page = ["exec", "--session", "shop", "--realm", "page", code];
    let running: Vec<Child> = (0..5).map(|_| sessions.begin(&in_page)).collect();
    let mut seen: Vec<String> = running
        .into_iter()
        .map(|child| String::from_utf8(child.wait_with_output().expect("its output").stdout).expect("UTF-8"))
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, ["0\n", "1\n", "2\n", "3\n", "4\n"]);

    // One that waits for too long learns for whom; the list answers all the same.
    let busy = sessions.begin(&[
        "exec",
        "--session",
        "shop",
        "await global.at('/at/1'); await new Promise(() => {})",
    ]);
    wait_until("the code runs", || server.was_asked("/at/1"));
    let late = ["exec", "--session", "shop", "--wait", "0.2", "await global.at('/at/late')"];
    sessions.run(&late).expect(5).says(&[
        "was busy for",
        &format!("it serves `exec` of process {}", busy.id()),
        "--wait SECONDS waits longer",
    ]);
    let listed = sessions.listed("shop");
    assert_eq!(
        (&listed["serving"]["command"], &listed["serving"]["pid"]),
        (&json!("exec"), &json!(busy.id()))
    );
    assert!(listed["commands"].as_u64() >= Some(6), "{listed:#}");

    // A killed command is abandoned, whatever its code does, and its code calls no more tools.
    let mut left = busy;
    let loops = "for (;;) await global.at('/at/again')";
    for (at, realm, rest) in [
        ("", "", ""),
        ("/at/2", "isolated", "while (true) {}"),
        ("/at/3", "isolated", loops),
        ("/at/4", "page", "while (true) {}"),
        ("/at/5", "page", loops),
    ] {
        if !at.is_empty() {
            let code = format!("await global.at('{at}'); {rest}");
            left =
                sessions.begin(&["exec", "--session", "shop", "--deadline", "600", "--realm", realm, &code]);
            wait_until("the code runs", || server.was_asked(at));
        }
        kill_process(Pid::from_child(&left), Signal::KILL).expect("a living process");
        left.wait().expect("its end");
        assert_eq!(sessions.in_page("shop", "return location.pathname"), "/", "{realm}: {rest}");
        // A request that was sent before may arrive late.
        let later = "await new Promise((resolve) => setTimeout(resolve, 200)); return 1";
        assert_eq!(sessions.value("shop", later), 1);
        let calls = server.times_asked("/at/again");
        assert_eq!(sessions.value("shop", later), 1);
        assert_eq!(server.times_asked("/at/again"), calls, "{realm}: {rest}");
    }
    assert!(!server.was_asked("/at/late"));

    // A command in service at the end of the session gets the reason, and the calls of its code.
    let code = "await global.getBasket(); await global.at('/at/6'); await new Promise(() => {})";
    let busy = sessions.begin(&["exec", "--session", "shop", code]);
    wait_until("the code runs", || server.was_asked("/at/6"));
    let waiting = sessions.begin(&["exec", "--session", "shop", "return 1"]);
    wait_until("both are there", || sessions.listed("shop")["waiting"] == 1);
    sessions.run(&["session", "stop", "shop"]).expect(0);
    for (child, words) in [(busy, "cancelled: the run was cancelled after "), (waiting, "Error: ")] {
        let output = child.wait_with_output().expect("its output");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(5), "{stderr}");
        assert!(stderr.contains("`webagents session stop` ended it"), "{stderr}");
        assert!(stderr.to_lowercase().contains(&words.to_lowercase()), "{stderr}");
    }
    // The runs of killed commands are recorded, and the last; runs with calls may have spent their budget first.
    let records = std::fs::read_to_string(audit).expect("the audit");
    let records: Vec<Value> = records.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let failed: Vec<&Value> = records.iter().filter(|record| record["ok"] == false).collect();
    let [.., last] = failed.as_slice() else { panic!("no run failed: {records:#?}") };
    assert_eq!(failed.len(), 6, "{records:#?}");
    assert_eq!(last["error"]["kind"], "cancelled");
    assert_eq!(last["calls"].as_array().map(Vec::len), Some(2), "{last:#}");
    sessions.expect_clean(&[&began]);
}

#[test]
fn many_commands_need_no_more_memory() {
    let sessions = Sessions::new();
    let began = sessions.start(&["shop"]);
    let resident = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", began["pid"])).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number")
    };
    let run = |times: u32| {
        for i in 0..times {
            assert_eq!(sessions.value("shop", &format!("return {i}")), i);
        }
    };
    run(10);
    let before = resident();
    run(100);
    let grown = || resident().saturating_sub(before);
    assert!(grown() < 20 * 1024, "{} KiB more than {before} KiB", grown());
    // A large answer is not kept, either, but its memory may be free a moment later.
    let large = "return 'x'.repeat(8000000)";
    sessions.run(&["exec", "--session", "shop", "--max-result", "9000000", large]).expect(0);
    wait_until("the memory of the answer is free", || grown() < 20 * 1024);
}
