//! Contents of a source file as plain values: functions that may be tools, and type declarations.
//!
//! The decision: whatever needs the parser's tree is taken out of it here, on the parser's thread; what it means is
//! decided in [`deduce`](crate::deduce()). Only the file's own statements are looked at, never the inside of a
//! function.

mod left;
mod page;
mod raw;
mod registered;
mod statements;

use std::ops::Range;

use oxc_ast::ast::{
    ArrowFunctionExpression, BindingPattern, Class, Declaration, ExportDefaultDeclarationKind, Expression,
    FormalParameters, Function, ObjectExpression, ObjectPropertyKind, Program, PropertyKind, Statement,
    TSFunctionType, TSType, TSTypeAnnotation, TSTypeName, TSTypeParameterDeclaration, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_ast_visit::Visit as _;
use oxc_span::{GetSpan as _, Span};

use self::raw::FUNCTIONS;
pub(crate) use self::raw::{RawFunction, RawParam, RawPattern, Source};
use crate::diagnostic::shown;
use crate::literal::{key_name, literal, plain};
use crate::parse::range;
use crate::types::{DECLARATIONS, TypeReader, Written};
use webagents_schema::declarations::Declaration as Declared;

/// Bytes of the path to an object that is looked into.
const PATH: usize = 100;

/// Takes out of a program what matters.
pub(crate) fn extract(program: &Program<'_>, text: &str) -> Source {
    let module = program.body.iter().any(|statement| {
        matches!(
            statement,
            Statement::ImportDeclaration(_)
                | Statement::ExportDeclaration(_)
                | Statement::ExportNamedDeclaration(_)
                | Statement::ExportFromDeclaration(_)
                | Statement::ExportDefaultDeclaration(_)
                | Statement::ExportAllDeclaration(_)
        )
    });
    let mut taker = Taker {
        text,
        program,
        types: TypeReader::new(text, program),
        classic: !module,
        depth: 0,
        pages: Vec::new(),
        path: None,
        source: Source::default(),
    };
    taker.registered();
    for statement in &program.body {
        taker.statement(statement);
    }
    let comments = program.comments.iter().filter(|comment| comment.is_block());
    for comment in comments {
        let slice = taker.slice(comment.span);
        if slice.starts_with("/**") && slice.contains("@typedef") {
            taker.source.comments.push((comment.span.start as usize, slice.to_owned()));
        }
    }
    taker.source
}

struct Taker<'t, 'a> {
    text: &'t str,
    program: &'t Program<'a>,
    types: TypeReader<'t, 'a>,
    /// It is a script and no module: its functions are members of the window.
    classic: bool,
    /// Blocks around what is looked at.
    depth: usize,
    /// Names that are the window, and names that hide one of its own, the innermost last.
    pages: Vec<(String, bool)>,
    /// Path from the window to the current object, with a trailing dot.
    ///
    /// `None` where the object is not reachable from the window.
    path: Option<String>,
    source: Source,
}

const NOT_EXPORTED: &str = "is not exported; write `export` before it, or `@tool` in its documentation";
const NOT_DOCUMENTED: &str = "has no documentation comment; write `/** … */` before it, or `window.name = …`";
const NOT_OF_WINDOW: &str = "is a name of the script alone and no member of the window; write `window.name = …`, or `@tool` in its documentation";

impl<'t, 'a> Taker<'t, 'a> {
    fn slice(&self, span: Span) -> &'t str {
        self.text.get(range(span)).unwrap_or_default()
    }

    /// The documentation comment in front of what begins at `start`.
    fn doc(&self, start: u32) -> Option<(usize, String)> {
        let comments = &self.program.comments;
        // Comments are in the order of the text.
        let end = comments.partition_point(|comment| comment.span.end <= start);
        let nearest = comments.get(..end)?.iter().rev().take_while(|comment| comment.attached_to == start);
        let mut documenting = nearest.filter(|comment| self.slice(comment.span).starts_with("/**"));
        let found = documenting.next()?;
        Some((found.span.start as usize, self.slice(found.span).to_owned()))
    }

    fn statement(&mut self, statement: &Statement<'a>) {
        let start = statement.span().start;
        match statement {
            Statement::ExportDeclaration(it) => self.declaration(&it.declaration, start, true),
            Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => match &function.id {
                    Some(id) => self.function(id.name.as_str(), function, start, true),
                    None => self.nameless(it.span),
                },
                ExportDefaultDeclarationKind::ObjectExpression(object) => self.object(object, true, start),
                ExportDefaultDeclarationKind::ClassDeclaration(it) => self.class(it),
                ExportDefaultDeclarationKind::ArrowFunctionExpression(it) => self.nameless(it.span),
                ExportDefaultDeclarationKind::FunctionExpression(it) => self.nameless(it.span),
                other => match other.as_expression().map(plain) {
                    Some(Expression::Identifier(it)) => {
                        let name = it.name.as_str().to_owned();
                        self.source.exports.push((name.clone(), name));
                    }
                    Some(value) => self.left("default", value, it.span.start),
                    None => {}
                },
            },
            Statement::ExportNamedDeclaration(it) => {
                for specifier in &it.specifiers {
                    let exported = specifier.exported.name().as_str().to_owned();
                    self.source.exports.push((specifier.local.name().as_str().to_owned(), exported));
                }
            }
            Statement::ExportAllDeclaration(it) => {
                let name =
                    it.exported.as_ref().map_or_else(|| self.slice(it.span), |name| name.name().as_str());
                self.elsewhere(it.span, name);
            }
            Statement::ExportFromDeclaration(it) => {
                let values = it.specifiers.iter().filter(|_| !it.export_kind.is_type());
                for one in values.filter(|one| !one.export_kind.is_type()) {
                    self.elsewhere(one.span, one.exported.name().as_str());
                }
            }
            Statement::ExpressionStatement(it) => self.expression(&it.expression, start),
            _ => {
                if let Some(inner) = statements::inner_statements(statement) {
                    self.block(statement, &inner);
                } else if let Some(declaration) = statement.as_declaration() {
                    self.declaration(declaration, start, false);
                }
            }
        }
    }

    /// Looks everywhere for tools that are registered.
    fn registered(&mut self) {
        let mut search = registered::Registrations { found: Vec::new() };
        search.visit_program(self.program);
        self.source.registered = search.found;
    }

    /// Keeps an export that is not read: which, why, and the form that is read.
    fn beyond(&mut self, span: Span, name: &str, why: &str, instead: &str) {
        self.source.beyond.push((range(span), format!("{} {why}; {instead}", shown(name))));
    }

    fn nameless(&mut self, span: Span) {
        self.beyond(
            span,
            "export default",
            "is a function without a name, and a tool needs one",
            "write `export function name(…) { … }`",
        );
    }

    fn class(&mut self, it: &Class<'a>) {
        self.beyond(
            it.span,
            it.id.as_ref().map_or("export default", |id| id.name.as_str()),
            "is a class, and tools are functions",
            "write `export function name(…) { … }` for each method that is a tool",
        );
    }

    fn elsewhere(&mut self, span: Span, name: &str) {
        self.beyond(
            span,
            name,
            "is exported from another file, which is not read",
            "read that file too, or write the function in this one",
        );
    }

    fn declaration(&mut self, declaration: &Declaration<'a>, start: u32, exported: bool) {
        match declaration {
            Declaration::FunctionDeclaration(function) => {
                if let Some(id) = &function.id {
                    let of_window = self.classic && self.doc(start).is_some();
                    self.function(id.name.as_str(), function, start, exported || of_window);
                    if let Some(last) = self.source.functions.last_mut().filter(|_| self.classic) {
                        last.why = NOT_DOCUMENTED;
                    }
                }
            }
            Declaration::VariableDeclaration(it) => self.variables(it, start, exported),
            Declaration::ClassDeclaration(it) if exported => self.class(it),
            Declaration::TSInterfaceDeclaration(it) => {
                let declared = self.types.interface(it, start);
                self.declare(declared, it.span);
            }
            Declaration::TSTypeAliasDeclaration(it) => {
                let declared = self.types.alias(it, start);
                self.declare(declared, it.span);
            }
            Declaration::TSEnumDeclaration(it) => {
                let declared = self.types.enumeration(it, start);
                self.declare(declared, it.span);
            }
            other if exported => self.beyond(
                other.span(),
                other.id().map_or_else(|| self.slice(other.span()), |id| id.name.as_str()),
                "is a namespace, which is not read",
                "write `export function name(…) { … }` outside of it",
            ),
            _ => {}
        }
    }

    fn declare(&mut self, declared: Declared, span: Span) {
        if self.source.types.len() >= DECLARATIONS {
            return;
        }
        self.source.declarations.push_str(self.slice(span).trim());
        self.source.declarations.push('\n');
        self.source.types.push(declared);
    }

    fn variables(&mut self, declaration: &VariableDeclaration<'a>, start: u32, exported: bool) {
        for declarator in &declaration.declarations {
            let BindingPattern::BindingIdentifier(id) = &declarator.id else {
                if exported {
                    self.beyond(
                        declarator.span,
                        self.slice(declarator.id.span()),
                        "is a pattern, whose values are not read",
                        "write `export function name(…) { … }` for each of its names",
                    );
                }
                continue;
            };
            let signature = declarator
                .type_annotation
                .as_deref()
                .and_then(|ty| function_type(self.program, &ty.type_annotation));
            if let Some(ty) = signature {
                let end = declarator.span.end;
                let name = id.name.as_str();
                let mut raw = self.raw(
                    name,
                    &ty.params,
                    Some(&ty.return_type),
                    ty.type_parameters.as_deref(),
                    start..end,
                );
                raw.exported = exported;
                self.add(raw);
                continue;
            }
            let Some(value) = &declarator.init else {
                if exported {
                    let why = match declarator.type_annotation {
                        Some(_) => "is declared by a type that is no function type of this file",
                        None => "is declared without a value, which is not looked for",
                    };
                    self.source.left.push((range(declarator.span), id.name.as_str().to_owned(), why));
                }
                continue;
            };
            self.names(id.name.as_str(), value);
            let of_window = self.classic && declaration.kind == VariableDeclarationKind::Var;
            let documented = self.doc(start).is_some();
            let why = match (self.classic, of_window) {
                (false, _) => NOT_EXPORTED,
                (true, true) => NOT_DOCUMENTED,
                (true, false) => NOT_OF_WINDOW,
            };
            self.path = of_window.then(|| format!("{}.", id.name.as_str()));
            self.value(id.name.as_str(), value, start, exported || (of_window && documented), why);
            self.path = None;
        }
    }

    /// A value with a name: a function, or an object of functions.
    fn value(&mut self, name: &str, value: &Expression<'a>, start: u32, exported: bool, why: &'static str) {
        let before = self.source.functions.len();
        match plain(value) {
            Expression::FunctionExpression(function) => self.function(name, function, start, exported),
            Expression::ArrowFunctionExpression(arrow) => self.arrow(name, arrow, start, exported),
            Expression::ObjectExpression(object) => self.object(object, exported, start),
            other if exported || self.is_tagged(start) => self.left(name, other, start),
            other if other.is_literal() => self.source.plain.push(name.to_owned()),
            other if statements::wraps_function(other) => {
                self.left_out(name, Span::new(start, other.span().end), why);
            }
            _ => {}
        }
        for function in self.source.functions.iter_mut().skip(before) {
            function.why = why;
        }
    }

    /// Returns whether the documentation before `start` marks a tool.
    fn is_tagged(&self, start: u32) -> bool {
        self.doc(start).is_some_and(|(_, doc)| doc.contains("@tool") || doc.contains("@webagents"))
    }

    fn object(&mut self, object: &ObjectExpression<'a>, exported: bool, start: u32) {
        let tagged = self.is_tagged(start);
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                if exported || tagged {
                    self.beyond(
                        property.span(),
                        self.slice(property.span()),
                        "spreads an object whose members are not read",
                        "write each function as a member: `name(…) { … }`",
                    );
                }
                continue;
            };
            let Some(name) = key_name(&property.key, property.computed) else {
                if (exported || tagged) && statements::may_be_function(&property.value) {
                    self.beyond(
                        property.span,
                        self.slice(property.key.span()),
                        "is a member whose name is computed",
                        "write its name: `name(…) { … }`",
                    );
                }
                continue;
            };
            if property.kind != PropertyKind::Init {
                if (exported || tagged) && property.kind == PropertyKind::Get {
                    self.left_out(&name, property.span, "is what a getter gives, which is not looked at");
                }
                continue;
            }
            let start = property.span.start;
            let name = self.path.iter().map(String::as_str).chain([name.as_str()]).collect::<String>();
            match plain(&property.value) {
                Expression::ObjectExpression(inner) if self.path.is_some() && name.len() <= PATH => {
                    let path = self.path.replace(format!("{name}."));
                    self.object(inner, exported || tagged, start);
                    self.path = path;
                }
                Expression::FunctionExpression(function) => {
                    self.function(&name, function, start, exported || tagged);
                }
                Expression::ArrowFunctionExpression(arrow) => {
                    self.arrow(&name, arrow, start, exported || tagged);
                }
                other if exported || tagged => self.left(&name, other, start),
                _ => {}
            }
        }
    }

    fn function(&mut self, name: &str, function: &Function<'a>, start: u32, exported: bool) {
        let mut raw = self.raw(
            name,
            &function.params,
            function.return_type.as_deref(),
            function.type_parameters.as_deref(),
            start..function.span.end,
        );
        raw.exported = exported;
        raw.generator = function.generator;
        raw.overload = function.body.is_none() && !function.declare;
        self.add(raw);
    }

    fn arrow(&mut self, name: &str, arrow: &ArrowFunctionExpression<'a>, start: u32, exported: bool) {
        let mut raw = self.raw(
            name,
            &arrow.params,
            arrow.return_type.as_deref(),
            arrow.type_parameters.as_deref(),
            start..arrow.span.end,
        );
        raw.exported = exported;
        self.add(raw);
    }

    fn add(&mut self, raw: RawFunction) {
        if self.source.functions.len() < FUNCTIONS {
            self.source.functions.push(raw);
        }
    }

    fn raw(
        &mut self,
        name: &str,
        params: &FormalParameters<'a>,
        returns: Option<&TSTypeAnnotation<'a>>,
        generics: Option<&TSTypeParameterDeclaration<'a>>,
        span: Range<u32>,
    ) -> RawFunction {
        let mut raw: Vec<RawParam> = Vec::new();
        for param in &params.items {
            raw.push(RawParam {
                pattern: pattern(&param.pattern),
                span: range(param.span),
                ty: param.type_annotation.as_deref().map(|ty| self.written(&ty.type_annotation)),
                optional: param.optional || param.initializer.is_some(),
                default: param.initializer.as_deref().map(literal),
                rest: false,
            });
        }
        if let Some(rest) = &params.rest {
            let ty = rest.type_annotation.as_deref().map(|ty| self.written(&ty.type_annotation));
            raw.push(RawParam {
                pattern: pattern(&rest.rest.argument),
                span: range(rest.span),
                ty,
                optional: true,
                default: None,
                rest: true,
            });
        }
        let params = generics.map_or(&[][..], |generics| generics.params.as_slice());
        let mut generics = Vec::with_capacity(params.len());
        for param in params {
            let bound = param.constraint.as_ref().map(|ty| self.written(ty));
            generics.push((param.name.name.as_str().to_owned(), bound));
        }
        RawFunction {
            name: name.to_owned(),
            span: span.start as usize..span.end as usize,
            exported: false,
            doc: self.doc(span.start),
            params: raw,
            returns: returns.map(|ty| self.written(&ty.type_annotation)),
            generics,
            generator: false,
            overload: false,
            why: NOT_EXPORTED,
        }
    }

    fn written(&mut self, ty: &TSType<'a>) -> Written {
        Written { text: self.slice(ty.span()).to_owned(), ty: self.types.whole(ty) }
    }
}

/// The function type that a type is, or that an alias of the file gives it.
fn function_type<'t, 'a>(program: &'t Program<'a>, ty: &'t TSType<'a>) -> Option<&'t TSFunctionType<'a>> {
    let name = match ty {
        TSType::TSFunctionType(it) => return Some(it),
        TSType::TSTypeReference(it) if it.type_arguments.is_none() => match &it.type_name {
            TSTypeName::IdentifierReference(name) => name.name,
            _ => return None,
        },
        _ => return None,
    };
    let alias = program.body.iter().find_map(|statement| {
        let alias = match statement {
            Statement::TSTypeAliasDeclaration(it) => it,
            Statement::ExportDeclaration(it) => match &it.declaration {
                Declaration::TSTypeAliasDeclaration(it) => it,
                _ => return None,
            },
            _ => return None,
        };
        (alias.id.name == name && alias.type_parameters.is_none()).then_some(&alias.type_annotation)
    })?;
    if let TSType::TSFunctionType(it) = alias { Some(it) } else { None }
}

fn pattern(binding: &BindingPattern<'_>) -> RawPattern {
    match binding {
        BindingPattern::BindingIdentifier(id) => RawPattern::Name(id.name.as_str().to_owned()),
        BindingPattern::ObjectPattern(object) => {
            let one = |property: &oxc_ast::ast::BindingProperty<'_>| {
                let default = match &property.value {
                    BindingPattern::AssignmentPattern(it) => Some(literal(&it.right)),
                    _ => None,
                };
                Some((key_name(&property.key, property.computed)?, default))
            };
            RawPattern::Object(object.properties.iter().filter_map(one).collect())
        }
        BindingPattern::AssignmentPattern(it) => pattern(&it.left),
        BindingPattern::ArrayPattern(_) => RawPattern::Array,
    }
}
