//! From the pieces of a block to its lines.
//!
//! The decision it embodies: the pieces are written, [`emphasis`] checks the result, and misread marks are
//! written another way: `_` for `*`, and HTML for marks that Markdown cannot express.

use super::emphasis::{self, Run};
use super::escape::{self, Around, LinePlace};
use super::piece::{Block, InlinePlace, Mark, Piece, collapse_blanks};

/// Notation of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Star,
    Underscore,
    Html,
}

/// The pieces as lines, with a line break between two.
pub(super) fn write_block(block: &Block<'_>, place: InlinePlace) -> String {
    let Block { pieces, marks, .. } = *block;
    let mut styles = choose_styles(pieces, marks);
    // Few blocks need a second look, and each look changes a mark for good.
    for _ in 0..4 {
        let written = Speller::new(block, &styles, place).write_pieces(pieces);
        let wrong = emphasis::find_misread(&written.text, &written.breaks, &written.runs, marks.len());
        if wrong.is_empty() {
            return written.into_lines(place);
        }
        // `***a***` is emphasis around strong: if that is the wrong way round, another sign for one is enough.
        let softer: Vec<usize> = wrong
            .iter()
            .copied()
            .filter(|&mark| styles[mark] == Style::Star && marks[mark] == Mark::Emphasis)
            .collect();
        let (changes, next) =
            if softer.is_empty() { (wrong, Style::Html) } else { (softer, Style::Underscore) };
        for mark in changes {
            styles[mark] = next;
        }
    }
    styles.fill(Style::Html);
    Speller::new(block, &styles, place).write_pieces(pieces).into_lines(place)
}

/// The first choice: stars, and underscores for emphasis directly in emphasis.
fn choose_styles(pieces: &[Piece], marks: &[Mark]) -> Vec<Style> {
    let mut styles = vec![Style::Star; marks.len()];
    let mut open: Vec<usize> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Open(mark) => {
                let outer = open.iter().rev().find(|&&outer| marks[outer] == marks[*mark]);
                if let Some(&outer) = outer
                    && matches!(marks[*mark], Mark::Emphasis | Mark::Strong)
                {
                    styles[*mark] =
                        if styles[outer] == Style::Star { Style::Underscore } else { Style::Star };
                }
                open.push(*mark);
            }
            Piece::Close(_) => {
                open.pop();
            }
            _ => {}
        }
    }
    styles
}

struct Written {
    text: String,
    runs: Vec<Run>,
    /// Beginnings of the lines after hard breaks.
    breaks: Vec<usize>,
    /// `true` if it begins with text that is Markdown already.
    is_literal: bool,
}

impl Written {
    fn into_lines(self, place: InlinePlace) -> String {
        let Self { text, breaks, is_literal, .. } = self;
        let mut lines = String::with_capacity(text.len() + breaks.len());
        let mut start = 0;
        for (count, end) in breaks.into_iter().chain([text.len()]).enumerate() {
            let line = text[start..end].trim_matches(' ');
            start = end;
            if count > 0 {
                lines.push('\n');
            }
            let which = if count == 0 { LinePlace::First } else { LinePlace::Later };
            let escape = if place != InlinePlace::Paragraph || is_literal && count == 0 {
                None
            } else {
                escape::line_escape(line, which)
            };
            let (before, after) = line.split_at(escape.unwrap_or(0));
            lines.extend([before, if escape.is_some() { "\\" } else { "" }, after]);
        }
        lines
    }
}

struct Speller<'a> {
    marks: &'a [Mark],
    text: &'a str,
    styles: &'a [Style],
    place: InlinePlace,
    has_formulas: bool,
    out: String,
    runs: Vec<Run>,
    breaks: Vec<usize>,
    /// Links that are open: the mark, and the start of its text.
    links: Vec<(usize, usize)>,
}

impl<'a> Speller<'a> {
    fn new(block: &Block<'a>, styles: &'a [Style], place: InlinePlace) -> Self {
        Self {
            marks: block.marks,
            text: block.text,
            styles,
            place,
            has_formulas: block.has_formulas,
            out: String::with_capacity(block.text.len()),
            runs: Vec::new(),
            breaks: Vec::new(),
            links: Vec::new(),
        }
    }

    fn write_pieces(mut self, pieces: &[Piece]) -> Written {
        for (at, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Text(text) => {
                    let next = pieces.get(at + 1).and_then(|piece| self.first_char(piece));
                    let in_cell = self.place == InlinePlace::Cell;
                    // A line has nothing before it.
                    let is_first = self.breaks.last() == Some(&self.out.len());
                    let around = Around {
                        next,
                        is_first,
                        in_link: !self.links.is_empty(),
                        in_cell,
                        has_formulas: self.has_formulas,
                    };
                    escape::push_text(&mut self.out, text.of(self.text), around);
                }
                Piece::Space => self.out.push(' '),
                Piece::Break => self.breaks.push(self.out.len()),
                Piece::Code(code) => {
                    escape::push_code(&mut self.out, code.of(self.text), self.place == InlinePlace::Cell);
                }
                Piece::Image(image) => self.write_image(&image.alt, &image.url, &image.title),
                Piece::Written(text) => self.out.push_str(text.of(self.text)),
                Piece::Open(mark) => self.open_mark(*mark),
                Piece::Close(mark) => self.close_mark(*mark),
            }
        }
        let is_literal = matches!(pieces.first(), Some(Piece::Written(_)));
        Written { text: self.out, runs: self.runs, breaks: self.breaks, is_literal }
    }

    fn first_char(&self, piece: &Piece) -> Option<char> {
        match piece {
            Piece::Text(text) | Piece::Written(text) => text.of(self.text).chars().next(),
            Piece::Space => Some(' '),
            Piece::Break => None,
            Piece::Code(_) => Some('`'),
            Piece::Image(_) => Some('!'),
            Piece::Open(mark) | Piece::Close(mark) => Some(match (&self.marks[*mark], self.styles[*mark]) {
                (Mark::Link { .. }, _) if matches!(piece, Piece::Open(_)) => '[',
                (Mark::Link { .. }, _) => ']',
                (_, Style::Html) => '<',
                (Mark::Deleted, _) => '~',
                (_, Style::Underscore) => '_',
                (_, Style::Star) => '*',
            }),
        }
    }

    fn write_image(&mut self, alt: &str, url: &str, title: &str) {
        let in_cell = self.place == InlinePlace::Cell;
        self.out.push_str("![");
        let around = Around {
            next: Some(']'),
            is_first: true,
            in_link: true,
            in_cell,
            has_formulas: self.has_formulas,
        };
        escape::push_text(&mut self.out, &collapse_blanks(alt), around);
        self.out.push_str("](");
        escape::push_destination(&mut self.out, url);
        if !title.is_empty() {
            escape::push_title(&mut self.out, title);
        }
        self.out.push(')');
    }

    fn open_mark(&mut self, mark: usize) {
        if let Mark::Link { .. } = self.marks[mark] {
            self.links.push((mark, self.out.len()));
            self.out.push('[');
        } else {
            self.write_delimiter(mark, "<");
        }
    }

    fn close_mark(&mut self, mark: usize) {
        let Mark::Link { url, title } = &self.marks[mark] else { return self.write_delimiter(mark, "</") };
        let Some((_, start)) = self.links.pop() else { return };
        // An address that is its own text is written once.
        debug_assert!(self.out.is_char_boundary(start + 1), "the text of a link begins after its bracket");
        let text = self.out.get(start + 1..).unwrap_or_default().replace('\\', "");
        if title.is_empty() && is_autolink(url) && text == *url {
            self.out.truncate(start);
            self.runs.retain(|run| run.at < start);
            self.out.extend(["<", url, ">"]);
            return;
        }
        self.out.push_str("](");
        escape::push_destination(&mut self.out, url);
        if !title.is_empty() {
            escape::push_title(&mut self.out, title);
        }
        self.out.push(')');
    }

    fn write_delimiter(&mut self, mark: usize, bracket: &str) {
        let (delimiter, width, name) = match (&self.marks[mark], self.styles[mark]) {
            (Mark::Emphasis, Style::Star) => (b'*', 1, "em"),
            (Mark::Emphasis, _) => (b'_', 1, "em"),
            (Mark::Deleted, _) => (b'~', 2, "del"),
            (_, Style::Underscore) => (b'_', 2, "strong"),
            _ => (b'*', 2, "strong"),
        };
        if self.styles[mark] == Style::Html {
            self.out.extend([bracket, name, ">"]);
            return;
        }
        let at = self.out.len();
        self.out.extend(std::iter::repeat_n(char::from(delimiter), width));
        let scope = self.links.last().map_or(usize::MAX, |&(link, _)| link);
        match self.runs.last_mut() {
            Some(run)
                if run.delimiter == delimiter
                    && run.at + run.owners.len() == at
                    && run.scope == scope
                    && self.breaks.last() != Some(&at) =>
            {
                run.owners.extend(std::iter::repeat_n(mark, width));
            }
            _ => self.runs.push(Run { at, delimiter, owners: vec![mark; width], scope }),
        }
    }
}

/// Returns whether `<url>` is a link (CommonMark, section 6.5).
fn is_autolink(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once(':') else { return false };
    (2..=32).contains(&scheme.len())
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte))
        && !rest.contains(|c: char| c.is_ascii_control() || matches!(c, ' ' | '<' | '>' | '|'))
}
