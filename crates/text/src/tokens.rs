//! Estimates of tokens.
//!
//! The weights approximate the encoding `o200k_base`. `tests/data/tokens` has the texts that they were chosen with, and those
//! that judge them.

/// Estimates the number of tokens into which a language model splits `text`.
///
/// For prose, code and snapshots the median is 1.05 of the tokens of `o200k`, and the estimate is not more than 15 % below
/// them. Random letters can have more tokens.
///
/// ```
/// use webagents_text::estimate_tokens;
/// assert_eq!(estimate_tokens(""), 0);
/// assert_eq!(estimate_tokens("Puts a thing into the cart."), 7);
/// ```
pub fn estimate_tokens(text: &str) -> usize {
    let mut count = TokenCount::default();
    count.extend(text.chars());
    count.tokens()
}

/// Running estimate of the tokens of a text that grows.
///
/// It never becomes smaller, so that the longest part of a text within a limit can be found in one pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct TokenCount {
    /// Hundredths of a token.
    hundredths: usize,
    segment: Segment,
    /// Characters of the segment.
    length: usize,
    /// Capital letters of the segment.
    capitals: usize,
    /// `true` if the segment has an accented letter.
    is_accented: bool,
    /// `true` if the last character is a small letter.
    is_small: bool,
}

/// Characters of one kind in a row, which the encoding splits from others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Segment {
    #[default]
    Start,
    /// Latin letters; a capital after a small letter begins a new word.
    Word,
    Digits,
    Spaces,
    /// Line breaks and tabs.
    Breaks,
    /// Line breaks after signs, which are part of the same token.
    BreaksOfSigns,
    Signs,
    Other,
}

impl TokenCount {
    /// Adds a character.
    pub fn push(&mut self, c: char) {
        let is_capital = c.is_uppercase();
        let (segment, cost) = match c {
            ' ' => (Segment::Spaces, [0, 75, 2]),
            '\n' | '\r' | '\t' if matches!(self.segment, Segment::Signs | Segment::BreaksOfSigns) => {
                (Segment::BreaksOfSigns, [2, 2, 2])
            }
            '\n' | '\r' | '\t' => (Segment::Breaks, [90, 2, 2]),
            '0'..='9' => return self.push_digit(),
            _ if is_latin(c) => return self.push_letter(c, is_capital),
            _ if c.is_ascii() => (Segment::Signs, [80, 10, 10]),
            _ => (Segment::Other, [weight(c); 3]),
        };
        self.begin(segment, false);
        self.hundredths += cost[self.length.min(2)];
        self.length += 1;
        self.is_small = false;
    }

    /// Returns the estimated tokens of the characters so far.
    pub const fn tokens(&self) -> usize {
        self.hundredths.div_ceil(100)
    }

    fn push_digit(&mut self) {
        if self.segment == Segment::Spaces && self.length == 1 {
            // The space is a token of its own; other words begin with it.
            self.hundredths += 75;
        }
        self.begin(Segment::Digits, false);
        self.hundredths += if self.length.is_multiple_of(3) { 130 } else { 0 };
        self.length += 1;
        self.is_small = false;
    }

    fn push_letter(&mut self, c: char, is_capital: bool) {
        self.begin(Segment::Word, is_capital && self.is_small);
        self.length += 1;
        self.hundredths += match self.length {
            1 => 96,
            2..=6 => 0,
            7 | 8 => 20,
            _ => 38,
        };
        if matches!(c, 'j' | 'k' | 'z') {
            // Rare in English, whose words are most of the vocabulary.
            self.hundredths += 90;
        }
        if ('\u{80}'..'\u{1e00}').contains(&c) {
            self.hundredths += if self.is_accented { 20 } else { 135 };
            self.is_accented = true;
        }
        if is_capital {
            self.hundredths += [0, 60, 60, 20][self.capitals.min(3)];
            self.capitals += 1;
        }
        self.is_small = c.is_lowercase();
    }

    /// Begins a new segment, unless the current one continues.
    fn begin(&mut self, segment: Segment, is_new: bool) {
        if self.segment != segment || is_new {
            *self = Self { hundredths: self.hundredths, segment, ..Self::default() };
        }
    }
}

impl Extend<char> for TokenCount {
    fn extend<T: IntoIterator<Item = char>>(&mut self, characters: T) {
        characters.into_iter().for_each(|c| self.push(c));
    }
}

fn is_latin(c: char) -> bool {
    c.is_alphabetic() && (c < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&c))
}

/// First and last character of scripts, with the hundredths of a token of one character.
const WEIGHTS: [(char, char, usize); 13] = [
    // Greek, Cyrillic, Armenian, Hebrew, Arabic.
    ('\u{370}', '\u{3ff}', 45),
    ('\u{400}', '\u{52f}', 38),
    ('\u{530}', '\u{58f}', 42),
    ('\u{590}', '\u{5ff}', 45),
    ('\u{600}', '\u{77f}', 35),
    // Scripts of India, Thai, Burmese with Georgian, Khmer.
    ('\u{900}', '\u{dff}', 40),
    ('\u{e00}', '\u{e7f}', 42),
    ('\u{1000}', '\u{10ff}', 60),
    ('\u{1780}', '\u{17ff}', 60),
    // Kana, Chinese characters, Hangul, presentation forms of Arabic.
    ('\u{3040}', '\u{30ff}', 60),
    ('\u{3100}', '\u{9fff}', 80),
    ('\u{ac00}', '\u{d7a3}', 70),
    ('\u{fb50}', '\u{fdff}', 35),
];

/// Returns the hundredths of a token of a character that is neither Latin nor ASCII.
fn weight(c: char) -> usize {
    let script = WEIGHTS.iter().find(|(first, last, _)| (*first..=*last).contains(&c));
    // Signs, and emoji.
    script.map_or_else(|| [50, 150, 110][c.len_utf8().clamp(2, 4) - 2], |(_, _, weight)| *weight)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// See the README next to it.
    const COUNTED: &str = include_str!("../../../tests/data/tokens/texts.jsonl");

    fn counted() -> Vec<(String, usize)> {
        let read = |line: &str| {
            let row: Value = serde_json::from_str(line).expect("JSON");
            let tokens = row["tokens"].as_u64().and_then(|tokens| usize::try_from(tokens).ok());
            (row["text"].as_str().expect("a text").to_owned(), tokens.expect("a number"))
        };
        COUNTED.lines().map(read).collect()
    }

    #[test]
    fn estimates_are_close_to_o200k() {
        let texts = counted();
        assert_eq!(texts.len(), 200);
        for half in 0..2 {
            let mut percents: Vec<usize> = Vec::new();
            for (text, tokens) in texts.iter().skip(half).step_by(2) {
                let estimated = estimate_tokens(text);
                assert!(estimated * 100 >= tokens * 85, "{estimated} for {tokens}: {text}");
                percents.push(estimated * 100 / tokens);
            }
            percents.sort_unstable();
            let median = percents[percents.len() / 2];
            assert!((90..=110).contains(&median), "half {half}: {median} %");
        }
    }

    #[test]
    fn parts_are_not_cheaper_than_the_whole() {
        for (text, _) in counted() {
            let lines: usize = text.lines().map(|line| estimate_tokens(line) + 1).sum();
            assert!(lines >= estimate_tokens(&text), "{text}");
            let mut count = TokenCount::default();
            let mut before = 0;
            for c in text.chars() {
                count.push(c);
                assert!(count.tokens() >= before, "{text}");
                before = count.tokens();
            }
        }
    }

    /// Callers bound their work by this.
    #[test]
    fn a_token_has_at_most_64_bytes() {
        for unit in [" ", "\n", ".\n", "a", "9", "-", "\u{e0}", "\u{6f22}", "\u{1f600}"] {
            let text = unit.repeat(10_000);
            assert!(estimate_tokens(&text) * 64 >= text.len(), "{unit:?}");
        }
    }
}
