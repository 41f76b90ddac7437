//! Line scanner: finds where blocks begin and end.
//!
//! It handles everything that spans lines (fences, comments, headings, compact blocks, CRLF, front matter) and
//! returns [`Mark`]s; the grammar then reads one line at a time. It looks at each line once and at the first few
//! bytes of most lines only, so its cost is that of finding the line ends. It does not interpret tools and
//! parameters: `lower` does.
//!
//! Two functions decide early what the code after them would decide as well: without `is_plain` a parse of the 1,000
//! documents of `tests/bench` takes 3 % longer, without `plain_heading` 2 % (2026-11-23, medians of 101 rounds). They are
//! kept because the parser is to be 1.5 times as fast as pulldown-cmark on them.

use crate::lines::{LineSpan, indent_of, line_at, line_end, lines, without_cr};
use crate::span::Span;
use crate::text::is_blank;
use crate::{grammar, slips};

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
    fn begins_section(&self) -> bool {
        matches!(self.kind, MarkKind::Heading { level: 1 | 2, .. } | MarkKind::Compact { .. })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// `#`, `##` or `###` and its text, and the index of the next piece.
    Heading { level: u8, text: Span, piece: usize },
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
    /// Indices of the marks that begin a section.
    pub(crate) sections: Vec<usize>,
    /// Starts of the pieces, in order.
    ///
    /// A piece is a line that is not empty, or a whole fence, comment or compact block. Finding line ends is a tenth
    /// of a parse, so it is done once.
    pub(crate) pieces: Vec<u32>,
    /// Offset of the first byte that was not scanned.
    pub(crate) end: usize,
}

impl Scan {
    /// Creates a scan with capacity for a text of `size` bytes.
    fn with_capacity_for(size: usize) -> Self {
        // A tool takes some 300 bytes, six marks and ten lines.
        Self {
            marks: Vec::with_capacity(size / 64),
            sections: Vec::with_capacity(size / 512),
            pieces: Vec::with_capacity(size / 32),
            end: 0,
        }
    }
}

/// Converts an offset to a piece's start.
///
/// Documents are far shorter than the maximum; the pieces of a longer text are never used.
fn piece_start(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Returns the piece of `source` from `start` to the next one at `next`, without its line end.
pub(crate) fn piece(source: &str, start: usize, next: usize) -> Span {
    let bytes = &source.as_bytes()[start..next];
    let len = bytes.iter().rposition(|&byte| byte != b'\n').map_or(0, |last| last + 1);
    without_cr(bytes, start, start + len)
}

/// Scans the text `source[region]`.
pub(crate) fn scan(source: &str, region: Span) -> Scan {
    scan_region(source, region, Region::Text, usize::MAX)
}

/// Scans the document `source[region]` up to `most` marks and one more.
pub(crate) fn scan_document(source: &str, region: Span, most: usize) -> Scan {
    scan_region(source, region, Region::Document, most)
}

// Inlined into both callers, it made a parse of the 1,000 documents 2 % longer.
#[inline(never)]
fn scan_region(source: &str, region: Span, of: Region, most: usize) -> Scan {
    let end = region.end;
    let mut scan = Scan::with_capacity_for(end - region.start);
    let Scan { marks, sections, pieces, .. } = &mut scan;
    let mut at = region.start;
    // `true` if the previous line is the text of a paragraph, which a line of `=` or `-` would underline.
    let mut after_text = false;
    while at < end && marks.len() <= most {
        // A third of all lines are empty.
        if source.as_bytes()[at] == b'\n' {
            after_text = false;
            at += 1;
            continue;
        }
        pieces.push(piece_start(at));
        let first = source.as_bytes()[at];
        if is_plain(source, at, first, after_text) {
            at = line_end(source, at, end);
            after_text = !matches!(first, b'-' | b'*' | b'+' | b'>' | b'|');
            continue;
        }
        let line = line_at(source, at, end);
        let text = &source[line.span.range()];
        let (indent, skipped) = spaces(text);
        let first = text.as_bytes().get(skipped).copied().unwrap_or(b'\n');
        let before = marks.len();
        let mark = match first {
            // Four columns make an indented code block or a continuation line: text.
            _ if indent > 3 => None,
            b'#' => {
                if let Some(mark) = heading(source, line, pieces.len()) {
                    if let MarkKind::Deep { .. } | MarkKind::Slip(_) = mark.kind {
                        marks.push(mark);
                        after_text = true;
                        at = line.next;
                        continue;
                    }
                    marks.push(mark);
                    after_text = false;
                    at = line.next;
                    if mark.begins_section() {
                        sections.push(before);
                    }
                    continue;
                }
                None
            }
            b'`' | b'~' => fence(source, line, end),
            b'<' => comment(source, line, skipped, end)
                .or_else(|| slips::line::is_html_heading(&text[skipped..]).then(|| slip(Slip::Html, line))),
            b't' if indent == 0 && text.starts_with("tool:") => {
                // In a text, no block belongs to a header.
                let end = if of == Region::Document { end } else { line.next };
                let found = compact(source, line, end, marks);
                found.or_else(|| near_header(source, line, text).then(|| slip(Slip::Header, line)))
            }
            b't' | b'T' if slips::line::is_near_header(text) => Some(slip(Slip::Header, line)),
            b'=' | b'-' if after_text && is_underline(text) => {
                Some(Mark { kind: MarkKind::Setext, span: line.span, next: line.next })
            }
            _ => None,
        };
        let Some(mark) = mark else {
            after_text =
                first != b'\n' && indent < 4 && !matches!(first, b'\r' | b'-' | b'*' | b'+' | b'>' | b'|');
            at = line.next;
            continue;
        };
        after_text = false;
        at = mark.next;
        if marks.len() == before && !mark.begins_section() {
            marks.push(mark);
            continue;
        }
        // A compact block's inner fences are found before the block itself is known to end.
        marks.insert(before, mark);
        sections.push(before);
    }
    scan.end = at;
    scan
}

/// Returns whether a line that begins with the byte `first` contains no structure.
fn is_plain(source: &str, at: usize, first: u8, after_text: bool) -> bool {
    match first {
        b' ' | b'\t' | b'\r' | b'#' | b'`' | b'~' | b'<' => false,
        b'=' | b'-' => !after_text,
        b't' | b'T' => !is_tool(&source.as_bytes()[at..]),
        _ => true,
    }
}

/// Returns whether a line begins with `tool:` or nearly so. Other lines need no closer look.
#[inline]
fn is_tool(line: &[u8]) -> bool {
    matches!(line, [b't' | b'T', b'o' | b'O', b'o' | b'O', b'l' | b'L', b':' | b' ', ..])
}

fn slip(slip: Slip, line: LineSpan) -> Mark {
    Mark { kind: MarkKind::Slip(slip), span: line.span, next: line.next }
}

/// Returns whether a line that begins with `tool:` was probably meant as a header.
///
/// Its words show it, or the key on the next line.
#[cold]
fn near_header(source: &str, line: LineSpan, text: &str) -> bool {
    let next = line_at(source, line.next, source.len()).span;
    slips::line::is_near_header(text) || grammar::compact_key(&source[next.range()]).is_some()
}

/// Counts leading columns and bytes, as far as they matter for structure.
fn spaces(text: &str) -> (usize, usize) {
    match text.as_bytes().first() {
        Some(b' ' | b'\t') => indent_of(text),
        _ => (0, 0),
    }
}

#[inline]
fn heading(source: &str, line: LineSpan, piece: usize) -> Option<Mark> {
    let text = &source[line.span.range()];
    let Some((level, content)) = plain_heading(text).or_else(|| grammar::atx_heading(text)) else {
        return slips::line::is_unspaced_heading(text.trim_start()).then(|| slip(Slip::Unspaced, line));
    };
    let start = line.span.start + (content.as_ptr() as usize - text.as_ptr() as usize);
    let text = Span::new(start, start + content.len());
    if level > 3 {
        return Some(Mark { kind: MarkKind::Deep { text }, span: line.span, next: line.next });
    }
    Some(Mark { kind: MarkKind::Heading { level, text, piece }, span: line.span, next: line.next })
}

/// Returns the level and text of a heading in its usual form: at the margin, one blank, no closing run.
#[inline]
fn plain_heading(line: &str) -> Option<(u8, &str)> {
    let (level, text) = match line.as_bytes() {
        [b'#', b' ', ..] => (1, line.get(2..)?),
        [b'#', b'#', b' ', ..] => (2, line.get(3..)?),
        [b'#', b'#', b'#', b' ', ..] => (3, line.get(4..)?),
        _ => return None,
    };
    let text = text.trim_ascii();
    (!text.ends_with('#')).then_some((level, text))
}

fn fence(source: &str, open: LineSpan, end: usize) -> Option<Mark> {
    let text = &source[open.span.range()];
    let (indent, (run, info)) = match plain_fence(text) {
        Some(parts) => (0, parts),
        None => (indent_of(text).0, grammar::fence_open(text)?),
    };
    let info_start = open.span.end - info.len();
    let info = Span::new(info_start, info_start + info.trim_end().len());
    let marker = run.as_bytes()[0];
    let mut last = open;
    while last.next < end {
        let body = Span::new(open.next, last.next);
        let left = &source.as_bytes()[last.next..end];
        // Nearly every fence ends with a line that is its run and nothing else.
        let rest = left.strip_prefix(run.as_bytes());
        if let Some([] | [b'\n', ..]) = rest {
            let close = last.next + run.len();
            let kind = MarkKind::Fence { info, body, indent, closed: true };
            return Some(Mark { kind, span: Span::new(open.span.start, close), next: end.min(close + 1) });
        }
        // Only a line that begins with the fence's own character is worth a look.
        let begins = left.iter().find(|&&b| !matches!(b, b' ' | b'\t' | b'\r'));
        if begins != Some(&marker) {
            last.next = line_end(source, last.next, end);
            continue;
        }
        last = line_at(source, last.next, end);
        let text = &source[last.span.range()];
        if text.trim_start_matches([' ', '\t']).as_bytes().first() == Some(&marker)
            && grammar::fence_close(text, run)
        {
            let kind = MarkKind::Fence { info, body, indent, closed: true };
            return Some(Mark { kind, span: Span::new(open.span.start, last.span.end), next: last.next });
        }
    }
    let kind = MarkKind::Fence { info, body: Span::new(open.next.min(end), end), indent, closed: false };
    Some(Mark { kind, span: Span::new(open.span.start, end), next: end })
}

/// Returns the run and info string of an opening fence in its usual form.
///
/// The usual form is three backticks at the margin and a word.
#[inline]
fn plain_fence(line: &str) -> Option<(&str, &str)> {
    let (run, info) = line.split_at_checked(3)?;
    (run == "```" && info.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some((run, info))
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
