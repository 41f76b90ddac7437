//! Diagnostics of a document.
//!
//! A diagnostic has a stable [`Code`]; its severity, its help and the anchor of its rule follow from the code alone,
//! so that they are in one table. Codes never change their meaning and are never reused; messages may change.
//! [`render`](Diagnostic::render) gives an excerpt of the source without colours.

use std::borrow::Cow;
use std::fmt;

use crate::span::Span;

/// A problem in the source of a manifest, such as a violated rule, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Code of the problem, such as [`Code::ParamSyntax`], on which the severity and advice depend.
    pub code: Code,
    /// Byte range of the manifest's source text that the diagnostic is about.
    pub span: Span,
    /// One sentence that describes the problem in the manifest's source text.
    ///
    /// Text of the document in it is shortened, not escaped: the caller escapes it for the medium.
    pub message: Cow<'static, str>,
}

impl Diagnostic {
    /// Creates a diagnostic about the byte range `span` of a manifest's source text.
    pub fn new(code: Code, span: Span, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, span, message: message.into() }
    }

    /// Returns the severity of the diagnostic (hint, warning or error), which follows from its code.
    pub const fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Returns one sentence of advice on how to correct the problem that the diagnostic reports.
    pub const fn help(&self) -> &'static str {
        self.code.help()
    }

    /// Returns the corrected source line to write instead, if the diagnostic's message quotes it in full.
    ///
    /// ```
    /// let parsed = webagents_manifest::parse("# S\n\n## f\n\n### Params\n- size: How large.\n");
    /// assert_eq!(parsed.diagnostics[0].suggested_line(), Some("- `size` (string, required): How large."));
    /// ```
    pub fn suggested_line(&self) -> Option<&str> {
        let line = match self.code {
            Code::ParamSyntax | Code::ParamForm => self.message.split_once("write: ")?.1,
            Code::HeadingUnspaced | Code::HeadingHtml | Code::SubsectionNearMiss | Code::SubsectionLevel => {
                let line = self.message.rsplit_once("write `")?.1;
                line.strip_suffix('`').or_else(|| line.strip_suffix("` under the tool's heading"))?
            }
            _ => return None,
        };
        // A shortened text is not the whole line.
        (line.starts_with(['#', '-']) && !line.contains(['\u{2026}', '\n'])).then_some(line)
    }
}

/// Severity of a diagnostic about a manifest: hint, warning or error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Useful information; the document is valid.
    Hint,
    /// Tolerated, but probably not intended.
    Warning,
    /// Text without effect.
    Error,
}

impl Severity {
    /// Returns the name of the severity: `hint`, `warning` or `error`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! codes {
    ($($variant:ident $text:literal $severity:ident $anchor:literal $help:literal $(+ $names:ident + $end:literal)?)*) => {
        /// Identifier of a kind of problem in a manifest, such as `param.syntax`; its meaning never changes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $text, "`: ", $help $(, $names!(), $end)?)] $variant,)*
        }

        impl Code {
            /// All variants of [`Code`], in the order of declaration.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the identifier as text, such as `param.no-description`, for output that programs read.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Returns the severity (hint, warning or error) of all diagnostics with this code.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// Returns the HTML anchor, in `spec/SPEC.md`, of the rule that a diagnostic with this code is about.
            pub const fn anchor(self) -> &'static str {
                match self { $(Self::$variant => $anchor,)* }
            }

            /// Returns one sentence of advice on how to correct a problem with this code.
            pub const fn help(self) -> &'static str {
                match self { $(Self::$variant => concat!($help $(, $names!(), $end)?),)* }
            }
        }
    };
}

codes! {
    DocumentEncoding "document.encoding" Error "document.encoding"
        "Save the file as UTF-8."
    DocumentLineEnds "document.line-ends" Warning "document.lines"
        "Save the file with LF or CRLF at the end of each line."
    DocumentFrontMatter "document.front-matter" Hint "document.front-matter"
        "Front matter is not part of the format; remove it, or leave it for the tool that reads it."
    DocumentNoName "document.no-name" Warning "document.name"
        "Begin the file with `# Name of the site`."
    HeadingSetext "heading.setext" Warning "heading.atx"
        "Write headings with `#`, such as `## name`; put an empty line before a rule."
    HeadingUnspaced "heading.unspaced" Warning "heading.atx"
        "Put a blank after the hashes."
    HeadingHtml "heading.html" Warning "heading.atx"
        "Write headings with `#`: `## name` for a tool, `### Params` for its parameters."
    SectionSecondName "section.second-name" Hint "document.name"
        "The first `#` heading is the site's name; use `##` for sections."
    FenceUnclosed "fence.unclosed" Warning "document.fences"
        "Close the fence with a line of at least as many of the same characters."
    CommentUnclosed "comment.unclosed" Warning "document.comments"
        "Close the comment with `-->`."
    ToolNearMiss "tool.near-miss" Warning "tool.section"
        "Add `### Params` (it may be empty) if this is a tool, or write the heading as words if it is prose."
    ToolBareName "tool.bare-name" Hint "tool.section"
        "Add `### Params` (it may be empty) if this is a tool, or begin the heading with a capital letter if it is prose."
    ToolName "tool.name" Error "tool.name"
        "Use 1 to 128 of A-Z a-z 0-9 _ $ . - with a letter, _ or $ among them."
    ToolReservedName "tool.reserved-name" Error "tool.reserved"
        "Choose another name; JavaScript objects use this one themselves."
    ToolGlobal "tool.global" Warning "tool.name"
        "Write the name alone; `global` is the object whose members all tools are, and no part of their names."
    ToolDuplicate "tool.duplicate" Error "tool.unique"
        "Rename or remove one of the two; the first counts."
    ToolLevel "tool.level" Warning "tool.section"
        "Write a tool as `## name` and its parts as `### Params`, `### Output` and `### Sample Code`."
    ToolFenced "tool.fenced" Warning "document.fences"
        "Remove the fence around the tool; nothing in a fence is a heading."
    ToolBackticks "tool.backticks" Hint "tool.heading-leniency"
        "Write the name without backticks."
    ToolSignature "tool.signature" Hint "tool.heading-leniency"
        "Write the name alone; parameters belong under `### Params`."
    SubsectionDuplicate "subsection.duplicate" Warning "tool.subsections"
        "Merge the two subsections; both were read."
    SubsectionText "subsection.text" Hint "tool.subsections"
        "This text was kept as a note; put it into the tool's description."
    SubsectionNearMiss "subsection.near-miss" Warning "tool.subsections"
        "Write `### Params`, `### Output` or `### Sample Code`; another heading is kept as a note."
    SubsectionLevel "subsection.level" Warning "tool.subsections"
        "Write the parts of a tool as headings of level 3, such as `### Params`, under its `## name`."
    ParamSyntax "param.syntax" Error "param.line"
        "Write: - `name` (type, required): description"
    ParamName "param.name" Error "param.name"
        "Use 1 to 128 characters without white space, control characters and backticks, and no name that JavaScript objects use themselves."
    ParamDuplicate "param.duplicate" Error "param.unique"
        "Rename or remove one of the two; the first counts."
    ParamNoDescription "param.no-description" Warning "param.description"
        "Describe the parameter's meaning: the model reads it."
    ParamUnclosed "param.unclosed-modifiers" Error "param.modifiers"
        "Close the parenthesis of the modifiers, and every bracket and quote inside it."
    ParamText "param.text" Warning "param.line"
        "Put a colon between the modifiers and the description."
    ParamNone "param.none" Warning "param.line"
        "Write each parameter on a line: - `name` (type, required): description"
    ParamNested "param.nested" Warning "param.continuation"
        "Write the members into the type, such as ({ min: number, max?: number }); a nested list is part of the description."
    ParamForm "param.form" Warning "param.line"
        "Write the type and the modifiers in parentheses after the name: - `name` (type, required): description"
    ParamModifierForm "param.modifier-form" Warning "param.modifiers"
        "Write required, optional, default=VALUE and one type, in small letters and separated by commas."
    ParamConflict "param.conflict" Warning "param.modifiers"
        "Keep one of the two; the first counts."
    ParamRequiredDefault "param.required-default" Warning "param.default"
        "A parameter with a default is optional; remove `required` or the default."
    ParamUnknownModifier "param.unknown-modifier" Warning "param.modifiers"
        "Known are required, optional, default=, integer, min=, max=, minLength=, maxLength=, pattern=, format=, multipleOf=, minItems=, maxItems= and one type."
    ParamEmptyModifier "param.empty-modifier" Warning "param.modifiers"
        "Remove the comma, or write the missing modifier."
    OutputForm "output.form" Warning "tool.output"
        "Write a TypeScript type, such as { id: number, name: string }[], in place of an example."
    SampleNoFence "sample.no-fence" Hint "tool.sample"
        "Put the sample into a fence: ```js"
    AnnotationUnknown "annotation.unknown" Warning "tool.annotations"
        "Known are " + annotation_names + "."
    SchemaNoFence "schema.no-fence" Error "tool.schema"
        "Put the JSON Schema into a fence: ```json"
    CompactHeader "compact.header" Error "compact.header"
        "Write: tool: name(param, other = default)"
    CompactNearMiss "compact.near-miss" Warning "compact.header"
        "Begin the line with `tool:` at the margin and end it with the name or the signature: tool: name(param, other = default)"
    CompactParam "compact.param" Error "compact.params"
        "Write in the signature: name, name?: type or name: type = default; under `params:` write: name: type (description)"
    CompactKeyIndent "compact.key-indent" Warning "compact.keys"
        "Indent each key by two spaces; other lines are the text of the key above."
    CompactKey "compact.unknown-key" Warning "compact.keys"
        "Known are description, params, output, returns, sample_code, title, annotations, input_schema and output_schema."
    CompactText "compact.text" Warning "compact.keys"
        "Put the text under a key, such as `  description: |`."
    CompactExtraParam "compact.extra-param" Hint "compact.params"
        "Add the parameter to the signature, so that its position is plain."
    LimitDocument "limit.document" Error "limits"
        "Split the site's tools over several pages; only the first 8 MiB were read."
    LimitBlocks "limit.blocks" Error "limits"
        "Keep the document to 250,000 headings, fences and comments; the rest was not read."
    LimitTools "limit.tools" Error "limits"
        "Declare at most 10,000 tools; the others were left out."
    LimitParams "limit.params" Error "limits"
        "Declare at most 256 parameters; the others were left out. One object parameter can hold many values."
    LimitTypeDepth "limit.type-depth" Error "limits"
        "Nest brackets at most 64 deep."
    LimitDiagnostics "limit.diagnostics" Warning "limits"
        "Fix the findings above first."
    TypeSyntax "type.syntax" Warning "type.syntax"
        "Write a TypeScript type, such as string, \"a\" | \"b\" or { id: string }[]; it is declared as `any` until then."
    TypeUnknownName "type.unknown-name" Warning "type.syntax"
        "Write the type out in place of the name; only names that every browser knows, such as Date or Record, can be resolved."
    TypeUnsound "type.unsound" Warning "type.syntax"
        "Write a type that TypeScript's compiler accepts; the part that it refuses is not declared as written."
    TypeComment "type.comment" Warning "type.comment"
        "Write the text into the description; a comment in a type is left out unless it documents a member."
    DefaultType "default.type" Warning "param.default"
        "Write the default as a value of the parameter's type."
    ConstraintValue "constraint.value" Warning "param.constraints"
        "Write a constraint of the parameter's type with a value that the other constraints allow."
    SchemaInvalid "schema.invalid" Error "tool.schema"
        "Write one JSON object that is a JSON Schema; the parameter lines count until then."
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
