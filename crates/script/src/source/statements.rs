//! Blocks and functions within statements and values.

use oxc_ast::ast::{Expression, ObjectPropertyKind, Statement};

use crate::literal::plain;

/// Blocks within each other that are looked into.
pub(super) const DEPTH: usize = 32;

/// Returns whether a value is a function, or an object that holds one.
pub(super) fn may_be_function(value: &Expression<'_>) -> bool {
    fn within(value: &Expression<'_>, depth: usize) -> bool {
        match plain(value) {
            Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => true,
            Expression::ObjectExpression(it) => {
                depth < DEPTH
                    && it.properties.iter().any(|property| match property {
                        ObjectPropertyKind::ObjectProperty(it) => within(&it.value, depth + 1),
                        ObjectPropertyKind::SpreadProperty(_) => true,
                    })
            }
            _ => false,
        }
    }
    within(value, 0)
}

/// Returns whether a value is the result of a call with a function, such as `debounce(() => …)`.
pub(super) fn wraps_function(value: &Expression<'_>) -> bool {
    let mut value = value;
    for _ in 0..DEPTH {
        let Expression::CallExpression(it) = value else { return false };
        let arguments = || it.arguments.iter().filter_map(|argument| argument.as_expression()).map(plain);
        if arguments().any(may_be_function) {
            return true;
        }
        let Some(next) = arguments().find(|one| matches!(one, Expression::CallExpression(_))) else {
            return false;
        };
        value = next;
    }
    false
}

/// Returns the statements within another that run when the script is loaded, if it can hold any.
pub(super) fn inner_statements<'a>(statement: &'a Statement<'a>) -> Option<Vec<&'a Statement<'a>>> {
    Some(match statement {
        Statement::IfStatement(it) => std::iter::once(&it.consequent).chain(&it.alternate).collect(),
        Statement::BlockStatement(it) => it.body.iter().collect(),
        Statement::TryStatement(it) => it.block.body.iter().collect(),
        Statement::ForStatement(it) => vec![&it.body],
        Statement::ForInStatement(it) => vec![&it.body],
        Statement::ForOfStatement(it) => vec![&it.body],
        Statement::WhileStatement(it) => vec![&it.body],
        Statement::DoWhileStatement(it) => vec![&it.body],
        Statement::LabeledStatement(it) => vec![&it.body],
        Statement::SwitchStatement(it) => it.cases.iter().flat_map(|case| &case.consequent).collect(),
        _ => return None,
    })
}
