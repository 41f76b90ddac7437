//! Classes: their static members, and the members of the objects that `new` makes of them.

use oxc_ast::ast::{Class, ClassElement, Expression, MethodDefinition, MethodDefinitionKind, PropertyKey};
use oxc_ast_visit::Visit as _;
use oxc_semantic::ScopeFlags;

use super::classes::Members;
use super::value::{Value, Values};
use super::{BypassSearch, This};

impl BypassSearch<'_> {
    /// Reads a class, and returns its value.
    pub(super) fn class(&mut self, it: &Class<'_>) -> Values {
        let class = it.span.start;
        self.direct = None;
        for decorator in &it.decorators {
            self.eval(&decorator.expression);
        }
        let value = Values::one(Value::Class(class));
        if let Some(symbol) = it.id.as_ref().and_then(|id| id.symbol_id.get()) {
            self.hold(symbol, &value);
        }
        if let Some(heritage) = &it.heritage {
            let parents = self.eval(&heritage.expression);
            self.flow.changed |= self.flow.classes.of(class).parents.add(&parents);
        }
        for element in &it.body.body {
            self.class_element(class, element);
        }
        value
    }

    fn class_element(&mut self, class: u32, element: &ClassElement<'_>) {
        match element {
            ClassElement::StaticBlock(it) => self.within(class, This::Class(class), |search| {
                for statement in &it.body {
                    search.visit_statement(statement);
                }
            }),
            ClassElement::MethodDefinition(it) => self.method(class, it),
            ClassElement::PropertyDefinition(it) => {
                self.field(class, it.r#static, &it.key, it.computed, it.value.as_ref());
            }
            ClassElement::AccessorProperty(it) => {
                self.field(class, it.r#static, &it.key, it.computed, it.value.as_ref());
            }
            ClassElement::TSIndexSignature(_) => {}
        }
    }

    fn field(
        &mut self,
        class: u32,
        is_static: bool,
        key: &PropertyKey<'_>,
        computed: bool,
        value: Option<&Expression<'_>>,
    ) {
        let name = self.key(key, computed);
        self.own.extend(name.clone());
        let this = if is_static { This::Class(class) } else { This::Instance(class) };
        let mut values = Values::default();
        if let Some(value) = value {
            self.within(class, this, |search| values = search.eval(value));
        }
        self.give(this, name, &values);
    }

    fn method(&mut self, class: u32, it: &MethodDefinition<'_>) {
        let name = self.key(&it.key, it.computed);
        self.own.extend(name.clone());
        let this = if it.r#static { This::Class(class) } else { This::Instance(class) };
        let function = it.value.span.start;
        self.direct = Some(this);
        self.visit_function(&it.value, ScopeFlags::Function);
        match it.kind {
            MethodDefinitionKind::Constructor => {
                self.flow.classes.of(class).constructor = Some(function);
            }
            MethodDefinitionKind::Get => {
                let values = self.flow.returns.get(&function).cloned().unwrap_or_default();
                self.give(this, name, &values);
            }
            MethodDefinitionKind::Set => {}
            MethodDefinitionKind::Method => self.give(this, name, &Values::one(Value::Function(function))),
        }
    }

    /// Adds to the values of a member of `this`, where that is a class or its object.
    pub(super) fn give(&mut self, this: This, name: Option<String>, values: &Values) {
        let (class, is_static) = match this {
            This::Class(class) => (class, true),
            This::Instance(class) => (class, false),
            This::Window | This::Own => return,
        };
        if let Some(name) = name {
            self.flow.changed |= self.flow.classes.give(class, is_static, name, values);
        }
    }

    /// The values of the member `name`, of classes of the code as well.
    pub(super) fn member_of(&self, object: &Values, name: &str) -> Values {
        let mut found = object.member(name);
        for members in self.flow.classes.members(object) {
            if let Some(values) = members.get(name) {
                found.add(values);
            }
        }
        found
    }

    /// The values of a member whose name is not known, of classes of the code as well.
    pub(super) fn element_of(&self, object: &Values) -> Values {
        let mut found = object.element();
        for values in self.flow.classes.members(object).into_iter().flat_map(Members::values) {
            found.add(values);
        }
        found
    }

    /// Values of the class that the present one extends, and of its objects.
    pub(super) fn parent(&self) -> Values {
        let parents = |class: &u32| self.flow.classes.parents(*class);
        match self.this.last() {
            Some(This::Class(class)) => parents(class),
            Some(This::Instance(class)) => {
                let mut objects = Values::default();
                for parent in parents(class).iter() {
                    if let Value::Class(parent) = parent {
                        objects.push(Value::Instance(*parent));
                    }
                }
                objects
            }
            _ => Values::default(),
        }
    }

    /// Notes what a class is made an object with.
    pub(super) fn construct(&mut self, class: u32, arguments: &[Values]) -> Values {
        if let Some(constructor) = self.flow.classes.constructor(class) {
            self.enter(constructor, arguments);
        }
        Values::one(Value::Instance(class))
    }
}
