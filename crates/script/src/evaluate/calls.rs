//! Calls with known results: of the language's own functions, and of functions that return an object.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, BindingPattern, CallExpression, Expression, FormalParameters,
    Function, Statement,
};
use webagents_schema::conform::PartialValue;

use super::{Env, Evaluator, joined, part, put};
use crate::literal::{is_name, plain};

/// Names of one pattern that get values.
const NAMES: usize = 100;

/// A function whose result is known: its parameters, and its result.
struct Returning<'a> {
    params: &'a FormalParameters<'a>,
    value: &'a Expression<'a>,
}

impl<'a> Evaluator<'_, 'a> {
    pub(super) fn call(&self, call: &'a CallExpression<'a>, env: &Env) -> PartialValue {
        let arguments: Vec<&'a Expression<'a>> =
            call.arguments.iter().filter_map(|argument| argument.as_expression()).collect();
        if arguments.len() != call.arguments.len() {
            return PartialValue::Hole;
        }
        let callee = plain(&call.callee);
        let Some(member) = callee.as_member_expression() else {
            return match (self.returning(callee), arguments.as_slice()) {
                (Some(function), _) => self.returned(&function, &arguments, env),
                (None, [one]) if is_name(callee, &["String", "structuredClone"]) => self.value(one, env),
                _ => PartialValue::Hole,
            };
        };
        let name = member.static_property_name().unwrap_or_default();
        if is_name(member.object(), &["Object", "Array", "JSON", "Reflect"]) {
            return self.of_language(name, &arguments, env);
        }
        match (self.value(member.object(), env), name) {
            (PartialValue::Array { elements, open: false }, "join") => {
                let between = match arguments.first().map(|one| self.value(one, env)) {
                    None => ",".to_owned(),
                    Some(PartialValue::String(Some(text))) => text,
                    Some(_) => return PartialValue::Hole,
                };
                joined(&elements, &between)
            }
            (PartialValue::Array { mut elements, open: false }, "concat") => {
                for one in arguments {
                    match self.value(one, env) {
                        PartialValue::Array { elements: more, open: false } => elements.extend(more),
                        PartialValue::Hole => return PartialValue::Hole,
                        one => elements.push(one),
                    }
                }
                self.sized(PartialValue::Array { elements, open: false })
            }
            (PartialValue::Array { elements, open: false }, "slice") if arguments.is_empty() => {
                PartialValue::Array { elements, open: false }
            }
            (PartialValue::Array { elements, open: false }, "map") => {
                let Some(function) = arguments.first().and_then(|one| self.returning(plain(one))) else {
                    return PartialValue::Hole;
                };
                let each = elements.into_iter().map(|element| {
                    let Some(first) = function.params.items.first() else {
                        return self.value(function.value, env);
                    };
                    let mut env = env.clone();
                    Self::bind(&first.pattern, &element, &mut env);
                    self.value(function.value, &env)
                });
                PartialValue::Array { elements: each.collect(), open: false }
            }
            (PartialValue::String(Some(text)), "trim") => PartialValue::String(Some(text.trim().to_owned())),
            (PartialValue::String(Some(text)), "toLowerCase") => {
                PartialValue::String(Some(text.to_lowercase()))
            }
            (PartialValue::String(Some(text)), "toUpperCase") => {
                PartialValue::String(Some(text.to_uppercase()))
            }
            _ => PartialValue::Hole,
        }
    }

    /// `Object.freeze(value)` and the like.
    fn of_language(&self, name: &str, arguments: &[&'a Expression<'a>], env: &Env) -> PartialValue {
        let Some(first) = arguments.first().map(|one| self.value(one, env)) else {
            return PartialValue::Hole;
        };
        let text = |name: String| PartialValue::String(Some(name));
        let list = |elements: Vec<PartialValue>| self.sized(PartialValue::Array { elements, open: false });
        match (name, first) {
            ("freeze" | "seal" | "from", value) if arguments.len() == 1 => value,
            ("keys", PartialValue::Object { members, open: false }) => {
                list(members.into_iter().map(|(name, _)| text(name)).collect())
            }
            ("values", PartialValue::Object { members, open: false }) => {
                list(members.into_iter().map(|(_, value)| value).collect())
            }
            ("entries", PartialValue::Object { members, open: false }) => {
                let pair =
                    |(name, value)| PartialValue::Array { elements: vec![text(name), value], open: false };
                list(members.into_iter().map(pair).collect())
            }
            ("assign", PartialValue::Object { mut members, open: false }) => {
                for one in arguments.iter().skip(1) {
                    match self.value(one, env) {
                        PartialValue::Object { members: more, open: false } => {
                            for (name, value) in more {
                                put(&mut members, name, value);
                            }
                        }
                        _ => return PartialValue::Hole,
                    }
                }
                self.sized(PartialValue::Object { members, open: false })
            }
            ("parse", PartialValue::String(Some(text))) => serde_json::from_str::<serde_json::Value>(&text)
                .map_or(PartialValue::Hole, |value| PartialValue::from(&value)),
            _ => PartialValue::Hole,
        }
    }

    /// The expression that a function returns, if it does nothing else.
    pub(crate) fn result_of(function: &'a Expression<'a>) -> Option<&'a Expression<'a>> {
        let value = match plain(function) {
            Expression::ArrowFunctionExpression(it) => result_of_arrow(it)?,
            Expression::FunctionExpression(it) => returned(&it.body.as_deref()?.statements)?,
            _ => return None,
        };
        Some(plain(value))
    }

    fn returned(
        &self,
        function: &Returning<'a>,
        arguments: &[&'a Expression<'a>],
        env: &Env,
    ) -> PartialValue {
        let mut inner = env.clone();
        for (index, param) in function.params.items.iter().enumerate() {
            let given = arguments.get(index).copied().or(param.initializer.as_deref());
            let value = given.map_or(PartialValue::Undefined, |one| self.value(one, env));
            Self::bind(&param.pattern, &value, &mut inner);
        }
        self.value(function.value, &inner)
    }

    /// Adds the names of a pattern with their values.
    pub(super) fn bind(pattern: &BindingPattern<'a>, value: &PartialValue, env: &mut Env) {
        for id in pattern.get_binding_identifiers().into_iter().take(NAMES) {
            if let Some(symbol) = id.symbol_id.get() {
                env.push((symbol, part(pattern, id.name.as_str(), value)));
            }
        }
    }

    /// A function that does nothing but return a value.
    fn returning(&self, callee: &'a Expression<'a>) -> Option<Returning<'a>> {
        match callee {
            Expression::ArrowFunctionExpression(it) => of_arrow(it),
            Expression::FunctionExpression(it) => of_function(it),
            Expression::Identifier(it) => {
                let scoping = self.semantic.scoping();
                let symbol = it.reference_id.get().and_then(|id| scoping.get_reference(id).symbol_id())?;
                match self.semantic.nodes().kind(scoping.symbol_declaration(symbol)) {
                    AstKind::Function(it) => of_function(it),
                    AstKind::VariableDeclarator(it) => match it.init.as_ref().map(plain)? {
                        Expression::ArrowFunctionExpression(it) => of_arrow(it),
                        Expression::FunctionExpression(it) => of_function(it),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn result_of_arrow<'a>(it: &'a ArrowFunctionExpression<'a>) -> Option<&'a Expression<'a>> {
    match &it.body {
        ArrowFunctionBody::FunctionBody(body) => returned(&body.statements),
        body => body.as_expression(),
    }
}

fn of_arrow<'a>(it: &'a ArrowFunctionExpression<'a>) -> Option<Returning<'a>> {
    let value = result_of_arrow(it)?;
    (!it.r#async).then_some(Returning { params: &it.params, value })
}

fn of_function<'a>(it: &'a Function<'a>) -> Option<Returning<'a>> {
    let value = returned(&it.body.as_deref()?.statements)?;
    (!it.r#async && !it.generator).then_some(Returning { params: &it.params, value })
}

/// The value of the only `return`, after declarations.
fn returned<'a>(statements: &'a [Statement<'a>]) -> Option<&'a Expression<'a>> {
    let (last, before) = statements.split_last()?;
    let plain = before.iter().all(|one| matches!(one, Statement::VariableDeclaration(_)));
    match last {
        Statement::ReturnStatement(it) if plain => it.argument.as_ref(),
        _ => None,
    }
}
