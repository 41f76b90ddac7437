//! Constraints and defaults that cannot be meant.
//!
//! These are a value that its keyword cannot have, a keyword that does not apply to the parameter's type, bounds that
//! no value satisfies, and a default beyond the bounds.

use serde_json::Value;
use webagents_manifest::{Constraint, ConstraintKeyword, Param};

use crate::escape::excerpt;
use crate::ty::{Constraints, Keyword, Literal, Type};

/// Kind of values that a constraint is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Numbers,
    Texts,
    Lists,
}

impl About {
    fn of(keyword: ConstraintKeyword) -> Option<Self> {
        Some(match keyword {
            ConstraintKeyword::Integer
            | ConstraintKeyword::Min
            | ConstraintKeyword::Max
            | ConstraintKeyword::MultipleOf => Self::Numbers,
            ConstraintKeyword::MinLength
            | ConstraintKeyword::MaxLength
            | ConstraintKeyword::Pattern
            | ConstraintKeyword::Format => Self::Texts,
            ConstraintKeyword::MinItems | ConstraintKeyword::MaxItems => Self::Lists,
            _ => return None,
        })
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Numbers => "numbers",
            Self::Texts => "texts",
            Self::Lists => "lists",
        }
    }
}

/// Returns the faults of the constraints of a parameter of this type.
pub(super) fn problems(param: &Param, ty: &Type) -> Vec<String> {
    let mut problems = Vec::new();
    for constraint in &param.constraints {
        let keyword = constraint.keyword;
        let Some(about) = About::of(keyword) else { continue };
        let value = constraint.unquoted();
        let wanted = match keyword {
            ConstraintKeyword::Min | ConstraintKeyword::Max => number(value).is_none().then_some("a number"),
            ConstraintKeyword::MultipleOf => {
                number(value).is_none_or(|number| number <= 0.0).then_some("a number above 0")
            }
            ConstraintKeyword::MinLength
            | ConstraintKeyword::MaxLength
            | ConstraintKeyword::MinItems
            | ConstraintKeyword::MaxItems => {
                count(value).is_none().then_some("a whole number that is not below 0")
            }
            ConstraintKeyword::Pattern => (!is_pattern(value)).then_some("a regular expression"),
            _ => None,
        };
        if let Some(wanted) = wanted {
            problems.push(format!("`{keyword}` takes {wanted}, found `{}`", excerpt(value, 40)));
        } else if !may_be(ty, about) {
            problems.push(format!("`{keyword}` is about {}, which the type has none of", about.as_str()));
        }
    }
    for (least, most) in [
        (ConstraintKeyword::Min, ConstraintKeyword::Max),
        (ConstraintKeyword::MinLength, ConstraintKeyword::MaxLength),
        (ConstraintKeyword::MinItems, ConstraintKeyword::MaxItems),
    ] {
        if let (Some(low), Some(high)) = (bound(param, least), bound(param, most))
            && low > high
        {
            problems.push(format!("`{least}` is above `{most}`, so that no value is left"));
        }
    }
    problems
}

/// Adds a constraint of a line to a type's constraints: as a value if possible, and else as written.
pub(super) fn note(facts: &mut Constraints, constraint: &Constraint) {
    let text = constraint.unquoted();
    let keyword = match constraint.keyword {
        ConstraintKeyword::Integer => return facts.note_integer(),
        ConstraintKeyword::Min => "minimum",
        ConstraintKeyword::Max => "maximum",
        other => other.as_str(),
    };
    let value = match About::of(constraint.keyword) {
        Some(About::Texts) if matches!(keyword, "pattern" | "format") => Some(Value::from(text)),
        _ => serde_json::from_str::<serde_json::Number>(text).ok().map(Value::Number),
    };
    match value {
        Some(value) => {
            facts.keywords.insert(keyword.to_owned(), value);
        }
        None => facts.note_written(keyword, text),
    }
}

/// The constraint that a default, a value of the type, does not keep.
pub(super) fn broken_by<'p>(param: &'p Param, default: &Value) -> Option<&'p Constraint> {
    param.constraints.iter().find(|constraint| {
        let bound = || number(constraint.unquoted());
        let keeps = |value: Option<f64>, keeps: fn(f64, f64) -> bool| {
            value.zip(bound()).is_none_or(|(value, bound)| keeps(value, bound))
        };
        let value = default.as_f64();
        let characters = default.as_str().map(|text| length(text.chars().count()));
        let items = default.as_array().map(|items| length(items.len()));
        !match constraint.keyword {
            ConstraintKeyword::Integer => value.is_none_or(|value| value.fract() == 0.0),
            ConstraintKeyword::Min => keeps(value, |value, bound| value >= bound),
            ConstraintKeyword::Max => keeps(value, |value, bound| value <= bound),
            ConstraintKeyword::MinLength => keeps(characters, |value, bound| value >= bound),
            ConstraintKeyword::MaxLength => keeps(characters, |value, bound| value <= bound),
            ConstraintKeyword::MinItems => keeps(items, |value, bound| value >= bound),
            ConstraintKeyword::MaxItems => keeps(items, |value, bound| value <= bound),
            // A fraction such as 0.1 has no exact multiples here.
            ConstraintKeyword::MultipleOf => {
                keeps(value, |value, bound| bound <= 0.0 || bound.fract() != 0.0 || value % bound == 0.0)
            }
            _ => true,
        }
    })
}

/// A length as a number; none that a document can hold is rounded.
fn length(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}

fn bound(param: &Param, keyword: ConstraintKeyword) -> Option<f64> {
    number(param.constraint(keyword)?.unquoted())
}

fn number(text: &str) -> Option<f64> {
    serde_json::from_str::<serde_json::Number>(text).ok()?.as_f64()
}

fn count(text: &str) -> Option<f64> {
    number(text).filter(|number| *number >= 0.0 && number.fract() == 0.0)
}

/// Returns whether a constraint may apply to a value of the type.
///
/// It may apply to a value of an unknown type.
fn may_be(ty: &Type, about: About) -> bool {
    match ty {
        Type::Keyword(word) => match word {
            Keyword::String => about == About::Texts,
            Keyword::Number | Keyword::Integer => about == About::Numbers,
            Keyword::Boolean | Keyword::Null | Keyword::Undefined | Keyword::Never => false,
            _ => true,
        },
        Type::Literal(Literal::String(_)) | Type::Template(_) => about == About::Texts,
        Type::Literal(Literal::Number(_)) => about == About::Numbers,
        Type::Literal(Literal::Boolean(_)) | Type::Object(_) => false,
        Type::Array(_) | Type::Tuple(_) => about == About::Lists,
        Type::Readonly(inner) => may_be(inner, about),
        Type::Union(members) => members.iter().any(|member| may_be(member, about)),
        _ => true,
    }
}

/// Returns whether a text may be a regular expression of JavaScript.
///
/// Its brackets close and its repetitions have something to repeat. Other errors are left to the engine.
fn is_pattern(text: &str) -> bool {
    let mut open = 0usize;
    let mut in_class = false;
    // There is something before that a quantifier may repeat.
    let mut repeats = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                if chars.next().is_none() {
                    return false;
                }
                repeats = true;
            }
            ']' if in_class => {
                in_class = false;
                repeats = true;
            }
            _ if in_class => {}
            '[' => in_class = true,
            '(' => {
                open += 1;
                repeats = false;
                // `(?:`, `(?<name>`: the mark of a group repeats nothing.
                let mut rest = chars.clone();
                if rest.next() == Some('?') {
                    chars = rest;
                }
            }
            ')' => match open.checked_sub(1) {
                Some(left) => {
                    open = left;
                    repeats = true;
                }
                None => return false,
            },
            '*' | '+' | '?' if !repeats => return false,
            '|' | '^' => repeats = false,
            _ => repeats = true,
        }
    }
    open == 0 && !in_class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_judged() {
        for pattern in [
            "",
            "^a+$",
            "[a-z]{2,3}",
            "(?:a|b)*",
            r"\[a\(",
            "[(]",
            "a+?",
            "(?<y>\\d{4})-(?=x)?",
            "a{",
            "(?!x).*",
            "[\\]]",
        ] {
            assert!(is_pattern(pattern), "{pattern}");
        }
        for pattern in ["[a", "(a", "a)", "*a", "a|+", "\\", "(?:a", "(*)"] {
            assert!(!is_pattern(pattern), "{pattern}");
        }
    }
}
