//! Exports and members of the window of which no function is read, and the blocks that run when a script is loaded.

use oxc_ast::ast::{ArrowFunctionBody, CallExpression, Expression, Statement};
use oxc_span::{GetSpan as _, Span};

use super::{Taker, bare, range};
use crate::literal::{Literal, literal};

/// Blocks within each other that are looked into.
const DEPTH: usize = 32;

/// Why a value may be a function that is not read, or `None` where it is none.
fn unread(value: &Expression<'_>) -> Option<&'static str> {
    Some(match value {
        Expression::CallExpression(_) => "is what a call gives, which is not looked at",
        Expression::ConditionalExpression(_) | Expression::LogicalExpression(_) => {
            "is one of several values, which are not looked at"
        }
        Expression::ClassExpression(_) => "is a class, which is not looked at",
        Expression::Identifier(it) if it.name == "undefined" || it.name == "NaN" => return None,
        Expression::Identifier(_)
        | Expression::StaticMemberExpression(_)
        | Expression::ComputedMemberExpression(_)
        | Expression::AwaitExpression(_) => "is the value of another name, which is not looked at",
        _ => return None,
    })
}

impl Taker<'_, '_> {
    /// Keeps a value that the page or another module gets and that may be a function.
    pub(super) fn left(&mut self, name: &str, value: &Expression<'_>, start: u32) {
        // `App = window.App || {}` makes room for what is assigned to it.
        if let Expression::LogicalExpression(it) = value
            && matches!(bare(&it.right), Expression::ObjectExpression(object) if object.properties.is_empty())
        {
            return;
        }
        if let Some(why) = unread(value) {
            self.source.left.push((range(Span::new(start, value.span().end)), name.to_owned(), why));
        }
    }

    /// Looks into the blocks of a statement that run when the script is loaded.
    pub(super) fn block(&mut self, statement: &Statement<'_>) {
        if self.depth >= DEPTH {
            self.beyond(statement.span(), "what is nested so deep");
            return;
        }
        self.depth += 1;
        match statement {
            Statement::IfStatement(it) => {
                self.inner(&it.consequent);
                if let Some(other) = &it.alternate {
                    self.inner(other);
                }
            }
            Statement::BlockStatement(it) => self.inside(&it.body),
            Statement::TryStatement(it) => self.inside(&it.block.body),
            _ => {}
        }
        self.depth -= 1;
    }

    fn inside(&mut self, statements: &[Statement<'_>]) {
        for statement in statements {
            self.inner(statement);
        }
    }

    /// A statement within a block: what it declares is a name of the block alone.
    fn inner(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ExpressionStatement(it) => {
                self.expression(&it.expression, it.span.start);
            }
            Statement::IfStatement(_) | Statement::BlockStatement(_) | Statement::TryStatement(_) => {
                self.block(statement);
            }
            _ => {}
        }
    }

    /// Looks into a function that is called where it stands, and into one that runs once the page is loaded.
    pub(super) fn called(&mut self, it: &CallExpression<'_>) {
        let arguments = || it.arguments.iter().filter_map(|argument| argument.as_expression()).map(bare);
        let loaded =
            it.callee.as_member_expression().is_some_and(|member| match member.static_property_name() {
                Some("addEventListener") => arguments().next().is_some_and(|event| {
                    matches!(literal(event), Literal::String(Some(name))
                    if matches!(name.as_str(), "DOMContentLoaded" | "load" | "pageshow" | "readystatechange"))
                }),
                Some("ready") => true,
                _ => false,
            });
        let invoked = match it.callee.as_member_expression() {
            Some(member) if matches!(member.static_property_name(), Some("call" | "apply")) => {
                bare(member.object())
            }
            _ => bare(&it.callee),
        };
        if self.depth >= DEPTH {
            return;
        }
        self.depth += 1;
        self.body(invoked);
        if loaded {
            for argument in arguments() {
                self.body(argument);
            }
        }
        self.depth -= 1;
    }

    fn body(&mut self, function: &Expression<'_>) {
        match function {
            Expression::FunctionExpression(it) => {
                if let Some(body) = &it.body {
                    self.inside(&body.statements);
                }
            }
            Expression::ArrowFunctionExpression(it) => match &it.body {
                ArrowFunctionBody::FunctionBody(body) => self.inside(&body.statements),
                other => {
                    if let Some(expression) = other.as_expression() {
                        self.expression(expression, expression.span().start);
                    }
                }
            },
            _ => {}
        }
    }
}
