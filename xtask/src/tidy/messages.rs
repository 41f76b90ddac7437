//! Messages of the libraries.
//!
//! An error names no option of the library in its text, because a program has its own names for the settings that users
//! can change: the error carries its remedy as a value, and the program renders it.

use crate::finding::Finding;
use crate::rust::{self, SyntaxKind};
use crate::workspace::SourceFile;

/// Part of the path of an option.
const OPTIONS: &str = "Options::";

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (folder, files) in rust::crates(files, false) {
        if !folder.starts_with("crates/") {
            continue;
        }
        for (path, code) in files {
            let literals = code.iter().filter(|token| token.kind == SyntaxKind::Literal);
            findings.extend(literals.filter(|token| token.text.contains(OPTIONS)).map(|token| {
                let message = "a text names an option of a library; return the remedy as a value";
                Finding::new(path, token.line, "message.option", message)
            }));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::testing::{file, rules};
    use super::*;

    #[test]
    fn options_in_texts_are_found() {
        let of = |path: &str, text: &str| rules(check(&[file(path, text)]));
        let text = "/// `ClientOptions::x`\nfn f() { ClientOptions::x(); \"raise\n ClientOptions::x\" }";
        assert_eq!(of("crates/a/src/lib.rs", text), ["message.option:2"]);
        assert_eq!(of("xtask/src/main.rs", text), [""; 0]);
        assert_eq!(of("crates/a/src/lib.rs", "#[cfg(test)] mod tests { \"ClientOptions::x\" }"), [""; 0]);
    }
}
