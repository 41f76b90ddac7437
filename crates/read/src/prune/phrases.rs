//! Words of sections and lines that lead elsewhere, in the languages that the web is written in most.
//!
//! Names of classes are English nearly everywhere; what readers see is not. The words are data (`phrases.txt`), compared
//! in lower case.

use std::sync::LazyLock;

use crate::lists::list_sections;

/// Beginnings of headings and lines.
struct Phrases {
    headings: Vec<&'static str>,
    common: Vec<&'static str>,
    leads: Vec<&'static str>,
    comments: Vec<&'static str>,
    players: Vec<&'static str>,
    consents: Vec<&'static str>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let of = |wanted: &str| -> Vec<&'static str> {
        let all = list_sections(include_str!("phrases.txt")).filter(|(name, _)| *name == wanted);
        let mut lines: Vec<&str> = all.map(|(_, line)| line).collect();
        lines.sort_unstable();
        lines
    };
    Phrases {
        headings: of("headings"),
        common: of("headings of manuals too"),
        leads: of("leads"),
        comments: of("headings of comments"),
        players: of("lines of players"),
        consents: of("words of consents"),
    }
});

/// Certainty that the section of a heading leads elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    /// It does not.
    Nothing,
    /// Sections of manuals begin with the words as well: "Related", "Search".
    Common,
    /// Only such sections begin with the words: "You may also like".
    Clear,
}

/// The meaning of a heading, given in lower case.
pub(super) fn label_of(heading: &str) -> Label {
    if begins_with(heading, &PHRASES.headings) {
        Label::Clear
    } else if begins_with(heading, &PHRASES.common) {
        Label::Common
    } else {
        Label::Nothing
    }
}

/// Every beginning of a heading.
#[cfg(test)]
pub(super) fn all_headings() -> Vec<&'static str> {
    PHRASES.headings.iter().chain(&PHRASES.common).copied().collect()
}

/// Returns whether a heading, in lower case, introduces comments, with or without a number before it.
pub(super) fn is_of_comments(heading: &str) -> bool {
    let heading = heading.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    begins_with(heading, &PHRASES.comments)
}

/// Returns whether a line, given in lower case, names something else to read, after a sign or none.
pub(super) fn is_lead(line: &str) -> bool {
    let words = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    begins_with(line, &PHRASES.leads) || begins_with(words, &PHRASES.leads)
}

/// Returns whether a text begins with the words of a player that shows nothing.
pub(super) fn is_of_player(text: &str) -> bool {
    let begins =
        |start: &&str| text.get(..start.len()).is_some_and(|first| first.eq_ignore_ascii_case(start));
    PHRASES.players.iter().any(begins)
}

/// Returns whether a text has two of the words for a consent to content of other sites.
pub(super) fn requests_consent(text: &str) -> bool {
    let text = to_lower(text);
    PHRASES.consents.iter().filter(|words| text.contains(*words)).nth(1).is_some()
}

/// A text as these phrases are written.
///
/// The Turkish capital `\u{130}` becomes an `i` with a dot of its own, which goes.
pub(super) fn to_lower(text: &str) -> String {
    text.trim().to_lowercase().replace('\u{2019}', "'").replace('\u{307}', "")
}

/// Returns whether a text in lower case begins with one of these, which are sorted.
fn begins_with(text: &str, starts: &[&str]) -> bool {
    let first = text.as_bytes().first();
    let from = starts.partition_point(|start| start.as_bytes().first() < first);
    let like = starts.iter().skip(from).take_while(|start| start.as_bytes().first() == first);
    like.into_iter().any(|start| text.starts_with(start))
}
