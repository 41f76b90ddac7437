//! Subsections of a tool in heading format.

use std::borrow::Cow;

use crate::annotations::Annotations;
use crate::diagnostic::Code;
use crate::findings::Findings;
use crate::grammar;
use crate::lines;
use crate::model::{Note, Tool};
use crate::param;
use crate::protect::{self, TextContext};
use crate::scan::{Mark, MarkKind};
use crate::shared::{Document, Text};
use crate::slips;
use crate::source_map::ToolSpans;
use crate::span::{Span, name_text, span_of};
use crate::subsection::Subsection;
use crate::text;

/// Tool's section, split at its `###` headings.
pub(crate) struct Subsections<'m> {
    /// Text before the first of them.
    pub(crate) intro: Span,
    pub(crate) intro_marks: &'m [Mark],
    /// First of them and the following marks.
    marks: &'m [Mark],
    end: usize,
}

struct SubsectionPart<'m> {
    heading: Span,
    body: Span,
    marks: &'m [Mark],
}

/// Splits `body`.
pub(crate) fn split(body: Span, marks: &[Mark]) -> Subsections<'_> {
    let (intro_marks, marks) = split_at_heading(marks);
    let intro = Span::new(body.start, marks.first().map_or(body.end, |mark| mark.span.start));
    Subsections { intro, intro_marks, marks, end: body.end }
}

/// Returns the marks before the next `###` heading, and the others.
fn split_at_heading(marks: &[Mark]) -> (&[Mark], &[Mark]) {
    let is_heading = |mark: &Mark| matches!(mark.kind, MarkKind::Heading { level: 3, .. });
    marks.split_at(marks.iter().position(is_heading).unwrap_or(marks.len()))
}

impl<'m> Subsections<'m> {
    fn parts(&self) -> impl Iterator<Item = SubsectionPart<'m>> {
        let mut left = self.marks;
        let end = self.end;
        std::iter::from_fn(move || {
            let (first, behind) = left.split_first()?;
            let MarkKind::Heading { text: heading, .. } = first.kind else { return None };
            let (marks, following) = split_at_heading(behind);
            left = following;
            let end = following.first().map_or(end, |mark| mark.span.start);
            Some(SubsectionPart { heading, body: Span::new(first.next, end), marks })
        })
    }
}

/// Reads the subsections into `tool`.
pub(crate) fn lower(
    source: &Document,
    subsections: &Subsections<'_>,
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) {
    let mut seen = [false; Subsection::COUNT];
    let mut unknown: Vec<(Span, Span, &[Mark])> = Vec::new();
    for part in subsections.parts() {
        let heading = name_text(source, part.heading);
        let Some(subsection) = Subsection::of(heading) else {
            unknown.push((part.heading, part.body, part.marks));
            let text = protect::free_text(source, part.body, part.marks, TextContext::Tool);
            tool.notes.push(Note { heading: source.part(heading), text });
            continue;
        };
        if std::mem::replace(&mut seen[subsection as usize], true) {
            findings.push(Code::SubsectionDuplicate, part.heading, || {
                format!("a second `### {}` in one tool", subsection.heading())
            });
        }
        let rest = content(source, subsection, &part, tool, spans, findings);
        leave(source, subsection, &rest, tool, findings);
    }
    for part in unknown {
        let seen = |subsection: Subsection| seen[subsection as usize];
        slips::unknown_subsection(source, part, tool.name.as_str(), seen, findings);
    }
    if !seen[Subsection::Annotations as usize] {
        slips::labelled_annotations(source, subsections.intro, findings);
    }
    if !seen[Subsection::Params as usize] {
        slips::missing_params(source, subsections.intro, findings);
    }
}

/// Reads one subsection and returns the pieces of text that it did not use.
fn content(
    source: &Document,
    subsection: Subsection,
    part: &SubsectionPart<'_>,
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) -> Vec<Span> {
    let whole = || vec![part.body];
    match subsection {
        Subsection::Params => {
            param::lower(source, part.heading, part.body, part.marks, tool, spans, findings)
        }
        Subsection::Output if !tool.returns.is_empty() => whole(),
        Subsection::Output => {
            let (value, span, rest) = fence_or_text(source, part.body, part.marks);
            spans.returns = Some(span).filter(|_| !value.is_empty());
            tool.returns = value;
            output_form(source, &tool.returns, span, part.marks, findings);
            rest
        }
        Subsection::SampleCode => samples(source, part.heading, part.body, part.marks, tool, findings),
        Subsection::Title if tool.title.is_some() => whole(),
        Subsection::Title => {
            let (body, behind) = leading_fence(source, part.body, part.marks)
                .unwrap_or((part.body, Span::new(part.body.end, part.body.end)));
            let (title, rest) = title(text::trim(&source[body.range()]));
            let Some(title) = title else { return whole() };
            tool.title = Some(source.made_of(title));
            vec![span_of(source, rest), behind]
        }
        Subsection::Annotations => {
            let mut rest = Vec::new();
            for line in lines::lines(source, part.body) {
                let text = source[line.span.range()].trim_ascii();
                match grammar::bullet(text) {
                    Some(item) => annotation(source, item, tool, findings),
                    None if text.is_empty() => {}
                    None if is_annotation(text) => {
                        findings.push(Code::AnnotationUnknown, line.span, || {
                            format!(
                                "expected a bullet before the annotation; write `- {}`",
                                text::shorten(text)
                            )
                        });
                        rest.push(line.span);
                    }
                    None => rest.push(line.span),
                }
            }
            rest
        }
        Subsection::InputSchema | Subsection::OutputSchema => {
            let (slot, span) = match subsection {
                Subsection::InputSchema => (&mut tool.schemas.input, &mut spans.input_schema),
                _ => (&mut tool.schemas.output, &mut spans.output_schema),
            };
            if slot.is_some() {
                return whole();
            }
            match json_fence(source, part.marks) {
                Some((at, value, body)) => {
                    *slot = Some(value);
                    *span = Some(body);
                    around(source, part.body, at)
                }
                None => {
                    findings.push(Code::SchemaNoFence, part.heading, || {
                        format!("`### {}` holds no `json` fence", subsection.heading())
                    });
                    whole()
                }
            }
        }
    }
}

/// Reports a result at `span` that is probably not a type.
pub(crate) fn output_form(source: &str, text: &str, span: Span, marks: &[Mark], findings: &mut Findings) {
    let info = marks.iter().find_map(|mark| match mark.kind {
        MarkKind::Fence { info, .. } => Some(&source[info.range()]),
        _ => None,
    });
    let is_json = info.and_then(|info| info.get(..4)).is_some_and(|info| info.eq_ignore_ascii_case("json"));
    let message = match slips::output::slip(text, is_json) {
        None => return,
        Some(slips::output::Slip::Example) => "this result is an example, not a type",
        Some(slips::output::Slip::Backticks) => {
            "this result is in backticks, which TypeScript reads as the type of one text; write the type without them"
        }
        Some(slips::output::Slip::List) => {
            "expected a type, found a list; write its members as one type, `{ name: type; other: type }`"
        }
    };
    findings.push(Code::OutputForm, span, || message);
}

/// Stores the text that a subsection did not use as a note.
fn leave(source: &Document, subsection: Subsection, rest: &[Span], tool: &mut Tool, findings: &mut Findings) {
    if rest.is_empty() {
        return;
    }
    let pieces: Vec<Cow<'_, str>> = rest
        .iter()
        .map(|&span| text::markdown(&source[span.range()]))
        .filter(|piece| !piece.is_empty())
        .collect();
    if pieces.is_empty() {
        return;
    }
    let heading = format!("{} notes", subsection.heading());
    // A param line that could not be read has a finding of its own.
    let has_finding = |line: &str| {
        subsection == Subsection::Params
            && (line.starts_with(['-', '*', '+']) || slips::param::meant(line).is_some())
    };
    let loose = rest.iter().flat_map(|&piece| lines::lines(source, piece)).find(|line| {
        let text = source[line.span.range()].trim_ascii_start();
        !text.is_empty() && !has_finding(text)
    });
    if let Some(line) = loose {
        findings.push(Code::SubsectionText, line.span, || {
            format!("text under `### {}` was kept as a note", subsection.heading())
        });
        for &piece in rest {
            slips::labels(source, piece, subsection, findings);
        }
    }
    let text = match &pieces[..] {
        [only] => source.made_of(protect::protect(only, TextContext::Tool)),
        _ => protect::protect(&pieces.join("\n"), TextContext::Tool).into(),
    };
    tool.notes.push(Note { heading: heading.into(), text });
}

/// Returns the pieces of `whole` around `part` that contain text.
pub(crate) fn around(source: &str, whole: Span, part: Span) -> Vec<Span> {
    let mut rest = Vec::new();
    keep(&mut rest, source, Span::new(whole.start, part.start));
    keep(&mut rest, source, Span::new(part.end, whole.end));
    rest
}

/// Adds a piece of unused text, unless it is blank.
fn keep(rest: &mut Vec<Span>, source: &str, piece: Span) {
    if !text::trim(&source[piece.range()]).is_empty() {
        rest.push(piece);
    }
}

/// Returns the fences among `marks`.
///
/// For each: the whole, its info string, its body without the fence's indent, and the place of the body.
fn fences<'s>(source: &'s Document, marks: &[Mark]) -> impl Iterator<Item = (Span, &'s str, Text, Span)> {
    marks.iter().filter_map(move |mark| match mark.kind {
        MarkKind::Fence { info, body, indent, .. } => {
            let body_text = &source[body.range()];
            let text = if indent == 0 {
                source.normalized(body_text)
            } else {
                text::unindent(body_text, indent).into()
            };
            Some((mark.span, &source[info.range()], text, body))
        }
        _ => None,
    })
}

/// Returns the body of the fence that a text begins with, and the text after the fence.
pub(crate) fn leading_fence(source: &str, region: Span, marks: &[Mark]) -> Option<(Span, Span)> {
    let first = marks.first()?;
    let MarkKind::Fence { body, .. } = first.kind else { return None };
    let before = Span::new(region.start, first.span.start);
    text::is_blank(&source[before.range()]).then_some((body, Span::new(first.next, region.end)))
}

/// Splits off the title at the start of a text; a title is one line and no block.
pub(crate) fn title(text: &str) -> (Option<Cow<'_, str>>, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let title = protect::protect(text::trim(line), TextContext::Tool);
    if title.is_empty() || title.contains('\n') { (None, text) } else { (Some(title), rest) }
}

/// Returns the first fence, or else all of the text; its place; and the text around it.
pub(crate) fn fence_or_text(source: &Document, region: Span, marks: &[Mark]) -> (Text, Span, Vec<Span>) {
    match fences(source, marks).next() {
        Some((at, _, value, body)) => {
            (value, span_of(source, text::trim(&source[body.range()])), around(source, region, at))
        }
        None => {
            let text = text::trim(&source[region.range()]);
            (source.normalized(text), span_of(source, text), Vec::new())
        }
    }
}

/// Returns the first fence marked `json`.
pub(crate) fn json_fence(source: &Document, marks: &[Mark]) -> Option<(Span, Text, Span)> {
    fences(source, marks)
        .find(|(_, info, ..)| info.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("json")))
        .map(|(at, _, value, body)| (at, value, body))
}

/// Reads samples: each fence is one; without a fence the text is.
pub(crate) fn samples(
    source: &Document,
    at: Span,
    region: Span,
    marks: &[Mark],
    tool: &mut Tool,
    findings: &mut Findings,
) -> Vec<Span> {
    let mut rest = Vec::new();
    let mut end = region.start;
    let mut push = |sample: Text| {
        if sample.is_empty() {
        } else if tool.sample_code.is_empty() {
            tool.sample_code = sample;
        } else {
            tool.more_samples.push(sample);
        }
    };
    for (span, _, sample, _) in fences(source, marks) {
        keep(&mut rest, source, Span::new(end, span.start));
        end = span.end;
        push(sample);
    }
    if end == region.start {
        // An indented block of code: without its fence the indent is not the code's.
        let text = text::dedent(&source[region.range()]);
        if !text.is_empty() {
            findings.push(Code::SampleNoFence, at, || "the sample is not in a fence");
        }
        push(text.into());
        return Vec::new();
    }
    keep(&mut rest, source, Span::new(end, region.end));
    rest
}

/// Returns whether a line is an annotation without a bullet.
fn is_annotation(line: &str) -> bool {
    grammar::annotation_item(line).is_some_and(|(name, _)| Annotations::NAMES.contains(&name))
}

/// Reads one item of the annotations.
pub(crate) fn annotation(source: &Document, item: &str, tool: &mut Tool, findings: &mut Findings) {
    let item = item.trim_ascii();
    let mut contradicts = false;
    if let Some((name, value)) = grammar::annotation_item(item)
        && let Some(slot) = tool.annotations.slot(name)
    {
        let first = *slot.get_or_insert(value);
        if first == value {
            return;
        }
        contradicts = true;
    }
    findings.push(Code::AnnotationUnknown, span_of(source, item), || {
        let item = text::shorten(item);
        if contradicts {
            format!("`{item}` contradicts an earlier annotation, which counts; remove one of them")
        } else {
            format!("`{item}` is not an annotation of this format")
        }
    });
    tool.annotations.unknown.push(source.part(item));
}
