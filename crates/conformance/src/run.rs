//! Whole run: load, question, judge, report.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::case::Version;
use crate::command::AdapterCommand;
use crate::compare::{Diagnostics, compare};
use crate::error::{Error, ErrorKind};
use crate::host::{Deadlines, Host};
use crate::implementation::{CheckAnswer, Description, Implementation};
use crate::judge::{CheckOutcome, CheckVerdict, Judging, judge};
use crate::report::{CheckReport, Report};
use crate::serve::answer_or_panic;
use crate::suite::{Case, Check, SLIPS, Suite};

/// Tests an adapter with the suite: starts its program, sends each check's input, judges the answers.
///
/// ```no_run
/// use std::path::Path;
/// use webagents_conformance::{AdapterCommand, RunOptions, exit_code, run};
///
/// let adapter = AdapterCommand::parse("python3 adapter.py")?;
/// let options = RunOptions::new(Path::new("spec/conformance"), adapter);
/// let result = run(&options);
/// assert_eq!(exit_code(&result), 0);
/// # Ok::<(), webagents_conformance::Error>(())
/// ```
///
/// # Errors
/// When the run itself cannot be made: an invalid suite, no matching check, an adapter that does not
/// start. Faults of the adapter are in the report.
pub fn run(options: &RunOptions) -> Result<Report, Error> {
    let suite = Suite::load(&options.suite)?;
    let plan = Plan::new(&suite, &options.judging)?;
    let deadlines = Deadlines { start: options.start_timeout, answer: options.answer_timeout };
    let mut host = Host::start(options.adapter.clone(), plan.spec_version.to_owned(), deadlines)?;
    let description = host.description().clone();
    let report = plan.execute(&description, |check| host.ask(check.operation, &check.input, &check.args))?;
    host.stop();
    Ok(report)
}

/// Tests `implementation`, called within this process, with the suite, without time limits.
pub fn run_against(
    suite: &Suite,
    implementation: &mut dyn Implementation,
    judging: &Judging,
) -> Result<Report, Error> {
    let description = implementation.describe();
    Plan::new(suite, judging)?.execute(&description, |check| {
        Ok(answer_or_panic(implementation, check.operation, &check.input, &check.args))
    })
}

/// Returns the exit code of a process for a run: 0 if it passed, 1 if it failed, 2 for an error.
pub fn exit_code(result: &Result<Report, Error>) -> u8 {
    match result {
        Ok(report) => u8::from(report.failed),
        Err(_) => 2,
    }
}

/// Options for [`run`]: the suite, the adapter to test, the selection of checks and time limits.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RunOptions {
    /// Folder of the suite, such as `spec/conformance`.
    pub suite: PathBuf,
    /// Command line that starts the adapter, the program through which an implementation is tested.
    pub adapter: AdapterCommand,
    /// Checks to run, and the failures that do not fail the run.
    pub judging: Judging,
    /// Time limit for each answer of the adapter; a later one counts as a crash. Default: 1 second.
    pub answer_timeout: Duration,
    /// Time limit for the adapter to start and send its first message. Default: 10 seconds.
    pub start_timeout: Duration,
}

impl RunOptions {
    /// Creates options for the whole suite, without known failures, with the default time limits.
    pub fn new(suite: &Path, adapter: AdapterCommand) -> Self {
        Self {
            suite: suite.to_owned(),
            adapter,
            judging: Judging::default(),
            answer_timeout: Duration::from_secs(1),
            start_timeout: Duration::from_secs(10),
        }
    }
}

fn given<'a>(description: &Description, suite: &'a Suite) -> Diagnostics<'a> {
    let lacks_slips = |has: &Vec<String>| !has.iter().any(|capability| capability == SLIPS);
    match &description.capabilities {
        _ if !description.diagnostics => Diagnostics::NotGiven,
        Some(has) if lacks_slips(has) => Diagnostics::ComparedBut(&suite.slips),
        _ => Diagnostics::Compared,
    }
}

/// Validated selection of a run.
struct Plan<'a> {
    suite: &'a Suite,
    judging: &'a Judging,
    spec_version: &'a str,
    version: Version,
}

impl<'a> Plan<'a> {
    fn new(suite: &'a Suite, judging: &'a Judging) -> Result<Self, Error> {
        let spec_version = judging.spec_version.as_deref().unwrap_or_else(|| suite.latest());
        if !suite.spec_versions.iter().any(|known| known == spec_version) {
            let known = suite.spec_versions.join(", ");
            let what = format!(
                "the suite does not cover version {spec_version:?} of the specification; it covers {known}"
            );
            return Err(Error::new(ErrorKind::Invalid, what));
        }
        if let Some(class) = judging.class.as_deref().filter(|class| !suite.classes.contains_key(*class)) {
            let known = suite.classes.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            let what = format!("expected a conformance class ({known}), found {class:?}");
            return Err(Error::new(ErrorKind::Invalid, what));
        }
        let plan = Self { suite, judging, spec_version, version: Version::parse(spec_version)? };
        if plan.checks().next().is_none() {
            return Err(Error::new(ErrorKind::NoChecks, "no check matches the filter"));
        }
        Ok(plan)
    }

    fn checks(&self) -> impl Iterator<Item = (&'a Case, &'a Check)> {
        let filter = self.judging.filter.as_deref().unwrap_or("");
        let class = self.judging.class.as_ref().and_then(|class| self.suite.classes.get(class));
        self.suite.checks().filter(move |(_, check)| {
            check.id.contains(filter) && class.is_none_or(|operations| operations.contains(&check.operation))
        })
    }

    fn execute(
        &self,
        description: &Description,
        mut ask: impl FnMut(&Check) -> Result<Result<CheckAnswer, String>, Error>,
    ) -> Result<Report, Error> {
        let given = given(description, self.suite);
        let mut checks = Vec::new();
        for (case, check) in self.checks() {
            let start = Instant::now();
            let outcome = match unsupported(case, check, description) {
                Some(why) => CheckOutcome::Unsupported(why),
                None => match ask(check)? {
                    Ok(answer) => compare(check, answer, given),
                    Err(how) => CheckOutcome::Crashed(how),
                },
            };
            let duration = start.elapsed();
            let scored = self.is_scored(case)?;
            let (verdict, detail) = if scored {
                judge(&outcome, self.judging.baseline.reason(&check.id))
            } else {
                let (would_be, _) = judge(&outcome, None);
                (CheckVerdict::NotScored, Some(format!("not in version {}; {would_be}", self.spec_version)))
            };
            checks.push(CheckReport::new(case, check, verdict, detail, duration));
        }
        Ok(Report::new(self.suite, self.judging, self.spec_version, description, checks))
    }

    fn is_scored(&self, case: &Case) -> Result<bool, Error> {
        let until = case.until.as_deref().map(Version::parse).transpose()?;
        Ok(Version::parse(&case.since)? <= self.version && until.is_none_or(|until| self.version < until))
    }
}

fn unsupported(case: &Case, check: &Check, description: &Description) -> Option<String> {
    if !description.operations.contains(&check.operation) {
        return Some(format!("operation {} is not supported", check.operation));
    }
    let has = description.capabilities.as_ref()?;
    let missing = case.requires.iter().find(|needed| !has.contains(needed))?;
    Some(format!("capability {missing} is not supported"))
}
