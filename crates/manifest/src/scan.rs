//! The line scanner: where blocks begin and end.
//!
//! It owns everything that spans lines (fences, comments, headings, compact blocks, CRLF, front matter) and
//! hands out [`Mark`]s; the grammar then reads one line at a time. It looks at each line once and at the
//! first few bytes of most lines only, so its cost is that of finding the line ends. It knows no tool and no
//! parameter: meaning is `lower`'s business.

use nom::FindSubstring;

use crate::span::Span;
use crate::{grammar, slips, text};

/// A place where structure begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) kind: MarkKind,
    /// The line, or all lines of a fence, comment or compact block, without the last line's end.
    pub(crate) span: Span,
    /// Offset behind the last line's end.
    pub(crate) next: usize,
}

impl Mark {
    /// Whether a section begins or ends here.
    fn begins_section(&self) -> bool {
        matches!(self.kind, MarkKind::Heading { level: 1 | 2, .. } | MarkKind::Compact { .. })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// `#`, `##` or `###` and its text, and the index of the piece behind it.
    Heading { level: u8, text: Span, piece: usize },
    /// A fenced block.
    Fence { info: Span, body: Span, indent: usize, closed: bool },
    /// An HTML comment that begins a line.
    Comment { closed: bool },
    /// `tool: name(…)` at column 0 and the indented lines under it; `span` is the header alone.
    Compact { header_end: usize },
    /// `tool: name(` whose parenthesis does not close.
    BrokenCompact,
    /// The underline of a setext heading.
    Setext,
    /// A heading of level 4 or deeper, and its text.
    Deep { text: Span },
    /// A line that was probably meant as a heading or as the header of a compact tool.
    Slip(Slip),
}

/// Why a line that was probably meant as structure is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slip {
    /// No blank follows the hashes.
    Unspaced,
    /// It is a heading in HTML.
    Html,
    /// It begins with `tool:` and is no header.
    Header,
}

/// One line without its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) span: Span,
    /// Offset of the next line.
    pub(crate) next: usize,
}

/// Offset behind the end of the line that goes on at `at`.
fn line_end(source: &str, at: usize, end: usize) -> usize {
    let bytes = &source.as_bytes()[at..end];
    bytes.find_substring(&b"\n"[..]).map_or(end, |len| at + len + 1)
}

/// The line of `source` that begins at `at`.
pub(crate) fn line_at(source: &str, at: usize, end: usize) -> Line {
    let bytes = &source.as_bytes()[at..end];
    let (len, next) = match bytes.find_substring(&b"\n"[..]) {
        Some(len) => (len, at + len + 1),
        None => (bytes.len(), end),
    };
    Line { span: without_cr(bytes, at, at + len), next }
}

/// The span of `bytes[..end - at]`, whose first byte is at `at`, without the CRs at its ends: wherever CR stands
/// at the end or at the start of a line, it is part of a line end.
fn without_cr(bytes: &[u8], at: usize, end: usize) -> Span {
    let mut text = &bytes[..end - at];
    let mut span = Span::new(at, end);
    while let [before @ .., b'\r'] = text {
        text = before;
        span.end -= 1;
    }
    while let [b'\r', behind @ ..] = text {
        text = behind;
        span.start += 1;
    }
    span
}

/// The lines of `source` between two offsets.
pub(crate) fn lines(source: &str, span: Span) -> impl Iterator<Item = Line> {
    let mut at = span.start;
    std::iter::from_fn(move || {
        if at >= span.end {
            return None;
        }
        let line = line_at(source, at, span.end);
        at = line.next;
        Some(line)
    })
}

/// Columns of white space that a line begins with (a tab counts four), and their bytes.
pub(crate) fn indent_of(line: &str) -> (usize, usize) {
    let mut columns = 0;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 4,
            _ => return (columns, at),
        }
    }
    (columns, line.len())
}

pub(crate) fn is_blank(line: &str) -> bool {
    text::trim_start(line).is_empty()
}

/// The front matter at the start of `source`, its two `---` lines included, or `None`.
pub(crate) fn front_matter(source: &str, start: usize) -> Option<Span> {
    let first = line_at(source, start, source.len());
    if source[first.span.range()].trim_end() != "---" || first.next == source.len() {
        return None;
    }
    lines(source, Span::new(first.next, source.len()))
        .find(|line| matches!(source[line.span.range()].trim_end(), "---" | "..."))
        .map(|line| Span::new(start, line.next))
}

/// What a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    /// A document: the lines under a compact header belong to its tool.
    Document,
    /// Text that a writer puts somewhere: a compact header is a line that must not stand there.
    Text,
}

/// What a scan found.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Every place where structure begins, in order.
    pub(crate) marks: Vec<Mark>,
    /// Which of them begin a section.
    pub(crate) sections: Vec<usize>,
    /// Where the pieces begin, in order: each line that is not empty, and each fence, comment and compact block
    /// as a whole. Finding line ends is a tenth of a parse, and so it is done once.
    pub(crate) pieces: Vec<u32>,
}

impl Scan {
    /// With room for what a text of `size` bytes holds, or a stretch of it where it is longer than that.
    pub(crate) fn with_room(size: usize) -> Self {
        // A tool takes some 300 bytes, six marks and ten lines.
        let size = size.min(STRETCH_BYTES);
        Self {
            marks: Vec::with_capacity(size / 64),
            sections: Vec::with_capacity(size / 512),
            pieces: Vec::with_capacity(size / 32),
        }
    }

    /// Forgets what it holds and keeps the room.
    fn clear(&mut self) {
        self.marks.clear();
        self.sections.clear();
        self.pieces.clear();
    }
}

/// An offset as a piece's start. Documents are far shorter than what fits; of a longer text nobody asks the pieces.
fn piece_start(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The piece of `source` that begins at `start`, without its line end, when the next one begins at `next`.
pub(crate) fn piece(source: &str, start: usize, next: usize) -> Span {
    let bytes = &source.as_bytes()[start..next];
    let len = bytes.iter().rposition(|&byte| byte != b'\n').map_or(0, |last| last + 1);
    without_cr(bytes, start, start + len)
}

/// Scans the text `source[region]`.
pub(crate) fn scan(source: &str, region: Span) -> Scan {
    let mut scan = Scan::with_room(region.end - region.start);
    Scanner::new(source, region, Region::Text).stretch(&mut scan, usize::MAX);
    scan
}

/// How much of a document is scanned before it is lowered, and then up to the next section: what the processor's
/// first cache holds beside its marks.
const STRETCH_BYTES: usize = 16 * 1024;

/// A scan on its way through a document.
///
/// It goes in stretches of whole sections: what it found in one is lowered while the text is still in the
/// processor's cache, and then forgotten. The marks of a whole document take half of its size, and writing and
/// reading them made each byte of a large document cost more than one of a small document. A stretch is not a
/// single section, because then scanning and lowering push each other's code out of the cache.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    source: &'a str,
    /// How far it is; what follows begins a line.
    at: usize,
    end: usize,
    of: Region,
    /// Whether the line before is the text of a paragraph, which a line of `=` or `-` would underline.
    after_text: bool,
}

impl<'a> Scanner<'a> {
    /// A scanner of `source[region]`.
    pub(crate) fn new(source: &'a str, region: Span, of: Region) -> Self {
        Self { source, at: region.start, end: region.end, of, after_text: false }
    }

    /// Offset of the first byte that was not looked at.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Puts into `scan`, instead of what it held, what stands in the next stretch of a document, and says whether more follows. What follows
    /// then begins behind the mark of a section or of a compact tool, which is the last that was found, but for
    /// those inside the tool. Behind `most` marks and one more the scan ends. A text is one stretch.
    pub(crate) fn stretch(&mut self, scan: &mut Scan, most: usize) -> bool {
        let Self { source, end, of, .. } = *self;
        scan.clear();
        let Scan { marks, sections, pieces } = scan;
        let (mut at, mut after_text) = (self.at, self.after_text);
        let full = match of {
            Region::Document => at + STRETCH_BYTES,
            Region::Text => usize::MAX,
        };
        let mut is_last = true;
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
                            if at >= full {
                                is_last = false;
                                break;
                            }
                        }
                        continue;
                    }
                    None
                }
                b'`' | b'~' => fence(source, line, end),
                b'<' => comment(source, line, skipped, end).or_else(|| {
                    slips::line::is_html_heading(&text[skipped..]).then(|| slip(Slip::Html, line))
                }),
                b't' if indent == 0 && text.starts_with("tool:") => {
                    // What is text keeps no block under a header.
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
                after_text = first != b'\n'
                    && indent < 4
                    && !matches!(first, b'\r' | b'-' | b'*' | b'+' | b'>' | b'|');
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
            if at >= full {
                is_last = false;
                break;
            }
        }
        (self.at, self.after_text) = (at, after_text);
        !is_last
    }
}

/// Whether a line that begins with the byte `first` has nothing that this scanner looks for.
fn is_plain(source: &str, at: usize, first: u8, after_text: bool) -> bool {
    match first {
        b' ' | b'\t' | b'\r' | b'#' | b'`' | b'~' | b'<' => false,
        b'=' | b'-' => !after_text,
        b't' | b'T' => !is_tool(&source.as_bytes()[at..]),
        _ => true,
    }
}

/// Whether a line begins with `tool:` or nearly so, as all that is looked at further does.
#[inline]
fn is_tool(line: &[u8]) -> bool {
    matches!(line, [b't' | b'T', b'o' | b'O', b'o' | b'O', b'l' | b'L', b':' | b' ', ..])
}

fn slip(slip: Slip, line: Line) -> Mark {
    Mark { kind: MarkKind::Slip(slip), span: line.span, next: line.next }
}

/// Whether a line that begins with `tool:` and is no header was probably meant as one: by what it says, or
/// because a key follows.
#[cold]
fn near_header(source: &str, line: Line, text: &str) -> bool {
    let next = line_at(source, line.next, source.len()).span;
    slips::line::is_near_header(text) || grammar::compact_key(&source[next.range()]).is_some()
}

/// Leading columns and bytes, counted no further than it matters to structure.
fn spaces(text: &str) -> (usize, usize) {
    match text.as_bytes().first() {
        Some(b' ' | b'\t') => indent_of(text),
        _ => (0, 0),
    }
}

#[inline]
fn heading(source: &str, line: Line, piece: usize) -> Option<Mark> {
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

/// The level and text of a heading as nearly all are written: at the margin, one blank, no closing run.
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

fn fence(source: &str, open: Line, end: usize) -> Option<Mark> {
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
        let behind = left.strip_prefix(run.as_bytes());
        if let Some([] | [b'\n', ..]) = behind {
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

/// The run and info string of an opening fence as nearly all are written: three backticks at the margin and a word.
#[inline]
fn plain_fence(line: &str) -> Option<(&str, &str)> {
    let (run, info) = line.split_at_checked(3)?;
    (run == "```" && info.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some((run, info))
}

fn comment(source: &str, line: Line, skipped: usize, end: usize) -> Option<Mark> {
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

/// The compact block whose header is `header`; fences inside it go to `marks`.
fn compact(source: &str, header: Line, end: usize, marks: &mut Vec<Mark>) -> Option<Mark> {
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
        // Whatever their indent: inside a block it is the key's, not the comment's.
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
