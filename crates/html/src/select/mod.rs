//! CSS selectors (Selectors Level 4), parsed and matched by Servo's `selectors`.
//!
//! Everything that depends on the tree alone is accepted, with `:is()`, `:not()`, `:has()` and `:nth-child()`. A page
//! that is read has no state, so `:hover` and its like are errors, as are pseudo-elements and namespaces.
//!
//! Bounds: a selector has a length and a nesting, which bound the recursion of the parser and of matching. Some
//! selectors cost the square of the page (`a ~ b` among siblings without an `a`); steps from element to element are
//! counted, and a search that takes too many ends.

mod element;
mod error;
mod names;

use cssparser::ParserInput;
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::matches_selector_list;
use selectors::parser::{ParseRelative, SelectorList, SelectorParseErrorKind};

use self::element::SelectorSearch;
pub use self::error::SelectorError;
use self::names::SelectorTypes;
use crate::dom::{Dom, Id, Tag};
use crate::limits;

/// A parsed list of CSS selectors, for finding elements in a [`Dom`].
///
/// ```
/// use webagents_html::{Id, Selector, parse};
/// let dom = parse("<main><p>1<p class=a>2</main><p>3").dom;
/// let selector = Selector::parse("main > :not(.a), main + p").unwrap();
/// let text: Vec<String> =
///     selector.find(&dom, Id::DOCUMENT).elements.into_iter().map(|id| dom.text_content(id)).collect();
/// assert_eq!(text, ["1", "3"]);
/// let error = Selector::parse("p:hover").unwrap_err();
/// assert_eq!((error.at(), error.found()), (2, Some("hover")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector(SelectorList<SelectorTypes>);

/// Elements of a page that a [`Selector`] matches.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Elements that the selector matches, in document order, without those inside another match.
    pub elements: Vec<Id>,
    /// `true` if the search exceeded its limit on work and did not look at the rest of the page.
    pub is_cut: bool,
}

impl Selector {
    /// Parses a list of CSS selectors, such as `main > p, h1`.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        if text.len() > limits::SELECTOR_BYTES {
            return Err(SelectorError::at_byte(text, limits::SELECTOR_BYTES, "the end of the selector"));
        }
        if let Some(at) = too_deep(text) {
            return Err(SelectorError::at_byte(text, at, "fewer brackets in each other"));
        }
        let mut input = ParserInput::new(text);
        let mut parser = cssparser::Parser::new(&mut input);
        SelectorList::parse(&Accepts, &mut parser, ParseRelative::No)
            .map(Self)
            .map_err(|error| SelectorError::from_parser(text, &error))
    }

    /// Finds the elements below `root` that match any of the selectors and are not inside another match.
    pub fn find(&self, dom: &Dom, root: Id) -> Found {
        self.search_tree(&SelectorSearch::new(dom), root)
    }

    fn search_tree(&self, search: &SelectorSearch<'_>, root: Id) -> Found {
        let dom = search.dom();
        let mut caches = SelectorCaches::default();
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        let mut elements = Vec::new();
        let mut at = dom.following(root, root);
        while let Some(id) = at {
            let is_element = !matches!(dom.tag(id), Tag::Text | Tag::Document);
            let is_found = is_element && matches_selector_list(&self.0, &search.element_of(id), &mut context);
            if search.is_spent() {
                return Found { elements, is_cut: true };
            }
            at = if is_found {
                elements.push(id);
                dom.following_skipping(id, root)
            } else {
                dom.following(id, root)
            };
        }
        Found { elements, is_cut: false }
    }
}

/// Returns the byte at which brackets are nested too deeply. Brackets in strings count as well.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > limits::SELECTOR_DEPTH
    })
}

/// The accepted parts of selectors beyond Level 3.
struct Accepts;

impl<'i> selectors::Parser<'i> for Accepts {
    type Impl = SelectorTypes;
    type Error = SelectorParseErrorKind<'i>;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    /// An unknown part of `:is()` is an error, and does not select nothing.
    fn allow_forgiving_selectors(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests;
