//! Implementation under test.

use serde_json::Value;

use crate::case::{Args, CheckDiagnostic, Operation};

/// Interface by which the suite tests an implementation of the `webagents.md` specification.
///
/// An implementation runs in this process, or within an adapter ([`serve`](crate::serve)).
pub trait Implementation {
    /// Returns the name, version and supported operations of the implementation.
    fn describe(&self) -> Description;

    /// Performs `operation` on `input` and returns the result for comparison.
    ///
    /// It does not receive the id of the check, nor the expectation.
    fn answer(&mut self, operation: Operation, input: &[u8], args: &Args) -> CheckAnswer;
}

/// Name, version and supported features of an implementation under test.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// Name of the implementation, such as `webagents-md`.
    pub name: String,
    /// Programming language of the implementation.
    pub language: String,
    /// Version of the implementation.
    pub version: String,
    /// Operations that the implementation supports; checks of other ones are reported as unsupported.
    ///
    /// The checks of other operations are reported as unsupported.
    pub operations: Vec<Operation>,
    /// `true` if the implementation returns diagnostics; if `false`, the suite does not compare them.
    pub diagnostics: bool,
    /// Names of the specification's optional features that are supported; `None` means all of them.
    pub capabilities: Option<Vec<String>>,
}

impl Description {
    /// Creates a description of an implementation that has all optional features and no diagnostics.
    pub fn new(
        name: impl Into<String>,
        language: impl Into<String>,
        version: impl Into<String>,
        operations: impl IntoIterator<Item = Operation>,
    ) -> Self {
        Self {
            name: name.into(),
            language: language.into(),
            version: version.into(),
            operations: operations.into_iter().collect(),
            diagnostics: false,
            capabilities: None,
        }
    }

    /// Declares that the implementation returns diagnostics, so that the suite compares them.
    #[must_use]
    pub fn with_diagnostics(mut self) -> Self {
        self.diagnostics = true;
        self
    }
}

/// Answer of an implementation to a check: a result, a rejection, or a reason for having neither.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CheckAnswer {
    /// The input is valid and has this result.
    Value {
        /// Result of the operation: a manifest, an object of schemas, a text, a URL or null.
        value: Value,
        /// Diagnostics for the input; `None` means none.
        diagnostics: Option<Vec<CheckDiagnostic>>,
    },
    /// The input is invalid.
    Reject {
        /// Diagnostics for the input; `None` means none.
        diagnostics: Option<Vec<CheckDiagnostic>>,
    },
    /// The implementation cannot do this, for the given reason.
    Skip(String),
    /// The implementation failed, for the given reason. Never the same as [`CheckAnswer::Reject`].
    Error(String),
}

impl CheckAnswer {
    /// Creates an answer for a valid input, with the operation's result `value`, without diagnostics.
    pub fn value(value: impl Into<Value>) -> Self {
        Self::Value { value: value.into(), diagnostics: None }
    }

    /// Creates an answer that rejects the input as invalid, without diagnostics.
    pub fn reject() -> Self {
        Self::Reject { diagnostics: None }
    }
}
