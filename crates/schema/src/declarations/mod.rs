//! Declarations of TypeScript: from a shape to `interface` and `type`, and back.
//!
//! [`write()`] prints what `tsc --strict` accepts for every shape, and says in tags what a type cannot
//! (`@minimum 1`). The decision this module embodies: **the text is a format of its own, not only output**. What
//! a person declares in TypeScript and what a schema says meet in the same tree.
//!
//! It is not a compiler: it knows the declarations of one text and the language's own utility types, and looks
//! at no other file.
//!
//! ```
//! use webagents_schema::declarations::{self, DeclarationOptions};
//! let text = "interface Offer {\n  /** In EUR. @minimum 0 */\n  price: number;\n}\n\ntype Offers = Offer[];\n";
//! let shape = declarations::read(text, "Offers").unwrap().value;
//! assert_eq!(shape.root.to_string(), "Offer[]");
//! let written = declarations::write(&shape, "Offers", &DeclarationOptions::default());
//! assert_eq!(written.value, text);
//! ```

mod alternatives;
mod constants;
mod lower;
mod members;
pub(crate) mod names;
mod objects;
mod options;
mod program;
mod read;
mod utility;
pub(crate) mod write;

pub use options::{Objects, ReadOptions};
pub use program::limits;
pub use read::{read, read_all, read_with};
pub use write::{DeclarationOptions, Form, Visibility, write};
