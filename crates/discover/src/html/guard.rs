//! What keeps the cost of a page linear.
//!
//! Two parts of html5ever are quadratic by design, and both are within reach of a page of a few hundred
//! kilobytes. The tokenizer compares each attribute of a tag with all before it: [`AttributeGuard`] counts the
//! attributes of a tag before the tokenizer sees it. The tree builder walks the stack of open elements and the
//! list of active formatting elements for nearly each tag: [`Guarded`] stands between the two, drops the
//! attributes that nobody needs (so that equal formatting elements are equal, of which the standard keeps
//! three), and lets nothing more through once the budget of steps is spent.
//!
//! Nothing here knows what is searched for, but for the names of the attributes that are let through.

use std::cell::Cell;

use html5ever::local_name;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use super::sink::{Handle, Sink};
use crate::limits::{STEPS, STEPS_PER_BYTE, TAG_ATTRIBUTES};

/// The tree builder behind its guard.
pub(super) struct Guarded {
    builder: TreeBuilder<Handle, Sink>,
    budget: u64,
    in_raw_text: Cell<bool>,
    took_tag: Cell<bool>,
}

impl Guarded {
    /// A tree builder with the budget of a page of `length` bytes.
    pub(super) fn new(length: usize) -> Self {
        let options =
            TreeBuilderOpts { scripting_enabled: true, drop_doctype: true, ..TreeBuilderOpts::default() };
        Self {
            builder: TreeBuilder::new(Sink::new(), options),
            budget: STEPS + STEPS_PER_BYTE * length as u64,
            in_raw_text: Cell::new(false),
            took_tag: Cell::new(false),
        }
    }

    pub(super) fn sink(&self) -> &Sink {
        &self.builder.sink
    }

    /// Whether the budget of steps is spent. From then on every token is dropped.
    pub(super) fn is_spent(&self) -> bool {
        self.sink().steps() > self.budget
    }

    /// Whether the tokenizer reads the text of a `<script>`, `<style>`, `<title>` or their like, where only
    /// their end tag is a tag.
    pub(super) fn in_raw_text(&self) -> bool {
        self.in_raw_text.get()
    }

    /// Whether a tag, comment or doctype has ended since this was last asked.
    pub(super) fn took_tag(&self) -> bool {
        self.took_tag.take()
    }
}

impl TokenSink for Guarded {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if self.is_spent() {
            return TokenSinkResult::Continue;
        }
        match token {
            Token::TagToken(mut tag) => {
                strip(&mut tag);
                let result = self.builder.process_token(Token::TagToken(tag), line);
                self.took_tag.set(true);
                let raw = matches!(result, TokenSinkResult::RawData(_) | TokenSinkResult::Plaintext);
                self.in_raw_text.set(raw);
                result
            }
            Token::CommentToken(_) | Token::DoctypeToken(_) => {
                self.took_tag.set(true);
                self.builder.process_token(token, line)
            }
            Token::ParseError(_) => TokenSinkResult::Continue,
            _ => self.builder.process_token(token, line),
        }
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Leaves the attributes that are searched for, and those by which tree construction decides.
fn strip(tag: &mut Tag) {
    let keeps: &[_] = match (tag.kind, &tag.name) {
        (TagKind::StartTag, &local_name!("meta")) => &[local_name!("name"), local_name!("content")],
        (TagKind::StartTag, &local_name!("link")) => &[local_name!("rel"), local_name!("href")],
        (TagKind::StartTag, &local_name!("base")) => &[local_name!("href")],
        // A hidden input may stand in a table.
        (TagKind::StartTag, &local_name!("input")) => &[local_name!("type")],
        // HTML may stand in MathML there.
        (TagKind::StartTag, &local_name!("annotation-xml")) => &[local_name!("encoding")],
        // With one of these it ends foreign content. Their values do not matter.
        (TagKind::StartTag, &local_name!("font")) => {
            for attribute in &mut tag.attrs {
                attribute.value.clear();
            }
            &[local_name!("color"), local_name!("face"), local_name!("size")]
        }
        _ => &[],
    };
    tag.attrs.retain(|attribute| keeps.contains(&attribute.name.local));
}

/// Bounds the attributes of a tag before the tokenizer reads it.
///
/// The bound is sound because it does not need to know where a tag begins: it follows, at once, every tag that
/// *might* have begun at a `<` and a letter, as a set of states with the largest count in each. It is sharp
/// because [`tag_ended`](Self::tag_ended) forgets them all whenever the tokenizer is known to be in no tag.
#[derive(Debug)]
pub(super) struct AttributeGuard<'a> {
    html: &'a [u8],
    /// Where the last tag ended.
    start: usize,
    /// Up to here the states are up to date.
    followed: usize,
    states: States,
}

/// The largest count of attributes among the possible tags in each state.
type States = [Option<usize>; State::ALL.len()];

/// Where in a tag the tokenizer may be (HTML Standard, section 13.2.5.6 and onwards; states that act alike are
/// one).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Behind `<`, and behind the `/` of an end tag.
    Open,
    TagName,
    Between,
    Name,
    AfterName,
    BeforeValue,
    DoubleQuoted,
    SingleQuoted,
    Unquoted,
}

impl State {
    const ALL: [Self; 9] = [
        Self::Open,
        Self::TagName,
        Self::Between,
        Self::Name,
        Self::AfterName,
        Self::BeforeValue,
        Self::DoubleQuoted,
        Self::SingleQuoted,
        Self::Unquoted,
    ];

    /// The next state, and whether an attribute begins. `None`: the tag ends.
    fn next(self, byte: u8) -> Option<(Self, bool)> {
        let space = matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ');
        let same = |state| Some((state, false));
        match (self, byte) {
            (Self::DoubleQuoted, b'"') | (Self::SingleQuoted, b'\'') => same(Self::Between),
            (Self::DoubleQuoted | Self::SingleQuoted, _) => same(self),
            (_, b'>') => None,
            (Self::Open, _) => same(if byte == b'/' { self } else { Self::TagName }),
            (Self::BeforeValue, b'"') => same(Self::DoubleQuoted),
            (Self::BeforeValue, b'\'') => same(Self::SingleQuoted),
            (Self::BeforeValue, _) => same(if space { self } else { Self::Unquoted }),
            (Self::Unquoted, _) => same(if space { Self::Between } else { self }),
            (Self::Name | Self::AfterName, b'=') => same(Self::BeforeValue),
            (_, b'/') => same(Self::Between),
            (Self::Name | Self::AfterName, _) if space => same(Self::AfterName),
            (Self::TagName, _) => same(if space { Self::Between } else { self }),
            (Self::Between, _) if space => same(self),
            (Self::Name, _) => same(self),
            (Self::Between | Self::AfterName, _) => Some((Self::Name, true)),
        }
    }
}

impl<'a> AttributeGuard<'a> {
    pub(super) fn new(html: &'a str) -> Self {
        Self { html: html.as_bytes(), start: 0, followed: 0, states: States::default() }
    }

    /// Whether the page may be read up to `end`: no tag has too many attributes up to there.
    pub(super) fn admits(&mut self, end: usize, in_raw_text: bool) -> bool {
        // An attribute takes two bytes at least, so most tags need no closer look.
        if (end - self.start) / 2 < TAG_ATTRIBUTES {
            return true;
        }
        while self.followed < end {
            let at = self.followed;
            if self.states.iter().all(Option::is_none) {
                // Nothing to follow before the next `<`.
                let Some(found) = self.html[at..end].iter().position(|&byte| byte == b'<') else {
                    self.followed = end;
                    return true;
                };
                self.followed = at + found;
            }
            let at = self.followed;
            self.advance(self.html[at]);
            if self.begins_tag(at, in_raw_text) {
                let count = &mut self.states[State::Open as usize];
                *count = Some(count.unwrap_or(0));
            }
            self.followed = at + 1;
            if self.states.iter().flatten().any(|&count| count > TAG_ATTRIBUTES) {
                return false;
            }
        }
        true
    }

    /// The tokenizer has finished a tag, comment or doctype at `end`, so it is in none.
    pub(super) fn tag_ended(&mut self, end: usize) {
        self.start = end;
        self.followed = end;
        self.states = States::default();
    }

    fn advance(&mut self, byte: u8) {
        let mut states = States::default();
        for state in State::ALL {
            let Some(count) = self.states[state as usize] else { continue };
            if let Some((next, begins)) = state.next(byte) {
                let slot = &mut states[next as usize];
                *slot = (*slot).max(Some(count + usize::from(begins)));
            }
        }
        self.states = states;
    }

    /// Whether a tag may begin at `at`. In raw text only an end tag may.
    fn begins_tag(&self, at: usize, in_raw_text: bool) -> bool {
        let letter = |at: usize| self.html.get(at).is_some_and(u8::is_ascii_alphabetic);
        self.html[at] == b'<'
            && (!in_raw_text && letter(at + 1) || self.html.get(at + 1) == Some(&b'/') && letter(at + 2))
    }
}

/// The largest count that the guard arrives at when it is never told that a tag ended.
#[cfg(test)]
pub(super) fn largest_count(html: &str) -> usize {
    let mut guard = AttributeGuard::new(html);
    let mut largest = 0;
    for (at, &byte) in html.as_bytes().iter().enumerate() {
        guard.advance(byte);
        if guard.begins_tag(at, false) {
            let count = &mut guard.states[State::Open as usize];
            *count = Some(count.unwrap_or(0));
        }
        largest = guard.states.iter().flatten().copied().fold(largest, usize::max);
    }
    largest
}
