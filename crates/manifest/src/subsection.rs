//! Kinds of subsections of a tool.

/// Subsection with a meaning in the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subsection {
    Params,
    Output,
    SampleCode,
    Title,
    Annotations,
    InputSchema,
    OutputSchema,
}

impl Subsection {
    pub(crate) const COUNT: usize = 7;

    /// Returns the subsection with this heading, in any case.
    pub(crate) fn of(heading: &str) -> Option<Self> {
        const NAMES: [(&str, Subsection); 8] = [
            ("params", Subsection::Params),
            ("output", Subsection::Output),
            ("returns", Subsection::Output),
            ("sample code", Subsection::SampleCode),
            ("title", Subsection::Title),
            ("annotations", Subsection::Annotations),
            ("input schema", Subsection::InputSchema),
            ("output schema", Subsection::OutputSchema),
        ];
        NAMES.iter().find(|(name, _)| heading.eq_ignore_ascii_case(name)).map(|&(_, known)| known)
    }

    /// Returns the heading as the writer spells it.
    pub(crate) const fn heading(self) -> &'static str {
        match self {
            Self::Params => "Params",
            Self::Output => "Output",
            Self::SampleCode => "Sample Code",
            Self::Title => "Title",
            Self::Annotations => "Annotations",
            Self::InputSchema => "Input Schema",
            Self::OutputSchema => "Output Schema",
        }
    }

    /// Returns whether a section that contains it is a tool (`spec/SPEC.md#tool.section`).
    pub(crate) const fn makes_tool(self) -> bool {
        matches!(self, Self::Params | Self::Output | Self::SampleCode)
    }
}
