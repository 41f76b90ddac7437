//! Check that Markdown gives delimiters their intended meaning.
//!
//! `**a:**b` is not bold: whether a run of `*` opens or closes depends on the adjacent characters, and which
//! one it closes on a stack (CommonMark 0.31.2, section 6.2 and "an algorithm for parsing nested emphasis").
//! This module runs the same algorithm over delimiters whose meaning is known, and returns the misread ones;
//! the writer then uses another character for them, or HTML.
//!
//! It is not a parser of Markdown: text, code and links are opaque to it.

/// Number of openers searched for a closer. Deeper nesting is written as HTML.
const NEAREST: usize = 16;

/// A run of one delimiter character in the written text.
#[derive(Debug, Clone)]
pub(super) struct Run {
    /// Its first byte in the text.
    pub(super) at: usize,
    pub(super) delimiter: u8,
    /// For each character of the run, the mark that it belongs to.
    pub(super) owners: Vec<usize>,
    /// The link whose text it is in: runs of different scopes never match.
    pub(super) scope: usize,
}

#[derive(Debug)]
struct OpenRun<'a> {
    delimiter: u8,
    owners: &'a [usize],
    length: usize,
    opens: bool,
    closes: bool,
    scope: usize,
}

/// The marks that a parser of `text` would miss or find at other places.
///
/// `breaks` has the starts of its lines.
pub(super) fn find_misread(text: &str, breaks: &[usize], runs: &[Run], marks: usize) -> Vec<usize> {
    let mut found = vec![false; marks];
    let mut wrong = Vec::new();
    let mut stack: Vec<OpenRun<'_>> = Vec::new();
    for run in runs {
        let (opens, closes) = flanks_of(text, breaks, run);
        let length = run.owners.len();
        let mut owners = run.owners.as_slice();
        if closes {
            while !owners.is_empty() {
                let opener = stack.iter().rev().take(NEAREST).position(|entry| {
                    entry.scope == run.scope
                        && entry.delimiter == run.delimiter
                        && entry.opens
                        && !multiple_of_three(entry, opens, length)
                });
                let Some(opener) = opener else { break };
                stack.truncate(stack.len() - opener);
                let Some(entry) = stack.last_mut() else { break };
                let width = if owners.len() >= 2 && entry.owners.len() >= 2 { 2 } else { 1 };
                if run.delimiter == b'~' && (owners.len() < 2 || entry.owners.len() < 2) {
                    break;
                }
                let (rest, opening) = entry.owners.split_at(entry.owners.len() - width);
                let (closing, later) = owners.split_at(width);
                let mark = opening[0];
                if opening.iter().chain(closing).all(|&owner| owner == mark) && run.owners.len() >= width {
                    found[mark] = true;
                } else {
                    wrong.extend(opening.iter().chain(closing));
                }
                entry.owners = rest;
                owners = later;
                if entry.owners.is_empty() {
                    stack.pop();
                }
            }
        }
        if opens && !owners.is_empty() {
            stack.push(OpenRun { delimiter: run.delimiter, owners, length, opens, closes, scope: run.scope });
        }
    }
    for run in runs {
        wrong.extend(run.owners.iter().copied().filter(|&owner| !found[owner]));
    }
    wrong.sort_unstable();
    wrong.dedup();
    wrong
}

/// Returns whether the rule of multiples of three forbids the match.
///
/// "If one of the delimiters can both open and close emphasis, then the sum of the lengths of the delimiter runs
/// containing the opening and closing delimiters must not be a multiple of 3 unless both lengths are multiples of 3."
fn multiple_of_three(opener: &OpenRun<'_>, closer_opens: bool, closer: usize) -> bool {
    opener.delimiter != b'~'
        && (opener.closes || closer_opens)
        && (opener.length + closer).is_multiple_of(3)
        && !(opener.length.is_multiple_of(3) && closer.is_multiple_of(3))
}

/// Returns whether a run can open and whether it can close.
fn flanks_of(text: &str, breaks: &[usize], run: &Run) -> (bool, bool) {
    let end = run.at + run.owners.len();
    let is_within_line = |at: &usize| breaks.binary_search(at).is_err();
    let before = text[..run.at].chars().next_back().filter(|_| is_within_line(&run.at));
    let after = text[end..].chars().next().filter(|_| is_within_line(&end));
    let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let left = !space(after) && (!is_punctuation(after) || space(before) || is_punctuation(before));
    let right = !space(before) && (!is_punctuation(before) || space(after) || is_punctuation(after));
    if run.delimiter == b'_' {
        (left && (!right || is_punctuation(before)), right && (!left || is_punctuation(after)))
    } else {
        (left, right)
    }
}

/// Class of punctuation that matters here: neither a letter, a digit, nor blank.
///
/// Symbols count since CommonMark 0.31; of the marks and the invisible characters parsers differ, and none of them
/// matters but at the edge of emphasis, where HTML is written instead of a guess.
fn is_punctuation(c: Option<char>) -> bool {
    c.is_some_and(|c| {
        if c.is_ascii() { c.is_ascii_punctuation() } else { !c.is_alphanumeric() && !c.is_whitespace() }
    })
}
