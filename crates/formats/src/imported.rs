//! The tools that a document declares, read one by one.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use webagents_schema::{Action, Interface, Loss, Lossy, escape};

use crate::document::Input;
use crate::entry::Entry;
use crate::error::FormatError;

/// Tools that were read from a document, and errors for the unreadable ones.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Imported {
    /// Tools of the document that could be read, in its order.
    pub tools: Vec<Interface>,
    /// Parts of the document's tool declarations that the read tools do not express exactly.
    pub losses: Vec<Loss>,
    /// Tools, and other parts of the document, that were left out because they could not be read.
    ///
    /// A tool whose arguments are not known is not part of [`tools`](Self::tools).
    pub refused: Vec<RefusedTool>,
    /// Places of the refused tools in the document.
    places: BTreeSet<String>,
}

impl Imported {
    /// Leaves out a tool that is at `at`.
    pub(crate) fn refuse_tool(&mut self, tool: String, at: String, error: FormatError) {
        self.places.insert(at);
        self.refused.push(RefusedTool { tool, error });
    }

    /// Returns whether `at` is a refused tool, or in one.
    pub(crate) fn is_refused(&self, at: &str) -> bool {
        let mut above = at.match_indices('/').map(|(end, _)| &at[..end]);
        self.places.contains(at) || above.any(|at| self.places.contains(at))
    }
}

/// A tool, or another part of a document, that was left out because it could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedTool {
    /// Name of the tool that was left out; empty if it has no name, or if the part is not a tool.
    pub tool: String,
    /// Reason why the tool or part could not be read, and its position in the document.
    pub error: FormatError,
}

impl RefusedTool {
    /// Creates the record of a tool that was left out because of `error`.
    pub fn new(tool: impl Into<String>, error: FormatError) -> Self {
        Self { tool: tool.into(), error }
    }
}

impl std::fmt::Display for RefusedTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.tool.is_empty() {
            return self.error.fmt(f);
        }
        write!(f, "{}: {}", escape::excerpt(&self.tool, 80), self.error)
    }
}

/// Reads each tool of a list.
pub(crate) fn read_all(
    document: Input<'_>,
    list: Vec<Entry<'_>>,
    mut read: impl FnMut(String, &Map<String, Value>) -> Result<Lossy<Option<Interface>>, FormatError>,
) -> Imported {
    let mut out = Imported { tools: Vec::with_capacity(list.len()), ..Imported::default() };
    for (at, map) in list {
        let name = map.as_ref().map(|map| name_in(map)).unwrap_or_default();
        let fault = document.find_fault(&at).cloned();
        let tool = match (fault, map) {
            (Some(fault), _) | (None, Err(fault)) => Err(fault),
            (None, Ok(map)) => read(at.clone(), map),
        };
        match tool {
            Ok(Lossy { value, losses }) => {
                out.tools.extend(value);
                out.losses.extend(losses);
            }
            Err(error) => out.refuse_tool(name, at, error),
        }
    }
    out
}

/// The name of a tool that may be none.
fn name_in(map: &Map<String, Value>) -> String {
    let function = map.get("function").and_then(|function| function.get("name"));
    map.get("name").or(function).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A tool of the service itself, which has no interface to be read.
pub(crate) fn skip_tool(at: &str, map: &Map<String, Value>) -> Lossy<Option<Interface>> {
    let ty = map.get("type").cloned().unwrap_or_default();
    let message = "a tool of the service itself, without an interface";
    Lossy { value: None, losses: vec![Loss::new(at, "type", ty, Action::Dropped, message)] }
}
