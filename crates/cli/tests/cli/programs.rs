//! `--tools`: code that calls programs, with and without a page.

use serde_json::json;

use crate::session::Sessions;
use crate::support::{Scratch, finish, run, webagents};

const TOOL: &str = r#"{"namespace":"p","name":"echo","description":"Echoes.","command":["cat"],"annotations":{"destructiveHint":true}}"#;

#[test]
fn tables_need_no_page() {
    let scratch = Scratch::new();
    let table = scratch.file("tools.jsonl", TOOL);
    let code = scratch.file("code.js", "return await p.echo({ a: 1 })");
    let args = ["exec", "--tools", &table, "--file", &code, "--allow", "p.echo", "--json"];
    let record = finish(&mut webagents(args)).expect(0).json();
    assert_eq!((&record["url"], &record["value"]), (&json!(null), &json!({ "a": 1 })), "{record}");
    let call = &record["calls"][0];
    assert_eq!((&call["tool"], &call["source"]["kind"]), (&json!("p.echo"), &json!("host")), "{record}");
    // No user can be asked, and the rule of the policy holds.
    let denied = run(["exec", "--tools", &table, "return await p.echo({ a: 1 })"]).expect(4);
    denied.says(&["p.echo was not called", "destructive"]);
}

#[test]
fn wrong_tables_name_the_line() {
    let scratch = Scratch::new();
    let good = scratch.file("tools.jsonl", TOOL);
    for (table, words) in [
        (format!("{TOOL}\n{TOOL}"), "line 2: the tool \"p.echo\" is on line 1 already"),
        (format!("{TOOL}\n\nx"), "line 3: expected an object of JSON"),
        (TOOL.replace("cat", "./none"), "line 1: expected a program at "),
    ] {
        let table = scratch.file("wrong.jsonl", table);
        run(["exec", "--tools", &table, "return 1"]).expect(2).says(&[words, "wrong.jsonl"]);
    }
    for (more, words) in [
        (&["--realm", "page"][..], "--realm page"),
        (&["--screenshot", "a.png"], "--screenshot is for a page"),
        (&["--manifest", "a.md"], "--manifest is for a page"),
    ] {
        let args = ["exec", "--tools", &good, "return 1"];
        run(args.iter().chain(more)).expect(2).says(&[words]);
    }
}

#[test]
fn other_commands_declare_programs() {
    let scratch = Scratch::new();
    let table = scratch.file("tools.jsonl", TOOL);
    let site = scratch.file("webagents.md", crate::support::SHOP_MANIFEST);
    for command in ["types", "context"] {
        let alone = run([command, "--tools", &table]).expect(0).stdout;
        assert!(alone.contains("declare const p: {") && !alone.contains("global"), "{alone}");
        let both = run([command, "--tools", &table, &site]).expect(0).stdout;
        assert!(both.contains("declare const global: {") && both.contains("declare const p: {"), "{both}");
        run([command, "--tools", &table, &site, "--realm", "page"])
            .expect(2)
            .says(&["leave out --realm page"]);
        run([command, "--tools", &table, "--live"]).expect(2).says(&["no URL was given"]);
        run([command]).expect(2).says(&["<SOURCE>"]);
        let json = run([command, "--tools", &table, "--json"]).expect(0).json();
        assert!(json.to_string().contains("declare const p"), "{json}");
    }
    run(["context", "--tools", &table, &site, "--budget", "20"]).expect(1).says(&["the shortest form is"]);
    let enough = run(["context", "--tools", &table, &site, "--budget", "2000"]).expect(0).stdout;
    assert!(enough.contains("declare const p: {"), "{enough}");
    let code = "return await p.ech({ a: 1 })";
    let file = scratch.file("code.js", code);
    for args in [&[code][..], &["--file", &file], &[&site, code], &[&site, "--file", &file]] {
        let options = ["check-code", "--tools", &table];
        run(options.iter().chain(args)).expect(1).says(&["did you mean echo?"]);
    }
    run(["check-code", "--tools", &table, "return await p.echo({ a: 1 })"]).expect(0);
}

#[test]
fn sessions_call_programs_of_one_run() {
    let sessions = Sessions::new();
    sessions.start(&["tools"]);
    let scratch = Scratch::new();
    let table = scratch.file("tools.jsonl", TOOL.replace("destructiveHint", "readOnlyHint"));
    let args = ["exec", "--session", "tools", "--tools", &table, "return await p.echo({ a: 1 })"];
    assert_eq!(sessions.run(&args).expect(0).stdout.trim(), r#"{"a":1}"#);
    let after = sessions.run(&["exec", "--session", "tools", "return typeof p"]).expect(0);
    assert_eq!(after.stdout.trim(), "\"undefined\"");
}
