//! The search for all phrases and ideas in a text.
//!
//! One pass finds the literals of all phrases and the words of all ideas. Nearly every honest text is done
//! with that: an expression is tried only if a text has its literals one after the other, and ideas are
//! compared only in a sentence that has all ideas of a combination.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::concepts::{self, Sentence, is_word};
use crate::patterns::Hit;
use crate::tables::{
    BYTES, CHILDREN, ENDS, FIRST_CLASS, MEANINGS, MEANINGS_OF, Meaning, PATTERNS, Pattern, TRIGGERS,
};

/// The possible findings in one text.
#[derive(Debug, Default)]
pub(crate) struct Look {
    /// Patterns that may match, in the order of the table.
    pub(crate) patterns: Vec<&'static Pattern>,
    /// Sentences that may hold a combination of ideas.
    pub(crate) sentences: Vec<Sentence>,
    /// All ideas and classes of words, in the order of their ends.
    pub(crate) ideas: Vec<(usize, Range<usize>)>,
}

/// The ideas that a text has words of, each with its place.
pub(crate) fn find_ideas(text: &str) -> Vec<(usize, Range<usize>)> {
    let mut out = Vec::new();
    each_word(text, |meaning, range| {
        if let Meaning::Idea(entry) = meaning {
            out.push((entry.idea.into(), range));
        }
    });
    out
}

/// The possible findings in a text in plain form.
pub(crate) fn find_words(plain: &str) -> Look {
    let mut hits: Vec<Hit> = Vec::new();
    let mut ideas: Vec<(usize, Range<usize>)> = Vec::new();
    each_word(plain, |meaning, range| match meaning {
        Meaning::Literal { index, .. } => {
            hits.push(Hit { literal: index, start: range.start, end: range.end });
        }
        Meaning::Idea(entry) => ideas.push((entry.idea.into(), range)),
    });
    let of_rules: Vec<_> = ideas.iter().filter(|(idea, _)| *idea < FIRST_CLASS).cloned().collect();
    Look { patterns: find_patterns(plain, &hits), sentences: find_sentences(plain, &of_rules), ideas }
}

/// Returns the patterns that may match: a pattern for one sentence needs its literals in that sentence.
fn find_patterns(plain: &str, hits: &[Hit]) -> Vec<&'static Pattern> {
    let mut found: BTreeSet<u16> = BTreeSet::new();
    let mut add = |hits: &[Hit], crosses_lines: bool| {
        let triggered = hits.iter().filter_map(|hit| TRIGGERS.get(usize::from(hit.literal)));
        let triggered: BTreeSet<u16> = triggered.copied().flatten().copied().collect();
        found.extend(triggered.into_iter().filter(|index| {
            let pattern = PATTERNS.get(usize::from(*index));
            pattern.is_some_and(|found| found.crosses_lines == crosses_lines && found.may_match(hits))
        }));
    };
    add(hits, true);
    let mut rest = hits;
    for (end, _) in plain.match_indices('\n').chain([(plain.len(), "")]) {
        let (of_line, others) = rest.split_at(rest.partition_point(|hit| hit.end <= end));
        add(of_line, false);
        rest = others;
    }
    found.into_iter().filter_map(|index| PATTERNS.get(usize::from(index))).collect()
}

/// Calls `found` with each word of the tables in a text and its place, in the order of their ends.
fn each_word(text: &str, mut found: impl FnMut(Meaning, Range<usize>)) {
    let mut words: Vec<(usize, usize, u16)> = Vec::new();
    for at in 0..text.len() {
        each_from(&text.as_bytes()[at..], |len, word| words.push((at + len, at, word)));
    }
    words.sort_unstable();
    for (end, start, word) in words {
        let meanings = usize::from(word).checked_add(1).and_then(|next| {
            let place = MEANINGS_OF.get(usize::from(word)..=next)?;
            MEANINGS.get(usize::from(*place.first()?)..usize::from(*place.last()?))
        });
        for meaning in meanings.into_iter().flatten() {
            if meaning.is_at(text, &(start..end)) {
                found(*meaning, start..end);
            }
        }
    }
}

/// Calls `found` with the length and the number of each word that a text begins with.
///
/// A node of the tree of words has its children one after the other, by their bytes.
fn each_from(text: &[u8], mut found: impl FnMut(usize, u16)) {
    let mut node = 0;
    for (at, byte) in text.iter().enumerate() {
        let Some(&[from, to]) = CHILDREN.get(node..node + 2).and_then(<[u32]>::first_chunk) else { return };
        let (Ok(from), Ok(to)) = (usize::try_from(from), usize::try_from(to)) else { return };
        let Some(child) = BYTES.get(from..to).and_then(|bytes| bytes.binary_search(byte).ok()) else {
            return;
        };
        node = from + child;
        if let Some(word) = ENDS.get(node).and_then(|end| end.checked_sub(1)) {
            found(at + 1, word);
        }
    }
}

impl Meaning {
    /// Returns whether a place in a text has the word, and not a part of a longer one.
    fn is_at(self, text: &str, range: &Range<usize>) -> bool {
        match self {
            Self::Literal { starts, ends, .. } => {
                let bytes = text.as_bytes();
                let goes_on = |at: Option<&u8>| at.is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_');
                let is_cut_before =
                    starts && goes_on(range.start.checked_sub(1).and_then(|at| bytes.get(at)));
                let is_cut_after = ends && goes_on(bytes.get(range.end));
                !is_cut_before && !is_cut_after
            }
            Self::Idea(entry) => is_word(text, range, entry),
        }
    }
}

/// Returns the sentences of a text that may hold a combination.
///
/// `ideas` belong to the text, in the order of their ends.
fn find_sentences(plain: &str, ideas: &[(usize, Range<usize>)]) -> Vec<Sentence> {
    let mut out = Vec::new();
    let mut rest = ideas;
    while let Some((_, first)) = rest.first() {
        let from = plain[..first.start].rfind('\n').map_or(0, |found| found + 1);
        let to = plain[first.start..].find('\n').map_or(plain.len(), |found| first.start + found);
        let count = rest.iter().take_while(|(_, range)| (from..=to).contains(&range.start)).count();
        let (of_line, others) = rest.split_at(count);
        if concepts::may_combine(of_line, to - from) {
            let place =
                |(concept, range): &(usize, Range<usize>)| (*concept, range.start - from..range.end - from);
            out.push(Sentence { ideas: of_line.iter().map(place).collect(), range: from..to });
        }
        rest = others;
    }
    out
}
