//! Snapshots that nobody made a decision about, and snapshots that nobody looks at.
//!
//! This module finds snapshots whose source file is gone, which needs no test run. The other kind,
//! whose test is gone, is found by `cargo xtask test`, which lets insta record the snapshots that it used.

use std::collections::BTreeSet;

use crate::finding::Finding;
use crate::workspace::SourceFile;

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut findings = Vec::new();
    for file in files {
        let path = file.path.as_str();
        if path.ends_with(".snap.new") || path.ends_with(".pending-snap") {
            findings.push(Finding::new(path, 1, "snapshot.pending", "look at it, then accept or delete it"));
        } else if file.extension() == Some("snap") {
            let source = file.text.lines().find_map(|line| line.strip_prefix("source: "));
            match source.map(|source| source.trim_matches('"')) {
                None => findings.push(Finding::new(
                    path,
                    1,
                    "snapshot.orphan",
                    "it names no source; make it anew",
                )),
                Some(source) if !paths.contains(source) => {
                    let message = format!("its source {source} is gone; delete the snapshot");
                    findings.push(Finding::new(path, 2, "snapshot.orphan", message));
                }
                Some(_) => {}
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, rules};
    use super::*;

    #[test]
    fn orphans_and_pending_ones_are_found() {
        let source = file("crates/a/src/a.rs", "");
        let snap =
            |source: &str| file("crates/a/src/snapshots/x.snap", &format!("---\nsource: {source}\n---\n"));
        assert_eq!(rules(check(&[source.clone(), snap("crates/a/src/a.rs")])), [""; 0]);
        assert_eq!(rules(check(&[source, snap("crates/a/src/b.rs")])), ["snapshot.orphan:2"]);
        assert_eq!(rules(check(&[file("x.snap", "---\n---\n")])), ["snapshot.orphan:1"]);
        assert_eq!(rules(check(&[file("x.snap.new", "")])), ["snapshot.pending:1"]);
    }
}
