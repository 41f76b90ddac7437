//! The meaning of the classes and ids of an element.
//!
//! They are words that authors of pages in all languages write in English. They are evidence and no proof: one sign of
//! several (`signs`). The words are data (`names.txt`).

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;
use webagents_html::{Dom, Id, Tag};

use crate::lists::{Words, list_sections, section_words};

/// Meaning of an element's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ClassHint {
    Nothing,
    /// A button, or a call to do something.
    Action,
    /// Author of the page.
    Author,
    /// Short text about another page, or at the beginning of this one.
    Teaser,
    /// Discussion of the page's subject.
    Comments,
    /// Reviews of buyers.
    Reviews,
    /// Offers to share, to subscribe, to log in.
    Boilerplate,
    /// Links to other pages like this one.
    Related,
    Advertising,
    Navigation,
}

impl ClassHint {
    /// Returns whether it is something around the content.
    pub(super) fn is_noise(self) -> bool {
        self >= Self::Boilerplate
    }
}

/// The words of `names.txt`.
#[derive(Debug, Default)]
struct ClassWords {
    known: HashMap<&'static str, ClassWord, FixedState>,
    pairs: HashMap<(&'static str, &'static str), ClassHint, FixedState>,
    /// A bit for each length of words, by the last bits of their first byte.
    lengths: [u64; 32],
}

/// A word of names, which means something, or is the first of two that do.
#[derive(Debug, Default)]
struct ClassWord {
    any: Option<ClassHint>,
    /// Meaning if it is the whole name.
    alone: Option<ClassHint>,
    begins_pair: bool,
    /// `true` if a name that begins with it speaks of another element.
    is_elsewhere: bool,
    /// `true` if programs that make manuals begin their names with it.
    is_prefix: bool,
}

const NAMES: &str = include_str!("names.txt");

static CAPTIONS: Words = LazyLock::new(|| section_words(NAMES, "caption"));
static ONE_SCREEN: Words = LazyLock::new(|| section_words(NAMES, "one screen"));
static SPOKEN: Words = LazyLock::new(|| section_words(NAMES, "spoken"));
static QUOTATIONS: Words = LazyLock::new(|| section_words(NAMES, "quotation"));
static NOTES: Words = LazyLock::new(|| section_words(NAMES, "note"));

static WORDS: LazyLock<ClassWords> = LazyLock::new(|| {
    let mut words = ClassWords::default();
    for (section, line) in list_sections(NAMES) {
        for word in line.split_ascii_whitespace().filter_map(|entry| entry.split('-').next()) {
            words.lengths[first_bits(word)] |= 1 << (word.len() % 64);
        }
        let says = match section.strip_suffix(" if alone").unwrap_or(section) {
            "navigation" => ClassHint::Navigation,
            "advertising" => ClassHint::Advertising,
            "related links" => ClassHint::Related,
            "boilerplate" => ClassHint::Boilerplate,
            "comments" => ClassHint::Comments,
            "reviews" => ClassHint::Reviews,
            "author" => ClassHint::Author,
            "teaser" => ClassHint::Teaser,
            "action" => ClassHint::Action,
            other => {
                for word in line.split_ascii_whitespace() {
                    let word = words.known.entry(word).or_default();
                    word.is_elsewhere |= other == "of another element";
                    word.is_prefix |= other == "of a generator";
                }
                continue;
            }
        };
        for entry in line.split_ascii_whitespace() {
            if let Some(pair) = entry.split_once('-') {
                words.pairs.insert(pair, says);
                words.known.entry(pair.0).or_default().begins_pair = true;
            } else if section.ends_with(" if alone") {
                words.known.entry(entry).or_default().alone = Some(says);
            } else {
                words.known.entry(entry).or_default().any = Some(says);
            }
        }
    }
    words
});

/// The last bits of the first byte of a word.
fn first_bits(word: &str) -> usize {
    usize::from(word.as_bytes().first().copied().unwrap_or_default() % 32)
}

/// Every name that `names.txt` gives a meaning, as it would be written.
#[cfg(test)]
pub(super) fn all_words() -> Vec<String> {
    let means = |word: &ClassWord| word.any.or(word.alone).is_some();
    let mut all: Vec<String> =
        WORDS.known.iter().filter(|(_, word)| means(word)).map(|(&name, _)| name.to_owned()).collect();
    all.extend(WORDS.pairs.keys().map(|(first, second)| format!("{first}-{second}")));
    all.sort();
    all
}

/// Reads the class and the id of an element. An `id` may be no more than an anchor.
pub(super) fn hint_of(dom: &Dom, id: Id) -> ClassHint {
    hint_without(dom, id, |_| false)
}

/// Reads the class and the id of an element, except for the names of which `is_out` holds.
pub(super) fn hint_without(dom: &Dom, id: Id, is_out: impl Fn(&str) -> bool) -> ClassHint {
    let hints = each_hint(dom, id).filter(|(name, _)| !is_out(name)).map(|(_, hint)| hint);
    let hint = hints.max().unwrap_or(ClassHint::Nothing);
    // A comment in a line is one of code.
    if hint == ClassHint::Comments && !dom.tag(id).is_block() { ClassHint::Nothing } else { hint }
}

/// Returns the names of an element for parts around the content, without a number at their end.
pub(super) fn noise_of(dom: &Dom, id: Id) -> impl Iterator<Item = &str> {
    each_hint(dom, id).filter(|(_, hint)| hint.is_noise()).map(|(name, _)| name)
}

/// Returns the known names in the class and id of an element, without a number at their end.
fn each_hint(dom: &Dom, id: Id) -> impl Iterator<Item = (&str, ClassHint)> {
    const NAMES: usize = 32;
    let tag = dom.tag(id);
    let counts = move |name: &str| match name {
        "class" => may_be_named(tag),
        "id" => names_by_id(tag),
        _ => false,
    };
    let named = dom.attributes(id).filter(move |(name, _)| counts(name));
    named.flat_map(move |(attribute, value)| {
        let words = value.split_ascii_whitespace().take(NAMES);
        let means =
            words.map(|name| (name, hint_of_name(name))).filter(|&(_, hint)| hint != ClassHint::Nothing);
        let is_name = move || attribute != "id" || !repeats_heading(dom, id, value);
        means.filter(move |_| is_name()).map(|(name, hint)| {
            (name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_')), hint)
        })
    })
}

/// Returns whether the `id` is the words of the element's heading, as tools for manuals make them.
///
/// A single word may be the name of a part of the page.
fn repeats_heading(dom: &Dom, id: Id, value: &str) -> bool {
    const FIRST: usize = 8;
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.take(FIRST).map(str::to_lowercase).collect()
    };
    let heading = dom.descendants(id).skip(1).take(FIRST).find(|&at| dom.tag(at).heading().is_some());
    let named = words(value);
    named.len() > 1 && heading.is_some_and(|heading| words(&dom.text_content(heading)) == named)
}

/// Returns the meaning of the class or id attribute `value`.
pub(super) fn of_value(value: &str) -> ClassHint {
    let names = value.split_ascii_whitespace().take(32);
    names.map(hint_of_name).max().unwrap_or(ClassHint::Nothing)
}

/// Returns whether a name may remove the element itself.
///
/// A heading, a term, a definition and code are what their author wrote there, whatever its names are.
pub(super) fn may_be_named(tag: Tag) -> bool {
    tag.heading().is_none() && !matches!(tag, Tag::Dt | Tag::Dd | Tag::Pre | Tag::Listing | Tag::Code)
}

/// Returns whether an `id` of the element outweighs its place in the text.
///
/// The `id` of a part of a sentence or of a list does not.
fn names_by_id(tag: Tag) -> bool {
    may_be_named(tag)
        && !matches!(
            tag,
            Tag::P | Tag::Li | Tag::A | Tag::Span | Tag::Em | Tag::Strong | Tag::B | Tag::I | Tag::Tr
        )
}

fn hint_of_name(name: &str) -> ClassHint {
    let mut buffer = [0_u8; 80];
    let Some(lower) = buffer.get_mut(..name.len()) else { return ClassHint::Nothing };
    let lower = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        lower.copy_from_slice(name.as_bytes());
        lower.make_ascii_lowercase();
        std::str::from_utf8(lower).unwrap_or_default()
    } else {
        name
    };
    let mut words: [&str; 12] = [""; 12];
    // The words of `relatedPosts`, `related-posts` and `related_posts` are the same.
    let mut count = 0;
    let mut from = 0;
    let bytes = name.as_bytes();
    for at in 0..=bytes.len() {
        let byte = bytes.get(at).copied();
        let is_word = byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
        let is_hump = byte.is_some_and(|byte| byte.is_ascii_uppercase())
            && at.checked_sub(1).and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_lowercase);
        if !is_word || is_hump {
            if at > from && count < words.len() {
                debug_assert!(lower.get(from..at).is_some(), "words are separated by ASCII characters");
                words[count] = lower.get(from..at).unwrap_or_default();
                count += 1;
            }
            from = if is_word { at } else { at + 1 };
        }
    }
    hint_of_words(&words[..count])
}

fn hint_of_words(words: &[&str]) -> ClassHint {
    let mut hint = ClassHint::Nothing;
    let mut is_generated = false;
    for (at, word) in words.iter().enumerate() {
        let may_be_known = WORDS.lengths[first_bits(word)] >> (word.len() % 64) & 1 == 1;
        let Some(known) = may_be_known.then(|| WORDS.known.get(word)).flatten() else { continue };
        is_generated |= at == 0 && known.is_prefix && words.len() > 1;
        // `has-sidebar` speaks of another element; `md:hidden` and `js-` of none.
        if at == 0 && known.is_elsewhere {
            return ClassHint::Nothing;
        }
        let alone = known.alone.filter(|_| words.len() == 1);
        let next = words.get(at + 1).filter(|_| known.begins_pair);
        let pair = next.and_then(|next| WORDS.pairs.get(&(*word, *next))).copied();
        hint = [known.any, alone, pair].into_iter().flatten().fold(hint, ClassHint::max);
    }
    // The comments in a manual belong to its code, and its cards and tips are its author's.
    if is_generated && hint != ClassHint::Navigation { ClassHint::Nothing } else { hint }
}

/// Returns whether the class attribute `value` names a caption of a picture, or its author.
pub(super) fn is_caption(value: &str) -> bool {
    has_word(value, &CAPTIONS)
}

/// Returns whether the class attribute `value` restricts the element to screens of one size.
pub(super) fn is_for_one_screen(value: &str) -> bool {
    has_word(value, &ONE_SCREEN)
}

/// Returns whether the class attribute `value` names a quotation, or the beginning of a text.
pub(super) fn is_quotation(value: &str) -> bool {
    has_word(value, &QUOTATIONS)
}

/// Returns whether the class attribute `value` marks the element as meant for screen readers alone.
pub(super) fn is_spoken(value: &str) -> bool {
    SPOKEN.iter().any(|part| value.contains(part))
}

/// Returns whether the element is a note of the author's, by its role, class or id.
///
/// The roles come from WAI-ARIA 1.2 (`note`) and DPUB-ARIA 1.1 (`doc-footnote` and others).
pub(super) fn is_note(dom: &Dom, id: Id) -> bool {
    dom.attributes(id).any(|(name, value)| match name {
        "role" => matches!(
            value,
            "note"
                | "doc-footnote"
                | "doc-endnotes"
                | "doc-endnote"
                | "doc-bibliography"
                | "doc-notice"
                | "doc-tip"
                | "doc-pullquote"
        ),
        "class" | "id" => has_word(value, &NOTES),
        _ => false,
    })
}

fn has_word(value: &str, words: &[&str]) -> bool {
    let mut found = value.split(|c: char| !c.is_ascii_alphanumeric());
    found.any(|found| words.iter().any(|word| found.eq_ignore_ascii_case(word)))
}
