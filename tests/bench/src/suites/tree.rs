//! Tree of HTML for the comparison of renderings.
//!
//! It is built as the HTML Standard defines, without the limits that `webagents-html` has for hostile pages.

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::{Attribute, ExpandedName, QualName, ns};

/// Content of a node: an element or text.
#[derive(Debug, Clone)]
pub(super) enum Content {
    /// The document, a comment, or the contents of a template.
    Nothing,
    /// A run of text.
    Text(String),
    /// An element with its attributes.
    Element(QualName, Vec<(String, String)>),
}

/// A node and the places of its children.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// Content of the node.
    pub(super) content: Content,
    /// Its children, in order.
    pub(super) children: Vec<usize>,
    /// Its place.
    pub(super) parent: Option<usize>,
}

/// A document; its root is the first node.
#[derive(Debug)]
pub(super) struct Tree {
    /// All nodes.
    pub(super) nodes: Vec<Node>,
}

/// Reads HTML.
pub(super) fn parse(html: &str) -> Tree {
    let sink = Sink::default();
    sink.add(Content::Nothing);
    html5ever::parse_document(sink, html5ever::ParseOpts::default()).one(html)
}

#[derive(Debug, Default)]
struct Sink {
    nodes: RefCell<Vec<Node>>,
}

#[derive(Debug, Clone)]
struct Handle(usize, QualName);

impl Sink {
    fn add(&self, content: Content) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { content, children: Vec::new(), parent: None });
        nodes.len() - 1
    }

    fn unnamed(id: usize) -> Handle {
        Handle(id, QualName::new(None, ns!(), "".into()))
    }

    fn detach(&self, child: usize) {
        let nodes = &mut *self.nodes.borrow_mut();
        if let Some(parent) = nodes[child].parent.take() {
            nodes[parent].children.retain(|&other| other != child);
        }
    }

    /// Puts a node, or text, among the children of `parent` at `place`.
    fn insert(&self, parent: usize, place: usize, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(Handle(child, _)) => child,
            NodeOrText::AppendText(text) => {
                let nodes = &mut *self.nodes.borrow_mut();
                let before = place.checked_sub(1).map(|before| nodes[parent].children[before]);
                if let Some(Content::Text(last)) = before.map(|before| &mut nodes[before].content) {
                    return last.push_str(&text);
                }
                nodes.push(Node {
                    content: Content::Text(text.to_string()),
                    children: Vec::new(),
                    parent: None,
                });
                nodes.len() - 1
            }
        };
        let nodes = &mut *self.nodes.borrow_mut();
        nodes[child].parent = Some(parent);
        nodes[parent].children.insert(place, child);
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Tree {
        Tree { nodes: self.nodes.into_inner() }
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Self::unnamed(0)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.1.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let pair = |attribute: Attribute| (attribute.name.local.to_string(), attribute.value.to_string());
        let id = self.add(Content::Element(name.clone(), attributes.into_iter().map(pair).collect()));
        if flags.template {
            self.add(Content::Nothing);
        }
        Handle(id, name)
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        Self::unnamed(self.add(Content::Nothing))
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        Self::unnamed(self.add(Content::Nothing))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(child) = &child {
            self.detach(child.0);
        }
        let place = self.nodes.borrow()[parent.0].children.len();
        self.insert(parent.0, place, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        let has_parent = self.nodes.borrow()[element.0].parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        Self::unnamed(target.0 + 1)
    }

    fn same_node(&self, left: &Handle, right: &Handle) -> bool {
        left.0 == right.0
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(child) = &child {
            self.detach(child.0);
        }
        let Some(parent) = self.nodes.borrow()[sibling.0].parent else { return };
        let place = self.nodes.borrow()[parent].children.iter().position(|&other| other == sibling.0);
        self.insert(parent, place.unwrap_or(0), child);
    }

    fn add_attrs_if_missing(&self, _target: &Handle, _attributes: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.0);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let nodes = &mut *self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[node.0].children);
        for &child in &children {
            nodes[child].parent = Some(new_parent.0);
        }
        nodes[new_parent.0].children.extend(children);
    }

    fn allow_declarative_shadow_roots(&self, _parent: &Handle) -> bool {
        false
    }
}
