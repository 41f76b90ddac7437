//! Slips that were found.

use oxc_span::Span;

use crate::calls::About;
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
