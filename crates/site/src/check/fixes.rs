//! Fixes of the parser's diagnostics.
//!
//! A fix writes the intended form that its diagnostic names, and touches nothing else. If two meanings are
//! likely there is no fix: a second `### Params`, a tool inside a closed fence (which may be an example), a
//! comment that swallows tools (which may be switched off).

use webagents_manifest::{Annotations, Code, Diagnostic, Span};

use super::finding::{Edit, Fix};

/// The fix of a diagnostic, if one is certain.
pub(super) fn fix_of(content: &str, diagnostic: &Diagnostic) -> Option<Fix> {
    let at = diagnostic.span;
    if let Some(line) = diagnostic.suggested_line() {
        let line = Edit { span: line_at(content, at.start), text: line.to_owned() };
        let mut edits = vec![line];
        edits.extend(table_head(content, at));
        return Some(Fix { title: "write the line as the format has it", edits });
    }
    let message = diagnostic.message.as_ref();
    let (title, edit) = match diagnostic.code {
        Code::ToolBackticks => ("write the name without backticks", without_backticks(content, at)),
        Code::ToolSignature => ("leave the signature out", without_signature(content, at)?),
        Code::ToolGlobal => ("write the name without `global.`", without_global(content, at)?),
        Code::ToolLevel => ("write the heading of a tool", tool_heading(content, at, message)?),
        Code::HeadingSetext => ("write the heading with hashes", fix_setext(content, at)?),
        Code::DocumentNoName => ("write the heading with a blank", fix_name(content)?),
        Code::DocumentLineEnds => ("end lines with LF", line_ends(content)?),
        Code::FenceUnclosed => ("close the fence", closed_fence(content, at)?),
        Code::CommentUnclosed => ("close the comment", closed_comment(content, at)?),
        Code::AnnotationUnknown => ("write the annotation's name", fix_annotation(content, at)?),
        Code::OutputForm if message.contains("in backticks") => {
            ("write the type without backticks", without_backticks(content, at))
        }
        Code::SampleNoFence => ("put the sample into a fence", fix_fenced(content, at, "js")?),
        Code::SchemaNoFence => ("put the schema into a `json` fence", fix_fenced(content, at, "json")?),
        Code::ParamEmptyModifier => ("remove the comma", empty_modifier(content, at)?),
        Code::ParamModifierForm => {
            let meant = message.rsplit_once("; write ").map(|(_, meant)| meant)?;
            ("write the modifier as the format has it", replace_span(content, at, meant)?)
        }
        Code::ParamRequiredDefault => ("remove `required`", without_required(content, at)?),
        Code::ParamText => ("put a colon before the description", fix_colon(content, at)?),
        Code::TypeUnknownName => ("write the type's name", type_name(content, at, message)?),
        Code::CompactKey => {
            let meant = message.rsplit_once("write `").and_then(|(_, meant)| meant.strip_suffix(":`"))?;
            ("write the key's name", replace_span(content, at, meant)?)
        }
        Code::CompactKeyIndent => ("indent the key by two spaces", fix_indented(content, at)),
        Code::CompactNearMiss if message.contains("indent the keys") => {
            ("indent the keys by two spaces", indented_keys(content, at))
        }
        Code::CompactNearMiss => ("write the tool's header", compact_header(content, at)?),
        _ => return None,
    };
    Some(Fix { title, edits: vec![edit] })
}

/// The line at a place, without its end and without the white space before it.
pub(super) fn line_at(content: &str, at: usize) -> Span {
    let whole = whole_line(content, at);
    let line = &content[whole.range()];
    let indent = line.len() - line.trim_start_matches([' ', '\t', '\u{feff}']).len();
    Span::new(whole.start + indent, whole.start + line.trim_end_matches([' ', '\t']).len().max(indent))
}

/// The line at a place without its end.
fn whole_line(content: &str, at: usize) -> Span {
    let at = content.floor_char_boundary(at.min(content.len()));
    let start = content[..at].rfind('\n').map_or(0, |found| found + 1);
    let end = content[at..].find('\n').map_or(content.len(), |found| at + found);
    Span::new(start, start + content[start..end].trim_end_matches('\r').len())
}

/// The line before another.
fn line_before(content: &str, line: Span) -> Option<Span> {
    line.start.checked_sub(1).map(|at| whole_line(content, at))
}

/// The line after another.
fn line_after(content: &str, line: Span) -> Option<Span> {
    let end = line.end + content[line.end..].find('\n')?;
    (end + 1 < content.len()).then(|| whole_line(content, end + 1))
}

/// The line end that the document has at a line.
fn line_ending(content: &str, line: Span) -> &'static str {
    if content[line.end..].starts_with("\r\n") { "\r\n" } else { "\n" }
}

/// Returns the level and the text of an ATX heading.
fn parse_heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches(' ');
    if line.len() - text.len() > 3 {
        return None;
    }
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with([' ', '\t']))
        .then(|| (level, rest.trim().trim_end_matches('#').trim()))
}

/// The headings below a line, each with its level and text.
fn headings_after(content: &str, line: Span) -> impl Iterator<Item = (usize, &str)> {
    let lines = std::iter::successors(line_after(content, line), |line| line_after(content, *line));
    lines.filter_map(|line| parse_heading(&content[line.range()]))
}

/// Replaces the text at a span, which is within one line.
fn replace_span(content: &str, span: Span, text: &str) -> Option<Edit> {
    let old = content.get(span.range())?;
    let is_whole = !text.is_empty() && !text.contains(['\u{2026}', '\n']);
    (is_whole && !old.is_empty() && !old.contains('\n')).then(|| Edit { span, text: text.to_owned() })
}

fn insert_at(at: usize, text: impl Into<String>) -> Edit {
    Edit { span: Span::new(at, at), text: text.into() }
}

fn without_backticks(content: &str, at: Span) -> Edit {
    let span = line_at(content, at.start);
    Edit { span, text: content[span.range()].replace('`', "") }
}

fn without_global(content: &str, at: Span) -> Option<Edit> {
    const PREFIX: &str = "global.";
    let start = at.start + content.get(at.range())?.find(PREFIX)?;
    Some(Edit { span: Span::new(start, start + PREFIX.len()), text: String::new() })
}

/// The heading without its signature, if its parameters are declared below or it has none.
fn without_signature(content: &str, at: Span) -> Option<Edit> {
    let span = line_at(content, at.start);
    let (name, params) = content[span.range()].split_once('(')?;
    if !params.trim_start().starts_with(')') && !has_params(content, span) {
        return None;
    }
    let text = name.replace('`', "").trim_end().to_owned();
    (!text.trim_start_matches('#').trim().is_empty()).then_some(Edit { span, text })
}

/// Returns whether a heading `### Params` belongs to the tool with this heading.
fn has_params(content: &str, tool: Span) -> bool {
    headings_after(content, tool)
        .take_while(|(level, _)| *level > 2)
        .any(|(level, text)| level == 3 && text.eq_ignore_ascii_case("params"))
}

/// The removal of a table's head, of which the line at a place is the first row.
fn table_head(content: &str, at: Span) -> Option<Edit> {
    let row = whole_line(content, at.start);
    let (rule, head) = (line_before(content, row)?, line_before(content, line_before(content, row)?)?);
    let text = |line: Span| content[line.range()].trim();
    let is_rule = text(rule).contains("---") && text(rule).bytes().all(|byte| b"|:- \t".contains(&byte));
    let is_table = is_rule && text(row).contains('|') && text(head).contains('|');
    is_table.then(|| Edit { span: Span::new(head.start, row.start), text: String::new() })
}

/// `## name` for a heading of another level that has the subsections of a tool.
fn tool_heading(content: &str, at: Span, message: &str) -> Option<Edit> {
    let meant = message.rsplit_once("write `")?.1.strip_suffix("` if it is one")?;
    let (level, text) = headings_after(content, whole_line(content, at.start)).next()?;
    let is_part = ["params", "parameters", "output", "returns", "sample code"]
        .contains(&text.to_ascii_lowercase().as_str());
    if is_part && level == 3 { replace_span(content, line_at(content, at.start), meant) } else { None }
}

/// A heading of one line with its underline.
fn fix_setext(content: &str, at: Span) -> Option<Edit> {
    let underline = line_at(content, at.start);
    let hashes = if content[underline.range()].starts_with('=') { "#" } else { "##" };
    let before = line_before(content, whole_line(content, at.start))?;
    let text = line_at(content, before.start);
    let is_alone = line_before(content, before).is_none_or(|line| content[line.range()].trim().is_empty());
    let words = &content[text.range()];
    (is_alone && !words.is_empty() && !words.starts_with('#'))
        .then(|| Edit { span: Span::new(text.start, underline.end), text: format!("{hashes} {words}") })
}

/// `# Name` for `#Name` at the beginning of a document.
fn fix_name(content: &str) -> Option<Edit> {
    let start = content.len() - content.trim_start().len();
    let line = line_at(content, start);
    let text = content[line.range()].strip_prefix('#')?;
    text.starts_with(char::is_alphabetic).then(|| insert_at(line.start + 1, " "))
}

/// All lines that end with a lone CR.
fn line_ends(content: &str) -> Option<Edit> {
    let first = content.find('\r')?;
    let last = content.rfind('\r')? + 1;
    let mut text = String::with_capacity(last - first);
    for (at, c) in content[first..last].char_indices() {
        let ends = c == '\r' && !content[first + at + 1..].starts_with('\n');
        text.push(if ends { '\n' } else { c });
    }
    (text != content[first..last]).then(|| Edit { span: Span::new(first, last), text })
}

/// A fence that ends before the next section, or with the document.
fn closed_fence(content: &str, at: Span) -> Option<Edit> {
    /// Languages whose comments look like headings.
    const COMMENTS: [&str; 12] =
        ["py", "python", "sh", "bash", "shell", "yaml", "yml", "toml", "ruby", "r", "perl", "dockerfile"];
    let opener = whole_line(content, at.start);
    let line = &content[opener.range()];
    let text = line.trim_start();
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let fence = &text[..text.len() - text.trim_start_matches(mark).len()];
    let info = text[fence.len()..].split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let close = format!("{}{}{fence}", line_ending(content, opener), &line[..line.len() - text.len()]);
    let mut last = opener;
    let mut next = line_after(content, opener);
    while let Some(line) = next {
        let text = &content[line.range()];
        if parse_heading(text).is_some_and(|(level, _)| matches!(level, 2 | 3)) {
            let is_content = matches!(info.as_str(), "md" | "markdown") || COMMENTS.contains(&info.as_str());
            return (!is_content).then(|| insert_at(last.end, close));
        }
        if !text.trim().is_empty() {
            last = line;
        }
        next = line_after(content, line);
    }
    Some(insert_at(last.end, close))
}

/// A comment of one line that an empty line follows.
fn closed_comment(content: &str, at: Span) -> Option<Edit> {
    let line = line_at(content, at.start);
    let text = content[line.range()].rsplit_once("<!--")?.1;
    let next = line_after(content, whole_line(content, at.start))?;
    let is_line = !text.trim().is_empty() && content[next.range()].trim().is_empty();
    is_line.then(|| insert_at(line.end, " -->"))
}

/// An annotation in another spelling, or without its bullet.
fn fix_annotation(content: &str, at: Span) -> Option<Edit> {
    let span = line_at(content, at.start);
    let line = &content[span.range()];
    let item = line.trim_start_matches(['-', '*', '+', ' ', '\t']);
    let (word, value) = item.split_once([':', '=']).unwrap_or((item, "true"));
    let folded = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let word = folded(word);
    let word = word.strip_suffix("hint").unwrap_or(&word);
    let name = Annotations::NAMES.iter().find(|name| folded(name) == word)?;
    let text = match folded(value).as_str() {
        "true" | "yes" => format!("- {name}"),
        "false" | "no" => format!("- {name}: false"),
        _ => return None,
    };
    (text != line).then_some(Edit { span, text })
}

/// The text of a subsection in a fence.
fn fix_fenced(content: &str, at: Span, info: &str) -> Option<Edit> {
    let title = whole_line(content, at.start);
    parse_heading(&content[title.range()])?;
    let (mut first, mut last): (Option<Span>, Option<Span>) = (None, None);
    let mut next = line_after(content, title);
    while let Some(line) = next {
        let text = &content[line.range()];
        if parse_heading(text).is_some_and(|(level, _)| level <= 3) {
            break;
        }
        if !text.trim().is_empty() {
            first = first.or(Some(line));
            last = Some(line);
        }
        next = line_after(content, line);
    }
    let (first, last) = (first?, last?);
    let span = Span::new(first.start, last.end);
    let text = &content[span.range()];
    let is_json = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
    if info == "json"
        && let Some(body) = text.strip_prefix("```").and_then(|body| body.strip_suffix("```"))
    {
        // A fence without `json`.
        let (word, body) = body.split_once('\n')?;
        let known = matches!(word.trim(), "" | "jsonc" | "json5" | "js" | "javascript" | "schema");
        return (known && is_json(body)).then(|| Edit {
            span: Span::new(first.start + 3, first.start + 3 + word.trim_end_matches('\r').len()),
            text: "json".to_owned(),
        });
    }
    let fits = !text.contains("```") && !text.contains("~~~") && !text.contains("<!--");
    let fits = fits && (info != "json" || is_json(text));
    let eol = line_ending(content, title);
    fits.then(|| Edit { span, text: format!("```{info}{eol}{text}{eol}```") })
}

/// The comma of a modifier that is empty.
fn empty_modifier(content: &str, at: Span) -> Option<Edit> {
    content.get(at.range()).filter(|text| text.trim().is_empty())?;
    let before = content[..at.start].trim_end_matches([' ', '\t']);
    if before.ends_with(',') {
        return Some(Edit { span: Span::new(before.len() - 1, at.end), text: String::new() });
    }
    let after = content[at.end..].trim_start_matches([' ', '\t']).strip_prefix(',')?;
    let end = content.len() - after.trim_start_matches([' ', '\t']).len();
    Some(Edit { span: Span::new(at.start, end), text: String::new() })
}

/// A parameter without `required`.
fn without_required(content: &str, at: Span) -> Option<Edit> {
    const WORD: &str = "required";
    let span = line_at(content, at.start);
    let line = &content[span.range()];
    let mut places = line.match_indices(WORD).filter_map(|(at, _)| {
        let (before, after) = (line[..at].trim_end(), line[at + WORD.len()..].trim_start());
        let start = before.len();
        match (before.chars().next_back(), after.chars().next()) {
            (Some(','), Some(',' | ')')) => Some((start - 1, line.len() - after.len())),
            (Some('('), Some(',')) => Some((start, line.len() - after[1..].trim_start().len())),
            _ => None,
        }
    });
    let (start, end) = places.next()?;
    let span = Span::new(span.start + start, span.start + end);
    places.next().is_none().then_some(Edit { span, text: String::new() })
}

/// A colon in place of nothing, or of a dash.
fn fix_colon(content: &str, at: Span) -> Option<Edit> {
    let line = whole_line(content, at.start);
    let start = content[line.start..at.start].trim_end().len() + line.start;
    let text = &content[at.start.min(line.end)..line.end];
    let words = text.trim_start_matches(['-', '\u{2013}', '\u{2014}', '=', ' ']);
    let is_text = !words.is_empty() && start > line.start;
    is_text.then(|| Edit { span: Span::new(start, line.end - words.len()), text: ": ".to_owned() })
}

/// The name of a type of JSON Schema or of TypeScript for one of another language.
fn type_name(content: &str, at: Span, message: &str) -> Option<Edit> {
    let meant = message.rsplit_once("did you mean `")?.1.split_once('`')?.0;
    let old = content.get(at.range())?;
    let is_basic =
        matches!(meant, "string" | "number" | "integer" | "boolean" | "object" | "unknown" | "any");
    let is_name = old.chars().all(char::is_alphanumeric);
    (is_basic && is_name).then(|| replace_span(content, at, meant))?
}

fn fix_indented(content: &str, at: Span) -> Edit {
    let line = whole_line(content, at.start);
    Edit { span: Span::new(line.start, line_at(content, at.start).start), text: "  ".to_owned() }
}

/// The lines from a key at the margin to the end of the tool, two spaces further in.
///
/// The tool ends at a heading, at the header of another tool, and at text after a blank line.
fn indented_keys(content: &str, at: Span) -> Edit {
    let first = whole_line(content, at.start);
    let mut last = first;
    let mut blank = false;
    for line in std::iter::successors(line_after(content, first), |line| line_after(content, *line)) {
        let text = &content[line.range()];
        let is_inside =
            text.starts_with([' ', '\t']) || text.split_once(':').is_some_and(|(key, _)| is_key(key));
        if text.trim().is_empty() {
            blank = true;
            continue;
        }
        if text.starts_with('#') || text.starts_with("tool:") || (blank && !is_inside) {
            break;
        }
        blank = false;
        last = line;
    }
    let span = Span::new(first.start, last.end);
    let lines = content[span.range()].split('\n');
    let indented =
        lines.map(|line| if line.trim().is_empty() { line.to_owned() } else { format!("  {line}") });
    Edit { span, text: indented.collect::<Vec<_>>().join("\n") }
}

/// Returns whether a text is a word as keys are.
fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `tool: fix_name(…)` for a line that nearly is one.
fn compact_header(content: &str, at: Span) -> Option<Edit> {
    let span = Span::new(whole_line(content, at.start).start, line_at(content, at.start).end);
    let line = content[span.range()].trim_start_matches(['-', '*', '+', ' ', '\t']);
    let word = line.get(..4).filter(|word| word.eq_ignore_ascii_case("tool"))?;
    let rest = line[word.len()..].trim_start().trim_start_matches(':').trim();
    let name = rest.split('(').next().unwrap_or_default().trim_end();
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    let is_closed = rest.len() == name.len() || rest.ends_with(')');
    (is_name && is_closed)
        .then(|| Edit { span, text: format!("tool: {name}{}", rest[name.len()..].trim_start()) })
}
