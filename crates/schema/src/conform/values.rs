//! Comparison of a literal with a keyword type, a literal type or a JSON value.
//!
//! The decision: numbers are compared as JavaScript represents them, and a value with a hole equals every value that
//! could fill the hole.

use std::collections::HashMap;

use super::value::{PartialValue, ValueLanguage};
use crate::ty::{Keyword, Literal};
use serde_json::Value as Json;

/// Returns whether a literal is certainly another value.
pub(super) fn differs(literal: &PartialValue, value: &Json) -> bool {
    match (literal, value) {
        (PartialValue::Hole | PartialValue::Undefined | PartialValue::BigInt, _)
        | (PartialValue::Null, Json::Null)
        | (PartialValue::String(None), Json::String(_)) => false,
        (PartialValue::Boolean(is), Json::Bool(want)) => is != want,
        (PartialValue::Number(is), Json::Number(want)) => want.as_f64().is_some_and(|want| !same(*is, want)),
        (PartialValue::String(Some(is)), Json::String(want)) => is != want,
        (PartialValue::Array { elements, open }, Json::Array(values)) => {
            elements.len() > values.len()
                || (!open && elements.len() < values.len())
                || elements.iter().zip(values).any(|(one, value)| differs(one, value))
        }
        (PartialValue::Object { members, open }, Json::Object(values)) => {
            let given: HashMap<&str, &PartialValue> =
                members.iter().map(|(name, value)| (name.as_str(), value)).collect();
            let lacks = !open && values.keys().any(|name| !given.contains_key(name.as_str()));
            lacks
                || members.iter().any(|(name, _)| match (given.get(name.as_str()), values.get(name)) {
                    (Some(one), Some(value)) => differs(one, value),
                    (Some(PartialValue::Undefined | PartialValue::Hole), None) | (None, _) => false,
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

/// Returns whether a value may be one of a keyword's.
pub(super) fn keyword(literal: &PartialValue, word: Keyword, language: ValueLanguage) -> bool {
    let is_json = language == ValueLanguage::Json;
    match word {
        Keyword::String => matches!(literal, PartialValue::String(_)),
        Keyword::Number => matches!(literal, PartialValue::Number(_)),
        Keyword::Integer => matches!(literal, PartialValue::Number(value) if value.fract() == 0.0),
        Keyword::Boolean => matches!(literal, PartialValue::Boolean(_)),
        Keyword::Null => matches!(literal, PartialValue::Null),
        // Nothing else can be written for `undefined` in JSON.
        Keyword::Undefined if is_json => matches!(literal, PartialValue::Null),
        Keyword::Void | Keyword::BigInt | Keyword::Symbol | Keyword::Object if is_json => true,
        Keyword::Undefined | Keyword::Void => matches!(literal, PartialValue::Undefined),
        Keyword::BigInt => matches!(literal, PartialValue::BigInt),
        Keyword::Never | Keyword::Symbol => false,
        Keyword::Object => {
            matches!(
                literal,
                PartialValue::Array { .. } | PartialValue::Object { .. } | PartialValue::Function
            )
        }
        _ => true,
    }
}

/// Returns whether a value may be one that a type lists.
pub(super) fn single(literal: &PartialValue, value: &Literal, language: ValueLanguage) -> bool {
    match (value, literal) {
        // JSON has no such number.
        (Literal::BigInt(_), _) if language == ValueLanguage::Json => true,
        (Literal::String(_), PartialValue::String(None)) | (Literal::BigInt(_), PartialValue::BigInt) => true,
        (Literal::String(want), PartialValue::String(Some(text))) => want == text,
        (Literal::Number(want), PartialValue::Number(number)) => {
            want.parse::<f64>().map_or(true, |want| same(*number, want))
        }
        (Literal::Boolean(want), PartialValue::Boolean(is)) => want == is,
        (Literal::String(_) | Literal::Number(_) | Literal::BigInt(_) | Literal::Boolean(_), _) => false,
    }
}
