//! Description and JSON Schema keywords of a value, in addition to its type.
//!
//! A type says which kind of value it is; prose and JSON Schema's other keywords say the rest. The decision
//! this module embodies: **what no TypeScript type says is kept under its JSON Schema name, with its JSON
//! value**, whatever it is. So the tree loses nothing of a schema, and a converter only has to know the
//! keywords that its own format can say.

use serde_json::Value;

use super::Keywords;

/// Prose, and the keywords that a type does not say by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Constraints {
    /// Description of the value, for people and models, of any number of lines.
    ///
    /// It is the text as it was written; printing escapes it.
    pub description: String,
    /// Keywords by their JSON Schema 2020-12 names: `minimum`, `pattern`, `default`, `title`.
    ///
    /// Those that hold schemas (`not`, `if`, `contains`) are JSON. In such a schema `#/$defs/<key>` is the definition
    /// with that [`key`](crate::Definition::key).
    ///
    /// A keyword takes precedence over the type: where both are about the same (as `enum` of objects with an object
    /// type, or `oneOf` with a union), a schema is written from the keyword, and the type is the nearest that
    /// TypeScript has.
    pub keywords: Keywords,
}

impl Constraints {
    /// Constraints of a description alone.
    pub fn described(description: impl Into<String>) -> Self {
        Self { description: description.into(), keywords: Keywords::new() }
    }

    /// Returns whether there is neither a description nor a keyword.
    pub fn is_empty(&self) -> bool {
        self.description.is_empty() && self.keywords.is_empty()
    }

    /// The value of a keyword.
    pub fn keyword(&self, name: &str) -> Option<&Value> {
        self.keywords.get(name)
    }
}
