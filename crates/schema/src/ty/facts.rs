//! What is said of a value beside its type.
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
    /// What the value is, for people and models: text as it was written, of any number of lines. It is
    /// escaped where it is printed.
    pub description: String,
    /// Keywords by their JSON Schema 2020-12 names: `minimum`, `pattern`, `default`, `title`, and those that
    /// hold schemas (`not`, `if`, `contains`) as JSON. In such a schema `#/$defs/<key>` is the definition
    /// with that [`key`](crate::Definition::key).
    ///
    /// A keyword that is here says it with authority: where it and the type say something of the same (as
    /// `enum` of objects beside an object type, or `oneOf` beside a union), a schema is written from the
    /// keyword, and the type is what TypeScript can say of it.
    pub keywords: Keywords,
}

impl Facts {
    /// Facts of a description alone.
    pub fn described(description: impl Into<String>) -> Self {
        Self { description: description.into(), keywords: Keywords::new() }
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.description.is_empty() && self.keywords.is_empty()
    }

    /// The value of a keyword.
    pub fn keyword(&self, name: &str) -> Option<&Value> {
        self.keywords.get(name)
    }
}

/// A type with facts of its own, where neither a member, a parameter nor a definition holds them: an element
/// of an array or tuple, a member of a union.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refined {
    /// What is said of the value.
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
