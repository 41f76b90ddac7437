//! Rules for every text file: line ends, and nothing of the machine that a file was written on.

use crate::finding::Finding;
use crate::workspace::SourceFile;

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

/// Folders of single machines. In pieces, so that this file can be checked too.
const MACHINE_FOLDERS: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/fa", "rm/"), concat!("/ho", "me/")];

/// Names of private registries or mirrors in addresses.
const REGISTRIES: [&str; 2] = [concat!("artif", "actory"), concat!("nex", "us.")];

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
        if foreign_source || REGISTRIES.iter().any(|word| line.contains(word)) {
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
        for folder in MACHINE_FOLDERS {
            refused("README.md", &format!("see {folder}main\n"), &["text.machine-path:1"]);
            refused("README.md", &format!("see https://example.com{folder}main\n"), &[]);
        }
    }

    #[test]
    fn registries_are_found() {
        for word in REGISTRIES {
            refused("a.toml", &format!("\nx = \"https://{word}example\"\n"), &["text.registry:2"]);
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
    fn raw_files_keep_their_bytes() {
        refused("spec/conformance/cases/a/b/input.md", "a \r\nb", &[]);
        refused("tests/data/manifests/a.md", "a \r\nb", &[]);
        refused("crates/manifest/tests/fixtures/a.md", "a \r\nb", &[]);
    }
}
