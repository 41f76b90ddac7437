//! Files of the suite that are generated from the others.
//!
//! `conformance.json` contains every case, so that an implementation in another language needs one file and no
//! directory walk. The other file is the draft of the requirements of the newest version of the specification.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use crate::case::{Args, CheckDiagnostic, Expectation, Operation};
use crate::input::CaseInput;
use crate::suite::{Case, Check, Requirements, Suite};

/// File of the conformance suite that is generated from its other files.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// Path of the generated file, relative to the folder of the conformance suite.
    pub path: PathBuf,
    /// Exact contents of the generated file.
    pub text: String,
}

/// Generates `conformance.json`, and the newest version's list of required checks unless it is final.
///
/// The caller writes them, or compares them with those on disk (`--check`).
pub fn generate(suite: &Suite) -> Vec<Generated> {
    let mut files = vec![Generated { path: "conformance.json".into(), text: bundle(suite) }];
    let latest = suite.latest();
    if !suite.requirements.iter().any(|set| set.spec_version == latest && set.frozen) {
        let cases = suite.cases.iter().filter(|case| case.requires.is_empty() && case.until.is_none());
        let mut ids: Vec<String> = cases.flat_map(|case| case.checks.iter().map(|c| c.id.clone())).collect();
        ids.sort();
        let text = pretty(&Requirements::new(latest, ids));
        files.push(Generated { path: PathBuf::from("requirements").join(format!("{latest}.json")), text });
    }
    files
}

/// Generates the text of `conformance.json`, one file that contains every case of the suite.
pub fn bundle(suite: &Suite) -> String {
    pretty(&Bundle {
        comment: "Generated from cases/; do not edit.",
        version: &suite.version,
        spec_versions: &suite.spec_versions,
        operations: &suite.operations,
        classes: &suite.classes,
        slips: &suite.slips,
        cases: suite.cases.iter().map(BundledCase::new).collect(),
    })
}

#[derive(Serialize)]
struct Bundle<'a> {
    comment: &'a str,
    version: &'a str,
    spec_versions: &'a [String],
    operations: &'a [Operation],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    classes: &'a BTreeMap<String, Vec<Operation>>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    slips: &'a BTreeSet<String>,
    cases: Vec<BundledCase<'a>>,
}

#[derive(Serialize)]
struct BundledCase<'a> {
    id: &'a str,
    description: &'a str,
    spec: &'a [String],
    since: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    requires: &'a [String],
    checks: Vec<BundledCheck<'a>>,
}

impl<'a> BundledCase<'a> {
    fn new(case: &'a Case) -> Self {
        Self {
            id: &case.id,
            description: &case.description,
            spec: &case.spec,
            since: &case.since,
            until: case.until.as_deref(),
            requires: &case.requires,
            checks: case.checks.iter().map(BundledCheck::new).collect(),
        }
    }
}

#[derive(Serialize)]
struct BundledCheck<'a> {
    id: &'a str,
    op: Operation,
    input: CaseInput,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<&'a Args>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expect: Option<&'a [Value]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reject: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<&'a [CheckDiagnostic]>,
}

impl<'a> BundledCheck<'a> {
    fn new(check: &'a Check) -> Self {
        let (expect, reject) = match &check.expectation {
            Expectation::Value(values) => (Some(values.as_slice()), None),
            Expectation::Reject => (None, Some(true)),
        };
        Self {
            id: &check.id,
            op: check.operation,
            input: CaseInput::from_bytes(&check.input),
            args: Some(&check.args).filter(|args| **args != Args::default()),
            expect,
            reject,
            diagnostics: check.diagnostics.as_deref(),
        }
    }
}

fn pretty(value: &impl Serialize) -> String {
    // Strings, numbers and maps with string keys can always be written as JSON.
    serde_json::to_string_pretty(value).map_or_else(|_| String::new(), |text| text + "\n")
}
