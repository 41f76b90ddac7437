//! Contents of a `webagents.md` as plain values.
//!
//! The types contain meaning only: positions in the source are in [`SourceMap`](crate::SourceMap), and problems in
//! the diagnostics. Two documents with the same meaning are equal, however they are written. With the feature `serde`
//! the types serialize to the normal form that the conformance suite compares
//! (`spec/conformance/schema/manifest.schema.json`).

use std::fmt;

use crate::name::{ParamName, ToolName};
use crate::shared::{Document, Text};

/// Version of the format that this crate reads and writes.
pub const SPEC_VERSION: &str = "0.1";

/// Parsed `webagents.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Manifest {
    /// Name of the site: the first level-1 heading, or empty.
    pub name: Text,
    /// Markdown between the name and the first section.
    pub description: Text,
    /// Version of the format, [`SPEC_VERSION`].
    pub version: Text,
    /// Tools in document order. No two share a name.
    pub tools: Vec<Tool>,
    /// Sections that are not tools, in document order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub sections: Vec<Section>,
}

impl Default for Manifest {
    fn default() -> Self {
        Self {
            name: Text::default(),
            description: Text::default(),
            version: Text::from_static(&SPEC_VERSION),
            tools: Vec::new(),
            sections: Vec::new(),
        }
    }
}

impl Manifest {
    /// Returns the tool with this name.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name.as_str() == name)
    }
}

/// Tool: a function that the site's page defines.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Tool {
    /// Name, the property of `global` that holds the function.
    pub name: ToolName,
    /// Markdown between the heading and the first subsection.
    #[cfg_attr(feature = "serde", serde(default))]
    pub description: Text,
    /// Parameters in the order of the arguments.
    #[cfg_attr(feature = "serde", serde(default))]
    pub params: Vec<Param>,
    /// TypeScript type of the promise's value, as written; empty if not declared.
    #[cfg_attr(feature = "serde", serde(default))]
    pub returns: Text,
    /// First sample, or empty. It is data and never executed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sample_code: Text,
    /// Samples after the first.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub more_samples: Vec<Text>,
    /// Name for people.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub title: Option<Text>,
    /// Effects of the tool, as declared by the site. They may raise caution, never lower it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Annotations::is_empty"))]
    pub annotations: Annotations,
    /// JSON Schema of the arguments as JSON text, authoritative over `params` when present.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub input_schema: Option<Text>,
    /// JSON Schema of the result as JSON text, authoritative over `returns` when present.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub output_schema: Option<Text>,
    /// Unknown subsections, and text around the known ones.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub notes: Vec<Note>,
}

impl Tool {
    /// Creates a tool without parameters, description or result type.
    #[inline]
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
            input_schema: None,
            output_schema: None,
            notes: Vec::new(),
        }
    }
}

/// Parameter of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Param {
    /// Name.
    pub name: ParamName,
    /// TypeScript type as written; `string` if not declared.
    #[cfg_attr(feature = "serde", serde(rename = "type", default = "string_type"))]
    pub ty: Text,
    /// Markdown after the colon.
    #[cfg_attr(feature = "serde", serde(default))]
    pub description: Text,
    /// `true` if a call must pass it. A parameter with a default is never required.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub required: bool,
    /// Default as written, with quotes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub default: Option<Text>,
    /// Constraints on its value, in document order, at most one of each keyword.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub constraints: Vec<Constraint>,
    /// Modifiers unknown to the format, as written.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub unknown_modifiers: Vec<Text>,
}

#[cfg(feature = "serde")]
fn string_type() -> Text {
    Text::from_static(&"string")
}

#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}

impl Param {
    /// Creates a required string parameter.
    #[inline]
    pub fn new(name: ParamName) -> Self {
        Self {
            name,
            ty: Text::from_static(&"string"),
            description: Text::default(),
            required: true,
            default: None,
            constraints: Vec::new(),
            unknown_modifiers: Vec::new(),
        }
    }

    /// Returns `text`, a piece of `document`, as the type of a parameter. Most types are common words.
    #[inline]
    pub(crate) fn type_text(document: &Document, text: &str) -> Text {
        Text::from_static(match text {
            "string" => &"string",
            "number" => &"number",
            "boolean" => &"boolean",
            "string[]" => &"string[]",
            "number[]" => &"number[]",
            "object" => &"object",
            _ => return document.part(text),
        })
    }

    /// Returns the constraint with this keyword.
    pub fn constraint(&self, keyword: Keyword) -> Option<&Constraint> {
        self.constraints.iter().find(|c| c.keyword == keyword)
    }
}

/// Constraint on a parameter's value, such as `max=100`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Constraint {
    /// Keyword of the constraint.
    pub keyword: Keyword,
    /// Value as written, with quotes; empty for [`Keyword::Integer`].
    pub value: Text,
}

impl Constraint {
    /// Returns the value without the quotes around it.
    pub fn unquoted(&self) -> &str {
        let text = self.value.as_str();
        let quoted = text.len() >= 2
            && text.starts_with(['"', '\''])
            && text.as_bytes().first() == text.as_bytes().last();
        if quoted { &text[1..text.len() - 1] } else { text }
    }
}

macro_rules! keywords {
    ($($(#[$doc:meta])* $variant:ident $text:literal,)*) => {
        /// Constraints of a parameter line; each is the JSON Schema keyword of the same meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum Keyword {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $text))] $variant,)*
        }

        impl Keyword {
            /// Every keyword, in the order of the writer.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the keyword as a manifest spells it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Returns the keyword with this spelling.
            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}
keywords! {
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

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Effects of a tool, as declared by the site (`### Annotations`). `None` means not declared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, rename_all = "camelCase", deny_unknown_fields))]
#[non_exhaustive]
pub struct Annotations {
    /// The tool changes nothing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub read_only: Option<bool>,
    /// The tool may destroy something.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub destructive: Option<bool>,
    /// A second call with the same arguments changes nothing more.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub idempotent: Option<bool>,
    /// The tool has effects beyond the site.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub open_world: Option<bool>,
    /// The tool has consequences outside the page: it buys, sends, publishes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub consequential: Option<bool>,
    /// The result contains text by authors other than the site.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub untrusted_content: Option<bool>,
    /// Items unknown to the format, as written.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub unknown: Vec<Text>,
}

impl Annotations {
    /// Names in the order of the writer.
    pub const NAMES: [&'static str; 6] =
        ["readOnly", "destructive", "idempotent", "openWorld", "consequential", "untrustedContent"];

    /// Returns whether the site declares nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the values in the order of [`Annotations::NAMES`].
    pub fn values(&self) -> [Option<bool>; 6] {
        [
            self.read_only,
            self.destructive,
            self.idempotent,
            self.open_world,
            self.consequential,
            self.untrusted_content,
        ]
    }

    /// Returns the value with this name, to be set.
    pub(crate) fn slot(&mut self, name: &str) -> Option<&mut Option<bool>> {
        match name {
            "readOnly" => Some(&mut self.read_only),
            "destructive" => Some(&mut self.destructive),
            "idempotent" => Some(&mut self.idempotent),
            "openWorld" => Some(&mut self.open_world),
            "consequential" => Some(&mut self.consequential),
            "untrustedContent" => Some(&mut self.untrusted_content),
            _ => None,
        }
    }
}

/// Section that is not a tool: context for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Section {
    /// Heading; empty for text without one.
    pub heading: Text,
    /// Markdown with subsections.
    #[cfg_attr(feature = "serde", serde(default))]
    pub text: Text,
    /// Level of the heading: 2, or 1 for a further `# heading` after the site's name.
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
    /// Creates a section at level 2.
    pub fn new(heading: impl Into<Text>, text: impl Into<Text>) -> Self {
        Self { heading: heading.into(), text: text.into(), level: 2 }
    }
}

/// Part of a tool's section without a meaning in the format, kept for the model and the writer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Note {
    /// Heading of the subsection. Text around the params has the heading `Params notes`, and so on.
    pub heading: Text,
    /// Markdown of the subsection.
    #[cfg_attr(feature = "serde", serde(default))]
    pub text: Text,
}
