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
}

impl Target {
    /// Parses an element reference such as `@e12`, a CSS selector, or `button "Save"` (role and name).
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
            return usage(format!("expected a reference such as @e12, found {text}; `snapshot` shows them"));
        }
        if let Some((role, name)) = role_and_name(text) {
            let (head, id) = role.split_at(role.find('#').unwrap_or(role.len()));
            return Ok(Self::Role { role: head.to_ascii_lowercase() + id, name });
        }
        Ok(Self::Css(text.to_owned()))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(number) => write!(f, "@e{number}"),
            Self::Css(selector) => f.write_str(selector),
            Self::Role { role, name } => {
                write!(f, "{role} \"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
            }
        }
    }
}

/// The number of `@e12` or `e12`.
fn reference(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('@').unwrap_or(text).strip_prefix('e')?;
    (digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 15).then(|| digits.parse().ok())?
}

/// The parts of `role "name"`.
fn role_and_name(text: &str) -> Option<(&str, String)> {
    let (role, rest) = text.split_once(char::is_whitespace)?;
    let (head, id) = role.split_once('#').unwrap_or((role, "id"));
    let tag = head.strip_prefix('<').and_then(|head| head.strip_suffix('>'));
    let is_name =
        |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_role = role.len() <= 80
        && !id.is_empty()
        && tag.map_or_else(|| head.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-'), is_name);
    let rest = rest.trim();
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let inner = rest.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut name = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => name.push(characters.next()?),
            _ if character == quote => return None,
            _ => name.push(character),
        }
    }
    is_role.then_some((role, name))
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
        for css in ["div p", "a[title=\"x\"]", "input", ".a > .b", "a \"b\" c \"d\""] {
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
