//! Defaults: the value of a default's text, and whether it is of the parameter's type.

use std::collections::HashMap;

use serde_json::Value;

use crate::conform::{PartialValue, TypeContext, Undeclared, ValueLanguage, conform};
use crate::ty::{Constraints, Type};

/// Parses the default that a manifest writes for a parameter (`10`, `'asc'`) to a JSON value.
///
/// Text that is valid JSON gives that value, text in single quotes the quoted text, and other text itself.
///
/// JSON that nests deeper than 128 levels is a text: `serde_json` stops there.
///
/// ```
/// use serde_json::json;
/// use webagents_schema::default_value;
/// assert_eq!(default_value("10"), json!(10));
/// assert_eq!(default_value(r#""asc""#), json!("asc"));
/// assert_eq!(default_value(r"'it\'s'"), json!("it's"));
/// assert_eq!(default_value("asc"), json!("asc"));
/// assert_eq!(default_value("[1, 2]"), json!([1, 2]));
/// ```
pub fn default_value(text: &str) -> Value {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        return Value::String(unescape(inner));
    }
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// `\'` and `\\` become the character; a backslash before another one is itself.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(&next @ ('\'' | '\\')) if c == '\\' => {
                out.push(next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}

/// Returns whether `value` may be a value of the type.
///
/// Only a certain mismatch gives `false`: every value may belong to a type that has no meaning for JSON.
pub(crate) fn fits(value: &Value, ty: &Type) -> bool {
    let context = TypeContext::new(HashMap::new(), Undeclared::WrongIfClosed, ValueLanguage::Json);
    conform(&PartialValue::from(value), &Constraints::default(), ty, &context).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(default: &str, ty: &str, expected: bool) {
        let ty = crate::ty::parse(ty).unwrap();
        assert_eq!(fits(&default_value(default), &ty), expected, "{default} for {ty}");
    }

    #[test]
    fn a_default_is_compared_with_its_type() {
        check("1", "number", true);
        check("1", "string", false);
        check("'1'", "string", true);
        check("asc", "\"asc\" | \"desc\"", true);
        check("up", "\"asc\" | \"desc\"", false);
        check("1.5", "integer", false);
        check("2.0", "integer", true);
        check("2.0", "1 | 2", true);
        check("null", "string | null", true);
        check("null", "string", false);
        check("[1, \"a\"]", "number[]", false);
        check("[]", "string[]", true);
        check("{}", "object", true);
        check("[]", "Record<string, string>", false);
        check(r#"{"a": 1}"#, "{ a: number; b?: string }", true);
        check(r#"{"b": 1}"#, "{ a: number }", false);
        check("x", "Date", true);
        check("[1]", "{ a: number }", false);
        check("5", "{ b?: string }", false);
        check("5", "{}", true);
        check("f", "() => void", true);
        check("1", "1n | 2n", true);
        check("[1, \"a\"]", "[number, string]", true);
        check("[1, 2]", "[number, string]", false);
    }

    #[test]
    fn a_deep_default_is_a_text() {
        assert!(default_value(&"[".repeat(100_000)).is_string());
    }
}
