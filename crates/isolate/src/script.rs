//! Scripts, and the text around the code.

/// Source text with the name that positions of errors refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// Name in stacks, such as `encode.js`. Line feeds become blanks.
    pub name: String,
    /// Text of the script.
    pub text: String,
}

impl Script {
    /// Creates a script.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// Text before and after the code.
///
/// It begins on the first line of the code, so that lines are those of the code.
pub(crate) const FUNCTION: [&str; 2] = ["              (async function(){", "\n})"];
/// A second form of function, after whose body only `:` can follow.
///
/// Code that is a body in both forms has not closed its function: after `}` it would have to go on with `:` in this form,
/// and with an operator, a comma or a parenthesis in the other. Nothing of this form is executed.
pub(crate) const CHECK: [&str; 2] = ["throw 0;(function(){0?async()=>{", "\n}:0})"];
/// Columns, in bytes, by which positions on the first line of the code are too great.
///
/// The engine counts the text of the function around the code, which has one length in both forms.
pub const COLUMNS_BEFORE_CODE: usize = FUNCTION[0].len();
const _: () = assert!(COLUMNS_BEFORE_CODE == CHECK[0].len(), "errors have one column");
