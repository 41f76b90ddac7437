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
    rows.extend(roots(after, |row| !old.contains_key(&row.number), Sign::New));
    Some(rows)
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
