//! Words without which a text holds neither a phrase nor a combination of ideas.
//!
//! Each phrase and each combination has its rarest words here, and one automaton finds them all in one pass. Nearly every honest
//! text is done with that: the other words and the expressions are tried only where one of these is.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::concepts::{CONCEPTS, Concepts, Entry, is_word};
use super::normal;
use super::patterns::{Candidate, TABLE, Table};

/// The meaning of a word.
#[derive(Debug, Clone)]
enum Sign {
    /// The rarest set of these patterns has it.
    Patterns(Vec<usize>),
    /// It is of an idea that combinations need.
    Idea(Entry),
}

/// All words.
pub(super) struct Signs {
    /// The words in ASCII, which most texts are in.
    ascii: Option<AhoCorasick>,
    ascii_meanings: Vec<Sign>,
    words: Option<AhoCorasick>,
    meanings: Vec<Sign>,
    /// Patterns without words.
    always: Vec<usize>,
}

/// The automata of all rules.
pub(super) static SIGNS: LazyLock<Signs> = LazyLock::new(|| Signs::of(&TABLE, &CONCEPTS));

/// The signs of one text.
pub(super) struct Look {
    /// Patterns that may match, in the order of the table and of the text.
    pub(super) patterns: Vec<Candidate<'static>>,
    /// `true` if the text may hold a combination of ideas.
    pub(super) ideas: bool,
}

impl Signs {
    fn of(table: &Table, concepts: &Concepts) -> Self {
        let (of_word, always) = table.rarest();
        let all: Vec<(String, Sign)> = of_word
            .into_iter()
            .map(|(word, patterns)| (word, Sign::Patterns(patterns)))
            .chain(concepts.anchors().map(|(word, entry)| (word.to_owned(), Sign::Idea(entry))))
            .collect();
        let (ascii, ascii_meanings): (Vec<String>, Vec<Sign>) =
            all.iter().filter(|(word, _)| word.is_ascii()).cloned().unzip();
        let (words, meanings): (Vec<String>, Vec<Sign>) = all.into_iter().unzip();
        let automaton = |words: &[String], kind| {
            AhoCorasick::builder().kind(Some(kind)).ascii_case_insensitive(true).build(words).ok()
        };
        Self {
            ascii: automaton(&ascii, AhoCorasickKind::DFA),
            ascii_meanings,
            words: automaton(&words, AhoCorasickKind::ContiguousNFA),
            meanings,
            always,
        }
    }

    /// The signs of a text in plain form.
    pub(super) fn look(&self, plain: &str) -> Look {
        let is_ascii = plain.is_ascii() || normal::has_plain_signs_only(plain);
        let (automaton, signs) =
            if is_ascii { (&self.ascii, &self.ascii_meanings) } else { (&self.words, &self.meanings) };
        let Some(automaton) = automaton else {
            // Each pattern is tried on each line.
            let lines = std::iter::once(0).chain(plain.match_indices('\n').map(|(at, _)| at + 1));
            let hits: Vec<(usize, usize)> =
                lines.flat_map(|at| (0..TABLE.patterns.len()).map(move |index| (index, at))).collect();
            return Look { patterns: TABLE.candidates(plain, &hits), ideas: CONCEPTS.may_match(plain) };
        };
        let mut hits: Vec<(usize, usize)> = self.always.iter().map(|&index| (index, 0)).collect();
        let mut ideas = false;
        // The end of the last line that was looked at.
        let mut done = 0;
        for found in automaton.find_overlapping_iter(plain) {
            match signs.get(found.pattern().as_usize()) {
                Some(Sign::Patterns(of_word)) => {
                    hits.extend(of_word.iter().map(|&index| (index, found.start())));
                }
                Some(Sign::Idea(entry))
                    if !ideas && found.start() >= done && is_word(plain, &found.range(), *entry) =>
                {
                    let start = plain[..found.start()].rfind('\n').map_or(0, |at| at + 1);
                    let end = plain[found.end()..].find('\n').map_or(plain.len(), |at| found.end() + at);
                    ideas = CONCEPTS.may_match(&plain[start..end]);
                    done = end;
                }
                _ => {}
            }
        }
        let patterns = if hits.is_empty() { Vec::new() } else { TABLE.candidates(plain, &hits) };
        Look { patterns, ideas }
    }
}
