//! Arguments of the commands for site owners: `check` and `fmt`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use webagents_manifest::Severity;

use super::network::Network;
use super::source::SourceArg;

/// `webagents check`.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command")]
#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    /// webagents.md files, tool lists in JSON or YAML, folders, URLs, or - for stdin
    #[arg(value_name = "PATH|URL", default_value = ".")]
    pub(crate) sources: Vec<SourceArg>,
    /// Apply the fixes that are certain
    #[arg(long, conflicts_with = "diff")]
    pub(crate) fix: bool,
    /// Print what --fix would change as a diff, in place of the findings, and change nothing
    #[arg(long, conflicts_with = "json")]
    pub(crate) diff: bool,
    /// Exit with 1 on findings of this severity or a graver one
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Error)]
    pub(crate) fail_on: FailOn,
    /// Format in which the findings are printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Report::Text, conflicts_with = "json")]
    pub(crate) format: Report,
    /// Read levels of rules and paths from this file instead of the nearest webagents.toml
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Let no comment of a file switch rules off; for URLs this is always so
    #[arg(long)]
    pub(crate) no_inline_comments: bool,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Print `{"version", "ok", "files"}` as JSON; a file has `"source"`, `"findings"`, perhaps `"error"`
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) network: Network,
}

/// Texts about the rules, printed in place of a check.
#[derive(Debug, ClapArgs)]
pub(crate) struct RuleArgs {
    /// Explain a rule by its id or name, and check nothing
    #[arg(long, value_name = "RULE", exclusive = true)]
    pub(crate) explain: Option<String>,
    /// List all rules, and check nothing
    #[arg(long = "rules", exclusive = true)]
    pub(crate) list: bool,
    /// Print the JSON Schema of webagents.toml, and check nothing
    #[arg(long, exclusive = true)]
    pub(crate) config_schema: bool,
}

/// The least severity that fails a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// All findings
    Hint,
    /// None: the exit code is 0 whatever is found
    Never,
}

impl FailOn {
    pub(crate) fn counts(self, severity: Severity) -> bool {
        match self {
            Self::Error => severity == Severity::Error,
            Self::Warning => severity >= Severity::Warning,
            Self::Hint => true,
            Self::Never => false,
        }
    }
}

/// A form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Report {
    /// Excerpts of the source, for people
    Text,
    /// The same as --json
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

/// `webagents fmt`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Fmt {
    /// webagents.md files, folders, or - for stdin, which is printed to stdout
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) sources: Vec<SourceArg>,
    /// Change nothing, and exit with 1 when a file is not formatted
    #[arg(long)]
    pub(crate) check: bool,
    /// Print the changes without making them
    #[arg(long)]
    pub(crate) diff: bool,
    /// Read paths from this file instead of the nearest webagents.toml
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}
