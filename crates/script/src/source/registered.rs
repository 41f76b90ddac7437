//! The tools that a file registers through WebMCP.

use oxc_ast::ast::{CallExpression, Expression, MemberExpression, ObjectPropertyKind};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan as _;

use super::raw::{FUNCTIONS, Registered};
use crate::literal::{json, key_name, literal, plain};
use crate::parse::range;

/// The calls of `registerTool` and `provideContext`, wherever they are.
pub(super) struct Registrations {
    pub(super) found: Vec<Registered>,
}

impl Registrations {
    fn tool(&mut self, it: &Expression<'_>) {
        if self.found.len() >= FUNCTIONS {
            return;
        }
        let span = range(it.span());
        let Expression::ObjectExpression(object) = plain(it) else {
            let json = Err("a tool that is registered by a name or a call");
            self.found.push(Registered { span, json });
            return;
        };
        let mut members = Vec::new();
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
            let Some(name) = key_name(&property.key, property.computed) else { continue };
            if !matches!(
                name.as_str(),
                "name" | "title" | "description" | "inputSchema" | "outputSchema" | "annotations"
            ) {
                continue;
            }
            match json(&literal(plain(&property.value))) {
                Some(value) => members.push(format!("{}: {value}", webagents_schema::escape::string(&name))),
                None => {
                    let json = Err("a tool that is registered with a value that is not written out");
                    self.found.push(Registered { span, json });
                    return;
                }
            }
        }
        self.found.push(Registered { span, json: Ok(format!("{{{}}}", members.join(", "))) });
    }
}

impl<'a> Visit<'a> for Registrations {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let name = match plain(&it.callee) {
            Expression::Identifier(it) => Some(it.name.as_str()),
            callee => callee.as_member_expression().and_then(MemberExpression::static_property_name),
        };
        let first = it.arguments.first().and_then(oxc_ast::ast::Argument::as_expression).map(plain);
        match (name, first) {
            (Some("registerTool"), Some(tool)) => self.tool(tool),
            (Some("provideContext"), Some(Expression::ObjectExpression(context))) => {
                for property in &context.properties {
                    if let ObjectPropertyKind::ObjectProperty(property) = property
                        && key_name(&property.key, property.computed).as_deref() == Some("tools")
                        && let Expression::ArrayExpression(list) = plain(&property.value)
                    {
                        for tool in list.elements.iter().filter_map(|element| element.as_expression()) {
                            self.tool(tool);
                        }
                    }
                }
            }
            _ => {}
        }
        walk::walk_call_expression(self, it);
    }
}
