//! Ends of a run.

/// End of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunEnd {
    /// The prelude's main function has settled.
    Done,
    /// The deadline passed, and the process was killed.
    Timeout,
    /// The process exceeded a limit.
    Limit(LimitKind),
    /// The prelude itself failed: this is an error of the caller's scripts, not of the code.
    Failed(String),
    /// The process ended, or sent what no helper sends. The text is the reason.
    Lost(String),
}

/// Limit that ended a process.
///
/// A limit that the engine enforces is an exception in the code first, which `host.limit` recognizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitKind {
    /// An allocation failed, and the process could not go on.
    Memory,
    /// The processor time ([`Limits::cpu`](crate::Limits::cpu)).
    Cpu,
}
