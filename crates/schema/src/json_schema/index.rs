//! The schemas of a document, as reading sees them.
//!
//! Nearly no tool's schema refers to another schema, and without a reference there is nothing to know: schemas are a
//! tree, each is reached once, and a look at all of them finds that they are within the limits. The decision this
//! module embodies: **the connections of schemas ([`Graph`]) are only computed if there are any**, or if a loss needs
//! the place of a schema.

use std::cell::OnceCell;

use serde_json::Value;

use super::error::{SchemaError, SchemaErrorKind};
use super::identity::Id;
use super::keywords::for_each_schema;
use super::limits;
use super::refs::{Dialect, Graph, Node, Place};

/// The schemas of a document.
#[derive(Debug)]
pub(super) struct Index<'s> {
    pub(super) root: Id<'s>,
    pub(super) dialect: Dialect,
    /// Connections of the schemas; `None` if they are a tree.
    graph: Option<Graph<'s>>,
    /// Places of the schemas of a tree, once they were needed.
    places: OnceCell<Option<Graph<'s>>>,
}

impl<'s> Index<'s> {
    pub(super) fn new(schema: &'s Value) -> Result<Self, SchemaError> {
        within_bytes(schema)?;
        let dialect = Dialect::of(schema)?;
        let graph = if is_tree(schema, 0, &mut 0) { None } else { Some(Graph::new(schema, dialect)?) };
        Ok(Self { root: Id::new(schema), dialect, graph, places: OnceCell::new() })
    }

    /// Returns the schema at a place that a keyword defines as a schema.
    pub(super) fn id(&self, value: &'s Value) -> Option<Id<'s>> {
        match &self.graph {
            Some(graph) => graph.find(Id::new(value)).map(|_| Id::new(value)),
            None => Some(Id::new(value)),
        }
    }

    /// Returns the schema in a place that is not a keyword's, but the target of a reference.
    pub(super) fn pointed(&self, value: &'s Value) -> Option<Id<'s>> {
        self.graph.as_ref().and_then(|_| self.id(value))
    }

    /// Returns the connections of a schema.
    pub(super) fn node(&self, id: Id<'s>) -> Option<&Node<'s>> {
        self.graph.as_ref()?.find(id)
    }

    /// Returns the target of a schema's reference.
    pub(super) fn target(&self, id: Id<'s>) -> Option<Id<'s>> {
        let graph = self.graph.as_ref()?;
        Some(graph.node(graph.find(id)?.target?).id)
    }

    /// Returns whether a schema is reached from itself, and a reference leads to it.
    pub(super) fn is_circular(&self, id: Id<'s>) -> bool {
        self.node(id).is_some_and(|node| node.recursive && node.uses > 0)
    }

    /// The schema around this one.
    pub(super) fn parent<'n>(&'n self, node: &'n Node<'s>) -> Option<(&'n Node<'s>, &'n Place<'s>)> {
        let (parent, place) = node.parent.as_ref()?;
        Some((self.graph.as_ref()?.node(*parent), place))
    }

    /// The order in which schemas were found.
    pub(super) fn order(&self, id: Id<'s>) -> usize {
        self.graph.as_ref().and_then(|graph| graph.place(id)).unwrap_or_default()
    }

    /// Returns the place of a schema, as a JSON Pointer.
    pub(super) fn pointer(&self, id: Id<'s>) -> String {
        let found = || Graph::new(self.root.value(), self.dialect).ok();
        let graph = self.graph.as_ref().or_else(|| self.places.get_or_init(found).as_ref());
        graph.and_then(|graph| Some(graph.pointer(graph.place(id)?))).unwrap_or_default()
    }
}

/// Refuses a document that is longer than [`limits::BYTES`].
///
/// Values that are not schemas, such as the values of an `enum`, have no other bound, and each costs many times its
/// length in types and texts.
fn within_bytes(schema: &Value) -> Result<(), SchemaError> {
    const VALUE: usize = 8;
    /// Values that are open at once, in nearly every schema.
    const USUAL: usize = 64;
    let mut bytes = 0_usize;
    let mut open = Vec::with_capacity(USUAL);
    open.push(schema);
    while let Some(value) = open.pop() {
        bytes = bytes.saturating_add(VALUE);
        match value {
            Value::String(text) => bytes = bytes.saturating_add(text.len()),
            Value::Array(values) => open.extend(values),
            Value::Object(map) => {
                for (name, value) in map {
                    bytes = bytes.saturating_add(name.len());
                    open.push(value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        if bytes > limits::BYTES {
            let most = limits::BYTES;
            let message =
                format!("expected a schema of at most {most} bytes, found a longer one; list fewer values");
            return Err(SchemaError::new(SchemaErrorKind::TooLong, "", message));
        }
    }
    Ok(())
}

/// Returns whether the schemas of a document are within the limits, and none refers to another.
fn is_tree(schema: &Value, depth: usize, count: &mut usize) -> bool {
    *count += 1;
    if depth > limits::DEPTH || *count > limits::SCHEMAS {
        return false;
    }
    let map = match schema {
        Value::Object(map) => map,
        other => return other.is_boolean(),
    };
    if map.keys().any(|keyword| matches!(keyword.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef")) {
        return false;
    }
    let mut is_tree_below = true;
    for_each_schema(map, &mut |_, value| is_tree_below = is_tree_below && is_tree(value, depth + 1, count));
    is_tree_below
}
