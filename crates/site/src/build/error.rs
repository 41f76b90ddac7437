//! Reasons why a declaration cannot be built.

use std::fmt;

use webagents_manifest::NameError;
use webagents_schema::json_schema::SchemaError;
use webagents_schema::ty::SyntaxError;

/// Error of building a manifest: a name, type or other part that a `webagents.md` cannot hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError {
    part: String,
    kind: BuildErrorKind,
}

/// Reason why a manifest cannot be built, such as an invalid name or type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// The name is invalid for a tool or a parameter.
    Name(NameError),
    /// Two tools, or two parameters of one tool, have the same name.
    Duplicate,
    /// The text is not one TypeScript type.
    Type(SyntaxError),
    /// The value is not a JSON Schema.
    Schema(SchemaError),
    /// The schemas of one tool define this name in two different ways.
    Definition(String),
    /// A line cannot hold the value, such as an empty modifier or a default with too many brackets.
    Value,
    /// There are more tools, parameters or bytes than the format allows.
    Limit,
    /// The tool's text, once written, would be parsed as something else.
    Unwritable,
}

impl BuildError {
    pub(super) fn new(part: impl Into<String>, kind: BuildErrorKind) -> Self {
        Self { part: part.into(), kind }
    }

    /// Returns the part that cannot be built: a tool's or parameter's name, such as `find/limit`.
    pub fn part(&self) -> &str {
        &self.part
    }

    /// Returns the reason why the part cannot be built, such as an invalid name or type.
    pub const fn kind(&self) -> &BuildErrorKind {
        &self.kind
    }

    /// The same error with the name of the enclosing declaration before its part.
    pub(super) fn in_part(mut self, outer: &str) -> Self {
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
