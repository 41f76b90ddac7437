//! Declarations of TypeScript: text of a shape, and the shape that declarations resolve to.
//!
//! [`write()`] prints text that `tsc --strict` accepts for every shape, and expresses in tags the constraints that
//! types lack (`@minimum 1`). The decision this module embodies: **the text is a format of its own, not only
//! output**. TypeScript that a person declares and a schema result in the same tree.
//!
//! Source is read by the crate `script`, with the parser of a compiler; it hands over [`Declaration`]s, and the
//! [`Resolver`] makes a shape of them. The [grammar](crate::ty) of this crate only covers the types of a
//! `webagents.md`. It is not a compiler: it knows the declarations of one text and the language's own utility types,
//! and looks at no other file.
//!
//! ```
//! use webagents_schema::declarations::{self, Body, Declaration, Resolver};
//! use webagents_schema::ty::{self, Constraints};
//! let declared = |name: &str, text: &str| Declaration {
//!     name: name.to_owned(),
//!     params: Vec::new(),
//!     body: Body::Alias(ty::parse(text).unwrap()),
//!     facts: Constraints::default(),
//! };
//! let program = [
//!     declared("Offer", "{ /** In EUR. @minimum 0 */ price: number; size: string }"),
//!     declared("Offers", "Omit<Offer, 'size'>[]"),
//! ];
//! let shape = Resolver::new(&program, &[]).shape("Offers").value;
//! let written = declarations::write(shape, "Offers");
//! assert_eq!(written.value, "type Offers = {\n  /** In EUR. @minimum 0 */\n  price: number;\n}[];\n");
//! ```

mod alternatives;
mod lower;
mod members;
pub(crate) mod names;
mod objects;
mod program;
mod utility;
pub(crate) mod write;

pub use lower::Resolver;
pub use program::{Body, Declaration, Mapped, Mark, Modifier, TypeParameter, limits, needs_program};
pub use write::write;
