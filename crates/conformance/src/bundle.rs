//! Files of the suite that are generated from the others.
//!
//! `conformance.json` contains every case, so that an implementation in another language needs one file and no
//! directory walk. The other file is the draft of the requirements of the newest version of the specification.

use std::path::PathBuf;

use serde::Serialize;

use crate::suite::{Requirements, Suite};

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
    pretty(&Bundle { comment: "Generated from cases/; do not edit.", suite })
}

#[derive(Serialize)]
struct Bundle<'a> {
    comment: &'a str,
    #[serde(flatten)]
    suite: &'a Suite,
}

fn pretty(value: &impl Serialize) -> String {
    // Strings, numbers and maps with string keys can always be written as JSON.
    serde_json::to_string_pretty(value).map_or_else(|_| String::new(), |text| text + "\n")
}
