//! From what happened to what it counts as: the table of `conformance.md`, as one function.

use std::fmt;

use serde::Serialize;

/// What happened when a check was run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The answer is one that the check accepts.
    Right,
    /// It is another, or the implementation said that it failed.
    Wrong(String),
    /// No valid answer came in time.
    Crashed(String),
    /// The implementation said that it cannot.
    Skipped(String),
    /// The implementation had said in its greeting that it cannot.
    Unsupported(String),
}

/// What a check counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// As it should be.
    Pass,
    /// It fails, and the baseline does not say so.
    Fail,
    /// It fails, as the baseline says.
    ExpectedFailure,
    /// It passes although the baseline says that it fails: the entry must go.
    StaleBaseline,
    /// The implementation crashed, hung or spoke nonsense. No baseline excuses that.
    Crash,
    /// The implementation skipped it. Never counted as passed.
    Skipped,
    /// The implementation does not have the operation or a capability. Never counted as passed.
    Unsupported,
    /// The check belongs to another version of the specification; it was run for information.
    NotScored,
}

impl Verdict {
    /// Every verdict, in the order in which totals are shown.
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

    /// Whether it makes the run fail.
    pub const fn fails_run(self) -> bool {
        matches!(self, Self::Fail | Self::StaleBaseline | Self::Crash)
    }

    /// The name that reports use.
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

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Judges what happened to a check that counts. `excuse` is the baseline's reason, where it has one.
pub(crate) fn judge(outcome: &Outcome, excuse: Option<&str>) -> (Verdict, Option<String>) {
    match (outcome, excuse) {
        (Outcome::Right, None) => (Verdict::Pass, None),
        (Outcome::Right, Some(reason)) => (
            Verdict::StaleBaseline,
            Some(format!("passes; remove it from the baseline, which says: {reason}")),
        ),
        (Outcome::Wrong(what), None) => (Verdict::Fail, Some(what.clone())),
        (Outcome::Wrong(what), Some(reason)) => {
            (Verdict::ExpectedFailure, Some(format!("{reason} ({what})")))
        }
        (Outcome::Crashed(what), _) => (Verdict::Crash, Some(what.clone())),
        (Outcome::Skipped(why), _) => (Verdict::Skipped, Some(why.clone())),
        (Outcome::Unsupported(why), _) => (Verdict::Unsupported, Some(why.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Verdict, judge};

    #[track_caller]
    fn check(outcome: &Outcome, excuse: Option<&str>, verdict: Verdict, fails_run: bool) {
        assert_eq!(judge(outcome, excuse).0, verdict);
        assert_eq!(verdict.fails_run(), fails_run);
    }

    #[test]
    fn the_table() {
        let why = || "why".to_owned();
        check(&Outcome::Right, None, Verdict::Pass, false);
        check(&Outcome::Right, Some("known"), Verdict::StaleBaseline, true);
        check(&Outcome::Wrong(why()), Some("known"), Verdict::ExpectedFailure, false);
        check(&Outcome::Wrong(why()), None, Verdict::Fail, true);
        for excuse in [None, Some("known")] {
            check(&Outcome::Crashed(why()), excuse, Verdict::Crash, true);
            check(&Outcome::Skipped(why()), excuse, Verdict::Skipped, false);
            check(&Outcome::Unsupported(why()), excuse, Verdict::Unsupported, false);
        }
    }

    #[test]
    fn names_are_those_of_the_report() {
        for verdict in Verdict::ALL {
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.as_str());
        }
    }
}
