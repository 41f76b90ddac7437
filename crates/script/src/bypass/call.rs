//! Calls of functions of the code, with their possible arguments, and of functions of the language.

use oxc_ast::ast::{
    Argument, CallExpression, Expression, MemberExpression, NewExpression, TaggedTemplateExpression,
    TemplateLiteral,
};
use oxc_span::Span;

use super::value::{Object, Value, Values};
use super::{BypassSearch, This};
use crate::literal::plain;

/// Arguments of a call.
#[derive(Clone, Copy)]
enum Given<'t, 'a> {
    List(&'t [Argument<'a>]),
    Template(&'t TemplateLiteral<'a>),
}

impl BypassSearch<'_> {
    fn arguments(&mut self, arguments: &[Argument<'_>]) -> Vec<Values> {
        let mut values = Vec::new();
        for argument in arguments {
            match argument {
                Argument::SpreadElement(it) => {
                    let spread = self.eval(&it.argument);
                    match spread.elements() {
                        Some(elements) => values.extend(elements),
                        None => values.push(self.element_of(&spread)),
                    }
                }
                _ => values.push(argument.as_expression().map(|one| self.eval(one)).unwrap_or_default()),
            }
        }
        values
    }

    /// The arguments that a tag gets: the texts, and the values between them.
    fn pieces(&mut self, it: &TemplateLiteral<'_>) -> Vec<Values> {
        let raw = Values::list(it.quasis.iter().map(|quasi| Values::text(quasi.value.raw.as_str())));
        let text = |text: &oxc_ast::ast::TemplateElement<'_>| {
            text.value.cooked.as_ref().map(|text| Values::text(text.as_str())).unwrap_or_default()
        };
        let texts = it.quasis.iter().enumerate().map(|(index, quasi)| (index.to_string(), text(quasi)));
        let spread = Values::object(Object { named: vec![("raw".to_owned(), raw)], ..Object::default() });
        let texts = Values::object(Object { named: texts.collect(), spread, ..Object::default() });
        std::iter::once(texts).chain(it.expressions.iter().map(|hole| self.eval(hole))).collect()
    }

    pub(super) fn call(&mut self, it: &CallExpression<'_>) -> Values {
        self.called(&it.callee, Given::List(&it.arguments), it.span)
    }

    pub(super) fn tagged(&mut self, it: &TaggedTemplateExpression<'_>) -> Values {
        self.called(&it.tag, Given::Template(&it.quasi), it.span)
    }

    fn called(&mut self, whole: &Expression<'_>, given: Given<'_, '_>, span: Span) -> Values {
        let mut function = plain(whole);
        // `(0, o.f)()` and `(o.f || g)()` call without an object.
        let loose = matches!(
            function,
            Expression::SequenceExpression(_)
                | Expression::LogicalExpression(_)
                | Expression::ConditionalExpression(_)
        );
        let mut rebound = rebound(function).filter(|_| matches!(given, Given::List(_)));
        if let Some(member) = function.as_member_expression().filter(|_| rebound.is_some()) {
            function = plain(member.object());
        }
        self.flow.receiver = (Values::default(), None);
        let mut callee = self.eval(function);
        if rebound == Some("apply") && callee.has(&Value::Path("Reflect".to_owned())) {
            (rebound, callee) = (None, Values::one(Value::Path("Reflect.apply".to_owned())));
            self.flow.receiver = (Values::default(), None);
        }
        let receiver = function.as_member_expression().map(MemberExpression::object);
        let (mut on, method) = std::mem::take(&mut self.flow.receiver);
        let method = method.filter(|_| receiver.is_some());
        let mut arguments = match given {
            Given::List(list) => self.arguments(list),
            Given::Template(template) => self.pieces(template),
        };
        if let (Some(how), Given::List(list)) = (rebound, given) {
            on = self.rebind(how, list, &mut arguments);
            callee = self.unbound(callee, &mut on, &mut arguments);
        }
        self.set_window(loose);
        let mut result = Values::default();
        if let Some(method) = &method {
            if rebound.is_none() && !receiver.is_some_and(is_literal) {
                self.called_member(&on, method, span);
            }
            self.compared_by(&on, method);
            result = folded(&on, method, &arguments).or(&self.handed(&on, method, &arguments, span));
            self.filled(receiver.filter(|_| rebound.is_none()), method, &arguments);
        }
        match function {
            Expression::Identifier(it) if self.symbol(it).is_none() => {
                self.code_given(it.name.as_str(), &arguments, span);
            }
            _ => {
                if let Some(method) = &method {
                    self.code_given(method, &arguments, span);
                }
            }
        }
        if let Given::List(list) = given {
            self.extended(&callee, list, &arguments);
        }
        result = result.or(&self.invoke(&callee, &arguments, span));
        if rebound == Some("bind") || (method.as_deref() == Some("valueOf") && rebound.is_none()) {
            // `window.valueOf()` is the window, and so is `Object(window)`, which `builtin` knows.
            result = result.or(if rebound.is_some() { &callee } else { &on });
        }
        result
    }

    /// Takes `this` from the arguments of `call`, `apply` and `bind`, and returns it.
    fn rebind(&mut self, how: &str, given: &[Argument<'_>], arguments: &mut Vec<Values>) -> Values {
        let this = if arguments.is_empty() { Values::default() } else { arguments.remove(0) };
        self.set_window(given.is_empty() || this.has(&Value::Window) || is_nothing(given.first()));
        if how == "apply" {
            *arguments = arguments.first().map(|list| self.listed(list)).unwrap_or_default();
        }
        this
    }

    /// `Function.prototype.call.call(f, …)`: the function that is called in the end.
    fn unbound(&self, mut callee: Values, on: &mut Values, arguments: &mut Vec<Values>) -> Values {
        let how = |values: &Values, name: &str| {
            values.iter().any(|value| matches!(value, Value::Path(path) if path.ends_with(name)))
        };
        while !arguments.is_empty() && (how(&callee, ".call") || how(&callee, ".apply")) {
            let listed = how(&callee, ".apply");
            callee = std::mem::replace(on, arguments.remove(0));
            if listed {
                *arguments = arguments.first().map(|list| self.listed(list)).unwrap_or_default();
            }
        }
        callee
    }

    /// The arguments that a list of them gives.
    pub(super) fn listed(&self, list: &Values) -> Vec<Values> {
        list.elements().unwrap_or_else(|| vec![self.element_of(list); 4])
    }

    pub(super) fn set_window(&mut self, yes: bool) {
        if yes && !self.this_is_window {
            self.this_is_window = true;
            self.flow.changed = true;
        }
    }

    pub(super) fn new_object(&mut self, it: &NewExpression<'_>) -> Values {
        self.direct = Some(This::Own);
        let callee = self.eval(&it.callee);
        self.direct = None;
        let arguments = self.arguments(&it.arguments);
        self.made(&callee, &arguments, it.span)
    }

    /// The object that `new` makes of these functions and classes.
    pub(super) fn made(&mut self, callee: &Values, arguments: &[Values], span: Span) -> Values {
        let mut made = Values::default();
        for value in callee.iter() {
            match value {
                Value::Path(name) => match name.as_str() {
                    // They hold what they are made of.
                    "Set" | "Proxy" | "Array" | "Map" | "String" => {
                        made = made.or(arguments.first().unwrap_or(&Values::default()));
                    }
                    "Promise" => made = made.or(&self.promised(arguments, span)),
                    _ => made = made.or(&self.builtin(name, arguments, span)),
                },
                Value::Function(function) => {
                    self.enter(*function, arguments);
                }
                Value::Class(class) => made = made.or(&self.construct(*class, arguments)),
                value => self.used(value, span),
            }
        }
        made
    }

    /// The value of a promise: what its function calls the first argument with.
    fn promised(&mut self, arguments: &[Values], span: Span) -> Values {
        let resolve = Values::one(Value::Function(span.start));
        if let Some(function) = arguments.first() {
            self.invoke(function, &[resolve], span);
        }
        let given = self.flow.calls.get(&span.start);
        given.and_then(|given| given.first()).cloned().unwrap_or_default()
    }

    /// Calls the functions among these values.
    pub(super) fn invoke(&mut self, functions: &Values, arguments: &[Values], span: Span) -> Values {
        let mut result = Values::default();
        for value in functions.iter() {
            match value {
                Value::Function(function) => result = result.or(&self.enter(*function, arguments)),
                Value::Path(name) => result = result.or(&self.builtin(name, arguments, span)),
                value => self.used(value, span),
            }
        }
        result
    }

    /// Notes the call of a member of the window whose name is not known.
    ///
    /// It may be any tool whose name the code compares with another text.
    fn used(&mut self, value: &Value, span: Span) {
        let Value::Any(path) = value else { return };
        let names: Vec<String> = self.flow.compared.iter().map(|name| format!("{path}{name}")).collect();
        for name in names {
            self.reach(&name, span);
        }
    }

    /// `list.push(window)`: the name holds a list with that element from then on.
    fn filled(&mut self, receiver: Option<&Expression<'_>>, method: &str, arguments: &[Values]) {
        if let Some(Expression::Identifier(list)) = receiver.map(plain)
            && let Some(symbol) = self.symbol(list)
        {
            let added = match (method, arguments) {
                ("set", [key, value, ..]) => vec![Values::list([key.clone(), value.clone()])],
                ("push" | "unshift" | "add" | "fill", arguments) => arguments.to_vec(),
                _ => return,
            };
            for values in added {
                self.hold(symbol, &Values::list_of(values));
            }
        }
    }

    /// `Object.assign(o, window)`: the name `o` holds an object with those members from then on.
    fn extended(&mut self, callee: &Values, given: &[Argument<'_>], arguments: &[Values]) {
        let extends = |value: &Value| {
            matches!(value, Value::Path(path) if matches!(
                path.as_str(),
                "Object.assign" | "Object.setPrototypeOf" | "Reflect.setPrototypeOf"
            ))
        };
        if let Some(Expression::Identifier(object)) =
            given.first().and_then(Argument::as_expression).map(plain)
            && let Some(symbol) = self.symbol(object)
            && callee.iter().any(extends)
        {
            let mut written = Object::default();
            for values in arguments.iter().skip(1) {
                written.spread.add(values);
            }
            self.hold(symbol, &Values::object(written));
        }
    }

    /// Calls the functions that a method of a list or promise gets, and returns what may come of it.
    fn handed(&mut self, list: &Values, method: &str, arguments: &[Values], span: Span) -> Values {
        let none = Values::default();
        let (first, second) = (arguments.first().unwrap_or(&none), arguments.get(1).unwrap_or(&none));
        let elements = self.element_of(list);
        let given = match method {
            "map" | "flatMap" | "forEach" | "filter" | "some" | "every" | "find" | "findIndex"
            | "findLast" | "findLastIndex" => vec![elements.clone(), none.clone(), list.clone()],
            "sort" | "toSorted" => vec![elements.clone(); 2],
            "reduce" | "reduceRight" => vec![elements.clone().or(second), elements.clone()],
            "then" => vec![list.clone()],
            "get" => return self.looked_up(&elements, first),
            "values" | "entries" => return list.clone().or(&Values::list_of(list.entries())),
            "__lookupGetter__" | "__lookupSetter__" => {
                let values = self.any_of(list, &first.texts());
                self.reached(&values, span);
                return values;
            }
            _ => return none,
        };
        let returned = self.invoke(first, &given, span);
        match method {
            "map" | "flatMap" => Values::list_of(returned),
            "filter" | "sort" | "toSorted" if !elements.is_empty() => Values::list_of(elements),
            "find" | "findLast" => elements,
            "reduce" | "reduceRight" => returned.or(&elements),
            "then" => returned,
            _ => none,
        }
    }

    /// The values in the pairs that a map holds.
    fn looked_up(&mut self, pairs: &Values, key: &Values) -> Values {
        let mut found = Values::default();
        for value in pairs.iter() {
            if let Value::Object(pair) = value {
                found.add(&pair.member("1"));
            }
        }
        if !found.is_empty() {
            self.compare(key);
        }
        found
    }

    /// Notes what a function is called with, and gives what it may return.
    pub(super) fn enter(&mut self, function: u32, arguments: &[Values]) -> Values {
        let known = self.flow.calls.entry(function).or_default();
        for (index, values) in arguments.iter().enumerate().take(16) {
            if known.len() <= index {
                known.push(Values::default());
            }
            if let Some(known) = known.get_mut(index) {
                self.flow.changed |= known.add(values);
            }
        }
        self.flow.returns.get(&function).cloned().unwrap_or_default()
    }
}

/// The method of a function that calls it with another `this`, if the callee is one.
fn rebound(callee: &Expression<'_>) -> Option<&'static str> {
    let name = callee.as_member_expression()?.static_property_name()?;
    ["call", "apply", "bind"].into_iter().find(|one| *one == name)
}

fn is_nothing(argument: Option<&Argument<'_>>) -> bool {
    match argument.and_then(Argument::as_expression) {
        Some(Expression::NullLiteral(_)) => true,
        Some(Expression::Identifier(it)) => it.name == "undefined",
        Some(Expression::UnaryExpression(it)) => it.operator.is_void(),
        _ => false,
    }
}

/// Returns whether an expression is an object that is surely the code's own.
fn is_literal(it: &Expression<'_>) -> bool {
    matches!(
        plain(it),
        Expression::ArrayExpression(_)
            | Expression::ObjectExpression(_)
            | Expression::StringLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::RegExpLiteral(_)
    )
}

/// Returns the result of a method of a constant text or list.
fn folded(on: &Values, method: &str, arguments: &[Values]) -> Values {
    match method {
        "toString" | "valueOf" | "trim" | "normalize" => texts(on),
        "join" => joined(on, arguments),
        "at" | "pop" | "shift" => on.element(),
        "concat" => {
            let lists = on.iter().any(|value| matches!(value, Value::Object(_)));
            let mut all = if lists { Values::list_of(on.element()) } else { on.clone() };
            for values in arguments {
                let more = Values::list_of(values.element().or(values));
                all = if lists { all.or(&more) } else { all.joined(values) };
            }
            all
        }
        _ => Values::default(),
    }
}

fn texts(values: &Values) -> Values {
    let mut all = Values::default();
    for text in values.texts() {
        all.push(Value::Text(text));
    }
    all
}

/// The text of a list with the given separator between its elements.
fn joined(list: &Values, arguments: &[Values]) -> Values {
    let comma = Values::text(",");
    let separator = arguments.first().unwrap_or(&comma);
    let Some(elements) = list.elements() else { return texts(list) };
    let mut all = Values::text("");
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            all = all.joined(separator);
        }
        all = all.joined(element);
    }
    all
}
