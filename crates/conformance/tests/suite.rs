//! Loader: invalid suites, and files generated from a valid one.

use std::path::Path;

use serde_json::{Value, json};
use webagents_conformance::{
    Args, CheckAnswer, CheckVerdict, Description, ErrorKind, Implementation, Judging, Operation, Suite,
    bundle, generate, run_against, serve,
};

use crate::common;

const PARSE: &str = r#"{"description":"d","spec":["a"],"since":"0.1","ops":{"parse":{"input":"input.md","expect":"manifest.json"}}}"#;

#[track_caller]
fn refused(files: &[(&str, &str)], kind: ErrorKind, says: &str) {
    let dir = common::suite(files);
    let error = Suite::load(dir.path()).unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(says), "{error}");
}

#[test]
fn suite_without_cases_is_refused() {
    let dir = common::suite(&[]);
    std::fs::create_dir(dir.path().join("cases")).unwrap();
    assert_eq!(Suite::load(dir.path()).unwrap_err().kind(), ErrorKind::NoChecks);
    refused(&[], ErrorKind::Read, "cannot list");
    refused(&[("cases/README.md", "")], ErrorKind::Invalid, "not a folder");
}

#[test]
fn invalid_cases_are_refused() {
    let case = |case: &str, says| {
        let files =
            [("cases/a/b/case.json", case), ("cases/a/b/input.md", ""), ("cases/a/b/manifest.json", "{}")];
        refused(&files, ErrorKind::Invalid, says);
    };
    case(r#"{"description":"d","spec":["a"],"since":"0.1","ops":{},"note":""}"#, "unknown field `note`");
    case(r#"{"description":"d","spec":["a"],"since":"0.1","ops":{}}"#, "must not be empty");
    case(&PARSE.replace("0.1", "one"), "expected a version");
    case(&PARSE.replace("\"since\"", "\"until\":\"0.1\",\"since\""), "later than `since`");
    case(&PARSE.replace("\"parse\"", "\"guess\""), "unknown variant");
    case(&PARSE.replace("\"parse\"", "\"json-schema\""), "not one that suite.json lists");
    case(&PARSE.replace("\"parse\"", "\"discover\""), "`discover-response`, which need it");
    case(
        &PARSE.replace("\"input\"", "\"args\":{\"link\":[]},\"input\""),
        "`link` belongs to `discover-response`",
    );
    case(&PARSE.replace("manifest.json", "../b/manifest.json"), "not the plain name");
    case(
        &PARSE.replace("\"expect\":\"manifest.json\"", "\"reject\":true"),
        "no operation uses \"manifest.json\"",
    );
    let files = [("cases/a/b/case.json", PARSE), ("cases/a/b/input.md", "")];
    refused(&files, ErrorKind::Read, "manifest.json");
    refused(&[("cases/a/B/case.json", PARSE)], ErrorKind::Invalid, "named with a-z");
}

fn one_case() -> tempfile::TempDir {
    let dir = common::suite(&[
        ("cases/a/b/case.json", PARSE),
        ("cases/a/b/manifest.json", r#"{"name":"N"}"#),
        ("cases/a/c/case.json", common::DISCOVER),
        ("cases/a/c/page.html", "<p>"),
        ("cases/a/c/url.json", "null"),
    ]);
    std::fs::write(dir.path().join("cases/a/b/input.md"), b"\xff").unwrap();
    dir
}

#[test]
fn requirements_name_checks_that_exist() {
    let dir = one_case();
    let set = |checks: &str| {
        let text = format!(r#"{{"spec_version":"0.1","frozen":true,"checks":[{checks}]}}"#);
        common::write(dir.path(), "requirements/0.1.json", &text);
        Suite::load(dir.path()).map(|suite| suite.requirements.len()).map_err(|e| e.to_string())
    };
    assert_eq!(set(r#""a/b#parse""#), Ok(1));
    assert!(set(r#""a/x#parse""#).unwrap_err().contains("the id of a check"));
    assert!(set(r#""a/c#discover","a/b#parse""#).unwrap_err().contains("sorted"));
}

#[test]
fn the_bundle_holds_everything() {
    let suite = Suite::load(one_case().path()).unwrap();
    let text = bundle(&suite);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        value["cases"],
        json!([
            {"id": "a/b", "description": "d", "spec": ["a"], "since": "0.1", "checks": [
                {"id": "a/b#parse", "op": "parse", "input": {"base64": "/w=="}, "expect": [{"name": "N"}]}]},
            {"id": "a/c", "description": "d", "spec": ["discovery.meta"], "since": "0.1", "checks": [
                {"id": "a/c#discover", "op": "discover", "input": {"text": "<p>"},
                 "args": {"base_url": "http://a.example/"}, "expect": [null], "diagnostics": []}]},
        ])
    );
    let files = generate(&suite);
    assert_eq!(files[0].text, text);
    assert_eq!(files[1].path, Path::new("requirements").join("0.2.json"));
    assert!(files[1].text.contains("\"a/b#parse\",\n"), "{}", files[1].text);
}

/// Implementation that answers `discover` with null and panics at everything else.
struct Nervous;

impl Implementation for Nervous {
    fn describe(&self) -> Description {
        Description::new("nervous", "rust", "0", [Operation::Parse, Operation::Discover]).with_diagnostics()
    }

    fn answer(&mut self, operation: Operation, input: &[u8], args: &Args) -> CheckAnswer {
        assert_eq!(operation, Operation::Discover, "cannot do that to {input:?}");
        assert_eq!(args.base_url.as_deref(), Some("http://a.example/"));
        CheckAnswer::value(Value::Null)
    }
}

#[test]
fn a_panic_is_a_crash() {
    let suite = Suite::load(one_case().path()).unwrap();
    let report = run_against(&suite, &mut Nervous, &Judging::default()).unwrap();
    assert_eq!((report.count(CheckVerdict::Crash), report.count(CheckVerdict::Pass)), (1, 1), "{report}");
    assert!(report.failed);
    assert!(report.to_string().contains("cannot do that to [255]"), "{report}");
}

#[test]
fn newer_cases_are_not_scored() {
    let dir = one_case();
    common::write(dir.path(), "cases/a/b/case.json", &PARSE.replace("0.1", "0.2"));
    let suite = Suite::load(dir.path()).unwrap();
    let mut judging = Judging::default();
    judging.spec_version = Some("0.1".to_owned());
    let report = run_against(&suite, &mut Nervous, &judging).unwrap();
    assert_eq!((report.count(CheckVerdict::NotScored), report.count(CheckVerdict::Pass)), (1, 1), "{report}");
    assert!(!report.failed);
}

#[test]
fn an_adapter_answers_every_question() {
    let questions = concat!(
        "{\"cmd\":\"start\",\"protocol\":1,\"spec_version\":\"0.1\"}\n",
        "{\"cmd\":\"run\",\"seq\":1,\"op\":\"parse\",\"input\":{\"base64\":\"/w==\"},\"args\":{}}\n",
        "{\"cmd\":\"run\",\"seq\":2,\"op\":\"parse\",\"input\":{\"base64\":\"?\"},\"args\":{}}\n",
        "{\"cmd\":\"run\",\"seq\":3,\"op\":\"dance\",\"input\":{\"text\":\"\"},\"args\":{}}\n",
        "{\"cmd\":\"run\",\"seq\":4,\"op\":\"discover\",\"input\":{\"text\":\"\"},\"args\":{\"base_url\":\"http://a.example/\"}}\n",
        "{\"cmd\":\"stop\"}\nnever read",
    );
    let mut written = Vec::new();
    serve(questions.as_bytes(), &mut written, &mut Nervous).unwrap();
    let lines: Vec<Value> =
        String::from_utf8(written).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["operations"], json!(["parse", "discover"]));
    assert_eq!(lines[0]["diagnostics"], json!(true));
    assert!(lines[1]["error"].as_str().unwrap().contains("cannot do that to [255]"), "{lines:?}");
    assert_eq!(lines[2], json!({"seq": 2, "error": "expected an input in base64"}));
    assert_eq!(lines[3], json!({"seq": 3, "error": "expected an operation of the suite, found \"dance\""}));
    assert_eq!(lines[4], json!({"seq": 4, "value": null}));
    assert_eq!(lines.len(), 5);

    let error = serve("nonsense\n".as_bytes(), Vec::new(), &mut Nervous).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Protocol);
}
