//! Losses of a conversion.
//!
//! Every converter of this crate gives a [`Lossy`] result: the value, and a [`Loss`] for each thing of the
//! source that the value does not say. Nothing is lost silently, and a loss never fails a conversion.

use std::fmt;

use serde_json::Value;

/// A converted value, and what it does not say of its source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lossy<T> {
    /// The result.
    pub value: T,
    /// Losses, in the order of the source.
    pub losses: Vec<Loss>,
}

impl<T> Lossy<T> {
    /// Creates the result of a conversion without losses.
    pub const fn exact(value: T) -> Self {
        Self { value, losses: Vec::new() }
    }

    /// The same losses with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Lossy<U> {
        Lossy { value: f(self.value), losses: self.losses }
    }
}

/// One thing that a conversion could not carry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// Place in the source: an RFC 6901 JSON Pointer into the schema.
    ///
    /// In a list of several tools it begins with the tool's name (`search/properties/size`).
    pub pointer: String,
    /// The JSON Schema keyword or the member of the format, such as `pattern`.
    pub keyword: String,
    /// Its value in the source; `null` when it has none.
    pub value: Value,
    /// Treatment of the part.
    pub action: Action,
    /// One sentence for people: what was done and, where there is something to do, what.
    pub message: String,
}

impl Loss {
    /// A loss.
    pub fn new(
        pointer: impl Into<String>,
        keyword: impl Into<String>,
        value: Value,
        action: Action,
        message: impl Into<String>,
    ) -> Self {
        Self { pointer: pointer.into(), keyword: keyword.into(), value, action, message: message.into() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(f, "{place}: `{}` {}: {}", self.keyword, self.action.as_str(), self.message)
    }
}

/// Action for a part of a schema that the target cannot express.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Action {
    /// It is not in the result, which accepts more values, or says less, than the source.
    Dropped,
    /// The result says it as prose, in a description.
    Described,
    /// The result accepts values that the source refuses, and refuses none that it accepts.
    Widened,
    /// The result refuses values that the source accepts.
    Narrowed,
    /// It goes by another name in the result.
    Renamed,
}

impl Action {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dropped => "dropped",
            Self::Described => "described",
            Self::Widened => "widened",
            Self::Narrowed => "narrowed",
            Self::Renamed => "renamed",
        }
    }
}

/// `pointer` with one more step, escaped as RFC 6901 has it.
///
/// ```
/// assert_eq!(webagents_schema::pointer("/properties", "a/b~c"), "/properties/a~1b~0c");
/// ```
pub fn pointer(pointer: &str, step: &str) -> String {
    let mut out = String::with_capacity(pointer.len() + step.len() + 1);
    out.push_str(pointer);
    out.push('/');
    for c in step.chars() {
        match c {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            c => out.push(c),
        }
    }
    out
}
