//! Members of results that the declared result does not have.
//!
//! The decision: only a certain mistake is a finding. A name is followed from the call of a tool through
//! constants, loops and the callbacks of lists; any other value is not judged. Code that tests for a member
//! (`if (x.name)`, `x.name ?? y`) expects that it may be absent.

use std::cell::Cell;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    BindingPattern, CallExpression, Expression, LogicalOperator, MemberExpression, UnaryOperator,
};
use oxc_semantic::{NodeId, Semantic, SymbolId};
use oxc_span::{GetSpan as _, Span};
use webagents_schema::near_names;
use webagents_schema::ty::{Keyword, Member, MemberKind, Type};

use super::look::{Look, MOST};
use crate::calls::About;
use crate::diagnostic::{CodeDiagnosticKind, Severity, shown};
use crate::literal::{key_name, member_name, plain};
use crate::tools::{Shape, Tools};

/// Expressions and parts of types that are looked at in one text.
const STEPS: usize = 50_000;
/// Expressions within each other.
const DEPTH: usize = 32;
/// Members that a message names.
const NAMED: usize = 12;

/// Methods of lists that return the same list.
const SAME: [&str; 9] =
    ["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "concat", "flat", "toSpliced"];
/// Methods of lists that return an element.
const ELEMENT: [&str; 5] = ["find", "findLast", "at", "pop", "shift"];
/// Methods of lists whose callback gets an element first.
const CALLBACK: [&str; 10] = [
    "map",
    "filter",
    "forEach",
    "find",
    "findLast",
    "some",
    "every",
    "flatMap",
    "findIndex",
    "findLastIndex",
];
/// Further members of lists.
const OF_LISTS: [&str; 20] = [
    "length",
    "includes",
    "indexOf",
    "lastIndexOf",
    "join",
    "keys",
    "values",
    "entries",
    "push",
    "unshift",
    "splice",
    "reduce",
    "reduceRight",
    "fill",
    "with",
    "copyWithin",
    "toString",
    "toLocaleString",
    "constructor",
    "flat",
];
/// Members of every object.
const OF_OBJECTS: [&str; 8] = [
    "toString",
    "toLocaleString",
    "valueOf",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "constructor",
    "__proto__",
];

pub(super) fn look(semantic: &Semantic<'_>, tools: &Tools, look: &mut Look) {
    if !tools.has_results() {
        return;
    }
    let search = ResultMembers { semantic, tools, steps: Cell::new(0), depth: Cell::new(0) };
    for node in semantic.nodes().iter() {
        let member = match node.kind() {
            AstKind::StaticMemberExpression(it) => (&it.object, it.property.name.as_str(), it.property.span),
            AstKind::ComputedMemberExpression(it) => match plain(&it.expression) {
                Expression::StringLiteral(name) => (&it.object, name.value.as_str(), name.span),
                _ => continue,
            },
            _ => continue,
        };
        let (object, name, span) = member;
        if look.abouts.len() < MOST
            && let Some(found) = search.of(object)
            && let Some(message) = search.lacking(&found, name)
            && !search.is_asked(node.id(), span)
        {
            let (kind, severity) = (CodeDiagnosticKind::Suspicious, Severity::Warning);
            look.abouts.push(About { kind, severity, span, message });
        }
    }
}

/// A value whose type a tool declares.
#[derive(Clone, Copy)]
struct Typed<'t> {
    tool: &'t Shape,
    ty: &'t Type,
    /// It is a part of the result.
    is_part: bool,
}

struct ResultMembers<'n, 'a, 't> {
    semantic: &'n Semantic<'a>,
    tools: &'t Tools,
    steps: Cell<usize>,
    depth: Cell<usize>,
}

impl<'a, 't> ResultMembers<'_, 'a, 't> {
    /// The declared type of the value of an expression.
    fn of(&self, it: &'a Expression<'a>) -> Option<Typed<'t>> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > STEPS || self.depth.get() > DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let found = self.value(plain(it));
        self.depth.set(self.depth.get() - 1);
        found
    }

    fn value(&self, it: &'a Expression<'a>) -> Option<Typed<'t>> {
        match it {
            Expression::AwaitExpression(it) => match plain(&it.argument) {
                Expression::CallExpression(call) => self.result(call).or_else(|| self.of(&it.argument)),
                _ => self.of(&it.argument),
            },
            Expression::Identifier(it) => {
                let scoping = self.semantic.scoping();
                let symbol = scoping.get_reference(it.reference_id.get()?).symbol_id()?;
                if scoping.symbol_is_mutated(symbol) { None } else { self.name(symbol) }
            }
            // `await f() ?? []`, `result || {}`
            Expression::LogicalExpression(it) if it.operator != LogicalOperator::And => self.of(&it.left),
            Expression::CallExpression(call) => self.method(call),
            Expression::ChainExpression(it) => match &it.expression {
                oxc_ast::ast::ChainElement::CallExpression(call) => self.method(call),
                other => self.member(other.as_member_expression()?),
            },
            other => self.member(other.as_member_expression()?),
        }
    }

    /// The result of a call of a tool.
    fn result(&self, call: &'a CallExpression<'a>) -> Option<Typed<'t>> {
        let member = plain(&call.callee).as_member_expression()?;
        let Expression::Identifier(global) = plain(member.object()) else { return None };
        let reference = self.semantic.scoping().get_reference(global.reference_id.get()?);
        if global.name != "global" || reference.symbol_id().is_some() {
            return None;
        }
        let tool = self.tools.get(&member_name(member)?)?;
        Some(Typed { tool, ty: tool.result()?, is_part: false })
    }

    /// The result of a method of a list.
    fn method(&self, call: &'a CallExpression<'a>) -> Option<Typed<'t>> {
        let member = plain(&call.callee).as_member_expression()?;
        let name = member.static_property_name()?;
        let is_same = SAME.contains(&name);
        if !is_same && !ELEMENT.contains(&name) {
            return None;
        }
        let list = self.of(member.object())?;
        let element = self.element(&list)?;
        Some(if is_same { list } else { element })
    }

    fn member(&self, it: &'a MemberExpression<'a>) -> Option<Typed<'t>> {
        let object = self.of(it.object())?;
        match member_name(it) {
            Some(name) => self.part(&object, &name),
            // `list[0]`, `list[i]`; the member of an object is not known.
            None => self.element(&object),
        }
    }

    /// The member `name` of a value.
    fn part(&self, of: &Typed<'t>, name: &str) -> Option<Typed<'t>> {
        let mut found = None;
        for ty in self.alternatives(of)? {
            let Type::Object(members) = ty else { return None };
            match property(members, name) {
                Some(ty) if found.is_none() => found = Some(Typed { ty, is_part: true, ..*of }),
                _ => return None,
            }
        }
        found
    }

    fn element(&self, of: &Typed<'t>) -> Option<Typed<'t>> {
        match self.alternatives(of)?.as_slice() {
            [Type::Array(element)] => Some(Typed { ty: element, is_part: true, ..*of }),
            _ => None,
        }
    }

    /// The value of a constant, of the variable of a loop, or of the parameter of a callback.
    fn name(&self, symbol: SymbolId) -> Option<Typed<'t>> {
        let nodes = self.semantic.nodes();
        let node = self.semantic.scoping().symbol_declaration(symbol);
        let name = self.semantic.scoping().symbol_name(symbol);
        match nodes.kind(node) {
            AstKind::VariableDeclarator(it) => match &it.init {
                Some(value) => self.bound(&it.id, value, name),
                None => match nodes.parent_kind(nodes.parent_id(node)) {
                    AstKind::ForOfStatement(each) => {
                        let element = self.of(&each.right).and_then(|list| self.element(&list))?;
                        self.within(&it.id, element, name)
                    }
                    _ => None,
                },
            },
            AstKind::FormalParameter(it) => {
                let function = nodes.parent_id(nodes.parent_id(node));
                let own = nodes.kind(function).span();
                let AstKind::CallExpression(call) = nodes.parent_kind(function) else { return None };
                let member = plain(&call.callee).as_member_expression()?;
                let is_first = call.arguments.first().is_some_and(|one| one.span() == own);
                let params = match nodes.kind(function) {
                    AstKind::ArrowFunctionExpression(it) => &it.params,
                    AstKind::Function(it) => &it.params,
                    _ => return None,
                };
                let first = params.items.first()?;
                if !is_first || first.span != it.span || !CALLBACK.contains(&member.static_property_name()?) {
                    return None;
                }
                let element = self.of(member.object()).and_then(|list| self.element(&list))?;
                self.within(&it.pattern, element, name)
            }
            _ => None,
        }
    }

    /// The part of a declared value that a pattern gives to a name.
    fn bound(
        &self,
        pattern: &'a BindingPattern<'a>,
        value: &'a Expression<'a>,
        name: &str,
    ) -> Option<Typed<'t>> {
        // `const [a, b] = await Promise.all([global.a(), global.b()])`
        if let (BindingPattern::ArrayPattern(it), Some(calls)) = (pattern, all_of(value)) {
            let at = it.elements.iter().position(|one| one.as_ref().is_some_and(|one| binds(one, name)))?;
            let Expression::CallExpression(call) = plain(calls.get(at)?.as_expression()?) else {
                return None;
            };
            return self.within(it.elements.get(at)?.as_ref()?, self.result(call)?, name);
        }
        self.within(pattern, self.of(value)?, name)
    }

    fn within(&self, pattern: &BindingPattern<'a>, value: Typed<'t>, name: &str) -> Option<Typed<'t>> {
        self.steps.set(self.steps.get() + 1);
        match pattern {
            BindingPattern::BindingIdentifier(id) => (id.name == name).then_some(value),
            BindingPattern::AssignmentPattern(it) => self.within(&it.left, value, name),
            BindingPattern::ObjectPattern(it) => {
                let one = it.properties.iter().find(|one| binds(&one.value, name))?;
                let part = self.part(&value, &key_name(&one.key, one.computed)?)?;
                self.within(&one.value, part, name)
            }
            BindingPattern::ArrayPattern(it) => {
                let one = it.elements.iter().flatten().find(|one| binds(one, name))?;
                self.within(one, self.element(&value)?, name)
            }
        }
    }

    /// The types that a value may have, apart from `null` and `undefined`; `None` if one is unknown.
    fn alternatives(&self, of: &Typed<'t>) -> Option<Vec<&'t Type>> {
        let mut found = Vec::new();
        let mut open = vec![(of.ty, 0)];
        while let Some((ty, depth)) = open.pop() {
            self.steps.set(self.steps.get() + 1);
            if depth > DEPTH || self.steps.get() > STEPS {
                return None;
            }
            match ty {
                Type::Refined(refined) => open.push((&refined.ty, depth + 1)),
                Type::Readonly(inner) => open.push((inner, depth + 1)),
                Type::Union(types) => open.extend(types.iter().map(|ty| (ty, depth + 1))),
                Type::Reference { name, args } if args.is_empty() => {
                    open.push((of.tool.definition(name)?, depth + 1));
                }
                Type::Keyword(Keyword::Null | Keyword::Undefined | Keyword::Void) => {}
                Type::Object(_) | Type::Array(_) => found.push(ty),
                _ => return None,
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// The message about a member that no alternative of a value has.
    fn lacking(&self, of: &Typed<'t>, name: &str) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        let mut is_list = false;
        for ty in self.alternatives(of)? {
            match ty {
                Type::Array(_) => {
                    let known = SAME.iter().chain(&ELEMENT).chain(&CALLBACK).chain(&OF_LISTS);
                    if known.into_iter().any(|known| *known == name) || name.parse::<usize>().is_ok() {
                        return None;
                    }
                    is_list = true;
                }
                Type::Object(members) => {
                    if property(members, name).is_some() || OF_OBJECTS.contains(&name) {
                        return None;
                    }
                    for member in members {
                        match &member.kind {
                            MemberKind::Property { name, .. } => names.push(name),
                            // An object of any keys, and one that is a function.
                            _ => return None,
                        }
                    }
                }
                _ => return None,
            }
        }
        let tool = shown(&of.tool.name);
        let place = if of.is_part {
            format!("this part of the result of {tool}")
        } else {
            format!("the result of {tool}")
        };
        let near = near_names(name, names.iter().copied());
        let hint = match (near.first(), names.is_empty()) {
            (Some(near), _) => format!("; did you mean {}?", shown(near)),
            (None, true) if is_list => {
                "; it is a list: take an element, as in `[0]`, or `.length`".to_owned()
            }
            (None, true) => "; it has no members".to_owned(),
            (None, false) => {
                let more = if names.len() > NAMED { ", …" } else { "" };
                format!("; it has {}{more}", names.iter().take(NAMED).copied().collect::<Vec<_>>().join(", "))
            }
        };
        Some(format!("{} is not a member of {place}{hint}", shown(name)))
    }

    /// Returns whether the code takes into account that a member may be absent, or writes it.
    fn is_asked(&self, node: NodeId, name: Span) -> bool {
        let nodes = self.semantic.nodes();
        let own = nodes.kind(node).span();
        match nodes.parent_kind(node) {
            AstKind::LogicalExpression(it) => {
                it.left.span().start <= own.start && own.end <= it.left.span().end
            }
            AstKind::UnaryExpression(it) => {
                matches!(
                    it.operator,
                    UnaryOperator::Typeof | UnaryOperator::Delete | UnaryOperator::LogicalNot
                )
            }
            AstKind::AssignmentExpression(it) => name.end <= it.left.span().end,
            AstKind::UpdateExpression(_) | AstKind::IfStatement(_) => true,
            AstKind::ChainExpression(_) => match nodes.parent_kind(nodes.parent_id(node)) {
                AstKind::LogicalExpression(it) => own.end <= it.left.span().end,
                AstKind::IfStatement(_) => true,
                _ => false,
            },
            _ => false,
        }
    }
}

fn property<'t>(members: &'t [Member], name: &str) -> Option<&'t Type> {
    members.iter().find_map(|member| match &member.kind {
        MemberKind::Property { name: known, ty, .. } if known == name => Some(ty),
        _ => None,
    })
}

fn binds(pattern: &BindingPattern<'_>, name: &str) -> bool {
    pattern.get_binding_identifiers().iter().any(|id| id.name == name)
}

/// The elements of `await Promise.all([…])`.
fn all_of<'a>(value: &'a Expression<'a>) -> Option<&'a [oxc_ast::ast::ArrayExpressionElement<'a>]> {
    let Expression::AwaitExpression(it) = plain(value) else { return None };
    let Expression::CallExpression(call) = plain(&it.argument) else { return None };
    let member = plain(&call.callee).as_member_expression()?;
    if member.static_property_name() != Some("all") {
        return None;
    }
    match plain(call.arguments.first()?.as_expression()?) {
        Expression::ArrayExpression(list) => Some(&list.elements),
        _ => None,
    }
}
