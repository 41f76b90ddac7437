//! The one place where text is made safe for a terminal (invariant I7).
//!
//! What a site wrote may hold escape sequences that repaint the screen, characters that reverse the reading
//! order, and letters nobody sees. They are shown as `\u{…}`. Lines and tabs stay.

use std::borrow::Cow;
use std::fmt::Write as _;

/// `text` with every character that steers or hides shown as `\u{…}`.
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

/// Adds one character, escaped where it has to be.
pub(crate) fn push_visible(out: &mut String, c: char) {
    if is_unsafe(c) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    } else {
        out.push(c);
    }
}

/// Controls (C0 and C1) but for line feed and tab, and what Unicode calls default ignorable or bidirectional
/// formatting: UAX #9, UTS #39, and the variation selectors and tags that can carry hidden text. U+FE0F stays:
/// emoji are written with it.
fn is_unsafe(c: char) -> bool {
    let is_hidden = matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0e}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    is_hidden || (c.is_control() && !matches!(c, '\n' | '\t'))
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
