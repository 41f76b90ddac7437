//! Error of a run that cannot be made. Faults of an implementation are verdicts, never an [`Error`].

/// Error that prevents or ends a run of the suite; [`exit_code`](crate::exit_code) returns 2.
///
/// A check that fails is no such error.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// Kind of an [`Error`], such as an invalid suite or an adapter that does not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file of the suite, or a baseline, cannot be read.
    Read,
    /// A file of the suite, or a baseline, does not match its schema.
    Invalid,
    /// No check matched the selection.
    NoChecks,
    /// The adapter's command cannot be run, or the adapter does not send a valid greeting.
    Adapter,
    /// The host sent a line that is not a message (adapter side only).
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

    /// Returns the kind of the error, such as an invalid suite or an adapter that does not start.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}
