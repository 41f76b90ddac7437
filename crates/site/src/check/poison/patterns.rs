//! The table of patterns, compiled once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::{Regex, bytes};
use regex_syntax::hir::Hir;

use super::{literals, normal};
use crate::check::rule::{self, Rule};

/// An expression that is compiled when it is needed first.
type Lazily<R> = LazyLock<Option<R>, Box<dyn FnOnce() -> Option<R> + Send>>;

/// The part of a text that a match is within.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Line,
    Text,
}

impl Reach {
    fn of(expression: &Hir) -> Self {
        if literals::is_of_one_line(expression) { Self::Line } else { Self::Text }
    }
}

/// A pattern of the table.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The rule that a match belongs to.
    pub(super) rule: &'static Rule,
    /// Points of a match; three in one tool are a finding.
    pub(super) weight: u32,
    /// `true` if it is tried on parameters alone.
    pub(super) params_only: bool,
    /// `true` if it is not tried on tools that are a first step.
    pub(super) no_first_step: bool,
    /// `true` if it is not tried on tools about markup.
    pub(super) no_markup: bool,
    #[cfg(test)]
    expression: String,
    regex: Lazily<Regex>,
    /// The same for texts in ASCII: its automata are a fraction of the size.
    ascii: Lazily<bytes::Regex>,
    /// The same for texts in which all other characters are signs: a word ends where its ASCII letters end.
    signs: Lazily<Regex>,
    /// Indexes into the words; one of each list is in every match.
    sets: Vec<Vec<usize>>,
    /// The part of a text that a match is within.
    reach: Reach,
}

impl Pattern {
    /// The first match in a plain text.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        if let Some(ascii) = self.ascii.as_ref().filter(|_| text.is_ascii()) {
            return ascii.find(text.as_bytes()).map(|found| found.range());
        }
        let regex = if normal::has_plain_signs_only(text) { &self.signs } else { &self.regex };
        regex.as_ref()?.find(text).map(|found| found.range())
    }
}

/// A pattern that may match in a part of a text.
#[derive(Debug)]
pub(super) struct Candidate<'t> {
    /// Its place in the table.
    index: usize,
    pub(super) pattern: &'t Pattern,
    part: Range<usize>,
}

impl Candidate<'_> {
    /// The first match in its part of a text.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        let found = self.pattern.find(text.get(self.part.clone())?)?;
        Some(found.start + self.part.start..found.end + self.part.start)
    }
}

/// All patterns.
pub(super) struct Table {
    pub(super) patterns: Vec<Pattern>,
    words: Option<AhoCorasick>,
    /// The words, by their indexes.
    names: Vec<String>,
}

/// The table.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("patterns.txt")));

impl Table {
    fn read(text: &str) -> Self {
        let mut names: Vec<(String, String)> = Vec::new();
        let mut words: Vec<String> = Vec::new();
        let mut patterns = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let fill = |text: &str| {
                names.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name.as_str(), value))
            };
            if let Some((name, value)) = line.split_once(" = ").filter(|_| line.starts_with('%')) {
                let value = fill(value);
                names.push((name.to_owned(), value));
                continue;
            }
            let params_only = line.starts_with('!');
            let no_first_step = line.starts_with('?');
            let no_markup = line.starts_with('~');
            let mut parts = line.trim_start_matches(['!', '?', '~']).splitn(3, ' ');
            let (Some(id), Some(weight), Some(text)) = (parts.next(), parts.next(), parts.next()) else {
                continue;
            };
            let (Some(rule), Ok(weight)) = (rule::by_id(id), weight.parse()) else { continue };
            let expression = fill(text);
            let (sets, reach) = match regex_syntax::parse(&expression) {
                Ok(hir) => (literals::required(&hir), Reach::of(&hir)),
                Err(_) => continue,
            };
            let mut index = |word: String| {
                words.iter().position(|known| *known == word).unwrap_or_else(|| {
                    words.push(word);
                    words.len() - 1
                })
            };
            let sets = sets.into_iter().map(|set| set.into_iter().map(&mut index).collect()).collect();
            let source = expression.clone();
            let regex: Lazily<Regex> = LazyLock::new(Box::new(move || Regex::new(&source).ok()));
            let source = expression.clone();
            // Expressions that name letters beyond ASCII have no such form.
            let ascii: Lazily<bytes::Regex> = LazyLock::new(Box::new(move || {
                bytes::RegexBuilder::new(&source).unicode(false).build().ok()
            }));
            let source = expression.replace(r"\b", r"(?-u:\b)");
            let signs: Lazily<Regex> = LazyLock::new(Box::new(move || Regex::new(&source).ok()));
            patterns.push(Pattern {
                rule,
                weight,
                params_only,
                no_first_step,
                no_markup,
                #[cfg(test)]
                expression,
                regex,
                ascii,
                signs,
                sets,
                reach,
            });
        }
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::DFA))
            .ascii_case_insensitive(true)
            .build(&words)
            .ok();
        Self { patterns, words: automaton, names: words }
    }

    /// The words of the rarest set of each pattern with the patterns, and the patterns without words.
    pub(super) fn rarest(&self) -> (Vec<(String, Vec<usize>)>, Vec<usize>) {
        let mut of_word: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut without = Vec::new();
        for (at, pattern) in self.patterns.iter().enumerate() {
            match pattern.sets.first() {
                Some(set) => set.iter().for_each(|&word| of_word.entry(word).or_default().push(at)),
                None => without.push(at),
            }
        }
        let named = of_word
            .into_iter()
            .filter_map(|(word, patterns)| Some((self.names.get(word)?.clone(), patterns)))
            .collect();
        (named, without)
    }

    /// Adds the patterns that can match in a part of a text in plain form, with the part.
    ///
    /// `hits` are patterns with a word of their rarest set and the places of the words.
    pub(super) fn candidates<'t>(&'t self, text: &str, hits: &[(usize, usize)]) -> Vec<Candidate<'t>> {
        // A pattern of one line is tried on the lines that have the word, any other on the whole text.
        let mut parts: Vec<(usize, usize, usize)> = Vec::new();
        let mut line = 0..0;
        for &(index, at) in hits {
            let Some(pattern) = self.patterns.get(index) else { continue };
            if pattern.reach == Reach::Text || pattern.sets.is_empty() {
                parts.push((0, text.len(), index));
                continue;
            }
            if !(line.start..line.end).contains(&at) {
                let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
                line = start..text[at..].find('\n').map_or(text.len(), |found| at + found);
            }
            parts.push((line.start, line.end, index));
        }
        parts.sort_unstable();
        parts.dedup();
        let mut out: Vec<Candidate<'t>> = Vec::new();
        let mut seen = vec![false; self.names.len()];
        for of_part in parts.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let Some(&(start, end, _)) = of_part.first() else { continue };
            if let Some(words) = &self.words {
                seen.fill(false);
                for found in words.find_overlapping_iter(&text[start..end]) {
                    if let Some(seen) = seen.get_mut(found.pattern().as_usize()) {
                        *seen = true;
                    }
                }
            } else {
                seen.fill(true);
            }
            let holds = |set: &Vec<usize>| set.iter().any(|&word| seen.get(word).copied().unwrap_or(true));
            for &(_, _, index) in of_part {
                if let Some(pattern) = self.patterns.get(index).filter(|found| found.sets.iter().all(holds)) {
                    out.push(Candidate { index, pattern, part: start..end });
                }
            }
        }
        out.sort_by_key(|candidate| (candidate.index, candidate.part.start));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_pattern_that_compiles_and_has_words() {
        let text = include_str!("patterns.txt");
        let lines = text.lines().filter(|line| line.starts_with("WA") || line.starts_with(['!', '?', '~']));
        assert_eq!(lines.count(), TABLE.patterns.len());
        let without: Vec<&str> = TABLE
            .patterns
            .iter()
            .filter(|pattern| pattern.sets.is_empty() || pattern.regex.is_none() || pattern.signs.is_none())
            .map(|pattern| pattern.expression.as_str())
            .collect();
        assert_eq!(without, [""; 0], "no word filters them, or they do not compile");
        for pattern in &TABLE.patterns {
            assert!(
                !pattern.expression.contains('%') || pattern.expression.contains("%20"),
                "{}",
                pattern.expression
            );
        }
    }
}
