//! What a source file holds, as plain values: functions that may be tools, and the types it declares.
//!
//! The decision: whatever needs the parser's tree is taken out of it here, on the parser's thread; what it means is
//! decided in [`deduce`](crate::deduce()). Only the file's own statements are looked at, never what stands inside of
//! a function.

use std::ops::Range;

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, BindingPattern, Declaration, ExportDefaultDeclarationKind,
    Expression, FormalParameters, Function, ObjectExpression, ObjectPropertyKind, Program, PropertyKind,
    Statement, TSType, TSTypeAnnotation, TSTypeParameterDeclaration, VariableDeclaration,
};
use oxc_span::{GetSpan as _, Span};

use crate::literal::{Literal, key_name, literal};
use crate::types::DECLARATIONS;

/// Functions of one file that are looked at.
const FUNCTIONS: usize = 10_000;

/// What was taken out of a file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) functions: Vec<RawFunction>,
    /// The declarations of types by name, in the order of the file.
    pub(crate) types: Vec<(String, String)>,
    /// The text of the declarations of types.
    pub(crate) declarations: String,
    /// Names that `export { a as b }` exports.
    pub(crate) exports: Vec<(String, String)>,
    /// What cannot be looked into, such as `export *`.
    pub(crate) beyond: Vec<(Range<usize>, &'static str)>,
    /// Documentation comments that stand for themselves, for `@typedef`.
    pub(crate) comments: Vec<(usize, String)>,
}

/// A function with a name.
#[derive(Debug, Clone)]
pub(crate) struct RawFunction {
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
    pub(crate) exported: bool,
    /// The documentation comment and its place.
    pub(crate) doc: Option<(usize, String)>,
    pub(crate) params: Vec<RawParam>,
    pub(crate) returns: Option<String>,
    /// Type parameters with their constraints.
    pub(crate) generics: Vec<(String, Option<String>)>,
    pub(crate) generator: bool,
    /// It is a signature only, in front of the function.
    pub(crate) overload: bool,
}

/// A parameter as it is written.
#[derive(Debug, Clone)]
pub(crate) struct RawParam {
    pub(crate) pattern: RawPattern,
    pub(crate) span: Range<usize>,
    pub(crate) ty: Option<String>,
    pub(crate) optional: bool,
    pub(crate) default: Option<Literal>,
    pub(crate) rest: bool,
}

/// What a parameter binds.
#[derive(Debug, Clone)]
pub(crate) enum RawPattern {
    Name(String),
    /// Members with their defaults.
    Object(Vec<(String, Option<Literal>)>),
    Array,
}

/// Takes out of a program what matters.
pub(crate) fn extract(program: &Program<'_>, text: &str) -> Source {
    let mut taker = Taker { text, program, source: Source::default() };
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
    source: Source,
}

impl<'t> Taker<'t, '_> {
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

    fn statement(&mut self, statement: &Statement<'_>) {
        let start = statement.span().start;
        match statement {
            Statement::ExportDeclaration(it) => self.declaration(&it.declaration, start, true),
            Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => match &function.id {
                    Some(id) => self.function(id.name.as_str(), function, start, true),
                    None => self.beyond(it.span, "a function without a name"),
                },
                ExportDefaultDeclarationKind::ObjectExpression(object) => self.object(object, true, start),
                ExportDefaultDeclarationKind::ClassDeclaration(it) => self.beyond(it.span, "a class"),
                ExportDefaultDeclarationKind::ArrowFunctionExpression(it) => {
                    self.beyond(it.span, "a function without a name");
                }
                ExportDefaultDeclarationKind::FunctionExpression(it) => {
                    self.beyond(it.span, "a function without a name");
                }
                _ => {}
            },
            Statement::ExportNamedDeclaration(it) => {
                for specifier in &it.specifiers {
                    let exported = specifier.exported.name().as_str().to_owned();
                    self.source.exports.push((specifier.local.name().as_str().to_owned(), exported));
                }
            }
            Statement::ExportAllDeclaration(it) => self.beyond(it.span, "what another file exports"),
            Statement::ExportFromDeclaration(it) => self.beyond(it.span, "what another file exports"),
            Statement::ExpressionStatement(it) => {
                if let Expression::AssignmentExpression(assignment) = &it.expression
                    && let Some(name) = assigned(&assignment.left)
                {
                    self.value(&name, &assignment.right, start, false);
                }
            }
            _ => {
                if let Some(declaration) = statement.as_declaration() {
                    self.declaration(declaration, start, false);
                }
            }
        }
    }

    fn beyond(&mut self, span: Span, what: &'static str) {
        self.source.beyond.push((range(span), what));
    }

    fn declaration(&mut self, declaration: &Declaration<'_>, start: u32, exported: bool) {
        match declaration {
            Declaration::FunctionDeclaration(function) => {
                if let Some(id) = &function.id {
                    self.function(id.name.as_str(), function, start, exported);
                }
            }
            Declaration::VariableDeclaration(it) => self.variables(it, start, exported),
            Declaration::ClassDeclaration(it) if exported => self.beyond(it.span, "a class"),
            Declaration::TSInterfaceDeclaration(it) => self.declare(it.id.name.as_str(), it.span, start),
            Declaration::TSTypeAliasDeclaration(it) => self.declare(it.id.name.as_str(), it.span, start),
            Declaration::TSEnumDeclaration(it) => self.declare(it.id.name.as_str(), it.span, start),
            _ => {}
        }
    }

    fn declare(&mut self, name: &str, span: Span, start: u32) {
        if self.source.types.len() >= DECLARATIONS {
            return;
        }
        let text = self.slice(span).trim();
        self.source.declarations.push_str(text);
        self.source.declarations.push('\n');
        let doc = self.doc(start).map(|(_, doc)| format!("{doc}\n")).unwrap_or_default();
        self.source.types.push((name.to_owned(), doc + text));
    }

    fn variables(&mut self, declaration: &VariableDeclaration<'_>, start: u32, exported: bool) {
        for declarator in &declaration.declarations {
            let (BindingPattern::BindingIdentifier(id), Some(value)) = (&declarator.id, &declarator.init)
            else {
                continue;
            };
            self.value(id.name.as_str(), value, start, exported);
        }
    }

    /// A value with a name: a function, or an object of functions.
    fn value(&mut self, name: &str, value: &Expression<'_>, start: u32, exported: bool) {
        match bare(value) {
            Expression::FunctionExpression(function) => self.function(name, function, start, exported),
            Expression::ArrowFunctionExpression(arrow) => self.arrow(name, arrow, start, exported),
            Expression::ObjectExpression(object) => self.object(object, exported, start),
            _ => {}
        }
    }

    fn object(&mut self, object: &ObjectExpression<'_>, exported: bool, start: u32) {
        let tagged =
            self.doc(start).is_some_and(|(_, doc)| doc.contains("@tool") || doc.contains("@webagents"));
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                if exported || tagged {
                    self.beyond(property.span(), "what is spread into an object");
                }
                continue;
            };
            let Some(name) = key_name(&property.key, property.computed) else { continue };
            if property.kind != PropertyKind::Init {
                continue;
            }
            let start = property.span.start;
            match bare(&property.value) {
                Expression::FunctionExpression(function) => {
                    self.function(&name, function, start, exported || tagged);
                }
                Expression::ArrowFunctionExpression(arrow) => {
                    self.arrow(&name, arrow, start, exported || tagged);
                }
                _ => {}
            }
        }
    }

    fn function(&mut self, name: &str, function: &Function<'_>, start: u32, exported: bool) {
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

    fn arrow(&mut self, name: &str, arrow: &ArrowFunctionExpression<'_>, start: u32, exported: bool) {
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
        &self,
        name: &str,
        params: &FormalParameters<'_>,
        returns: Option<&TSTypeAnnotation<'_>>,
        generics: Option<&TSTypeParameterDeclaration<'_>>,
        span: Range<u32>,
    ) -> RawFunction {
        let mut raw: Vec<RawParam> = Vec::new();
        for param in &params.items {
            raw.push(RawParam {
                pattern: pattern(&param.pattern),
                span: range(param.span),
                ty: param
                    .type_annotation
                    .as_deref()
                    .map(|ty| self.slice(ty.type_annotation.span()).to_owned()),
                optional: param.optional || param.initializer.is_some(),
                default: param.initializer.as_deref().map(literal),
                rest: false,
            });
        }
        if let Some(rest) = &params.rest {
            let ty = rest.type_annotation.as_deref();
            raw.push(RawParam {
                pattern: pattern(&rest.rest.argument),
                span: range(rest.span),
                ty: ty.map(|ty| self.slice(ty.type_annotation.span()).to_owned()),
                optional: true,
                default: None,
                rest: true,
            });
        }
        let generics = generics.map_or(&[][..], |generics| generics.params.as_slice());
        RawFunction {
            name: name.to_owned(),
            span: span.start as usize..span.end as usize,
            exported: false,
            doc: self.doc(span.start),
            params: raw,
            returns: returns.map(|ty| self.result(&ty.type_annotation)),
            generics: generics
                .iter()
                .map(|one| {
                    let constraint = one.constraint.as_ref().map(|ty| self.slice(ty.span()).to_owned());
                    (one.name.name.as_str().to_owned(), constraint)
                })
                .collect(),
            generator: false,
            overload: false,
        }
    }

    /// The type of a result: a predicate is a boolean.
    fn result(&self, ty: &TSType<'_>) -> String {
        match ty {
            TSType::TSTypePredicate(_) => "boolean".to_owned(),
            _ => self.slice(ty.span()).to_owned(),
        }
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// The name that `window.name = …` or `exports.name = …` gives.
fn assigned(target: &AssignmentTarget<'_>) -> Option<String> {
    match target {
        AssignmentTarget::StaticMemberExpression(it) => Some(it.property.name.as_str().to_owned()),
        AssignmentTarget::ComputedMemberExpression(it) => match literal(&it.expression) {
            Literal::String(Some(name)) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

fn bare<'t, 'a>(expression: &'t Expression<'a>) -> &'t Expression<'a> {
    let mut expression = expression;
    loop {
        expression = match expression {
            Expression::ParenthesizedExpression(it) => &it.expression,
            Expression::TSAsExpression(it) => &it.expression,
            Expression::TSSatisfiesExpression(it) => &it.expression,
            _ => return expression,
        };
    }
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

/// A literal as JSON; `None` with a hole in it, or what JSON does not have.
pub(crate) fn json(literal: &Literal) -> Option<String> {
    Some(match literal {
        Literal::Null => "null".to_owned(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Number(value) if value.is_finite() => value.to_string(),
        Literal::String(Some(text)) => webagents_schema::escape::string(text),
        Literal::Array { elements, open: false } => {
            format!("[{}]", elements.iter().map(json).collect::<Option<Vec<_>>>()?.join(", "))
        }
        Literal::Object { members, open: false } => {
            let one = |(name, value): &(String, Literal)| {
                Some(format!("{}: {}", webagents_schema::escape::string(name), json(value)?))
            };
            format!("{{{}}}", members.iter().map(one).collect::<Option<Vec<_>>>()?.join(", "))
        }
        _ => return None,
    })
}
