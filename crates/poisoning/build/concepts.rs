//! The tables of ideas, and of the combinations of ideas that make an order.

use std::error::Error;
use std::fmt::Write as _;

use crate::letters::is_spaced;

/// Number of the first class of words; lower numbers are ideas.
pub(crate) const FIRST_CLASS: usize = 128;
/// Ideas that are found by other means than words, in the order of their numbers.
const GIVEN: [&str; 10] =
    ["param", "value", "title", "name", "other", "address", "field", "about", "sink", "slot"];
/// Ideas that a tool may be about.
const SUBJECTS: [&str; 5] = ["context", "sysprompt", "ownprompt", "secret", "secretfile"];
/// The idea that only a name counts for.
const TOPIC: &str = "topic";
/// Ideas that no honest summary has.
const ORDERS: [&str; 4] = ["must", "model", "before", "whole"];
/// The idea of a negation.
const NEGATION: &str = "no";

/// A word or phrase of an idea.
pub(crate) struct Entry {
    pub(crate) idea: usize,
    pub(crate) word: String,
    /// `true` if a letter may precede it.
    pub(crate) open_left: bool,
    /// `true` if a letter may follow it.
    pub(crate) open_right: bool,
}

/// A combination of ideas.
struct Combination {
    category: String,
    weight: u32,
    wanted: u128,
    unwanted: u128,
}

/// All ideas and combinations.
pub(crate) struct Concepts {
    pub(crate) entries: Vec<Entry>,
    /// The names of the ideas, by their numbers.
    pub(crate) names: Vec<String>,
    /// Ideas whose words open the summary of a tool: `Sends a mail.`
    verbs: u128,
    combinations: Vec<Combination>,
}

impl Concepts {
    /// Reads `concepts.txt` or `classes.txt`, which describe their form.
    pub(crate) fn read_concepts(text: &str) -> Result<Self, Box<dyn Error>> {
        let mut names: Vec<String> = GIVEN.map(str::to_owned).to_vec();
        let mut entries = Vec::new();
        let mut verbs = 0;
        let mut combinations = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let mut parts = line.split_whitespace();
            let head = parts.next().unwrap_or_default();
            let Some(name) = head.strip_prefix(['@', '!']) else {
                let combination = read_combination(head, parts, &names);
                combinations.push(combination.ok_or_else(|| format!("expected a combination: `{line}`"))?);
                continue;
            };
            let idea = names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            });
            if head.starts_with('!') {
                verbs |= idea_bit(idea);
            }
            for part in parts {
                let word = part.trim_matches('*').replace('+', " ");
                if word.contains('*') || word.is_empty() {
                    return Err(format!("expected `*` around a word, found `{part}`").into());
                }
                let spaced = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && is_spaced(c));
                entries.push(Entry {
                    idea,
                    open_left: part.starts_with('*') || !spaced(word.chars().next()),
                    open_right: part.ends_with('*') || !spaced(word.chars().last()),
                    word,
                });
            }
        }
        if names.len() > FIRST_CLASS {
            return Err(format!("expected at most {FIRST_CLASS} ideas, found {}", names.len()).into());
        }
        Ok(Self { entries, names, verbs, combinations })
    }

    /// Writes the tables as source text.
    pub(crate) fn write_tables(&self, out: &mut String) -> Result<(), Box<dyn Error>> {
        let given = (0..GIVEN.len()).fold(0, |all, at| all | idea_bit(at));
        let subjects = self.mask_of(&SUBJECTS)?;
        for (name, mask) in [
            ("GIVEN", given),
            ("ANCHORS", self.find_anchors(given)),
            ("VERBS", self.verbs),
            ("SUBJECTS", subjects),
            ("TOPICS", subjects | self.mask_of(&[TOPIC])?),
            ("ORDERS", self.mask_of(&ORDERS)?),
        ] {
            writeln!(out, "pub(crate) const {name}: u128 = {mask};")?;
        }
        for (number, name) in GIVEN.iter().enumerate() {
            writeln!(out, "pub(crate) const {}: usize = {number};", name.to_uppercase())?;
        }
        let negation = self.names.iter().position(|name| name == NEGATION).ok_or("no idea of a negation")?;
        writeln!(out, "pub(crate) const NEGATION: usize = {negation};")?;
        writeln!(out, "pub(crate) static COMBINATIONS: &[Combination] = &[")?;
        for Combination { category, weight, wanted, unwanted } in &self.combinations {
            writeln!(
                out,
                "Combination {{ category: Category::{category}, weight: {weight}, wanted: {wanted}, \
                 unwanted: {unwanted} }},"
            )?;
        }
        writeln!(out, "];")?;
        Ok(())
    }

    /// Returns ideas of which each combination has one.
    ///
    /// Of the ideas of a combination it is the one with the rarest words, by their lengths.
    fn find_anchors(&self, given: u128) -> u128 {
        let mut frequency = [0_f64; FIRST_CLASS];
        for entry in self.entries.iter().filter(|entry| entry.word.is_ascii()) {
            let length = i32::try_from(entry.word.len()).unwrap_or(i32::MAX);
            frequency[entry.idea] += 0.4_f64.powi(length);
        }
        self.combinations.iter().fold(0, |anchors, combination| {
            let wanted = combination.wanted & !given;
            let ideas = (0..frequency.len()).filter(|&at| wanted & idea_bit(at) != 0);
            let rarest = ideas.min_by(|&a, &b| frequency[a].total_cmp(&frequency[b]));
            if wanted & anchors != 0 { anchors } else { rarest.map_or(anchors, |at| anchors | idea_bit(at)) }
        })
    }

    fn mask_of(&self, wanted: &[&str]) -> Result<u128, Box<dyn Error>> {
        wanted.iter().try_fold(0, |mask, name| {
            let at = self.names.iter().position(|known| known == name);
            Ok(mask | idea_bit(at.ok_or_else(|| format!("no idea `{name}`"))?))
        })
    }
}

/// A combination: `category weight idea idea !idea`.
fn read_combination<'l>(
    category: &str,
    mut parts: impl Iterator<Item = &'l str>,
    names: &[String],
) -> Option<Combination> {
    let weight = parts.next()?.parse().ok()?;
    let (mut wanted, mut unwanted) = (0, 0);
    for part in parts {
        let name = part.trim_start_matches('!');
        let mask = idea_bit(names.iter().position(|known| known == name)?);
        if part.starts_with('!') {
            unwanted |= mask;
        } else {
            wanted |= mask;
        }
    }
    (wanted != 0).then_some(Combination { category: category.to_owned(), weight, wanted, unwanted })
}

fn idea_bit(idea: usize) -> u128 {
    1 << idea
}
