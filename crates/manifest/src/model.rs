//! What a `webagents.md` says, as plain values.
//!
//! The types hold meaning only: where a value stood in the source is in [`SourceMap`](crate::SourceMap), and
//! what was wrong with it in the diagnostics. Two documents that say the same are equal, however they are
//! written. With the feature `serde` the types serialize to the normal form that the conformance suite
//! compares (`spec/conformance/schema/manifest.schema.json`).

use std::fmt;

use crate::name::{ParamName, ToolName};
use crate::shared::{Document, Text};

/// The version of the format that this crate reads and writes.
pub const SPEC_VERSION: &str = "0.1";

/// A parsed `webagents.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Manifest {
    /// The site's name: the first level-1 heading, or empty.
    pub name: Text,
    /// Markdown between the name and the first section.
    pub description: Text,
    /// Version of the format, [`SPEC_VERSION`].
    pub version: Text,
    /// Tools in document order. No two share a name.
    pub tools: Vec<Tool>,
    /// Everything that is not a tool, in document order.
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
    /// The tool called `name`.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name.as_str() == name)
    }
}

/// One tool: a function that the site's page defines.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Tool {
    /// Its name, the property of `global` that holds the function.
    pub name: ToolName,
    /// Markdown between the heading and the first subsection.
    #[cfg_attr(feature = "serde", serde(default))]
    pub description: Text,
    /// Parameters in the order in which they are passed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub params: Vec<Param>,
    /// TypeScript type of what the promise resolves to, as written; empty when not declared.
    #[cfg_attr(feature = "serde", serde(default))]
    pub returns: Text,
    /// The first sample, or empty. It is data: never executed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sample_code: Text,
    /// Samples after the first.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub more_samples: Vec<Text>,
    /// A name for people.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub title: Option<Text>,
    /// What the site says of the tool's effects. A hint: it may raise caution, never lower it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Annotations::is_empty"))]
    pub annotations: Annotations,
    /// JSON Schema of the arguments as JSON text, authoritative over `params` when present.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub input_schema: Option<Text>,
    /// JSON Schema of the result as JSON text, authoritative over `returns` when present.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub output_schema: Option<Text>,
    /// Subsections that the format does not know, and text that stood beside what it knows.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub notes: Vec<Note>,
}

impl Tool {
    /// A tool without parameters, description or result type.
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

/// One parameter of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Param {
    /// Its name.
    pub name: ParamName,
    /// Its TypeScript type as written; `string` when not declared.
    #[cfg_attr(feature = "serde", serde(rename = "type", default = "string_type"))]
    pub ty: Text,
    /// Markdown after the colon.
    #[cfg_attr(feature = "serde", serde(default))]
    pub description: Text,
    /// Whether a call must pass it. A parameter with a default is never required.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub required: bool,
    /// The default as written, quotes included.
    #[cfg_attr(feature = "serde", serde(default))]
    pub default: Option<Text>,
    /// Bounds on its value, in document order, at most one of each keyword.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub constraints: Vec<Constraint>,
    /// Modifiers that the format does not know, as written.
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
    /// A required string parameter.
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

    /// `text`, a piece of `document`, as the type of a parameter. Most types are one of the usual words.
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

    /// The constraint with this keyword.
    pub fn constraint(&self, keyword: Keyword) -> Option<&Constraint> {
        self.constraints.iter().find(|c| c.keyword == keyword)
    }
}

/// A bound on a parameter's value, such as `max=100`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Constraint {
    /// Which bound.
    pub keyword: Keyword,
    /// Its value as written, quotes included; empty for [`Keyword::Integer`].
    pub value: Text,
}

impl Constraint {
    /// The value without the quotes around it.
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
        /// The constraints that a parameter line can carry; each is the JSON Schema keyword of the same
        /// meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum Keyword {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $text))] $variant,)*
        }

        impl Keyword {
            /// Every keyword, in the order in which the writer puts them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The keyword as a manifest spells it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The keyword spelled `text`.
            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}
keywords! {
    /// A whole number; it has no value. JSON Schema `"type": "integer"`.
    Integer "integer",
    /// Least value. JSON Schema `minimum`.
    Min "min",
    /// Greatest value. JSON Schema `maximum`.
    Max "max",
    /// Least number of characters. JSON Schema `minLength`.
    MinLength "minLength",
    /// Greatest number of characters. JSON Schema `maxLength`.
    MaxLength "maxLength",
    /// Regular expression that the text matches. JSON Schema `pattern`.
    Pattern "pattern",
    /// Name of a format, such as `date-time`. JSON Schema `format`.
    Format "format",
    /// The value is a multiple of this. JSON Schema `multipleOf`.
    MultipleOf "multipleOf",
    /// Least number of elements. JSON Schema `minItems`.
    MinItems "minItems",
    /// Greatest number of elements. JSON Schema `maxItems`.
    MaxItems "maxItems",
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a site says of a tool's effects (`### Annotations`). `None` is "not said".
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, rename_all = "camelCase", deny_unknown_fields))]
#[non_exhaustive]
pub struct Annotations {
    /// It changes nothing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub read_only: Option<bool>,
    /// It may destroy something.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub destructive: Option<bool>,
    /// A second call with the same arguments changes nothing more.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub idempotent: Option<bool>,
    /// It reaches beyond the site.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub open_world: Option<bool>,
    /// It has consequences outside the page: it buys, sends, publishes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub consequential: Option<bool>,
    /// Its result holds text that others than the site wrote.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub untrusted_content: Option<bool>,
    /// Items that the format does not know, as written.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub unknown: Vec<Text>,
}

impl Annotations {
    /// The names in the order in which the writer puts them.
    pub const NAMES: [&'static str; 6] =
        ["readOnly", "destructive", "idempotent", "openWorld", "consequential", "untrustedContent"];

    /// Whether the site says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The values in the order of [`Annotations::NAMES`].
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

    /// The value called `name`, to be set.
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

/// A section that is not a tool: context for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Section {
    /// Its heading; empty for text that stands under none.
    pub heading: Text,
    /// Its Markdown, subsections included.
    #[cfg_attr(feature = "serde", serde(default))]
    pub text: Text,
    /// Level of its heading: 2, or 1 for a further `# heading` after the site's name.
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
    /// A section at level 2.
    pub fn new(heading: impl Into<Text>, text: impl Into<Text>) -> Self {
        Self { heading: heading.into(), text: text.into(), level: 2 }
    }
}

/// A part of a tool's section that the format gives no meaning to, kept for the model and for the writer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Note {
    /// The subsection's heading. Text that stood beside the params is headed `Params notes`, and so on.
    pub heading: Text,
    /// Its Markdown.
    #[cfg_attr(feature = "serde", serde(default))]
    pub text: Text,
}
