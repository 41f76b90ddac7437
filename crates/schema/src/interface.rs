//! A tool's interface, whatever format declared it.
//!
//! A `webagents.md` tool, a WebMCP registration, an MCP tool, a provider's function and an operation of an
//! OpenAPI document are all one [`Interface`]. It is what formats are read into and written from.

use serde_json::{Map, Value};
use webagents_manifest::Annotations;

use crate::shape::Shape;
use crate::ty::{Member, Type};

/// Name, arguments and result of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interface {
    /// Its name as the source has it, any text.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// Description of the tool.
    pub description: String,
    /// Arguments by name: nearly always an object type, with its members in the order of a positional call.
    pub input: Shape,
    /// Style of its calls.
    pub call: CallStyle,
    /// Type that its promise resolves to, where the source declares it.
    pub output: Option<Shape>,
    /// Effects that the source declares, as annotations of the manifest.
    pub annotations: Annotations,
    /// Members of the source's declaration that have no place here, such as MCP's `_meta`, as they were.
    pub extra: Map<String, Value>,
}

impl Interface {
    /// A tool without parameters that says nothing of its result.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: String::new(),
            input: Shape::new(Type::Object(Vec::new())),
            call: CallStyle::Object,
            output: None,
            annotations: Annotations::default(),
            extra: Map::new(),
        }
    }

    /// The arguments, when the input is an object type.
    pub fn arguments(&self) -> Option<&[Member]> {
        match &self.input.root {
            Type::Object(members) => Some(members),
            _ => None,
        }
    }
}

/// Style of the calls of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum CallStyle {
    /// `global.f(a, b)`: the tools of a `webagents.md`.
    Positional,
    /// `global.f({ a, b })`: tools that JSON Schema declares.
    #[default]
    Object,
}
