//! Regular expressions that are compiled when a text may match them.

use std::sync::OnceLock;

use regex::Regex;

/// An expression, and strings without which no text matches it.
///
/// To compile an expression takes as long as to check a document without it.
pub(super) struct Expression {
    /// A match has one string of each list, in any case of its letters.
    needs: &'static [&'static [&'static str]],
    text: &'static str,
    regex: OnceLock<Option<Regex>>,
}

impl Expression {
    pub(super) const fn new(needs: &'static [&'static [&'static str]], text: &'static str) -> Self {
        Self { needs, text, regex: OnceLock::new() }
    }

    /// Returns the compiled expression if a text may match it.
    ///
    /// The long s and the sign for Kelvin are cases of letters of ASCII: a text with one of them may match.
    pub(super) fn for_text(&self, text: &str) -> Option<&Regex> {
        let has = |needed: &&str| {
            let has_letters = || needed.bytes().any(|byte| byte.is_ascii_alphabetic());
            let mut parts = text.as_bytes().windows(needed.len());
            text.contains(needed)
                || (has_letters() && parts.any(|part| part.eq_ignore_ascii_case(needed.as_bytes())))
        };
        if !self.needs.iter().all(|needed| needed.iter().any(has)) && !text.contains(['\u{17f}', '\u{212a}'])
        {
            return None;
        }
        self.regex.get_or_init(|| Regex::new(self.text).ok()).as_ref()
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.for_text(text).is_some_and(|regex| regex.is_match(text))
    }
}

macro_rules! expressions {
    ($($(#[$doc:meta])* $name:ident = [$($need:expr),*] $text:literal;)*) => {
        $($(#[$doc])* static $name: $crate::check::expression::Expression =
            $crate::check::expression::Expression::new(&[$(&$need),*], $text);)*
        /// All expressions of this module.
        #[cfg(test)]
        pub(super) static EXPRESSIONS: &[&$crate::check::expression::Expression] = &[$(&$name),*];
    };
}

pub(super) use expressions;

#[cfg(test)]
mod tests {
    use webagents_testkit::matching_texts;

    use super::super::{samples, tools};

    #[test]
    fn each_match_has_what_it_needs() {
        #[cfg(feature = "poisoning")]
        let of_markup = super::super::markup::EXPRESSIONS;
        #[cfg(not(feature = "poisoning"))]
        let of_markup = &[];
        for expression in tools::EXPRESSIONS.iter().chain(samples::EXPRESSIONS).chain(of_markup) {
            let regex = regex::Regex::new(expression.text).unwrap();
            for text in matching_texts(expression.text, 300) {
                assert!(!regex.is_match(&text) || expression.is_match(&text), "{} {text:?}", expression.text);
            }
        }
    }
}
