//! Lines and their prefixes.
//!
//! Quotes and lists are prefixes of lines, so the writer never writes a block twice to indent it. An empty
//! line separates two blocks. In tight lists it is written only if a parser would else take the blocks for
//! one.

use std::cell::Cell;

use crate::limits;

/// Kind of a block, as far as the next one depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    Paragraph,
    Heading,
    Code,
    Rule,
    Quote,
    Table,
    /// Definition of a term, directly below the term.
    Definition,
    /// A list, with the character that marks its items.
    List(char),
    /// A list whose first item is empty or not number 1.
    ///
    /// It cannot follow a paragraph without an empty line.
    ShyList(char),
}

impl BlockKind {
    fn is_list(self) -> bool {
        matches!(self, Self::List(_) | Self::ShyList(_))
    }
}

/// The prefix that a container gives its lines.
#[derive(Debug)]
struct Segment {
    first: String,
    rest: String,
    /// `true` if the first line has been written.
    begun: bool,
    /// `true` in the description of a term.
    is_definition: bool,
}

/// Blocks in one container.
#[derive(Debug, Clone, Copy, Default)]
struct Nesting {
    last: Option<BlockKind>,
    tight: bool,
    /// Number of blocks.
    blocks: usize,
    /// `true` if an empty line is due before the next block, whatever it is.
    is_apart: bool,
}

#[derive(Debug)]
pub(super) struct Out {
    text: String,
    segments: Vec<Segment>,
    levels: Vec<Nesting>,
    /// Bytes that may still be added to the page's own text.
    growth: Cell<usize>,
}

impl Out {
    /// Of a page of `bytes`.
    pub(super) fn new(capacity: usize, bytes: usize) -> Self {
        Self {
            text: String::with_capacity(capacity),
            growth: Cell::new(limits::GROWTH.saturating_add(bytes.saturating_mul(limits::GROWTH_PER_BYTE))),
            segments: Vec::new(),
            levels: vec![Nesting::default()],
        }
    }

    /// The block before, in this container.
    pub(super) fn last(&self) -> Option<BlockKind> {
        self.levels.last().and_then(|level| level.last)
    }

    /// Subtracts bytes from those that may be added to the page's own text; `false` if too few are left.
    ///
    /// So the text is linear in the page, whatever the page repeats.
    pub(super) fn may_grow(&self, bytes: usize) -> bool {
        let left = self.growth.get().checked_sub(bytes);
        left.inspect(|&left| self.growth.set(left)).is_some()
    }

    /// Returns whether lines have the prefixes of their containers.
    ///
    /// Past the bound the containers are as if they had ended.
    fn has_prefixes(&self) -> bool {
        self.may_grow(self.segments.iter().map(|segment| segment.rest.len()).sum())
    }

    /// Returns the number of open containers.
    pub(super) fn depth(&self) -> usize {
        self.segments.len()
    }

    /// Ends the block before this one. The next text begins a block of this kind.
    fn separate_block(&mut self, kind: BlockKind) {
        let Some(level) = self.levels.last_mut() else { return };
        let previous = level.last.replace(kind);
        let tight = level.tight;
        level.blocks += 1;
        let is_apart = std::mem::take(&mut level.is_apart);
        if let Some(previous) = previous {
            self.text.push('\n');
            if is_apart || kind != BlockKind::Definition && !tight || needs_blank(previous, kind) {
                self.blank_line();
            }
        }
    }

    fn blank_line(&mut self) {
        if self.has_prefixes() {
            for segment in &self.segments {
                self.text.push_str(&segment.rest);
            }
        }
        self.trim_line();
        self.text.push('\n');
    }

    /// Blanks at the end of a line would be a hard break.
    fn trim_line(&mut self) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
    }

    fn begin_line(&mut self) {
        let has_prefixes = self.has_prefixes();
        for segment in &mut self.segments {
            // The mark of an item is written in any case: it is the item's own.
            match (segment.begun, has_prefixes) {
                (true, true) => self.text.push_str(&segment.rest),
                (true, false) => {}
                (false, _) => self.text.push_str(&segment.first),
            }
            segment.begun = true;
        }
    }

    /// Writes a block of these lines. `joint` ends each line but the last.
    pub(super) fn push_block<'a>(
        &mut self,
        kind: BlockKind,
        lines: impl IntoIterator<Item = &'a str>,
        joint: &str,
    ) {
        self.separate_block(kind);
        let mut first = true;
        for line in lines {
            if !std::mem::take(&mut first) {
                self.text.push_str(joint);
                self.text.push('\n');
            }
            self.begin_line();
            if line.is_empty() {
                self.trim_line();
            } else {
                self.text.push_str(line);
            }
        }
    }

    /// Begins a list or a quote. [`Self::open_container`] opens its items or contents.
    pub(super) fn enter_block(&mut self, kind: BlockKind) {
        self.separate_block(kind);
    }

    /// Goes on with a list of another kind, which begins in the next line.
    pub(super) fn continue_as(&mut self, kind: BlockKind) {
        if let Some(level) = self.levels.last_mut() {
            level.last = Some(kind);
        }
    }

    /// Opens an item of the list, or the contents of the quote.
    pub(super) fn open_container(&mut self, first: String, rest: String, tight: bool) {
        self.segments.push(Segment { first, rest, begun: false, is_definition: false });
        self.levels.push(Nesting { tight, ..Nesting::default() });
    }

    /// Opens a definition of the term before; `marked` if it begins with text.
    ///
    /// Its later blocks are indented by two blanks, which change nothing for a reader of Markdown that knows no
    /// definitions: four would make them code. So a definition in a definition has one blank more, and one in that none.
    pub(super) fn open_definition(&mut self, marked: bool) {
        let around = self.segments.iter().rev().take_while(|segment| segment.is_definition);
        let rest = match (around.map(|segment| segment.rest.len()).sum(), self.last()) {
            // It would be a part of the item above.
            (_, Some(last)) if !marked && last.is_list() => "",
            (0, _) => "  ",
            (2, _) => " ",
            _ => "",
        };
        let first = if marked { ":   " } else { rest };
        let level = if marked {
            self.separate_block(BlockKind::Definition);
            Nesting::default()
        } else {
            // Lines that were written before also precede its first block.
            debug_assert!(!self.levels.is_empty(), "the document is the outermost container");
            Nesting { blocks: 0, ..self.levels.last().copied().unwrap_or_default() }
        };
        let (first, rest) = (first.to_owned(), rest.to_owned());
        self.segments.push(Segment { first, rest, begun: !marked, is_definition: true });
        self.levels.push(level);
    }

    /// Ends a definition. One of several blocks is followed by an empty line.
    pub(super) fn close_definition(&mut self) {
        debug_assert!(!self.levels.is_empty(), "the definition is open");
        let inner = self.levels.last().copied().unwrap_or_default();
        let marked = self.segments.last().is_some_and(|segment| segment.first.starts_with(':'));
        self.close_container();
        if let Some(outer) = self.levels.last_mut()
            && (!marked || inner.blocks > 1)
        {
            outer.last = inner.last;
            outer.is_apart = true;
        }
    }

    /// Ends an item or a quote. An empty one is its marker alone.
    pub(super) fn close_container(&mut self) {
        if self.segments.last().is_some_and(|segment| !segment.begun) {
            self.begin_line();
            self.trim_line();
        }
        self.segments.pop();
        self.levels.pop();
    }

    /// Between two items of a list.
    pub(super) fn next_item(&mut self, tight: bool) {
        self.text.push('\n');
        if !tight {
            self.blank_line();
        }
    }

    /// Returns the written text.
    pub(super) fn finish_text(self) -> String {
        self.text
    }
}

/// Returns whether two blocks would be one without an empty line between them.
fn needs_blank(previous: BlockKind, next: BlockKind) -> bool {
    match (previous, next) {
        (
            BlockKind::Paragraph | BlockKind::Definition,
            BlockKind::Paragraph | BlockKind::Table | BlockKind::ShyList(_),
        )
        | (BlockKind::Quote, BlockKind::Paragraph | BlockKind::Quote | BlockKind::Table)
        | (BlockKind::Table, _) => true,
        (list, BlockKind::Paragraph | BlockKind::Table | BlockKind::Definition) => list.is_list(),
        (BlockKind::List(a) | BlockKind::ShyList(a), BlockKind::List(b) | BlockKind::ShyList(b)) => a == b,
        _ => false,
    }
}
