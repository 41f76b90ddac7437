//! Rows of a snapshot, and ways to make them fewer.

use std::fmt::Write as _;

use serde::Deserialize;
use webagents_text::hidden;

/// Levels of rows, at most: deeper ones are listed at the last level.
const DEPTH: usize = 100;

/// One element or text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(from = "Wire")]
pub(crate) struct Row {
    /// Number of rows around it.
    pub(crate) depth: usize,
    /// Its number in the session.
    pub(crate) number: u64,
    /// `true` if the number is shown, because the element can be acted on.
    pub(crate) shown: bool,
    pub(crate) role: String,
    pub(crate) name: String,
    /// States, such as `disabled` or `level=2`.
    pub(crate) marks: Vec<String>,
    /// Value of a control, or text.
    pub(crate) value: String,
    /// Text of its surroundings, which distinguishes it from others of its role and name.
    pub(crate) context: String,
    /// The sign in front of it.
    pub(crate) sign: Sign,
}

/// Sign in front of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Sign {
    /// None.
    #[default]
    Item,
    /// It appeared.
    New,
    /// It is gone.
    Gone,
    /// It changed.
    Changed,
}

/// A row as the page writes it.
type Wire = (usize, u64, u8, String, String, Vec<String>, String, String);

impl From<Wire> for Row {
    fn from((depth, number, shown, role, name, marks, value, context): Wire) -> Self {
        // A line without a reference begins with the role, so that it must not look like one.
        let role = role.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        Self { depth, number, shown: shown != 0, role, name, marks, value, context, sign: Sign::Item }
    }
}

impl Row {
    /// The line of the row, without a line break: `@e7 textbox "Name" [required]: Ada`.
    ///
    /// The part before the name is not the page's, and the name and the marks end where they seem to end.
    pub(crate) fn line(&self) -> String {
        let mut line = "  ".repeat(self.depth);
        line.push_str(match self.sign {
            Sign::Item => "",
            Sign::New => "+ ",
            Sign::Gone => "gone: ",
            Sign::Changed => "~ ",
        });
        if self.shown {
            // A String takes any number of characters.
            let _ = write!(line, "@e{} ", self.number);
        }
        line.push_str(&self.role);
        if !self.name.is_empty() {
            line.push_str(" \"");
            push_escaped(&mut line, &self.name, '"');
            line.push('"');
        }
        for mark in &self.marks {
            line.push_str(" [");
            push_escaped(&mut line, mark, ']');
            line.push(']');
        }
        if !self.context.is_empty() {
            line.push_str(" in \"");
            push_escaped(&mut line, &self.context, '"');
            line.push('"');
        }
        if !self.value.is_empty() {
            line.push_str(": ");
            push_plain(&mut line, &self.value);
        }
        line
    }

    /// Returns whether the row has the same content as another, at any depth.
    pub(crate) fn says_same(&self, other: &Self) -> bool {
        (&self.role, &self.name, &self.marks, &self.value, &self.context)
            == (&other.role, &other.name, &other.marks, &other.value, &other.context)
    }
}

/// The character, or a space for one that ends a line or controls a terminal or the direction of text.
pub(crate) fn plain(character: char) -> char {
    if hidden::SNAPSHOT.contains(character) { ' ' } else { character }
}

/// Adds a text that `end` follows: a backslash comes before each of these, and before each backslash.
fn push_escaped(line: &mut String, text: &str, end: char) {
    for character in text.chars() {
        if character == end || character == '\\' {
            line.push('\\');
        }
        line.push(plain(character));
    }
}

fn push_plain(line: &mut String, text: &str) {
    line.extend(text.chars().map(plain));
}

/// For each row the index after the last one in it.
pub(crate) fn ends(rows: &[Row]) -> Vec<usize> {
    let mut ends = vec![rows.len(); rows.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        while let Some(&last) = open.last() {
            if rows.get(last).is_some_and(|last| last.depth < row.depth) {
                break;
            }
            if let Some(end) = ends.get_mut(last) {
                *end = index;
            }
            open.pop();
        }
        open.push(index);
    }
    ends
}

/// Makes depths consistent with a tree: a row is one level below the last one that is around it.
pub(crate) fn settle(rows: &mut [Row]) {
    let mut open: Vec<usize> = Vec::new();
    for row in rows {
        while open.last().is_some_and(|&depth| depth >= row.depth) {
            open.pop();
        }
        let depth = row.depth;
        row.depth = open.len().min(DEPTH);
        open.push(depth);
    }
}

/// Removes the rows that `keep` refuses; the rows in them move a level up.
pub(crate) fn retain(rows: &mut Vec<Row>, mut keep: impl FnMut(usize, &Row) -> bool) {
    // The rows around the current one: their former depth, and their number with those around them that are kept.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut index = 0;
    rows.retain_mut(|row| {
        while open.last().is_some_and(|(depth, _)| *depth >= row.depth) {
            open.pop();
        }
        let kept = keep(index, row);
        index += 1;
        let around = open.last().map_or(0, |(_, around)| *around);
        open.push((row.depth, around + usize::from(kept)));
        row.depth = around;
        kept
    });
}

/// Joins texts with their rows.
///
/// A text that is all that a row has in it becomes the row's value. Texts and headings that repeat a neighbour's name
/// are dropped.
pub(crate) fn merge(rows: &mut Vec<Row>, all: bool) {
    let ends = ends(rows);
    let mut drop = vec![false; rows.len()];
    for index in 0..rows.len() {
        let end = ends.get(index).copied().unwrap_or_default();
        let (head, tail) = rows.split_at_mut(index + 1);
        let (Some(row), inner) = (head.last_mut(), end.saturating_sub(index + 1)) else { continue };
        let Some(next) = tail.first_mut() else { continue };
        let Some(is_dropped) = drop.get_mut(index + 1) else { continue };
        if inner == 1 && next.role == "text" && row.value.is_empty() {
            if next.value != row.name {
                row.value = std::mem::take(&mut next.value);
            }
            *is_dropped = true;
        } else if row.role == "text" && next.depth == row.depth && next.name == row.value {
            // The text of a label, in front of its control.
            if let Some(is_dropped) = drop.get_mut(index) {
                *is_dropped = true;
            }
        } else if next.role == "text" && next.depth >= row.depth && row.name == next.value {
            // The text of a label after its control, or of a legend in its group.
            *is_dropped = true;
        } else if !all
            && row.role == "heading"
            && inner == 1
            && next.shown
            && next.name == row.name
            && let Some(is_dropped) = drop.get_mut(index)
        {
            *is_dropped = true;
        }
    }
    retain(rows, |index, _| !drop.get(index).copied().unwrap_or_default());
}

/// Removes rows without information.
///
/// They have no name, value, reference of a control and content, or are around one other row alone.
pub(crate) fn compact(rows: &mut Vec<Row>) {
    loop {
        let ends = ends(rows);
        let before = rows.len();
        let single: Vec<bool> = (0..rows.len())
            .map(|index| {
                let end = ends.get(index).copied().unwrap_or_default();
                end <= index + 1 || ends.get(index + 1) == Some(&end)
            })
            .collect();
        retain(rows, |index, row| {
            let is_said = !row.name.is_empty() || !row.value.is_empty() || !row.marks.is_empty();
            is_said || is_control(row) || !single.get(index).copied().unwrap_or_default()
        });
        // Each round removes a row or is the last; a chain of them goes in one round.
        if rows.len() == before {
            return;
        }
    }
}

/// Returns whether the row is one of something that takes input.
fn is_control(row: &Row) -> bool {
    row.shown
        && !matches!(
            row.role.as_str(),
            "banner"
                | "complementary"
                | "contentinfo"
                | "figure"
                | "form"
                | "group"
                | "list"
                | "main"
                | "navigation"
                | "region"
                | "search"
                | "table"
                | "article"
                | "grid"
                | "document"
        )
}
