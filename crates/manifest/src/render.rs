//! Diagnostics as text for people: one line, or an excerpt of the source with the place underlined.

use std::fmt;

use webagents_text::hidden;

use crate::diagnostic::Diagnostic;
use crate::span::{LineIndex, Position};

/// Bytes of a source line that an excerpt shows around a finding.
const EXCERPT_BYTES: usize = 120;

impl fmt::Display for Diagnostic {
    /// `warning[param.no-description]: the parameter …`, without the place, which needs the source.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: ", self.severity(), self.code)?;
        self.message.chars().try_for_each(|c| visible(c, f))
    }
}

impl Diagnostic {
    /// Formats the diagnostic, as compilers do: file `name`, position, source line, message and advice.
    ///
    /// `name` is the name of the source, such as its path.
    ///
    /// Control characters and invisible ones of the source are escaped.
    ///
    /// ```
    /// use webagents_manifest::{LineIndex, parse};
    /// let parsed = parse("# Shop\n\n## find\n\n### Params\n- words: What to look for.\n");
    /// let index = LineIndex::new(&parsed.content);
    /// assert_eq!(parsed.diagnostics[0].render("webagents.md", &index).to_string(), "\
    /// error[param.syntax]: this is not a parameter; write: - `words` (string, required): What to look for.
    ///  --> webagents.md:6:1
    ///   |
    /// 6 | - words: What to look for.
    ///   | ^^^^^^^^^^^^^^^^^^^^^^^^^^
    ///   = help: Write: - `name` (type, required): description
    /// ");
    /// ```
    pub fn render<'a>(&'a self, name: &'a str, index: &'a LineIndex<'a>) -> Rendered<'a> {
        Rendered { diagnostic: self, name, index }
    }
}

/// A diagnostic ready to display, with the source line it is about; made by [`Diagnostic::render`].
#[derive(Debug)]
pub struct Rendered<'a> {
    diagnostic: &'a Diagnostic,
    name: &'a str,
    index: &'a LineIndex<'a>,
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = self.index.text();
        let start = content.floor_char_boundary(self.diagnostic.span.start.min(content.len()));
        let Position { line, column } = self.index.position(start);
        let margin = " ".repeat(line.to_string().len());
        write!(f, "{}\n{margin}--> ", self.diagnostic)?;
        self.name.chars().try_for_each(|c| visible(c, f))?;
        writeln!(f, ":{line}:{column}\n{margin} |")?;
        // The line is looked for within the excerpt only: a document may be one line of megabytes.
        let cut = content.floor_char_boundary(start.saturating_sub(EXCERPT_BYTES / 2));
        let from = content[cut..start].rfind('\n').map_or(cut, |at| cut + at + 1);
        let most = content.floor_char_boundary(from.saturating_add(EXCERPT_BYTES)).max(start);
        let to = content[start..most].find('\n').map_or(most, |at| start + at);
        let end = content.floor_char_boundary(self.diagnostic.span.end.clamp(start, to));
        let before = shown(&content[from..start]);
        let marked = shown(content[start..end].trim_end_matches('\r'));
        let after = shown(content[end..to].trim_end_matches('\r'));
        let lead = if from > 0 && !content[..from].ends_with('\n') { "…" } else { "" };
        let tail = if to < content.len() && !content[to..].starts_with('\n') { "…" } else { "" };
        writeln!(f, "{line} | {lead}{before}{marked}{after}{tail}")?;
        let indent = " ".repeat(lead.chars().count() + before.chars().count());
        writeln!(f, "{margin} | {indent}{}", "^".repeat(marked.chars().count().max(1)))?;
        writeln!(f, "{margin} = help: {}", self.diagnostic.help())
    }
}

fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // Writing to a string cannot fail.
        let _ = visible(c, &mut out);
    }
    out
}

/// Writes a character, or its escape.
///
/// A character is escaped if it would move a cursor, be invisible or change how others are shown.
fn visible(c: char, out: &mut impl fmt::Write) -> fmt::Result {
    match c {
        '\t' | '\n' | '\r' => out.write_char(' '),
        _ if hidden::TERMINAL.contains(c) => write!(out, "{}", c.escape_unicode()),
        _ => out.write_char(c),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Code, Diagnostic, LineIndex, Span};

    #[test]
    fn excerpts_stay_short_and_harmless() {
        for (text, span) in [
            ("", Span::new(0, 0)),
            ("a", Span::new(5, 9)),
            ("\u{1b}[31m\u{202e}x\r\nb", Span::new(0, 12)),
            ("äöü\näöü", Span::new(3, 5)),
            (&"ä".repeat(100_000), Span::new(50_001, 150_000)),
        ] {
            let finding = Diagnostic::new(Code::ParamSyntax, span, "odd\u{7}");
            let index = LineIndex::new(text);
            let rendered = finding.render("a\nb", &index).to_string();
            assert!(rendered.len() < 2_000, "{rendered}");
            assert!(!rendered.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{rendered:?}");
            assert_eq!(rendered.lines().count(), 6, "{rendered}");
        }
        assert_eq!(
            Diagnostic::new(Code::ParamSyntax, Span::default(), "x").to_string(),
            "error[param.syntax]: x"
        );
    }
}
