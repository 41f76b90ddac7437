//! Functions that nothing in the code calls: the preflight calls such a function with the tools.

use oxc_ast::ast::{BindingPattern, Declaration, Expression, FormalParameters, Statement};
use oxc_semantic::SymbolId;

use super::BypassSearch;
use super::value::{Value, Values};
use crate::literal::plain;

impl BypassSearch<'_> {
    /// Gives the tools to the functions of a statement that nothing calls and that take them.
    pub(super) fn hand_tools(&mut self, statement: &Statement<'_>) {
        if let Statement::ExpressionStatement(it) = statement {
            self.hand_to(function(&it.expression));
        }
        match statement.as_declaration() {
            Some(Declaration::FunctionDeclaration(it))
                if self.is_unused(it.id.as_ref().and_then(|id| id.symbol_id.get())) =>
            {
                self.hand_to(Some(&it.params));
            }
            Some(Declaration::VariableDeclaration(it)) => {
                for one in &it.declarations {
                    let BindingPattern::BindingIdentifier(id) = &one.id else { continue };
                    if self.is_unused(id.symbol_id.get()) {
                        self.hand_to(one.init.as_ref().and_then(function));
                    }
                }
            }
            _ => {}
        }
    }

    fn is_unused(&self, symbol: Option<SymbolId>) -> bool {
        symbol.is_some_and(|symbol| self.scoping.get_resolved_reference_ids(symbol).is_empty())
    }

    fn hand_to(&mut self, params: Option<&FormalParameters<'_>>) {
        if let Some([param]) = params.map(|params| params.items.as_slice())
            && let BindingPattern::BindingIdentifier(it) = &param.pattern
            && matches!(it.name.as_str(), "global" | "tools")
            && let Some(symbol) = it.symbol_id.get()
        {
            self.hold(symbol, &Values::one(Value::Tools));
        }
    }
}

/// The parameters of a function.
fn function<'t, 'a>(it: &'t Expression<'a>) -> Option<&'t FormalParameters<'a>> {
    match plain(it) {
        Expression::ArrowFunctionExpression(it) => Some(&it.params),
        Expression::FunctionExpression(it) => Some(&it.params),
        _ => None,
    }
}
