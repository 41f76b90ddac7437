//! Failures of a command: a message for people and an exit code for programs.

use std::fmt;
use std::io;

/// Result of a command.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// Failure of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A check found something wrong.
    Findings(String),
    /// The command could not do its work.
    Broken(String),
    /// A program is missing that the command may not install.
    Missing(String),
}

impl Failure {
    /// Returns the exit code, as documented in `main.rs`.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Findings(_) => 1,
            Self::Broken(_) => 2,
            Self::Missing(_) => 3,
        }
    }

    /// Creates the failure to read or write `path`.
    pub(crate) fn file(path: &std::path::Path, cause: &io::Error) -> Self {
        Self::Broken(format!("{}: {cause}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Findings(message) | Self::Broken(message) | Self::Missing(message)) = self;
        f.write_str(message)
    }
}
