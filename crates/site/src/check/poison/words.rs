//! The search for all phrases and ideas in a text.
//!
//! One automaton finds the literals of all phrases and the words of all ideas in one pass. Nearly every honest text is done
//! with that: an expression is tried only where a text has its literals one after the other, and ideas are compared only in
//! a sentence that has those of a combination.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::concepts::{CONCEPTS, Entry, Sentence, is_word};
use super::patterns::{Hit, Pattern, Reach, TABLE};

/// The meaning of a word that was found.
#[derive(Debug, Clone, Copy)]
enum Meaning {
    Literal { index: usize, starts: bool, ends: bool },
    Idea(Entry),
}

/// Words and an automaton that finds them.
struct Search {
    automaton: Option<AhoCorasick>,
    meanings: Vec<Vec<Meaning>>,
}

/// Patterns to try, for each literal.
static TRIGGERS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| TABLE.triggers());

/// The words of all phrases and ideas.
static WORDS: LazyLock<Search> = LazyLock::new(Search::new);

/// A pattern that may match in a part of a text.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Its place in the table.
    index: usize,
    pub(super) pattern: &'static Pattern,
    part: Range<usize>,
}

impl Candidate {
    /// The first match in its part of a text.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        let found = self.pattern.find(text.get(self.part.clone())?)?;
        Some(found.start + self.part.start..found.end + self.part.start)
    }
}

/// The possible findings in one text.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// Patterns that may match, in the order of the table and of the text.
    pub(super) patterns: Vec<Candidate>,
    /// Sentences that may hold a combination of ideas.
    pub(super) sentences: Vec<Sentence>,
}

/// The ideas that a text has words of, each with its place.
pub(super) fn ideas(text: &str) -> Vec<(usize, Range<usize>)> {
    let mut out = Vec::new();
    WORDS.each(text, |meaning, range| {
        if let Meaning::Idea(entry) = meaning {
            out.push((entry.concept, range));
        }
    });
    out
}

/// The possible findings in a text in plain form.
pub(super) fn look(plain: &str) -> Look {
    let mut hits: Vec<Hit> = Vec::new();
    let mut ideas: Vec<(usize, Range<usize>)> = Vec::new();
    WORDS.each(plain, |meaning, range| match meaning {
        Meaning::Literal { index, .. } => {
            hits.push(Hit { literal: index, start: range.start, end: range.end });
        }
        Meaning::Idea(entry) => ideas.push((entry.concept, range)),
    });
    Look { patterns: patterns(plain, &hits), sentences: sentences(plain, &ideas) }
}

fn patterns(plain: &str, hits: &[Hit]) -> Vec<Candidate> {
    /// The part of the text on which a pattern was tried last.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Tried {
        Nothing,
        Line(usize),
        Text,
    }
    let mut tried = vec![Tried::Nothing; if hits.is_empty() { 0 } else { TABLE.patterns.len() }];
    let mut out: Vec<Candidate> = Vec::new();
    for_each_line(
        plain,
        hits,
        |hit| hit.start,
        |line, of_line| {
            for &index in of_line.iter().filter_map(|hit| TRIGGERS.get(hit.literal)).flatten() {
                let (Some(pattern), Some(last)) = (TABLE.patterns.get(index), tried.get_mut(index)) else {
                    continue;
                };
                let (now, part, hits) = match pattern.reach {
                    Reach::Line => (Tried::Line(line.start), line.clone(), of_line),
                    Reach::Text => (Tried::Text, 0..plain.len(), hits),
                };
                if *last != now && TABLE.may_match(pattern, hits) {
                    out.push(Candidate { index, pattern, part });
                }
                *last = now;
            }
        },
    );
    out.sort_by_key(|candidate| (candidate.index, candidate.part.start));
    out
}

impl Search {
    /// Builds the search.
    ///
    /// A deterministic automaton of these words is no faster on whole documents, and takes five times as long to build.
    fn new() -> Self {
        let mut words: BTreeMap<&str, Vec<Meaning>> = BTreeMap::new();
        for (index, literal) in TABLE.literals.iter().enumerate() {
            let meaning = Meaning::Literal { index, starts: literal.starts, ends: literal.ends };
            words.entry(&literal.text).or_default().push(meaning);
        }
        for (word, entry) in CONCEPTS.words() {
            words.entry(word).or_default().push(Meaning::Idea(entry));
        }
        let (words, meanings): (Vec<&str>, Vec<Vec<Meaning>>) = words.into_iter().unzip();
        let kind = Some(AhoCorasickKind::ContiguousNFA);
        Self { automaton: AhoCorasick::builder().kind(kind).build(words).ok(), meanings }
    }

    /// Calls `found` with each word in a text and its place, in the order of their ends.
    fn each(&self, text: &str, mut found: impl FnMut(Meaning, Range<usize>)) {
        let Some(automaton) = &self.automaton else { return };
        for word in automaton.find_overlapping_iter(text) {
            for meaning in self.meanings.get(word.pattern().as_usize()).into_iter().flatten() {
                if meaning.is_at(text, &word.range()) {
                    found(*meaning, word.range());
                }
            }
        }
    }
}

impl Meaning {
    /// Returns whether what was found is the word, and no part of a longer one.
    fn is_at(&self, text: &str, range: &Range<usize>) -> bool {
        match self {
            Self::Literal { starts, ends, .. } => {
                let bytes = text.as_bytes();
                let goes_on = |at: Option<&u8>| at.is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_');
                let is_cut_before =
                    *starts && goes_on(range.start.checked_sub(1).and_then(|at| bytes.get(at)));
                let is_cut_after = *ends && goes_on(bytes.get(range.end));
                !is_cut_before && !is_cut_after
            }
            Self::Idea(entry) => is_word(text, range, *entry),
        }
    }
}

/// Returns the sentences of a text that may hold a combination.
///
/// `ideas` are those of the text, in the order of their ends.
fn sentences(plain: &str, ideas: &[(usize, Range<usize>)]) -> Vec<Sentence> {
    let mut out = Vec::new();
    for_each_line(
        plain,
        ideas,
        |(_, range)| range.start,
        |line, of_line| {
            if CONCEPTS.may_combine(of_line, line.len()) {
                let place = |(concept, range): &(usize, Range<usize>)| {
                    (*concept, range.start - line.start..range.end - line.start)
                };
                out.push(Sentence { ideas: of_line.iter().map(place).collect(), range: line });
            }
        },
    );
    out
}

/// Calls `found` with each line of a text that has one of `items`, and its items.
///
/// The items are in the order of their ends; `start` gives their beginnings, which decide on the line.
fn for_each_line<T>(
    text: &str,
    items: &[T],
    start: impl Fn(&T) -> usize,
    mut found: impl FnMut(Range<usize>, &[T]),
) {
    let mut rest = items;
    while let Some(first) = rest.first() {
        let at = start(first);
        let from = text[..at].rfind('\n').map_or(0, |found| found + 1);
        let to = text[at..].find('\n').map_or(text.len(), |found| at + found);
        let count = rest.iter().take_while(|item| (from..=to).contains(&start(item))).count();
        let (of_line, others) = rest.split_at(count);
        found(from..to, of_line);
        rest = others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_automaton_is_built() {
        assert!(WORDS.automaton.is_some());
    }
}
