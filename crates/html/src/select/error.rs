//! Reasons why a selector is refused.

use std::fmt;
use std::sync::LazyLock;

use cssparser::{BasicParseErrorKind, ParseErrorKind, SourceLocation, ToCss as _};
use selectors::parser::{SelectorParseError, SelectorParseErrorKind as Kind};

/// Pseudo-classes of the state of a page in a browser.
static STATES: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("states.txt").lines().collect());

/// Most characters of the selector that a message shows.
const SHOWN: usize = 40;

/// Error for a text that is not a list of CSS selectors, or has a selector that is not supported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectorError {
    at: usize,
    expected: &'static str,
    found: Option<String>,
    is_state: bool,
}

impl SelectorError {
    /// Returns the byte offset of the error in the text of the CSS selectors.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the wrong part of the CSS selectors; `None` if their text ended too early.
    pub fn found(&self) -> Option<&str> {
        self.found.as_deref()
    }

    /// Creates an error about the character at a byte.
    pub(super) fn at_byte(text: &str, at: usize, expected: &'static str) -> Self {
        let at = text.floor_char_boundary(at);
        let found = text[at..].chars().next().map(String::from);
        Self { at, expected, found, is_state: false }
    }

    /// Creates the error of a parser of `text`.
    pub(super) fn from_parser(text: &str, error: &SelectorParseError<'_>) -> Self {
        let token = |token: &cssparser::Token<'_>| Some(token.to_css_string());
        let (expected, found) = match &error.kind {
            ParseErrorKind::Basic(BasicParseErrorKind::UnexpectedToken(found)) => {
                ("a selector or its end", token(found))
            }
            ParseErrorKind::Basic(_) => ("more of the selector", None),
            ParseErrorKind::Custom(Kind::EmptySelector) => ("a selector", None),
            ParseErrorKind::Custom(kind) => match kind {
                Kind::NoQualifiedNameInAttributeSelector(found)
                | Kind::InvalidQualNameInAttr(found)
                | Kind::ExpectedBarInAttr(found) => ("the name of an attribute", token(found)),
                Kind::UnexpectedTokenInAttributeSelector(found) => {
                    ("`]` or an operator such as `=`", token(found))
                }
                Kind::BadValueInAttr(found) => ("a name or a string in quotes", token(found)),
                Kind::DanglingCombinator => ("a selector after the combinator", None),
                Kind::PseudoElementExpectedColon(found)
                | Kind::PseudoElementExpectedIdent(found)
                | Kind::NoIdentForPseudo(found) => ("the name of a pseudo-class", token(found)),
                Kind::UnsupportedPseudoClassOrElement(name) | Kind::UnexpectedIdent(name) => {
                    ("a pseudo-class of structure, such as `:not()`", Some(name.to_string()))
                }
                Kind::ExpectedNamespace(prefix) => ("a name without a namespace", Some(prefix.to_string())),
                Kind::ExplicitNamespaceUnexpectedToken(found) => ("a name or `*`", token(found)),
                Kind::ClassNeedsIdent(found) => ("the name of a class", token(found)),
                _ => ("a selector that may be used here", None),
            },
        };
        let at = byte_offset(text, error.location);
        let mut error = Self::at_byte(text, at, expected);
        error.found = found.map(|found| found.chars().take(SHOWN).collect()).or(error.found);
        error.is_state = error
            .found
            .as_deref()
            .is_some_and(|found| STATES.iter().any(|state| found.eq_ignore_ascii_case(state)));
        error
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found ", self.expected)?;
        match &self.found {
            Some(found) => write!(f, "`{}`", found.escape_debug())?,
            None => f.write_str("the end")?,
        }
        write!(f, " at byte {} of the selector", self.at)?;
        if self.is_state {
            f.write_str("; pseudo-classes of state select nothing in a page that is read")?;
        }
        Ok(())
    }
}

impl std::error::Error for SelectorError {}

/// Returns the byte of a location, after blanks.
fn byte_offset(text: &str, location: SourceLocation) -> usize {
    let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{c}');
    let mut start = 0;
    for _ in 0..location.line {
        let Some(found) = text[start..].find(is_break) else { break };
        let is_pair = text[start + found..].starts_with("\r\n");
        start += found + 1 + usize::from(is_pair);
    }
    let mut units = 1;
    let rest = text[start..].char_indices().find(|&(_, c)| {
        let is_there = units >= location.column as usize;
        units += c.len_utf16();
        is_there && !c.is_ascii_whitespace()
    });
    rest.map_or(text.len(), |(at, _)| start + at)
}
