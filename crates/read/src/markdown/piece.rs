//! Parts of a block, as they are collected and before they are written.

/// Mark around a piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mark {
    Emphasis,
    Strong,
    Deleted,
    Link { url: String, title: String },
}

/// A part of a block.
///
/// Its text is a range of the block's one buffer, so that a block of a million pieces is two vectors.
#[derive(Debug)]
pub(super) enum Piece {
    Text(Span),
    /// One blank.
    Space,
    /// A hard line break.
    Break,
    Code(Span),
    /// Apart, so that the pieces of a text are small.
    Image(Box<Image>),
    /// Markdown or HTML, written as it is.
    Written(Span),
    Open(usize),
    Close(usize),
}

/// A range of the text of a block, in bytes. A page is bounded so that they fit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn store_text(text: &mut String, new: &str) -> Self {
        let start = text.len();
        text.push_str(new);
        Self { start: to_offset(start), end: to_offset(text.len()) }
    }

    /// The text itself.
    pub(super) fn of(self, text: &str) -> &str {
        let text = text.get(self.start as usize..self.end as usize);
        debug_assert!(text.is_some(), "a span is a range of its own buffer");
        text.unwrap_or_default()
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.end = self.start + to_offset(length);
    }
}

fn to_offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// An image.
#[derive(Debug)]
pub(super) struct Image {
    /// Its description.
    pub(super) alt: String,
    pub(super) url: String,
    pub(super) title: String,
}

/// Target of the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum InlinePlace {
    /// In lines of their own.
    #[default]
    Paragraph,
    /// In one line.
    Heading,
    /// In one line between pipes.
    Cell,
}

/// A block that was collected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) pieces: &'a [Piece],
    /// The marks that the pieces open and close.
    pub(super) marks: &'a [Mark],
    /// The text of the pieces.
    pub(super) text: &'a str,
    /// `true` if a dollar sign may begin a formula.
    pub(super) has_formulas: bool,
}

/// Blank space as single blanks.
pub(super) fn collapse_blanks(text: &str) -> String {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    words.join(" ")
}
