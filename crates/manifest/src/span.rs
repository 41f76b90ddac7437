//! Places in a source text.
//!
//! Within the library a place is a range of UTF-8 bytes only (invariant I4). [`LineIndex`] computes lines and columns
//! at the edge, for people.

use std::ops::Range;

/// Half-open range of byte offsets into a UTF-8 source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// Byte offset of the first byte of the range.
    pub start: usize,
    /// Byte offset after the last byte of the range.
    pub end: usize,
}

impl Span {
    /// Creates the span from the byte offset `start` up to, but not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the span as a range, to index a `str`.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// Returns the text of a heading.
pub(crate) fn name_text(source: &str, span: Span) -> &str {
    &source[span.range()]
}

/// Returns the place of `part`, a piece of `source`, in it.
pub(crate) fn span_of(source: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(source.as_ptr() as usize).min(source.len());
    Span::new(start, (start + part.len()).min(source.len()))
}

/// Line and column of a place in a text, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Number of the line, from 1. Lines end at LF; the CR of a CRLF belongs to the line it ends.
    pub line: usize,
    /// Column in the line, counted from 1 in Unicode scalar values.
    pub column: usize,
}

/// Table of the line starts of a text, which converts byte offsets to lines and columns.
///
/// Building costs one pass; each look-up is a binary search and a count within one line.
///
/// ```
/// use webagents_manifest::{LineIndex, Position};
/// let index = LineIndex::new("ä\nbc");
/// assert_eq!(index.position(4), Position { line: 2, column: 2 });
/// ```
#[derive(Debug, Clone)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Creates the table of the line starts of `text`.
    pub fn new(text: &'a str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// Returns the source text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the line and column of the byte at `offset`.
    ///
    /// An offset after the end of the text gives the position of the end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.starts.partition_point(|&start| start <= offset);
        let column = self.text[self.starts[line - 1]..offset].chars().count() + 1;
        Position { line, column }
    }

    /// Returns the number of the line that has the byte at `offset`, from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset)
    }
}
