//! Messages about texts that are not JSON.

/// Returns the reason why `text` is not a JSON value, without its place.
///
/// ```
/// let text = r#"{"name": "\ud800"}"#;
/// let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
/// assert_eq!(
///     webagents_schema::json_reason(text, &error),
///     r"expected a character, found `\ud800`, half of a surrogate pair; write both halves"
/// );
/// ```
pub fn json_reason(text: &str, error: &serde_json::Error) -> String {
    let message = error.to_string();
    let is_escape = message.contains("escape") || message.contains("surrogate");
    match lone_surrogate(text).filter(|_| is_escape) {
        Some(half) => {
            format!("expected a character, found `{half}`, half of a surrogate pair; write both halves")
        }
        None => message.split(" at line ").next().unwrap_or_default().to_owned(),
    }
}

/// Returns the reason why `text` is not a JSON value, with its place at the end.
pub fn json_problem(text: &str, error: &serde_json::Error) -> String {
    let message = error.to_string();
    // Errors about a value that was read before have no place.
    match message.split_once(" at line ") {
        Some((_, place)) => format!("{} at line {place}", json_reason(text, error)),
        None => message,
    }
}

/// Returns the first escape of half a surrogate pair that the other half does not follow.
fn lone_surrogate(text: &str) -> Option<&str> {
    const ESCAPE: usize = r"\ud800".len();
    let bytes = text.as_bytes();
    let unit = |at: usize| {
        let digits = text.get(at..at + ESCAPE)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'\\') {
        at += found;
        at += match unit(at) {
            Some(0xd800..0xdc00) if matches!(unit(at + ESCAPE), Some(0xdc00..0xe000)) => 2 * ESCAPE,
            Some(0xd800..0xe000) => return text.get(at..at + ESCAPE),
            Some(_) => ESCAPE,
            // A backslash keeps the next character, which may be one as well.
            None => 2,
        };
        if at >= bytes.len() {
            break;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_pairs_are_found() {
        for (text, half) in [
            (r#""\ud83d\ude00""#, None),
            (r#""\\ud800""#, None),
            (r#""a""#, None),
            (r#""\"#, None),
            (r#""\ud800""#, Some(r"\ud800")),
            (r#""\uDC00x""#, Some(r"\uDC00")),
            (r#""\ud83d\ud83d\ude00""#, Some(r"\ud83d")),
            (r#""\u0041\ud800\u0041""#, Some(r"\ud800")),
            (r#""\ud8é""#, None),
        ] {
            assert_eq!(lone_surrogate(text), half, "{text}");
        }
        for text in [r#""\ud800x""#, r#""\ud800\u0041""#, r#""\udc00""#, r#""\ud800\n""#] {
            let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
            assert!(json_reason(text, &error).starts_with("expected a character"), "{text}: {error}");
        }
        let error = serde_json::from_str::<serde_json::Value>("{]").unwrap_err();
        assert_eq!(json_problem("{]", &error), error.to_string());
    }
}
