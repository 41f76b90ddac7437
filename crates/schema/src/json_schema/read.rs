//! From a schema to a shape.
//!
//! A schema that types express exactly is read into a type with its other keywords. Any other schema keeps all its
//! keywords ([`needs_keywords`]), and its type is the intersection of the types of its keywords. The second way is
//! always right, and the first reads better.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::algebra::{self, NEVER, UNKNOWN};
use super::entries::{Entries, KindList, is_identity, is_sensible};
use super::exact::needs_keywords;
use super::identity::Id;
use super::index::Index;
use super::keywords::{Kind, Kinds, bounds, is_annotation, is_defining};
use super::literals::literal;
use super::names::type_name;
use super::refs::{Dialect, Node, Place, shorten};
use super::{RootKind, SchemaReadOptions, uri};
use crate::loss::{Action, Loss, Lossy, pointer};
use crate::shape::{Definition, Shape};
use crate::ty::{Constraints, ElementKind, Keyword, TupleElement, Type};
use crate::unique::UniqueNames;

/// Bytes of a key in `$defs` that is kept as it is.
const KEY_BYTES: usize = 200;

/// Losses that are reported, and bytes of their pointers.
///
/// A schema may have ten thousand in places whose names are a megabyte long.
const LOSSES: usize = 256;
const LOSS_BYTES: usize = 1 << 20;

/// References that are followed in place, one in another, before a definition is made instead.
const INLINE_DEPTH: usize = 32;

/// Most nested schemas that are searched for the kinds of a value.
pub(super) const HOPS: usize = 128;

/// Treatment of the keywords of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeywordScope {
    /// They are written from here.
    Written,
    /// A schema around this one keeps them: only what people read is kept here.
    Kept,
}

pub(super) struct Reader<'i, 's> {
    pub(super) index: &'i Index<'s>,
    pub(super) options: SchemaReadOptions,
    defined: Defined<'s>,
    report: KeywordLosses<'s>,
    pub(super) possible: HashMap<Id<'s>, Kinds>,
    pub(super) total: HashMap<(Id<'s>, Kind), bool>,
    depth: usize,
    /// References that are being followed to find the kinds of a schema.
    pub(super) hops: usize,
}

/// Definitions that were referred to.
#[derive(Default)]
struct Defined<'s> {
    names: UniqueNames,
    keys: UniqueNames,
    list: Vec<(Id<'s>, String, String)>,
    by_id: HashMap<Id<'s>, usize>,
    by_name: HashMap<String, Id<'s>>,
}

/// Keywords that are lost.
#[derive(Default)]
struct KeywordLosses<'s> {
    losses: Vec<Loss>,
    bytes: usize,
    /// Number of losses beyond the bounds.
    more: usize,
    /// Keywords that were dropped already: a schema may be visited more than once.
    dropped: HashSet<(Id<'s>, &'s str)>,
}

pub(super) fn read(index: &Index<'_>, options: SchemaReadOptions) -> Lossy<Shape> {
    let mut reader = Reader {
        index,
        options,
        defined: Defined::default(),
        report: KeywordLosses::default(),
        possible: HashMap::new(),
        total: HashMap::new(),
        depth: 0,
        hops: 0,
    };
    let is_any = options.root == RootKind::Any;
    let mut shape = if index.is_circular(index.root) && is_any {
        let name = reader.definition(index.root).1;
        Shape::new(Type::Reference { name, args: Vec::new() })
    } else {
        let (facts, ty) = reader.parts(index.root, KeywordScope::Written);
        Shape::new(ty.refined(facts))
    };
    let mut read: Vec<(usize, Definition)> = Vec::new();
    let mut at = 0;
    while let Some((id, key, name)) = reader.defined.list.get(at).cloned() {
        let (facts, ty) = reader.parts(id, KeywordScope::Written);
        let mut definition = Definition::new(name, ty.refined(facts));
        definition.key = key;
        read.push((index.order(id), definition));
        at += 1;
    }
    read.sort_by_key(|(order, _)| *order);
    shape.definitions = read.into_iter().map(|(_, definition)| definition).collect();
    if reader.report.more > 0 {
        let message = format!("{} more keywords were dropped or widened", reader.report.more);
        reader.report.losses.push(Loss::new("", "", Value::Null, Action::Widened, message));
    }
    Lossy { value: shape, losses: reader.report.losses }
}

impl<'s> Reader<'_, 's> {
    /// The key and the name of a schema's definition, which the first call makes.
    pub(super) fn definition(&mut self, id: Id<'s>) -> (String, String) {
        let at = match self.defined.by_id.get(&id) {
            Some(&at) => at,
            None => {
                let wanted = self.wanted_key(id);
                let key = self.defined.keys.take(&wanted);
                let name = self.defined.names.take(&type_name(&key));
                self.defined.by_name.insert(name.clone(), id);
                self.defined.list.push((id, key, name));
                self.defined.by_id.insert(id, self.defined.list.len() - 1);
                self.defined.list.len() - 1
            }
        };
        let (_, key, name) = &self.defined.list[at];
        (key.clone(), name.clone())
    }

    /// The schema of a definition, by its name.
    pub(super) fn named(&self, name: &str) -> Option<Id<'s>> {
        self.defined.by_name.get(name).copied()
    }

    fn wanted_key(&self, id: Id<'s>) -> String {
        let node = self.index.node(id);
        if let Some((_, Place::Step(step))) = node.and_then(|node| node.parent.as_ref())
            && let Some(name) = step.name.filter(|_| step.is_definition())
        {
            // Each reference repeats it.
            return if name.len() > KEY_BYTES { type_name(name) } else { name.to_owned() };
        }
        if let Some(title) = id.value().get("title").and_then(Value::as_str).filter(|title| !title.is_empty())
        {
            return type_name(title);
        }
        let mut words = Vec::new();
        let mut at = node;
        while let Some((parent, place)) = at.and_then(|node| self.index.parent(node))
            && words.len() < 2
        {
            match place {
                Place::Step(step) => words.extend(step.name.or(Some(step.keyword))),
                Place::Pointer(pointer) => words.extend(pointer.rsplit('/').next()),
            }
            at = Some(parent);
        }
        words.reverse();
        if words.is_empty() { "Schema".to_owned() } else { type_name(&words.join(" ")) }
    }

    /// A reference to a definition as a pointer.
    pub(super) fn reference(&mut self, id: Id<'s>) -> String {
        let (key, _) = self.definition(id);
        format!("#{}", uri::percent_encoded(&pointer("/$defs", &key)))
    }

    pub(super) fn lose(
        &mut self,
        id: Id<'s>,
        keyword: &'s str,
        value: &Value,
        action: Action,
        message: &str,
    ) {
        if !self.report.dropped.insert((id, keyword)) {
            return;
        }
        if self.report.losses.len() >= LOSSES || self.report.bytes > LOSS_BYTES {
            self.report.more += 1;
            return;
        }
        let at = self.index.pointer(id);
        self.report.bytes += at.len();
        self.report.losses.push(Loss::new(at, keyword, value.clone(), action, message));
    }

    /// The keywords of a schema that is not a boolean.
    pub(super) fn entries(&mut self, id: Id<'s>) -> Option<Entries<'s>> {
        let map = id.map()?;
        let dialect = self.index.dialect;
        let target = self.index.target(id);
        let mut entries = Entries::with_capacity(map.len());
        if dialect == Dialect::Draft7
            && let Some(value) = map.get("$ref")
        {
            entries.push("$ref", value);
            // Draft 7 ignores keywords next to `$ref`; annotations bind nothing, and people write them there.
            for (keyword, value) in map {
                if is_annotation(keyword) && keyword != "format" && is_sensible(keyword, value) {
                    entries.push(keyword, value);
                }
            }
            return Some(entries);
        }
        let is_tuple = || map.get("items").is_some_and(Value::is_array);
        for (keyword, value) in map {
            let mut keyword = keyword.as_str();
            if is_identity(keyword) {
                continue;
            }
            match keyword {
                "items" if value.is_array() => keyword = "prefixItems",
                "additionalItems" if is_tuple() => keyword = "items",
                "additionalItems" => continue,
                "nullable" if dialect != Dialect::Unnamed => continue,
                "dependencies" if matches!(dialect, Dialect::Draft2019 | Dialect::Draft2020) => continue,
                "prefixItems"
                | "dependentRequired"
                | "dependentSchemas"
                | "unevaluatedItems"
                | "unevaluatedProperties"
                | "minContains"
                | "maxContains"
                | "$dynamicRef"
                | "$recursiveRef"
                    if dialect == Dialect::Draft7 =>
                {
                    continue;
                }
                "$dynamicRef" | "$recursiveRef" if target.is_some() && !map.contains_key("$ref") => {
                    keyword = "$ref";
                }
                "$dynamicRef" | "$recursiveRef" => {
                    let message = "it does not lead to a single schema; every value is accepted";
                    self.lose(id, keyword, value, Action::Widened, message);
                    continue;
                }
                // In draft 4 and OpenAPI 3.0 a boolean makes the bound next to it exclusive.
                "minimum" if map.get("exclusiveMinimum") == Some(&Value::Bool(true)) => {
                    keyword = "exclusiveMinimum";
                }
                "maximum" if map.get("exclusiveMaximum") == Some(&Value::Bool(true)) => {
                    keyword = "exclusiveMaximum";
                }
                "exclusiveMinimum" | "exclusiveMaximum" if value.is_boolean() => continue,
                _ => {}
            }
            if is_sensible(keyword, value) {
                entries.push(keyword, value);
            } else {
                let message =
                    format!("`{keyword}` cannot be {}; it was left out", shorten(&value.to_string()));
                self.lose(id, keyword, value, Action::Dropped, &message);
            }
        }
        Some(entries)
    }

    /// The type of a schema with its facts around it.
    pub(super) fn node(&mut self, id: Id<'s>, scope: KeywordScope) -> Type {
        let (facts, ty) = self.node_parts(id, scope);
        ty.refined(facts)
    }

    /// The type of a schema and its facts.
    fn node_parts(&mut self, id: Id<'s>, scope: KeywordScope) -> (Constraints, Type) {
        // A schema that is reached from itself is written once, so that the cycle does not grow.
        if self.index.is_circular(id) {
            let facts = Constraints::described(
                self.entries(id).map_or_else(String::new, |entries| description(&entries)),
            );
            let name = self.definition(id).1;
            return (facts, Type::Reference { name, args: Vec::new() });
        }
        self.parts(id, scope)
    }

    /// The same of a value that is known to be a schema.
    pub(super) fn child(&mut self, value: &'s Value, scope: KeywordScope) -> Type {
        self.index.id(value).map_or(UNKNOWN, |id| self.node(id, scope))
    }

    /// The same without facts around the type.
    pub(super) fn child_parts(&mut self, value: &'s Value, scope: KeywordScope) -> (Constraints, Type) {
        match self.index.id(value) {
            Some(id) => self.node_parts(id, scope),
            None => (Constraints::default(), UNKNOWN),
        }
    }

    pub(super) fn parts(&mut self, id: Id<'s>, scope: KeywordScope) -> (Constraints, Type) {
        let Some(entries) = self.entries(id) else {
            let accepts = id.value() == &Value::Bool(true);
            return (Constraints::default(), if accepts { UNKNOWN } else { NEVER });
        };
        self.depth += 1;
        let exact = if needs_keywords(&entries) {
            Err(self.tight(id, &entries))
        } else {
            self.exact(id, &entries, scope)
        };
        let parts = exact.unwrap_or_else(|ty| {
            let mut facts = prose(&entries);
            if scope == KeywordScope::Written
                && let Value::Object(mut keywords) = self.raw(id)
            {
                keywords.shift_remove("description");
                facts.keywords = keywords;
            }
            (facts, ty.into_parts().1)
        });
        self.depth -= 1;
        parts
    }

    /// Returns the keywords that are kept with a type that expresses the others.
    fn further_facts(&mut self, entries: &Entries<'s>, scope: KeywordScope) -> Constraints {
        if scope == KeywordScope::Kept {
            return prose(entries);
        }
        let mut facts = Constraints::described(description(entries));
        for (keyword, value) in entries.iter() {
            if !is_defining(keyword)
                && !matches!(keyword, "description" | "additionalProperties" | "patternProperties")
            {
                facts.keywords.insert(keyword.to_owned(), self.raw_keyword(keyword, value));
            }
        }
        facts
    }

    /// Reads a schema that a type expresses, with further keywords.
    ///
    /// The error is the type alone, where keywords of the schema and of one in it contradict each other.
    fn exact(
        &mut self,
        id: Id<'s>,
        entries: &Entries<'s>,
        scope: KeywordScope,
    ) -> Result<(Constraints, Type), Type> {
        let outer = self.further_facts(entries, scope);
        if entries.has("$ref") {
            let Some(target) = self.index.target(id) else { return Ok((outer, UNKNOWN)) };
            return Ok(self.exact_reference(id, target, outer, scope));
        }
        let inner = if let Some(branches) = entries.list("anyOf") {
            algebra::union(branches.iter().map(|branch| self.child(branch, scope)).collect::<Vec<_>>())
        } else if let Some([only]) = entries.list("allOf") {
            self.child(only, scope)
        } else {
            self.base(id, entries, scope)
        };
        let (inner, ty) = inner.into_parts();
        match algebra::combine(outer, inner) {
            Some(facts) => Ok((facts, ty)),
            None => Err(ty),
        }
    }

    fn exact_reference(
        &mut self,
        id: Id<'s>,
        target: Id<'s>,
        outer: Constraints,
        scope: KeywordScope,
    ) -> (Constraints, Type) {
        if self.is_self_reference(id, target) {
            // The alias would be its own type, so the keyword expresses it instead of the type.
            let mut facts = outer;
            if scope == KeywordScope::Written {
                facts.keywords.insert("$ref".to_owned(), Value::String(self.reference(target)));
            }
            return (facts, UNKNOWN);
        }
        if self.is_named(target) {
            let name = self.definition(target).1;
            return (outer, Type::Reference { name, args: Vec::new() });
        }
        let (inner, ty) = self.parts(target, scope);
        match algebra::combine(outer.clone(), inner) {
            Some(facts) => (facts, ty),
            None => {
                let name = self.definition(target).1;
                (outer, Type::Reference { name, args: Vec::new() })
            }
        }
    }

    /// Returns whether a reference leads back to the value that it is about.
    fn is_self_reference(&self, id: Id<'s>, target: Id<'s>) -> bool {
        let cycle = |id| self.index.node(id).map_or(0, |node| node.cycle);
        cycle(id) != 0 && cycle(id) == cycle(target)
    }

    /// Returns whether a schema is a definition; others are read in the place of each reference.
    fn is_named(&self, id: Id<'s>) -> bool {
        let is_named = |node: &Node<'_>| {
            let in_defs = matches!(&node.parent, Some((_, Place::Step(step))) if step.is_definition());
            in_defs || node.recursive || node.uses > 1
        };
        self.index.node(id).is_some_and(is_named)
            || self.depth > INLINE_DEPTH
            || self.defined.by_id.contains_key(&id)
            || id == self.index.root
    }

    /// Reads `type`, `enum`, and the keywords of properties and items.
    pub(super) fn base(&mut self, id: Id<'s>, entries: &Entries<'s>, scope: KeywordScope) -> Type {
        let named = entries.kinds();
        if let Some(values) = entries.values() {
            let fits = |value: &&Value| match &named {
                None => true,
                Some(kinds) => kinds.as_slice().iter().any(|(kind, word)| {
                    *kind == Kind::of(value)
                        && (*word != Keyword::Integer || value.as_f64().is_some_and(|n| n.fract() == 0.0))
                }),
            };
            return algebra::union(values.filter(fits).map(|value| literal(value).0));
        }
        let is_tool_root = id == self.index.root && self.options.root == RootKind::Tool;
        // `named` already has the kinds of the schema's own keywords.
        let possible = if entries.refers() { self.possible_of(id, entries) } else { Kinds::ALL };
        let mut kinds = KindList::default();
        match named {
            Some(named) => {
                let is_possible = |(kind, _): &&(Kind, Keyword)| possible.contains(*kind);
                named.as_slice().iter().filter(is_possible).for_each(|(kind, word)| kinds.add(*kind, *word));
            }
            None if is_tool_root => kinds.add(Kind::Object, Keyword::Object),
            None => Kind::ALL
                .into_iter()
                .filter(|kind| possible.contains(*kind))
                .for_each(|kind| kinds.add(kind, Keyword::Any)),
        }
        let kinds = kinds.as_slice();
        let speaks = |kind: Kind| {
            let structure = match kind {
                Kind::Array => &bounds(kind)[..2],
                Kind::Object => &bounds(kind)[..4],
                _ => return false,
            };
            structure.iter().any(|keyword| entries.has(keyword))
        };
        if kinds.len() == Kind::ALL.len() && !Kind::ALL.into_iter().any(speaks) {
            return UNKNOWN;
        }
        let mut of_kind = |(kind, word): (Kind, Keyword)| match (kind, word) {
            (Kind::Array, _) => self.array(entries, scope),
            (Kind::Object, _) => self.object(entries, scope),
            (Kind::Number, Keyword::Integer) => Type::Keyword(Keyword::Integer),
            (kind, _) => algebra::broad(kind),
        };
        match kinds {
            [one] => of_kind(*one),
            kinds => algebra::union(kinds.iter().copied().map(of_kind).collect::<Vec<_>>()),
        }
    }

    fn array(&mut self, entries: &Entries<'s>, scope: KeywordScope) -> Type {
        let count = |keyword| entries.get(keyword).and_then(Value::as_u64);
        let rest = match entries.get("items") {
            Some(Value::Bool(false)) => None,
            Some(value) => Some(self.child(value, scope)),
            None => Some(UNKNOWN),
        };
        let first = entries.list("prefixItems").unwrap_or_default();
        if first.is_empty() {
            return rest.map_or_else(|| Type::Tuple(Vec::new()), |item| Type::Array(Box::new(item)));
        }
        let least = count("minItems").and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let mut elements: Vec<TupleElement> = Vec::with_capacity(first.len() + 1);
        for (at, value) in first.iter().enumerate() {
            let kind = if at < least { ElementKind::Required } else { ElementKind::Optional };
            elements.push(TupleElement { name: None, kind, ty: self.child(value, scope) });
        }
        if let Some(rest) = rest {
            let ty = Type::Array(Box::new(rest));
            elements.push(TupleElement { name: None, kind: ElementKind::Rest, ty });
        }
        Type::Tuple(elements)
    }

    /// The tightest type of a schema whose keywords are kept.
    fn tight(&mut self, id: Id<'s>, entries: &Entries<'s>) -> Type {
        let scope = KeywordScope::Kept;
        let mut ty = self.base(id, entries, scope);
        let mut parts: Vec<Type> = Vec::new();
        if entries.has("$ref")
            && let Some(target) = self.index.target(id)
        {
            parts.push(self.exact_reference(id, target, Constraints::default(), scope).1);
        }
        for branch in entries.list("allOf").unwrap_or_default() {
            parts.push(self.child(branch, scope));
        }
        if let Some(branches) = entries.list("anyOf") {
            parts.push(algebra::union(
                branches.iter().map(|branch| self.child(branch, scope)).collect::<Vec<_>>(),
            ));
        }
        if let Some(branches) = entries.list("oneOf") {
            parts.push(self.one_of(branches));
        }
        if let Some(id) = entries.get("not").and_then(|value| self.index.id(value)) {
            parts.push(self.negate(id));
            if let Some(values) = self.entries(id).and_then(|entries| only_values(&entries)) {
                ty = algebra::without(ty, &values);
            }
        }
        if let Some(ty) = self.conditional(entries) {
            parts.push(ty);
        }
        parts.extend(self.dependent(entries));
        // The base is narrow in some places and the parts in others; the intersection keeps both.
        let parts = algebra::intersect_all(parts);
        self.beside_parts(id, entries, ty, parts)
    }

    fn conditional(&mut self, entries: &Entries<'s>) -> Option<Type> {
        let condition = entries.get("if").and_then(|value| self.index.id(value))?;
        let (then, otherwise) = (entries.get("then"), entries.get("else"));
        if then.is_none() && otherwise.is_none() {
            return None;
        }
        let holds = self.node(condition, KeywordScope::Kept);
        let fails = self.negate(condition);
        let branch = |reader: &mut Self, value: Option<&'s Value>| {
            value.map_or(UNKNOWN, |value| reader.child(value, KeywordScope::Kept))
        };
        let then = algebra::intersect(holds, branch(self, then));
        let otherwise = algebra::intersect(fails, branch(self, otherwise));
        Some(algebra::union([then, otherwise]))
    }
}

/// Constraints for people of a schema whose keywords are kept elsewhere: prose and simple bounds.
fn prose(entries: &Entries<'_>) -> Constraints {
    let mut facts = Constraints::described(description(entries));
    for (keyword, value) in entries.iter() {
        let is_bound = || Kind::ALL.iter().any(|kind| bounds(*kind).contains(&keyword));
        if keyword != "description"
            && !is_defining(keyword)
            && (is_annotation(keyword) || !value.is_object() && is_bound())
            && !matches!(keyword, "additionalProperties" | "contains" | "propertyNames")
        {
            facts.keywords.insert(keyword.to_owned(), value.clone());
        }
    }
    facts
}

fn description(entries: &Entries<'_>) -> String {
    entries.get("description").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The literals of a schema that consists of `enum` or `const`.
fn only_values(entries: &Entries<'_>) -> Option<Vec<Type>> {
    let bounds = entries.iter().filter(|(keyword, _)| !is_annotation(keyword));
    let values = entries.values()?;
    (bounds.count() == 1).then(|| values.map(|value| literal(value).0).collect())
}
