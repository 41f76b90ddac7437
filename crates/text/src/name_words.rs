//! Words of names.

/// Returns the words of a name in camel case, snake case or any other case, in lower case.
///
/// ```
/// assert_eq!(webagents_text::name_words("getHTMLPage_for-user2Now"), ["get", "htmlpage", "for", "user2", "now"]);
/// ```
pub fn name_words(name: &str) -> Vec<String> {
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
        ends_word = c.is_lowercase() || c.is_numeric();
        if let Some(word) = out.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    out.retain(|word| !word.is_empty());
    out
}
