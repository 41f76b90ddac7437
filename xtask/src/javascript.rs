//! `cargo xtask js`: the format, the linter, the types and the unit tests of our own JavaScript.
//!
//! Their settings and the tests are in `tests/javascript`. They need Node.js; without it they are named as skipped.

use std::collections::BTreeMap;
use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::process::{self, step};
use crate::setup;
use crate::tools::{self, Need};
use crate::workspace::{self, SourceFile};

/// Folder of the settings and the tests.
const FOLDER: &str = "tests/javascript";

/// Check our own JavaScript: format, linter, types and unit tests
///
/// `cargo xtask test` makes the same checks. They need Node.js.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask js --fix")]
pub(crate) struct JsArgs {
    /// Format the files, and repair findings of the linter if possible
    #[arg(long)]
    fix: bool,
}

pub(crate) fn run(args: &JsArgs) -> Outcome {
    setup::ensure(&[Need::Javascript, Need::Typescript])?;
    check(args.fix)
}

/// Makes all checks if Node.js is installed.
pub(crate) fn run_checks() -> Outcome {
    if process::find(&["node"]).is_none() {
        step("skipped: there is no Node.js for the checks of our JavaScript");
        return Ok(());
    }
    check(false)
}

fn check(fix: bool) -> Outcome {
    let files = workspace::files()?;
    let scripts: Vec<&str> =
        files.iter().filter(|file| is_ours(file)).map(|file| file.path.as_str()).collect();
    let (prettier, eslint) = (format!("{FOLDER}/prettier.json"), format!("{FOLDER}/eslint.config.mjs"));
    let mut format = node("prettier/bin/prettier.cjs");
    format
        .args(["--log-level", "warn", "--config", &prettier, if fix { "--write" } else { "--check" }])
        .args(&scripts);
    let mut lint = node("eslint/bin/eslint.js");
    lint.args(["--config", &eslint, "--no-warn-ignored", "--max-warnings", "0"]).args(fix.then_some("--fix"));
    lint.args(scripts.iter().filter(|path| is_linted(path)));
    let mut tests = command();
    tests.arg("--test").args(scripts.iter().filter(|path| path.ends_with(".test.mjs")));
    // The linter's repairs are formatted.
    let mut failed = Vec::new();
    for (name, command) in [("linter", &mut lint), ("format", &mut format), ("unit tests", &mut tests)] {
        let (succeeded, lines) = process::collect(command)?;
        if !succeeded {
            for line in lines {
                eprintln!("{line}");
            }
            failed.push(name);
        }
    }
    if !check_types(&files)? {
        failed.push("types");
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::Findings(format!(
        "our JavaScript: {}; `cargo xtask js --fix` repairs a part",
        failed.join(", ")
    )))
}

/// Checks the types of our scripts; returns `true` without findings.
///
/// Scripts of one folder are one program, because Rust joins some of them.
fn check_types(files: &[SourceFile]) -> Result<bool, Failure> {
    let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.text.starts_with(CHECKED)) {
        let (folder, _) = file.path.rsplit_once('/').unwrap_or_default();
        folders.entry(folder).or_default().push(&file.path);
    }
    let mut is_clean = true;
    for scripts in folders.values() {
        let mut check = Command::new(tools::tsc());
        check.current_dir(workspace::root()).args(COMPILER_OPTIONS);
        check.arg(format!("{FOLDER}/globals.d.ts")).args(scripts);
        let (succeeded, lines) = process::collect(&mut check)?;
        if !succeeded {
            for line in lines {
                eprintln!("{line}");
            }
            is_clean = false;
        }
    }
    Ok(is_clean)
}

/// First line of a script whose types are checked.
const CHECKED: &str = "// @ts-";

/// The names of a browser and of the language are known; a value without a type may be anything.
const COMPILER_OPTIONS: [&str; 12] = [
    // A folder above may have a `tsconfig.json` of others.
    "--ignoreConfig",
    "--allowJs",
    "--noEmit",
    "--target",
    "esnext",
    "--lib",
    "esnext,dom,dom.iterable",
    "--strict",
    "false",
    "--skipLibCheck",
    "--types",
    "",
];

/// Returns Node.js in the root of the workspace, with the folder of the packages in its environment.
fn command() -> Command {
    let mut command = Command::new("node");
    command.current_dir(workspace::root()).env("WEBAGENTS_JAVASCRIPT", tools::javascript());
    command
}

/// Returns the call of a program in the packages.
fn node(program: &str) -> Command {
    let mut command = command();
    command.arg(tools::javascript().join("node_modules").join(program));
    command
}

/// Returns whether a file is JavaScript that this project maintains.
///
/// Data of tests keep their bytes.
fn is_ours(file: &SourceFile) -> bool {
    let is_data = ["tests/data/", "tests/soundness/data/"].iter().any(|folder| file.path.starts_with(folder));
    matches!(file.extension(), Some("js" | "mjs")) && !is_data && !file.path.contains("/fixtures/")
}

/// Returns whether the linter reads a file.
///
/// Scripts of the demo and of test pages are bodies of functions, which it does not parse.
fn is_linted(path: &str) -> bool {
    !path.starts_with("crates/cli/demo/") && !path.starts_with("tests/e2e/tests/pages/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::file;

    #[test]
    fn data_keeps_its_bytes() {
        for (path, expected) in [
            ("crates/a/src/js/a.js", true),
            ("tests/bench/src/a.mjs", true),
            ("tests/data/modules/a/a.js", false),
            ("crates/script/tests/fixtures/shop.js", false),
            ("crates/a/src/a.rs", false),
        ] {
            assert_eq!(is_ours(&file(path, "")), expected, "{path}");
        }
    }
}
