//! Defaults: the value of a default's text, and whether it is of the parameter's type.

use serde_json::Value;

use crate::ty::{Keyword, Literal, MemberKind, Type};

/// Returns the value of a default as a manifest writes it.
///
/// It is the JSON value where the text is one, the quoted text where single quotes enclose it, and the text itself
/// elsewhere.
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
/// Only a certain mismatch gives `false`: of a type that says nothing about JSON, every value may be one.
pub(crate) fn fits(value: &Value, ty: &Type) -> bool {
    match ty {
        Type::Keyword(word) => match word {
            Keyword::String => value.is_string(),
            Keyword::Number => value.is_number(),
            Keyword::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            Keyword::Boolean => value.is_boolean(),
            // Nothing else can be written for `undefined`.
            Keyword::Null | Keyword::Undefined => value.is_null(),
            Keyword::Never => false,
            _ => true,
        },
        Type::Literal(Literal::String(text)) => value.as_str() == Some(text),
        Type::Literal(Literal::Number(text)) => match (value.as_f64(), text.parse::<f64>()) {
            (Some(value), Ok(literal)) => value.total_cmp(&literal).is_eq(),
            _ => false,
        },
        Type::Literal(Literal::Boolean(wanted)) => value.as_bool() == Some(*wanted),
        Type::Template(_) => value.is_string(),
        Type::Union(members) => members.iter().any(|member| fits(value, member)),
        Type::Array(element) => {
            value.as_array().is_some_and(|values| values.iter().all(|value| fits(value, element)))
        }
        Type::Readonly(inner) => fits(value, inner),
        Type::Tuple(_) => value.is_array(),
        Type::Object(members) => {
            let Some(object) = value.as_object() else {
                // `{}` takes every value but null; a callable or a type of optional members is as lax.
                return members.is_empty() && !value.is_null();
            };
            members.iter().all(|member| match &member.kind {
                MemberKind::Property { name, optional, ty, .. } => {
                    object.get(name).map_or(*optional, |value| fits(value, ty))
                }
                _ => true,
            })
        }
        Type::Reference { name, .. } if name == "Record" => value.is_object(),
        _ => true,
    }
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
    }

    #[test]
    fn a_deep_default_is_a_text() {
        assert!(default_value(&"[".repeat(100_000)).is_string());
    }
}
