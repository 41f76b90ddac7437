//! Real modules: each function that one exports is a tool, or is listed with the reason why it is none.
//!
//! `tests/data/modules` has the files and the functions that they export, which Node.js and the TypeScript compiler
//! found.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use webagents_script::{Deduced, SourceOptions, deduce};

/// Names of an export that has none of its own.
const WHOLE: [&str; 4] = ["default", "export default", "export =", "module.exports"];

fn names(list: &Value) -> BTreeSet<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Entries that stand for names which the file does not have.
fn is_container(name: &str) -> bool {
    WHOLE.contains(&name) || name.starts_with("export *") || name.starts_with("...") || name.contains('[')
}

fn faults(path: &str, expected: &Value, deduced: &Deduced) -> String {
    let tools: BTreeSet<&str> = deduced.tools.iter().map(|tool| tool.name.as_str()).collect();
    let listed: BTreeSet<&str> = deduced.skipped.iter().map(|one| one.name.as_str()).collect();
    let mut faults = String::new();
    let mut fault = |what: &str, name: &str| {
        let _ = writeln!(faults, "{path}: {name} {what}");
    };
    let named = names(&expected["named"]);
    for name in &named {
        let is_listed =
            listed.contains(name) || (*name == "default" && WHOLE.iter().any(|whole| listed.contains(whole)));
        match (tools.contains(name), is_listed) {
            (false, false) => fault("is neither a tool nor listed", name),
            (true, true) => fault("is both a tool and listed", name),
            _ => {}
        }
    }
    for name in names(&expected["unnamed"]).difference(&tools) {
        if !listed.iter().any(|one| is_container(one)) {
            fault("is not in the file, and nothing is listed that has it", name);
        }
    }
    for name in tools.difference(&named) {
        fault("is a tool, and not exported", name);
    }
    for name in tools.intersection(&listed) {
        fault("is both a tool and listed", name);
    }
    for finding in &deduced.findings {
        if matches!(finding.kind.as_str(), "syntax" | "limit" | "tool.duplicate") {
            fault(&finding.to_string(), "");
        }
    }
    faults
}

#[test]
fn exports_of_modules_are_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/modules");
    let exports = std::fs::read_to_string(folder.join("exports.json")).unwrap();
    let exports: BTreeMap<String, Value> = serde_json::from_str(&exports).unwrap();
    assert!(exports.len() >= 60, "{}", exports.len());
    let mut found = String::new();
    let mut tools = 0;
    for (path, expected) in &exports {
        let source = std::fs::read_to_string(folder.join(path)).unwrap();
        for all in [false, true] {
            let mut options = SourceOptions::for_file(path).unwrap();
            options.all = all;
            let deduced = deduce(&source, &options);
            found.push_str(&faults(path, expected, &deduced));
            if all {
                tools += deduced.tools.len();
            }
        }
    }
    assert_eq!(found, "");
    assert!(tools >= 800, "{tools}");
}
