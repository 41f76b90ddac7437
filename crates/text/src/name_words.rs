//! Words of names.

/// Returns the words of a name in camel case, snake case or any other case, in lower case.
///
/// ```
/// assert_eq!(webagents_text::name_words("getHTMLPage_for-user2"), ["get", "htmlpage", "for", "user2"]);
/// ```
pub fn name_words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut last_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            out.push(String::new());
            last_lower = false;
            continue;
        }
        if (c.is_uppercase() && last_lower) || out.is_empty() {
            out.push(String::new());
        }
        last_lower = c.is_lowercase();
        if let Some(word) = out.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    out.retain(|word| !word.is_empty());
    out
}
