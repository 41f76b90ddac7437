//! Characters in names that may be taken for others.

use std::fmt::Write as _;

use unicode_script::{Script, UnicodeScript as _};

use crate::escape::is_hidden;

/// Describes non-ASCII and control characters in a name, such as `U+0430 (Cyrillic)`; `None` without.
///
/// `None` if the name has none.
///
/// The text warns about a name that mixes Latin letters with letters of another script: `get_b\u{430}lance` looks
/// like `get_balance`, and is another name.
///
/// ```
/// use webagents_schema::unusual_characters;
/// let unusual = unusual_characters("get_b\u{430}lance").unwrap();
/// assert_eq!(unusual, "U+0430 (Cyrillic) among Latin letters, and may look like another name");
/// assert_eq!(unusual_characters("\u{43d}\u{430}\u{439}\u{442}\u{438}").unwrap(),
///     "U+043D (Cyrillic), U+0430 (Cyrillic), U+0439 (Cyrillic), and others");
/// assert_eq!(unusual_characters("find\u{200b}").unwrap(), "U+200B (invisible), and may look like another name");
/// assert_eq!(unusual_characters("find"), None);
/// ```
pub fn unusual_characters(name: &str) -> Option<String> {
    /// Characters that are named.
    const NAMED: usize = 3;
    let mut named: Vec<char> = Vec::new();
    let mut more = false;
    let mut alike = false;
    let latin = name.chars().any(|c| c.is_ascii_alphabetic());
    for c in name.chars().filter(|c| !c.is_ascii() || c.is_ascii_control()) {
        alike = alike || is_hidden(c) || (latin && c.is_alphabetic() && !is_accented(c));
        match named.contains(&c) {
            false if named.len() < NAMED => named.push(c),
            seen => more = more || !seen,
        }
    }
    let mut text = String::new();
    for c in &named {
        let gap = if text.is_empty() { "" } else { ", " };
        let kind = if is_hidden(*c) { "invisible" } else { c.script().full_name() };
        let _ = write!(text, "{gap}U+{:04X} ({kind})", u32::from(*c));
    }
    if more {
        text.push_str(", and others");
    }
    if alike {
        let hidden = named.iter().all(|c| is_hidden(*c));
        text.push_str(if latin && !hidden { " among Latin letters" } else { "" });
        text.push_str(", and may look like another name");
    }
    (!named.is_empty()).then_some(text)
}

/// Returns whether a character is a Latin letter that is not confused with an ASCII one.
///
/// These are the letters of the blocks that keyboards have.
fn is_accented(c: char) -> bool {
    c.script() == Script::Latin && ('\u{c0}'..='\u{24f}').contains(&c) && c != '\u{131}'
}
