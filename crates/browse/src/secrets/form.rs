//! Forms in which a text may hold a secret: escapes, base64, other separators, parts.

use std::fmt::Write as _;
use std::ops::Range;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;

/// Returns a character in one letter case.
pub(super) fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// A form in which a text may hold a value: for each character its spellings.
#[derive(Clone)]
pub(super) struct Form {
    /// The spellings after [`fold`], the longest first.
    pub(super) letters: Vec<Vec<Vec<char>>>,
    /// Separators may be between characters, as pages put them into the numbers of cards and telephones.
    has_separators: bool,
    /// The form is base64, so that the characters next to it may have bits of the value.
    is_base64: bool,
    /// Number of letters of the shortest part that is removed, wherever it is in the value.
    pub(super) part: usize,
}

/// Characters of a value that are removed if they end at a cut.
const BEGINNING: usize = 3;
/// Characters of a value that is known with separators between them, and of a part of it.
const REGROUPED: usize = 6;
/// Separators between two characters: the separators of numbers, and the marks of Markdown.
const SEPARATORS: usize = 8;

/// Returns whether a page may put the character between the characters of a value.
fn separates(c: char) -> bool {
    !c.is_alphanumeric() && c != '…'
}

impl Form {
    fn new(letters: Vec<Vec<Vec<char>>>) -> Self {
        let part = letters.len().div_ceil(2).max(REGROUPED);
        Self { letters, has_separators: false, is_base64: false, part }
    }

    /// Returns the form in which each character may be escaped, as in HTML, JSON and Markdown.
    pub(super) fn of_text(value: &str) -> Self {
        let mut follows_space = false;
        let one = |c: char| {
            let spellings = spellings(c, follows_space);
            follows_space = c.is_whitespace();
            spellings
        };
        Self::new(value.chars().map(one).collect())
    }

    /// Returns the form of a text in base64.
    ///
    /// A part of the value lacks up to two characters of its part of the text.
    pub(super) fn base64(text: &str) -> Self {
        let form = Self::new(text.chars().map(|c| vec![vec![fold(c)]]).collect());
        let part = form.letters.len().div_ceil(2).saturating_sub(2).max(REGROUPED);
        Self { part, is_base64: true, ..form }
    }

    /// Returns the form with separators other than the value's own.
    ///
    /// A value that is too short has none.
    pub(super) fn regrouped(value: &str) -> Option<Self> {
        let letters: String = value.chars().filter(|c| !separates(*c)).collect();
        let is_long = letters.chars().count() >= REGROUPED;
        is_long.then(|| Self { has_separators: true, ..Self::of_text(&letters) })
    }

    /// Returns the range of a text around `at`, where `letter` is, if it holds enough of the form.
    ///
    /// Enough is a part of at least [`part`](Self::part) letters; half of the form, or less before a cut, if it begins
    /// here.
    pub(super) fn find(&self, text: &str, from: usize, at: usize, letter: usize) -> Option<Range<usize>> {
        let mut range = at..at + self.spelled(letter, &text[at..])?;
        let mut count = 1;
        for next in letter + 1..self.letters.len() {
            let Some(end) = self.end_of(next, text, range.end) else { break };
            (range.end, count) = (end, count + 1);
        }
        for before in (0..letter).rev() {
            let Some(start) = self.start_of(before, text, from, range.start) else { break };
            (range.start, count) = (start, count + 1);
        }
        let is_cut = || text[range.end..].is_empty() || text[range.end..].starts_with('…');
        let least = if self.has_separators { REGROUPED } else { BEGINNING };
        let begins = letter == 0 && count >= least && (count * 2 >= self.letters.len() || is_cut());
        (begins || count >= self.part)
            .then(|| if self.is_base64 { encoded(text, from, range) } else { range })
    }

    /// Returns the length in bytes of a letter at the start of a text.
    fn spelled(&self, letter: usize, rest: &str) -> Option<usize> {
        self.letters[letter].iter().find_map(|spelling| begins_with(rest.chars(), spelling.iter()))
    }

    /// Returns the end of a letter that begins at `at`, or after separators there.
    fn end_of(&self, letter: usize, text: &str, at: usize) -> Option<usize> {
        let mut ends = self.places(text[at..].chars()).map(|skipped| at + skipped);
        ends.find_map(|at| Some(at + self.spelled(letter, &text[at..])?))
    }

    /// Returns the start of a letter that ends at `at`, or before separators there.
    fn start_of(&self, letter: usize, text: &str, from: usize, at: usize) -> Option<usize> {
        let mut starts = self.places(text[from..at].chars().rev()).map(|skipped| at - skipped);
        let spelled = |rest: &str| {
            let mut spellings = self.letters[letter].iter();
            spellings.find_map(|spelling| begins_with(rest.chars().rev(), spelling.iter().rev()))
        };
        starts.find_map(|at| Some(at - spelled(&text[from..at])?))
    }

    /// Returns the numbers of bytes after which the next letter may be.
    fn places(&self, characters: impl Iterator<Item = char>) -> impl Iterator<Item = usize> {
        let most = if self.has_separators { SEPARATORS } else { 0 };
        let separators = characters.take(most).take_while(|c| separates(*c));
        let skipped = separators.scan(0, |skipped, c| {
            *skipped += c.len_utf8();
            Some(*skipped)
        });
        std::iter::once(0).chain(skipped)
    }
}

/// Returns a range of base64 with the character before and after it, and the padding.
fn encoded(text: &str, from: usize, mut range: Range<usize>) -> Range<usize> {
    let is_code = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_');
    if text[from..range.start].chars().next_back().as_ref().is_some_and(is_code) {
        range.start -= 1;
    }
    if text[range.end..].chars().next().as_ref().is_some_and(is_code) {
        range.end += 1;
    }
    range.end += text[range.end..].bytes().take(2).take_while(|byte| *byte == b'=').count();
    range
}

/// Returns the length in bytes of a spelling at the start of `characters`; `None` if it is not there.
fn begins_with<'a>(
    mut characters: impl Iterator<Item = char>,
    spelling: impl Iterator<Item = &'a char>,
) -> Option<usize> {
    let mut length = 0;
    for wanted in spelling {
        let c = characters.next().filter(|c| fold(*c) == *wanted)?;
        length += c.len_utf8();
    }
    Some(length)
}

/// Returns the spellings of a character: in either case, and escaped as in HTML, JSON or Markdown.
fn spellings(c: char, follows_space: bool) -> Vec<Vec<char>> {
    let mut buffer = [0; 4];
    let (mut percent, mut unicode, mut escaped) = (String::new(), String::new(), String::new());
    for byte in c.encode_utf8(&mut buffer).bytes() {
        // Writing to a String cannot fail.
        let _ = write!(percent, "%{byte:02x}");
    }
    for unit in c.encode_utf16(&mut [0; 2]) {
        let _ = write!(unicode, "\\u{unit:04x}");
        let _ = write!(escaped, "%u{unit:04x}");
    }
    let code = u32::from(c);
    let mut all = vec![
        c.to_string(),
        c.to_uppercase().collect(),
        c.to_lowercase().collect(),
        percent,
        unicode,
        escaped,
        // A form in an encoding without the character sends its reference.
        format!("%26%23{code}%3b"),
        format!("&#{code};"),
        format!("&#x{code:x};"),
    ];
    if code < 256 {
        all.push(format!("\\x{code:02x}"));
        // The encoding of a page in ISO-8859-1.
        all.push(format!("%{code:02x}"));
    }
    if c.is_ascii_punctuation() {
        all.push(format!("\\{c}"));
    }
    let others: &[&str] = match c {
        '&' => &["&amp;"],
        '<' => &["&lt;", "_"],
        '>' => &["&gt;", "_"],
        '"' => &["&quot;", "_"],
        '\'' => &["&apos;"],
        '\\' | '/' | ':' | '|' | '?' | '*' => &["_"],
        '\t' => &["\\t", "%20", " ", "+", "_", ""],
        // A field of one line leaves them out.
        '\n' => &["%0d%0a", "%20", "\\n", " ", "+", "_", ""],
        '\r' => &["\\r", "%20", " ", "+", "_", ""],
        ' ' => &["&nbsp;", "\u{a0}", "+"],
        '\u{a0}' => &["&nbsp;", " ", "+"],
        _ => &[],
    };
    all.extend(others.iter().map(|&text| text.to_owned()));
    // Rendered text has one space in the place of several.
    if follows_space && c.is_whitespace() {
        all.push(String::new());
    }
    let mut all: Vec<Vec<char>> = all.iter().map(|text| text.chars().map(fold).collect()).collect();
    all.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    all.dedup();
    all
}

/// The characters of base64 that encode the value, at any place in the encoded text.
pub(super) fn base64_forms(value: &str) -> Vec<String> {
    let forms = (0_usize..3).flat_map(|before| {
        let mut bytes = vec![0; before];
        bytes.extend_from_slice(value.as_bytes());
        let text = BASE64_STANDARD_NO_PAD.encode(&bytes);
        // A character has six bits; characters with bits of a neighbour are left out.
        let whole = (before * 8).div_ceil(6)..bytes.len() * 8 / 6;
        let text = text.get(whole).unwrap_or_default().to_owned();
        [text.replace('+', "-").replace('/', "_"), text]
    });
    forms.collect()
}
