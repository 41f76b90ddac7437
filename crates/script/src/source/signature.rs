//! Function types that declarations give to a name: `declare const f: F`.
//!
//! The decision: names are looked up among the declarations of the file only. A type of another file is unknown, and
//! not taken for a value other than a function.

use std::cell::Cell;
use std::collections::HashMap;

use oxc_ast::ast::{
    Declaration, FormalParameters, Program, Statement, TSLiteral, TSNamespaceDeclarationBody, TSSignature,
    TSType, TSTypeAnnotation, TSTypeParameterDeclaration,
};
use oxc_span::Span;

use crate::literal::{key_name, type_name};

/// Names within each other that are looked up.
const HOPS: usize = 16;
/// Parts of types that are looked at for all signatures of a file together.
const STEPS: usize = 2_000_000;

/// A signature of a function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signature<'a> {
    pub(super) span: Span,
    pub(super) params: &'a FormalParameters<'a>,
    pub(super) returns: Option<&'a TSTypeAnnotation<'a>>,
    pub(super) generics: Option<&'a TSTypeParameterDeclaration<'a>>,
}

/// Result of looking for the signatures of a type.
#[derive(Debug, Clone)]
pub(super) enum Callable<'a> {
    /// Its signatures, at least one.
    Function(Vec<Signature<'a>>),
    /// The type of a value other than a function.
    Other,
    /// The file does not declare the type.
    Unknown,
}

impl Callable<'_> {
    /// Joins the results of the parts of a type: an unknown part matters only if no part is a function.
    fn any_of(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut found = Vec::new();
        let mut is_unknown = false;
        for part in parts {
            match part {
                Self::Function(some) => found.extend(some),
                Self::Other => {}
                Self::Unknown => is_unknown = true,
            }
        }
        match (found.is_empty(), is_unknown) {
            (false, _) => Self::Function(found),
            (true, true) => Self::Unknown,
            (true, false) => Self::Other,
        }
    }
}

/// A declaration of a type.
#[derive(Clone, Copy)]
enum Declared<'a> {
    Alias(&'a TSType<'a>),
    /// The members of an interface, and the names that it extends.
    Interface(&'a oxc_ast::ast::TSInterfaceDeclaration<'a>),
    Enumeration,
    Class,
}

/// The declarations of types in a file, by their names.
pub(super) struct Signatures<'a> {
    declared: HashMap<String, Vec<Declared<'a>>>,
    values: HashMap<&'a str, &'a TSType<'a>>,
    steps: Cell<usize>,
}

impl<'a> Signatures<'a> {
    pub(super) fn new(program: &'a Program<'a>) -> Self {
        let mut all = Self { declared: HashMap::new(), values: HashMap::new(), steps: Cell::new(0) };
        all.statements(&program.body, "", 0);
        all
    }

    fn statements(&mut self, statements: &'a [Statement<'a>], path: &str, depth: usize) {
        for statement in statements {
            match statement {
                Statement::ExportDeclaration(it) => self.declaration(&it.declaration, path, depth),
                Statement::ExportDefaultDeclaration(it) => {
                    if let oxc_ast::ast::ExportDefaultDeclarationKind::TSInterfaceDeclaration(it) =
                        &it.declaration
                    {
                        self.add(path, it.id.name.as_str(), Declared::Interface(it));
                    }
                }
                other => {
                    if let Some(declaration) = other.as_declaration() {
                        self.declaration(declaration, path, depth);
                    }
                }
            }
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration<'a>, path: &str, depth: usize) {
        match declaration {
            Declaration::TSTypeAliasDeclaration(it) => {
                self.add(path, it.id.name.as_str(), Declared::Alias(&it.type_annotation));
            }
            Declaration::TSInterfaceDeclaration(it) => {
                self.add(path, it.id.name.as_str(), Declared::Interface(it));
            }
            Declaration::TSEnumDeclaration(it) => self.add(path, it.id.name.as_str(), Declared::Enumeration),
            Declaration::ClassDeclaration(it) => {
                if let Some(id) = &it.id {
                    self.add(path, id.name.as_str(), Declared::Class);
                }
            }
            Declaration::VariableDeclaration(it) => {
                for one in &it.declarations {
                    if let (oxc_ast::ast::BindingPattern::BindingIdentifier(id), Some(ty)) =
                        (&one.id, &one.type_annotation)
                    {
                        self.values.entry(id.name.as_str()).or_insert(&ty.type_annotation);
                    }
                }
            }
            Declaration::TSGlobalDeclaration(it) if depth < HOPS => {
                self.statements(&it.body.body, path, depth + 1);
            }
            Declaration::TSExternalModuleDeclaration(it) if depth < HOPS => {
                if let Some(body) = &it.body {
                    self.statements(&body.body, path, depth + 1);
                }
            }
            Declaration::TSNamespaceDeclaration(it) => {
                let mut path = format!("{path}{}.", it.id.name);
                let mut body = &it.body;
                for _ in 0..HOPS {
                    match body {
                        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                            path.push_str(inner.id.name.as_str());
                            path.push('.');
                            body = &inner.body;
                        }
                        TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                            if depth < HOPS {
                                self.statements(&block.body, &path, depth + 1);
                            }
                            break;
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, path: &str, name: &str, declared: Declared<'a>) {
        self.declared.entry(format!("{path}{name}")).or_default().push(declared);
        // Code within the namespace names it without the path.
        if !path.is_empty() {
            self.declared.entry(name.to_owned()).or_default().push(declared);
        }
    }

    /// Counts `steps` more, and returns whether there were too many.
    fn is_spent(&self, steps: usize) -> bool {
        self.steps.set(self.steps.get().saturating_add(steps));
        self.steps.get() > STEPS
    }

    /// Looks for the signatures of a type.
    pub(super) fn of(&self, ty: &'a TSType<'a>) -> Callable<'a> {
        self.signatures(ty, 0)
    }

    /// Looks for the signatures of the member `name` of a type, and the places of its documentation.
    pub(super) fn of_member(&self, ty: &'a TSType<'a>, name: &str) -> (Callable<'a>, Vec<u32>) {
        let mut docs = Vec::new();
        let found = self.member(ty, name, 0, &mut docs);
        (found, docs)
    }

    fn signatures(&self, ty: &'a TSType<'a>, depth: usize) -> Callable<'a> {
        if depth > HOPS || self.is_spent(1) {
            return Callable::Unknown;
        }
        match ty {
            TSType::TSFunctionType(it) => Callable::Function(vec![Signature {
                span: it.span,
                params: &it.params,
                returns: Some(&it.return_type),
                generics: it.type_parameters.as_deref(),
            }]),
            TSType::TSParenthesizedType(it) => self.signatures(&it.type_annotation, depth + 1),
            TSType::TSTypeLiteral(it) => called(&it.members),
            TSType::TSTypeReference(it) => {
                let Some(all) = type_name(&it.type_name).and_then(|name| self.declared.get(&name)) else {
                    return Callable::Unknown;
                };
                Callable::any_of(all.iter().map(|one| match one {
                    Declared::Alias(ty) => self.signatures(ty, depth + 1),
                    Declared::Interface(it) => match called(&it.body.body) {
                        Callable::Other if !it.extends.is_empty() => Callable::Unknown,
                        other => other,
                    },
                    Declared::Enumeration | Declared::Class => Callable::Other,
                }))
            }
            TSType::TSIndexedAccessType(it) => match &it.index_type {
                TSType::TSLiteralType(index) => match &index.literal {
                    TSLiteral::StringLiteral(name) => {
                        self.member(&it.object_type, name.value.as_str(), depth + 1, &mut Vec::new())
                    }
                    _ => Callable::Unknown,
                },
                _ => Callable::Unknown,
            },
            TSType::TSTypeQuery(it) => match self.values.get(query(it)) {
                Some(ty) => self.signatures(ty, depth + 1),
                None => Callable::Unknown,
            },
            TSType::TSIntersectionType(it) => {
                Callable::any_of(it.types.iter().map(|ty| self.signatures(ty, depth + 1)))
            }
            TSType::TSUnionType(it) => {
                Callable::any_of(it.types.iter().map(|ty| self.signatures(ty, depth + 1)))
            }
            TSType::TSConditionalType(_) | TSType::TSImportType(_) | TSType::TSInferType(_) => {
                Callable::Unknown
            }
            _ => Callable::Other,
        }
    }

    fn member(&self, ty: &'a TSType<'a>, name: &str, depth: usize, docs: &mut Vec<u32>) -> Callable<'a> {
        if depth > HOPS || self.is_spent(1) {
            return Callable::Unknown;
        }
        match ty {
            TSType::TSParenthesizedType(it) => self.member(&it.type_annotation, name, depth + 1, docs),
            TSType::TSTypeLiteral(it) => self.member_in(&it.members, name, depth, docs),
            TSType::TSIntersectionType(it) => {
                Callable::any_of(it.types.iter().map(|ty| self.member(ty, name, depth + 1, docs)))
            }
            TSType::TSTypeReference(it) => match type_name(&it.type_name) {
                Some(path) => self.member_of(&path, name, depth, docs),
                None => Callable::Unknown,
            },
            _ => Callable::Unknown,
        }
    }

    fn member_of(&self, path: &str, name: &str, depth: usize, docs: &mut Vec<u32>) -> Callable<'a> {
        let Some(all) = self.declared.get(path).filter(|_| depth <= HOPS) else { return Callable::Unknown };
        Callable::any_of(all.iter().map(|one| match one {
            Declared::Alias(ty) => self.member(ty, name, depth + 1, docs),
            Declared::Interface(it) => {
                let mut parts = vec![self.member_in(&it.body.body, name, depth, docs)];
                for base in &it.extends {
                    parts.push(match type_name(&base.type_name) {
                        Some(base) => self.member_of(&base, name, depth + 1, docs),
                        None => Callable::Unknown,
                    });
                }
                Callable::any_of(parts)
            }
            Declared::Enumeration | Declared::Class => Callable::Other,
        }))
    }

    /// The members called `name` of an object type.
    fn member_in(
        &self,
        members: &'a [TSSignature<'a>],
        name: &str,
        depth: usize,
        docs: &mut Vec<u32>,
    ) -> Callable<'a> {
        if self.is_spent(members.len()) {
            return Callable::Unknown;
        }
        let is_wanted = |key, computed| key_name(key, computed).as_deref() == Some(name);
        Callable::any_of(members.iter().filter_map(|member| match member {
            TSSignature::TSMethodSignature(it) if is_wanted(&it.key, it.computed) => {
                docs.push(it.span.start);
                Some(Callable::Function(vec![Signature {
                    span: it.span,
                    params: &it.params,
                    returns: it.return_type.as_deref(),
                    generics: it.type_parameters.as_deref(),
                }]))
            }
            TSSignature::TSPropertySignature(it) if is_wanted(&it.key, it.computed) => {
                docs.push(it.span.start);
                let ty = it.type_annotation.as_deref()?;
                Some(self.signatures(&ty.type_annotation, depth + 1))
            }
            _ => None,
        }))
    }

    /// The functions that are members of the interface `Window`, which `declare global` extends.
    pub(super) fn of_window(&self) -> Vec<TypedMember<'a>> {
        let mut all = MemberList::default();
        for declared in self.declared.get("Window").into_iter().flatten() {
            if let Declared::Interface(it) = declared {
                self.collect(&it.body.body, &mut all);
            }
        }
        all.found
    }

    /// The functions that are members of a type, and whether it has members that the file does not declare.
    pub(super) fn members(&self, ty: &'a TSType<'a>) -> (Vec<TypedMember<'a>>, bool) {
        let mut all = MemberList::default();
        self.members_of(ty, 0, &mut all);
        (all.found, all.unknown)
    }

    fn members_of(&self, ty: &'a TSType<'a>, depth: usize, all: &mut MemberList<'a>) {
        if depth > HOPS || self.is_spent(1) {
            all.unknown = true;
            return;
        }
        match ty {
            TSType::TSParenthesizedType(it) => self.members_of(&it.type_annotation, depth + 1, all),
            TSType::TSTypeLiteral(it) => self.collect(&it.members, all),
            TSType::TSIntersectionType(it) => {
                it.types.iter().for_each(|ty| self.members_of(ty, depth + 1, all));
            }
            TSType::TSTypeReference(it) => {
                match type_name(&it.type_name).and_then(|name| self.declared.get(&name)) {
                    Some(declared) => {
                        for one in declared {
                            match one {
                                Declared::Alias(ty) => self.members_of(ty, depth + 1, all),
                                Declared::Interface(it) => {
                                    all.unknown |= !it.extends.is_empty();
                                    self.collect(&it.body.body, all);
                                }
                                Declared::Enumeration | Declared::Class => {}
                            }
                        }
                    }
                    None => all.unknown = true,
                }
            }
            TSType::TSFunctionType(_) | TSType::TSConstructorType(_) => {}
            _ => all.unknown = true,
        }
    }

    fn collect(&self, members: &'a [TSSignature<'a>], all: &mut MemberList<'a>) {
        for member in members {
            let key = match member {
                TSSignature::TSMethodSignature(it) => key_name(&it.key, it.computed),
                TSSignature::TSPropertySignature(it) => key_name(&it.key, it.computed),
                _ => None,
            };
            // `default` is the value as a whole, for the other form of modules.
            let Some(name) = key.filter(|name| name != "default") else { continue };
            let mut docs = Vec::new();
            let Callable::Function(mut signatures) =
                self.member_in(std::slice::from_ref(member), &name, 0, &mut docs)
            else {
                continue;
            };
            let known = all.places.get(&name).copied();
            match known {
                Some(at) => {
                    if let Some(known) = all.found.get_mut(at) {
                        known.signatures.append(&mut signatures);
                    }
                }
                None if all.found.len() < MEMBERS => {
                    all.places.insert(name.clone(), all.found.len());
                    all.found.push(TypedMember { name, signatures, docs });
                }
                None => all.unknown = true,
            }
        }
    }
}

/// A function that is a member of a type.
pub(super) struct TypedMember<'a> {
    pub(super) name: String,
    pub(super) signatures: Vec<Signature<'a>>,
    /// Places before which its documentation may be.
    pub(super) docs: Vec<u32>,
}

/// The functions among the members of a type.
#[derive(Default)]
struct MemberList<'a> {
    found: Vec<TypedMember<'a>>,
    places: HashMap<String, usize>,
    unknown: bool,
}

/// Members of one type that are read.
const MEMBERS: usize = 1_000;

/// The call signatures among the members of a type.
fn called<'a>(members: &'a [TSSignature<'a>]) -> Callable<'a> {
    let one = |member: &'a TSSignature<'a>| match member {
        TSSignature::TSCallSignatureDeclaration(it) => Some(Signature {
            span: it.span,
            params: &it.params,
            returns: it.return_type.as_deref(),
            generics: it.type_parameters.as_deref(),
        }),
        _ => None,
    };
    Callable::any_of(members.iter().filter_map(one).map(|one| Callable::Function(vec![one])))
}

/// The name in `typeof name`; empty for another form.
fn query<'q>(it: &'q oxc_ast::ast::TSTypeQuery<'_>) -> &'q str {
    match &it.expr_name {
        oxc_ast::ast::TSTypeQueryExprName::IdentifierReference(it) => it.name.as_str(),
        _ => "",
    }
}
