//! Messages of the isolated realm's engine, improved by the code that they are about.
//!
//! The decision: QuickJS-NG reports `not a function` with the last position that it passed before the failure. The
//! code is parsed again, its operations are followed in the engine's order, and the operations that can fail with
//! that message after that position are compared. If they give one message, it names the expression; else the message
//! stays general. So a message is never about another expression, and a position is right or absent.

mod expressions;
mod fault;
mod frames;
mod render;
mod trace;
mod walk;

use oxc_ast::ast::FunctionBody;

use crate::around::{PLAIN, whole};
use crate::diagnostic::Place;
use crate::moves::Moves;
use crate::parse::{Grammar, parse};
use crate::preflight::LIMITS;
use crate::tools::Tools;

use self::fault::Fault;
use self::frames::Site;
use self::trace::{Cause, OperationSearch};

/// Error of the isolated realm's engine, QuickJS-NG, as the engine reports it.
#[derive(Debug, Clone, Copy)]
pub struct EngineError<'e> {
    /// Name of the error's class, such as `TypeError`.
    pub name: &'e str,
    /// Message of the error, such as `not a function`.
    pub message: &'e str,
    /// Stack of the error, in the engine's form, with columns in bytes.
    pub stack: &'e str,
    /// Name that the stack gives to the code's file.
    pub file: &'e str,
    /// Number of bytes that the engine got before the code, on its first line.
    pub before: usize,
}

/// Error of the engine as a model gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedError {
    /// Message with the failing expression, such as `items.map is not a function`.
    pub message: String,
    /// Position of the failing expression in the code; `None` if it is not certain.
    pub place: Option<Place>,
    /// Stack with the frames of the code alone, one a line, such as `at pay (code:2:9)`.
    pub stack: String,
}

/// Explains an error that the engine reported about `code`, the body of an async function.
///
/// `code` is the code that was executed, and `moves` leads back to the code that was given to preflight, which has the
/// places of the result: [`Preflight::code`](crate::Preflight::code) and [`Preflight::moves`](crate::Preflight::moves).
/// `tools` are the members of `global`. Messages that are not the engine's stay as they are. It takes linear time.
///
/// ```
/// use webagents_script::{EngineError, Moves, Tools, explain_engine_error};
/// let code = "const items = {};\nreturn items.map((item) => item.id)";
/// let error = EngineError {
///     name: "TypeError",
///     message: "not a function",
///     stack: "    at <anonymous> (code.js:2:14)\n",
///     file: "code.js",
///     before: 0,
/// };
/// let explained = explain_engine_error(code, error, &Tools::default(), &Moves::default());
/// assert_eq!(explained.message, "items.map is not a function");
/// assert_eq!(explained.place.map(|place| (place.line, place.column)), Some((2, 14)));
/// ```
pub fn explain_engine_error(
    code: &str,
    error: EngineError<'_>,
    tools: &Tools,
    moves: &Moves,
) -> ExplainedError {
    let place = |at| {
        let Place { line, column } = Place::of(code, at);
        let (line, column) = moves.line_and_column(line, column);
        Place { line, column }
    };
    let frames = frames::read(code, error.stack, error.file, error.before);
    let first = frames.iter().position(|frame| frame.site.is_some());
    let natives = &frames[..first.unwrap_or(frames.len())];
    let site = first.and_then(|at| frames.get(at)).and_then(|frame| frame.site);
    let native = natives.iter().map(|frame| frame.name).find(|name| !name.is_empty());
    // A frame of the compilation has no name.
    let is_compilation = frames.first().is_none_or(|frame| frame.name.is_empty() && frame.site.is_some());
    let fault = Fault::of(error.name, error.message, native, is_compilation);
    let general = fault.general(error.message);
    let plain_place = match site {
        Some(Site::At(at)) if fault.is_after_position() => Some(place(at)),
        _ => None,
    };
    let stack = |top| frames::show(&frames, top, place);
    let callee = natives.last().map(|frame| frame.name);
    let search = |body: &FunctionBody<'_>, text: &str| {
        let site = site.filter(|_| !is_compilation).unwrap_or(Site::Unknown);
        let cause = Cause { fault: &fault, site, callee, general: &general };
        OperationSearch::new(text, cause, tools).run(body)
    };
    let (found, is_thrown) = read(code, search).unwrap_or_default();
    // Apart from regular expressions, syntax errors are found before the code runs.
    let is_own = is_thrown || (fault == Fault::Pattern && is_compilation);
    match found.as_slice() {
        [] if is_own => ExplainedError {
            message: error.message.to_owned(),
            place: plain_place,
            stack: stack(plain_place),
        },
        [] => ExplainedError { message: general, place: plain_place, stack: stack(plain_place) },
        [first, rest @ ..] => {
            let mut messages = vec![first.message.as_str()];
            for other in rest {
                if !messages.contains(&other.message.as_str()) {
                    messages.push(&other.message);
                }
            }
            let message = if messages.len() <= SEVERAL { messages.join(", or ") } else { general.clone() };
            let at = rest.iter().all(|one| one.at == first.at).then(|| place(first.at));
            ExplainedError { message, place: at, stack: stack(at) }
        }
    }
}

/// Parses the code and applies `search` to its body; `None` if it cannot be parsed.
fn read<T: Send>(code: &str, search: impl FnOnce(&FunctionBody<'_>, &str) -> T + Send) -> Option<T> {
    let wrapped = format!("{}{code}{}", PLAIN.open, PLAIN.close);
    let found = parse(&wrapped, Grammar::Script, LIMITS, |tree| {
        whole(tree.program, &wrapped, &PLAIN).ok().map(|body| search(body, &wrapped))
    });
    found.ok().flatten()
}

/// Number of possible messages that are listed.
const SEVERAL: usize = 3;
