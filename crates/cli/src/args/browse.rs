//! Command-line arguments of `webagents browse`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::browser::{BrowserArgs, Login};
use super::egress::EgressArgs;
use super::given::first_given;
use super::in_session::InSession;
use super::network::seconds;

/// `webagents browse`.
#[derive(Debug, ClapArgs)]
pub(crate) struct BrowseArgs {
    /// The command and its words; - with --json for requests on stdin
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    pub(crate) words: Vec<String>,
    /// Stop a command after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(crate) deadline: Duration,
    /// Print `{"version", "ok", "value"}` or `{"version", "ok", "error"}`; with - for each line of stdin
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) in_session: InSession,
    #[command(flatten)]
    pub(crate) safety: BrowseSafety,
    #[command(flatten)]
    pub(crate) browser: BrowserArgs,
    #[command(flatten)]
    pub(crate) egress: EgressArgs,
    #[command(flatten, next_help_heading = "Login")]
    pub(crate) login: Login,
}

/// Options of commands on pages that hold for all of a session.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Actions and outputs")]
pub(crate) struct BrowseSafety {
    /// A secret that `fill TARGET secret:NAME` types, and that is in no output (repeatable)
    #[arg(long, value_name = "NAME=env:VARIABLE|file:PATH")]
    pub(crate) secret: Vec<SecretSource>,
    /// Let files of this folder be uploaded (may be given more than once)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) allow_upload: Vec<PathBuf>,
    /// Read rules from a JSON file: {"rules": [{"action", "origin", "role", "name", "verdict"}], "default"}
    #[arg(long, value_name = "FILE")]
    pub(crate) action_policy: Option<PathBuf>,
    /// Print texts of pages between boundaries that no page can know
    #[arg(long, hide_short_help = true)]
    pub(crate) boundaries: bool,
    /// Print at most so many characters, the rest to a file (--session: at its start) [default: 100000]
    #[arg(long, value_name = "CHARACTERS", hide_short_help = true)]
    pub(crate) max_output: Option<usize>,
    /// Save pictures, downloads and long outputs in this folder [default: a temporary one]
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    pub(crate) output_folder: Option<PathBuf>,
    /// Let absolute paths save files in this folder, besides --output-folder (may be given more than once)
    #[arg(long, value_name = "FOLDER", requires = "output_folder", hide_short_help = true)]
    pub(crate) allow_output: Vec<PathBuf>,
}

impl BrowseSafety {
    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        first_given(&[
            ("--secret", !self.secret.is_empty()),
            ("--allow-upload", !self.allow_upload.is_empty()),
            ("--action-policy", self.action_policy.is_some()),
            ("--boundaries", self.boundaries),
            ("--max-output", self.max_output.is_some()),
            ("--output-folder", self.output_folder.is_some()),
            ("--allow-output", !self.allow_output.is_empty()),
        ])
    }

    /// The environment variables with the values of secrets, which no other program needs.
    pub(crate) fn variables(&self) -> Vec<String> {
        let variable = |source: &SecretSource| match &source.place {
            SecretPlace::Variable(name) => Some(name.clone()),
            SecretPlace::File(_) => None,
        };
        self.secret.iter().filter_map(variable).collect()
    }

    /// Characters of an output.
    pub(crate) fn max_output(&self) -> usize {
        self.max_output.unwrap_or(100_000).max(100)
    }
}

/// A secret's name, and the place of its value.
#[derive(Debug, Clone)]
pub(crate) struct SecretSource {
    pub(crate) name: String,
    pub(crate) place: SecretPlace,
}

/// Place of a secret's value.
#[derive(Debug, Clone)]
pub(crate) enum SecretPlace {
    Variable(String),
    File(PathBuf),
}

impl FromStr for SecretSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The text is not quoted: it may be a value that was typed by mistake.
        const EXPECTED: &str = "expected NAME=env:VARIABLE or NAME=file:PATH";
        let (name, place) = text.split_once('=').ok_or(EXPECTED)?;
        let place = match place.split_once(':') {
            Some(("env", variable)) if !variable.is_empty() => SecretPlace::Variable(variable.to_owned()),
            Some(("file", path)) if !path.is_empty() => SecretPlace::File(path.into()),
            _ => return Err(EXPECTED.to_owned()),
        };
        if name.is_empty() { Err(EXPECTED.to_owned()) } else { Ok(Self { name: name.to_owned(), place }) }
    }
}
