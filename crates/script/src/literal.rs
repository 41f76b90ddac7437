//! Literal values in code.
//!
//! The decision: a literal is a [`PartialValue`] with holes in the place of a name, a call or a spread, so that only
//! certain facts of the text are compared. [`conform`](webagents_schema::conform) decides whether one may belong to a
//! type.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, Expression, MemberExpression, ObjectPropertyKind, PropertyKey,
    PropertyKind, TSTypeName, UnaryOperator,
};
use webagents_schema::conform::PartialValue;
use webagents_schema::escape;

/// The literal that an argument is; `None` for a spread.
pub(crate) fn argument(argument: &Argument<'_>) -> Option<PartialValue> {
    argument.as_expression().map(literal)
}

/// The literal that an expression is, with holes.
pub(crate) fn literal(expression: &Expression<'_>) -> PartialValue {
    match expression {
        Expression::NullLiteral(_) => PartialValue::Null,
        Expression::BooleanLiteral(it) => PartialValue::Boolean(it.value),
        Expression::NumericLiteral(it) => PartialValue::Number(it.value),
        Expression::BigIntLiteral(_) => PartialValue::BigInt,
        Expression::StringLiteral(it) => {
            PartialValue::String((!it.lone_surrogates).then(|| it.value.as_str().to_owned()))
        }
        Expression::TemplateLiteral(it) => {
            let text = it.quasis.first().filter(|_| it.expressions.is_empty());
            PartialValue::String(
                text.filter(|text| !text.lone_surrogates)
                    .and_then(|text| text.value.cooked.as_ref().map(|text| text.as_str().to_owned())),
            )
        }
        Expression::UnaryExpression(it) => match (it.operator, literal(&it.argument)) {
            (UnaryOperator::UnaryNegation, PartialValue::Number(value)) => PartialValue::Number(-value),
            (UnaryOperator::UnaryNegation, PartialValue::BigInt) => PartialValue::BigInt,
            _ => PartialValue::Hole,
        },
        Expression::ParenthesizedExpression(it) => literal(&it.expression),
        // The author is responsible for the type that an assertion gives the value.
        Expression::TSSatisfiesExpression(it) => literal(&it.expression),
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => PartialValue::Function,
        Expression::ArrayExpression(it) => {
            let mut elements = Vec::new();
            let mut open = false;
            for element in &it.elements {
                match element {
                    ArrayExpressionElement::SpreadElement(_) => {
                        open = true;
                        break;
                    }
                    ArrayExpressionElement::Elision(_) => elements.push(PartialValue::Hole),
                    _ => elements.push(element.as_expression().map_or(PartialValue::Hole, literal)),
                }
            }
            PartialValue::Array { elements, open }
        }
        Expression::ObjectExpression(it) => {
            let mut members = Vec::new();
            let mut open = false;
            for property in &it.properties {
                let ObjectPropertyKind::ObjectProperty(property) = property else {
                    open = true;
                    continue;
                };
                match key_name(&property.key, property.computed) {
                    Some(name) if property.kind == PropertyKind::Init && name != "__proto__" => {
                        members.push((name, literal(&property.value)));
                    }
                    _ => open = true,
                }
            }
            PartialValue::Object { members, open }
        }
        Expression::Identifier(it) if it.name == "undefined" => PartialValue::Undefined,
        _ => PartialValue::Hole,
    }
}

/// Returns the name of a type, with dots; `None` for `this`.
pub(crate) fn type_name(name: &TSTypeName<'_>) -> Option<String> {
    let mut parts = Vec::new();
    let mut name = name;
    loop {
        match name {
            TSTypeName::IdentifierReference(it) => {
                parts.push(it.name.as_str());
                break;
            }
            TSTypeName::QualifiedName(it) => {
                parts.push(it.right.name.as_str());
                name = &it.left;
            }
            TSTypeName::ThisExpression(_) => return None,
        }
    }
    parts.reverse();
    Some(parts.join("."))
}

/// The name that a key certainly has.
pub(crate) fn key_name(key: &PropertyKey<'_>, computed: bool) -> Option<String> {
    match key {
        PropertyKey::StaticIdentifier(it) if !computed => Some(it.name.as_str().to_owned()),
        PropertyKey::StringLiteral(it) if !it.lone_surrogates => Some(it.value.as_str().to_owned()),
        _ => None,
    }
}

/// The name that the last step of `object.name` or `object["name"]` certainly has.
pub(crate) fn member_name(member: &MemberExpression<'_>) -> Option<String> {
    match member {
        MemberExpression::StaticMemberExpression(it) => Some(it.property.name.as_str().to_owned()),
        MemberExpression::ComputedMemberExpression(it) => match literal(&it.expression) {
            PartialValue::String(Some(name)) => Some(name),
            _ => None,
        },
        MemberExpression::PrivateFieldExpression(_) => None,
    }
}

/// An expression without the parentheses, assertions and optional chains around it.
pub(crate) fn plain<'t, 'a>(expression: &'t Expression<'a>) -> &'t Expression<'a> {
    let mut expression = expression;
    loop {
        expression = match expression {
            Expression::ParenthesizedExpression(it) => &it.expression,
            Expression::TSAsExpression(it) => &it.expression,
            Expression::TSSatisfiesExpression(it) => &it.expression,
            Expression::TSNonNullExpression(it) => &it.expression,
            Expression::TSTypeAssertion(it) => &it.expression,
            Expression::TSInstantiationExpression(it) => &it.expression,
            _ => return expression,
        };
    }
}

/// Returns whether an expression is one of these names.
pub(crate) fn is_name(expression: &Expression<'_>, names: &[&str]) -> bool {
    matches!(plain(expression), Expression::Identifier(it) if names.contains(&it.name.as_str()))
}

/// A literal as JSON; `None` with a hole in it, or what JSON does not have.
pub(crate) fn json(literal: &PartialValue) -> Option<String> {
    Some(match literal {
        PartialValue::Null => "null".to_owned(),
        PartialValue::Boolean(value) => value.to_string(),
        PartialValue::Number(value) if value.is_finite() => value.to_string(),
        PartialValue::String(Some(text)) => escape::string(text),
        PartialValue::Array { elements, open: false } => {
            format!("[{}]", elements.iter().map(json).collect::<Option<Vec<_>>>()?.join(", "))
        }
        PartialValue::Object { members, open: false } => {
            let one = |(name, value): &(String, PartialValue)| {
                Some(format!("{}: {}", escape::string(name), json(value)?))
            };
            format!("{{{}}}", members.iter().map(one).collect::<Option<Vec<_>>>()?.join(", "))
        }
        _ => return None,
    })
}
