//! Quality of extraction from pages, on labelled corpora, compared with other readers.
//!
//! The corpora are read from a folder that the caller names (`cargo xtask bench read --corpora FOLDER`), one
//! sub-folder each:
//!
//! | folder | repository | commit |
//! |---|---|---|
//! | `wcxb` | `Murrough-Foley/web-content-extraction-benchmark` | c039d5e |
//! | `aeb` | `scrapinghub/article-extraction-benchmark` | 4a3bc97 |
//! | `trafilatura` | `adbar/trafilatura` (`tests`) | e90b0ef |
//!
//! Rules are made on WCXB's `dev` split. This module prints the figures of its `test` split and of the other two
//! corpora, at which nobody may look to make a rule. The peers are slow, so they read every eighth page, and are
//! compared with `webagents` on the same pages.

mod charset;
mod corpora;
pub mod hostile;
mod linear;
mod metadata;
mod peers;
mod score;
mod text;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use webagents_read::{ReadOptions, decode, part, read};

use self::corpora::Page;
use self::score::Agreement;
use crate::Failure;
use crate::report::{Table, Target};

const SUBJECT: &str = "read";

/// Characters of a page that a model gets by default.
const SHOWN: usize = 10_000;

/// Characters that make a page one with something to read.
const SOMETHING: usize = 200;

/// Measures on the corpora in `folder`.
pub fn run(table: &mut Table, folder: &Path) -> Result<(), Failure> {
    let pages = corpora::wcxb(folder, "test")?;
    let mut empty = 0;
    let mut times = Vec::new();
    let mut markdown = |html: &str| {
        let start = Instant::now();
        let reading = read(html, &ReadOptions::default());
        times.push(start.elapsed());
        if reading.markdown.is_empty() && reading.text.before >= SOMETHING {
            empty += 1;
        }
        reading.markdown
    };
    let ours: Vec<String> = pages.iter().map(|page| markdown(&page.html)).collect();
    whole_pages(table, &pages, &ours);
    shown(table, &pages, &ours);

    let articles = corpora::articles(folder)?;
    let shingles: Vec<_> = articles
        .iter()
        .map(|article| score::shingles(&text::of_markdown(&markdown(&article.html)), &article.body))
        .collect();
    let found = score::shingle_agreement(&shingles);
    agreement(table, "article benchmark, runs of four words", found, Some(0.94));

    let mut segments = score::Segments::default();
    for document in corpora::documents(folder)? {
        let read = markdown(&decode(&document.bytes, None).text);
        segments.add(&text::of_markdown(&read), &document.with, &document.without);
    }
    agreement(table, "trafilatura's set, segments", segments.agreement(), Some(0.9));

    times.sort_unstable();
    let slowest = times.get(times.len() * 99 / 100).copied().unwrap_or_default();
    let milliseconds = slowest.as_secs_f64() * 1e3;
    table.figure(SUBJECT, "time of a page, 99 of 100 take less", format!("{milliseconds:.1} ms"));
    let what = format!("pages with {SOMETHING} characters of which nothing was kept");
    table.score(SUBJECT, what, f64::from(empty), Some(Target::AtMost(0.0)));
    charset::run(table, folder)?;
    crate::suites::run(table, folder)?;
    metadata::run(table, "WCXB test, webagents", pages.iter().map(|page| (page, metadata::ours(&page.html))));
    hostile::memory(table, &pages)?;
    hostile::run(table)?;
    linear::run(table)?;
    peers::run(table, folder, &pages, &ours)
}

/// Words and snippets of WCXB, and words for each kind of page.
fn whole_pages(table: &mut Table, pages: &[Page], ours: &[String]) {
    let texts: Vec<String> = ours.iter().map(|markdown| text::of_markdown(markdown)).collect();
    let mut kinds: BTreeMap<&str, Vec<Agreement>> = BTreeMap::new();
    for (page, text) in pages.iter().zip(&texts) {
        kinds.entry(&page.kind).or_default().push(score::word_agreement(text, &page.content));
    }
    let mean = averaged(kinds.values().flatten());
    agreement(table, "WCXB test, words", mean, Some(0.88));
    table.score(SUBJECT, "WCXB test, words, recall", mean.recall, Some(Target::AtLeast(0.93)));
    let pairs = || pages.iter().zip(&texts);
    let with = score::mean(pairs(), |(page, text)| score::snippets(text, &page.with));
    table.score(SUBJECT, "WCXB test, snippets that must be there", with, Some(Target::AtLeast(0.88)));
    let labelled = pairs().filter(|(page, _)| !page.without.is_empty());
    let without = score::mean(labelled, |(page, text)| score::snippets(text, &page.without));
    table.score(SUBJECT, "WCXB test, snippets that must not", without, None);
    for (kind, found) in kinds {
        let target = match kind {
            "documentation" => Some(0.95),
            "forum" => Some(0.78),
            _ => None,
        };
        agreement(
            table,
            &format!("WCXB test, words, {kind}, {} pages", found.len()),
            averaged(&found),
            target,
        );
    }
}

/// Measures the first part of each page, which a model gets without asking for more.
fn shown(table: &mut Table, pages: &[Page], ours: &[String]) {
    let parts = ours.iter().map(|markdown| text::of_markdown(&part(markdown, 0, SHOWN).text));
    let found: Vec<Agreement> =
        pages.iter().zip(parts).map(|(page, text)| score::word_agreement(&text, &page.content)).collect();
    let mean = averaged(&found);
    let what = "WCXB test, true words in the first 10,000 characters";
    table.score(SUBJECT, what, mean.recall, Some(Target::AtLeast(0.78)));
    table.score(SUBJECT, format!("{what}, F1"), mean.f1, Some(Target::AtLeast(0.78)));
}

/// A row with the target for F1, and precision and recall next to it.
fn agreement(table: &mut Table, what: &str, found: Agreement, target: Option<f64>) {
    let Agreement { precision, recall, f1 } = found;
    let what = format!("{what}: F1 (precision {precision:.3}, recall {recall:.3})");
    table.score(SUBJECT, what, f1, target.map(Target::AtLeast));
}

/// The mean of each measure over pages, as WCXB's script has it.
fn averaged<'a>(pages: impl IntoIterator<Item = &'a Agreement>) -> Agreement {
    let pages: Vec<&Agreement> = pages.into_iter().collect();
    Agreement {
        precision: score::mean(&pages, |page| page.precision),
        recall: score::mean(&pages, |page| page.recall),
        f1: score::mean(&pages, |page| page.f1),
    }
}
