//! Exports of modules in the form of `CommonJS`, as authors and compilers write them.

use oxc_ast::ast::{
    ArrowFunctionBody, AssignmentTarget, CallExpression, Expression, ObjectPropertyKind, Statement,
};
use oxc_span::GetSpan as _;

use super::parts::path_of;
use super::raw::Access;
use super::value::is_required;
use super::{ELSEWHERE, Taker};
use crate::literal::{is_name, key_name, plain};

const COMPUTED: &str = "is an export whose name is computed; write its name: `exports.name = …`";
const GETTER: &str = "is the result of a getter, which is not evaluated";

impl<'a> Taker<'_, 'a> {
    /// Returns whether an expression is the object of a module's exports.
    ///
    /// A variable of the file is not, though it is called `exports`. A parameter may be: compilers pass it to a function.
    pub(super) fn is_exports(&self, value: &Expression<'a>) -> bool {
        let value = plain(value);
        if let Expression::Identifier(it) = value {
            return it.name == "exports" && self.initial_of(it).is_none();
        }
        value.as_member_expression().is_some_and(|member| {
            member.static_property_name() == Some("exports") && is_name(member.object(), &["module"])
        })
    }

    /// Returns whether an assignment replaces all exports: `module.exports = …`.
    pub(super) fn is_exports_target(&self, target: &AssignmentTarget<'a>) -> bool {
        matches!(self.slice(target.span()), "module.exports" | "exports")
    }

    /// Returns whether an expression is an export that the file assigns elsewhere: `exports.default`.
    pub(super) fn is_of_exports(&self, value: &Expression<'a>) -> bool {
        self.is_exports(value)
            || plain(value).as_member_expression().is_some_and(|member| self.is_exports(member.object()))
    }

    /// Reads a call that defines exports, and returns whether it is one.
    pub(super) fn defines_exports(&mut self, it: &'a CallExpression<'a>, start: u32) -> bool {
        let callee = plain(&it.callee);
        let member = callee.as_member_expression();
        let name = match (callee, member) {
            (Expression::Identifier(it), _) => it.name.as_str(),
            (_, Some(member)) => member.static_property_name().unwrap_or_default(),
            _ => return false,
        };
        let arguments: Vec<&'a Expression<'a>> =
            it.arguments.iter().filter_map(|argument| argument.as_expression()).map(plain).collect();
        let of_object = member.is_some_and(|member| is_name(member.object(), &["Object", "Reflect"]));
        match (name, arguments.as_slice()) {
            ("__exportStar" | "_export_star", [from, ..]) => {
                let name = format!("export * from {}", self.slice(from.span()));
                self.left_out(&name, it.span, ELSEWHERE);
            }
            // The getters that bundlers collect: `__export(exports, { name: () => name })`.
            ("__export" | "_export", [_, Expression::ObjectExpression(getters)]) => {
                for property in &getters.properties {
                    if let ObjectPropertyKind::ObjectProperty(property) = property
                        && let Some(name) = key_name(&property.key, property.computed)
                    {
                        self.getter(&name, plain(&property.value), property.span.start);
                    }
                }
            }
            (
                "defineProperty",
                [target, Expression::StringLiteral(name), Expression::ObjectExpression(descriptor)],
            ) if of_object && self.is_exports(target) => {
                for property in &descriptor.properties {
                    let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
                    match key_name(&property.key, property.computed).as_deref() {
                        Some("get") => self.getter(name.value.as_str(), plain(&property.value), start),
                        Some("value") => {
                            self.export(name.value.as_str(), &property.value, start);
                        }
                        _ => {}
                    }
                }
            }
            ("defineProperty", [target, name, ..]) if of_object && self.is_exports(target) => {
                self.left_out(self.slice(name.span()), it.span, COMPUTED);
            }
            ("assign", [target, members @ ..]) if of_object && self.is_exports(target) => {
                for one in members {
                    match one {
                        Expression::ObjectExpression(object) => self.object(object, &[], Access::Export),
                        one => self.left_out(
                            self.slice(one.span()),
                            one.span(),
                            "is an object whose members are not read; write the functions as members: \
                             `module.exports = { name() { … } }`",
                        ),
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Reads the value that is exported as `name`.
    pub(super) fn export(&mut self, name: &str, value: &'a Expression<'a>, start: u32) {
        match name {
            // A mark of compilers, and the first value of an export that is assigned later.
            "__esModule" => {}
            "default" => self.whole("default", value, start),
            _ if is_required(value) => self.left_out(name, value.span(), ELSEWHERE),
            _ if self.is_of_exports(value) => {}
            _ => self.named(name, value, start),
        }
    }

    /// Reads a value that is exported as `name`, which begins the names of its members.
    fn named(&mut self, name: &str, value: &'a Expression<'a>, start: u32) {
        let around = std::mem::replace(&mut self.path, path_of(name));
        self.value(name, value, &[start], Access::Export);
        self.path = around;
    }

    /// Lists an export whose name is computed.
    pub(super) fn computed_export(&mut self, target: &AssignmentTarget<'a>) {
        if let Some(member) = target.as_member_expression()
            && self.is_exports(member.object())
        {
            self.left_out(self.slice(target.span()), target.span(), COMPUTED);
        }
    }

    /// The export `name` whose value a function returns.
    fn getter(&mut self, name: &str, function: &'a Expression<'a>, start: u32) {
        let returned = match function {
            Expression::ArrowFunctionExpression(it) => match &it.body {
                ArrowFunctionBody::FunctionBody(body) => returned(&body.statements),
                body => body.as_expression(),
            },
            Expression::FunctionExpression(it) => {
                it.body.as_deref().and_then(|body| returned(&body.statements))
            }
            _ => None,
        };
        match returned.map(plain) {
            Some(Expression::Identifier(it)) if name == "default" => {
                if let Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) = function {
                    self.identifier(it.name.as_str(), it, &[start], Access::Export);
                }
            }
            Some(value @ Expression::Identifier(_)) => self.named(name, value, start),
            // `a.default`, where `a` is `require("./a")`.
            Some(value) if value.as_member_expression().is_some() => {
                self.left_out(name, value.span(), ELSEWHERE);
            }
            _ => self.left_out(name, function.span(), GETTER),
        }
    }
}

fn returned<'a>(statements: &'a [Statement<'a>]) -> Option<&'a Expression<'a>> {
    statements.iter().find_map(|statement| match statement {
        Statement::ReturnStatement(it) => it.argument.as_ref(),
        _ => None,
    })
}
