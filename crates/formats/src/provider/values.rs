//! Values in schemas, and their types.

use serde_json::{Map, Value};

/// The values that `enum` or `const` leave.
pub(super) fn find_literals(flat: &Map<String, Value>) -> Option<Vec<Value>> {
    match flat.get("const") {
        Some(value) => Some(vec![value.clone()]),
        None => flat.get("enum")?.as_array().filter(|values| !values.is_empty()).cloned(),
    }
}

/// The type of a value; a whole number is an integer.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Returns whether a value is of a type.
pub(super) fn fits_type(value: &Value, ty: &str) -> bool {
    match (kind_of(value), ty) {
        ("integer", "number") => true,
        ("number", "integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        (kind, ty) => kind == ty,
    }
}
