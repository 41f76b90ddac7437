//! Diagnostics as people and programs read them.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};
use webagents_manifest::{Diagnostic, LineIndex, Parsed, Position, Severity, Span};
use webagents_site::check::Finding;

use crate::output;
use crate::terminal::push_visible;

/// Columns of a source line that are shown around a finding.
const EXCERPT_COLUMNS: usize = 120;

/// Diagnostics of the parser and of another crate, in the order of their places.
pub(crate) fn merge(parsed: &Parsed, more: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut all = parsed.diagnostics.clone();
    all.extend(more);
    all.sort_by_key(|diagnostic| diagnostic.span.start);
    all
}

/// `[{code, severity, message, line, column, span, help}]`.
pub(crate) fn json_list(content: &str, diagnostics: &[Diagnostic]) -> Value {
    let index = LineIndex::new(content);
    diagnostics
        .iter()
        .map(|diagnostic| {
            let position = index.position(diagnostic.span.start);
            json!({
                "code": diagnostic.code.as_str(),
                "severity": diagnostic.severity().as_str(),
                "message": diagnostic.message,
                "line": position.line,
                "column": position.column,
                "span": { "start": diagnostic.span.start, "end": diagnostic.span.end },
                "help": diagnostic.help(),
            })
        })
        .collect()
}

/// A number of things.
pub(crate) fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Returns the number of diagnostics of each severity, in words; `None` for none.
pub(crate) fn summary(diagnostics: &[Diagnostic]) -> Option<String> {
    counts(&diagnostics.iter().map(Diagnostic::severity).collect::<Vec<_>>())
}

/// Says on stderr how many diagnostics `name` has.
pub(crate) fn say_summary(name: &str, diagnostics: &[Diagnostic]) {
    if let Some(summary) = summary(diagnostics) {
        output::say(&format!("{name}: {summary}; `webagents parse` shows them"));
    }
}

/// Number of findings of each severity, in words; `None` for none.
pub(crate) fn counts(severities: &[Severity]) -> Option<String> {
    let of = |severity| severities.iter().filter(|known| **known == severity).count();
    let counts =
        [(of(Severity::Error), "error"), (of(Severity::Warning), "warning"), (of(Severity::Hint), "hint")];
    let words: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| plural(*count, word)).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// Draws diagnostics on stderr, with excerpts of the source.
pub(crate) fn draw(name: &str, content: &str, diagnostics: &[Diagnostic]) {
    let renderer = renderer(&std::io::stderr());
    let index = LineIndex::new(content);
    for diagnostic in diagnostics {
        output::drawn(&render(&renderer, name, content, &index, &Drawn::from(diagnostic)));
        output::drawn("");
    }
}

fn renderer(stream: &impl std::io::IsTerminal) -> Renderer {
    let renderer = if output::colour(stream) { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii)
}

/// Findings with excerpts of the source, for stdout.
pub(crate) fn drawn(name: &str, content: &str, findings: &[Drawn<'_>]) -> String {
    let renderer = renderer(&std::io::stdout());
    let index = LineIndex::new(content);
    let mut out = String::new();
    for finding in findings {
        out.push_str(&render(&renderer, name, content, &index, finding));
        out.push_str("\n\n");
    }
    out
}

/// A diagnostic of any kind, as it is drawn.
#[derive(Debug)]
pub(crate) struct Drawn<'a> {
    severity: Severity,
    id: &'a str,
    message: &'a str,
    help: &'a str,
    span: Span,
}

impl<'a> From<&'a Diagnostic> for Drawn<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        Self {
            severity: diagnostic.severity(),
            id: diagnostic.code.as_str(),
            message: &diagnostic.message,
            help: diagnostic.help(),
            span: diagnostic.span,
        }
    }
}

impl<'a> From<&'a Finding> for Drawn<'a> {
    fn from(finding: &'a Finding) -> Self {
        let Finding { rule, severity, span, message, .. } = finding;
        Self { severity: *severity, id: rule.id, message, help: rule.help, span: *span }
    }
}

fn render(
    renderer: &Renderer,
    name: &str,
    content: &str,
    index: &LineIndex<'_>,
    diagnostic: &Drawn<'_>,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::NOTE.with_name("hint"),
    };
    let position = index.position(diagnostic.span.start);
    let excerpt = Excerpt::around(content, diagnostic);
    let title = crate::terminal::visible(diagnostic.message).replace('\n', " ");
    let name = crate::terminal::visible_name(name);
    let snippet = Snippet::source(excerpt.text)
        .line_start(position.line)
        .annotation(AnnotationKind::Primary.span(excerpt.span));
    let group: Group<'_> = level
        .primary_title(title)
        .id(diagnostic.id)
        .element(snippet)
        .element(Level::HELP.message(diagnostic.help));
    let drawn = renderer.render(&[group]);
    // The renderer would count columns in the excerpt, which begins elsewhere in a long line and is widened by escapes.
    // So it is given no path, and the document's own place is given here.
    let (title, rest) = drawn.split_once('\n').unwrap_or((&drawn, ""));
    let Position { line, column, .. } = position;
    let margin = " ".repeat(line.to_string().len());
    format!("{title}\n{margin}--> {name}:{line}:{column}\n{rest}")
}

/// The line of a finding, made safe for a terminal and cut to a bearable length.
struct Excerpt {
    text: String,
    span: std::ops::Range<usize>,
}

impl Excerpt {
    fn around(content: &str, diagnostic: &Drawn<'_>) -> Self {
        let start = content.floor_char_boundary(diagnostic.span.start.min(content.len()));
        // The line is looked for within the excerpt only: a document may be one line of megabytes.
        let cut = content.floor_char_boundary(start.saturating_sub(EXCERPT_COLUMNS / 2));
        let from = content[cut..start].rfind('\n').map_or(cut, |at| cut + at + 1);
        let to = content.floor_char_boundary(from.saturating_add(EXCERPT_COLUMNS));
        let to = content[start..to.max(start)].find('\n').map_or(to.max(start), |at| start + at);
        let end = content.floor_char_boundary(diagnostic.span.end.clamp(start, to));
        let mut text = String::new();
        let mut span = 0..0;
        if from > 0 && !content[..from].ends_with('\n') {
            text.push('…');
        }
        for (at, c) in content[from..to].trim_end_matches('\r').char_indices() {
            if from + at == start {
                span.start = text.len();
            }
            push_visible(&mut text, c);
            if from + at + c.len_utf8() <= end {
                span.end = text.len();
            }
        }
        if start >= from + content[from..to].trim_end_matches('\r').len() {
            span.start = text.len();
        }
        span.end = span.end.max(span.start);
        if to < content.len() && !content[to..].starts_with('\n') {
            text.push('…');
        }
        Self { text, span }
    }
}
