//! html5ever with nothing after it: the floor under every reader of pages that is built on it.
//!
//! Its sink builds no tree and keeps no text, so that what is measured is the tokenizer and the tree builder alone. How
//! many times that a whole reading takes says more than bytes a second, which are the machine's.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, ns};

/// Parses a page and says how many elements it made.
pub(super) fn parse(html: &str) -> usize {
    let sink = Sink { count: Cell::new(0), nameless: Rc::new(QualName::new(None, ns!(), "".into())) };
    html5ever::parse_document(sink, ParseOpts::default()).one(html)
}

/// Counts elements and forgets them.
struct Sink {
    count: Cell<usize>,
    nameless: Rc<QualName>,
}

/// The number of an element, and its name, which the tree builder asks for.
#[derive(Clone)]
struct Handle(usize, Rc<QualName>);

impl Sink {
    fn nameless(&self) -> Handle {
        Handle(0, Rc::clone(&self.nameless))
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = usize;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> usize {
        self.count.get()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.nameless()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.1.expanded()
    }

    fn create_element(&self, name: QualName, _attributes: Vec<Attribute>, _flags: ElementFlags) -> Handle {
        self.count.set(self.count.get() + 1);
        Handle(self.count.get(), Rc::new(name))
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        self.nameless()
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        self.nameless()
    }

    fn append(&self, _parent: &Handle, _child: NodeOrText<Handle>) {}

    fn append_based_on_parent_node(&self, _element: &Handle, _previous: &Handle, _child: NodeOrText<Handle>) {
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, left: &Handle, right: &Handle) -> bool {
        left.0 == right.0
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, _sibling: &Handle, _child: NodeOrText<Handle>) {}

    fn add_attrs_if_missing(&self, _target: &Handle, _attributes: Vec<Attribute>) {}

    fn remove_from_parent(&self, _target: &Handle) {}

    fn reparent_children(&self, _node: &Handle, _new_parent: &Handle) {}

    fn allow_declarative_shadow_roots(&self, _parent: &Handle) -> bool {
        false
    }
}
