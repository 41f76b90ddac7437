//! `cargo xtask test`: everything that is tested, on a machine that has nothing but the Rust toolchain.
//!
//! It runs `cargo test` and not a test runner that would have to be installed first, and it is stricter than
//! `cargo test`: an ignored test is a failure, and so is a run without tests, a snapshot that nobody accepted
//! and one that no test looks at.
//!
//! The suites `grid` and `runtime` run at the same time as all others, because they mostly wait: `grid` for timeouts
//! and `runtime` for browsers. Their output comes at the end.
//!
//! If a few tests of the end-to-end suites fail, these are run once more, one at a time: with several browsers on
//! a machine of any speed and load, a test in some thousands misses a deadline that is not its subject. The last line
//! names each test that needed it. Unit, property, snapshot and documentation tests have one attempt.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use serde_json::Value;

use crate::conformance;
use crate::failure::{Failure, Outcome};
use crate::javascript;
use crate::process::{self, timed};
use crate::setup;
use crate::soundness;
use crate::tools::{self, Need};
use crate::workspace;

/// Install missing programs and run every test
///
/// That is unit, snapshot, property, doc, browser, conformance and soundness tests.
///
/// With arguments, only `cargo test --workspace --all-features ARGS` is run, with the environment that our
/// tests expect.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  cargo xtask test\n  cargo xtask test --package webagents-schema -- jsdoc"
)]
pub(crate) struct TestArgs {
    /// Arguments for `cargo test`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) rest: Vec<String>,
}

/// Number of tests that run at once, for the test harness of Rust.
const THREADS: &str = "RUST_TEST_THREADS";

/// Test targets that run at the same time as the others.
///
/// They wait most of the time. Cargo runs them only by name.
const APART: [&str; 2] = ["grid", "runtime"];

/// Test targets whose tests wait for browsers.
const END_TO_END: [&str; 4] = ["cli", "grid", "pool", "runtime"];

/// Largest number of failed tests that get a second attempt; more have a cause in common.
const MAX_REPEATED: usize = 5;

pub(crate) fn run(args: &TestArgs) -> Outcome {
    timed("setup", || setup::ensure(&Need::ALL))?;
    if args.rest.is_empty() {
        // One command compiles all programs, including the suites of `APART`, at the same time.
        let targets = targets(&workspace::metadata()?);
        timed("build", || process::run(test_command().arg("--no-run").args(targets)))?;
    }
    let tests = timed("cargo test", || cargo_test(&args.rest));
    if !args.rest.is_empty() {
        return tests.map(drop);
    }
    let own = timed("conformance of webagents", conformance::run_own);
    let python = timed("conformance of the Python package, against its baseline", conformance::run_python);
    let oracles = timed("soundness, against the oracles", soundness::run_checks);
    let scripts = timed("our JavaScript: format, linter, types and unit tests", javascript::run_checks);
    let others = [&own, &python, &oracles, &scripts].map(|outcome| outcome.as_ref().err());
    let failures: Vec<String> =
        others.into_iter().chain([tests.as_ref().err()]).flatten().map(ToString::to_string).collect();
    match tests {
        Ok(totals) if failures.is_empty() => {
            eprintln!(
                "test: all well: {} tests in {} suites, conformance and soundness",
                totals.passed, totals.suites
            );
            if !totals.failed.is_empty() {
                eprintln!("test: passed at the second attempt only: {}", totals.failed.join(", "));
            }
            Ok(())
        }
        _ => Err(Failure::Findings(format!("test: {}", failures.join("; ")))),
    }
}

fn cargo_test(rest: &[String]) -> Outcome<Totals> {
    let references = tools::folder().join("snapshots.txt");
    fs::create_dir_all(tools::folder()).map_err(|cause| Failure::file(&references, &cause))?;
    fs::write(&references, "").map_err(|cause| Failure::file(&references, &cause))?;
    let mut totals = Totals::default();
    let succeeded = if rest.is_empty() {
        every_suite(&references, &mut totals)?
    } else {
        process::watch(tests(&references).args(rest), |line| totals.add(line))?
    };
    if !succeeded {
        if !rest.is_empty() || !totals.may_be_repeated() {
            return Err(Failure::Findings("`cargo test` failed; its output names the test".into()));
        }
        timed("second attempt", || second_attempt(&references, &totals.failed))?;
        totals.passed += totals.failed.len();
    }
    totals.verdict()?;
    if rest.is_empty() {
        let seen = fs::read_to_string(&references).map_err(|cause| Failure::file(&references, &cause))?;
        snapshots(&seen)?;
    }
    Ok(totals)
}

/// Runs all suites, with [`APART`] at the same time as the others, and returns whether they passed.
fn every_suite(references: &Path, totals: &mut Totals) -> Outcome<bool> {
    thread::scope(|scope| {
        let apart = APART.map(|suite| {
            let mut command = tests(references);
            command.args(["--no-fail-fast", "--test", suite]);
            scope.spawn(move || process::collect(&mut command))
        });
        let mut succeeded = process::watch(tests(references).arg("--no-fail-fast"), |line| totals.add(line));
        let mut out = std::io::stdout();
        for suite in apart {
            let (passed, lines) = suite.join().map_err(|_| Failure::Broken("a thread panicked".into()))??;
            for line in lines {
                // A closed stdout must not end the command.
                let _ = writeln!(out, "{line}");
                totals.add(&line);
            }
            succeeded = succeeded.map(|succeeded| succeeded && passed);
        }
        succeeded
    })
}

/// Returns the arguments of Cargo that select all programs with tests, each suite by its name.
fn targets(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets = packages.flat_map(|package| package["targets"].as_array().into_iter().flatten());
    let is_suite =
        |target: &&Value| target["kind"].as_array().is_some_and(|kinds| kinds.contains(&"test".into()));
    let names: BTreeSet<&str> =
        targets.filter(is_suite).filter_map(|target| target["name"].as_str()).collect();
    let suites = names.into_iter().flat_map(|name| ["--test", name]);
    ["--lib", "--bins", "--examples"].into_iter().chain(suites).map(str::to_owned).collect()
}

/// Returns `cargo test` of everything.
fn test_command() -> Command {
    let mut command = workspace::cargo();
    command.args(["test", "--workspace", "--all-features"]);
    command
}

/// Returns `cargo test` with the environment that our tests expect; insta appends to `references`.
fn tests(references: &Path) -> Command {
    let mut command = test_command();
    command
        .env("CI", "true")
        .env("INSTA_UPDATE", "no")
        .env("INSTA_SNAPSHOT_REFERENCES_FILE", references)
        .env_remove("INSTA_FORCE_PASS")
        .env("WEBAGENTS_TSC", tools::tsc())
        .env("WEBAGENTS_PEERS", tools::peers())
        .env("WEBAGENTS_SELENIUM", tools::selenium());
    if env::var_os(THREADS).is_none() {
        // Most tests that take long wait for a browser: for its start, its deadlines, its end.
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        command.env(THREADS, (2 * processors).to_string());
    }
    command
}

/// Runs the tests `failed` of the end-to-end suites one at a time; fails unless each of them passes.
fn second_attempt(references: &Path, failed: &[String]) -> Outcome {
    let mut command = tests(references);
    command.env(THREADS, "1").arg("--no-fail-fast");
    for suite in END_TO_END {
        command.args(["--test", suite]);
    }
    let mut totals = Totals::default();
    let succeeded = process::watch(command.args(["--", "--exact"]).args(failed), |line| totals.add(line))?;
    // A test of another suite is not found, and counts as failed.
    if succeeded && totals.passed == failed.len() {
        return Ok(());
    }
    Err(Failure::Findings(format!("`cargo test` failed: {}", failed.join(", "))))
}

/// Sum of the lines `test result: …` of a run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    /// Suites that began; one that aborts has no result.
    begun: usize,
    suites: usize,
    passed: usize,
    ignored: usize,
    /// Number of tests that failed, by the results of their suites.
    failures: usize,
    /// Names of tests that failed.
    failed: Vec<String>,
}

impl Totals {
    fn add(&mut self, line: &str) {
        if line.starts_with("running ") && (line.ends_with(" tests") || line.ends_with(" test")) {
            self.begun += 1;
        }
        let name = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
        self.failed.extend(name.map(str::to_owned));
        let Some(counts) = line.strip_prefix("test result: ") else { return };
        self.suites += 1;
        let count = |what: &str| {
            let before = counts.split(what).next()?;
            before.trim_end().rsplit(' ').next()?.parse().ok()
        };
        self.passed += count("passed").unwrap_or(0);
        self.ignored += count("ignored").unwrap_or(0);
        self.failures += count("failed;").unwrap_or(0);
    }

    /// Returns whether a few tests failed, each is known by name, and no suite ended without a result.
    fn may_be_repeated(&self) -> bool {
        let known = self.failures == self.failed.len() && self.begun == self.suites;
        known && (1..=MAX_REPEATED).contains(&self.failures)
    }

    fn verdict(&self) -> Outcome {
        if self.ignored > 0 {
            return Err(Failure::Findings(format!("{} tests are ignored; none may be", self.ignored)));
        }
        if self.passed == 0 {
            return Err(Failure::Findings("no test was run".into()));
        }
        Ok(())
    }
}

/// Fails when a snapshot of the project was not looked at, or one waits for a decision.
fn snapshots(seen: &str) -> Outcome {
    let seen: BTreeSet<PathBuf> = seen.lines().filter_map(|line| fs::canonicalize(line).ok()).collect();
    let mut found = Vec::new();
    for folder in ["crates", "tests", "xtask"] {
        collect_snapshots(&workspace::root().join(folder), &mut found)?;
    }
    let wrong = unaccounted(&found, &seen);
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Failure::Findings(format!(
        "snapshots that wait for a decision, or that no test looks at:\n  {}",
        wrong.join("\n  ")
    )))
}

/// The pending snapshots among `found`, and all that `seen` lacks.
fn unaccounted(found: &[PathBuf], seen: &BTreeSet<PathBuf>) -> Vec<String> {
    let wrong = found.iter().filter(|path| {
        let pending = path.extension().is_none_or(|extension| extension != "snap");
        pending || !fs::canonicalize(path).is_ok_and(|path| seen.contains(&path))
    });
    wrong.map(|path| path.display().to_string()).collect()
}

fn collect_snapshots(folder: &Path, found: &mut Vec<PathBuf>) -> Outcome {
    let entries = fs::read_dir(folder).map_err(|cause| Failure::file(folder, &cause))?;
    for entry in entries {
        let path = entry.map_err(|cause| Failure::file(folder, &cause))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "target" && name != "node_modules" {
            collect_snapshots(&path, found)?;
        } else if [".snap", ".snap.new", ".pending-snap"].iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_are_summed() {
        let mut totals = Totals::default();
        totals.add("running 3 tests");
        totals.add(
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        );
        totals.add(
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        );
        assert_eq!(totals, Totals { begun: 1, suites: 2, passed: 15, ignored: 1, ..Totals::default() });
        assert!(totals.verdict().is_err());
        totals.ignored = 0;
        assert_eq!(totals.verdict(), Ok(()));
        assert!(Totals::default().verdict().is_err());
    }

    #[test]
    fn only_a_few_failures_with_names_are_repeated() {
        let run = |lines: &[&str]| {
            let mut totals = Totals::default();
            for line in lines {
                totals.add(line);
            }
            totals
        };
        let (begun, failed) = ("running 2 tests", "test a::b ... FAILED");
        let result = "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out";
        let totals = run(&[begun, "test a::c ... ok", failed, result]);
        assert_eq!((totals.failed.as_slice(), totals.failures), (&["a::b".to_owned()][..], 1));
        assert!(totals.may_be_repeated());
        assert!(!run(&[begun, result]).may_be_repeated(), "a failure without its name");
        assert!(!run(&[begun, failed, result, begun]).may_be_repeated(), "a suite without a result");
        assert!(!run(&[begun, "test result: ok. 2 passed; 0 failed;"]).may_be_repeated(), "no failure");
        let many = [begun, failed, result].repeat(MAX_REPEATED + 1);
        assert!(!run(&many).may_be_repeated(), "too many");
    }

    #[test]
    fn suites_are_built_by_name() {
        let target = |kind: &str, name: &str| json!({ "kind": [kind], "name": name });
        let packages = json!([
            { "targets": [target("lib", "a"), target("test", "integration")] },
            { "targets": [target("test", "runtime"), target("test", "integration")] },
        ]);
        let built = targets(&json!({ "packages": packages }));
        assert_eq!(built[3..], ["--test", "integration", "--test", "runtime"]);
    }

    #[test]
    fn unused_snapshot_is_a_failure() {
        // Any two files that exist will do.
        let seen = workspace::root().join("xtask/src/test.rs");
        let accepted = BTreeSet::from([fs::canonicalize(&seen).unwrap()]);
        assert_eq!(unaccounted(&[seen], &accepted).len(), 1, "a file that does not end in .snap is pending");
        assert_eq!(unaccounted(&[PathBuf::from("gone.snap")], &accepted), ["gone.snap"]);
        assert_eq!(unaccounted(&[], &accepted), [""; 0]);
    }
}
