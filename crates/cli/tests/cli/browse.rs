//! `browse`: batches and streams of requests in a real browser, and refusals without one.

use serde_json::{Value, json};

use crate::session::Sessions;
use crate::support::{Answer, Scratch, Server, feed, finish, run, with_browser};

const PAGE: &str = "<!doctype html><title>Shop</title><label>Search <input id=q></label>\
    <button onclick=\"document.title=q.value\">Go</button>";

#[test]
fn a_single_command_needs_a_session() {
    run(["browse", "click", "@e1"]).expect(2).says(&["expected a session", "session start", "batch"]);
    run(["browse"]).expect(2).says(&["expected a command", "snapshot [TARGET]"]);
    run(["browse", "-"]).expect(2).says(&["pass --json"]);
    run(["browse", "klick"]).expect(2).says(&["expected one of the actions", "klick"]);
    let answer = run(["browse", "--json", "click"]).expect(2).json();
    assert_eq!(answer["ok"], json!(false));
    assert_eq!(answer["error"]["kind"], "usage");
    let secret = run(["browse", "--secret", "hunter22", "batch", "close"]).expect(2);
    assert!(!secret.stderr.contains("hunter22"), "{secret:?}");
}

#[test]
fn a_batch_prints_each_reply() {
    let scratch = Scratch::new();
    let server = Server::start(|_| Some(Answer::html(PAGE)));
    let open = format!("open {}", server.url("/"));
    let args = ["browse", "batch", &open, "fill #q shoes", "click 'button \"Go\"'", "get title"];
    let ran = with_browser(&scratch, &args, "").expect(0);
    let expected =
        ["$ open", "\"Shop\"\n$ fill #q shoes\n", "$ click 'button \"Go\"'\nclicked", "$ get title\nshoes\n"];
    assert!(expected.iter().all(|part| ran.stdout.contains(part)), "{ran:#?}");
    // A reply that is not the last one is not lost, and an error ends the batch.
    let args = ["browse", "--json", "batch", &open, "get title", "click #none", "get title"];
    let ran = with_browser(&scratch, &args, "").expect(1);
    let answer: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let replies = answer.as_array().expect("a list");
    assert_eq!((replies.len(), &replies[1]["value"]), (3, &json!("Shop")), "{answer:#}");
    assert_eq!(replies[2]["error"]["kind"], "not_found", "{answer:#}");
    assert_eq!(replies[0]["status"], json!(200), "{answer:#}");
}

#[test]
fn each_line_has_an_answer() {
    let scratch = Scratch::new();
    let server = Server::start(|_| Some(Answer::html(PAGE)));
    let host = format!("127.0.0.1:{}", server.port);
    let lines = [
        json!({ "action": "open", "url": server.url("/") }).to_string(),
        "[\"fill\", \"#q\", \"boots\"]".to_owned(),
        "{\"action\": \"klick\"}".to_owned(),
        String::new(),
        json!({ "action": "get", "subcommand": "value", "selector": "#q" }).to_string(),
        json!({ "action": "close" }).to_string(),
        json!({ "action": "get", "subcommand": "title" }).to_string(),
    ];
    let ran = with_browser(&scratch, &["browse", "--allow-host", &host, "--json", "-"], &lines.join("\n"))
        .expect(0);
    let answers: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let ok: Vec<&Value> = answers.iter().map(|answer| &answer["ok"]).collect();
    let expected = [true, true, false, true, true, false].map(Value::from);
    assert_eq!(ok, expected.iter().collect::<Vec<_>>(), "{ran:#?}");
    let closed = answers[5]["error"]["message"].as_str().expect("a message");
    assert!(closed.contains("the session is closed"), "{closed}");
    assert_eq!(answers[3], json!({ "version": 1, "ok": true, "value": "boots" }));
    let schema = run(["browse", "--json-schema"]).expect(0).json();
    let judge = jsonschema::validator_for(&schema).expect("a schema");
    assert!(answers.iter().all(|answer| judge.is_valid(answer)), "{answers:#?}");
}

#[test]
fn a_session_keeps_references_between_commands() {
    let sessions = Sessions::new();
    let server = Server::start(|_| Some(Answer::html(PAGE)));
    sessions.start(&["shop", &server.url("/"), "--secret", "WORD=env:TERM"]);
    let browse = |words: &[&str]| sessions.run(&[&["browse", "--session", "shop"], words].concat());
    let snapshot = browse(&["snapshot"]).expect(0).stdout;
    let line =
        snapshot.lines().find(|line| line.contains("textbox \"Search\"")).expect("the field").to_owned();
    let reference = line.split_whitespace().next().expect("a reference");
    browse(&["fill", reference, "secret:WORD"]).expect(0);
    assert_eq!(browse(&["get", "value", reference]).expect(0).stdout, "[secret:WORD]\n");
    browse(&["click", "@e999"]).expect(1).says(&["e999"]);
    assert_eq!(browse(&["close"]).expect(0).stdout, "closed\n");
}

#[test]
fn options_of_a_whole_session_are_refused_by_their_names() {
    for option in [
        &["--engine", "firefox"][..],
        &["--secret", "WORD=env:TERM"],
        &["--allow-upload", "."],
        &["--action-policy", "none.json"],
        &["--boundaries"],
        &["--max-output", "100000"],
        &["--output-folder", "."],
        &["--allow-host", "localhost:80"],
        &["--timeout", "9"],
    ] {
        let ran = run([&["browse", "--session", "shop"], option, &["back"]].concat()).expect(2);
        let begin = format!("error: {} holds for a whole session", option[0]);
        assert!(ran.stderr.starts_with(&begin), "{ran:#?}");
    }
}

#[test]
fn relative_files_are_those_of_the_caller() {
    const FORM: &str = "<!doctype html><title>Form</title><input type=file id=g multiple aria-label=Files>";
    let sessions = Sessions::new();
    let server = Server::start(|_| Some(Answer::html(FORM)));
    let (here, there) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("another folder"));
    let files = there.path();
    let start = ["session", "start", "form", &server.url("/"), "--allow-upload"].map(str::to_owned);
    let mut start: Vec<&str> = start.iter().map(String::as_str).collect();
    start.push(files.to_str().expect("UTF-8"));
    finish(sessions.command(&start).current_dir(here.path())).expect(0);
    for name in ["a.txt", "b.txt", "c.txt"] {
        std::fs::write(files.join(name), name).expect("written");
    }
    let browse = |words: &[&str], input: &str| {
        let mut command = sessions.command(&[&["browse", "--session", "form"], words].concat());
        feed(command.current_dir(files), input.as_bytes()).expect(0)
    };
    assert!(browse(&["upload", "#g", "a.txt", "./b.txt"], "").stdout.contains("a.txt, b.txt"));
    browse(&["screenshot", "one.png"], "");
    let lines = [
        "[\"batch\", \"screenshot two.png\", \"upload #g c.txt\"]".to_owned(),
        json!({ "action": "batch", "actions": [{ "action": "Screenshot", "text": "three.png" }] })
            .to_string(),
        json!({ "action": "screenshot", "text": "four.png", "options": ["--full"] }).to_string(),
    ];
    let ran = browse(&["--json", "-"], &lines.join("\n"));
    assert_eq!(ran.stdout.matches("\"ok\":true").count(), 3, "{ran:#?}");
    for name in ["one.png", "two.png", "three.png", "four.png"] {
        assert!(files.join(name).is_file(), "{name}: {ran:#?}");
    }
    let left: Vec<_> = std::fs::read_dir(here.path()).expect("read").flatten().collect();
    assert!(left.is_empty(), "{left:?}");
    // An engine may print no PDF, and then reports it before it takes the path.
    let pdf =
        sessions.command(&["browse", "--session", "form", "pdf", "page.pdf"]).current_dir(files).output();
    let is_printed = pdf.expect("its output").status.success();
    assert_eq!(files.join("page.pdf").is_file(), is_printed);
}

#[test]
fn an_address_that_the_guard_refuses_is_denied() {
    const PRIVATE: &str = "http://10.0.0.1/";
    let server = Server::start(|path| {
        Some(match path {
            "/away" => Answer::redirect(PRIVATE),
            "/" => Answer::html(PAGE),
            _ => return None,
        })
    });
    let (page, away) = (server.url("/"), server.url("/away"));
    let words = ["10.0.0.1:80", "--allow-host 10.0.0.1:80"];
    let hold = |error: &Value| {
        assert_eq!(error["kind"], "denied", "{error:#}");
        let message = error["message"].as_str().expect("a message");
        assert!(words.iter().all(|word| message.contains(word)), "{message}");
    };
    let lines = [&page, PRIVATE, &page, &away, &page].map(|url| json!(["open", url]).to_string()).join("\n");
    let hold_all = |stdout: &str| {
        let answers: Vec<Value> =
            stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(answers.len(), 5, "{answers:#?}");
        for (at, answer) in answers.iter().enumerate() {
            let is_refused = at % 2 == 1;
            assert_eq!(answer["ok"], json!(!is_refused), "{at}: {answers:#?}");
            if is_refused {
                hold(&answer["error"]);
            }
        }
    };
    let scratch = Scratch::new();
    let host = format!("127.0.0.1:{}", server.port);
    hold_all(
        &with_browser(&scratch, &["browse", "--allow-host", &host, "--json", "-"], &lines).expect(0).stdout,
    );
    let open = format!("open {away}");
    let args = ["browse", "batch", &format!("open {page}"), &open, "get title"];
    with_browser(&scratch, &args, "").expect(4).says(&words).says(&["batch: action 2 (open)"]);

    let sessions = Sessions::new();
    sessions.start(&["shop", &page]);
    let browse = ["browse", "--session", "shop"];
    let run = |words: &[&str]| sessions.run(&[&browse[..], words].concat());
    // The address alone is judged before the page is left, and a redirect when it is gone.
    run(&["fill", "#q", "Ann"]).expect(0);
    run(&["open", PRIVATE]).expect(4).says(&words).says(&["the page stays"]);
    assert_eq!(run(&["get", "value", "#q"]).expect(0).stdout, "Ann\n");
    run(&["open", &away]).expect(4).says(&words).says(&["an error page", "`back` returns"]);
    run(&["back"]).expect(0).says(&[]);
    assert_eq!(run(&["get", "url"]).expect(0).stdout.trim(), page);
    let missing = sessions.run(&["exec", "--session", "shop", &server.url("/none"), "return 1"]).expect(0);
    missing.says(&["HTTP 404"]);
    run(&["open", &page]).expect(0);
    let mut stream = sessions.command(&[&browse[..], &["--json", "-"]].concat());
    hold_all(&feed(&mut stream, lines.as_bytes()).expect(0).stdout);
}

#[test]
fn requests_after_close_are_answered_in_a_session() {
    let sessions = Sessions::new();
    sessions.start(&["shop"]);
    let mut stream = sessions.command(&["browse", "--session", "shop", "--json", "-"]);
    let ran = feed(&mut stream, b"[\"close\"]\n\n[\"get\", \"title\"]\nnone\n[\"close\"]").expect(0);
    assert_eq!(ran.stdout.matches("\"ok\":true").count(), 1, "{ran:#?}");
    assert_eq!(ran.stdout.matches("the session is closed").count(), 3, "{ran:#?}");
}
