//! The order of the engine's bytecode, and its positions.

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, AssignmentTargetProperty,
    BinaryExpression, BinaryOperator, BindingPattern, CallExpression, CatchParameter,
    ComputedMemberExpression, Expression, ExpressionStatement, ForInStatement, ForOfStatement, ForStatement,
    FormalParameter, Function, IdentifierReference, MemberExpression, MethodDefinition, NewExpression,
    ObjectProperty, PrivateFieldExpression, PropertyDefinition, PropertyKind, RegExpLiteral,
    SimpleAssignmentTarget, SpreadElement, StaticBlock, StaticMemberExpression, TaggedTemplateExpression,
    ThrowStatement, VariableDeclarator, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::ScopeFlags;
use oxc_span::GetSpan as _;

use super::expressions::{called_name, callee_place, constant_key, list_pattern, member_place, written_key};
use super::fault::{self, Fault};
use super::frames::Site;
use super::render::show;
use super::trace::{LastPosition, MOST, Operation, OperationSearch};
use crate::around::OPEN;
use crate::diagnostic::shown;
use crate::literal::{key_name, plain};

impl<'a> Visit<'a> for OperationSearch<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.known = LastPosition::Token(it.span.start);
        let here = it.name.as_str();
        match *self.cause.fault {
            Fault::NotDefined { name } | Fault::NotInitialized { name } if name == here => {
                self.add(it.span.start, |search| search.cause.general.to_owned());
            }
            Fault::ReadOnly { name } if name == here && self.names.contains_key(name) => {
                self.add(it.span.start, |_| fault::constant(name));
            }
            _ => {}
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.shorthand {
            return;
        }
        if it.computed {
            self.visit_property_key(&it.key);
        }
        let known = self.known;
        if it.method || it.kind != PropertyKind::Init {
            self.known = LastPosition::Function { start: it.span.start, end: it.value.span().start };
        }
        self.visit_expression(&it.value);
        if it.method || it.kind != PropertyKind::Init {
            self.known = known;
        }
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if it.computed {
            self.visit_property_key(&it.key);
        }
        let known = self.known;
        self.known = LastPosition::Function { start: it.span.start, end: it.value.span.start };
        self.visit_function(&it.value, ScopeFlags::empty());
        self.known = known;
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if let Some(value) = &it.value {
            self.function(it.span, it.span.end, |search| search.visit_expression(value));
        }
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.function(it.span, it.span.end, |search| walk::walk_static_block(search, it));
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.function(it.span, it.params.span.start, |search| walk::walk_function(search, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.function(it.span, it.params.span.start, |search| {
            walk::walk_arrow_function_expression(search, it);
        });
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if let Some(default) = &it.initializer {
            self.visit_expression(default);
        }
        self.pattern(&it.pattern, None);
    }

    fn visit_catch_parameter(&mut self, it: &CatchParameter<'a>) {
        self.pattern(&it.pattern, None);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        // The engine has the code of a pattern before the code of its value.
        if !matches!(it.id, BindingPattern::BindingIdentifier(_)) {
            self.pattern(&it.id, it.init.as_ref());
        }
        if let Some(value) = &it.init {
            self.visit_expression(value);
        }
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.known = LastPosition::Token(it.span.start);
        walk::walk_expression_statement(self, it);
    }

    fn visit_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        self.known = LastPosition::Token(it.argument.span().start);
        walk::walk_throw_statement(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if let Some(init) = &it.init {
            self.visit_for_statement_init(init);
        }
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
        self.visit_statement(&it.body);
        if let Some(update) = &it.update {
            self.visit_expression(update);
        }
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.visit_expression(&it.right);
        if let Some(pattern) = list_pattern(&it.left) {
            self.iterate_pairs(&it.right);
            self.elements(pattern);
        } else {
            self.iterate(Some(&it.right), it.right.span().start);
            self.loop_variable(&it.left);
        }
        self.visit_statement(&it.body);
        self.known = LastPosition::Token(it.span.start);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.visit_expression(&it.right);
        self.loop_variable(&it.left);
        self.visit_statement(&it.body);
    }

    fn visit_spread_element(&mut self, it: &SpreadElement<'a>) {
        walk::walk_spread_element(self, it);
        self.iterate(Some(&it.argument), it.argument.span().start);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        walk::walk_yield_expression(self, it);
        if let Some(value) = it.argument.as_ref().filter(|_| it.delegate) {
            self.iterate(Some(value), value.span().start);
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.visit_expression(&it.callee);
        let at = callee_place(&it.callee);
        if !matches!(it.callee, Expression::Super(_)) {
            let token =
                it.arguments.first().map_or(it.span.end.saturating_sub(1), |first| first.span().start);
            self.known = LastPosition::Token(token);
        }
        it.arguments.iter().for_each(|argument| self.visit_argument(argument));
        self.call(&it.callee, &it.arguments, at);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.visit_expression(&it.tag);
        self.known = LastPosition::Token(it.quasi.span.start);
        self.visit_template_literal(&it.quasi);
        self.call(&it.tag, &[], callee_place(&it.tag));
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.known = LastPosition::Token(it.callee.span().start);
        self.visit_expression(&it.callee);
        it.arguments.iter().for_each(|argument| self.visit_argument(argument));
        if matches!(plain(&it.callee), Expression::Identifier(it) if it.name.ends_with("Error")) {
            self.is_thrown |= self.cause.callee.is_none() && self.is_here();
            return;
        }
        match (self.cause.callee, self.cause.fault) {
            (None, Fault::NotFunction | Fault::NotConstructor) => self.add(it.span.start, |search| {
                format!("{} is not a constructor{}", show(&it.callee), search.awaited(&it.callee))
            }),
            (Some(native), _) if called_name(&it.callee).as_deref() == Some(native) => {
                self.native(&it.callee, &it.arguments, it.span.start);
            }
            _ => {}
        }
    }

    fn visit_reg_exp_literal(&mut self, it: &RegExpLiteral<'a>) {
        // The engine compiles all of them before the code runs, and reports no position.
        if *self.cause.fault == Fault::Pattern && self.cause.site == Site::Unknown && self.found.len() < MOST
        {
            let text = self.text.get(it.span.start as usize..it.span.end as usize).unwrap_or_default();
            let message = format!("{} in {}", self.cause.general, shown(text));
            self.found.push(Operation { message, at: (it.span.start as usize).saturating_sub(OPEN.len()) });
        }
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        self.visit_expression(&it.left);
        if it.operator != BinaryOperator::Exponential {
            self.known = LastPosition::Token(it.right.span().start);
        }
        self.visit_expression(&it.right);
        match *self.cause.fault {
            Fault::MixedBigInt if self.cause.callee.is_none() => self.add(it.span.start, |search| {
                format!("{}: write `BigInt(x)` or `Number(x)` around one side", search.cause.general)
            }),
            Fault::Operator { sign: "in" } if it.operator == BinaryOperator::In => {
                self.add(it.right.span().start, |_| {
                    format!("Cannot use 'in' operator: `{}` is not an object", show(&it.right))
                });
            }
            Fault::Operator { sign: "instanceof" } if it.operator == BinaryOperator::Instanceof => {
                self.add(it.right.span().start, |_| {
                    format!("Right-hand side of 'instanceof' is not callable: `{}`", show(&it.right))
                });
            }
            _ => {}
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.visit_expression(&it.object);
        self.read(&it.object, Some(it.property.name.as_str()), it.property.span.start);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        self.visit_expression(&it.object);
        self.visit_expression(&it.expression);
        let name = constant_key(&it.expression);
        self.read(&it.object, name.as_deref(), it.expression.span().start);
    }

    fn visit_private_field_expression(&mut self, it: &PrivateFieldExpression<'a>) {
        self.visit_expression(&it.object);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        match &it.left {
            // The engine has the code of a pattern before the code of its value.
            AssignmentTarget::ArrayAssignmentTarget(target) => {
                self.iterate(Some(&it.right), target.span.start);
                self.known = LastPosition::Token(target.span.start);
                self.visit_expression(&it.right);
            }
            AssignmentTarget::ObjectAssignmentTarget(target) => {
                let first = target.properties.first().and_then(|first| match first {
                    AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(it) => {
                        Some(it.binding.name.as_str().to_owned())
                    }
                    AssignmentTargetProperty::AssignmentTargetPropertyProperty(it) => {
                        key_name(&it.name, it.computed)
                    }
                });
                self.take_apart(first, Some(&it.right), target.span.start);
                self.visit_expression(&it.right);
            }
            target => {
                let Some(target) = target.as_simple_assignment_target() else { return };
                let member = target.as_member_expression();
                match (target, member) {
                    (SimpleAssignmentTarget::AssignmentTargetIdentifier(name), _) => {
                        self.visit_identifier_reference(name);
                    }
                    (_, Some(member)) => {
                        self.visit_expression(member.object());
                        if let MemberExpression::ComputedMemberExpression(member) = member {
                            self.visit_expression(&member.expression);
                        }
                        if !it.operator.is_assign() {
                            self.read(member.object(), written_key(member).as_deref(), member_place(member));
                        }
                    }
                    _ => {}
                }
                self.visit_expression(&it.right);
                match (target, member) {
                    (SimpleAssignmentTarget::AssignmentTargetIdentifier(target), _) => {
                        if let Fault::ReadOnly { name } = *self.cause.fault
                            && target.name == name
                            && self.names.contains_key(name)
                        {
                            self.add(target.span.start, |_| fault::constant(name));
                        }
                    }
                    (_, Some(member)) => {
                        self.write(member.object(), written_key(member).as_deref(), member_place(member));
                    }
                    _ => {}
                }
            }
        }
    }
}
