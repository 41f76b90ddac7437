//! The formats that can be typed: of tools that are read or written, and of declarations.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use webagents_formats::{Format, McpRevision};
use webagents_schema::Rendering;

/// A format that tools are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// JSON Schema of each tool's arguments and result, which have no name.
    JsonSchema,
    Tools(Format),
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Target>> = LazyLock::new(|| {
            let tools = ToolTarget::value_variants().iter().map(|target| Target::Tools(target.0));
            std::iter::once(Target::JsonSchema).chain(tools).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::JsonSchema => PossibleValue::new("json-schema")
                .help("JSON Schema 2020-12 of each tool's arguments and result"),
            Self::Tools(format) => possible_value(*format),
        })
    }
}

impl Target {
    /// The tool format, unless it is bare JSON Schema.
    pub(crate) const fn format(self) -> Option<Format> {
        match self {
            Self::JsonSchema => None,
            Self::Tools(format) => Some(format),
        }
    }
}

/// Format of the definition of one tool.
///
/// Bare JSON Schema is none, for it has no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ToolTarget(pub(crate) Format);

impl ValueEnum for ToolTarget {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<ToolTarget>> = LazyLock::new(|| {
            Format::ALL.into_iter().filter(|format| format.is_writable()).map(ToolTarget).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(possible_value(self.0))
    }
}

fn possible_value(format: Format) -> PossibleValue {
    PossibleValue::new(format.as_str()).help(format.summary())
}

/// A format that tools are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Auto,
    JsonSchema,
    Tools(Format),
    Typescript,
}

impl ValueEnum for Origin {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Origin>> = LazyLock::new(|| {
            let tools = Format::ALL.into_iter().filter(|format| !format.is_variant()).map(Origin::Tools);
            [Origin::Auto, Origin::JsonSchema].into_iter().chain(tools).chain([Origin::Typescript]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Self::Auto => ("auto", "Find out"),
            Self::JsonSchema => (
                "json-schema",
                "The JSON Schema of one tool's arguments, or what `schema --to json-schema` prints",
            ),
            Self::Tools(format) => {
                let next = Format::ALL.into_iter().skip_while(|other| other != format).nth(1);
                let has_variants = next.is_some_and(Format::is_variant);
                let variants = if has_variants { ", and their variants" } else { "" };
                let help = format!("{}{variants}", format.summary());
                return Some(PossibleValue::new(format.as_str()).help(help));
            }
            Self::Typescript => {
                ("typescript", "Functions with JSDoc or type annotations in a .ts or .js file")
            }
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// A revision of MCP that a list is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Revision {
    /// Results are objects; another output schema is left out
    #[value(name = "2025-11-25")]
    V2025_11_25,
    /// Any output schema
    #[value(name = "2026-07-28")]
    V2026_07_28,
}

impl From<Revision> for McpRevision {
    fn from(revision: Revision) -> Self {
        match revision {
            Revision::V2025_11_25 => Self::V2025_11_25,
            Revision::V2026_07_28 => Self::V2026_07_28,
        }
    }
}

/// Form of printed declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderingStyle {
    /// JSDoc comments, for editors and people
    Jsdoc,
    /// Comments next to each parameter, the smallest faithful form
    Inline,
    /// As inline, with the tools' own descriptions only
    Brief,
    /// As brief, with the first sentence of each description
    Sentences,
    /// Signatures with the first sentence about each tool
    Outline,
    /// Signatures only
    Index,
    /// Signatures without results
    Calls,
    /// Names with the first sentence about each tool
    Names,
}

impl From<RenderingStyle> for Rendering {
    fn from(style: RenderingStyle) -> Self {
        match style {
            RenderingStyle::Jsdoc => Self::Jsdoc,
            RenderingStyle::Inline => Self::Inline,
            RenderingStyle::Brief => Self::Brief,
            RenderingStyle::Sentences => Self::Sentences,
            RenderingStyle::Outline => Self::Outline,
            RenderingStyle::Index => Self::Index,
            RenderingStyle::Calls => Self::Calls,
            RenderingStyle::Names => Self::Names,
        }
    }
}
