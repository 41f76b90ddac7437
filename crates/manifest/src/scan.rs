//! Line scanner: finds where blocks begin and end.
//!
//! It handles everything that spans lines (fences, comments, headings, compact blocks, CRLF, front matter) and
//! returns [`Mark`]s; the grammar then reads one line at a time. It looks at each line once, and does not interpret tools
//! and parameters: `lower` does.

use crate::lines::{LineSpan, indent_of, line_at, lines};
use crate::span::Span;
use crate::text::is_blank;
use crate::{grammar, likeness};

/// Place where structure begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) kind: MarkKind,
    /// The line, or all lines of a fence, comment or compact block, without the last line's end.
    pub(crate) span: Span,
    /// Offset after the last line's end.
    pub(crate) next: usize,
}

impl Mark {
    /// Returns whether a section begins or ends here.
    pub(crate) fn begins_section(&self) -> bool {
        matches!(self.kind, MarkKind::Heading { level: 1 | 2, .. } | MarkKind::Compact { .. })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// `#`, `##` or `###` and its text.
    Heading { level: u8, text: Span },
    /// Fenced block.
    Fence { info: Span, body: Span, indent: usize, closed: bool },
    /// HTML comment that begins a line.
    Comment { closed: bool },
    /// `tool: name(…)` at column 0 and the indented lines under it; `span` is the header alone.
    Compact { header_end: usize },
    /// `tool: name(` whose parenthesis does not close.
    BrokenCompact,
    /// Underline of a setext heading.
    Setext,
    /// Heading of level 4 or deeper, and its text.
    Deep { text: Span },
    /// Line that was probably meant as a heading or as the header of a compact tool.
    Slip(Slip),
}

/// Reason why a line that was probably meant as structure is text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slip {
    /// No blank follows the hashes.
    Unspaced,
    /// The line is a heading in HTML.
    Html,
    /// The line begins with `tool:` and is not a header.
    Header,
}

/// Returns the front matter at the start of `source`, with its two `---` lines.
pub(crate) fn front_matter(source: &str, start: usize) -> Option<Span> {
    let first = line_at(source, start, source.len());
    if source[first.span.range()].trim_end() != "---" || first.next == source.len() {
        return None;
    }
    lines(source, Span::new(first.next, source.len()))
        .find(|line| matches!(source[line.span.range()].trim_end(), "---" | "..."))
        .map(|line| Span::new(start, line.next))
}

/// Kind of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    /// Document: the lines under a compact header belong to its tool.
    Document,
    /// Text for the writer: a compact header is a line that must be escaped.
    Text,
}

/// Result of a scan.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Places where structure begins, in order.
    pub(crate) marks: Vec<Mark>,
    /// Offset of the first byte that was not scanned.
    pub(crate) end: usize,
}

/// Returns the pieces of `source[region]`: its lines, but each fence and each comment is one piece.
///
/// `marks` has the marks of the region. Blank lines are left out.
pub(crate) fn pieces(source: &str, region: Span, marks: &[Mark]) -> impl Iterator<Item = Span> {
    let mut at = region.start;
    let mut marks = marks.iter().peekable();
    let every = std::iter::from_fn(move || {
        if at >= region.end {
            return None;
        }
        let line = line_at(source, at, region.end);
        let (piece, next) = match marks.next_if(|mark| mark.span.start == line.span.start) {
            Some(mark) => (mark.span, mark.next),
            None => (line.span, line.next),
        };
        at = next;
        Some(piece)
    });
    every.filter(|piece| !is_blank(&source[piece.range()]))
}

/// Scans the text `source[region]`.
pub(crate) fn scan(source: &str, region: Span) -> Scan {
    scan_region(source, region, Region::Text, usize::MAX)
}

/// Scans the document `source[region]` up to `most` marks and one more.
pub(crate) fn scan_document(source: &str, region: Span, most: usize) -> Scan {
    scan_region(source, region, Region::Document, most)
}

fn scan_region(source: &str, region: Span, of: Region, most: usize) -> Scan {
    let end = region.end;
    let mut marks: Vec<Mark> = Vec::new();
    let mut at = region.start;
    // `true` if the previous line is the text of a paragraph, which a line of `=` or `-` would underline.
    let mut after_text = false;
    while at < end && marks.len() <= most {
        let line = line_at(source, at, end);
        let text = &source[line.span.range()];
        let (indent, skipped) = indent_of(text);
        let first = text.as_bytes().get(skipped).copied().unwrap_or(b'\n');
        let before = marks.len();
        let mark = match first {
            // Four columns make an indented code block or a continuation line: text.
            _ if indent > 3 => None,
            b'#' => heading(source, line),
            b'`' | b'~' => fence(source, line, end),
            b'<' => comment(source, line, skipped, end).or_else(|| {
                likeness::line::is_html_heading(&text[skipped..]).then(|| slip(Slip::Html, line))
            }),
            b't' if indent == 0 && text.starts_with("tool:") => {
                // In a text, no block belongs to a header.
                let end = if of == Region::Document { end } else { line.next };
                let found = compact(source, line, end, &mut marks);
                found.or_else(|| near_header(source, line, text).then(|| slip(Slip::Header, line)))
            }
            b't' | b'T' if likeness::line::is_near_header(text) => Some(slip(Slip::Header, line)),
            b'=' | b'-' if after_text && is_underline(text) => {
                Some(Mark { kind: MarkKind::Setext, span: line.span, next: line.next })
            }
            _ => None,
        };
        after_text = match mark {
            Some(mark) => matches!((first, mark.kind), (b'#', MarkKind::Deep { .. } | MarkKind::Slip(_))),
            None => {
                first != b'\n' && indent < 4 && !matches!(first, b'\r' | b'-' | b'*' | b'+' | b'>' | b'|')
            }
        };
        at = mark.map_or(line.next, |mark| mark.next);
        if let Some(mark) = mark {
            // A compact block's inner fences are found before the block itself is known to end.
            marks.insert(before, mark);
        }
    }
    Scan { marks, end: at }
}

fn slip(slip: Slip, line: LineSpan) -> Mark {
    Mark { kind: MarkKind::Slip(slip), span: line.span, next: line.next }
}

/// Returns whether a line that begins with `tool:` was probably meant as a header.
///
/// Its words show it, or the key on the next line.
fn near_header(source: &str, line: LineSpan, text: &str) -> bool {
    let next = line_at(source, line.next, source.len()).span;
    likeness::line::is_near_header(text) || grammar::compact_key(&source[next.range()]).is_some()
}

fn heading(source: &str, line: LineSpan) -> Option<Mark> {
    let text = &source[line.span.range()];
    let Some((level, content)) = grammar::atx_heading(text) else {
        return likeness::line::is_unspaced_heading(text.trim_start()).then(|| slip(Slip::Unspaced, line));
    };
    let start = line.span.start + (content.as_ptr() as usize - text.as_ptr() as usize);
    let text = Span::new(start, start + content.len());
    if level > 3 {
        return Some(Mark { kind: MarkKind::Deep { text }, span: line.span, next: line.next });
    }
    Some(Mark { kind: MarkKind::Heading { level, text }, span: line.span, next: line.next })
}

fn fence(source: &str, open: LineSpan, end: usize) -> Option<Mark> {
    let text = &source[open.span.range()];
    let (run, info) = grammar::fence_open(text)?;
    let indent = indent_of(text).0;
    let info_start = open.span.end - info.len();
    let info = Span::new(info_start, info_start + info.trim_end().len());
    let mut last = open;
    while last.next < end {
        let body = Span::new(open.next, last.next);
        last = line_at(source, last.next, end);
        if grammar::fence_close(&source[last.span.range()], run) {
            let kind = MarkKind::Fence { info, body, indent, closed: true };
            return Some(Mark { kind, span: Span::new(open.span.start, last.span.end), next: last.next });
        }
    }
    let kind = MarkKind::Fence { info, body: Span::new(open.next.min(end), end), indent, closed: false };
    Some(Mark { kind, span: Span::new(open.span.start, end), next: end })
}

fn comment(source: &str, line: LineSpan, skipped: usize, end: usize) -> Option<Mark> {
    let start = line.span.start + skipped;
    let inside = source[start..end].strip_prefix("<!--")?;
    let body = end - inside.len();
    // `<!-->` and `<!--->` are comments too (CommonMark 0.31, HTML blocks, start condition 2).
    let close = source[start + 2..end].find("-->").map(|at| start + 2 + at + 3).filter(|_| body <= end);
    Some(match close {
        Some(close) => {
            let last = line_at(source, close, end);
            let kind = MarkKind::Comment { closed: true };
            Mark { kind, span: Span::new(line.span.start, last.span.end), next: last.next }
        }
        None => Mark {
            kind: MarkKind::Comment { closed: false },
            span: Span::new(line.span.start, end),
            next: end,
        },
    })
}

/// Returns the compact block whose header is `header`; fences inside it go to `marks`.
fn compact(source: &str, header: LineSpan, end: usize, marks: &mut Vec<Mark>) -> Option<Mark> {
    match grammar::tool_header(&source[header.span.range()]) {
        grammar::HeaderShape::Prose => return None,
        grammar::HeaderShape::Broken => {
            return Some(Mark { kind: MarkKind::BrokenCompact, span: header.span, next: header.next });
        }
        grammar::HeaderShape::Tool => {}
    }
    let mut next = header.next;
    while next < end {
        let line = line_at(source, next, end);
        let text = &source[line.span.range()];
        if is_blank(text) {
            next = line.next;
            continue;
        }
        if !text.starts_with([' ', '\t']) {
            break;
        }
        // Any indent is accepted: inside a block it belongs to the key, not to the comment.
        let skipped = indent_of(text).1;
        if let Some(mark) = fence(source, line, end).or_else(|| comment(source, line, skipped, end)) {
            marks.push(mark);
            next = mark.next;
        } else {
            next = line.next;
        }
    }
    let kind = MarkKind::Compact { header_end: header.next };
    Some(Mark { kind, span: header.span, next })
}

fn is_underline(text: &str) -> bool {
    let text = text.trim_ascii();
    text.len() > 1 && (text.bytes().all(|b| b == b'=') || text.bytes().all(|b| b == b'-'))
}
