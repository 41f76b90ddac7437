//! TypeScript's ways to compute a type from another, done for JSON Schema, which has none.

use crate::escape::push_regex;
use crate::shape::Shape;
use crate::ty::{Keyword, Literal, Member, MemberKind, TemplatePart, Type, in_case};

/// Nesting of computed types in computed types, and their number.
const NESTING: usize = 8;
const COUNT: usize = 1_000;

/// A bound on computed types: an alias may compute itself from itself without end.
#[derive(Debug)]
pub(super) struct Expanded {
    depth: usize,
    count: usize,
}

impl Expanded {
    pub(super) const fn new() -> Self {
        Self { depth: 0, count: 0 }
    }

    pub(super) fn enter(&mut self) {
        self.depth += 1;
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// Computes `ty` if everything that it refers to is known; returns `None` beyond the bounds.
pub(super) fn compute(ty: &Type, shape: &Shape, expanded: &mut Expanded) -> Option<Type> {
    expanded.count += 1;
    if expanded.depth >= NESTING || expanded.count > COUNT {
        return None;
    }
    Computer { shape, steps: 0 }.compute(ty)
}

struct Computer<'s> {
    shape: &'s Shape,
    steps: usize,
}

impl Computer<'_> {
    fn compute(&mut self, ty: &Type) -> Option<Type> {
        self.steps += 1;
        if self.steps > 64 {
            return None;
        }
        match ty {
            Type::Reference { name, args } => match (name.as_str(), args.as_slice()) {
                (name, []) => {
                    let definition = self.shape.definition(name)?;
                    let ty = definition.ty.clone();
                    self.compute(&ty)
                }
                ("Partial" | "Required", [inner]) => {
                    let optional = name == "Partial";
                    let mut members = self.members(inner)?;
                    for member in &mut members {
                        if let MemberKind::Property { optional: known, ty, .. } = &mut member.kind {
                            *known = optional;
                            if !optional {
                                *ty = defined(ty);
                            }
                        }
                    }
                    Some(Type::Object(members))
                }
                ("Pick" | "Omit", [inner, keys]) => {
                    let keys = self.keys(keys)?;
                    let mut members = self.members(inner)?;
                    let picks = name == "Pick";
                    members.retain(|member| match &member.kind {
                        MemberKind::Property { name, .. } | MemberKind::Method { name, .. } => {
                            keys.contains(name) == picks
                        }
                        _ => !picks,
                    });
                    Some(Type::Object(members))
                }
                ("Record", [keys, value]) => match keys {
                    Type::Keyword(Keyword::Number) | Type::Template(_) => {
                        Some(Type::Object(vec![Member::index(keys.clone(), value.clone())]))
                    }
                    keys => {
                        let keys = self.keys(keys)?;
                        Some(Type::Object(
                            keys.into_iter()
                                .map(|name| Member::property(name, false, value.clone()))
                                .collect(),
                        ))
                    }
                },
                ("NonNullable", [inner]) => {
                    Some(self.filtered(inner, |ty| {
                        !matches!(ty, Type::Keyword(Keyword::Null | Keyword::Undefined))
                    }))
                }
                ("Exclude" | "Extract", [inner, other]) => {
                    let other = self.alternatives(other);
                    let wanted = name == "Extract";
                    Some(self.filtered(inner, |ty| other.iter().any(|other| is_part(ty, other)) == wanted))
                }
                ("Readonly" | "Promise", [inner]) => Some(inner.clone()),
                ("Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize", [inner]) => {
                    let texts = self.alternatives(inner).into_iter().map(|ty| match ty {
                        Type::Literal(Literal::String(text)) => {
                            Some(Type::Literal(Literal::String(in_case(name, &text))))
                        }
                        _ => None,
                    });
                    texts.collect::<Option<Vec<Type>>>().map(super::algebra::union)
                }
                _ => None,
            },
            Type::Keyof(inner) => {
                let members = self.members(inner)?;
                let names = members.into_iter().filter_map(|member| match member.kind {
                    MemberKind::Property { name, .. } => Some(Type::Literal(Literal::String(name))),
                    _ => None,
                });
                Some(super::algebra::union(names))
            }
            Type::Indexed { object, index } => {
                if matches!(**index, Type::Keyword(Keyword::Number))
                    && let Type::Array(item) = self.compute(object)?
                {
                    return Some(*item);
                }
                let keys = self.keys(index)?;
                let members = self.members(object)?;
                let found = members.into_iter().filter_map(|member| match member.kind {
                    MemberKind::Property { name, ty, .. } if keys.contains(&name) => {
                        Some(ty.refined(member.facts))
                    }
                    _ => None,
                });
                let found: Vec<Type> = found.collect();
                (!found.is_empty()).then(|| super::algebra::union(found))
            }
            Type::Refined(refined) => self.compute(&refined.ty),
            ty => Some(ty.clone()),
        }
    }

    fn members(&mut self, ty: &Type) -> Option<Vec<Member>> {
        match self.compute(ty)? {
            Type::Object(members) => Some(members),
            Type::Intersection(parts) => {
                let mut members = Vec::new();
                for part in parts {
                    members.extend(self.members(&part)?);
                }
                Some(members)
            }
            _ => None,
        }
    }

    fn keys(&mut self, ty: &Type) -> Option<Vec<String>> {
        let types = self.alternatives(ty);
        types
            .into_iter()
            .map(|ty| match ty {
                Type::Literal(Literal::String(name) | Literal::Number(name)) => Some(name),
                _ => None,
            })
            .collect()
    }

    fn alternatives(&mut self, ty: &Type) -> Vec<Type> {
        match self.compute(ty) {
            Some(Type::Union(members)) => {
                members.iter().flat_map(|member| self.alternatives(member)).collect()
            }
            Some(ty) => vec![ty],
            None => vec![ty.clone()],
        }
    }

    fn filtered(&mut self, ty: &Type, keep: impl Fn(&Type) -> bool) -> Type {
        super::algebra::union(self.alternatives(ty).into_iter().filter(keep))
    }
}

/// The parts of an intersection that bind a JSON value.
///
/// `T & {}` is `T` without null and undefined, and of `string & { brand: … }` the object is a mark that only the
/// compiler sees.
pub(super) fn binding(parts: &[Type]) -> Vec<Type> {
    let empty = |ty: &Type| matches!(ty.bare(), Type::Object(members) if members.is_empty());
    let simple = |ty: &Type| match ty.bare() {
        Type::Literal(_) | Type::Template(_) => true,
        Type::Keyword(word) => {
            matches!(word, Keyword::String | Keyword::Number | Keyword::Integer | Keyword::Boolean)
        }
        _ => false,
    };
    let branded = parts.iter().any(|ty| match ty.bare() {
        Type::Union(members) => members.iter().all(simple),
        ty => simple(ty),
    });
    let object = |ty: &Type| matches!(ty.bare(), Type::Object(_));
    let drops = |ty: &Type| if branded { object(ty) } else { empty(ty) };
    if !parts.iter().any(drops) || parts.iter().all(drops) {
        return parts.to_vec();
    }
    parts.iter().filter(|ty| !drops(ty)).map(non_null).collect()
}

/// A type without `null` and `undefined`.
fn non_null(ty: &Type) -> Type {
    let nothing =
        |ty: &Type| matches!(ty.bare(), Type::Keyword(Keyword::Null | Keyword::Undefined | Keyword::Void));
    match ty {
        Type::Union(members) if members.iter().any(nothing) => {
            super::algebra::union(members.iter().filter(|ty| !nothing(ty)).map(non_null))
        }
        ty => ty.clone(),
    }
}

/// Returns whether all values of `ty` are of `other`, as far as single members of unions go.
fn is_part(ty: &Type, other: &Type) -> bool {
    ty == other
        || other.is_top()
        || matches!((ty, other),
            (Type::Literal(_), Type::Keyword(_)) if super::algebra::kind(ty) == super::algebra::kind(other))
}

/// The type without `undefined`, which in JSON is absence.
pub(super) fn defined(ty: &Type) -> Type {
    let undefined = Type::Keyword(Keyword::Undefined);
    match ty {
        Type::Union(members) if members.contains(&undefined) => {
            Type::union(members.iter().filter(|member| **member != undefined).cloned().collect())
        }
        ty => ty.clone(),
    }
}

/// The type of the elements of an array type.
pub(super) fn item(ty: &Type) -> Type {
    match ty {
        Type::Array(item) => (**item).clone(),
        Type::Reference { name, args }
            if matches!(name.as_str(), "Array" | "ReadonlyArray") && args.len() == 1 =>
        {
            args[0].clone()
        }
        Type::Readonly(inner) => item(inner),
        _ => Type::Keyword(Keyword::Unknown),
    }
}

/// A regular expression for the texts of a template literal type.
pub(super) fn pattern(parts: &[TemplatePart]) -> String {
    let mut out = String::from("^");
    for part in parts {
        match part {
            TemplatePart::Text(text) => push_regex(&mut out, text),
            TemplatePart::Type(ty) => placeholder(&mut out, ty),
        }
    }
    out.push('$');
    out
}

fn placeholder(out: &mut String, ty: &Type) {
    match ty {
        Type::Keyword(Keyword::Number) => out.push_str(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?"),
        Type::Keyword(Keyword::Integer | Keyword::BigInt) => out.push_str("-?[0-9]+"),
        Type::Keyword(Keyword::Boolean) => out.push_str("(true|false)"),
        Type::Keyword(Keyword::Null) => out.push_str("null"),
        Type::Keyword(Keyword::Undefined) => out.push_str("undefined"),
        Type::Literal(Literal::String(text) | Literal::Number(text) | Literal::BigInt(text)) => {
            push_regex(out, text);
        }
        Type::Literal(Literal::Boolean(value)) => out.push_str(if *value { "true" } else { "false" }),
        Type::Union(members) => {
            out.push('(');
            for (at, member) in members.iter().enumerate() {
                if at > 0 {
                    out.push('|');
                }
                placeholder(out, member);
            }
            out.push(')');
        }
        Type::Template(parts) => {
            let inner = pattern(parts);
            out.push_str(inner.trim_start_matches('^').trim_end_matches('$'));
        }
        Type::Refined(refined) => placeholder(out, &refined.ty),
        _ => out.push_str(r"[\s\S]*"),
    }
}
