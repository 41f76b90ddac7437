//! Values of enums' members, computed as TypeScript does.

use std::collections::{BTreeSet, HashMap};

use oxc_ast::ast::{
    BinaryOperator, Expression, TSEnumDeclaration, TSEnumMember, TSEnumMemberName, TemplateLiteral,
    UnaryOperator,
};

use crate::literal::member_name;

/// Bytes of a computed text: joining texts to themselves doubles them.
const TEXT: usize = 4_096;

/// Value of an enum's member.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constant {
    Number(f64),
    Text(String),
}

/// Values of the members of an enum by their names, from all of its declarations in one scope.
pub(crate) type MemberValues = HashMap<String, Constant>;

/// Enums of one block by their names.
pub(crate) type Enums = HashMap<String, EnumMembers>;

/// Members of an enum that were declared before in its block.
#[derive(Default)]
pub(crate) struct EnumMembers {
    pub(crate) names: BTreeSet<String>,
    pub(crate) known: MemberValues,
}

/// Calls `take` with each member of an enum, its name and its value, and adds the values to `known`.
///
/// The value is `None` where TypeScript does not compute it.
pub(crate) fn members<'t, 'a>(
    it: &'t TSEnumDeclaration<'a>,
    known: &mut MemberValues,
    mut take: impl FnMut(&'t TSEnumMember<'a>, String, Option<Constant>),
) {
    let mut next = Some(0.0);
    for member in &it.body.members {
        let name = match &member.id {
            TSEnumMemberName::Identifier(id) => id.name.as_str().to_owned(),
            TSEnumMemberName::String(text) | TSEnumMemberName::ComputedString(text) => {
                text.value.as_str().to_owned()
            }
            TSEnumMemberName::ComputedTemplateString(text) => text_of(text).unwrap_or_default(),
        };
        let value = match &member.initializer {
            Some(value) => constant(value, it.id.name.as_str(), known),
            None => next.map(Constant::Number),
        };
        next = match value {
            Some(Constant::Number(value)) => Some(value + 1.0),
            _ => None,
        };
        match &value {
            Some(value) => known.insert(name.clone(), value.clone()),
            None => known.remove(&name),
        };
        take(member, name, value);
    }
}

/// Returns whether an expression is a text by its form, such as a template.
pub(crate) fn is_text(value: &Expression<'_>) -> bool {
    match value.without_parentheses() {
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => true,
        Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
            is_text(&it.left) || is_text(&it.right)
        }
        _ => false,
    }
}

/// The text of a template without expressions in it.
fn text_of(template: &TemplateLiteral<'_>) -> Option<String> {
    let text = template.quasis.first().filter(|_| template.expressions.is_empty())?;
    text.value.cooked.as_ref().map(|text| text.as_str().to_owned())
}

/// Computes a constant expression in the enum called `own`.
///
/// `None` if it is not computed.
fn constant(value: &Expression<'_>, own: &str, known: &MemberValues) -> Option<Constant> {
    match value.without_parentheses() {
        Expression::NumericLiteral(it) => Some(Constant::Number(it.value)),
        Expression::StringLiteral(it) if !it.lone_surrogates => {
            Some(Constant::Text(it.value.as_str().to_owned()))
        }
        Expression::TemplateLiteral(it) => {
            let mut text = String::new();
            for (index, quasi) in it.quasis.iter().enumerate() {
                text += quasi.value.cooked.as_ref().filter(|_| !quasi.lone_surrogates)?.as_str();
                if let Some(hole) = it.expressions.get(index) {
                    text += &text_value(constant(hole, own, known)?);
                }
                if text.len() > TEXT {
                    return None;
                }
            }
            Some(Constant::Text(text))
        }
        Expression::Identifier(it) => known.get(it.name.as_str()).cloned(),
        Expression::UnaryExpression(it) => {
            let Constant::Number(number) = constant(&it.argument, own, known)? else { return None };
            let number = match it.operator {
                UnaryOperator::UnaryNegation => -number,
                UnaryOperator::UnaryPlus => number,
                UnaryOperator::BitwiseNot => f64::from(!whole(number)?),
                _ => return None,
            };
            Some(Constant::Number(number))
        }
        Expression::BinaryExpression(it) => {
            binary(it.operator, constant(&it.left, own, known)?, constant(&it.right, own, known)?)
        }
        other => {
            let member = other.as_member_expression()?;
            let Expression::Identifier(object) = member.object().without_parentheses() else { return None };
            (object.name == own).then(|| known.get(&member_name(member)?).cloned())?
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the number was found to be whole and in range")]
fn whole(number: f64) -> Option<i32> {
    (number.fract() == 0.0 && number.abs() < 2_147_483_648.0).then_some(number as i32)
}

/// A value as a part of a text.
pub(crate) fn text_value(value: Constant) -> String {
    match value {
        Constant::Text(text) => text,
        Constant::Number(0.0) => "0".to_owned(),
        Constant::Number(number) => number.to_string(),
    }
}

fn binary(operator: BinaryOperator, left: Constant, right: Constant) -> Option<Constant> {
    let (a, b) = match (left, right) {
        (Constant::Number(a), Constant::Number(b)) => (a, b),
        (left, right) if operator == BinaryOperator::Addition => {
            let joined = text_value(left) + &text_value(right);
            return (joined.len() <= TEXT).then_some(Constant::Text(joined));
        }
        _ => return None,
    };
    let bits = |f: fn(i32, i32) -> i32| Some(f64::from(f(whole(a)?, whole(b)?)));
    let value = match operator {
        BinaryOperator::BitwiseOR => bits(|a, b| a | b)?,
        BinaryOperator::BitwiseXOR => bits(|a, b| a ^ b)?,
        BinaryOperator::BitwiseAnd => bits(|a, b| a & b)?,
        BinaryOperator::ShiftLeft => bits(|a, b| a.wrapping_shl(b.cast_unsigned() & 31))?,
        BinaryOperator::ShiftRight => bits(|a, b| a.wrapping_shr(b.cast_unsigned() & 31))?,
        BinaryOperator::Addition => a + b,
        BinaryOperator::Subtraction => a - b,
        BinaryOperator::Multiplication => a * b,
        BinaryOperator::Division => a / b,
        BinaryOperator::Exponential => a.powf(b),
        _ => return None,
    };
    value.is_finite().then_some(Constant::Number(value))
}
