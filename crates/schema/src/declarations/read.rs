//! From declarations to shapes.
//!
//! The grammar gives declarations ([`program`](super::program)), and this resolves what they say of each other
//! into plain types: generics are put in, utility and mapped types are computed, `extends` and `&` are merged.
//! References to declarations without arguments stay references, so that recursive types stay what they are.
//! Types of values that are no data (functions, classes, symbols) are dropped with a [`Loss`].

use super::lower::Lower;
use super::options::ReadOptions;
use super::program::{Body, Declaration, program};
use crate::loss::Lossy;
use crate::shape::Shape;
use crate::ty::{SyntaxError, SyntaxErrorKind};
use webagents_manifest::Span;

/// Reads the declared type `root` of a text, and the declarations that it refers to.
///
/// ```
/// use webagents_schema::declarations;
/// let text = "
///     type Page<T> = { items: T[]; /** @minimum 0 */ next?: number };
///     interface Item { id: string; tags?: Partial<Record<'a' | 'b', number>>; }
///     export interface Answer extends Omit<Page<Item>, 'next'> { total: number }";
/// let shape = declarations::read(text, "Answer").unwrap().value;
/// assert_eq!(shape.root.to_string(), "{ items: Item[]; total: number }");
/// assert_eq!(shape.definitions[0].ty.to_string(), "{ id: string; tags?: { a?: number; b?: number } }");
/// ```
///
/// # Errors
///
/// When the text is beyond the [`limits`](super::limits) or declares no `root`, and where a declaration of a
/// type is in no grammar that is known here.
pub fn read(text: &str, root: &str) -> Result<Lossy<Shape>, SyntaxError> {
    read_with(text, root, &ReadOptions::default())
}

/// As [`read`], with options.
///
/// # Errors
///
/// As [`read`].
pub fn read_with(text: &str, root: &str, options: &ReadOptions) -> Result<Lossy<Shape>, SyntaxError> {
    let mut losses = Vec::new();
    let declarations = program(text, &mut losses)?;
    if !declarations.iter().any(|declaration| declaration.name == root) {
        let mut found = String::from("none called `");
        crate::escape::push_excerpt(&mut found, root, 60);
        found.push('`');
        let (kind, span) = (SyntaxErrorKind::Unexpected, Span::new(text.len(), text.len()));
        return Err(SyntaxError { kind, span, expected: "a declaration of the root", found });
    }
    let mut lower = Lower::new(&declarations, options.objects, losses);
    let value = lower.shape(root);
    Ok(Lossy { value, losses: lower.into_losses() })
}

/// Reads every exported declaration of a text, in order; of a text that exports nothing, every one.
///
/// Generics without arguments and classes are left out.
///
/// ```
/// let text = "export type A = B[]; type B = string; export enum C { X, Y }";
/// let shapes = webagents_schema::declarations::read_all(text, &Default::default()).unwrap().value;
/// let read: Vec<String> = shapes.iter().map(|(name, shape)| format!("{name} = {}", shape.root)).collect();
/// assert_eq!(read, ["A = B[]", "C = 0 | 1"]);
/// ```
///
/// # Errors
///
/// As [`read`].
pub fn read_all(text: &str, options: &ReadOptions) -> Result<Lossy<Vec<(String, Shape)>>, SyntaxError> {
    /// Shapes that are given. Each repeats the definitions that it refers to.
    const SHAPES: usize = 1_000;
    let mut losses = Vec::new();
    let declarations = program(text, &mut losses)?;
    let any = declarations.iter().any(|declaration| declaration.exported);
    let is_read = |declaration: &&Declaration| {
        (declaration.exported || !any)
            && declaration.params.iter().all(|param| param.default.is_some())
            && !matches!(declaration.body, Body::Class)
    };
    let mut lower = Lower::new(&declarations, options.objects, losses);
    let mut shapes: Vec<(String, Shape)> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for declaration in declarations.iter().filter(is_read).take(SHAPES) {
        // An interface may be declared in parts.
        if seen.insert(declaration.name.as_str()) {
            shapes.push((declaration.name.clone(), lower.shape(&declaration.name)));
        }
    }
    Ok(Lossy { value: shapes, losses: lower.into_losses() })
}
