//! The values that a schema refuses, as a type: for `not`, and for the `else` of an `if`.

use serde_json::Value;

use super::algebra::{self, NEVER, UNKNOWN};
use super::entries::Entries;
use super::identity::Id;
use super::keywords::{Kind, bounds, is_annotation};
use super::objects::absent;
use super::read::{HOPS, KeywordScope, Reader};
use crate::ty::{Keyword, Member, Type};

impl<'s> Reader<'_, 's> {
    /// A type of all values that the schema refuses.
    pub(super) fn negate(&mut self, id: Id<'s>) -> Type {
        let Some(entries) = self.entries(id) else {
            return if id.value() == &Value::Bool(true) { NEVER } else { UNKNOWN };
        };
        let speaks: Vec<&str> =
            entries.iter().map(|(keyword, _)| keyword).filter(|word| !is_annotation(word)).collect();
        match speaks.as_slice() {
            ["not"] => {
                return entries
                    .get("not")
                    .map_or(UNKNOWN, |value| self.child(value, KeywordScope::Kept))
                    .into_parts()
                    .1;
            }
            ["anyOf"] => {
                let parts = self.negate_all(&entries, "anyOf");
                return parts.into_iter().fold(UNKNOWN, algebra::intersect);
            }
            ["allOf"] => return algebra::union(self.negate_all(&entries, "allOf")),
            _ => {}
        }
        let accepted: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| self.accepts_all(id, *kind)).collect();
        let object =
            match speaks.iter().copied().filter(|word| *word != "type").collect::<Vec<&str>>().as_slice() {
                _ if !entries.kinds().is_none_or(|kinds| kinds.contains(Kind::Object)) => None,
                ["required"] => match entries.required().collect::<Vec<_>>().as_slice() {
                    [name] => Some(absent(name)),
                    _ => None,
                },
                ["properties"] => match entries.object("properties").map(|p| p.iter().collect::<Vec<_>>()) {
                    Some(properties) => match properties.as_slice() {
                        [(name, value)] => self.index.id(value).map(|id| {
                            let ty = self.negate(id);
                            Type::Object(vec![Member::property(name.as_str(), false, ty)])
                        }),
                        _ => None,
                    },
                    None => None,
                },
                _ => None,
            };
        if accepted.is_empty() && object.is_none() {
            return UNKNOWN;
        }
        let kinds = Kind::ALL.into_iter().filter(|kind| !accepted.contains(kind));
        algebra::union(kinds.map(|kind| match (&object, kind) {
            (Some(ty), Kind::Object) => ty.clone(),
            _ => algebra::broad(kind),
        }))
    }

    fn negate_all(&mut self, entries: &Entries<'s>, keyword: &str) -> Vec<Type> {
        let branches = entries.list(keyword).unwrap_or_default();
        branches.iter().map(|value| self.index.id(value).map_or(UNKNOWN, |id| self.negate(id))).collect()
    }

    /// Returns whether a schema certainly accepts every value of a kind.
    fn accepts_all(&mut self, id: Id<'s>, kind: Kind) -> bool {
        if let Some(&known) = self.total.get(&(id, kind)) {
            return known;
        }
        if self.hops > HOPS {
            return false;
        }
        self.hops += 1;
        self.total.insert((id, kind), false);
        let accepts = match self.entries(id) {
            None => id.value() == &Value::Bool(true),
            Some(entries) => self.all_accept(id, &entries, kind),
        };
        self.hops -= 1;
        self.total.insert((id, kind), accepts);
        accepts
    }

    fn all_accept(&mut self, id: Id<'s>, entries: &Entries<'s>, kind: Kind) -> bool {
        let named = |(name, word): &(Kind, Keyword)| *name == kind && *word != Keyword::Integer;
        entries.iter().all(|(keyword, value)| match keyword {
            "type" => entries.kinds().is_some_and(|kinds| kinds.as_slice().iter().any(named)),
            "$ref" => self.index.target(id).is_some_and(|target| self.accepts_all(target, kind)),
            "allOf" | "anyOf" => {
                let branches = value.as_array().map(Vec::as_slice).unwrap_or_default();
                let ids: Vec<Id<'s>> = branches.iter().filter_map(|value| self.index.id(value)).collect();
                if keyword == "allOf" {
                    ids.into_iter().all(|id| self.accepts_all(id, kind))
                } else {
                    ids.into_iter().any(|id| self.accepts_all(id, kind))
                }
            }
            // `nullable` only ever accepts more.
            "nullable" => true,
            "enum" | "const" | "oneOf" | "not" | "if" | "$dynamicRef" | "$recursiveRef" => false,
            keyword => !bounds(kind).contains(&keyword),
        })
    }
}
