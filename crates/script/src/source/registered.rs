//! The tools that a file registers through WebMCP.
//!
//! Calls of `registerTool` and `provideContext`, and of hooks and helpers such as `useWebMCP({ name, description, … })`.

use std::collections::HashSet;

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, MemberExpression, ObjectExpression, ObjectPropertyKind};
use oxc_semantic::Semantic;
use oxc_span::GetSpan as _;
use webagents_schema::conform::PartialValue;
use webagents_schema::escape;

use super::raw::{FUNCTIONS, Registered};
use super::statements;
use crate::diagnostic::shown;
use crate::evaluate::Evaluator;
use crate::literal::{is_name, json, key_name, member_name, plain};
use crate::parse::range;

/// Members of a tool's definition.
const MEMBERS: [&str; 6] = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];
/// Names that other libraries have for `inputSchema`.
const SCHEMAS: [&str; 4] = ["parameters", "input_schema", "schema", "params"];
/// Members of which a tool of a hook has one.
const WORK: [&str; 5] = ["execute", "handler", "inputSchema", "callback", "run"];

/// Finds the tools that a file registers, wherever it does.
pub(super) fn find(semantic: &Semantic<'_>) -> Vec<Registered> {
    let mut search =
        Registrations { evaluator: Evaluator::new(semantic), found: Vec::new(), known: HashSet::new() };
    for node in semantic.nodes().iter() {
        if let AstKind::CallExpression(call) = node.kind() {
            search.call(call);
        }
    }
    search.found
}

struct Registrations<'s, 'a> {
    evaluator: Evaluator<'s, 'a>,
    found: Vec<Registered>,
    /// The tools that were found, so that a function which passes its tool on adds none.
    known: HashSet<String>,
}

impl<'a> Registrations<'_, 'a> {
    fn call(&mut self, it: &'a CallExpression<'a>) {
        let name = match plain(&it.callee) {
            Expression::Identifier(it) => it.name.as_str().to_owned(),
            callee => callee.as_member_expression().and_then(member_name).unwrap_or_default(),
        };
        let arguments: Vec<&'a Expression<'a>> =
            it.arguments.iter().filter_map(|argument| argument.as_expression()).map(plain).collect();
        match (name.as_str(), arguments.as_slice()) {
            ("registerTool", [tool]) => self.tools(tool, None),
            // The form of the MCP SDK: `registerTool("name", { description, inputSchema }, …)`.
            ("registerTool", [first, second, ..]) => {
                for [name, tool] in self.evaluator.tuples([*first, *second]) {
                    match name {
                        PartialValue::Object { .. } | PartialValue::Hole => self.tool(first, name, None),
                        name => self.tool(second, tool, Some(&name)),
                    }
                }
            }
            // The older form of the MCP SDK: `tool("name", "description", { q: z.string() }, …)`.
            ("tool", [first, .., last]) if statements::may_be_function(last) => self.older(first, &arguments),
            ("setRequestHandler", [schema, handler]) if is_name(schema, &["ListToolsRequestSchema"]) => {
                if let Some(Expression::ObjectExpression(answer)) = Evaluator::result_of(handler) {
                    self.tools_of(answer);
                }
            }
            ("provideContext", [Expression::ObjectExpression(context)]) => self.tools_of(context),
            // `tools.forEach(registerTool)`
            ("forEach" | "map", [function]) if registers(function) => {
                if let Some(member) = plain(&it.callee).as_member_expression() {
                    self.list(member.object());
                }
            }
            (name, [first, ..]) if is_helper(name) => self.helped(first),
            _ => {}
        }
    }

    /// Adds the tools of the member `tools` of an object.
    fn tools_of(&mut self, object: &'a ObjectExpression<'a>) {
        for property in &object.properties {
            if let ObjectPropertyKind::ObjectProperty(property) = property
                && key_name(&property.key, property.computed).as_deref() == Some("tools")
            {
                self.list(&property.value);
            }
        }
    }

    /// Adds a tool whose name, description and parameters are passed one by one.
    fn older(&mut self, first: &'a Expression<'a>, arguments: &[&'a Expression<'a>]) {
        let text = |one: &PartialValue| matches!(one, PartialValue::String(_));
        for name in self.evaluator.values(first).into_iter().filter(text) {
            let between = arguments.get(1..arguments.len() - 1).unwrap_or_default();
            let mut members = vec![("name".to_owned(), name)];
            for value in between.iter().flat_map(|one| self.evaluator.values(one)) {
                let member = if text(&value) { "description" } else { "parameters" };
                members.push((member.to_owned(), value));
            }
            self.tool(first, PartialValue::Object { members, open: false }, None);
        }
    }

    /// Adds the tools of a list.
    fn list(&mut self, it: &'a Expression<'a>) {
        for value in self.evaluator.values(it) {
            match value {
                PartialValue::Array { elements, open } => {
                    for element in elements {
                        self.tool(it, element, None);
                    }
                    if open {
                        self.tool(it, PartialValue::Hole, None);
                    }
                }
                other => self.tool(it, other, None),
            }
        }
    }

    /// Adds the tools that an expression means. `name` is the name that is passed before it.
    fn tools(&mut self, it: &'a Expression<'a>, name: Option<&PartialValue>) {
        for value in self.evaluator.values(it) {
            self.tool(it, value, name);
        }
    }

    fn tool(&mut self, it: &Expression<'a>, value: PartialValue, name: Option<&PartialValue>) {
        if self.found.len() >= FUNCTIONS {
            return;
        }
        let span = range(it.span());
        let PartialValue::Object { mut members, open } = value else {
            let json = Err("is registered, and its value is not written out in this file".to_owned());
            self.found.push(Registered { span, name: None, json });
            return;
        };
        if let Some(name) = name {
            members.retain(|(known, _)| known != "name");
            members.insert(0, ("name".to_owned(), name.clone()));
        }
        let name = members.iter().find_map(|(known, value)| match value {
            PartialValue::String(Some(name)) if known == "name" => Some(name.clone()),
            _ => None,
        });
        let foreign = name_schema(&mut members);
        let mut parts = Vec::new();
        let mut lacking =
            if open && !MEMBERS[..4].iter().all(|one| members.iter().any(|(known, _)| known == one)) {
                Some("a part of it".to_owned())
            } else {
                None
            };
        for (known, value) in &members {
            if !MEMBERS.contains(&known.as_str()) || *value == PartialValue::Undefined {
                continue;
            }
            match json(value) {
                Some(value) => parts.push(format!("{}: {value}", escape::string(known))),
                None => lacking = lacking.or_else(|| Some(format!("its {}", shown(known)))),
            }
        }
        if !self.known.insert(format!(
            "{name:?} {} {}",
            span.start * usize::from(lacking.is_some()),
            parts.join(", ")
        )) {
            return;
        }
        let json = match lacking.or(foreign) {
            Some(what) => Err(format!("is registered, and {what} is not written out in this file")),
            None => Ok(format!("{{{}}}", parts.join(", "))),
        };
        self.found.push(Registered { span, name, json });
    }

    /// Adds the tool of a hook or helper, if the argument has the form of one.
    fn helped(&mut self, it: &'a Expression<'a>) {
        for value in self.evaluator.values(it) {
            let PartialValue::Object { members, .. } = &value else { continue };
            let has = |name: &str| members.iter().any(|(known, _)| known == name);
            if has("name") && has("description") && WORK.iter().any(|one| has(one)) {
                self.tool(it, value, None);
            }
        }
    }
}

/// Gives a JSON Schema under another library's name the name `inputSchema`.
///
/// Returns the words for parameters in another form than a schema.
fn name_schema(members: &mut [(String, PartialValue)]) -> Option<String> {
    if members.iter().any(|(name, _)| name == MEMBERS[3]) {
        return None;
    }
    let (name, value) = members.iter_mut().find(|(name, _)| SCHEMAS.contains(&name.as_str()))?;
    let is_schema = match &*value {
        PartialValue::Object { members, .. } => members.iter().any(|(name, value)| match name.as_str() {
            "type" => matches!(value, PartialValue::String(_)),
            "properties" | "$ref" => matches!(value, PartialValue::Object { .. } | PartialValue::String(_)),
            _ => false,
        }),
        PartialValue::Undefined => return None,
        _ => false,
    };
    if is_schema {
        MEMBERS[3].clone_into(name);
        return None;
    }
    Some(format!("a JSON Schema of its {}", shown(name)))
}

/// Returns whether an expression is the function that registers a tool.
fn registers(function: &Expression<'_>) -> bool {
    is_name(function, &["registerTool"])
        || function.as_member_expression().and_then(MemberExpression::static_property_name)
            == Some("registerTool")
}

/// Returns whether a function called `name` is a hook or helper that registers a tool.
fn is_helper(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["mcp", "tool", "modelcontext"].iter().any(|word| name.contains(word))
}
