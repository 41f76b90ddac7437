//! The hidden adapter, as the conformance suite's host talks to it.

use serde_json::{Value, json};

use crate::support::{SHOP_MANIFEST, feed, webagents};

fn ask(questions: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = questions.iter().map(Value::to_string).collect();
    let ran = feed(&mut webagents(["adapter"]), (lines.join("\n") + "\n").as_bytes()).expect(0);
    assert_eq!(ran.stderr, "");
    ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_conversation() {
    let run = |seq: u64, op: &str, text: &str, args: Value| json!({ "cmd": "run", "seq": seq, "op": op, "input": { "text": text }, "args": args });
    let page = "<base href=/a/><meta name=webagents-md content='b.md?x=1&amp;y=2'>";
    let parsed = webagents_manifest::parse(SHOP_MANIFEST);
    let normal_form = serde_json::to_value(&parsed.manifest).expect("JSON");
    let answers = ask(&[
        json!({ "cmd": "start", "protocol": 1, "spec_version": "0.1" }),
        run(1, "parse", SHOP_MANIFEST, json!({})),
        run(2, "parse", "## then\n### Params\n", json!({})),
        run(3, "serialize", &normal_form.to_string(), json!({})),
        run(4, "serialize", "{\"tools\":1}", json!({})),
        run(5, "typescript", SHOP_MANIFEST, json!({})),
        run(6, "discover", page, json!({ "base_url": "http://127.0.0.1/" })),
        run(7, "discover", page, json!({})),
        run(8, "juggle", "", json!({})),
        json!({ "cmd": "stop" }),
    ]);
    assert_eq!(answers.len(), 9, "{answers:#?}");
    assert_eq!(answers[0]["implementation"]["name"], "webagents", "{:#}", answers[0]);
    assert_eq!(answers[1], json!({ "seq": 1, "value": normal_form, "diagnostics": [] }));
    let finding = json!({ "code": "tool.reserved-name", "severity": "error", "line": 1 });
    let findings = answers[2]["diagnostics"].as_array().expect("a list");
    assert!(findings.contains(&finding), "{findings:?}");
    assert_eq!(answers[3]["value"], Value::from(webagents_manifest::write(&parsed.manifest)));
    assert_eq!(answers[4], json!({ "seq": 4, "reject": true }));
    assert!(
        answers[5]["value"]
            .as_str()
            .expect("text")
            .contains("addToBasket(bookId: string, quantity?: number)")
    );
    assert_eq!(answers[6], json!({ "seq": 6, "value": "http://127.0.0.1/a/b.md?x=1&y=2" }));
    assert!(answers[7]["error"].as_str().expect("an error").contains("base_url"), "{:#}", answers[7]);
    assert!(answers[8]["error"].as_str().expect("an error").contains("juggle"), "{:#}", answers[8]);
}

#[test]
fn the_end_of_input_is_the_end() {
    assert_eq!(ask(&[json!({ "cmd": "start", "protocol": 1, "spec_version": "0.1" })]).len(), 1);
}

#[test]
fn a_line_that_is_no_question_is_an_error() {
    let ran = feed(&mut webagents(["adapter"]), b"hello\n").expect(2).says(&["expected a question, found"]);
    assert_eq!(ran.stdout, "");
}
