//! TypeScript that has code of its own: enums, and parameters of a constructor that are properties.
//!
//! The output is that of the compiler, on one line, followed by as many line ends as the source has, so that the code
//! after it keeps its lines.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use oxc_ast::ast::{
    BinaryOperator, BindingPattern, Expression, Function, IdentifierReference, Statement, TSEnumDeclaration,
    TSEnumMemberName, UnaryOperator,
};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan as _;
use webagents_schema::escape;

use crate::literal::plain;
use crate::strip::{Edit, Strip};

impl Strip<'_> {
    /// Writes the code of an enum, whose types are blanked already.
    pub(crate) fn enumeration(&mut self, it: &TSEnumDeclaration<'_>) {
        let name = it.id.name.as_str();
        let mut used = Used::default();
        for member in &it.body.members {
            if let Some(init) = &member.initializer {
                used.visit_expression(init);
            }
        }
        let mut code = format!("var {name};(function({name}){{");
        let mut known: HashMap<String, Constant> = HashMap::new();
        let mut before: Option<(String, Option<Constant>)> = None;
        for member in &it.body.members {
            let key = match &member.id {
                TSEnumMemberName::Identifier(it) => it.name.as_str().to_owned(),
                TSEnumMemberName::String(it) | TSEnumMemberName::ComputedString(it) => {
                    it.value.as_str().to_owned()
                }
                TSEnumMemberName::ComputedTemplateString(it) => {
                    let text = it.quasis.first().and_then(|text| text.value.cooked.as_ref());
                    text.map(|text| text.as_str().to_owned()).unwrap_or_default()
                }
            };
            let quoted = escape::string(&key);
            let (value, constant) = match (&member.initializer, &before) {
                (Some(init), _) => (
                    self.stripped(init.span()).replace(['\n', '\r', '\u{2028}', '\u{2029}'], " "),
                    constant(init, &known),
                ),
                (None, None) => ("0".to_owned(), Some(Constant::Number(0.0))),
                (None, Some((_, Some(Constant::Number(number))))) => {
                    ((number + 1.0).to_string(), Some(Constant::Number(number + 1.0)))
                }
                (None, Some((last, None))) => (format!("{name}[{last}]+1"), None),
                (None, Some((_, Some(Constant::Text)))) => {
                    self.refuse(
                        member.span,
                        "a member of an enum without a value, after one that is a text",
                        "write `= …` after it",
                    );
                    return;
                }
            };
            if it
                .body
                .members
                .iter()
                .any(|member| member.initializer.as_ref().is_some_and(|init| has_comment(self, init)))
            {
                self.refuse(it.span, "an enum with a `//` comment within a value", "remove the comment");
                return;
            }
            // Writing to a String cannot fail.
            let _ = if matches!(constant, Some(Constant::Text)) {
                write!(code, "{name}[{quoted}]={value};")
            } else {
                write!(code, "{name}[{name}[{quoted}]={value}]={quoted};")
            };
            if used.names.contains(&key) && key != name {
                let _ = write!(code, "const {key}={name}[{quoted}];");
            }
            if let Some(constant) = &constant {
                known.insert(key.clone(), constant.clone());
            }
            before = Some((quoted, constant));
        }
        let _ = write!(code, "}})({name}||({name}={{}}));");
        let text = self.text(it.span.start, it.span.end);
        let ends = text.matches('\n').count();
        code.push_str(&"\n".repeat(ends));
        if let Some(last) = text.rsplit('\n').next().filter(|_| ends > 0) {
            code.push_str(&" ".repeat(last.encode_utf16().count()));
        }
        self.edits.push(Edit { start: it.span.start, end: it.span.end, text: code });
    }
}

fn has_comment(strip: &Strip<'_>, init: &Expression<'_>) -> bool {
    let span = init.span();
    let text = strip.stripped(span);
    text.contains('\n') && text.contains("//")
}

/// The value of a member, as far as it decides what comes of it.
#[derive(Debug, Clone, PartialEq)]
enum Constant {
    Number(f64),
    Text,
}

fn constant(init: &Expression<'_>, known: &HashMap<String, Constant>) -> Option<Constant> {
    match plain(init) {
        Expression::NumericLiteral(it) => Some(Constant::Number(it.value)),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Some(Constant::Text),
        Expression::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => {
            match constant(&it.argument, known)? {
                Constant::Number(number) => Some(Constant::Number(-number)),
                Constant::Text => None,
            }
        }
        Expression::Identifier(it) => known.get(it.name.as_str()).cloned(),
        Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
            match (constant(&it.left, known), constant(&it.right, known)) {
                (Some(Constant::Number(left)), Some(Constant::Number(right))) => {
                    Some(Constant::Number(left + right))
                }
                (Some(Constant::Text), _) | (_, Some(Constant::Text)) => Some(Constant::Text),
                _ => None,
            }
        }
        _ => None,
    }
}

#[derive(Default)]
struct Used {
    names: BTreeSet<String>,
}

impl<'a> Visit<'a> for Used {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.names.insert(it.name.as_str().to_owned());
    }
}

impl Strip<'_> {
    /// Writes the assignments of a constructor's parameters that are properties.
    pub(crate) fn parameter_properties(&mut self, constructor: &Function<'_>) {
        let Some(body) = &constructor.body else { return };
        let mut code = String::new();
        for param in &constructor.params.items {
            if param.accessibility.is_none() && !param.readonly && !param.r#override {
                continue;
            }
            if let BindingPattern::BindingIdentifier(id) = &param.pattern {
                let name = id.name.as_str();
                let _ = write!(code, "this.{name}={name};");
            }
        }
        if code.is_empty() {
            return;
        }
        let is_super = |statement: &&Statement<'_>| match statement {
            Statement::ExpressionStatement(it) => match &it.expression {
                Expression::CallExpression(it) => matches!(it.callee, Expression::Super(_)),
                _ => false,
            },
            _ => false,
        };
        let at = match body.statements.iter().find(is_super) {
            Some(call) => {
                code.insert(0, ';');
                call.span().end
            }
            None => body.directives.last().map_or(body.span.start + 1, |last| last.span.end),
        };
        if !body.directives.is_empty() && !code.starts_with(';') {
            code.insert(0, ';');
        }
        self.edits.push(Edit::insert(at, code));
    }
}
