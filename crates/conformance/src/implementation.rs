//! Implementation under test.

use serde_json::Value;

use crate::case::{Args, CheckDiagnostic, Operation};

/// Implementation of the specification.
///
/// It runs in this process, or within an adapter ([`serve`](crate::serve)).
pub trait Implementation {
    /// Returns the name and the capabilities of the implementation.
    fn describe(&self) -> Description;

    /// Performs `operation` on `input`.
    ///
    /// It does not receive the id of the check, nor the expectation.
    fn answer(&mut self, operation: Operation, input: &[u8], args: &Args) -> CheckAnswer;
}

/// Name and capabilities of an implementation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// Name, such as `webagents-md`.
    pub name: String,
    /// Programming language.
    pub language: String,
    /// Version.
    pub version: String,
    /// Supported operations; the checks of other operations are reported as unsupported.
    pub operations: Vec<Operation>,
    /// `true` if it returns diagnostics; otherwise they are not compared.
    pub diagnostics: bool,
    /// Capabilities, for cases that `require` some; `None` means all.
    pub capabilities: Option<Vec<String>>,
}

impl Description {
    /// Creates a description with all capabilities and without diagnostics.
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

    /// Adds diagnostics.
    #[must_use]
    pub fn with_diagnostics(mut self) -> Self {
        self.diagnostics = true;
        self
    }

    /// Limits the capabilities to these.
    #[must_use]
    pub fn with_capabilities(mut self, capabilities: impl IntoIterator<Item = String>) -> Self {
        self.capabilities = Some(capabilities.into_iter().collect());
        self
    }
}

/// Answer of an implementation.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CheckAnswer {
    /// The input is valid and has this result.
    Value {
        /// A manifest, an object of schemas, a text, a URL or null.
        value: Value,
        /// Diagnostics of the input; `None` means none.
        diagnostics: Option<Vec<CheckDiagnostic>>,
    },
    /// The input is invalid.
    Reject {
        /// Diagnostics of the input; `None` means none.
        diagnostics: Option<Vec<CheckDiagnostic>>,
    },
    /// The implementation cannot do this, for the given reason.
    Skip(String),
    /// The implementation failed, for the given reason. Never the same as [`CheckAnswer::Reject`].
    Error(String),
}

impl CheckAnswer {
    /// Creates a value without diagnostics.
    pub fn value(value: impl Into<Value>) -> Self {
        Self::Value { value: value.into(), diagnostics: None }
    }

    /// Creates a rejection without diagnostics.
    pub fn reject() -> Self {
        Self::Reject { diagnostics: None }
    }
}
