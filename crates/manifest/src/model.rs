//! Contents of a `webagents.md` as plain values.
//!
//! The types contain meaning only: positions in the source are in [`SourceMap`](crate::SourceMap), and problems in
//! the diagnostics. Two documents with the same meaning are equal, however they are written. With the feature `serde`
//! the types serialize to the normal form that the conformance suite compares
//! (`spec/conformance/schema/manifest.schema.json`).

use crate::annotations::Annotations;
use crate::name::{ParamName, ToolName};
use crate::shared::Text;

/// Version of the `webagents.md` format that this crate reads and writes.
pub const SPEC_VERSION: &str = "0.1";

/// Contents of a `webagents.md` file: the name of a site, its tools and other sections.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Manifest {
    /// Name of the site: the first level-1 heading, or empty if there is none.
    pub name: Text,
    /// Description of the site: the Markdown between its name and the first section.
    pub description: Text,
    /// Version of the `webagents.md` format; [`SPEC_VERSION`] in a parsed manifest.
    pub version: Text,
    /// Tools that the site declares, in document order, each with a different name.
    pub tools: Vec<Tool>,
    /// Sections of the document that declare no tool, in document order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub sections: Vec<Section>,
}

impl Default for Manifest {
    fn default() -> Self {
        Self {
            name: Text::default(),
            description: Text::default(),
            version: SPEC_VERSION.into(),
            tools: Vec::new(),
            sections: Vec::new(),
        }
    }
}

impl Manifest {
    /// Returns the tool called `name`, or `None` if the manifest declares no such tool.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name.as_str() == name)
    }
}

/// A function of a site's page that the manifest offers to AI agents.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Tool {
    /// Name of the tool: a method of the JavaScript object `global` that the model's code uses.
    pub name: ToolName,
    /// Description of the tool: the Markdown between its heading and its first subsection.
    #[cfg_attr(feature = "serde", serde(default))]
    pub description: Text,
    /// Parameters of the tool, in the order in which a call passes the arguments.
    #[cfg_attr(feature = "serde", serde(default))]
    pub params: Vec<Param>,
    /// TypeScript type of the value that a call's promise resolves to; empty if not declared.
    #[cfg_attr(feature = "serde", serde(default))]
    pub returns: Text,
    /// First sample of code that calls the tool, or empty. It is data and never executed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sample_code: Text,
    /// Samples of code that calls the tool, after the first; data that is never executed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub more_samples: Vec<Text>,
    /// Name of the tool to show to people, if the site declares one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub title: Option<Text>,
    /// Effects of the tool that the site declares, such as read-only; an undeclared effect is `None`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Annotations::is_empty"))]
    pub annotations: Annotations,
    /// JSON Schemas of the tool's arguments and of its result, if the site declares them.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub schemas: ToolSchemas,
    /// Parts of the tool's section that the format gives no meaning, such as unknown subsections.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub notes: Vec<Note>,
}

/// JSON Schemas of a tool's arguments and result, as JSON text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ToolSchemas {
    /// JSON Schema of the tool's arguments, as JSON text; if present, it overrides [`Tool::params`].
    #[cfg_attr(
        feature = "serde",
        serde(rename = "input_schema", default, skip_serializing_if = "Option::is_none")
    )]
    pub input: Option<Text>,
    /// JSON Schema of the tool's result, as JSON text; if present, it overrides [`Tool::returns`].
    #[cfg_attr(
        feature = "serde",
        serde(rename = "output_schema", default, skip_serializing_if = "Option::is_none")
    )]
    pub output: Option<Text>,
}

impl Tool {
    /// Creates a tool called `name` without parameters, description or result type.
    pub fn new(name: ToolName) -> Self {
        Self {
            name,
            description: Text::default(),
            params: Vec::new(),
            returns: Text::default(),
            sample_code: Text::default(),
            more_samples: Vec::new(),
            title: None,
            annotations: Annotations::default(),
            schemas: ToolSchemas::default(),
            notes: Vec::new(),
        }
    }
}

/// A parameter of a tool, with its type, description, default and constraints.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Param {
    /// Name of the parameter, which need not be a JavaScript identifier.
    pub name: ParamName,
    /// TypeScript type of the parameter, as the manifest writes it; `string` if it declares none.
    #[cfg_attr(feature = "serde", serde(rename = "type", default = "string_type"))]
    pub ty: Text,
    /// Description of the parameter: the Markdown after the colon of the line that declares it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub description: Text,
    /// `true` if a call must pass the parameter. A parameter with a default is never required.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub required: bool,
    /// Default value of the parameter as the manifest writes it (`'asc'`, `10`); `None` without default.
    #[cfg_attr(feature = "serde", serde(default))]
    pub default: Option<Text>,
    /// Constraints on the parameter's value, in document order, at most one of each keyword.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub constraints: Vec<Constraint>,
    /// Items in parentheses after the parameter's name, such as `(string, rare)`, that are not known.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub unknown_modifiers: Vec<Text>,
}

#[cfg(feature = "serde")]
fn string_type() -> Text {
    "string".into()
}

#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}

impl Param {
    /// Creates a required parameter called `name` of type `string`.
    pub fn new(name: ParamName) -> Self {
        Self {
            name,
            ty: "string".into(),
            description: Text::default(),
            required: true,
            default: None,
            constraints: Vec::new(),
            unknown_modifiers: Vec::new(),
        }
    }

    /// Returns the parameter's constraint with this keyword, such as `max`; `None` if it has none.
    pub fn constraint(&self, keyword: ConstraintKeyword) -> Option<&Constraint> {
        self.constraints.iter().find(|c| c.keyword == keyword)
    }
}

/// A constraint on the value of a parameter, such as `max=100`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Constraint {
    /// Keyword of the constraint, such as `max` of `max=100`.
    pub keyword: ConstraintKeyword,
    /// Value as the manifest writes it, such as `100` of `max=100`; empty for the keyword `integer`.
    pub value: Text,
}

impl Constraint {
    /// Returns the value of the constraint, such as `^a` of `pattern="^a"`, without its quotes.
    pub fn unquoted(&self) -> &str {
        let text = self.value.as_str();
        let quoted = text.len() >= 2
            && text.starts_with(['"', '\''])
            && text.as_bytes().first() == text.as_bytes().last();
        if quoted { &text[1..text.len() - 1] } else { text }
    }
}

webagents_text::keyword_enum! {
    /// Keyword of a constraint on a parameter's value, such as `minLength`; JSON Schema has one for each.
    ///
    /// A document is written in the order of the variants.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
    #[non_exhaustive]
    pub enum ConstraintKeyword {
        /// Whole number; has no value. JSON Schema `"type": "integer"`.
        Integer "integer",
        /// Minimum value. JSON Schema `minimum`.
        Min "min",
        /// Maximum value. JSON Schema `maximum`.
        Max "max",
        /// Minimum number of characters. JSON Schema `minLength`.
        MinLength "minLength",
        /// Maximum number of characters. JSON Schema `maxLength`.
        MaxLength "maxLength",
        /// Regular expression that the text matches. JSON Schema `pattern`.
        Pattern "pattern",
        /// Name of a format, such as `date-time`. JSON Schema `format`.
        Format "format",
        /// Number that divides the value. JSON Schema `multipleOf`.
        MultipleOf "multipleOf",
        /// Minimum number of elements. JSON Schema `minItems`.
        MinItems "minItems",
        /// Maximum number of elements. JSON Schema `maxItems`.
        MaxItems "maxItems",
    }
}

/// A section of a manifest that declares no tool, such as prose for the model to read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Section {
    /// Heading of the section; empty for text without a heading.
    pub heading: Text,
    /// Markdown of the section after its heading, with its subsections.
    #[cfg_attr(feature = "serde", serde(default))]
    pub text: Text,
    /// Level of the section's heading: 2, or 1 for a further `# heading` after the site's name.
    #[cfg_attr(feature = "serde", serde(default = "two", skip_serializing_if = "is_two"))]
    pub level: u8,
}

#[cfg(feature = "serde")]
fn two() -> u8 {
    2
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_two(level: &u8) -> bool {
    *level == 2
}

impl Section {
    /// Creates a section with the level-2 heading `heading` and the Markdown `text`.
    pub fn new(heading: impl Into<Text>, text: impl Into<Text>) -> Self {
        Self { heading: heading.into(), text: text.into(), level: 2 }
    }
}

/// A part of a tool's section that the format gives no meaning, kept as text for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Note {
    /// Heading of an unknown subsection, or `Params notes` for loose text in the subsection `Params`.
    pub heading: Text,
    /// Markdown of the note, a part of a tool's section without fixed meaning, without its heading.
    #[cfg_attr(feature = "serde", serde(default))]
    pub text: Text,
}
