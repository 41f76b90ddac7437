//! The subsections of a tool in heading format.

use crate::diagnostic::Code;
use crate::lower::{Findings, ToolSpans, free_text, name_text, span_of};
use crate::model::{Constraint, Keyword, Note, Param, Tool};
use crate::name::ParamName;
use crate::scan::{self, Mark, MarkKind};
use crate::span::Span;
use crate::text::{self, Context};
use crate::{grammar, limits};

/// A subsection that the format gives a meaning.
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
    /// The subsection with this heading, in any case.
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
        NAMES.iter().find(|(name, _)| heading.eq_ignore_ascii_case(name)).map(|&(_, subsection)| subsection)
    }

    /// The heading as the writer spells it.
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

    /// Whether a section that holds it is a tool (`spec/SPEC.md#tool.section`).
    pub(crate) const fn makes_tool(self) -> bool {
        matches!(self, Self::Params | Self::Output | Self::SampleCode)
    }
}

/// A tool's section, taken apart at its `###` headings.
pub(crate) struct Subsections<'m> {
    /// What stands before the first of them.
    pub(crate) intro: Span,
    pub(crate) intro_marks: &'m [Mark],
    parts: Vec<Part<'m>>,
}

struct Part<'m> {
    heading: Span,
    body: Span,
    marks: &'m [Mark],
}

/// Takes `body` apart.
pub(crate) fn split<'m>(source: &str, body: Span, marks: &'m [Mark]) -> Subsections<'m> {
    debug_assert!(body.end <= source.len());
    let is_heading = |mark: &Mark| matches!(mark.kind, MarkKind::Heading { level: 3, .. });
    let first = marks.iter().position(is_heading).unwrap_or(marks.len());
    let end_of = |at: usize| marks.get(at).map_or(body.end, |mark| mark.span.start);
    let mut parts = Vec::new();
    let mut at = first;
    while let Some(&Mark { kind: MarkKind::Heading { text, .. }, next, .. }) = marks.get(at) {
        let following = marks[at + 1..].iter().position(is_heading).map_or(marks.len(), |n| at + 1 + n);
        let body = Span::new(next, end_of(following));
        parts.push(Part { heading: text, body, marks: &marks[at + 1..following] });
        at = following;
    }
    Subsections { intro: Span::new(body.start, end_of(first)), intro_marks: &marks[..first], parts }
}

/// Reads the subsections into `tool`.
pub(crate) fn lower(
    source: &str,
    subsections: &Subsections<'_>,
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) {
    let mut seen: Vec<Subsection> = Vec::new();
    for part in &subsections.parts {
        let heading = name_text(source, part.heading);
        let Some(subsection) = Subsection::of(heading) else {
            let text = free_text(source, part.body, part.marks, Context::Tool);
            tool.notes.push(Note { heading: heading.to_owned(), text });
            continue;
        };
        if seen.contains(&subsection) {
            findings.push(Code::SubsectionDuplicate, part.heading, || {
                format!("a second `### {}` in one tool", subsection.heading())
            });
        }
        seen.push(subsection);
        let rest = content(source, subsection, part, tool, spans, findings);
        leave(source, subsection, &rest, tool, findings);
    }
}

/// Reads one subsection and gives the pieces of text that it had no use for.
fn content(
    source: &str,
    subsection: Subsection,
    part: &Part<'_>,
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) -> Vec<Span> {
    let whole = || vec![part.body];
    match subsection {
        Subsection::Params => params(source, part, tool, spans, findings),
        Subsection::Output if !tool.returns.is_empty() => whole(),
        Subsection::Output => {
            let (value, span, rest) = fence_or_text(source, part.body, part.marks);
            spans.returns = Some(span).filter(|_| !value.is_empty());
            tool.returns = value;
            rest
        }
        Subsection::SampleCode => samples(source, part.heading, part.body, part.marks, tool, findings),
        Subsection::Title if tool.title.is_some() => whole(),
        Subsection::Title => {
            let title = text::one_line(text::trim(&source[part.body.range()])).into_owned();
            tool.title = Some(title).filter(|title| !title.is_empty());
            Vec::new()
        }
        Subsection::Annotations => {
            let mut rest = Vec::new();
            for line in scan::lines(source, part.body) {
                let text = source[line.span.range()].trim_ascii();
                match grammar::bullet(text) {
                    Some(item) => annotation(source, item, tool, findings),
                    None if text.is_empty() => {}
                    None => rest.push(line.span),
                }
            }
            rest
        }
        Subsection::InputSchema | Subsection::OutputSchema => {
            let (slot, span) = match subsection {
                Subsection::InputSchema => (&mut tool.input_schema, &mut spans.input_schema),
                _ => (&mut tool.output_schema, &mut spans.output_schema),
            };
            if slot.is_some() {
                return whole();
            }
            match json_fence(source, part.marks) {
                Some((at, value, body)) => {
                    *slot = Some(value);
                    *span = Some(body);
                    around(part.body, at)
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

/// Keeps the text that a subsection had no use for as a note.
fn leave(source: &str, subsection: Subsection, rest: &[Span], tool: &mut Tool, findings: &mut Findings) {
    let pieces: Vec<String> = rest
        .iter()
        .map(|&span| text::normalize(&source[span.range()]))
        .filter(|piece| !piece.is_empty())
        .collect();
    if pieces.is_empty() {
        return;
    }
    let heading = format!("{} notes", subsection.heading());
    let at =
        rest.iter().find(|span| !text::trim(&source[span.range()]).is_empty()).copied().unwrap_or_default();
    let at = scan::lines(source, at)
        .find(|line| !scan::is_blank(&source[line.span.range()]))
        .map_or(at, |line| line.span);
    // A param line that could not be read has its own finding.
    if subsection != Subsection::Params || !pieces.iter().all(|piece| piece.starts_with(['-', '*', '+'])) {
        findings.push(Code::SubsectionText, at, || {
            format!("text under `### {}` was kept as a note", subsection.heading())
        });
    }
    let joined = pieces.join("\n");
    tool.notes.push(Note { heading, text: text::protect(&joined, Context::Tool).into_owned() });
}

/// The two pieces of `whole` around `part`.
fn around(whole: Span, part: Span) -> Vec<Span> {
    vec![Span::new(whole.start, part.start), Span::new(part.end, whole.end)]
}

/// The fences among `marks`: all of each, its info string, and its body without the fence's indent.
fn fences<'s>(source: &'s str, marks: &[Mark]) -> impl Iterator<Item = (Span, &'s str, String, Span)> {
    marks.iter().filter_map(move |mark| match mark.kind {
        MarkKind::Fence { info, body, indent, .. } => {
            let text = text::unindent(&source[body.range()], indent);
            Some((mark.span, &source[info.range()], text, body))
        }
        _ => None,
    })
}

/// The first fence, or else all of the text; where it stands; and what stands beside it.
pub(crate) fn fence_or_text(source: &str, region: Span, marks: &[Mark]) -> (String, Span, Vec<Span>) {
    match fences(source, marks).next() {
        Some((at, _, value, body)) => {
            (value, span_of(source, text::trim(&source[body.range()])), around(region, at))
        }
        None => {
            let text = text::trim(&source[region.range()]);
            (text::normalize(text), span_of(source, text), Vec::new())
        }
    }
}

/// The first fence marked `json`.
pub(crate) fn json_fence(source: &str, marks: &[Mark]) -> Option<(Span, String, Span)> {
    fences(source, marks)
        .find(|(_, info, ..)| info.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("json")))
        .map(|(at, _, value, body)| (at, value, body))
}

/// Reads samples: each fence is one; without a fence the text is.
pub(crate) fn samples(
    source: &str,
    at: Span,
    region: Span,
    marks: &[Mark],
    tool: &mut Tool,
    findings: &mut Findings,
) -> Vec<Span> {
    let mut rest = Vec::new();
    let mut end = region.start;
    let mut push = |sample: String| {
        if sample.is_empty() {
        } else if tool.sample_code.is_empty() {
            tool.sample_code = sample;
        } else {
            tool.more_samples.push(sample);
        }
    };
    for (span, _, sample, _) in fences(source, marks) {
        rest.push(Span::new(end, span.start));
        end = span.end;
        push(sample);
    }
    if end == region.start {
        let text = text::normalize(&source[region.range()]);
        if !text.is_empty() {
            findings.push(Code::SampleNoFence, at, || "the sample stands in no fence");
        }
        push(text);
        return Vec::new();
    }
    rest.push(Span::new(end, region.end));
    rest
}

/// Reads one item of the annotations.
pub(crate) fn annotation(source: &str, item: &str, tool: &mut Tool, findings: &mut Findings) {
    let item = item.trim_ascii();
    if let Some((name, value)) = grammar::annotation_item(item)
        && let Some(slot) = tool.annotations.slot(name)
    {
        *slot = Some(slot.unwrap_or(value));
    } else {
        findings.push(Code::AnnotationUnknown, span_of(source, item), || {
            format!("`{}` is not an annotation of this format", text::shorten(item))
        });
        tool.annotations.unknown.push(item.to_owned());
    }
}

/// A parameter whose description may go on in the lines below.
struct Open {
    continuation: String,
    /// Columns at which a line belongs to the description.
    indent: usize,
}

fn params(
    source: &str,
    part: &Part<'_>,
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) -> Vec<Span> {
    let mut rest: Vec<Span> = Vec::new();
    let mut open: Option<Open> = None;
    let mut blocks = part
        .marks
        .iter()
        .filter(|mark| matches!(mark.kind, MarkKind::Fence { .. } | MarkKind::Comment { .. }))
        .peekable();
    let mut at = part.body.start;
    let mut dropped = 0;
    while at < part.body.end {
        let mut line = scan::line_at(source, at, part.body.end);
        // A fence or a comment is one piece, whatever its lines look like.
        let block = blocks.next_if(|mark| mark.span.start == line.span.start);
        if let Some(mark) = block {
            line = scan::Line { span: mark.span, next: mark.next };
        }
        at = line.next;
        let text = &source[line.span.range()];
        if scan::is_blank(text) {
            if let Some(open) = &mut open {
                open.continuation.push('\n');
            }
            continue;
        }
        let (indent, skipped) = if text.starts_with([' ', '\t']) { scan::indent_of(text) } else { (0, 0) };
        if let Some(open) = open.as_mut().filter(|open| indent >= open.indent) {
            open.continuation.push('\n');
            open.continuation.push_str(text);
            continue;
        }
        close(open.take(), tool);
        let Some(item) = grammar::bullet(&text[skipped..]).filter(|_| block.is_none()) else {
            rest.push(line.span);
            continue;
        };
        if tool.params.len() == limits::PARAMS {
            dropped += 1;
            continue;
        }
        match param(source, item, line.span, tool, findings) {
            Err(()) => rest.push(line.span),
            Ok(None) => {}
            Ok(Some((param, ty))) => {
                tool.params.push(param);
                spans.params.push(line.span);
                spans.param_types.push(ty);
                open = Some(Open { continuation: String::new(), indent: indent + 2 });
            }
        }
    }
    close(open, tool);
    if dropped > 0 {
        findings.push(Code::LimitParams, part.heading, || {
            format!("{dropped} parameters of this tool were left out")
        });
    }
    report_missing_descriptions(tool, spans, findings);
    rest
}

fn report_missing_descriptions(tool: &Tool, spans: &ToolSpans, findings: &mut Findings) {
    for (param, &span) in tool.params.iter().zip(&spans.params) {
        if param.description.is_empty() {
            findings.push(Code::ParamNoDescription, span, || {
                format!("the parameter `{}` has no description", param.name)
            });
        }
    }
}

/// Ends the description of the last parameter.
fn close(open: Option<Open>, tool: &mut Tool) {
    let Some(open) = open else { return };
    let Some(param) = tool.params.last_mut() else { return };
    if text::trim(&open.continuation).is_empty() {
        return;
    }
    let lines = || open.continuation.lines().skip(1);
    let columns =
        lines().filter(|line| !scan::is_blank(line)).map(|line| scan::indent_of(line).0).min().unwrap_or(0);
    for line in lines() {
        param.description.push('\n');
        if !scan::is_blank(line) {
            param.description.push_str(text::strip_columns(line, columns));
        }
    }
    param.description = text::normalize(&param.description);
}

/// Reads a param line. `Err` when it is none; `Ok(None)` when it is one that does not count.
fn param(
    source: &str,
    item: &str,
    line: Span,
    tool: &Tool,
    findings: &mut Findings,
) -> Result<Option<(Param, Span)>, ()> {
    let parts = match grammar::param_line(item) {
        Ok(parts) => parts,
        Err(error) => {
            let (code, message) = match error {
                grammar::ParamLineError::Syntax => (Code::ParamSyntax, "this is not a parameter"),
                grammar::ParamLineError::Unclosed => {
                    (Code::ParamUnclosed, "the parenthesis of the modifiers does not close")
                }
                grammar::ParamLineError::TooDeep => {
                    (Code::LimitTypeDepth, "brackets are nested too deep, so the line does not count")
                }
            };
            findings.push(code, line, || message);
            return Err(());
        }
    };
    let Some(mut param) = named_param(parts.name, span_of(source, parts.name), tool, findings)? else {
        return Ok(None);
    };
    parts.description.clone_into(&mut param.description);
    if !parts.colon && !parts.description.is_empty() {
        findings.push(
            Code::ParamText,
            span_of(source, parts.description),
            || "the description does not begin with a colon",
        );
    }
    let after_name = span_of(source, parts.name).end + 1;
    let mut ty = Span::new(after_name, after_name);
    if let Some(list) = parts.modifiers {
        modifiers(source, list, &mut param, &mut ty, findings);
    }
    Ok(Some((param, ty)))
}

/// A parameter called `name`. `Err` when that is no name; `Ok(None)` when the tool has one of that name.
pub(crate) fn named_param(
    name: &str,
    at: Span,
    tool: &Tool,
    findings: &mut Findings,
) -> Result<Option<Param>, ()> {
    let valid = match ParamName::new(name) {
        Ok(valid) => valid,
        Err(error) => {
            findings.push(Code::ParamName, at, || {
                format!("`{}` is not a parameter's name: {error}", text::shorten(name))
            });
            return Err(());
        }
    };
    if tool.params.iter().any(|other| other.name == valid) {
        findings
            .push(Code::ParamDuplicate, at, || format!("a parameter called `{valid}` was declared before"));
        return Ok(None);
    }
    Ok(Some(Param::new(valid)))
}

/// Reads the modifiers of a param line.
fn modifiers(source: &str, list: &str, param: &mut Param, ty: &mut Span, findings: &mut Findings) {
    let mut required: Option<bool> = None;
    let mut typed = false;
    for item in grammar::split_list(list) {
        // The line was read within the same depth, so no item can be too deep.
        let Ok(item) = item else { continue };
        let at = || span_of(source, item);
        let conflict = |findings: &mut Findings| {
            findings.push(Code::ParamConflict, at(), || {
                format!("`{}` contradicts an earlier modifier", text::shorten(item))
            });
        };
        match grammar::modifier(item) {
            _ if item.is_empty() => findings.push(Code::ParamEmptyModifier, at(), || "a modifier is empty"),
            word @ (grammar::Modifier::Required | grammar::Modifier::Optional) => {
                let value = word == grammar::Modifier::Required;
                if required.is_some_and(|before| before != value) {
                    conflict(findings);
                }
                required = required.or(Some(value));
            }
            grammar::Modifier::Default(_) if param.default.is_some() => {
                conflict(findings);
                param.unknown_modifiers.push(item.to_owned());
            }
            grammar::Modifier::Default(value) => param.default = Some(value.to_owned()),
            grammar::Modifier::Type(_) if typed => {
                conflict(findings);
                param.unknown_modifiers.push(item.to_owned());
            }
            grammar::Modifier::Type(text) => {
                typed = true;
                text.clone_into(&mut param.ty);
                *ty = at();
            }
            grammar::Modifier::Assignment { key, value } => match Keyword::from_text(key) {
                Some(keyword) if param.constraint(keyword).is_none() => {
                    param.constraints.push(Constraint { keyword, value: value.to_owned() });
                }
                known => {
                    match known {
                        Some(_) => conflict(findings),
                        None => findings.push(Code::ParamUnknownModifier, at(), || {
                            format!("`{}` is not a modifier", text::shorten(key))
                        }),
                    }
                    param.unknown_modifiers.push(item.to_owned());
                }
            },
        }
    }
    param.constraints.sort_by_key(|constraint| constraint.keyword);
    if !typed && param.constraint(Keyword::Integer).is_some() {
        "number".clone_into(&mut param.ty);
    }
    if param.default.is_some() && required == Some(true) {
        findings.push(Code::ParamRequiredDefault, span_of(source, list), || {
            format!("`{}` is required and has a default; it was read as optional", param.name)
        });
    }
    param.required = required.unwrap_or(true) && param.default.is_none();
}
