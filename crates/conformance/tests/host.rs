//! The host against real processes that misbehave. Each must cost the checks it spoils and no other.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;
use webagents_conformance::{
    AdapterCommand, Enforce, ErrorKind, Report, RunOptions, Verdict, exit_code, run,
};

const MISBEHAVING: &str = env!("CARGO_BIN_EXE_webagents-conformance-misbehaving");

/// Three checks; the adapter misbehaves at the second only.
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

/// Times for an answer. Where one is what a test costs, the first is tried before the others, for a machine that is slow.
const LIMITS: [Duration; 3] = [Duration::from_secs(3), Duration::from_secs(12), Duration::from_mins(1)];

fn options(suite: &Path, manner: &str) -> RunOptions {
    let mut options = RunOptions::new(suite, AdapterCommand::new(MISBEHAVING, [manner]));
    // Nothing here depends on the deadline but what never answers: then it is what the test costs.
    let never_answers = matches!(manner, "late" | "deaf");
    options.answer_timeout = if never_answers { LIMITS[0] } else { LIMITS[2] };
    options
}

fn verdicts(report: &Report) -> Vec<Verdict> {
    report.checks.iter().map(|check| check.verdict).collect()
}

#[track_caller]
fn check(manner: &str, expected: [Verdict; 3], detail: &str, code: u8) {
    let suite = three();
    let result = run(&options(suite.path(), manner));
    assert_eq!(exit_code(&result), code);
    let report = result.unwrap();
    assert_eq!(verdicts(&report), expected, "{report}");
    assert!(report.to_string().contains(detail), "{report}");
}

#[test]
fn a_crash_costs_one_check() {
    use Verdict::{Crash, Pass};
    check("crash", [Pass, Crash, Pass], "closed its standard output", 1);
    check("crash", [Pass, Crash, Pass], "its log ends: Traceback: boom", 1);
    check("half-a-line", [Pass, Crash, Pass], "without an answer", 1);
    let mut late = options(three().path(), "late");
    for limit in LIMITS {
        let suite = three();
        (late.suite, late.answer_timeout) = (suite.path().to_owned(), limit);
        let report = run(&late).unwrap();
        // One that would answer may have been too late as well.
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
    check("garbage", [Pass, Crash, Pass], "what is no answer", 1);
    check("flood", [Pass, Crash, Pass], "what is no answer", 1);
    check("two-in-one", [Pass, Crash, Pass], "exactly one of", 1);
    check("wrong-seq", [Pass, Crash, Pass], "question 4242", 1);
}

#[test]
fn a_line_too_many_spoils_the_next_answer() {
    check("babble", [Verdict::Pass, Verdict::Pass, Verdict::Crash], "one more thing", 1);
}

#[test]
fn a_wrong_answer_is_no_crash() {
    use Verdict::{Fail, Pass, Skipped};
    check("wrong", [Pass, Fail, Pass], "expected null, found \"http://wrong.example/\"", 1);
    check("error", [Pass, Fail, Pass], "the implementation failed: I failed", 1);
    check("reject", [Pass, Fail, Pass], "found a rejection", 1);
    check("skip", [Pass, Skipped, Pass], "not today", 0);
}

/// An adapter that does not read must not block the host, even when the question is larger than a pipe.
#[test]
fn a_deaf_adapter_costs_its_checks_only() {
    let suite = three();
    common::write(suite.path(), "cases/discover/b-here/page.html", &"<p>".repeat(500_000));
    let mut options = options(suite.path(), "deaf");
    options.filter = Some("b-here".to_owned());
    let report = run(&options).unwrap();
    assert_eq!(verdicts(&report), [Verdict::Crash], "{report}");
    assert!(report.to_string().contains("no answer within 3000 ms"), "{report}");
}

#[test]
fn what_does_not_start_is_a_broken_run() {
    let suite = three();
    for (manner, says) in
        [("dies", "cannot find my hat"), ("mute", "no answer within"), ("protocol", "what is no greeting")]
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

fn baseline(dir: &Path, checks: &[&str]) -> PathBuf {
    let entries: Vec<_> =
        checks.iter().map(|check| format!(r#"{{"check":"{check}","reason":"known"}}"#)).collect();
    let text = format!(r#"{{"implementation":"m","expected_failures":[{}]}}"#, entries.join(","));
    common::write(dir, "baseline.json", &text);
    dir.join("baseline.json")
}

#[test]
fn a_baseline_is_strict() {
    use Verdict::{Crash, ExpectedFailure, Pass, StaleBaseline};
    let here = "discover/b-here#discover";
    for (manner, entry, expected, code) in [
        ("wrong", here, [Pass, ExpectedFailure, Pass], 0),
        ("crash", here, [Pass, Crash, Pass], 1),
        ("skip", "discover/a-before#discover", [StaleBaseline, Verdict::Skipped, Pass], 1),
        ("skip", "discover/unheard-of#discover", [Pass, Verdict::Skipped, Pass], 1),
    ] {
        let suite = three();
        let files = tempfile::tempdir().unwrap();
        let mut options = options(suite.path(), manner);
        options.baseline = Some(baseline(files.path(), &[entry]));
        let result = run(&options);
        assert_eq!(exit_code(&result), code, "{manner} {entry}");
        assert_eq!(verdicts(&result.unwrap()), expected, "{manner} {entry}");
    }
    let suite = three();
    let files = tempfile::tempdir().unwrap();
    let mut options = options(suite.path(), "wrong");
    options.baseline = Some(baseline(files.path(), &[here, here]));
    assert_eq!(run(&options).unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn required_checks_decide_when_they_are_enforced() {
    let suite = three();
    let set = r#"{"spec_version":"0.2","frozen":false,"checks":["discover/b-here#discover"]}"#;
    common::write(suite.path(), "requirements/0.2.json", set);
    let mut options = options(suite.path(), "skip");
    assert_eq!(exit_code(&run(&options)), 0);
    options.enforce = Enforce::Requirements;
    let report = run(&options).unwrap();
    assert!(report.failed);
    assert_eq!(report.requirements[0].not_passed, ["discover/b-here#discover"]);
}

#[test]
fn a_filter_that_matches_nothing_is_a_broken_run() {
    let suite = three();
    let mut options = options(suite.path(), "skip");
    options.filter = Some("c-after".to_owned());
    assert_eq!(verdicts(&run(&options).unwrap()), [Verdict::Pass]);
    options.filter = Some("no such check".to_owned());
    assert_eq!(run(&options).unwrap_err().kind(), ErrorKind::NoChecks);
    options.filter = None;
    options.spec_version = Some("9.9".to_owned());
    assert_eq!(run(&options).unwrap_err().kind(), ErrorKind::Invalid);
}

/// The adapter's process must end with its owner even when the owner is killed and can do nothing about it,
/// and even when the adapter does not listen.
#[cfg(target_os = "linux")]
#[test]
fn an_adapter_does_not_outlive_a_killed_owner() {
    use std::process::{Command, Stdio};

    let suite = three();
    let note = suite.path().join("adapter.pid");
    let mut owner = Command::new(MISBEHAVING)
        .arg("owner")
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

/// What an adapter starts and forgets ends with the run.
#[cfg(target_os = "linux")]
#[test]
fn children_of_an_adapter_do_not_outlive_the_run() {
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

/// Whether a process runs. One that has ended and that nobody has waited for does not.
#[cfg(target_os = "linux")]
fn is_alive(pid: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid.trim()).join("stat"));
    stat.is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with('Z')))
}

/// Waits for something that another process does. The bound is there to end a test that has failed.
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
