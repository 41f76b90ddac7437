//! The arguments of a console call as the text that a console shows.
//!
//! Rule source: WHATWG Console Standard, "Formatter" and "Printer", as far as plain text goes: `%s %d %i %f %o
//! %O %j %c %%` in a first argument that is a string; further arguments follow, separated by spaces.

use std::fmt::Write as _;

use serde_json::Value;

/// Characters of the text that are kept.
const MOST: usize = 16 * 1024;

pub(crate) fn text(args: &[Value]) -> String {
    let mut out = String::new();
    let mut rest = args;
    if let [Value::String(format), values @ ..] = args
        && !values.is_empty()
        && format.contains('%')
    {
        rest = fill(&mut out, format, values);
        if !rest.is_empty() {
            out.push(' ');
        }
    }
    for (index, value) in rest.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        show(&mut out, value);
    }
    if out.len() > MOST {
        out.truncate(out.floor_char_boundary(MOST));
        out.push('…');
    }
    out
}

/// Writes `format` with `values` in it and gives back the values that it did not use.
fn fill<'a>(out: &mut String, format: &str, mut values: &'a [Value]) -> &'a [Value] {
    let mut parts = format.split('%');
    out.push_str(parts.next().unwrap_or_default());
    let mut literal = false;
    for part in parts {
        if std::mem::take(&mut literal) {
            out.push('%');
            out.push_str(part);
            continue;
        }
        match (part.chars().next(), values) {
            (None, _) => literal = true,
            (Some('s' | 'd' | 'i' | 'f' | 'o' | 'O' | 'j'), [value, others @ ..]) => {
                show(out, value);
                values = others;
                out.push_str(&part[1..]);
            }
            // CSS means nothing in plain text; its argument is used up.
            (Some('c'), [_, others @ ..]) => {
                values = others;
                out.push_str(&part[1..]);
            }
            _ => {
                out.push('%');
                out.push_str(part);
            }
        }
    }
    if literal {
        out.push('%');
    }
    values
}

fn show(out: &mut String, value: &Value) {
    let tagged = |name: &str| value.get(name).and_then(Value::as_str);
    match (value, tagged("$type")) {
        (Value::String(text), _) => out.push_str(text),
        (_, Some("undefined")) => out.push_str("undefined"),
        (_, Some("error")) => {
            let (name, message) = (tagged("name").unwrap_or("Error"), tagged("message").unwrap_or_default());
            let _ = if message.is_empty() { write!(out, "{name}") } else { write!(out, "{name}: {message}") };
        }
        (_, Some("number" | "string" | "regexp" | "date")) => {
            out.push_str(tagged("value").unwrap_or("Invalid Date"));
        }
        (_, Some("bigint")) => {
            let _ = write!(out, "{}n", tagged("value").unwrap_or_default());
        }
        _ => {
            let _ = write!(out, "{value}");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(args: Value, want: &str) {
        let Value::Array(args) = args else { panic!("an array is needed") };
        assert_eq!(text(&args), want);
    }

    #[test]
    fn what_a_console_shows() {
        check(json!([]), "");
        check(json!(["a", 1, null, { "b": [true] }]), "a 1 null {\"b\":[true]}");
        check(json!(["%s has %d of %o%%", "x", 3, { "a": 1 }, "more"]), "x has 3 of {\"a\":1}% more");
        check(json!(["%c red", "color: red", 5]), " red 5");
        check(json!(["100%", 5]), "100% 5");
        check(json!(["%s"]), "%s");
        check(json!(["%s and %s", 1]), "1 and %s");
        check(json!(["%q", 1]), "%q 1");
        check(json!(["%é", 1]), "%é 1");
        check(json!([{ "$type": "undefined" }, { "$type": "bigint", "value": "10" }]), "undefined 10n");
        check(json!([{ "$type": "error", "name": "TypeError", "message": "no" }]), "TypeError: no");
    }

    #[test]
    fn long_text_is_cut_at_a_character() {
        let long = text(&[Value::String("é".repeat(MOST))]);
        assert!(long.len() <= MOST + '…'.len_utf8());
        assert!(long.ends_with('…'));
    }
}
