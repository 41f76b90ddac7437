//! The calls of tools in code, and their certain errors.
//!
//! The decision: a name means the tools only where nothing else can be meant. `global` is the harness's parameter, so
//! any other binding or assignment of that name in the code ends the search for its tools; so it is with the name of each
//! namespace. An alias counts when it is a `const` among the code's own outermost statements and no other binding has its
//! name. `globalThis.global` is the page's and not looked at.
//!
//! Uncertain calls are not errors: a tool that the code tests for before it calls it (`typeof global.x`,
//! `global.x?.()`, `"x" in global`) is only a warning, and so is anything inside a `try` that has a `catch`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

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
use crate::tools::{SITE, Tools, full_name};
use webagents_schema::conform::{PartialValue, conform};

/// Calls of one text that are kept.
const MOST: usize = 1_000;

/// Tool that code names: the object that holds it, `global` or a namespace, and its name there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NamedTool {
    pub(crate) space: Arc<str>,
    pub(crate) name: String,
}

impl NamedTool {
    /// Returns the tool's name, after its namespace if it has one.
    pub(crate) fn full_name(&self) -> String {
        full_name(&self.space, &self.name)
    }
}

/// A call that was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    pub(crate) tool: NamedTool,
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
pub(crate) fn find(body: &[Statement<'_>], tools: &Tools) -> CallSearch {
    let mut names = Names::default();
    for statement in body {
        names.visit_statement(statement);
    }
    let mut search = CallSearch::default();
    for space in std::iter::once(SITE).chain(tools.namespaces()) {
        if !names.bound.contains_key(space) && !names.assigned.contains(space) {
            search.objects.insert(space.to_owned(), Arc::from(space));
        }
    }
    if search.objects.is_empty() {
        return search;
    }
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
    /// Objects that hold tools, by the names that code gives them.
    objects: BTreeMap<String, Arc<str>>,
    /// Tools by the names that they were given.
    functions: BTreeMap<String, NamedTool>,
    pub(crate) found: Vec<Found>,
    pub(crate) hints: Vec<About>,
    /// Tools that the code looks at without calling them.
    read: BTreeSet<NamedTool>,
    /// Members of members that are called as tools, such as `books.search`, with the first name.
    paths: Vec<(NamedTool, String, Span, bool)>,
    /// Every text in the code: the code may look for a tool whose name is such a text.
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
                    if let Some(space) = self.space(value) {
                        self.objects.insert(id.name.as_str().to_owned(), space);
                    } else if let Some(tool) = self.member(value) {
                        self.functions.insert(id.name.as_str().to_owned(), tool);
                    }
                }
                BindingPattern::ObjectPattern(pattern) => {
                    let Some(space) = self.space(value) else { continue };
                    for property in &pattern.properties {
                        if let (Some(name), BindingPattern::BindingIdentifier(id)) =
                            (key_name(&property.key, property.computed), &property.value)
                            && once(id.name.as_str())
                        {
                            let tool = NamedTool { space: Arc::clone(&space), name };
                            self.functions.insert(id.name.as_str().to_owned(), tool);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the name of the object that holds tools, if the expression is one.
    fn space(&self, expression: &Expression<'_>) -> Option<Arc<str>> {
        let Expression::Identifier(it) = plain(expression) else { return None };
        self.objects.get(it.name.as_str()).cloned()
    }

    /// The tool that `global.name` or `global["name"]` is.
    fn member(&self, expression: &Expression<'_>) -> Option<NamedTool> {
        let member = plain(expression).as_member_expression()?;
        let space = self.space(member.object())?;
        Some(NamedTool { space, name: member_name(member)? })
    }

    /// The first name and the whole path of `global.books.search`.
    fn path(&self, expression: &Expression<'_>) -> Option<(NamedTool, String)> {
        let mut names = Vec::new();
        let mut at = plain(expression).as_member_expression()?;
        let space = loop {
            match self.space(at.object()) {
                Some(space) => break space,
                None => names.push(member_name(at)?),
            }
            at = plain(at.object()).as_member_expression().filter(|_| names.len() < 8)?;
        };
        let first = member_name(at)?;
        names.push(first.clone());
        names.reverse();
        Some((NamedTool { space, name: first }, names.join(".")))
    }

    fn callee(&self, expression: &Expression<'_>) -> Option<NamedTool> {
        match plain(expression) {
            Expression::Identifier(it) => self.functions.get(it.name.as_str()).cloned(),
            other => self.member(other),
        }
    }

    /// The tool that an expression calls, if it is a call of one.
    fn called(&self, expression: &Expression<'_>) -> Option<NamedTool> {
        match plain(expression) {
            Expression::CallExpression(call) => self.callee(&call.callee),
            _ => None,
        }
    }

    fn hint(&mut self, tool: &NamedTool, span: Span, what: &str) {
        if self.hints.len() < MOST {
            let message =
                format!("{what} a promise: write `await` before the call of {}", shown(&tool.full_name()));
            let (kind, severity) = (CodeDiagnosticKind::MissingAwait, Severity::Warning);
            self.hints.push(About { kind, severity, span, message });
        }
    }

    /// Returns the certain errors in the calls.
    pub(crate) fn judge(&self, tools: &Tools) -> Vec<About> {
        let mut wrong = Vec::new();
        for (first, path, span, uncertain) in &self.paths {
            let Some(tools) = tools.of_space(&first.space) else { continue };
            // A function has members of its own, such as `call`; and the code may look at the name first.
            if tools.get(&first.name).is_some() {
                continue;
            }
            let uncertain = *uncertain || self.read.contains(first) || self.texts.contains(&first.name);
            let severity = if uncertain { Severity::Warning } else { Severity::Error };
            let message = match tools.get(path) {
                Some(tool) => format!(
                    "{} is one name; write `{}[\"{}\"](…)`: {}",
                    shown(path),
                    first.space,
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
            let Some(tools) = tools.of_space(&call.tool.space) else { continue };
            let (name, shown_name) = (&call.tool.name, shown(&call.tool.full_name()));
            let Some(tool) = tools.get(name) else {
                let asked = call.optional || self.read.contains(&call.tool) || self.texts.contains(name);
                say(CodeDiagnosticKind::UnknownTool, call.span, tools.unknown(name), !asked);
                continue;
            };
            let Some(params) = &tool.params else { continue };
            // Callers of MCP write an empty object for no arguments by name.
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
                let message =
                    format!("{shown_name} takes {many}, and this call passes {passed}: {}", tool.signature);
                say(CodeDiagnosticKind::Arity, call.span, message, true);
            }
            for ((literal, span), param) in call.arguments.iter().zip(params) {
                // `undefined` and `null` mean that the argument is omitted.
                if !param.required && matches!(literal, PartialValue::Undefined | PartialValue::Null) {
                    continue;
                }
                if tool.call == CallStyle::Object && is_no_object(literal) {
                    let message = format!(
                        "{shown_name} takes one object with its arguments by name, not {}: {}",
                        mismatch::described(literal),
                        tool.signature
                    );
                    say(CodeDiagnosticKind::Argument, *span, message, true);
                    continue;
                }
                if let Err(wrong) = conform(literal, &param.facts, &param.ty, &tool.context) {
                    let message = format!(
                        "the argument `{}{}` of {shown_name} {}: {}",
                        param.name,
                        wrong.path(),
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
        if let Some(space) = self.space(object) {
            match it {
                MemberExpression::StaticMemberExpression(it) => {
                    self.read.insert(NamedTool { space, name: it.property.name.as_str().to_owned() });
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
            self.hint(&tool, object.span(), "the object of this member access is");
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
            self.hint(&tool, it.right.span(), "the value of this loop is");
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
