//! Differences between two snapshots, by the identity of elements.

use std::collections::{HashMap, HashSet};

use super::SnapshotOptions;
use super::row::{self, Row, Sign};

/// The part of a page that a snapshot is of. Snapshots of different parts are not compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subject {
    all: bool,
    compact: bool,
    links: bool,
    scope: Option<u64>,
}

impl Subject {
    pub(super) fn of(options: &SnapshotOptions) -> Self {
        Self {
            all: options.all,
            compact: options.compact,
            links: options.links,
            scope: options.scope.as_ref().map(|(_, number)| *number),
        }
    }
}

/// The rows that are gone, changed and new, in this order, or `None` if no element is in both.
pub(super) fn between(before: &[Row], after: &[Row]) -> Option<Vec<Row>> {
    let old: HashMap<u64, &Row> = before.iter().map(|row| (row.number, row)).collect();
    let now: HashSet<u64> = after.iter().map(|row| row.number).collect();
    if !before.is_empty() && !after.is_empty() && !now.iter().any(|number| old.contains_key(number)) {
        return None;
    }
    let mut rows: Vec<Row> = Vec::new();
    rows.extend(roots(before, |row| !now.contains(&row.number), Sign::Gone).into_iter().map(|mut row| {
        row.marks.clear();
        row
    }));
    for row in after {
        let Some(was) = old.get(&row.number).filter(|was| !was.says_same(row)) else { continue };
        let mut changed = Row { depth: 0, sign: Sign::Changed, ..row.clone() };
        if was.name != row.name && was.value == row.value {
            changed.marks.push(format!("was \"{}\"", was.name));
        }
        rows.push(changed);
    }
    let mut new = roots(after, |row| !old.contains_key(&row.number), Sign::New);
    let mut places = places(after, |row| !old.contains_key(&row.number)).into_iter();
    for row in new.iter_mut().filter(|row| row.depth == 0) {
        row.marks.extend(places.next().flatten());
    }
    rows.extend(new);
    Some(rows)
}

/// The place of each new row that is not in another new one: around it or before it.
///
/// Of new rows that follow each other only the first has one.
fn places(rows: &[Row], is_new: impl Fn(&Row) -> bool) -> Vec<Option<String>> {
    let mut places = Vec::new();
    // The rows around the current one, with whether each is new.
    let mut open: Vec<(&Row, bool)> = Vec::new();
    let mut before: Option<&Row> = None;
    for row in rows {
        while open.last().is_some_and(|(around, _)| around.depth >= row.depth) {
            open.pop();
        }
        let is_root = is_new(row) && !open.iter().any(|(_, is_new)| *is_new);
        if is_root {
            let follows = before.is_some_and(|before| is_new(before) && before.depth >= row.depth);
            let around = open.iter().rev().map(|(row, _)| *row).find(|row| row.shown || !row.name.is_empty());
            let place = around.map(|row| ("in", row)).or(before.map(|row| ("after", row)));
            places.push(place.filter(|_| !follows).map(|(word, row)| {
                if row.shown {
                    format!("{word} @e{}", row.number)
                } else {
                    format!("{word} {} {:?}", row.role, row.name)
                }
            }));
        }
        open.push((row, is_new(row)));
        before = Some(row);
    }
    places
}

/// The rows that `is_part` takes, each as deep as there are others of them around it.
fn roots(rows: &[Row], is_part: impl Fn(&Row) -> bool, sign: Sign) -> Vec<Row> {
    let mut kept = rows.to_vec();
    row::retain(&mut kept, |_, row| is_part(row));
    for row in &mut kept {
        row.sign = sign;
    }
    kept
}
