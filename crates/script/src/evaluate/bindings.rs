//! The values of loops' variables and of parameters.

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, CallExpression, Expression, ForStatementInit, FormalParameters};
use oxc_semantic::{NodeId, SymbolId};
use oxc_span::GetSpan as _;
use webagents_schema::conform::PartialValue;

use super::{Env, Evaluator};
use crate::literal::plain;

/// Values of one variable that are looked at.
const VALUES: usize = 1_000;

impl<'a> Evaluator<'_, 'a> {
    /// Returns the values that a loop or the calls of its function give to a name, one for each turn.
    ///
    /// `None` if they are not known.
    pub(super) fn bindings(&self, symbol: SymbolId, env: &Env) -> Option<Vec<Env>> {
        let nodes = self.semantic.nodes();
        let node = self.semantic.scoping().symbol_declaration(symbol);
        let bound = match nodes.kind(node) {
            AstKind::VariableDeclarator(it) => {
                let declaration = nodes.parent_id(node);
                let elements = match nodes.parent_kind(declaration) {
                    AstKind::ForOfStatement(each) => elements(self.value(&each.right, env))?,
                    AstKind::ForInStatement(each) => match self.value(&each.right, env) {
                        PartialValue::Object { members, open: false } => {
                            members.into_iter().map(|(name, _)| PartialValue::String(Some(name))).collect()
                        }
                        _ => return None,
                    },
                    _ => return None,
                };
                Self::each(&it.id, elements)
            }
            AstKind::FormalParameter(_) => self.parameters(node, symbol, env)?,
            _ => return None,
        };
        // A name that stays without a value would be looked for again.
        let is_bound = |env: &Env| env.iter().any(|(known, _)| *known == symbol);
        (!bound.is_empty() && bound.iter().all(is_bound)).then_some(bound)
    }

    /// The numbers of `for (let i = 0; i < list.length; i++)`.
    pub(super) fn counted(&self, symbol: SymbolId, env: &Env) -> Option<Vec<Env>> {
        let nodes = self.semantic.nodes();
        let node = self.semantic.scoping().symbol_declaration(symbol);
        let AstKind::ForStatement(each) = nodes.parent_kind(nodes.parent_id(node)) else { return None };
        let Some(ForStatementInit::VariableDeclaration(_)) = &each.init else { return None };
        let AstKind::VariableDeclarator(it) = nodes.kind(node) else { return None };
        let first = it.init.as_ref().map(|value| self.value(value, env));
        let Some(Expression::BinaryExpression(test)) = each.test.as_ref().map(plain) else { return None };
        match (first, self.value(&test.right, env)) {
            (Some(PartialValue::Number(0.0)), PartialValue::Number(end)) if end >= 0.0 => {
                let turns = (0..VALUES).map(|turn| u32::try_from(turn).map_or(0.0, f64::from));
                let turns = turns.take_while(|turn| *turn < end);
                Some(turns.map(|turn| vec![(symbol, PartialValue::Number(turn))]).collect())
            }
            _ => None,
        }
    }

    fn each(pattern: &BindingPattern<'a>, elements: Vec<PartialValue>) -> Vec<Env> {
        let one = |element: PartialValue| {
            let mut env = Env::new();
            Self::bind(pattern, &element, &mut env);
            env
        };
        elements.into_iter().take(VALUES).map(one).collect()
    }

    /// The values that the calls of a function give to its parameters.
    fn parameters(&self, param: NodeId, symbol: SymbolId, env: &Env) -> Option<Vec<Env>> {
        let nodes = self.semantic.nodes();
        // The parameter is in the list of parameters, which is in the function.
        let mut function = nodes.parent_id(param);
        if matches!(nodes.kind(function), AstKind::FormalParameters(_)) {
            function = nodes.parent_id(function);
        }
        let (params, name): (&FormalParameters<'a>, Option<SymbolId>) = match nodes.kind(function) {
            AstKind::Function(it) => (&it.params, it.id.as_ref().and_then(|id| id.symbol_id.get())),
            AstKind::ArrowFunctionExpression(it) => (&it.params, None),
            _ => return None,
        };
        let own = nodes.kind(function).span();
        let parent = nodes.parent_id(function);
        let mut found = Vec::new();
        let name = match nodes.kind(parent) {
            // `list.forEach((tool) => …)`, or a function expression that is called at once.
            AstKind::CallExpression(call) => {
                self.given(call, own, params, env, &mut found)?;
                return Some(found);
            }
            AstKind::VariableDeclarator(it) => match &it.id {
                BindingPattern::BindingIdentifier(id) => id.symbol_id.get(),
                _ => None,
            },
            _ => name,
        };
        for id in self.semantic.scoping().get_resolved_reference_ids(name?).iter().take(VALUES) {
            let reference = self.semantic.scoping().get_reference(*id);
            let AstKind::CallExpression(call) = nodes.parent_kind(reference.node_id()) else { continue };
            self.given(call, self.semantic.reference_span(reference), params, env, &mut found)?;
        }
        found.retain(|env: &Env| env.iter().any(|(known, _)| *known == symbol));
        Some(found)
    }

    /// Adds the values that a call gives to the parameters of the function at `own`.
    ///
    /// The function is its callee, or one of its arguments.
    fn given(
        &self,
        call: &'a CallExpression<'a>,
        own: oxc_span::Span,
        params: &FormalParameters<'a>,
        env: &Env,
        found: &mut Vec<Env>,
    ) -> Option<()> {
        if plain(&call.callee).span() == own {
            let mut bound = Env::new();
            for (index, param) in params.items.iter().enumerate() {
                let given = call.arguments.get(index).and_then(|one| one.as_expression());
                let value = given.map_or(PartialValue::Undefined, |one| self.value(one, env));
                Self::bind(&param.pattern, &value, &mut bound);
            }
            if found.len() < VALUES {
                found.push(bound);
            }
            return Some(());
        }
        let member = plain(&call.callee).as_member_expression()?;
        if !matches!(member.static_property_name()?, "forEach" | "map" | "flatMap" | "filter") {
            return None;
        }
        let first = params.items.first()?;
        for (index, element) in
            elements(self.value(member.object(), env))?.into_iter().take(VALUES).enumerate()
        {
            let mut bound = Env::new();
            Self::bind(&first.pattern, &element, &mut bound);
            if let Some(second) = params.items.get(1) {
                let index = PartialValue::Number(u32::try_from(index).map_or(0.0, f64::from));
                Self::bind(&second.pattern, &index, &mut bound);
            }
            found.push(bound);
        }
        Some(())
    }

    /// The elements of a list that a file fills by `list.push(…)`.
    pub(super) fn pushed(
        &self,
        symbol: SymbolId,
        mut elements: Vec<PartialValue>,
        mut open: bool,
        env: &Env,
    ) -> PartialValue {
        let nodes = self.semantic.nodes();
        for id in self.semantic.scoping().get_resolved_reference_ids(symbol).iter().take(VALUES) {
            let reference = self.semantic.scoping().get_reference(*id).node_id();
            let member = nodes.parent_id(reference);
            let is_push = matches!(nodes.kind(member), AstKind::StaticMemberExpression(it) if it.property.name == "push");
            let AstKind::CallExpression(call) = nodes.parent_kind(member) else { continue };
            if !is_push || call.callee.span() != nodes.kind(member).span() {
                continue;
            }
            for argument in &call.arguments {
                match argument.as_expression() {
                    Some(value) => elements.push(self.value(value, env)),
                    None => open = true,
                }
            }
        }
        self.sized(PartialValue::Array { elements, open })
    }
}

fn elements(value: PartialValue) -> Option<Vec<PartialValue>> {
    match value {
        PartialValue::Array { elements, open: false } => Some(elements),
        _ => None,
    }
}
