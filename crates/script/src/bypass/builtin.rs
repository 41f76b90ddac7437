//! Calls of functions of the language that lead to members, or run texts.

use std::sync::Arc;

use oxc_span::Span;

use super::BypassSearch;
use super::constructor::constructor_of;
use super::value::{Object, TextKind, Value, Values};

impl BypassSearch<'_> {
    /// A call of a function of the language.
    pub(super) fn builtin(&mut self, name: &str, arguments: &[Values], span: Span) -> Values {
        let none = Values::default();
        let (first, second) = (arguments.first().unwrap_or(&none), arguments.get(1).unwrap_or(&none));
        match name {
            "Reflect.get" => self.read(first, second, span),
            "Object.getOwnPropertyDescriptor" | "Reflect.getOwnPropertyDescriptor" => {
                Values::list_of(self.read(first, second, span))
            }
            "Object.getOwnPropertyDescriptors" if !first.portable().is_empty() => {
                Values::one(Value::Descriptors(Arc::new(first.portable())))
            }
            "Object.assign" => self.assigned(arguments, span),
            "Object.setPrototypeOf" | "Reflect.setPrototypeOf" => {
                Values::object(Object { spread: second.clone(), ..Object::default() }).or(first)
            }
            "Reflect.set" => {
                self.read(first, second, span);
                for key in second.texts() {
                    self.code_named(&key, arguments.get(2).unwrap_or(&none), span);
                }
                none
            }
            "Reflect.apply" => {
                self.set_window(second.has(&Value::Window) || second.is_empty());
                let given = arguments.get(2).map(|list| self.listed(list)).unwrap_or_default();
                self.invoke(first, &given, span)
            }
            "Reflect.construct" => {
                let given = self.listed(second);
                self.made(first, &given, span)
            }
            "Array.from" => {
                let given = [self.element_of(first)];
                let mapped = self.invoke(second, &given, span);
                first.clone().or(&Values::list_of(mapped))
            }
            "Promise.all" if first.elements().is_some() => first.clone(),
            "Promise.any" | "Promise.race" => self.element_of(first),
            "Promise.all" | "Object.values" => Values::list_of(self.element_of(first)),
            "Object.keys" | "Object.getOwnPropertyNames" | "Reflect.ownKeys" => Values::list_of(first.keys()),
            "Object.entries" => Values::list_of(first.entries()),
            "Object.fromEntries" => of_pairs(&self.element_of(first)),
            "String.raw" => raw(first, arguments.get(1..).unwrap_or_default()),
            "Array.of" => Values::list(arguments.iter().cloned()),
            "String" | "decodeURIComponent" | "decodeURI" | "unescape" | "Object" | "Promise.resolve"
            | "Object.freeze" | "Object.seal" | "Object.create" | "structuredClone" => first.clone(),
            "eval" => self.code_in(first, span, TextKind::Code).value,
            "Function" => self.function_of(arguments, span),
            "setTimeout" | "setInterval" => {
                self.code_in(first, span, TextKind::Code);
                self.invoke(first, arguments.get(2..).unwrap_or_default(), span);
                none
            }
            _ => {
                self.code_given(name.rsplit('.').next().unwrap_or(name), arguments, span);
                none
            }
        }
    }

    /// The members with these names.
    fn read(&mut self, object: &Values, keys: &Values, span: Span) -> Values {
        let keys = keys.texts();
        let mut values = match keys.as_slice() {
            [key] => self.member_of(object, key),
            keys => self.any_of(object, keys),
        };
        for key in &keys {
            self.registered(object, key, span);
            if &**key == "constructor" {
                values.add(&constructor_of(None, object));
            }
        }
        self.reached(&values, span);
        values
    }

    /// The object of `Object.assign`, whose assignments are looked at.
    fn assigned(&mut self, arguments: &[Values], span: Span) -> Values {
        let mut object = Object::default();
        for values in arguments {
            object.spread.add(values);
        }
        for values in arguments.iter().skip(1) {
            for value in values.iter() {
                let Value::Object(from) = value else { continue };
                for (name, values) in &from.named {
                    self.code_named(name, values, span);
                }
            }
        }
        Values::object(object).or(arguments.first().unwrap_or(&Values::default()))
    }

    /// The function that `Function` makes of texts.
    fn function_of(&mut self, texts: &[Values], span: Span) -> Values {
        let mut returned = Values::default();
        for values in texts {
            returned.add(&self.code_in(values, span, TextKind::Code).returned);
        }
        if returned.is_empty() {
            return returned;
        }
        self.flow.changed |= self.flow.returns.entry(span.start).or_default().add(&returned);
        Values::one(Value::Function(span.start))
    }
}

/// The object that has these pairs of names and values.
fn of_pairs(pairs: &Values) -> Values {
    let mut object = Object::default();
    for pair in pairs.iter() {
        let Value::Object(pair) = pair else { continue };
        let (name, values) = (pair.member("0"), pair.member("1"));
        if values.has(&Value::Any(String::new())) {
            object.spread.push(Value::Window);
        }
        match name.only_text() {
            Some(name) => object.named.push((name.to_owned(), values)),
            None => {
                object.others.add(&values);
            }
        }
    }
    Values::object(object)
}

/// The text that `String.raw` makes of a template.
fn raw(template: &Values, holes: &[Values]) -> Values {
    let Some(pieces) = template.member("raw").elements() else { return Values::default() };
    let mut text = Values::text("");
    for (index, piece) in pieces.iter().enumerate() {
        text = text.joined(piece);
        if index + 1 < pieces.len()
            && let Some(hole) = holes.get(index)
        {
            text = text.joined(hole);
        }
    }
    text
}
