//! A JSON value as TypeScript: as the type that only this value has, and as an expression.
//!
//! Both are one line, because the compiler's errors are assigned by their lines.

use std::fmt::Write as _;

use serde_json::Value;

/// The type of exactly this value: `{ "a": [1, "x"] }` is a type as well.
pub fn exact_type(value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, value, "; ");
    text
}

/// The value as an expression.
pub fn to_expression(value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, value, ", ");
    text
}

/// Writes `value`; types and expressions differ only in the separator of an object's members.
///
/// It recurses as deep as the value is nested; `serde_json` bounds that at 128 when it reads.
fn write_value(text: &mut String, value: &Value, between: &str) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push_str(", ");
                }
                write_value(text, item, between);
            }
            text.push(']');
        }
        Value::Object(members) => {
            text.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                if at > 0 {
                    text.push_str(between);
                }
                write_string(text, name);
                text.push_str(": ");
                write_value(text, member, between);
            }
            text.push('}');
        }
        Value::String(content) => write_string(text, content),
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            let _ = write!(text, "{value}");
        }
    }
}

/// Writes a string literal of printable ASCII.
///
/// JSON leaves Unicode's line separators as they are, and the compiler counts them as ends of lines.
fn write_string(text: &mut String, content: &str) {
    text.push('"');
    for c in content.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            ' '..='~' => text.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{exact_type, to_expression};

    #[test]
    fn one_value_two_spellings() {
        let value = json!({ "a\n\"": [1, -2.5, null, true], "b": { "\u{2028}": "é😀" } });
        assert_eq!(
            exact_type(&value),
            r#"{"a\u000a\"": [1, -2.5, null, true]; "b": {"\u2028": "\u00e9\ud83d\ude00"}}"#
        );
        assert_eq!(
            to_expression(&value),
            r#"{"a\u000a\"": [1, -2.5, null, true], "b": {"\u2028": "\u00e9\ud83d\ude00"}}"#
        );
        assert_eq!(exact_type(&json!({})), "{}");
    }
}
