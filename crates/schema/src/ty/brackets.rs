//! Constraints in a short form for a model: `[int, 1..9, =1]`.
//!
//! The same facts as `tags` prints, in the fewest tokens that still say each of them. They are to be read, not
//! to be read back. Left out is what a caller has no use for: titles, identifiers, extensions, that an object
//! is closed, which its type shows, and keywords that say what the type says already, if more exactly.

use serde_json::Value;

use super::Constraints;
use crate::escape;

/// Keywords that are not said.
fn is_silent(name: &str, value: &Value) -> bool {
    match name {
        "title"
        | "$comment"
        | "$id"
        | "$anchor"
        | "$schema"
        | "$ref"
        | "$defs"
        | "definitions"
        | "nullable"
        | "readOnly"
        | "writeOnly"
        | "examples"
        | "allOf"
        | "anyOf"
        | "oneOf"
        | "type"
        | "enum"
        | "const"
        | "properties"
        | "required"
        | "items"
        | "prefixItems"
        | "additionalItems"
        | "if"
        | "then"
        | "else"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => true,
        "additionalProperties" => value.is_boolean(),
        // Every name is a string.
        "propertyNames" => value.get("type").is_some_and(|ty| ty == "string") && len(value) == 1,
        // The bounds of the integers that JavaScript has, which generators write for any.
        "minimum" | "exclusiveMinimum" => value.as_f64().is_some_and(|least| least <= -SAFE),
        "maximum" | "exclusiveMaximum" => value.as_f64().is_some_and(|greatest| greatest >= SAFE),
        _ => name.starts_with("x-"),
    }
}

/// The greatest integer that JavaScript has exactly.
const SAFE: f64 = 9_007_199_254_740_991.0;

fn len(value: &Value) -> usize {
    value.as_object().map_or(0, serde_json::Map::len)
}

/// Returns whether [`push`] appends anything.
pub(crate) fn is_said(facts: &Constraints, integer: bool) -> bool {
    integer || facts.keywords.iter().any(|(name, value)| !is_silent(name, value))
}

/// Appends `[int, 1..9, =1]`.
pub(crate) fn push(out: &mut String, facts: &Constraints, integer: bool) {
    const RANGES: [(&str, &str, &str, &str); 4] = [
        ("", "minimum", "maximum", ""),
        ("len ", "minLength", "maxLength", ""),
        ("", "minItems", "maxItems", " items"),
        ("", "minProperties", "maxProperties", " members"),
    ];
    let start = out.len();
    let separate = |out: &mut String| out.push_str(if out.len() == start { "[" } else { ", " });
    if integer {
        separate(out);
        out.push_str("int");
    }
    for (before, least, greatest, after) in RANGES {
        let said = |name: &str| facts.keyword(name).filter(|value| !is_silent(name, value));
        let (least, greatest) = (said(least), said(greatest));
        if least.is_none() && greatest.is_none() {
            continue;
        }
        separate(out);
        out.push_str(before);
        match (least, greatest) {
            (Some(least), Some(greatest)) if least == greatest => escape::push_json(out, least),
            (Some(least), Some(greatest)) => {
                escape::push_json(out, least);
                out.push_str("..");
                escape::push_json(out, greatest);
            }
            (Some(least), None) => {
                out.push_str(">=");
                escape::push_json(out, least);
            }
            (None, greatest) => {
                out.push_str("<=");
                if let Some(greatest) = greatest {
                    escape::push_json(out, greatest);
                }
            }
        }
        out.push_str(after);
    }
    let mut default = None;
    for (name, value) in &facts.keywords {
        if is_silent(name, value) || RANGES.iter().any(|range| range.1 == name || range.2 == name) {
            continue;
        }
        if name == "default" {
            default = Some(value);
            continue;
        }
        separate(out);
        let text = value.as_str();
        match name.as_str() {
            "exclusiveMinimum" => push_with(out, ">", value),
            "exclusiveMaximum" => push_with(out, "<", value),
            "multipleOf" => push_with(out, "multiple of ", value),
            "uniqueItems" => out.push_str("unique"),
            "deprecated" => out.push_str("deprecated"),
            "format" if text.is_some() => escape::push_doc(out, text.unwrap_or_default()),
            "pattern" if text.is_some() => {
                out.push('/');
                escape::push_doc(out, text.unwrap_or_default());
                out.push('/');
            }
            name => {
                escape::push_doc(out, name);
                push_with(out, " ", value);
            }
        }
    }
    if let Some(default) = default {
        separate(out);
        push_with(out, "=", default);
    }
    if out.len() > start {
        out.push(']');
    }
}

fn push_with(out: &mut String, before: &str, value: &Value) {
    out.push_str(before);
    escape::push_json(out, value);
}
