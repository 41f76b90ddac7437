//! Tools in compact format: `tool: name(signature)` and the keys under it.

use std::borrow::Cow;

use crate::balance::Items;
use crate::diagnostic::Code;
use crate::findings::Findings;
use crate::lines;
use crate::model::{Constraint, ConstraintKeyword, Note, Param, Tool};
use crate::param;
use crate::protect::{self, TextContext};
use crate::scan::{Mark, MarkKind};
use crate::section;
use crate::shared::{Document, Text};
use crate::source_map::{ParamSpans, ToolSpans};
use crate::span::{Span, span_of};
use crate::subsection::Subsection;
use crate::text;
use crate::{grammar, limits, slips};

/// A key and the lines that belong to it.
struct KeyLines<'s> {
    key: &'s str,
    /// The text on the key's own line.
    inline: Span,
    /// The lines below it.
    body: Span,
}

/// Reads the header's signature and the lines under it into `tool`.
pub(crate) fn lower(
    source: &Document,
    signature: Option<&str>,
    body: Span,
    marks: &[Mark],
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) {
    if let Some(list) = signature {
        signature_params(source, list, tool, spans, findings);
    }
    let (loose, entries) = entries(source, body, marks);
    if !text::trim(&source[loose.range()]).is_empty() {
        findings.push(
            Code::CompactText,
            span_of(source, text::trim(&source[loose.range()])),
            || "text under a tool belongs to no key; it was kept as a note",
        );
        push_note("Notes", &source[loose.range()], tool);
    }
    let mut seen: Vec<Key> = Vec::new();
    for entry in entries {
        let key = Key::of(entry.key);
        let at = span_of(source, entry.key);
        let start = if entry.inline.start < entry.inline.end { entry.inline.start } else { entry.body.start };
        let region = Span::new(start, entry.body.end);
        let first = marks.partition_point(|mark| mark.span.start < entry.body.start);
        let last = marks.partition_point(|mark| mark.span.start < entry.body.end);
        let inner = &marks[first..last];
        match key {
            Key::Unknown => {
                findings.push(Code::CompactKey, at, || {
                    let key = text::shorten(entry.key);
                    match Key::near(entry.key) {
                        Some(meant) => format!("`{key}` is not a key of a tool; write `{meant}:`"),
                        None => format!("`{key}` is not a key of a tool"),
                    }
                });
                push_note(entry.key, &key_text(source, &entry), tool);
                continue;
            }
            key if seen.contains(&key) => {
                findings
                    .push(Code::SubsectionDuplicate, at, || format!("a second `{}` in one tool", entry.key));
                if is_set(key, tool) {
                    push_note(&format!("{} notes", entry.key), &key_text(source, &entry), tool);
                    continue;
                }
            }
            key => seen.push(key),
        }
        match key {
            Key::Unknown => {}
            Key::Description => {
                if source[entry.body.range()].contains(':') {
                    keys_within(source, &entry, findings);
                }
                let text = key_text(source, &entry);
                tool.description = source.made_of(protect::protect(&text, TextContext::Tool));
            }
            Key::Params => params(source, &entry, signature.is_some(), tool, spans, findings),
            Key::Known(subsection) => {
                extension(source, subsection, &entry, region, inner, tool, spans, findings);
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Description,
    Params,
    Known(Subsection),
    Unknown,
}

impl Key {
    fn of(text: &str) -> Self {
        match text {
            "description" => Self::Description,
            "params" => Self::Params,
            "output" | "returns" => Self::Known(Subsection::Output),
            "sample_code" => Self::Known(Subsection::SampleCode),
            "title" => Self::Known(Subsection::Title),
            "annotations" => Self::Known(Subsection::Annotations),
            "input_schema" => Self::Known(Subsection::InputSchema),
            "output_schema" => Self::Known(Subsection::OutputSchema),
            _ => Self::Unknown,
        }
    }
}

/// Returns whether a tool has the value of a key that counts once.
fn is_set(key: Key, tool: &Tool) -> bool {
    match key {
        Key::Description => !tool.description.is_empty(),
        Key::Known(Subsection::Output) => !tool.returns.is_empty(),
        Key::Known(Subsection::Title) => tool.title.is_some(),
        Key::Known(Subsection::InputSchema) => tool.schemas.input.is_some(),
        Key::Known(Subsection::OutputSchema) => tool.schemas.output.is_some(),
        _ => false,
    }
}

/// Keeps the text around the fences of a key as a note.
fn leave(source: &str, subsection: Subsection, rest: &[Span], tool: &mut Tool, findings: &mut Findings) {
    let pieces: Vec<String> = rest.iter().map(|&piece| text::dedent(&source[piece.range()])).collect();
    let Some(first) = rest.iter().zip(&pieces).find(|(_, text)| !text.is_empty()).map(|(&piece, _)| piece)
    else {
        return;
    };
    let line = lines::lines(source, first).find(|line| !text::is_blank(&source[line.span.range()]));
    findings.push(Code::SubsectionText, line.map_or(first, |line| line.span), || {
        format!("text around the fence of `{}` was kept as a note", subsection.heading())
    });
    push_note(&format!("{} notes", subsection.heading()), &pieces.join("\n"), tool);
}

impl Key {
    /// The key that a word was probably meant as.
    fn near(text: &str) -> Option<&'static str> {
        if ["desc", "summary", "about"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return Some("description");
        }
        let lower = text.to_ascii_lowercase();
        if Self::of(&lower) == Self::Description {
            return Some("description");
        }
        slips::subsection(text).map(|(meant, _)| match meant {
            Subsection::Params => "params",
            Subsection::Output => "output",
            Subsection::SampleCode => "sample_code",
            Subsection::Title => "title",
            Subsection::Annotations => "annotations",
            Subsection::InputSchema => "input_schema",
            Subsection::OutputSchema => "output_schema",
        })
    }
}

/// Returns whether a line at the margin was probably meant as a key of the tool above it.
pub(crate) fn is_margin_key(line: &str) -> bool {
    let key = line.split_once(':').map(|(key, _)| key);
    key.is_some_and(|key| {
        let is_word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_word && (Key::of(key) != Key::Unknown || Key::near(key).is_some())
    })
}

/// Reports each line in the text of `entry` that is a key but for its indent.
fn keys_within(source: &str, entry: &KeyLines<'_>, findings: &mut Findings) {
    for line in lines::lines(source, entry.body) {
        let text = source[line.span.range()].trim();
        let key = text.strip_suffix(['|', '>']).unwrap_or(text).trim_end();
        let Some(key) = key.strip_suffix(':') else { continue };
        if Key::of(key) != Key::Unknown {
            findings.push(Code::CompactKeyIndent, line.span, || {
                format!(
                    "`{key}:` belongs to the text of `{}`; indent it by two spaces",
                    text::shorten(entry.key)
                )
            });
        }
    }
}

/// The text before the first key, and the keys.
fn entries<'s>(source: &'s str, body: Span, marks: &[Mark]) -> (Span, Vec<KeyLines<'s>>) {
    let mut entries: Vec<KeyLines<'s>> = Vec::new();
    let mut loose = Span::new(body.start, body.end);
    let mut at = body.start;
    let mut marks = marks.iter().peekable();
    while at < body.end {
        let line = lines::line_at(source, at, body.end);
        if let Some(mark) = marks.next_if(|mark| mark.span.start == line.span.start) {
            at = mark.next;
            continue;
        }
        at = line.next;
        if let Some((key, value)) = grammar::compact_key(&source[line.span.range()]) {
            match entries.last_mut() {
                Some(entry) => entry.body.end = line.span.start,
                None => loose.end = line.span.start,
            }
            let body = Span::new(line.next, body.end);
            entries.push(KeyLines { key, inline: span_of(source, value), body });
        }
    }
    (loose, entries)
}

/// Returns the text of a key: the rest of its line and the lines below, without their common indent.
fn key_text<'s>(source: &'s str, entry: &KeyLines<'_>) -> Cow<'s, str> {
    let body = text::dedent(&source[entry.body.range()]);
    let inline = &source[entry.inline.range()];
    match (inline.is_empty(), body.is_empty()) {
        (true, _) => Cow::Owned(body),
        (_, true) => Cow::Borrowed(inline),
        _ => Cow::Owned(format!("{inline}\n{body}")),
    }
}

fn push_note(heading: &str, raw: &str, tool: &mut Tool) {
    let text = text::dedent(raw);
    tool.notes
        .push(Note { heading: heading.into(), text: protect::protect(&text, TextContext::Tool).into() });
}

fn signature_params(
    source: &Document,
    list: &str,
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) {
    let mut dropped = false;
    // The header was read within the same depth.
    let mut items = Items::of(list).flatten().peekable();
    while let Some(item) = items.next() {
        let at = span_of(source, item);
        if item.is_empty() {
            // A comma after the last parameter has no meaning, as in TypeScript.
            if items.peek().is_some() {
                findings.push(Code::ParamEmptyModifier, at, || "a parameter of the signature is empty");
            }
            continue;
        }
        let Some(parts) = grammar::signature_param(item) else {
            no_param(item, item, at, findings);
            continue;
        };
        let Ok(Some(name)) = param::param_name(source, parts.name, at, tool, findings) else { continue };
        let mut param = Param::new(name);
        if tool.params.len() == limits::PARAMS {
            dropped = true;
            break;
        }
        let mut ty = Span::new(at.end, at.end);
        match parts.ty {
            Some("") => findings.push(Code::ParamEmptyModifier, at, || {
                format!("the type of `{}` is empty; it has none", text::shorten(parts.name))
            }),
            Some(text) => {
                set_type(source, text, &mut param);
                ty = span_of(source, text);
            }
            None => {}
        }
        if parts.default.is_some_and(str::is_empty) {
            findings.push(Code::ParamEmptyModifier, at, || {
                format!("the default of `{}` is empty; it has none", text::shorten(parts.name))
            });
        }
        param.default = parts.default.filter(|value| !value.is_empty()).map(|value| source.part(value));
        param.required = !parts.optional && param.default.is_none();
        tool.params.push(param);
        spans.params.push(ParamSpans { line: at, ty });
    }
    if dropped {
        findings.push(Code::LimitParams, span_of(source, list), || "parameters of this tool were left out");
    }
}

/// Reads the lines under `params:`.
fn params(
    source: &Document,
    entry: &KeyLines<'_>,
    has_signature: bool,
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) {
    let mut rest = String::new();
    // The parameter that deeper lines belong to, and the column of its line.
    let mut open: Option<(usize, usize)> = None;
    // Its description, as far as the deeper lines go.
    let mut continued: Option<(usize, String)> = None;
    let mut dropped = false;
    let inline = (entry.inline.start < entry.inline.end).then_some(entry.inline);
    let lines = inline.into_iter().chain(lines::lines(source, entry.body).map(|line| line.span));
    for span in lines {
        let text = &source[span.range()];
        if text::is_blank(text) {
            continue;
        }
        let (indent, skipped) = lines::indent_of(text);
        let line = &text[skipped..];
        if let Some((index, column)) = open
            && indent > column
        {
            let lines =
                continued.get_or_insert_with(|| (index, String::from(&*tool.params[index].description)));
            if !lines.1.is_empty() {
                lines.1.push('\n');
            }
            lines.1.push_str(line.trim_ascii());
            continue;
        }
        finish(&mut continued, tool);
        open = None;
        let parts = match grammar::compact_param(line) {
            Ok(parts) => parts,
            Err(error) => {
                match error {
                    grammar::ParamLineError::Syntax => no_param(line, line, span, findings),
                    error => param::unbalanced(error, span, findings),
                }
                rest.push_str(text);
                rest.push('\n');
                continue;
            }
        };
        let index = match tool.params.iter().position(|param| param.name.as_str() == parts.name) {
            Some(index) if spans.params[index].line.start < entry.inline.start.min(entry.body.start) => index,
            Some(_) => {
                findings.push(Code::ParamDuplicate, span, || {
                    format!("a parameter called `{}` was declared before", text::shorten(parts.name))
                });
                continue;
            }
            None => {
                let Ok(Some(name)) = param::param_name(source, parts.name, span, tool, findings) else {
                    rest.push_str(text);
                    rest.push('\n');
                    continue;
                };
                if tool.params.len() == limits::PARAMS {
                    dropped = true;
                    continue;
                }
                if has_signature {
                    findings.push(Code::CompactExtraParam, span, || {
                        format!("the signature does not name `{name}`; it was added after the others")
                    });
                }
                tool.params.push(Param::new(name));
                spans.params.push(ParamSpans { line: span, ty: span });
                tool.params.len() - 1
            }
        };
        spans.params[index].line = span;
        describe(source, &parts, &mut tool.params[index], &mut spans.params[index].ty);
        open = Some((index, indent));
    }
    finish(&mut continued, tool);
    if dropped {
        findings.push(
            Code::LimitParams,
            span_of(source, entry.key),
            || "parameters of this tool were left out",
        );
    }
    if !rest.is_empty() {
        push_note("Params notes", &rest, tool);
    }
}

/// Gives a param the type that is written; `integer` is a number and a constraint.
fn set_type(source: &Document, text: &str, param: &mut Param) {
    let is_integer = |constraint: &Constraint| constraint.keyword == ConstraintKeyword::Integer;
    if text == "integer" {
        param.ty = "number".into();
        if !param.constraints.iter().any(is_integer) {
            param
                .constraints
                .push(Constraint { keyword: ConstraintKeyword::Integer, value: Text::default() });
        }
    } else {
        param.ty = source.part(text);
        param.constraints.retain(|constraint| !is_integer(constraint));
    }
}

/// Reports a text that is not a param of a compact tool, with the correct form if it is known.
fn no_param(text: &str, item: &str, at: Span, findings: &mut Findings) {
    findings.push(Code::CompactParam, at, || {
        let shown = text::shorten(text.trim());
        let item = grammar::bullet(item.trim()).unwrap_or(item);
        match slips::param::compact_suggestion(item) {
            Some(meant) => format!("`{shown}` is not a parameter; write: {meant}"),
            None => format!("`{shown}` is not a parameter"),
        }
    });
}

/// Ends the description that went on in deeper lines.
fn finish(continued: &mut Option<(usize, String)>, tool: &mut Tool) {
    if let Some((index, description)) = continued.take()
        && let Some(param) = tool.params.get_mut(index)
    {
        param.description = description.into();
    }
}

fn describe(source: &Document, parts: &grammar::CompactParam<'_>, param: &mut Param, ty: &mut Span) {
    if parts.ty.is_empty() {
        let at = span_of(source, parts.name).end;
        *ty = Span::new(at, at);
    } else {
        set_type(source, parts.ty, param);
        *ty = span_of(source, parts.ty);
    }
    param.description = source.part(parts.description);
    param.required &= !parts.optional;
}

/// Returns whether there is a fence among the marks; a comment may be there as well.
fn has_fence(marks: &[Mark]) -> bool {
    marks.iter().any(|mark| matches!(mark.kind, MarkKind::Fence { .. }))
}

/// Reads a key that the heading format has as a subsection.
#[allow(clippy::too_many_arguments, reason = "the parts of one entry and the three places its value goes to")]
fn extension(
    source: &Document,
    subsection: Subsection,
    entry: &KeyLines<'_>,
    region: Span,
    marks: &[Mark],
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) {
    let at = span_of(source, entry.key);
    match subsection {
        // `params` has a reader of its own.
        Subsection::Params => {}
        Subsection::Output => {
            let (value, span, rest) = section::fence_or_text(source, region, marks);
            if has_fence(marks) {
                tool.returns = value;
                leave(source, subsection, &rest, tool, findings);
            } else {
                tool.returns = source.made_of(key_text(source, entry));
            }
            section::output_form(source, &tool.returns, span, marks, findings);
            spans.returns = Some(span).filter(|_| !tool.returns.is_empty());
        }
        Subsection::SampleCode if !has_fence(marks) => {
            // Without a fence the indent is the key's, not the code's.
            let sample = source.made_of(key_text(source, entry));
            if tool.sample_code.is_empty() {
                tool.sample_code = sample;
            } else if !sample.is_empty() {
                tool.more_samples.push(sample);
            }
        }
        Subsection::SampleCode => {
            let rest = section::samples(source, at, region, marks, tool, findings);
            leave(source, subsection, &rest, tool, findings);
        }
        Subsection::Title => {
            let fence = section::leading_fence(source, region, marks);
            let text = match fence {
                Some((body, _)) => text::dedent(&source[body.range()]).into(),
                None => key_text(source, entry),
            };
            let mut note = match section::title(&text) {
                (Some(title), rest) => {
                    tool.title = Some(source.made_of(title));
                    rest.to_owned()
                }
                (None, _) => key_text(source, entry).into_owned(),
            };
            if let Some((_, behind)) = fence.filter(|_| tool.title.is_some()) {
                note.push('\n');
                note.push_str(&text::dedent(&source[behind.range()]));
            }
            if !text::trim(&note).is_empty() {
                push_note("Title notes", &note, tool);
            }
        }
        Subsection::Annotations => {
            for line in lines::lines(source, region) {
                let text = source[line.span.range()].trim_ascii();
                // A list on one line has commas, an item of its own may hold them.
                if let Some(item) = grammar::bullet(text) {
                    section::annotation(source, item, tool, findings);
                    continue;
                }
                for item in text.split(',').map(str::trim_ascii).filter(|item| !item.is_empty()) {
                    section::annotation(source, item, tool, findings);
                }
            }
        }
        Subsection::InputSchema | Subsection::OutputSchema => {
            let (value, span) = match section::json_fence(source, marks) {
                Some((at, value, span)) => {
                    leave(source, subsection, &section::around(source, region, at), tool, findings);
                    (value, span)
                }
                None => (source.made_of(key_text(source, entry)), region),
            };
            let value = Some(value).filter(|value| !value.is_empty());
            let (slot, place) = match subsection {
                Subsection::InputSchema => (&mut tool.schemas.input, &mut spans.input_schema),
                _ => (&mut tool.schemas.output, &mut spans.output_schema),
            };
            *place = value.as_ref().map(|_| span);
            *slot = value;
        }
    }
}
