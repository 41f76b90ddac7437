//! Texts of tools.

use std::borrow::Cow;

use webagents_text::TextKind;

/// Text of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolText<'a> {
    /// Kind of the text.
    pub kind: TextKind,
    /// The text itself; only the first [`LONGEST`](crate::LONGEST) bytes are judged.
    pub text: Cow<'a, str>,
}

/// Texts of one tool, or of a site's prose, which are judged together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolTexts<'a> {
    /// Name of the tool; empty for prose.
    pub name: Cow<'a, str>,
    /// Texts of the tool; its name is a text as well.
    pub texts: Vec<ToolText<'a>>,
}

impl<'a> ToolTexts<'a> {
    /// Makes a tool without texts.
    pub fn new(name: impl Into<Cow<'a, str>>) -> Self {
        Self { name: name.into(), texts: Vec::new() }
    }

    /// Adds a text.
    #[must_use]
    pub fn with(mut self, kind: TextKind, text: impl Into<Cow<'a, str>>) -> Self {
        self.texts.push(ToolText { kind, text: text.into() });
        self
    }
}
