//! Plain values that are taken out of a file.

use std::borrow::Cow;
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
    /// Exports and members of the window that are not read as functions.
    pub(crate) left: Vec<Left>,
    /// The tools that the file registers through WebMCP.
    pub(crate) registered: Vec<Registered>,
    /// Documentation comments that stand for themselves, for `@typedef`.
    pub(crate) comments: Vec<(usize, String)>,
}

/// A value that may be a function, and is not read.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    pub(crate) span: Range<usize>,
    /// Its name, or its text if it has none, such as `export * from './a.js'`.
    pub(crate) name: String,
    pub(crate) why: Cow<'static, str>,
}

/// A dictionary that is passed to `registerTool`.
#[derive(Debug, Clone)]
pub(crate) struct Registered {
    pub(crate) span: Range<usize>,
    /// Name of the tool, if the file has it.
    pub(crate) name: Option<String>,
    /// The dictionary as JSON, or why it is none.
    pub(crate) json: Result<String, String>,
}

/// Way in which other code gets a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// The module exports it.
    Export,
    /// It is a member of the window.
    Window,
    /// Neither, for this reason.
    Hidden(&'static str),
}

/// A function with a name.
#[derive(Debug, Clone)]
pub(crate) struct RawFunction {
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
    pub(crate) access: Access,
    /// The documentation comment and its place.
    pub(crate) doc: Option<(usize, String)>,
    pub(crate) params: Vec<RawParam>,
    pub(crate) returns: Option<Written>,
    /// Type parameters with their bounds.
    pub(crate) generics: Vec<(String, Option<Written>)>,
    pub(crate) generator: bool,
    /// Further signatures of the same function.
    pub(crate) overloads: usize,
    /// It returns elements of a page, as the components of React do.
    pub(crate) component: bool,
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
