//! Calls of functions of the code, with their possible arguments, and of functions of the language.

use oxc_ast::ast::{Argument, CallExpression, Expression, MemberExpression, NewExpression};
use oxc_span::Span;

use super::value::{Object, TextKind, Value, Values};
use super::{BypassSearch, This};

impl BypassSearch<'_> {
    pub(super) fn arguments(&mut self, arguments: &[Argument<'_>]) -> Vec<Values> {
        let mut values = Vec::new();
        for argument in arguments {
            match argument {
                Argument::SpreadElement(it) => {
                    let spread = self.eval(&it.argument).element();
                    values.push(spread);
                }
                _ => values.push(argument.as_expression().map(|one| self.eval(one)).unwrap_or_default()),
            }
        }
        values
    }

    pub(super) fn call(&mut self, it: &CallExpression<'_>) -> Values {
        // `(0, o.f)()` and `(o.f || g)()` call without an object.
        let callee = crate::literal::plain(&it.callee);
        let loose = matches!(
            callee,
            Expression::SequenceExpression(_)
                | Expression::LogicalExpression(_)
                | Expression::ConditionalExpression(_)
        );
        let method = callee.as_member_expression().and_then(MemberExpression::static_property_name);
        let rebound = matches!(method, Some("call" | "apply" | "bind"));
        self.flow.receiver = Values::default();
        let (object, callee) = match callee.as_member_expression().filter(|_| rebound) {
            Some(member) => (Some(()), self.eval(member.object())),
            None => (None, self.eval(&it.callee)),
        };
        let receiver = crate::literal::plain(&it.callee).as_member_expression().map(MemberExpression::object);
        let receiver = receiver.filter(|_| method.is_some() && !rebound);
        let on = receiver.map(|one| self.again(one));
        let list = std::mem::take(&mut self.flow.receiver);
        let mut arguments = self.arguments(&it.arguments);
        if object.is_some() {
            let this = if arguments.is_empty() { Values::default() } else { arguments.remove(0) };
            let window =
                it.arguments.is_empty() || this.has(&Value::Window) || Self::is_nothing(it.arguments.first());
            self.set_window(window);
            if method == Some("apply") {
                arguments = arguments.first().map(|list| vec![list.element(); 4]).unwrap_or_default();
            }
        }
        self.set_window(loose);
        let mut result = Values::default();
        if let (Some(method), Some(on)) = (method, &on) {
            self.called_member(on, method, it.span);
            result = folded(on, method, &arguments).or(&self.handed(&list, method, &arguments));
            self.filled(receiver, method, &arguments);
        }
        let name = match crate::literal::plain(&it.callee) {
            Expression::Identifier(it) => Some(it.name.as_str()),
            _ => method,
        };
        if let Some(name) = name {
            self.code_given(name, &arguments, it.span);
        }
        for value in callee.iter() {
            match value {
                Value::Function(function) => {
                    result = result.or(&self.enter(*function, &arguments));
                    if method == Some("bind") {
                        result = result.or(&callee);
                    }
                }
                Value::Path(name) => result = result.or(&self.builtin(name, &arguments, it.span)),
                _ => {}
            }
        }
        if method == Some("valueOf") && !rebound {
            // `window.valueOf()` is the window, and so is `Object(window)`, which `builtin` knows.
            result = result.or(&self.valued(callee_object(&it.callee)));
        }
        result
    }

    pub(super) fn valued(&mut self, object: Option<&Expression<'_>>) -> Values {
        match object.map(crate::literal::plain) {
            Some(Expression::Identifier(it)) => self.name(it),
            _ => Values::default(),
        }
    }

    pub(super) fn is_nothing(argument: Option<&Argument<'_>>) -> bool {
        match argument.and_then(Argument::as_expression) {
            Some(Expression::NullLiteral(_)) => true,
            Some(Expression::Identifier(it)) => it.name == "undefined",
            Some(Expression::UnaryExpression(it)) => it.operator.is_void(),
            _ => false,
        }
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
        let mut made = Values::default();
        for value in callee.iter() {
            match value {
                // They hold what they are made of.
                Value::Path(name) if matches!(name.as_str(), "Set" | "Proxy" | "Array") => {
                    made = made.or(arguments.first().unwrap_or(&Values::default()));
                }
                Value::Path(name) => {
                    self.builtin(name, &arguments, it.span);
                }
                Value::Function(function) => {
                    self.enter(*function, &arguments);
                }
                _ => {}
            }
        }
        made
    }

    /// Returns the values that were found for an expression, without a second look at its parts.
    fn again(&mut self, it: &Expression<'_>) -> Values {
        match crate::literal::plain(it) {
            Expression::Identifier(it) => self.name(it),
            Expression::StringLiteral(it) => Values::text(it.value.as_str()),
            Expression::ThisExpression(_) => self.this(),
            Expression::ArrayExpression(it) if it.elements.len() <= 16 => {
                let mut object = Object::default();
                let mut text = String::new();
                for element in &it.elements {
                    match element.as_expression() {
                        Some(Expression::StringLiteral(one)) => text.push_str(one.value.as_str()),
                        _ => return Values::one(Value::This),
                    }
                }
                object.others = Values::text(text);
                Values::object(object)
            }
            it => match it.as_member_expression() {
                Some(member) => {
                    let on = self.again(member.object());
                    member.static_property_name().map(|name| on.member(name)).unwrap_or_default()
                }
                None => Values::default(),
            },
        }
    }

    /// `list.push(window)`: the name holds a list with that element from then on.
    fn filled(&mut self, receiver: Option<&Expression<'_>>, method: &str, arguments: &[Values]) {
        if let "push" | "unshift" | "add" | "fill" = method
            && let Some(Expression::Identifier(list)) = receiver.map(crate::literal::plain)
            && let Some(symbol) = self.symbol(list)
        {
            for values in arguments {
                let others = values.clone();
                self.hold(symbol, &Values::object(Object { others, ..Object::default() }));
            }
        }
    }

    /// Calls the functions that a method of a list or promise gets, and returns what may come of it.
    fn handed(&mut self, list: &Values, method: &str, arguments: &[Values]) -> Values {
        let none = Values::default();
        let (first, second) = (arguments.first().unwrap_or(&none), arguments.get(1).unwrap_or(&none));
        let elements = list.element();
        let given = match method {
            "map" | "flatMap" | "forEach" | "filter" | "some" | "every" | "find" | "findIndex"
            | "findLast" | "findLastIndex" => vec![elements.clone(), none.clone(), list.clone()],
            "sort" | "toSorted" => vec![elements.clone(); 2],
            "reduce" | "reduceRight" => vec![elements.clone().or(second), elements.clone()],
            "then" => vec![list.clone()],
            _ => return none,
        };
        let returned = self.enter_any(first, &given);
        match method {
            "map" | "flatMap" => Values::object(Object { others: returned, ..Object::default() }),
            "filter" | "sort" | "toSorted" if !elements.is_empty() => {
                Values::object(Object { others: elements, ..Object::default() })
            }
            "find" | "findLast" => elements,
            "reduce" | "reduceRight" => returned.or(&elements),
            "then" => returned,
            _ => none,
        }
    }

    /// Calls the functions of the code that are among these values.
    fn enter_any(&mut self, functions: &Values, given: &[Values]) -> Values {
        let mut result = Values::default();
        for value in functions.iter() {
            if let Value::Function(function) = value {
                result = result.or(&self.enter(*function, given));
            }
        }
        result
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

    /// A call of a function of the language.
    pub(super) fn builtin(&mut self, name: &str, arguments: &[Values], span: Span) -> Values {
        let none = Values::default();
        let first = arguments.first().unwrap_or(&none);
        match name {
            "Reflect.get" | "Object.getOwnPropertyDescriptor" | "Reflect.getOwnPropertyDescriptor" => {
                let key = arguments.get(1).and_then(Values::only_text);
                let values = key.map(|key| first.member(key)).unwrap_or_default();
                if let Some(key) = key {
                    self.registered(first, key, span);
                }
                self.reached(&values, span);
                if name == "Reflect.get" {
                    values
                } else {
                    Values::object(Object { others: values, ..Object::default() })
                }
            }
            "Object.assign" => {
                let mut object = Object::default();
                for values in arguments {
                    object.spread.add(values);
                }
                Values::object(object).or(first)
            }
            "Reflect.apply" => {
                let this = arguments.get(1).cloned().unwrap_or_default();
                self.set_window(this.has(&Value::Window) || this.is_empty());
                let given = vec![arguments.get(2).map(Values::element).unwrap_or_default(); 4];
                self.enter_any(first, &given)
            }
            "Array.from" => {
                let none = Values::default();
                let mapped = self.enter_any(arguments.get(1).unwrap_or(&none), &[first.element()]);
                first.clone().or(&Values::object(Object { others: mapped, ..Object::default() }))
            }
            "Promise.all" | "Object.values" => {
                Values::object(Object { others: first.element(), ..Object::default() })
            }
            "String" | "decodeURIComponent" | "decodeURI" | "unescape" | "String.raw" | "Object"
            | "Promise.resolve" | "Object.freeze" | "Object.seal" | "Object.create" | "structuredClone"
            | "Array.of" => {
                let mut values = first.clone();
                if name == "Array.of" {
                    values = Values::object(Object { others: values, ..Object::default() });
                }
                values
            }
            "eval" | "Function" | "setTimeout" | "setInterval" => {
                for values in arguments {
                    self.code_in(values, span, TextKind::Code);
                }
                self.enter_any(first, &[]);
                if arguments
                    .iter()
                    .filter_map(Values::only_text)
                    .any(|text| text.trim_end_matches(';').trim() == "return this")
                {
                    // `Function("return this")()`.
                    self.flow.returns.insert(span.start, Values::one(Value::Window));
                    return Values::one(Value::Function(span.start));
                }
                Values::default()
            }
            _ => Values::default(),
        }
    }
}

fn callee_object<'t, 'a>(callee: &'t Expression<'a>) -> Option<&'t Expression<'a>> {
    crate::literal::plain(callee).as_member_expression().map(MemberExpression::object)
}

/// Returns the result of a method of a constant text.
fn folded(on: &Values, method: &str, arguments: &[Values]) -> Values {
    match method {
        "toString" | "valueOf" | "trim" | "normalize" | "join" | "at" | "pop" | "shift" => {
            let mut all = Values::default();
            for text in on.texts() {
                all.add(&Values::text(text));
            }
            all
        }
        "concat" => {
            let mut all = on.clone();
            for values in arguments {
                all = all.joined(values);
            }
            all
        }
        _ => Values::default(),
    }
}
