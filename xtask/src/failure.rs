//! How a command fails: a message for the person and an exit code for the program that called.

use std::fmt;
use std::io;

/// What a command returns.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// Why a command did not succeed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Something was checked and found wanting.
    Findings(String),
    /// The command could not do its work.
    Broken(String),
    /// Something is missing that the command may not install.
    Missing(String),
}

impl Failure {
    /// The exit code, as the head of `main.rs` documents it.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Findings(_) => 1,
            Self::Broken(_) => 2,
            Self::Missing(_) => 3,
        }
    }

    /// A failure to read or write `path`.
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
