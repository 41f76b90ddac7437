//! Workflows of GitHub: their steps are commands of this project.
//!
//! So a contributor can run each step, and a step has tests.

use crate::finding::Finding;
use crate::workspace::SourceFile;

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with(".github/workflows/")) {
        for (line, text) in file.lines() {
            let step = text.trim_start().trim_start_matches("- ");
            let Some(command) = step.strip_prefix("run:") else { continue };
            if !command.trim().starts_with("cargo xtask ") {
                let message = format!(
                    "expected `cargo xtask …`, found `{}`; make it a command of xtask",
                    command.trim()
                );
                findings.push(Finding::new(&file.path, line, "workflow.run", message));
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
    fn steps_are_commands_of_xtask() {
        let check =
            |step: &str| rules(check(&[file(".github/workflows/a.yml", &format!("steps:\n  {step}\n"))]));
        assert_eq!(check("- run: cargo xtask ci"), [""; 0]);
        assert_eq!(check("- uses: actions/checkout@v4"), [""; 0]);
        for step in ["- run: make", "run: cargo test", "- run: |", "run: cargo xtaskless"] {
            assert_eq!(check(step), ["workflow.run:2"], "{step}");
        }
    }
}
