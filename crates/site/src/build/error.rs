//! Reasons why a declaration cannot be built.

use std::fmt;

use webagents_manifest::NameError;
use webagents_schema::json_schema::SchemaError;
use webagents_schema::ty::SyntaxError;

/// A part of a declaration that a `webagents.md` cannot hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError {
    part: String,
    kind: BuildErrorKind,
}

/// Reason of a [`BuildError`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// A name that no tool or parameter can have.
    Name(NameError),
    /// A name that two tools, or two parameters of one tool, have.
    Duplicate,
    /// A type that is not one TypeScript type.
    Type(SyntaxError),
    /// A value that is not a JSON Schema.
    Schema(SchemaError),
    /// Two different definitions of one name in the schemas of one tool.
    Definition(String),
    /// A value that a line cannot hold, such as an empty modifier or a default with too many brackets.
    Value,
    /// More tools, parameters or bytes than the format allows.
    Limit,
    /// A tool whose text is read back as something else.
    Unwritable,
}

impl BuildError {
    pub(super) fn new(part: impl Into<String>, kind: BuildErrorKind) -> Self {
        Self { part: part.into(), kind }
    }

    /// The tool, parameter or text that the error is about.
    pub fn part(&self) -> &str {
        &self.part
    }

    /// The reason.
    pub const fn kind(&self) -> &BuildErrorKind {
        &self.kind
    }

    /// The same error with the name of the enclosing declaration before its part.
    pub(super) fn within(mut self, outer: &str) -> Self {
        self.part = format!("{outer}/{}", self.part);
        self
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut part = String::new();
        webagents_schema::escape::push_string(&mut part, &self.part);
        match &self.kind {
            BuildErrorKind::Name(reason) => write!(f, "{part} cannot be a name: {reason}"),
            BuildErrorKind::Duplicate => write!(f, "{part} is declared twice; rename one of the two"),
            BuildErrorKind::Type(error) => write!(f, "the type of {part} is not a TypeScript type: {error}"),
            BuildErrorKind::Schema(error) => write!(f, "the schema of {part} is not a JSON Schema: {error}"),
            BuildErrorKind::Definition(name) => {
                write!(f, "the schemas of {part} define `{name}` in two ways; rename one of the definitions")
            }
            BuildErrorKind::Value => write!(f, "the value of {part} cannot stand on one line of a manifest"),
            BuildErrorKind::Limit => write!(f, "{part} is larger than the format allows; split it"),
            BuildErrorKind::Unwritable => {
                write!(f, "{part} would be read back as something else; simplify its texts")
            }
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            BuildErrorKind::Name(error) => Some(error),
            BuildErrorKind::Type(error) => Some(error),
            BuildErrorKind::Schema(error) => Some(error),
            _ => None,
        }
    }
}
