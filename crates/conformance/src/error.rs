//! Why a run could not be made. What an implementation got wrong is never an [`Error`]: it is a verdict.

use std::fmt;

/// A run that is broken in itself: exit code 2.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// What kind of thing is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file of the suite, or a baseline, cannot be read.
    Read,
    /// A file of the suite, or a baseline, is not what its schema says.
    Invalid,
    /// No check matched what was asked for.
    NoChecks,
    /// The adapter's command cannot be run, or it does not come up with a valid greeting.
    Adapter,
    /// The other side of the protocol sent what is no message (adapter side only).
    Protocol,
    /// A standard stream broke (adapter side only).
    Stream,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), source: None }
    }

    pub(crate) fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// What kind of thing is broken.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
