//! `cargo xtask bench`: figures of this project and of its peers, from one run.

use std::path::PathBuf;
use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::process;
use crate::setup;
use crate::tools::{self, Need};
use crate::workspace;

/// Measure parsing, types, tokens, execution and discovery, and print the ratios to peers
///
/// Peers run in the same run, in turns, on the same bytes: figures from two runs are never compared. The release
/// build takes minutes the first time.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask bench parse\n  cargo xtask bench --check")]
pub(crate) struct BenchArgs {
    /// Suites to run; by default all that need nothing but this repository
    #[arg(value_enum)]
    subjects: Vec<Subject>,
    /// Folder with the corpora of `read`: `wcxb`, `aeb` and `trafilatura` (CONTRIBUTING.md)
    #[arg(long, value_name = "FOLDER")]
    corpora: Option<PathBuf>,
    /// Exit with 1 when a target is missed
    #[arg(long)]
    check: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Subject {
    /// Manifest parsing, compared with the Python package
    Parse,
    /// Findings of `check` compared with a scanner's; run only by name
    Check,
    /// Parsing and TypeScript declarations, compared with the Python package
    Types,
    /// Token counts, compared with the Python package and with OpenAI's JSON
    Schema,
    /// execute, compared with a bare WebDriver execute/sync
    Execute,
    /// The isolated realm, compared with Playwright and quickjs-emscripten; run only by name
    Isolate,
    /// execute and whole tasks, compared with Playwright, agent-browser and a bare debugger
    Runtime,
    /// Commands on pages, compared with agent-browser and Playwright; run only by name
    Browse,
    /// `MiniWoB`++ tasks by scripted policies, with agent-browser and playwright-mcp; run only by name
    Miniwob,
    /// Discovery of 500 pages, compared with the Python package
    Discover,
    /// Reading of labelled pages, compared with other packages; needs --corpora; run only by name
    Read,
    /// Tasks on widgets of npm, judged by the state of their pages, on every engine; run only by name
    Widgets,
}

impl Subject {
    /// Suites that need nothing but this repository.
    const ALL: [Self; 6] =
        [Self::Parse, Self::Types, Self::Schema, Self::Execute, Self::Runtime, Self::Discover];

    const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Check => "check",
            Self::Types => "types",
            Self::Schema => "schema",
            Self::Execute => "execute",
            Self::Isolate => "isolate",
            Self::Runtime => "runtime",
            Self::Browse => "browse",
            Self::Miniwob => "miniwob",
            Self::Discover => "discover",
            Self::Read => "read",
            Self::Widgets => "widgets",
        }
    }

    const fn needs(self) -> &'static [Need] {
        match self {
            Self::Execute => &[Need::Browser],
            Self::Widgets => &[Need::Browser, Need::Engines],
            Self::Runtime | Self::Browse => &[Need::Browser, Need::Peers],
            Self::Isolate => &[Need::Browser, Need::Engines, Need::Peers],
            Self::Miniwob => &[Need::Browser, Need::Peers, Need::Tasks],
            Self::Read => &[Need::Python, Need::Readers, Need::Peers],
            Self::Check => &[Need::Scanner],
            Self::Parse | Self::Types | Self::Discover => &[Need::Python],
            Self::Schema => &[Need::Python, Need::Peers],
        }
    }
}

pub(crate) fn run(args: &BenchArgs) -> Outcome {
    let subjects = if args.subjects.is_empty() { &Subject::ALL[..] } else { &args.subjects };
    if subjects.contains(&Subject::Read) && args.corpora.is_none() {
        return Err(Failure::Missing(
            "`read` needs corpora that are not part of this repository; name their folder by \
             --corpora FOLDER (CONTRIBUTING.md says what it holds)"
                .into(),
        ));
    }
    let needs: Vec<Need> = subjects.iter().flat_map(|subject| subject.needs()).copied().collect();
    setup::ensure(&needs)?;
    let mut build = workspace::cargo();
    build.args(["build", "--release", "--package", "webagents-bench"]);
    if subjects.contains(&Subject::Miniwob) {
        // It drives the command.
        build.args(["--package", "webagents-cli"]);
    }
    process::run(&mut build)?;
    let mut bench = Command::new(workspace::target_dir()?.join("release").join("webagents-bench"));
    bench
        .args(subjects.iter().map(|subject| subject.name()))
        .env("WEBAGENTS_PYTHON", tools::python())
        .env("WEBAGENTS_READERS", tools::readers())
        .env("WEBAGENTS_SCANNER", tools::scanner())
        .env("WEBAGENTS_MINIWOB", tools::miniwob())
        .env("WEBAGENTS_PEERS", tools::peers());
    if let Some(corpora) = &args.corpora {
        bench.arg("--corpora").arg(corpora);
    }
    if args.check {
        bench.arg("--check");
    }
    process::run(&mut bench).map_err(|failure| match failure {
        Failure::Findings(_) if args.check => Failure::Findings("a bar was missed".into()),
        other => other,
    })
}
