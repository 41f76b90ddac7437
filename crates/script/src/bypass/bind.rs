//! Values of names: bindings, assignments and parameters.

use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, Expression,
    FormalParameters,
};
use oxc_semantic::SymbolId;
use oxc_span::{GetSpan as _, Span};

use super::BypassSearch;
use super::value::{Object, Values};

impl BypassSearch<'_> {
    /// Adds to what a name may hold.
    pub(super) fn hold(&mut self, symbol: SymbolId, values: &Values) {
        if !values.is_empty() {
            self.flow.changed |= self.flow.known.entry(symbol).or_default().add(values);
        }
    }

    /// Returns whether the name of a function says that it makes objects by `new`.
    pub(super) fn constructs(&self, symbol: SymbolId) -> bool {
        self.scoping.symbol_name(symbol).starts_with(char::is_uppercase)
    }

    /// Binds what a function is called with.
    pub(super) fn parameters(&mut self, params: &FormalParameters<'_>, function: u32) {
        let given = self.flow.calls.get(&function).cloned().unwrap_or_default();
        for (index, param) in params.items.iter().enumerate() {
            let mut values = given.get(index).cloned().unwrap_or_default();
            if let Some(initializer) = &param.initializer {
                values = values.or(&self.eval(initializer));
            }
            self.bind(&param.pattern, &values);
        }
        if let Some(rest) = &params.rest {
            let mut object = Object::default();
            for values in given.iter().skip(params.items.len()) {
                object.others.add(values);
            }
            self.bind(&rest.rest.argument, &Values::object(object));
        }
    }

    /// Binds the names of a pattern.
    pub(super) fn bind(&mut self, pattern: &BindingPattern<'_>, values: &Values) {
        match pattern {
            BindingPattern::BindingIdentifier(it) => {
                if let Some(symbol) = it.symbol_id.get() {
                    self.hold(symbol, values);
                }
            }
            BindingPattern::AssignmentPattern(it) => {
                let values = values.clone().or(&self.eval(&it.right));
                self.bind(&it.left, &values);
            }
            BindingPattern::ObjectPattern(it) => {
                for property in &it.properties {
                    let name = self.key(&property.key, property.computed);
                    let member = self.taken(values, name.as_deref(), property.span);
                    self.bind(&property.value, &member);
                }
                if let Some(rest) = &it.rest {
                    self.bind(&rest.argument, values);
                }
            }
            BindingPattern::ArrayPattern(it) => {
                let element = values.element();
                for one in it.elements.iter().flatten() {
                    self.bind(one, &element);
                }
                if let Some(rest) = &it.rest {
                    self.bind(&rest.argument, values);
                }
            }
        }
    }

    /// Returns the member that destructuring takes out of `values`; any, if its name is not known.
    fn taken(&mut self, values: &Values, name: Option<&str>, span: Span) -> Values {
        let member = match name {
            Some(name) => {
                self.registered(values, name, span);
                values.member(name)
            }
            None => values.element(),
        };
        self.reached(&member, span);
        member
    }

    /// Assigns to a target, whose own expressions are looked at.
    pub(super) fn assign(&mut self, target: &AssignmentTarget<'_>, values: &Values) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(it) => match self.symbol(it) {
                Some(symbol) => self.hold(symbol, values),
                None => {
                    self.name(it);
                }
            },
            AssignmentTarget::ObjectAssignmentTarget(it) => {
                for property in &it.properties {
                    match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(it) => {
                            let mut member = self.taken(values, Some(it.binding.name.as_str()), it.span);
                            if let Some(init) = &it.init {
                                member = member.or(&self.eval(init));
                            }
                            if let Some(symbol) = self.symbol(&it.binding) {
                                self.hold(symbol, &member);
                            }
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(it) => {
                            let name = self.key(&it.name, it.computed);
                            let member = self.taken(values, name.as_deref(), it.span);
                            self.assign_or(&it.binding, &member);
                        }
                    }
                }
                if let Some(rest) = &it.rest {
                    self.assign(&rest.target, values);
                }
            }
            AssignmentTarget::ArrayAssignmentTarget(it) => {
                let element = values.element();
                for one in it.elements.iter().flatten() {
                    self.assign_or(one, &element);
                }
                if let Some(rest) = &it.rest {
                    self.assign(&rest.target, values);
                }
            }
            _ => {
                if let Some(member) = target.as_member_expression() {
                    self.assign_member(member, values);
                } else if let Some(expression) =
                    target.as_simple_assignment_target().and_then(|it| it.get_expression())
                {
                    self.eval(expression);
                }
            }
        }
    }

    fn assign_or(&mut self, target: &AssignmentTargetMaybeDefault<'_>, values: &Values) {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => {
                let values = values.clone().or(&self.eval(&it.init));
                self.assign(&it.binding, &values);
            }
            _ => {
                if let Some(target) = target.as_assignment_target() {
                    self.assign(target, values);
                }
            }
        }
    }

    /// `o.member = …`: the name `o` holds an object with that member from then on.
    fn assign_member(&mut self, member: &oxc_ast::ast::MemberExpression<'_>, values: &Values) {
        let name = match member {
            oxc_ast::ast::MemberExpression::ComputedMemberExpression(it) => {
                self.eval(&it.expression).only_text().map(str::to_owned)
            }
            member => member.static_property_name().map(str::to_owned),
        };
        if let Expression::Identifier(object) = crate::literal::plain(member.object())
            && let Some(symbol) = self.symbol(object)
        {
            if values.is_empty() {
                return;
            }
            let mut written = Object::default();
            match name {
                Some(name) => written.named.push((name, values.clone())),
                None => {
                    written.others.add(values);
                }
            }
            self.hold(symbol, &Values::object(written));
            return;
        }
        let object = self.eval(member.object());
        // Replacing a tool's function reaches it as well.
        if let Some(name) = name {
            let reached = object.member(&name);
            self.reached(&reached, member.span());
        }
    }
}
