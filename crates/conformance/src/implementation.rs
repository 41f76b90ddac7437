//! What is under test, as this crate sees it.

use serde_json::Value;

use crate::case::{Args, Finding, Operation};

/// An implementation of the specification: in this process, or an adapter's insides (see [`serve`](crate::serve)).
pub trait Implementation {
    /// Who it is and what it can do.
    fn describe(&self) -> Description;

    /// Does `operation` with `input`. It learns neither the id of the check nor what is expected.
    fn answer(&mut self, operation: Operation, input: &[u8], args: &Args) -> Answer;
}

/// Who an implementation is and what it can do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// Its name, such as `webagents-md`.
    pub name: String,
    /// The language that it is written in.
    pub language: String,
    /// Its version.
    pub version: String,
    /// What it can be asked; the checks of other operations are reported as unsupported.
    pub operations: Vec<Operation>,
    /// Whether it gives diagnostics; if not, they are not compared.
    pub diagnostics: bool,
    /// The capabilities that it has, for cases that `require` some; `None` is "all".
    pub capabilities: Option<Vec<String>>,
}

impl Description {
    /// An implementation with all capabilities that gives no diagnostics.
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

    /// The same, and it gives diagnostics.
    #[must_use]
    pub fn with_diagnostics(mut self) -> Self {
        self.diagnostics = true;
        self
    }

    /// The same, and it has these capabilities only.
    #[must_use]
    pub fn with_capabilities(mut self, capabilities: impl IntoIterator<Item = String>) -> Self {
        self.capabilities = Some(capabilities.into_iter().collect());
        self
    }
}

/// What an implementation answers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// The input is valid, and this came of it.
    Value {
        /// A manifest, an object of schemas, a text, a URL or null.
        value: Value,
        /// What there was to say about the input; `None` is the same as "nothing".
        diagnostics: Option<Vec<Finding>>,
    },
    /// The input is invalid.
    Reject {
        /// What there was to say about the input; `None` is the same as "nothing".
        diagnostics: Option<Vec<Finding>>,
    },
    /// It cannot do this, for the reason given.
    Skip(String),
    /// It failed, for the reason given. Never the same as [`Answer::Reject`].
    Error(String),
}

impl Answer {
    /// A value without diagnostics.
    pub fn value(value: impl Into<Value>) -> Self {
        Self::Value { value: value.into(), diagnostics: None }
    }

    /// A rejection without diagnostics.
    pub fn reject() -> Self {
        Self::Reject { diagnostics: None }
    }
}
