//! Texts that are run: code, addresses and markup, and functions that WebMCP has for calling any tool.

use oxc_ast::ast::{AssignmentTarget, Expression, LogicalOperator, MemberExpression, UnaryOperator};
use oxc_span::{GetSpan as _, Span};

use super::BypassSearch;
use super::value::{TextKind, Value, Values};

impl BypassSearch<'_> {
    /// Finds the tools that constant texts name, which are run.
    pub(super) fn code_in(&mut self, values: &Values, span: Span, kind: TextKind) {
        for text in values.texts() {
            if kind == TextKind::Url && !is_code(&text) {
                continue;
            }
            let names: Vec<String> = self
                .names
                .iter()
                .filter(|name| names(&text, name, kind == TextKind::Markup))
                .cloned()
                .collect();
            for name in names {
                self.reach(&name, span);
            }
        }
    }

    /// The same for what is assigned: `location = …`, `element.onclick = …`, `element.innerHTML = …`.
    pub(super) fn code_of(&mut self, target: &AssignmentTarget<'_>, values: &Values) {
        let span = target.span();
        let name = match target {
            AssignmentTarget::AssignmentTargetIdentifier(it) => Some(it.name.as_str()),
            _ => target.as_member_expression().and_then(MemberExpression::static_property_name),
        };
        let Some(name) = name else { return };
        if target.as_member_expression().is_some() {
            self.own.insert(name.to_owned());
        }
        match name {
            "location" | "href" | "src" | "data" | "action" | "formAction" => {
                self.code_in(values, span, TextKind::Url);
            }
            "innerHTML" | "outerHTML" | "srcdoc" | "textContent" | "innerText" | "text" => {
                self.code_in(values, span, TextKind::Markup);
            }
            name if name.starts_with("on") => self.code_in(values, span, TextKind::Markup),
            _ => {}
        }
    }

    /// The same for what a method of any object is called with.
    pub(super) fn code_given(&mut self, method: &str, arguments: &[Values], span: Span) {
        match method {
            "constructor" | "eval" | "Function" | "setTimeout" | "setInterval" | "execScript" => {
                for values in arguments {
                    self.code_in(values, span, TextKind::Code);
                }
            }
            "open" | "assign" | "replace" | "navigate" | "importScripts" => {
                for values in arguments {
                    self.code_in(values, span, TextKind::Url);
                }
            }
            "setAttribute"
            | "setAttributeNS"
            | "insertAdjacentHTML"
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
        let unknown = object.iter().all(|value| matches!(value, Value::Path(_)));
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

/// Returns whether an address is one that holds code.
fn is_code(text: &str) -> bool {
    let text = text.trim_start();
    ["javascript:", "data:"]
        .iter()
        .any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Returns whether a text contains this name as a whole word, and as a function where `called` is set.
pub(super) fn names(text: &str, name: &str, called: bool) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    text.match_indices(name).any(|(at, _)| {
        let after = text.get(at + name.len()..).unwrap_or_default();
        let uses =
            ["(", "`", "?.(", ".call(", ".apply(", ".bind("].iter().any(|start| after.starts_with(start));
        !part(text.get(..at).and_then(|before| before.chars().next_back()))
            && !part(after.chars().next())
            && (uses || !called)
    })
}
