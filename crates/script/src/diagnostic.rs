//! Findings about a source text, with their places.
//!
//! A finding has two readers: a model that corrects its code, and a site owner at build time. So the message names the
//! input and the correction in one line, and shows names and texts of the source quoted and cut.

use std::fmt;
use std::ops::Range;

/// Line and column in a source text, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Place {
    /// Number of the line, from 1. Lines end as in ECMAScript: at LF, CR LF, CR, U+2028 or U+2029.
    pub line: usize,
    /// Column of the position in its line, counted from 1 in UTF-16 code units.
    pub column: usize,
}

impl Place {
    /// Returns the place of the byte `at` of `text`, or the end of the text if `at` is beyond it.
    pub(crate) fn of(text: &str, at: usize) -> Self {
        Places::new(text).of(at)
    }
}

/// Places in one text. Asked for in the order of the text, all of them together take one walk over it.
pub(crate) struct Places<'t> {
    text: &'t str,
    at: usize,
    place: Place,
}

impl<'t> Places<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0, place: Place { line: 1, column: 1 } }
    }

    /// The place of the byte `at`.
    pub(crate) fn of(&mut self, at: usize) -> Place {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        if at < self.at {
            *self = Self::new(self.text);
        }
        let mut characters = self.text[self.at..].char_indices().peekable();
        while let Some((index, character)) = characters.next().filter(|(index, _)| self.at + index < at) {
            let ends = match character {
                // Asked for a place between CR and LF, the line has not ended.
                '\r' => self.text.as_bytes().get(self.at + index + 1) != Some(&b'\n'),
                '\n' | '\u{2028}' | '\u{2029}' => true,
                _ => false,
            };
            if ends {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += character.len_utf16();
            }
        }
        self.at = at;
        self.place
    }
}

pub use webagents_manifest::Severity;

webagents_text::keyword_enum! {
    /// Category of a problem found in JavaScript or TypeScript code, such as `call.unknown-tool`.
    ///
    /// The text of a kind never changes its meaning.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum CodeDiagnosticKind {
        /// The text breaks the grammar.
        Syntax "syntax",
        /// The text is longer, or nests deeper, than is looked at.
        Limit "limit",
        /// TypeScript whose types cannot be removed without leaving code, such as an enum.
        NotErasable "typescript.not-erasable",
        /// A call of a tool that is not declared.
        UnknownTool "call.unknown-tool",
        /// A call with too few or too many arguments.
        Arity "call.arity",
        /// A literal argument that is not of its parameter's type.
        Argument "call.argument",
        /// A call whose promise nobody waits for.
        MissingAwait "call.missing-await",
        /// Text around the code that was removed, such as a Markdown fence.
        Wrapping "code.wrapping",
        /// Code that returns nothing, or whose last expression became its result.
        NoReturn "code.no-return",
        /// A name that the realm lacks, such as `None` or `require`, or a tool's name without `global`.
        NoSuchName "code.name",
        /// Code that means something else than it appears to.
        Suspicious "code.suspicious",
        /// `a<b>(c)`, which may be a call with type arguments or two comparisons.
        Ambiguous "typescript.ambiguous",
        /// A name that cannot be a tool's or a parameter's.
        Name "tool.name",
        /// A second tool of the same name.
        Duplicate "tool.duplicate",
        /// Something of a function or its documentation that a manifest cannot carry.
        Lost "tool.lost",
        /// A function, or a tool that is registered, that was left out, or a file without any.
        Skipped "tool.skipped",
        /// A type that could not be read, found or written out.
        TypeText "tool.type",
        /// Documentation that does not fit the function.
        Documentation "tool.documentation",
    }
}

/// A problem found in JavaScript or TypeScript code, with its severity and position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodeDiagnostic {
    /// Category of the problem, such as a syntax error or a wrong number of arguments.
    pub kind: CodeDiagnosticKind,
    /// Severity of the problem: hint, warning or error.
    pub severity: Severity,
    /// Description, in one line, of the problem in the code and of its correction.
    pub message: String,
    /// Line and column at which the problem begins in the code.
    pub place: Place,
    /// Byte range of the code that has the problem.
    pub span: Range<usize>,
}

/// `error at line 2, column 5: …`.
impl fmt::Display for CodeDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        write!(f, "{} at line {line}, column {column}: {}", self.severity, self.message)
    }
}

impl CodeDiagnostic {
    pub(crate) fn new(
        kind: CodeDiagnosticKind,
        severity: Severity,
        source: &str,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { kind, severity, message: message.into(), place: Place::of(source, span.start), span }
    }
}

/// A piece of source text as a message shows it: quoted, escaped, and cut at 60 characters.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let cut: String = text.chars().take(MOST).collect();
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!(
        "`{}{more}`",
        cut.replace('`', "'").escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, at: usize, line: usize, column: usize) {
        assert_eq!(Place::of(text, at), Place { line, column });
    }

    #[test]
    fn places_count_as_engines_do() {
        check("", 0, 1, 1);
        check("ab", 1, 1, 2);
        check("ab", 9, 1, 3);
        check("a\nb", 2, 2, 1);
        check("a\r\nb", 3, 2, 1);
        check("a\rb", 2, 2, 1);
        check("a\u{2028}b", 4, 2, 1);
        check("\u{1f600}\u{e9}b", 6, 1, 4);
        check("\u{1f600}", 2, 1, 1);
        let mut places = Places::new("a\r\nb\nc");
        let found: Vec<(usize, usize)> =
            [0, 3, 3, 4, 5, 1].map(|at| places.of(at)).iter().map(|p| (p.line, p.column)).collect();
        assert_eq!(found, [(1, 1), (2, 1), (2, 1), (2, 2), (3, 1), (1, 2)]);
    }

    #[test]
    fn codes_are_distinct() {
        let codes: std::collections::BTreeSet<&str> =
            CodeDiagnosticKind::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(codes.len(), CodeDiagnosticKind::ALL.len());
    }

    #[test]
    fn source_text_is_shown_safely() {
        assert_eq!(shown("a\"b'c`\n\u{1b}"), "`a\"b'c'\\n\\u{1b}`");
        assert_eq!(shown(&"x".repeat(100)).chars().count(), 63);
    }
}
