//! Messages of mismatches.
//!
//! The decision: values and types of a site are in backquotes and are cut, and the number of a bound is in the
//! sentence.

use serde_json::Value as Json;
use webagents_schema::conform::{Mismatch, MismatchKind, PartialValue};
use webagents_schema::ty::{Keyword, Type};
use webagents_schema::{did_you_mean, near_names};

use crate::diagnostic::shown;

/// Describes a mismatch, such as ``must be `number`, not a text``.
pub(crate) fn message(mismatch: &Mismatch<'_>) -> String {
    match &mismatch.kind {
        MismatchKind::Type(ty, literal) => {
            format!("must be {}, not {}", type_text(ty, literal), described(literal))
        }
        MismatchKind::Lacks(name) => format!("lacks the member {}", shown(name)),
        MismatchKind::Undeclared(name, names) => {
            /// Names that are looked through for near ones.
            const NAMES: usize = 500;
            let near = near_names(name, names.iter().copied().take(NAMES));
            format!("has a member {} that is not declared{}", shown(name), did_you_mean(&near))
        }
        MismatchKind::Bound(bound, value, literal) => {
            let value = if let Json::String(text) = value { shown(text) } else { value.to_string() };
            format!("must be {}, not {}", bound.replacen('#', &cut(&value), 1), described(literal))
        }
        MismatchKind::Listed(literal) => {
            format!("must be one of the values that its schema lists, not {}", described(literal))
        }
    }
}

/// Describes a literal in a message.
pub(crate) fn described(literal: &PartialValue) -> String {
    match literal {
        PartialValue::Hole => "something else".to_owned(),
        PartialValue::Null => "null".to_owned(),
        PartialValue::Undefined => "undefined".to_owned(),
        PartialValue::Boolean(value) => value.to_string(),
        PartialValue::Number(value) => format!("the number {value}"),
        PartialValue::BigInt => "a big integer".to_owned(),
        PartialValue::String(Some(text)) => format!("the string {}", shown(text)),
        PartialValue::String(None) => "a string".to_owned(),
        PartialValue::Array { .. } => "an array".to_owned(),
        PartialValue::Object { .. } => "an object".to_owned(),
        PartialValue::Function => "a function".to_owned(),
    }
}

/// A type in a message: in backquotes, cut, as declarations have it.
fn type_text(ty: &Type, literal: &PartialValue) -> String {
    if ty.bare() == &Type::Keyword(Keyword::Integer) {
        return "a whole number".to_owned();
    }
    let declared = ty.to_typescript();
    // The declaration has no word for it.
    let is_number = matches!(literal, PartialValue::Number(_));
    let whole = if is_number && declared != crate::tools::type_text(ty) { ", whole numbers" } else { "" };
    format!("`{}`{whole}", cut(&declared))
}

fn cut(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
