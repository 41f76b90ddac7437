//! Constants that are assigned to.

use oxc_ast::AstKind;
use oxc_semantic::{NodeId, Semantic};
use oxc_span::GetSpan as _;

use super::look::Look;
use crate::calls::About;
use crate::diagnostic::{CodeDiagnosticKind, Severity, shown};

/// Ancestors of an assignment that are looked at.
const ANCESTORS: usize = 200;

pub(super) fn look(semantic: &Semantic<'_>, look: &mut Look) {
    let scoping = semantic.scoping();
    for symbol in scoping.symbol_ids() {
        if !scoping.symbol_flags(symbol).is_const_variable() {
            continue;
        }
        let Some(write) = scoping.get_resolved_references(symbol).find(|one| one.is_write()) else {
            continue;
        };
        let name = scoping.symbol_name(symbol);
        // Code may catch the error that the engine throws.
        let caught = is_caught(semantic, write.node_id());
        let severity = if caught { Severity::Warning } else { Severity::Error };
        look.abouts.push(About {
            kind: CodeDiagnosticKind::Suspicious,
            severity,
            span: semantic.reference_span(write),
            message: format!(
                "{} is declared by `const`, and cannot be assigned to; declare it by `let`",
                shown(name)
            ),
        });
    }
}

/// Returns whether a node is in the block of a `try`.
pub(super) fn is_caught(semantic: &Semantic<'_>, node: NodeId) -> bool {
    let at = semantic.nodes().kind(node).span();
    semantic.nodes().ancestor_kinds(node).take(ANCESTORS).any(
        |kind| matches!(kind, AstKind::TryStatement(it) if it.block.span.start <= at.start && at.end <= it.block.span.end),
    )
}
