//! TypeScript that has code of its own: enums, and parameters of a constructor that are properties.
//!
//! The output is the compiler's, on one line, followed by as many line ends as the source has, so that the code after
//! it keeps its lines.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use oxc_ast::ast::{
    BinaryOperator, BindingPattern, Expression, Function, IdentifierReference, Statement, TSEnumDeclaration,
};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan as _;
use webagents_schema::escape;

use crate::constant::{self, Constant, EnumMembers};
use crate::inline::Inlined;
use crate::strip::{Edit, Strip};

impl Strip<'_> {
    /// Writes the code of an enum, whose types are blanked already.
    ///
    /// As the compiler writes it, an enum is a `let` of its block, which a second declaration there adds to.
    pub(crate) fn enumeration(&mut self, it: &TSEnumDeclaration<'_>) {
        let name = it.id.name.as_str();
        let comment = it
            .body
            .members
            .iter()
            .filter_map(|member| member.initializer.as_ref())
            .any(|init| has_comment(self, init));
        if comment {
            self.refuse(it.span, "an enum with a `//` comment within a value", "remove the comment");
            return;
        }
        let mut used = Used::default();
        for init in it.body.members.iter().filter_map(|member| member.initializer.as_ref()) {
            used.visit_expression(init);
        }
        let before = self.enums().remove(name);
        let begins = if before.is_none() { format!("let {name};") } else { String::new() };
        let EnumMembers { mut names, mut known } = before.unwrap_or_default();
        let mut code = format!("{begins}(function({name}){{");
        for key in names.iter().filter(|key| used.names.contains(*key) && *key != name) {
            // Writing to a String cannot fail.
            let _ = write!(code, "const {key}={name}[{}];", escape::string(key));
        }
        let mut last: Option<(String, bool)> = None;
        let mut untold = None;
        constant::members(it, &mut known, |member, key, value| {
            let quoted = escape::string(&key);
            let text = match (&member.initializer, &value, &last) {
                // A name in it could mean something else within the function.
                (Some(init), Some(value), _) if has_names(init) => literal(value),
                (Some(init), ..) => {
                    self.stripped(init.span()).replace(['\n', '\r', '\u{2028}', '\u{2029}'], " ")
                }
                (None, Some(value), _) => literal(value),
                (None, None, Some((last, false))) => format!("{name}[{last}]+1"),
                (None, None, _) => {
                    untold.get_or_insert(member.span);
                    return;
                }
            };
            let is_text = match (&value, &member.initializer) {
                (Some(value), _) => matches!(value, Constant::Text(_)),
                (None, Some(init)) => constant::is_text(init),
                (None, None) => false,
            };
            let _ = if is_text {
                write!(code, "{name}[{quoted}]={text};")
            } else if value.is_none() && member.initializer.as_ref().is_some_and(may_be_text) {
                write!(
                    code,
                    "typeof({name}[{quoted}]={text})===\"string\"||({name}[{name}[{quoted}]]={quoted});"
                )
            } else {
                write!(code, "{name}[{name}[{quoted}]={text}]={quoted};")
            };
            if names.insert(key.clone()) && used.names.contains(&key) && key != name {
                let _ = write!(code, "const {key}={name}[{quoted}];");
            }
            last = Some((quoted, is_text));
        });
        if let Some(span) = untold {
            self.refuse(
                span,
                "a member of an enum without a value, after one that is a text",
                "write `= …` after it",
            );
            return;
        }
        self.enums().insert(name.to_owned(), EnumMembers { names, known });
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

impl Strip<'_> {
    /// Puts the values of `const enum`s in the place of their uses.
    pub(crate) fn inline(&mut self, inlined: Inlined) {
        self.edits.extend(inlined.edits);
        for (span, name) in inlined.early {
            self.refuse(
                span,
                "a use of a `const enum` before its declaration, with a value that is not known,",
                &format!("declare `{name}` before its first use"),
            );
        }
    }
}

fn has_comment(strip: &Strip<'_>, init: &Expression<'_>) -> bool {
    let span = init.span();
    let text = strip.stripped(span);
    text.contains('\n') && text.contains("//")
}

fn has_names(init: &Expression<'_>) -> bool {
    let mut used = Used::default();
    used.visit_expression(init);
    !used.names.is_empty()
}

fn literal(value: &Constant) -> String {
    match value {
        Constant::Number(number) => number.to_string(),
        Constant::Text(text) => escape::string(text),
    }
}

/// Returns whether an expression may be the text of a `const`, which the compiler would look up.
fn may_be_text(init: &Expression<'_>) -> bool {
    match init.without_parentheses() {
        Expression::Identifier(_) => true,
        Expression::BinaryExpression(it) => {
            it.operator == BinaryOperator::Addition && (may_be_text(&it.left) || may_be_text(&it.right))
        }
        other => other.is_member_expression(),
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
