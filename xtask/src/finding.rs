//! Findings of the checks.

use std::fmt;

/// Violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// Path from the root.
    pub(crate) path: String,
    /// Line, from 1.
    pub(crate) line: usize,
    /// Name of the rule.
    pub(crate) rule: &'static str,
    /// Finding and remedy.
    pub(crate) message: String,
    /// Effect on the run.
    pub(crate) weight: Weight,
}

/// Effect of a finding on the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// Fails the run.
    Error,
    /// Is printed only.
    Note,
}

impl Finding {
    /// Creates a finding that fails the run.
    pub(crate) fn new(path: &str, line: usize, rule: &'static str, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, rule, message: message.into(), weight: Weight::Error }
    }

    /// Creates a finding that does not fail the run.
    pub(crate) fn note(path: &str, line: usize, rule: &'static str, message: impl Into<String>) -> Self {
        Self { weight: Weight::Note, ..Self::new(path, line, rule, message) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, rule, message, weight } = self;
        let weight = if *weight == Weight::Note { "note: " } else { "" };
        write!(f, "{path}:{line}: {weight}{rule}: {message}")
    }
}
