//! Losses of a conversion.
//!
//! Every converter of this crate returns a [`Lossy`] result: the value, and a [`Loss`] for each part of the source
//! that the value does not express. Nothing is lost silently, and a loss never fails a conversion.

use std::fmt;

use serde_json::Value;

/// Result of converting tools or types to another format, with a list of the losses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lossy<T> {
    /// Result of the conversion, such as a JSON Schema or a tool's declaration.
    pub value: T,
    /// Parts of the converted source that the result does not express exactly, in the source's order.
    pub losses: Vec<Loss>,
}

impl<T> Lossy<T> {
    /// Creates the result of a conversion that carried over everything, with no losses.
    pub const fn exact(value: T) -> Self {
        Self { value, losses: Vec::new() }
    }

    /// Applies `f` to the result of the conversion, and keeps its list of losses.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Lossy<U> {
        Lossy { value: f(self.value), losses: self.losses }
    }
}

/// A part of a tool or type that a conversion did not carry over exactly, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// JSON Pointer (RFC 6901) to the part that was lost, in the source of the conversion.
    ///
    /// In a list of several tools it begins with the tool's name (`search/properties/size`).
    pub pointer: String,
    /// JSON Schema keyword, or member of another source format, that was lost, such as `pattern`.
    pub keyword: String,
    /// Value that the lost keyword has in the source; `null` if it has none.
    pub value: Value,
    /// Action that the conversion took for the part that it could not express, such as dropping it.
    pub action: Action,
    /// Sentence for people: the change that the conversion made and, if possible, how to avoid it.
    pub message: String,
}

impl Loss {
    /// Creates the report that a conversion did not preserve `keyword` at `pointer` of its source exactly.
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

/// Change that a conversion makes for a part that it cannot express, such as dropped or widened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Action {
    /// The part is not in the result, which accepts more values or has less information than the source.
    Dropped,
    /// The part is in the result as prose, in a description.
    Described,
    /// The result accepts values that the source refuses, and refuses none that it accepts.
    Widened,
    /// The result refuses values that the source accepts.
    Narrowed,
    /// The part has another name in the result.
    Renamed,
}

impl Action {
    /// Returns the variant's name in lower case, such as `dropped`.
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

/// Returns a JSON Pointer extended by one step: `pointer`, `/`, and `step` with `~` and `/` escaped.
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
