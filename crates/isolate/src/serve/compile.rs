//! Compilation of scripts and of the code.

use rquickjs::context::EvalOptions;
use rquickjs::{Ctx, Exception, FromJs, Function, Result, Value};

/// Text before and after the code.
///
/// It begins on the first line of the code, so that lines are those of the code.
const FUNCTION: [&str; 2] = ["              (async function(){", "\n})"];
/// A second form of function, after whose body only `:` can follow.
///
/// Code that is a body in both forms has not closed its function: after `}` it would have to go on with `:` in this form,
/// and with an operator, a comma or a parenthesis in the other. Nothing of this form is executed.
const CHECK: [&str; 2] = ["throw 0;(function(){0?async()=>{", "\n}:0})"];
/// Bytes before the code on its first line, in both forms.
pub(crate) const BEFORE: usize = FUNCTION[0].len();
const _: () = assert!(BEFORE == crate::COLUMNS_BEFORE_CODE, "the public number is that of the text");
const _: () = assert!(BEFORE == CHECK[0].len(), "errors have one column");

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
