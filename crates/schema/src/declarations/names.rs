//! The names of declarations: which are declared, and under which name each can be.
//!
//! Names of a shape are identifiers and differ. Two conflicts remain: names that the compiler reserves, and global
//! types that the declarations use. A definition with such a name gets a number.

use std::collections::HashMap;

use crate::escape;
use crate::ty::{Keyword, Type};
use crate::unique::UniqueNames;

/// Returns whether a definition may have this name.
///
/// It may be an identifier that is neither a type of the language nor a global type that declarations use.
pub(crate) fn is_free(name: &str) -> bool {
    escape::is_identifier(name)
        && !escape::is_reserved(name)
        && Keyword::from_text(name).is_none_or(|word| word == Keyword::Integer)
        && !matches!(
            name,
            "Record"
                | "Promise"
                | "Array"
                | "ReadonlyArray"
                | "Partial"
                | "Required"
                | "Readonly"
                | "Pick"
                | "Omit"
                | "Exclude"
                | "Extract"
                | "NonNullable"
                | "integer"
                | "array"
                | "global"
                | "infer"
                | "keyof"
                | "unique"
                | "asserts"
                | "is"
        )
}

/// Takes a free name: `wanted` as an identifier, with a number if needed.
pub(crate) fn unique(wanted: &str, taken: &mut UniqueNames) -> String {
    let base = escape::parameter(wanted);
    if is_free(&base) { taken.take(&base) } else { taken.take(&format!("{base}_")) }
}

/// Gives references new names.
pub(crate) fn rename(ty: &mut Type, names: &HashMap<String, String>) {
    if let Type::Reference { name, args } = ty
        && args.is_empty()
        && let Some(new) = names.get(name.as_str())
    {
        name.clone_from(new);
    }
    ty.for_each_child_mut(&mut |child| rename(child, names));
}
