//! The shape of a value: a type, and the named types that it refers to.
//!
//! One [`Shape`] is between all formats: JSON Schema, TypeScript declarations, the lines of a manifest and what
//! providers take are read into it and written from it. Its law is that **a shape loses nothing**: the parts of a
//! schema that TypeScript cannot express stay in [`Constraints`], and the writer of a less expressive format reports
//! a [`Loss`](crate::Loss).

use crate::ty::{Constraints, Type};

/// A data type in no particular format: a type, its constraints and the named types it refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// Type of the values that are described, without the definitions of the types it names.
    pub root: Type,
    /// Description and constraints (such as a minimum) of the values, in addition to their type.
    pub facts: Constraints,
    /// Definitions of the named types that `root` refers to, directly or not, in the source's order.
    ///
    /// [`Type::Reference`] without arguments and with a definition's [`name`](Definition::name) means it; such a name
    /// hides a global type of the same name.
    pub definitions: Vec<Definition>,
}

impl Shape {
    /// Creates a data type of the type `root` alone, without definitions of named types.
    pub fn new(root: Type) -> Self {
        let (facts, root) = root.into_parts();
        Self { root, facts, definitions: Vec::new() }
    }

    /// Returns the definition of the type that TypeScript calls `name`; `None` if there is none.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.name == name)
    }
}

/// A named type, to which the other types of the same [`Shape`] may refer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Definition {
    /// Name of the type in TypeScript: an identifier, not reserved, and unique in its [`Shape`].
    pub name: String,
    /// Name that the type has in its source, any text, such as its key in a JSON Schema's `$defs`.
    ///
    /// It is the TypeScript name if the source has none.
    pub key: String,
    /// Description and constraints of the type's values, in addition to the type.
    pub facts: Constraints,
    /// Type that the name denotes; never [`Type::Refined`].
    pub ty: Type,
}

impl Definition {
    /// Creates the definition of a type that has the same name in the source and in TypeScript.
    pub fn new(name: impl Into<String>, ty: Type) -> Self {
        let name = name.into();
        let (facts, ty) = ty.into_parts();
        Self { key: name.clone(), name, facts, ty }
    }
}
