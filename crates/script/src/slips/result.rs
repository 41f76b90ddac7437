//! The result of code that does not return one.
//!
//! Code is the body of an async function, and models write it as a script, a function or a session. Where nothing in
//! it returns, the value of its last expression is the result, as in an interactive session; a function that is the
//! whole of the code, or the only one and never called, is called.

use oxc_ast::ast::{
    ArrowFunctionExpression, BinaryOperator, BindingPattern, BlockStatement, Class, Declaration, Expression,
    FormalParameters, Function, FunctionBody, ReturnStatement, Statement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{ScopeFlags, Semantic, SymbolId};
use oxc_span::{GetSpan as _, Span};

use super::look::{Look, Quoted};
use crate::calls::About;
use crate::diagnostic::{CodeDiagnosticKind, Severity, shown};
use crate::literal::plain;
use crate::strip::Edit;

pub(super) fn look(body: &FunctionBody<'_>, semantic: &Semantic<'_>, text: &str, look: &mut Look) {
    let statements: Vec<&Statement<'_>> = body.statements.iter().filter(|one| counts(one)).collect();
    if let (Some(last), []) = (body.directives.last(), statements.as_slice()) {
        if last.directive != "use strict" {
            let literal = last.expression.span;
            look.quoted = Some(Quoted {
                text: last.expression.value.as_str().to_owned(),
                span: literal,
                is_returned: false,
            });
            returned(look, last.span, text);
        }
        return;
    }
    if let ([only], []) = (statements.as_slice(), body.directives.as_slice()) {
        let (value, is_returned) = match only {
            Statement::ExpressionStatement(it) => (Some(&it.expression), false),
            Statement::ReturnStatement(it) => (it.argument.as_ref(), true),
            _ => (None, false),
        };
        look.quoted = value.and_then(|value| {
            Some(Quoted { text: constant_text(value, 0)?, span: value.span(), is_returned })
        });
    }
    let Some(last) = statements.iter().rev().find(|one| !is_function(one)) else {
        if let Some(first) = statements.first() {
            only_functions(&statements, first.span(), body, semantic, look);
        }
        return;
    };
    let mut returns = Returns { found: false, console: false };
    for statement in &statements {
        returns.visit_statement(statement);
    }
    if returns.found || matches!(last, Statement::ThrowStatement(_)) {
        return;
    }
    if let (Statement::ExpressionStatement(it), [_]) = (last, statements.as_slice())
        && let Some(what) = function(&it.expression)
    {
        let span = it.expression.span();
        look.edits.push(Edit::insert(span.start, "return ("));
        look.edits.push(Edit::insert(span.end, ")(global)"));
        let message = format!(
            "the code is {what} that nothing calls, so it was called; write its body alone, without the function around it"
        );
        say(look, span, message);
        return;
    }
    if let Statement::ExpressionStatement(it) = last {
        if let Some(what) = without_value(&it.expression, text) {
            let message = format!("the code returns nothing: {what}; write `return …` with the result");
            say(look, it.span, message);
        } else {
            returned(look, it.span, text);
        }
        return;
    }
    if let Statement::BlockStatement(it) = last
        && is_object(it, text)
    {
        look.edits.push(Edit::insert(it.span.start, "return ("));
        look.edits.push(Edit::insert(it.span.end, ")"));
        let message = "an object at the beginning of a statement is read as a block, so it was put into parentheses and \
                       returned; write `return { … }`";
        say(look, it.span, message.to_owned());
        return;
    }
    let calls = statements.iter().any(|one| matches!(one, Statement::ExpressionStatement(_)));
    if !calls && only_functions(&statements, last.span(), body, semantic, look) {
        return;
    }
    let advice = match declared(last) {
        Some(name) => format!("write `return {name}` at its end"),
        None => "write `return …` with the result".to_owned(),
    };
    let console =
        if returns.console { " (the output of `console.log` is shown, but is not a result)" } else { "" };
    say(look, last.span(), format!("the code returns nothing{console}; {advice}"));
}

/// Makes an expression statement the result.
fn returned(look: &mut Look, span: Span, text: &str) {
    look.edits.push(Edit::insert(span.start, "return "));
    let line = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let message = format!(
        "the code has no `return`, so the value of its last expression is the result; write `return {}`",
        short(line)
    );
    say(look, span, message);
}

/// The text that an expression of literals is.
fn constant_text(expression: &Expression<'_>, depth: usize) -> Option<String> {
    match plain(expression) {
        Expression::StringLiteral(it) => Some(it.value.as_str().to_owned()),
        Expression::TemplateLiteral(it) if it.expressions.is_empty() => {
            it.quasis.first()?.value.cooked.as_ref().map(|text| text.as_str().to_owned())
        }
        Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition && depth < 100 => {
            let left = constant_text(&it.left, depth + 1)?;
            Some(left + &constant_text(&it.right, depth + 1)?)
        }
        _ => None,
    }
}

/// Returns whether a block was meant as an object: `{ a: 1 }`, `{ a }`, `{ a, b }`.
fn is_object(block: &BlockStatement<'_>, text: &str) -> bool {
    let [only] = block.body.as_slice() else { return false };
    let ends = |span: Span| text.get(..span.end as usize).is_some_and(|text| text.ends_with(';'));
    match only {
        Statement::LabeledStatement(it) => {
            matches!(&it.body, Statement::ExpressionStatement(it) if !ends(it.span))
        }
        Statement::ExpressionStatement(it) if !ends(it.span) => match &it.expression {
            Expression::Identifier(_) => true,
            Expression::SequenceExpression(it) => {
                it.expressions.iter().all(|one| matches!(one, Expression::Identifier(_)))
            }
            _ => false,
        },
        _ => false,
    }
}

fn say(look: &mut Look, span: Span, message: String) {
    look.abouts.push(About {
        kind: CodeDiagnosticKind::NoReturn,
        severity: Severity::Warning,
        span,
        message,
    });
}

fn short(line: &str) -> String {
    let line = line.trim().trim_end_matches(';');
    let first: String = line.chars().take_while(|c| *c != '\n').take(40).collect();
    if first.len() < line.len() { "…".to_owned() } else { first.replace('`', "'") }
}

/// Returns whether a statement does anything when it runs.
fn counts(statement: &Statement<'_>) -> bool {
    !matches!(
        statement,
        Statement::EmptyStatement(_)
            | Statement::TSInterfaceDeclaration(_)
            | Statement::TSTypeAliasDeclaration(_)
            | Statement::TSEnumDeclaration(_)
            | Statement::ImportDeclaration(_)
    )
}

fn is_function(statement: &Statement<'_>) -> bool {
    matches!(statement, Statement::FunctionDeclaration(_))
}

fn function(expression: &Expression<'_>) -> Option<&'static str> {
    match plain(expression) {
        Expression::ArrowFunctionExpression(_) => Some("an arrow function"),
        Expression::FunctionExpression(it) if !it.generator => Some("a function"),
        _ => None,
    }
}

/// Reason why an expression is not a result.
fn without_value(expression: &Expression<'_>, text: &str) -> Option<&'static str> {
    let mut inner = plain(expression);
    while let Expression::AwaitExpression(it) = inner {
        inner = plain(&it.argument);
    }
    match inner {
        Expression::AssignmentExpression(it) => {
            let left = it.left.span();
            let left = text.get(left.start as usize..left.end as usize).unwrap_or_default();
            let module = left.starts_with("module.exports") || left.starts_with("exports.");
            Some(if module { "`module.exports` is not read here" } else { "its last statement assigns" })
        }
        Expression::UpdateExpression(_) | Expression::YieldExpression(_) => {
            Some("its last statement assigns")
        }
        Expression::UnaryExpression(it) if it.operator.is_void() || it.operator.is_delete() => {
            Some("its last expression has no value")
        }
        Expression::CallExpression(it) => {
            let member = plain(&it.callee).as_member_expression()?;
            if matches!(plain(member.object()), Expression::Identifier(it) if it.name == "console") {
                return Some("the output of `console.log` is shown, but is not a result");
            }
            (member.static_property_name() == Some("forEach")).then_some("`forEach` has no value")
        }
        _ => None,
    }
}

/// The last name that a statement declares.
fn declared(statement: &Statement<'_>) -> Option<String> {
    let Statement::VariableDeclaration(it) = statement else { return None };
    match &it.declarations.last()?.id {
        BindingPattern::BindingIdentifier(it) => Some(it.name.as_str().to_owned()),
        _ => None,
    }
}

/// Calls the one function that nothing calls, where code does nothing but declare.
fn only_functions(
    statements: &[&Statement<'_>],
    span: Span,
    body: &FunctionBody<'_>,
    semantic: &Semantic<'_>,
    look: &mut Look,
) -> bool {
    let mut uncalled: Vec<(SymbolId, &str, Option<bool>)> = Vec::new();
    let unused = |symbol: SymbolId| semantic.scoping().get_resolved_reference_ids(symbol).is_empty();
    for statement in statements {
        match statement.as_declaration() {
            Some(Declaration::FunctionDeclaration(it)) if !it.generator => {
                if let Some(id) = &it.id
                    && let Some(symbol) = id.symbol_id.get().filter(|symbol| unused(*symbol))
                {
                    uncalled.push((symbol, id.name.as_str(), takes_global(&it.params)));
                }
            }
            Some(Declaration::VariableDeclaration(it)) => {
                for one in &it.declarations {
                    let BindingPattern::BindingIdentifier(id) = &one.id else { continue };
                    let takes = match one.init.as_ref().map(plain) {
                        Some(Expression::ArrowFunctionExpression(it)) => takes_global(&it.params),
                        Some(Expression::FunctionExpression(it)) if !it.generator => takes_global(&it.params),
                        _ => continue,
                    };
                    if let Some(symbol) = id.symbol_id.get().filter(|symbol| unused(*symbol)) {
                        uncalled.push((symbol, id.name.as_str(), takes));
                    }
                }
            }
            _ => {}
        }
    }
    let main = uncalled.iter().find(|(_, name, _)| matches!(*name, "main" | "run"));
    match (main, uncalled.as_slice()) {
        (Some((_, name, Some(takes))), _) | (None, [(_, name, Some(takes))]) => {
            let argument = if *takes { "global" } else { "" };
            look.edits.push(Edit::insert(body.span.end - 1, format!(";return {name}({argument});\n")));
            let message = format!(
                "nothing calls the function {}, so it was called; write `return await {name}({argument})` after it",
                shown(name)
            );
            say(look, span, message);
            true
        }
        (_, [.., (_, name, _)]) => {
            let message = format!(
                "the code returns nothing: it declares {} and calls nothing; write `return await {name}(…)` after it",
                shown(name)
            );
            say(look, span, message);
            true
        }
        _ => false,
    }
}

/// Returns whether a function takes the tools; `None` if it takes something else.
fn takes_global(params: &FormalParameters<'_>) -> Option<bool> {
    match (params.items.as_slice(), &params.rest) {
        ([], _) => Some(false),
        ([one], _) => match &one.pattern {
            _ if one.initializer.is_some() => Some(false),
            BindingPattern::BindingIdentifier(it) => {
                matches!(it.name.as_str(), "global" | "tools").then_some(true)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Search for `return` in a function's own statements, and for writes to the console.
struct Returns {
    found: bool,
    console: bool,
}

impl<'a> Visit<'a> for Returns {
    fn visit_return_statement(&mut self, _: &ReturnStatement<'a>) {
        self.found = true;
    }

    fn visit_identifier_reference(&mut self, it: &oxc_ast::ast::IdentifierReference<'a>) {
        self.console |= it.name == "console";
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let found = self.found;
        walk::walk_function(self, it, flags);
        self.found = found;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let found = self.found;
        walk::walk_arrow_function_expression(self, it);
        self.found = found;
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let found = self.found;
        walk::walk_class(self, it);
        self.found = found;
    }
}
