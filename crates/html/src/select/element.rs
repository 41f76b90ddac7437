//! Elements as `selectors` sees them, with a count of steps.

use std::cell::Cell;
use std::fmt;

use selectors::OpaqueElement;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::matching::{ElementSelectorFlags, MatchingContext};

use super::names::{Name, Never, SelectorTypes};
use crate::dom::{Dom, Id, Space, Tag};
use crate::limits;

/// Bytes of a value that are compared in one step.
const STRIDE: usize = 32;

/// Search in a page, with the steps that are left.
pub(super) struct SelectorSearch<'a> {
    dom: &'a Dom,
    left: Cell<usize>,
}

impl<'a> SelectorSearch<'a> {
    pub(super) fn new(dom: &'a Dom) -> Self {
        let steps = limits::SELECTOR_STEPS_PER_NODE.saturating_mul(dom.node_count());
        Self::of_steps(dom, limits::SELECTOR_STEPS.saturating_add(steps))
    }

    /// Creates a search that may take so many steps.
    pub(super) fn of_steps(dom: &'a Dom, steps: usize) -> Self {
        Self { dom, left: Cell::new(steps) }
    }

    pub(super) fn dom(&self) -> &'a Dom {
        self.dom
    }

    /// Returns the number of steps that were taken.
    #[cfg(test)]
    pub(super) fn steps_taken(&self) -> usize {
        Self::new(self.dom).left.get() - self.left.get()
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    pub(super) fn element_of(&self, id: Id) -> Element<'_> {
        Element { search: self, id }
    }

    /// Takes steps, and returns whether any are left.
    fn take_steps(&self, count: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(count));
        !self.is_spent()
    }
}

/// Element of a search.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    search: &'a SelectorSearch<'a>,
    id: Id,
}

impl fmt::Debug for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.search.dom.name(self.id), self.id)
    }
}

impl<'a> Element<'a> {
    /// Returns the first element on a way through the tree.
    fn first_element(self, start: Option<Id>, next: impl Fn(&'a Dom, Id) -> Option<Id>) -> Option<Self> {
        let dom = self.search.dom;
        let mut at = start;
        while let Some(id) = at
            && self.search.take_steps(1)
        {
            if !matches!(dom.tag(id), Tag::Text | Tag::Document) {
                return Some(self.search.element_of(id));
            }
            at = next(dom, id);
        }
        None
    }

    /// Returns the value of an attribute.
    ///
    /// It takes the steps of a comparison with `length` bytes at each byte of the value.
    fn attribute(self, name: &str, length: usize) -> Option<&'a str> {
        let value = self.search.dom.attribute(self.id, name)?;
        self.search.take_steps(1 + value.len().saturating_mul(length) / STRIDE).then_some(value)
    }
}

impl selectors::Element for Element<'_> {
    type Impl = SelectorTypes;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::new(self.search.dom.node(self.id))
    }

    fn parent_element(&self) -> Option<Self> {
        self.first_element(self.search.dom.parent(self.id), |_, _| None)
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.first_element(self.search.dom.previous(self.id), Dom::previous)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.first_element(self.search.dom.next(self.id), Dom::next)
    }

    fn first_element_child(&self) -> Option<Self> {
        self.first_element(self.search.dom.first_child(self.id), Dom::next)
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.search.dom.space(self.id) == Space::Html
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.search.take_steps(1) && self.search.dom.name(self.id) == name
    }

    fn has_namespace(&self, url: &str) -> bool {
        self.search.dom.space(self.id).namespace_url() == url
    }

    fn is_same_type(&self, other: &Self) -> bool {
        let dom = self.search.dom;
        self.search.take_steps(1)
            && dom.name(self.id) == dom.name(other.id)
            && dom.space(self.id) == dom.space(other.id)
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&Name>,
        name: &Name,
        operation: &AttrSelectorOperation<&Name>,
    ) -> bool {
        let is_here = match namespace {
            NamespaceConstraint::Any => true,
            NamespaceConstraint::Specific(url) => url.as_ref().is_empty(),
        };
        let length = match operation {
            AttrSelectorOperation::Exists => 0,
            AttrSelectorOperation::WithValue { value, .. } => value.as_ref().len(),
        };
        is_here && self.attribute(name.as_ref(), length).is_some_and(|value| operation.eval_str(value))
    }

    fn match_non_ts_pseudo_class(
        &self,
        class: &Never,
        _context: &mut MatchingContext<'_, SelectorTypes>,
    ) -> bool {
        match *class {}
    }

    fn match_pseudo_element(
        &self,
        element: &Never,
        _context: &mut MatchingContext<'_, SelectorTypes>,
    ) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _flags: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        matches!(self.search.dom.tag(self.id), Tag::A | Tag::Area) && self.attribute("href", 0).is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        self.search.dom.tag(self.id) == Tag::Slot
    }

    fn has_id(&self, id: &Name, case: CaseSensitivity) -> bool {
        self.attribute("id", 1).is_some_and(|value| case.eq(value.as_bytes(), id.as_ref().as_bytes()))
    }

    fn has_class(&self, class: &Name, case: CaseSensitivity) -> bool {
        self.attribute("class", 1).is_some_and(|value| {
            value.split_ascii_whitespace().any(|found| case.eq(found.as_bytes(), class.as_ref().as_bytes()))
        })
    }

    fn has_custom_state(&self, _name: &Name) -> bool {
        false
    }

    fn imported_part(&self, _name: &Name) -> Option<Name> {
        None
    }

    fn is_part(&self, _name: &Name) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        let dom = self.search.dom;
        dom.children(self.id)
            .all(|id| self.search.take_steps(1) && dom.tag(id) == Tag::Text && dom.text(id).is_empty())
    }

    fn is_root(&self) -> bool {
        self.search.dom.parent(self.id) == Some(Id::DOCUMENT)
    }

    fn add_element_unique_hashes(&self, _filter: &mut BloomFilter) -> bool {
        false
    }
}
