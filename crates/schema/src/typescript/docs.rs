//! Documentation of a tool and of a parameter: constraints, defaults, hints.

use std::collections::HashSet;

use webagents_manifest::{Annotations, ConstraintKeyword, Param};

use crate::escape::push_doc;

/// Appends the tool's hints, `read-only, idempotent`, after `before`; nothing where there are none.
///
/// Only what a site affirms is said: a hint may raise caution, never lower it.
pub(super) fn push_hints(out: &mut String, annotations: &Annotations, before: &str, after: &str) {
    const WORDS: [&str; 6] =
        ["read-only", "destructive", "idempotent", "open-world", "consequential", "untrusted content"];
    let mut any = false;
    for (word, value) in WORDS.iter().zip(annotations.values()) {
        if value == Some(true) {
            out.push_str(if any { ", " } else { before });
            out.push_str(word);
            any = true;
        }
    }
    if any {
        out.push_str(after);
    }
}

/// Returns whether the parameter's type or constraints demand a whole number.
fn is_integer(param: &Param) -> bool {
    (param.ty.len() >= "integer".len() && param.ty.trim() == "integer")
        || param.constraint(ConstraintKeyword::Integer).is_some()
}

/// Returns whether [`push_tags`] or [`push_brackets`] appends anything.
pub(super) fn has_constraints(param: &Param) -> bool {
    !param.constraints.is_empty() || param.default.is_some() || is_integer(param)
}

/// Appends `(default: 1) @integer @minimum 1`, a space before each.
pub(super) fn push_tags(out: &mut String, param: &Param) {
    if let Some(default) = &param.default {
        out.push_str(" (default: ");
        push_doc(out, default);
        out.push(')');
    }
    if is_integer(param) {
        out.push_str(" @integer");
    }
    for constraint in &param.constraints {
        // The names of JSON Schema, which generators of schemas read from JSDoc.
        let tag = match constraint.keyword {
            ConstraintKeyword::Integer => continue,
            ConstraintKeyword::Min => "minimum",
            ConstraintKeyword::Max => "maximum",
            other => other.as_str(),
        };
        out.push_str(" @");
        out.push_str(tag);
        out.push(' ');
        push_doc(out, constraint.unquoted());
    }
}

/// Appends `[int, 1..9, =1]` after `before`; nothing where there are no constraints.
pub(super) fn push_brackets(out: &mut String, param: &Param, before: &str) {
    if !has_constraints(param) {
        return;
    }
    out.push_str(before);
    let start = out.len();
    let separate = |out: &mut String| out.push_str(if out.len() == start { "[" } else { ", " });
    if is_integer(param) {
        separate(out);
        out.push_str("int");
    }
    // Few parameters have any.
    if !param.constraints.is_empty() {
        push_bounds(out, param, separate);
    }
    if let Some(default) = &param.default {
        separate(out);
        out.push('=');
        push_doc(out, default);
    }
    if out.len() > start {
        out.push(']');
    }
}

/// Appends the constraints of a parameter, each after `separate`.
fn push_bounds(out: &mut String, param: &Param, separate: impl Fn(&mut String)) {
    let ranges = [
        ("", ConstraintKeyword::Min, ConstraintKeyword::Max, ""),
        ("len ", ConstraintKeyword::MinLength, ConstraintKeyword::MaxLength, ""),
        ("", ConstraintKeyword::MinItems, ConstraintKeyword::MaxItems, " items"),
    ];
    for (before, least, greatest, after) in ranges {
        let (least, greatest) = (param.constraint(least), param.constraint(greatest));
        if least.is_none() && greatest.is_none() {
            continue;
        }
        separate(out);
        out.push_str(before);
        match (least, greatest) {
            (Some(least), Some(greatest)) => {
                push_doc(out, least.unquoted());
                out.push_str("..");
                push_doc(out, greatest.unquoted());
            }
            (Some(least), None) => {
                out.push_str(">=");
                push_doc(out, least.unquoted());
            }
            (None, greatest) => {
                out.push_str("<=");
                push_doc(out, greatest.map_or("", |g| g.unquoted()));
            }
        }
        out.push_str(after);
    }
    for (keyword, before, after) in [
        (ConstraintKeyword::MultipleOf, "multiple of ", ""),
        (ConstraintKeyword::Format, "", ""),
        (ConstraintKeyword::Pattern, "/", "/"),
    ] {
        if let Some(constraint) = param.constraint(keyword) {
            separate(out);
            out.push_str(before);
            push_doc(out, constraint.unquoted());
            out.push_str(after);
        }
    }
}

/// Returns whether each word of a title is one of the name or the description.
pub(super) fn has_the_words(title: &str, name: &str, description: &str) -> bool {
    let mut known = HashSet::new();
    words(name, &mut |word| {
        known.insert(word);
    });
    words(description, &mut |word| {
        known.insert(word);
    });
    let mut all = true;
    words(title, &mut |word| all = all && known.contains(&word));
    all
}

/// Calls `each` with the words of a text, in small letters.
///
/// A large letter after a small one begins a word.
fn words(text: &str, each: &mut dyn FnMut(String)) {
    let mut word = String::new();
    let mut before = ' ';
    for c in text.chars() {
        let ends = !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase());
        if ends && !word.is_empty() {
            each(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    if !word.is_empty() {
        each(word);
    }
}
