//! Text of rows within a budget of tokens.
//!
//! Rows are never cut. Runs of alike siblings are summarised first, then either the middle of the longest lists of
//! siblings or levels from the deepest on, whichever leaves more rows, then the middle of the first level. So the end
//! of the page is listed as well as its beginning. Each summary names the command that lists the omitted rows.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use webagents_text::estimate_tokens;

use super::SnapshotOptions;
use super::row::{self, Row};

/// Siblings that repeat as a group, at most.
///
/// An example is the link, the box and the button of each item of a list.
const PERIOD: usize = 8;
/// Groups from which on they are a run.
const RUN: usize = 4;
/// Siblings of one row that are listed, at least, while others are left out in their middle.
const WIDTH: usize = 4;
/// Share of the siblings that are listed after the omitted ones: one of this number.
const TAIL: usize = 4;
/// Tokens of a summary, at most.
const SUMMARY: usize = 60;

/// The command that a summary names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum More {
    /// A snapshot of the rest.
    From,
    /// A snapshot without differences.
    Again,
}

/// Writes the lines of rows.
pub(super) fn write(rows: &[Row], options: &SnapshotOptions, more: More) -> String {
    let outline = Outline::of(rows, options, more);
    if outline.top.is_empty() && more == More::From && options.from > 0 {
        let count = outline.children(outline.head).len();
        return format!("no row has the index {}; there are {count}, from 0 on", options.from);
    }
    let depth = options.depth.unwrap_or(usize::MAX);
    let Some(budget) = options.budget else {
        return outline.text(&outline.plan(usize::MAX, depth, usize::MAX));
    };
    let fits = |plan: &Vec<Line>| outline.cost(plan) <= budget;
    let whole = outline.plan(usize::MAX, depth, usize::MAX);
    if fits(&whole) {
        return outline.text(&whole);
    }
    let deepest = rows.iter().map(|row| row.depth + 1).max().unwrap_or(1).min(depth);
    let plan = largest(rows.len(), |keep| outline.plan(keep, depth, usize::MAX), fits)
        .or_else(|| {
            let wide = largest(rows.len(), |width| outline.plan(1, depth, width + WIDTH - 1), fits);
            let deep = largest(deepest, |depth| outline.plan(1, depth, usize::MAX), fits);
            let shown = |plan: &Option<Vec<Line>>| {
                plan.iter().flatten().filter(|line| matches!(line, Line::Row(_))).count()
            };
            if shown(&wide) > shown(&deep) { wide } else { deep }
        })
        .or_else(|| largest(outline.top.len(), |width| outline.plan(1, 1, width), fits))
        .unwrap_or_else(|| outline.plan(1, 1, 1));
    outline.text(&plan)
}

/// The plan of the largest number up to `most` that fits, if smaller numbers cost less.
fn largest(
    most: usize,
    plan: impl Fn(usize) -> Vec<Line>,
    fits: impl Fn(&Vec<Line>) -> bool,
) -> Option<Vec<Line>> {
    let (mut low, mut high) = (1, most.max(1));
    let mut best = None;
    while low <= high {
        let middle = low.midpoint(high);
        let candidate = plan(middle);
        if fits(&candidate) {
            best = Some(candidate);
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    best
}

/// A line of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// A row.
    Row(usize),
    /// Siblings that are left out.
    More {
        /// Levels around them.
        depth: usize,
        /// Number of groups, or of siblings.
        count: usize,
        /// Rows of a group that they are like.
        like: Option<Range<usize>>,
        /// The row around them.
        parent: Option<usize>,
        /// Index of the first of them among the children of that row.
        from: usize,
    },
    /// The content of a row, which is left out.
    Inside {
        /// Levels around it.
        depth: usize,
        /// Number of rows.
        count: usize,
        /// The row.
        parent: usize,
    },
}

/// Rows as a tree.
struct Outline<'a> {
    rows: &'a [Row],
    options: &'a SnapshotOptions,
    more: More,
    ends: Vec<usize>,
    costs: Vec<usize>,
    /// A hash of the roles in each row.
    shapes: Vec<u64>,
    /// The row of the scope, if it has one.
    head: Option<usize>,
    /// The children of the scope, except children that the options leave out.
    top: Vec<usize>,
}

impl<'a> Outline<'a> {
    fn of(rows: &'a [Row], options: &'a SnapshotOptions, more: More) -> Self {
        let ends = row::ends(rows);
        let costs = rows.iter().map(|row| estimate_tokens(&row.line()) + 1).collect();
        let mut outline =
            Self { rows, options, more, ends, costs, shapes: Vec::new(), head: None, top: Vec::new() };
        let scope = options.scope.as_ref().map(|(_, number)| *number);
        if more == More::From
            && scope.is_some()
            && rows.first().map(|row| row.number) == scope
            && outline.end(0) == rows.len()
        {
            outline.head = Some(0);
        }
        let from = if more == More::From { options.from } else { 0 };
        outline.top = outline.children(outline.head).into_iter().skip(from).collect();
        outline.shapes = outline.shapes();
        outline
    }

    fn end(&self, index: usize) -> usize {
        self.ends.get(index).copied().unwrap_or(self.rows.len())
    }

    fn depth(&self, index: usize) -> usize {
        self.rows.get(index).map_or(0, |row| row.depth)
    }

    /// The rows one level below a row, or the rows of the first level.
    fn children(&self, parent: Option<usize>) -> Vec<usize> {
        let (mut at, end) = parent.map_or((0, self.rows.len()), |parent| (parent + 1, self.end(parent)));
        let mut list = Vec::new();
        while at < end {
            list.push(at);
            at = self.end(at).max(at + 1);
        }
        list
    }

    fn shapes(&self) -> Vec<u64> {
        let mut shapes = vec![0; self.rows.len()];
        for index in (0..self.rows.len()).rev() {
            let mut hasher = DefaultHasher::new();
            if let Some(row) = self.rows.get(index) {
                (&row.role, row.shown, row.sign).hash(&mut hasher);
            }
            // Rows of one kind may differ in how many alike rows they have.
            let mut last = 0;
            for child in self.children(Some(index)) {
                let shape = shapes.get(child).copied().unwrap_or_default();
                if shape != last {
                    shape.hash(&mut hasher);
                }
                last = shape;
            }
            if let Some(shape) = shapes.get_mut(index) {
                *shape = hasher.finish();
            }
        }
        shapes
    }

    /// The length and the period of the run that starts at `at`.
    fn run(&self, children: &[usize], at: usize) -> Option<(usize, usize)> {
        let shape = |index: usize| children.get(index).and_then(|child| self.shapes.get(*child));
        let mut best: Option<(usize, usize)> = None;
        for period in 1..=PERIOD {
            let mut end = at + period;
            while end < children.len() && shape(end) == shape(end - period) {
                end += 1;
            }
            let groups = (end - at) / period;
            if groups >= RUN && best.is_none_or(|(length, _)| groups * period > length + period) {
                best = Some((groups * period, period));
            }
        }
        best
    }

    /// The lines, with at most `keep` groups of each run, `depth` levels and `width` children of each row.
    fn plan(&self, keep: usize, depth: usize, width: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = self.head.map(Line::Row).into_iter().collect();
        let from = if self.more == More::From { self.options.from } else { 0 };
        let base = self.head.map_or(0, |_| 1);
        let mut stack = vec![(self.head, self.siblings(&self.top, self.head, from, keep, width))];
        while let Some((_, steps)) = stack.last_mut() {
            let Some(line) = steps.next() else {
                stack.pop();
                continue;
            };
            let Line::Row(index) = line else {
                lines.push(line);
                continue;
            };
            lines.push(line);
            let inner = self.end(index).saturating_sub(index + 1);
            if inner == 0 {
                continue;
            }
            if self.depth(index) + 1 >= depth.saturating_add(base) {
                lines.push(Line::Inside { depth: self.depth(index) + 1, count: inner, parent: index });
                continue;
            }
            let children = self.children(Some(index));
            stack.push((Some(index), self.siblings(&children, Some(index), 0, keep, width)));
        }
        lines
    }

    /// The lines of siblings, without the lines of their descendants.
    fn siblings(
        &self,
        children: &[usize],
        parent: Option<usize>,
        from: usize,
        keep: usize,
        width: usize,
    ) -> std::vec::IntoIter<Line> {
        let mut lines = Vec::new();
        let depth = parent.map_or(0, |parent| self.depth(parent) + 1);
        let listed: Vec<usize> = self.units(children, keep);
        if listed.len() > width {
            let tail = width / TAIL;
            let start = listed.get(width - tail).copied().unwrap_or(children.len());
            let end = listed.get(listed.len() - tail).copied().unwrap_or(children.len());
            lines.extend(self.runs(children.get(..start).unwrap_or_default(), parent, from, keep));
            let more = Line::More { depth, count: end - start, like: None, parent, from: from + start };
            lines.push(more);
            lines.extend(self.runs(children.get(end..).unwrap_or_default(), parent, from + end, keep));
        } else {
            lines = self.runs(children, parent, from, keep);
        }
        lines.into_iter()
    }

    /// The indices of the siblings that are listed: all but the later groups of runs.
    fn units(&self, children: &[usize], keep: usize) -> Vec<usize> {
        let mut units = Vec::new();
        let mut at = 0;
        while at < children.len() {
            let run = if keep == usize::MAX { None } else { self.run(children, at) };
            let (length, period) = run.unwrap_or((1, 1));
            units.extend(at..at + period);
            at += length;
        }
        units
    }

    /// The lines of siblings, of which runs are summarised.
    fn runs(&self, children: &[usize], parent: Option<usize>, from: usize, keep: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut at = 0;
        while at < children.len() {
            let run = if keep == usize::MAX { None } else { self.run(children, at) };
            let (length, period) = run.unwrap_or((1, 1));
            let groups = length / period;
            let kept = if groups > keep.saturating_add(1) { keep } else { groups };
            let next = at + kept * period;
            lines.extend(children.get(at..next).unwrap_or_default().iter().map(|child| Line::Row(*child)));
            if kept < groups {
                let start = next.checked_sub(period).and_then(|index| children.get(index)).copied();
                let last = next.checked_sub(1).and_then(|index| children.get(index)).copied();
                lines.push(Line::More {
                    depth: parent.map_or(0, |parent| self.depth(parent) + 1),
                    count: groups - kept,
                    like: start.zip(last).map(|(start, last)| start..self.end(last)),
                    parent,
                    from: from + next,
                });
            }
            at += length;
        }
        lines
    }

    fn cost(&self, plan: &[Line]) -> usize {
        let cost = |line: &Line| match line {
            Line::Row(index) => self.costs.get(*index).copied().unwrap_or_default(),
            other => estimate_tokens(&self.line(other)).min(SUMMARY) + 1,
        };
        plan.iter().map(cost).sum()
    }

    fn text(&self, plan: &[Line]) -> String {
        let mut text = String::new();
        for line in plan {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&self.line(line));
        }
        text
    }

    fn line(&self, line: &Line) -> String {
        match line {
            Line::Row(index) => self.rows.get(*index).map(Row::line).unwrap_or_default(),
            Line::Inside { depth, count, parent } => {
                let mut text = format!("{}\u{2026} {} inside", "  ".repeat(*depth), grouped(*count));
                if self.more == More::From {
                    let _ = write!(text, ": `{}`", self.command(Some(*parent), None));
                }
                text
            }
            Line::More { depth, count, like, parent, from } => {
                let mut text = format!("{}\u{2026} {} more", "  ".repeat(*depth), grouped(*count));
                let shown = |index: usize| self.rows.get(index).filter(|row| row.shown).map(|row| row.number);
                if let Some(like) = like {
                    let first = like.clone().find_map(shown);
                    let last = like.clone().rev().find_map(shown);
                    match (first, last) {
                        (Some(first), Some(last)) if first == last => {
                            let _ = write!(text, " like @e{first}");
                        }
                        (Some(first), Some(last)) => {
                            let _ = write!(text, " like @e{first} to @e{last}");
                        }
                        _ => text.push_str(" like this"),
                    }
                }
                match self.more {
                    More::From => {
                        let _ = write!(text, ": `find`, or `{}`", self.command(*parent, Some(*from)));
                    }
                    More::Again => text.push_str(": `snapshot`"),
                }
                text
            }
        }
    }

    /// The command that lists the children of a row, from one of them on.
    fn command(&self, parent: Option<usize>, from: Option<usize>) -> String {
        let mut command = "snapshot".to_owned();
        let number = parent.and_then(|parent| self.rows.get(parent)).map(|row| row.number);
        let scope = self.options.scope.as_ref().map(|(_, number)| *number);
        if let Some(number) = number.or(scope) {
            let _ = write!(command, " @e{number}");
        }
        for (flag, is_set) in [
            (" --all", self.options.all),
            (" --compact", self.options.compact),
            (" --links", self.options.links),
        ] {
            command.push_str(if is_set { flag } else { "" });
        }
        if let Some(from) = from {
            let _ = write!(command, " --from {from}");
        }
        command
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
