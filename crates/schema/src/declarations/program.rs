//! Declarations of a program, as the reader of its source hands them over.
//!
//! The crate `script` reads source and makes these values of it. A type without a node in the tree (conditional and
//! mapped types, queries) is a [`Mark`]: a reference whose name no source can spell. The
//! [`Resolver`](super::Resolver) computes it, or replaces it by `unknown` with a loss.

use crate::ty::{Constraints, Literal, Member, Type};

/// Limits of resolving the type declarations of a TypeScript program.
pub mod limits {
    /// Maximum number of type nodes processed to resolve one type; parts beyond become `unknown`.
    ///
    /// The arguments of generics are put in at every place.
    pub const STEPS: usize = 100_000;
    /// Maximum nesting depth of a type with its generics expanded; deeper parts become `unknown`.
    pub const DEPTH: usize = 64;
    /// Maximum number of [`Loss`](crate::Loss)es reported for one resolved type; others are not reported.
    pub const LOSSES: usize = 100;
}

/// A named TypeScript type declaration, such as a type alias or an interface.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// Name of the declared type, such as `A` in `type A = string`.
    pub name: String,
    /// Type parameters of the declaration, such as `T` in `A<T>`; empty if it is not generic.
    pub params: Vec<TypeParameter>,
    /// Contents of the declaration: an aliased type, an interface's members, or an enum's values.
    pub body: Body,
    /// Description and constraints from the documentation comment of the declaration.
    pub facts: Constraints,
}

/// Contents of a TypeScript type declaration: of an alias, an interface, an enum or a class.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Body {
    /// `type A = …`.
    Alias(Type),
    /// `interface A extends … { … }`.
    Interface {
        /// The bases in order.
        extends: Vec<Type>,
        /// The members of its own.
        members: Vec<Member>,
    },
    /// `enum A { … }`: names, values if known, and constraints.
    Enum(Vec<(String, Option<Literal>, Constraints)>),
    /// A class, whose instances are not plain data.
    Class,
}

/// Type parameter of a generic TypeScript declaration: its name, default and bound.
#[derive(Debug, Clone)]
pub struct TypeParameter {
    /// Name of the type parameter, such as `T`.
    pub name: String,
    /// Type that replaces a missing type argument; `None` if the type parameter has no default.
    pub default: Option<Type>,
    /// Type that every type argument has to extend; `None` if the type parameter has no bound.
    pub bound: Option<Type>,
}

/// Kind of a TypeScript type that [`Type`] cannot represent, such as a conditional type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// `A extends B ? C : D`.
    Conditional,
    /// `typeof a`.
    Query,
    /// `import("a")`.
    Import,
    /// A function that the tree cannot hold, such as one with type parameters.
    Function,
    /// Type of a member whose name is computed.
    Computed,
    /// `infer A`, `this`, constructors.
    Other,
    /// A type beyond the limits of the reader.
    TooLarge,
}

impl Mark {
    const ALL: [(Self, &str); 7] = [
        (Self::Conditional, "\0conditional"),
        (Self::Query, "\0typeof"),
        (Self::Import, "\0import"),
        (Self::Function, "\0function"),
        (Self::Computed, "\0computed"),
        (Self::Other, "\0other"),
        (Self::TooLarge, "\0large"),
    ];

    /// Returns a placeholder for an unreadable type: a reference to a reserved name for its kind.
    pub fn into_type(self) -> Type {
        let name = Self::ALL.iter().find(|(mark, _)| *mark == self).map_or("\0other", |(_, name)| name);
        Type::Reference { name: name.to_owned(), args: Vec::new() }
    }

    /// The mark that a name is.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(mark, _)| *mark)
    }
}

/// Effect of a mapped type on the modifier `?` or `readonly` of its members: added, removed or kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// The modifier is added.
    Add,
    /// The modifier is removed.
    Remove,
    /// The modifier stays as in the type that the keys are of.
    Keep,
}

impl Modifier {
    const ALL: [(Self, char); 3] = [(Self::Add, '+'), (Self::Remove, '-'), (Self::Keep, '=')];

    fn sign(self) -> char {
        Self::ALL.iter().find(|(modifier, _)| *modifier == self).map_or('=', |(_, sign)| *sign)
    }

    fn from_sign(sign: char) -> Self {
        Self::ALL.iter().find(|(_, known)| *known == sign).map_or(Self::Keep, |(modifier, _)| *modifier)
    }
}

/// Key name and modifiers of a mapped type, such as `{ readonly [K in Keys]?: T }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapped {
    /// Name of the type variable for the keys, such as `K` in `[K in Keys]`.
    pub key: String,
    /// Effect of the mapped type on the modifier `?` of its members: added, removed or kept.
    pub optional: Modifier,
    /// Effect of the mapped type on the modifier `readonly` of its members: added, removed or kept.
    pub readonly: Modifier,
}

/// The start of the name of a mapped type in the tree.
const MAPPED: &str = "\0mapped";

impl Mapped {
    /// Returns the mapped type as a [`Type`]; `name` renames its keys, as `as` does in TypeScript.
    pub fn into_type(self, keys: Type, values: Type, name: Option<Type>) -> Type {
        let args = [keys, values].into_iter().chain(name).collect();
        let (optional, readonly) = (self.optional.sign(), self.readonly.sign());
        Type::Reference { name: format!("{MAPPED}{optional}{readonly}{}", self.key), args }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        let mut chars = name.strip_prefix(MAPPED)?.chars();
        let (optional, readonly) = (chars.next()?, chars.next()?);
        let (optional, readonly) = (Modifier::from_sign(optional), Modifier::from_sign(readonly));
        Some(Self { key: chars.as_str().to_owned(), optional, readonly })
    }
}

/// Returns whether a part of `ty` needs a [`Resolver`](super::Resolver), such as a declared name.
///
/// These parts are a [`Mark`], a [`Mapped`] type, and a name for which `is_declared` is true.
pub fn needs_program(ty: &Type, is_declared: &dyn Fn(&str) -> bool) -> bool {
    if let Type::Reference { name, .. } = ty
        && (name.starts_with('\0') || is_declared(name))
    {
        return true;
    }
    let mut found = false;
    ty.for_each_child(&mut |child| found = found || needs_program(child, is_declared));
    found
}
