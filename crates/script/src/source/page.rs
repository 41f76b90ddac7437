//! Expressions and names that are the window.

use oxc_ast::ast::{AssignmentTarget, BindingPattern, Expression, FormalParameters, MemberExpression};

use super::{Taker, bare, is_name};
use crate::literal::{Literal, literal};

/// Names of the window in a page, and the name that pages give it for tools.
const NAMES: [&str; 4] = ["window", "globalThis", "self", "global"];
/// Names that are kept.
const MOST: usize = 1_000;
/// Choices within each other that are looked into.
const CHOICES: usize = 8;

impl Taker<'_, '_> {
    /// Whether an expression is the window, or the page's own `global`.
    pub(super) fn is_page(&self, object: &Expression<'_>) -> bool {
        match bare(object) {
            Expression::ThisExpression(_) => true,
            Expression::Identifier(it) => self.is_page_name(it.name.as_str()),
            object => object.as_member_expression().is_some_and(|member| {
                matches!(bare(member.object()), Expression::Identifier(it) if self.is_page_name(it.name.as_str()))
                    && member.static_property_name().is_some_and(|name| NAMES.contains(&name))
            }),
        }
    }

    fn is_page_name(&self, name: &str) -> bool {
        let known = self.pages.iter().rev().find(|(known, _)| known == name);
        known.map_or_else(|| NAMES.contains(&name), |(_, is_page)| *is_page)
    }

    /// Whether an expression gives the window, as `typeof self === "undefined" ? this : self` does.
    fn gives_page(&self, value: &Expression<'_>, depth: usize) -> bool {
        let either = |one: &Expression<'_>, other: &Expression<'_>| {
            depth < CHOICES && (self.gives_page(one, depth + 1) || self.gives_page(other, depth + 1))
        };
        match bare(value) {
            Expression::ConditionalExpression(it) => either(&it.consequent, &it.alternate),
            Expression::LogicalExpression(it) => either(&it.left, &it.right),
            value => self.is_page(value),
        }
    }

    /// Keeps a name whose value is the window.
    pub(super) fn names(&mut self, name: &str, value: &Expression<'_>) {
        // `App = window.App || {}` is not the window: only a whole side of it would be.
        let is_page = self.gives_page(value, 0);
        if (is_page || NAMES.contains(&name)) && self.pages.len() < MOST {
            self.pages.push((name.to_owned(), is_page));
        }
    }

    /// Keeps the parameters of a function that is called with `arguments`.
    pub(super) fn parameters(&mut self, params: &FormalParameters<'_>, arguments: &[&Expression<'_>]) {
        for (index, param) in params.items.iter().enumerate() {
            let BindingPattern::BindingIdentifier(id) = &param.pattern else { continue };
            let name = id.name.as_str();
            let value = arguments.get(index).copied().or(param.initializer.as_deref());
            let is_page = value.is_some_and(|value| self.gives_page(value, 0));
            // A parameter hides a name around it, whatever its value is.
            let hides = NAMES.contains(&name) || self.pages.iter().any(|(known, _)| known == name);
            if (is_page || hides) && self.pages.len() < MOST {
                self.pages.push((name.to_owned(), is_page));
            }
        }
    }

    /// The name that `window.name = …` or `exports.name = …` gives, and whether the page or a module gets it by that.
    pub(super) fn assigned(&self, target: &AssignmentTarget<'_>) -> Option<(String, bool)> {
        let member = target.as_member_expression()?;
        let name = match member {
            MemberExpression::StaticMemberExpression(it) => it.property.name.as_str().to_owned(),
            MemberExpression::ComputedMemberExpression(it) => match literal(&it.expression) {
                Literal::String(Some(name)) => name,
                _ => return None,
            },
            MemberExpression::PrivateFieldExpression(_) => return None,
        };
        let object = bare(member.object());
        let exports = is_name(object, &["exports"])
            || object.as_member_expression().is_some_and(|member| {
                member.static_property_name() == Some("exports") && is_name(member.object(), &["module"])
            });
        Some((name, self.is_page(object) || exports))
    }
}
