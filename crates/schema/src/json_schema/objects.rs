//! Object types: properties, index signatures, and dependencies between properties.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::algebra::{self, NEVER, UNKNOWN};
use super::entries::Entries;
use super::exact::{INHERITED, is_inherited};
use super::keywords::{Kind, is_annotation};
use super::options::RootKind;
use super::pattern;
use super::read::{KeywordScope, Reader};
use crate::ty::{Constraints, Keyword, Keywords, Literal, Member, MemberKind, Type};

/// Nodes of types that an index signature, or a property that only `required` names, repeats at most.
const REPEATED_NODES: usize = 200;

/// Branches, dependencies and patterns that are compared with each other at most.
const COMPARED: usize = 64;

impl<'s> Reader<'_, 's> {
    /// Reads the type of objects, refined by the facts that its properties cannot hold.
    pub(super) fn object(&mut self, entries: &Entries<'s>, scope: KeywordScope) -> Type {
        if let Some(ty) = self.named_properties(entries, scope) {
            return ty;
        }
        let mut required: Vec<&str> = entries.required().collect();
        required.sort_unstable();
        let properties = entries.object("properties");
        let mut members: Vec<Member> = Vec::with_capacity(properties.map_or(0, Map::len));
        for (name, value) in properties.into_iter().flatten() {
            let optional = required.binary_search(&name.as_str()).is_err();
            let (facts, mut ty) = self.child_parts(value, scope);
            if optional && is_inherited(name) && ty != UNKNOWN {
                let function = Type::Reference { name: "Function".to_owned(), args: Vec::new() };
                ty = algebra::union([ty, function]);
            }
            let name = name.clone();
            members
                .push(Member { facts, kind: MemberKind::Property { name, optional, readonly: false, ty } });
        }
        let others = entries.get("additionalProperties");
        let patterns = entries.object("patternProperties").filter(|patterns| !patterns.is_empty());
        let mut keywords = Keywords::new();
        let is_keyed = patterns.is_some();
        let index = match others {
            None if patterns.is_none() => None,
            None | Some(Value::Bool(true)) => Some(UNKNOWN),
            Some(Value::Bool(false)) => Some(NEVER),
            // If the type is not written as it is, the keyword is kept and written.
            Some(value) => {
                let exact = members.is_empty() && patterns.is_none();
                Some(self.child(value, if exact { scope } else { KeywordScope::Kept }))
            }
        };
        let mut seen = HashSet::new();
        let is_declared = |name: &str| properties.is_some_and(|known| known.contains_key(name));
        for name in entries.required().filter(|name| !is_declared(name) && seen.insert(*name)) {
            let ty = match &index {
                None => UNKNOWN,
                Some(_) if is_keyed => UNKNOWN,
                Some(ty) if ty.nodes() <= REPEATED_NODES => ty.bare().clone(),
                Some(_) => continue,
            };
            members.push(Member::property(name, false, ty));
        }
        match patterns {
            None => self.index_signature(others, index, &mut members, &mut keywords),
            Some(patterns) => {
                self.pattern_signatures(patterns, index, &mut members);
                if let Some(value) = entries.get("patternProperties") {
                    keywords
                        .insert("patternProperties".to_owned(), self.raw_keyword("patternProperties", value));
                }
                let others = others.map(|value| self.raw_keyword("additionalProperties", value));
                keywords.insert("additionalProperties".to_owned(), others.unwrap_or(Value::Bool(true)));
            }
        }
        let ty = match members.as_slice() {
            [] => algebra::record(UNKNOWN),
            [Member { facts, kind: MemberKind::Index { key: Type::Keyword(Keyword::String), ty, .. } }] => {
                algebra::record(ty.clone().refined(facts.clone()))
            }
            members
                if algebra::is_weak(members) && others.is_none() && self.options.root == RootKind::Any =>
            {
                // TypeScript refuses a value that shares no property with a type that requires none.
                let mut members = members.to_vec();
                members.push(Member::index(Type::Keyword(Keyword::String), UNKNOWN));
                Type::Object(members)
            }
            _ => Type::Object(members),
        };
        if scope == KeywordScope::Kept {
            // Intersections heed it.
            keywords
                .retain(|keyword, value| keyword == "additionalProperties" && *value == Value::Bool(false));
            if patterns.is_some() {
                keywords.clear();
            }
        }
        ty.refined(Constraints { description: String::new(), keywords })
    }

    /// Objects whose properties may only have the names that `propertyNames` lists.
    fn named_properties(&mut self, entries: &Entries<'s>, scope: KeywordScope) -> Option<Type> {
        let structure = ["properties", "patternProperties", "required"];
        let names =
            entries.get("propertyNames").filter(|_| !structure.iter().any(|word| entries.has(word)))?;
        if *names == Value::Bool(false) {
            return Some(algebra::closed_empty());
        }
        let id = self.index.id(names)?;
        let names = self.entries(id)?;
        if names.iter().any(|(keyword, _)| !matches!(keyword, "enum" | "const" | "type" | "description")) {
            return None;
        }
        let names = names.list("enum").map_or_else(
            || names.get("const").into_iter().collect(),
            |names| names.iter().collect::<Vec<_>>(),
        );
        let names: Vec<&str> = names.into_iter().filter_map(Value::as_str).collect();
        if names.is_empty() || names.iter().any(|name| INHERITED.contains(name)) {
            return None;
        }
        let ty = match entries.get("additionalProperties") {
            None => UNKNOWN,
            Some(value) => self.child(value, scope),
        };
        if ty.nodes() * names.len() > REPEATED_NODES {
            return Some(algebra::record(ty));
        }
        let mut seen = HashSet::new();
        let names = names.into_iter().filter(|name| seen.insert(*name));
        Some(Type::Object(names.map(|name| Member::property(name, true, ty.clone())).collect()))
    }

    /// The index signature of `additionalProperties`, widened as TypeScript requires.
    fn index_signature(
        &mut self,
        others: Option<&'s Value>,
        index: Option<Type>,
        members: &mut Vec<Member>,
        keywords: &mut Keywords,
    ) {
        let Some(ty) = index else { return };
        if members.is_empty() {
            members.push(Member::index(Type::Keyword(Keyword::String), ty));
        } else if ty == NEVER {
            // A property that is not declared is refused where an object is written down.
            if let Some(value) = others {
                keywords.insert(
                    "additionalProperties".to_owned(),
                    self.raw_keyword("additionalProperties", value),
                );
            }
        } else if *ty.bare() == UNKNOWN {
            members.push(Member::index(Type::Keyword(Keyword::String), UNKNOWN));
            if ty != UNKNOWN
                && let Some(value) = others
            {
                keywords.insert(
                    "additionalProperties".to_owned(),
                    self.raw_keyword("additionalProperties", value),
                );
            }
        } else {
            let ty = widened(ty.into_parts().1, members, |_| true);
            members.push(Member::index(Type::Keyword(Keyword::String), ty));
            if let Some(value) = others {
                keywords.insert(
                    "additionalProperties".to_owned(),
                    self.raw_keyword("additionalProperties", value),
                );
            }
        }
    }

    /// The index signatures of `patternProperties`, and one for all other keys if they are bounded.
    fn pattern_signatures(
        &mut self,
        patterns: &'s Map<String, Value>,
        others: Option<Type>,
        members: &mut Vec<Member>,
    ) {
        let string = Type::Keyword(Keyword::String);
        let properties = members.clone();
        let mut every: Vec<Type> = Vec::new();
        // The types that the signature of all keys repeats must not double from level to level.
        let mut repeated = 0;
        let mut signatures: Vec<(Type, Type)> = Vec::new();
        let mut all_keys = UNKNOWN;
        let read: Vec<(Option<pattern::Simple>, Type)> = patterns
            .iter()
            .map(|(text, value)| (pattern::simple(text), self.child_parts(value, KeywordScope::Kept).1))
            .collect();
        for (simple, ty) in &read {
            if simple.as_ref().is_some_and(|simple| simple.to_type() == string) {
                all_keys = algebra::intersect(all_keys, ty.clone());
            }
        }
        let is_alone = read.len() == 1;
        if !is_alone && all_keys.nodes() > REPEATED_NODES {
            all_keys = UNKNOWN;
        }
        for (at, (simple, ty)) in read.into_iter().enumerate() {
            // What holds of every key holds of these.
            let ty = algebra::intersect(ty, all_keys.clone());
            repeated += ty.nodes();
            if repeated <= REPEATED_NODES {
                every.push(ty.clone());
            }
            let Some(simple) = simple.filter(|_| at < COMPARED) else { continue };
            match simple.to_type() {
                key if key == string => {}
                Type::Literal(Literal::String(name)) => {
                    let declared = properties.iter().any(
                        |member| matches!(&member.kind, MemberKind::Property { name: known, .. } if *known == name),
                    );
                    if !declared && !is_inherited(&name) {
                        members.push(Member::property(name, true, ty));
                    }
                }
                key => {
                    let ty = widened(ty, &properties, |name| simple.matches(name));
                    match signatures.iter_mut().find(|(known, _)| *known == key) {
                        Some((_, known)) => *known = algebra::intersect(std::mem::replace(known, NEVER), ty),
                        None => signatures.push((key, ty)),
                    }
                }
            }
        }
        let mut index = match others.map(|ty| ty.into_parts().1) {
            None | Some(UNKNOWN) if is_alone => all_keys,
            _ if repeated > REPEATED_NODES => UNKNOWN,
            None | Some(UNKNOWN) => all_keys,
            Some(ty) => algebra::union(every.into_iter().chain([ty])),
        };
        if index != UNKNOWN {
            index = widened(index, members, |_| true);
            index = algebra::union(std::iter::once(index).chain(signatures.iter().map(|(_, ty)| ty.clone())));
        }
        members.extend(signatures.into_iter().map(|(key, ty)| Member::index(key, ty)));
        // Other keys are spoken of, so that a written-down object may have them.
        if index != NEVER {
            members.push(Member::index(string, index));
        }
    }

    /// `oneOf`: a branch that only requires a property forbids the property in the other branches.
    pub(super) fn one_of(&mut self, branches: &'s [Value]) -> Type {
        let mut types: Vec<Type> =
            branches.iter().map(|branch| self.child(branch, KeywordScope::Kept)).collect();
        if branches.len() > COMPARED {
            return algebra::union(types);
        }
        let asked: Vec<Option<Vec<&str>>> =
            branches.iter().map(|branch| self.only_required(branch)).collect();
        for (at, ty) in types.iter_mut().enumerate() {
            let own = self.index.id(&branches[at]).and_then(|id| self.entries(id));
            let own = own.map_or_else(Vec::new, |entries| entries.required().collect());
            for other in
                asked.iter().enumerate().filter(|(other, _)| *other != at).filter_map(|(_, a)| a.as_ref())
            {
                // With the one name that is missing, the other branch would hold as well.
                let mut missing = other.iter().filter(|name| !own.contains(name));
                if let (Some(name), None) = (missing.next(), missing.next()) {
                    let absent = on_objects(absent(name));
                    *ty = algebra::intersect(std::mem::replace(ty, NEVER), absent);
                }
            }
        }
        algebra::union(types)
    }

    /// The property names of a schema that only requires them.
    fn only_required(&mut self, value: &'s Value) -> Option<Vec<&'s str>> {
        let id = self.index.id(value)?;
        let entries = self.entries(id)?;
        let is_true =
            |value: &Value| *value == Value::Bool(true) || value.as_object().is_some_and(Map::is_empty);
        let is_free = entries.object("properties").is_none_or(|properties| properties.values().all(is_true));
        let says =
            |keyword: &str| matches!(keyword, "required" | "properties" | "type") || is_annotation(keyword);
        let is_object = entries.kinds().is_none_or(|kinds| kinds.contains(Kind::Object));
        let is_plain = is_object && is_free && entries.iter().all(|(keyword, _)| says(keyword));
        is_plain.then(|| entries.required().collect())
    }

    /// Returns a type for each property of `dependentRequired`, `dependentSchemas` and `dependencies`.
    pub(super) fn dependent(&mut self, entries: &Entries<'s>) -> Vec<Type> {
        let mut types = Vec::new();
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            for (name, value) in entries.object(keyword).into_iter().flatten().take(COMPARED) {
                let asked = match value {
                    Value::Array(names) => {
                        let names = names.iter().filter_map(Value::as_str);
                        let names: std::collections::BTreeSet<&str> = names.chain([name.as_str()]).collect();
                        Type::Object(
                            names.into_iter().map(|name| Member::property(name, false, UNKNOWN)).collect(),
                        )
                    }
                    _ if keyword == "dependentRequired" => UNKNOWN,
                    value => self.child_parts(value, KeywordScope::Kept).1,
                };
                types.push(on_objects(algebra::union([absent(name), asked])));
            }
        }
        types
    }
}

/// `ty` for objects, and all values that are not objects.
fn on_objects(ty: Type) -> Type {
    algebra::union([algebra::other_kinds(&[Kind::Object]), ty])
}

/// The objects without a property.
pub(super) fn absent(name: &str) -> Type {
    Type::Object(vec![
        Member::property(name, true, NEVER),
        Member::index(Type::Keyword(Keyword::String), UNKNOWN),
    ])
}

/// Returns the type of an index signature among properties.
///
/// TypeScript requires that it accepts their types (TS2411), and `undefined` if they are optional.
fn widened(ty: Type, members: &[Member], counts: impl Fn(&str) -> bool) -> Type {
    let mut types = vec![ty];
    let mut optional = false;
    for member in members {
        if let MemberKind::Property { name, optional: may_be_absent, ty, .. } = &member.kind
            && counts(name)
        {
            types.push(ty.clone());
            optional |= may_be_absent;
        }
    }
    if types.iter().skip(1).map(Type::nodes).sum::<usize>() > REPEATED_NODES {
        return UNKNOWN;
    }
    let bare = types.into_iter().map(|ty| ty.into_parts().1);
    let ty = algebra::union(bare);
    if optional { crate::ty::or_undefined(ty) } else { ty }
}
