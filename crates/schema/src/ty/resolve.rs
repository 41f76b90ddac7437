//! Makes a tree acceptable to the compiler, whatever a site wrote.
//!
//! A text that parses can still be refused. One rule covers that: **the node that the compiler would refuse becomes
//! `any`**, and the repair has the reason; the rest of the type stays. If nothing is lost by it, the node is
//! corrected instead. The errors that `tsc --strict` has for type expressions, and their repairs:
//!
//! | error | about | here |
//! |---|---|---|
//! | TS2304, 2503, 2694, 2749 | a name that is not declared | `any`, unless it is a known global type |
//! | TS2314, 2315, 2707 | number of type arguments | missing ones are `any`; too many: `any` |
//! | TS2344 | constraint of a type argument | the argument becomes `any` (of `Pick`, the whole) |
//! | TS2322 | placeholder of a template that is not a text | the placeholder becomes `any` |
//! | TS2300, 2386, 2717 | members of one name | the first counts; methods may overload |
//! | TS2374 | two index signatures with one key | the first counts |
//! | TS1268, 1337 | key of an index signature | becomes `string` |
//! | TS2411, 2413 | member against index signature | the index gets the union of both |
//! | TS1016 | required parameter after an optional one | the optional is typed `T \| undefined` |
//! | TS2300, 1359, 1100 | names of parameters, twice or reserved | renamed, as tools' parameters are |
//! | TS1014, 2370, 2574 | rest that is not last, or no array | moves into `any` |
//! | TS1257, 1265, 1266 | order of a tuple's elements | `any` |
//! | TS1354 | `readonly` on a type other than an array or tuple | dropped |
//! | TS2339, 2536, 2538 | key of an indexed access | looked up here; `any` if not found |
//! | TS2589, 2590, 2799 | a type that grows too large | `any` |
//! | TS1335, 2526, 1228, 1338, 17019, 2456, 7006, 7051 | `unique`, `this`, predicates, `infer`, `T?`, cycles, implicit `any` | not in the grammar, or filled in |

//!
//! What stays is the compiler's patience with a *use* of an enormous type: comparing two objects of overloads
//! that nest thirty deep, or intersections of thousands of objects, may end in TS2321 or TS2859 in the code
//! that passes such a value on. The declaration itself is accepted.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::globals::{self, Demand};
use super::{
    ElementKind, Function, FunctionParam, Keyword, Literal, Member, MemberKind, TemplatePart, TupleElement,
    Type, limits,
};
use crate::escape;

/// Change made to a type because TypeScript's compiler would refuse the type as written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// Reason why a type was replaced by a valid one, such as a name that is not declared.
    pub kind: RepairKind,
    /// Name, in the source, of the type, parameter or member that was changed; empty if it has none.
    pub name: String,
    /// Sentence for people: the error in the type, and the change that was made.
    pub message: String,
}

/// Reason why [`resolve`] changed a type: an undeclared name, or a combination that is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// A name that no program declares.
    UnknownName,
    /// A combination that the compiler refuses.
    Unsound,
}

/// Changes `ty` so that `tsc --strict` accepts it, mostly by `any` for wrong parts; lists the changes.
///
/// There are at most [`limits::REPAIRS`] corrections. [`Keyword::Integer`] becomes `number`, which is not reported.
///
/// ```
/// use webagents_schema::ty::{self, RepairKind};
/// let mut parsed = ty::parse("Product[] | Record<string, integer>").unwrap();
/// let repairs = ty::resolve(&mut parsed);
/// assert_eq!(parsed.to_string(), "any[] | Record<string, number>");
/// assert_eq!(repairs[0].kind, RepairKind::UnknownName);
/// ```
pub fn resolve(ty: &mut Type) -> Vec<Repair> {
    let mut repairer = Repairer { repairs: Vec::new(), known: None };
    repairer.ty(ty);
    repairer.repairs
}

/// Does the same as [`resolve`] for a type among definitions.
///
/// A reference without arguments to a name that is `known` stays.
///
/// [`Keyword::Integer`] and the types of index signatures ([`widened`]) stay as well; the printer of declarations
/// converts them.
pub(crate) fn resolve_among(ty: &mut Type, known: &dyn Fn(&str) -> bool) -> Vec<Repair> {
    let mut repairer = Repairer { repairs: Vec::new(), known: Some(known) };
    repairer.ty(ty);
    repairer.repairs
}

/// Nodes of members' types that an index signature repeats at most.
const REPEATED_NODES: usize = 50;

/// Replaces types that a declaration cannot have, and records each repair.
struct Repairer<'k> {
    repairs: Vec<Repair>,
    known: Option<&'k dyn Fn(&str) -> bool>,
}

impl Repairer<'_> {
    fn report(&mut self, kind: RepairKind, name: &str, message: impl FnOnce() -> String) {
        if self.repairs.len() < limits::REPAIRS {
            self.repairs.push(Repair { kind, name: name.to_owned(), message: message() });
        }
    }

    fn unsound(&mut self, name: &str, message: &str) {
        self.report(RepairKind::Unsound, name, || message.to_owned());
    }

    fn all(&mut self, types: &mut [Type]) {
        for ty in types {
            self.ty(ty);
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        match ty {
            Type::Keyword(word) => {
                if *word == Keyword::Integer && self.known.is_none() {
                    *word = Keyword::Number;
                }
            }
            Type::Literal(_) => {}
            Type::Template(parts) => {
                self.template(parts);
                self.bounded(ty);
            }
            Type::Reference { .. } => self.reference(ty),
            Type::Array(element) | Type::Keyof(element) => self.ty(element),
            Type::Tuple(elements) => {
                if !self.tuple(elements) {
                    *ty = Type::ANY;
                }
            }
            Type::Union(members) => self.all(members),
            Type::Intersection(members) => {
                self.all(members);
                self.bounded(ty);
            }
            Type::Object(members) => self.object(members),
            Type::Function(function) => self.function(function),
            Type::Readonly(inner) => {
                self.ty(inner);
                if !matches!(**inner, Type::Array(_) | Type::Tuple(_)) {
                    self.unsound("readonly", "`readonly` goes with an array or a tuple only; it was dropped");
                    *ty = std::mem::replace(&mut **inner, Type::ANY);
                }
            }
            Type::Refined(refined) => self.ty(&mut refined.ty),
            Type::Indexed { object, index } => {
                self.ty(object);
                self.ty(index);
                let found = select(object, index);
                if found.is_none() {
                    self.unsound("", "the key of an indexed access was not found; it is declared as `any`");
                }
                *ty = found.unwrap_or(Type::ANY);
            }
        }
    }

    /// Replaces a type that multiplies to more members than the compiler handles.
    fn bounded(&mut self, ty: &mut Type) {
        if weight(ty) > limits::UNION_PRODUCT {
            self.unsound(
                "",
                "its unions multiply to more members than TypeScript handles; it is declared as `any`",
            );
            *ty = Type::ANY;
        }
    }

    fn template(&mut self, parts: &mut [TemplatePart]) {
        for part in parts {
            if let TemplatePart::Type(ty) = part {
                self.ty(ty);
                if !is_printable(ty) {
                    self.unsound(
                        "",
                        "a template's placeholder is not text or a number; it is declared as `any`",
                    );
                    *ty = Type::ANY;
                }
            }
        }
    }

    fn reference(&mut self, ty: &mut Type) {
        let Type::Reference { name, args } = ty else { return };
        if args.is_empty() && self.known.is_some_and(|known| known(name)) {
            return;
        }
        self.all(args);
        let Some((count, demand)) = globals::global(name) else {
            let meant =
                globals::meant(name).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
            let shown = escape::excerpt(name, 60);
            self.report(RepairKind::UnknownName, name, || {
                format!("`{shown}` is declared nowhere, so it is declared as `any`{meant}")
            });
            *ty = Type::ANY;
            return;
        };
        if args.len() > count {
            let message =
                format!("`{name}` takes {count} type arguments, not {}; it is declared as `any`", args.len());
            self.report(RepairKind::Unsound, name, || message);
            *ty = Type::ANY;
            return;
        }
        if args.len() < count {
            let message = format!("`{name}` takes {count} type arguments; the missing ones are `any`");
            self.report(RepairKind::Unsound, name, || message);
            args.resize(count, Type::ANY);
        }
        let wrong = match demand {
            Demand::None => None,
            Demand::FirstIsKey => (!is_key(&args[0])).then_some(0),
            Demand::SecondIsKey => (!is_key(&args[1])).then_some(1),
            Demand::Text => (!is_text(&args[0])).then_some(0),
            Demand::SecondIsKeyOfFirst => (!is_key_of(&args[0], &args[1])).then_some(1),
        };
        if let Some(at) = wrong {
            let message = format!("`{name}` does not take this type argument; it is declared as `any`");
            self.report(RepairKind::Unsound, name, || message);
            if demand == Demand::SecondIsKeyOfFirst {
                *ty = Type::ANY;
            } else {
                args[at] = Type::ANY;
            }
        }
    }

    /// Returns whether the elements may be in this order.
    fn tuple(&mut self, elements: &mut [TupleElement]) -> bool {
        let mut optional = false;
        let mut rest = false;
        let mut sound = true;
        for element in elements {
            self.ty(&mut element.ty);
            if let Some(name) = element.name.as_mut().filter(|name| escape::is_reserved(name)) {
                name.push('_');
            }
            match element.kind {
                ElementKind::Required => sound &= !optional,
                ElementKind::Optional => {
                    sound &= !rest;
                    optional = true;
                }
                ElementKind::Rest => {
                    sound &= !rest && is_array(&element.ty);
                    rest = true;
                }
            }
        }
        if !sound {
            self.unsound(
                "",
                "a tuple has required, then optional elements, and one `...T[]` at most; it is declared as `any`",
            );
        }
        sound
    }

    fn function(&mut self, function: &mut Function) {
        let Function { params, returns } = function;
        let last = params.len().saturating_sub(1);
        for (at, param) in params.iter_mut().enumerate() {
            self.ty(&mut param.ty);
            if param.kind == ElementKind::Rest && (at != last || !is_array(&param.ty)) {
                self.unsound(
                    &param.name,
                    "a rest parameter is the last one and an array; it is declared as `any`",
                );
                param.ty = Type::ANY;
                if at != last {
                    param.kind = ElementKind::Required;
                }
            }
        }
        let required = params.iter().rposition(|p| p.kind == ElementKind::Required).unwrap_or(0);
        for FunctionParam { kind, ty, .. } in &mut params[..required] {
            if *kind == ElementKind::Optional {
                *kind = ElementKind::Required;
                *ty = or_undefined(std::mem::replace(ty, Type::ANY));
            }
        }
        if params.len() == 1 {
            if escape::is_reserved(&params[0].name) {
                params[0].name.push('_');
            }
        } else if !params.is_empty() {
            let names = escape::parameters(params.iter().map(|p| p.name.as_str()));
            let names: Vec<String> = names.into_iter().map(std::borrow::Cow::into_owned).collect();
            params.iter_mut().zip(names).for_each(|(param, name)| param.name = name);
        }
        self.ty(returns);
    }

    fn object(&mut self, members: &mut Vec<Member>) {
        for member in members.iter_mut() {
            match &mut member.kind {
                MemberKind::Property { ty, .. } => self.ty(ty),
                MemberKind::Method { function, .. } | MemberKind::Call(function) => self.function(function),
                MemberKind::Index { key, ty, name, .. } => {
                    self.ty(key);
                    self.ty(ty);
                    if escape::is_reserved(name) {
                        name.push('_');
                    }
                    if !is_index_key(key) {
                        self.unsound(name, "the key of an index signature is `string`, `number` or `symbol`; it is declared as `string`");
                        *key = Type::Keyword(Keyword::String);
                    }
                }
            }
        }
        self.unique_members(members);
        // The printer of declarations widens index signatures itself, and prints their own types in tags.
        if self.known.is_none() {
            self.widen_index(members);
        }
    }

    fn unique_members(&mut self, members: &mut Vec<Member>) {
        // A method may be next to methods of its name that are as optional as it is, and nothing else may.
        let mut seen: HashMap<&str, Option<bool>> = HashMap::new();
        let mut keys: Vec<&Type> = Vec::new();
        let keep: Vec<bool> = members
            .iter()
            .map(|member| match &member.kind {
                MemberKind::Call(_) => true,
                MemberKind::Property { name, .. } => match seen.entry(name) {
                    Entry::Vacant(entry) => {
                        entry.insert(None);
                        true
                    }
                    Entry::Occupied(_) => false,
                },
                MemberKind::Method { name, optional, .. } => {
                    let kind = Some(*optional);
                    *seen.entry(name).or_insert(kind) == kind
                }
                MemberKind::Index { key, .. } => {
                    let free = !keys.contains(&key);
                    if free {
                        keys.push(key);
                    }
                    free
                }
            })
            .collect();
        if keep.iter().all(|&keep| keep) {
            return;
        }
        let mut at = 0;
        members.retain(|member| {
            let keep = keep[at];
            at += 1;
            if !keep {
                let name = match &member.kind {
                    MemberKind::Property { name, .. } | MemberKind::Method { name, .. } => name.as_str(),
                    _ => "",
                };
                self.unsound(name, "two members of an object have one name; the first counts");
            }
            keep
        });
    }

    /// Gives every index signature a type that all it covers can be assigned to.
    fn widen_index(&mut self, members: &mut [Member]) {
        let Some(union) = widened(members) else { return };
        for member in members.iter_mut().filter(|member| is_narrow_index(&member.kind)) {
            if let MemberKind::Index { ty, .. } = &mut member.kind {
                *ty = union.clone();
            }
        }
        self.unsound("", "an index signature covers the other members, so it was widened to their types");
    }
}

/// Returns the type that an object's index signatures need to cover all its members.
///
/// `None` if they already have it.
pub(crate) fn widened(members: &[Member]) -> Option<Type> {
    let covered = |kind: &MemberKind| !matches!(kind, MemberKind::Call(_)) && !is_symbol_index(kind);
    let index = |kind: &MemberKind| matches!(kind, MemberKind::Index { .. }) && !is_symbol_index(kind);
    if !members.iter().any(|m| index(&m.kind)) || members.iter().filter(|m| covered(&m.kind)).count() == 1 {
        return None;
    }
    let only_numbers = |kind: &MemberKind| match kind {
        MemberKind::Index { key, .. } => *key == Type::Keyword(Keyword::Number),
        MemberKind::Property { name, .. } | MemberKind::Method { name, .. } => !is_numeric(name),
        MemberKind::Call(_) => true,
    };
    if members.iter().all(|m| !covered(&m.kind) || only_numbers(&m.kind)) {
        return None;
    }
    if !members.iter().any(|member| is_narrow_index(&member.kind)) {
        return None;
    }
    // Larger types are not repeated in the index: nested, they would double the tree at every level.
    let size: usize = members.iter().map(|m| m.kind.value().map_or(0, Type::nodes)).sum();
    let mut all: Vec<Type> = Vec::new();
    if size > REPEATED_NODES {
        all.push(Type::Keyword(Keyword::Unknown));
    }
    let mut seen: HashSet<String> = HashSet::new();
    let mut add = |ty: Type| {
        let parts = if let Type::Union(parts) = ty { parts } else { vec![ty] };
        for part in parts {
            if seen.insert(part.to_string()) {
                all.push(part);
            }
        }
    };
    // The index itself comes first, so that a signature that covers everything stays as it is written.
    for member in members.iter().filter(|m| index(&m.kind) && size <= REPEATED_NODES) {
        if let MemberKind::Index { ty, .. } = &member.kind {
            add(ty.clone());
        }
    }
    for member in members {
        match &member.kind {
            MemberKind::Property { ty, optional, .. } if size <= REPEATED_NODES => {
                add(ty.clone());
                if *optional {
                    add(Type::Keyword(Keyword::Undefined));
                }
            }
            // Overloads cannot be written as one function type.
            MemberKind::Method { .. } => add(Type::Keyword(Keyword::Unknown)),
            _ => {}
        }
    }
    let top = all.iter().find(|ty| ty.is_top()).cloned();
    let union = top.unwrap_or_else(|| Type::union(all));
    let differs =
        |member: &Member| is_narrow_index(&member.kind) && member.kind.value().is_some_and(|ty| *ty != union);
    members.iter().any(differs).then_some(union)
}

/// Returns whether it is an index signature that may be too narrow for the members that it covers.
pub(crate) fn is_narrow_index(kind: &MemberKind) -> bool {
    matches!(kind, MemberKind::Index { ty, .. } if !ty.bare().is_top()) && !is_symbol_index(kind)
}

impl MemberKind {
    /// The type of a property's or an index signature's values.
    pub(crate) fn value(&self) -> Option<&Type> {
        match self {
            Self::Property { ty, .. } | Self::Index { ty, .. } => Some(ty),
            Self::Method { .. } | Self::Call(_) => None,
        }
    }
}

/// Returns whether the name of a property may be a number to the compiler.
fn is_numeric(name: &str) -> bool {
    name.starts_with(['+', '-', '.'])
        || name.starts_with(|c: char| c.is_ascii_digit())
        || matches!(name, "Infinity" | "NaN")
}

fn is_symbol_index(kind: &MemberKind) -> bool {
    matches!(kind, MemberKind::Index { key: Type::Keyword(Keyword::Symbol), .. })
}

/// `T | undefined`.
pub(crate) fn or_undefined(ty: Type) -> Type {
    let undefined = Type::Keyword(Keyword::Undefined);
    match ty {
        Type::Keyword(Keyword::Any | Keyword::Unknown | Keyword::Undefined) => ty,
        Type::Union(mut members) => {
            if !members.iter().any(|member| member.is_top() || *member == undefined) {
                members.push(undefined);
            }
            Type::Union(members)
        }
        ty => Type::Union(vec![ty, undefined]),
    }
}

/// Returns the type of `object[index]`, if it is known without a compiler.
fn select(object: &Type, index: &Type) -> Option<Type> {
    match (object, index) {
        (Type::Array(element), Type::Keyword(Keyword::Number)) => Some((**element).clone()),
        (Type::Keyword(Keyword::Any), _) => Some(Type::ANY),
        (Type::Object(members), Type::Literal(Literal::String(wanted) | Literal::Number(wanted))) => {
            members.iter().find_map(|member| match &member.kind {
                MemberKind::Property { name, optional, ty, .. } if name == wanted => {
                    Some(if *optional { or_undefined(ty.clone()) } else { ty.clone() })
                }
                _ => None,
            })
        }
        // Each key counts once: a tree that took the same member many times would double at every level.
        (Type::Object(_), Type::Union(keys)) => {
            let mut seen = HashSet::new();
            let distinct = keys.iter().filter(|key| match key {
                Type::Literal(Literal::String(name) | Literal::Number(name)) => seen.insert(name.as_str()),
                _ => true,
            });
            let mut found = distinct.map(|key| select(object, key)).collect::<Option<Vec<_>>>()?;
            if found.len() == 1 { found.pop() } else { Some(Type::Union(found)) }
        }
        _ => None,
    }
}

/// Returns whether a rest element or parameter may have this type.
fn is_array(ty: &Type) -> bool {
    match ty {
        Type::Array(_) | Type::Keyword(Keyword::Any) => true,
        Type::Reference { name, args } => {
            matches!(name.as_str(), "Array" | "ReadonlyArray") && args.len() == 1
        }
        Type::Readonly(inner) => matches!(**inner, Type::Array(_)),
        _ => false,
    }
}

/// Returns whether an index signature may have this key.
fn is_index_key(ty: &Type) -> bool {
    match ty {
        Type::Keyword(word) => matches!(word, Keyword::String | Keyword::Number | Keyword::Symbol),
        Type::Template(parts) => {
            // Without text `${string}` is `string` itself, and without a wide placeholder it is a literal.
            let wide = |part: &TemplatePart| {
                matches!(part, TemplatePart::Type(Type::Keyword(Keyword::String | Keyword::Number)))
            };
            parts.iter().any(wide)
                && parts.iter().any(|part| matches!(part, TemplatePart::Text(_)))
                && parts.iter().all(|part| wide(part) || matches!(part, TemplatePart::Text(_)))
        }
        _ => false,
    }
}

/// Returns whether every value of the type can be the key of a property.
fn is_key(ty: &Type) -> bool {
    match ty {
        Type::Keyword(word) => {
            matches!(
                word,
                Keyword::String | Keyword::Number | Keyword::Symbol | Keyword::Any | Keyword::Never
            )
        }
        Type::Literal(literal) => matches!(literal, Literal::String(_) | Literal::Number(_)),
        Type::Template(_) | Type::Keyof(_) => true,
        Type::Union(members) => members.iter().all(is_key),
        Type::Reference { name, args } => match name.as_str() {
            "PropertyKey" | "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize" => true,
            "Exclude" | "Extract" => args.first().is_some_and(is_key),
            _ => false,
        },
        _ => false,
    }
}

/// Returns whether every value of the type is text.
fn is_text(ty: &Type) -> bool {
    match ty {
        Type::Keyword(word) => matches!(word, Keyword::String | Keyword::Any | Keyword::Never),
        Type::Literal(Literal::String(_)) | Type::Template(_) => true,
        Type::Union(members) => members.iter().all(is_text),
        Type::Reference { name, .. } => {
            matches!(name.as_str(), "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize")
        }
        _ => false,
    }
}

/// Returns whether a template literal may hold a placeholder of this type.
fn is_printable(ty: &Type) -> bool {
    match ty {
        Type::Keyword(word) => matches!(
            word,
            Keyword::String
                | Keyword::Number
                | Keyword::BigInt
                | Keyword::Boolean
                | Keyword::Null
                | Keyword::Undefined
                | Keyword::Any
                | Keyword::Never
        ),
        Type::Literal(_) => true,
        Type::Union(members) => members.iter().all(is_printable),
        _ => is_text(ty),
    }
}

/// Returns whether `key` names members of `object` alone.
fn is_key_of(object: &Type, key: &Type) -> bool {
    match (object, key) {
        (_, Type::Keyword(Keyword::Never)) => true,
        // Every key is a key of `any` and of `never`; `any` is not a key of an object without keys.
        (Type::Keyword(Keyword::Any | Keyword::Never), key) => is_key(key),
        (_, Type::Union(keys)) => keys.iter().all(|key| is_key_of(object, key)),
        (Type::Object(members), Type::Literal(Literal::String(wanted))) => {
            members.iter().any(|member| match &member.kind {
                MemberKind::Property { name, .. } | MemberKind::Method { name, .. } => name == wanted,
                _ => false,
            })
        }
        (object, Type::Keyof(of)) => **of == *object,
        _ => false,
    }
}

/// A bound on the members of the union that the compiler makes of a type.
fn weight(ty: &Type) -> usize {
    /// More keys than any global type has.
    const KEYS: usize = 1_000;
    let sum = |types: &[Type]| types.iter().fold(0, |sum: usize, ty| sum.saturating_add(weight(ty)));
    match ty {
        Type::Keyword(Keyword::Boolean) => 2,
        Type::Union(members) => sum(members),
        Type::Intersection(members) => {
            members.iter().fold(1, |product: usize, ty| product.saturating_mul(weight(ty)))
        }
        Type::Template(parts) => parts.iter().fold(1, |product: usize, part| match part {
            TemplatePart::Text(_) => product,
            TemplatePart::Type(ty) => product.saturating_mul(weight(ty)),
        }),
        Type::Reference { args, .. } => sum(args).max(1),
        Type::Keyof(inner) => match &**inner {
            Type::Object(members) => members.len(),
            other => KEYS.saturating_mul(weight(other)),
        },
        _ => 1,
    }
}
