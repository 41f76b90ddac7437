//! Words of names.

/// Returns the words of a name in camel case, snake case or any other case, in lower case.
///
/// ```
/// assert_eq!(webagents_text::name_words("getHTMLPage_for-user2Now"), ["get", "htmlpage", "for", "user2", "now"]);
/// ```
pub fn name_words(name: &str) -> Vec<String> {
    name_words_by(name, |c| c.is_lowercase() || c.is_numeric())
}

/// Returns the words of a name, each of which begins after a separator or by a capital after an end.
///
/// `may_end` decides which characters are an end.
///
/// ```
/// assert_eq!(webagents_text::name_words_by("forUser2Now", char::is_lowercase), ["for", "user2now"]);
/// ```
pub fn name_words_by(name: &str, may_end: impl Fn(char) -> bool) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut ends_word = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            out.push(String::new());
            ends_word = false;
            continue;
        }
        if (c.is_uppercase() && ends_word) || out.is_empty() {
            out.push(String::new());
        }
        ends_word = may_end(c);
        if let Some(word) = out.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    out.retain(|word| !word.is_empty());
    out
}
