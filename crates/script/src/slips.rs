//! Slips that models make in code, apart from wrong calls.
//!
//! These are text around the code, a result that is not returned, names of other languages, and promises that are used
//! as their values.
//!
//! Slips with one meaning are repaired, and a finding shows the correct form. Others are findings with the fix.

mod constants;
pub(crate) mod explain;
mod isolated;
mod look;
mod members;
mod names;
mod promises;
mod prose;
mod result;
pub(crate) mod wrapping;

use oxc_ast::ast::FunctionBody;
use oxc_semantic::Semantic;

pub(crate) use self::look::Look;
use crate::tools::Tools;

/// Looks for slips in the body that is the whole of the code.
///
/// `text` is the source of the body, with the code after `open` bytes; `first_call` is the beginning of the first
/// call of a tool.
pub(crate) fn look(
    body: &FunctionBody<'_>,
    semantic: &Semantic<'_>,
    tools: &Tools,
    (text, open): (&str, usize),
    first_call: Option<u32>,
) -> Look {
    let mut found = Look::default();
    if tools.is_isolated() {
        isolated::look(semantic, tools, first_call, (text, open), &mut found);
    } else {
        names::look(semantic, tools, &mut found);
    }
    constants::look(semantic, &mut found);
    promises::look(body, semantic, tools, &mut found);
    members::look(semantic, tools, &mut found);
    result::look(body, semantic, text, &mut found);
    found.abouts.truncate(look::MOST);
    found
}
