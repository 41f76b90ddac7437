//! Descriptions that stand in a comment together with tags, and JSON in comments.
//!
//! Comments by [`push_doc`](super::push_doc) are for people and models; those written here are also read back, so
//! each escape has an inverse: a run of backslashes before `@`, or between `*` and `/`, is one longer in the comment
//! than in the text. White space is joined or kept by [`Breaks`], and hidden characters are shown; only these two do
//! not come back unchanged.

use std::fmt::Write as _;

use serde_json::Value;

use super::{is_hidden, visible};

/// Treatment of line breaks and runs of spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breaks {
    /// A line for each line, its inner spaces as they are.
    Keep,
    /// One line, one space.
    Join,
}

/// Appends a description on one line, in a form that [`unescaped`] reads back.
///
/// `is_tag` returns whether the text after an `@` begins a tag that a reader knows. Such an `@` gets a backslash. So
/// does an `@` at the start, because the compiler looks for directives there.
pub(crate) fn push_remark(out: &mut String, text: &str, is_tag: impl Fn(&str) -> bool) {
    push_escaped(out, text.trim(), Breaks::Join, is_tag);
}

/// Appends one line of a description; its inner spaces stay.
pub(crate) fn push_remark_line(out: &mut String, line: &str, is_tag: impl Fn(&str) -> bool) {
    push_escaped(out, line.trim_end(), Breaks::Keep, is_tag);
}

fn push_escaped(out: &mut String, text: &str, breaks: Breaks, is_tag: impl Fn(&str) -> bool) {
    let text = &visible(text, char::is_whitespace);
    let mut before = ' ';
    let mut start = true;
    let mut run = 0;
    for (at, c) in text.char_indices() {
        if c == '\\' {
            run += 1;
            out.push('\\');
            continue;
        }
        let c = if c.is_whitespace() { ' ' } else { c };
        let escaped = match c {
            '@' => run > 0 || start || (before == ' ' && is_tag(&text[at + 1..])),
            '/' => before == '*',
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        if c != ' ' {
            out.push(c);
            start = false;
        } else if breaks == Breaks::Keep || before != ' ' || run > 0 {
            out.push(' ');
        }
        start &= run == 0;
        before = c;
        run = 0;
    }
}

/// Returns the text of a description from a comment: without escapes, hidden characters shown.
pub(crate) fn unescaped(text: &str, breaks: Breaks) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut before = ' ';
    let mut run = 0;
    for c in text.chars() {
        if c == '\\' {
            run += 1;
            continue;
        }
        let escaped = c == '@' || (c == '/' && before == '*');
        plain.extend(std::iter::repeat_n('\\', run - usize::from(escaped && run > 0)));
        plain.push(c);
        before = c;
        run = 0;
    }
    plain.extend(std::iter::repeat_n('\\', run));
    let mut out = String::with_capacity(plain.len());
    let mut before = ' ';
    for c in visible(plain.trim(), char::is_whitespace).chars() {
        match c {
            '\n' if breaks == Breaks::Keep => out.push('\n'),
            c if c.is_whitespace() => {
                if breaks == Breaks::Keep || before != ' ' {
                    out.push(' ');
                }
                before = ' ';
                continue;
            }
            c => out.push(c),
        }
        before = c;
    }
    out
}

/// Appends a value as JSON that a comment of either kind can hold.
///
/// `*/` becomes `*\/`, and hidden characters are escaped, which JSON reads back as they were.
pub(crate) fn push_json(out: &mut String, value: &Value) {
    let json = value.to_string();
    let mut before = ' ';
    for c in json.chars() {
        match c {
            '/' if before == '*' => out.push_str("\\/"),
            c if is_hidden(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
        before = c;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn known(text: &str) -> bool {
        text.starts_with("minimum")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut out = String::new();
        push_remark(&mut out, text, known);
        assert_eq!(out, expected);
        assert_eq!(unescaped(&out, Breaks::Join), text);
    }

    #[test]
    fn what_would_be_a_tag_or_end_the_comment_is_escaped() {
        check("plain", "plain");
        check("@ts-ignore", r"\@ts-ignore");
        check("at @minimum 1", r"at \@minimum 1");
        check("at @home", "at @home");
        check(r"at \@home", r"at \\@home");
        check("a */ b", r"a *\/ b");
        check(r"a *\/ b", r"a *\\/ b");
        check(r"C:\dir", r"C:\dir");
    }

    proptest! {
        #[test]
        fn a_shown_text_reads_back(text in "[a@*/\\\\ m\u{e9}\u{fe0f}]{0,12}( @minimum| x)?") {
            let text = unescaped(&text.replace('\\', "\\\\"), Breaks::Join);
            let mut out = String::new();
            push_remark(&mut out, &text, known);
            prop_assert!(!out.contains("*/") && !out.contains(" @minimum"));
            prop_assert_eq!(unescaped(&out, Breaks::Join), text);
        }

        #[test]
        fn json_in_a_comment_reads_back(text in any::<String>()) {
            let value = serde_json::json!({ "a": [text] });
            let mut out = String::new();
            push_json(&mut out, &value);
            prop_assert!(!out.contains("*/") && !out.contains(super::super::is_line_break));
            prop_assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), value);
        }
    }
}
