//! Texts that are run: code, addresses and markup, and functions that WebMCP has for calling any tool.

use oxc_ast::ast::{Expression, LogicalOperator, MemberExpression, UnaryOperator};
use oxc_span::{GetSpan as _, Span};

use super::texts::Ran;
use super::value::{TextKind, Value, Values};
use super::{BypassSearch, This};

impl BypassSearch<'_> {
    /// Finds the tools that constant texts reach, which are run, and returns the results of the texts.
    pub(super) fn code_in(&mut self, values: &Values, span: Span, kind: TextKind) -> Ran {
        let mut all = Ran::default();
        for text in values.texts() {
            let word = self.texts.word(&text, kind, self.names);
            for name in &word.names {
                self.reach(name, span);
            }
            if let Some(code) = &word.code {
                let ran = self.texts.result(code);
                for name in &ran.names {
                    self.reach(name, span);
                }
                all.value.add(&ran.value);
                all.returned.add(&ran.returned);
            }
        }
        all
    }

    /// The same for what is assigned to a member: `element.innerHTML = …`.
    pub(super) fn code_of(&mut self, member: &MemberExpression<'_>, name: &str, values: &Values) {
        self.own.insert(name.to_owned());
        // An object of a class may be an element, whose address or text is seldom code.
        let of_class = matches!(self.this.last(), Some(This::Class(_) | This::Instance(_)));
        let is_this = matches!(crate::literal::plain(member.object()), Expression::ThisExpression(_));
        if !(of_class && is_this && matches!(name, "text" | "data" | "action" | "textContent")) {
            self.code_named(name, values, member.span());
        }
    }

    /// The same for a member of any object that gets these values.
    pub(super) fn code_named(&mut self, name: &str, values: &Values, span: Span) {
        match name {
            "location" | "href" | "src" | "data" | "action" | "formAction" => {
                self.code_in(values, span, TextKind::Url);
            }
            "innerHTML" | "outerHTML" | "srcdoc" | "textContent" | "innerText" | "text" => {
                self.code_in(values, span, TextKind::Markup);
            }
            name if name.starts_with("on") => {
                self.code_in(values, span, TextKind::Markup);
            }
            _ => {}
        }
    }

    /// The same for what a method of any object is called with.
    pub(super) fn code_given(&mut self, method: &str, arguments: &[Values], span: Span) {
        let none = Values::default();
        let first = arguments.first().unwrap_or(&none);
        match method {
            "eval" | "setTimeout" | "setInterval" | "execScript" => {
                self.code_in(first, span, TextKind::Code);
            }
            "Function" => {
                for values in arguments {
                    self.code_in(values, span, TextKind::Code);
                }
            }
            "open" | "assign" | "replace" | "navigate" | "importScripts" => {
                for values in arguments {
                    self.code_in(values, span, TextKind::Url);
                }
            }
            "setAttribute" => self.attribute(first, arguments.get(1).unwrap_or(&none), span),
            "setAttributeNS" => {
                self.attribute(arguments.get(1).unwrap_or(&none), arguments.get(2).unwrap_or(&none), span);
            }
            "insertAdjacentHTML"
            | "write"
            | "writeln"
            | "setHTMLUnsafe"
            | "createContextualFragment"
            | "parseFromString"
            | "createTextNode"
            | "append"
            | "insertAdjacentText" => {
                for values in arguments {
                    self.code_in(values, span, TextKind::Url);
                    self.code_in(values, span, TextKind::Markup);
                }
            }
            _ => {}
        }
    }

    /// The same for an attribute, which holds code, an address or a document by its name.
    fn attribute(&mut self, name: &Values, values: &Values, span: Span) {
        let names = name.texts();
        if names.iter().any(|name| is_handler(name)) {
            self.code_in(values, span, TextKind::Code);
        }
        if names.is_empty() || names.iter().any(|name| name.eq_ignore_ascii_case("srcdoc")) {
            self.code_in(values, span, TextKind::Markup);
        }
        self.code_in(values, span, TextKind::Url);
    }

    /// Notes a text that the code compares with others.
    pub(super) fn compare(&mut self, values: &Values) {
        for text in values.texts() {
            let names = |name: &String| {
                name.strip_suffix(&*text).is_some_and(|path| path.is_empty() || path.ends_with('.'))
            };
            if self.names.iter().any(names) {
                self.flow.changed |= self.flow.compared.insert(text.to_string());
            }
        }
    }

    /// The same for an expression, whose parts are looked at elsewhere.
    pub(super) fn compared_with(&mut self, it: &Expression<'_>) {
        let values = self.glance(it);
        self.compare(&values);
    }

    /// The same for the elements of a list that is searched for a text.
    pub(super) fn compared_by(&mut self, list: &Values, method: &str) {
        if matches!(method, "includes" | "has" | "indexOf") {
            let elements = self.element_of(list);
            self.compare(&elements);
        }
    }

    /// The values of a name, a text or a member, without a look at its parts.
    fn glance(&self, it: &Expression<'_>) -> Values {
        match crate::literal::plain(it) {
            Expression::StringLiteral(it) => Values::text(it.value.as_str()),
            Expression::TemplateLiteral(it) if it.expressions.is_empty() => {
                let text = it.quasis.first().and_then(|quasi| quasi.value.cooked.as_ref());
                text.map(|text| Values::text(text.as_str())).unwrap_or_default()
            }
            Expression::Identifier(it) => {
                let known = self.symbol(it).and_then(|symbol| self.flow.known.get(&symbol));
                known.cloned().unwrap_or_default()
            }
            it => {
                let member = it.as_member_expression();
                let name = member.and_then(MemberExpression::static_property_name);
                let (Some(member), Some(name)) = (member, name) else { return Values::default() };
                let object = self.glance(member.object());
                self.member_of(&object, name)
            }
        }
    }

    /// Functions that WebMCP has for calling any registered tool: each of them reaches all.
    pub(super) fn registered(&mut self, object: &Values, member: &str, span: Span) {
        let page = |value: &Value| matches!(value, Value::Path(path) if path.contains("modelContext"));
        let reaches = match member {
            "executeTool" => !object.iter().any(|value| matches!(value, Value::Object(_) | Value::Tools)),
            "callTool" | "invokeTool" => object.iter().any(page),
            _ => false,
        };
        if reaches {
            let names: Vec<String> = self.names.iter().cloned().collect();
            for name in names {
                self.reach(&name, span);
            }
        }
    }

    /// Handles a call of a member of an unknown value.
    ///
    /// The value may be the window if only the window has members of this name.
    pub(super) fn called_member(&mut self, object: &Values, member: &str, span: Span) {
        let unknown = object.iter().all(|value| matches!(value, Value::Path(_) | Value::Any(_)));
        if unknown && !super::dom::is_member(member) && !self.own.contains(member) {
            self.reach(member, span);
        }
    }

    /// Handles an expression that is only tested for being there: `typeof payNow`, `if (window.payNow)`.
    pub(super) fn tested(&mut self, it: &Expression<'_>) {
        match crate::literal::plain(it) {
            Expression::Identifier(_) => {}
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::LogicalNot => {
                self.tested(&it.argument);
            }
            Expression::LogicalExpression(it) if it.operator != LogicalOperator::Coalesce => {
                self.tested(&it.left);
                self.tested(&it.right);
            }
            Expression::ChainExpression(chain) => match chain.expression.as_member_expression() {
                Some(MemberExpression::StaticMemberExpression(it)) => self.tested(&it.object),
                _ => {
                    self.eval(it);
                }
            },
            Expression::StaticMemberExpression(it) => self.tested(&it.object),
            it => {
                self.eval(it);
            }
        }
    }
}

/// Returns whether an attribute of this name holds code.
fn is_handler(name: &str) -> bool {
    name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("on"))
}
