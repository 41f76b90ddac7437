//! The one place where text is made safe for a terminal (invariant I7).
//!
//! What a site wrote may hold escape sequences that repaint the screen, characters that reverse the reading
//! order, and letters nobody sees. They are shown as `\u{…}`. Lines and tabs stay.

use std::borrow::Cow;
use std::fmt::Write as _;

use webagents_schema::escape;

/// `text` with every character that controls the terminal or hides text shown as `\u{…}`.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        push_visible(&mut out, c);
    }
    Cow::Owned(out)
}

/// The same of a name, which is part of a line.
pub(crate) fn visible_name(name: &str) -> String {
    visible(name).replace('\n', "\\u{a}")
}

/// Adds one character, escaped where it has to be.
pub(crate) fn push_visible(out: &mut String, c: char) {
    if is_unsafe(c) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    } else {
        out.push(c);
    }
}

/// Returns whether the declarations would escape the character.
///
/// Line breaks and U+FE0F are left alone: emoji are written with the latter.
pub(crate) fn is_unsafe(c: char) -> bool {
    !matches!(c, '\n' | '\t' | '\u{fe0f}') && escape::is_hidden(c)
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[track_caller]
    fn check(text: &str, shown: &str) {
        assert_eq!(visible(text), shown);
    }

    #[test]
    fn what_steers_or_hides_is_shown() {
        check("plain ä 漢 🛒\n\ttext", "plain ä 漢 🛒\n\ttext");
        check("\u{1b}[2Jgone", "\\u{1b}[2Jgone");
        check("a\u{202e}b", "a\\u{202e}b");
        check("\u{e0041}\u{200b}", "\\u{e0041}\\u{200b}");
        check("\u{2764}\u{fe0f}\u{fe01}\u{e0100}", "\u{2764}\u{fe0f}\\u{fe01}\\u{e0100}");
        check("\r", "\\u{d}");
        check("\u{9b}31m", "\\u{9b}31m");
    }
}
