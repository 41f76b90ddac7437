//! Members of `const enum`s: a use is replaced by its value, as the compiler does.
//!
//! So a use before the declaration, in the text or in time, has a value. A plain enum has none then, and throws.

use std::collections::HashMap;

use oxc_ast::ast::{
    Expression, ExpressionStatement, IdentifierReference, MemberExpression, Program, SimpleAssignmentTarget,
    TSEnumBody, TSEnumDeclaration,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{ScopeId, Scoping, SymbolId};
use oxc_span::{GetSpan as _, Span};
use webagents_schema::escape;

use crate::constant::{self, Constant, MemberValues};
use crate::literal::{member_name, plain};
use crate::strip::Edit;

/// Uses of `const enum`s in a program.
#[derive(Default)]
pub(crate) struct Inlined {
    /// Values that replace uses.
    pub(crate) edits: Vec<Edit>,
    /// Uses before the declaration whose value is not computed, with the enum's name.
    pub(crate) early: Vec<(Span, String)>,
}

/// Finds the values of the uses of `const enum`s.
pub(crate) fn inline(program: &Program<'_>, scoping: &Scoping) -> Inlined {
    let mut declared = Declared::default();
    declared.visit_program(program);
    if declared.found.is_empty() {
        return Inlined::default();
    }
    let mut uses =
        Uses { scoping, declared: &declared.found, enums: 0, statement: None, inlined: Inlined::default() };
    uses.visit_program(program);
    uses.inlined
}

/// A `const enum` with all of its declarations in a scope.
#[derive(Default)]
struct ConstEnum {
    /// The first byte of the first declaration.
    start: u32,
    known: MemberValues,
}

/// Search for the `const enum`s of a program.
#[derive(Default)]
struct Declared {
    found: HashMap<SymbolId, ConstEnum>,
}

impl<'a> Visit<'a> for Declared {
    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        if let Some(symbol) = it.id.symbol_id.get().filter(|_| it.r#const) {
            let one = || ConstEnum { start: it.span.start, known: MemberValues::new() };
            constant::members(it, &mut self.found.entry(symbol).or_insert_with(one).known, |_, _, _| {});
        }
        walk::walk_ts_enum_declaration(self, it);
    }
}

/// Search for the uses of `const enum`s.
struct Uses<'n> {
    scoping: &'n Scoping,
    declared: &'n HashMap<SymbolId, ConstEnum>,
    /// Enums around the present place, whose values are written by themselves.
    enums: usize,
    /// First byte of the present statement, if it is an expression.
    statement: Option<u32>,
    inlined: Inlined,
}

impl Uses<'_> {
    /// The enum that a name is of; `true` if it is declared in the function that uses the name.
    fn declared(&self, object: &IdentifierReference<'_>) -> Option<(&ConstEnum, bool)> {
        let reference = self.scoping.get_reference(object.reference_id.get()?);
        let symbol = reference.symbol_id()?;
        let declared = self.declared.get(&symbol)?;
        let is_same =
            self.function(reference.scope_id()) == self.function(self.scoping.symbol_scope_id(symbol));
        Some((declared, is_same))
    }

    /// The scope of the function around a scope.
    fn function(&self, scope: ScopeId) -> Option<ScopeId> {
        self.scoping.scope_ancestors(scope).find(|scope| self.scoping.scope_flags(*scope).is_function())
    }

    fn used(&mut self, it: &MemberExpression<'_>) {
        let Expression::Identifier(object) = plain(it.object()) else { return };
        let Some((declared, is_same)) = self.declared(object) else { return };
        let span = it.span();
        let value = member_name(it).and_then(|name| declared.known.get(&name));
        let text = value.filter(|_| self.enums == 0).and_then(|value| {
            // A parenthesis at the beginning of a statement could continue the one before.
            literal(value, self.statement == Some(span.start))
        });
        match text {
            Some(text) => self.inlined.edits.push(Edit { start: span.start, end: span.end, text }),
            None if span.start < declared.start && is_same => {
                self.inlined.early.push((span, object.name.as_str().to_owned()));
            }
            None => {}
        }
    }
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_ts_enum_body(&mut self, it: &TSEnumBody<'a>) {
        self.enums += 1;
        walk::walk_ts_enum_body(self, it);
        self.enums -= 1;
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.statement = Some(it.span.start);
        walk::walk_expression_statement(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        // The compiler refuses an assignment to a member, and so does the engine.
        match it.as_member_expression() {
            Some(member) => walk::walk_member_expression(self, member),
            None => walk::walk_simple_assignment_target(self, it),
        }
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        self.used(it);
        walk::walk_member_expression(self, it);
    }
}

/// The text of a value that replaces an expression; `None` for a negative number that does not fit.
fn literal(value: &Constant, begins: bool) -> Option<String> {
    match value {
        Constant::Text(text) => Some(escape::string(text)),
        Constant::Number(number) if number.is_sign_negative() => (!begins).then(|| format!("({number})")),
        // A dot after it must not be one of the number.
        Constant::Number(number) => Some(format!("{number} ")),
    }
}
