//! Metadata of pages (title, author, day), compared with the labels.
//!
//! WCXB's labels have a title for each page, and an author and a day if the page shows them.

use std::collections::BTreeSet;

use webagents_read::{Metadata, ReadOptions, read};

use super::corpora::Page;
use super::score;
use super::score::words;
use crate::report::Table;

/// Counts of one field.
#[derive(Debug, Default)]
struct Field {
    given: usize,
    labelled: usize,
    right: usize,
}

impl Field {
    fn add(&mut self, given: bool, labelled: bool, right: bool) {
        self.given += usize::from(given);
        self.labelled += usize::from(labelled);
        self.right += usize::from(right);
    }
}

/// Measures title, author and day of the pages, by what `who` found of each.
pub(super) fn run<'a>(table: &mut Table, who: &str, pages: impl Iterator<Item = (&'a Page, [String; 3])>) {
    let mut fields = [Field::default(), Field::default(), Field::default()];
    for (page, given) in pages {
        let labels = [&page.title, &page.author, &page.published];
        for (at, ((field, given), label)) in fields.iter_mut().zip(&given).zip(labels).enumerate() {
            let (given, label) = (normal(given), normal(label));
            // An author may be one of several, or have a title.
            let is_near = at == 1 && is_part(&given, &label);
            let right = !label.is_empty() && !given.is_empty() && (given == label || is_near);
            field.add(!given.is_empty(), !label.is_empty(), right);
        }
    }
    for (name, field) in ["title", "author", "day of publication"].iter().zip(fields) {
        let found = score::Segments {
            found: field.right,
            unwanted: field.given - field.right,
            missed: field.labelled - field.right,
        };
        super::agreement(table, &format!("{who}, {name}"), found.agreement(), None);
    }
}

/// Title, first author and day that `webagents-read` finds in a page.
pub(super) fn ours(html: &str) -> [String; 3] {
    let Metadata { title, authors, published, .. } = read(html, &ReadOptions::default()).metadata;
    [
        title.unwrap_or_default(),
        authors.into_iter().next().unwrap_or_default(),
        day(&published.unwrap_or_default()),
    ]
}

/// The day of a date.
pub(super) fn day(date: &str) -> String {
    date.chars().take(10).collect()
}

fn normal(text: &str) -> String {
    words(&text.to_lowercase()).collect::<Vec<_>>().join(" ")
}

/// Returns whether one text of at least two words has all its words in the other.
fn is_part(one: &str, other: &str) -> bool {
    let (one, other): (BTreeSet<&str>, BTreeSet<&str>) =
        (one.split(' ').collect(), other.split(' ').collect());
    let fewer = one.len().min(other.len());
    fewer > 1 && (one.is_subset(&other) || other.is_subset(&one))
}
