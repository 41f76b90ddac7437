//! Verdict for an outcome: the table of `conformance.md`, as one function.

use std::fmt;

use serde::Serialize;

use crate::baseline::Baseline;

/// Options of a run: the checks to run, and the failures that do not fail the run as a whole.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Judging {
    /// Checks that the implementation is known to fail, which do not fail the run. Default: none.
    pub baseline: Baseline,
    /// Text that a check's id must contain for the check to run; `None` runs all checks.
    pub filter: Option<String>,
    /// Conformance class, such as `reader`, whose operations alone are tested; `None` tests all.
    pub class: Option<String>,
    /// Version of the specification to test; `None` means the newest that the suite covers.
    pub spec_version: Option<String>,
    /// Choice to fail the run if a check that the specification requires did not pass. Default: no.
    ///
    /// Without it such checks are only reported; an implementation may support a part of the operations.
    pub enforce_requirements: bool,
}

/// Outcome of one check by itself, such as right or wrong; known failures are not considered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CheckOutcome {
    /// The answer is one that the check accepts.
    Right,
    /// The answer is one that the check does not accept, or reports a failure.
    Wrong(String),
    /// No valid answer arrived in time, or the implementation panicked.
    Crashed(String),
    /// The implementation skipped the check.
    Skipped(String),
    /// The implementation declared before that it does not support the check.
    Unsupported(String),
}

/// Final result of a check: its outcome, such as wrong, judged by the list of known failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CheckVerdict {
    /// The check passed.
    Pass,
    /// The check failed, and the baseline does not list it.
    Fail,
    /// The check failed, and the baseline lists it.
    ExpectedFailure,
    /// The check passed, but the baseline lists it: remove the entry.
    StaleBaseline,
    /// The implementation crashed, hung or sent invalid messages. No baseline excuses that.
    Crash,
    /// The implementation skipped the check. Never counted as passed.
    Skipped,
    /// The implementation lacks the operation or a capability. Never counted as passed.
    Unsupported,
    /// The check belongs to another version of the specification; it was run for information.
    NotScored,
}

impl CheckVerdict {
    /// All variants of [`CheckVerdict`], in the order in which reports list them.
    pub const ALL: [Self; 8] = [
        Self::Pass,
        Self::Fail,
        Self::ExpectedFailure,
        Self::StaleBaseline,
        Self::Crash,
        Self::Skipped,
        Self::Unsupported,
        Self::NotScored,
    ];

    /// Returns whether one check with this verdict, such as `crash`, makes the whole run fail.
    pub const fn fails_run(self) -> bool {
        matches!(self, Self::Fail | Self::StaleBaseline | Self::Crash)
    }

    /// Returns the name of the verdict in reports, such as `expected-failure`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::ExpectedFailure => "expected-failure",
            Self::StaleBaseline => "stale-baseline",
            Self::Crash => "crash",
            Self::Skipped => "skipped",
            Self::Unsupported => "unsupported",
            Self::NotScored => "not-scored",
        }
    }
}

impl fmt::Display for CheckVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Judges the outcome of a scored check. `excuse` is the reason in the baseline, if it has one.
pub(crate) fn judge(outcome: &CheckOutcome, excuse: Option<&str>) -> (CheckVerdict, Option<String>) {
    match (outcome, excuse) {
        (CheckOutcome::Right, None) => (CheckVerdict::Pass, None),
        (CheckOutcome::Right, Some(reason)) => (
            CheckVerdict::StaleBaseline,
            Some(format!("passes; remove it from the baseline, whose reason is: {reason}")),
        ),
        (CheckOutcome::Wrong(what), None) => (CheckVerdict::Fail, Some(what.clone())),
        (CheckOutcome::Wrong(what), Some(reason)) => {
            (CheckVerdict::ExpectedFailure, Some(format!("{reason} ({what})")))
        }
        (CheckOutcome::Crashed(what), _) => (CheckVerdict::Crash, Some(what.clone())),
        (CheckOutcome::Skipped(why), _) => (CheckVerdict::Skipped, Some(why.clone())),
        (CheckOutcome::Unsupported(why), _) => (CheckVerdict::Unsupported, Some(why.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::{CheckOutcome, CheckVerdict, judge};

    #[track_caller]
    fn check(outcome: &CheckOutcome, excuse: Option<&str>, verdict: CheckVerdict, fails_run: bool) {
        assert_eq!(judge(outcome, excuse).0, verdict);
        assert_eq!(verdict.fails_run(), fails_run);
    }

    #[test]
    fn verdicts_follow_the_table() {
        let why = || "why".to_owned();
        check(&CheckOutcome::Right, None, CheckVerdict::Pass, false);
        check(&CheckOutcome::Right, Some("known"), CheckVerdict::StaleBaseline, true);
        check(&CheckOutcome::Wrong(why()), Some("known"), CheckVerdict::ExpectedFailure, false);
        check(&CheckOutcome::Wrong(why()), None, CheckVerdict::Fail, true);
        for excuse in [None, Some("known")] {
            check(&CheckOutcome::Crashed(why()), excuse, CheckVerdict::Crash, true);
            check(&CheckOutcome::Skipped(why()), excuse, CheckVerdict::Skipped, false);
            check(&CheckOutcome::Unsupported(why()), excuse, CheckVerdict::Unsupported, false);
        }
    }

    #[test]
    fn names_are_those_of_the_report() {
        for verdict in CheckVerdict::ALL {
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.as_str());
        }
    }
}
