//! The table of patterns, compiled once.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::literals::{self, Literal};
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
    pub(super) expression: String,
    /// Compiled when it is needed first.
    regex: LazyLock<Option<Regex>, Box<dyn FnOnce() -> Option<Regex> + Send>>,
    /// Indexes of the sets of each alternative.
    ///
    /// A match has a literal of each set of one alternative, in this order.
    alternatives: Vec<Vec<usize>>,
}

impl Pattern {
    /// The first match in a plain text.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        self.regex.as_ref()?.find(text).map(|found| found.range())
    }
}

/// A literal in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    /// Index of the literal.
    pub(super) literal: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All patterns.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) patterns: Vec<Pattern>,
    pub(super) literals: Vec<Literal>,
    /// Sets of literals, by their sorted indexes.
    sets: Vec<Vec<usize>>,
}

/// The table.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("patterns.txt")));

impl Table {
    fn read(text: &str) -> Self {
        let mut names: Vec<(String, String)> = Vec::new();
        let mut literals: HashMap<Literal, usize> = HashMap::new();
        let mut sets: HashMap<Vec<usize>, usize> = HashMap::new();
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
            let Ok(hir) = regex_syntax::parse(&expression) else { continue };
            let mut index = |set: literals::Set| {
                let mut indexes: Vec<usize> = Vec::new();
                for literal in set {
                    let next = literals.len();
                    indexes.push(*literals.entry(literal).or_insert(next));
                }
                indexes.sort_unstable();
                let next = sets.len();
                *sets.entry(indexes).or_insert(next)
            };
            let source = expression.clone();
            patterns.push(Pattern {
                rule,
                weight,
                params_only,
                no_first_step,
                no_markup,
                alternatives: literals::alternatives(&hir)
                    .into_iter()
                    .map(|sets| sets.into_iter().map(&mut index).collect())
                    .collect(),
                #[cfg(test)]
                expression,
                regex: LazyLock::new(Box::new(move || Regex::new(&source).ok())),
            });
        }
        Self { patterns, literals: by_index(literals), sets: by_index(sets) }
    }

    /// The patterns that each literal makes worth a try: it is of their rarest set.
    pub(super) fn triggers(&self) -> Vec<Vec<usize>> {
        let mut out = vec![Vec::new(); self.literals.len()];
        let literals =
            |set: &Vec<usize>| literals::frequency(set.iter().filter_map(|at| self.literals.get(*at)));
        let frequencies: Vec<f64> = self.sets.iter().map(literals).collect();
        let frequency = |set: usize| frequencies.get(set).copied().unwrap_or(f64::INFINITY);
        for (at, pattern) in self.patterns.iter().enumerate() {
            for sets in &pattern.alternatives {
                let rarest = sets.iter().min_by(|a, b| frequency(**a).total_cmp(&frequency(**b)));
                for literal in rarest.and_then(|set| self.sets.get(*set)).into_iter().flatten() {
                    if let Some(triggered) =
                        out.get_mut(*literal).filter(|triggered| triggered.last() != Some(&at))
                    {
                        triggered.push(at);
                    }
                }
            }
        }
        out
    }

    /// Returns whether a part of a text has the literals of an alternative of a pattern.
    ///
    /// They are one of each of its sets, one after the other.
    ///
    /// `hits` are those of the part, in the order of their ends.
    pub(super) fn may_match(&self, pattern: &Pattern, hits: &[Hit]) -> bool {
        pattern.alternatives.iter().any(|sets| self.are_in_order(sets, hits))
    }

    fn are_in_order(&self, sets: &[usize], hits: &[Hit]) -> bool {
        let mut sets = sets.iter().filter_map(|set| self.sets.get(*set));
        let mut wanted = sets.next();
        let mut at = 0;
        for hit in hits {
            let Some(set) = wanted else { break };
            if hit.start >= at && set.binary_search(&hit.literal).is_ok() {
                at = hit.end;
                wanted = sets.next();
            }
        }
        wanted.is_none()
    }
}

/// The keys of a map in the order of their indexes.
fn by_index<T>(map: HashMap<T, usize>) -> Vec<T> {
    let mut all: Vec<(T, usize)> = map.into_iter().collect();
    all.sort_unstable_by_key(|(_, at)| *at);
    all.into_iter().map(|(value, _)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_pattern_that_compiles_and_has_literals() {
        let text = include_str!("patterns.txt");
        let lines = text.lines().filter(|line| line.starts_with("WA") || line.starts_with(['!', '?', '~']));
        assert_eq!(lines.count(), TABLE.patterns.len());
        let without: Vec<&str> = TABLE
            .patterns
            .iter()
            .filter(|pattern| pattern.alternatives.iter().any(Vec::is_empty) || pattern.regex.is_none())
            .map(|pattern| pattern.expression.as_str())
            .collect();
        assert_eq!(without, [""; 0], "no literal filters them, or they do not compile");
        for pattern in &TABLE.patterns {
            assert!(
                !pattern.expression.contains('%') || pattern.expression.contains("%20"),
                "{}",
                pattern.expression
            );
        }
    }
}
