//! Lines of a text, their ends and their indents.

use nom::FindSubstring;

use crate::span::Span;

/// One line without its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineSpan {
    pub(crate) span: Span,
    /// Offset of the next line.
    pub(crate) next: usize,
}

/// Returns the line of `source` that begins at `at`.
pub(crate) fn line_at(source: &str, at: usize, end: usize) -> LineSpan {
    let bytes = &source.as_bytes()[at..end];
    let (len, next) = match bytes.find_substring(&b"\n"[..]) {
        Some(len) => (len, at + len + 1),
        None => (bytes.len(), end),
    };
    LineSpan { span: without_cr(bytes, at, at + len), next }
}

/// Returns the span of `bytes[..end - at]`, whose first byte is at `at`, without CRs at its ends.
///
/// A CR at the end or at the start of a line is always part of a line end.
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

/// Returns the lines of `source` between two offsets.
pub(crate) fn lines(source: &str, span: Span) -> impl Iterator<Item = LineSpan> {
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

/// Returns the columns of white space at the start of a line (a tab counts four), and their bytes.
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
