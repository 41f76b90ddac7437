//! A tool's interface, whatever format declared it.
//!
//! A `webagents.md` tool, a WebMCP registration, an MCP tool, a provider's function and an operation of an
//! OpenAPI document are all one [`Interface`]. It is what formats are read into and written from.

use serde_json::{Map, Value};
use webagents_manifest::Annotations;

use crate::shape::Shape;
use crate::ty::{Member, Type};

/// Declaration of a tool (name, arguments, result, effects) in no particular format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interface {
    /// Name of the tool, exactly as the format that declared the tool has it; any text.
    pub name: String,
    /// Name of the tool to show to people; `None` if its declaration has none.
    pub title: Option<String>,
    /// Description of the tool for the language model that may call it.
    pub description: String,
    /// Type of the tool's arguments: usually an object type with one member for each argument.
    pub input: Shape,
    /// Form in which a call of the tool passes its arguments: one by one, or as one object.
    pub call: CallStyle,
    /// Type of the value that a call's promise resolves to; `None` if the tool declares none.
    pub output: Option<Shape>,
    /// Effects of the tool that its declaration states, such as that it only reads.
    pub annotations: Annotations,
    /// Further members of the tool's original declaration, unchanged, such as MCP's `_meta`.
    pub extra: Map<String, Value>,
}

impl Interface {
    /// Creates the declaration of a tool called `name` without arguments or a result type.
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

    /// Returns the tool's arguments; `None` if their type is not an object type.
    pub fn arguments(&self) -> Option<&[Member]> {
        match &self.input.root {
            Type::Object(members) => Some(members),
            _ => None,
        }
    }
}

/// Form in which a call passes arguments to a tool: one by one, or as members of one object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum CallStyle {
    /// `global.f(a, b)`: the tools of a `webagents.md`.
    Positional,
    /// `global.f({ a, b })`: tools that JSON Schema declares.
    #[default]
    Object,
}
