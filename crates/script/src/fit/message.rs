//! Messages of mismatches.
//!
//! The decision: values and types of a site are in backquotes and are cut, and the number that a bound asks for is
//! in the sentence.

use serde_json::Value as Json;
use webagents_schema::ty::Type;

use super::{Mismatch, MismatchKind, MismatchMessage, Step};
use crate::finding::shown;
use crate::literal::Literal;

impl Mismatch<'_> {
    pub(super) fn message(&self) -> MismatchMessage {
        let message = match &self.kind {
            MismatchKind::Type(ty, literal) => {
                format!("must be {}, not {}", type_text(ty), described(literal))
            }
            MismatchKind::Lacks(name) => format!("lacks the member {}", shown(name)),
            MismatchKind::Undeclared(name, names) => {
                /// Names that are looked through for near ones.
                const NAMES: usize = 500;
                let near = crate::tools::near(name, names.iter().copied().take(NAMES));
                let hint = if near.is_empty() {
                    String::new()
                } else {
                    format!("; did you mean {}?", near.join(", "))
                };
                format!("has a member {} that is not declared{hint}", shown(name))
            }
            MismatchKind::Bound(bound, value, literal) => {
                let value = if let Json::String(text) = value { shown(text) } else { value.to_string() };
                format!("must be {}, not {}", bound.replacen('#', &cut(&value), 1), described(literal))
            }
            MismatchKind::Listed(literal) => {
                format!("must be one of the values that its schema lists, not {}", described(literal))
            }
        };
        let step = |step: &Step<'_>| match step {
            Step::Member(name) => format!(".{name}"),
            Step::Element(index) => format!("[{index}]"),
        };
        MismatchMessage { path: self.path.iter().map(step).collect(), message }
    }
}

/// Describes a literal in a message.
pub(crate) fn described(literal: &Literal) -> String {
    match literal {
        Literal::Hole => "something else".to_owned(),
        Literal::Null => "null".to_owned(),
        Literal::Undefined => "undefined".to_owned(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Number(value) => format!("the number {value}"),
        Literal::BigInt => "a big integer".to_owned(),
        Literal::String(Some(text)) => format!("the string {}", shown(text)),
        Literal::String(None) => "a string".to_owned(),
        Literal::Array { .. } => "an array".to_owned(),
        Literal::Object { .. } => "an object".to_owned(),
        Literal::Function => "a function".to_owned(),
    }
}

/// A type in a message: in backquotes, cut.
fn type_text(ty: &Type) -> String {
    format!("`{}`", cut(&crate::tools::type_text(ty)))
}

fn cut(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
