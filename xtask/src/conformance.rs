//! `cargo xtask conformance`: runs the suite in `spec/conformance` on an implementation.
//!
//! Our implementation runs through its adapter like any other, so that the protocol stays tested.

use std::path::{Path, PathBuf};

use webagents_conformance::{AdapterCommand, Baseline, RunOptions};

use crate::codegen::SUITE;
use crate::failure::{Failure, Outcome};
use crate::process;
use crate::tools;
use crate::workspace;

/// Adapter of the Python package, and its known deviations.
const PYTHON_ADAPTER: &str = "spec/conformance/adapters/webagents-md-python/adapter.py";
const PYTHON_BASELINE: &str = "spec/conformance/adapters/webagents-md-python/baseline.json";

/// Run the conformance suite against our command or any other implementation
///
/// Exit codes: 0 all passed, 1 a check failed, crashed, or passed although the baseline lists it, 2 the run cannot be
/// made.
#[derive(clap::Args, Default)]
#[command(
    after_help = "Examples:\n  cargo xtask conformance --adapter \"python3 adapter.py\" --baseline known.json\n  cargo xtask conformance --adapter ./my-parser --class reader\n  cargo xtask conformance --filter '#parse'\n  cargo xtask conformance --filter param/"
)]
pub(crate) struct ConformanceArgs {
    /// Command that starts the implementation's adapter; default: our own command
    #[arg(long, value_name = "COMMAND")]
    adapter: Option<String>,
    /// File with the implementation's known deviations
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Select the checks whose id, `<area>/<name>#<operation>`, contains this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Select the checks of a conformance class: reader, writer, renderer or finder
    ///
    /// All that the class requires must pass.
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t)]
    report: ReportFormat,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum ReportFormat {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object for programs
    Json,
}

pub(crate) fn run(args: &ConformanceArgs) -> Outcome {
    if args.adapter.is_none() {
        let build = ["build", "--quiet", "--package", "webagents-cli", "--bin", "webagents"];
        process::run(workspace::cargo().args(build))?;
    }
    run_built(args)
}

/// Runs the suite; our own command is the one that was built last.
fn run_built(args: &ConformanceArgs) -> Outcome {
    let (adapter, enforce) = match &args.adapter {
        Some(line) => (AdapterCommand::parse(line), adapter_enforcement(args)),
        // Required checks can be demanded of a whole run only.
        None => (Ok(own_adapter()?), args.filter.is_none()),
    };
    let adapter = adapter.map_err(|cause| Failure::Broken(cause.to_string()))?;
    let mut options = RunOptions::new(&workspace::root().join(SUITE), adapter);
    if let Some(path) = &args.baseline {
        options.judging.baseline = baseline(path)?;
    }
    options.judging.filter.clone_from(&args.filter);
    options.judging.class.clone_from(&args.class);
    options.judging.enforce_requirements = enforce;
    judge(&options, args.report)
}

/// Runs the adapter of the command that `cargo test` built, which must pass all required checks.
///
/// A build of the command alone selects other features of its dependencies, and so compiles a second set of them.
pub(crate) fn run_own() -> Outcome {
    run_built(&ConformanceArgs::default())
}

/// Runs the Python package, which must fail exactly as its baseline states.
pub(crate) fn run_python() -> Outcome {
    let adapter = workspace::root().join(PYTHON_ADAPTER);
    let command = AdapterCommand::new(tools::python(), [adapter.to_string_lossy()]);
    let mut options = RunOptions::new(&workspace::root().join(SUITE), command);
    options.judging.baseline = baseline(&workspace::root().join(PYTHON_BASELINE))?;
    judge(&options, ReportFormat::Text)
}

/// Returns the enforcement for an adapter.
///
/// An implementation may have a part of the operations, but all operations of each class that it claims. A baseline
/// names the unclaimed ones.
fn adapter_enforcement(args: &ConformanceArgs) -> bool {
    args.class.is_some() && args.baseline.is_none() && args.filter.is_none()
}

fn baseline(path: &Path) -> Outcome<Baseline> {
    Baseline::load(path).map_err(|cause| Failure::Broken(cause.to_string()))
}

fn own_adapter() -> Outcome<AdapterCommand> {
    Ok(AdapterCommand::new(&workspace::program("webagents")?, ["adapter"]))
}

fn judge(options: &RunOptions, format: ReportFormat) -> Outcome {
    let report = webagents_conformance::run(options).map_err(|cause| Failure::Broken(cause.to_string()))?;
    match format {
        ReportFormat::Text => print!("{report}"),
        ReportFormat::Json => print!("{}", report.to_json()),
    }
    if report.failed { Err(Failure::Findings("the conformance run failed".into())) } else { Ok(()) }
}
