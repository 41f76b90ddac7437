//! Headings that were probably meant as those of subsections, by their words.
//!
//! Their letters are counted before they are compared: without that a parse of the 1,000 documents of `tests/bench` takes 16 %
//! more instructions, and without a look at the set of letters before their numbers 1.5 % (2026-11-27). The parser is to be 1.5
//! times as fast as pulldown-cmark on them, and is 1.49 to 1.51 times.

use crate::subsection::Subsection;

/// Likeness of a heading to a subsection of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// A spelling or a synonym that means nothing else.
    Strong,
    /// A word that may also head prose.
    Weak,
}

use Likeness::{Strong, Weak};

/// Headings that are read as subsections in other formats, and the specification's own.
const WORDS: [(&str, Subsection, Likeness); 43] = [
    ("params", Subsection::Params, Strong),
    ("param", Subsection::Params, Strong),
    ("parameters", Subsection::Params, Strong),
    ("parameter", Subsection::Params, Strong),
    ("arguments", Subsection::Params, Strong),
    ("argument", Subsection::Params, Strong),
    ("args", Subsection::Params, Strong),
    ("input params", Subsection::Params, Strong),
    ("input parameters", Subsection::Params, Strong),
    ("input", Subsection::Params, Weak),
    ("inputs", Subsection::Params, Weak),
    ("options", Subsection::Params, Weak),
    ("properties", Subsection::Params, Weak),
    ("fields", Subsection::Params, Weak),
    ("output", Subsection::Output, Strong),
    ("outputs", Subsection::Output, Strong),
    ("output type", Subsection::Output, Strong),
    ("returns", Subsection::Output, Strong),
    ("return", Subsection::Output, Strong),
    ("return value", Subsection::Output, Strong),
    ("return values", Subsection::Output, Strong),
    ("return type", Subsection::Output, Strong),
    ("returned value", Subsection::Output, Strong),
    ("result", Subsection::Output, Weak),
    ("results", Subsection::Output, Weak),
    ("response", Subsection::Output, Weak),
    ("sample code", Subsection::SampleCode, Strong),
    ("sample", Subsection::SampleCode, Strong),
    ("samples", Subsection::SampleCode, Strong),
    ("code sample", Subsection::SampleCode, Strong),
    ("code samples", Subsection::SampleCode, Strong),
    ("example code", Subsection::SampleCode, Strong),
    ("sample usage", Subsection::SampleCode, Strong),
    ("example", Subsection::SampleCode, Weak),
    ("examples", Subsection::SampleCode, Weak),
    ("usage", Subsection::SampleCode, Weak),
    ("title", Subsection::Title, Strong),
    ("annotations", Subsection::Annotations, Strong),
    ("annotation", Subsection::Annotations, Strong),
    ("input schema", Subsection::InputSchema, Strong),
    ("schema", Subsection::InputSchema, Weak),
    ("json schema", Subsection::InputSchema, Weak),
    ("output schema", Subsection::OutputSchema, Strong),
];

/// A longer heading is a sentence.
pub(super) const LONGEST_HEADING: usize = 32;

/// Returns the subsection that a heading was probably meant as.
///
/// The heading may have another spelling, a synonym, one or two wrong letters, a colon at the end, emphasis, or a
/// number in front.
#[cold]
pub(crate) fn subsection(heading: &str) -> Option<(Subsection, Likeness)> {
    let plain = plain_words(heading)?;
    if let Some(&(_, subsection, likeness)) = WORDS.iter().find(|(word, ..)| *word == plain) {
        return Some((subsection, likeness));
    }
    let length = plain.chars().count();
    let wrong = wrong_letters(length)?;
    let letters = Letters::of(plain.as_bytes());
    WORDS
        .iter()
        .zip(&LETTERS)
        .filter(|((word, _, likeness), own)| {
            // A wrong letter is one too many and one too few at most.
            let may_be_near = || length.abs_diff(word.len()) <= wrong && letters.differ_by(own, 2 * wrong);
            *likeness == Strong && word.len() > 4 && may_be_near()
        })
        .find(|((word, ..), _)| is_near(&plain, word, wrong))
        .map(|(&(_, subsection, likeness), _)| (subsection, likeness))
}

/// Number of letters that may be wrong in a heading of `length` letters.
const fn wrong_letters(length: usize) -> Option<usize> {
    match length {
        0..=4 => None,
        5..=7 => Some(1),
        _ => Some(2),
    }
}

/// The letters from `a` to `z` in a text.
#[derive(Clone, Copy)]
struct Letters {
    /// One bit for each that is there.
    set: u32,
    /// Number of each.
    counts: [u8; 26],
}

/// The letters of each of the [`WORDS`].
const LETTERS: [Letters; WORDS.len()] = {
    let mut all = [Letters::of(b""); WORDS.len()];
    let mut at = 0;
    while at < WORDS.len() {
        all[at] = Letters::of(WORDS[at].0.as_bytes());
        at += 1;
    }
    all
};

impl Letters {
    /// Counts the letters of a text of at most [`LONGEST_HEADING`] bytes.
    const fn of(text: &[u8]) -> Self {
        let mut letters = Self { set: 0, counts: [0; 26] };
        let mut at = 0;
        while at < text.len() {
            if text[at].is_ascii_lowercase() {
                let letter = (text[at] - b'a') as usize;
                letters.set |= 1 << letter;
                letters.counts[letter] += 1;
            }
            at += 1;
        }
        letters
    }

    /// Returns whether at most `most` letters are in one of two texts and not in the other.
    fn differ_by(&self, other: &Self, most: usize) -> bool {
        let differing =
            || -> u8 { self.counts.iter().zip(other.counts).map(|(one, other)| one.abs_diff(other)).sum() };
        (self.set ^ other.set).count_ones() as usize <= most && usize::from(differing()) <= most
    }
}

/// Returns the words of a heading in lower case, or `None` for a sentence.
///
/// Emphasis, numbering and punctuation are removed, and the text after a colon, a slash or a parenthesis.
fn plain_words(heading: &str) -> Option<String> {
    let end = heading.find([':', '(', '/', '—', '–']).unwrap_or(heading.len());
    let heading = heading[..end].trim_matches(|c: char| !c.is_alphabetic());
    if heading.is_empty() || heading.len() > LONGEST_HEADING {
        return None;
    }
    let mut plain = String::with_capacity(heading.len());
    for word in heading.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_')) {
        if !word.is_empty() && !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word.chars().flat_map(char::to_lowercase));
    }
    Some(plain)
}

/// Returns whether the edit distance of two texts, with swaps of neighbours, is at most `most`.
///
/// Texts longer than [`LONGEST_HEADING`] are not alike.
fn is_near(plain: &str, word: &str, most: usize) -> bool {
    const ROW: usize = LONGEST_HEADING + 1;
    let letters: Vec<char> = plain.chars().collect();
    let word = word.as_bytes();
    if letters.len().max(word.len()) > LONGEST_HEADING {
        return false;
    }
    let mut before = [0_usize; ROW];
    let mut above: [usize; ROW] = std::array::from_fn(|column| column);
    for (row, &letter) in letters.iter().enumerate() {
        let mut this = [row + 1; ROW];
        for (column, &other) in word.iter().enumerate() {
            let replaced = above[column] + usize::from(letter != char::from(other));
            let mut least = replaced.min(above[column + 1] + 1).min(this[column] + 1);
            let swaps = row > 0
                && column > 0
                && letter == char::from(word[column - 1])
                && letters[row - 1] == char::from(other);
            if swaps {
                least = least.min(before[column - 1] + 1);
            }
            this[column + 1] = least;
        }
        before = std::mem::replace(&mut above, this);
    }
    above[word.len()] <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_headings_are_recognized() {
        for (heading, meant) in [
            ("Parms", Subsection::Params),
            ("Parameters", Subsection::Params),
            ("PARAMETERS:", Subsection::Params),
            ("**Params**", Subsection::Params),
            ("1. Params", Subsection::Params),
            ("Params (all)", Subsection::Params),
            ("Pаrams", Subsection::Params),
            ("Paramaters", Subsection::Params),
            ("Arguments", Subsection::Params),
            ("Returns:", Subsection::Output),
            ("Reutrns", Subsection::Output),
            ("Ouput", Subsection::Output),
            ("Return value", Subsection::Output),
            ("Sample-Code", Subsection::SampleCode),
            ("Anotations", Subsection::Annotations),
            ("Input_Schema", Subsection::InputSchema),
        ] {
            assert_eq!(subsection(heading), Some((meant, Strong)), "{heading}");
        }
    }

    #[test]
    fn letters_exclude_no_near_word() {
        let near = |plain: &str, wrong: usize| {
            let strong = WORDS.iter().filter(|(word, _, likeness)| *likeness == Strong && word.len() > 4);
            strong.map(|(word, ..)| *word).find(|word| is_near(plain, word, wrong))
        };
        for (word, ..) in WORDS {
            for at in 0..word.len() {
                let (before, after) = word.split_at(at);
                for letter in ["", "a", "e", "t", "z", "é"] {
                    for plain in
                        [format!("{before}{letter}{after}"), format!("{before}{letter}{}", &after[1..])]
                    {
                        let Some(wrong) = wrong_letters(plain.chars().count()) else { continue };
                        let known = WORDS.iter().any(|(word, ..)| *word == plain.trim());
                        assert_eq!(
                            subsection(&plain).is_some(),
                            known || near(plain.trim(), wrong).is_some(),
                            "{plain}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn other_headings_are_left_alone() {
        for heading in [
            "Errors",
            "Limits",
            "Notes",
            "Params notes",
            "Output notes",
            "Phone",
            "Parts",
            "Parks",
            "Refunds",
            "Outlet",
            "Patterns",
            "Plans",
            "Turns",
            "Ages",
            "",
            ":",
            "How the parameters of a search are chosen",
        ] {
            assert_eq!(subsection(heading), None, "{heading}");
        }
    }
}
