//! The corpora of poisoned and clean tool lists, and the tools of real servers and pages.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use webagents_manifest::Severity;
use webagents_site::check::{CheckOptions, Finding, Input, check};
use webagents_testkit::corpus_lists;

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name)
}

/// The lists of the corpus by their set: the id, and the findings.
fn sets(poisoned: bool, is_judging: bool) -> BTreeMap<String, Vec<(String, Vec<Finding>)>> {
    let mut sets: BTreeMap<String, Vec<(String, Vec<Finding>)>> = BTreeMap::new();
    // Rules are written with the sets for tuning; those for judging only count.
    for list in corpus_lists(poisoned).into_iter().filter(|list| (list.set == "judging") == is_judging) {
        let input = Input::new("list.json", list.document.to_string().as_bytes());
        sets.entry(list.set).or_default().push((list.id, check(&input, &CheckOptions::default())));
    }
    assert!(!sets.is_empty());
    sets
}

/// Returns whether a finding is about poisoning, and not about style.
///
/// In an OpenAPI document it is a warning.
fn is_poison(finding: &Finding) -> bool {
    (finding.severity == Severity::Error || ("WA301"..="WA316").contains(&finding.rule.id))
        && (finding.rule.id.starts_with("WA2")
            || finding.rule.id.starts_with("WA3")
            || finding.rule.id == "WA401")
}

fn shown(lists: &[(String, Vec<Finding>)]) -> String {
    lists.iter().fold(String::new(), |mut out, (id, findings)| {
        let _ = writeln!(out, "{id}");
        for finding in findings.iter().filter(|finding| finding.severity > Severity::Hint) {
            let _ = writeln!(out, "    {} {}", finding.rule.id, finding.message);
        }
        out
    })
}

/// Checks that at least so many lists of each set have a finding.
#[track_caller]
fn check_poisoned(is_judging: bool, least: impl Fn(&str, usize) -> usize) {
    for (set, lists) in sets(true, is_judging) {
        let found = lists.iter().filter(|(_, findings)| findings.iter().any(is_poison)).count();
        assert!(found >= least(&set, lists.len()), "{set}: {found} of {}\n{}", lists.len(), shown(&lists));
    }
}

/// Checks that no list of the clean sets has a finding.
#[track_caller]
fn check_clean(is_judging: bool) {
    let mut lists: Vec<_> = sets(false, is_judging).into_values().flatten().collect();
    lists.retain(|(_, findings)| findings.iter().any(|finding| finding.severity > Severity::Hint));
    assert!(lists.is_empty(), "{}\n{}", lists.len(), shown(&lists));
}

/// Lists of the sets for tuning that are not found, by set: the others have to be.
const MISSED: [(&str, usize); 24] = [
    ("tuning-8", 1),
    ("tuning-10", 2),
    ("tuning-11", 2),
    ("tuning-12", 4),
    ("tuning-13", 2),
    ("tuning-14", 3),
    ("tuning-15", 1),
    ("tuning-16", 6),
    ("tuning-17", 5),
    ("tuning-18", 11),
    ("tuning-19", 14),
    ("tuning-20", 8),
    ("tuning-21", 10),
    ("tuning-22", 12),
    ("tuning-23", 5),
    ("tuning-24", 6),
    ("tuning-25", 4),
    ("tuning-26", 5),
    ("tuning-27", 8),
    ("tuning-28", 12),
    ("tuning-29", 10),
    ("tuning-30", 9),
    ("tuning-31", 7),
    ("tuning-32", 4),
];

#[test]
fn poisoned_lists_are_found_when_tuning() {
    check_poisoned(false, |set, all| {
        all - MISSED.iter().find(|(name, _)| *name == set).map_or(0, |(_, number)| *number)
    });
}

#[test]
fn clean_lists_have_no_findings_when_tuning() {
    check_clean(false);
}

#[test]
fn poisoned_lists_are_found_when_judged() {
    check_poisoned(true, |_, all| (all * 90).div_ceil(100));
}

#[test]
fn clean_lists_have_no_findings_when_judged() {
    check_clean(true);
}

/// The real tools of the other suites, one a list.
fn real_tools() -> Vec<(String, Vec<Finding>)> {
    let mut out = Vec::new();
    let text = fs::read_to_string(data("../soundness/data/mcp-tools.jsonl")).unwrap();
    let mut tools: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let pages = fs::read_to_string(data("../soundness/data/webmcp-tools.json")).unwrap();
    tools.extend(serde_json::from_str::<Vec<Value>>(&pages).unwrap());
    for tool in tools {
        let name = tool["name"].as_str().unwrap_or_default().to_owned();
        let input = Input::new("list.json", Value::from(vec![tool]).to_string().as_bytes());
        out.push((name, check(&input, &CheckOptions::default())));
    }
    out
}

#[test]
fn errors_on_real_tools_are_few_and_listed() {
    let tools = real_tools();
    let wrong = |(_, findings): &&(String, Vec<Finding>)| {
        findings.iter().any(|finding| finding.severity == Severity::Error)
    };
    let errors: Vec<_> = tools.iter().filter(wrong).cloned().collect();
    assert!(errors.len() * 50 <= tools.len(), "{} of {}\n{}", errors.len(), tools.len(), shown(&errors));
    insta::assert_snapshot!(shown(&errors));
}

/// Errors on the real manifests: the file, the rule, and why it is right.
const DEFENDED: [(&str, &str, &str); 2] = [
    ("m0072.md", "WA316", "A tool claims to be the one for all files, whatever other tools there are."),
    ("m0108.md", "WA013", "The file declares four tools twice; the second declarations are lost."),
];

#[test]
fn errors_on_real_manifests_are_listed() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(data("manifests")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().is_some_and(|name| name != "README.md"));
    files.sort();
    assert_eq!(files.len(), 71);
    let mut used = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for finding in check(&Input::new(&name, &fs::read(&path).unwrap()), &CheckOptions::default()) {
            if finding.severity == Severity::Error {
                let known = DEFENDED.iter().find(|(file, rule, _)| *file == name && *rule == finding.rule.id);
                used.push(known.unwrap_or_else(|| panic!("{name}: {} {}", finding.rule.id, finding.message)));
            }
        }
    }
    used.dedup();
    assert_eq!(used.len(), DEFENDED.len(), "{used:?}");
}
