//! Tables: data tables become tables, and layout tables become their contents.
//!
//! A row of Markdown is one line, so a table whose cells hold other tables, or headings and code without
//! headers, is written cell by cell. Cells that span are followed by empty ones, within bounds: a page may
//! declare a thousand million columns. A column in which no cell begins does not count: a title over
//! `colspan=100` is as wide as the rows below it.

use webagents_html::{Dom, Id, Tag};

use super::MarkdownWriter;
use super::out::BlockKind;
use super::piece::{InlinePlace, collapse_blanks};
use crate::limits;

/// A row: its cells, and whether all of them are headers.
#[derive(Debug)]
struct TableRow {
    cells: Vec<Id>,
    is_header: bool,
    /// The part of the table that it is in. No cell reaches into the next one.
    part: usize,
}

/// Columns of a table in which cells begin.
#[derive(Debug, Default)]
struct Columns(Vec<bool>);

impl Columns {
    fn begin_column(&mut self, column: usize) {
        if self.0.len() <= column {
            self.0.resize(column + 1, false);
        }
        self.0[column] = true;
    }

    /// Returns the number of columns that are written of these.
    fn count_columns(&self, from: usize, columns: usize) -> usize {
        let end = from.saturating_add(columns).min(self.0.len());
        self.0.get(from..end).unwrap_or_default().iter().filter(|&&begins| begins).count()
    }
}

/// A cell with nothing in it, and the bar after it.
const EMPTY: &str = " |";

/// A row as it is written.
#[derive(Debug)]
struct TableLine {
    text: String,
    /// Number of columns.
    width: usize,
    /// `true` if a cell of it is not empty.
    says_anything: bool,
}

impl Default for TableLine {
    fn default() -> Self {
        Self { text: String::from("|"), width: 0, says_anything: false }
    }
}

impl TableLine {
    fn push_cell(&mut self, cell: &str) {
        if cell.is_empty() {
            return self.skip_columns(1);
        }
        for part in [" ", cell, " |"] {
            self.text.push_str(part);
        }
        self.width += 1;
        self.says_anything = true;
    }

    /// Adds empty cells.
    fn skip_columns(&mut self, columns: usize) {
        self.text.extend(std::iter::repeat_n(EMPTY, columns));
        self.width += columns;
    }
}

/// For each column, the number of rows that the cell above still covers.
#[derive(Debug, Default)]
struct Covered {
    rows: Vec<usize>,
    part: usize,
}

impl Covered {
    /// Begins a row of a part of the table.
    fn enter_part(&mut self, part: usize) {
        if std::mem::replace(&mut self.part, part) != part {
            self.rows.clear();
        }
    }

    /// Takes a row from the covered columns at `from`, and returns their number.
    fn take_covered(&mut self, from: usize) -> usize {
        let covered = self.rows.iter_mut().skip(from).take_while(|left| **left > 0);
        covered.map(|left| *left -= 1).count()
    }

    /// Takes a row from all covered columns from `from` on.
    fn take_rest(&mut self, from: usize) {
        self.rows.iter_mut().skip(from).filter(|left| **left > 0).for_each(|left| *left -= 1);
    }

    /// Covers columns below a cell in the rows after its own.
    fn cover_cells(&mut self, from: usize, width: usize, height: usize) {
        if height > 1 && from + width <= limits::SPAN {
            self.rows.resize(self.rows.len().max(from + width), 0);
            self.rows[from..from + width].fill(height - 1);
        }
    }
}

impl MarkdownWriter<'_> {
    pub(super) fn write_table(&mut self, id: Id) {
        let rows = self.find_rows(id);
        if self.inline.place == InlinePlace::Cell && self.code == 0 && self.is_data(id, &rows) {
            return self.table_in_cell(&rows);
        }
        if self.inline.place != InlinePlace::Paragraph
            || self.out.depth() >= limits::CONTAINERS
            || !self.is_data(id, &rows)
        {
            return self.write_layout(id, &rows);
        }
        self.write_caption(id);
        let mut lines: Vec<TableLine> = Vec::with_capacity(rows.len());
        let columns = self.find_columns(&rows);
        let mut covered = Covered::default();
        let mut first = None;
        for row in &rows {
            let line = self.write_row(row, &columns, &mut covered);
            if line.says_anything || lines.is_empty() && row.is_header {
                first = first.or(Some(row));
                lines.push(line);
            }
        }
        let Some(width) = lines.iter().map(|line| line.width).max().filter(|&width| width > 0) else {
            return;
        };
        if !lines.iter().any(|line| line.says_anything) && !self.style.is_whole {
            return;
        }
        // Rows may be shorter than the first one, which defines the number of columns.
        if let Some(head) = lines.first_mut() {
            head.skip_columns(width - head.width);
        }
        let delimiters = self.delimiter_line(first, &columns, width);
        let mut written = lines.iter().map(|line| line.text.as_str());
        let head = written.next();
        self.out.push_block(
            BlockKind::Table,
            head.into_iter().chain([delimiters.as_str()]).chain(written),
            "",
        );
    }

    /// Writes a table in the one line of a cell.
    ///
    /// Each row has the names of its columns, and breaks are between rows.
    fn table_in_cell(&mut self, rows: &[TableRow]) {
        let names: Vec<Id> =
            rows.first().filter(|row| row.is_header).map(|row| row.cells.clone()).unwrap_or_default();
        for row in rows.iter().skip(usize::from(!names.is_empty() && rows.len() > 1)) {
            self.flush_inline();
            for (at, &cell) in row.cells.iter().enumerate() {
                self.inline.push_text(if at == 0 { "" } else { ", " });
                if let Some(&name) = names.get(at).filter(|_| rows.len() > 1) {
                    let name = collapse_blanks(&self.dom.text_content(name));
                    self.inline.push_text(&name);
                    self.inline.push_text(if name.is_empty() { "" } else { ": " });
                }
                for child in self.dom.children(cell) {
                    self.write_node(child);
                }
            }
        }
        self.flush_inline();
    }

    fn write_caption(&mut self, id: Id) {
        let captions: Vec<Id> =
            self.dom.children(id).filter(|&child| self.dom.tag(child) == Tag::Caption).collect();
        for caption in captions {
            self.write_children(caption);
            self.flush_inline();
        }
    }

    /// The line below the first row, with the alignment of its cells.
    fn delimiter_line(&self, first: Option<&TableRow>, columns: &Columns, width: usize) -> String {
        let mut line = String::from("|");
        let cells = first.map_or(&[][..], |row| &row.cells).iter();
        let mut column = 0;
        let mut alignments = cells.flat_map(|&cell| {
            let span = self.find_span(cell, "colspan");
            let count = columns.count_columns(column, span);
            column += span;
            std::iter::repeat_n(self.find_alignment(cell), count)
        });
        for _ in 0..width {
            line.push_str(match alignments.next().flatten() {
                Some(Alignment::Left) => " :--- |",
                Some(Alignment::Center) => " :---: |",
                Some(Alignment::Right) => " ---: |",
                None => " --- |",
            });
        }
        line
    }

    fn find_alignment(&self, cell: Id) -> Option<Alignment> {
        let style = self.dom.attribute(cell, "style").unwrap_or_default();
        let named = style.split(';').find_map(|rule| {
            let (name, value) = rule.split_once(':')?;
            name.trim().eq_ignore_ascii_case("text-align").then(|| value.trim())
        });
        match named.or_else(|| self.dom.attribute(cell, "align"))?.to_ascii_lowercase().as_str() {
            "left" => Some(Alignment::Left),
            "center" => Some(Alignment::Center),
            "right" => Some(Alignment::Right),
            _ => None,
        }
    }

    /// Over how many columns or rows a cell reaches, within bounds. `rowspan=0` is all rows of its part.
    fn find_span(&self, cell: Id, name: &str) -> usize {
        let number: Option<usize> = self.dom.attribute(cell, name).and_then(|text| text.trim().parse().ok());
        match number {
            Some(0) if name == "rowspan" => limits::SPAN,
            number => number.unwrap_or(1).clamp(1, limits::SPAN),
        }
    }

    /// Finds the columns in which cells begin.
    fn find_columns(&self, rows: &[TableRow]) -> Columns {
        let mut columns = Columns::default();
        let mut covered = Covered::default();
        for row in rows {
            covered.enter_part(row.part);
            let mut column = 0;
            for &cell in &row.cells {
                column += covered.take_covered(column);
                columns.begin_column(column);
                let (width, height) = (self.find_span(cell, "colspan"), self.find_span(cell, "rowspan"));
                covered.cover_cells(column, width, height);
                column += width;
            }
            covered.take_rest(column);
        }
        columns
    }

    fn write_row(&mut self, row: &TableRow, columns: &Columns, covered: &mut Covered) -> TableLine {
        let mut line = TableLine::default();
        covered.enter_part(row.part);
        let mut column = 0;
        for &cell in &row.cells {
            // Cells of the rows above reach into this one.
            let reached = covered.take_covered(column);
            self.skip_covered(&mut line, columns.count_columns(column, reached));
            column += reached;
            line.push_cell(&self.write_cell(cell));
            let (width, height) = (self.find_span(cell, "colspan"), self.find_span(cell, "rowspan"));
            self.skip_covered(&mut line, columns.count_columns(column + 1, width - 1));
            covered.cover_cells(column, width, height);
            column += width;
        }
        covered.take_rest(column);
        line
    }

    /// Adds empty cells to a row, as far as the text may grow.
    fn skip_covered(&self, line: &mut TableLine, columns: usize) {
        if columns > 0 && self.out.may_grow(columns * EMPTY.len()) {
            line.skip_columns(columns);
        }
    }

    /// The contents of a cell in one line.
    fn write_cell(&mut self, id: Id) -> String {
        self.tables += 1;
        let outer = std::mem::replace(&mut self.inline.place, InlinePlace::Cell);
        self.write_children(id);
        let mut line = self.inline.finish_block();
        if line.is_empty()
            && let Some(sign) = find_sign(self.dom, id)
        {
            self.inline.push_text(&sign);
            line = self.inline.finish_block();
        }
        self.inline.place = outer;
        self.tables -= 1;
        line.replace('\n', "<br>")
    }

    /// The rows of this table, with the rows of `<thead>` first and those in `<tfoot>` last.
    fn find_rows(&self, id: Id) -> Vec<TableRow> {
        let mut rows = [Vec::new(), Vec::new(), Vec::new()];
        for (number, child) in self.dom.children(id).enumerate() {
            let part = match self.dom.tag(child) {
                Tag::Thead => 0,
                Tag::Tbody => 1,
                Tag::Tfoot => 2,
                Tag::Tr => {
                    rows[1].extend(self.find_cells(child, false, 0));
                    continue;
                }
                _ => continue,
            };
            let inner = self.dom.children(child).filter(|&row| self.dom.tag(row) == Tag::Tr);
            rows[part].extend(inner.filter_map(|row| self.find_cells(row, part == 0, number + 1)));
        }
        rows.into_iter().flatten().collect()
    }

    fn find_cells(&self, row: Id, in_head: bool, part: usize) -> Option<TableRow> {
        let cells: Vec<Id> =
            self.dom.children(row).filter(|&cell| matches!(self.dom.tag(cell), Tag::Td | Tag::Th)).collect();
        let is_header = in_head || cells.iter().all(|&cell| self.dom.tag(cell) == Tag::Th);
        (!cells.is_empty()).then_some(TableRow { cells, is_header, part })
    }

    /// Returns whether a table holds data.
    fn is_data(&self, id: Id, rows: &[TableRow]) -> bool {
        if matches!(self.dom.attribute(id, "role"), Some("presentation" | "none")) {
            return false;
        }
        let widest = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let has_headers = rows.iter().any(|row| row.is_header);
        if widest == 0 || rows.iter().flat_map(|row| &row.cells).any(|&cell| self.is_line_number(cell)) {
            return false;
        }
        // One column, or one row, without a header is an arrangement.
        if !has_headers && widest == 1 {
            return false;
        }
        // Elements that a line of a table cannot hold.
        let mut at = self.dom.first_child(id);
        while let Some(node) = at {
            match self.dom.tag(node) {
                Tag::Form => return false,
                // A table with headers of its own may hold a table of data in a cell.
                Tag::Table if !has_headers || self.find_rows(node).iter().all(|row| row.cells.len() < 2) => {
                    return false;
                }
                // Under the header of a column they are a part of the row.
                tag if (tag.heading().is_some() || tag == Tag::Pre) && !has_headers => return false,
                _ => {}
            }
            at = self.dom.following(node, id);
        }
        true
    }

    /// Writes the cells one after the other, as blocks.
    fn write_layout(&mut self, id: Id, rows: &[TableRow]) {
        if self.inline.place == InlinePlace::Paragraph {
            self.write_caption(id);
        }
        for row in rows {
            for &cell in &row.cells {
                if !self.is_line_number(cell) {
                    self.write_children(cell);
                    self.flush_inline();
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Alignment {
    Left,
    Center,
    Right,
}

/// Returns the name of the sign that a cell without text shows: a drawing, or an icon of a font.
///
/// It is the label or the title of an element (WAI-ARIA 1.2, section 6.6.3; SVG 2, section 5.7).
fn find_sign(dom: &Dom, cell: Id) -> Option<String> {
    const NODES: usize = 32;
    const LENGTH: usize = 80;
    let mut at = dom.first_child(cell);
    let mut names = std::iter::from_fn(|| {
        let id = at?;
        // Controls are not signs, and a picture is written itself or is not wanted.
        let is_action = matches!(dom.tag(id), Tag::A | Tag::Button | Tag::Input | Tag::Img);
        at = if is_action { dom.following_skipping(id, cell) } else { dom.following(id, cell) };
        let attribute = |name| dom.attribute(id, name).filter(|_| !is_action).map(str::to_owned);
        let title = || (dom.name(id) == "title").then(|| dom.text_content(id));
        Some(attribute("aria-label").or_else(|| attribute("title")).or_else(title).unwrap_or_default())
    })
    .take(NODES);
    names.find(|name| !name.trim().is_empty() && name.len() <= LENGTH)
}
