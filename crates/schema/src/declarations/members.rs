//! Members of object types: merging, looking up, and their keys.

use std::collections::HashMap;

use serde_json::Value;

use crate::ty::{Constraints, Keyword, Literal, Member, MemberKind, Type};

/// Adds members to others; one of the same name takes the place of the first.
pub(super) fn add_members(members: &mut Vec<Member>, added: Vec<Member>) {
    let name_of = |member: &Member| match &member.kind {
        MemberKind::Property { name, .. } => Some(name.clone()),
        _ => None,
    };
    let is_same_index = |one: &Member, other: &Member| match (&one.kind, &other.kind) {
        (MemberKind::Index { key, .. }, MemberKind::Index { key: other, .. }) => key == other,
        _ => false,
    };
    let mut places: HashMap<String, usize> =
        members.iter().enumerate().filter_map(|(at, member)| Some((name_of(member)?, at))).collect();
    for member in added {
        let name = name_of(&member);
        let known = match &name {
            Some(name) => places.get(name).copied(),
            None => members.iter().position(|other| is_same_index(other, &member)),
        };
        if let Some(at) = known {
            members[at] = member;
        } else {
            places.extend(name.map(|name| (name, members.len())));
            members.push(member);
        }
    }
}

/// The facts of two places of one value; the outer ones win.
pub(super) fn joined(inner: Constraints, outer: Constraints) -> Constraints {
    if inner.is_empty() {
        return outer;
    }
    Type::ANY.refined(inner).refined(outer).into_parts().0
}

/// A type without `undefined`, and whether it had it: JSON has no such value, its member is absent.
pub(super) fn without_undefined(ty: Type) -> (Type, bool) {
    let is = |ty: &Type| matches!(ty, Type::Keyword(Keyword::Undefined | Keyword::Void));
    match ty {
        Type::Union(mut members) => {
            let before = members.len();
            members.retain(|member| !is(member));
            let absent = members.len() < before;
            (Type::union(members), absent)
        }
        ty if is(&ty) => (Type::Keyword(Keyword::Never), true),
        ty => (ty, false),
    }
}

/// The keys of members, as literals; `string` for an index signature.
pub(super) fn literal_keys(members: &[Member]) -> Type {
    let mut keys = Vec::with_capacity(members.len());
    for member in members {
        match &member.kind {
            MemberKind::Property { name, .. } => keys.push(Type::Literal(Literal::String(name.clone()))),
            MemberKind::Index { key, .. } => keys.push(key.clone()),
            _ => {}
        }
    }
    Type::union(keys)
}

/// The texts of a type of literal keys; `None` if the type has other keys.
pub(super) fn key_names(ty: &Type) -> Option<Vec<String>> {
    match ty.bare() {
        Type::Literal(Literal::String(text) | Literal::Number(text)) => Some(vec![text.clone()]),
        Type::Keyword(Keyword::Never) => Some(Vec::new()),
        Type::Union(members) => {
            let mut names = Vec::with_capacity(members.len());
            for member in members {
                names.extend(key_names(member)?);
            }
            Some(names)
        }
        _ => None,
    }
}

/// Adds members of which both hold: one that both have is required if either is, and has both types.
pub(super) fn merge(members: &mut Vec<Member>, added: Vec<Member>) {
    let mut new = Vec::new();
    for mut member in added {
        let MemberKind::Property { name, optional, ty, .. } = &mut member.kind else {
            new.push(member);
            continue;
        };
        let same = members.iter().find_map(|other| match &other.kind {
            MemberKind::Property { name: other_name, optional, ty, .. } if other_name == name => {
                Some((*optional, ty, &other.facts))
            }
            _ => None,
        });
        if let Some((other_optional, other, facts)) = same {
            *optional &= other_optional;
            if other != ty {
                *ty = Type::Intersection(vec![other.clone(), std::mem::replace(ty, Type::ANY)]);
            }
            member.facts = joined(facts.clone(), member.facts);
        }
        new.push(member);
    }
    add_members(members, new);
}

/// The facts of an object that has no members but its own.
pub(super) fn closed_facts() -> Constraints {
    let mut facts = Constraints::default();
    facts.keywords.insert("additionalProperties".to_owned(), Value::Bool(false));
    facts
}
