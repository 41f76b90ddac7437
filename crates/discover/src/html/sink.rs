//! Tree that html5ever builds, stored as five numbers for each element.
//!
//! The first tag in the document is only known when the tree is complete, because misnested tables and formatting
//! move earlier elements. So the links between elements are stored, and of all their content only the attributes of
//! the three tags that matter. There is no recursion, and only vectors are dropped.
//!
//! The sink also counts: each call of the tree builder that looks at an element is a step. The algorithms of the HTML
//! Standard walk the stack of open elements again and again, and each step is visible here.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, LocalName, QualName, local_name, ns};

use crate::NAME;

/// Tag that matters, in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) kind: OccurrenceKind,
    /// Value of `content` or `href`, entities decoded.
    pub(super) written: Option<String>,
    /// `true` if its parent is `<head>`.
    pub(super) in_head: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OccurrenceKind {
    Meta,
    Link,
    /// `<base>` with an `href`.
    Base,
}

/// Node: its index in the arena, and its name, which the tree builder reads often.
#[derive(Debug, Clone)]
pub(super) struct Handle {
    id: u32,
    name: Rc<QualName>,
}

/// "No node", and the id of comments, which are never linked.
const NONE: u32 = u32::MAX;
const DOCUMENT: u32 = 0;

/// Links of a node to its relatives.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    previous: u32,
    next: u32,
    first_child: u32,
    last_child: u32,
}

const LONELY: Node = Node { parent: NONE, previous: NONE, next: NONE, first_child: NONE, last_child: NONE };

#[derive(Debug)]
pub(super) struct Sink {
    nodes: RefCell<Vec<Node>>,
    /// Occurrences with their nodes, in the order of creation, hence of ids.
    seen: RefCell<Vec<(u32, OccurrenceKind, Option<String>)>>,
    head: Cell<u32>,
    nameless: Rc<QualName>,
    steps: Cell<u64>,
}

impl Sink {
    pub(super) fn new() -> Self {
        Self {
            nodes: RefCell::new(vec![LONELY]),
            seen: RefCell::default(),
            head: Cell::new(NONE),
            nameless: Rc::new(QualName::new(None, ns!(), LocalName::from(""))),
            steps: Cell::new(0),
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    fn step(&self, count: usize) {
        self.steps.set(self.steps.get() + count as u64);
    }

    /// Returns the tags that matter, in document order.
    pub(super) fn occurrences(&self) -> Vec<Occurrence> {
        let (nodes, seen) = (self.nodes.borrow(), self.seen.borrow());
        let mut occurrences = Vec::new();
        if seen.is_empty() {
            return occurrences;
        }
        let mut at = DOCUMENT;
        while at != NONE {
            if let Ok(found) = seen.binary_search_by_key(&at, |&(id, ..)| id) {
                let (_, kind, written) = &seen[found];
                let in_head = nodes[at as usize].parent == self.head.get();
                occurrences.push(Occurrence { kind: *kind, written: written.clone(), in_head });
            }
            at = following(&nodes, at);
        }
        occurrences
    }

    fn allocate(&self) -> u32 {
        let mut nodes = self.nodes.borrow_mut();
        // A page of 8 MiB has fewer tags than there are ids, and each makes a bounded number of nodes.
        let id = u32::try_from(nodes.len()).unwrap_or(NONE);
        nodes.push(LONELY);
        id
    }

    fn append_node(&self, parent: u32, child: u32) {
        self.step(1);
        if parent == NONE || child == NONE {
            return;
        }
        let nodes = &mut *self.nodes.borrow_mut();
        detach(nodes, child);
        let last = nodes[parent as usize].last_child;
        nodes[child as usize].parent = parent;
        nodes[child as usize].previous = last;
        match last {
            NONE => nodes[parent as usize].first_child = child,
            last => nodes[last as usize].next = child,
        }
        nodes[parent as usize].last_child = child;
    }

    fn insert_before(&self, sibling: u32, child: u32) {
        self.step(1);
        if sibling == NONE || child == NONE || sibling == child {
            return;
        }
        let nodes = &mut *self.nodes.borrow_mut();
        detach(nodes, child);
        let Node { parent, previous, .. } = nodes[sibling as usize];
        nodes[child as usize] = Node { parent, previous, next: sibling, ..nodes[child as usize] };
        nodes[sibling as usize].previous = child;
        match previous {
            NONE if parent == NONE => {}
            NONE => nodes[parent as usize].first_child = child,
            previous => nodes[previous as usize].next = child,
        }
    }
}

/// Returns the next node in document order.
fn following(nodes: &[Node], at: u32) -> u32 {
    if nodes[at as usize].first_child != NONE {
        return nodes[at as usize].first_child;
    }
    let mut at = at;
    while at != NONE {
        let node = nodes[at as usize];
        if node.next != NONE {
            return node.next;
        }
        at = node.parent;
    }
    NONE
}

fn detach(nodes: &mut [Node], child: u32) {
    let Node { parent, previous, next, .. } = nodes[child as usize];
    if parent == NONE {
        return;
    }
    match previous {
        NONE => nodes[parent as usize].first_child = next,
        previous => nodes[previous as usize].next = next,
    }
    match next {
        NONE => nodes[parent as usize].last_child = previous,
        next => nodes[next as usize].previous = previous,
    }
    let node = &mut nodes[child as usize];
    (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
}

/// Returns the kind and the URL of an element that matters.
fn occurrence(name: &QualName, attributes: &[Attribute]) -> Option<(OccurrenceKind, Option<String>)> {
    if name.ns != ns!(html) {
        return None;
    }
    let value = |wanted: LocalName| {
        attributes.iter().find(|attribute| attribute.name.local == wanted).map(|attribute| &*attribute.value)
    };
    match name.local {
        local_name!("meta") => {
            let named = value(local_name!("name"))?.trim_ascii().eq_ignore_ascii_case(NAME);
            named.then(|| (OccurrenceKind::Meta, value(local_name!("content")).map(str::to_owned)))
        }
        local_name!("link") => {
            let mut relations = value(local_name!("rel"))?.split_ascii_whitespace();
            let named = relations.any(|relation| relation.eq_ignore_ascii_case(NAME));
            named.then(|| (OccurrenceKind::Link, value(local_name!("href")).map(str::to_owned)))
        }
        local_name!("base") => Some((OccurrenceKind::Base, Some(value(local_name!("href"))?.to_owned()))),
        _ => None,
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
        Handle { id: DOCUMENT, name: Rc::clone(&self.nameless) }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        self.step(1);
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Handle {
        self.step(1 + attributes.len());
        let id = self.allocate();
        if flags.template {
            // The contents of a template are a separate tree, with the next id.
            self.allocate();
        }
        if let Some((kind, written)) = occurrence(&name, &attributes) {
            self.seen.borrow_mut().push((id, kind, written));
        }
        if self.head.get() == NONE && name.local == local_name!("head") && name.ns == ns!(html) {
            self.head.set(id);
        }
        Handle { id, name: Rc::new(name) }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        Handle { id: NONE, name: Rc::clone(&self.nameless) }
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        Handle { id: NONE, name: Rc::clone(&self.nameless) }
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(child) = child {
            self.append_node(parent.id, child.id);
        }
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        let has_parent = self.nodes.borrow()[element.id as usize].parent != NONE;
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        Handle { id: target.id + 1, name: Rc::clone(&self.nameless) }
    }

    fn same_node(&self, left: &Handle, right: &Handle) -> bool {
        self.step(1);
        left.id == right.id
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(child) = child {
            self.insert_before(sibling.id, child.id);
        }
    }

    fn add_attrs_if_missing(&self, _target: &Handle, _attributes: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Handle) {
        self.step(1);
        if target.id != NONE {
            detach(&mut self.nodes.borrow_mut(), target.id);
        }
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        loop {
            let first = self.nodes.borrow()[node.id as usize].first_child;
            if first == NONE {
                break;
            }
            self.append_node(new_parent.id, first);
        }
    }

    /// Returns `false`: a shadow root is not part of the document that a query sees.
    ///
    /// As a template its content stays separate.
    fn allow_declarative_shadow_roots(&self, _parent: &Handle) -> bool {
        false
    }
}
