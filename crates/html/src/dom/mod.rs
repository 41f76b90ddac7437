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

use html5ever::{Attribute as Markup, LocalName};

pub use self::parse::{Exact, ParsedPage, parse, parse_exact};
pub use self::tag::Tag;

/// Identifier of a node, such as an element or a text, in the tree of a page ([`Dom`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u32);

impl Id {
    /// Identifier of the document node, which is the root of the tree of every page.
    pub const DOCUMENT: Self = Self(0);
    /// No node.
    const NONE: Self = Self(u32::MAX);

    fn into_option(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }

    /// Returns the index of the node in a vector that has one entry for each node of the tree.
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
    pub(crate) fn namespace_url(self) -> &'static str {
        match self {
            Self::Html => "http://www.w3.org/1999/xhtml",
            Self::Svg => "http://www.w3.org/2000/svg",
            Self::MathMl => "http://www.w3.org/1998/Math/MathML",
            Self::Foreign => "",
        }
    }
}

/// A node: its relatives, its kind, and the place of its text or attributes.
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

/// Node for an [`Id`] of another tree: an empty text without relatives.
static NO_NODE: Node = Node {
    parent: Id::NONE,
    previous: Id::NONE,
    next: Id::NONE,
    first_child: Id::NONE,
    last_child: Id::NONE,
    start: 0,
    length: 0,
    tag: Tag::Text,
    space: Space::Html,
    depth: 0,
};

/// An attribute: its name, and the place of its value.
#[derive(Debug, Clone)]
struct Attribute {
    name: LocalName,
    start: u32,
    length: u32,
}

/// Tree of the nodes of an HTML page: its elements, with their attributes, and its texts.
///
/// An [`Id`] of another tree names an arbitrary node here, or none: then it reads as an empty text without
/// relatives, and nothing changes it.
#[derive(Debug)]
pub struct Dom {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    /// The names of elements that their tag does not determine, in the order of their numbers.
    names: Vec<(Id, LocalName)>,
    /// The text of all text nodes and the values of all attributes, entities decoded.
    text: String,
    /// Number of characters of each text, blanks not counted, by the numbers of the nodes.
    ///
    /// Several steps of a reader need it for each node.
    letters: Vec<u32>,
    /// The tags that have nodes, by number. Most searches are for elements that a page does not have.
    has: [bool; Tag::COUNT],
}

impl Dom {
    /// Returns the approximate size of the tree: the bytes of texts and attribute values, and two a node.
    pub fn size(&self) -> usize {
        self.text.len().saturating_add(self.nodes.len().saturating_mul(2))
    }

    /// Returns the tree of a document without content, with capacity for a page of `bytes` bytes.
    fn for_page(bytes: usize) -> Self {
        let mut dom = Self {
            // Pages of the web have a node for 30 to 60 bytes, and text and attributes are half of them.
            nodes: Vec::with_capacity(bytes / 32),
            attributes: Vec::with_capacity(bytes / 64),
            names: Vec::new(),
            text: String::with_capacity(bytes / 2),
            letters: Vec::new(),
            has: [false; Tag::COUNT],
        };
        dom.allocate_node(Tag::Document, Space::Html);
        dom
    }

    fn allocate_node(&mut self, tag: Tag, space: Space) -> Id {
        // A page is bounded so that it cannot hold as many tags as there are numbers.
        let id = Id(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        if let Some(has) = self.has.get_mut(tag as usize) {
            *has = true;
        }
        self.nodes.push(Node { tag, space, ..NO_NODE.clone() });
        id
    }

    /// A new element, not yet linked.
    fn create_element(&mut self, tag: Tag, space: Space, name: &LocalName) -> Id {
        let id = self.allocate_node(tag, space);
        if tag == Tag::Other {
            self.names.push((id, name.clone()));
        }
        id
    }

    /// Returns the number of nodes that the tree was given, including those since removed from it.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn space(&self, id: Id) -> Space {
        self.node(id).space
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&NO_NODE)
    }

    /// Only for nodes of this tree.
    fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Returns the kind of a node as an enum: document, text, or an element such as [`Tag::P`].
    ///
    /// An element of SVG or of formulas has its root's tag or [`Tag::Other`].
    pub fn tag(&self, id: Id) -> Tag {
        self.node(id).tag
    }

    /// Returns the name of an element in lower case, or an empty text for another node.
    pub fn name(&self, id: Id) -> &str {
        let place = match self.tag(id) {
            Tag::Other => self.names.binary_search_by_key(&id, |&(of, _)| of).ok(),
            tag => return tag.name(),
        };
        place.and_then(|place| self.names.get(place)).map_or("", |(_, name)| name)
    }

    /// Returns the text of a text node, or an empty text for an element.
    pub fn text(&self, id: Id) -> &str {
        let node = self.node(id);
        if node.tag == Tag::Text { slice_text(&self.text, node.start, node.length) } else { "" }
    }

    /// Returns all texts and attribute values of the page as one buffer, in no meaningful order.
    pub fn shared_text(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Returns whether `is` accepts the name of any element that has no variant of its own in [`Tag`].
    pub fn has_name(&self, is: impl Fn(&str) -> bool) -> bool {
        self.names.iter().any(|(_, name)| is(name))
    }

    /// Returns whether any element has an attribute whose name and value `is` accepts.
    pub fn has_attribute(&self, is: impl Fn(&str, &str) -> bool) -> bool {
        let value = |attribute: &Attribute| slice_text(&self.text, attribute.start, attribute.length);
        self.attributes.iter().any(|attribute| is(&attribute.name, value(attribute)))
    }

    /// Returns the value of the element's attribute called `name`, in lower case; `None` if it has none.
    pub fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        let found = self
            .attributes
            .get(self.attribute_range(id))?
            .iter()
            .find(|attribute| &*attribute.name == name)?;
        Some(slice_text(&self.text, found.start, found.length))
    }

    /// Returns the names and values of an element's attributes.
    pub fn attributes(&self, id: Id) -> impl Iterator<Item = (&str, &str)> {
        let found = self.attributes.get(self.attribute_range(id)).unwrap_or_default();
        found
            .iter()
            .map(|attribute| (&*attribute.name, slice_text(&self.text, attribute.start, attribute.length)))
    }

    /// Returns the range of the attributes of a node; it is empty for a text.
    fn attribute_range(&self, id: Id) -> Range<usize> {
        let node = self.node(id);
        if node.tag == Tag::Text {
            return 0..0;
        }
        let start = node.start as usize;
        start..start + node.length as usize
    }

    /// Gives an element the attributes in the places `kept` and further ones.
    ///
    /// The attributes of an element lie side by side, so they move to a place with space for all.
    fn give_attributes(&mut self, id: Id, kept: Range<usize>, more: Vec<Markup>) {
        let first = self.attributes.len();
        self.attributes.extend_from_within(kept);
        for attribute in more {
            let (start, length) = self.store_text(&attribute.value);
            self.attributes.push(Attribute { name: attribute.name.local, start, length });
        }
        self.take_attributes(id, first);
    }

    /// Assigns the attributes from the place `first` on to an element.
    fn take_attributes(&mut self, id: Id, first: usize) {
        // A page is bounded so that both fit.
        let count = u32::try_from(self.attributes.len() - first).unwrap_or(0);
        let node = self.node_mut(id);
        (node.start, node.length) = (u32::try_from(first).unwrap_or(u32::MAX), count);
    }

    /// Sets an attribute of an element to `value`, adding the attribute if the element lacks it.
    ///
    /// It does nothing to a text node.
    pub fn set_attribute(&mut self, id: Id, name: &'static str, value: &str) {
        if self.tag(id) == Tag::Text {
            return;
        }
        let (Ok(start), Ok(length)) = (u32::try_from(self.text.len()), u32::try_from(value.len())) else {
            return;
        };
        let range = self.attribute_range(id);
        let Some(own) = self.attributes.get_mut(range.clone()) else { return };
        if let Some(found) = own.iter_mut().find(|attribute| &*attribute.name == name) {
            (found.start, found.length) = (start, length);
        } else {
            // The attributes of an element lie side by side, so they move to a place with space for one more.
            let first = self.attributes.len();
            self.attributes.extend_from_within(range);
            self.attributes.push(Attribute { name: LocalName::from(name), start, length });
            self.take_attributes(id, first);
        }
        self.text.push_str(value);
    }

    /// Removes the attribute called `name` from an element, if the element has it.
    pub fn drop_attribute(&mut self, id: Id, name: &str) {
        let range = self.attribute_range(id);
        for attribute in self.attributes.get_mut(range).unwrap_or_default() {
            if &*attribute.name == name {
                attribute.name = LocalName::from("");
            }
        }
    }

    /// Returns the number of characters other than white space in a text node; 0 for an element.
    ///
    /// It is the number that [`count_letters`](Self::count_letters) found last.
    pub fn letters(&self, id: Id) -> u32 {
        self.letters.get(id.index()).copied().unwrap_or(0)
    }

    /// Recounts the characters of all text nodes for [`letters`](Self::letters), as after texts changed.
    pub fn count_letters(&mut self) {
        let count = |node: &Node| match node.tag {
            Tag::Text => count_letters(slice_text(&self.text, node.start, node.length)),
            _ => 0,
        };
        self.letters = self.nodes.iter().map(count).collect();
    }

    /// Returns whether an element has no attributes and no children.
    pub fn is_bare(&self, id: Id) -> bool {
        let node = self.node(id);
        node.length == 0 && node.first_child == Id::NONE
    }

    /// Returns the parent of a node; `None` for the document and for a removed node.
    pub fn parent(&self, id: Id) -> Option<Id> {
        self.node(id).parent.into_option()
    }

    /// Returns the first child of a node; `None` if the node has no children.
    pub fn first_child(&self, id: Id) -> Option<Id> {
        self.node(id).first_child.into_option()
    }

    /// Returns the sibling after a node; `None` if the node is the last child.
    pub fn next(&self, id: Id) -> Option<Id> {
        self.node(id).next.into_option()
    }

    /// Returns the sibling before a node; `None` if the node is the first child.
    pub fn previous(&self, id: Id) -> Option<Id> {
        self.node(id).previous.into_option()
    }

    /// Returns the children of a node, in document order.
    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next(child))
    }

    /// Returns the node `root` and all nodes below it, in document order.
    pub fn descendants(&self, root: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(Some(root), move |&at| self.following(at, root))
    }

    /// Returns the node that follows `at` in document order; `None` if that is not below `root`.
    pub fn following(&self, at: Id, root: Id) -> Option<Id> {
        self.first_child(at).or_else(|| self.following_skipping(at, root))
    }

    /// Returns the node that follows `at` and its descendants; `None` if that is not below `root`.
    pub fn following_skipping(&self, mut at: Id, root: Id) -> Option<Id> {
        while at != root {
            if let Some(next) = self.next(at) {
                return Some(next);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// Returns whether the page has a node of the kind `tag`, or had one that was removed or changed.
    pub fn has(&self, tag: Tag) -> bool {
        self.has.get(tag as usize).copied().unwrap_or(false)
    }

    /// Returns the first node of the kind `tag`, in document order, among `root` and those below it.
    pub fn find(&self, root: Id, tag: Tag) -> Option<Id> {
        if self.has(tag) { self.descendants(root).find(|&id| self.tag(id) == tag) } else { None }
    }

    /// Returns the text of a node and all nodes below it, except scripts, style sheets and templates.
    ///
    /// A blank separates blocks and lines.
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

    /// Removes a node, with all nodes below it, from the tree.
    pub fn detach(&mut self, id: Id) {
        let Node { parent, previous, next, .. } = *self.node(id);
        if parent == Id::NONE {
            return;
        }
        match previous.into_option() {
            None => self.node_mut(parent).first_child = next,
            Some(previous) => self.node_mut(previous).next = next,
        }
        match next.into_option() {
            None => self.node_mut(parent).last_child = previous,
            Some(next) => self.node_mut(next).previous = previous,
        }
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (Id::NONE, Id::NONE, Id::NONE);
    }

    /// Makes a node the last child of another.
    fn append_child(&mut self, parent: Id, child: Id) {
        self.detach(child);
        let last = self.node(parent).last_child;
        let depth = self.node(parent).depth.saturating_add(1);
        let node = self.node_mut(child);
        (node.parent, node.previous, node.depth) = (parent, last, depth);
        match last.into_option() {
            None => self.node_mut(parent).first_child = child,
            Some(last) => self.node_mut(last).next = child,
        }
        self.node_mut(parent).last_child = child;
    }

    fn insert_before(&mut self, sibling: Id, child: Id) {
        if sibling == child || self.parent(sibling).is_none() {
            return;
        }
        self.detach(child);
        let Node { parent, previous, depth, .. } = *self.node(sibling);
        let node = self.node_mut(child);
        (node.parent, node.previous, node.next, node.depth) = (parent, previous, sibling, depth);
        self.node_mut(sibling).previous = child;
        match previous.into_option() {
            Some(previous) => self.node_mut(previous).next = child,
            None => self.node_mut(parent).first_child = child,
        }
    }

    /// Turns an element into a `math` element whose only content is the TeX formula `tex`, as text.
    ///
    /// Attributes that may hide it are removed.
    ///
    /// A text stays as it is.
    pub fn make_formula(&mut self, id: Id, tex: &str) {
        if self.tag(id) == Tag::Text {
            return;
        }
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
        self.append_child(id, text);
    }

    /// Inserts a `math` element with the TeX formula `tex`, as text, before `sibling`; returns its id.
    ///
    /// It is in no tree if the sibling is in none.
    pub fn insert_formula(&mut self, sibling: Id, tex: &str) -> Id {
        let id = self.allocate_node(Tag::Math, Space::MathMl);
        self.insert_before(sibling, id);
        let text = self.create_text(tex);
        self.append_child(id, text);
        id
    }

    /// Turns an element into one of another kind, such as [`Tag::Pre`].
    ///
    /// A text, the document and an element without a tag of its own stay as they are.
    pub fn set_tag(&mut self, id: Id, tag: Tag) {
        let is_element = |tag| !matches!(tag, Tag::Document | Tag::Text | Tag::Other);
        if !is_element(self.tag(id)) || !is_element(tag) {
            return;
        }
        self.node_mut(id).tag = tag;
        if let Some(has) = self.has.get_mut(tag as usize) {
            *has = true;
        }
    }

    /// Moves the content of `from` into a new paragraph, the first child of `to`; removes `from`.
    ///
    /// Does nothing if `to` is a text, or is `from` or below it.
    pub fn move_as_line(&mut self, from: Id, to: Id) {
        let mut above = std::iter::successors(Some(to), |&at| self.parent(at));
        if self.tag(to) == Tag::Text || above.any(|at| at == from) {
            return;
        }
        let line = self.allocate_node(Tag::P, Space::Html);
        match self.first_child(to) {
            Some(first) => self.insert_before(first, line),
            None => self.append_child(to, line),
        }
        while let Some(child) = self.first_child(from) {
            self.append_child(line, child);
        }
        self.detach(from);
    }

    /// Inserts a text node with the text `text` before `sibling`.
    ///
    /// It is in no tree if the sibling is in none.
    pub fn insert_text(&mut self, sibling: Id, text: &str) {
        let text = self.create_text(text);
        self.insert_before(sibling, text);
    }

    /// Replaces the content of a text node. Does nothing if the node is an element.
    pub fn set_text(&mut self, id: Id, text: &str) {
        let (start, length) = self.store_text(text);
        if let Some(node) = self.nodes.get_mut(id.index()).filter(|node| node.tag == Tag::Text) {
            (node.start, node.length) = (start, length);
        }
    }

    /// A new text node, not yet linked.
    fn create_text(&mut self, text: &str) -> Id {
        let id = self.allocate_node(Tag::Text, Space::Html);
        self.set_text(id, text);
        id
    }

    /// Appends to a text node at the cost of `text`; returns `false` if other texts were stored after it.
    fn extend_text(&mut self, id: Id, text: &str) -> bool {
        let Node { start, length, .. } = *self.node(id);
        if (start + length) as usize != self.text.len() {
            return false;
        }
        let (_, more) = self.store_text(text);
        self.node_mut(id).length += more;
        true
    }

    fn store_text(&mut self, text: &str) -> (u32, u32) {
        let start = self.text.len();
        self.text.push_str(text);
        // A page is bounded so that offsets fit.
        (u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(text.len()).unwrap_or(0))
    }
}

/// Returns the number of characters of a text, blanks not counted.
fn count_letters(text: &str) -> u32 {
    u32::try_from(text.chars().filter(|c| !c.is_whitespace()).count()).unwrap_or(u32::MAX)
}

fn slice_text(text: &str, start: u32, length: u32) -> &str {
    let slice = text.get(start as usize..(start as usize + length as usize));
    debug_assert!(slice.is_some(), "nodes have ranges of the text of their own tree");
    slice.unwrap_or_default()
}
