//! The page as a tree: 32 bytes for a node, and its text and attributes in two shared buffers.
//!
//! The decision of this module: a node is a number. Nothing is counted, nothing is freed one by one, and dropping a tree
//! of any depth is dropping a few vectors. No node of [`parse`] lies deeper than
//! [`limits::TREE_DEPTH`](crate::limits::TREE_DEPTH), so that a walk of its tree may recurse.
//!
//! Comments, doctypes and the contents of templates are left out.

#[cfg(test)]
mod exact_tests;
mod guard;
mod parse;
mod shadow;
mod sink;
mod tag;
#[cfg(test)]
mod tests;

use std::ops::Range;

use html5ever::LocalName;

pub use self::parse::{Exact, ParsedPage, parse, parse_exact};
pub use self::tag::Tag;

/// Number of a node of a [`Dom`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u32);

impl Id {
    /// Root of every tree.
    pub const DOCUMENT: Self = Self(0);
    /// No node.
    const NONE: Self = Self(u32::MAX);

    fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }

    /// The place of the node in a vector that has one entry for each node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Language of an element's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Space {
    Html,
    Svg,
    MathMl,
    /// None of them; no page can make such an element.
    Foreign,
}

impl Space {
    /// Returns the URL of the namespace.
    pub(crate) fn url(self) -> &'static str {
        match self {
            Self::Html => "http://www.w3.org/1999/xhtml",
            Self::Svg => "http://www.w3.org/2000/svg",
            Self::MathMl => "http://www.w3.org/1998/Math/MathML",
            Self::Foreign => "",
        }
    }
}

/// A node: its place among its relatives, what it is, and where its text or its attributes are.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    parent: Id,
    previous: Id,
    next: Id,
    first_child: Id,
    last_child: Id,
    /// Of a text: the first byte in `text`. Of an element: the first of `attributes`.
    start: u32,
    /// Of a text: how many bytes. Of an element: how many attributes.
    length: u32,
    tag: Tag,
    space: Space,
    /// Number of ancestors of the node when it was linked.
    depth: u16,
}

// Pages of a million elements are read within bounds that count every byte of this.
const _: () = assert!(size_of::<Node>() == 32);

/// An attribute: its name, and where its value is.
#[derive(Debug, Clone)]
struct Attribute {
    name: LocalName,
    start: u32,
    length: u32,
}

/// A page.
#[derive(Debug)]
pub struct Dom {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    /// The names of elements whose tag does not tell them, in the order of their numbers.
    names: Vec<(Id, LocalName)>,
    /// The text of all text nodes and the values of all attributes, entities decoded.
    text: String,
    /// Number of characters of each text, blanks not counted, by the numbers of the nodes.
    ///
    /// It is asked for again and again.
    letters: Vec<u32>,
    /// Of which tags there are nodes, by their numbers. Most questions are about what a page does not have.
    has: [bool; Tag::COUNT],
}

impl Dom {
    /// Approximate number of bytes of the page: its texts, and two for each node.
    pub fn size(&self) -> usize {
        self.text.len().saturating_add(self.nodes.len().saturating_mul(2))
    }

    fn new() -> Self {
        let mut dom = Self {
            nodes: Vec::new(),
            attributes: Vec::new(),
            names: Vec::new(),
            text: String::new(),
            letters: Vec::new(),
            has: [false; Tag::COUNT],
        };
        dom.allocate(Tag::Document, Space::Html);
        dom
    }

    fn allocate(&mut self, tag: Tag, space: Space) -> Id {
        // A page is bounded so that it cannot hold as many tags as there are numbers.
        let id = Id(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let none = Id::NONE;
        if let Some(has) = self.has.get_mut(tag as usize) {
            *has = true;
        }
        self.nodes.push(Node {
            parent: none,
            previous: none,
            next: none,
            first_child: none,
            last_child: none,
            start: 0,
            length: 0,
            tag,
            space,
            depth: 0,
        });
        id
    }

    /// A new element, not yet linked.
    fn create_element(&mut self, tag: Tag, space: Space, name: &LocalName) -> Id {
        let id = self.allocate(tag, space);
        if tag == Tag::Other {
            self.names.push((id, name.clone()));
        }
        id
    }

    /// Returns the number of nodes, linked or not.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn space(&self, id: Id) -> Space {
        self.node(id).space
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Returns the tag of the node. An element of SVG or of formulas has its root's tag or [`Tag::Other`].
    pub fn tag(&self, id: Id) -> Tag {
        self.node(id).tag
    }

    /// The element's name in lower case; empty for a text.
    pub fn name(&self, id: Id) -> &str {
        let place = match self.tag(id) {
            Tag::Other => self.names.binary_search_by_key(&id, |&(of, _)| of).ok(),
            tag => return tag.name(),
        };
        place.and_then(|place| self.names.get(place)).map_or("", |(_, name)| name)
    }

    /// The text of a text node; empty for an element.
    pub fn text(&self, id: Id) -> &str {
        let node = self.node(id);
        if node.tag == Tag::Text { slice(&self.text, node.start, node.length) } else { "" }
    }

    /// The texts and the values of attributes of the page, in no order that means anything.
    pub fn shared_text(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Returns whether an element has a name that `is` accepts, among those without a tag of their own.
    pub fn has_name(&self, is: impl Fn(&str) -> bool) -> bool {
        self.names.iter().any(|(_, name)| is(name))
    }

    /// Returns whether an element has an attribute of which `is` accepts the name and the value.
    pub fn has_attribute(&self, is: impl Fn(&str, &str) -> bool) -> bool {
        let value = |attribute: &Attribute| slice(&self.text, attribute.start, attribute.length);
        self.attributes.iter().any(|attribute| is(&attribute.name, value(attribute)))
    }

    /// Returns the number of characters of a text node, blanks not counted; 0 for an element.
    pub fn letters(&self, id: Id) -> u32 {
        self.letters.get(id.index()).copied().unwrap_or(0)
    }

    /// Counts the characters of all texts. To be called again once texts were changed.
    pub fn count_letters(&mut self) {
        let count = |node: &Node| match node.tag {
            Tag::Text => letters(slice(&self.text, node.start, node.length)),
            _ => 0,
        };
        self.letters = self.nodes.iter().map(count).collect();
    }

    /// The value of an attribute, by its name in lower case.
    #[inline]
    pub fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        // Most elements have none.
        if self.node(id).length == 0 {
            return None;
        }
        let found = self.attributes.get(self.own(id))?.iter().find(|attribute| &*attribute.name == name)?;
        Some(slice(&self.text, found.start, found.length))
    }

    /// The attributes of an element.
    #[inline]
    pub fn attributes(&self, id: Id) -> impl Iterator<Item = (&str, &str)> {
        let found = self.attributes.get(self.own(id)).unwrap_or_default();
        found.iter().map(|attribute| (&*attribute.name, slice(&self.text, attribute.start, attribute.length)))
    }

    /// Returns whether an element has no attributes and nothing below it.
    pub fn is_bare(&self, id: Id) -> bool {
        let node = self.node(id);
        node.length == 0 && node.first_child == Id::NONE
    }

    /// Returns the range of the attributes of a node; it is empty for a text.
    fn own(&self, id: Id) -> Range<usize> {
        let node = self.node(id);
        if node.tag == Tag::Text { 0..0 } else { node.start as usize..(node.start + node.length) as usize }
    }

    /// Gives an attribute of an element, which need not have had it, a value. Not on text.
    pub fn set_attribute(&mut self, id: Id, name: &'static str, value: &str) {
        let (Ok(start), Ok(length)) = (u32::try_from(self.text.len()), u32::try_from(value.len())) else {
            return;
        };
        let range = self.own(id);
        let Some(own) = self.attributes.get_mut(range.clone()) else { return };
        if let Some(found) = own.iter_mut().find(|attribute| &*attribute.name == name) {
            (found.start, found.length) = (start, length);
        } else {
            // The attributes of an element lie side by side, so they move to a place with space for one more.
            let Ok(first) = u32::try_from(self.attributes.len()) else { return };
            self.attributes.extend_from_within(range);
            self.attributes.push(Attribute { name: LocalName::from(name), start, length });
            let node = self.node_mut(id);
            (node.start, node.length) = (first, node.length + 1);
        }
        self.text.push_str(value);
    }

    /// Takes an attribute from an element.
    pub fn drop_attribute(&mut self, id: Id, name: &str) {
        let range = self.own(id);
        for attribute in self.attributes.get_mut(range).unwrap_or_default() {
            if &*attribute.name == name {
                attribute.name = LocalName::from("");
            }
        }
    }

    /// Returns the node above.
    pub fn parent(&self, id: Id) -> Option<Id> {
        self.node(id).parent.some()
    }

    /// Returns the first child.
    pub fn first_child(&self, id: Id) -> Option<Id> {
        self.node(id).first_child.some()
    }

    /// Returns the next sibling.
    pub fn next(&self, id: Id) -> Option<Id> {
        self.node(id).next.some()
    }

    /// Returns the previous sibling.
    pub fn previous(&self, id: Id) -> Option<Id> {
        self.node(id).previous.some()
    }

    /// The children of a node, in order.
    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next(child))
    }

    /// The node and all below it, in document order.
    pub fn descendants(&self, root: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(Some(root), move |&at| self.following(at, root))
    }

    /// The next node in document order below `root`.
    pub fn following(&self, at: Id, root: Id) -> Option<Id> {
        self.first_child(at).or_else(|| self.following_skipping(at, root))
    }

    /// The next node in document order below `root` that is not below `at`.
    pub fn following_skipping(&self, mut at: Id, root: Id) -> Option<Id> {
        while at != root {
            if let Some(next) = self.next(at) {
                return Some(next);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// Returns whether there ever was an element with this tag.
    pub fn has(&self, tag: Tag) -> bool {
        self.has.get(tag as usize).copied().unwrap_or(false)
    }

    /// The first element with this tag, in document order.
    pub fn find(&self, root: Id, tag: Tag) -> Option<Id> {
        if self.has(tag) { self.descendants(root).find(|&id| self.tag(id) == tag) } else { None }
    }

    /// Returns the text below a node, without that of scripts and their like.
    ///
    /// A blank is added where a block or a line begins or ends.
    pub fn text_content(&self, root: Id) -> String {
        let mut content = String::new();
        let mut at = Some(root);
        while let Some(id) = at {
            if matches!(self.tag(id), Tag::Script | Tag::Style | Tag::Template) && id != root {
                at = self.following_skipping(id, root);
                continue;
            }
            let parts = |id| self.tag(id).ends_line();
            if (parts(id) || self.previous(id).is_some_and(parts))
                && !content.is_empty()
                && !content.ends_with(' ')
            {
                content.push(' ');
            }
            content.push_str(self.text(id));
            at = self.following(id, root);
        }
        content
    }

    /// Takes a node, with all below it, out of the tree.
    pub fn detach(&mut self, id: Id) {
        let Node { parent, previous, next, .. } = *self.node(id);
        if parent == Id::NONE {
            return;
        }
        match previous.some() {
            None => self.node_mut(parent).first_child = next,
            Some(previous) => self.node_mut(previous).next = next,
        }
        match next.some() {
            None => self.node_mut(parent).last_child = previous,
            Some(next) => self.node_mut(next).previous = previous,
        }
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (Id::NONE, Id::NONE, Id::NONE);
    }

    /// Makes a node the last child of another.
    pub fn append(&mut self, parent: Id, child: Id) {
        self.detach(child);
        let last = self.node(parent).last_child;
        let depth = self.node(parent).depth.saturating_add(1);
        let node = self.node_mut(child);
        (node.parent, node.previous, node.depth) = (parent, last, depth);
        match last.some() {
            None => self.node_mut(parent).first_child = child,
            Some(last) => self.node_mut(last).next = child,
        }
        self.node_mut(parent).last_child = child;
    }

    fn insert_before(&mut self, sibling: Id, child: Id) {
        if sibling == child {
            return;
        }
        self.detach(child);
        let Node { parent, previous, depth, .. } = *self.node(sibling);
        let node = self.node_mut(child);
        (node.parent, node.previous, node.next, node.depth) = (parent, previous, sibling, depth);
        self.node_mut(sibling).previous = child;
        match (previous.some(), parent.some()) {
            (Some(previous), _) => self.node_mut(previous).next = child,
            (None, Some(parent)) => self.node_mut(parent).first_child = child,
            (None, None) => {}
        }
    }

    /// Makes an element a formula with this text alone, and takes from it what hides it.
    pub fn make_formula(&mut self, id: Id, tex: &str) {
        while let Some(child) = self.first_child(id) {
            self.detach(child);
        }
        for name in ["hidden", "aria-hidden", "style", "role"] {
            self.drop_attribute(id, name);
        }
        let node = self.node_mut(id);
        (node.tag, node.space) = (Tag::Math, Space::MathMl);
        self.has[Tag::Math as usize] = true;
        let text = self.create_text(tex);
        self.append(id, text);
    }

    /// A new formula before a sibling.
    pub fn insert_formula(&mut self, sibling: Id, tex: &str) -> Id {
        let id = self.allocate(Tag::Math, Space::MathMl);
        self.insert_before(sibling, id);
        let text = self.create_text(tex);
        self.append(id, text);
        id
    }

    /// A new text before a sibling.
    pub fn insert_text(&mut self, sibling: Id, text: &str) {
        let text = self.create_text(text);
        self.insert_before(sibling, text);
    }

    /// Gives a text node another text.
    pub fn set_text(&mut self, id: Id, text: &str) {
        let (start, length) = self.store(text);
        let node = self.node_mut(id);
        (node.start, node.length) = (start, length);
    }

    /// A new text node, not yet linked.
    fn create_text(&mut self, text: &str) -> Id {
        let id = self.allocate(Tag::Text, Space::Html);
        let (start, length) = self.store(text);
        let node = self.node_mut(id);
        (node.start, node.length) = (start, length);
        id
    }

    /// Appends to a text node. Costs what `text` costs, but for a node that others were stored after.
    fn extend_text(&mut self, id: Id, text: &str) -> bool {
        let Node { start, length, .. } = *self.node(id);
        if (start + length) as usize != self.text.len() {
            return false;
        }
        let (_, more) = self.store(text);
        self.node_mut(id).length += more;
        true
    }

    fn store(&mut self, text: &str) -> (u32, u32) {
        let start = self.text.len();
        self.text.push_str(text);
        // A page is bounded so that offsets fit.
        (u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(text.len()).unwrap_or(0))
    }
}

/// Returns the number of characters of a text, blanks not counted.
fn letters(text: &str) -> u32 {
    let count = text.chars().filter(|c| !c.is_whitespace()).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn slice(text: &str, start: u32, length: u32) -> &str {
    text.get(start as usize..(start as usize + length as usize)).unwrap_or_default()
}
