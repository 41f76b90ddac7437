//! The parameters of a tool in heading format: a list whose items are param lines.

use crate::diagnostic::Code;
use crate::grammar::{self, Modifier, ParamLineError};
use crate::lower::{Findings, ParamSpans, ToolSpans, span_of};
use crate::model::{Constraint, Keyword, Param, Tool};
use crate::name::ParamName;
use crate::scan;
use crate::shared::{Document, Text};
use crate::span::Span;
use crate::{limits, text};

/// A parameter whose description may go on in the lines below.
#[derive(Clone, Copy)]
struct Open {
    /// From the end of its line to that of the last line below that is not blank.
    continuation: Span,
    /// Columns at which a line belongs to the description.
    indent: usize,
}

/// Reads the list into `tool` and gives the pieces of text that are no part of it.
pub(crate) fn lower(
    source: &Document,
    heading: Span,
    body: Span,
    pieces: &[usize],
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) -> Vec<Span> {
    let mut rest: Vec<Span> = Vec::new();
    let mut open: Option<Open> = None;
    let mut dropped = 0;
    let pieces = &pieces[..pieces.iter().position(|&start| start >= body.end).unwrap_or(pieces.len())];
    // Each piece is a parameter in most tools. No such line is shorter than 32 bytes in practice, and what is
    // no parameter must not reserve a hundred times its size.
    let expected = pieces.len().min((body.end - body.start) / 32 + 1).min(limits::PARAMS);
    tool.params.reserve(expected);
    spans.params.reserve(expected);
    let first = tool.params.len();
    for (at, &start) in pieces.iter().enumerate() {
        // A fence or a comment is one piece, whatever its lines look like, and never begins with a bullet.
        let line = scan::piece(source, start, pieces.get(at + 1).copied().unwrap_or(body.end));
        let text = &source[line.range()];
        let (indent, skipped) = match text.as_bytes().first() {
            Some(b' ' | b'\t') => scan::indent_of(text),
            _ => (0, 0),
        };
        // What is left may be a CR in the middle of white space, which is white space as well.
        if text.as_bytes().get(skipped).is_none_or(|&byte| byte == b'\r') && scan::is_blank(text) {
            continue;
        }
        if let Some(open) = open.as_mut().filter(|open| indent >= open.indent) {
            open.continuation.end = line.end;
            continue;
        }
        close(source, open.take(), tool);
        let Some(item) = grammar::bullet(&text[skipped..]) else {
            push_line(&mut rest, line, source);
            continue;
        };
        if tool.params.len() == limits::PARAMS {
            dropped += 1;
            continue;
        }
        match param(source, item, line, tool, findings) {
            Err(()) => push_line(&mut rest, line, source),
            Ok(None) => {}
            Ok(Some(ty)) => {
                spans.params.push(ParamSpans { line, ty });
                open = Some(Open { continuation: Span::new(line.end, line.end), indent: indent + 2 });
            }
        }
    }
    close(source, open, tool);
    if dropped > 0 {
        findings
            .push(Code::LimitParams, heading, || format!("{dropped} parameters of this tool were left out"));
    }
    report_missing_descriptions(&tool.params[first..], &spans.params[first..], findings);
    rest
}

/// Adds a line to the text that was left; lines that follow each other are one piece.
fn push_line(rest: &mut Vec<Span>, line: Span, source: &str) {
    match rest.last_mut() {
        Some(last) if text::trim(&source[last.end..line.start]).is_empty() => last.end = line.end,
        _ => rest.push(line),
    }
}

fn report_missing_descriptions(params: &[Param], spans: &[ParamSpans], findings: &mut Findings) {
    for (param, &ParamSpans { line, .. }) in params.iter().zip(spans) {
        if param.description.is_empty() {
            findings.push(Code::ParamNoDescription, line, || {
                format!("the parameter `{}` has no description", param.name)
            });
        }
    }
}

/// Ends the description of the last parameter.
fn close(source: &Document, open: Option<Open>, tool: &mut Tool) {
    let Some(Open { continuation: Span { start, end }, .. }) = open else { return };
    let Some(param) = tool.params.last_mut().filter(|_| start < end) else { return };
    // What begins at the end of the parameter's own line has that line's end first.
    let lines = || scan::lines(source, Span::new(start, end)).skip(1).map(|line| &source[line.span.range()]);
    let columns =
        lines().filter(|line| !scan::is_blank(line)).map(|line| scan::indent_of(line).0).min().unwrap_or(0);
    let mut description = String::from(&*param.description);
    for line in lines() {
        description.push('\n');
        if !scan::is_blank(line) {
            description.push_str(text::strip_columns(line, columns));
        }
    }
    param.description = text::normalize(description.trim_ascii()).into();
}

/// Reads a param line into `tool` and gives the place of its type. `Err` when it is none; `Ok(None)` when it
/// does not count.
fn param(
    source: &Document,
    item: &str,
    line: Span,
    tool: &mut Tool,
    findings: &mut Findings,
) -> Result<Option<Span>, ()> {
    let Some(parts) = grammar::param_line(item) else {
        findings.push(Code::ParamSyntax, line, || "this is not a parameter");
        return Err(());
    };
    let after_name = span_of(source, parts.name).end + 1;
    let mut ty = Span::new(after_name, after_name);
    let mut read = Modifiers::default();
    let mut tail = parts.tail;
    if let Some(mut items) = parts.modifiers {
        for item in items.by_ref() {
            match item {
                Ok(item) => read.push(source, item, findings),
                Err(error) => {
                    unbalanced(error.into(), line, findings);
                    return Err(());
                }
            }
        }
        tail = items.rest();
        if let Some(text) = read.ty {
            ty = span_of(source, text);
        }
    }
    let (description, colon) = grammar::description(tail);
    if !colon {
        findings.push(
            Code::ParamText,
            span_of(source, description),
            || "the description does not begin with a colon",
        );
    }
    let Some(name) = param_name(parts.name, span_of(source, parts.name), tool, findings)? else {
        return Ok(None);
    };
    tool.params.push(read.param(source, name, description, line, findings));
    Ok(Some(ty))
}

/// Reports why a line has no balanced modifiers.
pub(crate) fn unbalanced(error: ParamLineError, line: Span, findings: &mut Findings) {
    let (code, message) = match error {
        ParamLineError::Syntax => (Code::ParamSyntax, "this is not a parameter"),
        ParamLineError::Unclosed => {
            (Code::ParamUnclosed, "a parenthesis, another bracket or a quote does not close")
        }
        ParamLineError::TooDeep => {
            (Code::LimitTypeDepth, "brackets are nested too deep, so the line does not count")
        }
    };
    findings.push(code, line, || message);
}

/// A new parameter's name. `Err` when `name` is none; `Ok(None)` when the tool has a parameter of that name.
pub(crate) fn param_name(
    name: &str,
    at: Span,
    tool: &Tool,
    findings: &mut Findings,
) -> Result<Option<ParamName>, ()> {
    if tool.params.iter().any(|other| other.name.is(name)) {
        findings.push(Code::ParamDuplicate, at, || {
            format!("a parameter called `{}` was declared before", text::shorten(name))
        });
        return Ok(None);
    }
    match ParamName::read(name) {
        Ok(name) => Ok(Some(name)),
        Err(error) => {
            findings.push(Code::ParamName, at, || {
                format!("`{}` is not a parameter's name: {error}", text::shorten(name))
            });
            Err(())
        }
    }
}

/// The modifiers of a line, as far as they were read.
#[derive(Default)]
struct Modifiers<'a> {
    required: Option<bool>,
    ty: Option<&'a str>,
    default: Option<&'a str>,
    constraints: Vec<Constraint>,
    unknown: Vec<Text>,
}

impl<'a> Modifiers<'a> {
    fn push(&mut self, source: &Document, item: &'a str, findings: &mut Findings) {
        let conflict = |findings: &mut Findings| {
            findings.push(Code::ParamConflict, span_of(source, item), || {
                format!("`{}` contradicts an earlier modifier", text::shorten(item))
            });
        };
        match grammar::modifier(item) {
            _ if item.is_empty() => {
                findings.push(Code::ParamEmptyModifier, span_of(source, item), || "a modifier is empty");
            }
            word @ (Modifier::Required | Modifier::Optional) => {
                let value = word == Modifier::Required;
                if *self.required.get_or_insert(value) != value {
                    conflict(findings);
                }
            }
            Modifier::Default(value) if self.default.is_none() => self.default = Some(value),
            Modifier::Type(text) if self.ty.is_none() => self.ty = Some(text),
            Modifier::Default(_) | Modifier::Type(_) => {
                conflict(findings);
                self.unknown.push(source.part(item));
            }
            // `integer` takes no value.
            Modifier::Assignment { key, value } => match Keyword::from_text(key)
                .filter(|&keyword| keyword != Keyword::Integer || value.is_empty())
            {
                None => {
                    findings.push(Code::ParamUnknownModifier, span_of(source, item), || {
                        format!("`{}` is not a modifier", text::shorten(key))
                    });
                    self.unknown.push(source.part(item));
                }
                Some(keyword) if self.constraints.iter().any(|other| other.keyword == keyword) => {
                    conflict(findings);
                    self.unknown.push(source.part(item));
                }
                Some(keyword) => self.constraints.push(Constraint { keyword, value: source.part(value) }),
            },
        }
    }

    /// The parameter that they describe.
    fn param(
        mut self,
        source: &Document,
        name: ParamName,
        description: &str,
        line: Span,
        findings: &mut Findings,
    ) -> Param {
        if self.constraints.len() > 1 {
            self.constraints.sort_by_key(|constraint| constraint.keyword);
        }
        let is_integer = self.constraints.first().is_some_and(|c| c.keyword == Keyword::Integer);
        if self.default.is_some() && self.required == Some(true) {
            findings.push(Code::ParamRequiredDefault, line, || {
                format!("`{name}` is required and has a default; it was read as optional")
            });
        }
        Param {
            name,
            ty: Param::type_text(source, self.ty.unwrap_or(if is_integer { "number" } else { "string" })),
            description: source.part(description),
            required: self.required.unwrap_or(true) && self.default.is_none(),
            default: self.default.map(|value| source.part(value)),
            constraints: self.constraints,
            unknown_modifiers: self.unknown,
        }
    }
}
