//! Modifiers that are words of the format in another form, and what to write.

use crate::text;

/// Returns whether a modifier is a known word in another form: `Required`, `default: 1`, `min 2`.
#[inline]
pub(crate) fn is_modifier_slip(item: &str) -> bool {
    // No usual type begins with these letters.
    matches!(
        item.as_bytes().first(),
        Some(b'r' | b'R' | b'o' | b'O' | b'd' | b'D' | b'm' | b'M' | b'p' | b'P' | b'f' | b'F' | b'n' | b'N')
    ) && is_known_word(item)
}

#[cold]
fn is_known_word(item: &str) -> bool {
    let end = item.bytes().position(|b| !b.is_ascii_alphabetic()).unwrap_or(item.len());
    let (word, rest) = item.split_at(end);
    let is = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    let text = rest.trim_start();
    let has_text =
        text.len() < rest.len() && !text.is_empty() && !text.starts_with(['|', '&', '[', '?', '=', '<']);
    if is(&["required", "optional", "mandatory", "nullable", "opt", "req", "default"]) {
        return rest.is_empty() || rest.starts_with([':', '.', '!', '?']) || has_text;
    }
    let words = [
        "defaults",
        "min",
        "max",
        "minimum",
        "maximum",
        "minlength",
        "maxlength",
        "pattern",
        "format",
        "multipleof",
        "minitems",
        "maxitems",
        "not",
        "non",
    ];
    is(&words) && (rest.starts_with([':', '-']) || has_text)
}

/// Returns whether a type is the begin of a list of values: `enum: a`, `one of: a`.
#[cold]
pub(crate) fn is_value_list(ty: &str) -> bool {
    let known = ["enum:", "enum ", "oneof:", "one of", "values:", "choices:", "allowed:", "either "];
    known.iter().any(|word| ty.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word)))
}

/// Returns the replacement of a modifier in another form.
#[cold]
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
    fn modifiers_in_another_form_are_recognized() {
        for item in [
            "Required",
            "OPTIONAL",
            "optional.",
            "required: true",
            "default: all",
            "default all",
            "Default: 1",
            "default",
            "min: 1",
            "max 10",
            "maximum: 10",
            "not required",
            "non-null",
            "mandatory",
            "opt",
            "nullable",
            "optional string",
            "defaults to 10",
            "format: date",
        ] {
            assert!(is_modifier_slip(item), "{item}");
        }
        for item in [
            "Record<string, number>",
            "Date",
            "Promise<string>",
            "readonly string[]",
            "Required<Foo>",
            "Optional[]",
            "never",
            "null",
            "Partial<A>",
            "Money | null",
            "format",
            "Map<a, b>",
            "Node",
            "min",
        ] {
            assert!(!is_modifier_slip(item), "{item}");
        }
        assert_eq!(modifier_fix("default: all").as_deref(), Some("default=all"));
        assert_eq!(modifier_fix("MaxLength: 5").as_deref(), Some("maxLength=5"));
    }
}
