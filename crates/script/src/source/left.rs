//! Exports and members of the window that are not read as functions, and blocks that run at load.

use oxc_ast::ast::{
    ArrowFunctionBody, BindingPattern, CallExpression, Expression, MemberExpression, ObjectPropertyKind,
    Statement,
};
use oxc_span::{GetSpan as _, Span};

use super::raw::{Access, Left};
use super::statements::{DEPTH, inner_statements, may_be_function};
use super::value::is_required;
use super::{ELSEWHERE, Taker};
use crate::literal::{is_name, key_name, literal, plain};
use crate::parse::range;
use webagents_schema::conform::PartialValue;

/// Values of one file that are listed as not read.
const LEFT: usize = 100_000;

/// Reason why a value may be a function that is not read; `None` if it is not a function.
fn unread(value: &Expression<'_>) -> Option<&'static str> {
    Some(match value {
        Expression::CallExpression(_) if is_required(value) => ELSEWHERE,
        Expression::CallExpression(_)
        | Expression::ImportExpression(_)
        | Expression::TaggedTemplateExpression(_)
        | Expression::NewExpression(_)
        | Expression::YieldExpression(_) => "is the result of a call, which is not looked at",
        Expression::ConditionalExpression(_)
        | Expression::LogicalExpression(_)
        | Expression::SequenceExpression(_) => "is one of several values, which are not looked at",
        Expression::ClassExpression(_) => "is a class, which is not looked at",
        Expression::ObjectExpression(_) if may_be_function(value) => {
            "is an object of functions, and tools are functions; name each of them"
        }
        Expression::Identifier(it) if it.name == "undefined" || it.name == "NaN" => return None,
        Expression::Identifier(_)
        | Expression::StaticMemberExpression(_)
        | Expression::ComputedMemberExpression(_)
        | Expression::PrivateFieldExpression(_)
        | Expression::ChainExpression(_)
        | Expression::AssignmentExpression(_)
        | Expression::TSInstantiationExpression(_)
        | Expression::AwaitExpression(_) => "is the value of another name, which is not looked at",
        _ => return None,
    })
}

const RETURNED: &str = "is a member of the result of a module's function; write `window.name = …`, or `@tool` in its documentation";

impl<'a> Taker<'_, 'a> {
    /// Keeps a value that the page or another module gets and that may be a function.
    pub(super) fn left(&mut self, name: &str, value: &Expression<'a>, start: u32) {
        // `App = window.App || {}` creates the object that later assignments add to.
        if let Expression::LogicalExpression(it) = value
            && matches!(plain(&it.right), Expression::ObjectExpression(object) if object.properties.is_empty())
        {
            return;
        }
        if let Some(why) = unread(value) {
            self.left_out(name, Span::new(start, value.span().end), why);
        }
    }

    /// Keeps a value that is not read: its name, and why it is not.
    pub(super) fn left_out(&mut self, name: &str, span: Span, why: &'static str) {
        if self.source.left.len() < LEFT {
            self.source.left.push(Left { span: range(span), name: name.to_owned(), why: why.into() });
        }
    }

    /// Visits the `inner` statements of one that holds them.
    pub(super) fn block(&mut self, statement: &'a Statement<'a>, inner: &[&'a Statement<'a>]) {
        if self.depth >= DEPTH {
            self.left_out(
                self.slice(statement.span()),
                statement.span(),
                "is in more blocks than are read; write its functions at the top level",
            );
            return;
        }
        self.depth += 1;
        for statement in inner {
            self.inner(statement);
        }
        self.depth -= 1;
    }

    fn inside(&mut self, statements: &'a [Statement<'a>]) {
        for statement in statements {
            self.inner(statement);
        }
    }

    /// A statement within a block, whose declarations are local to the block.
    fn inner(&mut self, statement: &'a Statement<'a>) {
        match statement {
            Statement::ExpressionStatement(it) => {
                self.expression(&it.expression, it.span.start);
            }
            Statement::VariableDeclaration(it) => {
                for declarator in &it.declarations {
                    if let Some(value @ Expression::AssignmentExpression(_)) =
                        declarator.init.as_ref().map(plain)
                    {
                        self.expression(value, it.span.start);
                    }
                    if let (BindingPattern::BindingIdentifier(id), Some(value)) =
                        (&declarator.id, &declarator.init)
                    {
                        self.names(id.name.as_str(), value);
                    }
                }
            }
            _ => {
                if let Some(inner) = inner_statements(statement) {
                    self.block(statement, &inner);
                }
            }
        }
    }

    /// Visits functions that are called immediately, and functions that run once the page is loaded.
    pub(super) fn called(&mut self, it: &'a CallExpression<'a>) {
        let arguments: Vec<&'a Expression<'a>> =
            it.arguments.iter().filter_map(|argument| argument.as_expression()).map(plain).collect();
        let member = it.callee.as_member_expression();
        let method = member.and_then(MemberExpression::static_property_name);
        let runs = match method {
            Some("addEventListener") => arguments.first().is_some_and(|event| {
                matches!(literal(event), PartialValue::String(Some(name))
                    if matches!(name.as_str(), "DOMContentLoaded" | "load" | "pageshow" | "readystatechange"))
            }),
            Some("ready" | "forEach" | "then" | "finally") => true,
            Some(_) => false,
            None => {
                is_name(&it.callee, &["setTimeout", "queueMicrotask", "requestAnimationFrame", "$", "jQuery"])
            }
        };
        // A module in the form of AMD or UMD: a function among the arguments makes it.
        let makes = is_name(&it.callee, &["define", "require", "requirejs"]);
        let (invoked, passed) = match member {
            Some(member) if matches!(method, Some("call" | "apply")) => {
                let passed = if method == Some("call") { arguments.get(1..) } else { None };
                (plain(member.object()), passed.unwrap_or_default())
            }
            _ => (plain(&it.callee), arguments.as_slice()),
        };
        if self.depth >= DEPTH {
            return;
        }
        self.depth += 1;
        let is_called =
            matches!(invoked, Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_));
        self.body(invoked, passed, false);
        if runs || makes || is_called {
            for argument in &arguments {
                self.body(argument, &[], !runs);
            }
        }
        self.depth -= 1;
    }

    /// Visits a function's body. The value that a module's function returns has the module's members.
    fn body(&mut self, function: &'a Expression<'a>, arguments: &[&'a Expression<'a>], makes: bool) {
        let known = self.pages.len();
        let body = match function {
            Expression::FunctionExpression(it) => {
                self.parameters(&it.params, arguments);
                it.body.as_deref()
            }
            Expression::ArrowFunctionExpression(it) => {
                self.parameters(&it.params, arguments);
                if let Some(expression) = it.body.as_expression() {
                    self.expression(expression, expression.span().start);
                    self.gives(expression, makes);
                }
                match &it.body {
                    ArrowFunctionBody::FunctionBody(body) => Some(&**body),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(body) = body {
            self.inside(&body.statements);
            self.returned(&body.statements, makes);
        }
        self.pages.truncate(known);
    }

    fn returned(&mut self, statements: &'a [Statement<'a>], makes: bool) {
        for statement in statements {
            if let Statement::ReturnStatement(it) = statement
                && let Some(value) = &it.argument
            {
                self.gives(value, makes);
            }
        }
    }

    /// The functions in the value that the function of a module gives.
    fn gives(&mut self, value: &'a Expression<'a>, makes: bool) {
        if !makes {
            return;
        }
        match plain(value) {
            Expression::ObjectExpression(it) => {
                self.object(it, &[], Access::Hidden(RETURNED));
                for property in &it.properties {
                    if let ObjectPropertyKind::ObjectProperty(property) = property
                        && let Some(name) = key_name(&property.key, property.computed)
                        && matches!(plain(&property.value), Expression::Identifier(_))
                    {
                        self.left_out(&name, property.span, RETURNED);
                    }
                }
            }
            Expression::Identifier(it) => {
                self.identifier(it.name.as_str(), it, &[], Access::Hidden(RETURNED));
                if let Some(Expression::CallExpression(call)) = self.initial_of(it) {
                    self.left_out(it.name.as_str(), it.span, RETURNED);
                    self.passed(call);
                }
            }
            _ => {}
        }
    }
}
