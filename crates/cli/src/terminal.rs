//! The one place where text is made safe for a terminal (invariant I7).
//!
//! Text of a site may hold escape sequences that repaint the screen, characters that reverse the reading
//! order, and letters nobody sees. They are shown as `\u{…}`. Lines and tabs stay.

use std::borrow::Cow;
use std::fmt::Write as _;

use webagents_text::hidden;

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

/// Returns `text` with tag characters as `\u{…}`, except in flags of regions.
pub(crate) fn without_tags(text: &str) -> Cow<'_, str> {
    hidden::replace_tags(text, push_visible)
}

/// The same of a name, which is part of a line.
pub(crate) fn visible_name(name: &str) -> String {
    visible(name).replace('\n', "\\u{a}")
}

/// Adds one character, escaped if necessary.
pub(crate) fn push_visible(out: &mut String, c: char) {
    if is_unsafe(c) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    } else {
        out.push(c);
    }
}

/// Returns whether a character controls the terminal or is not drawn. Line breaks and tabs stay.
pub(crate) fn is_unsafe(c: char) -> bool {
    !matches!(c, '\n' | '\t') && hidden::TERMINAL.contains(c)
}

#[cfg(test)]
mod tests {
    use super::{visible, without_tags};

    #[track_caller]
    fn check(text: &str, shown: &str) {
        assert_eq!(visible(text), shown);
    }

    #[test]
    fn tags_are_shown_outside_of_flags() {
        let flag = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
        for (text, shown) in [
            ("plain \u{1f3f4} \u{1b}", "plain \u{1f3f4} \u{1b}".to_owned()),
            ("a\u{e0041}b\u{e007f}", "a\\u{e0041}b\\u{e007f}".to_owned()),
            (&format!("{flag}\u{e0041}"), format!("{flag}\\u{{e0041}}")),
            (&format!("{flag} {flag}"), format!("{flag} {flag}")),
        ] {
            assert_eq!(without_tags(text), shown);
        }
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
