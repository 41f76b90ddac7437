//! Headings whose words resemble the headings of subsections.

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
pub(crate) const LONGEST_HEADING: usize = 32;

/// Returns the subsection that a heading was probably meant as.
///
/// The heading may have another spelling, a synonym, one or two wrong letters, a colon at the end, emphasis, or a
/// number in front.
pub(crate) fn subsection(heading: &str) -> Option<(Subsection, Likeness)> {
    let plain = plain_words(heading)?;
    if let Some(&(_, subsection, likeness)) = WORDS.iter().find(|(word, ..)| *word == plain) {
        return Some((subsection, likeness));
    }
    let length = plain.chars().count();
    let wrong = wrong_letters(length)?;
    WORDS
        .iter()
        .filter(|(word, _, likeness)| *likeness == Strong && word.len() > 4)
        .find(|(word, ..)| length.abs_diff(word.len()) <= wrong && is_near(&plain, word, wrong))
        .map(|&(_, subsection, likeness)| (subsection, likeness))
}

/// Number of letters that may be wrong in a heading of `length` letters.
const fn wrong_letters(length: usize) -> Option<usize> {
    match length {
        0..=4 => None,
        5..=7 => Some(1),
        _ => Some(2),
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
