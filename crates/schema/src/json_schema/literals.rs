//! Values as literal types.

use serde_json::{Number, Value};

use super::algebra;
use crate::ty::{ElementKind, Keyword, Literal, Member, TupleElement, Type};

/// The greatest whole number below which every whole number is one of JavaScript's: 2^53.
const SAFE: f64 = 9_007_199_254_740_992.0;

/// Nesting of a value that becomes a type; deeper parts are `unknown`.
const DEPTH: usize = 16;

/// Precision of a type for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precision {
    /// A schema is written from the type alone.
    Exact,
    /// The type accepts other values.
    Wide,
}

/// The type of a single value, as tight as TypeScript can express it.
pub(super) fn literal(value: &Value) -> (Type, Precision) {
    at_depth(value, 0)
}

fn at_depth(value: &Value, depth: usize) -> (Type, Precision) {
    if depth > DEPTH {
        return (Type::Keyword(Keyword::Unknown), Precision::Wide);
    }
    match value {
        Value::Null => (Type::Keyword(Keyword::Null), Precision::Exact),
        Value::Bool(value) => (Type::Literal(Literal::Boolean(*value)), Precision::Exact),
        Value::String(text) => (Type::Literal(Literal::String(text.clone())), Precision::Exact),
        Value::Number(number) => match number_text(number) {
            Some(text) => (Type::Literal(Literal::Number(text)), Precision::Exact),
            None => (Type::Keyword(Keyword::Number), Precision::Wide),
        },
        Value::Array(values) => {
            let element = |value| TupleElement {
                name: None,
                kind: ElementKind::Required,
                ty: at_depth(value, depth + 1).0,
            };
            (Type::Tuple(values.iter().map(element).collect()), Precision::Wide)
        }
        Value::Object(members) if members.is_empty() => (algebra::closed_empty(), Precision::Wide),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                Member::property(name, false, at_depth(value, depth + 1).0)
            };
            (Type::Object(members.iter().map(member).collect()), Precision::Wide)
        }
    }
}

/// A number in the spelling that JavaScript prints, or nothing where JavaScript has no such number.
pub(super) fn number_text(number: &Number) -> Option<String> {
    let value = number.as_f64()?;
    if value.abs() >= SAFE {
        return None;
    }
    if value.fract() == 0.0 {
        #[allow(clippy::cast_possible_truncation, reason = "below 2^53, and whole")]
        let whole = value as i64;
        return Some(whole.to_string());
    }
    Some(number.to_string())
}
