//! Properties of expressions, as far as the text of the code shows them.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{
    ArrayPattern, BindingIdentifier, BindingPattern, Expression, ForStatementLeft, MemberExpression,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan as _;

use crate::literal::{member_name, plain};

/// Returns the pattern `[…]` that a loop declares.
pub(super) fn list_pattern<'t, 'a>(left: &'t ForStatementLeft<'a>) -> Option<&'t ArrayPattern<'a>> {
    let ForStatementLeft::VariableDeclaration(declaration) = left else { return None };
    match &declaration.declarations.first()?.id {
        BindingPattern::ArrayPattern(pattern) => Some(&**pattern),
        _ => None,
    }
}

/// Returns whether a text has a beginning of a word or an end of white space after its first word.
pub(super) fn has_mark_after_first(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let rest = text.trim_start_matches(is_word);
    let mut characters = rest.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' | '\'' => {
                while let Some(inner) = characters.next().filter(|inner| *inner != c) {
                    if inner == '\\' {
                        characters.next();
                    }
                }
            }
            '0'..='9' => {
                let rest = characters.as_str().trim_start_matches(|c: char| is_word(c) || c == '.');
                characters = rest.chars();
            }
            c if c.is_whitespace() || is_word(c) || matches!(c, '`' | '/') => return true,
            _ => {}
        }
    }
    false
}

/// Name of the function that is called.
pub(super) fn called_name(callee: &Expression<'_>) -> Option<String> {
    match plain(callee) {
        Expression::Identifier(it) => Some(it.name.as_str().to_owned()),
        other => other.as_member_expression().and_then(member_name),
    }
}

/// Place of the name that is called, as other engines report it.
pub(super) fn callee_place(callee: &Expression<'_>) -> u32 {
    plain(callee).as_member_expression().map_or_else(|| callee.span().start, member_place)
}

pub(super) fn member_place(member: &MemberExpression<'_>) -> u32 {
    match member {
        MemberExpression::StaticMemberExpression(it) => it.property.span.start,
        MemberExpression::ComputedMemberExpression(it) => it.expression.span().start,
        MemberExpression::PrivateFieldExpression(it) => it.field.span.start,
    }
}

/// Key that an expression in brackets certainly is.
pub(super) fn constant_key(key: &Expression<'_>) -> Option<String> {
    match plain(key) {
        Expression::StringLiteral(it) => Some(it.value.as_str().to_owned()),
        Expression::NumericLiteral(it) => Some(it.value.to_string()),
        _ => None,
    }
}

pub(super) fn written_key(member: &MemberExpression<'_>) -> Option<String> {
    match member {
        MemberExpression::StaticMemberExpression(it) => Some(it.property.name.as_str().to_owned()),
        MemberExpression::ComputedMemberExpression(it) => constant_key(&it.expression),
        MemberExpression::PrivateFieldExpression(_) => None,
    }
}

/// Returns whether an expression can be `undefined` or `null`.
pub(super) fn may_be_nothing(expression: &Expression<'_>) -> bool {
    !is_object(expression)
        && !matches!(
            plain(expression),
            Expression::StringLiteral(_)
                | Expression::NumericLiteral(_)
                | Expression::BooleanLiteral(_)
                | Expression::BigIntLiteral(_)
                | Expression::TemplateLiteral(_)
                | Expression::BinaryExpression(_)
        )
}

/// Returns whether an expression is certainly an object.
pub(super) fn is_object(expression: &Expression<'_>) -> bool {
    matches!(
        plain(expression),
        Expression::ObjectExpression(_)
            | Expression::ArrayExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::ClassExpression(_)
            | Expression::NewExpression(_)
            | Expression::RegExpLiteral(_)
    )
}

/// Returns whether an expression can certainly be iterated.
pub(super) fn is_list(expression: &Expression<'_>) -> bool {
    matches!(
        plain(expression),
        Expression::ArrayExpression(_) | Expression::StringLiteral(_) | Expression::TemplateLiteral(_)
    )
}

/// Returns whether an expression is a call of a tool, or of `Promise.all` and its kin.
pub(super) fn makes_promise(expression: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = plain(expression) else { return false };
    let Some(member) = plain(&call.callee).as_member_expression() else { return false };
    let Expression::Identifier(object) = plain(member.object()) else { return false };
    match object.name.as_str() {
        "global" => true,
        "Promise" => member.static_property_name() != Some("withResolvers"),
        _ => false,
    }
}

/// Names that the code declares, and the promises among them.
#[derive(Default)]
pub(super) struct Promises {
    pub(super) promises: BTreeSet<String>,
    pub(super) names: BTreeMap<String, usize>,
}

impl<'a> Visit<'a> for Promises {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        *self.names.entry(it.name.as_str().to_owned()).or_default() += 1;
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let BindingPattern::BindingIdentifier(id) = &it.id
            && it.init.as_ref().is_some_and(makes_promise)
        {
            self.promises.insert(id.name.as_str().to_owned());
        }
        walk::walk_variable_declarator(self, it);
    }
}
