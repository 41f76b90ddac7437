//! Slips that were found.

use oxc_ast::ast::Expression;
use oxc_semantic::Semantic;
use oxc_span::Span;

use crate::calls::About;
use crate::literal::plain;
use crate::strip::Edit;

/// Findings of each kind that are kept.
pub(super) const MOST: usize = 100;

/// Result of a look.
#[derive(Debug, Default)]
pub(crate) struct Look {
    pub(crate) abouts: Vec<About>,
    pub(crate) edits: Vec<Edit>,
    /// The text that is the whole of the code, or of its result.
    pub(crate) quoted: Option<Quoted>,
}

/// A text in quotes.
#[derive(Debug)]
pub(crate) struct Quoted {
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) is_returned: bool,
}

/// Returns the name in an expression that is a global name, such as an object with tools.
pub(super) fn global_name<'e>(expression: &'e Expression<'_>, semantic: &Semantic<'_>) -> Option<&'e str> {
    let Expression::Identifier(it) = plain(expression) else { return None };
    let reference = semantic.scoping().get_reference(it.reference_id.get()?);
    reference.symbol_id().is_none().then(|| it.name.as_str())
}
