//! The calls of tools in code, and what is certainly wrong with them.
//!
//! The decision: a name means the tools only where nothing else can be meant. `global` is the harness's parameter, so
//! any other binding or assignment of that name in the code ends the search; an alias counts when it is a `const`
//! among the code's own outermost statements and no other binding has its name. `globalThis.global` is the page's and
//! not looked at.
//!
//! Uncertain calls are no errors: a tool that the code asks for before it calls it (`typeof global.x`,
//! `global.x?.()`, `"x" in global`) is only a warning, and so is anything inside a `try` that has a `catch`.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{
    Argument, AssignmentTarget, AwaitExpression, BindingIdentifier, BindingPattern, CallExpression,
    Expression, ExpressionStatement, ForOfStatement, MemberExpression, SimpleAssignmentTarget, Statement,
    StringLiteral, TryStatement, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use webagents_schema::CallStyle;

use crate::diagnostic::{CodeDiagnosticKind, Severity, shown};
use crate::literal::{self, key_name, member_name, plain};
use crate::mismatch;
use crate::tools::Tools;
use webagents_schema::conform::{PartialValue, conform};

/// Calls of one text that are kept.
const MOST: usize = 1_000;

/// A call that was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    pub(crate) tool: String,
    pub(crate) span: Span,
    /// The arguments up to the first spread.
    pub(crate) arguments: Vec<(PartialValue, Span)>,
    pub(crate) spread: bool,
    /// `global.x?.()`.
    optional: bool,
    /// The call is in a `try` with a `catch`.
    caught: bool,
}

/// Something about a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct About {
    pub(crate) kind: CodeDiagnosticKind,
    pub(crate) severity: Severity,
    pub(crate) span: Span,
    pub(crate) message: String,
}

/// The calls of tools in the body of a function, in the order in which they stand there.
pub(crate) fn find(body: &[Statement<'_>]) -> CallSearch {
    let mut names = Names::default();
    for statement in body {
        names.visit_statement(statement);
    }
    let mut search = CallSearch::default();
    if names.bound.contains_key("global") || names.assigned.contains("global") {
        return search;
    }
    search.objects.insert("global".to_owned());
    for statement in body {
        search.aliases(statement, &names);
    }
    for statement in body {
        search.visit_statement(statement);
    }
    search.found.sort_by_key(|found| (found.span.start, found.span.end));
    search.hints.sort_by_key(|hint| hint.span.start);
    search
}

/// Names that the code binds or assigns.
#[derive(Default)]
struct Names {
    bound: BTreeMap<String, usize>,
    assigned: BTreeSet<String>,
}

impl<'a> Visit<'a> for Names {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        *self.bound.entry(it.name.as_str().to_owned()).or_default() += 1;
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(it) = it {
            self.assigned.insert(it.name.as_str().to_owned());
        }
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(it) = it {
            self.assigned.insert(it.name.as_str().to_owned());
        }
        walk::walk_assignment_target(self, it);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &oxc_ast::ast::AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.assigned.insert(it.binding.name.as_str().to_owned());
        walk::walk_assignment_target_property_identifier(self, it);
    }
}

/// Search for calls of tools in code, and its result.
#[derive(Default)]
pub(crate) struct CallSearch {
    /// Names of the object that holds the tools.
    objects: BTreeSet<String>,
    /// Names of tools by the names that they were given.
    functions: BTreeMap<String, String>,
    pub(crate) found: Vec<Found>,
    pub(crate) hints: Vec<About>,
    /// Tools that the code looks at without calling them.
    read: BTreeSet<String>,
    /// Members of members that are called as tools, such as `books.search`, with the first name.
    paths: Vec<(String, String, Span, bool)>,
    /// Every text in the code: one that is a tool's name may be what the code looks for.
    texts: BTreeSet<String>,
    caught: usize,
}

impl CallSearch {
    fn aliases(&mut self, statement: &Statement<'_>, names: &Names) {
        let Statement::VariableDeclaration(declaration) = statement else { return };
        if declaration.kind != VariableDeclarationKind::Const {
            return;
        }
        let once = |name: &str| names.bound.get(name) == Some(&1) && !names.assigned.contains(name);
        for declarator in &declaration.declarations {
            let Some(value) = declarator.init.as_ref().map(plain) else { continue };
            match &declarator.id {
                BindingPattern::BindingIdentifier(id) if once(id.name.as_str()) => {
                    if self.is_object(value) {
                        self.objects.insert(id.name.as_str().to_owned());
                    } else if let Some(tool) = self.member(value) {
                        self.functions.insert(id.name.as_str().to_owned(), tool);
                    }
                }
                BindingPattern::ObjectPattern(pattern) if self.is_object(value) => {
                    for property in &pattern.properties {
                        if let (Some(tool), BindingPattern::BindingIdentifier(id)) =
                            (key_name(&property.key, property.computed), &property.value)
                            && once(id.name.as_str())
                        {
                            self.functions.insert(id.name.as_str().to_owned(), tool);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn is_object(&self, expression: &Expression<'_>) -> bool {
        matches!(plain(expression), Expression::Identifier(it) if self.objects.contains(it.name.as_str()))
    }

    /// The tool that `global.name` or `global["name"]` is.
    fn member(&self, expression: &Expression<'_>) -> Option<String> {
        let member = plain(expression).as_member_expression()?;
        if !self.is_object(member.object()) {
            return None;
        }
        member_name(member)
    }

    /// The first name and the whole path of `global.books.search`.
    fn path(&self, expression: &Expression<'_>) -> Option<(String, String)> {
        let mut names = Vec::new();
        let mut at = plain(expression).as_member_expression()?;
        while !self.is_object(at.object()) {
            names.push(member_name(at)?);
            at = plain(at.object()).as_member_expression().filter(|_| names.len() < 8)?;
        }
        let first = member_name(at)?;
        names.push(first.clone());
        names.reverse();
        Some((first, names.join(".")))
    }

    fn callee(&self, expression: &Expression<'_>) -> Option<String> {
        match plain(expression) {
            Expression::Identifier(it) => self.functions.get(it.name.as_str()).cloned(),
            other => self.member(other),
        }
    }

    /// The tool that an expression calls, if it is a call of one.
    fn called(&self, expression: &Expression<'_>) -> Option<String> {
        match plain(expression) {
            Expression::CallExpression(call) => self.callee(&call.callee),
            _ => None,
        }
    }

    fn hint(&mut self, tool: &str, span: Span, what: &str) {
        if self.hints.len() < MOST {
            let message = format!("{what} a promise: write `await` before the call of {}", shown(tool));
            let (kind, severity) = (CodeDiagnosticKind::MissingAwait, Severity::Warning);
            self.hints.push(About { kind, severity, span, message });
        }
    }

    /// Returns the certain errors in the calls.
    pub(crate) fn judge(&self, tools: &Tools) -> Vec<About> {
        let mut wrong = Vec::new();
        for (first, path, span, uncertain) in &self.paths {
            // A function has members of its own, such as `call`; and the code may look at the name first.
            if tools.get(first).is_some() {
                continue;
            }
            let uncertain = *uncertain || self.read.contains(first) || self.texts.contains(first);
            let severity = if uncertain { Severity::Warning } else { Severity::Error };
            let message = match tools.get(path) {
                Some(tool) => format!(
                    "{} is one name; write `global[\"{}\"](…)`: {}",
                    shown(path),
                    tool.name,
                    tool.signature
                ),
                None => tools.unknown(path),
            };
            wrong.push(About { kind: CodeDiagnosticKind::UnknownTool, severity, span: *span, message });
        }
        for call in &self.found {
            let mut say = |kind, span, message: String, certain| {
                let severity = if certain && !call.caught { Severity::Error } else { Severity::Warning };
                wrong.push(About { kind, severity, span, message });
            };
            let Some(tool) = tools.get(&call.tool) else {
                let asked =
                    call.optional || self.read.contains(&call.tool) || self.texts.contains(&call.tool);
                say(CodeDiagnosticKind::UnknownTool, call.span, tools.unknown(&call.tool), !asked);
                continue;
            };
            let Some(params) = &tool.params else { continue };
            // An empty object is no arguments by name, as callers of MCP write it.
            let is_nothing = params.is_empty() && call.arguments.iter().all(|(it, _)| may_be_empty(it));
            let given = if is_nothing { 0 } else { call.arguments.len() };
            let least = params.iter().rposition(|param| param.required).map_or(0, |last| last + 1);
            if tool.most.is_some_and(|most| given > most) || (given < least && !call.spread) {
                let many = match (least, tool.most.unwrap_or(usize::MAX)) {
                    (least, usize::MAX) => format!("at least {least} arguments"),
                    (0, 0) => "no arguments".to_owned(),
                    (1, 1) => "1 argument".to_owned(),
                    (least, most) if least == most => format!("{most} arguments"),
                    (0, most) => format!("at most {most} arguments"),
                    (least, most) => format!("{least} to {most} arguments"),
                };
                let passed = if call.spread { format!("at least {given}") } else { given.to_string() };
                let message = format!(
                    "{} takes {many}, and this call passes {passed}: {}",
                    shown(&tool.name),
                    tool.signature
                );
                say(CodeDiagnosticKind::Arity, call.span, message, true);
            }
            for ((literal, span), param) in call.arguments.iter().zip(params) {
                // What is left out by `undefined` or `null` is left out.
                if !param.required && matches!(literal, PartialValue::Undefined | PartialValue::Null) {
                    continue;
                }
                if tool.call == CallStyle::Object && is_no_object(literal) {
                    let message = format!(
                        "{} takes one object with its arguments by name, not {}: {}",
                        shown(&tool.name),
                        mismatch::described(literal),
                        tool.signature
                    );
                    say(CodeDiagnosticKind::Argument, *span, message, true);
                    continue;
                }
                if let Err(wrong) = conform(literal, &param.facts, &param.ty, &tool.context) {
                    let message = format!(
                        "the argument `{}{}` of {} {}: {}",
                        param.name,
                        wrong.path(),
                        shown(&tool.name),
                        mismatch::message(&wrong),
                        tool.signature
                    );
                    say(CodeDiagnosticKind::Argument, *span, message, true);
                }
            }
        }
        wrong
    }
}

impl<'a> Visit<'a> for CallSearch {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let Some(tool) = self.callee(&it.callee) else {
            if let Some((first, path)) = self.path(&it.callee)
                && self.paths.len() < MOST
            {
                self.paths.push((first, path, it.span, self.caught > 0 || it.optional));
                it.arguments.iter().for_each(|argument: &Argument<'a>| self.visit_argument(argument));
                return;
            }
            walk::walk_call_expression(self, it);
            return;
        };
        let before_spread: Vec<(PartialValue, Span)> = it
            .arguments
            .iter()
            .map_while(|argument| Some((literal::argument(argument)?, argument.span())))
            .collect();
        if self.found.len() < MOST {
            self.found.push(Found {
                tool,
                span: it.span,
                spread: before_spread.len() < it.arguments.len(),
                arguments: before_spread,
                optional: it.optional,
                caught: self.caught > 0,
            });
        }
        it.arguments.iter().for_each(|argument: &Argument<'a>| self.visit_argument(argument));
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        let object = it.object();
        if self.is_object(object) {
            match it {
                MemberExpression::StaticMemberExpression(it) => {
                    self.read.insert(it.property.name.as_str().to_owned());
                }
                MemberExpression::ComputedMemberExpression(it) => self.visit_expression(&it.expression),
                MemberExpression::PrivateFieldExpression(_) => {}
            }
            return;
        }
        let later = matches!(it.static_property_name(), Some("then" | "catch" | "finally" | "constructor"));
        let known = it.static_property_name().is_some();
        if let Some(tool) = self.called(object)
            && known
            && !later
        {
            self.hint(&tool, object.span(), "what is looked into here is");
        }
        walk::walk_member_expression(self, it);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        walk::walk_await_expression(self, it);
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if let Some(tool) = self.called(&it.expression) {
            self.hint(&tool, it.span, "nobody waits for the result, which is");
        }
        walk::walk_expression_statement(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if let Some(tool) = self.called(&it.right)
            && !it.r#await
        {
            self.hint(&tool, it.right.span(), "what is looped over here is");
        }
        walk::walk_for_of_statement(self, it);
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let caught = usize::from(it.handler.is_some());
        self.caught += caught;
        self.visit_block_statement(&it.block);
        self.caught -= caught;
        if let Some(handler) = &it.handler {
            self.visit_catch_clause(handler);
        }
        if let Some(finalizer) = &it.finalizer {
            self.visit_block_statement(finalizer);
        }
    }

    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        self.texts.insert(it.value.as_str().to_owned());
    }
}

/// Returns whether a literal is certainly not an object of named arguments.
fn may_be_empty(literal: &PartialValue) -> bool {
    match literal {
        PartialValue::Undefined | PartialValue::Hole => true,
        PartialValue::Object { members, .. } => members.is_empty(),
        _ => false,
    }
}

fn is_no_object(literal: &PartialValue) -> bool {
    matches!(
        literal,
        PartialValue::Boolean(_)
            | PartialValue::Number(_)
            | PartialValue::BigInt
            | PartialValue::String(_)
            | PartialValue::Array { .. }
            | PartialValue::Function
    )
}
