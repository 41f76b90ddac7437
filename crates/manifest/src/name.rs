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

/// `A-Z a-z _ $`.
const LETTER: u8 = 1;
/// [`LETTER`] and digits: characters of an identifier.
const WORD: u8 = 2;
/// [`WORD`], `.` and `-`: characters of a tool's name.
const NAME: u8 = 4;

/// Classes of each byte.
///
/// Names are most of a manifest's values, and a table is faster than comparing with every range.
static CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        table[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => LETTER | WORD | NAME,
            b'0'..=b'9' => WORD | NAME,
            b'.' | b'-' => NAME,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Returns the classes that all bytes of `text` have, and those that any byte has.
fn classes(text: &str) -> (u8, u8) {
    text.bytes()
        .map(|byte| CLASSES[byte as usize])
        .fold((u8::MAX, 0), |(all, any), class| (all & class, any | class))
}

/// Returns the length of the identifier characters at the start of `text`.
#[inline]
pub(crate) fn word_len(text: &str) -> usize {
    text.bytes().position(|byte| CLASSES[byte as usize] & WORD == 0).unwrap_or(text.len())
}

/// Filter of names: a name that it has not seen is new, without comparing it with all others.
///
/// A comparison with each earlier name is cheap, but the processor cannot predict its end. One bit for each of 64
/// kinds of names decides nearly all cases. Without it a parse of the 1,000 documents of `tests/bench` takes 2 % longer
/// (2026-11-23).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen(u64);

impl Seen {
    /// Adds `name` and returns whether it may have been added before.
    #[inline]
    pub(crate) fn insert(&mut self, name: &str) -> bool {
        let [first, .., last] = name.as_bytes() else { return true };
        let bit = 1 << ((name.len() ^ (usize::from(*first) * 5) ^ (usize::from(*last) * 11)) % 64);
        let may_be_there = self.0 & bit != 0;
        self.0 |= bit;
        may_be_there
    }
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
        let (all, any) = classes(text);
        if all & NAME == 0 {
            let ok = |c: char| c.is_ascii() && u8::try_from(c).is_ok_and(|b| CLASSES[b as usize] & NAME != 0);
            let bad = text.chars().find(|&c| !ok(c)).unwrap_or('\u{fffd}');
            return Err(NameError::BadCharacter(bad));
        }
        if text.len() > NAME_CHARS {
            return Err(NameError::TooLong);
        }
        if any & LETTER == 0 {
            return Err(NameError::NoLetter);
        }
        if POISONOUS.contains(&text) { Err(NameError::Reserved) } else { Ok(()) }
    }

    /// Returns the name of the tool as a `str`.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub(crate) fn text(&self) -> &Text {
        &self.0
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

    /// Wraps a name that passed [`Self::check`].
    pub(crate) fn checked(text: Text) -> Self {
        Self(text)
    }

    pub(crate) fn check(text: &str) -> Result<(), NameError> {
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        if classes(text).0 & WORD == 0 {
            let bad = |c: &char| c.is_whitespace() || c.is_control() || *c == '`';
            if let Some(c) = text.chars().find(bad) {
                return Err(NameError::BadCharacter(c));
            }
        }
        Self::check_word(text)
    }

    /// Checks a text that is known to contain only characters of a name, and at least one.
    #[inline]
    pub(crate) fn check_word(text: &str) -> Result<(), NameError> {
        if text.len() > NAME_CHARS && text.chars().count() > NAME_CHARS {
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
        impl $name {
            /// Returns whether this is the name `text`.
            pub(crate) fn is(&self, text: &str) -> bool {
                self.0.len() == text.len() && self.0 == text
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
