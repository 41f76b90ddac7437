//! `batch`: records, their order, repeated lines, and the end of a run.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::support::{
    Answer, PATIENCE, Ran, SHOP_MANIFEST, Scratch, Server, closed_port, feed, finish, free_port, keys,
    observed_shop, run, wait_until, webagents, with_browser,
};

/// A shop that answers all requests, so that scripts can report by a path that they ran.
///
/// `/slow` is answered after a request for `/go`, and not again before another `/go`.
fn shop() -> Server {
    let (go, goes) = std::sync::mpsc::channel();
    let goes = Mutex::new(goes);
    Server::start(move |path| {
        if path == "/go" {
            go.send(()).expect("the shop is open");
        }
        if path == "/slow" {
            goes.lock().expect("no panic").recv_timeout(PATIENCE).expect("a line that goes on");
        }
        observed_shop(path).or_else(|| Some(Answer::html("")))
    })
}

fn lines(lines: &[Value]) -> String {
    lines.iter().map(Value::to_string).map(|line| line + "\n").collect()
}

#[track_caller]
fn records(text: &str) -> Vec<Value> {
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// The records of lines that came to an end.
#[track_caller]
fn ended(text: &str) -> Vec<Value> {
    records(text).into_iter().filter(|record| record["status"] != "begun").collect()
}

/// `(line, status)` of each record.
fn statuses(records: &[Value]) -> Vec<(u64, &str)> {
    let one = |record: &Value| (record["line"].as_u64().expect("a number"), record["status"].clone());
    let known = ["begun", "done", "failed", "lost"];
    records
        .iter()
        .map(one)
        .map(|(line, status)| (line, *known.iter().find(|known| status == **known).expect("a status")))
        .collect()
}

#[test]
fn each_line_has_its_record() {
    let (scratch, server) = (Scratch::new(), shop());
    let (url, elsewhere) = (server.url("/"), format!("http://127.0.0.1:{}/", closed_port()));
    let input = lines(&[
        json!({ "id": "first", "url": url, "code": "return (await global.searchBooks('whale', 1))[0].title" }),
        json!({ "url": url, "code": "throw new RangeError('no more')" }),
        json!({ "url": elsewhere, "code": "return 1" }),
        json!({ "url": url, "cdoe": "return 1" }),
        json!({ "id": 5, "url": url, "code": "return (await global.stored('1'))[0]" }),
        json!({ "url": url, "code": "return (await global.stored())[0]" }),
    ]);
    let file = scratch.file("lines.jsonl", format!("{input}\n\n"));
    for isolation in ["browser", "context"] {
        let args = ["batch", &file, "--jobs", "2", "--isolation", isolation];
        let ran = with_browser(&scratch, &args, "").expect(1);
        let ran = ran.says(&["lines: 4 done (1 with an error), 2 failed\n"]);
        are_whole(&records(&ran.stdout), &url);
    }
    // The tools of a page are looked for once in a run.
    assert_eq!(server.times_asked("/webagents.md"), 2);
}

fn are_whole(records: &[Value], url: &str) {
    assert_eq!(
        statuses(records),
        [(1, "done"), (2, "done"), (3, "failed"), (4, "failed"), (5, "done"), (6, "done")]
    );
    assert_eq!(keys(&records[0])[..8], ["version", "id", "line", "url", "input", "status", "realm", "ok"]);
    assert_eq!((&records[0]["id"], &records[0]["url"]), (&json!("first"), &json!(url)));
    assert_eq!(records[0]["value"], "Moby-Dick");
    assert_eq!(records[0]["calls"][0]["tool"], "searchBooks");
    assert_eq!(keys(&records[1])[..7], ["version", "line", "url", "input", "status", "realm", "ok"]);
    assert_eq!(records[1]["error"]["name"], "RangeError");
    assert_eq!(records[2]["error"]["kind"], "network");
    assert_eq!(keys(&records[3]), ["version", "line", "input", "status", "ok", "error"]);
    assert_eq!(records[3]["error"]["message"], "line 4: \"code\" is missing");
    // Each line has cookies of its own.
    assert_eq!((&records[4]["value"], &records[5]["value"]), (&json!("sid=1"), &json!("")));
}

#[test]
fn records_come_in_the_order_that_is_asked_for() {
    let (scratch, server) = (Scratch::new(), shop());
    let url = server.url("/");
    let input = lines(&[
        json!({ "url": url, "code": "await global.at('/slow')" }),
        json!({ "url": url, "code": "await global.stored('1')" }),
        json!({ "url": url, "code": "return (await global.stored())[1]" }),
        // The first line ends after this one has begun, and that is when the third has its record.
        json!({ "url": url, "code": "await global.at('/go')" }),
    ]);
    let order = |more: &[&str]| {
        let args = [&["batch", "-", "--jobs", "2"][..], more].concat();
        let records = records(&with_browser(&scratch, &args, &input).expect(0).stdout);
        let mut lines: Vec<u64> = statuses(&records).into_iter().map(|(line, _)| line).collect();
        let last = lines.split_off(2);
        assert!(more.is_empty() || last.contains(&1), "{last:?}");
        (
            lines,
            last.len(),
            records.into_iter().find(|record| record["line"] == 3).expect("line 3")["value"].clone(),
        )
    };
    assert_eq!(order(&[]), (vec![1, 2], 2, Value::Null));
    // The third line runs in the browser of the second, because the first has not finished.
    let shared = ["--unordered", "--share-browser", "9"];
    assert_eq!(order(&shared), (vec![2, 3], 2, json!("1")));
    assert_eq!(order(&[&shared[..], &["--isolation", "context"]].concat()), (vec![2, 3], 2, json!("1")));
}

/// The main processes of the browsers of a run.
fn browsers(scratch: &Scratch) -> Vec<Pid> {
    let mark = scratch.path().to_str().expect("UTF-8").to_owned();
    let entries = std::fs::read_dir("/proc").expect("a /proc").flatten();
    entries
        .filter_map(|entry| {
            let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
            let command =
                String::from_utf8_lossy(&std::fs::read(entry.path().join("cmdline")).ok()?).into_owned();
            let is_main = command.contains("--user-data-dir=") && !command.contains("--type=");
            (is_main && command.contains(&mark)).then_some(pid)
        })
        .collect()
}

/// Ends the command if the test fails before it has ended.
struct Owned(Child);

impl Drop for Owned {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(scratch: &Scratch, args: &[&str]) -> Owned {
    let mut command = webagents(args);
    command.env("TMPDIR", scratch.path()).stderr(Stdio::null());
    command.stdout(std::fs::File::create(scratch.path().join("stdout")).expect("a file"));
    Owned(command.spawn().expect("the command starts"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn a_run_that_was_killed_is_gone_on_with() {
    let (scratch, server) = (Scratch::new(), shop());
    let (url, out) = (server.url("/"), scratch.path().join("out.jsonl"));
    let ran = |number: u32| format!("await global.at('/ran-{number}'); return {number}");
    let mut all = vec![
        json!({ "id": "a", "url": url, "code": ran(1) }),
        json!({ "id": "b", "url": url, "code": "await global.held('/cut')" }),
        json!({ "id": "c", "url": url, "code": ran(3) }),
    ];
    let file = scratch.file("lines.jsonl", lines(&all));
    let args = ["batch", &file, "--jobs", "1", "--deadline", "600", "--resume", out.to_str().expect("UTF-8")];
    let mut first = start(&scratch, &args);
    wait_until("the second line runs", || server.was_asked("/cut"));
    // Its browser goes away under it, and then the whole run.
    for pid in browsers(&scratch) {
        let _ = kill_process(pid, Signal::KILL);
    }
    wait_until("the third line is done", || read(&out).lines().count() == 6);
    crate::support::hold_to_schema("batch", &read(&out));
    first.0.wait().expect("its end");
    assert_eq!(statuses(&ended(&read(&out))), [(1, "done"), (2, "lost"), (3, "done")]);
    assert_eq!(ended(&read(&out))[1]["error"]["kind"], "browser_lost");

    // A record that was cut off, a line that has changed, and a new one.
    let whole = read(&out);
    std::fs::write(&out, format!("{whole}{}", &whole[..30])).expect("a writable file");
    all[1] = json!({ "id": "b", "url": url, "code": "await global.held('/cut')" });
    all[2] = json!({ "id": "c", "url": url, "code": ran(4) });
    all.push(json!({ "id": "d", "url": url, "code": ran(5) }));
    std::fs::write(&file, lines(&all)).expect("a writable file");
    let second =
        with_browser(&scratch, &args, "").expect(1).says(&["lines: 2 done, 1 done before, 1 lost before\n"]);
    assert_eq!(second.stdout, "", "the records are in the file");
    assert_eq!(
        statuses(&ended(&read(&out))),
        [(1, "done"), (2, "lost"), (3, "done"), (3, "done"), (4, "done")]
    );
    assert_eq!((server.times_asked("/ran-1"), server.times_asked("/cut")), (1, 1));

    // Lost lines are run again on request.
    let whole = read(&out);
    for seconds in ["1", "4", "16", "60"] {
        std::fs::write(&out, &whole).expect("a writable file");
        let again = [&args[..5], &[seconds], &args[6..], &["--again"]].concat();
        let third = with_browser(&scratch, &again, "")
            .expect(1)
            .says(&["lines: 1 done (1 with an error), 3 done before"]);
        assert_eq!(third.stdout, "");
        // How far it comes in a second depends on the machine.
        if server.times_asked("/cut") == 2 {
            break;
        }
    }
    assert_eq!(server.times_asked("/cut"), 2);
    assert_eq!(records(&read(&out)).last().expect("a record")["error"]["kind"], "timeout");
}

#[test]
fn what_was_running_when_the_run_was_killed_is_lost() {
    let (scratch, server) = (Scratch::new(), shop());
    let (url, out) = (server.url("/"), scratch.path().join("out.jsonl"));
    let input = lines(&[
        json!({ "id": "a", "url": url, "code": "await global.at('/cut-1'); await new Promise(() => {})" }),
        json!({ "id": "b", "url": url, "code": "await global.at('/cut-2'); await new Promise(() => {})" }),
        json!({ "id": "c", "url": url, "code": "await global.at('/third'); return 3" }),
    ]);
    let file = scratch.file("lines.jsonl", input);
    let out_name = out.to_str().expect("UTF-8");
    let args = ["batch", &file, "--jobs", "2", "--deadline", "600", "--resume", out_name];
    let mut first = start(&scratch, &args);
    wait_until("two lines run", || server.was_asked("/cut-1") && server.was_asked("/cut-2"));
    kill_process(Pid::from_child(&first.0), Signal::KILL).expect("a living process");
    first.0.wait().expect("its end");
    scratch.expect_clean();
    // The beginning of a record was written as well when the process ended.
    let begun = read(&out);
    assert_eq!(statuses(&records(&begun)).len(), 2);
    std::fs::write(&out, format!("{begun}{}", &begun[..40])).expect("a writable file");

    with_browser(&scratch, &args, "").expect(1).says(&["lines: 1 done, 2 lost before\n"]);
    assert_eq!((server.times_asked("/cut-1"), server.times_asked("/third")), (1, 1));
    let whole = read(&out);
    for seconds in ["1", "4", "16", "60"] {
        std::fs::write(&out, &whole).expect("a writable file");
        let again = [&args[..4], &["--deadline", seconds], &args[6..], &["--again"]].concat();
        with_browser(&scratch, &again, "")
            .expect(1)
            .says(&["lines: 2 done (2 with an error), 1 done before\n"]);
        if server.times_asked("/cut-1") == 2 {
            break;
        }
    }
    assert_eq!((server.times_asked("/cut-1"), server.times_asked("/third")), (2, 1));
    crate::support::hold_to_schema("batch", &read(&out));
}

#[test]
fn records_of_earlier_versions_are_resumed() {
    let (scratch, server) = (Scratch::new(), shop());
    let url = server.url("/");
    let all = [json!({ "url": url, "code": "return 1" }), json!({ "url": url, "code": "throw 1" })];
    let file = scratch.file("lines.jsonl", lines(&all));
    let out = scratch.path().join("out.jsonl");
    let args = ["batch", &file, "--resume", out.to_str().expect("UTF-8")];
    with_browser(&scratch, &args, "").expect(1);
    // As version 0.1 of the command wrote them: the outcome in a member of its own, and no version.
    let old: String = ended(&read(&out))
        .iter()
        .map(|record| {
            let (line, input, ok) = (&record["line"], &record["input"], &record["ok"]);
            let outcome = json!({ "ok": ok, "value": null, "error": null, "console": [], "calls": [], "duration_ms": 1.5 });
            json!({ "line": line, "url": url, "input": input, "status": "done", "outcome": outcome }).to_string() + "\n"
        })
        .collect();
    std::fs::write(&out, &old).expect("a writable file");
    with_browser(&scratch, &args, "").expect(1).says(&["lines: 0 done, 2 done before (1 with an error)\n"]);
    assert_eq!(read(&out), old, "nothing was run again");
}

#[test]
fn what_failed_in_an_earlier_run_is_no_success_of_the_next() {
    let (scratch, server) = (Scratch::new(), shop());
    let url = server.url("/");
    let all = [json!({ "url": url, "code": "return 1" }), json!({ "url": url, "code": "throw 1" })];
    let file = scratch.file("lines.jsonl", lines(&all));
    let out = scratch.path().join("out.jsonl");
    let args = ["batch", &file, "--resume", out.to_str().expect("UTF-8")];
    with_browser(&scratch, &args, "").expect(1).says(&["lines: 2 done (1 with an error)\n"]);
    let whole = read(&out);
    with_browser(&scratch, &args, "").expect(1).says(&["lines: 0 done, 2 done before (1 with an error)\n"]);
    assert_eq!(read(&out), whole, "nothing was run again");
    let first: Vec<&str> = whole.lines().filter(|line| line.contains("\"line\":1,")).collect();
    std::fs::write(&out, first.join("\n") + "\n").expect("a writable file");
    std::fs::write(&file, lines(&all[..1])).expect("a writable file");
    with_browser(&scratch, &args, "").expect(0).says(&["lines: 0 done, 1 done before\n"]);
}

#[test]
fn a_run_that_is_interrupted_keeps_what_is_done_and_leaves_nothing() {
    let (scratch, server) = (Scratch::new(), shop());
    let url = server.url("/");
    let input = lines(&[
        json!({ "url": url, "code": "await global.getBasket(); await global.at('/waits'); await new Promise(() => {})" }),
        json!({ "url": url, "code": "return 2" }),
        json!({ "url": url, "code": "await global.at('/third'); await new Promise(() => {})" }),
    ]);
    let file = scratch.file("lines.jsonl", input);
    let mut command = start(&scratch, &["batch", &file, "--jobs", "2", "--deadline", "600"]);
    // The third line begins when the second has ended.
    wait_until("both scripts run", || server.was_asked("/waits") && server.was_asked("/third"));
    kill_process(Pid::from_child(&command.0), Signal::INT).expect("a living process");
    assert_eq!(command.0.wait().expect("its end").signal(), Some(Signal::INT.as_raw()));
    scratch.expect_clean();
    let records = records(&read(&scratch.path().join("stdout")));
    // The running lines are recorded with their calls.
    assert_eq!(statuses(&records), [(1, "lost"), (2, "done"), (3, "lost")]);
    assert_eq!(records[0]["error"]["kind"], "cancelled");
    assert_eq!(records[0]["calls"][0]["tool"], "getBasket");
}

/// A chromedriver started elsewhere, with the processes that it starts.
struct Elsewhere {
    child: Child,
    url: String,
    scratch: Scratch,
}

impl Elsewhere {
    fn start() -> Self {
        let (scratch, port) = (Scratch::new(), free_port());
        let child = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .env("TMPDIR", scratch.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        wait_until("it listens", || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
        Self { child, url: format!("http://127.0.0.1:{port}"), scratch }
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn sessions_of_a_driver_elsewhere_are_ended() {
    let (driver, scratch, server) = (Elsewhere::start(), Scratch::new(), shop());
    let url = server.url("/");
    let one = |code: &str| scratch.file("lines.jsonl", lines(&[json!({ "url": url, "code": code })]));
    let file = one("return 1");
    let args = ["batch", &file, "--driver-url", &driver.url];
    let ran = with_browser(&scratch, &args, "").expect(0);
    assert_eq!(statuses(&records(&ran.stdout)), [(1, "done")]);
    wait_until("its browser is gone", || browsers(&driver.scratch).is_empty());

    one("await global.at('/waits'); await new Promise(() => {})");
    let mut command = start(&scratch, &[&args[..], &["--deadline", "600"]].concat());
    wait_until("the script runs", || server.was_asked("/waits"));
    assert!(!browsers(&driver.scratch).is_empty());
    kill_process(Pid::from_child(&command.0), Signal::TERM).expect("a living process");
    assert_eq!(command.0.wait().expect("its end").signal(), Some(Signal::TERM.as_raw()));
    wait_until("its browser is gone", || browsers(&driver.scratch).is_empty());
}

#[test]
fn a_single_session_of_a_driver_elsewhere_is_ended_too() {
    let (driver, scratch) = (Elsewhere::start(), Scratch::new());
    let page = "<!doctype html><p>text<script>fetch('/waits'); setInterval(() => document.body.append('x'), 100)</script>";
    let server =
        Server::start(move |path| Some(if path == "/" { Answer::html(page) } else { Answer::html("") }));
    let url = server.url("/");
    let manifest = scratch.file("webagents.md", SHOP_MANIFEST);
    let code = "await new Promise(() => {})";
    let by = ["--driver-url", &driver.url];
    for (signal, args) in [
        (
            Signal::INT,
            [&["exec", &url, code, "--manifest", &manifest, "--deadline", "600"][..], &by].concat(),
        ),
        (Signal::TERM, [&["read", "--render", &url][..], &by].concat()),
    ] {
        let before = server.times_asked("/waits");
        let mut command = start(&scratch, &args);
        wait_until("the page is there", || server.times_asked("/waits") > before);
        assert!(!browsers(&driver.scratch).is_empty());
        kill_process(Pid::from_child(&command.0), signal).expect("a living process");
        assert_eq!(command.0.wait().expect("its end").signal(), Some(signal.as_raw()));
        wait_until("its browser is gone", || browsers(&driver.scratch).is_empty());
    }
    // Neither does a failure leave it running.
    let none = server.url("/none");
    let args = [&["exec", &none, "--wait-tools", "0", "await global.none()"][..], &by].concat();
    with_browser(&scratch, &args, "").expect(1).says(&["nor does its page register any tool"]);
    wait_until("its browser is gone", || browsers(&driver.scratch).is_empty());
}

#[test]
fn a_run_without_a_browser_ends() {
    let (scratch, server) = (Scratch::new(), shop());
    let line = json!({ "url": server.url("/"), "code": "return 1" });
    let file = scratch.file("lines.jsonl", lines(&[line.clone(), line.clone(), line]));
    let mut without = webagents(["batch", &file]);
    let ran: Ran =
        finish(without.env("PATH", "/nowhere")).expect(5).says(&["no chromedriver is on the PATH"]);
    assert_eq!(ran.stdout, "");
    let nobody = format!("http://127.0.0.1:{}", closed_port());
    let ran = run(["batch", &file, "--jobs", "1", "--driver-url", &nobody]).expect(5);
    let ran = ran.says(&[
        "lines: 0 done, 1 failed\n",
        "no driver answers at http://",
        "the lines that are left were not begun",
    ]);
    assert_eq!(statuses(&records(&ran.stdout)), [(1, "failed")]);
    assert_eq!(records(&ran.stdout)[0]["error"]["kind"], "browser");
}

#[test]
fn what_makes_no_sense() {
    let scratch = Scratch::new();
    let file = scratch.file("lines.jsonl", "{}\n");
    // The option that batch once was names the command to type, whatever else is given.
    run(["exec", "--many", "a b.jsonl", "--jobs", "8", "--resume", "out.jsonl"])
        .expect(2)
        .says(&["the command batch", "write: webagents batch 'a b.jsonl' --jobs 8 --resume out.jsonl"]);
    let failure = run(["exec", "--json", "--many=-"]).expect(2).json();
    assert_eq!((&failure["status"], &failure["error"]["kind"]), (&json!("failed"), &json!("usage")));
    assert_eq!(failure["error"]["help"], "write: webagents batch --json -");
    for option in ["--resume", "--again", "--unordered", "--jobs", "--queue", "--isolation", "--contexts"] {
        run(["exec", "http://127.0.0.1/", "return 1", option]).expect(2).says(&[option]);
    }
    for option in ["--attach", "--profile", "--screenshot", "--save-result", "--session", "--file"] {
        run(["batch", &file, option, "x"]).expect(2).says(&["unexpected argument", option]);
    }
    run(["batch", &file, "--again"]).expect(2).says(&["--resume OUT names that run"]);
    run(["batch", &file, "--contexts", "2"]).expect(2).says(&["--isolation context"]);
    run(["batch", &file, "--share-browser", "0"]).expect(2).says(&["0 is not in 1.."]);
    run(["batch", "no-such-file"]).expect(2).says(&["cannot read no-such-file"]);
    run(["batch", "http://127.0.0.1/"]).expect(2).says(&["lines are read from a file or from stdin"]);
    run(["batch", &file, "--jobs", "0"]).expect(2).says(&["expected a number from 1 to 256"]);
    run(["batch", &file, "--resume", &file]).expect(2).says(&["is no output of batch"]);
    let both = ["batch", "-", "--manifest", "-"];
    feed(&mut webagents(both), b"{}").expect(2).says(&["stdin cannot be both"]);
}

/// Pages without a manifest: one that registers tools, and one that does not.
fn registering() -> Server {
    let page = "<!doctype html><script>
        document.modelContext.registerTool({ name: 'add', description: 'Adds.', inputSchema: { type: 'object', properties: { a: { type: 'number' } } }, execute: async ({ a }) => a + 1 });
        document.modelContext.registerTool({ name: 'pay', description: 'Pays.', inputSchema: { type: 'object', properties: { secret: { type: 'string' } } }, annotations: { consequentialHint: true },
          execute: async ({ secret }) => { await fetch('/paid'); return secret } })</script>";
    Server::start(move |path| {
        Some(Answer::html(match path {
            "/" => page,
            _ => "<!doctype html>",
        }))
    })
}

#[test]
fn pages_that_only_register_tools_are_run_behind_the_same_guards() {
    let (scratch, server) = (Scratch::new(), registering());
    let audit = scratch.path().join("audit.jsonl").to_str().expect("UTF-8").to_owned();
    let pay = "return await global.pay({ secret: 'sk-aaaaaaaaaaaaaaaaaaaaaaaa' })";
    let input = lines(&[
        json!({ "url": server.url("/"), "code": "return await global.add({ a: 1 })" }),
        json!({ "url": server.url("/"), "code": pay }),
        json!({ "url": server.url("/empty"), "code": "return await global.add({ a: 1 })" }),
        json!({ "url": server.url("/"), "code": "return await global.nothing()" }),
        json!({ "url": server.url("/empty"), "code": "return 1" }),
    ]);
    let ran = |more: &[&str]| {
        let args = [&["batch", "-", "--jobs", "2", "--audit", &audit][..], more].concat();
        records(&with_browser(&scratch, &args, &input).expect(1).stdout)
    };
    let guarded = ran(&[]);
    assert_eq!(statuses(&guarded), [(1, "done"), (2, "done"), (3, "failed"), (4, "done"), (5, "done")]);
    assert_eq!(guarded[0]["value"], 2, "{guarded:#?}");
    assert_eq!(guarded[0]["calls"][0]["source"], json!({ "kind": "webmcp" }));
    assert_eq!(guarded[1]["error"]["name"], "ToolDenied");
    let message = guarded[2]["error"]["message"].as_str().expect("a message");
    assert!(message.contains("; nor does its page register any tool ("), "{message}");
    assert!(!server.was_asked("/paid"));
    let message = guarded[3]["error"]["message"].as_str().expect("a message");
    assert!(
        message.starts_with("the page registers no tool \"nothing\"; it registers add, pay"),
        "{message}"
    );

    let allowed = ran(&["--allow", "pay", "--deny", "add"]);
    assert_eq!(allowed[0]["error"]["name"], "ToolDenied");
    assert_eq!(allowed[1]["error"], Value::Null);
    assert!(server.was_asked("/paid"));
    let policy = scratch.file("policy.json", r#"{ "otherwise": "deny" }"#);
    assert_eq!(ran(&["--policy", &policy])[0]["error"]["name"], "ToolDenied");

    let audit = read(Path::new(&audit));
    assert_eq!(records(&audit).len(), 12, "a line that did not run has no record there");
    assert!(!audit.contains("sk-aaa"));
    assert_eq!(audit.matches(r#""source":{"kind":"webmcp"}"#).count(), 6, "{audit}");
    // The lock holds for each line, too.
    let lock = scratch.file("webagents.lock", r#"{ "version": 2, "sites": {} }"#);
    let locked = ran(&["--lock", &lock]);
    assert!(statuses(&locked).iter().all(|(_, status)| *status == "failed"), "{locked:#?}");
    assert_eq!(locked[0]["error"]["kind"], "refused");
}
