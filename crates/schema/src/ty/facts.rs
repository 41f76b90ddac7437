//! Description and JSON Schema keywords of a value, in addition to its type.
//!
//! A type says which kind of value it is; prose and JSON Schema's other keywords say the rest. The decision
//! this module embodies: **what no TypeScript type says is kept under its JSON Schema name, with its JSON
//! value**, whatever it is. So the tree loses nothing of a schema, and a converter only has to know the
//! keywords that its own format can say.

use serde_json::Value;

use super::{Keywords, Type};

/// Prose, and the keywords that a type does not say by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
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

impl Facts {
    /// Facts of a description alone.
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

/// A type with constraints or documentation outside of a member, parameter or definition.
///
/// For example an element of an array or tuple, or a member of a union.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refined {
    /// Facts of the value.
    pub facts: Facts,
    /// Its type, never itself refined.
    pub ty: Type,
}

impl Type {
    /// The type with these facts: itself when they are empty.
    ///
    /// ```
    /// use webagents_schema::ty::{Facts, Keyword, Type};
    /// let port = Type::Keyword(Keyword::Integer).refined(Facts::described("A port."));
    /// assert_eq!(Type::Array(Box::new(port)).to_string(), "(/** A port. */ integer)[]");
    /// ```
    #[must_use]
    pub fn refined(self, facts: Facts) -> Self {
        if facts.is_empty() {
            return self;
        }
        match self {
            // The outer facts were said of the same value, so both hold; the outer ones win.
            Self::Refined(mut inner) => {
                if !facts.description.is_empty() {
                    inner.facts.description = facts.description;
                }
                inner.facts.keywords.extend(facts.keywords);
                Self::Refined(inner)
            }
            ty => Self::Refined(Box::new(Refined { facts, ty })),
        }
    }

    /// The facts of a refined type, and the type without them.
    #[must_use]
    pub fn into_parts(self) -> (Facts, Self) {
        match self {
            Self::Refined(refined) => (refined.facts, refined.ty),
            ty => (Facts::default(), ty),
        }
    }

    /// The type without facts around it.
    pub fn bare(&self) -> &Self {
        match self {
            Self::Refined(refined) => &refined.ty,
            ty => ty,
        }
    }
}
