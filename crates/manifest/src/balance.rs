//! Lists whose items may hold brackets and quotes.
//!
//! A comma, a parenthesis or a blank counts only outside of them (`spec/SPEC.md#param.modifiers`). Each search
//! is one pass over the bytes with a stack of bounded depth, and stops at the first bracket or quote that
//! does not close. It knows no production: the grammar does.

use crate::limits::TYPE_DEPTH;

/// Why a text has no balanced end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unbalanced {
    /// A bracket or a quote does not close.
    Open,
    /// Brackets are nested deeper than [`TYPE_DEPTH`].
    TooDeep,
}

/// The items of a comma-separated list, trimmed; a comma inside brackets or quotes separates nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Items<'a> {
    rest: &'a str,
    /// `true` if the list ends at a parenthesis; otherwise it ends with the text.
    parenthesis: bool,
    state: ItemsState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ItemsState {
    First,
    Next,
    Done,
}

impl<'a> Items<'a> {
    /// The items of a whole text.
    pub(crate) fn of(list: &'a str) -> Self {
        Self { rest: list, parenthesis: false, state: ItemsState::First }
    }

    /// The items up to the parenthesis that closes the list.
    pub(crate) fn in_parentheses(rest: &'a str) -> Self {
        Self { rest, parenthesis: true, state: ItemsState::First }
    }

    /// Returns the text after the list, once it has returned its last item.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<&'a str, Unbalanced>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == ItemsState::Done {
            return None;
        }
        let bytes = self.rest.as_bytes();
        let closes = |at: usize| self.parenthesis && bytes[at] == b')';
        let ends = |at: usize| bytes[at] == b',' || closes(at);
        let end = match Balance::default().until(self.rest, ends) {
            Ok(end) if end == bytes.len() && self.parenthesis => Err(Unbalanced::Open),
            other => other,
        };
        let end = match end {
            Ok(end) => end,
            Err(error) => {
                self.state = ItemsState::Done;
                return Some(Err(error));
            }
        };
        let item = self.rest[..end].trim_ascii();
        let is_last = end == bytes.len() || closes(end);
        let is_empty_list = is_last && item.is_empty() && self.state == ItemsState::First;
        self.rest = self.rest.get(end + 1..).unwrap_or("");
        self.state = if is_last { ItemsState::Done } else { ItemsState::Next };
        (!is_empty_list).then_some(Ok(item))
    }
}

/// Finds the end of a balanced text with a stack of open brackets, bounded by [`TYPE_DEPTH`].
///
/// `<` is a bracket only after a name, because a default may be `a < b`.
pub(crate) struct Balance {
    open: [u8; TYPE_DEPTH],
    depth: usize,
}

impl Default for Balance {
    fn default() -> Self {
        Self { open: [0; TYPE_DEPTH], depth: 0 }
    }
}

impl Balance {
    /// Offset of the `=` that ends a signature param's type, or the length; `=>` is an arrow.
    pub(crate) fn until_assignment(&mut self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        self.until(text, |at| bytes[at] == b'=' && bytes.get(at + 1) != Some(&b'>')).ok()
    }

    /// Offset of the blank that begins a compact param's description, or the length.
    pub(crate) fn until_description(&mut self, text: &str) -> Result<usize, Unbalanced> {
        let bytes = text.as_bytes();
        self.until(text, |at| {
            if !matches!(bytes[at], b' ' | b'\t') {
                return false;
            }
            match bytes.get(at + 1) {
                Some(b'#') => true,
                Some(b'-') => bytes.get(at + 2).is_none_or(|b| matches!(b, b' ' | b'\t')),
                // A parenthesis after an operator belongs to the type.
                Some(b'(') => {
                    let before = text[..at].trim_ascii_end();
                    bytes.last() == Some(&b')') && !before.ends_with(['|', '&', '>', ':', '='])
                }
                _ => false,
            }
        })
    }

    /// Returns the offset of the first free byte at which `stop` holds, or the length.
    ///
    /// A free byte is outside brackets and quotes.
    pub(crate) fn until(&mut self, text: &str, stop: impl Fn(usize) -> bool) -> Result<usize, Unbalanced> {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if self.depth == 0 && stop(at) {
                return Ok(at);
            }
            match bytes[at] {
                open @ (b'(' | b'[' | b'{') => self.push(open)?,
                b'<' if at > 0 && is_word(bytes[at - 1]) => self.push(b'<')?,
                close @ (b')' | b']' | b'}') => self.pop(close)?,
                b'>' if at > 0 && bytes[at - 1] == b'=' => {}
                b'>' if self.depth > 0 && self.open[self.depth - 1] == b'<' => self.depth -= 1,
                b'"' | b'\'' | b'`' if opens_quote(bytes, at) => {
                    at = quote_end(bytes, at).ok_or(Unbalanced::Open)?;
                }
                _ => {}
            }
            at += 1;
        }
        if self.depth == 0 { Ok(bytes.len()) } else { Err(Unbalanced::Open) }
    }

    fn push(&mut self, bracket: u8) -> Result<(), Unbalanced> {
        *self.open.get_mut(self.depth).ok_or(Unbalanced::TooDeep)? = bracket;
        self.depth += 1;
        Ok(())
    }

    /// Closes the innermost bracket.
    ///
    /// It must be of the closer's kind; a closer that nothing opened is text.
    fn pop(&mut self, closer: u8) -> Result<(), Unbalanced> {
        let opener = match closer {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        if self.depth == 0 {
            return Ok(());
        }
        self.depth -= 1;
        if self.open[self.depth] == opener { Ok(()) } else { Err(Unbalanced::Open) }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Returns whether a quote begins at `at`: not within a word, and not after a backslash.
fn opens_quote(bytes: &[u8], at: usize) -> bool {
    at == 0 || !(is_word(bytes[at - 1]) || bytes[at - 1] == b'\\')
}

/// Offset of the quote that closes the one at `at`.
fn quote_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut next = at + 1;
    while next < bytes.len() {
        match bytes[next] {
            b'\\' => next += 2,
            byte if byte == bytes[at] => return Some(next),
            _ => next += 1,
        }
    }
    None
}
