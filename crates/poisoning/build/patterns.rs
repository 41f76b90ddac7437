//! The table of phrases.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::{Debug, Write as _};

use crate::literals::{self, Literal};

/// A phrase.
struct Pattern {
    category: String,
    weight: u32,
    /// The mark before the category.
    mark: Option<char>,
    crosses_lines: bool,
    expression: String,
    /// Indexes of the sets of each alternative, with the distances of their literals.
    alternatives: Vec<Vec<(usize, u16)>>,
}

/// All phrases.
pub(crate) struct Patterns {
    all: Vec<Pattern>,
    pub(crate) literals: Vec<Literal>,
    /// Sets of literals, by their sorted indexes.
    sets: Vec<Vec<usize>>,
}

impl Patterns {
    /// Reads `patterns.txt`, which describes its form.
    pub(crate) fn read_patterns(text: &str) -> Result<Self, Box<dyn Error>> {
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
            let mark = line.chars().next().filter(|c| matches!(c, '!' | '?' | '~'));
            let mut parts = line.trim_start_matches(['!', '?', '~']).splitn(3, ' ');
            let (Some(category), Some(weight), Some(text)) = (parts.next(), parts.next(), parts.next())
            else {
                return Err(format!("expected `category weight expression`, found `{line}`").into());
            };
            let expression = fill(text);
            let hir = regex_syntax::parse(&expression)?;
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
            let mut step = |step: literals::Step| {
                let within = step.within.and_then(|within| u16::try_from(within).ok());
                (index(step.set), within.unwrap_or(u16::MAX))
            };
            let alternatives = literals::find_alternatives(&hir)
                .into_iter()
                .map(|steps| steps.into_iter().map(&mut step).collect())
                .collect();
            let (category, weight) = (category.to_owned(), weight.parse()?);
            let crosses_lines = literals::has_line_end(&hir);
            patterns.push(Pattern { category, weight, mark, crosses_lines, expression, alternatives });
        }
        Ok(Self { all: patterns, literals: by_index(literals), sets: by_index(sets) })
    }

    /// The patterns that each literal makes worth a try: it is of their rarest set.
    fn find_triggers(&self) -> Vec<Vec<usize>> {
        let mut out = vec![Vec::new(); self.literals.len()];
        let frequencies: Vec<f64> = self
            .sets
            .iter()
            .map(|set| literals::estimate_frequency(set.iter().map(|at| &self.literals[*at])))
            .collect();
        for (at, pattern) in self.all.iter().enumerate() {
            for steps in &pattern.alternatives {
                let sets = steps.iter().map(|(set, _)| *set);
                let rarest = sets.min_by(|a, b| frequencies[*a].total_cmp(&frequencies[*b]));
                for literal in rarest.into_iter().flat_map(|set| &self.sets[set]) {
                    let triggered: &mut Vec<usize> = &mut out[*literal];
                    if triggered.last() != Some(&at) {
                        triggered.push(at);
                    }
                }
            }
        }
        out
    }

    /// Writes the tables as source text.
    pub(crate) fn write_tables(&self, out: &mut String) -> Result<(), Box<dyn Error>> {
        writeln!(out, "pub(crate) static PATTERNS: [Pattern; {}] = [", self.all.len())?;
        for Pattern { category, weight, mark, crosses_lines, expression, alternatives } in &self.all {
            let subject = match mark {
                Some('!') => "Params",
                Some('?') => "NoFirstStep",
                Some('~') => "NoMarkup",
                _ => "All",
            };
            writeln!(
                out,
                "Pattern {{ category: Category::{category}, weight: {weight}, subject: PatternSubject::{subject}, \
                 crosses_lines: {crosses_lines}, expression: {expression:?}, \
                 alternatives: {}, regex: OnceLock::new() }},",
                format_lists(alternatives)
            )?;
        }
        writeln!(out, "];")?;
        writeln!(out, "pub(crate) static SETS: &[&[u16]] = {};", format_lists(&self.sets))?;
        writeln!(out, "pub(crate) static TRIGGERS: &[&[u16]] = {};", format_lists(&self.find_triggers()))?;
        Ok(())
    }
}

/// Lists of numbers as source text.
fn format_lists<T: Debug>(lists: &[Vec<T>]) -> String {
    let lists: Vec<String> = lists.iter().map(|list| format!("&{list:?}")).collect();
    format!("&[{}]", lists.join(", "))
}

/// The keys of a map in the order of their indexes.
fn by_index<T>(map: HashMap<T, usize>) -> Vec<T> {
    let mut all: Vec<(T, usize)> = map.into_iter().collect();
    all.sort_unstable_by_key(|(_, at)| *at);
    all.into_iter().map(|(value, _)| value).collect()
}
