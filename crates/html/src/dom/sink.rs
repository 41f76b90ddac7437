//! The target of html5ever's tree builder: the arena, and a count of its cost.
//!
//! Each call of the tree builder that looks at an element is a step. The algorithms of the HTML Standard walk
//! the stack of open elements again and again, and this count measures it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, LocalName, Namespace, QualName, ns};
use memchr::memmem;

use super::{Dom, Id, Space, Tag};
use crate::limits;

/// A node with its name, which the tree builder reads constantly.
#[derive(Debug, Clone)]
pub(super) struct Handle {
    id: Id,
    space: Space,
    name: LocalName,
}

#[derive(Debug)]
pub(super) struct Sink {
    dom: RefCell<Dom>,
    /// `true` if text that no reader sees is left out.
    drops_unseen: bool,
    steps: Cell<u64>,
    /// The node whose name the tree builder read last.
    named: Cell<Id>,
    /// The tag that was looked up last, by its name.
    tag: RefCell<(LocalName, Tag)>,
    spaces: [Namespace; 4],
}

impl Sink {
    /// Returns a sink for a page of `bytes` bytes.
    pub(super) fn new(bytes: usize, drops_unseen: bool) -> Self {
        Self {
            dom: RefCell::new(Dom::for_page(bytes)),
            drops_unseen,
            steps: Cell::new(0),
            named: Cell::new(Id::DOCUMENT),
            tag: RefCell::new((LocalName::from(""), Tag::Other)),
            spaces: [ns!(html), ns!(svg), ns!(mathml), ns!()],
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    pub(super) fn nodes(&self) -> usize {
        self.dom.borrow().node_count()
    }

    /// Returns the bytes of text and attributes so far.
    pub(super) fn text_bytes(&self) -> usize {
        self.dom.borrow().shared_text().len()
    }

    pub(super) fn into_dom(self) -> Dom {
        self.dom.into_inner()
    }

    pub(super) fn dom(&self) -> std::cell::RefMut<'_, Dom> {
        self.dom.borrow_mut()
    }

    /// The depth of the node whose name `ask` makes the tree builder read last: 0 if it reads none.
    pub(super) fn depth_of_named(&self, ask: impl FnOnce()) -> u16 {
        self.named.set(Id::DOCUMENT);
        ask();
        self.dom.borrow().node(self.named.get()).depth
    }

    /// The tag of an HTML element's name in lower case.
    ///
    /// The guard needs it first, and then the tree builder.
    pub(super) fn tag_of(&self, name: &LocalName) -> Tag {
        let mut last = self.tag.borrow_mut();
        if last.0 != *name {
            *last = (name.clone(), Tag::from_name(name));
        }
        last.1
    }

    fn add_steps(&self, count: usize) {
        self.steps.set(self.steps.get() + count as u64);
    }

    fn nameless_handle(id: Id) -> Handle {
        Handle { id, space: Space::Foreign, name: LocalName::from("") }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Self::nameless_handle(Id::DOCUMENT)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        self.add_steps(1);
        self.named.set(target.id);
        ExpandedName { ns: &self.spaces[target.space as usize], local: &target.name }
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Handle {
        self.add_steps(1 + attributes.len());
        let space = match name.ns {
            ns!(html) => Space::Html,
            ns!(svg) => Space::Svg,
            ns!(mathml) => Space::MathMl,
            _ => Space::Foreign,
        };
        let tag = match space {
            Space::Html => self.tag_of(&name.local),
            // A script or a style of a drawing is not text either.
            _ => match Tag::from_name(&name.local) {
                tag @ (Tag::Svg | Tag::Math | Tag::Script | Tag::Style) => tag,
                _ => Tag::Other,
            },
        };
        let mut dom = self.dom.borrow_mut();
        let id = dom.create_element(tag, space, &name.local);
        if flags.template {
            // The contents of a template are a tree of their own, with the next number.
            dom.allocate_node(Tag::Document, Space::Html);
        }
        dom.give_attributes(id, 0..0, attributes);
        Handle { id, space, name: name.local }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        Self::nameless_handle(Id::NONE)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        Self::nameless_handle(Id::NONE)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.add_steps(1);
        if parent.id == Id::NONE {
            return;
        }
        let mut dom = self.dom.borrow_mut();
        let child = match child {
            NodeOrText::AppendNode(child) if child.id == Id::NONE => return,
            NodeOrText::AppendNode(child) => child.id,
            NodeOrText::AppendText(ref text) if self.drops_unseen && is_code(&dom, parent.id, text) => return,
            NodeOrText::AppendText(text) => {
                let last = dom.node(parent.id).last_child;
                if last != Id::NONE && dom.tag(last) == Tag::Text && dom.extend_text(last, &text) {
                    return;
                }
                if self.drops_unseen
                    && text.bytes().all(|byte| byte.is_ascii_whitespace())
                    && begins_line(&dom, parent.id, last)
                {
                    return;
                }
                dom.create_text(&text)
            }
        };
        dom.append_child(parent.id, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        let has_parent = self.dom.borrow().parent(element.id).is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        Self::nameless_handle(Id(target.id.0.saturating_add(1)))
    }

    fn same_node(&self, left: &Handle, right: &Handle) -> bool {
        self.add_steps(1);
        left.id == right.id
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        self.add_steps(1);
        let mut dom = self.dom.borrow_mut();
        if sibling.id == Id::NONE {
            return;
        }
        let child = match child {
            NodeOrText::AppendNode(child) if child.id == Id::NONE => return,
            NodeOrText::AppendNode(child) => child.id,
            NodeOrText::AppendText(text) => {
                let before = dom.node(sibling.id).previous;
                if before != Id::NONE && dom.tag(before) == Tag::Text && dom.extend_text(before, &text) {
                    return;
                }
                dom.create_text(&text)
            }
        };
        dom.insert_before(sibling.id, child);
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        // Asked for `<html>` and `<body>` that stand a second time. Their attributes are a run in a shared
        // vector, so the run moves to its end, and their number bounds how often.
        let mut dom = self.dom.borrow_mut();
        let own = dom.attribute_range(target.id);
        if target.id == Id::NONE || own.len() >= limits::TAG_ATTRIBUTES {
            return;
        }
        let missing: Vec<Attribute> = attributes
            .into_iter()
            .filter(|attribute| dom.attribute(target.id, &attribute.name.local).is_none())
            .collect();
        if missing.is_empty() {
            return;
        }
        self.add_steps(own.len() + missing.len());
        dom.give_attributes(target.id, own, missing);
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.add_steps(1);
        if target.id != Id::NONE {
            self.dom.borrow_mut().detach(target.id);
        }
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut dom = self.dom.borrow_mut();
        while let Some(first) = dom.first_child(node.id) {
            self.add_steps(1);
            dom.append_child(new_parent.id, first);
        }
    }

    /// Refuses declarative shadow roots while the page is parsed.
    ///
    /// The reader of the page sees them, so their templates are taken for ordinary ones and opened once the page is
    /// read ([`shadow`](super::shadow)).
    fn allow_declarative_shadow_roots(&self, _parent: &Handle) -> bool {
        false
    }
}

/// Returns whether the text below an element is code, which is most of many a page and is not read.
///
/// JSON-LD, formulas and the delimiters of formulas are read.
fn is_code(dom: &Dom, element: Id, text: &str) -> bool {
    let configures = || {
        ["inlineMath", "MathInElement"]
            .iter()
            .any(|name| memmem::find(text.as_bytes(), name.as_bytes()).is_some())
    };
    match dom.tag(element) {
        Tag::Style => true,
        Tag::Script => {
            let kind = dom.attribute(element, "type").unwrap_or_default();
            let kind = kind.to_ascii_lowercase();
            !kind.contains("ld+json")
                && !kind.trim_start().starts_with("math/")
                && kind.trim() != "text/x-tex"
                && !configures()
        }
        _ => false,
    }
}

/// Elements whose blanks show as they stand.
const KEEP_BLANKS: [Tag; 5] = [Tag::Pre, Tag::Textarea, Tag::Listing, Tag::Xmp, Tag::Plaintext];

/// Number of elements around a text that are searched for one of them.
const AROUND: usize = 16;

/// Returns whether text after `last` in `parent` begins a line, where blanks show nothing.
///
/// See CSS Text 3, section 4.1.2. Such blanks are half of the texts of many a page.
fn begins_line(dom: &Dom, parent: Id, last: Id) -> bool {
    let around = dom.tag(parent);
    let begins =
        around == Tag::Head || if last == Id::NONE { around.is_block() } else { dom.tag(last).ends_line() };
    let mut above = std::iter::successors(Some(parent), |&above| dom.parent(above)).take(AROUND);
    begins
        && !is_line_of_code(dom, parent)
        && !(KEEP_BLANKS.iter().any(|&tag| dom.has(tag))
            && above.any(|above| KEEP_BLANKS.contains(&dom.tag(above))))
}

/// Returns whether an element is a line of a listing of Doxygen, whose style sheet keeps blanks.
fn is_line_of_code(dom: &Dom, element: Id) -> bool {
    dom.tag(element) == Tag::Div && dom.attribute(element, "class") == Some("line")
}
