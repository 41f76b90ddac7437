//! Kinds of the engine's errors, by their messages.

use crate::diagnostic::shown;
use crate::globals::{self, Global};

/// Failure of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault<'m> {
    /// A value is called that is not a function, or constructed that is not an object.
    NotFunction,
    /// A value is constructed that is not a constructor.
    NotConstructor,
    /// A member of `undefined` or `null` is read.
    Read { name: &'m str, of: &'m str },
    /// A member of `undefined` or `null` is assigned.
    Write { name: &'m str, of: &'m str },
    /// A value is iterated that is not iterable.
    NotIterable { of: Option<&'m str> },
    /// `undefined` or `null` is taken apart, or passed where an object is expected.
    NotObject,
    /// A `bigint` is mixed with numbers.
    MixedBigInt,
    /// A variable is read that is not defined.
    NotDefined { name: &'m str },
    /// A variable is read before its declaration.
    NotInitialized { name: &'m str },
    /// A constant is assigned.
    ReadOnly { name: &'m str },
    /// `in` or `instanceof` has a wrong right side.
    Operator { sign: &'static str },
    /// A function of the engine reports a failure, which has a better text.
    Named { message: &'static str },
    /// A text is not JSON.
    NotJson,
    /// A regular expression is malformed.
    Pattern,
    /// A text is not an encoded URI, or cannot be encoded.
    Uri,
    /// Any other error, such as one that the code throws.
    Other,
}

/// Messages of the engine's functions, and better ones.
const NAMED: [(&str, &str); 22] = [
    (
        "Date value is NaN",
        "Invalid time value: the date is invalid; check the text or number that it was made of",
    ),
    ("circular reference", "Converting circular structure to JSON"),
    (
        "BigInt are forbidden in JSON.stringify",
        "Do not know how to serialize a BigInt: write `String(x)` or `Number(x)`",
    ),
    ("cannot convert symbol to string", "Cannot convert a Symbol value to a string"),
    ("cannot convert symbol to number", "Cannot convert a Symbol value to a number"),
    (
        "empty array",
        "Reduce of empty array with no initial value: pass an initial value as the last argument",
    ),
    ("invalid array length", "Invalid array length"),
    ("invalid repeat count", "Invalid count value: expected 0 or more repetitions"),
    ("invalid string length", "Invalid string length"),
    ("invalid number of digits", "expected 0 to 100 digits"),
    ("this is not initialized", "Must call super constructor in derived class before accessing 'this'"),
    ("object is not extensible", "Cannot add property, object is not extensible"),
    ("no setter for property", "Cannot set property which has only a getter"),
    ("regexp must have the 'g' flag", "replaceAll and matchAll need a regular expression with the flag `g`"),
    ("toPrimitive", "Cannot convert object to primitive value"),
    ("parent class must be constructor", "Class extends value is not a constructor or null"),
    ("class constructors must be invoked with 'new'", "Class constructor cannot be invoked without 'new'"),
    ("must be called with new", "Constructor requires 'new': write `new` before it"),
    ("cannot convert to BigInt: not an integer", "Cannot convert a number to a BigInt: it is not an integer"),
    ("invalid code point", "Invalid code point"),
    ("promise self resolution", "Chaining cycle detected for promise"),
    ("could not delete property", "Cannot delete property"),
];

/// Functions that take a regular expression apart.
const OF_PATTERNS: [&str; 8] =
    ["RegExp", "compile", "match", "matchAll", "search", "replace", "replaceAll", "split"];

impl<'m> Fault<'m> {
    /// Classifies an error by its name and message.
    ///
    /// `native` is the engine's function that reports it; `is_compilation` if the code has not run.
    pub(super) fn of(name: &str, message: &'m str, native: Option<&str>, is_compilation: bool) -> Self {
        match name {
            "TypeError" if message == "not an object" && matches!(native, Some("fromEntries" | "Map")) => {
                Self::Named { message: "an element is not an entry: expected a list of `[key, value]`" }
            }
            "URIError" => Self::Uri,
            "TypeError" | "RangeError" | "ReferenceError" => Self::of_run(message),
            "SyntaxError" if native == Some("parse") => Self::NotJson,
            "SyntaxError" if native.is_some_and(|native| OF_PATTERNS.contains(&native)) => Self::Pattern,
            "SyntaxError" if is_compilation => Self::Pattern,
            _ => Self::Other,
        }
    }

    /// Classifies the message of an error at run time.
    fn of_run(message: &'m str) -> Self {
        let between = |begin: &str, end: &str| message.strip_prefix(begin)?.strip_suffix(end);
        let member = |begin: &str| {
            let (name, of) = message.strip_prefix(begin)?.rsplit_once("' of ")?;
            matches!(of, "undefined" | "null").then_some((name, of))
        };
        if let Some((name, of)) = member("cannot read property '") {
            return match name {
                "Symbol.iterator" | "Symbol.asyncIterator" => Self::NotIterable { of: Some(of) },
                _ => Self::Read { name, of },
            };
        }
        if let Some((name, of)) = member("cannot set property '") {
            return Self::Write { name, of };
        }
        if let Some(name) = between("'", "' is read-only") {
            return Self::ReadOnly { name };
        }
        if let Some(name) = between("", " is not initialized").filter(|name| is_word(name)) {
            return Self::NotInitialized { name };
        }
        if let Some(name) = between("", " is not defined").filter(|name| is_word(name)) {
            return Self::NotDefined { name };
        }
        if message == "not a constructor" || message.ends_with(" is not a constructor") {
            return Self::NotConstructor;
        }
        match message {
            "not a function" => Self::NotFunction,
            "value is not iterable" => Self::NotIterable { of: None },
            "Cannot convert undefined or null to object" => Self::NotObject,
            "cannot convert BigInt to number" => Self::MixedBigInt,
            "invalid 'in' operand" => Self::Operator { sign: "in" },
            "invalid 'instanceof' right operand" => Self::Operator { sign: "instanceof" },
            _ => {
                let named = NAMED.iter().find(|(known, _)| *known == message);
                named.map_or(Self::Other, |(_, message)| Self::Named { message })
            }
        }
    }

    /// Returns the message without an expression.
    pub(super) fn general(&self, message: &str) -> String {
        match *self {
            Self::NotFunction => "a value that is called is not a function".to_owned(),
            Self::NotConstructor if message == "not a constructor" => {
                "a value after `new` is not a constructor".to_owned()
            }
            Self::Read { name, of } => format!("Cannot read properties of {of} (reading '{name}')"),
            Self::Write { name, of } => format!("Cannot set properties of {of} (setting '{name}')"),
            Self::NotIterable { of: Some(of) } => format!("{of} is not iterable"),
            Self::NotIterable { of: None } => "a value is not iterable".to_owned(),
            Self::MixedBigInt => "Cannot mix BigInt and other types, use explicit conversions".to_owned(),
            Self::NotInitialized { name } => format!("Cannot access '{name}' before initialization"),
            Self::ReadOnly { name } => format!("Cannot assign to read only property '{name}' of object"),
            Self::Operator { sign: "in" } => "the value after `in` is not an object".to_owned(),
            Self::Operator { sign } => format!("Right-hand side of '{sign}' is not callable"),
            Self::Named { message } => message.to_owned(),
            Self::NotJson => match message.strip_prefix("unexpected token: ") {
                Some(token) => format!("{token} is not JSON in the argument of JSON.parse"),
                None => message.to_owned(),
            },
            Self::Pattern => format!("Invalid regular expression: {message}"),
            Self::NotDefined { name } => match globals::find(name) {
                Some(Global::Absent(instead)) => format!("{message}: {instead}"),
                _ => message.to_owned(),
            },
            Self::Uri => format!("URI malformed: {message}"),
            Self::NotObject | Self::NotConstructor | Self::Other => message.to_owned(),
        }
    }

    /// Returns whether the operation begins after the position that the engine reports.
    ///
    /// Other operations may begin in a line after it.
    pub(super) const fn is_after_position(&self) -> bool {
        !matches!(self, Self::NotObject | Self::NotIterable { .. })
    }
}

/// Returns whether a text is the name of a variable.
fn is_word(name: &str) -> bool {
    !name.contains(' ') && name != "this"
}

/// Returns the message about a constant that is assigned.
pub(super) fn constant(name: &str) -> String {
    format!("Assignment to constant variable: declare {} by `let`", shown(name))
}
