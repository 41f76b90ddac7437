//! Description and JSON Schema keywords of a value, in addition to its type.
//!
//! A type expresses the kind of a value; prose and JSON Schema's other keywords express the rest. The decision this
//! module embodies: **a fact that no TypeScript type expresses is kept under its JSON Schema name, with its JSON
//! value**, whatever it is. So the tree loses nothing of a schema, and a converter only has to know the keywords that
//! its own format can express.

use serde_json::{Map, Value};

use crate::escape;

/// Map of JSON Schema keywords, such as `minimum`, to their values, in the order of the source.
///
/// Two are equal when they have the same entries, in whatever order.
pub type Keywords = Map<String, Value>;

/// Description of a value, and JSON Schema keywords (such as `minimum`) that no type expresses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Constraints {
    /// Description of the value for people and models, of any number of lines; may be empty.
    ///
    /// It is the text as it was written; printing escapes it.
    pub description: String,
    /// JSON Schema 2020-12 keywords with their values, such as `minimum`, `pattern` and `default`.
    ///
    /// Those that hold schemas (`not`, `if`, `contains`) are JSON. In such a schema `#/$defs/<key>` is the definition
    /// with that [`key`](crate::Definition::key).
    ///
    /// A keyword takes precedence over the type: if both have the same meaning (as `enum` of objects with an object
    /// type, or `oneOf` with a union), a schema is written from the keyword, and the type is the nearest that
    /// TypeScript has.
    pub keywords: Keywords,
}

impl Constraints {
    /// Creates constraints that consist of a description, without JSON Schema keywords.
    pub fn described(description: impl Into<String>) -> Self {
        Self { description: description.into(), keywords: Keywords::new() }
    }

    /// Returns whether there is neither a description nor a JSON Schema keyword.
    pub fn is_empty(&self) -> bool {
        self.description.is_empty() && self.keywords.is_empty()
    }

    /// Returns the value of the JSON Schema keyword `name`; `None` if the constraints lack it.
    pub fn keyword(&self, name: &str) -> Option<&Value> {
        self.keywords.get(name)
    }

    /// Notes a keyword whose text in the source is not a value of it.
    ///
    /// Declarations show it as it is written.
    pub(crate) fn note_written(&mut self, name: &str, text: &str) {
        self.keywords.insert(format!("{WRITTEN}{name}"), Value::String(text.to_owned()));
    }

    /// Notes that the value is a whole number, which the type does not state.
    pub(crate) fn note_integer(&mut self) {
        self.keywords.insert(INTEGER.to_owned(), Value::Bool(true));
    }

    /// Returns whether [`note_integer`](Self::note_integer) was called.
    pub(crate) fn is_integer(&self) -> bool {
        self.keywords.contains_key(INTEGER)
    }

    /// Returns the value of a keyword, or its text where [`note_written`](Self::note_written) has it.
    pub(crate) fn shown(&self, name: &str) -> Option<ShownKeyword<'_>> {
        self.shown_all().find(|(known, _)| *known == name).map(|(_, shown)| shown)
    }

    /// All keywords with their values.
    pub(crate) fn shown_all(&self) -> impl Iterator<Item = (&str, ShownKeyword<'_>)> {
        self.keywords.iter().filter(|(name, _)| *name != INTEGER).map(|(name, value)| {
            match (name.strip_prefix(WRITTEN), value) {
                (Some(name), Value::String(text)) => (name, ShownKeyword::Written(text)),
                _ => (name.as_str(), ShownKeyword::Value(value)),
            }
        })
    }
}

/// Mark before the name of a keyword whose value is a text of the source.
const WRITTEN: char = '@';

/// Keyword of a whole number whose type does not state it.
pub(crate) const INTEGER: &str = "@integer";

/// Value of a keyword as a declaration shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ShownKeyword<'f> {
    /// The value.
    Value(&'f Value),
    /// The text of the source, which is not a value of the keyword.
    Written(&'f str),
}

impl ShownKeyword<'_> {
    /// Appends the value as JSON, or the text, to a comment.
    pub(crate) fn push(self, out: &mut String) {
        match self {
            Self::Value(value) => escape::push_json(out, value),
            Self::Written(text) => escape::push_doc(out, text),
        }
    }
}
