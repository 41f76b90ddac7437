//! Targets: the words that name an element.

use std::fmt;

use crate::error::{BrowseError, BrowseErrorKind};

/// Element to act on: a reference of a snapshot such as `@e3`, a CSS selector, or a role and name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The element that a snapshot or search showed under this number, written `@e12` or `e12`.
    Reference(u64),
    /// The element that matches a CSS selector, in any frame or open shadow root.
    Css(String),
    /// The element with this ARIA role and accessible name, written `button "Save"`.
    Role {
        /// ARIA role of the element.
        role: String,
        /// Accessible name of the element, compared without regard to case and runs of white space.
        name: String,
    },
    /// The same in the part of the page with a text, such as a row, written `button "Delete" in "Ann Lee"`.
    Part {
        /// ARIA role of the element.
        role: String,
        /// Accessible name of the element; empty for one without a name.
        name: String,
        /// Text of the part of the page, or the beginning of a longer one with `…` at its end.
        around: String,
    },
}

impl Target {
    /// Parses an element reference such as `@e12`, a CSS selector, or `button "Save"` (role and name).
    ///
    /// A line of a snapshot, of `find` or of an error is accepted as well, with its marks and its value or without.
    ///
    /// ```
    /// # use webagents_browse::Target;
    /// assert_eq!(Target::parse("@e12").unwrap(), Target::Reference(12));
    /// assert_eq!(Target::parse("#save").unwrap(), Target::Css("#save".to_owned()));
    /// let save = Target::Role { role: "button".to_owned(), name: "Save".to_owned() };
    /// assert_eq!(Target::parse("button \"Save\"").unwrap(), save);
    /// ```
    pub fn parse(text: &str) -> Result<Self, BrowseError> {
        let text = text.trim();
        let usage = |message: String| Err(BrowseError::new(BrowseErrorKind::Usage, message));
        if text.is_empty() {
            return usage(
                "expected a target: a reference such as @e12, a CSS selector, or button \"Save\"".to_owned(),
            );
        }
        let bare = text.strip_prefix("[ref=").and_then(|rest| rest.strip_suffix(']'));
        let bare = bare.or_else(|| text.strip_prefix("ref=")).unwrap_or(text);
        if let Some(number) = reference(bare) {
            return Ok(Self::Reference(number));
        }
        if text.starts_with('@') {
            // A whole line of an output.
            if let Some((first, rest)) = text.split_once(' ')
                && let (Some(number), Some(_)) = (reference(first), head(rest))
            {
                return Ok(Self::Reference(number));
            }
            return usage(format!("expected a reference such as @e12, found {text}; `snapshot` shows them"));
        }
        if let Some(target) = shown(text) {
            return Ok(target);
        }
        Ok(Self::Css(text.to_owned()))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(number) => write!(f, "@e{number}"),
            Self::Css(selector) => f.write_str(selector),
            Self::Role { role, name } => write!(f, "{role} {}", quote(name)),
            Self::Part { role, name, around } if name.is_empty() => {
                write!(f, "{role} in {}", quote(around))
            }
            Self::Part { role, name, around } => {
                write!(f, "{role} {} in {}", quote(name), quote(around))
            }
        }
    }
}

/// The number of `@e12` or `e12`.
fn reference(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('@').unwrap_or(text).strip_prefix('e')?;
    (digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 15).then(|| digits.parse().ok())?
}

/// A text in quotes, as [`quoted`] reads it.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The target of a line of an output: a role or tag, with a name, marks, a place and a value.
///
/// `None` if the text has neither a name nor the text of a place, or another form.
fn shown(text: &str) -> Option<Target> {
    let (role, mut rest) = head(text)?;
    let mut name = None;
    if let Some((text, after)) = quoted(rest) {
        (name, rest) = (Some(text), after.trim_start());
    }
    while let Some(mark) = rest.strip_prefix('[') {
        rest = until(mark, ']')?.1.trim_start();
    }
    let mut around = None;
    if let Some(place) = rest.strip_prefix("in ") {
        (around, rest) = self::place(place)?;
    }
    if let Some(text) = rest.strip_prefix(", next to ") {
        let (text, after) = quoted(text)?;
        (around, rest) = (Some(text), after);
    }
    if !rest.is_empty() && !rest.starts_with(": ") {
        return None;
    }
    match (name, around) {
        (name, Some(around)) => Some(Target::Part { role, name: name.unwrap_or_default(), around }),
        (Some(name), None) => Some(Target::Role { role, name }),
        (None, None) => None,
    }
}

/// The role at the start of a text, with an id or without, or a tag such as `<div>`; and the rest.
fn head(text: &str) -> Option<(String, &str)> {
    let (role, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (head, id) = role.split_at(role.find('#').unwrap_or(role.len()));
    let tag = head.strip_prefix('<').and_then(|head| head.strip_suffix('>'));
    let is_name =
        |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_role = role.len() <= 80
        && id != "#"
        && tag.map_or_else(|| head.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-'), is_name);
    is_role.then(|| (head.to_ascii_lowercase() + id, rest.trim_start()))
}

/// The text in quotes at the start of another one, and the rest.
fn quoted(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    until(text.strip_prefix(quote)?, quote)
}

/// The text before a character, without the backslashes that escape others, and the rest after it.
fn until(text: &str, end: char) -> Option<(String, &str)> {
    let mut before = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => before.push(characters.next()?.1),
            _ if character == end => return Some((before, text.get(at + end.len_utf8()..)?)),
            _ => before.push(character),
        }
    }
    None
}

/// The text of a place such as `"Ann Lee"` or `row "Ann Lee"`, and the rest.
///
/// A path such as `table > row > cell` has no text.
fn place(text: &str) -> Option<(Option<String>, &str)> {
    if let Some((around, rest)) = quoted(text) {
        return Some((Some(around), rest));
    }
    let mut around = None;
    let mut rest = text.trim_start_matches("… > ");
    for count in 0.. {
        let end = rest.find([' ', ',']).unwrap_or(rest.len());
        let (role, after) = rest.split_at(end);
        if role.is_empty() || !role.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-') {
            return None;
        }
        rest = after;
        if let Some((name, after)) = after.strip_prefix(' ').and_then(quoted) {
            // The name of a frame is not in the document of the element.
            around = Some(name).filter(|_| count == 0 && role != "iframe");
            rest = after;
        }
        match rest.strip_prefix(" > ") {
            Some(after) => (around, rest) = (None, after),
            None => break,
        }
    }
    Some((around, rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn references_have_each_spelling() {
        for text in ["@e7", "e7", " @e7 ", "ref=e7", "[ref=e7]"] {
            assert_eq!(Target::parse(text).expect(text), Target::Reference(7), "{text}");
        }
        for text in ["e", "@e", "@7", "e-1", "@e99999999999999999999"] {
            assert!(!matches!(Target::parse(text), Ok(Target::Reference(_))), "{text}");
        }
        assert_eq!(Target::parse("@button").expect_err("no reference").kind(), BrowseErrorKind::Usage);
        assert_eq!(Target::parse("  ").expect_err("nothing").kind(), BrowseErrorKind::Usage);
    }

    #[test]
    fn quoted_words_after_a_role_are_a_name() {
        let role = |role: &str, name: &str| Target::Role { role: role.to_owned(), name: name.to_owned() };
        assert_eq!(Target::parse("Button 'Say \"hi\"'").expect("a role"), role("button", "Say \"hi\""));
        assert_eq!(Target::parse(r#"link "a \"b\"""#).expect("a role"), role("link", "a \"b\""));
        // The forms that outputs have.
        for shown in
            ["<div> \"Anna\"", "<my-card>#Two \"Anna\"", "listitem#l2 \"Council (A-2)\"", "clickable \"a\""]
        {
            assert_eq!(Target::parse(shown).expect(shown).to_string(), shown);
            assert!(matches!(Target::parse(shown), Ok(Target::Role { .. })), "{shown}");
        }
        let part = |role: &str, name: &str, around: &str| Target::Part {
            role: role.to_owned(),
            name: name.to_owned(),
            around: around.to_owned(),
        };
        for (line, target) in [
            ("button \"Delete\" in \"Ann Lee\"", part("button", "Delete", "Ann Lee")),
            ("button 'Delete' in row \"Ann \\\"Lee\\\"\"", part("button", "Delete", "Ann \"Lee\"")),
            ("checkbox [checked] in \"Ann\"", part("checkbox", "", "Ann")),
            (
                "textbox \"N\" [required] [invalid\\]] in \"Ann Lee and the oth…\": Ada",
                part("textbox", "N", "Ann Lee and the oth…"),
            ),
            (
                "button \"Delete\" in table > rowgroup > row > cell, next to \"Ann Lee\"",
                part("button", "Delete", "Ann Lee"),
            ),
            ("button \"Go\" in … > iframe \"One\" > main \"Part\"", role("button", "Go")),
            ("button \"Go\" in iframe \"One\"", role("button", "Go")),
            ("listitem#L2 \"Council\" in list", role("listitem#L2", "Council")),
            ("slider \"Volume\" [disabled]: 1", role("slider", "Volume")),
            ("@e7 button \"Save\" [disabled]", Target::Reference(7)),
            ("@e7 combobox", Target::Reference(7)),
        ] {
            assert_eq!(Target::parse(line).expect(line), target, "{line}");
        }
        for css in
            ["div p", "a[title=\"x\"]", "input", ".a > .b", "a \"b\" c \"d\"", "input [type=text]", "p in q"]
        {
            assert_eq!(Target::parse(css).expect(css), Target::Css(css.to_owned()));
        }
    }

    proptest! {
        #[test]
        fn a_shown_target_reads_back(text in "\\PC{0,40}") {
            if let Ok(target) = Target::parse(&text) {
                prop_assert_eq!(Target::parse(&target.to_string()).expect("it was one"), target);
            }
        }
    }
}
