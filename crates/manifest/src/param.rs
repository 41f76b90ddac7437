//! Parameters of a tool in heading format: a list whose items are param lines.

use std::borrow::Cow;

use crate::diagnostic::Code;
use crate::findings::Findings;
use crate::grammar::{self, Modifier, ParamLineError};
use crate::lines;
use crate::model::{Constraint, ConstraintKeyword, Param, Tool};
use crate::name::ParamName;
use crate::scan::{self, Mark};
use crate::shared::{Document, Text};
use crate::source_map::{ParamSpans, ToolSpans};
use crate::span::{Span, span_of};
use crate::{limits, slips, text};

/// Parameter whose description may continue in the lines below.
#[derive(Clone, Copy)]
struct OpenItem {
    /// Text from the end of its line to the end of the last line below that is not blank.
    continuation: Span,
    /// Indent from which a line belongs to the description.
    indent: usize,
}

/// Reads the list into `tool` and returns the pieces of text outside it.
pub(crate) fn lower(
    source: &Document,
    heading: Span,
    body: Span,
    marks: &[Mark],
    tool: &mut Tool,
    spans: &mut ToolSpans,
    findings: &mut Findings,
) -> Vec<Span> {
    let mut rest: Vec<Span> = Vec::new();
    let mut open: Option<OpenItem> = None;
    let mut dropped = 0;
    // `true` if a line that is not a param has a finding of its own.
    let mut reported = false;
    let first = tool.params.len();
    // A fence or a comment is one piece, whatever its lines contain, and never begins with a bullet.
    let mut pieces = scan::pieces(source, body, marks).peekable();
    while let Some(line) = pieces.next() {
        let text = &source[line.range()];
        let (indent, skipped) = lines::indent_of(text);
        if let Some(open) = open.as_mut().filter(|open| indent >= open.indent) {
            open.continuation.end = line.end;
            continue;
        }
        close(source, open.take(), tool, findings);
        let Some(item) = grammar::bullet(&text[skipped..]) else {
            if let Some(item) = slips::param::meant(text)
                // The line below the head of a table is its rule.
                && !pieces.peek().is_some_and(|next| slips::param::is_table_rule(&source[next.range()]))
            {
                no_param(item, line, findings);
                reported = true;
            }
            push_line(&mut rest, line, source);
            continue;
        };
        if tool.params.len() == limits::PARAMS {
            dropped += 1;
            continue;
        }
        match param(source, item, line, tool, findings) {
            Err(()) => {
                reported = true;
                push_line(&mut rest, line, source);
            }
            Ok(None) => reported = true,
            Ok(Some(ty)) => {
                spans.params.push(ParamSpans { line, ty });
                open = Some(OpenItem { continuation: Span::new(line.end, line.end), indent: indent + 2 });
            }
        }
    }
    close(source, open, tool, findings);
    if tool.params.len() == first && !reported && !rest.is_empty() {
        report_none(source, heading, &rest, findings);
    }
    if dropped > 0 {
        findings
            .push(Code::LimitParams, heading, || format!("{dropped} parameters of this tool were left out"));
    }
    report_missing_descriptions(&tool.params[first..], &spans.params[first..], findings);
    rest
}

/// Adds a line to the unused text; adjacent lines are one piece.
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
fn close(source: &Document, open: Option<OpenItem>, tool: &mut Tool, findings: &mut Findings) {
    let Some(OpenItem { continuation: Span { start, end }, .. }) = open else { return };
    let Some(param) = tool.params.last_mut().filter(|_| start < end) else { return };
    // The text after the parameter's own line begins with that line's end.
    let lines = || lines::lines(source, Span::new(start, end)).skip(1).map(|line| &source[line.span.range()]);
    let columns =
        lines().filter(|line| !text::is_blank(line)).map(|line| lines::indent_of(line).0).min().unwrap_or(0);
    if let Some(members) = slips::param::nested_members(lines(), &param.ty) {
        let first = lines::lines(source, Span::new(start, end)).skip(1);
        let first = first.map(|line| line.span).find(|line| !text::is_blank(&source[line.range()]));
        findings.push(Code::ParamNested, first.unwrap_or_default(), || {
            format!("the list below `{}` is part of its description; write the type `{members}`", param.name)
        });
    }
    let mut description = String::from(&*param.description);
    for line in lines() {
        description.push('\n');
        if !text::is_blank(line) {
            description.push_str(text::strip_columns(line, columns));
        }
    }
    param.description = text::normalize(description.trim_ascii()).into();
}

/// Reads a param line into `tool` and returns the place of its type.
///
/// `Err` if it is not a param line; `Ok(None)` if it has no effect.
fn param(
    source: &Document,
    item: &str,
    line: Span,
    tool: &mut Tool,
    findings: &mut Findings,
) -> Result<Option<Span>, ()> {
    let Some(parts) = grammar::param_line(item) else {
        no_param(item, line, findings);
        return Err(());
    };
    let mut read = Modifiers::default();
    let mut tail = parts.tail;
    let is_bare = parts.modifiers.is_none();
    if let Some(mut items) = parts.modifiers {
        for item in items.by_ref() {
            match item {
                Ok(item) => read.add(source, item, findings),
                Err(error) => {
                    unbalanced(error.into(), line, findings);
                    return Err(());
                }
            }
        }
        tail = items.rest();
    }
    let (description, colon) = grammar::description(tail);
    if !colon {
        findings.push(
            Code::ParamText,
            span_of(source, description),
            || "the description does not begin with a colon",
        );
    }
    let at = span_of(source, parts.name);
    let Some(name) = param_name(source, parts.name, at, tool, findings)? else { return Ok(None) };
    report_form(source, parts.name, is_bare, description, &read, findings);
    let ty = read.ty.map_or(Span::new(at.end + 1, at.end + 1), |text| span_of(source, text));
    let is_integer = read.sort_constraints();
    if read.default.is_some() && read.required == Some(true) {
        findings.push(Code::ParamRequiredDefault, line, || {
            format!("`{}` is required and has a default; it was read as optional", parts.name)
        });
    }
    tool.params.push(Param {
        name,
        ty: source.part(read.ty.unwrap_or(if is_integer { "number" } else { "string" })),
        description: source.part(description),
        required: read.required.unwrap_or(true) && read.default.is_none(),
        default: read.default.map(|value| source.part(value)),
        constraints: read.constraints,
        unknown_modifiers: read.unknown,
    });
    Ok(Some(ty))
}

/// Reports a line that is not a param, with a replacement if that is clear.
fn no_param(item: &str, line: Span, findings: &mut Findings) {
    findings.push(Code::ParamSyntax, line, || match slips::param::suggestion(item) {
        Some(meant) => Cow::from(format!("this is not a parameter; write: {meant}")),
        None => "this is not a parameter".into(),
    });
}

/// Reports a subsection with text and without params, unless the text states that there are none.
fn report_none(source: &str, heading: Span, rest: &[Span], findings: &mut Findings) {
    if !rest.iter().all(|&piece| slips::param::says_none(&source[piece.range()])) {
        findings.push(Code::ParamNone, heading, || "no line under this heading is a parameter");
    }
}

/// Reports a type or modifiers in the description or the name of a param.
///
/// `is_bare` is `true` if the line has no modifiers.
fn report_form(
    source: &Document,
    name: &str,
    is_bare: bool,
    description: &str,
    read: &Modifiers<'_>,
    findings: &mut Findings,
) {
    let at = || span_of(source, description);
    if read.ty.is_none() && slips::param::holds_type(description) {
        findings.push(Code::ParamForm, at(), || {
            let meant = slips::param::suggestion(&format!("`{name}`: {description}"));
            format!("the type of `{name}` is in its description; write: {}", meant.unwrap_or_default())
        });
    } else if read.required.is_none() && read.default.is_none() && slips::param::says_optional(description) {
        findings.push(Code::ParamForm, at(), || {
            format!(
                "the description of `{name}` contains `optional`, and its modifiers do not; write: (optional)"
            )
        });
    } else if let Some(found) = slips::param::trailing(name, description)
        && (found.has_type && read.ty.is_none()
            || (found.is_optional || found.has_default) && read.required.is_none() && read.default.is_none())
    {
        findings.push(Code::ParamForm, at(), || {
            if is_bare {
                format!("modifiers after the description of `{name}` do not count; write: {}", found.line)
            } else {
                format!(
                    "modifiers after the description of `{name}` do not count; move them before the colon"
                )
            }
        });
    } else if slips::param::is_name_slip(name) {
        findings.push(Code::ParamForm, span_of(source, name), || {
            format!("`{}` holds more than a name", text::shorten(name))
        });
    }
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

/// Creates a new parameter's name.
///
/// `Err` if `name` is not a name; `Ok(None)` if the tool has a parameter of that name.
pub(crate) fn param_name(
    source: &Document,
    name: &str,
    at: Span,
    tool: &Tool,
    findings: &mut Findings,
) -> Result<Option<ParamName>, ()> {
    if tool.params.iter().any(|other| other.name.as_str() == name) {
        findings.push(Code::ParamDuplicate, at, || {
            format!("a parameter called `{}` was declared before", text::shorten(name))
        });
        return Ok(None);
    }
    ParamName::read(source, name).map(Some).map_err(|error| {
        findings.push(Code::ParamName, at, || {
            format!("`{}` is not a parameter's name: {error}", text::shorten(name))
        });
    })
}

/// Modifiers of a line, as far as they were read.
#[derive(Default)]
struct Modifiers<'a> {
    required: Option<bool>,
    ty: Option<&'a str>,
    default: Option<&'a str>,
    constraints: Vec<Constraint>,
    unknown: Vec<Text>,
}

impl<'a> Modifiers<'a> {
    /// Adds one modifier.
    fn add(&mut self, source: &Document, item: &'a str, findings: &mut Findings) {
        match grammar::modifier(item) {
            _ if item.is_empty() => {
                findings.push(Code::ParamEmptyModifier, span_of(source, item), || "a modifier is empty");
            }
            word @ (Modifier::Required | Modifier::Optional) => {
                let value = word == Modifier::Required;
                if self.required.is_some_and(|before| before != value) {
                    conflict(source, item, findings);
                } else {
                    self.required = Some(value);
                }
            }
            Modifier::Slip(text) => {
                modifier_form(source, text, findings);
                self.unknown.push(source.part(text));
            }
            Modifier::Default(value) if self.default.is_none() => self.default = Some(value),
            Modifier::Type(text) if self.ty.is_none() => self.ty = Some(text),
            Modifier::Type(text) if slips::modifier::is_value_list(self.ty.unwrap_or_default()) => {
                value_list(source, item, self.ty.unwrap_or_default(), text, findings);
                self.unknown.push(source.part(item));
            }
            Modifier::Default(_) | Modifier::Type(_) => {
                conflict(source, item, findings);
                self.unknown.push(source.part(item));
            }
            Modifier::Assignment { key, value } => self.assign(source, item, key, value, findings),
        }
    }

    fn assign(&mut self, source: &Document, item: &str, key: &str, value: &str, findings: &mut Findings) {
        // `integer` has no value.
        match ConstraintKeyword::from_text(key)
            .filter(|&keyword| keyword != ConstraintKeyword::Integer || value.is_empty())
        {
            None => {
                findings.push(Code::ParamUnknownModifier, span_of(source, item), || {
                    format!("`{}` is not a modifier", text::shorten(key))
                });
                self.unknown.push(source.part(item));
            }
            Some(keyword) if self.constraints.iter().any(|other| other.keyword == keyword) => {
                conflict(source, item, findings);
                self.unknown.push(source.part(item));
            }
            Some(keyword) => self.constraints.push(Constraint { keyword, value: source.part(value) }),
        }
    }

    /// Sorts the constraints and returns whether `integer` is among them.
    fn sort_constraints(&mut self) -> bool {
        self.constraints.sort_by_key(|constraint| constraint.keyword);
        self.constraints.first().is_some_and(|constraint| constraint.keyword == ConstraintKeyword::Integer)
    }
}

/// Reports a modifier that is a known word in another form.
fn modifier_form(source: &Document, item: &str, findings: &mut Findings) {
    findings.push(Code::ParamModifierForm, span_of(source, item), || {
        let shown = text::shorten(item);
        match slips::modifier::modifier_fix(item) {
            Some(meant) => format!("`{shown}` is not a modifier; write {meant}"),
            None => format!("`{shown}` is not a modifier"),
        }
    });
}

/// Reports a further value of a list such as `enum: a, b`, which is read as types.
fn value_list(source: &Document, item: &str, first: &str, other: &str, findings: &mut Findings) {
    findings.push(Code::ParamConflict, span_of(source, item), || {
        let quoted = |value: &str| text::shorten(value.trim_matches(['"', '\'', '`', ' ']));
        let first = first.split_once([':', ' ']).map_or(first, |(_, value)| value.trim_start_matches("of "));
        format!(
            "`{}` is a second type; write the values as one type: \"{}\" | \"{}\"",
            text::shorten(item),
            quoted(first),
            quoted(other)
        )
    });
}

/// Reports a modifier that contradicts an earlier one.
fn conflict(source: &Document, item: &str, findings: &mut Findings) {
    findings.push(Code::ParamConflict, span_of(source, item), || {
        format!("`{}` contradicts an earlier modifier", text::shorten(item))
    });
}
