//! The corpora of poisoned and clean tool lists, and the tools of real servers and pages.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use webagents_manifest::Severity;
use webagents_site::check::{CheckOptions, Finding, Input, check};

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name)
}

/// The lists of a file: the id, and the findings.
fn lists(set: &Path) -> Vec<(String, Vec<Finding>)> {
    let text = fs::read_to_string(set).unwrap();
    let judge = |line: &str| {
        let list: Value = serde_json::from_str(line).unwrap();
        let input = Input::new("list.json", list["document"].to_string().as_bytes());
        (list["id"].as_str().unwrap().to_owned(), check(&input, &CheckOptions::default()))
    };
    assert!(!text.is_empty(), "{} has no lists", set.display());
    text.lines().map(judge).collect()
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

/// Checks that at least so many lists of a set have a finding, given the number of its lists.
#[track_caller]
fn check_poisoned(set: &Path, least: impl Fn(usize) -> usize) {
    let lists = lists(set);
    let found = lists.iter().filter(|(_, findings)| findings.iter().any(is_poison)).count();
    assert!(found >= least(lists.len()), "{found} of {}\n{}", lists.len(), shown(&lists));
}

/// Checks that no list of some sets has a finding.
#[track_caller]
fn check_clean(sets: &[PathBuf]) {
    let wrong: Vec<_> = sets
        .iter()
        .flat_map(|set| lists(set))
        .filter(|(_, findings)| findings.iter().any(|finding| finding.severity > Severity::Hint))
        .collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), shown(&wrong));
}

/// Returns the sets whose names begin with `prefix`.
///
/// Rules are written with those for tuning; those for judging only count.
fn sets(prefix: &str) -> Vec<PathBuf> {
    let is_wanted =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
    let sets: Vec<PathBuf> = webagents_testkit::poisoning().into_iter().filter(is_wanted).collect();
    assert!(!sets.is_empty(), "no set begins with {prefix}");
    sets
}

/// Lists of the sets for tuning that are not found, by set: the others have to be.
const MISSED: [(&str, usize); 24] = [
    ("poisoned-tuning-8.jsonl", 1),
    ("poisoned-tuning-10.jsonl", 2),
    ("poisoned-tuning-11.jsonl", 2),
    ("poisoned-tuning-12.jsonl", 4),
    ("poisoned-tuning-13.jsonl", 2),
    ("poisoned-tuning-14.jsonl", 3),
    ("poisoned-tuning-15.jsonl", 1),
    ("poisoned-tuning-16.jsonl", 6),
    ("poisoned-tuning-17.jsonl", 5),
    ("poisoned-tuning-18.jsonl", 11),
    ("poisoned-tuning-19.jsonl", 14),
    ("poisoned-tuning-20.jsonl", 8),
    ("poisoned-tuning-21.jsonl", 10),
    ("poisoned-tuning-22.jsonl", 12),
    ("poisoned-tuning-23.jsonl", 5),
    ("poisoned-tuning-24.jsonl", 6),
    ("poisoned-tuning-25.jsonl", 4),
    ("poisoned-tuning-26.jsonl", 5),
    ("poisoned-tuning-27.jsonl", 8),
    ("poisoned-tuning-28.jsonl", 12),
    ("poisoned-tuning-29.jsonl", 10),
    ("poisoned-tuning-30.jsonl", 9),
    ("poisoned-tuning-31.jsonl", 7),
    ("poisoned-tuning-32.jsonl", 4),
];

#[test]
fn poisoned_lists_are_found_when_tuning() {
    for set in sets("poisoned-tuning") {
        let missed = MISSED.iter().find(|(name, _)| set.ends_with(name)).map_or(0, |(_, number)| *number);
        check_poisoned(&set, |all| all - missed);
    }
}

#[test]
fn clean_lists_have_no_findings_when_tuning() {
    check_clean(&sets("clean-tuning"));
}

#[test]
fn poisoned_lists_are_found_when_judged() {
    for set in sets("poisoned-judging") {
        check_poisoned(&set, |all| (all * 90).div_ceil(100));
    }
}

#[test]
fn clean_lists_have_no_findings_when_judged() {
    check_clean(&sets("clean-judging"));
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
    ("m0072.md", "WA316", "A tool says that it is the one for all files, whatever other tools there are."),
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
