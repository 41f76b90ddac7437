//! Classes: their static members, and the members of the objects that `new` makes of them.
//!
//! A class and its objects are values by themselves, whose members are looked up in the state of the search; so a class
//! that holds its own objects leads to no endless nesting.

use std::collections::HashMap;

use oxc_ast::ast::{Class, ClassElement, Expression, MethodDefinition, MethodDefinitionKind, PropertyKey};
use oxc_ast_visit::Visit as _;
use oxc_semantic::ScopeFlags;

use super::value::{Value, Values};
use super::{BypassSearch, This};

/// Classes above a class that are looked at.
const PARENTS: usize = 8;
/// Members of one class that are kept by their names.
const MEMBERS: usize = 256;

/// Members that belong to a class, or to its objects, and their values.
type Slots = HashMap<String, Values>;

/// State of a class of the code.
#[derive(Default)]
pub(super) struct ClassFlow {
    statics: Slots,
    own: Slots,
    /// Values that the class extends.
    parents: Values,
    constructor: Option<u32>,
}

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
            self.flow.changed |= self.flow.classes.entry(class).or_default().parents.add(&parents);
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
                self.flow.classes.entry(class).or_default().constructor = Some(function);
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
        let flow = self.flow.classes.entry(class).or_default();
        let slots = if is_static { &mut flow.statics } else { &mut flow.own };
        if let Some(name) = name
            && !values.is_empty()
            && (slots.len() < MEMBERS || slots.contains_key(&name))
        {
            self.flow.changed |= slots.entry(name).or_default().add(values);
        }
    }

    /// The values of the member `name`, of classes of the code as well.
    pub(super) fn member_of(&self, object: &Values, name: &str) -> Values {
        let mut found = object.member(name);
        for slots in self.slots(object) {
            if let Some(values) = slots.get(name) {
                found.add(values);
            }
        }
        found
    }

    /// The values of a member whose name is not known, of classes of the code as well.
    pub(super) fn element_of(&self, object: &Values) -> Values {
        let mut found = object.element();
        for slots in self.slots(object) {
            // The order of the names decides which values the limit drops.
            let mut names: Vec<&String> = slots.keys().collect();
            names.sort();
            for name in names {
                found.add(&slots[name]);
            }
        }
        found
    }

    /// Members of the classes among the values, and of those that they extend.
    fn slots(&self, object: &Values) -> Vec<&Slots> {
        let mut slots = Vec::new();
        for value in object.iter() {
            let (class, is_static) = match value {
                Value::Class(class) => (*class, true),
                Value::Instance(class) => (*class, false),
                _ => continue,
            };
            for flow in self.lineage(class) {
                slots.push(if is_static { &flow.statics } else { &flow.own });
            }
        }
        slots
    }

    /// A class and those above it.
    fn lineage(&self, class: u32) -> Vec<&ClassFlow> {
        let mut seen = vec![class];
        let mut at = 0;
        let mut flows = Vec::new();
        while let Some(class) = seen.get(at).copied().filter(|_| at < PARENTS) {
            at += 1;
            let Some(flow) = self.flow.classes.get(&class) else { continue };
            flows.push(flow);
            for parent in flow.parents.iter() {
                if let Value::Class(parent) = parent
                    && !seen.contains(parent)
                {
                    seen.push(*parent);
                }
            }
        }
        flows
    }

    /// Values of the class that the present one extends, and of its objects.
    pub(super) fn parent(&self) -> Values {
        let parents = |class: &u32| self.flow.classes.get(class).map(|flow| flow.parents.clone());
        match self.this.last() {
            Some(This::Class(class)) => parents(class).unwrap_or_default(),
            Some(This::Instance(class)) => {
                let mut objects = Values::default();
                for parent in parents(class).unwrap_or_default().iter() {
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
        let constructor = self.lineage(class).iter().find_map(|flow| flow.constructor);
        if let Some(constructor) = constructor {
            self.enter(constructor, arguments);
        }
        Values::one(Value::Instance(class))
    }
}
