//! JSX elements, as the scanner reads them in `.jsx` and `.tsx` files and in JavaScript modules.
//!
//! The decision: text of an element is not code, so a quote or a bracket in it must not be counted as one, and code
//! must never be taken for text, or its nesting would go unseen. An element begins only at a place that the parser
//! cannot read as anything else; if both are possible, the text is refused. The scanner recognizes a list of type
//! parameters (`<T,>(…)`, `<T extends U>(…)`) by its second token, as the parser does.
//!
//! Source of the grammar: the JSX specification (<https://facebook.github.io/jsx/>), with the type parameters of TypeScript.

use super::{Before, Jsx, LastToken, Part, Refusal, Scan};

/// Tokens that an element counts as: the parser calls more functions for one than for a bracket.
const TOKENS: usize = 4;

/// The meaning of a `<` at a place that can begin a value.
enum Start {
    Element,
    Other,
    Unclear,
}

impl Scan<'_> {
    /// Begins an element if the `<` here begins one, and returns whether it did.
    pub(super) fn element(&mut self) -> Result<bool, Refusal> {
        // The second sign of a shift: the parser takes both for one.
        let shifts = self.at > 0 && self.bytes.get(self.at - 1) == Some(&b'<');
        if self.limits.jsx == Jsx::None || shifts {
            return Ok(false);
        }
        let start = match self.start() {
            Start::Element if matches!(self.last.before, Before::Sign | Before::Keyword) => Start::Element,
            // An operator, or a list of types.
            Start::Element if matches!(self.last.before, Before::Value | Before::Paren) => Start::Other,
            Start::Unclear if matches!(self.last.before, Before::Value | Before::Paren) => Start::Other,
            Start::Element => Start::Unclear,
            other => other,
        };
        match start {
            Start::Other => Ok(false),
            Start::Unclear => {
                Err(self.refuse(self.at, "whether this `<` begins a JSX element is not clear here; put parentheses around the element, or give the types elsewhere"))
            }
            Start::Element => {
                self.begin_element()?;
                Ok(true)
            }
        }
    }

    /// Reads the text after the `<`.
    fn start(&self) -> Start {
        let rest = &self.text[self.at + 1..];
        let rest = rest.trim_start();
        if rest.starts_with('>') {
            return Start::Element;
        }
        let name = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.' | ':')));
        let (name, after) = rest.split_at(name.unwrap_or(rest.len()));
        if !name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')) {
            // An operator and its operand, or a comment.
            return if rest.starts_with(['/', '\\']) { Start::Unclear } else { Start::Other };
        }
        if self.limits.jsx == Jsx::JavaScript {
            return Start::Element;
        }
        let after = after.trim_start();
        let word = after.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '-'))).next();
        let parameters = after.starts_with([',', '=']) || word == Some("extends");
        if parameters && !after.starts_with("extends=") {
            return Start::Other;
        }
        let called = after.strip_prefix('>').is_some_and(|after| after.trim_start().starts_with(['(', '/']));
        if called || name == "const" || parameters {
            return Start::Unclear;
        }
        Start::Element
    }

    fn begin_element(&mut self) -> Result<(), Refusal> {
        for _ in 0..TOKENS {
            self.token(Before::Sign)?;
        }
        self.enter(b'>')?;
        if let Some(level) = self.levels.last_mut() {
            level.part = Some(Part::Tag);
        }
        self.at += 1;
        Ok(())
    }

    /// Reads one item of a tag: a name, a sign, a text, a comment, code in braces, or its end.
    pub(super) fn tag(&mut self) -> Result<(), Refusal> {
        let rest = &self.bytes[self.at..];
        match rest {
            [b'/', b'*', ..] => self.comment(),
            [b'/', b'/', ..] => self.line(),
            [b'/', after @ ..] => {
                let blanks = after.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                if after.get(blanks) != Some(&b'>') {
                    return Err(self.unclear_tag());
                }
                self.at += blanks + 2;
                self.end_element();
            }
            [b'>', ..] => {
                self.at += 1;
                self.reset();
                if let Some(level) = self.levels.last_mut() {
                    level.part = Some(Part::Children);
                }
            }
            [b'{', ..] => self.open(b'{')?,
            [quote @ (b'"' | b'\''), ..] => {
                // It has no escapes and may hold line ends.
                let end = self.text[self.at + 1..].find(char::from(*quote));
                self.token(Before::Sign)?;
                self.at = end.map_or(self.bytes.len(), |end| self.at + 1 + end + 1);
            }
            [byte, ..] if byte.is_ascii_whitespace() || matches!(byte, b'=' | b'.' | b':' | b'-') => {
                self.at += 1;
            }
            [byte, ..] if *byte >= 0x80 || byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') => {
                self.token(Before::Sign)?;
                let rest = &self.text[self.at..];
                let end = rest
                    .find(|c: char| c.is_ascii() && !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$')));
                self.at += end.unwrap_or(rest.len());
            }
            _ => return Err(self.unclear_tag()),
        }
        Ok(())
    }

    fn unclear_tag(&self) -> Refusal {
        self.refuse(
            self.at,
            "expected an attribute or the end of a JSX tag here; types of an element are not read",
        )
    }

    /// Reads the text of an element up to the next tag or code in braces.
    pub(super) fn children(&mut self) -> Result<(), Refusal> {
        let rest = &self.text[self.at..];
        let Some(end) = rest.find(['<', '{']) else {
            self.at = self.bytes.len();
            return Ok(());
        };
        self.at += end;
        if self.bytes.get(self.at) == Some(&b'{') {
            return self.open(b'{');
        }
        let after = self.text[self.at + 1..].trim_start();
        let Some(closing) = after.strip_prefix('/') else {
            return self.begin_element();
        };
        let name =
            |c: char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '_' | '$' | '-' | '.' | ':');
        let end = closing.find(|c: char| !name(c));
        let Some(end) = end.filter(|&end| closing[end..].starts_with('>')) else {
            return Err(self.unclear_tag());
        };
        self.at = self.bytes.len() - closing.len() + end + 1;
        self.end_element();
        Ok(())
    }

    fn end_element(&mut self) {
        self.reset();
        self.levels.pop();
        self.last = LastToken { before: Before::Value, word: "", newline: false, ended: false };
    }
}
