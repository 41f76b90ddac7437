//! Plain values that are taken out of a file.

use std::ops::Range;

use webagents_schema::conform::PartialValue;
use webagents_schema::declarations::Declaration;

use crate::types::Written;

/// Functions of one file that are looked at.
pub(super) const FUNCTIONS: usize = 10_000;

/// Values taken out of a file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) functions: Vec<RawFunction>,
    /// The declarations of types, in the order of the file.
    pub(crate) types: Vec<Declaration>,
    /// The text of the declarations of types.
    pub(crate) declarations: String,
    /// Names that `export { a as b }` exports.
    pub(crate) exports: Vec<(String, String)>,
    /// Exports that are not followed, such as `export *`: which, why, and what to write.
    pub(crate) beyond: Vec<(Range<usize>, String)>,
    /// Values of the page or a module that may be functions, with the reason why they are not tools.
    pub(crate) left: Vec<(Range<usize>, String, &'static str)>,
    /// Names of values that are no functions.
    pub(crate) plain: Vec<String>,
    /// The tools that the file registers through WebMCP.
    pub(crate) registered: Vec<Registered>,
    /// Documentation comments that stand for themselves, for `@typedef`.
    pub(crate) comments: Vec<(usize, String)>,
}

/// A dictionary that is passed to `registerTool`.
#[derive(Debug, Clone)]
pub(crate) struct Registered {
    pub(crate) span: Range<usize>,
    /// The dictionary as JSON, or why it is none.
    pub(crate) json: Result<String, &'static str>,
}

/// A function with a name.
#[derive(Debug, Clone)]
pub(crate) struct RawFunction {
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
    pub(crate) exported: bool,
    /// The documentation comment and its place.
    pub(crate) doc: Option<(usize, String)>,
    pub(crate) params: Vec<RawParam>,
    pub(crate) returns: Option<Written>,
    /// Type parameters with their bounds.
    pub(crate) generics: Vec<(String, Option<Written>)>,
    pub(crate) generator: bool,
    /// It is a signature only, in front of the function.
    pub(crate) overload: bool,
    /// Why it is no tool where it is not exported.
    pub(crate) why: &'static str,
}

/// A parameter as it is written.
#[derive(Debug, Clone)]
pub(crate) struct RawParam {
    pub(crate) pattern: RawPattern,
    pub(crate) span: Range<usize>,
    pub(crate) ty: Option<Written>,
    pub(crate) optional: bool,
    pub(crate) default: Option<PartialValue>,
    pub(crate) rest: bool,
}

/// Binding of a parameter.
#[derive(Debug, Clone)]
pub(crate) enum RawPattern {
    Name(String),
    /// Members with their defaults.
    Object(Vec<(String, Option<PartialValue>)>),
    Array,
}
