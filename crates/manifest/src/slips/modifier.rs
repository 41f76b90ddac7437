//! Modifiers that are words of the format in another form, and what to write.

use crate::text;

/// Returns whether a type is the begin of a list of values: `enum: a`, `one of: a`.
pub(crate) fn is_value_list(ty: &str) -> bool {
    let known = ["enum:", "enum ", "oneof:", "one of", "values:", "choices:", "allowed:", "either "];
    known.iter().any(|word| ty.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word)))
}

/// Returns the replacement of a modifier in another form.
pub(crate) fn modifier_fix(item: &str) -> Option<String> {
    let end = item.bytes().position(|b| !b.is_ascii_alphabetic()).unwrap_or(item.len());
    let value = item[end..].trim_start_matches([':', ' ', '-', '.', '!']);
    let word = item[..end].to_ascii_lowercase();
    Some(match word.as_str() {
        "required" | "mandatory" | "req" => "required".to_owned(),
        "optional" | "opt" | "not" | "non" => "optional".to_owned(),
        "nullable" => "a type with `| null`".to_owned(),
        "default" | "defaults" if !value.is_empty() => {
            format!("default={}", text::shorten(value.strip_prefix("to ").unwrap_or(value)))
        }
        "minimum" if !value.is_empty() => format!("min={}", text::shorten(value)),
        "maximum" if !value.is_empty() => format!("max={}", text::shorten(value)),
        _ if !value.is_empty() => {
            let known = crate::model::ConstraintKeyword::ALL
                .iter()
                .find(|known| known.as_str().eq_ignore_ascii_case(&word))?;
            format!("{known}={}", text::shorten(value))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_have_the_form_of_the_format() {
        assert_eq!(modifier_fix("default: all").as_deref(), Some("default=all"));
        assert_eq!(modifier_fix("MaxLength: 5").as_deref(), Some("maxLength=5"));
    }
}
