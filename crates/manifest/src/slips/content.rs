//! Parts of tools that are recognized by their contents, in whatever language their heading is.

use super::param;
use crate::caution;
use crate::grammar;
use crate::lines;
use crate::name::ToolName;
use crate::scan::{Mark, MarkKind};
use crate::span::Span;
use crate::subsection::Subsection;

/// A heading of level 3 in a section, and the text below it.
pub(super) struct ContentPart<'m> {
    pub(super) heading: Span,
    pub(super) body: Span,
    pub(super) marks: &'m [Mark],
}

/// The parts of a section whose headings are of level 3.
pub(super) fn parts(body: Span, marks: &[Mark]) -> impl Iterator<Item = ContentPart<'_>> {
    let mut left = marks;
    std::iter::from_fn(move || {
        let first = left.iter().position(is_heading)?;
        let (head, behind) = left[first..].split_first()?;
        let count = behind.iter().position(is_heading).unwrap_or(behind.len());
        let (marks, following) = behind.split_at(count);
        left = following;
        let MarkKind::Heading { text: heading, .. } = head.kind else { return None };
        let end = following.first().map_or(body.end, |mark| mark.span.start).max(head.next);
        Some(ContentPart { heading, body: Span::new(head.next, end), marks })
    })
}

fn is_heading(mark: &Mark) -> bool {
    matches!(mark.kind, MarkKind::Heading { level: 3, .. })
}

/// The lines of `region` outside fences and comments.
pub(crate) fn plain_lines(source: &str, region: Span) -> impl Iterator<Item = (Span, &str)> {
    let mut fence: Option<&str> = None;
    let mut in_comment = false;
    lines::lines(source, region).filter_map(move |line| {
        let text = &source[line.span.range()];
        let bare = text.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        let run = ["```", "~~~"].into_iter().find(|run| bare.starts_with(run));
        match (fence, run) {
            (Some(open), Some(run)) if open == run => fence = None,
            (None, Some(run)) => fence = Some(run),
            _ => {}
        }
        let commented = in_comment || text.trim_start().starts_with("<!--");
        if fence.is_none() && commented {
            in_comment = !text.contains("-->");
        }
        (fence.is_none() && run.is_none() && !commented).then_some((line.span, text))
    })
}

/// The first line of `region` that is a param line with a type, or a row of a table with one.
pub(super) fn typed_line(source: &str, region: Span) -> Option<Span> {
    plain_lines(source, region).find(|&(_, text)| is_typed(text)).map(|(line, _)| line)
}

fn is_typed(line: &str) -> bool {
    let line = line.trim();
    match grammar::bullet(line) {
        Some(item) => param::is_typed_item(item),
        None => line.starts_with('|') && param::is_typed_row(line),
    }
}

/// Returns the subsection whose content is in `region`.
///
/// The content is a list of params or annotations, a JSON Schema, or code that calls `tool`.
pub(super) fn meant(source: &str, region: Span, marks: &[Mark], tool: Option<&str>) -> Option<Subsection> {
    let of_line = |(_, text): (Span, &str)| {
        if is_typed(text) {
            return Some(Subsection::Params);
        }
        let item = grammar::bullet(text.trim())?;
        is_annotation(item).then_some(Subsection::Annotations)
    };
    plain_lines(source, region).find_map(of_line).or_else(|| {
        marks.iter().find_map(|mark| {
            let MarkKind::Fence { info, body, .. } = mark.kind else { return None };
            let (info, body) = (source[info.range()].trim(), &source[body.range()]);
            let is = |languages: &[&str]| languages.iter().any(|known| info.eq_ignore_ascii_case(known));
            if is(&["", "json", "jsonc", "json5"]) && is_schema(body) {
                return Some(Subsection::InputSchema);
            }
            let is_code = is(&["", "js", "javascript", "ts", "typescript", "jsx", "tsx", "mjs"]);
            let calls = |name: &str| {
                body.match_indices(name).any(|(at, _)| body[at + name.len()..].trim_start().starts_with('('))
            };
            (is_code && tool.is_some_and(calls)).then_some(Subsection::SampleCode)
        })
    })
}

/// Returns whether a fence among `marks` holds code, by its info string.
pub(super) fn has_code(source: &str, marks: &[Mark]) -> bool {
    marks.iter().any(|mark| {
        let MarkKind::Fence { info, .. } = mark.kind else { return false };
        let info = source[info.range()].split_whitespace().next().unwrap_or_default();
        let is_other = ["json", "text", "txt", "http", "html", "xml", "yaml", "csv"];
        !is_other.iter().any(|other| info.eq_ignore_ascii_case(other))
    })
}

/// Returns whether a text is a JSON Schema of an object.
fn is_schema(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{')
        && (text.contains("\"properties\"") || text.contains("\"$schema\""))
        && text.contains("\"type\"")
}

/// Returns whether a list item is an annotation, in any spelling.
///
/// Examples: `destructive`, `Read-only`, `readOnlyHint: true`.
pub(super) fn is_annotation(item: &str) -> bool {
    caution::effect(item).is_some_and(|(_, value)| {
        let value = value.trim().trim_matches(['`', '*', '.']);
        ["", "true", "false", "yes", "no"].iter().any(|known| value.eq_ignore_ascii_case(known))
    })
}

/// Returns the name of a tool that a list item or a table row declares by a signature.
///
/// Examples: `` - `search(query)`: Finds ``, `**search** (query): Finds`.
pub(crate) fn listed_tool(line: &str) -> Option<&str> {
    let line = line.trim();
    let item = grammar::bullet(line).or_else(|| line.strip_prefix('|')).or_else(|| {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        (digits.len() < line.len()).then(|| digits.strip_prefix(['.', ')']))?
    })?;
    let item = item.trim();
    let bare = item.trim_start_matches(['`', '*', '_']);
    let is_marked = bare.len() < item.len();
    let end =
        bare.bytes().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-')))?;
    let (name, rest) = bare.split_at(end);
    let behind = rest.trim_start_matches(['`', '*', '_']);
    let signature = behind.trim_start_matches(' ');
    let is_spaced = signature.len() < behind.len();
    let (args, after) = signature.strip_prefix('(')?.split_once(')')?;
    let args = args.trim().trim_matches('`');
    let is_args = args.is_empty()
        || args.split(',').all(|arg| {
            let arg = arg.trim().trim_matches(['`', '*']);
            grammar::signature_param(arg.trim_start_matches("...")).is_some() && !param::is_modifier_word(arg)
        });
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && ToolName::new(name).is_ok();
    let after = after.trim_start_matches(['`', '*', '_', ' ']);
    let ends = after.starts_with([':', '-', '–', '—', '|', '→', '='])
        || after.is_empty() && (is_marked || !is_spaced);
    (is_name && is_args && ends && (is_marked || !is_spaced)).then_some(name)
}

/// Returns whether a heading announces tools.
pub(crate) fn heads_tools(heading: &str) -> bool {
    const WORDS: [&str; 24] = [
        "tool",
        "function",
        "method",
        "action",
        "command",
        "api",
        "operation",
        "endpoint",
        "werkzeug",
        "funktion",
        "befehl",
        "outil",
        "fonction",
        "herramient",
        "funcion",
        "función",
        "ferrament",
        "função",
        "funç",
        "strument",
        "funzion",
        "инструмент",
        "функци",
        "工具",
    ];
    let heading = heading.to_lowercase();
    heading.len() < 100
        && (WORDS.iter().any(|word| heading.contains(word))
            || ["函数", "関数", "ツール", "機能", "도구"].iter().any(|word| heading.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_tools_are_recognized() {
        for line in [
            "- `search(q: string)`: Find things",
            "- **search** (q): Find things",
            "- **`search(q, limit = 10)`** — finds",
            "* search(q) - Find",
            "1. `search(q?: number)`: Finds",
            "| `search(q)` | Finds |",
            "- `search()`",
            "- **search()**: Finds",
        ] {
            assert_eq!(listed_tool(line), Some("search"), "{line}");
        }
        for line in [
            "- **delivery** (optional): when",
            "- **Delivery** (3 days): when",
            "- search (q) all",
            "- `q` (string): Words",
            "search(q): Finds",
            "- call `search(q)` first",
            "- `search(q)` finds",
            "",
        ] {
            assert_eq!(listed_tool(line), None, "{line}");
        }
    }

    #[test]
    fn annotations_are_recognized() {
        for item in [
            "destructive",
            "Destructive",
            "read-only",
            "readOnlyHint: true",
            "**idempotent**",
            "open world: no",
        ] {
            assert!(is_annotation(item), "{item}");
        }
        for item in ["destructive to the cart", "safe", "", "`destructive` (string): W"] {
            assert!(!is_annotation(item), "{item}");
        }
    }
}
