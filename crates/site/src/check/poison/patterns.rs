//! The table of patterns, compiled once.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::Regex;

use super::literals;
use crate::check::rule::{self, Rule};

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
    regex: LazyLock<Option<Regex>, Box<dyn FnOnce() -> Option<Regex> + Send>>,
    /// Indexes into the words; one of each list is in every match.
    sets: Vec<Vec<usize>>,
}

impl Pattern {
    /// The first match in a plain text.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        (*self.regex).as_ref()?.find(text).map(|found| found.range())
    }
}

/// All patterns.
pub(super) struct Table {
    pub(super) patterns: Vec<Pattern>,
    words: Option<AhoCorasick>,
    count: usize,
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
            let sets = match regex_syntax::parse(&expression) {
                Ok(hir) => literals::required(&hir),
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
            let compile = move || Regex::new(&source).ok();
            let regex: LazyLock<_, Box<dyn FnOnce() -> Option<Regex> + Send>> =
                LazyLock::new(Box::new(compile));
            patterns.push(Pattern {
                rule,
                weight,
                params_only,
                no_first_step,
                no_markup,
                #[cfg(test)]
                expression,
                regex,
                sets,
            });
        }
        let count = words.len();
        let words = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::DFA))
            .ascii_case_insensitive(true)
            .build(&words)
            .ok();
        Self { patterns, words, count }
    }

    /// The patterns that can match somewhere in a text, in plain form or not.
    pub(super) fn candidates(&self, text: &str) -> Vec<&Pattern> {
        self.among(self.patterns.iter(), text)
    }

    /// Those of some patterns that can match somewhere in a text.
    pub(super) fn among<'p>(
        &self,
        patterns: impl Iterator<Item = &'p Pattern>,
        text: &str,
    ) -> Vec<&'p Pattern> {
        let Some(words) = &self.words else { return patterns.collect() };
        let mut seen = vec![false; self.count];
        for found in words.find_overlapping_iter(text) {
            seen[found.pattern().as_usize()] = true;
        }
        let is_candidate = |pattern: &&Pattern| {
            pattern.sets.iter().all(|set| set.iter().any(|&word| seen.get(word).copied().unwrap_or(true)))
        };
        patterns.filter(is_candidate).collect()
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
            .filter(|pattern| pattern.sets.is_empty() || pattern.regex.is_none())
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
