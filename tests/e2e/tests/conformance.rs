//! Host against real processes that misbehave. Each costs only the checks that it spoils.

#[path = "../../../crates/conformance/tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;
use webagents_conformance::{
    AdapterCommand, Baseline, CheckVerdict, Error, ErrorKind, Report, RunOptions, exit_code, run,
};

const MISBEHAVING: &str = env!("CARGO_BIN_EXE_misbehaving");

/// Suite of three checks; the adapter misbehaves at the second only.
fn three() -> TempDir {
    let page = |name: &str, html: &'static str| {
        let file = |file: &str| format!("cases/discover/{name}/{file}");
        [(file("case.json"), common::DISCOVER), (file("page.html"), html), (file("url.json"), "null")]
    };
    let files: Vec<_> = [page("a-before", "<p>"), page("b-here", "PROVOKE"), page("c-after", "<p>")]
        .into_iter()
        .flatten()
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    common::suite(&files)
}

/// Time limits of an answer, shortest first. The later ones are for slow machines.
const LIMITS: [Duration; 3] = [Duration::from_secs(3), Duration::from_secs(12), Duration::from_mins(1)];

fn options(suite: &Path, manner: &str) -> RunOptions {
    let mut options = RunOptions::new(suite, AdapterCommand::new(MISBEHAVING, [manner]));
    // Only an adapter that never answers depends on the deadline, and then costs it.
    let never_answers = matches!(manner, "late" | "deaf");
    options.answer_timeout = if never_answers { LIMITS[0] } else { LIMITS[2] };
    options
}

fn verdicts(report: &Report) -> Vec<CheckVerdict> {
    report.checks.iter().map(|check| check.verdict).collect()
}

#[track_caller]
fn check(manner: &str, expected: [CheckVerdict; 3], detail: &str, code: u8) {
    let suite = three();
    let result = run(&options(suite.path(), manner));
    assert_eq!(exit_code(&result), code);
    let report = result.unwrap();
    assert_eq!(verdicts(&report), expected, "{report}");
    assert!(report.to_string().contains(detail), "{report}");
}

#[test]
fn a_crash_costs_one_check() {
    use CheckVerdict::{Crash, Pass};
    check("crash", [Pass, Crash, Pass], "closed its standard output", 1);
    check("crash", [Pass, Crash, Pass], "its log ends: Traceback: boom", 1);
    check("half-a-line", [Pass, Crash, Pass], "without an answer", 1);
    let mut late = options(three().path(), "late");
    for limit in LIMITS {
        let suite = three();
        (late.suite, late.answer_timeout) = (suite.path().to_owned(), limit);
        let report = run(&late).unwrap();
        // An adapter that would answer may have been too late as well.
        if limit != LIMITS[2] && verdicts(&report) != [Pass, Crash, Pass] {
            continue;
        }
        assert_eq!(verdicts(&report), [Pass, Crash, Pass], "{report}");
        assert!(
            report.to_string().contains(&format!("no answer within {} ms", limit.as_millis())),
            "{report}"
        );
        break;
    }
    check("garbage", [Pass, Crash, Pass], "expected an answer", 1);
    check("flood", [Pass, Crash, Pass], "expected an answer", 1);
    check("two-in-one", [Pass, Crash, Pass], "exactly one of", 1);
    check("wrong-seq", [Pass, Crash, Pass], "question 4242", 1);
}

#[test]
fn extra_line_spoils_next_answer() {
    check("babble", [CheckVerdict::Pass, CheckVerdict::Pass, CheckVerdict::Crash], "one more thing", 1);
}

#[test]
fn a_wrong_answer_is_no_crash() {
    use CheckVerdict::{Fail, Pass, Skipped};
    check("wrong", [Pass, Fail, Pass], "expected null, found \"http://wrong.example/\"", 1);
    check("error", [Pass, Fail, Pass], "the implementation failed: I failed", 1);
    check("reject", [Pass, Fail, Pass], "found a rejection", 1);
    check("skip", [Pass, Skipped, Pass], "not today", 0);
}

/// Tests that an adapter which does not read does not block the host.
///
/// The question is larger than a pipe.
#[test]
fn deaf_adapter_costs_own_checks() {
    let suite = three();
    common::write(suite.path(), "cases/discover/b-here/page.html", &"<p>".repeat(500_000));
    let mut options = options(suite.path(), "deaf");
    options.judging.filter = Some("b-here".to_owned());
    let report = run(&options).unwrap();
    assert_eq!(verdicts(&report), [CheckVerdict::Crash], "{report}");
    assert!(report.to_string().contains("no answer within 3000 ms"), "{report}");
}

#[test]
fn failed_start_breaks_run() {
    let suite = three();
    for (manner, says) in
        [("dies", "cannot find my hat"), ("mute", "no answer within"), ("protocol", "expected a greeting")]
    {
        let mut options = options(suite.path(), manner);
        options.start_timeout = Duration::from_millis(if manner == "mute" { 500 } else { 60_000 });
        let result = run(&options);
        assert_eq!(exit_code(&result), 2);
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Adapter);
        assert!(error.to_string().contains(says), "{error}");
    }
    let nobody = AdapterCommand::new("/nowhere/to/be/found", [""; 0]);
    let error = run(&RunOptions::new(suite.path(), nobody)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Adapter);
}

fn baseline(dir: &Path, checks: &[&str]) -> Result<Baseline, Error> {
    let entries: Vec<_> =
        checks.iter().map(|check| format!(r#"{{"check":"{check}","reason":"known"}}"#)).collect();
    let text = format!(r#"{{"implementation":"m","expected_failures":[{}]}}"#, entries.join(","));
    common::write(dir, "baseline.json", &text);
    Baseline::load(&dir.join("baseline.json"))
}

#[test]
fn a_baseline_is_strict() {
    use CheckVerdict::{Crash, ExpectedFailure, Pass, StaleBaseline};
    let here = "discover/b-here#discover";
    for (manner, entry, expected, code) in [
        ("wrong", here, [Pass, ExpectedFailure, Pass], 0),
        ("crash", here, [Pass, Crash, Pass], 1),
        ("skip", "discover/a-before#discover", [StaleBaseline, CheckVerdict::Skipped, Pass], 1),
        ("skip", "discover/unheard-of#discover", [Pass, CheckVerdict::Skipped, Pass], 1),
    ] {
        let suite = three();
        let files = tempfile::tempdir().unwrap();
        let mut options = options(suite.path(), manner);
        options.judging.baseline = baseline(files.path(), &[entry]).unwrap();
        let result = run(&options);
        assert_eq!(exit_code(&result), code, "{manner} {entry}");
        assert_eq!(verdicts(&result.unwrap()), expected, "{manner} {entry}");
    }
    let files = tempfile::tempdir().unwrap();
    assert_eq!(baseline(files.path(), &[here, here]).unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn enforced_requirements_decide_the_run() {
    let suite = three();
    let set = r#"{"spec_version":"0.2","frozen":false,"checks":["discover/b-here#discover"]}"#;
    common::write(suite.path(), "requirements/0.2.json", set);
    let mut options = options(suite.path(), "skip");
    assert_eq!(exit_code(&run(&options)), 0);
    options.judging.enforce_requirements = true;
    let report = run(&options).unwrap();
    assert!(report.failed);
    assert_eq!(report.requirements[0].not_passed, ["discover/b-here#discover"]);
}

#[test]
fn filter_without_match_breaks_run() {
    let suite = three();
    let mut options = options(suite.path(), "skip");
    options.judging.filter = Some("c-after".to_owned());
    assert_eq!(verdicts(&run(&options).unwrap()), [CheckVerdict::Pass]);
    options.judging.filter = Some("no such check".to_owned());
    assert_eq!(run(&options).unwrap_err().kind(), ErrorKind::NoChecks);
    options.judging.filter = None;
    options.judging.spec_version = Some("9.9".to_owned());
    assert_eq!(run(&options).unwrap_err().kind(), ErrorKind::Invalid);
}

/// Tests that the adapter's process ends with its host.
///
/// The host is killed and cannot act, and the adapter ignores signals.
#[cfg(target_os = "linux")]
#[test]
fn adapter_ends_with_killed_host() {
    use std::process::{Command, Stdio};

    let suite = three();
    let note = suite.path().join("adapter.pid");
    let mut owner = Command::new(MISBEHAVING)
        .arg("host")
        .args([suite.path(), &note])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let adapter = wait_for(|| std::fs::read_to_string(&note).ok().filter(|pid| pid.ends_with('\n')));
    assert!(is_alive(&adapter), "the adapter was not running to begin with");
    owner.kill().unwrap();
    owner.wait().unwrap();
    wait_for(|| (!is_alive(&adapter)).then_some(()));
}

/// Tests that abandoned children of an adapter end with the run.
#[cfg(target_os = "linux")]
#[test]
fn adapter_children_end_with_run() {
    let suite = three();
    let note = suite.path().join("child.pid");
    let script = "sleep 600 & echo $! > \"$0\"; exec \"$1\" skip";
    let adapter = AdapterCommand::new("sh", ["-c", script, &note.to_string_lossy(), MISBEHAVING]);
    let mut options = options(suite.path(), "skip");
    options.adapter = adapter;
    assert_eq!(exit_code(&run(&options)), 0);
    let child = std::fs::read_to_string(&note).unwrap();
    wait_for(|| (!is_alive(&child)).then_some(()));
}

/// Returns whether a process runs. A zombie does not.
#[cfg(target_os = "linux")]
fn is_alive(pid: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid.trim()).join("stat"));
    stat.is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with('Z')))
}

/// Waits for an effect of another process, with a limit that ends a failed test.
#[cfg(target_os = "linux")]
#[track_caller]
fn wait_for<T>(mut probe: impl FnMut() -> Option<T>) -> T {
    for _ in 0..6000 {
        if let Some(found) = probe() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing happened in 60 seconds");
}
