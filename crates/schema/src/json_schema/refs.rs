//! Targets of references.
//!
//! All schemas of a document are found first, in one walk with a bound on depth and number; then each
//! reference is followed once, within the document: pointers, anchors, and `$id`s that stand in it. What lies
//! outside is an error, never a request. Two things are known afterwards that reading needs: which schemas
//! are reached from themselves, and which by way of the very same value (`{"$ref": "#"}` in `allOf`), which no
//! TypeScript alias may be.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::error::{SchemaError, SchemaErrorKind};
use super::identity::Id;
use super::keywords::{Step, for_each_schema};
use super::{limits, uri};
use crate::loss::pointer;

/// The place of a schema in [`Graph::nodes`].
pub(super) type At = usize;

#[derive(Debug)]
pub(super) struct Node<'s> {
    pub(super) id: Id<'s>,
    /// The schema around it, and its place there.
    ///
    /// The parent of a target of a pointer that leads past the known schemas is its document.
    pub(super) parent: Option<(At, Place<'s>)>,
    children: Vec<At>,
    /// Target of its `$ref`, or of a dynamic one with only one answer.
    pub(super) target: Option<At>,
    /// Number of references that lead to it.
    pub(super) uses: usize,
    /// It is reached from itself.
    pub(super) recursive: bool,
    /// The group of schemas that are reached from each other about one value; 0 for none.
    pub(super) cycle: usize,
    depth: usize,
    /// The document that references are relative to: a place in `bases`.
    base: usize,
}

#[derive(Debug, Clone)]
pub(super) enum Place<'s> {
    Step(Step<'s>),
    /// A pointer from the parent, as it was written.
    Pointer(String),
}

/// Dialect by a schema's `$schema`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Keywords next to `$ref` do not count.
    Draft7,
    Draft2019,
    Draft2020,
    /// None is named: older spellings and `nullable` are understood.
    Unnamed,
}

impl Dialect {
    pub(super) fn of(schema: &Value) -> Result<Self, SchemaError> {
        let Some(named) = schema.as_object().and_then(|map| map.get("$schema")) else {
            return Ok(Self::Unnamed);
        };
        let text = named.as_str().unwrap_or_default().trim_end_matches('#');
        let text = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
        match text {
            "json-schema.org/draft-06/schema" | "json-schema.org/draft-07/schema" => Ok(Self::Draft7),
            "json-schema.org/draft/2019-09/schema" => Ok(Self::Draft2019),
            "json-schema.org/draft/2020-12/schema" => Ok(Self::Draft2020),
            _ => Err(SchemaError::new(
                SchemaErrorKind::UnknownDialect,
                "/$schema",
                format!(
                    "the dialect {} is not known; use draft 2020-12, 2019-09 or 7, or leave `$schema` out",
                    shorten(&named.to_string())
                ),
            )),
        }
    }
}

/// Schemas of a document that has references, at the least.
const USUAL: usize = 32;

/// The schemas of a document and what connects them.
#[derive(Debug)]
pub(super) struct Graph<'s> {
    nodes: Vec<Node<'s>>,
    dialect: Dialect,
    places: HashMap<Id<'s>, At>,
    bases: Vec<String>,
    resources: HashMap<String, At>,
    anchors: HashMap<(usize, &'s str), At>,
    /// Number of schemas that carry a `$dynamicAnchor` of this name.
    dynamic: HashMap<&'s str, usize>,
    /// Number of documents, whole or embedded, whose root has `$recursiveAnchor`.
    recursive: usize,
    /// Knots given out so far.
    cycles: usize,
}

impl<'s> Graph<'s> {
    pub(super) fn new(schema: &'s Value, dialect: Dialect) -> Result<Self, SchemaError> {
        let mut graph = Self {
            nodes: Vec::with_capacity(USUAL),
            dialect,
            places: HashMap::with_capacity(USUAL),
            bases: vec![String::new()],
            resources: HashMap::new(),
            anchors: HashMap::new(),
            dynamic: HashMap::new(),
            recursive: 0,
            cycles: 0,
        };
        graph.walk(schema, None, 0, 0)?;
        // Following a reference may find schemas in places where none were looked for.
        let mut at = 0;
        while at < graph.nodes.len() {
            graph.follow(at)?;
            at += 1;
        }
        // Without a reference schemas are a tree.
        if graph.nodes.iter().any(|node| node.target.is_some()) {
            graph.find_cycles(Reach::All);
            // Cycles through the same value are among all cycles: without any, there is nothing to search.
            if graph.nodes.iter().any(|node| node.recursive) {
                graph.find_cycles(Reach::SameValue);
            }
        }
        Ok(graph)
    }

    pub(super) fn node(&self, at: At) -> &Node<'s> {
        &self.nodes[at]
    }

    /// The place of a schema.
    pub(super) fn place(&self, id: Id<'s>) -> Option<At> {
        self.places.get(&id).copied()
    }

    pub(super) fn find(&self, id: Id<'s>) -> Option<&Node<'s>> {
        self.place(id).map(|at| self.node(at))
    }

    fn map(&self, at: At) -> Option<&'s Map<String, Value>> {
        self.nodes[at].id.map()
    }

    /// Returns the place of a schema, as a JSON Pointer.
    pub(super) fn pointer(&self, id: At) -> String {
        let mut places = Vec::new();
        let mut at = id;
        while let Some((parent, place)) = &self.nodes[at].parent {
            places.push(place);
            at = *parent;
        }
        places.iter().rev().fold(String::new(), |text, place| match place {
            Place::Pointer(more) => text + more,
            Place::Step(step) => {
                let text = pointer(&text, step.keyword);
                match (step.name, step.at) {
                    (Some(name), _) => pointer(&text, name),
                    (None, Some(at)) => pointer(&text, &at.to_string()),
                    (None, None) => text,
                }
            }
        })
    }

    fn error(&self, kind: SchemaErrorKind, id: At, message: impl Into<String>) -> SchemaError {
        SchemaError::new(kind, self.pointer(id), message)
    }

    /// Adds `value` and all schemas in it.
    fn walk(
        &mut self,
        value: &'s Value,
        parent: Option<(At, Place<'s>)>,
        depth: usize,
        base: usize,
    ) -> Result<At, SchemaError> {
        let first = self.add(value, parent, depth, base)?;
        let mut open = vec![first];
        let mut found = Vec::new();
        while let Some(id) = open.pop() {
            let Some(map) = self.map(id) else { continue };
            if has_core_keyword(map) {
                self.identify(id, map);
            }
            for_each_schema(map, &mut |step, value| found.push((step, value)));
            let (depth, base) = (self.nodes[id].depth + 1, self.nodes[id].base);
            self.nodes[id].children.reserve_exact(found.len());
            for (step, value) in found.drain(..) {
                // A pointer may already have led to this value.
                let child = match self.place(Id::new(value)) {
                    Some(child) => child,
                    None => {
                        let child = self.add(value, Some((id, Place::Step(step))), depth, base)?;
                        open.push(child);
                        child
                    }
                };
                self.nodes[id].children.push(child);
            }
        }
        Ok(first)
    }

    fn add(
        &mut self,
        value: &'s Value,
        parent: Option<(At, Place<'s>)>,
        depth: usize,
        base: usize,
    ) -> Result<At, SchemaError> {
        let id = self.nodes.len();
        self.nodes.push(Node {
            id: Id::new(value),
            parent,
            children: Vec::new(),
            target: None,
            uses: 0,
            recursive: false,
            cycle: 0,
            depth,
            base,
        });
        self.places.insert(Id::new(value), id);
        if depth > limits::DEPTH {
            let message =
                format!("schemas nest deeper than {} levels; define inner ones in `$defs`", limits::DEPTH);
            return Err(self.error(SchemaErrorKind::TooDeep, id, message));
        }
        if self.nodes.len() > limits::SCHEMAS {
            let message = format!("there are more than {} schemas; split the tool", limits::SCHEMAS);
            return Err(self.error(SchemaErrorKind::TooMany, id, message));
        }
        match value {
            Value::Object(_) | Value::Bool(_) => Ok(id),
            other => {
                let message = format!(
                    "expected a schema (an object or a boolean), found {}",
                    shorten(&other.to_string())
                );
                Err(self.error(SchemaErrorKind::NotASchema, id, message))
            }
        }
    }

    /// Records the `$id` and the anchors of a schema.
    fn identify(&mut self, id: At, map: &'s Map<String, Value>) {
        let ref_hides = self.dialect == Dialect::Draft7 && map.get("$ref").is_some();
        if let Some(text) = map.get("$id").and_then(Value::as_str).filter(|_| !ref_hides) {
            let (document, fragment) = uri::resolve(&self.bases[self.nodes[id].base], text);
            // In draft 7 an anchor is an `$id` that is a fragment.
            if !text.starts_with('#') {
                self.bases.push(document.clone());
                self.nodes[id].base = self.bases.len() - 1;
                self.resources.entry(document).or_insert(id);
            }
            if !fragment.is_empty() {
                self.anchors.entry((self.nodes[id].base, fragment)).or_insert(id);
            }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(name) = map.get(keyword).and_then(Value::as_str) {
                self.anchors.entry((self.nodes[id].base, name)).or_insert(id);
                if keyword == "$dynamicAnchor" {
                    *self.dynamic.entry(name).or_default() += 1;
                }
            }
        }
        self.recursive += usize::from(is_recursive_anchor(map) && self.is_resource(id));
    }

    /// Finds the target of a schema's reference.
    fn follow(&mut self, id: At) -> Result<(), SchemaError> {
        let Some(map) = self.map(id).filter(|map| has_core_keyword(map)) else { return Ok(()) };
        for keyword in ["$ref", "$dynamicRef"] {
            let Some(text) = map.get(keyword).and_then(Value::as_str) else { continue };
            let target = self.resolve(id, text)?;
            // A dynamic reference with several anchors depends on the way that led to it.
            let name = text.split_once('#').map_or("", |(_, fragment)| fragment);
            let is_open = keyword != "$ref" && self.dynamic.get(name).is_some_and(|&count| count > 1);
            if self.nodes[id].target.is_none() && !is_open {
                self.nodes[id].target = Some(target);
                self.nodes[target].uses += 1;
            }
        }
        if map.contains_key("$recursiveRef")
            && self.nodes[id].target.is_none()
            && let Some(target) = self.recursive_target(id)
        {
            self.nodes[id].target = Some(target);
            self.nodes[target].uses += 1;
        }
        Ok(())
    }

    /// Returns whether a schema is the root of a document: the whole one, or one with an `$id` in it.
    fn is_resource(&self, id: At) -> bool {
        let node = &self.nodes[id];
        node.parent.as_ref().is_none_or(|(parent, _)| self.nodes[*parent].base != node.base)
    }

    /// Returns the schema that a `$recursiveRef` leads to; `None` if that is not a single one.
    ///
    /// It is the innermost schema around it with `$recursiveAnchor`. Draft 2019-09 allows the anchor only at the root of a
    /// document. Other documents embed such schemas, as OpenAPI does, and refer to the schema with the anchor.
    fn recursive_target(&self, id: At) -> Option<At> {
        if matches!(self.dialect, Dialect::Draft7 | Dialect::Draft2020) {
            return None;
        }
        let mut at = id;
        loop {
            if self.map(at).is_some_and(is_recursive_anchor) {
                // With several anchored documents, the outermost one on the way to the reference is meant.
                return (!self.is_resource(at) || self.recursive < 2).then_some(at);
            }
            if self.is_resource(at) {
                // Without an anchor, draft 2019-09 reads the keyword as `$ref`.
                return (self.dialect == Dialect::Draft2019).then_some(at);
            }
            at = self.nodes[at].parent.as_ref()?.0;
        }
    }

    fn resolve(&mut self, id: At, text: &'s str) -> Result<At, SchemaError> {
        let base = self.nodes[id].base;
        let (document, fragment) = uri::resolve(&self.bases[base], text);
        // The document itself is the one without a name.
        let resource = if document.is_empty() { Some(0) } else { self.resources.get(&document).copied() };
        let Some(resource) = resource else {
            let message = format!(
                "`$ref` leads to another document, {}, which is never fetched; put it in `$defs`",
                shorten(text)
            );
            return Err(self.error(SchemaErrorKind::RemoteRef, id, message));
        };
        if fragment.is_empty() {
            return Ok(resource);
        }
        let base = self.nodes[resource].base;
        let decoded = uri::percent_decoded(fragment).unwrap_or_else(|| fragment.to_owned());
        if !decoded.starts_with('/') {
            let anchor = self.anchors.get(&(base, decoded.as_str())).copied();
            return anchor.ok_or_else(|| self.unresolved(id, text));
        }
        let Some(value) = self.nodes[resource].id.value().pointer(&decoded) else {
            return Err(self.unresolved(id, text));
        };
        match self.place(Id::new(value)) {
            Some(target) => Ok(target),
            None => self.walk(value, Some((resource, Place::Pointer(decoded))), 0, base),
        }
    }

    fn unresolved(&self, id: At, text: &str) -> SchemaError {
        let message = format!("`$ref` {} leads to nothing in this schema", shorten(text));
        self.error(SchemaErrorKind::UnresolvedRef, id, message)
    }

    /// Returns the schemas that a schema leads to.
    fn successors(&self, id: At, reach: Reach) -> Vec<At> {
        let node = &self.nodes[id];
        let follows = |child: &&At| match &self.nodes[**child].parent {
            Some((_, Place::Step(step))) => match reach {
                Reach::All => !step.is_definition(),
                Reach::SameValue => step.is_in_place(),
            },
            _ => false,
        };
        node.children.iter().filter(follows).copied().chain(node.target).collect()
    }

    /// Marks the schemas that are reached from themselves (Tarjan's algorithm, without recursion).
    fn find_cycles(&mut self, reach: Reach) {
        const NEW: usize = usize::MAX;
        let count = self.nodes.len();
        let mut order = vec![NEW; count];
        let mut low = vec![0; count];
        let mut on_stack = vec![false; count];
        let mut stack = Vec::new();
        let mut next = 0;
        for start in 0..count {
            if order[start] != NEW {
                continue;
            }
            let mut path = vec![(start, self.successors(start, reach), 0)];
            while let Some((id, successors, at)) = path.last_mut() {
                let id = *id;
                if *at == 0 && order[id] == NEW {
                    order[id] = next;
                    low[id] = next;
                    next += 1;
                    stack.push(id);
                    on_stack[id] = true;
                }
                if let Some(&to) = successors.get(*at) {
                    *at += 1;
                    if order[to] == NEW {
                        let successors = self.successors(to, reach);
                        path.push((to, successors, 0));
                    } else if on_stack[to] {
                        low[id] = low[id].min(order[to]);
                    }
                    continue;
                }
                let reaches_itself = successors.contains(&id);
                path.pop();
                if let Some((parent, ..)) = path.last() {
                    low[*parent] = low[*parent].min(low[id]);
                }
                if low[id] == order[id] {
                    let from = stack.iter().rposition(|&other| other == id).unwrap_or(0);
                    let group = stack.split_off(from);
                    let is_cycle = group.len() > 1 || reaches_itself;
                    self.cycles += usize::from(is_cycle);
                    for member in group {
                        on_stack[member] = false;
                        match reach {
                            Reach::All => self.nodes[member].recursive = is_cycle,
                            Reach::SameValue if is_cycle => self.nodes[member].cycle = self.cycles,
                            Reach::SameValue => {}
                        }
                    }
                }
            }
        }
    }

    /// Counts the schemas once every reference is followed; within a cycle each counts once.
    #[cfg_attr(not(feature = "validate"), allow(dead_code, reason = "only validators expand references"))]
    pub(super) fn expanded(&self) -> usize {
        let mut sizes: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut open = vec![0];
        let mut entered = vec![false; self.nodes.len()];
        while let Some(&id) = open.last() {
            if sizes[id].is_some() {
                open.pop();
                continue;
            }
            let successors = self.successors(id, Reach::All);
            if !std::mem::replace(&mut entered[id], true) {
                open.extend(successors.iter().filter(|&&to| !entered[to]));
                continue;
            }
            let sum = successors.iter().fold(1_usize, |sum, &to| sum.saturating_add(sizes[to].unwrap_or(1)));
            sizes[id] = Some(sum);
            open.pop();
        }
        sizes.first().copied().flatten().unwrap_or(1)
    }
}

fn is_recursive_anchor(map: &Map<String, Value>) -> bool {
    map.get("$recursiveAnchor") == Some(&Value::Bool(true))
}

/// Returns whether a schema has a place of its own, or refers to another.
fn has_core_keyword(map: &Map<String, Value>) -> bool {
    map.keys().any(|keyword| keyword.starts_with('$'))
}

/// Which connections count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Into properties, items and references.
    All,
    /// Only steps that stay at one value.
    SameValue,
}

/// A text of the schema in a message.
pub(super) fn shorten(text: &str) -> String {
    crate::escape::excerpt(text, 80)
}
