//! The part of CSS selectors by which people name a part of a page.
//!
//! Lists of compound selectors with the descendant and child combinators: `main`, `.post > p`, `#content, article`,
//! `div[data-role="body"] table.wide`. Other combinators and pseudo-classes are refused by name (Selectors Level 4 has
//! dozens, and a part that is ignored selects the wrong thing).

use std::fmt;

use webagents_html::{Dom, Id, Tag};

/// Maximum number of compounds in a selector.
const COMPOUNDS: usize = 64;

/// A list of CSS selectors.
///
/// ```
/// use webagents_read::Selector;
/// assert!(Selector::parse("article > .body, #main [role=main]").is_ok());
/// let error = Selector::parse("p:first-child").unwrap_err();
/// assert!(error.to_string().starts_with("`:` at byte 1 of the selector"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    /// Each with its compounds from right to left, and how each is joined to the one on its left.
    alternatives: Vec<Vec<(Compound, Joint)>>,
}

/// Reason why a selector cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectorError {
    at: usize,
    found: Option<char>,
    reason: &'static str,
}

impl SelectorError {
    /// The byte of the selector where it stops making sense.
    pub fn at(&self) -> usize {
        self.at
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(c) => {
                write!(f, "`{}` at byte {} of the selector: {}", c.escape_debug(), self.at, self.reason)
            }
            None => write!(f, "the selector ends at byte {}: {}", self.at, self.reason),
        }
    }
}

impl std::error::Error for SelectorError {}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Compound {
    /// `None`: any element.
    name: Option<String>,
    tests: Vec<Test>,
}

/// Condition on an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Test {
    attribute: String,
    how: How,
    value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Present,
    Equals,
    /// `~=`
    Word,
    /// `|=`
    Dashed,
    /// `^=`
    Starts,
    /// `$=`
    Ends,
    /// `*=`
    Contains,
}

/// Combinator on the left of a compound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    Start,
    Descendant,
    Child,
}

impl Selector {
    /// Reads a list of selectors.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        let mut parser = Parser { text, at: 0, compounds: 0 };
        let mut alternatives = vec![parser.complex()?];
        while parser.eat(',') {
            alternatives.push(parser.complex()?);
        }
        match parser.peek() {
            None => Ok(Self { alternatives }),
            Some(_) => Err(parser.error("expected a selector, `>` or `,`")),
        }
    }

    /// Returns whether the element is selected.
    pub(crate) fn matches(&self, dom: &Dom, id: Id) -> bool {
        dom.tag(id) != Tag::Text && self.alternatives.iter().any(|parts| matches_from(dom, id, parts))
    }

    /// The selected elements below `root` that lie in no other selected one, in document order.
    pub(crate) fn find(&self, dom: &Dom, root: Id) -> Vec<Id> {
        let mut found = Vec::new();
        let mut at = Some(root);
        while let Some(id) = at {
            at = if id != root && self.matches(dom, id) {
                found.push(id);
                dom.following_skipping(id, root)
            } else {
                dom.following(id, root)
            };
        }
        found
    }
}

/// Matches from right to left.
///
/// Without sibling combinators the nearest ancestor that fits is the best one, but for a child combinator on its left,
/// which is why all of them are tried; their number is bounded by the tree's depth.
fn matches_from(dom: &Dom, id: Id, parts: &[(Compound, Joint)]) -> bool {
    let Some(((compound, joint), rest)) = parts.split_first() else { return true };
    if !compound.matches(dom, id) {
        return false;
    }
    match joint {
        Joint::Start => true,
        Joint::Child => dom.parent(id).is_some_and(|parent| matches_from(dom, parent, rest)),
        Joint::Descendant => {
            // Up to the next descendant combinator the parts are one chain of children.
            let chain =
                rest.iter().position(|(_, joint)| *joint != Joint::Child).map_or(rest.len(), |end| end + 1);
            let (chain, above) = rest.split_at(chain);
            let mut ancestor = dom.parent(id);
            while let Some(at) = ancestor {
                if let Some(top) = matches_chain(dom, at, chain) {
                    return above.is_empty() || matches_above(dom, top, above);
                }
                ancestor = dom.parent(at);
            }
            false
        }
    }
}

/// Matches parts of which each is the parent of the one before. Gives the topmost.
fn matches_chain(dom: &Dom, id: Id, chain: &[(Compound, Joint)]) -> Option<Id> {
    let mut at = id;
    for (index, (compound, _)) in chain.iter().enumerate() {
        if index > 0 {
            at = dom.parent(at)?;
        }
        if !compound.matches(dom, at) {
            return None;
        }
    }
    Some(at)
}

/// Matches the part on the left of a descendant combinator, somewhere above `id`.
fn matches_above(dom: &Dom, id: Id, parts: &[(Compound, Joint)]) -> bool {
    let mut below = id;
    let mut rest = parts;
    while !rest.is_empty() {
        let end = rest.iter().position(|(_, joint)| *joint != Joint::Child).map_or(rest.len(), |end| end + 1);
        let (chain, above) = rest.split_at(end);
        let ancestors = std::iter::successors(dom.parent(below), |&at| dom.parent(at));
        let Some(top) = ancestors.into_iter().find_map(|at| matches_chain(dom, at, chain)) else {
            return false;
        };
        below = top;
        rest = above;
    }
    true
}

impl Compound {
    fn matches(&self, dom: &Dom, id: Id) -> bool {
        self.name.as_deref().is_none_or(|name| dom.name(id) == name)
            && dom.parent(id).is_some()
            && self.tests.iter().all(|test| test.matches(dom, id))
    }
}

impl Test {
    fn matches(&self, dom: &Dom, id: Id) -> bool {
        let Some(found) = dom.attribute(id, &self.attribute) else { return false };
        let value = self.value.as_str();
        match self.how {
            How::Present => true,
            How::Equals => found == value,
            How::Word => found.split_ascii_whitespace().any(|word| word == value),
            How::Dashed => {
                found.strip_prefix(value).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            }
            How::Starts => !value.is_empty() && found.starts_with(value),
            How::Ends => !value.is_empty() && found.ends_with(value),
            How::Contains => !value.is_empty() && found.contains(value),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    compounds: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn blanks(&mut self) -> bool {
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at > from
    }

    fn error(&self, reason: &'static str) -> SelectorError {
        SelectorError { at: self.at, found: self.peek(), reason }
    }

    fn complex(&mut self) -> Result<Vec<(Compound, Joint)>, SelectorError> {
        self.blanks();
        let mut parts = vec![(self.compound()?, Joint::Start)];
        loop {
            let spaced = self.blanks();
            let joint = match self.peek() {
                None | Some(',') => break,
                Some('>') => {
                    self.at += 1;
                    self.blanks();
                    Joint::Child
                }
                Some('+' | '~') => return Err(self.error("sibling combinators are not known here")),
                Some(_) if spaced => Joint::Descendant,
                Some(_) => return Err(self.error("expected a selector, `>` or `,`")),
            };
            parts.push((self.compound()?, joint));
        }
        parts.reverse();
        Ok(parts)
    }

    fn compound(&mut self) -> Result<Compound, SelectorError> {
        self.compounds += 1;
        if self.compounds > COMPOUNDS {
            return Err(self.error("it is longer than 64 parts"));
        }
        let mut compound = Compound::default();
        let from = self.at;
        if !self.eat('*') && self.peek().is_some_and(is_name) {
            compound.name = Some(self.name()?.to_ascii_lowercase());
        }
        loop {
            match self.peek() {
                Some('.') => {
                    self.at += 1;
                    let value = self.name()?;
                    compound.tests.push(Test { attribute: "class".to_owned(), how: How::Word, value });
                }
                Some('#') => {
                    self.at += 1;
                    let value = self.name()?;
                    compound.tests.push(Test { attribute: "id".to_owned(), how: How::Equals, value });
                }
                Some('[') => {
                    self.at += 1;
                    compound.tests.push(self.test()?);
                }
                Some(':') => return Err(self.error("pseudo-classes and pseudo-elements are not known here")),
                _ if self.at > from => return Ok(compound),
                _ => return Err(self.error("expected a name, `.`, `#`, `[` or `*`")),
            }
        }
    }

    fn name(&mut self) -> Result<String, SelectorError> {
        let mut name = String::new();
        loop {
            match self.peek() {
                Some('\\') => {
                    self.at += 1;
                    match self.bump() {
                        // A class such as `md:w-1/2` is written `.md\:w-1\/2`.
                        Some(c) if !c.is_ascii_hexdigit() => name.push(c),
                        _ => {
                            return Err(
                                self.error("only a character that is no hexadecimal digit may be escaped")
                            );
                        }
                    }
                }
                Some(c) if is_name(c) => {
                    name.push(c);
                    self.at += c.len_utf8();
                }
                _ if name.is_empty() => return Err(self.error("expected a name")),
                _ => return Ok(name),
            }
        }
    }

    fn test(&mut self) -> Result<Test, SelectorError> {
        self.blanks();
        let attribute = self.name()?.to_ascii_lowercase();
        self.blanks();
        let how = match self.peek() {
            Some(']') => How::Present,
            Some('=') => How::Equals,
            Some('~') => How::Word,
            Some('|') => How::Dashed,
            Some('^') => How::Starts,
            Some('$') => How::Ends,
            Some('*') => How::Contains,
            _ => return Err(self.error("expected `]` or `=`")),
        };
        let mut value = String::new();
        if how != How::Present {
            if how != How::Equals {
                self.at += 1;
            }
            if !self.eat('=') {
                return Err(self.error("expected `=`"));
            }
            self.blanks();
            value = match self.peek() {
                Some(quote @ ('"' | '\'')) => self.string(quote)?,
                _ => self.name()?,
            };
            self.blanks();
        }
        if self.eat(']') { Ok(Test { attribute, how, value }) } else { Err(self.error("expected `]`")) }
    }

    fn string(&mut self, quote: char) -> Result<String, SelectorError> {
        self.at += 1;
        let mut value = String::new();
        loop {
            match self.bump() {
                Some(c) if c == quote => return Ok(value),
                Some('\\') => value.extend(self.bump()),
                Some(c) => value.push(c),
                None => return Err(self.error("the quote is not closed")),
            }
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;
    use webagents_html::parse;

    const PAGE: &str = "<main id=m class='a b'><div data-x='One two'><p>1</p><p class=a>2</p></div><p lang=en-GB>3</p>\
        <x-y class='md:w-1/2'>4</x-y></main><p>5</p>";

    #[track_caller]
    fn check(selector: &str, expected: &str) {
        let dom = parse(PAGE).dom;
        let found = Selector::parse(selector).expect(selector).find(&dom, Id::DOCUMENT);
        let text: Vec<String> = found.into_iter().map(|id| dom.text_content(id)).collect();
        assert_eq!(text.join(","), expected, "{selector}");
    }

    #[test]
    fn selects() {
        check("p", "1,2,3,5");
        check("P", "1,2,3,5");
        check("*", "1 2 3 4 5");
        check("body *", "1 2 3 4,5");
        check("main", "1 2 3 4");
        check("main p", "1,2,3");
        check("main > p", "3");
        check("main>div>p", "1,2");
        check("body div p", "1,2");
        check("body > div p", "");
        check("body > main p.a", "2");
        check("html main > div > p", "1,2");
        check(".a", "1 2 3 4");
        check(".a .a, body > p", "2,5");
        check(".a.b", "1 2 3 4");
        check(".a.c", "");
        check("#m", "1 2 3 4");
        check("#m#n", "");
        check("[data-x]", "1 2");
        check("[data-x=One]", "");
        check("[data-x=\"One two\"] p", "1,2");
        check("[data-x~=two]", "1 2");
        check("[data-x^=One]", "1 2");
        check("[data-x$='two']", "1 2");
        check("[data-x*='e t']", "1 2");
        check("[lang|=en]", "3");
        check("x-y", "4");
        check(".md\\:w-1\\/2", "4");
        check("p, main", "1 2 3 4,5");
    }

    #[track_caller]
    fn refuse(selector: &str, message: &str) {
        assert_eq!(Selector::parse(selector).expect_err(selector).to_string(), message);
    }

    #[test]
    fn refusals() {
        refuse("", "the selector ends at byte 0: expected a name, `.`, `#`, `[` or `*`");
        refuse("a,", "the selector ends at byte 2: expected a name, `.`, `#`, `[` or `*`");
        refuse("a + b", "`+` at byte 2 of the selector: sibling combinators are not known here");
        refuse("a ~ b", "`~` at byte 2 of the selector: sibling combinators are not known here");
        refuse(
            "a::before",
            "`:` at byte 1 of the selector: pseudo-classes and pseudo-elements are not known here",
        );
        refuse("[a", "the selector ends at byte 2: expected `]` or `=`");
        refuse("[a='b]", "the selector ends at byte 6: the quote is not closed");
        refuse("[a=b", "the selector ends at byte 4: expected `]`");
        refuse("a >", "the selector ends at byte 3: expected a name, `.`, `#`, `[` or `*`");
        refuse("a{}", "`{` at byte 1 of the selector: expected a selector, `>` or `,`");
        refuse(&"a ".repeat(65), "`a` at byte 128 of the selector: it is longer than 64 parts");
    }
}
