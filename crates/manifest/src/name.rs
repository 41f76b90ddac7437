//! Names of tools and parameters, validated in their only constructors.
//!
//! A site chooses these names and an agent turns them into JavaScript, so their characters are a matter of safety:
//! `spec/SPEC.md#tool.name` and `#param.name`.

use std::fmt;

use crate::limits::NAME_CHARS;
use crate::shared::{Document, Text};
use crate::span::Span;

/// Reserved names: `spec/SPEC.md#tool.reserved`.
///
/// They would break or poison the object that holds the tools, or make it look like a promise (`then`).
const POISONOUS: [&str; 14] = [
    "__proto__",
    "constructor",
    "prototype",
    "then",
    "toString",
    "toLocaleString",
    "toJSON",
    "valueOf",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
];

/// Returns whether a tool's name may contain the character.
pub(crate) fn is_tool_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-')
}

/// Reason why a text cannot be the name of a tool or parameter, such as a wrong character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// The text is empty.
    Empty,
    /// The text has more than [`NAME_CHARS`] characters.
    TooLong,
    /// The text contains this character, which names must not contain.
    BadCharacter(char),
    /// The text contains no letter, `_` or `$`.
    NoLetter,
    /// The text is a reserved name, such as `__proto__`.
    Reserved,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::TooLong => write!(f, "it is longer than {NAME_CHARS} characters"),
            Self::BadCharacter(c) => write!(f, "it contains the character {c:?}"),
            Self::NoLetter => f.write_str("it contains no letter, `_` or `$`"),
            Self::Reserved => f.write_str("JavaScript objects use that name themselves"),
        }
    }
}

impl std::error::Error for NameError {}

/// Validated name of a tool: letters, digits, `_`, `$`, `.` and `-`, at most 128 characters.
///
/// It has 1 to 128 of `A-Z a-z 0-9 _ $ . -`, with a letter, `_` or `$` among them, and is not reserved.
///
/// ```
/// use webagents_manifest::{NameError, ToolName};
/// assert!(ToolName::new("cart.add-item").is_ok());
/// assert!(!ToolName::new("cart.add-item").unwrap().is_identifier());
/// assert_eq!(ToolName::new("__proto__"), Err(NameError::Reserved));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub struct ToolName(Text);

impl ToolName {
    /// Validates `text` as the name of a tool.
    pub fn new(text: impl Into<Text>) -> Result<Self, NameError> {
        let text = text.into();
        Self::check(&text).map(|()| Self(text))
    }

    /// Validates a piece of a document without copying it.
    pub(crate) fn read(document: &Document, text: &str) -> Result<Self, NameError> {
        Self::check(text).map(|()| Self(document.part(text)))
    }

    pub(crate) fn check(text: &str) -> Result<(), NameError> {
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        if let Some(bad) = text.chars().find(|&c| !is_tool_character(c)) {
            return Err(NameError::BadCharacter(bad));
        }
        if text.len() > NAME_CHARS {
            return Err(NameError::TooLong);
        }
        if !text.contains(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$')) {
            return Err(NameError::NoLetter);
        }
        if POISONOUS.contains(&text) { Err(NameError::Reserved) } else { Ok(()) }
    }

    /// Returns the name of the tool as a `str`.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the byte range of the name in the document that it was parsed from; `None` if not known.
    ///
    /// `None` for a name that was made otherwise, as in [`Text::place`].
    pub fn place(&self) -> Option<Span> {
        self.0.place()
    }

    /// Returns whether the name is a JavaScript identifier, so that code can write `global.name()`.
    pub fn is_identifier(&self) -> bool {
        self.as_str().bytes().next().is_some_and(|b| !b.is_ascii_digit())
            && self.as_str().bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$'))
    }
}

/// Validated name of a parameter: 1 to 128 characters, without white space and backticks.
///
/// It has 1 to 128 characters without white space, control characters and backticks, and is not reserved.
///
/// Positional calls do not need a parameter's name, so the rule is wide; the TypeScript printer renames parameters
/// that are not JavaScript identifiers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub struct ParamName(Text);

impl ParamName {
    /// Validates `text` as the name of a parameter.
    pub fn new(text: impl Into<Text>) -> Result<Self, NameError> {
        let text = text.into();
        Self::check(&text).map(|()| Self(text))
    }

    /// Validates a piece of a document without copying it.
    pub(crate) fn read(document: &Document, text: &str) -> Result<Self, NameError> {
        Self::check(text).map(|()| Self(document.part(text)))
    }

    pub(crate) fn check(text: &str) -> Result<(), NameError> {
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        let is_bad = |c: &char| c.is_whitespace() || c.is_control() || *c == '`';
        if let Some(bad) = text.chars().find(is_bad) {
            return Err(NameError::BadCharacter(bad));
        }
        if text.chars().count() > NAME_CHARS {
            return Err(NameError::TooLong);
        }
        if POISONOUS[..3].contains(&text) { Err(NameError::Reserved) } else { Ok(()) }
    }

    /// Returns the name of the parameter as a `str`.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

macro_rules! text_newtype {
    ($($name:ident)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }
        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0.into()
            }
        }
        impl TryFrom<String> for $name {
            type Error = NameError;
            fn try_from(text: String) -> Result<Self, NameError> {
                Self::new(text)
            }
        }
        impl TryFrom<&str> for $name {
            type Error = NameError;
            fn try_from(text: &str) -> Result<Self, NameError> {
                Self::new(text)
            }
        }
    )*};
}
text_newtype! { ToolName ParamName }
