//! The contents of one block: text, marks around it, code, images and breaks.
//!
//! Blank space is collapsed while pieces are collected, as a browser does (CSS Text 3, section 4.1), and moved out of
//! marks, because `** a **` is not bold. How the pieces are written is decided in [`spell`](super::spell).

use webagents_text::hidden;

use super::piece::{Block, Image, InlinePlace, Mark, Piece, Span};
use super::spell::write_block;

/// Collects the pieces of a block.
#[derive(Debug, Default)]
pub(super) struct Inline {
    /// The text of the pieces.
    buffer: String,
    pieces: Vec<Piece>,
    marks: Vec<Mark>,
    /// Marks that are open, outermost first.
    open: Vec<OpenMark>,
    /// A blank is due before the next piece that shows.
    space: bool,
    /// `true` if anything that shows was collected.
    shows: bool,
    pub(super) place: InlinePlace,
    /// `true` if the page has formulas, so that a dollar sign may begin one.
    has_formulas: bool,
    /// Number of pieces up to a label, with which the first block of its item is in one line; 0 after that.
    label: usize,
}

#[derive(Debug)]
struct OpenMark {
    mark: Mark,
    /// Its place in `marks`, once something that shows is in it.
    begun: Option<usize>,
    /// `true` if it is to be opened again in the next block.
    spent: bool,
}

impl Inline {
    /// Of a page that has formulas, or has none.
    pub(super) fn new(has_formulas: bool) -> Self {
        Self { has_formulas, ..Self::default() }
    }

    /// Returns whether nothing that shows was collected.
    pub(super) fn is_empty(&self) -> bool {
        !self.shows
    }

    /// Returns whether a link is open.
    pub(super) fn in_link(&self) -> bool {
        self.open.iter().any(|open| matches!(open.mark, Mark::Link { .. }))
    }

    /// Returns whether a mark of this kind is open.
    pub(super) fn is_open(&self, mark: &Mark) -> bool {
        self.open.iter().any(|open| open.mark == *mark)
    }

    pub(super) fn open_mark(&mut self, mark: Mark) {
        self.open.push(OpenMark { mark, begun: None, spent: false });
    }

    /// Closes the mark that was opened last. `keep_empty`: even when nothing shows in it.
    pub(super) fn close_mark(&mut self, keep_empty: bool) {
        if keep_empty && self.open.last().is_some_and(|open| open.begun.is_none() && !open.spent) {
            self.begin_piece();
            self.shows = true;
        }
        if let Some(OpenMark { begun: Some(mark), .. }) = self.open.pop() {
            // A line that ends in a mark ends after it: `**` after a break closes nothing.
            let last = self.pieces.iter().rev().take(2);
            let breaks = last.take_while(|piece| matches!(piece, Piece::Break)).count();
            self.pieces.insert(self.pieces.len() - breaks, Piece::Close(mark));
        }
    }

    /// Collects text unchanged.
    pub(super) fn push_text(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let trimmed = rest.trim_ascii_start();
            if trimmed.len() < rest.len() {
                self.space = true;
            }
            if trimmed.is_empty() {
                return;
            }
            let (words, later) = trimmed.split_at(plain_length(trimmed));
            self.push_words(words);
            rest = later;
        }
    }

    /// Collects what [`plain_length`] found.
    fn push_words(&mut self, words: &str) {
        // Invisible characters carry no meaning, and break words for a search.
        if words.chars().all(|c| hidden::WORDLESS.contains(c)) {
            return;
        }
        // What marks the beginning of a file may stand where two files were joined.
        let words = words.trim_start_matches('\u{feff}');
        // A blank that does not break is blank for emphasis too, so it stays outside.
        let inner = words.trim_start_matches('\u{a0}');
        let (blanks, words) = words.split_at(words.len() - inner.len());
        if !blanks.is_empty() && self.open.iter().any(|open| open.begun.is_none()) {
            self.push_space();
            self.append_text(blanks);
        } else if !blanks.is_empty() {
            self.begin_piece();
            self.append_text(blanks);
        }
        if !words.is_empty() {
            self.begin_piece();
            self.append_text(words);
            self.shows = true;
        }
    }

    fn append_text(&mut self, text: &str) {
        // The last text ends at the end of the buffer.
        let new = Span::store_text(&mut self.buffer, text);
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.end = new.end,
            _ => self.pieces.push(Piece::Text(new)),
        }
    }

    pub(super) fn push_code(&mut self, code: &str) {
        if code.is_empty() {
            return;
        }
        if let (Some(Piece::Code(last)), false) = (self.pieces.last_mut(), self.space) {
            last.end = Span::store_text(&mut self.buffer, code).end;
            return;
        }
        // A blank at the edge of code separates it from the adjacent text.
        let trimmed = code.trim_start_matches(' ');
        let code = if self.shows && !trimmed.is_empty() && trimmed.len() < code.len() {
            self.space = true;
            trimmed
        } else {
            code
        };
        self.begin_piece();
        self.pieces.push(Piece::Code(Span::store_text(&mut self.buffer, code)));
        self.shows = true;
    }

    pub(super) fn push_image(&mut self, alt: &str, url: String, title: String) {
        self.begin_piece();
        self.pieces.push(Piece::Image(Box::new(Image { alt: alt.to_owned(), url, title })));
        self.shows = true;
    }

    /// Collects text that is Markdown already.
    pub(super) fn push_written(&mut self, text: &str) {
        self.begin_piece();
        self.pieces.push(Piece::Written(Span::store_text(&mut self.buffer, text)));
        self.shows = true;
    }

    /// A formula with its dollar signs. Two of them side by side would be one sign of another meaning.
    pub(super) fn push_formula(&mut self, text: &str) {
        if let Some(Piece::Written(before)) = self.pieces.last()
            && before.of(&self.buffer).ends_with('$')
        {
            self.space = true;
        }
        self.push_written(text);
    }

    /// A line ends here.
    pub(super) fn line_break(&mut self) {
        self.space = false;
        if self.place == InlinePlace::Heading {
            self.space = true;
        } else if self.shows {
            // In a mark it may break `**` from its text, so it stays in front of marks that have not begun.
            self.pieces.push(Piece::Break);
        }
    }

    /// Collects the label of an item.
    pub(super) fn push_label(&mut self, label: &str) {
        self.push_text(label);
        self.space = true;
        self.label = self.pieces.len();
    }

    /// Separates text at the edge of a block in a place that cannot hold blocks.
    pub(super) fn mark_boundary(&mut self) {
        match self.place {
            InlinePlace::Cell if self.label > 0 => self.space = true,
            InlinePlace::Cell if self.shows && !matches!(self.pieces.last(), Some(Piece::Break)) => {
                self.pieces.push(Piece::Break);
                self.space = false;
            }
            _ => self.space = true,
        }
    }

    /// Returns whether the line that is being collected is followed by nothing but a break.
    pub(super) fn ends_with_break(&self) -> bool {
        matches!(self.pieces.last(), Some(Piece::Break))
    }

    /// The text that was collected last, from its end; nothing if a blank is due after it.
    pub(super) fn last_characters(&self) -> impl Iterator<Item = char> + '_ {
        let last = self.pieces.iter().rev().find(|piece| !matches!(piece, Piece::Close(_)));
        let text = match last {
            Some(Piece::Text(text)) if !self.space => text.of(&self.buffer),
            _ => "",
        };
        text.chars().rev()
    }

    fn push_space(&mut self) {
        let at_start = !self.shows || matches!(self.pieces.last(), Some(Piece::Break));
        if std::mem::take(&mut self.space) && !at_start {
            if let Some(Piece::Text(_)) = self.pieces.last() {
                self.append_text(" ");
            } else {
                self.pieces.push(Piece::Space);
            }
        }
    }

    /// Something that shows comes: the blank before it, and the marks around it.
    fn begin_piece(&mut self) {
        self.label = 0;
        if let Some(Piece::Code(span)) = self.pieces.last_mut() {
            let code = span.of(&self.buffer);
            let trimmed = code.trim_end_matches(' ').len();
            if 0 < trimmed && trimmed < code.len() {
                span.truncate(trimmed);
                self.space = true;
            }
        }
        self.push_space();
        for open in &mut self.open {
            if open.begun.is_some() || open.spent {
                continue;
            }
            // `**a****b**` parses as one run, so the mark that was just closed is opened again.
            if let Some(Piece::Close(last)) = self.pieces.last()
                && self.marks.get(*last) == Some(&open.mark)
                && !matches!(open.mark, Mark::Link { .. })
            {
                open.begun = Some(*last);
                self.pieces.pop();
                continue;
            }
            let mark = self.marks.len();
            self.marks.push(open.mark.clone());
            self.pieces.push(Piece::Open(mark));
            open.begun = Some(mark);
        }
    }

    /// Ends the block and gives its lines, with a line break between two.
    ///
    /// Marks that are still open continue in the next block, except links, which are written once.
    pub(super) fn finish_block(&mut self) -> String {
        for open in self.open.iter_mut().rev() {
            if let Some(mark) = open.begun.take() {
                self.pieces.push(Piece::Close(mark));
                open.spent = matches!(open.mark, Mark::Link { .. });
            }
        }
        (self.space, self.label) = (false, 0);
        let shows = std::mem::take(&mut self.shows);
        trim_breaks(&mut self.pieces, &self.buffer);
        let block = Block {
            pieces: &self.pieces,
            marks: &self.marks,
            text: &self.buffer,
            has_formulas: self.has_formulas,
        };
        let lines = if shows { write_block(&block, self.place) } else { String::new() };
        // The next block finds them made.
        self.pieces.clear();
        self.marks.clear();
        self.buffer.clear();
        lines
    }
}

/// Returns the length of the text that is collected unchanged.
///
/// It is one word, and each following word after one blank that begins with a visible ASCII character: nothing is to be
/// examined in them.
fn plain_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_plain = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_graphic);
    let goes_on = |at: usize, byte: u8| byte == b' ' && is_plain(0) && is_plain(at + 1);
    let mut blanks = bytes.iter().enumerate().filter(|(_, byte)| byte.is_ascii_whitespace());
    blanks.find(|&(at, &byte)| !goes_on(at, byte)).map_or(text.len(), |(at, _)| at)
}

/// Breaks that stand before the end of marks at the end of a block show nothing.
fn trim_breaks(pieces: &mut Vec<Piece>, buffer: &str) {
    let mut at = pieces.len();
    while at > 0 {
        at -= 1;
        match &pieces[at] {
            Piece::Close(_) => {}
            Piece::Break | Piece::Space => {
                pieces.remove(at);
            }
            Piece::Text(text) => {
                let kept = text.of(buffer).trim_end_matches('\u{a0}').len();
                if kept > 0 {
                    if let Piece::Text(text) = &mut pieces[at] {
                        text.truncate(kept);
                    }
                    return;
                }
                pieces.remove(at);
            }
            _ => return,
        }
    }
}
