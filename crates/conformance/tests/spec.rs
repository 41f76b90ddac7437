//! Suite in `spec/conformance`.
//!
//! It loads, its generated files are up to date, and it agrees with the text of the specification and with the
//! schemas for other languages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use webagents_conformance::{
    Args, Baseline, Check, CheckAnswer, Description, Expectation, Implementation, Judging, Operation, Suite,
    generate, run_against,
};

fn spec() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec")
}

fn suite() -> Suite {
    Suite::load(&spec().join("conformance")).unwrap()
}

#[test]
fn generated_files_are_up_to_date() {
    for file in generate(&suite()) {
        let path = spec().join("conformance").join(&file.path);
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == file.text, "{} is stale: run `cargo xtask codegen`", file.path.display());
    }
}

fn anchors() -> BTreeSet<String> {
    let text = fs::read_to_string(spec().join("SPEC.md")).unwrap();
    let anchors = text.split("<a id=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or("").to_owned());
    anchors.collect()
}

#[test]
fn cases_and_rules_match() {
    // Three rules that no check of one input and one answer can show: the classes of programs, the meaning of codes
    // over time, and the answers that a finder refuses.
    let untestable = ["conformance.classes", "model.codes", "discovery.load"];
    let suite = suite();
    let anchors = anchors();
    let named: BTreeSet<String> = suite.cases.iter().flat_map(|case| case.spec.iter().cloned()).collect();
    let unknown: Vec<_> = named.difference(&anchors).collect();
    assert!(unknown.is_empty(), "cases name rules that SPEC.md does not have: {unknown:?}");
    let untested: Vec<_> = anchors.difference(&named).filter(|a| !untestable.contains(&a.as_str())).collect();
    assert!(untested.is_empty(), "no case names these rules: {untested:?}");
}

#[test]
fn operations_have_positive_and_negative_cases() {
    let suite = suite();
    for &operation in &suite.operations {
        let asked = || suite.checks().map(|(_, check)| check).filter(|check| check.operation == operation);
        // A page without a manifest is valid, but the only negative case of discovery.
        let nothing = Expectation::Value(vec![Value::Null]);
        let refuses = |check: &Check| check.is_negative() || check.expectation == nothing;
        assert!(asked().any(|check| !refuses(check)), "{operation}");
        assert!(asked().any(refuses), "{operation}");
    }
}

/// Tests the rows of the table of codes: code, severity, rule.
#[test]
fn codes_and_severities_match_the_table() {
    let text = fs::read_to_string(spec().join("SPEC.md")).unwrap();
    let (_, table) = text.split_once("<a id=\"model.codes\">").unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            line.split('|').map(|cell| cell.trim_matches([' ', '`'])).filter(|c| !c.is_empty()).collect()
        })
        .collect();
    let anchors = anchors();
    let lost: Vec<_> = rows.iter().filter(|row| !anchors.contains(row[2])).collect();
    assert!(lost.is_empty(), "these name no rule: {lost:?}");
    let suite = suite();
    let expected = suite.checks().flat_map(|(_, check)| check.diagnostics.iter().flatten());
    for finding in expected {
        let severity = serde_json::to_value(finding.severity).unwrap();
        let known = rows.iter().any(|row| row[0] == finding.code && severity == row[1]);
        assert!(known, "{finding}");
    }
}

#[test]
fn baselines_name_existing_checks() {
    let suite = suite();
    let known: BTreeSet<&str> = suite.checks().map(|(_, check)| check.id.as_str()).collect();
    let mut found = 0;
    for folder in fs::read_dir(spec().join("conformance/adapters")).unwrap() {
        let baseline = Baseline::load(&folder.unwrap().path().join("baseline.json")).unwrap();
        for entry in &baseline.expected_failures {
            assert!(known.contains(entry.check.as_str()), "{}", entry.check);
        }
        found += 1;
    }
    assert!(found > 0);
}

/// Implementation that skips everything, so that a report has all its members.
struct Idle;

impl Implementation for Idle {
    fn describe(&self) -> Description {
        Description::new("idle", "rust", "0", Operation::ALL)
    }

    fn answer(&mut self, _: Operation, _: &[u8], _: &Args) -> CheckAnswer {
        CheckAnswer::Skip("idle".to_owned())
    }
}

fn schema(name: &str) -> Value {
    let path = spec().join(format!("conformance/schema/{name}.schema.json"));
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Tests that a value has the members which its schema lists, except optional ones.
#[track_caller]
fn same_members(schema: &Value, value: &Value, optional: &[&str]) {
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let mut expected = keys(&schema["properties"]);
    expected.retain(|key| !optional.contains(&key.as_str()) || value.get(key).is_some());
    assert_eq!(keys(value), expected);
}

#[test]
fn reports_and_bundles_match_their_schemas() {
    let suite = suite();
    let report = run_against(&suite, &mut Idle, &Judging::default()).unwrap();
    assert!(!report.failed, "{report}");
    let report: Value = serde_json::from_str(&report.to_json()).unwrap();
    let report_schema = schema("report");
    same_members(&report_schema, &report, &[]);
    let check = |name: &str| report_schema["properties"][name]["items"].clone();
    same_members(&check("checks"), &report["checks"][0], &["detail"]);
    same_members(&check("requirements"), &report["requirements"][0], &[]);

    let bundle: Value = serde_json::from_str(&webagents_conformance::bundle(&suite)).unwrap();
    let bundle_schema = schema("bundle");
    same_members(&bundle_schema, &bundle, &[]);
    let case_schema = &bundle_schema["properties"]["cases"]["items"];
    for case in bundle["cases"].as_array().unwrap() {
        same_members(case_schema, case, &["until", "requires"]);
        for check in case["checks"].as_array().unwrap() {
            let schema = &case_schema["properties"]["checks"]["items"];
            same_members(schema, check, &["args", "expect", "reject", "diagnostics"]);
        }
    }
}
