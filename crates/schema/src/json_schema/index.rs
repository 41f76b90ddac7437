//! The schemas of a document, as reading sees them.
//!
//! Nearly no tool's schema refers to another schema, and without a reference there is nothing to know: schemas are a
//! tree, each is reached once, and a look at all of them finds that they are within the limits. The decision this
//! module embodies: **the connections of schemas ([`Graph`]) are only computed where there are any**, or where a loss
//! needs the place of a schema.

use std::cell::OnceCell;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use serde_json::{Map, Value};

use super::error::{SchemaError, SchemaErrorKind};
use super::keywords::for_each_schema;
use super::limits;
use super::refs::{Dialect, Graph, Node, Place};

/// A schema of the document, identified by its address.
#[derive(Debug, Clone, Copy)]
pub(super) struct Id<'s>(&'s Value);

impl<'s> Id<'s> {
    pub(super) const fn new(schema: &'s Value) -> Self {
        Self(schema)
    }

    pub(super) const fn value(self) -> &'s Value {
        self.0
    }

    /// The schema's members; none of a boolean.
    pub(super) fn map(self) -> Option<&'s Map<String, Value>> {
        self.0.as_object()
    }
}

impl PartialEq for Id<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Id<'_> {}

impl Hash for Id<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(std::ptr::from_ref(self.0).addr());
    }
}

/// Spreads addresses. No document chooses where its values lie, so that no secret is needed.
#[derive(Debug, Default)]
pub(super) struct AddressHasher(u64);

/// Hasher of maps by [`Id`].
pub(super) type ByAddress = BuildHasherDefault<AddressHasher>;

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_usize(usize::from(byte));
        }
    }

    fn write_usize(&mut self, address: usize) {
        // Both ends of a hash are used, and the low end of a product knows nothing of the high bits.
        let product = (self.0 ^ address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 32);
    }
}

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
        Ok(Self { root: Id(schema), dialect, graph, places: OnceCell::new() })
    }

    /// Returns the schema at a place where a keyword takes one.
    pub(super) fn id(&self, value: &'s Value) -> Option<Id<'s>> {
        match &self.graph {
            Some(graph) => graph.find(Id(value)).map(|_| Id(value)),
            None => Some(Id(value)),
        }
    }

    /// The schema that a value is where no keyword says so, but a reference leads to it.
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
/// Values that are not schemas, such as those of an `enum`, have no other bound, and each costs many times its length
/// in types and texts.
fn within_bytes(schema: &Value) -> Result<(), SchemaError> {
    const VALUE: usize = 8;
    let (mut bytes, mut open) = (0_usize, vec![schema]);
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
