//! The parameters of a tool in heading format: a list whose items are param lines.

use crate::diagnostic::Code;
use crate::grammar::{self, Modifier, ParamLineError};
use crate::lower::{Findings, ToolSpans, span_of};
use crate::model::{Constraint, Keyword, Param, Tool};
use crate::name::ParamName;
use crate::scan::{self, Mark, MarkKind};
use crate::span::Span;
use crate::{limits, text};

/// A parameter whose description may go on in the lines below.
struct Open {
    continuation: String,
    /// Columns at which a line belongs to the description.
    indent: usize,
}

/// Reads the list into `tool` and gives the pieces of text that are no part of it.
pub(crate) fn lower(
    source: &str,
    heading: Span,
    body: Span,
    marks: &[Mark],
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) -> Vec<Span> {
    let mut rest: Vec<Span> = Vec::new();
    let mut open: Option<Open> = None;
    let mut blocks = marks
        .iter()
        .filter(|mark| matches!(mark.kind, MarkKind::Fence { .. } | MarkKind::Comment { .. }))
        .peekable();
    let mut at = body.start;
    let mut dropped = 0;
    let first = tool.params.len();
    while at < body.end {
        let mut line = scan::line_at(source, at, body.end);
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
            push_line(&mut rest, line, source);
            continue;
        };
        if tool.params.len() == limits::PARAMS {
            dropped += 1;
            continue;
        }
        match param(source, item, line.span, tool, findings) {
            Err(()) => push_line(&mut rest, line, source),
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
        findings
            .push(Code::LimitParams, heading, || format!("{dropped} parameters of this tool were left out"));
    }
    report_missing_descriptions(&tool.params[first..], &spans.params[first..], findings);
    rest
}

/// Adds a line to the text that was left; lines that follow each other are one piece.
fn push_line(rest: &mut Vec<Span>, line: scan::Line, source: &str) {
    match rest.last_mut() {
        Some(last) if text::trim(&source[last.end..line.span.start]).is_empty() => last.end = line.span.end,
        _ => rest.push(line.span),
    }
}

fn report_missing_descriptions(params: &[Param], lines: &[Span], findings: &mut Findings) {
    for (param, &line) in params.iter().zip(lines) {
        if param.description.is_empty() {
            findings.push(Code::ParamNoDescription, line, || {
                format!("the parameter `{}` has no description", param.name)
            });
        }
    }
}

/// Ends the description of the last parameter.
fn close(open: Option<Open>, tool: &mut Tool) {
    let Some(open) = open.filter(|open| !open.continuation.is_empty()) else { return };
    let Some(param) = tool.params.last_mut() else { return };
    let lines = || open.continuation.lines().skip(1);
    let columns =
        lines().filter(|line| !scan::is_blank(line)).map(|line| scan::indent_of(line).0).min().unwrap_or(0);
    for line in lines() {
        param.description.push('\n');
        if !scan::is_blank(line) {
            param.description.push_str(text::strip_columns(line, columns));
        }
    }
    param.description = text::normalize(param.description.trim_ascii());
}

/// Reads a param line and the place of its type. `Err` when it is none; `Ok(None)` when it does not count.
fn param(
    source: &str,
    item: &str,
    line: Span,
    tool: &Tool,
    findings: &mut Findings,
) -> Result<Option<(Param, Span)>, ()> {
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
    Ok(Some((read.param(name, description, line, findings), ty)))
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
    unknown: Vec<String>,
}

impl<'a> Modifiers<'a> {
    fn push(&mut self, source: &str, item: &'a str, findings: &mut Findings) {
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
                self.unknown.push(item.to_owned());
            }
            // `integer` takes no value.
            Modifier::Assignment { key, value } => match Keyword::from_text(key)
                .filter(|&keyword| keyword != Keyword::Integer || value.is_empty())
            {
                None => {
                    findings.push(Code::ParamUnknownModifier, span_of(source, item), || {
                        format!("`{}` is not a modifier", text::shorten(key))
                    });
                    self.unknown.push(item.to_owned());
                }
                Some(keyword) if self.constraints.iter().any(|other| other.keyword == keyword) => {
                    conflict(findings);
                    self.unknown.push(item.to_owned());
                }
                Some(keyword) => self.constraints.push(Constraint { keyword, value: value.to_owned() }),
            },
        }
    }

    /// The parameter that they describe.
    fn param(mut self, name: ParamName, description: &str, line: Span, findings: &mut Findings) -> Param {
        self.constraints.sort_by_key(|constraint| constraint.keyword);
        let is_integer = self.constraints.first().is_some_and(|c| c.keyword == Keyword::Integer);
        if self.default.is_some() && self.required == Some(true) {
            findings.push(Code::ParamRequiredDefault, line, || {
                format!("`{name}` is required and has a default; it was read as optional")
            });
        }
        Param {
            name,
            ty: Param::type_text(self.ty.unwrap_or(if is_integer { "number" } else { "string" })),
            description: description.to_owned(),
            required: self.required.unwrap_or(true) && self.default.is_none(),
            default: self.default.map(str::to_owned),
            constraints: self.constraints,
            unknown_modifiers: self.unknown,
        }
    }
}
