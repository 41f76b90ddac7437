//! The kinds of values that a schema accepts, and its keywords next to its parts.

use serde_json::Value;

use super::algebra;
use super::entries::Entries;
use super::identity::Id;
use super::keywords::{Kind, Kinds};
use super::read::{HOPS, Reader};
use crate::ty::Type;

/// Returns whether a type consists of whole kinds of values, all objects among them.
fn has_objects(ty: &Type) -> bool {
    let is_whole = |ty: &Type| algebra::kind(ty).is_some_and(|kind| *ty == algebra::broad(kind));
    matches!(ty, Type::Union(members)
        if members.contains(&algebra::broad(Kind::Object)) && members.iter().all(is_whole))
}

/// Schemas that are examined to find whether the parts of one refuse further properties.
const CLOSED_STEPS: usize = 256;

impl<'s> Reader<'_, 's> {
    /// The kinds of a schema's values, by its own keywords and by the schemas that it refers to.
    pub(super) fn possible(&mut self, id: Id<'s>) -> Kinds {
        if let Some(&known) = self.possible.get(&id) {
            return known;
        }
        match self.entries(id) {
            Some(entries) => self.possible_of(id, &entries),
            None if id.value() == &Value::Bool(false) => Kinds::NONE,
            None => Kinds::ALL,
        }
    }

    /// The same of a schema whose keywords are known. What refers to no other is not worth remembering.
    pub(super) fn possible_of(&mut self, id: Id<'s>, entries: &Entries<'s>) -> Kinds {
        let mut kinds = Kinds::ALL;
        if let Some(named) = entries.kinds() {
            kinds = kinds.and(named.as_slice().iter().map(|(kind, _)| *kind).collect());
        }
        if let Some(values) = entries.values() {
            kinds = kinds.and(values.map(Kind::of).collect());
        }
        if entries.is_nullable() || !entries.refers() {
            return kinds;
        }
        if let Some(&known) = self.possible.get(&id) {
            return known;
        }
        if self.hops > HOPS {
            return Kinds::ALL;
        }
        self.hops += 1;
        // A schema that requires itself adds nothing.
        self.possible.insert(id, Kinds::ALL);
        kinds = kinds.and(self.possible_of_parts(id, entries));
        self.hops -= 1;
        self.possible.insert(id, kinds);
        kinds
    }

    /// The kinds that the schemas which hold together with this one leave.
    fn possible_of_parts(&mut self, id: Id<'s>, entries: &Entries<'s>) -> Kinds {
        let mut kinds = Kinds::ALL;
        if let Some(target) = self.index.target(id).filter(|_| entries.has("$ref")) {
            kinds = kinds.and(self.possible(target));
        }
        for value in entries.list("allOf").unwrap_or_default() {
            if let Some(id) = self.index.id(value) {
                kinds = kinds.and(self.possible(id));
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = entries.list(keyword) {
                let ids = branches.iter().filter_map(|value| self.index.id(value));
                kinds = kinds.and(ids.fold(Kinds::NONE, |any, id| any.or(self.possible(id))));
            }
        }
        kinds
    }

    /// Returns the intersection of the type of a schema's own keywords with the type of its parts.
    ///
    /// `Record<string, unknown> & A` would accept properties that `A` refuses: a part that consists of objects already
    /// stays as it is.
    pub(super) fn beside_parts(&mut self, id: Id<'s>, entries: &Entries<'s>, own: Type, parts: Type) -> Type {
        match own {
            own if own == algebra::broad(Kind::Object) || has_objects(&own) => {
                let kinds = match &own {
                    Type::Union(members) => members.iter().filter_map(algebra::kind).collect::<Kinds>(),
                    own => algebra::kind(own).into_iter().collect(),
                };
                let parts = algebra::alternatives(parts).into_iter();
                algebra::union(parts.map(|part| match &part {
                    Type::Reference { name, args } if args.is_empty() && self.consists_of(name, kinds) => {
                        part
                    }
                    _ => algebra::intersect(own.clone(), part),
                }))
            }
            Type::Object(mut members) if self.is_closed_by_parts(id, entries, &mut 0) => {
                members.retain(|member| !algebra::is_free_index(member));
                algebra::intersect(Type::Object(members), parts)
            }
            own => algebra::intersect(own, parts),
        }
    }

    /// Returns whether all values of a definition are of these kinds.
    fn consists_of(&mut self, name: &str, kinds: Kinds) -> bool {
        let possible = self.named(name).map(|id| self.possible(id));
        possible.is_some_and(|possible| possible.and(kinds) == possible)
    }

    /// Returns whether a part of a schema refuses objects with properties that it does not name.
    fn is_closed_by_parts(&mut self, id: Id<'s>, entries: &Entries<'s>, steps: &mut usize) -> bool {
        if let Some(target) = self.index.target(id).filter(|_| entries.has("$ref"))
            && self.is_closed(target, steps)
        {
            return true;
        }
        let parts = entries.list("allOf").unwrap_or_default();
        if parts.iter().any(|part| self.index.id(part).is_some_and(|id| self.is_closed(id, steps))) {
            return true;
        }
        ["anyOf", "oneOf"].into_iter().filter_map(|keyword| entries.list(keyword)).any(|branches| {
            branches
                .iter()
                .filter_map(|branch| self.index.id(branch))
                .all(|id| !self.possible(id).contains(Kind::Object) || self.is_closed(id, steps))
        })
    }

    fn is_closed(&mut self, id: Id<'s>, steps: &mut usize) -> bool {
        *steps += 1;
        let Some(entries) = self.entries(id).filter(|_| *steps < CLOSED_STEPS) else { return false };
        entries.get("additionalProperties") == Some(&Value::Bool(false))
            || self.is_closed_by_parts(id, &entries, steps)
    }
}
