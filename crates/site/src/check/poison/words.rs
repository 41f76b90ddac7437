//! The search for all phrases and ideas in a text.
//!
//! One automaton finds the literals of all phrases and the words of all ideas in one pass. Nearly every honest text is done
//! with that: an expression is tried only where a text has its literals one after the other, and ideas are compared only in
//! a sentence that has those of a combination.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::concepts::{CLASSES, CONCEPTS, Entry, FIRST_CLASS, Sentence, is_word};
use super::patterns::{Hit, Pattern, TABLE};

/// The meaning of a word that was found.
#[derive(Debug, Clone, Copy)]
enum Meaning {
    Literal { index: usize, starts: bool, ends: bool },
    Idea(Entry),
}

/// Words and an automaton that finds them.
struct WordSearch {
    automaton: Option<AhoCorasick>,
    meanings: Vec<Vec<Meaning>>,
}

/// Patterns to try, for each literal.
static TRIGGERS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| TABLE.triggers());

/// The words of all phrases and ideas.
static WORDS: LazyLock<WordSearch> = LazyLock::new(WordSearch::new);

/// The possible findings in one text.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// Patterns that may match, in the order of the table.
    pub(super) patterns: Vec<&'static Pattern>,
    /// Sentences that may hold a combination of ideas.
    pub(super) sentences: Vec<Sentence>,
    /// All ideas and classes of words, in the order of their ends.
    pub(super) ideas: Vec<(usize, Range<usize>)>,
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
    let of_rules: Vec<_> = ideas.iter().filter(|(idea, _)| *idea < FIRST_CLASS).cloned().collect();
    Look { patterns: patterns(&hits), sentences: sentences(plain, &of_rules), ideas }
}

fn patterns(hits: &[Hit]) -> Vec<&'static Pattern> {
    let triggered = hits.iter().filter_map(|hit| TRIGGERS.get(hit.literal)).flatten();
    let triggered: BTreeSet<usize> = triggered.copied().collect();
    let patterns = triggered.into_iter().filter_map(|index| TABLE.patterns.get(index));
    patterns.filter(|pattern| TABLE.may_match(pattern, hits)).collect()
}

impl WordSearch {
    /// Builds the search.
    ///
    /// A deterministic automaton of these words is no faster on whole documents, and takes five times as long to build.
    fn new() -> Self {
        let mut words: BTreeMap<&str, Vec<Meaning>> = BTreeMap::new();
        for (index, literal) in TABLE.literals.iter().enumerate() {
            let meaning = Meaning::Literal { index, starts: literal.starts, ends: literal.ends };
            words.entry(&literal.text).or_default().push(meaning);
        }
        for (word, entry) in CONCEPTS.words().chain(CLASSES.words()) {
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
    let mut rest = ideas;
    while let Some((_, first)) = rest.first() {
        let from = plain[..first.start].rfind('\n').map_or(0, |found| found + 1);
        let to = plain[first.start..].find('\n').map_or(plain.len(), |found| first.start + found);
        let count = rest.iter().take_while(|(_, range)| (from..=to).contains(&range.start)).count();
        let (of_line, others) = rest.split_at(count);
        if CONCEPTS.may_combine(of_line, to - from) {
            let place =
                |(concept, range): &(usize, Range<usize>)| (*concept, range.start - from..range.end - from);
            out.push(Sentence { ideas: of_line.iter().map(place).collect(), range: from..to });
        }
        rest = others;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_automaton_is_built() {
        assert!(WORDS.automaton.is_some());
    }
}
