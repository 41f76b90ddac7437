//! The measures of the public corpora, computed as their own scripts do.
//!
//! Words and snippets are WCXB's (`evaluate.py`), shingles come from the article extraction benchmark (`evaluate.py`),
//! segments trafilatura's (`eval_common.py`). The scripts are in Python and are not run: their definitions are a
//! handful of lines each, and the pages are read here anyway.

use std::collections::HashMap;
use std::hash::Hash;

/// Agreement of an extracted text with the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Agreement {
    /// Share of the given text that is right.
    pub(super) precision: f64,
    /// Share of the right text that was given.
    pub(super) recall: f64,
    /// Their harmonic mean.
    pub(super) f1: f64,
}

/// Counts over a corpus of segments that must, and must not, be in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Segments {
    /// Wanted and there.
    pub(super) found: usize,
    /// Unwanted and there.
    pub(super) unwanted: usize,
    /// Wanted and not there.
    pub(super) missed: usize,
}

/// Score of a page of the article extraction benchmark.
///
/// True positives, false positives and false negatives, normalised to a sum of 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Shingles {
    /// In both texts.
    pub(super) both: f64,
    /// Only in the given text.
    pub(super) extra: f64,
    /// Only in the right text.
    pub(super) missed: f64,
}

/// Runs of letters, digits and underscores: Python's `\w+`.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// WCXB: the agreement of two bags of words in lower case.
pub(super) fn word_agreement(given: &str, right: &str) -> Agreement {
    let (given, right) = (given.to_lowercase(), right.to_lowercase());
    let (given_bag, right_bag) = (bag(words(&given)), bag(words(&right)));
    let (given, right) = (total(&given_bag), total(&right_bag));
    if given == 0.0 && right == 0.0 {
        return Agreement { precision: 1.0, recall: 1.0, f1: 1.0 };
    }
    if given == 0.0 || right == 0.0 {
        return Agreement::default();
    }
    let overlap = common(&given_bag, &right_bag);
    agreement(overlap / given, overlap / right)
}

/// WCXB: which part of the snippets is in the text, without regard to case. All of none are.
pub(super) fn snippets(text: &str, snippets: &[String]) -> f64 {
    if snippets.is_empty() {
        return 1.0;
    }
    let text = text.to_lowercase();
    let found = snippets.iter().filter(|snippet| text.contains(&snippet.to_lowercase())).count();
    ratio(found, snippets.len())
}

/// The article extraction benchmark: the agreement of the runs of four words of a page.
pub(super) fn shingles(given: &str, right: &str) -> Shingles {
    let (given, right): (Vec<&str>, Vec<&str>) = (words(given).collect(), words(right).collect());
    let (given, right) = (bag(runs(&given)), bag(runs(&right)));
    let both = common(&given, &right);
    let (extra, missed) = (total(&given) - both, total(&right) - both);
    let sum = both + extra + missed;
    if sum == 0.0 {
        return Shingles::default();
    }
    Shingles { both: both / sum, extra: extra / sum, missed: missed / sum }
}

/// Precision, recall and F1 as the article extraction benchmark defines them.
///
/// Precision is the mean over the pages with an extracted text, recall that over the pages with an expected one.
pub(super) fn shingle_agreement(pages: &[Shingles]) -> Agreement {
    let precision = mean(pages.iter().filter(|page| page.both + page.extra > 0.0), |page| {
        page.both / (page.both + page.extra)
    });
    let recall = mean(pages.iter().filter(|page| page.both + page.missed > 0.0), |page| {
        page.both / (page.both + page.missed)
    });
    agreement(precision, recall)
}

impl Segments {
    /// Counts the parts of `text`, with runs of blanks as one.
    pub(super) fn add(&mut self, text: &str, wanted: &[String], unwanted: &[String]) {
        let text = collapsed(text);
        let count = |segments: &[String]| {
            segments.iter().filter(|segment| text.contains(&collapsed(segment))).count()
        };
        let found = count(wanted);
        self.found += found;
        self.missed += wanted.len() - found;
        self.unwanted += count(unwanted);
    }

    /// Over all pages at once.
    pub(super) fn agreement(self) -> Agreement {
        let given = self.found + self.unwanted;
        let right = self.found + self.missed;
        agreement(ratio(self.found, given), ratio(self.found, right))
    }
}

/// The mean of something over what there is; 0 over nothing.
pub(super) fn mean<T>(items: impl IntoIterator<Item = T>, of: impl Fn(T) -> f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0_f64);
    for item in items {
        sum += of(item);
        count += 1.0;
    }
    if count == 0.0 { 0.0 } else { sum / count }
}

fn agreement(precision: f64, recall: f64) -> Agreement {
    let sum = precision + recall;
    let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
    Agreement { precision, recall, f1 }
}

#[allow(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn bag<T: Eq + Hash>(items: impl IntoIterator<Item = T>) -> HashMap<T, f64> {
    let mut bag = HashMap::new();
    for item in items {
        *bag.entry(item).or_insert(0.0) += 1.0;
    }
    bag
}

fn total<T>(bag: &HashMap<T, f64>) -> f64 {
    bag.values().sum()
}

fn common<T: Eq + Hash>(one: &HashMap<T, f64>, other: &HashMap<T, f64>) -> f64 {
    one.iter().map(|(item, count)| other.get(item).map_or(0.0, |in_other| count.min(*in_other))).sum()
}

/// Runs of four words; a shorter text is one run.
fn runs<'a>(words: &'a [&'a str]) -> Vec<&'a [&'a str]> {
    match words.len() {
        0 => Vec::new(),
        1..4 => vec![words],
        _ => words.windows(4).collect(),
    }
}

fn collapsed(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn words_are_bags() {
        let found = word_agreement("The cat, the dog", "the CAT_1 the the bird");
        close(found.precision, 0.5);
        close(found.recall, 0.4);
        close(word_agreement("", "").f1, 1.0);
        close(word_agreement("a", "").f1, 0.0);
        close(word_agreement("", "a").f1, 0.0);
    }

    #[test]
    fn snippets_are_found_in_any_case() {
        close(snippets("One Two\nthree", &["one two".to_owned(), "two three".to_owned()]), 0.5);
        close(snippets("", &[]), 1.0);
    }

    #[test]
    fn shingles_are_runs_of_four() {
        let page = shingles("a b c d e", "b c d e f");
        close(page.both, 1.0 / 3.0);
        close(shingle_agreement(&[page]).f1, 0.5);
        close(shingle_agreement(&[page, shingles("", "a b c d")]).recall, 0.25);
        close(shingle_agreement(&[page, shingles("", "a b c d")]).precision, 0.5);
    }

    #[test]
    fn segments_are_counted_over_all_pages() {
        let mut segments = Segments::default();
        segments.add("one  two\nthree", &["two three".to_owned(), "four".to_owned()], &["one".to_owned()]);
        assert_eq!(segments, Segments { found: 1, unwanted: 1, missed: 1 });
        close(segments.agreement().f1, 0.5);
    }
}
