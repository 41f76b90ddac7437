//! Documents that must agree with the code: the top level, the invariants, the specification's anchors.

use std::collections::BTreeSet;

use webagents_manifest::Code;

use crate::finding::Finding;
use crate::workspace::SourceFile;

/// Allowed entries of the top level: documents for readers, and the files that tools require.
const TOP_LEVEL: [&str; 24] = [
    "Cargo.toml",
    "crates",
    "xtask",
    "tests",
    "spec",
    "docs",
    "README.md",
    "BENCHMARKS.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "THIRD-PARTY.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "Cargo.lock",
    "clippy.toml",
    "rustfmt.toml",
    "rust-toolchain.toml",
    ".cargo",
    ".ci",
    ".config",
    ".gitattributes",
    ".gitignore",
    ".github",
];

/// File with the numbered invariants.
const MAP: &str = "crates/README.md";

/// Folder of the conformance cases.
const CASES: &str = "spec/conformance/cases/";

/// The normative text.
const SPEC: &str = "spec/SPEC.md";

pub(super) fn layout(files: &[SourceFile]) -> Vec<Finding> {
    let entries: BTreeSet<&str> = files.iter().filter_map(|file| file.path.split('/').next()).collect();
    let strangers = entries.into_iter().filter(|entry| !TOP_LEVEL.contains(entry));
    strangers
        .map(|entry| {
            Finding::new(
                entry,
                1,
                "layout.top-level",
                "the top level holds only files that readers look for or tools demand; move it into a folder",
            )
        })
        .collect()
}

/// The invariants are numbered from 1 without a gap, and no source speaks of one that does not exist.
pub(super) fn invariants(files: &[SourceFile]) -> Vec<Finding> {
    let Some(map) = files.iter().find(|file| file.path == MAP) else {
        return vec![Finding::new(MAP, 1, "docs.invariants", "there is no code map; write it")];
    };
    let mut findings = Vec::new();
    let mut last = 0;
    for (line, text) in map.lines() {
        let Some(number) = numbered(text) else { continue };
        if number != last + 1 {
            findings.push(Finding::new(
                MAP,
                line,
                "docs.invariants",
                format!("I{number} follows I{last}; number the invariants without a gap"),
            ));
        }
        last = number;
    }
    if last == 0 {
        findings.push(Finding::new(MAP, 1, "docs.invariants", "list the invariants, one a line: `- I1 …`"));
    }
    for file in files.iter().filter(|file| file.is_rust() && !file.path.starts_with("xtask/src/tidy/")) {
        for (line, text) in file.lines() {
            for number in spoken_of(text).filter(|number| *number == 0 || *number > last) {
                findings.push(Finding::new(
                    &file.path,
                    line,
                    "docs.invariants",
                    format!("there is no invariant I{number} in {MAP}"),
                ));
            }
        }
    }
    findings
}

/// The number of `- I7 …` or `- **I7** …`.
fn numbered(line: &str) -> Option<u32> {
    let item = line.strip_prefix("- ")?.trim_start_matches('*');
    leading_number(item.strip_prefix('I')?)
}

/// The numbers of the invariants that a line mentions, as in `(I5)` or `invariant I5`.
fn spoken_of(line: &str) -> impl Iterator<Item = u32> {
    ["invariant I", "Invariant I", "(I"].into_iter().flat_map(move |opening| {
        line.match_indices(opening).filter_map(move |(at, _)| leading_number(&line[at + opening.len()..]))
    })
}

fn leading_number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Every diagnostic's anchor is in the specification, and no anchor is there twice.
pub(super) fn anchors(files: &[SourceFile]) -> Vec<Finding> {
    let named = Code::ALL.iter().map(|code| (code.as_str(), code.anchor()));
    check_anchors(files, named)
}

fn check_anchors<'a>(files: &[SourceFile], named: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Finding> {
    let Some(spec) = files.iter().find(|file| file.path == SPEC) else {
        return vec![Finding::new(SPEC, 1, "spec.anchor", "there is no specification; write it")];
    };
    let mut findings = Vec::new();
    let mut defined = BTreeSet::new();
    for (line, text) in spec.lines() {
        for anchor in defined_in(text) {
            if !defined.insert(anchor) {
                findings.push(Finding::new(
                    SPEC,
                    line,
                    "spec.anchor",
                    format!("the anchor `{anchor}` is defined twice"),
                ));
            }
        }
    }
    let lost = named.filter(|(_, anchor)| !defined.contains(anchor));
    findings.extend(lost.map(|(code, anchor)| {
        Finding::new(
            SPEC,
            1,
            "spec.anchor",
            format!("the diagnostic {code} names the anchor `{anchor}`, which is not here; write the rule"),
        )
    }));
    findings
}

/// Every rule that a conformance case names is in the specification; rules without a case are noted.
pub(super) fn cases(files: &[SourceFile]) -> Vec<Finding> {
    let Some(spec) = files.iter().find(|file| file.path == SPEC) else { return Vec::new() };
    let defined: Vec<(usize, &str)> =
        spec.lines().flat_map(|(line, text)| defined_in(text).map(move |anchor| (line, anchor))).collect();
    let mut findings = Vec::new();
    let mut tested = BTreeSet::new();
    for case in files.iter().filter(|file| file.path.starts_with(CASES) && file.path.ends_with("/case.json"))
    {
        // The loader reports files that do not parse: `generated.suite`.
        let Ok(value) = serde_json::from_str::<serde_json::Value>(&case.text) else { continue };
        for anchor in value["spec"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str) {
            if !defined.iter().any(|(_, known)| *known == anchor) {
                let message = format!("the rule `{anchor}` is not in {SPEC}; name one that is");
                findings.push(Finding::new(&case.path, 1, "spec.case", message));
            }
            tested.insert(anchor.to_owned());
        }
    }
    let untested = defined.into_iter().filter(|(_, anchor)| !tested.contains(*anchor));
    findings.extend(untested.map(|(line, anchor)| {
        Finding::note(SPEC, line, "spec.case", format!("no conformance case names the rule `{anchor}`"))
    }));
    findings
}

/// The anchors that a line of the specification defines: `<a id="document.name"></a>`.
fn defined_in(line: &str) -> impl Iterator<Item = &str> {
    line.split("<a id=\"").skip(1).filter_map(|rest| rest.split_once('"').map(|(anchor, _)| anchor))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, rules};
    use super::*;

    #[test]
    fn unknown_top_level_entries_are_found() {
        assert_eq!(rules(layout(&[file("README.md", ""), file("crates/a/b.rs", "")])), [""; 0]);
        assert_eq!(rules(layout(&[file("scripts/a.sh", ""), file("notes.txt", "")])).len(), 2);
    }

    #[test]
    fn invariants_are_numbered_and_exist() {
        let map = file(MAP, "# Map\n- I1 one\n- **I2** two\n");
        let check = |more: &[SourceFile]| rules(invariants(&[std::slice::from_ref(&map), more].concat()));
        assert_eq!(check(&[file("crates/a/src/a.rs", "//! Invariant I2, (I1).\n")]), [""; 0]);
        assert_eq!(check(&[file("crates/a/src/a.rs", "//! A.\n// invariant I3\n")]), ["docs.invariants:2"]);
        assert_eq!(rules(invariants(&[file(MAP, "- I1 one\n- I3 three\n")])), ["docs.invariants:2"]);
        assert_eq!(rules(invariants(&[file(MAP, "nothing\n")])), ["docs.invariants:1"]);
        assert_eq!(rules(invariants(&[])), ["docs.invariants:1"]);
    }

    #[test]
    fn cases_name_rules_that_exist() {
        let spec = file(SPEC, "<a id=\"a\"></a>\n<a id=\"b\"></a>\n");
        let case =
            |rules: &str| file("spec/conformance/cases/x/y/case.json", &format!("{{\"spec\": [{rules}]}}"));
        let check = |rules: &str| cases(&[spec.clone(), case(rules)]);
        assert_eq!(rules(check("\"a\", \"b\"")), [""; 0]);
        assert_eq!(rules(check("\"a\", \"b\", \"c\"")), ["spec.case:1"]);
        let untested = check("\"a\"");
        assert_eq!((untested[0].line, untested[0].weight), (2, crate::finding::Weight::Note));
    }

    #[test]
    fn anchors_are_looked_up() {
        let spec = file(SPEC, "<a id=\"a.b\"></a>\n## Rule <a id=\"c\"></a>\n");
        let check =
            |named: &[(&str, &str)]| rules(check_anchors(std::slice::from_ref(&spec), named.iter().copied()));
        assert_eq!(check(&[("x", "a.b"), ("y", "c")]), [""; 0]);
        assert_eq!(check(&[("x", "a")]), ["spec.anchor:1"]);
        let twice = file(SPEC, "<a id=\"a\"></a>\n<a id=\"a\"></a>\n");
        assert_eq!(rules(check_anchors(&[twice], std::iter::empty())), ["spec.anchor:2"]);
        assert_eq!(rules(check_anchors(&[], std::iter::empty())), ["spec.anchor:1"]);
    }
}
