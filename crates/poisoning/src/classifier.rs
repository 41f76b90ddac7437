//! A linear classifier of sentences: orders to the model, or descriptions.
//!
//! The tables know orders in words that their authors wrote down. The classifier weighs all words of a sentence, their sequences and
//! pieces, and the ideas of `concepts.txt` in it, each alone and in pairs. `cargo xtask train` learns the weights from the corpus.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use crate::concepts::add_named;
use crate::letters::is_spaced;
use crate::tables::{CLASSES, FIRST_CLASS, NEGATION};
use webagents_text::TextKind;

/// Weights of the features.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights<'w> {
    /// The scale (`f32`, little endian), then one signed byte for each feature.
    bytes: &'w [u8],
}

/// The weights that `cargo xtask train` has learned.
pub(crate) const LEARNED: Weights<'static> = Weights::new(include_bytes!("weights.bin"));
/// Score of a tool that makes a finding: the highest of its sentences, with the points of the tables.
///
/// Chosen on `tuning-16` to `tuning-20`, each with weights that were learned without its author.
pub(crate) const ENOUGH: f32 = 0.65;
/// Score of a sentence that makes one in a tool whose phrases have the points for it.
pub(crate) const ENOUGH_WITH_PHRASES: f32 = 0.1;
/// Score of a sentence that makes one in a tool whose phrases have the points of many.
pub(crate) const ENOUGH_WITH_MANY: f32 = -0.2;
/// Score of a point of the tables.
pub(crate) const POINT: f32 = 0.03;
/// Score that a sentence has in addition because it was encoded.
pub(crate) const IF_ENCODED: f32 = 0.2;
/// Bytes of the scale.
pub(crate) const HEAD: usize = 4;
/// Number of weights; features share them by hash.
pub(crate) const BUCKETS: u32 = 262_140;
/// Words of a sentence that are looked at.
const MOST_WORDS: usize = 120;
/// Share of the ideas in the length of a sentence's vector.
const OF_IDEAS: f32 = 1.5;
/// Share of a pair of ideas, relative to 1 for an idea.
const OF_PAIRS: f32 = 0.7;
/// Share of a sequence of words, relative to 1 for a word.
const OF_SEQUENCES: f32 = 0.7;
/// Share of the pieces of words in the length of a sentence's vector.
const OF_PIECES: f32 = 0.7;
/// Share of an idea that a sentence negates.
const OF_NEGATED: f32 = 0.3;
/// Bytes after a negation in which it is taken to negate an idea.
const REACH: usize = 40;
/// Share of the number of words.
const OF_LENGTH: f32 = 0.4;
/// Letters of a piece of a word; its start and its end count as one each.
const PIECE: usize = 4;
/// Bytes of the shortest word that has pieces.
const LONG: usize = 5;

/// A sentence with its known properties.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// In plain form.
    pub(crate) text: &'a str,
    pub(crate) kind: TextKind,
    /// Ideas and the places of their words, from the start of the sentence.
    pub(crate) ideas: &'a [(usize, Range<usize>)],
    /// Names of this tool and of its parameters, in lower case.
    pub(crate) own: &'a HashSet<String>,
}

/// Part of a score that depends on the place of the text: in some, orders are rarer than in the corpus.
pub(crate) fn of_place(kind: TextKind) -> f32 {
    match kind {
        TextKind::ParamProse => 0.15,
        TextKind::Title => 0.2,
        TextKind::Value => -0.2,
        _ => 0.0,
    }
}

/// Returns whether a value or a name is a choice, such as `skip`, and not a sentence.
pub(crate) fn is_choice(line: Line<'_>) -> bool {
    joins_words(line.kind) && split_words(line).len() < 4
}

/// Returns whether a text of this kind may be a sentence with `_` for its blanks.
fn joins_words(kind: TextKind) -> bool {
    matches!(kind, TextKind::Value | TextKind::Pattern | TextKind::ParamName | TextKind::DefinitionName)
}

/// Kinds of orders by the classes of words that identify them.
const KINDS: [(&str, &[&str]); 9] = [
    (
        "asks for the conversation or the model's own context",
        &["chat", "brief", "thoughts", "inventory", "output", "recollect"],
    ),
    ("asks for secrets or for the user's files", &["keys", "disk"]),
    ("collects personal data", &["life", "identity", "sense", "mail"]),
    ("hides something from the user", &["silence"]),
    ("claims permission, or skips the user's decision", &["noask", "granted"]),
    ("sets other instructions aside", &["void", "obey", "pose"]),
    ("changes how other tools are used", &["lesser", "only", "shun", "warp"]),
    ("dictates the answer to the user", &["praise", "misstate"]),
    ("sends data elsewhere, or has a hidden effect", &["beyond", "dispatch", "wipe", "money"]),
];

impl<'w> Weights<'w> {
    pub(crate) const fn new(bytes: &'w [u8]) -> Self {
        Self { bytes }
    }

    #[cfg(feature = "training")]
    pub(crate) const fn bytes(self) -> &'w [u8] {
        self.bytes
    }

    fn weight_of(self, bucket: u32) -> f32 {
        let at = usize::try_from(bucket).ok().and_then(|at| at.checked_add(HEAD));
        f32::from(at.and_then(|at| self.bytes.get(at)).copied().unwrap_or(0).cast_signed())
    }

    /// Returns how much a sentence resembles an order: above zero, more than a description.
    pub(crate) fn score(self, line: Line<'_>) -> f32 {
        if is_choice(line) {
            return f32::MIN;
        }
        let scale = self.bytes.first_chunk::<HEAD>().map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
        let mut sum = 0.0;
        each_feature(line, |bucket, value, _| sum += self.weight_of(bucket) * value);
        sum * scale + of_place(line.kind)
    }

    /// The kind of order that a sentence resembles, and the words that weigh most.
    pub(crate) fn reason(self, line: Line<'_>) -> String {
        let of_class = |idea: usize| {
            let name = CLASSES.get(idea.checked_sub(FIRST_CLASS)?)?;
            let (kind, _) = KINDS.iter().find(|(_, classes)| classes.contains(name))?;
            let hash = Hash::new(b'i').add_byte(u8::try_from(idea).unwrap_or(u8::MAX));
            Some((self.weight_of(hash.to_bucket()), *kind))
        };
        let kinds = line.ideas.iter().filter_map(|(idea, _)| of_class(*idea));
        let kind =
            kinds.max_by(|a, b| a.0.total_cmp(&b.0)).map_or("gives the model an order", |(_, kind)| kind);
        let mut words: Vec<(f32, Range<usize>)> = Vec::new();
        each_feature(line, |bucket, value, range| {
            if !range.is_empty() {
                words.push((self.weight_of(bucket) * value, range));
            }
        });
        words.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut shown: Vec<Range<usize>> = Vec::new();
        for (_, range) in words {
            let is_apart = |known: &Range<usize>| known.end <= range.start || range.end <= known.start;
            if shown.len() < 3 && shown.iter().all(is_apart) {
                shown.push(range);
            }
        }
        shown.sort_by_key(|range| range.start);
        let shown: Vec<&str> =
            shown.into_iter().filter_map(|range| line.text.get(range)).map(str::trim).collect();
        format!("A sentence {kind}, by the words `{}`", shown.join("`, `"))
    }
}

/// Calls `each` with the bucket, the value and the words of each feature of a sentence.
///
/// Pairs of ideas have no words.
pub(crate) fn each_feature(line: Line<'_>, mut each: impl FnMut(u32, f32, Range<usize>)) {
    let words = split_words(line);
    let mut push = |hash: Hash, value: f32, words: Range<usize>| each(hash.to_bucket(), value, words);
    let count = f32::from(u16::try_from(words.len().max(1)).unwrap_or(u16::MAX));
    let share = 1.0 / count.sqrt();
    for (at, (word, range)) in words.iter().enumerate() {
        if at == 0 {
            push(Hash::new(b'^').add_text(word), share, range.clone());
            push(
                Hash::new(b'$').add_text(&word[word.char_indices().next_back().map_or(0, |(at, _)| at)..]),
                share,
                range.clone(),
            );
        }
        push(Hash::new(b'w').add_text(word), share, range.clone());
        let mut hash = Hash::new(b'n').add_text(word);
        for (next, end) in words[at + 1..].iter().take(2) {
            hash = hash.add_text(next);
            push(hash, share * OF_SEQUENCES, range.start..end.end);
        }
    }
    let long = || words.iter().filter(|(word, _)| word.len() >= LONG && !word.starts_with('\u{1}'));
    // The start and the end of a word are one letter more each.
    let pieces: usize = long().map(|(word, _)| word.chars().count() + 3 - PIECE).sum();
    let of_piece = OF_PIECES / f32::from(u16::try_from(pieces.max(1)).unwrap_or(u16::MAX)).sqrt();
    for (word, range) in long() {
        each_piece(word, |piece| push(piece, of_piece, range.clone()));
    }
    let mut occurrences = line.ideas.to_vec();
    add_named(line.text, line.own, &mut occurrences);
    let mut ideas: Vec<usize> = occurrences.into_iter().map(|(idea, _)| idea).collect();
    ideas.sort_unstable();
    ideas.dedup();
    let kind = kind_byte(line.kind);
    let number = |idea: usize| u8::try_from(idea).unwrap_or(u8::MAX);
    let pairs = ideas.len() * (ideas.len() + 1) / 2 + 1;
    let share = OF_IDEAS / f32::from(u16::try_from(pairs).unwrap_or(u16::MAX)).sqrt();
    for (at, &idea) in ideas.iter().enumerate() {
        push(Hash::new(b'i').add_byte(number(idea)), share, 0..0);
        push(Hash::new(b'k').add_byte(number(idea)).add_byte(kind), share * 0.5, 0..0);
        for &other in ideas.iter().skip(at + 1) {
            push(Hash::new(b'p').add_byte(number(idea)).add_byte(number(other)), share * OF_PAIRS, 0..0);
        }
    }
    for idea in find_negated(line.ideas) {
        push(Hash::new(b'y').add_byte(number(idea)), OF_NEGATED, 0..0);
    }
    let length = u8::try_from(words.len() / 6).map_or(6, |length| length.min(6));
    push(Hash::new(b'l').add_byte(length), OF_LENGTH, 0..0);
    push(Hash::new(b'c').add_byte(kind), 0.5, 0..0);
    push(Hash::new(b'b'), 1.0, 0..0);
}

/// Returns the ideas with a word shortly after a negation.
///
/// Honest texts forbid the actions that orders request, in the same words.
fn find_negated(ideas: &[(usize, Range<usize>)]) -> BTreeSet<usize> {
    let mut end = None;
    let mut out = BTreeSet::new();
    for (idea, range) in ideas {
        if end.is_some_and(|end| (end..=end + REACH).contains(&range.start)) {
            out.insert(*idea);
        }
        if *idea == NEGATION {
            end = Some(range.end);
        }
    }
    out
}

/// Calls `each` with each piece of a word; in many languages words of the same origin share some.
fn each_piece(word: &str, mut each: impl FnMut(Hash)) {
    let letters = word.chars().map(u32::from);
    let letters = std::iter::once(u32::from('<')).chain(letters).chain([u32::from('>')]);
    let mut last = [0; PIECE];
    for (at, letter) in letters.enumerate() {
        last.rotate_left(1);
        last[PIECE - 1] = letter;
        if at + 1 >= PIECE {
            each(last.iter().fold(Hash::new(b'g'), |hash, letter| hash.add_number(*letter)));
        }
    }
}

/// A number for the part that a text has.
fn kind_byte(kind: TextKind) -> u8 {
    match kind {
        TextKind::Name | TextKind::ParamName | TextKind::DefinitionName => 0,
        TextKind::Prose | TextKind::Code => 1,
        TextKind::Title => 2,
        TextKind::ParamProse => 3,
        TextKind::Value | TextKind::Pattern => 4,
    }
}

/// Splits a sentence into words.
///
/// Names, addresses and numbers are words of their kind; letters of scripts without blanks are words, too.
fn split_words(line: Line<'_>) -> Vec<(&str, Range<usize>)> {
    let text = line.text;
    let mut out: Vec<(&str, Range<usize>)> = Vec::new();
    let mut at = 0;
    for part in text.split_inclusive(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ',' | ';'))
    {
        let start = at;
        at += part.len();
        if out.len() >= MOST_WORDS {
            break;
        }
        if part.contains("://") {
            out.push(("\u{1}url", start..at));
            continue;
        }
        let mut from = None;
        for (index, c) in part.char_indices() {
            let index = start + index;
            let is_inner = c.is_alphanumeric() || c == '\'' || (c == '_' && !joins_words(line.kind));
            if is_inner && c.is_alphanumeric() && !is_spaced(c) {
                push_word(line, from.take(), index, &mut out);
                let range = index..index + c.len_utf8();
                out.push((&text[range.clone()], range));
            } else if is_inner {
                from.get_or_insert(index);
            } else {
                push_word(line, from.take(), index, &mut out);
                if matches!(c, '<' | '>' | '[' | ']' | '{' | '}' | '=' | '@' | '/' | '#' | '|' | '$') {
                    let range = index..index + c.len_utf8();
                    out.push((&text[range.clone()], range));
                }
            }
        }
        push_word(line, from, at, &mut out);
    }
    out.truncate(MOST_WORDS);
    out
}

fn push_word<'a>(line: Line<'a>, from: Option<usize>, to: usize, out: &mut Vec<(&'a str, Range<usize>)>) {
    let Some(from) = from else { return };
    let Some(word) = line.text.get(from..to) else { return };
    let word = word.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ',' | ';'));
    let trimmed = word.trim_matches('\'');
    if trimmed.is_empty() {
        return;
    }
    let is_number = trimmed.bytes().all(|byte| byte.is_ascii_digit());
    let shown = if is_number {
        "\u{1}number"
    } else if line.own.contains(trimmed)
        && (trimmed.contains('_') || trimmed.len() < 3 || is_marked(line, from, to))
    {
        "\u{1}own"
    } else if trimmed.contains('_') {
        "\u{1}name"
    } else {
        trimmed
    };
    // A table of numbers is one.
    if !is_number || out.last().is_none_or(|(last, _)| *last != shown) {
        out.push((shown, from..from + word.len()));
    }
}

/// Returns whether a word is given a value or called a parameter.
fn is_marked(line: Line<'_>, from: usize, to: usize) -> bool {
    debug_assert!(line.text.get(from..to).is_some(), "words are ranges of their line");
    let before = line.text.get(..from).unwrap_or_default().trim_end_matches(['\'', '"', ' ', ':']);
    let after = line.text.get(to..).unwrap_or_default().trim_start_matches(['\'', '"', ' ']);
    after.starts_with('=')
        || ["in", "into", "as", "to", "field", "parameter", "argument"]
            .iter()
            .any(|word| before.ends_with(word))
}

/// FNV-1a.
#[derive(Debug, Clone, Copy)]
struct Hash(u32);

impl Hash {
    fn new(group: u8) -> Self {
        Self(0x811c_9dc5).add_byte(group)
    }

    fn add_byte(self, byte: u8) -> Self {
        self.add_number(byte.into())
    }

    fn add_number(self, number: u32) -> Self {
        Self((self.0 ^ number).wrapping_mul(0x0100_0193))
    }

    fn add_text(self, text: &str) -> Self {
        text.bytes().fold(self, Self::add_byte).add_byte(0)
    }

    fn to_bucket(self) -> u32 {
        let mixed = (self.0 ^ (self.0 >> 15)).wrapping_mul(0x2c1b_3c6d);
        (mixed ^ (mixed >> 12)) % BUCKETS
    }
}
