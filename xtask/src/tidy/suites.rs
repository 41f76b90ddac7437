//! Files of tests that no program of tests has as a module, so that no run finds them.

use crate::finding::Finding;
use crate::workspace::SourceFile;

/// File whose modules are all integration tests of a crate.
const ROOT: &str = "/tests/integration.rs";

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for root in files.iter().filter(|file| file.path.ends_with(ROOT)) {
        let Some(folder) = root.path.strip_suffix("integration.rs") else { continue };
        let is_listed = |name: &str| root.text.lines().any(|line| line == format!("mod {name};"));
        for file in files {
            let name = file.path.strip_prefix(folder).and_then(|name| name.strip_suffix(".rs"));
            if let Some(name) = name
                && !name.contains('/')
                && name != "integration"
                && !is_listed(name)
            {
                let message = format!("no program has its tests; add `mod {name};` to {}", root.path);
                findings.push(Finding::new(&file.path, 1, "tests.unlisted", message));
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
    fn unlisted_files_are_found() {
        let root = file("crates/a/tests/integration.rs", "#[cfg(x)]\nmod listed;\n");
        let files =
            ["listed", "other", "common/mod"].map(|name| file(&format!("crates/a/tests/{name}.rs"), ""));
        let [listed, other, common] = files;
        assert_eq!(rules(check(&[root.clone(), listed, common])), [""; 0]);
        assert_eq!(rules(check(&[root, other])), ["tests.unlisted:1"]);
    }
}
