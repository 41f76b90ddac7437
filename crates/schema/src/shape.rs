//! The shape of a value: a type, and the named types that it refers to.
//!
//! One [`Shape`] is between all formats: JSON Schema, TypeScript declarations, the lines of a manifest and what
//! providers take are read into it and written from it. Its law is that **a shape loses nothing**: what TypeScript
//! cannot say of a schema stays in [`Constraints`], and a writer of a format that cannot say something reports a
//! [`Loss`](crate::Loss).

use crate::ty::{Constraints, Type};

/// A type with the definitions that its references name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// The type of the value.
    pub root: Type,
    /// Constraints of the value. The root itself is never [`Type::Refined`].
    pub facts: Constraints,
    /// Named types, in the order of the source.
    ///
    /// [`Type::Reference`] without arguments and with a definition's [`name`](Definition::name) means it; such a name
    /// hides a global type of the same name.
    pub definitions: Vec<Definition>,
}

impl Shape {
    /// A shape without definitions.
    pub fn new(root: Type) -> Self {
        let (facts, root) = root.into_parts();
        Self { root, facts, definitions: Vec::new() }
    }

    /// The definition with this TypeScript name.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.name == name)
    }
}

/// A named type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Definition {
    /// Its name in TypeScript: an identifier, not reserved, and no other definition's.
    pub name: String,
    /// Its name in the source, any text: the key in `$defs`.
    ///
    /// It is the TypeScript name where the source has none.
    pub key: String,
    /// Constraints of its values.
    pub facts: Constraints,
    /// The type, never [`Type::Refined`].
    pub ty: Type,
}

impl Definition {
    /// A definition whose key is its name.
    pub fn new(name: impl Into<String>, ty: Type) -> Self {
        let name = name.into();
        let (facts, ty) = ty.into_parts();
        Self { key: name.clone(), name, facts, ty }
    }
}
