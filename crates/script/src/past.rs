//! Where code reaches a tool's function on the page past `global`, as far as that can be seen in its text.
//!
//! The decision: what is looked for are static paths, `transfer(…)`, `window.transfer`, `globalThis["transfer"]`,
//! `window.global.transfer`, `const { transfer } = window`, whose name is a tool's and is not bound in the code. What
//! is computed (`window["trans" + "fer"]`), handed around (`Reflect.get(window, name)`), evaluated from text, or
//! reached through the document is not seen: code shares a realm with the page, and no look at its text closes that.

use std::collections::BTreeSet;

use oxc_ast::ast::{
    BindingPattern, Expression, IdentifierReference, MemberExpression, Statement, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};

use crate::calls::plain;
use crate::literal::{key_name, member_name};

/// Reaches of one text that are kept.
const MOST: usize = 1_000;
/// Steps of a path that are looked at; a tool's name has 128 characters at most.
const STEPS: usize = 24;
/// Names of the window.
const WINDOWS: [&str; 6] = ["window", "globalThis", "self", "frames", "top", "parent"];

/// A path from the window, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reach {
    /// Its members with dots between them, without the window and the page's own `global`.
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// The reaches in the body of a function whose code binds the names of `bound` itself.
pub(crate) fn find(body: &[Statement<'_>], bound: &dyn Fn(&str) -> bool) -> Vec<Reach> {
    let mut search = Search { bound, found: Vec::new(), seen: BTreeSet::new() };
    for statement in body {
        search.visit_statement(statement);
    }
    search.found.sort_by_key(|reach| (reach.span.start, reach.span.end));
    search.found
}

struct Search<'n> {
    bound: &'n dyn Fn(&str) -> bool,
    found: Vec<Reach>,
    seen: BTreeSet<(u32, String)>,
}

impl Search<'_> {
    fn keep(&mut self, name: String, span: Span) {
        if self.found.len() < MOST && self.seen.insert((span.start, name.clone())) {
            self.found.push(Reach { name, span });
        }
    }

    /// The path of an expression, from the window's member on; empty for the window itself.
    fn path(&self, expression: &Expression<'_>) -> Option<Vec<String>> {
        let mut steps = Vec::new();
        let mut expression = plain(expression);
        while let Some(member) = expression.as_member_expression() {
            steps.push(member_name(member)?);
            expression = plain(member.object());
            if steps.len() > STEPS {
                return None;
            }
        }
        let Expression::Identifier(root) = expression else { return None };
        self.from(root.name.as_str(), steps)
    }

    /// The path that begins at the identifier `root` and goes on with `steps`, the last first.
    fn from(&self, root: &str, mut steps: Vec<String>) -> Option<Vec<String>> {
        // The harness's own `global` is no window; the look at calls is for that.
        if (self.bound)(root) || root == "global" {
            return None;
        }
        let is_window = |name: &str| WINDOWS.contains(&name);
        if is_window(root) {
            while steps.last().is_some_and(|step| is_window(step)) {
                steps.pop();
            }
            if steps.last().is_some_and(|step| step == "global") {
                steps.pop();
            }
        } else {
            steps.push(root.to_owned());
        }
        steps.reverse();
        Some(steps)
    }
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        let path = member_name(it).and_then(|last| {
            let mut path = self.path(it.object())?;
            path.push(last);
            Some(path)
        });
        if let Some(path) = path {
            // `window.global` alone is the object and no tool.
            self.keep(path.join("."), it.span());
        }
        walk::walk_member_expression(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(path) = self.from(it.name.as_str(), Vec::new())
            && !path.is_empty()
        {
            self.keep(path.join("."), it.span);
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::ObjectPattern(pattern), Some(value)) = (&it.id, &it.init)
            && let Some(path) = self.path(value)
        {
            for property in &pattern.properties {
                if let Some(name) = key_name(&property.key, property.computed) {
                    let mut path = path.clone();
                    path.push(name);
                    self.keep(path.join("."), property.span);
                }
            }
        }
        walk::walk_variable_declarator(self, it);
    }
}
