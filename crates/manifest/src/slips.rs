//! Common slips of authors: text that was probably meant as structure.
//!
//! The reader does not guess: a slip stays the text that the rules make of it. These functions only recognize it, so
//! that the reader reports it together with the correct form. The reader calls them only for a line or a section that
//! did not fit the format. Each looks at one line, or once at each line of a text.

pub(crate) mod content;
pub(crate) mod modifier;
pub(crate) mod output;
pub(crate) mod param;
mod prose;

pub(crate) use self::prose::may_be_tool;
use crate::diagnostic::Code;
use crate::findings::Findings;
use crate::grammar::{self, HeaderShape};
pub(crate) use crate::likeness::heading::subsection;
use crate::likeness::heading::{LONGEST_HEADING, Likeness::Strong};
use crate::likeness::line::looks_like_code;
use crate::lines;
use crate::scan::{Mark, MarkKind};
use crate::shared::Document;
use crate::span::{Span, name_text};
use crate::subsection::Subsection;
use crate::text;

/// The name of a tool in a heading with emphasis, numbering, the word `Tool` or a colon around it.
fn decorated_name(heading: &str) -> Option<&str> {
    let mut name = heading.trim_matches(['*', '_', ':', '"', '\'', '<', '>', '[', ']', '.', ' ', '\u{a0}']);
    name = name.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')', ' ']);
    if let Some((word, rest)) = name.split_once([':', ' '])
        && ["tool", "function", "method"].iter().any(|known| word.eq_ignore_ascii_case(known))
    {
        name = rest;
    }
    let name = name.trim_matches(['*', '_', ':', ' ', '`']);
    let shape = grammar::tool_heading(name)?;
    looks_like_code(&shape).then_some(shape.name)
}

/// Reports a `##` section that looks like a tool or its part, without a subsection of a tool.
pub(crate) fn section(source: &Document, heading: Span, body: Span, marks: &[Mark], findings: &mut Findings) {
    let text = name_text(source, heading);
    let shape = grammar::tool_heading(text);
    if let Some((meant, Strong)) = subsection(text)
        && (meant == Subsection::Params || meant.makes_tool() && has_fence(marks))
    {
        let (shown, meant) = (text::shorten(text), meant.heading());
        findings.push(Code::SubsectionLevel, heading, || {
            format!("`## {shown}` begins a section of its own; write `### {meant}` under the tool's heading")
        });
        return;
    }
    let mut found = false;
    // A subsection that only tools have, and that makes none.
    let mut held: Option<&str> = None;
    for part in content::parts(body, marks) {
        let heading = name_text(source, part.heading);
        let by_word = subsection(heading);
        let by_content =
            || content::meant(source, part.body, part.marks, shape.as_ref().map(|shape| shape.name));
        let meant = match (Subsection::of(heading), by_word) {
            (Some(known), _) => {
                let is_sure = shape.is_some() && known != Subsection::Title || by_content() == Some(known);
                held = held.or(is_sure.then_some(known.heading()));
                continue;
            }
            (None, Some((meant, likeness)))
                if meant.makes_tool() && (likeness == Strong || shape.is_some()) =>
            {
                Some(meant)
            }
            (None, Some((meant, Strong))) if shape.is_some() && meant != Subsection::Title => {
                held = held.or(Some(meant.heading()));
                near_subsection(part.heading, heading, meant, findings);
                continue;
            }
            _ => by_content().filter(|&meant| meant == Subsection::Params || shape.is_some()),
        };
        match meant {
            // Below a heading that only groups tools, one of level 3 is a tool's.
            Some(Subsection::Params) if by_word.is_none() && is_small_name(heading) => {
                tool_at_level_3(part.heading, heading, findings);
            }
            Some(meant) => by_text(part.heading, heading, meant, by_word.is_some(), findings),
            None if by_word.is_none()
                && grammar::tool_heading(heading).is_some_and(|shape| looks_like_code(&shape)) =>
            {
                tool_at_level_3(part.heading, heading, findings);
            }
            None => continue,
        }
        found = true;
    }
    if let Some(held) = held {
        findings.push(Code::ToolNearMiss, heading, || {
            format!("`{}` holds `### {held}`, but no subsection that makes it a tool", text::shorten(text))
        });
        return;
    }
    if found {
        return;
    }
    let name = shape.as_ref().filter(|shape| looks_like_code(shape)).map(|shape| shape.name);
    if let Some(name) = name.or_else(|| decorated_name(text)) {
        findings.push(Code::ToolNearMiss, heading, || {
            let name = text::shorten(name);
            format!("`{name}` looks like a tool, but no subsection makes it one")
        });
    } else if shape.is_some()
        && let Some((line, meant)) = label(source, body)
    {
        near_label(source, line, meant, findings);
    } else if is_small_name(text)
        // Such a line has a finding of its own.
        && !marks.iter().any(|mark| matches!(mark.kind, MarkKind::Deep { .. } | MarkKind::Slip(_)))
        && content::typed_line(source, body).is_some()
    {
        findings.push(Code::ToolNearMiss, heading, || {
            format!(
                "the list below `{}` looks like params, but no subsection makes it a tool",
                text::shorten(text)
            )
        });
    }
}

/// Returns whether a heading is a name as tools have it, and hardly a word of prose.
fn is_small_name(heading: &str) -> bool {
    heading.starts_with(|c: char| c.is_ascii_lowercase()) && grammar::tool_heading(heading).is_some()
}

fn tool_at_level_3(at: Span, heading: &str, findings: &mut Findings) {
    let name = text::shorten(heading);
    findings.push(Code::ToolLevel, at, || {
        format!("a heading of level 3 begins no tool; write `## {name}` if it is one")
    });
}

/// Reports a subsection of level 3 outside a tool, and a heading of level 1 that looks like a tool's.
pub(crate) fn level_1(
    source: &Document,
    heading: Option<Span>,
    body: Span,
    marks: &[Mark],
    findings: &mut Findings,
) {
    let mut parts = content::parts(body, marks);
    let sub = parts.find_map(|part| match subsection(name_text(source, part.heading)) {
        Some((meant, Strong)) => meant.makes_tool().then_some(part.heading),
        _ => content::typed_line(source, part.body).map(|_| part.heading),
    });
    let name = heading.map(|at| name_text(source, at)).and_then(|text| {
        let shape = grammar::tool_heading(text)?;
        let is_small = sub.is_some() && text.starts_with(|c: char| c.is_ascii_lowercase());
        (is_small || looks_like_code(&shape)).then_some(shape.name)
    });
    match (sub, heading, name) {
        (_, Some(at), Some(_)) => {
            let name = text::shorten(name_text(source, at));
            findings.push(Code::ToolLevel, at, || {
                format!("a heading of level 1 begins no tool; write `## {name}` if it is one")
            });
        }
        (Some(at), ..) => {
            let name = text::shorten(name_text(source, at));
            findings.push(Code::ToolLevel, at, || {
                format!("`### {name}` belongs to no tool; write the tool's name above it, as `## name`")
            });
        }
        _ => {}
    }
}

/// Reports an unknown heading of level 3 within the tool `name` that was probably meant as structure.
///
/// It looks like a subsection, by its words or by the text below it, or like a tool; `seen` contains the subsections
/// of the tool.
pub(crate) fn unknown_subsection(
    source: &Document,
    (at, body, marks): (Span, Span, &[Mark]),
    name: &str,
    seen: impl Fn(Subsection) -> bool,
    findings: &mut Findings,
) {
    let heading = name_text(source, at);
    let by_word = subsection(heading);
    if let Some((meant, likeness)) = by_word {
        let holds_sample = || meant != Subsection::SampleCode || content::has_code(source, marks);
        if likeness == Strong || !seen(meant) && holds_sample() {
            near_subsection(at, heading, meant, findings);
            return;
        }
    }
    match content::meant(source, body, marks, Some(name)) {
        Some(Subsection::Params)
            if seen(Subsection::Params) && !seen(Subsection::Output) && by_word.is_none() =>
        {
            let heading = text::shorten(heading);
            findings.push(Code::SubsectionNearMiss, at, || {
                    format!(
                        "the list below `### {heading}` looks like params; write it below `### Params`, or the type of \
                         the result below `### Output`"
                    )
                });
        }
        Some(Subsection::InputSchema) if seen(Subsection::InputSchema) && !seen(Subsection::OutputSchema) => {
            near_subsection(at, heading, Subsection::OutputSchema, findings);
        }
        Some(meant) if meant == Subsection::Annotations || !seen(meant) => {
            by_text(at, heading, meant, by_word.is_some(), findings);
        }
        None if grammar::tool_heading(heading).is_some_and(|shape| looks_like_code(&shape)) => {
            tool_at_level_3(at, heading, findings);
        }
        _ => {}
    }
}

/// Reports a heading of level 4 or deeper that names a subsection.
pub(crate) fn deep_heading(source: &Document, heading: Span, body: Span, findings: &mut Findings) {
    let text = name_text(source, heading);
    let meant = match subsection(text) {
        Some((meant, Strong)) => (meant.makes_tool() || Subsection::of(text).is_some()).then_some(meant),
        _ => content::typed_line(source, body).map(|_| Subsection::Params),
    };
    if let Some(meant) = meant {
        let meant = meant.heading();
        findings.push(Code::SubsectionLevel, heading, || {
            format!(
                "`{}` is a heading of a deeper level, which is text; write `### {meant}`",
                text::shorten(text)
            )
        });
    }
}

/// Reports a heading whose text looks like the heading of a subsection.
///
/// Lists of errors and of events look like params; below a heading with such a word they may be correct.
fn by_text(at: Span, heading: &str, meant: Subsection, is_by_word: bool, findings: &mut Findings) {
    const OTHERS: [&str; 8] =
        ["error", "event", "exception", "note", "result", "response", "warning", "status"];
    let heading_says_another = || {
        let heading = heading.to_lowercase();
        OTHERS.iter().any(|word| heading.contains(word))
    };
    if meant != Subsection::Params || is_by_word || !heading_says_another() {
        near_subsection(at, heading, meant, findings);
        return;
    }
    findings.push(Code::SubsectionNearMiss, at, || {
        let heading = text::shorten(heading);
        format!("the list below `### {heading}` looks like params; rename it to `### Params` if it is")
    });
}

fn near_subsection(at: Span, heading: &str, meant: Subsection, findings: &mut Findings) {
    let meant = meant.heading();
    findings.push(Code::SubsectionNearMiss, at, || {
        format!("`### {}` is not a subsection of the format; write `### {meant}`", text::shorten(heading))
    });
}

/// Returns the first line of `region` that labels the params, the output or the sample of a tool.
///
/// Lines in fences and comments do not count. Examples: `**Params**`, `Params:`, `> ### Params`.
pub(crate) fn label(source: &str, region: Span) -> Option<(Span, Subsection)> {
    content::plain_lines(source, region).find_map(|(line, text)| {
        // A heading of a deep level has a finding of its own.
        let is_deep = text.trim_start().starts_with("####");
        if is_deep { None } else { labelled(text).map(|meant| (line, meant)) }
    })
}

/// Reports each line of `region`, text under a subsection, that labels another one.
pub(crate) fn labels(source: &str, region: Span, under: Subsection, findings: &mut Findings) {
    let mut at = region.start;
    while let Some((line, meant)) = label(source, Span::new(at, region.end)) {
        at = line.end;
        if meant != under {
            near_label(source, line, meant, findings);
        }
    }
}

/// Reports a label or a list of params in the description of a tool that has none.
pub(crate) fn missing_params(source: &str, description: Span, findings: &mut Findings) {
    let text = &source[description.range()];
    // Every label has one of these characters, and every list of params a parenthesis or a bar.
    if text.contains([':', '*', '_', '#', '<'])
        && let Some((line, Subsection::Params)) = label(source, description)
    {
        near_label(source, line, Subsection::Params, findings);
    } else if text.contains(['(', '|'])
        && let Some(line) = content::typed_line(source, description)
    {
        findings.push(
            Code::SubsectionNearMiss,
            line,
            || "this line looks like a param; write `### Params` above it",
        );
    }
}

/// Reports annotations that stand in the description of a tool: `Annotations: destructive`.
pub(crate) fn labelled_annotations(source: &str, description: Span, findings: &mut Findings) {
    if !text::has(&source[description.range()], b':') {
        return;
    }
    let found = content::plain_lines(source, description).find(|(_, text)| {
        let line = text.trim_start_matches(['*', '_', '-', '>', ' ']);
        line.split_once(':').is_some_and(|(label, items)| {
            let label = label.trim_end_matches(['*', '_', ' ']);
            ["annotations", "annotation", "hints", "hint"]
                .iter()
                .any(|known| label.eq_ignore_ascii_case(known))
                && items
                    .split(',')
                    .all(|item| content::is_annotation(item.trim_matches(['*', '_', '.', ' '])))
        })
    });
    if let Some((line, _)) = found {
        near_label(source, line, Subsection::Annotations, findings);
    }
}

fn near_label(source: &str, line: Span, meant: Subsection, findings: &mut Findings) {
    let meant = meant.heading();
    findings.push(Code::SubsectionNearMiss, line, || {
        let line = text::shorten(source[line.range()].trim());
        format!("`{line}` is not a heading; write `### {meant}`")
    });
}

/// The subsection that a line of text labels.
pub(crate) fn labelled(line: &str) -> Option<Subsection> {
    let line = line.trim();
    if line.is_empty() || line.len() > 2 * LONGEST_HEADING {
        return None;
    }
    let marked = line.trim_start_matches(['>', '-', '*', '+', '#', '_', '<', '|', ' ', '\t']);
    let is_heading = line.contains('#') && marked.len() < line.len();
    let is_bold = || ["**", "__", "<b>", "<strong>"].iter().any(|mark| line.contains(mark));
    let word = marked.trim_start_matches("b>").trim_start_matches("strong>");
    let end = word.find(['*', '_', ':', '<', '(', '#']).unwrap_or(word.len());
    let is_alone = word[end..].chars().all(|c| matches!(c, '*' | '_' | ':' | ' ' | '#'))
        || word[end..].starts_with("</");
    let is_label = is_heading || end < word.len() && is_bold() || is_alone && word[end..].starts_with(':');
    if !is_label {
        return None;
    }
    match subsection(&word[..end]) {
        Some((meant, Strong)) if meant.makes_tool() => Some(meant),
        _ => None,
    }
}

/// Reports the first CR within a line that structure follows: no such line is one of its own.
pub(crate) fn lone_cr(source: &Document, findings: &mut Findings) {
    let bytes = source.as_bytes();
    let mut is_text = false;
    let found = bytes.iter().enumerate().position(|(at, &byte)| match byte {
        b'\n' => {
            is_text = false;
            false
        }
        b'\r' => is_text && begins_structure(&source[at + 1..]),
        _ => {
            is_text = true;
            false
        }
    });
    if let Some(at) = found {
        findings.push(
            Code::DocumentLineEnds,
            Span::new(at, at + 1),
            || "a CR alone does not end a line, so the text after it is a part of the same line",
        );
    }
}

/// Returns whether a text begins like a heading, a list item, a fence, or a compact header.
fn begins_structure(text: &str) -> bool {
    let text = [(); 3].iter().fold(text, |text, ()| text.strip_prefix(' ').unwrap_or(text));
    ["#", "- ", "* ", "+ ", "```", "~~~", "| ", "tool:"].iter().any(|begin| text.starts_with(begin))
}

fn has_fence(marks: &[Mark]) -> bool {
    marks.iter().any(|mark| matches!(mark.kind, MarkKind::Fence { .. }))
}

/// Reports each fence among `marks` that holds a tool.
pub(crate) fn fenced_tools(source: &Document, marks: &[Mark], findings: &mut Findings) {
    for mark in marks {
        let MarkKind::Fence { info, body, .. } = mark.kind else { continue };
        let info = source[info.range()].trim();
        let is_text = ["", "md", "markdown", "text", "txt", "webagents", "webagents.md"]
            .iter()
            .any(|known| info.eq_ignore_ascii_case(known));
        if is_text && let Some(name) = tool_within(source, body) {
            let line = lines::line_at(source, mark.span.start, mark.span.end).span;
            findings.push(Code::ToolFenced, line, || {
                format!("this fence holds the tool `{}`, which is text there", text::shorten(name))
            });
        }
    }
}

/// The name of the first tool in the text of a fence.
fn tool_within(source: &str, body: Span) -> Option<&str> {
    let mut name = None;
    for line in lines::lines(source, body) {
        let text = &source[line.span.range()];
        if text.starts_with("tool:") && grammar::tool_header(text) == HeaderShape::Tool && text.contains('(')
        {
            return Some(grammar::tool_header_parts(text).0);
        }
        match grammar::atx_heading(text) {
            Some((2, heading)) => name = grammar::tool_heading(heading).map(|shape| shape.name),
            Some((3, heading)) => {
                let makes_tool = Subsection::of(heading).is_some_and(Subsection::makes_tool);
                if makes_tool && let Some(name) = name {
                    return Some(name);
                }
            }
            _ => {}
        }
    }
    None
}

/// Reports a document without tools in which some text was probably meant as one.
///
/// Nothing is reported if another finding explains it.
pub(crate) fn no_tools(source: &Document, start: usize, findings: &mut Findings) {
    let all = Span::new(start, source.len());
    if let Some((line, _)) = label(source, all) {
        let shown = text::shorten(source[line.range()].trim());
        findings.push(Code::ToolNearMiss, line, || {
            format!("`{shown}` looks like a part of a tool, but the document declares no tool")
        });
        return;
    }
    if let Some(line) = content::typed_line(source, all) {
        findings.push(
            Code::ToolNearMiss,
            line,
            || "this line looks like a param, but the document declares no tool",
        );
        return;
    }
    let text = text::trim_start(&source[start..]);
    let at = source.len() - text.len();
    let is_json = text.starts_with('{');
    let yaml =
        lines::lines(source, all).find(|line| matches!(source[line.span.range()].trim_end(), "tools:"));
    let place = if is_json {
        Some(lines::line_at(source, at, source.len()).span)
    } else {
        yaml.map(|line| line.span)
    };
    if let Some(place) = place {
        let format = if is_json { "JSON" } else { "YAML" };
        findings.push(Code::ToolNearMiss, place, || {
            format!("this looks like {format}; tools are declared in Markdown, as `## name` and `### Params`")
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_recognized() {
        for line in [
            "**Params**",
            "**Params:**",
            "**Params**:",
            "Params:",
            "> ### Params",
            "- **Parameters**:",
            "__Output__:",
            "    ### Params",
            "<b>Params</b>",
            "**Returns:** the id",
        ] {
            assert!(labelled(line).is_some(), "{line}");
        }
        for line in ["Params", "Returns: the id", "See **Output** above", "The params:", "", "**", "Results:"]
        {
            assert_eq!(labelled(line), None, "{line}");
        }
    }
}
