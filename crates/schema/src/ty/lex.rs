//! Tokens of type expressions, and the one error of the grammar.
//!
//! A token skips the white space and comments before it. No token looks further than its own end, so that
//! reading a text costs time linear in its length.

use std::fmt;

use nom::Parser as _;
use nom::bytes::complete::take_while1;
use nom::character::complete::one_of;
use nom::combinator::{opt, recognize};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use webagents_manifest::Span;

use super::limits;
use crate::escape;

/// Error of parsing a type expression, such as `string |`, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxError {
    /// Category of the error, such as a type that is nested too deeply.
    pub kind: SyntaxErrorKind,
    /// Byte range of the error in the parsed type expression.
    pub span: Span,
    /// Description of the input that would be right at the error, such as "a type after `|`".
    pub expected: &'static str,
    /// Beginning of the wrong input, with invisible characters written as escapes.
    pub found: String,
}

/// Category of an error of parsing a type expression, such as too deep nesting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The text does not fit the grammar.
    Unexpected,
    /// The type nests deeper than [`limits::DEPTH`] brackets or [`limits::HEIGHT`] nodes.
    TooDeep,
    /// The type is longer than [`limits::BYTES`] or has more than [`limits::NODES`] nodes.
    TooLarge,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SyntaxErrorKind::Unexpected => write!(f, "expected {}, found {}", self.expected, self.found),
            SyntaxErrorKind::TooDeep => {
                write!(f, "expected {}: brackets nest at most {} deep", self.expected, limits::DEPTH)
            }
            SyntaxErrorKind::TooLarge => write!(
                f,
                "expected {}: a type has at most {} bytes and {} parts",
                self.expected,
                limits::BYTES,
                limits::NODES
            ),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// A failure inside the grammar: the length of the remaining text, and the expected item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) kind: SyntaxErrorKind,
    pub(crate) left: usize,
    pub(crate) expected: &'static str,
}

impl Fault {
    /// Fails because the text at `i` is not `expected`.
    ///
    /// Every choice of the grammar is made by looking at the next token, so a failure is final; [`nom::Err::Error`]
    /// never leads to another branch.
    pub(crate) fn at<'a, T>(i: &'a str, expected: &'static str) -> Res<'a, T> {
        Err(nom::Err::Error(Self { kind: SyntaxErrorKind::Unexpected, left: trivia(i).len(), expected }))
    }

    pub(crate) fn limit<'a, T>(i: &'a str, kind: SyntaxErrorKind, expected: &'static str) -> Res<'a, T> {
        Err(nom::Err::Failure(Self { kind, left: i.len(), expected }))
    }
}

impl<'a> ParseError<&'a str> for Fault {
    fn from_error_kind(i: &'a str, _: ErrorKind) -> Self {
        Self { kind: SyntaxErrorKind::Unexpected, left: i.len(), expected: "a token" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

pub(crate) type Res<'a, T> = nom::IResult<&'a str, T, Fault>;

/// Returns the token at the start of `rest`, for a message.
pub(crate) fn found(rest: &str) -> (usize, String) {
    let Some(first) = rest.chars().next() else {
        return (0, "the end of the text".to_owned());
    };
    if rest.starts_with("/*") {
        return (2, "a comment without an end".to_owned());
    }
    let word = rest.find(|c| !escape::is_identifier_part(c)).unwrap_or(rest.len());
    let len = if word == 0 { first.len_utf8() } else { word };
    (len, format!("`{}`", escape::excerpt(&rest[..len], 40)))
}

/// ```ebnf
/// (* Trivia may stand before each token: a terminal in quotes, an identifier, a number, a string, a template. *)
/// trivia = { ? white space of Unicode, or U+FEFF ? | comment } ;
/// ```
///
/// A block comment without an end is not trivia: it is left in place, as an unexpected token.
pub(crate) fn trivia(mut i: &str) -> &str {
    loop {
        i = spaces(i);
        match comment(i) {
            Some((_, rest)) => i = rest,
            None => return i,
        }
    }
}

/// The text after white space; comments stay.
pub(crate) fn spaces(i: &str) -> &str {
    i.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// ```ebnf
/// comment = "//" , ? the text up to a line break ? | "/*" , ? the text up to the next "*/" ? , "*/" ;
/// ```
///
/// Returns the text, and the rest after the comment.
pub(crate) fn comment(i: &str) -> Option<(&str, &str)> {
    if let Some(text) = i.strip_prefix("//") {
        let end = text.find(escape::is_line_break).unwrap_or(text.len());
        Some((&text[..end], &text[end..]))
    } else {
        i.strip_prefix("/*")?.split_once("*/")
    }
}

/// Returns the next byte after trivia; 0 at the end.
pub(crate) fn peek(i: &str) -> u8 {
    trivia(i).as_bytes().first().copied().unwrap_or(0)
}

/// A punctuator.
pub(crate) fn punct<'a>(text: &'static str, expected: &'static str) -> impl Fn(&'a str) -> Res<'a, ()> {
    move |i| match trivia(i).strip_prefix(text) {
        Some(rest) => Ok((rest, ())),
        None => Fault::at(i, expected),
    }
}

/// A punctuator that may be absent.
pub(crate) fn eat<'a>(text: &'static str, i: &'a str) -> Option<&'a str> {
    trivia(i).strip_prefix(text)
}

/// ```ebnf
/// identifier = identifier_start , { identifier_start | digit } ;
/// identifier_start = letter | "_" | "$" | ? a character of the "letters" of types.json ? ;
/// ```
///
/// [`escape::is_identifier_start`] defines the letters beyond ASCII.
pub(crate) fn identifier<'a>(expected: &'static str) -> impl Fn(&'a str) -> Res<'a, &'a str> {
    move |i| {
        let rest = trivia(i);
        match word(rest) {
            Some(found) => Ok((&rest[found.len()..], found)),
            None => Fault::at(i, expected),
        }
    }
}

/// The identifier at the very start of `i`.
pub(crate) fn word(i: &str) -> Option<&str> {
    if !i.starts_with(escape::is_identifier_start) {
        return None;
    }
    let end = i.find(|c| !escape::is_identifier_part(c)).unwrap_or(i.len());
    Some(&i[..end])
}

/// ```ebnf
/// (* A letter, a digit, "_", "$" or "." does not follow directly. *)
/// number = [ "-" ] , whole , ( "n" | [ "." , digits ] , [ ( "e" | "E" ) , [ "+" | "-" ] , digits ] ) ;
/// whole = "0" | ? one of 1-9 ? , { digit } ;
/// digits = digit , { digit } ;
/// ```
///
/// The flag is `true` for a big integer, which ends in `n`.
pub(crate) fn number(i: &str) -> Res<'_, (&str, bool)> {
    const EXPECTED: &str = "a decimal number without leading zeros";
    let start = trivia(i);
    let digits = take_while1(|c: char| c.is_ascii_digit());
    let more = take_while1(|c: char| c.is_ascii_digit());
    let exponent = take_while1(|c: char| c.is_ascii_digit());
    let parsed: Res<'_, &str> = recognize((
        opt(one_of("-")),
        digits,
        opt(preceded(one_of("."), more)),
        opt((one_of("eE"), opt(one_of("+-")), exponent)),
    ))
    .parse(start);
    let Ok((rest, text)) = parsed else { return Fault::at(i, EXPECTED) };
    let magnitude = text.trim_start_matches('-').as_bytes();
    let leading_zero = magnitude.len() > 1 && magnitude[0] == b'0' && magnitude[1].is_ascii_digit();
    let integral = magnitude.iter().all(u8::is_ascii_digit);
    let big = integral && rest.starts_with('n');
    let rest = if big { &rest[1..] } else { rest };
    if leading_zero || rest.starts_with(|c| escape::is_identifier_part(c) || c == '.') {
        return Fault::at(i, EXPECTED);
    }
    Ok((rest, (text, big)))
}

/// ```ebnf
/// string = '"' , { ? any character but '"', "\", LF and CR ? | escaped } , '"'
///        | "'" , { ? any character but "'", "\", LF and CR ? | escaped } , "'" ;
/// ```
pub(crate) fn string(i: &str) -> Res<'_, String> {
    let start = trivia(i);
    let quote = if start.starts_with('\'') { '\'' } else { '"' };
    let Some(mut rest) = start.strip_prefix(quote) else { return Fault::at(i, "a quoted text") };
    let mut value = String::new();
    loop {
        let special = |byte: u8| matches!(byte, b'\\' | b'\n' | b'\r') || char::from(byte) == quote;
        let end = rest.bytes().position(special).unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        value.push_str(text);
        rest = match after.as_bytes().first() {
            Some(b'\\') => escaped(after, &mut value)?.0,
            Some(&b) if char::from(b) == quote => return Ok((&after[1..], value)),
            _ => return Fault::at(i, "a text whose quote is closed on the same line"),
        };
    }
}

/// ```ebnf
/// (* A line break gives no character; "b", "f", "n", "r", "t", "v" and "0" give those of JavaScript; another character itself. An escape of no character of Unicode does not parse: half a surrogate pair alone, a code above 10FFFF, and more than 8 hex digits in braces. *)
/// escaped = "\" , ( "x" , hex , hex | "u" , hex , hex , hex , hex | "u{" , hex , { hex } , "}" | "0" , ? no digit ? | ? a line break ? | ? another character but 0-9 ? ) ;
/// hex = digit | ? one of a-f A-F ? ;
/// ```
///
/// A `\u` escape of half a surrogate pair counts together with the other half; half a pair alone is no
/// Unicode text and is refused, as are octal escapes.
pub(crate) fn escaped<'a>(i: &'a str, value: &mut String) -> Res<'a, ()> {
    const EXPECTED: &str = "an escape of a Unicode character";
    let mut chars = i.chars();
    chars.next();
    let Some(kind) = chars.next() else { return Fault::at(i, EXPECTED) };
    let rest = chars.as_str();
    let simple = match kind {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'v' => Some('\u{b}'),
        '0' if !rest.starts_with(|c: char| c.is_ascii_digit()) => Some('\0'),
        '0'..='9' | 'x' | 'u' => None,
        '\r' => return Ok((rest.strip_prefix('\n').unwrap_or(rest), ())),
        c if escape::is_line_break(c) => return Ok((rest, ())),
        c => Some(c),
    };
    if let Some(c) = simple {
        value.push(c);
        return Ok((rest, ()));
    }
    let unit = |text: &str, len: usize| {
        let digits = text.get(..len).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        u32::from_str_radix(digits, 16).ok()
    };
    let decoded = match kind {
        'x' => unit(rest, 2).map(|code| (code, 2)),
        'u' if rest.starts_with('{') => rest
            .find('}')
            .filter(|&end| (2..=9).contains(&end))
            .and_then(|end| unit(&rest[1..], end - 1).map(|code| (code, end + 1))),
        'u' => unit(rest, 4).and_then(|high| match (high, rest[4..].strip_prefix("\\u")) {
            (0xd800..0xdc00, Some(tail)) => unit(tail, 4)
                .filter(|low| (0xdc00..0xe000).contains(low))
                .map(|low| (0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), 10)),
            _ => Some((high, 4)),
        }),
        _ => None,
    };
    match decoded.and_then(|(code, len)| char::from_u32(code).map(|c| (c, len))) {
        Some((c, len)) => {
            value.push(c);
            Ok((&rest[len..], ()))
        }
        None => Fault::at(i, EXPECTED),
    }
}
