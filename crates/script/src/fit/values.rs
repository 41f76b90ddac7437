//! Comparison of a literal with a keyword type, a literal type or a JSON value.
//!
//! The decision: numbers are compared as JavaScript has them, and what has a hole differs from nothing that could
//! be in it.

use std::collections::HashMap;

use serde_json::Value as Json;
use webagents_schema::ty::{Keyword, Literal as Value};

use crate::literal::Literal;

/// Returns whether a literal is certainly another value.
pub(super) fn differs(literal: &Literal, value: &Json) -> bool {
    match (literal, value) {
        (Literal::Hole | Literal::Undefined | Literal::BigInt, _)
        | (Literal::Null, Json::Null)
        | (Literal::String(None), Json::String(_)) => false,
        (Literal::Boolean(is), Json::Bool(want)) => is != want,
        (Literal::Number(is), Json::Number(want)) => want.as_f64().is_some_and(|want| !same(*is, want)),
        (Literal::String(Some(is)), Json::String(want)) => is != want,
        (Literal::Array { elements, open }, Json::Array(values)) => {
            elements.len() > values.len()
                || (!open && elements.len() < values.len())
                || elements.iter().zip(values).any(|(one, value)| differs(one, value))
        }
        (Literal::Object { members, open }, Json::Object(values)) => {
            let given: HashMap<&str, &Literal> =
                members.iter().map(|(name, value)| (name.as_str(), value)).collect();
            let lacks = !open && values.keys().any(|name| !given.contains_key(name.as_str()));
            lacks
                || members.iter().any(|(name, _)| match (given.get(name.as_str()), values.get(name)) {
                    (Some(one), Some(value)) => differs(one, value),
                    (Some(Literal::Undefined | Literal::Hole), None) | (None, _) => false,
                    (Some(_), None) => true,
                })
        }
        _ => true,
    }
}

/// As numbers: `-0` is 0, and `1e2` is 100.
fn same(is: f64, want: f64) -> bool {
    (want + 0.0).total_cmp(&(is + 0.0)).is_eq()
}

pub(super) fn keyword(literal: &Literal, word: Keyword) -> bool {
    match word {
        Keyword::String => matches!(literal, Literal::String(_)),
        Keyword::Number => matches!(literal, Literal::Number(_)),
        Keyword::Integer => matches!(literal, Literal::Number(value) if value.fract() == 0.0),
        Keyword::Boolean => matches!(literal, Literal::Boolean(_)),
        Keyword::Null => matches!(literal, Literal::Null),
        Keyword::Undefined | Keyword::Void => matches!(literal, Literal::Undefined),
        Keyword::BigInt => matches!(literal, Literal::BigInt),
        Keyword::Symbol => false,
        Keyword::Object => {
            matches!(literal, Literal::Array { .. } | Literal::Object { .. } | Literal::Function)
        }
        _ => true,
    }
}

pub(super) fn single(literal: &Literal, value: &Value) -> bool {
    match (value, literal) {
        (Value::String(_), Literal::String(None)) | (Value::BigInt(_), Literal::BigInt) => true,
        (Value::String(want), Literal::String(Some(text))) => want == text,
        (Value::Number(want), Literal::Number(number)) => {
            want.parse::<f64>().map_or(true, |want| same(*number, want))
        }
        (Value::Boolean(want), Literal::Boolean(is)) => want == is,
        (Value::String(_) | Value::Number(_) | Value::BigInt(_) | Value::Boolean(_), _) => false,
        _ => true,
    }
}
