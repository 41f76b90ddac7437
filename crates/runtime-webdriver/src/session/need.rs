//! Tools that a listing waits for.

/// Tools that a listing waits for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Need<'c> {
    /// Any tool, and every function that the manifest declares.
    All,
    /// Those that this code names; code that names no tool waits for none.
    Code(&'c str),
}
