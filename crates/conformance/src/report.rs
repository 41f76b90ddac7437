//! Report of a run, as data for programs and as lines for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::implementation::Description;
use crate::judge::{CheckVerdict, Judging};
use crate::suite::{Case, Check, Suite};

/// Results of a run of the conformance suite: each check's verdict, and totals.
///
/// It serializes to the format of `schema/report.schema.json`; [`fmt::Display`] writes lines for people, one for each
/// check that did not pass and a few of totals.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Version of the conformance suite that was run.
    pub suite_version: String,
    /// Version of the specification that the implementation was tested against.
    pub spec_version: String,
    /// Name, language and version of the tested implementation, by the keys `name`, `language`, `version`.
    pub implementation: BTreeMap<&'static str, String>,
    /// `true` if the run failed, for example by a failed check that the baseline does not list.
    pub failed: bool,
    /// Number of checks with each verdict, counted separately for checks that expect a fault.
    pub totals: Totals,
    /// Required checks that did not pass, for each version of the specification up to the tested one.
    pub requirements: Vec<RequirementsReport>,
    /// Ids that the baseline file lists but the suite does not have; each of them fails the run.
    pub unknown_baseline_entries: Vec<String>,
    /// Results of the checks that the run's filter and conformance class selected.
    pub checks: Vec<CheckReport>,
}

/// Result of one check: its verdict, the reason and the duration.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CheckReport {
    /// Id of the check: its case, `#` and the operation, such as `discover/absolute#discover`.
    pub id: String,
    /// Final result of the check, such as passed, failed or skipped.
    pub verdict: CheckVerdict,
    /// Reason for the check's verdict, such as the first wrong value; `None` if the check passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Anchors in `SPEC.md` of the rules that the check tests.
    pub spec: Vec<String>,
    /// `true` if the check expects its input to be rejected, or to give an error or a warning.
    pub negative: bool,
    /// Duration of the check in microseconds. It has no influence on the verdict.
    pub duration_us: u64,
}

impl CheckReport {
    pub(crate) fn new(
        case: &Case,
        check: &Check,
        verdict: CheckVerdict,
        detail: Option<String>,
        duration: Duration,
    ) -> Self {
        Self {
            id: check.id.clone(),
            verdict,
            detail,
            spec: case.spec.clone(),
            negative: check.is_negative(),
            duration_us: u64::try_from(duration.as_micros()).unwrap_or(u64::MAX),
        }
    }
}

/// Numbers of checks by verdict, separately for checks that expect a fault of the input.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Totals {
    /// Number, for each verdict, of checks that expect a result without an error or a warning.
    pub positive: Tally,
    /// Number, for each verdict, of checks that expect a rejection, an error or a warning.
    pub negative: Tally,
}

/// Number of checks for each [`CheckVerdict`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Tally(BTreeMap<CheckVerdict, usize>);

impl Tally {
    /// Returns the number of counted checks that ended with `verdict`.
    pub fn count(&self, verdict: CheckVerdict) -> usize {
        self.0.get(&verdict).copied().unwrap_or(0)
    }
}

/// Report on the checks that one version of the specification requires and that did not pass.
///
/// The class of the run limits them, if it has one.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct RequirementsReport {
    /// Version of the specification that requires the checks.
    pub spec_version: String,
    /// Number of checks that the version of the specification requires of the tested class.
    pub required: usize,
    /// Ids of required checks that did not pass: they failed, or were skipped, unsupported or not run.
    pub not_passed: Vec<String>,
}

impl Report {
    pub(crate) fn new(
        suite: &Suite,
        judging: &Judging,
        spec_version: &str,
        description: &Description,
        checks: Vec<CheckReport>,
    ) -> Self {
        let known: BTreeSet<&str> = suite.checks().map(|(_, check)| check.id.as_str()).collect();
        let listed = judging.baseline.expected_failures.iter().map(|entry| entry.check.clone());
        let unknown_baseline_entries: Vec<String> =
            listed.filter(|id| !known.contains(id.as_str())).collect();
        let mut totals = Totals::default();
        for check in &checks {
            let tally = if check.negative { &mut totals.negative } else { &mut totals.positive };
            *tally.0.entry(check.verdict).or_default() += 1;
        }
        let requirements = requirements(suite, judging, spec_version, &checks);
        let unmet = judging.enforce_requirements
            && requirements.iter().any(|set| set.spec_version == spec_version && !set.not_passed.is_empty());
        let failed = unmet
            || !unknown_baseline_entries.is_empty()
            || checks.iter().any(|check| check.verdict.fails_run());
        let Description { name, language, version, .. } = description.clone();
        Self {
            suite_version: suite.version.clone(),
            spec_version: spec_version.to_owned(),
            implementation: BTreeMap::from([("name", name), ("language", language), ("version", version)]),
            failed,
            totals,
            requirements,
            unknown_baseline_entries,
            checks,
        }
    }

    /// Returns the number of all checks in the report that ended with `verdict`.
    pub fn count(&self, verdict: CheckVerdict) -> usize {
        self.totals.positive.count(verdict) + self.totals.negative.count(verdict)
    }

    /// Serializes the report to JSON text with a trailing newline.
    pub fn to_json(&self) -> String {
        // Strings, numbers and maps with string keys can always be written as JSON.
        serde_json::to_string_pretty(self).map_or_else(|_| String::new(), |text| text + "\n")
    }
}

/// Collects the required checks that did not pass.
///
/// A required check that was filtered out did not pass: a claim of conformance needs the whole run. For a conformance
/// class only the checks of its operations are required.
fn requirements(
    suite: &Suite,
    judging: &Judging,
    spec_version: &str,
    checks: &[CheckReport],
) -> Vec<RequirementsReport> {
    let class = judging.class.as_ref().and_then(|class| suite.classes.get(class));
    let is_of_class = |id: &&String| {
        class.is_none_or(|operations| {
            id.rsplit_once('#').is_some_and(|(_, name)| operations.iter().any(|op| op.as_str() == name))
        })
    };
    let passed: BTreeSet<&str> = checks
        .iter()
        .filter(|check| check.verdict == CheckVerdict::Pass)
        .map(|check| check.id.as_str())
        .collect();
    let upto = suite.spec_versions.iter().position(|version| version == spec_version).unwrap_or(0);
    let covered = &suite.spec_versions[..=upto];
    let sets = suite.requirements.iter().filter(|set| covered.contains(&set.spec_version));
    sets.map(|set| RequirementsReport {
        spec_version: set.spec_version.clone(),
        required: set.checks.iter().filter(is_of_class).count(),
        not_passed: set
            .checks
            .iter()
            .filter(is_of_class)
            .filter(|id| !passed.contains(id.as_str()))
            .cloned()
            .collect(),
    })
    .collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_folded =
            |check: &&CheckReport| matches!(check.verdict, CheckVerdict::Pass | CheckVerdict::Unsupported);
        for check in self.checks.iter().filter(|check| !is_folded(check)) {
            write!(f, "{:16} {}", check.verdict, check.id)?;
            match &check.detail {
                Some(detail) => writeln!(f, ": {}", Plain(detail))?,
                None => writeln!(f)?,
            }
        }
        // Unsupported checks are one line for each reason.
        let mut unsupported: BTreeMap<&str, usize> = BTreeMap::new();
        for check in self.checks.iter().filter(|check| check.verdict == CheckVerdict::Unsupported) {
            *unsupported.entry(check.detail.as_deref().unwrap_or("")).or_default() += 1;
        }
        for (reason, count) in unsupported {
            let plural = if count == 1 { "" } else { "s" };
            writeln!(f, "{:16} {count} check{plural}: {}", CheckVerdict::Unsupported, Plain(reason))?;
        }
        for id in &self.unknown_baseline_entries {
            writeln!(
                f,
                "{:16} {}: expected a check of the suite, found this id in the baseline",
                "unknown-id",
                Plain(id)
            )?;
        }
        let part = |key| Plain(self.implementation.get(key).map_or("", String::as_str));
        writeln!(
            f,
            "{} {} ({}), suite {}, specification {}",
            part("name"),
            part("version"),
            part("language"),
            self.suite_version,
            self.spec_version
        )?;
        let (positive, negative) = (&self.totals.positive, &self.totals.negative);
        for verdict in CheckVerdict::ALL.into_iter().filter(|&verdict| self.count(verdict) > 0) {
            let counts = (positive.count(verdict), negative.count(verdict));
            writeln!(
                f,
                "{:6} {verdict} ({} positive, {} negative)",
                counts.0 + counts.1,
                counts.0,
                counts.1
            )?;
        }
        for set in &self.requirements {
            let passed = set.required - set.not_passed.len();
            writeln!(f, "requirements of {}: {passed} of {} passed", set.spec_version, set.required)?;
        }
        f.write_str(if self.failed { "failed\n" } else { "ok\n" })
    }
}

/// Text from an adapter. Characters outside printable ASCII are escaped.
struct Plain<'a>(&'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if matches!(c, ' '..='~') {
                fmt::Write::write_char(f, c)?;
            } else {
                write!(f, "{}", c.escape_unicode())?;
            }
        }
        Ok(())
    }
}
