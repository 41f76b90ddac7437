//! From a shape to declarations.
//!
//! A shape is mended before it is printed, so that the compiler accepts it: types by [`resolve_among`], names by
//! [`names`](super::names), aliases that lead back to themselves (TS2456) here.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::names::{is_free, rename, unique};
use crate::loss::{Action, Loss, Lossy};
use crate::shape::{Definition, Shape};
use crate::ty::{
    Constraints, Docs, Keyword, Layout, Literal, Member, MemberKind, Style, Type, push_comment, resolve_among,
};
use crate::unique::UniqueNames;

/// Writes a data type as TypeScript: the named types it uses, then `type <name> = …;`.
///
/// Each member of an object has a line of its own, and lines end in LF. Comments have descriptions and constraints.
///
/// A `name` that is not an identifier is changed into one. `tsc --strict` accepts the text as a module, whatever the
/// shape; the losses list the changes that this needed.
///
/// ```
/// use webagents_schema::{Shape, declarations, ty};
/// let shape = Shape::new(ty::parse("{ size: integer, 'a b'?: (string | null)[] }").unwrap());
/// assert_eq!(declarations::write(shape, "Input").value, r#"type Input = {
///   /** @integer */
///   size: number;
///   "a b"?: (string | null)[];
/// };
/// "#);
/// ```
pub fn write(shape: Shape, name: &str) -> Lossy<String> {
    let name = unique(name, &mut UniqueNames::default());
    let (shape, losses) = sound(shape, &name);
    let mut out = String::with_capacity(size_hint(&shape));
    let style = Style { layout: Layout::Lines, strict: true, ..Style::line(Docs::Keep) };
    for definition in &shape.definitions {
        push_definition(&mut out, style, definition);
        out.push('\n');
    }
    push_alias(&mut out, style, &name, None, &shape.facts, &shape.root);
    Lossy { value: out, losses }
}

/// About the length of the text.
fn size_hint(shape: &Shape) -> usize {
    let members = |ty: &Type| match ty {
        Type::Object(members) => members.iter().map(|m| 64 + m.facts.description.len()).sum(),
        _ => 64,
    };
    64 + members(&shape.root)
        + shape.definitions.iter().map(|definition| 64 + members(&definition.ty)).sum::<usize>()
}

/// Appends a definition: an interface for an object, else an alias.
pub(crate) fn push_definition(out: &mut String, style: Style, definition: &Definition) {
    let Definition { name, key, facts, ty } = definition;
    let key = (key != name).then_some(key.as_str());
    if !is_interface(ty) {
        push_alias(out, style, name, key, facts, ty);
        return;
    }
    push_comment(out, style, facts, ty, key);
    out.push_str("interface ");
    out.push_str(name);
    out.push(' ');
    ty.print_in(out, style, facts);
    out.push('\n');
}

fn push_alias(out: &mut String, style: Style, name: &str, key: Option<&str>, facts: &Constraints, ty: &Type) {
    push_comment(out, style, facts, ty, key);
    out.push_str("type ");
    out.push_str(name);
    out.push_str(" = ");
    ty.print_in(out, style, facts);
    out.push_str(";\n");
}

/// Returns whether a type is declared as an interface. A type that prints as `Record` is not.
fn is_interface(ty: &Type) -> bool {
    let Type::Object(members) = ty else { return false };
    !matches!(members.as_slice(), [] | [Member { kind: MemberKind::Index { .. }, .. }])
}

/// Returns the shape as the compiler accepts it, and the losses of that.
///
/// `root` is the name that the root is declared by.
pub(crate) fn sound(mut shape: Shape, root: &str) -> (Shape, Vec<Loss>) {
    let mut losses = Vec::new();
    give_names(&mut shape, root);
    let names: HashSet<String> = shape.definitions.iter().map(|d| d.name.clone()).collect();
    let known = |name: &str| names.contains(name);
    let mut mend = |pointer: &str, ty: &mut Type| {
        shorten_unions(pointer, ty, &mut losses);
        for finding in resolve_among(ty, &known) {
            let value = if finding.name.is_empty() { Value::Null } else { Value::String(finding.name) };
            losses.push(Loss::new(pointer, "type", value, Action::Widened, finding.message));
        }
    };
    for definition in &mut shape.definitions {
        let pointer = crate::loss::pointer("/$defs", &definition.key);
        mend(&pointer, &mut definition.ty);
    }
    mend("", &mut shape.root);
    cut_circles(&mut shape, &mut losses);
    (shape, losses)
}

/// Members of a union that are printed: models read no more, and the compiler has a limit.
const UNION: usize = 1_000;
/// Gives definitions names that can be declared together with each other and `root`.
fn give_names(shape: &mut Shape, root: &str) {
    if shape.definitions.is_empty() {
        return;
    }
    let names = shape.definitions.iter().map(|d| d.name.clone());
    let mut taken: UniqueNames = names.chain([root.to_owned()]).collect();
    let mut seen = HashSet::new();
    let mut renamed = HashMap::new();
    for definition in &mut shape.definitions {
        if definition.name != root && is_free(&definition.name) && seen.insert(definition.name.clone()) {
            continue;
        }
        let name = unique(&definition.name, &mut taken);
        renamed.entry(std::mem::replace(&mut definition.name, name.clone())).or_insert(name);
    }
    if renamed.is_empty() {
        return;
    }
    // Of two definitions of one name the first is meant, and kept it.
    renamed.retain(|old, _| !seen.contains(old));
    for definition in &mut shape.definitions {
        rename(&mut definition.ty, &renamed);
    }
    rename(&mut shape.root, &renamed);
}

/// Makes unions of too many members the types of their members.
fn shorten_unions(pointer: &str, ty: &mut Type, losses: &mut Vec<Loss>) {
    if let Type::Union(members) = ty
        && members.len() > UNION
    {
        let mut wide: Vec<Type> = Vec::new();
        for member in members.iter() {
            let of = match member.bare() {
                Type::Literal(Literal::String(_)) | Type::Template(_) => Type::Keyword(Keyword::String),
                Type::Literal(Literal::Number(_)) => Type::Keyword(Keyword::Number),
                Type::Literal(Literal::Boolean(_)) => Type::Keyword(Keyword::Boolean),
                Type::Keyword(word) => Type::Keyword(*word),
                _ => Type::Keyword(Keyword::Unknown),
            };
            if !wide.contains(&of) {
                wide.push(of);
            }
        }
        let message = format!("a union of {} members is declared as the types of them", members.len());
        losses.push(Loss::new(pointer, "anyOf", Value::Null, Action::Widened, message));
        *ty = Type::union(wide);
    }
    ty.for_each_child_mut(&mut |child| shorten_unions(pointer, child, losses));
}

/// Breaks circles of aliases that only refer to each other.
///
/// A reference that leads back is declared as `any`.
fn cut_circles(shape: &mut Shape, losses: &mut Vec<Loss>) {
    let places: HashMap<String, usize> =
        shape.definitions.iter().enumerate().map(|(at, d)| (d.name.clone(), at)).collect();
    let mut next: Vec<Vec<usize>> = Vec::with_capacity(shape.definitions.len());
    for definition in &shape.definitions {
        let mut found = Vec::new();
        if !is_interface(&definition.ty) {
            leads_to(&definition.ty, &places, &mut found);
        }
        next.push(found);
    }
    // A depth-first search without recursion; an edge to a node that is being visited closes a cycle.
    let mut state = vec![VisitState::New; next.len()];
    let mut cut: HashSet<(usize, usize)> = HashSet::new();
    for start in 0..next.len() {
        let mut stack = vec![(start, 0)];
        while let Some((at, edge)) = stack.pop() {
            if edge == 0 {
                if state[at] != VisitState::New {
                    continue;
                }
                state[at] = VisitState::Open;
            }
            let Some(&to) = next[at].get(edge) else {
                state[at] = VisitState::Done;
                continue;
            };
            stack.push((at, edge + 1));
            match state[to] {
                VisitState::New => stack.push((to, 0)),
                VisitState::Open => {
                    cut.insert((at, to));
                }
                VisitState::Done => {}
            }
        }
    }
    if cut.is_empty() {
        return;
    }
    for (at, definition) in shape.definitions.iter_mut().enumerate() {
        let is_cut = |name: &str| places.get(name).is_some_and(|&to| cut.contains(&(at, to)));
        if cut_references(&mut definition.ty, &is_cut) {
            let pointer = crate::loss::pointer("/$defs", &definition.key);
            let message = "it leads back to itself, which no type can; it is declared as `any`";
            losses.push(Loss::new(pointer, "$ref", Value::Null, Action::Widened, message));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    New,
    Open,
    Done,
}

/// The definitions that an alias refers to at once.
fn leads_to(ty: &Type, places: &HashMap<String, usize>, found: &mut Vec<usize>) {
    match ty {
        Type::Object(_) | Type::Array(_) | Type::Tuple(_) | Type::Function(_) => {}
        ty => {
            if let Type::Reference { name, .. } = ty
                && let Some(&at) = places.get(name.as_str())
                && !found.contains(&at)
            {
                found.push(at);
            }
            ty.for_each_child(&mut |child| leads_to(child, places, found));
        }
    }
}

fn cut_references(ty: &mut Type, is_cut: &dyn Fn(&str) -> bool) -> bool {
    match ty {
        Type::Object(_) | Type::Array(_) | Type::Tuple(_) | Type::Function(_) => false,
        Type::Reference { name, .. } if is_cut(name) => {
            *ty = Type::ANY;
            true
        }
        ty => {
            let mut any = false;
            ty.for_each_child_mut(&mut |child| any |= cut_references(child, is_cut));
            any
        }
    }
}
