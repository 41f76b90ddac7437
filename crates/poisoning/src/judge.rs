//! Instructions to the model in the texts of a tool.
//!
//! A declaration describes a tool; it must not give orders to the model that reads it. The decision: phrases
//! have points, and the points of one tool are added. Honest tools use each of these phrases alone ("must",
//! "without asking", "before any request"), and hardly ever several of them. Few points count only in a tool
//! with a sentence that resembles an order, and such a sentence can do without points. Values that are chosen
//! from a list need fewer points than sentences. Tools that are about attacks quote them: their quotations do
//! not count.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use webagents_text::{TextKind, name_words_by};

use crate::classifier::{self, Weights};
use crate::concepts::{self, Match, Sentence, Subject};
use crate::finding::{Category, PoisonFinding};
use crate::lists::{Words, read_list};
use crate::quotations::{is_about_attacks, quoted_out};
use crate::tables::{Pattern, PatternSubject};
use crate::texts::{ToolText, ToolTexts};
use crate::{normal, words};

/// Words of names of tools that others need first.
static FIRST_STEPS: Words = LazyLock::new(|| read_list("first steps"));
/// Words of names of tools that read or write markup or prompts.
static MARKUP: Words = LazyLock::new(|| read_list("markup"));
/// Words of names of parameters whose values are topics of orders.
static PERSONAL: Words = LazyLock::new(|| read_list("personal"));

/// Points that make a finding.
const ENOUGH: u32 = 3;
/// Points that make one in a tool in which a sentence only may be an order.
const CERTAIN: u32 = 5;
/// Score of a sentence that is kept, since points may be added.
const NEAR: f32 = classifier::ENOUGH - classifier::POINT * 5.0;
/// Findings of one tool.
const MOST: usize = 200;
/// Points of a value that make one.
const ENOUGH_OF_VALUE: u32 = 2;

/// Returns the first match of each pattern that matches a plain text, the gravest pattern first.
fn find_matches(patterns: &[&'static Pattern], plain: &str) -> Vec<(&'static Pattern, Range<usize>)> {
    let found = patterns.iter().filter_map(|pattern| Some((*pattern, pattern.find_match(plain)?)));
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.weight));
    found
}

/// Parameters of a tool whose names count if a text is about them.
const OWN_NAMES: usize = 100;

/// Words of a value that consists of markers of roles.
const MARKER_WORDS: usize = 3;

/// One match in one text.
struct Hit<'g, 'a> {
    field: Place<'g, 'a>,
    category: Category,
    weight: u32,
    phrase: String,
}

/// A text of a tool, with its index.
type Place<'g, 'a> = (usize, &'g ToolText<'a>);

/// Returns the findings in the texts of a tool, or in the prose of a site.
pub(crate) fn judge_tool(tool: &ToolTexts<'_>) -> Vec<PoisonFinding> {
    write_findings(&find_evidence(tool, classifier::LEARNED))
}

/// Evidence of orders in the texts of a tool.
pub(crate) struct Evidence<'g, 'a> {
    /// Matches of the tables.
    hits: Vec<Hit<'g, 'a>>,
    /// Their points.
    points: u32,
    /// Sentences that resemble orders, one a field.
    suspects: Vec<Suspect<'g, 'a>>,
    /// The highest score of a sentence.
    resemblance: Option<f32>,
}

impl Evidence<'_, '_> {
    /// Returns whether phrases and sentences together amount to an order.
    ///
    /// Phrases alone are enough only if they are many, or in names: honest texts that explain, quote or
    /// forbid have some.
    pub(crate) fn is_order(&self) -> bool {
        let points = f32::from(u16::try_from(self.points).unwrap_or(u16::MAX));
        let resemblance = self.resemblance.unwrap_or(f32::MIN);
        let is_named = |hit: &Hit<'_, '_>| {
            matches!(hit.field.1.kind, TextKind::Name | TextKind::ParamName | TextKind::Title)
        };
        // A line of a value that a marker begins, before other words; a dialogue has names with a colon.
        let is_spoken = |hit: &Hit<'_, '_>| {
            let marker = hit.phrase.trim_start();
            let begins = |line: &str| line.trim_start().to_lowercase().starts_with(marker);
            hit.category == Category::Role
                && hit.field.1.kind == TextKind::Value
                && marker.starts_with(['[', '<'])
                && hit.field.1.text.split_whitespace().count() > MARKER_WORDS
                && hit.field.1.text.lines().any(begins)
        };
        (self.points >= CERTAIN && resemblance > classifier::ENOUGH_WITH_MANY)
            || self.hits.iter().any(is_spoken)
            || (self.points >= ENOUGH && self.hits.iter().any(is_named))
            || resemblance + classifier::POINT * points > classifier::ENOUGH
            || (self.points >= ENOUGH && resemblance > classifier::ENOUGH_WITH_PHRASES)
    }
}

/// Reads the texts of a tool.
pub(crate) fn find_evidence<'g, 'a>(group: &'g ToolTexts<'a>, weights: Weights<'_>) -> Evidence<'g, 'a> {
    let own = LazyCell::new(|| own_names(group));
    let purpose = LazyCell::new(|| Purpose::from_name(&group.name));
    let name = LazyCell::new(|| plain_of(TextKind::Name, &group.name));
    let about_attacks = LazyCell::new(|| is_about_attacks(&name) || prose_of(group).any(is_about_attacks));
    let about = LazyCell::new(|| {
        let summary = prose_of(group).next().map(normal::to_plain);
        let summary = summary.as_deref().and_then(|text| text.split('\n').next()).unwrap_or_default();
        concepts::is_about(&words::find_ideas(&name), &words::find_ideas(summary))
    });
    let tool = LazyCell::new(|| group.name.to_lowercase());
    // Each text is searched for each of them.
    let params = LazyCell::new(|| -> Vec<String> {
        params_of(group).take(OWN_NAMES).map(str::to_lowercase).collect()
    });
    let ideas_of = |field: &ToolText<'_>, plain: &str, sentences: &[Sentence]| -> Vec<Match> {
        if sentences.is_empty() {
            return Vec::new();
        }
        let names = params.iter().chain([&*tool]);
        let quoted: Vec<String> = names.filter(|name| quotes_name(&field.text, name)).cloned().collect();
        let slots: Vec<String> = params
            .iter()
            .filter(|name| is_slot(name) && (quoted.contains(name) || assigns_name(&field.text, name)))
            .cloned()
            .collect();
        let subject =
            Subject { plain, kind: field.kind, own: &own, quoted: &quoted, slots: &slots, is_about: *about };
        concepts::find_matches(subject, sentences)
    };
    let read = |field: &ToolText<'_>, text: &str| {
        let plain = plain_of(field.kind, text);
        let look = words::find_words(&plain);
        let (found, said) = (find_matches(&look.patterns, &plain), ideas_of(field, &plain, &look.sentences));
        (plain, found, said, look.ideas)
    };
    let mut suspects = Vec::new();
    let mut resemblance: Option<f32> = None;
    let mut hits: Vec<Hit<'_, '_>> = Vec::new();
    let mut tally = Tally::default();
    // The comments and literals of code are fields of their own.
    let is_judged = |kind| !matches!(kind, TextKind::Code | TextKind::DefinitionName);
    for (at, field) in group.texts.iter().enumerate().filter(|(_, text)| is_judged(text.kind)) {
        let (mut plain, mut found, mut said, mut ideas) = read(field, &field.text);
        let may_be_odd = normal::is_odd(&field.text) || !field.text.is_ascii();
        let mut decoded = if may_be_odd { normal::decode_texts(&field.text) } else { Vec::new() };
        let mut resembling = find_suspect((at, field), &plain, &ideas, &own, weights);
        let score = |suspect: &Option<Suspect<'_, '_>>| suspect.as_ref().map(|suspect| suspect.score);
        let is_suspect = |score: Option<f32>| score > Some(NEAR);
        if found.is_empty() && said.is_empty() && decoded.is_empty() && !is_suspect(score(&resembling)) {
            resemblance = higher_score(resemblance, score(&resembling));
            continue;
        }
        // Samples of what such a tool looks for.
        if matches!(field.kind, TextKind::Value) && *about_attacks {
            continue;
        }
        if let Cow::Owned(text) = quoted_out(&field.text) {
            (plain, found, said, ideas) = read(field, &text);
            decoded = if decoded.is_empty() { decoded } else { normal::decode_texts(&text) };
            resembling = find_suspect((at, field), &plain, &ideas, &own, weights);
        }
        resemblance = higher_score(resemblance, score(&resembling));
        let ranges = add_phrases((at, field), &plain, *purpose, found, &mut tally, &mut hits);
        of_ideas((at, field), &plain, said, &ranges, &mut tally, &mut hits);
        if is_suspect(score(&resembling)) {
            suspects.extend(resembling);
        }
        let known = if decoded.is_empty() {
            0
        } else {
            weight_of(&plain, &words::find_words(&plain).sentences, &own)
        };
        for decoded in decoded {
            let (hit, score) = add_encoded((at, field), decoded, &plain, known, &own, weights);
            resemblance = higher_score(resemblance, score);
            tally.points += hit.as_ref().map_or(0, |hit| hit.weight);
            hits.extend(hit);
        }
    }
    Evidence { hits, points: tally.points, suspects, resemblance }
}

/// Returns the higher of two scores.
fn higher_score(one: Option<f32>, other: Option<f32>) -> Option<f32> {
    one.into_iter().chain(other).reduce(f32::max)
}

/// Decides on the evidence.
fn write_findings(evidence: &Evidence<'_, '_>) -> Vec<PoisonFinding> {
    let Evidence { hits, points, suspects, .. } = evidence;
    let mut out: Vec<PoisonFinding> = Vec::new();
    if !evidence.is_order() {
        return out;
    }
    // The hits of a field follow each other.
    for of_field in hits.chunk_by(|one, other| one.field.0 == other.field.0) {
        let Some(Hit { field: (text, field), .. }) = of_field.first() else { continue };
        let is_value = matches!(field.kind, TextKind::Value | TextKind::Pattern);
        let weight: u32 = of_field.iter().map(|hit| hit.weight).sum();
        if *points < ENOUGH && !(is_value && weight >= ENOUGH_OF_VALUE) {
            continue;
        }
        let from = out.len();
        for hit in of_field {
            let is_plain = hit.category != Category::Encoded;
            let category = if is_value && is_plain { Category::Value } else { hit.category };
            if out.len() >= MOST || out[from..].iter().any(|known| known.category == category) {
                continue;
            }
            let quote = hit.phrase.trim().to_owned();
            out.push(PoisonFinding { category, text: *text, quote, reason: None });
        }
    }
    if out.is_empty() {
        // All that are as near to the bar as the one that decided.
        let bar = classifier::ENOUGH.min(evidence.resemblance.unwrap_or(f32::MIN));
        let resembling = suspects.iter().filter(|suspect| suspect.score >= bar);
        out.extend(resembling.map(|suspect| PoisonFinding {
            category: Category::Resembles,
            text: suspect.field.0,
            quote: suspect.sentence.clone(),
            reason: Some(suspect.reason.clone()),
        }));
    }
    out
}

/// A sentence that resembles an order.
struct Suspect<'g, 'a> {
    field: Place<'g, 'a>,
    score: f32,
    sentence: String,
    /// The kind of order, and the words that show it.
    reason: String,
}

/// Returns the sentence of a text that resembles an order most.
///
/// Sentence and reason are empty if the score is too low for a finding. `ideas` belong to the text, in the
/// order of their ends.
fn find_suspect<'g, 'a>(
    (at, field): Place<'g, 'a>,
    plain: &str,
    ideas: &[(usize, Range<usize>)],
    own: &HashSet<String>,
    weights: Weights<'_>,
) -> Option<Suspect<'g, 'a>> {
    let mut best: Option<Suspect<'g, 'a>> = None;
    each_line(field.kind, plain, ideas, own, |line| {
        let score = weights.score(line);
        if score > best.as_ref().map_or(f32::MIN, |best| best.score) {
            let (sentence, reason) = if score > NEAR {
                (line.text.to_owned(), weights.reason(line))
            } else {
                (String::new(), String::new())
            };
            best = Some(Suspect { field: (at, field), score, sentence, reason });
        }
    });
    best
}

/// Calls `each` with each sentence of a text.
///
/// `ideas` belong to the text, in the order of their ends.
pub(crate) fn each_line(
    kind: TextKind,
    plain: &str,
    ideas: &[(usize, Range<usize>)],
    own: &HashSet<String>,
    mut each: impl FnMut(classifier::Line<'_>),
) {
    if kind == TextKind::Name {
        return;
    }
    // A type in a manifest has several values.
    let is_end = |c: char| c == '\n' || (kind == TextKind::Value && matches!(c, '|' | ';'));
    let mut rest = ideas;
    let mut to = 0;
    for part in plain.split_inclusive(is_end) {
        let from = to;
        to += part.len();
        let count = rest.iter().take_while(|(_, range)| range.start < to).count();
        let (of_line, others) = rest.split_at(count);
        rest = others;
        let place = |range: &Range<usize>| Some(range.start.checked_sub(from)?..range.end - from);
        let of_line: Vec<(usize, Range<usize>)> =
            of_line.iter().filter_map(|(idea, range)| Some((*idea, place(range)?))).collect();
        let text = part.trim_end_matches(is_end);
        if !text.trim().is_empty() {
            each(classifier::Line { text, kind, ideas: &of_line, own });
        }
    }
}

/// The plain form of a text; names and values of several joined words are words.
pub(crate) fn plain_of(kind: TextKind, text: &str) -> String {
    const JOINTS: [char; 2] = ['-', '_'];
    let is_joined = || text.matches(JOINTS).count() > 2 && !text.contains(char::is_whitespace);
    match kind {
        TextKind::Name | TextKind::ParamName | TextKind::DefinitionName => {
            normal::to_plain(&words_of_name(text).join(" "))
        }
        TextKind::Value if is_joined() => normal::to_plain(&text.replace(JOINTS, " ")),
        _ => normal::to_plain(text),
    }
}

/// The points of a tool, and of each phrase in it: a repeated phrase adds none.
#[derive(Default)]
struct Tally {
    points: u32,
    seen: BTreeMap<usize, u32>,
}

impl Tally {
    fn add_points(&mut self, what: usize, weight: u32) {
        let known = self.seen.entry(what).or_insert(0);
        if *known < weight {
            self.points += weight - *known;
            *known = weight;
        }
    }
}

/// Returns the names of a tool and of its parameters, in lower case.
pub(crate) fn own_names(tool: &ToolTexts<'_>) -> HashSet<String> {
    params_of(tool).chain([tool.name.as_ref()]).map(str::to_lowercase).collect()
}

/// Returns the names of a tool's parameters and of the definitions in its schemas.
fn params_of<'g>(tool: &'g ToolTexts<'_>) -> impl Iterator<Item = &'g str> {
    let names =
        tool.texts.iter().filter(|text| matches!(text.kind, TextKind::ParamName | TextKind::DefinitionName));
    names.map(|text| text.text.as_ref())
}

/// Returns the descriptions and notes of a tool.
fn prose_of<'g>(tool: &'g ToolTexts<'_>) -> impl Iterator<Item = &'g str> {
    tool.texts.iter().filter(|text| text.kind == TextKind::Prose).map(|text| text.text.as_ref())
}

/// The purpose of a tool by its name.
#[derive(Debug, Clone, Copy)]
struct Purpose {
    /// Other tools need it first.
    first_step: bool,
    /// It reads or writes markup or prompts.
    markup: bool,
}

impl Purpose {
    fn from_name(name: &str) -> Self {
        let words = words_of_name(name);
        let pairs = || words.iter().zip(words.iter().skip(1)).map(|(a, b)| (a.as_str(), b.as_str()));
        let sign_in = pairs().any(|pair| matches!(pair, ("log" | "sign", "in") | ("set", "up")));
        let any = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
        Self { first_step: sign_in || any(&FIRST_STEPS), markup: any(&MARKUP) }
    }
}

/// Adds the hits of phrases; returns their places and points.
fn add_phrases<'g, 'a>(
    (at, field): Place<'g, 'a>,
    plain: &str,
    purpose: Purpose,
    found: Vec<(&'static Pattern, Range<usize>)>,
    tally: &mut Tally,
    hits: &mut Vec<Hit<'g, 'a>>,
) -> Vec<(Range<usize>, u32)> {
    let is_value = matches!(field.kind, TextKind::Value | TextKind::Pattern);
    let mut ranges: Vec<(Range<usize>, u32)> = Vec::new();
    for (pattern, range) in found {
        let is_tried = match pattern.subject {
            PatternSubject::All => true,
            PatternSubject::Params => matches!(field.kind, TextKind::ParamProse | TextKind::Value),
            PatternSubject::NoFirstStep => !purpose.first_step,
            PatternSubject::NoMarkup => !purpose.markup,
        };
        if !is_tried {
            continue;
        }
        if ranges.iter().any(|(known, _)| covers_range(known, &range)) {
            continue;
        }
        if pattern.category == Category::Conceal && is_for_a_while(plain, range.end) {
            continue;
        }
        if pattern.category == Category::Role
            && is_quoted(&field.text, plain.get(range.clone()).unwrap_or_default())
        {
            continue;
        }
        debug_assert!(plain.get(range.clone()).is_some(), "a match is a range of its text");
        let weight = pattern.weight + u32::from(is_value);
        ranges.push((range.clone(), weight));
        tally.add_points(std::ptr::from_ref(pattern).addr(), weight);
        let phrase = plain.get(range).unwrap_or_default().to_owned();
        hits.push(Hit { field: (at, field), category: pattern.category, weight, phrase });
    }
    ranges
}

/// Returns whether a marker is in backticks, alone, as in an explanation of its syntax.
fn is_quoted(text: &str, marker: &str) -> bool {
    text.contains('`') && text.to_lowercase().contains(&format!("`{marker}`"))
}

/// Adds the hits of ideas that phrases do not outweigh.
fn of_ideas<'g, 'a>(
    field: Place<'g, 'a>,
    plain: &str,
    said: Vec<Match>,
    phrases: &[(Range<usize>, u32)],
    tally: &mut Tally,
    hits: &mut Vec<Hit<'g, 'a>>,
) {
    let mut taken: Vec<Range<usize>> = Vec::new();
    for found in said {
        let range = found.range;
        if taken.iter().any(|known| known.start < range.end && range.start < known.end) {
            continue;
        }
        if found.combination.category == Category::Conceal && is_for_a_while(plain, range.start) {
            continue;
        }
        let within = phrases.iter().filter(|(known, _)| known.start < range.end && range.start < known.end);
        let said: u32 = within.map(|(_, weight)| weight).sum();
        let weight = found.combination.weight.saturating_sub(said);
        taken.push(range.clone());
        if weight > 0 {
            tally.add_points(std::ptr::from_ref(found.combination).addr(), weight);
            debug_assert!(plain.get(range.clone()).is_some(), "a match is a range of its text");
            let phrase = plain.get(range).unwrap_or_default().to_owned();
            hits.push(Hit { field, category: found.combination.category, weight, phrase });
        }
    }
}

/// Returns whether a text has a name in backticks or quotation marks, in any case of its letters.
fn quotes_name(text: &str, name: &str) -> bool {
    if name.is_empty() || !text.contains(['`', '\'', '"']) {
        return false;
    }
    let text = text.to_lowercase();
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        matches!((before, after), (Some('`'), Some('`')) | (Some('\''), Some('\'')) | (Some('"'), Some('"')))
    })
}

/// Returns the words of a name.
///
/// A digit does not end one, because the weights were trained on such words.
fn words_of_name(name: &str) -> Vec<String> {
    name_words_by(name, char::is_lowercase)
}

/// Returns whether a parameter of this name takes nothing that is a topic of orders.
fn is_slot(name: &str) -> bool {
    !words_of_name(name).iter().any(|word| PERSONAL.contains(&word.as_str()))
        && !concepts::is_topic(&words::find_ideas(&plain_of(TextKind::Name, name)))
}

/// Returns whether a text gives a parameter a value or calls it one: `seed=`, `parameter seed`.
fn assigns_name(text: &str, name: &str) -> bool {
    if name.is_empty() {
        return false;
    }
    let text = text.to_lowercase();
    let ends = |before: &str| {
        [
            "parameter",
            "param",
            "argument",
            "field",
            "feld",
            "champ",
            "campo",
            "параметр",
            "поле",
            "الحقل",
            "में",
        ]
        .iter()
        .any(|word| before.trim_end_matches([' ', ':']).ends_with(word))
    };
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let is_whole = !before.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_')
            && !after.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '_');
        let set = after.trim_start();
        is_whole
            && (set.starts_with('=')
                || ends(before)
                || ["field", "parameter", "argument"].iter().any(|word| set.starts_with(word)))
    })
}

/// Returns whether the sentence continues with a time until which something is kept secret.
///
/// Examples are the answers of a quiz, or a surprise.
fn is_for_a_while(plain: &str, at: usize) -> bool {
    let rest = plain.get(at..).and_then(|rest| rest.split('\n').next()).unwrap_or_default();
    let subjects = [
        "they ",
        "the user ",
        "he ",
        "she ",
        "it ",
        "all ",
        "everyone ",
        "the game ",
        "the quiz ",
        "the end",
    ];
    [" before ", " until "].iter().any(|word| {
        rest.match_indices(word).any(|(at, _)| {
            let clause = &rest[at + word.len()..];
            subjects.iter().any(|subject| clause.starts_with(subject))
        })
    })
}

/// Returns whether two phrases are the same evidence: they share more than half of the shorter one.
fn covers_range(known: &Range<usize>, other: &Range<usize>) -> bool {
    let shared = known.end.min(other.end).saturating_sub(known.start.max(other.start));
    shared * 2 > known.len().min(other.len())
}

/// The weight of the ideas in a text that is decoded or has a decoded form.
fn weight_of(plain: &str, sentences: &[Sentence], own: &HashSet<String>) -> u32 {
    // Such a text has no summary.
    let subject = Subject { plain, kind: TextKind::Code, own, quoted: &[], slots: &[], is_about: false };
    concepts::find_matches(subject, sentences).first().map_or(0, |found| found.combination.weight)
}

/// The order in a decoded form of a text, and the highest score of a sentence that only this form has.
///
/// `known` is the weight of the ideas in the text itself.
fn add_encoded<'g, 'a>(
    field: Place<'g, 'a>,
    decoded: String,
    plain: &str,
    known: u32,
    own: &HashSet<String>,
    weights: Weights<'_>,
) -> (Option<Hit<'g, 'a>>, Option<f32>) {
    let look = words::find_words(&decoded);
    let any = find_matches(&look.patterns, &decoded);
    let new = any.iter().filter(|(pattern, _)| pattern.find_match(plain).is_none());
    let new: u32 = new.map(|(pattern, _)| pattern.weight).sum();
    let new = new.max(weight_of(&decoded, &look.sentences, own).saturating_sub(known));
    let mut score = None;
    each_line(TextKind::Prose, &decoded, &look.ideas, own, |line| {
        if !plain.contains(line.text) {
            score = higher_score(score, Some(weights.score(line) + classifier::IF_ENCODED));
        }
    });
    // Who writes an order in plain words need not encode it, so less is enough.
    let is_order = new >= ENOUGH_OF_VALUE || score > Some(classifier::ENOUGH);
    let hit = is_order.then_some(Hit { field, category: Category::Encoded, weight: ENOUGH, phrase: decoded });
    (hit, score)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tables::PATTERNS;

    /// Texts of the corpora, and words of the rules.
    static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut texts = Vec::new();
        for line in include_str!("../../../tests/data/poisoning/poisoned.jsonl").lines() {
            let list: serde_json::Value = serde_json::from_str(line).unwrap();
            if matches!(list["set"].as_str(), Some("tuning" | "tuning-2" | "tuning-3")) {
                each_text(&list["document"], &mut |text| texts.push(text.to_owned()));
            }
        }
        texts.retain(|text| text.is_ascii());
        let rules = concat!(include_str!("patterns.txt"), include_str!("concepts.txt"));
        let words = rules.split(|c: char| !c.is_ascii_alphanumeric());
        texts.extend(words.filter(|word| word.len() > 2).map(str::to_owned));
        texts
    });

    fn each_text(value: &serde_json::Value, found: &mut impl FnMut(&str)) {
        match value {
            serde_json::Value::String(text) => found(text),
            serde_json::Value::Array(items) => items.iter().for_each(|item| each_text(item, found)),
            serde_json::Value::Object(members) => members.values().for_each(|value| each_text(value, found)),
            _ => {}
        }
    }

    /// A text in another form that means the same: line ends for blanks, emphasis, capital letters.
    fn varied() -> impl Strategy<Value = String> {
        let pieces = prop::collection::vec((any::<prop::sample::Index>(), 0_u8..8), 1..6);
        (pieces, any::<prop::sample::Index>()).prop_map(|(pieces, skip)| {
            let mut out = String::new();
            for (index, form) in pieces {
                let text = index.get(&TEXTS);
                let text = match form {
                    0 => text.replace(' ', "\n"),
                    1 => text.to_uppercase(),
                    2 => format!("**{text}**"),
                    3 => text.replacen(' ', " `", 1) + "`",
                    4 => text.split(' ').skip(skip.index(4)).collect::<Vec<_>>().join("  "),
                    5 => text.replacen('e', "*e*", 1),
                    _ => text.clone(),
                };
                out.push_str(&text);
                out.push(' ');
            }
            out
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(384))]

        #[test]
        fn each_pattern_is_tried_where_it_matches(texts in prop::collection::vec(varied(), 3)) {
            let plain = normal::to_plain(&texts.join("\n\n"));
            let look = words::find_words(&plain);
            for pattern in &PATTERNS {
                let matches = pattern.find_match(&plain).is_some();
                let is_tried = look.patterns.iter().any(|found| std::ptr::eq(*found, pattern));
                prop_assert!(is_tried || !matches, "{} in {}", pattern.expression, plain);
            }
        }
    }
}
