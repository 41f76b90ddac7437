//! Expressions and names that are the window, and the members assigned to it.

use oxc_ast::ast::{
    AssignmentTarget, BindingPattern, Expression, FormalParameters, MemberExpression, ObjectPropertyKind,
};
use oxc_span::GetSpan as _;

use super::parts::path_of;
use super::raw::Access;
use super::statements::DEPTH;
use super::{NOT_EXPORTED, Taker};
use crate::literal::{is_name, key_name, literal, plain};
use webagents_schema::conform::PartialValue;

const NOT_OF_PAGE: &str =
    "is assigned to an object that is not the window; write `@tool` in its documentation";

/// Names of the window in a page, and the name that pages give it for tools.
const NAMES: [&str; 4] = ["window", "globalThis", "self", "global"];
/// Names that are kept.
const MOST: usize = 1_000;
/// Choices within each other that are looked into.
const CHOICES: usize = 8;

/// Object that a member is assigned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Window,
    Module,
    Other,
}

impl<'a> Taker<'_, 'a> {
    pub(super) fn expression(&mut self, it: &'a Expression<'a>, start: u32) {
        match plain(it) {
            Expression::AssignmentExpression(it) => {
                if let Expression::AssignmentExpression(_) = plain(&it.right) {
                    self.expression(&it.right, start);
                }
                if self.is_exports_target(&it.left) {
                    self.whole("module.exports", &it.right, start);
                } else if let Some((name, owner)) = self.assigned(&it.left) {
                    // The page's own `global` holds tools as the window does.
                    let path = if name == "global" { Some(String::new()) } else { path_of(&name) };
                    self.path = path.filter(|_| owner == Owner::Window);
                    match owner {
                        Owner::Window => self.value(&name, &it.right, &[start], Access::Window),
                        Owner::Module => self.export(&name, &it.right, start),
                        Owner::Other => self.value(&name, &it.right, &[start], Access::Hidden(NOT_OF_PAGE)),
                    }
                    self.path = None;
                } else if it.left.as_member_expression().is_some_and(|member| self.is_page(member.object())) {
                    self.left_out(
                        self.slice(it.left.span()),
                        it.span,
                        "is a member of the window whose name is computed; write its name: `window.name = …`",
                    );
                } else if let AssignmentTarget::AssignmentTargetIdentifier(target) = &it.left
                    && let Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) =
                        plain(&it.right)
                {
                    self.value(target.name.as_str(), &it.right, &[start], Access::Hidden(NOT_EXPORTED));
                } else {
                    self.computed_export(&it.left);
                }
            }
            Expression::SequenceExpression(it) => {
                for one in &it.expressions {
                    self.expression(one, start);
                }
            }
            // `typeof module === "object" ? module.exports = f() : window.f = f()`, as in UMD.
            Expression::ConditionalExpression(it) if self.depth < DEPTH => {
                self.depth += 1;
                self.expression(&it.consequent, start);
                self.expression(&it.alternate, start);
                self.depth -= 1;
            }
            Expression::LogicalExpression(it) if self.depth < DEPTH => {
                self.depth += 1;
                self.expression(&it.right, start);
                self.depth -= 1;
            }
            Expression::UnaryExpression(it) => self.expression(&it.argument, start),
            Expression::CallExpression(it) => {
                if self.defines_exports(it, start) {
                    return;
                }
                self.called(it);
                let Some(member) = it.callee.as_member_expression() else { return };
                let arguments: Vec<&'a Expression<'a>> = it
                    .arguments
                    .iter()
                    .filter_map(oxc_ast::ast::Argument::as_expression)
                    .map(plain)
                    .collect();
                let of_object = is_name(member.object(), &["Object"]);
                let reflect = of_object || is_name(member.object(), &["Reflect"]);
                match (member.static_property_name(), arguments.as_slice()) {
                    (Some("assign"), [target, members @ ..]) if of_object && self.is_page(target) => {
                        for one in members {
                            self.members_of_page(one);
                        }
                    }
                    (Some("defineProperty"), [target, name, descriptor])
                        if reflect && self.is_page(target) =>
                    {
                        if let PartialValue::String(Some(name)) = literal(name) {
                            self.described(&name, descriptor, start);
                        }
                    }
                    (Some("defineProperties"), [target, Expression::ObjectExpression(all)])
                        if of_object && self.is_page(target) =>
                    {
                        for property in &all.properties {
                            if let ObjectPropertyKind::ObjectProperty(property) = property
                                && let Some(name) = key_name(&property.key, property.computed)
                            {
                                self.described(&name, plain(&property.value), property.span.start);
                            }
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The members of an object that `Object.assign` copies to the window.
    fn members_of_page(&mut self, value: &'a Expression<'a>) {
        let object = match value {
            Expression::ObjectExpression(object) => Some(&**object),
            Expression::Identifier(it) => self.object_of(it),
            _ => None,
        };
        match object {
            Some(object) => {
                self.path = Some(String::new());
                self.object(object, &[], Access::Window);
                self.path = None;
            }
            None => self.left_out(
                self.slice(value.span()),
                value.span(),
                "is an object whose members are not read; write the functions as members: \
                 `Object.assign(window, { name() { … } })`",
            ),
        }
    }

    /// A function in the `value` of a property's descriptor.
    fn described(&mut self, name: &str, descriptor: &'a Expression<'a>, start: u32) {
        let Expression::ObjectExpression(descriptor) = descriptor else { return };
        for property in &descriptor.properties {
            if let ObjectPropertyKind::ObjectProperty(property) = property
                && key_name(&property.key, property.computed).as_deref() == Some("value")
            {
                self.path = path_of(name);
                self.value(name, &property.value, &[start], Access::Window);
                self.path = None;
            }
        }
    }

    /// Returns whether an expression is the window, or the page's own `global`.
    pub(super) fn is_page(&self, object: &Expression<'a>) -> bool {
        match plain(object) {
            Expression::ThisExpression(_) => true,
            Expression::Identifier(it) => self.is_page_name(it.name.as_str()),
            object => object.as_member_expression().is_some_and(|member| {
                matches!(plain(member.object()), Expression::Identifier(it) if self.is_page_name(it.name.as_str()))
                    && member.static_property_name().is_some_and(|name| NAMES.contains(&name))
            }),
        }
    }

    fn is_page_name(&self, name: &str) -> bool {
        let known = self.pages.iter().rev().find(|(known, _)| known == name);
        known.map_or_else(|| NAMES.contains(&name), |(_, is_page)| *is_page)
    }

    /// Returns whether an expression gives the window, as `typeof self === "undefined" ? this : self` does.
    fn gives_page(&self, value: &Expression<'a>, depth: usize) -> bool {
        let either = |one: &Expression<'a>, other: &Expression<'a>| {
            depth < CHOICES && (self.gives_page(one, depth + 1) || self.gives_page(other, depth + 1))
        };
        match plain(value) {
            Expression::ConditionalExpression(it) => either(&it.consequent, &it.alternate),
            Expression::LogicalExpression(it) => either(&it.left, &it.right),
            value => self.is_page(value),
        }
    }

    /// Keeps a name whose value is the window.
    pub(super) fn names(&mut self, name: &str, value: &Expression<'a>) {
        // `App = window.App || {}` is not the window: only a whole side of it would be.
        let is_page = self.gives_page(value, 0);
        if (is_page || NAMES.contains(&name)) && self.pages.len() < MOST {
            self.pages.push((name.to_owned(), is_page));
        }
    }

    /// Keeps the parameters of a function that is called with `arguments`.
    pub(super) fn parameters(&mut self, params: &FormalParameters<'a>, arguments: &[&Expression<'a>]) {
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

    /// The name that `window.name = …` or `exports.name = …` gives, and what gets it by that.
    pub(super) fn assigned(&self, target: &AssignmentTarget<'a>) -> Option<(String, Owner)> {
        let member = target.as_member_expression()?;
        let name = match member {
            MemberExpression::StaticMemberExpression(it) => it.property.name.as_str().to_owned(),
            MemberExpression::ComputedMemberExpression(it) => match literal(&it.expression) {
                PartialValue::String(Some(name)) => name,
                _ => return None,
            },
            MemberExpression::PrivateFieldExpression(_) => return None,
        };
        let object = plain(member.object());
        let owner = match (self.is_page(object), self.is_exports(object)) {
            (true, _) => Owner::Window,
            (false, true) => Owner::Module,
            (false, false) => Owner::Other,
        };
        Some((name, owner))
    }
}
