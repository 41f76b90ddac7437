//! Rules for Rust source that neither rustc nor clippy knows.
//!
//! They look at lines, not at syntax: a forbidden word should not stand in a comment or in a doc test either.

use crate::finding::Finding;
use crate::workspace::SourceFile;

/// No file is longer.
const LINES: usize = 1_000;

/// Length above which a file may contain two modules.
const LINES_AIM: usize = 500;

/// Texts that disable a test or postpone work.
const SWITCHED_OFF: [(&str, &str); 6] = [
    ("#[ignore", "mend the test or delete it; a test that does not run counts as none"),
    ("should_panic", "return an error and compare it"),
    ("todo!(", "finish it, or leave it out and open an issue"),
    ("unimplemented!(", "finish it, or leave it out and open an issue"),
    ("```ignore", "let the example run, or make it `text`"),
    ("assert!(true)", "assert something that can be false"),
];

/// Macros that print.
const PRINTS: [&str; 5] = ["println!(", "print!(", "eprintln!(", "eprint!(", "dbg!("];

/// Folders that may print: invariant I5, the project's own commands, and the programs that they run.
const PRINTERS: [&str; 7] = [
    "crates/cli/",
    "crates/poisoning/build/",
    "crates/webagents/examples/",
    "xtask/",
    "tests/bench/",
    "tests/soundness/",
    "tests/training/",
];

/// Crates without IO: invariant I1.
const PURE: [&str; 6] = [
    "crates/manifest/src/",
    "crates/schema/src/",
    "crates/formats/src/",
    "crates/script/src/",
    "crates/runtime/src/",
    "crates/poisoning/src/",
];

/// Modules of the standard library that do IO or depend on the machine.
const IO: [&str; 6] = ["std::fs", "std::net", "std::process", "std::env", "std::io", "std::time::SystemTime"];

/// Attribute of the root of every crate: clippy then reports each place that would end the program.
const NO_PANIC: &str = "#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]";

/// This folder names the words that it forbids.
const SELF: &str = "xtask/src/tidy/";

pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    let path = file.path.as_str();
    let length = file.text.lines().count();
    if length > LINES {
        findings.push(Finding::new(
            path,
            LINES + 1,
            "file.length",
            format!("{length} lines, {LINES} are allowed; find the second module in it"),
        ));
    } else if length > LINES_AIM {
        findings.push(Finding::note(
            path,
            LINES_AIM + 1,
            "file.length",
            format!("{length} lines, {LINES_AIM} are the aim"),
        ));
    }
    if !file.text.starts_with("//!") {
        findings.push(Finding::new(
            path,
            1,
            "docs.module",
            "begin the file with `//!`: the module's purpose, the decision it embodies, and its limits",
        ));
    }
    if is_root(path) && !file.text.contains(NO_PANIC) {
        findings.push(Finding::new(
            path,
            1,
            "invariant.panic",
            format!("no crate may end the program (I11); below its `//!` write `{NO_PANIC}`"),
        ));
    }
    if path.starts_with(SELF) {
        return findings;
    }
    let may_print = PRINTERS.iter().any(|folder| path.starts_with(folder));
    let is_pure = PURE.iter().any(|folder| path.starts_with(folder));
    for (number, line) in file.lines() {
        for (word, advice) in SWITCHED_OFF {
            if line.contains(word) {
                findings.push(Finding::new(path, number, "test.switched-off", format!("`{word}`: {advice}")));
            }
        }
        let code = !line.trim_start().starts_with("//");
        if code && !may_print && PRINTS.iter().any(|print| mentions(line, print)) {
            findings.push(Finding::new(
                path,
                number,
                "output.print",
                "only `cli` prints (I5); return the text, or a value that contains it",
            ));
        }
        if code
            && is_pure
            && let Some(module) = IO.iter().find(|module| mentions(line, module))
        {
            findings.push(Finding::new(
                path,
                number,
                "invariant.io",
                format!("`{module}` in a crate without IO (I1); let the caller pass the values it needs"),
            ));
        }
    }
    findings
}

/// Returns whether this is the root file of a crate.
fn is_root(path: &str) -> bool {
    path.strip_prefix("crates/")
        .and_then(|path| path.split_once('/'))
        .is_some_and(|(_, inner)| matches!(inner, "src/lib.rs" | "src/main.rs"))
}

/// Returns whether `line` contains `word`, not preceded by a letter of an identifier.
fn mentions(line: &str, word: &str) -> bool {
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '"')))
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
    fn length_is_counted_in_lines() {
        let lines = |count: usize| format!("//! Doc.\n{}", "\n".repeat(count - 1));
        refused("crates/x/src/a.rs", &lines(500), &[]);
        refused("crates/x/src/a.rs", &lines(501), &["file.length:501"]);
        assert_eq!(check(&file("a.rs", &lines(501)))[0].weight, crate::finding::Weight::Note);
        refused("crates/x/src/a.rs", &lines(1_001), &["file.length:1001"]);
        assert_eq!(check(&file("a.rs", &lines(1_001)))[0].weight, crate::finding::Weight::Error);
    }

    #[test]
    fn module_without_doc_is_refused() {
        refused("crates/x/src/a.rs", "use a;\n//! Late.\n", &["docs.module:1"]);
        refused("crates/x/src/a.rs", "", &["docs.module:1"]);
    }

    #[test]
    fn switched_off_tests_are_found() {
        for (word, _) in SWITCHED_OFF {
            refused("tests/src/a.rs", &format!("//! Doc.\n  {word}\n"), &["test.switched-off:2"]);
        }
    }

    #[test]
    fn only_some_print() {
        let text = "//! Doc.\nprintln!(\"\");\n// println!() in a comment\nmy_println!();\n";
        refused("crates/manifest/src/a.rs", text, &["output.print:2"]);
        refused("crates/cli/src/a.rs", text, &[]);
        refused("crates/x/src/a.rs", "//! Doc.\n    dbg!(1);\n", &["output.print:2"]);
    }

    #[test]
    fn pure_crates_do_no_io() {
        refused("crates/schema/src/a.rs", "//! Doc.\nuse std::fs;\n", &["invariant.io:2"]);
        refused("crates/fetch/src/a.rs", "//! Doc.\nuse std::fs;\n", &[]);
    }
    #[test]
    fn crates_must_not_end_the_program() {
        refused("crates/x/src/lib.rs", "//! Doc.\n", &["invariant.panic:1"]);
        refused("crates/cli/src/main.rs", "//! Doc.\n", &["invariant.panic:1"]);
        refused("crates/x/src/lib.rs", &format!("//! Doc.\n\n{NO_PANIC}\n"), &[]);
        refused("crates/x/src/inner/lib.rs", "//! Doc.\n", &[]);
    }
}
