//! Slips that models make in code, apart from wrong calls.
//!
//! These are text around the code, a result that is not returned, names of other languages, and promises that are used
//! as their values.
//!
//! Slips with one meaning are repaired, and a finding says how to write them. Others are findings with the fix.

mod constants;
pub(crate) mod explain;
mod names;
mod promises;
mod result;
pub(crate) mod wrapping;

use oxc_ast::ast::FunctionBody;
use oxc_semantic::Semantic;
use oxc_span::Span;

use crate::calls::About;
use crate::strip::Edit;
use crate::tools::Tools;

/// Findings of each kind that are kept.
const MOST: usize = 100;

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

/// Looks for slips in the body that is the whole of the code. `text` is what the body was parsed from.
pub(crate) fn look(body: &FunctionBody<'_>, semantic: &Semantic<'_>, tools: &Tools, text: &str) -> Look {
    let mut look = Look::default();
    names::look(semantic, tools, &mut look);
    constants::look(semantic, &mut look);
    promises::look(body, semantic, tools, &mut look);
    result::look(body, semantic, text, &mut look);
    look.abouts.truncate(MOST);
    look
}
