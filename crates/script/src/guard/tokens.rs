//! The tokens that the scanner distinguishes: texts, comments, numbers, words and signs.
//!
//! The decision: the first byte of a token and the text before it determine the token. If they do not determine the
//! parser's reading, the text is refused.

use std::sync::LazyLock;

use super::{Before, Level, Refusal, Scan};

impl<'a> Scan<'a> {
    /// To the end of the line.
    pub(super) fn line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len());
    }

    /// To the end of a comment in `/* */`.
    pub(super) fn comment(&mut self) {
        let end = self.text[self.at + 2..].find("*/").map(|end| self.at + 2 + end + 2);
        let end = end.unwrap_or(self.text.len());
        let comment = &self.text[self.at..end];
        self.last.newline |= comment.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
        self.at = end;
    }

    /// Skips to the position after the closing quote, or to the end of the line without one.
    ///
    /// The parser gives up there, and if it did not, all that follows is counted.
    pub(super) fn string(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => {
                    // A backslash and CR LF are one continuation.
                    let crlf = self.bytes.get(self.at + 1..self.at + 3) == Some(b"\r\n");
                    self.at += if crlf { 3 } else { 2 };
                }
                b'\n' | b'\r' => return,
                _ => {
                    self.at += 1;
                    if byte == quote {
                        return;
                    }
                }
            }
        }
        self.at = self.bytes.len();
    }

    /// The text of a template to its end or to the next `${`.
    pub(super) fn template(&mut self) -> Result<(), Refusal> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => self.at += 2,
                b'`' => {
                    self.at += 1;
                    return Ok(());
                }
                b'$' if self.next_is(b'{') => {
                    self.at += 1;
                    self.open(b'{')?;
                    if let Some(level) = self.levels.last_mut() {
                        level.template = true;
                    }
                    return Ok(());
                }
                _ => self.at += 1,
            }
        }
        self.at = self.bytes.len();
        Ok(())
    }

    /// Digits with what belongs to them; at most one dot, so that members of a number are counted.
    pub(super) fn number(&mut self) {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        while self.bytes.get(self.at).is_some_and(word) {
            self.at += 1;
        }
        if self.bytes.get(self.at) == Some(&b'.')
            && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit)
        {
            self.at += 1;
            while self.bytes.get(self.at).is_some_and(word) {
                self.at += 1;
            }
        }
    }

    /// A `/` that begins no comment: a division, or a regular expression.
    pub(super) fn slash(&mut self) -> Result<(), Refusal> {
        let begun = self.at;
        let body = self.regular_expression();
        match self.last.before {
            // `if (a) /b/` is recognised by its head; after other parentheses a value is divided.
            Before::Value | Before::Paren => {
                self.token(Before::Sign)?;
                self.at = begun + 1;
            }
            Before::Keyword | Before::Sign => {
                self.token(Before::Value)?;
                // Without an end on the line, the parser stops here; the rest is counted in case it does not.
                self.at = begun + body.map_or(1, |body| 1 + body.len() + 1);
            }
            Before::Head | Before::Brace | Before::Word | Before::Either => {
                if !agrees(body) {
                    return Err(self.unclear(begun));
                }
                self.token(Before::Either)?;
                self.at = begun + 1;
            }
        }
        Ok(())
    }

    fn unclear(&self, at: usize) -> Refusal {
        self.refuse(at, "whether this `/` divides or begins a regular expression is not clear here; put parentheses around it")
    }

    /// The body of the regular expression that may begin here, if it ends on the line.
    fn regular_expression(&self) -> Option<&'a str> {
        let mut class = false;
        let mut at = self.at + 1;
        let begun = at;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\n' | b'\r' => return None,
                0xe2 if self.text[at..].starts_with(['\u{2028}', '\u{2029}']) => return None,
                b'\\' => {
                    at += 1;
                    if matches!(self.bytes.get(at), None | Some(b'\n' | b'\r')) {
                        return None;
                    }
                }
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => return self.text.get(begun..at),
                _ => {}
            }
            at += 1;
        }
        None
    }

    pub(super) fn other(&mut self, byte: u8) -> Result<(), Refusal> {
        if byte >= 0x80 {
            let character = self.text[self.at..].chars().next().unwrap_or(' ');
            if character.is_whitespace() || character == '\u{feff}' {
                self.last.newline |= matches!(character, '\u{2028}' | '\u{2029}');
                self.at += character.len_utf8();
                return Ok(());
            }
        }
        if byte >= 0x80 || byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'\\') {
            return self.name();
        }
        let rest = &self.bytes[self.at..];
        if rest.starts_with(b"<!--") || (self.last.newline && rest.starts_with(b"-->")) {
            // Comments of Annex B, which a script has.
            self.line();
            return Ok(());
        }
        if byte == b'<' && self.element()? {
            return Ok(());
        }
        self.sign(byte)
    }

    pub(super) fn sign(&mut self, byte: u8) -> Result<(), Refusal> {
        let rest = &self.bytes[self.at..];
        let mut length = 1;
        let mut before = Before::Sign;
        match byte {
            b';' => {
                self.token(Before::Sign)?;
                self.last.ended = true;
                self.at += 1;
                return Ok(());
            }
            b',' => {
                self.token(Before::Sign)?;
                let statement = |level: &Level| level.angles > 0 || level.sticky;
                if !self.levels.last().is_some_and(statement) {
                    self.reset();
                }
                self.at += 1;
                return Ok(());
            }
            b'=' if rest.starts_with(b"=>") => length = 2,
            b'+' | b'-' if rest.get(1) == Some(&byte) => {
                length = 2;
                // After a value on the same line it belongs to that value; elsewhere a value follows.
                before = match self.last.before {
                    Before::Value | Before::Paren if !self.last.newline => Before::Value,
                    Before::Value | Before::Paren | Before::Head | Before::Keyword | Before::Sign => {
                        Before::Sign
                    }
                    Before::Brace | Before::Word | Before::Either => Before::Either,
                };
            }
            b'!' if !rest.starts_with(b"!=") => {
                // `a! / b` divides in TypeScript; after a sign it negates.
                let operand = !matches!(self.last.before, Before::Sign | Before::Keyword);
                before = if operand { Before::Either } else { Before::Sign };
            }
            b'<' if rest.starts_with(b"<=") => length = 2,
            b'<' => {
                if self.last.ended {
                    self.last.ended = false;
                    self.reset();
                }
                if let Some(level) = self.levels.last_mut() {
                    level.angles += 1;
                    self.angles += 1;
                }
            }
            b'>' => {
                before = Before::Either;
                if let Some(level) = self.levels.last_mut().filter(|level| level.angles > 0) {
                    level.angles -= 1;
                    self.angles -= 1;
                }
            }
            _ => {}
        }
        self.token(before)?;
        self.at += length;
        Ok(())
    }

    pub(super) fn name(&mut self) -> Result<(), Refusal> {
        let begun = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'\\' {
                // `\u{61}`: its braces are not brackets.
                let braces = self.bytes.get(self.at + 1..self.at + 3) == Some(b"u{");
                let end = self.text[self.at..].find('}').filter(|_| braces);
                self.at += end.unwrap_or(0) + 1;
            } else if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') {
                self.at += 1;
            } else if byte >= 0x80 {
                let character = self.text[self.at..].chars().next().unwrap_or(' ');
                if character.is_whitespace() || character == '\u{feff}' {
                    break;
                }
                self.at += character.len_utf8();
            } else {
                break;
            }
        }
        let word = &self.text[begun..self.at];
        let mut earlier = self.bytes[..begun].iter().rev().skip_while(|byte| byte.is_ascii_whitespace());
        // After one dot any word is a name; after three dots it is not.
        let property = earlier.next() == Some(&b'.') && earlier.next() != Some(&b'.');
        let goes_on = CONTINUES.contains(&word) || word.contains('\\');
        if self.last.ended && !goes_on {
            self.reset();
        } else if self.last.newline && !goes_on {
            let ends = match self.last.before {
                Before::Value | Before::Paren | Before::Brace => true,
                Before::Word | Before::Head | Before::Keyword | Before::Either | Before::Sign => false,
            };
            if ends {
                self.reset();
            }
        }
        self.last.ended = false;
        self.last.newline = false;
        self.last.before = if property {
            Before::Value
        } else if word.contains('\\') || UNCLEAR.contains(&word) {
            Before::Word
        } else if KEYWORDS.contains(&word) {
            Before::Keyword
        } else {
            Before::Value
        };
        self.last.word = if property && !word.contains('\\') { "" } else { word };
        if (matches!(word, "if" | "else" | "do" | "for" | "while" | "with") || word.contains('\\'))
            && let Some(level) = self.levels.last_mut()
        {
            level.sticky = true;
        }
        self.count()
    }
}

/// Returns whether a text is scanned alike as the body of a regular expression and as other code.
///
/// Such a text leaves the scanner's brackets, texts and comments unchanged.
fn agrees(body: Option<&str>) -> bool {
    // Without an end on its line it is not a regular expression that a parser would accept.
    body.is_none_or(|body| {
        !body.contains(['"', '\'', '`', '(', ')', '[', ']', '{', '}', '\\', '<', '>', ';', ',', '*'])
    })
}

/// Words that continue a statement after an end of a line, or a `;`, that seems to end it.
const CONTINUES: [&str; 14] = [
    "else",
    "while",
    "catch",
    "finally",
    "in",
    "of",
    "instanceof",
    "as",
    "satisfies",
    "extends",
    "implements",
    "is",
    "from",
    "assert",
];

/// Keywords that are followed by a value, so that a `/` begins a regular expression.
const KEYWORDS: [&str; 12] = [
    "return",
    "typeof",
    "case",
    "in",
    "instanceof",
    "new",
    "delete",
    "void",
    "throw",
    "else",
    "do",
    "extends",
];

/// Words that may be names, or stand before a value or another word.
static UNCLEAR: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("unclear.txt").lines().collect());
