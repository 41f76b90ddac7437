//! Unions, intersections and differences of types.
//!
//! TypeScript computes these itself; they are computed here so that a model reads `{ a: string; b: number }` and not
//! `({ a: string } | string | …) & ({ b: number } | string | …)`. Each result accepts every JSON value that the
//! operation should accept. A part that is taken unchanged keeps its constraints; merged parts lose theirs. JSON
//! Schema that is written never depends on merged types.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::keywords::Kind;
use super::limits;
use crate::ty::{Constraints, ElementKind, Keyword, Literal, Member, MemberKind, TupleElement, Type};

pub(super) const UNKNOWN: Type = Type::Keyword(Keyword::Unknown);
pub(super) const NEVER: Type = Type::Keyword(Keyword::Never);

pub(super) fn keyword(word: Keyword) -> Type {
    Type::Keyword(word)
}

/// The objects whose every value is of a type.
pub(super) fn record(value: Type) -> Type {
    // An alias may refer to itself through an index signature, and not through `Record` (TS2456).
    if has_reference(&value) || !matches!(value, Type::Keyword(_) | Type::Array(_) | Type::Union(_)) {
        return Type::Object(vec![Member::index(keyword(Keyword::String), value)]);
    }
    let name = "Record".to_owned();
    Type::Reference { name, args: vec![keyword(Keyword::String), value] }
}

fn has_reference(ty: &Type) -> bool {
    let mut found = matches!(ty, Type::Reference { .. } | Type::Refined(_));
    ty.for_each_child(&mut |child| found = found || has_reference(child));
    found
}

/// The empty object and nothing else.
pub(super) fn closed_empty() -> Type {
    record(NEVER)
}

/// Every value of a kind.
pub(super) fn broad(kind: Kind) -> Type {
    match kind {
        Kind::String => keyword(Keyword::String),
        Kind::Number => keyword(Keyword::Number),
        Kind::Boolean => keyword(Keyword::Boolean),
        Kind::Null => keyword(Keyword::Null),
        Kind::Array => Type::Array(Box::new(UNKNOWN)),
        Kind::Object => record(UNKNOWN),
    }
}

/// The kind of all values of a type, if they have one.
pub(super) fn kind(ty: &Type) -> Option<Kind> {
    Some(match ty {
        Type::Keyword(word) => match word {
            Keyword::String => Kind::String,
            Keyword::Number | Keyword::Integer => Kind::Number,
            Keyword::Boolean => Kind::Boolean,
            Keyword::Null => Kind::Null,
            _ => return None,
        },
        Type::Literal(Literal::String(_)) | Type::Template(_) => Kind::String,
        Type::Literal(Literal::Number(_)) => Kind::Number,
        Type::Literal(Literal::Boolean(_)) => Kind::Boolean,
        Type::Array(_) | Type::Tuple(_) => Kind::Array,
        Type::Object(_) => Kind::Object,
        Type::Reference { name, args } if name == "Record" && args.len() == 2 => Kind::Object,
        Type::Refined(refined) => return kind(&refined.ty),
        _ => return None,
    })
}

/// `A | B | …`, flat and each once.
pub(super) fn union(types: impl IntoIterator<Item = Type>) -> Type {
    let mut members: Vec<Type> = Vec::new();
    for ty in types {
        match ty {
            Type::Union(inner) => members.extend(inner),
            ty => members.push(ty),
        }
    }
    // An enumeration may have a hundred thousand values; other members are few.
    let mut literals: BTreeSet<(u8, &str)> = BTreeSet::new();
    let mut others: Vec<&Type> = Vec::new();
    let is_new = members.iter().map(|ty| match ty {
        Type::Keyword(Keyword::Never) => false,
        Type::Literal(Literal::String(text)) => literals.insert((0, text)),
        Type::Literal(Literal::Number(text)) => literals.insert((1, text)),
        ty => {
            let is_new = others.len() >= DISTINCT || !others.contains(&ty);
            others.extend(is_new.then_some(ty));
            is_new
        }
    });
    let mut kept = is_new.collect::<Vec<bool>>().into_iter();
    members.retain(|_| kept.next() == Some(true));
    if members.contains(&UNKNOWN) {
        return UNKNOWN;
    }
    // A literal has no effect besides its own keyword.
    for word in [Keyword::String, Keyword::Number, Keyword::Boolean] {
        if members.contains(&Type::Keyword(word)) {
            let wide = kind(&Type::Keyword(word));
            members.retain(|member| !matches!(member, Type::Literal(_)) || kind(member) != wide);
        }
    }
    Type::union(members)
}

/// Members of a union that are compared with each other.
const DISTINCT: usize = 1_000;

/// The intersection of many types.
///
/// Neighbours go first, so that a merged type is not copied for each further one.
pub(super) fn intersect_all(mut types: Vec<Type>) -> Type {
    while types.len() > 1 {
        let mut next = Vec::with_capacity(types.len().div_ceil(2));
        let mut pairs = types.into_iter();
        while let Some(first) = pairs.next() {
            next.push(match pairs.next() {
                Some(second) => intersect(first, second),
                None => first,
            });
        }
        types = next;
    }
    types.pop().unwrap_or(UNKNOWN)
}

/// The members of a union, or the type alone.
pub(super) fn alternatives(ty: Type) -> Vec<Type> {
    match ty {
        Type::Union(members) => members,
        ty => vec![ty],
    }
}

/// `A & B`, computed as far as it pays.
pub(super) fn intersect(a: Type, b: Type) -> Type {
    let ((left, a), (right, b)) = (a.into_parts(), b.into_parts());
    let is_closed = |facts: &Constraints| facts.keyword("additionalProperties") == Some(&Value::Bool(false));
    if (is_closed(&left) || is_closed(&right))
        && let (Some(ours), Some(theirs)) = (properties(&a), properties(&b))
    {
        let sides = [(ours, is_closed(&left)), (theirs, is_closed(&right))];
        return closed(sides);
    }
    if a == b || b == UNKNOWN {
        return a;
    }
    if a == UNKNOWN {
        return b;
    }
    if a == NEVER || b == NEVER {
        return NEVER;
    }
    let count = |ty: &Type| if let Type::Union(members) = ty { members.len() } else { 1 };
    if count(&a) * count(&b) == 1 {
        return pair(a, b);
    }
    let size = |ty: &Type, times: usize| ty.nodes().saturating_mul(times);
    if count(&a) * count(&b) > limits::PRODUCT
        || size(&a, count(&b)).saturating_add(size(&b, count(&a))) > limits::MULTIPLIED
    {
        return both(a, b);
    }
    let (left, right) = (alternatives(a), alternatives(b));
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a.clone(), b.clone())));
    union(pairs.map(|(a, b)| intersect(a, b)))
}

/// The members of an object type that leaves other properties open.
fn properties(ty: &Type) -> Option<Vec<Member>> {
    if !is_open(ty) {
        return None;
    }
    let mut members = members(ty.clone());
    members.retain(|member| matches!(member.kind, MemberKind::Property { .. }));
    Some(members)
}

/// The intersection of object types, some of which refuse properties that they do not name.
fn closed([(left, left_is_closed), (right, right_is_closed)]: [(Vec<Member>, bool); 2]) -> Type {
    let name = |member: &Member| match &member.kind {
        MemberKind::Property { name, optional, .. } => (name.clone(), *optional),
        _ => (String::new(), true),
    };
    let known = |members: &[Member]| members.iter().map(|m| name(m).0).collect::<HashSet<_>>();
    let (ours, theirs) = (known(&left), known(&right));
    let mut kept = Vec::new();
    for (members, others, refuses) in [(left, &theirs, right_is_closed), (right, &ours, left_is_closed)] {
        let mut part = Vec::new();
        for member in members {
            let (name, optional) = name(&member);
            if others.contains(&name) || !refuses {
                part.push(member);
            } else if !optional {
                return NEVER;
            }
        }
        kept.push(Type::Object(part));
    }
    let mut merged = Type::Object(Vec::new());
    for part in kept {
        merged = objects(merged, part);
    }
    let mut facts = Constraints::default();
    facts.keywords.insert("additionalProperties".to_owned(), Value::Bool(false));
    match &merged {
        Type::Object(members) if members.is_empty() => closed_empty(),
        _ => merged.refined(facts),
    }
}

/// `A & B`, as it is.
fn both(a: Type, b: Type) -> Type {
    let mut members = Vec::new();
    for ty in [a, b] {
        match ty {
            Type::Intersection(inner) => members.extend(inner),
            ty => members.push(ty),
        }
    }
    members.dedup();
    if members.len() == 1 { members.remove(0) } else { Type::Intersection(members) }
}

/// The intersection of two types that are not unions.
fn pair(a: Type, b: Type) -> Type {
    if let (Some(left), Some(right)) = (kind(&a), kind(&b)) {
        if left != right {
            return NEVER;
        }
        return same_kind(left, a, b);
    }
    // A new part of an intersection may meet one of its kind.
    if let Type::Intersection(members) = &a
        && let Some(wanted) = kind(&b)
        && let Some(at) = members.iter().position(|member| kind(member).is_some())
    {
        let mut members = members.clone();
        if kind(&members[at]) != Some(wanted) {
            return NEVER;
        }
        members[at] = pair(members[at].clone(), b);
        return if members[at] == NEVER { NEVER } else { Type::Intersection(members) };
    }
    if matches!(b, Type::Intersection(_)) && kind(&a).is_some() {
        return pair(b, a);
    }
    both(a, b)
}

fn same_kind(kind: Kind, a: Type, b: Type) -> Type {
    match (kind, a, b) {
        (_, a, b) if a == b => a,
        (Kind::Number, Type::Keyword(Keyword::Integer), Type::Literal(Literal::Number(text)))
        | (Kind::Number, Type::Literal(Literal::Number(text)), Type::Keyword(Keyword::Integer)) => {
            if text.parse::<f64>().is_ok_and(|value| value.fract() == 0.0) {
                Type::Literal(Literal::Number(text))
            } else {
                NEVER
            }
        }
        (Kind::Number, Type::Keyword(_), Type::Keyword(_)) => keyword(Keyword::Integer),
        (Kind::String | Kind::Number | Kind::Boolean, Type::Keyword(_), narrow)
        | (Kind::String | Kind::Number | Kind::Boolean, narrow, Type::Keyword(_)) => narrow,
        (Kind::String | Kind::Number | Kind::Boolean, Type::Literal(_), Type::Literal(_)) => NEVER,
        (Kind::Array, Type::Array(a), Type::Array(b)) => Type::Array(Box::new(intersect(*a, *b))),
        (Kind::Array, Type::Tuple(elements), Type::Array(item))
        | (Kind::Array, Type::Array(item), Type::Tuple(elements)) => {
            let narrow = |element: TupleElement| {
                let item = match element.kind {
                    ElementKind::Rest => Type::Array(item.clone()),
                    _ => (*item).clone(),
                };
                TupleElement { ty: intersect(element.ty, item), ..element }
            };
            Type::Tuple(elements.into_iter().map(narrow).collect())
        }
        (Kind::Object, a, b) => objects(a, b),
        (_, a, b) => both(a, b),
    }
}

/// Returns whether a member is an index signature that accepts all properties.
pub(super) fn is_free_index(member: &Member) -> bool {
    matches!(&member.kind, MemberKind::Index { key, ty, .. } if *key == keyword(Keyword::String) && *ty == UNKNOWN)
}

/// Returns whether a type is one of objects that are open to properties it does not name.
fn is_open(ty: &Type) -> bool {
    let is_open = |member: &Member| match &member.kind {
        MemberKind::Property { .. } => true,
        MemberKind::Index { key, ty, .. } => *key == keyword(Keyword::String) && *ty == UNKNOWN,
        _ => false,
    };
    match ty {
        Type::Object(members) => members.iter().all(is_open),
        Type::Reference { name, args } => name == "Record" && *args == [keyword(Keyword::String), UNKNOWN],
        _ => false,
    }
}

/// The members of an open object type, `Record` among them.
fn members(ty: Type) -> Vec<Member> {
    match ty {
        Type::Object(members) => members,
        _ => vec![Member::index(keyword(Keyword::String), UNKNOWN)],
    }
}

fn objects(a: Type, b: Type) -> Type {
    if !is_open(&a) || !is_open(&b) {
        return both(a, b);
    }
    let (mut merged, right) = (members(a), members(b));
    let is_index = |member: &Member| matches!(member.kind, MemberKind::Index { .. });
    let has_index = merged.iter().any(is_index) || right.iter().any(is_index);
    let speaks = |members: &[Member]| members.len() > 1 && members.iter().any(is_index);
    let speaks = speaks(&merged) || speaks(&right);
    merged.retain(|member| !is_index(member));
    let mut places: HashMap<String, usize> = HashMap::new();
    for (at, member) in merged.iter().enumerate() {
        if let MemberKind::Property { name, .. } = &member.kind {
            places.insert(name.clone(), at);
        }
    }
    for Member { facts, kind } in right {
        let MemberKind::Property { name, optional, readonly, ty } = kind else { continue };
        let Some(known) = places.get(&name).and_then(|&at| merged.get_mut(at)) else {
            places.insert(name.clone(), merged.len());
            merged.push(Member { facts, kind: MemberKind::Property { name, optional, readonly, ty } });
            continue;
        };
        if let MemberKind::Property { optional: known_optional, ty: known_ty, .. } = &mut known.kind {
            *known_optional &= optional;
            *known_ty = intersect(std::mem::replace(known_ty, NEVER), ty);
        }
        if known.facts.is_empty() {
            known.facts = facts;
        }
    }
    // Without a required property TypeScript would compare names, and refuse an object that shares none. An index
    // signature alone means all objects, and leaves properties without a name open.
    if speaks || (has_index && is_weak(&merged)) {
        merged.push(Member::index(keyword(Keyword::String), UNKNOWN));
    }
    if merged.len() == 1 && is_index(&merged[0]) { record(UNKNOWN) } else { Type::Object(merged) }
}

/// Returns whether all members may be absent.
pub(super) fn is_weak(members: &[Member]) -> bool {
    members.iter().all(|member| matches!(member.kind, MemberKind::Property { optional: true, .. }))
}

/// The type without those values; only literals and whole kinds are taken away.
pub(super) fn without(ty: Type, gone: &[Type]) -> Type {
    if matches!(&ty, Type::Union(members) if members.len().saturating_mul(gone.len()) > DISTINCT * DISTINCT) {
        return ty;
    }
    let booleans = |ty: Type| match ty {
        Type::Keyword(Keyword::Boolean)
            if gone.iter().any(|gone| matches!(gone, Type::Literal(Literal::Boolean(_)))) =>
        {
            vec![Type::Literal(Literal::Boolean(true)), Type::Literal(Literal::Boolean(false))]
        }
        ty => vec![ty],
    };
    union(alternatives(ty).into_iter().flat_map(booleans).filter(|member| !gone.contains(member.bare())))
}

/// All kinds but these.
pub(super) fn other_kinds(excluded: &[Kind]) -> Type {
    union(Kind::ALL.into_iter().filter(|kind| !excluded.contains(kind)).map(broad))
}

/// Merges two facts, the outer ones first in what both have.
///
/// Returns nothing if both have one keyword with different bounds.
pub(super) fn combine(outer: Constraints, inner: Constraints) -> Option<Constraints> {
    if inner.is_empty() {
        return Some(outer);
    }
    let mut facts = inner;
    for (name, value) in outer.keywords {
        let is_annotation = super::keywords::is_annotation(&name);
        match facts.keywords.get(&name) {
            Some(other) if !is_annotation && *other != value => return None,
            _ => {
                facts.keywords.insert(name, value);
            }
        }
    }
    if !outer.description.is_empty() {
        facts.description = outer.description;
    }
    Some(facts)
}
