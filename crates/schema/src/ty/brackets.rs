//! Constraints in a short form for a model: `[int, 1..9, =1]`.
//!
//! The same facts as `tags` prints, in the fewest tokens that still express each of them. They are for readers only;
//! no parser reads them back. Facts without use for a caller are omitted: titles, identifiers and extensions; that an
//! object is closed, which its type shows; and keywords that repeat the type, even if more exactly.

use serde_json::Value;

use super::Constraints;
use super::constraints::ShownKeyword;
use crate::escape;

/// Returns whether a keyword adds nothing to a type that lists its values.
///
/// Titles of the values do.
pub(crate) fn repeats_values(name: &str, value: &Value) -> bool {
    match name {
        "type" | "enum" | "const" => true,
        "oneOf" | "anyOf" => value.as_array().is_some_and(|values| {
            values.iter().all(|one| {
                let says = |title: &Value| one.get("const").is_none_or(|value| value != title);
                one.as_object().is_some_and(|members| {
                    members.iter().all(|(name, value)| match name.as_str() {
                        "const" | "type" | "enum" => true,
                        "title" => !says(value),
                        _ => false,
                    })
                })
            })
        }),
        _ => false,
    }
}

/// Returns whether a caller has no use for a keyword.
pub(crate) fn is_silent(name: &str, value: &Value) -> bool {
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
    integer || facts.shown_all().any(|(name, shown)| !shown.is_silent(name))
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
        let said = |name: &str| facts.shown(name).filter(|shown| !shown.is_silent(name));
        let (least, greatest) = (said(least), said(greatest));
        if least.is_none() && greatest.is_none() {
            continue;
        }
        separate(out);
        out.push_str(before);
        match (least, greatest) {
            (Some(least), Some(greatest)) if least == greatest => least.push(out),
            (Some(least), Some(greatest)) => {
                least.push(out);
                out.push_str("..");
                greatest.push(out);
            }
            (Some(least), None) => {
                out.push_str(">=");
                least.push(out);
            }
            (None, greatest) => {
                out.push_str("<=");
                if let Some(greatest) = greatest {
                    greatest.push(out);
                }
            }
        }
        out.push_str(after);
    }
    let mut default = None;
    for (name, shown) in facts.shown_all() {
        if shown.is_silent(name) || RANGES.iter().any(|range| range.1 == name || range.2 == name) {
            continue;
        }
        if name == "default" {
            default = Some(shown);
            continue;
        }
        separate(out);
        let text = match shown {
            ShownKeyword::Value(value) => value.as_str(),
            ShownKeyword::Written(text) => Some(text),
        };
        match name {
            "exclusiveMinimum" => push_with(out, ">", shown),
            "exclusiveMaximum" => push_with(out, "<", shown),
            "multipleOf" => push_with(out, "multiple of ", shown),
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
                push_with(out, " ", shown);
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

fn push_with(out: &mut String, before: &str, shown: ShownKeyword<'_>) {
    out.push_str(before);
    shown.push(out);
}

impl ShownKeyword<'_> {
    fn is_silent(self, name: &str) -> bool {
        matches!(self, Self::Value(value) if is_silent(name, value))
    }
}
