//! Members of results that the declared result does not have.
//!
//! The decision: only a certain mistake is a finding. A name is followed from the call of a tool through
//! constants, loops and the callbacks of lists; any other value is not judged. Code that tests for a member
//! (`if (x.name)`, `x.name ?? y`) expects that it may be absent.

use std::cell::Cell;
use std::collections::HashSet;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    BinaryOperator, BindingPattern, CallExpression, Expression, LogicalOperator, MemberExpression,
    UnaryOperator,
};
use oxc_semantic::{NodeId, Semantic, SymbolId};
use oxc_span::{GetSpan as _, Span};
use webagents_schema::near_names;
use webagents_schema::ty::{ElementKind, Keyword, Literal, Member, MemberKind, TupleElement, Type};

use super::look::{Look, MOST, global_name};
use crate::calls::About;
use crate::diagnostic::{CodeDiagnosticKind, Severity, shown};
use crate::literal::{is_name, key_name, member_name, plain};
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
/// Members of texts.
const OF_TEXTS: [&str; 36] = [
    "at",
    "charAt",
    "charCodeAt",
    "codePointAt",
    "concat",
    "endsWith",
    "includes",
    "indexOf",
    "isWellFormed",
    "lastIndexOf",
    "length",
    "link",
    "localeCompare",
    "match",
    "matchAll",
    "normalize",
    "padEnd",
    "padStart",
    "repeat",
    "replace",
    "replaceAll",
    "search",
    "slice",
    "split",
    "startsWith",
    "substr",
    "substring",
    "toLocaleLowerCase",
    "toLocaleUpperCase",
    "toLowerCase",
    "toUpperCase",
    "toWellFormed",
    "trim",
    "trimEnd",
    "trimLeft",
    "trimStart",
];
const TEXT: &str = "is a string";
/// Members of numbers.
const OF_NUMBERS: [&str; 3] = ["toExponential", "toFixed", "toPrecision"];
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
    let expected = expected_names(semantic);
    let mut found: Vec<(Span, String, String)> = Vec::new();
    for node in semantic.nodes().iter() {
        let (object, name, span) = match node.kind() {
            AstKind::StaticMemberExpression(it) => (&it.object, it.property.name.as_str(), it.property.span),
            AstKind::ComputedMemberExpression(it) => match plain(&it.expression) {
                Expression::StringLiteral(name) => (&it.object, name.value.as_str(), name.span),
                Expression::NumericLiteral(index) => match index.raw.as_deref() {
                    Some(raw) if raw.parse::<usize>().is_ok() => (&it.object, raw, index.span),
                    _ => continue,
                },
                _ => continue,
            },
            AstKind::VariableDeclarator(_) | AstKind::FormalParameter(_) => {
                for (pattern, value) in search.sources(node.id()) {
                    search.look_in(pattern, &value, &mut found);
                }
                continue;
            }
            _ => continue,
        };
        if found.len() < MOST
            && let Some(value) = search.of(object)
            && let Some(message) = search.lacking(&value, name)
            && !search.is_asked(node.id(), span)
        {
            found.push((span, name.to_owned(), message));
        }
    }
    found.retain(|(_, name, _)| !expected.contains(name.as_str()));
    for (span, _, message) in found {
        if look.abouts.len() < MOST {
            let (kind, severity) = (CodeDiagnosticKind::Suspicious, Severity::Warning);
            look.abouts.push(About { kind, severity, span, message });
        }
    }
}

/// The names of members that code writes, or tests for with `in`.
fn expected_names<'a>(semantic: &Semantic<'a>) -> HashSet<&'a str> {
    let mut names = HashSet::new();
    for node in semantic.nodes().iter() {
        match node.kind() {
            AstKind::AssignmentExpression(it) => {
                if let Some(member) = it.left.as_member_expression()
                    && let Some(name) = member.static_property_name()
                {
                    names.insert(name);
                }
            }
            AstKind::BinaryExpression(it) if it.operator == BinaryOperator::In => {
                if let Expression::StringLiteral(name) = plain(&it.left) {
                    names.insert(name.value.as_str());
                }
            }
            _ => {}
        }
    }
    names
}

/// An expression without parentheses; `None` if the code states a type for it.
fn unstated<'t, 'a>(it: &'t Expression<'a>) -> Option<&'t Expression<'a>> {
    match it {
        Expression::ParenthesizedExpression(inner) => unstated(&inner.expression),
        Expression::TSNonNullExpression(inner) => unstated(&inner.expression),
        Expression::TSAsExpression(_) | Expression::TSTypeAssertion(_) => None,
        other => Some(plain(other)),
    }
}

/// A value whose type a tool declares.
#[derive(Clone, Copy)]
struct Typed<'t> {
    tool: &'t Shape,
    ty: &'t Type,
    /// It is a part of the result.
    is_part: bool,
    /// It is a list of values of the type.
    is_list: bool,
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
        let found = unstated(it).and_then(|it| self.value(it));
        self.depth.set(self.depth.get() - 1);
        found
    }

    fn value(&self, it: &'a Expression<'a>) -> Option<Typed<'t>> {
        match it {
            Expression::AwaitExpression(it) => match plain(&it.argument) {
                Expression::CallExpression(call) => {
                    self.result(call).or_else(|| self.results(call)).or_else(|| self.of(&it.argument))
                }
                _ => self.of(&it.argument),
            },
            Expression::Identifier(it) => {
                let scoping = self.semantic.scoping();
                let symbol = scoping.get_reference(it.reference_id.get()?).symbol_id()?;
                if scoping.symbol_is_mutated(symbol) { self.assigned(symbol) } else { self.name(symbol) }
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
        let space = global_name(member.object(), self.semantic)?;
        let tool = self.tools.of_space(space)?.get(&member_name(member)?)?;
        Some(Typed { tool, ty: tool.result()?, is_part: false, is_list: false })
    }

    /// The results in `Promise.all(list.map((x) => global.f(x)))`: a list of the results of one tool.
    fn results(&self, call: &'a CallExpression<'a>) -> Option<Typed<'t>> {
        let member = plain(&call.callee).as_member_expression()?;
        if member.static_property_name() != Some("all") || !is_name(member.object(), &["Promise"]) {
            return None;
        }
        let Expression::CallExpression(map) = plain(call.arguments.first()?.as_expression()?) else {
            return None;
        };
        if plain(&map.callee).as_member_expression()?.static_property_name() != Some("map") {
            return None;
        }
        let Expression::ArrowFunctionExpression(function) = plain(map.arguments.first()?.as_expression()?)
        else {
            return None;
        };
        match plain(function.body.as_expression()?) {
            Expression::CallExpression(call) => Some(Typed { is_list: true, ..self.result(call)? }),
            _ => None,
        }
    }

    /// The value of a name that is declared without one, and assigned once.
    fn assigned(&self, symbol: SymbolId) -> Option<Typed<'t>> {
        let (scoping, nodes) = (self.semantic.scoping(), self.semantic.nodes());
        let AstKind::VariableDeclarator(declared) = nodes.kind(scoping.symbol_declaration(symbol)) else {
            return None;
        };
        let mut writes = scoping.get_resolved_references(symbol).filter(|reference| reference.is_write());
        let (Some(write), None) = (writes.next(), writes.next()) else { return None };
        match nodes.parent_kind(write.node_id()) {
            AstKind::AssignmentExpression(it)
                if it.operator.is_assign()
                    && declared.init.is_none()
                    && declared.type_annotation.is_none() =>
            {
                self.of(&it.right)
            }
            _ => None,
        }
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
        match (member_name(it), it) {
            (Some(name), _) => self.part(&object, &name),
            // `list[0]`, `list[i]`; the member of an object is not known.
            (None, MemberExpression::ComputedMemberExpression(it)) => match plain(&it.expression) {
                Expression::NumericLiteral(index) => {
                    self.element(&object).or_else(|| self.part(&object, index.raw.as_deref()?))
                }
                _ => self.element(&object),
            },
            _ => self.element(&object),
        }
    }

    /// The member `name` of a value.
    fn part(&self, of: &Typed<'t>, name: &str) -> Option<Typed<'t>> {
        let mut found = None;
        if of.is_list {
            return None;
        }
        for ty in self.alternatives(of)? {
            let value = match ty {
                Type::Object(members) => property(members, name),
                Type::Reference { args, .. } => args.get(1),
                Type::Tuple(elements) => {
                    let element = element_of(elements, name.parse().ok()?);
                    element.filter(|element| element.kind != ElementKind::Rest).map(|element| &element.ty)
                }
                _ => return None,
            };
            match value {
                Some(ty) if found.is_none() => found = Some(Typed { ty, is_part: true, ..*of }),
                _ => return None,
            }
        }
        found
    }

    fn element(&self, of: &Typed<'t>) -> Option<Typed<'t>> {
        if of.is_list {
            return Some(Typed { is_list: false, ..*of });
        }
        match self.alternatives(of)?.as_slice() {
            [Type::Array(element)] => Some(Typed { ty: element, is_part: true, ..*of }),
            _ => None,
        }
    }

    /// The element of a list, or of a tuple at a place.
    fn element_at(&self, of: &Typed<'t>, at: usize) -> Option<Typed<'t>> {
        self.element(of).or_else(|| self.part(of, &at.to_string()))
    }

    /// The value of a constant, of the variable of a loop, or of the parameter of a callback.
    fn name(&self, symbol: SymbolId) -> Option<Typed<'t>> {
        let scoping = self.semantic.scoping();
        let name = scoping.symbol_name(symbol);
        let sources = self.sources(scoping.symbol_declaration(symbol));
        let (pattern, value) = sources.into_iter().find(|(pattern, _)| binds(pattern, name))?;
        self.within(pattern, value, name)
    }

    /// The patterns of a declaration, with the declared values that they take apart.
    ///
    /// A declaration with a type of its own has none: the code states its expectation.
    fn sources(&self, node: NodeId) -> Vec<(&'a BindingPattern<'a>, Typed<'t>)> {
        let nodes = self.semantic.nodes();
        let one =
            |pattern, value: Option<Typed<'t>>| value.map(|value| (pattern, value)).into_iter().collect();
        match nodes.kind(node) {
            AstKind::VariableDeclarator(it) if it.type_annotation.is_none() => match &it.init {
                Some(value) => match (&it.id, all_of(value)) {
                    // `const [a, b] = await Promise.all([global.a(), global.b()])`
                    (BindingPattern::ArrayPattern(list), Some(calls)) => list
                        .elements
                        .iter()
                        .zip(calls)
                        .filter_map(|(pattern, call)| match plain(call.as_expression()?) {
                            Expression::CallExpression(call) => Some((pattern.as_ref()?, self.result(call)?)),
                            _ => None,
                        })
                        .collect(),
                    _ => one(&it.id, self.of(value)),
                },
                None => match nodes.parent_kind(nodes.parent_id(node)) {
                    AstKind::ForOfStatement(each) => {
                        one(&it.id, self.of(&each.right).and_then(|list| self.element(&list)))
                    }
                    _ => Vec::new(),
                },
            },
            AstKind::FormalParameter(it) if it.type_annotation.is_none() => {
                one(&it.pattern, self.argument(node, it.span))
            }
            _ => Vec::new(),
        }
    }

    /// The value that a parameter of a callback gets: of a method of a list, or of `then`.
    fn argument(&self, node: NodeId, span: Span) -> Option<Typed<'t>> {
        let nodes = self.semantic.nodes();
        let function = nodes.parent_id(nodes.parent_id(node));
        let own = nodes.kind(function).span();
        let AstKind::CallExpression(call) = nodes.parent_kind(function) else { return None };
        let member = plain(&call.callee).as_member_expression()?;
        let params = match nodes.kind(function) {
            AstKind::ArrowFunctionExpression(it) => &it.params,
            AstKind::Function(it) => &it.params,
            _ => return None,
        };
        let at = params.items.iter().position(|param| param.span == span)?;
        if call.arguments.first()?.span() != own {
            return None;
        }
        let takes_element = match member.static_property_name()? {
            "then" if at == 0 => {
                let Expression::CallExpression(call) = plain(member.object()) else { return None };
                return self.result(call).or_else(|| self.results(call));
            }
            "sort" | "toSorted" => at < 2,
            "reduce" | "reduceRight" => at == 1,
            name => at == 0 && CALLBACK.contains(&name),
        };
        if takes_element { self.of(member.object()).and_then(|list| self.element(&list)) } else { None }
    }

    /// Looks for members that a pattern takes of a value which lacks them.
    ///
    /// One with a default may be absent.
    fn look_in(
        &self,
        pattern: &BindingPattern<'a>,
        value: &Typed<'t>,
        found: &mut Vec<(Span, String, String)>,
    ) {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > STEPS || found.len() >= MOST {
            return;
        }
        match pattern {
            BindingPattern::ObjectPattern(it) => {
                for one in &it.properties {
                    let Some(name) = key_name(&one.key, one.computed) else { continue };
                    if matches!(one.value, BindingPattern::AssignmentPattern(_)) {
                        continue;
                    }
                    match (self.lacking(value, &name), self.part(value, &name)) {
                        (Some(message), _) => found.push((one.key.span(), name, message)),
                        (None, Some(part)) => self.look_in(&one.value, &part, found),
                        (None, None) => {}
                    }
                }
            }
            BindingPattern::ArrayPattern(it) => {
                for (at, one) in it.elements.iter().enumerate() {
                    let Some(one) = one else { continue };
                    if let Some(element) = self.element_at(value, at) {
                        self.look_in(one, &element, found);
                    } else if !matches!(one, BindingPattern::AssignmentPattern(_))
                        && let Some(message) = self.lacking(value, &at.to_string())
                    {
                        found.push((one.span(), at.to_string(), message));
                    }
                }
            }
            BindingPattern::BindingIdentifier(_) | BindingPattern::AssignmentPattern(_) => {}
        }
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
                let is_it =
                    |one: &Option<BindingPattern<'a>>| one.as_ref().is_some_and(|one| binds(one, name));
                let at = it.elements.iter().position(is_it)?;
                self.within(it.elements[at].as_ref()?, self.element_at(&value, at)?, name)
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
                // The values of a `Record` have any names.
                Type::Reference { name, args } if name == "Record" && args.len() == 2 => found.push(ty),
                Type::Reference { name, args } if args.is_empty() => {
                    open.push((of.tool.definition(name)?, depth + 1));
                }
                Type::Keyword(Keyword::Null | Keyword::Undefined | Keyword::Void) => {}
                Type::Object(_) | Type::Array(_) | Type::Tuple(_) | Type::Literal(_) | Type::Template(_) => {
                    found.push(ty);
                }
                Type::Keyword(
                    Keyword::String | Keyword::Number | Keyword::Integer | Keyword::Boolean | Keyword::BigInt,
                ) => found.push(ty),
                _ => return None,
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// The message about a member that no alternative of a value has.
    fn lacking(&self, of: &Typed<'t>, name: &str) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        let mut is_list = of.is_list;
        let mut is = "has no members";
        if is_list && is_of_lists(name) {
            return None;
        }
        for ty in if of.is_list { Vec::new() } else { self.alternatives(of)? } {
            match ty {
                Type::Array(_) => {
                    if is_of_lists(name) {
                        return None;
                    }
                    is_list = true;
                }
                Type::Tuple(elements) => {
                    let is_known = match name.parse() {
                        Ok(index) => element_of(elements, index).is_some(),
                        Err(_) => is_of_lists(name),
                    };
                    if is_known {
                        return None;
                    }
                    is = "is a list of fixed length: take an element, as in `[0]`";
                }
                Type::Keyword(_) | Type::Literal(_) | Type::Template(_) => {
                    let (own, what) = of_primitive(ty);
                    if own.contains(&name)
                        || OF_OBJECTS.contains(&name)
                        || what == TEXT && name.parse::<usize>().is_ok()
                    {
                        return None;
                    }
                    names.extend(own);
                    is = what;
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
            _ if is != "has no members" => format!("; it {is}"),
            (None, true) => format!("; it {is}"),
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
            // `r?.foo?.bar`
            AstKind::StaticMemberExpression(it) => it.optional,
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

/// Element of a tuple at an index; one after a rest has the rest for its element.
fn element_of(elements: &[TupleElement], index: usize) -> Option<&TupleElement> {
    let rest = elements.iter().position(|element| element.kind == ElementKind::Rest);
    elements.get(rest.map_or(index, |rest| index.min(rest)))
}

/// Members that a primitive value has in addition to those of every object, and the words for it.
fn of_primitive(ty: &Type) -> (&'static [&'static str], &'static str) {
    match ty {
        Type::Template(_) | Type::Keyword(Keyword::String) | Type::Literal(Literal::String(_)) => {
            (&OF_TEXTS, TEXT)
        }
        Type::Keyword(Keyword::Boolean) | Type::Literal(Literal::Boolean(_)) => (&[], "is a boolean"),
        _ => (&OF_NUMBERS, "is a number"),
    }
}

/// Returns whether lists have a member.
fn is_of_lists(name: &str) -> bool {
    let known = SAME.iter().chain(&ELEMENT).chain(&CALLBACK).chain(&OF_LISTS);
    known.into_iter().any(|known| *known == name) || name.parse::<usize>().is_ok()
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
