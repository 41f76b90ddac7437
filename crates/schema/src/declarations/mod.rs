//! Declarations of TypeScript: from a shape to `interface` and `type`, and back.
//!
//! [`write`] prints what `tsc --strict` accepts for every shape, and says in tags what a type cannot
//! (`@minimum 1`). The decision this module embodies: **the text is a format of its own, not only output**. What
//! a person declares in TypeScript and what a schema says meet in the same tree.
//!
//! It is not a compiler: it knows the declarations of one text and the language's own utility types, and looks
//! at no other file.

mod names;
mod write;

pub use write::{DeclarationOptions, Form, Visibility, write};
