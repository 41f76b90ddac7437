//! The one typed tree of a TypeScript type expression.
//!
//! Every type text of a site becomes a [`Type`] before anything is printed: [`parse`] reads it with an own,
//! bounded grammar, [`resolve`] makes it acceptable to the compiler whatever the site wrote, and the printer
//! knows precedence. The decision this module embodies: **site text is never pasted into generated code**; a
//! declaration is printed from the tree alone. The tree is also what conversions from and to other type
//! languages share, so it keeps what TypeScript itself would drop: documentation of members and
//! [`Keyword::Integer`].
//!
//! Its grammar is that of the type expressions of a `webagents.md`, a format of its own. It is not a TypeScript front
//! end: there are no declarations, type parameters, conditional, mapped or constructor types, no `typeof` and no
//! predicates. They need a program around them, which the crate `script` reads, or say nothing about values that travel
//! as JSON.
//!
//! ```
//! use webagents_schema::ty;
//! let parsed = ty::parse("('a' | \"b\")[] | { id : integer, tags?: string[] }").unwrap();
//! assert_eq!(parsed.to_string(), r#"("a" | "b")[] | { id: integer; tags?: string[] }"#);
//! assert_eq!(ty::parse(&parsed.to_string()).unwrap(), parsed);
//! let error = ty::parse("string | ").unwrap_err();
//! assert_eq!(error.to_string(), "expected a type after `|`, found the end of the text");
//! ```

mod brackets;
pub(crate) mod comments;
mod constraints;
pub(crate) mod context;
mod globals;
pub(crate) mod grammar;
pub(crate) mod lex;
pub(crate) mod members;
mod print;
mod resolve;
pub(crate) mod tags;

pub(crate) use brackets::{is_silent, repeats_values};
pub use constraints::{Constraints, Keywords};
pub use grammar::parse;
pub use lex::{SyntaxError, SyntaxErrorKind};
pub use print::Docs;
pub(crate) use print::{
    Layout, Style, is_said_of, is_said_trailing, push_comment, push_said_of, push_trailing,
};
pub use resolve::{Repair, RepairKind, resolve};
pub(crate) use resolve::{or_undefined, resolve_among};

/// Limits on the size and nesting of one TypeScript type expression.
///
/// A text beyond those of parsing gives a [`SyntaxErrorKind`].
pub mod limits {
    /// Maximum length of a type expression: 64 KiB, in bytes; a longer one is an error.
    pub const BYTES: usize = 64 * 1024;
    /// Maximum number of nodes in the tree of a type expression; more is an error.
    pub const NODES: usize = 10_000;
    /// Maximum nesting depth of brackets in a type expression; a deeper one is an error.
    pub const DEPTH: usize = webagents_manifest::limits::TYPE_DEPTH;
    /// Maximum depth, in nodes, of the tree of a type expression; a deeper one is an error.
    ///
    /// Not every level of the tree needs a bracket (`() => () => …`, `T[][]`), and printing, resolving and dropping a
    /// tree recurse as deep as this bound.
    pub const HEIGHT: usize = 2 * DEPTH;
    /// Maximum number of [`Repair`](super::Repair)s reported for one type; further ones are not reported.
    pub const REPAIRS: usize = 16;
    /// Maximum number of union members that one type may expand to; with more it is declared as `any`.
    ///
    /// The compiler gives up at 100,000 (TS2590).
    pub const UNION_PRODUCT: usize = 50_000;
}

/// Returns whether a page knows the type `name` without a declaration, such as `Date` or `Record`.
pub fn is_global_type(name: &str) -> bool {
    globals::global(name).is_some()
}

/// Type of TypeScript as a syntax tree, such as an array type with the type of its elements.
///
/// Parentheses are not in the tree: the printer sets them where precedence needs them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Type {
    /// A word such as `string`.
    Keyword(Keyword),
    /// A single value, such as `"asc"`.
    Literal(Literal),
    /// A template literal type. Texts are not empty, and no two are neighbours.
    Template(Vec<TemplatePart>),
    /// A name, dotted or not, with its type arguments.
    Reference {
        /// The name, such as `Record` or `Intl.Locale`.
        name: String,
        /// The type arguments in order.
        args: Vec<Type>,
    },
    /// `T[]`.
    Array(Box<Type>),
    /// `[A, b?: B, ...C[]]`.
    Tuple(Vec<TupleElement>),
    /// `A | B`, of two members at least.
    Union(Vec<Type>),
    /// `A & B`, of two members at least.
    Intersection(Vec<Type>),
    /// `{ … }`.
    Object(Vec<Member>),
    /// `(a: A) => R`.
    Function(Box<Function>),
    /// `keyof T`.
    Keyof(Box<Type>),
    /// `readonly T`.
    Readonly(Box<Type>),
    /// `T[K]`.
    Indexed {
        /// The type that is indexed.
        object: Box<Type>,
        /// The key.
        index: Box<Type>,
    },
    /// `/** facts */ T`: a type with a description or constraints attached, by [`Type::refined`].
    Refined(Box<Refined>),
}

/// Calls `$visit` with each type directly in a type, by references that are exclusive with `mut`.
macro_rules! for_each_child {
    ($ty:expr, $visit:ident, $iter:ident $(, $mut:tt)?) => {
        match $ty {
            Self::Keyword(_) | Self::Literal(_) => {}
            Self::Template(parts) => parts.$iter().for_each(|part| {
                if let TemplatePart::Type(ty) = part {
                    $visit(ty);
                }
            }),
            Self::Reference { args: types, .. } | Self::Union(types) | Self::Intersection(types) => {
                types.$iter().for_each($visit);
            }
            Self::Array(ty) | Self::Keyof(ty) | Self::Readonly(ty) => $visit(ty),
            Self::Tuple(elements) => elements.$iter().for_each(|element| $visit(&$($mut)? element.ty)),
            Self::Object(members) => members.$iter().for_each(|member| match &$($mut)? member.kind {
                MemberKind::Property { ty, .. } => $visit(ty),
                MemberKind::Index { key, ty, .. } => {
                    $visit(key);
                    $visit(ty);
                }
                MemberKind::Method { function, .. } | MemberKind::Call(function) => {
                    function.params.$iter().for_each(|param| $visit(&$($mut)? param.ty));
                    $visit(&$($mut)? function.returns);
                }
            }),
            Self::Function(function) => {
                function.params.$iter().for_each(|param| $visit(&$($mut)? param.ty));
                $visit(&$($mut)? function.returns);
            }
            Self::Refined(refined) => $visit(&$($mut)? refined.ty),
            Self::Indexed { object, index } => {
                $visit(object);
                $visit(index);
            }
        }
    };
}

impl Type {
    /// The type `any`, which replaces a type that cannot be declared.
    pub const ANY: Self = Self::Keyword(Keyword::Any);

    /// Returns the keyword, such as `string`, if the type consists of only that.
    pub const fn keyword(&self) -> Option<Keyword> {
        match self {
            Self::Keyword(word) => Some(*word),
            _ => None,
        }
    }

    /// Returns whether the type is `any` or `unknown`, to which every value belongs.
    pub const fn is_top(&self) -> bool {
        matches!(self, Self::Keyword(Keyword::Any | Keyword::Unknown))
    }

    /// Calls `visit` with each type directly in this one.
    pub(crate) fn for_each_child<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        for_each_child!(self, visit, iter);
    }

    /// Calls `visit` with each type directly in this one, which it may change.
    ///
    /// The type of a property or of an index signature that becomes [`Type::Refined`] has to give its constraints to the
    /// [`Member`].
    pub fn for_each_child_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        for_each_child!(self, visit, iter_mut, mut);
    }

    /// Returns the union of `members`: `never` for none, and a single one by itself.
    pub(crate) fn union(mut members: Vec<Self>) -> Self {
        match members.len() {
            0 => Self::Keyword(Keyword::Never),
            1 => members.swap_remove(0),
            _ => Self::Union(members),
        }
    }

    /// Number of types in the tree, this one included.
    pub(crate) fn nodes(&self) -> usize {
        let mut sum = 1;
        self.for_each_child(&mut |child| sum += child.nodes());
        sum
    }

    /// Levels of the tree below this node, this one included.
    pub(crate) fn height(&self) -> usize {
        let mut tallest = 0;
        self.for_each_child(&mut |child| tallest = tallest.max(child.height()));
        tallest + 1
    }
}

impl Type {
    /// Adds a description and constraints to the type; returns it unchanged if `facts` is empty.
    ///
    /// ```
    /// use webagents_schema::ty::{Constraints, Keyword, Type};
    /// let port = Type::Keyword(Keyword::Integer).refined(Constraints::described("A port."));
    /// assert_eq!(Type::Array(Box::new(port)).to_string(), "(/** A port. */ integer)[]");
    /// ```
    #[must_use]
    pub fn refined(self, facts: Constraints) -> Self {
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

    /// Separates the type from the description and constraints that were added to it.
    #[must_use]
    pub fn into_parts(self) -> (Constraints, Self) {
        match self {
            Self::Refined(refined) => (refined.facts, refined.ty),
            ty => (Constraints::default(), ty),
        }
    }

    /// Returns the type without the description and constraints that were added to it.
    pub fn bare(&self) -> &Self {
        match self {
            Self::Refined(refined) => &refined.ty,
            ty => ty,
        }
    }
}

/// A type to which a description or constraints were added, such as an array's element type.
///
/// For example an element of an array or tuple, or a member of a union.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Refined {
    /// Description of the type's values, and constraints in addition to the type.
    pub facts: Constraints,
    /// Type without the added constraints; never itself [`Type::Refined`].
    pub ty: Type,
}

webagents_text::keyword_enum! {
    /// A keyword of TypeScript that is a type by itself, such as `string`; also `integer`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Keyword {
        /// Any value; the compiler checks nothing.
        Any "any",
        /// Any value; the compiler lets nobody use it unseen.
        Unknown "unknown",
        /// No value.
        Never "never",
        /// The result of a function that returns nothing.
        Void "void",
        /// The value `null`.
        Null "null",
        /// The value `undefined`.
        Undefined "undefined",
        /// Text.
        String "string",
        /// A number.
        Number "number",
        /// A whole number. Not TypeScript, but a word of the manifest format; [`resolve`] makes it `number`.
        Integer "integer",
        /// `true` or `false`.
        Boolean "boolean",
        /// A big integer.
        BigInt "bigint",
        /// A symbol.
        Symbol "symbol",
        /// Any value that is not a primitive.
        Object "object",
    }
}

/// A TypeScript literal type, whose only value is the literal, such as `"asc"` or `3`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Literal {
    /// A text: the value, not the source.
    String(String),
    /// A number as written, in JSON's grammar of numbers.
    Number(String),
    /// A big integer as written, without the `n`.
    BigInt(String),
    /// `true` or `false`.
    Boolean(bool),
}

/// A part of a template literal type: fixed text, or the type of a placeholder.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TemplatePart {
    /// Text: the value, not the source.
    Text(String),
    /// `${T}`.
    Type(Type),
}

/// An element of a tuple type: its type, its label, and the kind required, optional or rest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TupleElement {
    /// Label of the tuple element, an identifier; `None` if it has no label.
    pub name: Option<String>,
    /// Kind of the tuple element: required, optional (`?`) or rest (`...`).
    pub kind: ElementKind,
    /// Type of the tuple element; for a rest element `...T[]` the array type `T[]`.
    pub ty: Type,
}

/// Kind of a tuple element or function parameter: required, optional (`?`) or rest (`...`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// The element occurs once.
    Required,
    /// The element occurs once or not at all: `?`.
    Optional,
    /// The element occurs any number of times: `...`.
    Rest,
}

/// A member of an object type, such as a property or method, with its description and constraints.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    /// Description of the member's value, and constraints such as a minimum.
    ///
    /// The type of a property or of an index signature is never itself [`Type::Refined`]: its facts are here.
    pub facts: Constraints,
    /// Kind of the member, such as a property or a method, with its name and type.
    pub kind: MemberKind,
}

impl Member {
    /// Creates a property that is not `readonly`, with the constraints of its type.
    pub(crate) fn property(name: impl Into<String>, optional: bool, ty: Type) -> Self {
        let (facts, ty) = ty.into_parts();
        Self { facts, kind: MemberKind::Property { name: name.into(), optional, readonly: false, ty } }
    }

    /// Creates an index signature that is not `readonly`, with the constraints of its type.
    pub(crate) fn index(key: Type, ty: Type) -> Self {
        let (facts, ty) = ty.into_parts();
        Self { facts, kind: MemberKind::Index { name: "key".to_owned(), key, readonly: false, ty } }
    }
}

/// Kind of a member of an object type, such as a property or a method, with its name and type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemberKind {
    /// `readonly name?: T`.
    Property {
        /// The name as a value, without quotes.
        name: String,
        /// It may be absent.
        optional: bool,
        /// It is `readonly`.
        readonly: bool,
        /// The type of its value.
        ty: Type,
    },
    /// `readonly [name: K]: T`.
    Index {
        /// The name of the key, an identifier that means nothing.
        name: String,
        /// The type of the keys.
        key: Type,
        /// It is `readonly`.
        readonly: bool,
        /// The type of the values.
        ty: Type,
    },
    /// `name?(a: A): R`.
    Method {
        /// The name as a value, without quotes.
        name: String,
        /// It may be absent.
        optional: bool,
        /// Its signature.
        function: Function,
    },
    /// `(a: A): R`.
    Call(Function),
}

/// Signature of a function or method type: its parameters and its result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Function {
    /// Parameters of the function type, in order.
    pub params: Vec<FunctionParam>,
    /// Type of the value that the function returns.
    pub returns: Type,
}

/// A parameter in the signature of a function type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionParam {
    /// Name of the parameter in the function type, an identifier.
    pub name: String,
    /// Kind of the function parameter: required, optional (`?`) or rest (`...`).
    pub kind: ElementKind,
    /// Type of the function parameter; for a rest parameter `...name: T[]` the array type `T[]`.
    pub ty: Type,
}

/// Applies an intrinsic type to `text`: `Uppercase`, `Lowercase`, `Capitalize` or `Uncapitalize`.
pub(crate) fn in_case(how: &str, text: &str) -> String {
    let first = |change: fn(&str) -> String| {
        let len = text.chars().next().map_or(0, char::len_utf8);
        change(&text[..len]) + &text[len..]
    };
    match how {
        "Uppercase" => text.to_uppercase(),
        "Lowercase" => text.to_lowercase(),
        "Capitalize" => first(str::to_uppercase),
        _ => first(str::to_lowercase),
    }
}
