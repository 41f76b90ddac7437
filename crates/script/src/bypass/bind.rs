//! Values of names: bindings, assignments and parameters.

use std::sync::Arc;

use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, Expression,
    ForStatementLeft, FormalParameters, MemberExpression, PropertyKey,
};
use oxc_semantic::SymbolId;
use oxc_span::{GetSpan as _, Span};

use super::constructor::constructor_of;
use super::value::{Object, Value, Values};
use super::{BypassSearch, This};

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
                    let names = self.keys(&property.key, property.computed);
                    let member = self.taken(values, &names, property.span);
                    self.bind(&property.value, &member);
                }
                if let Some(rest) = &it.rest {
                    self.bind(&rest.argument, values);
                }
            }
            BindingPattern::ArrayPattern(it) => {
                for (index, one) in it.elements.iter().enumerate() {
                    if let Some(one) = one {
                        self.bind(one, &values.at(index));
                    }
                }
                if let Some(rest) = &it.rest {
                    self.bind(&rest.argument, &Values::list_of(values.element()));
                }
            }
        }
    }

    /// Binds what a loop gives for each turn.
    pub(super) fn each(&mut self, left: &ForStatementLeft<'_>, values: &Values) {
        match left {
            ForStatementLeft::VariableDeclaration(it) => {
                for declarator in &it.declarations {
                    self.bind(&declarator.id, values);
                }
            }
            left => {
                if let Some(target) = left.as_assignment_target() {
                    self.assign(target, values);
                }
            }
        }
    }

    /// The names that a key may be, whose expression is looked at.
    fn keys(&mut self, key: &PropertyKey<'_>, computed: bool) -> Vec<Arc<str>> {
        match key.as_expression().filter(|_| computed) {
            Some(key) => self.eval(key).texts(),
            None => self.key(key, computed).map(Arc::from).into_iter().collect(),
        }
    }

    /// Returns the member that destructuring takes out of `values`; any, if its name is not known.
    fn taken(&mut self, values: &Values, names: &[Arc<str>], span: Span) -> Values {
        let mut member = match names {
            [name] => self.member_of(values, name),
            names => self.any_of(values, names),
        };
        for name in names {
            self.registered(values, name, span);
            if &**name == "constructor" {
                member.add(&constructor_of(None, values));
            }
        }
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
                    self.code_named(it.name.as_str(), values, it.span);
                }
            },
            AssignmentTarget::ObjectAssignmentTarget(it) => {
                for property in &it.properties {
                    match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(it) => {
                            let mut member = self.taken(values, &[it.binding.name.as_str().into()], it.span);
                            if let Some(init) = &it.init {
                                member = member.or(&self.eval(init));
                            }
                            if let Some(symbol) = self.symbol(&it.binding) {
                                self.hold(symbol, &member);
                            }
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(it) => {
                            let names = self.keys(&it.name, it.computed);
                            let member = self.taken(values, &names, it.span);
                            self.assign_or(&it.binding, &member);
                        }
                    }
                }
                if let Some(rest) = &it.rest {
                    self.assign(&rest.target, values);
                }
            }
            AssignmentTarget::ArrayAssignmentTarget(it) => {
                for (index, one) in it.elements.iter().enumerate() {
                    if let Some(one) = one {
                        self.assign_or(one, &values.at(index));
                    }
                }
                if let Some(rest) = &it.rest {
                    self.assign(&rest.target, &Values::list_of(values.element()));
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
    fn assign_member(&mut self, member: &MemberExpression<'_>, values: &Values) {
        let name = match member {
            MemberExpression::ComputedMemberExpression(it) => {
                self.eval(&it.expression).only_text().map(str::to_owned)
            }
            MemberExpression::PrivateFieldExpression(it) => Some(format!("#{}", it.field.name)),
            MemberExpression::StaticMemberExpression(it) => Some(it.property.name.as_str().to_owned()),
        };
        if let Some(name) = &name {
            self.code_of(member, name, values);
        }
        let on = crate::literal::plain(member.object());
        if matches!(on, Expression::ThisExpression(_))
            && let Some(this) = self.this.last().copied()
        {
            self.give(this, name.clone(), values);
        }
        if let Expression::Identifier(object) = on
            && let Some(symbol) = self.symbol(object)
        {
            let mut written = Object::default();
            match name {
                Some(name) if name == "__proto__" => written.spread = values.clone(),
                Some(name) => {
                    self.given(symbol, &name, values);
                    written.named.push((name, values.clone()));
                }
                None => written.others = values.clone(),
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

    /// `K.member = …`, where `K` is a class or its object.
    fn given(&mut self, symbol: SymbolId, name: &str, values: &Values) {
        for value in self.flow.known.get(&symbol).cloned().unwrap_or_default().iter() {
            match value {
                Value::Class(class) => self.give(This::Class(*class), Some(name.to_owned()), values),
                Value::Instance(class) => self.give(This::Instance(*class), Some(name.to_owned()), values),
                _ => {}
            }
        }
    }
}
