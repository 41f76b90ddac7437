//! Values that a file has written out: constants, lists, and the values of loops over them.
//!
//! The decision: nothing is run. A name has the value of its declaration if nothing assigns to it later; a parameter or
//! the variable of a loop has each of the values that the file passes to it. Every step counts, so that no file takes
//! longer than its text.

mod bindings;
mod calls;

use std::cell::Cell;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrayExpressionElement, BinaryOperator, BindingPattern, ChainElement, Expression, IdentifierReference,
    LogicalOperator, MemberExpression, ObjectPropertyKind, PropertyKind, TemplateLiteral,
};
use oxc_semantic::{Semantic, SymbolId};
use webagents_schema::conform::PartialValue;

use crate::constant::{self, Constant, MemberValues};
use crate::literal::{key_name, literal, member_name, plain};

/// Values that are looked at in one file.
const STEPS: usize = 200_000;
/// Values within each other.
const DEPTH: usize = 48;
/// Bytes of one text: joining texts to themselves doubles them.
const TEXT: usize = 64 * 1024;

/// The values of parameters and of loops' variables.
pub(crate) type Env = Vec<(SymbolId, PartialValue)>;

/// An evaluator of the expressions of one file.
pub(crate) struct Evaluator<'s, 'a> {
    semantic: &'s Semantic<'a>,
    steps: Cell<usize>,
    depth: Cell<usize>,
    /// The first name without a value.
    missing: Cell<Option<SymbolId>>,
}

impl<'s, 'a> Evaluator<'s, 'a> {
    pub(crate) fn new(semantic: &'s Semantic<'a>) -> Self {
        Self { semantic, steps: Cell::new(0), depth: Cell::new(0), missing: Cell::new(None) }
    }

    /// Returns the values of an expression.
    ///
    /// There are several if it depends on the variable of a loop or on a parameter.
    pub(crate) fn values(&self, it: &'a Expression<'a>) -> Vec<PartialValue> {
        self.tuples([it]).into_iter().map(|[value]| value).collect()
    }

    /// Returns the values of expressions that depend on the same variables and parameters.
    pub(crate) fn tuples<const N: usize>(&self, all: [&'a Expression<'a>; N]) -> Vec<[PartialValue; N]> {
        let mut done = Vec::new();
        let mut open: Vec<Env> = vec![Env::new()];
        while let Some(env) = open.pop() {
            self.missing.set(None);
            let value = all.map(|it| self.value(it, &env));
            let more = self.missing.get().filter(|_| env.len() < DEPTH && self.steps.get() < STEPS);
            let more =
                more.and_then(|symbol| self.bindings(symbol, &env).or_else(|| self.counted(symbol, &env)));
            match more {
                Some(mut bindings) => {
                    // The first is evaluated first.
                    bindings.reverse();
                    open.extend(bindings.into_iter().map(|more| env.iter().cloned().chain(more).collect()));
                }
                None => done.push(value),
            }
        }
        done
    }

    /// Returns the value of an expression, with holes.
    fn value(&self, it: &'a Expression<'a>, env: &Env) -> PartialValue {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > STEPS || self.depth.get() > DEPTH {
            return PartialValue::Hole;
        }
        self.depth.set(self.depth.get() + 1);
        let value = self.of(plain(it), env);
        self.depth.set(self.depth.get() - 1);
        value
    }

    fn of(&self, it: &'a Expression<'a>, env: &Env) -> PartialValue {
        match it {
            Expression::Identifier(it) if it.name != "undefined" => self.name(it, env),
            Expression::TemplateLiteral(it) if !it.expressions.is_empty() => self.template(it, env),
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                match (self.value(&it.left, env), self.value(&it.right, env)) {
                    (PartialValue::Number(a), PartialValue::Number(b)) => PartialValue::Number(a + b),
                    (a, b) => joined(&[a, b], ""),
                }
            }
            Expression::LogicalExpression(it) => {
                let left = self.value(&it.left, env);
                let is_empty = matches!(left, PartialValue::Undefined | PartialValue::Null);
                match (it.operator, &left) {
                    (_, PartialValue::Hole) => left,
                    (LogicalOperator::Coalesce, _) if is_empty => self.value(&it.right, env),
                    (LogicalOperator::Or, _) if is_falsy(&left) => self.value(&it.right, env),
                    (LogicalOperator::And, _) if !is_falsy(&left) => self.value(&it.right, env),
                    _ => left,
                }
            }
            Expression::ArrayExpression(it) => {
                let mut elements = Vec::new();
                let mut open = false;
                for element in &it.elements {
                    match element {
                        ArrayExpressionElement::SpreadElement(spread) => {
                            match self.value(&spread.argument, env) {
                                PartialValue::Array { elements: more, open: false } => elements.extend(more),
                                _ => open = true,
                            }
                        }
                        element => {
                            elements.push(
                                element.as_expression().map_or(PartialValue::Hole, |it| self.value(it, env)),
                            );
                        }
                    }
                }
                self.sized(PartialValue::Array { elements, open })
            }
            Expression::ObjectExpression(it) => {
                let mut members = Vec::new();
                let mut open = false;
                for property in &it.properties {
                    match property {
                        ObjectPropertyKind::SpreadProperty(spread) => match self.value(&spread.argument, env)
                        {
                            PartialValue::Object { members: more, open: false } => {
                                for (name, value) in more {
                                    put(&mut members, name, value);
                                }
                            }
                            PartialValue::Undefined | PartialValue::Null | PartialValue::Boolean(_) => {}
                            _ => open = true,
                        },
                        ObjectPropertyKind::ObjectProperty(property)
                            if property.kind == PropertyKind::Init =>
                        {
                            let computed =
                                || match property.key.as_expression().map(|key| self.value(key, env)) {
                                    Some(PartialValue::String(name)) if property.computed => name,
                                    _ => None,
                                };
                            match key_name(&property.key, property.computed).or_else(computed) {
                                Some(name) => put(&mut members, name, self.value(&property.value, env)),
                                None => open = true,
                            }
                        }
                        ObjectPropertyKind::ObjectProperty(_) => open = true,
                    }
                }
                self.sized(PartialValue::Object { members, open })
            }
            Expression::ConditionalExpression(it) => match self.value(&it.test, env) {
                PartialValue::Hole | PartialValue::String(None) => PartialValue::Hole,
                test if is_falsy(&test) => self.value(&it.alternate, env),
                _ => self.value(&it.consequent, env),
            },
            Expression::CallExpression(call) => self.call(call, env),
            Expression::ChainExpression(it) => match &it.expression {
                ChainElement::CallExpression(call) => self.call(call, env),
                other => {
                    other.as_member_expression().map_or(PartialValue::Hole, |member| self.member(member, env))
                }
            },
            other => match other.as_member_expression() {
                Some(member) => self.member(member, env),
                None => literal(other),
            },
        }
    }

    fn member(&self, it: &'a MemberExpression<'a>, env: &Env) -> PartialValue {
        let object = self.value(it.object(), env);
        let key = match (member_name(it), it) {
            (Some(name), _) => name,
            (None, MemberExpression::ComputedMemberExpression(it)) => match self.value(&it.expression, env) {
                PartialValue::String(Some(name)) => name,
                PartialValue::Number(number) => number.to_string(),
                _ => return PartialValue::Hole,
            },
            _ => return PartialValue::Hole,
        };
        member_of(&object, &key)
    }

    fn template(&self, it: &'a TemplateLiteral<'a>, env: &Env) -> PartialValue {
        let mut parts = Vec::with_capacity(it.quasis.len() + it.expressions.len());
        for (index, quasi) in it.quasis.iter().enumerate() {
            let text = quasi.value.cooked.as_ref().filter(|_| !quasi.lone_surrogates);
            parts.push(PartialValue::String(text.map(|text| text.as_str().to_owned())));
            if let Some(inner) = it.expressions.get(index) {
                parts.push(self.value(inner, env));
            }
        }
        joined(&parts, "")
    }

    fn name(&self, it: &IdentifierReference<'a>, env: &Env) -> PartialValue {
        let scoping = self.semantic.scoping();
        let Some(symbol) = it.reference_id.get().and_then(|id| scoping.get_reference(id).symbol_id()) else {
            return PartialValue::Hole;
        };
        if let Some((_, value)) = env.iter().rev().find(|(known, _)| *known == symbol) {
            return self.sized(value.clone());
        }
        let node = scoping.symbol_declaration(symbol);
        match self.semantic.nodes().kind(node) {
            AstKind::VariableDeclarator(it) if !scoping.symbol_is_mutated(symbol) && it.init.is_some() => {
                let Some(value) = &it.init else { return PartialValue::Hole };
                let value = self.value(value, env);
                match value {
                    PartialValue::Array { elements, open } => self.pushed(symbol, elements, open, env),
                    value => {
                        self.steps.set(self.steps.get() + it.id.get_binding_identifiers().len());
                        part(&it.id, scoping.symbol_name(symbol), &value)
                    }
                }
            }
            AstKind::TSEnumDeclaration(it) => {
                let mut members = Vec::new();
                constant::members(it, &mut MemberValues::new(), |_, name, value| {
                    let value = match value {
                        Some(Constant::Text(text)) => PartialValue::String(Some(text)),
                        Some(Constant::Number(number)) => PartialValue::Number(number),
                        None => PartialValue::Hole,
                    };
                    members.push((name, value));
                });
                PartialValue::Object { members, open: false }
            }
            AstKind::Function(_) => PartialValue::Function,
            _ => {
                if self.missing.get().is_none() {
                    self.missing.set(Some(symbol));
                }
                PartialValue::Hole
            }
        }
    }

    /// Counts the parts of a value: names that stand for each other would copy it without an end.
    fn sized(&self, value: PartialValue) -> PartialValue {
        let parts = match &value {
            PartialValue::Array { elements, .. } => elements.len(),
            PartialValue::Object { members, .. } => members.len(),
            PartialValue::String(Some(text)) => text.len() / 64,
            _ => 0,
        };
        self.steps.set(self.steps.get() + parts);
        if self.steps.get() > STEPS { PartialValue::Hole } else { value }
    }
}

/// The member `key` of a value.
fn member_of(object: &PartialValue, key: &str) -> PartialValue {
    match object {
        PartialValue::Object { members, open } => match members.iter().find(|(name, _)| name == key) {
            Some((_, value)) => value.clone(),
            None if *open => PartialValue::Hole,
            None => PartialValue::Undefined,
        },
        PartialValue::Array { elements, open: false } if key == "length" => {
            PartialValue::Number(f64::from(u32::try_from(elements.len()).unwrap_or(u32::MAX)))
        }
        PartialValue::Array { elements, .. } => {
            key.parse::<usize>().ok().and_then(|at| elements.get(at)).cloned().unwrap_or(PartialValue::Hole)
        }
        _ => PartialValue::Hole,
    }
}

fn put(members: &mut Vec<(String, PartialValue)>, name: String, value: PartialValue) {
    match members.iter_mut().find(|(known, _)| *known == name) {
        Some(member) => member.1 = value,
        None => members.push((name, value)),
    }
}

/// The part of a value that a pattern gives to `name`.
fn part(pattern: &BindingPattern<'_>, name: &str, value: &PartialValue) -> PartialValue {
    match pattern {
        BindingPattern::BindingIdentifier(_) => value.clone(),
        BindingPattern::AssignmentPattern(it) => part(&it.left, name, value),
        BindingPattern::ObjectPattern(it) => it
            .properties
            .iter()
            .find(|one| binds(&one.value, name))
            .and_then(|one| {
                Some(part(&one.value, name, &member_of(value, &key_name(&one.key, one.computed)?)))
            })
            .unwrap_or(PartialValue::Hole),
        BindingPattern::ArrayPattern(it) => it
            .elements
            .iter()
            .enumerate()
            .find_map(|(at, one)| Some((at, one.as_ref().filter(|one| binds(one, name))?)))
            .map_or(PartialValue::Hole, |(at, one)| part(one, name, &member_of(value, &at.to_string()))),
    }
}

fn binds(pattern: &BindingPattern<'_>, name: &str) -> bool {
    pattern.get_binding_identifiers().iter().any(|id| id.name == name)
}

fn is_falsy(value: &PartialValue) -> bool {
    match value {
        PartialValue::Null | PartialValue::Undefined | PartialValue::Boolean(false) => true,
        PartialValue::Number(number) => *number == 0.0,
        PartialValue::String(Some(text)) => text.is_empty(),
        _ => false,
    }
}

/// Texts, one after the other.
fn joined(parts: &[PartialValue], between: &str) -> PartialValue {
    let mut text = String::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push_str(between);
        }
        match part {
            PartialValue::String(Some(part)) => text.push_str(part),
            PartialValue::Number(number) => text.push_str(&number.to_string()),
            PartialValue::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
            _ => return PartialValue::String(None),
        }
        if text.len() > TEXT {
            return PartialValue::String(None);
        }
    }
    PartialValue::String(Some(text))
}
