//! Compilation of scripts and of the code.

use rquickjs::context::EvalOptions;
use rquickjs::{Ctx, Exception, FromJs, Function, Result, Value};

use crate::script::{CHECK, FUNCTION};

/// Evaluates a text as a script of its own.
pub(super) fn evaluate<'js, T: FromJs<'js>>(ctx: &Ctx<'js>, text: &str, name: &str) -> Result<T> {
    let mut options = EvalOptions::default();
    options.strict = false;
    options.filename = Some(name.to_owned());
    ctx.eval_with_options(text, options)
}

/// Compiles the code as the body of an async function.
pub(super) fn compile<'js>(ctx: &Ctx<'js>, name: &str, text: &str) -> Result<Function<'js>> {
    if let Some(at) = text.find('\0') {
        let line = text[..at].matches('\n').count() + 1;
        let text = format!("line {line} of the code has a character U+0000; write \\u0000");
        return Err(Exception::throw_syntax(ctx, &text));
    }
    let wrap = |[before, after]: [&str; 2]| [before, text, after].concat();
    if evaluate::<Value<'js>>(ctx, &wrap(CHECK), name).is_err() {
        let error = ctx.catch();
        if error.as_int() != Some(0) {
            return Err(ctx.throw(error));
        }
    }
    evaluate(ctx, &wrap(FUNCTION), name)
}
