//! Text around code when it is parsed.

/// The code is the body of an async function: this is what the parser sees around it.
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
/// Around a function without a name, which is no statement.
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
