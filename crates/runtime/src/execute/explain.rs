//! Errors of isolated code, as the code explains them.

use crate::harness::stack::{CodePosition, RealmCode};
use crate::tools::toolbox::Toolbox;

/// Error of the engine: name, message and stack.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "preflight"), expect(dead_code, reason = "only the parser needs name and stack"))]
pub(super) struct EngineReport<'e> {
    pub(super) name: &'e str,
    pub(super) message: &'e str,
    pub(super) stack: &'e str,
}

/// Returns a better message, the stack, and the place in the caller's code.
#[cfg(feature = "preflight")]
pub(super) fn explain(
    error: EngineReport<'_>,
    code: &RealmCode,
    toolbox: &Toolbox,
) -> (String, String, Option<CodePosition>) {
    let EngineReport { name, message, stack } = error;
    let before = code.columns_before;
    let error = webagents_script::EngineError { name, message, stack, file: "code.js", before };
    let moves = &code.origins.moves;
    let found = webagents_script::explain_engine_error(&code.text, error, toolbox.shapes(), moves);
    let place = found.place.map(|place| CodePosition { line: place.line, column: place.column });
    (found.message, found.stack, place)
}

/// Returns the message without stack and place, because only a parser finds places that are right.
#[cfg(not(feature = "preflight"))]
pub(super) fn explain(
    error: EngineReport<'_>,
    _: &RealmCode,
    _: &Toolbox,
) -> (String, String, Option<CodePosition>) {
    (error.message.to_owned(), String::new(), None)
}
