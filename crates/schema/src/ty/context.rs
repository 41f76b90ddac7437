//! Context of the productions: what surrounds a type, and the bounds of its tree.

use std::cell::{Cell, RefCell};

use super::lex::{Fault, Res, SyntaxErrorKind};
use super::{Constraints, limits, tags};
use crate::escape::Breaks;

/// Context of the productions.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'c> {
    pub(super) depth: usize,
    pub(super) nodes: &'c Cell<usize>,
    /// Receives the comments that the tree holds.
    pub(super) kept: Option<&'c RefCell<Vec<usize>>>,
}

impl<'c> Cx<'c> {
    /// The start of a text, of which `nodes` counts the nodes.
    pub(crate) const fn new(nodes: &'c Cell<usize>) -> Self {
        Self { depth: 0, nodes, kept: None }
    }

    /// The facts of a comment, which the tree is to hold.
    pub(super) fn facts(self, comment: &str) -> Constraints {
        if let Some(mut kept) = self.kept.and_then(|kept| kept.try_borrow_mut().ok()) {
            kept.push(comment.as_ptr() as usize);
        }
        tags::read(comment, Breaks::Join)
    }
}

impl Cx<'_> {
    /// One level further in, or the error that there are too many.
    pub(crate) fn deeper(self, i: &str) -> Res<'_, Self> {
        // The type within the innermost bracket is a level as well.
        if self.depth > limits::DEPTH {
            return Fault::limit(i, SyntaxErrorKind::TooDeep, "a flatter type");
        }
        Ok((i, Self { depth: self.depth + 1, ..self }))
    }

    /// Counts one node.
    pub(crate) fn node(self, i: &str) -> Res<'_, ()> {
        self.nodes.set(self.nodes.get() + 1);
        if self.nodes.get() > limits::NODES {
            return Fault::limit(i, SyntaxErrorKind::TooLarge, "a smaller type");
        }
        Ok((i, ()))
    }
}
