//! Common slips of authors: text that was probably meant as structure.
//!
//! The reader does not guess: a slip stays the text that the rules make of it. These functions only recognize
//! it, so that the reader reports it together with what to write. The reader calls them where a line or a
//! section did not fit the format, and not for a line that did; each looks at one line, or once at each line of
//! a text.

pub(crate) mod modifier;
pub(crate) mod output;
pub(crate) mod param;

use crate::diagnostic::Code;
use crate::findings::Findings;
use crate::grammar::{self, HeaderShape, ToolHeading};
use crate::lower::name_text;
use crate::scan::{self, Mark, MarkKind};
use crate::section::Subsection;
use crate::shared::Document;
use crate::span::Span;
use crate::text;

/// How likely a heading was meant as a subsection of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// A spelling or a synonym that means nothing else.
    Strong,
    /// A word that may also head prose.
    Weak,
}

use Likeness::{Strong, Weak};

/// Headings that are read as subsections in other formats, and the specification's own.
const WORDS: [(&str, Subsection, Likeness); 41] = [
    ("params", Subsection::Params, Strong),
    ("param", Subsection::Params, Strong),
    ("parameters", Subsection::Params, Strong),
    ("parameter", Subsection::Params, Strong),
    ("arguments", Subsection::Params, Strong),
    ("argument", Subsection::Params, Strong),
    ("args", Subsection::Params, Strong),
    ("input params", Subsection::Params, Strong),
    ("input parameters", Subsection::Params, Strong),
    ("input", Subsection::Params, Weak),
    ("inputs", Subsection::Params, Weak),
    ("options", Subsection::Params, Weak),
    ("properties", Subsection::Params, Weak),
    ("fields", Subsection::Params, Weak),
    ("output", Subsection::Output, Strong),
    ("outputs", Subsection::Output, Strong),
    ("output type", Subsection::Output, Strong),
    ("returns", Subsection::Output, Strong),
    ("return", Subsection::Output, Strong),
    ("return value", Subsection::Output, Strong),
    ("return values", Subsection::Output, Strong),
    ("return type", Subsection::Output, Strong),
    ("returned value", Subsection::Output, Strong),
    ("result", Subsection::Output, Weak),
    ("results", Subsection::Output, Weak),
    ("response", Subsection::Output, Weak),
    ("sample code", Subsection::SampleCode, Strong),
    ("sample", Subsection::SampleCode, Strong),
    ("samples", Subsection::SampleCode, Strong),
    ("code sample", Subsection::SampleCode, Strong),
    ("code samples", Subsection::SampleCode, Strong),
    ("example code", Subsection::SampleCode, Strong),
    ("sample usage", Subsection::SampleCode, Strong),
    ("example", Subsection::SampleCode, Weak),
    ("examples", Subsection::SampleCode, Weak),
    ("usage", Subsection::SampleCode, Weak),
    ("title", Subsection::Title, Strong),
    ("annotations", Subsection::Annotations, Strong),
    ("annotation", Subsection::Annotations, Strong),
    ("input schema", Subsection::InputSchema, Strong),
    ("output schema", Subsection::OutputSchema, Strong),
];

/// A longer heading is a sentence.
const LONGEST_HEADING: usize = 32;

/// The subsection that a heading was probably meant as: another spelling, a synonym, one or two wrong letters,
/// a colon at the end, emphasis, a number in front.
#[cold]
pub(crate) fn subsection(heading: &str) -> Option<(Subsection, Likeness)> {
    let plain = plain_words(heading)?;
    if let Some(&(_, subsection, likeness)) = WORDS.iter().find(|(word, ..)| *word == plain) {
        return Some((subsection, likeness));
    }
    let letters: Vec<char> = plain.chars().collect();
    let wrong = match letters.len() {
        0..=4 => return None,
        5..=7 => 1,
        _ => 2,
    };
    WORDS
        .iter()
        .filter(|(word, _, likeness)| *likeness == Strong && word.len() > 4)
        .find(|(word, ..)| distance(&letters, word) <= wrong)
        .map(|&(_, subsection, likeness)| (subsection, likeness))
}

/// The words of a heading in lower case, without emphasis, numbering, punctuation and what follows a colon, a
/// slash or a parenthesis. `None` for a sentence.
fn plain_words(heading: &str) -> Option<String> {
    let end = heading.find([':', '(', '/', '—', '–']).unwrap_or(heading.len());
    let heading = heading[..end].trim_matches(|c: char| !c.is_alphabetic());
    if heading.is_empty() || heading.len() > LONGEST_HEADING {
        return None;
    }
    let words = heading.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_'));
    Some(words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").to_lowercase())
}

/// Number of letters to insert, remove, replace or swap with a neighbour to turn one text into the other. Both
/// are shorter than [`LONGEST_HEADING`].
fn distance(letters: &[char], word: &str) -> usize {
    let word: Vec<char> = word.chars().collect();
    if letters.len().abs_diff(word.len()) > 2 {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=word.len()).collect();
    for (row, &letter) in letters.iter().enumerate() {
        let mut this = vec![row + 1];
        for (column, &other) in word.iter().enumerate() {
            let replaced = above[column] + usize::from(letter != other);
            let mut least = replaced.min(above[column + 1] + 1).min(this[column] + 1);
            if row > 0 && column > 0 && letter == word[column - 1] && letters[row - 1] == other {
                least = least.min(before[column - 1] + 1);
            }
            this.push(least);
        }
        before = std::mem::replace(&mut above, this);
    }
    above.last().copied().unwrap_or(usize::MAX)
}

/// Whether a heading is spelled like a name in a program: `searchBooks`, `cart.add`, `add_item`, `` `search` ``,
/// `search(query)`.
pub(crate) fn looks_like_code(heading: &ToolHeading<'_>) -> bool {
    let name = heading.name;
    let small = name.starts_with(|c: char| c.is_ascii_lowercase());
    let inner = |c: &[u8]| c[0] == b'.' && c[1].is_ascii_alphabetic() || c[0] == b'_';
    let camel = name.bytes().any(|byte| byte.is_ascii_uppercase()) || name.as_bytes().windows(2).any(inner);
    small && camel || heading.backticks || heading.signature && (small || !heading.spaced)
}

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

/// Reports a `##` section that holds no subsection of a tool and looks as if it were meant as a tool or as a part
/// of one.
#[cold]
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
    for (at, text, meant, likeness) in subheadings(source, marks) {
        if meant.makes_tool() && (likeness == Strong || shape.is_some()) {
            near_subsection(at, text, meant, findings);
            found = true;
        }
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
    }
}

/// Reports a subsection of level 3 in a place that belongs to no tool, and a heading of level 1 that looks like
/// a tool's.
#[cold]
pub(crate) fn level_1(source: &Document, heading: Option<Span>, marks: &[Mark], findings: &mut Findings) {
    let sub = marks.iter().find_map(|mark| match mark.kind {
        MarkKind::Heading { level: 3, text, .. } => {
            let (meant, likeness) = subsection(name_text(source, text))?;
            (meant.makes_tool() && likeness == Strong).then_some(text)
        }
        _ => None,
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

/// Reports a heading of level 3 within a tool that is no subsection of the format but looks like one, or like a
/// tool; `seen` says which subsections the tool has.
#[cold]
pub(crate) fn unknown_subsection(
    heading: &str,
    at: Span,
    seen: impl Fn(Subsection) -> bool,
    findings: &mut Findings,
) {
    match subsection(heading) {
        Some((meant, likeness)) => {
            if likeness == Strong || meant != Subsection::SampleCode && !seen(meant) {
                near_subsection(at, heading, meant, findings);
            }
        }
        None => {
            if grammar::tool_heading(heading).is_some_and(|shape| looks_like_code(&shape)) {
                let name = text::shorten(heading);
                findings.push(Code::ToolLevel, at, || {
                    format!("a heading of level 3 begins no tool; write `## {name}` if it is one")
                });
            }
        }
    }
}

/// Reports a heading of level 4 or deeper that names a subsection.
#[cold]
pub(crate) fn deep_heading(source: &Document, heading: Span, findings: &mut Findings) {
    let text = name_text(source, heading);
    if let Some((meant, Strong)) = subsection(text)
        && (meant.makes_tool() || Subsection::of(text).is_some())
    {
        let meant = meant.heading();
        findings.push(Code::SubsectionLevel, heading, || {
            format!(
                "`{}` is a heading of a deeper level, which is text; write `### {meant}`",
                text::shorten(text)
            )
        });
    }
}

fn near_subsection(at: Span, heading: &str, meant: Subsection, findings: &mut Findings) {
    let meant = meant.heading();
    findings.push(Code::SubsectionNearMiss, at, || {
        format!("`### {}` is not a subsection of the format; write `### {meant}`", text::shorten(heading))
    });
}

/// The headings of level 3 that look like subsections.
fn subheadings<'s>(
    source: &'s Document,
    marks: &[Mark],
) -> impl Iterator<Item = (Span, &'s str, Subsection, Likeness)> {
    marks.iter().filter_map(move |mark| match mark.kind {
        MarkKind::Heading { level: 3, text, .. } => {
            let heading = name_text(source, text);
            subsection(heading).map(|(meant, likeness)| (text, heading, meant, likeness))
        }
        _ => None,
    })
}

/// The first line of `region` outside fences and comments that labels what follows as the params, the output or the sample
/// of a tool: `**Params**`, `Params:`, `> ### Params`.
#[cold]
pub(crate) fn label(source: &str, region: Span) -> Option<(Span, Subsection)> {
    let mut fenced = false;
    let mut in_comment = false;
    scan::lines(source, region).find_map(|line| {
        let text = &source[line.span.range()];
        let bare = text.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fenced = !fenced;
        }
        let commented = in_comment || text.trim_start().starts_with("<!--");
        if !fenced && commented {
            in_comment = !text.contains("-->");
        }
        // A heading of a deep level has a finding of its own.
        if fenced || commented || text.trim_start().starts_with("####") {
            None
        } else {
            labelled(text).map(|meant| (line.span, meant))
        }
    })
}

/// Reports each line of `region`, text under a subsection, that labels another one.
#[cold]
pub(crate) fn labels(source: &str, region: Span, under: Subsection, findings: &mut Findings) {
    let mut at = region.start;
    while let Some((line, meant)) = label(source, Span::new(at, region.end)) {
        at = line.end;
        if meant != under {
            near_label(source, line, meant, findings);
        }
    }
}

/// Reports a label of params in the description of a tool that has none.
pub(crate) fn missing_params(source: &str, description: Span, findings: &mut Findings) {
    // Every label has one of these characters.
    if source[description.range()].contains([':', '*', '_', '#', '<'])
        && let Some((line, Subsection::Params)) = label(source, description)
    {
        near_label(source, line, Subsection::Params, findings);
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
    let is_bold =
        line.contains("**") || line.contains("__") || line.contains("<b>") || line.contains("<strong>");
    let word = marked.trim_start_matches("b>").trim_start_matches("strong>");
    let end = word.find(['*', '_', ':', '<', '(', '#']).unwrap_or(word.len());
    let is_alone = word[end..].chars().all(|c| matches!(c, '*' | '_' | ':' | ' ' | '#'))
        || word[end..].starts_with("</");
    let is_label = is_heading || is_bold && end < word.len() || is_alone && word[end..].starts_with(':');
    if !is_label {
        return None;
    }
    match subsection(&word[..end]) {
        Some((meant, Strong)) if meant.makes_tool() => Some(meant),
        _ => None,
    }
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
            let line = scan::line_at(source, mark.span.start, mark.span.end).span;
            findings.push(Code::ToolFenced, line, || {
                format!("this fence holds the tool `{}`, which is text there", text::shorten(name))
            });
        }
    }
}

/// The name of the first tool in the text of a fence.
#[cold]
fn tool_within(source: &str, body: Span) -> Option<&str> {
    let mut name = None;
    for line in scan::lines(source, body) {
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

/// Reports a document without tools in which something looks as if it were meant as one and no other finding
/// says so.
#[cold]
pub(crate) fn no_tools(source: &Document, start: usize, findings: &mut Findings) {
    let all = Span::new(start, source.len());
    if let Some((line, _)) = label(source, all) {
        let shown = text::shorten(source[line.range()].trim());
        findings.push(Code::ToolNearMiss, line, || {
            format!("`{shown}` looks like a part of a tool, but the document declares no tool")
        });
        return;
    }
    let text = text::trim_start(&source[start..]);
    let at = source.len() - text.len();
    let is_json = text.starts_with('{');
    let yaml = scan::lines(source, all).find(|line| matches!(source[line.span.range()].trim_end(), "tools:"));
    let place =
        if is_json { Some(scan::line_at(source, at, source.len()).span) } else { yaml.map(|line| line.span) };
    if let Some(place) = place {
        let format = if is_json { "JSON" } else { "YAML" };
        findings.push(Code::ToolNearMiss, place, || {
            format!("this looks like {format}; tools are declared in Markdown, as `## name` and `### Params`")
        });
    }
}

/// Whether a line is `<h1>`, `<h2>` or `<h3>`, or a deeper HTML heading that names a subsection.
pub(crate) fn is_html_heading(line: &str) -> bool {
    let [b'<', b'h' | b'H', level @ b'1'..=b'6', b'>' | b' ' | b'\t', ..] = line.as_bytes() else {
        return false;
    };
    *level <= b'3'
        || html_text(line)
            .is_some_and(|text| subsection(text).is_some_and(|(_, likeness)| likeness == Strong))
}

/// The text of an HTML heading of one line.
fn html_text(line: &str) -> Option<&str> {
    let text = line.split_once('>')?.1;
    Some(text.split('<').next().unwrap_or(text).trim())
}

/// What to write in place of an HTML heading.
pub(crate) fn markdown_heading(line: &str) -> String {
    let level = usize::from(line.as_bytes().get(2).map_or(1, |digit| digit.saturating_sub(b'0'))).clamp(1, 3);
    let text = text::shorten(html_text(line).unwrap_or_default());
    format!("{} {text}", &"###"[..level])
}

/// What to write in place of a line of hashes without a blank after them.
pub(crate) fn spaced_heading(line: &str) -> String {
    let line = line.trim();
    let text = line.trim_start_matches('#');
    format!("{} {}", &line[..line.len() - text.len()], text::shorten(text.trim()))
}

/// Whether a line of hashes without a blank after them was probably meant as a heading.
pub(crate) fn is_unspaced_heading(line: &str) -> bool {
    let text = line.trim_start_matches('#');
    let begins =
        text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | '_' | '$' | '*' | '\u{a0}'));
    match line.len() - text.len() {
        // `#word` is a tag more often than a heading.
        1 => {
            let shape = grammar::tool_heading(text.trim_end());
            subsection(text).is_some_and(|(_, likeness)| likeness == Strong)
                || shape.is_some_and(|shape| looks_like_code(&shape) && (shape.signature || shape.backticks))
        }
        2 | 3 => begins,
        _ => begins && subsection(text).is_some_and(|(_, likeness)| likeness == Strong),
    }
}

/// Whether a line was probably meant as the header of a compact tool although it is none: text after the
/// signature, a name of several words, an indent, another case.
pub(crate) fn is_near_header(line: &str) -> bool {
    let line = line.trim();
    let Some(rest) =
        line.get(..4).filter(|word| word.eq_ignore_ascii_case("tool")).and_then(|_| line.get(4..))
    else {
        return false;
    };
    let Some(rest) = rest.trim_start().strip_prefix(':') else { return false };
    let rest = rest.trim();
    let name =
        rest.bytes().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-')));
    match name {
        // A name alone is a header in small letters at the margin, and a sentence elsewhere.
        None => {
            !rest.is_empty()
                && rest.len() > 1
                && looks_like_code(&ToolHeading {
                    name: rest,
                    backticks: false,
                    signature: false,
                    spaced: false,
                })
        }
        Some(0) => rest.starts_with(['`', '*']),
        Some(end) => rest.as_bytes()[end] == b'(' || rest.contains('(') && rest.ends_with(')'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_headings_are_recognized() {
        for (heading, meant) in [
            ("Parms", Subsection::Params),
            ("Parameters", Subsection::Params),
            ("PARAMETERS:", Subsection::Params),
            ("**Params**", Subsection::Params),
            ("1. Params", Subsection::Params),
            ("Params (all)", Subsection::Params),
            ("Pаrams", Subsection::Params),
            ("Paramaters", Subsection::Params),
            ("Arguments", Subsection::Params),
            ("Returns:", Subsection::Output),
            ("Reutrns", Subsection::Output),
            ("Ouput", Subsection::Output),
            ("Return value", Subsection::Output),
            ("Sample-Code", Subsection::SampleCode),
            ("Anotations", Subsection::Annotations),
            ("Input_Schema", Subsection::InputSchema),
        ] {
            assert_eq!(subsection(heading), Some((meant, Strong)), "{heading}");
        }
    }

    #[test]
    fn other_headings_are_left_alone() {
        for heading in [
            "Errors",
            "Limits",
            "Notes",
            "Params notes",
            "Output notes",
            "Phone",
            "Parts",
            "Parks",
            "Refunds",
            "Outlet",
            "Patterns",
            "Plans",
            "Turns",
            "Ages",
            "",
            ":",
            "How the parameters of a search are chosen",
        ] {
            assert_eq!(subsection(heading), None, "{heading}");
        }
    }

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
