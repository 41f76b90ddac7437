//! Names and methods that code cannot use in the isolated realm.
//!
//! The decision: a name is an error if code that reads it throws. A name that the code tests for (`typeof name`),
//! assigns, or reads within a `try` is not an error, and code that can define names at run time (`eval`, `with`) gets
//! warnings.

use std::collections::BTreeSet;

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression};
use oxc_semantic::{NodeId, Reference, Semantic, SymbolId};
use oxc_span::{GetSpan as _, Span};
use webagents_schema::{did_you_mean, near_names};

use super::constants::is_caught;
use super::look::{Look, MOST};
use super::names;
use crate::calls::About;
use crate::diagnostic::{CodeDiagnosticKind, Place, Severity, shown};
use crate::globals::{self, Global};
use crate::literal::{member_name, plain};
use crate::tools::Tools;

/// Number of unknown names whose messages have similar names.
const NEAR: usize = 10;

/// Methods that take a locale, with the number of arguments before it, and code that needs no locale.
const LOCALIZED: [(&str, usize, &str); 4] = [
    ("toLocaleString", 0, "`number.toFixed(2)` or `date.toISOString()`"),
    ("toLocaleDateString", 0, "`date.toISOString().slice(0, 10)`, or `date.getDate()` and its kin"),
    ("toLocaleTimeString", 0, "`date.toISOString().slice(11, 19)`, or `date.getHours()` and its kin"),
    ("localeCompare", 1, "`a.localeCompare(b)`"),
];
/// Languages that are sorted as English is, so that `localeCompare` takes them.
const SORTED: [&str; 5] = ["en", "de", "it", "nl", "pt"];

/// Looks at the names and methods of code that runs in the isolated realm.
///
/// `first_call` is the beginning of the first call of a tool; `text` is the source that was parsed, with the code
/// after `open` bytes.
pub(super) fn look(
    semantic: &Semantic<'_>,
    tools: &Tools,
    first_call: Option<u32>,
    (text, open): (&str, usize),
    look: &mut Look,
) {
    let mut search = Search { semantic, tools, first_call, text, open, near: NEAR, look };
    search.unresolved();
    for node in semantic.nodes().iter() {
        match node.kind() {
            AstKind::ImportExpression(it) => search.report(
                node.id(),
                it.span,
                "there are no modules here; the tools are members of `global`, as in `global.name(…)`, and other functions \
                 are written into the code"
                    .to_owned(),
            ),
            AstKind::CallExpression(it) => search.localized(node.id(), it),
            AstKind::StaticMemberExpression(it) => {
                search.member(node.id(), &it.object, it.property.name.as_str(), it.span);
            }
            AstKind::ComputedMemberExpression(it) => {
                if let Expression::StringLiteral(name) = plain(&it.expression) {
                    search.member(node.id(), &it.object, name.value.as_str(), it.span);
                }
            }
            _ => {}
        }
    }
}

struct Search<'n, 'a> {
    semantic: &'n Semantic<'a>,
    tools: &'n Tools,
    first_call: Option<u32>,
    text: &'n str,
    open: usize,
    /// Number of further messages that may have similar names.
    near: usize,
    look: &'n mut Look,
}

impl Search<'_, '_> {
    fn say(&mut self, severity: Severity, span: Span, message: String) {
        if self.look.abouts.len() < MOST {
            let kind = CodeDiagnosticKind::NoSuchName;
            self.look.abouts.push(About { kind, severity, span, message });
        }
    }

    /// Reports an expression that throws, which the code may catch.
    fn report(&mut self, node: NodeId, span: Span, message: String) {
        let severity = if is_caught(self.semantic, node) { Severity::Warning } else { Severity::Error };
        self.say(severity, span, message);
    }

    /// Reports the names that the code uses without declaring them.
    fn unresolved(&mut self) {
        let scoping = self.semantic.scoping();
        let is_dynamic = self.defines_names();
        let mut names: Vec<_> = scoping.root_unresolved_references().iter().collect();
        names.sort_by_key(|(_, ids)| {
            ids.first().map(|id| self.semantic.reference_span(scoping.get_reference(*id)).start)
        });
        for (name, ids) in names {
            if self.look.abouts.len() >= MOST {
                break;
            }
            let name = name.as_str();
            let references: Vec<&Reference> =
                ids.iter().map(|id| scoping.get_reference(*id)).filter(|one| one.is_value()).collect();
            if name == "arguments"
                || self.tools.of_space(name).is_some()
                || globals::find(name) == Some(Global::Present)
            {
                continue;
            }
            if references.iter().any(|one| names::is_asked(self.semantic, one) || one.is_write()) {
                continue;
            }
            let Some(first) =
                references.into_iter().min_by_key(|one| self.semantic.reference_span(one).start)
            else {
                continue;
            };
            let span = self.semantic.reference_span(first);
            if let Some(message) = names::about_any(name, first, self.semantic, self.tools) {
                self.report(first.node_id(), span, message);
            } else if let Some(Global::Absent(instead)) = globals::find(name) {
                self.report(first.node_id(), span, format!("{} does not exist: {instead}", shown(name)));
            } else if let Some(message) = self.unknown(name) {
                let is_late = self.first_call.is_some_and(|call| call < span.start);
                if is_late || is_dynamic {
                    self.say(Severity::Warning, span, message);
                } else {
                    self.report(first.node_id(), span, message);
                }
            }
        }
    }

    /// Returns the message about a name that nothing defines.
    ///
    /// `None` if a function in a block may define it.
    fn unknown(&mut self, name: &str) -> Option<String> {
        let scoping = self.semantic.scoping();
        // The function around the code is none of its own.
        let open = self.open;
        let is_of_code = move |symbol: &SymbolId| scoping.symbol_span(*symbol).start as usize >= open;
        let mut symbols = scoping.symbol_ids().filter(is_of_code);
        if let Some(symbol) = symbols.find(|symbol| scoping.symbol_name(*symbol) == name) {
            if scoping.symbol_flags(symbol).is_function() {
                return None;
            }
            let code = self.text.get(self.open..).unwrap_or_default();
            let at = (scoping.symbol_span(symbol).start as usize).saturating_sub(self.open);
            return Some(format!(
                "{} is not defined here: its declaration in line {} holds in its own block or function; declare it before \
                 that block",
                shown(name),
                Place::of(code, at).line
            ));
        }
        let mut near = Vec::new();
        if self.near > 0 {
            self.near -= 1;
            let mut others: BTreeSet<&str> = BTreeSet::new();
            others.extend(scoping.symbol_ids().filter(is_of_code).map(|symbol| scoping.symbol_name(symbol)));
            for known in globals::isolated_globals() {
                others.insert(known);
            }
            others.extend(self.tools.namespaces());
            near = near_names(name, self.tools.names())
                .into_iter()
                .map(|tool| format!("global.{tool}"))
                .chain(self.tools.near_in_namespaces(name))
                .collect();
            near.extend(near_names(name, others).into_iter().map(str::to_owned));
            near.truncate(3);
        }
        Some(format!("{} is not defined{}", shown(name), did_you_mean(&near)))
    }

    /// Returns whether the code can define global names while it runs.
    fn defines_names(&self) -> bool {
        let (scoping, nodes) = (self.semantic.scoping(), self.semantic.nodes());
        let unresolved = scoping.root_unresolved_references();
        let uses = |name: &str| unresolved.keys().any(|key| key.as_str() == name);
        uses("eval")
            || uses("Function")
            || nodes.iter().any(|node| matches!(node.kind(), AstKind::WithStatement(_)))
            || unresolved.iter().filter(|(name, _)| name.as_str() == "globalThis").any(|(_, ids)| {
                ids.iter().any(|id| {
                    let node = scoping.get_reference(*id).node_id();
                    match nodes.parent_kind(node) {
                        AstKind::StaticMemberExpression(_) => {
                            matches!(
                                nodes.parent_kind(nodes.parent_id(node)),
                                AstKind::AssignmentExpression(_)
                            )
                        }
                        _ => true,
                    }
                })
            })
    }

    /// Reports `globalThis.document` and `crypto.subtle`, unless the code tests for them.
    fn member(&mut self, node: NodeId, object: &Expression<'_>, name: &str, span: Span) {
        let Expression::Identifier(object) = plain(object) else { return };
        let reference = object.reference_id.get().map(|id| self.semantic.scoping().get_reference(id));
        if reference.is_none_or(|reference| reference.symbol_id().is_some()) {
            return;
        }
        let found = match object.name.as_str() {
            "globalThis" if self.tools.of_space(name).is_some() => None,
            "globalThis" => globals::find(name),
            object if self.tools.of_space(object).is_some() => None,
            object => globals::find(&format!("{object}.{name}")),
        };
        let Some(Global::Absent(instead)) = found else { return };
        if !self.is_tested(node) {
            self.report(
                node,
                span,
                format!("{} does not exist: {instead}", shown(&format!("{}.{name}", object.name))),
            );
        }
    }

    /// Returns whether the code works if a member is `undefined`, or assigns it.
    fn is_tested(&self, node: NodeId) -> bool {
        let nodes = self.semantic.nodes();
        let own = nodes.kind(node).span();
        match nodes.parent_kind(node) {
            AstKind::StaticMemberExpression(it) => it.optional,
            AstKind::ComputedMemberExpression(it) => it.optional,
            AstKind::CallExpression(it) => it.optional,
            AstKind::LogicalExpression(it) => it.left.span() == own,
            AstKind::AssignmentExpression(it) => it.left.span() == own,
            AstKind::ConditionalExpression(it) => it.test.span() == own,
            AstKind::UnaryExpression(_)
            | AstKind::BinaryExpression(_)
            | AstKind::IfStatement(_)
            | AstKind::ChainExpression(_) => true,
            _ => false,
        }
    }

    /// Reports a call that names a locale which the realm lacks.
    fn localized(&mut self, node: NodeId, call: &CallExpression<'_>) {
        let Some(member) = plain(&call.callee).as_member_expression() else { return };
        let Some(method) = member_name(member) else { return };
        let Some((_, before, instead)) = LOCALIZED.iter().find(|(name, ..)| *name == method) else { return };
        let locale = call.arguments.get(*before).and_then(|argument| argument.as_expression()).map(plain);
        let Some(Expression::StringLiteral(locale)) = locale else { return };
        let tag = locale.value.as_str();
        let language = tag.split('-').next().unwrap_or_default();
        let is_present = if method == "localeCompare" {
            SORTED.contains(&language)
        } else {
            tag == "en" || tag == "en-US" || tag.starts_with("en-US-")
        };
        if !is_present {
            let message = format!(
                "{} does not have the locale {} here, only `en-US`; leave it out, or write {instead}",
                shown(&method),
                shown(tag)
            );
            self.report(node, call.span, message);
        }
    }
}
