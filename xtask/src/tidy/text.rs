//! Rules for every text file: line ends, and nothing of the machine that a file was written on.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::finding::Finding;
use crate::workspace::{self, SourceFile};

/// Returns whether the bytes of a file must stay.
///
/// Cases and fixtures contain CRLF, tabs and missing ends on purpose, and data of others is unchanged.
fn is_raw(path: &str) -> bool {
    path.starts_with("spec/conformance/cases/")
        || path.starts_with("tests/data/")
        || path.starts_with("tests/soundness/data/")
        || path.contains("/tests/fixtures/")
}

/// Generated text, whose trailing blanks are part of it, such as line breaks of Markdown.
fn is_generated(file: &SourceFile) -> bool {
    file.extension() == Some("snap")
        || file.path == "spec/conformance/conformance.json"
        || file.path.starts_with("crates/read/tests/written/")
}

/// Folders that many machines have.
const USUAL_FOLDERS: [&str; 12] =
    ["Users", "builds", "home", "media", "mnt", "opt", "private", "src", "srv", "tmp", "usr", "var"];

/// Folders of this machine alone: the home of the user, and the one of this checkout.
static MACHINE_FOLDERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    home.iter().map(PathBuf::as_path).chain([workspace::root()]).filter_map(own_folder).collect()
});

/// Settings of package managers whose value is a registry, in any file but source text and prose.
const REGISTRIES: [&str; 5] =
    ["index-url", "registry = \"", "registry=http", "replace-with", "\"resolved\": \"http"];

/// Characters of a line of JavaScript; the formatter divides code, but neither comments nor texts.
const SCRIPT_WIDTH: usize = 120;

/// The only source of a package in the lock file.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let path = file.path.as_str();
    let mut findings = Vec::new();
    if is_raw(path) {
        return findings;
    }
    for (number, line) in file.lines() {
        if let Some(folder) = MACHINE_FOLDERS.iter().find(|folder| names_folder(line, folder)) {
            findings.push(Finding::new(
                path,
                number,
                "text.machine-path",
                format!("`{folder}…` is a path of one machine; write one from the root of the project"),
            ));
        }
        let foreign_source = path == "Cargo.lock" && line.contains("registry+") && !line.contains(CRATES_IO);
        let is_setting = !matches!(file.extension(), Some("rs" | "md"));
        if foreign_source || (is_setting && REGISTRIES.iter().any(|word| line.contains(word))) {
            findings.push(Finding::new(
                path,
                number,
                "text.registry",
                "the address of a registry; leave it to each machine's own configuration",
            ));
        }
    }
    for (at, line) in file.text.split('\n').enumerate() {
        if line.ends_with('\r') {
            findings.push(Finding::new(path, at + 1, "text.line-end", "CRLF; end the line with LF"));
            break;
        }
        if matches!(file.extension(), Some("js" | "mjs")) && line.chars().count() > SCRIPT_WIDTH {
            findings.push(Finding::new(
                path,
                at + 1,
                "text.line-length",
                format!("expected at most {SCRIPT_WIDTH} characters; divide the line"),
            ));
        }
        if !is_generated(file) && line.ends_with([' ', '\t']) {
            findings.push(Finding::new(
                path,
                at + 1,
                "text.trailing-blank",
                "remove the blanks at the line's end",
            ));
        }
    }
    if !file.text.is_empty() && !file.text.ends_with('\n') && !is_generated(file) {
        let last = file.text.lines().count();
        findings.push(Finding::new(path, last, "text.final-line", "end the last line with LF"));
    }
    findings
}

/// Returns the shortest folder around `path` that is not on most machines, with a slash at its end.
fn own_folder(path: &Path) -> Option<String> {
    let is_usual =
        |path: &&Path| path.file_name().is_none_or(|name| USUAL_FOLDERS.iter().any(|usual| name == *usual));
    let ancestors: Vec<&Path> = path.ancestors().collect();
    let folder = ancestors.into_iter().rev().find(|path| !is_usual(path))?;
    folder.is_absolute().then(|| format!("{}/", folder.display()))
}

/// Returns whether `line` contains `folder` at the beginning of a path, followed by a name.
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let begins =
            !line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '}'));
        let goes_on = line[at + folder.len()..].starts_with(|c: char| c.is_ascii_lowercase() || c == '.');
        begins && goes_on
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, rules};
    use super::*;

    #[track_caller]
    fn refused(path: &str, text: &str, expected: &[&str]) {
        assert_eq!(rules(check(&file(path, text))), expected);
    }

    #[test]
    fn machine_paths_are_found() {
        assert_eq!(own_folder(Path::new("/usr/src/ours/main")), Some("/usr/src/ours/".to_owned()));
        assert_eq!(own_folder(Path::new("/tmp")), None);
        assert!(!MACHINE_FOLDERS.is_empty());
        for folder in &*MACHINE_FOLDERS {
            refused("README.md", &format!("see {folder}main\n"), &["text.machine-path:1"]);
            refused("README.md", &format!("see https://example.com{folder}main\n"), &[]);
        }
    }

    #[test]
    fn registries_are_found() {
        for setting in REGISTRIES {
            refused("a.toml", &format!("\n{setting}s://example\"\n"), &["text.registry:2"]);
        }
        refused("Cargo.lock", &format!("source = \"{CRATES_IO}\"\n"), &[]);
        refused("Cargo.lock", "source = \"registry+https://example.com/index\"\n", &["text.registry:1"]);
    }

    #[test]
    fn lines_end_as_they_should() {
        refused("a.md", "a\r\nb\r\n", &["text.line-end:1"]);
        refused("a.md", "a\nb \n", &["text.trailing-blank:2"]);
        refused("a.md", "a\nb", &["text.final-line:2"]);
        refused("a.md", "a\nb\n", &[]);
        refused("a.md", "", &[]);
    }

    #[test]
    fn long_lines_of_scripts_are_found() {
        let lines = |width: usize| format!("a\n{}\n", "\u{e9}".repeat(width));
        refused("crates/a/src/a.js", &lines(120), &[]);
        refused("crates/a/src/a.js", &lines(121), &["text.line-length:2"]);
        refused("crates/a/src/a.rs", &lines(121), &[]);
    }

    #[test]
    fn raw_files_keep_their_bytes() {
        refused("spec/conformance/cases/a/b/input.md", "a \r\nb", &[]);
        refused("tests/data/manifests/a.md", "a \r\nb", &[]);
        refused("crates/manifest/tests/fixtures/a.md", "a \r\nb", &[]);
    }
}
