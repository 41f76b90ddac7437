//! `check-code`: errors of code, without a browser.

use serde_json::json;

use crate::support::{SHOP_MANIFEST, Scratch, Server, feed, keys, run, webagents};

#[test]
fn code_is_checked_against_a_file() {
    let scratch = Scratch::new();
    let shop = scratch.file("webagents.md", SHOP_MANIFEST);
    let ran = run(["check-code", &shop, "const n: number = 3; return await global.searchBooks('sea', n)"])
        .expect(0);
    assert_eq!(ran.stdout, "const n         = 3; return await global.searchBooks('sea', n)\n");
    let ran = run(["check-code", &shop, "return await global.serchBooks('sea')"]).expect(1);
    assert_eq!(ran.stdout, "");
    ran.says(&["error at line 1, column 14", "did you mean searchBooks?"]);
    // A warning counts if an option requests it.
    let code = "const b = global.searchBooks('sea'); return b.length";
    run(["check-code", &shop, code]).expect(0).says(&["warning at line 1", "await"]);
    run(["check-code", "--strict", &shop, code]).expect(1);
}

#[test]
fn code_comes_from_stdin_or_a_file() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let ran = feed(&mut webagents(["check-code", &server.url("/"), "-"]), b"return (1").expect(1);
    ran.says(&["never closed"]);
    let file = scratch.file("code.ts", "return 1 as number");
    let shop = scratch.file("webagents.md", SHOP_MANIFEST);
    let ran = run(["check-code", &shop, "--file", &file]).expect(0);
    assert_eq!(ran.stdout, "return 1          \n");
    feed(&mut webagents(["check-code", "-", "-"]), b"").expect(2).says(&["stdin cannot be both"]);
    run(["check-code", &shop]).expect(2);
}

#[test]
fn the_realm_decides_on_names() {
    let scratch = Scratch::new();
    let shop = scratch.file("webagents.md", SHOP_MANIFEST);
    let code = "return document.title";
    run(["check-code", "--realm", "page", &shop, code]).expect(0);
    run(["check-code", "--realm", "isolated", &shop, code]).expect(1).says(&["`document` does not exist"]);
    run(["check-code", "--realm", "moon", &shop, code]).expect(2).says(&["`isolated` or `page`"]);
    for command in ["context", "types"] {
        let [isolated, page] =
            ["isolated", "page"].map(|realm| run([command, "--realm", realm, &shop]).expect(0));
        let rest = isolated.stdout.replacen(
            "runs outside the page: no DOM, network or storage; results are copies.",
            "",
            1,
        );
        assert!(rest.len() < isolated.stdout.len() && !page.stdout.contains("no DOM"), "{}", isolated.stdout);
    }
}

#[test]
fn a_program_reads_json() {
    let scratch = Scratch::new();
    let shop = scratch.file("webagents.md", SHOP_MANIFEST);
    let ran = run(["check-code", "--json", &shop, "return await global.searchBooks(1)"]).expect(1);
    let answer = ran.json();
    assert_eq!(keys(&answer), ["version", "ok", "language", "code", "findings", "calls"]);
    assert_eq!(
        (&answer["version"], &answer["ok"], &answer["language"]),
        (&json!(1), &json!(false), &json!("javascript"))
    );
    assert_eq!(answer["findings"][0]["code"], "call.argument");
    assert_eq!(answer["findings"][0]["line"], 1);
    assert_eq!(answer["calls"][0]["tool"], "searchBooks");
}
