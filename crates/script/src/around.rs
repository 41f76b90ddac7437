//! Text around code when it is parsed.

use oxc_ast::ast::{ArrowFunctionBody, Expression, FunctionBody, Program, Statement};
use oxc_span::GetSpan as _;

/// The code is the body of an async function; the parser sees this text before it.
pub(crate) const OPEN: &str = "function f(){async()=>{\n";
pub(crate) const CLOSE: &str = "\n}}";

/// Text that the parser sees around the code.
pub(crate) struct Around {
    pub(crate) open: &'static str,
    pub(crate) close: &'static str,
    /// The part of it that runs too: the text before and the text after the code.
    pub(crate) keeps: (&'static str, &'static str),
}

pub(crate) const PLAIN: Around = Around { open: OPEN, close: CLOSE, keeps: ("", "") };
/// Around a function without a name, which is not a statement.
pub(crate) const CALLED: Around = Around {
    open: "function f(){async()=>{\nreturn (",
    close: "\n)(global)\n}}",
    keeps: ("return (", "\n)(global)"),
};
/// Around an object, which at the beginning of a statement is a block.
pub(crate) const RETURNED: Around =
    Around { open: "function f(){async()=>{\nreturn (", close: "\n)\n}}", keeps: ("return (", "\n)") };
pub(crate) const RETURNED_MESSAGE: &str = "an object at the beginning of the code is read as a block, so it was put into parentheses and \
                                returned; write `return { … }`";
pub(crate) const CALLED_MESSAGE: &str = "the code is a function that nothing calls, so it was called; write its body alone, without the function around it";

/// Returns the body that is the whole code, or the position at which the code closes it.
pub(crate) fn whole<'t, 'a>(
    program: &'t Program<'a>,
    wrapped: &str,
    around: &Around,
) -> Result<&'t FunctionBody<'a>, usize> {
    let [Statement::FunctionDeclaration(outer)] = program.body.as_slice() else {
        return Err(program.body.first().map_or(0, |first| first.span().end as usize));
    };
    let statements = outer.body.as_ref().map_or(&[][..], |body| body.statements.as_slice());
    let first = statements.first().map_or(0, |first| first.span().end as usize);
    if !around.keeps.0.is_empty() && statements.len() != 1 {
        return Err(first);
    }
    match statements {
        [Statement::ExpressionStatement(only)] => match &only.expression {
            Expression::ArrowFunctionExpression(arrow) => match &arrow.body {
                ArrowFunctionBody::FunctionBody(body) if body.span.end as usize + 1 == wrapped.len() => {
                    Ok(body)
                }
                _ => Err(arrow.span.end as usize),
            },
            Expression::SequenceExpression(several) => {
                Err(several.expressions.first().map_or(first, |one| one.span().end as usize))
            }
            _ => Err(first),
        },
        _ => Err(first),
    }
}
