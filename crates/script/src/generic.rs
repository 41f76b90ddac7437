//! `a<b>(c)`: a call with type arguments, or two comparisons.
//!
//! A text with such a list is both JavaScript and TypeScript, with different meanings. It is TypeScript if the
//! compiler would take the list as type arguments: its names are types, and the expression before it can be called.
//! Names are resolved in their scopes. A name that the code does not bind is a type if the language or the page's own
//! declarations have a type of that name, which begins with a capital letter by convention.

use std::collections::HashSet;
use std::sync::LazyLock;

use oxc_ast::ast::{
    CallExpression, Expression, NewExpression, TSInstantiationExpression, TSLiteral, TSType, TSTypeName,
    TSTypeParameterInstantiation, TaggedTemplateExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Scoping, SymbolFlags, SymbolId};
use oxc_span::Span;

use crate::literal::plain;

/// Reading of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meant {
    /// A list of types.
    Types,
    /// Comparisons of values.
    Values,
    /// Neither is certain.
    Unclear,
}

/// A list between `<` and `>` in an expression.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List {
    pub(crate) span: Span,
    pub(crate) meant: Meant,
}

/// The lists in a program that was read as TypeScript.
pub(crate) fn lists(program: &oxc_ast::ast::Program<'_>, scoping: &Scoping) -> Vec<List> {
    let mut callables = Callables::default();
    callables.visit_program(program);
    let shadowed =
        WORDS.into_iter().filter(|word| scoping.symbol_names().any(|name| name == *word)).collect();
    let mut search = TypeArgumentSearch { scoping, callables, shadowed, found: Vec::new() };
    search.visit_program(program);
    search.found
}

/// Values that names are known to have.
#[derive(Default)]
struct Callables {
    /// Functions and classes that have type parameters.
    generic: HashSet<SymbolId>,
    /// Values that certainly cannot be called.
    never: HashSet<SymbolId>,
}

impl<'a> Visit<'a> for Callables {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let oxc_ast::ast::BindingPattern::BindingIdentifier(id) = &it.id
            && let (Some(symbol), Some(init)) = (id.symbol_id.get(), &it.init)
        {
            if never_callable(init) {
                self.never.insert(symbol);
            }
            let generic = match plain(init) {
                Expression::FunctionExpression(it) => it.type_parameters.is_some(),
                Expression::ArrowFunctionExpression(it) => it.type_parameters.is_some(),
                Expression::ClassExpression(it) => it.type_parameters.is_some(),
                _ => false,
            };
            if generic {
                self.generic.insert(symbol);
            }
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_function(&mut self, it: &oxc_ast::ast::Function<'a>, flags: oxc_semantic::ScopeFlags) {
        if let Some(symbol) = it.id.as_ref().and_then(|id| id.symbol_id.get())
            && it.type_parameters.is_some()
        {
            self.generic.insert(symbol);
        }
        walk::walk_function(self, it, flags);
    }
}

fn never_callable(init: &Expression<'_>) -> bool {
    matches!(
        plain(init),
        Expression::NumericLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::ArrayExpression(_)
            | Expression::ObjectExpression(_)
            | Expression::BinaryExpression(_)
            | Expression::UnaryExpression(_)
            | Expression::UpdateExpression(_)
            | Expression::NewExpression(_)
    )
}

/// Methods of the language and of pages that take type arguments.
static GENERIC: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("generic.txt").lines().collect());

/// Names of values that are not types, whatever their first letter.
const VALUES: [&str; 3] = ["Infinity", "NaN", "JSON"];

struct TypeArgumentSearch<'n> {
    scoping: &'n Scoping,
    callables: Callables,
    /// Words of TypeScript that the code has as names of values.
    shadowed: Vec<&'static str>,
    found: Vec<List>,
}

impl TypeArgumentSearch<'_> {
    fn list(&mut self, callee: &Expression<'_>, list: &TSTypeParameterInstantiation<'_>) {
        let mut meant = None;
        for ty in &list.params {
            meant = both(meant, self.ty(ty));
        }
        let meant = match (meant, self.callee(callee)) {
            (Some(Meant::Values), _) | (_, Some(Meant::Values)) => Meant::Values,
            (Some(Meant::Types), _) | (None, Some(Meant::Types)) => Meant::Types,
            (Some(Meant::Unclear) | None, _) => Meant::Unclear,
        };
        self.found.push(List { span: list.span, meant });
    }

    /// Returns whether the expression before a list can take type arguments; `None` if unknown.
    fn callee(&self, callee: &Expression<'_>) -> Option<Meant> {
        match plain(callee) {
            Expression::Identifier(it) => {
                let symbol = self.scoping.get_reference(it.reference_id.get()?).symbol_id();
                match symbol {
                    Some(symbol) if self.callables.generic.contains(&symbol) => Some(Meant::Types),
                    Some(symbol) if self.callables.never.contains(&symbol) => Some(Meant::Values),
                    Some(_) => None,
                    None => GENERIC.contains(&it.name.as_str()).then_some(Meant::Types),
                }
            }
            Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::ClassExpression(_) => Some(Meant::Types),
            it if never_callable(it) => Some(Meant::Values),
            it => {
                let name = it
                    .as_member_expression()
                    .and_then(oxc_ast::ast::MemberExpression::static_property_name)?;
                GENERIC.contains(&name).then_some(Meant::Types)
            }
        }
    }

    /// Reading of a part of a list: `None` for a literal, which is a type and a value.
    fn ty(&self, ty: &TSType<'_>) -> Option<Meant> {
        let all = |types: &[TSType<'_>]| types.iter().fold(None, |meant, ty| both(meant, self.ty(ty)));
        match ty {
            TSType::TSTypeReference(it) => {
                let arguments = it.type_arguments.as_ref().and_then(|list| all(&list.params));
                both(Some(self.name(&it.type_name)), arguments)
            }
            TSType::TSLiteralType(it) => match &it.literal {
                TSLiteral::StringLiteral(_)
                | TSLiteral::NumericLiteral(_)
                | TSLiteral::BooleanLiteral(_)
                | TSLiteral::BigIntLiteral(_)
                | TSLiteral::UnaryExpression(_)
                | TSLiteral::TemplateLiteral(_) => None,
            },
            TSType::TSNullKeyword(_)
            | TSType::TSUndefinedKeyword(_)
            | TSType::TSThisType(_)
            | TSType::TSTemplateLiteralType(_) => None,
            TSType::TSUnionType(it) => all(&it.types),
            TSType::TSIntersectionType(it) => all(&it.types),
            TSType::TSParenthesizedType(it) => self.ty(&it.type_annotation),
            TSType::TSIndexedAccessType(it) => self.ty(&it.object_type),
            TSType::TSArrayType(it) => both(Some(Meant::Types), self.ty(&it.element_type)),
            _ => match word(ty) {
                // The compiler takes such a word for the type; a text without other types means its own name.
                Some(word) if self.shadowed.contains(&word) => Some(Meant::Values),
                _ => Some(Meant::Types),
            },
        }
    }

    fn name(&self, name: &TSTypeName<'_>) -> Meant {
        let (root, last) = match name {
            TSTypeName::IdentifierReference(it) => (it, it.name.as_str()),
            TSTypeName::QualifiedName(it) => {
                let mut left = &it.left;
                while let TSTypeName::QualifiedName(it) = left {
                    left = &it.left;
                }
                match left {
                    TSTypeName::IdentifierReference(root) => (root, it.right.name.as_str()),
                    _ => return Meant::Types,
                }
            }
            TSTypeName::ThisExpression(_) => return Meant::Types,
        };
        let Some(reference) = root.reference_id.get().map(|id| self.scoping.get_reference(id)) else {
            return Meant::Unclear;
        };
        if let Some(symbol) = reference.symbol_id() {
            let flags = self.scoping.symbol_flags(symbol);
            let qualified = matches!(name, TSTypeName::QualifiedName(_));
            let is_type = flags.intersects(SymbolFlags::Type)
                || flags.is_type_import()
                || (qualified && flags.is_enum());
            return if is_type { Meant::Types } else { Meant::Values };
        }
        if self.scoping.find_binding(reference.scope_id(), root.name).is_some() {
            return Meant::Values;
        }
        if VALUES.contains(&last) {
            Meant::Values
        } else if last.starts_with(char::is_uppercase) {
            Meant::Types
        } else {
            Meant::Unclear
        }
    }
}

/// Words that are types, and names of values in JavaScript.
const WORDS: [&str; 8] = ["any", "bigint", "boolean", "never", "number", "object", "string", "unknown"];

fn word(ty: &TSType<'_>) -> Option<&'static str> {
    Some(match ty {
        TSType::TSAnyKeyword(_) => "any",
        TSType::TSBigIntKeyword(_) => "bigint",
        TSType::TSBooleanKeyword(_) => "boolean",
        TSType::TSNeverKeyword(_) => "never",
        TSType::TSNumberKeyword(_) => "number",
        TSType::TSObjectKeyword(_) => "object",
        TSType::TSStringKeyword(_) => "string",
        TSType::TSUnknownKeyword(_) => "unknown",
        _ => return None,
    })
}

/// Combines the readings of two parts: `Values` wins over `Unclear`, and `Unclear` over `Types`.
fn both(one: Option<Meant>, other: Option<Meant>) -> Option<Meant> {
    match (one, other) {
        (None, other) => other,
        (one, None) => one,
        (Some(Meant::Values), _) | (_, Some(Meant::Values)) => Some(Meant::Values),
        (Some(Meant::Unclear), _) | (_, Some(Meant::Unclear)) => Some(Meant::Unclear),
        _ => Some(Meant::Types),
    }
}

impl<'a> Visit<'a> for TypeArgumentSearch<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Some(list) = &it.type_arguments {
            self.list(&it.callee, list);
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        if let Some(list) = &it.type_arguments {
            self.list(&it.callee, list);
        }
        walk::walk_new_expression(self, it);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        if let Some(list) = &it.type_arguments {
            self.list(&it.tag, list);
        }
        walk::walk_tagged_template_expression(self, it);
    }

    fn visit_ts_instantiation_expression(&mut self, it: &TSInstantiationExpression<'a>) {
        self.list(&it.expression, &it.type_arguments);
        walk::walk_ts_instantiation_expression(self, it);
    }
}
