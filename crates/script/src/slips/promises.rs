//! Promises that are used as their values, and code that was written for something else.
//!
//! For example `x = 1` in a condition, `name=value` as an argument, `global.tools.name`.

use std::collections::HashMap;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget,
    BinaryExpression, BindingPattern, CallExpression, ConditionalExpression, Expression, ExpressionStatement,
    Function, FunctionBody, IfStatement, LogicalExpression, MemberExpression, UnaryExpression,
    VariableDeclarator, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{ScopeFlags, Semantic, SymbolId};
use oxc_span::{GetSpan as _, Span};

use super::look::{Look, global_name};
use crate::calls::About;
use crate::diagnostic::{CodeDiagnosticKind, Severity, shown};
use crate::literal::plain;
use crate::tools::{SITE, Shape, Tools, full_name};

pub(super) fn look(body: &FunctionBody<'_>, semantic: &Semantic<'_>, tools: &Tools, look: &mut Look) {
    let mut search = PromiseSearch { semantic, tools, look, promises: HashMap::new(), functions: 0 };
    for statement in &body.statements {
        search.visit_statement(statement);
    }
    let mut promises: Vec<_> = std::mem::take(&mut search.promises).into_iter().collect();
    promises.sort_by_key(|(_, promise)| promise.span.start);
    for (symbol, promise) in promises {
        search.uses(symbol, &promise);
    }
}

/// Promise that a name holds.
struct Promise {
    tool: String,
    span: Span,
    /// It is an array of promises, as `map` with an async function gives.
    many: bool,
}

struct PromiseSearch<'n, 'a> {
    semantic: &'n Semantic<'a>,
    tools: &'n Tools,
    look: &'n mut Look,
    promises: HashMap<SymbolId, Promise>,
    /// Functions of the code around the visited node.
    functions: usize,
}

impl PromiseSearch<'_, '_> {
    fn say(&mut self, kind: CodeDiagnosticKind, severity: Severity, span: Span, message: String) {
        if self.look.abouts.len() < super::look::MOST {
            self.look.abouts.push(About { kind, severity, span, message });
        }
    }

    /// Returns whether an expression is the harness's `global`.
    fn is_global(&self, expression: &Expression<'_>) -> bool {
        global_name(expression, self.semantic) == Some(SITE)
    }

    /// The tool that an expression calls without waiting.
    fn called(&self, expression: &Expression<'_>) -> Option<String> {
        let Expression::CallExpression(call) = plain(expression) else { return None };
        let member = plain(&call.callee).as_member_expression()?;
        let name = member.static_property_name()?;
        let space = global_name(member.object(), self.semantic)?;
        self.tools.of_space(space).map(|_| full_name(space, name))
    }

    /// The tool whose promises an array has: `list.map((x) => global.tool(x))`, or with an async function.
    fn mapped(&self, expression: &Expression<'_>) -> Option<String> {
        let Expression::CallExpression(call) = plain(expression) else { return None };
        let member = plain(&call.callee).as_member_expression()?;
        if !matches!(member.static_property_name(), Some("map" | "flatMap")) {
            return None;
        }
        match call.arguments.first()?.as_expression().map(plain)? {
            Expression::ArrowFunctionExpression(it) => {
                let calls = match &it.body {
                    ArrowFunctionBody::FunctionBody(_) => None,
                    body => body.as_expression().and_then(|body| self.called(body)),
                };
                calls.or_else(|| it.r#async.then(|| "an async function".to_owned()))
            }
            Expression::FunctionExpression(it) if it.r#async => Some("an async function".to_owned()),
            _ => None,
        }
    }

    fn awaits(&mut self, tool: &str, span: Span, what: &str) {
        let message = format!("{what} a promise: write `await` before the call of {}", shown(tool));
        self.say(CodeDiagnosticKind::MissingAwait, Severity::Warning, span, message);
    }

    fn unawaited(&mut self, span: Span) {
        let message = "nobody waits for this promise: the run ends with the code, and a call that would begin later is not \
                       made; write `await` before it";
        self.say(CodeDiagnosticKind::MissingAwait, Severity::Warning, span, message.to_owned());
    }

    /// Returns whether an expression is a promise of calls that begin in turn, or of several calls.
    fn is_chain(&self, expression: &Expression<'_>, has_steps: bool) -> bool {
        let Expression::CallExpression(call) = plain(expression) else { return false };
        match plain(&call.callee) {
            Expression::ArrowFunctionExpression(it) => it.r#async,
            Expression::FunctionExpression(it) => it.r#async,
            callee => {
                let Some(member) = callee.as_member_expression() else { return false };
                let first = call.arguments.first();
                match member.static_property_name() {
                    Some("then" | "catch" | "finally") => self.is_chain(member.object(), true),
                    Some("all" | "allSettled") => match first.and_then(Argument::as_expression).map(plain) {
                        Some(Expression::ArrayExpression(list)) => list
                            .elements
                            .iter()
                            .any(|one| one.as_expression().is_some_and(|one| self.called(one).is_some())),
                        Some(list) => self.mapped(list).is_some(),
                        None => false,
                    },
                    _ => has_steps && self.called(expression).is_some() || self.mapped(expression).is_some(),
                }
            }
        }
    }

    /// Looks at each use of a name that holds a promise.
    fn uses(&mut self, symbol: SymbolId, promise: &Promise) {
        let scoping = self.semantic.scoping();
        let nodes = self.semantic.nodes();
        if scoping.get_resolved_reference_ids(symbol).is_empty() {
            self.unawaited(promise.span);
            return;
        }
        let mut wrong = None;
        for id in scoping.get_resolved_reference_ids(symbol) {
            let reference = scoping.get_reference(*id);
            let span = self.semantic.reference_span(reference);
            let mut node = reference.node_id();
            let mut parent = nodes.parent_kind(node);
            while matches!(parent, AstKind::ParenthesizedExpression(_) | AstKind::ChainExpression(_)) {
                node = nodes.parent_id(node);
                parent = nodes.parent_kind(node);
            }
            let at = nodes.kind(node).span();
            let used = match parent {
                // `Promise.all(p)`, `[p]`, `return p` and the like hand it on.
                AstKind::AwaitExpression(_) => return,
                AstKind::CallExpression(call) if call.callee.span() != at => match settles(call) {
                    Some(true) => return,
                    Some(false) => true,
                    None => false,
                },
                AstKind::StaticMemberExpression(it) => {
                    let name = it.property.name.as_str();
                    if matches!(name, "then" | "catch" | "finally") {
                        return;
                    }
                    !(promise.many && matches!(name, "push" | "length" | "concat"))
                }
                AstKind::ComputedMemberExpression(it) => it.object.span() == at,
                AstKind::ForOfStatement(it) if it.r#await => return,
                AstKind::TemplateLiteral(_)
                | AstKind::BinaryExpression(_)
                | AstKind::ForOfStatement(_)
                | AstKind::ForInStatement(_)
                | AstKind::SpreadElement(_) => true,
                AstKind::IfStatement(_)
                | AstKind::ConditionalExpression(_)
                | AstKind::LogicalExpression(_) => !promise.many,
                AstKind::UnaryExpression(it) => it.operator.is_not() && !promise.many,
                AstKind::VariableDeclarator(it) => {
                    matches!(it.id, BindingPattern::ObjectPattern(_) | BindingPattern::ArrayPattern(_))
                }
                _ => false,
            };
            if used && wrong.is_none() {
                wrong = Some(span);
            }
        }
        let Some(span) = wrong else { return };
        let name = scoping.symbol_name(symbol);
        let message = if promise.many {
            format!(
                "{} is an array of promises here; write `await Promise.all(…)` around the `map`",
                shown(name)
            )
        } else {
            format!(
                "{} is a promise here; write `await` before the call of {}",
                shown(name),
                shown(&promise.tool)
            )
        };
        self.say(CodeDiagnosticKind::MissingAwait, Severity::Warning, span, message);
    }
}

/// Returns whether a call awaits the promises among its arguments; `None` if unknown.
fn settles(call: &CallExpression<'_>) -> Option<bool> {
    match plain(&call.callee) {
        Expression::Identifier(it) => {
            matches!(it.name.as_str(), "String" | "Number" | "Boolean" | "structuredClone").then_some(false)
        }
        callee => {
            let member = callee.as_member_expression()?;
            let Expression::Identifier(object) = plain(member.object()) else { return None };
            match (object.name.as_str(), member.static_property_name()?) {
                ("Promise", _) => Some(true),
                ("Object", "keys" | "values" | "entries" | "assign" | "fromEntries")
                | ("JSON", "stringify")
                | ("Array", "isArray" | "from")
                | ("Math", _) => Some(false),
                _ => None,
            }
        }
    }
}

impl<'a> Visit<'a> for PromiseSearch<'_, '_> {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some(init) = &it.init {
            let called = self.called(init).map(|tool| (tool, false));
            if let Some((tool, many)) = called.or_else(|| self.mapped(init).map(|tool| (tool, true))) {
                match &it.id {
                    BindingPattern::BindingIdentifier(id) => {
                        if let Some(symbol) = id.symbol_id.get() {
                            self.promises.insert(symbol, Promise { tool, span: init.span(), many });
                        }
                    }
                    _ if !many => self.awaits(&tool, init.span(), "the destructured value is"),
                    _ => {}
                }
            }
        }
        walk::walk_variable_declarator(self, it);
    }

    /// `let found; found = global.search("sea")`, where nothing else is assigned to the name.
    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if it.operator.is_assign()
            && let AssignmentTarget::AssignmentTargetIdentifier(id) = &it.left
            && let Some(tool) = self.called(&it.right)
            && let Some(reference) = id.reference_id.get()
            && let Some(symbol) = self.semantic.scoping().get_reference(reference).symbol_id()
        {
            let scoping = self.semantic.scoping();
            let writes =
                scoping.get_resolved_references(symbol).filter(|reference| reference.is_write()).count();
            let nodes = self.semantic.nodes();
            let declared = nodes.parent_kind(scoping.symbol_declaration(symbol));
            let begins_empty = match nodes.kind(scoping.symbol_declaration(symbol)) {
                AstKind::VariableDeclarator(it) => it.init.is_none(),
                _ => matches!(declared, AstKind::VariableDeclarator(it) if it.init.is_none()),
            };
            if writes == 1 && begins_empty {
                self.promises.insert(symbol, Promise { tool, span: it.right.span(), many: false });
            }
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        for operand in [&it.left, &it.right] {
            if let Some(tool) = self.called(operand) {
                self.awaits(&tool, operand.span(), "this operand is");
            }
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator.is_not() {
            self.truth(&it.argument);
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.truth(&it.test);
        walk::walk_conditional_expression(self, it);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        self.truth(&it.left);
        walk::walk_logical_expression(self, it);
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        if matches!(it, MemberExpression::ComputedMemberExpression(_))
            && let Some(tool) = self.called(it.object())
            && it.static_property_name().is_none()
        {
            self.awaits(&tool, it.object().span(), "the object of this member access is");
        }
        walk::walk_member_expression(self, it);
    }

    fn visit_spread_element(&mut self, it: &oxc_ast::ast::SpreadElement<'a>) {
        if let Some(tool) = self.called(&it.argument) {
            self.awaits(&tool, it.argument.span(), "the spread value is");
        }
        walk::walk_spread_element(self, it);
    }

    fn visit_template_literal(&mut self, it: &oxc_ast::ast::TemplateLiteral<'a>) {
        for hole in &it.expressions {
            if let Some(tool) = self.called(hole) {
                self.awaits(&tool, hole.span(), "the value in this template is");
            }
        }
        walk::walk_template_literal(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if settles(it) == Some(false) {
            for argument in it.arguments.iter().filter_map(Argument::as_expression) {
                if let Some(tool) = self.called(argument) {
                    self.awaits(&tool, argument.span(), "this argument is");
                }
            }
        }
        if let Some(member) = plain(&it.callee).as_member_expression() {
            self.of_holder(member, it.span);
            if let Some(tools) =
                global_name(member.object(), self.semantic).and_then(|space| self.tools.of_space(space))
                && let Some(tool) = member.static_property_name().and_then(|name| tools.get(name))
            {
                self.named_arguments(tool, it);
            }
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.functions += 1;
        walk::walk_function(self, it, flags);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.functions += 1;
        walk::walk_arrow_function_expression(self, it);
        self.functions -= 1;
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if self.functions == 0 && self.is_chain(&it.expression, false) {
            self.unawaited(it.span);
        }
        if let Expression::CallExpression(call) = plain(&it.expression)
            && let Some(member) = plain(&call.callee).as_member_expression()
            && member.static_property_name() == Some("forEach")
        {
            let is_async = match call.arguments.first().and_then(Argument::as_expression).map(plain) {
                Some(Expression::ArrowFunctionExpression(it)) => it.r#async,
                Some(Expression::FunctionExpression(it)) => it.r#async,
                _ => false,
            };
            if is_async {
                let message = "`forEach` does not wait for an async function; write `for (const x of list) { await … }`";
                self.say(CodeDiagnosticKind::MissingAwait, Severity::Warning, it.span, message.to_owned());
            }
        }
        walk::walk_expression_statement(self, it);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.condition(&it.test);
        walk::walk_if_statement(self, it);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.condition(&it.test);
        walk::walk_while_statement(self, it);
    }
}

impl PromiseSearch<'_, '_> {
    /// A promise is true whatever its value will be.
    fn truth(&mut self, test: &Expression<'_>) {
        if let Some(tool) = self.called(test) {
            self.awaits(&tool, test.span(), "the tested value is");
        }
    }

    fn condition(&mut self, test: &Expression<'_>) {
        self.truth(test);
        // A second pair of parentheses marks it as intended.
        let Expression::AssignmentExpression(it) = test else { return };
        let literal = matches!(
            plain(&it.right),
            Expression::NumericLiteral(_)
                | Expression::StringLiteral(_)
                | Expression::BooleanLiteral(_)
                | Expression::NullLiteral(_)
        );
        if literal && it.operator.is_assign() {
            let message = "this condition assigns with `=`; write `===` to compare".to_owned();
            self.say(CodeDiagnosticKind::Suspicious, Severity::Warning, it.span, message);
        }
    }

    /// `global.tools.search()`.
    fn of_holder(&mut self, member: &MemberExpression<'_>, span: Span) {
        let Some(tool) = member.static_property_name() else { return };
        let Some(holder) = plain(member.object()).as_member_expression() else { return };
        let Some(name) = holder.static_property_name() else { return };
        if !self.is_global(holder.object()) || self.tools.get(name).is_some() {
            return;
        }
        let dotted = format!("{name}.{tool}");
        let instead = if self.tools.of_space(name).is_some_and(|tools| tools.get(tool).is_some()) {
            format!("`{name}` is an object of its own: write `{dotted}(…)`")
        } else if self.tools.get(&dotted).is_some() {
            format!("the tool's name has a dot: write `global[\"{dotted}\"](…)`")
        } else if self.tools.get(tool).is_some() {
            format!("the tools are members of `global` itself: write `global.{tool}(…)`")
        } else {
            return;
        };
        let message = format!("there is no `global.{name}`; {instead}");
        self.say(CodeDiagnosticKind::UnknownTool, Severity::Error, span, message);
    }

    /// `global.search(query="sea")`.
    fn named_arguments(&mut self, tool: &Shape, call: &CallExpression<'_>) {
        let signature = &tool.signature;
        for argument in call.arguments.iter().filter_map(Argument::as_expression) {
            let Expression::AssignmentExpression(it) = argument else { continue };
            let AssignmentTarget::AssignmentTargetIdentifier(id) = &it.left else { continue };
            let reference = id.reference_id.get().map(|id| self.semantic.scoping().get_reference(id));
            if reference.is_some_and(|reference| reference.symbol_id().is_none()) {
                let message = format!(
                    "an argument has no name in JavaScript; write the value alone, in its place: {signature}"
                );
                self.say(CodeDiagnosticKind::Argument, Severity::Error, it.span, message);
            }
        }
    }
}
