//! Expressions as a message shows them.

use oxc_ast::ast::{Argument, Expression, MemberExpression};

use crate::literal::{member_name, plain};

/// Number of characters of an expression that a message shows.
const MOST: usize = 80;
/// Number of expressions within each other that a message shows.
const DEPTH: usize = 24;

/// Shows an expression without the contents of its calls, such as `list.filter(...)[0].name`.
pub(super) fn show(expression: &Expression<'_>) -> String {
    let mut text = write(expression, DEPTH);
    if text.chars().count() > MOST {
        text = text.chars().take(MOST).chain(['…']).collect();
    }
    text
}

/// Shows an argument of a call.
pub(super) fn argument(argument: Option<&Argument<'_>>) -> String {
    match argument {
        None => "undefined".to_owned(),
        Some(argument) => argument.as_expression().map_or_else(|| "...".to_owned(), show),
    }
}

fn write(expression: &Expression<'_>, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
    match plain(expression) {
        Expression::Identifier(it) => it.name.as_str().to_owned(),
        Expression::ThisExpression(_) => "this".to_owned(),
        Expression::Super(_) => "super".to_owned(),
        Expression::NullLiteral(_) => "null".to_owned(),
        Expression::BooleanLiteral(it) => it.value.to_string(),
        Expression::NumericLiteral(it) => it.value.to_string(),
        Expression::BigIntLiteral(it) => format!("{}n", it.value),
        Expression::StringLiteral(it) => {
            let text: String = it.value.as_str().chars().take(20).collect();
            format!("{text:?}")
        }
        Expression::TemplateLiteral(_) | Expression::TaggedTemplateExpression(_) => "`...`".to_owned(),
        Expression::RegExpLiteral(_) => "/.../".to_owned(),
        Expression::ArrayExpression(it) if it.elements.is_empty() => "[]".to_owned(),
        Expression::ArrayExpression(_) => "[...]".to_owned(),
        Expression::ObjectExpression(it) if it.properties.is_empty() => "{}".to_owned(),
        Expression::ObjectExpression(_) => "{...}".to_owned(),
        Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => "(function)".to_owned(),
        Expression::AwaitExpression(it) => format!("(await {})", write(&it.argument, depth)),
        Expression::CallExpression(it) => {
            let arguments = if it.arguments.is_empty() { "()" } else { "(...)" };
            format!("{}{arguments}", write(&it.callee, depth))
        }
        Expression::NewExpression(it) => format!("new {}(...)", write(&it.callee, depth)),
        Expression::ChainExpression(it) => match &it.expression {
            oxc_ast::ast::ChainElement::CallExpression(call) => {
                format!("{}(...)", write(&call.callee, depth))
            }
            other => other.as_member_expression().map_or_else(|| "(...)".to_owned(), |it| member(it, depth)),
        },
        other => match other.as_member_expression() {
            Some(it) => member(it, depth),
            None => "(...)".to_owned(),
        },
    }
}

fn member(it: &MemberExpression<'_>, depth: usize) -> String {
    let object = write(it.object(), depth);
    match it {
        MemberExpression::PrivateFieldExpression(it) => format!("{object}.#{}", it.field.name),
        MemberExpression::ComputedMemberExpression(computed) => match member_name(it) {
            Some(name) if is_identifier(&name) => format!("{object}.{name}"),
            _ => format!("{object}[{}]", write(&computed.expression, depth)),
        },
        MemberExpression::StaticMemberExpression(it) => format!("{object}.{}", it.property.name),
    }
}

fn is_identifier(name: &str) -> bool {
    let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    name.chars().all(is_inner) && name.starts_with(|c: char| !c.is_numeric())
}
