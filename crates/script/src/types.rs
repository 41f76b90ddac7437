//! Types of a source file, resolved with the file's own declarations.
//!
//! The decision: the [`Resolver`] of `webagents_schema::declarations` resolves the references between declarations,
//! and this module converts the parser's tree for it. Names are inlined, because the line of a manifest has no other
//! place for their types; a recursive type stays a definition, for which the tool gets a JSON Schema. A type that
//! names nothing of the file stays as it is written: it may be a `Date` or a function, which a page accepts although
//! they are not plain data.

mod declared;
mod read;

use std::collections::{BTreeSet, HashMap, HashSet};

use oxc_ast::ast::Statement;
use oxc_span::GetSpan as _;
use webagents_schema::declarations::{Body, Declaration, Resolver, needs_program};
use webagents_schema::ty::{self, Constraints, Member, MemberKind, Type};
use webagents_schema::{Definition, Lossy, Shape};

use crate::diagnostic::{CodeDiagnostic, CodeDiagnosticKind, Severity, shown};
use crate::parse::{self, Failure, Grammar, Tree, parse};

pub(crate) use self::read::TypeReader;

/// Nodes of one type when all names are put in.
const NODES: usize = 2_000;
/// Levels of one type when all names are inlined: half of the levels that a type may have.
const HEIGHT: usize = ty::limits::HEIGHT / 2;
/// Declarations of one file that are looked at.
pub(crate) const DECLARATIONS: usize = 2_000;
/// Steps of the resolver for all types of one file together.
const STEPS: usize = 1_000_000;
/// Names of the page that are not plain data, and stay as they are.
const VALUES: [&str; 10] = [
    "Date",
    "URL",
    "RegExp",
    "File",
    "Blob",
    "FormData",
    "ArrayBuffer",
    "Uint8Array",
    "Element",
    "HTMLElement",
];

/// A type as it is written, and its parsed form.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) ty: Type,
}

/// Reads the type that a TypeScript source `text` declares as `root`, with the types it refers to.
///
/// ```
/// let text = "
///     type Page<T> = { items: T[]; /** @minimum 0 */ next?: number };
///     interface Item { id: string; tags?: Partial<Record<'a' | 'b', number>>; }
///     export interface Answer extends Omit<Page<Item>, 'next'> { total: number }";
/// let shape = webagents_script::declared_type(text, "Answer").unwrap().value;
/// assert_eq!(shape.root.to_string(), "{ items: Item[]; total: number }");
/// assert_eq!(shape.definitions[0].ty.to_string(), "{ id: string; tags?: { a?: number; b?: number } }");
/// ```
///
/// # Errors
///
/// When the text breaks the grammar or a limit, or declares no `root`.
pub fn declared_type(text: &str, root: &str) -> Result<Lossy<Shape>, CodeDiagnostic> {
    let read = |tree: Tree<'_, '_>| TypeReader::new(text, tree.program).program(tree.program);
    let (declared, mut losses) = parse(text, Grammar::TypeScriptModule, parse::SOURCE, read)
        .map_err(|failure| failure.findings(text).swap_remove(0))?;
    if !declared.iter().any(|one| one.name == root) {
        let message = format!("expected a declaration of {}, found none", shown(root));
        return Err(CodeDiagnostic::new(
            CodeDiagnosticKind::TypeText,
            Severity::Error,
            text,
            text.len()..text.len(),
            message,
        ));
    }
    let resolved = Resolver::new(&declared, &[]).shape(root);
    losses.extend(resolved.losses);
    Ok(Lossy { value: resolved.value, losses })
}

/// Reads a type that documentation has as text.
pub(crate) fn from_text(text: &str) -> Result<Type, String> {
    let source = format!("type T = {text}\n;");
    let read = |tree: Tree<'_, '_>| match tree.program.body.as_slice() {
        [Statement::TSTypeAliasDeclaration(it)] if it.span().end as usize + 1 >= source.len() - 1 => {
            Some(TypeReader::new(&source, tree.program).whole(&it.type_annotation))
        }
        _ => None,
    };
    match parse(&source, Grammar::TypeScriptModule, parse::SOURCE, read) {
        Ok(Some(ty)) => Ok(ty),
        Ok(None) => Err("expected one type".to_owned()),
        Err(Failure::Refused(refusal)) => Err(refusal.message),
        Err(Failure::Syntax(faults)) => {
            Err(faults.into_iter().next().map_or_else(|| "expected a type".to_owned(), |fault| fault.message))
        }
    }
}

/// The declaration of a type that documentation names.
pub(crate) fn named(name: &str, ty: Type) -> Declaration {
    Declaration {
        name: name.to_owned(),
        params: Vec::new(),
        body: Body::Alias(ty),
        facts: Constraints::default(),
    }
}

/// The types of a file.
pub(crate) struct Types<'d> {
    names: HashSet<&'d str>,
    resolver: Resolver<'d>,
    /// Results by text, for types within the same type parameters.
    read: HashMap<String, Read>,
}

/// A type with the definitions that it needs.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    pub(crate) ty: Type,
    /// Types that lead back to themselves.
    pub(crate) definitions: Vec<Definition>,
    /// Losses, one message each.
    pub(crate) trouble: Vec<String>,
}

impl<'d> Types<'d> {
    pub(crate) fn new(declared: &'d [Declaration]) -> Self {
        Self {
            names: declared.iter().map(|one| one.name.as_str()).collect(),
            resolver: Resolver::new(declared, &VALUES),
            read: HashMap::new(),
        }
    }

    /// Resolves a type within `generics`, type parameters with their bounds.
    pub(crate) fn read(&mut self, written: &Written, generics: &[(String, Type)]) -> Read {
        let Written { text, ty } = written;
        let is_declared = |name: &str| {
            let first = name.split('.').next().unwrap_or_default();
            let is_known = ty::is_global_type(name) || VALUES.contains(&name);
            // What nothing declares is a loss, which the resolver reports.
            !is_known || self.names.contains(first) || generics.iter().any(|(generic, _)| generic == first)
        };
        if !needs_program(ty, &is_declared) {
            return Read { ty: ty.clone(), definitions: Vec::new(), trouble: Vec::new() };
        }
        let mut key = text.clone();
        for (name, bound) in generics {
            key.extend(["\n", name, " ", &bound.to_string()]);
        }
        if let Some(read) = self.read.get(&key) {
            return read.clone();
        }
        if self.resolver.steps() > STEPS {
            let text = shown(text);
            let trouble =
                format!("the type {text} is not read: the file has too much of types; `any` replaces it");
            return Read { ty: Type::ANY, definitions: Vec::new(), trouble: vec![trouble] };
        }
        let Lossy { value: shape, losses } = self.resolver.shape_of(ty, generics);
        let mut read = put_in(&shape);
        let mut trouble = Vec::with_capacity(losses.len());
        for loss in losses {
            let place = &loss.pointer;
            let place = if place.is_empty() { String::new() } else { format!(" at {}", shown(place)) };
            trouble.push(format!("of the type {}{place}: {}", shown(text), loss.message));
        }
        trouble.append(&mut read.trouble);
        read.trouble = trouble;
        self.read.insert(key, read.clone());
        read
    }
}

/// A shape as one type: names are inlined, except for recursive ones.
fn put_in(shape: &Shape) -> Read {
    let definitions: HashMap<&str, &Definition> =
        shape.definitions.iter().map(|definition| (definition.name.as_str(), definition)).collect();
    let mut work =
        Inliner { definitions, nodes: 0, open: Vec::new(), kept: BTreeSet::new(), too_large: false };
    let mut ty = shape.root.clone();
    work.replace(&mut ty, 0);
    let mut kept = Vec::new();
    let mut done = BTreeSet::new();
    while let Some(name) = work.kept.iter().find(|name| !done.contains(*name)).cloned() {
        done.insert(name.clone());
        if let Some(definition) = work.definitions.get(name.as_str()).copied() {
            let mut copy = definition.clone();
            work.open = vec![name];
            work.replace(&mut copy.ty, 0);
            copy.ty = copy.ty.into_parts().1;
            kept.push(copy);
        }
    }
    let too_large = work.too_large.then(|| "the type is too large; `any` replaces parts of it".to_owned());
    Read { ty: ty.refined(shape.facts.clone()), definitions: kept, trouble: too_large.into_iter().collect() }
}

struct Inliner<'s> {
    definitions: HashMap<&'s str, &'s Definition>,
    nodes: usize,
    /// The names that are being put in around the present one.
    open: Vec<String>,
    /// The names that stay.
    kept: BTreeSet<String>,
    too_large: bool,
}

impl Inliner<'_> {
    fn replace(&mut self, ty: &mut Type, depth: usize) {
        self.nodes += 1;
        if self.nodes > NODES || depth > HEIGHT {
            self.too_large = true;
            *ty = Type::ANY;
            return;
        }
        if let Type::Reference { name, args } = ty
            && args.is_empty()
            && let Some(definition) = self.definitions.get(name.as_str()).copied()
        {
            if let Some(meant) = self.definition(definition, depth + 1) {
                *ty = meant;
            }
            return;
        }
        ty.for_each_child_mut(&mut |child| self.replace(child, depth + 1));
        match ty {
            Type::Object(members) => members.iter_mut().for_each(lift_keywords),
            // The type within may have got constraints of its own.
            Type::Refined(refined) => {
                let inner = std::mem::replace(&mut refined.ty, Type::ANY);
                *ty = inner.refined(std::mem::take(&mut refined.facts));
            }
            _ => {}
        }
    }

    /// Returns the type that a name refers to; `None` if the name stays.
    ///
    /// Its description is left out, because it is given at the declaration; the keywords that bound its values are
    /// kept.
    fn definition(&mut self, definition: &Definition, depth: usize) -> Option<Type> {
        let name = &definition.name;
        if self.open.contains(name) || self.kept.contains(name) {
            self.kept.insert(name.clone());
            return None;
        }
        self.open.push(name.clone());
        let mut ty = definition.ty.clone();
        self.replace(&mut ty, depth);
        self.open.pop();
        // It leads back to itself, which shows only now.
        if self.kept.contains(name) {
            return None;
        }
        let mut facts = definition.facts.clone();
        facts.description.clear();
        Some(ty.refined(facts))
    }
}

/// Moves the keywords of a member's type to the member, whose own keywords stay.
fn lift_keywords(member: &mut Member) {
    let (MemberKind::Property { ty, .. } | MemberKind::Index { ty, .. }) = &mut member.kind else { return };
    let (facts, bare) = std::mem::replace(ty, Type::ANY).into_parts();
    *ty = bare;
    for (keyword, value) in facts.keywords {
        member.facts.keywords.entry(keyword).or_insert(value);
    }
}
