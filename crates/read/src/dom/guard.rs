//! What keeps the cost of a page linear, and its tree shallow.
//!
//! html5ever is quadratic in three places that a page of a few hundred kilobytes can reach. The tokenizer
//! compares each attribute of a tag with all before it: [`TagScan`] finds a tag with too many before the tokenizer
//! does, and where its surplus ends. The tree builder walks the stack of open elements for nearly each tag, and
//! opens unclosed formatting elements again in each block: [`Guarded`] stands between the two. It drops start tags
//! below a depth that no page needs, with their end tags; it drops the attributes by which equal formatting elements
//! would differ, of which the standard keeps three; and once the budget of steps or nodes is spent, it stops building
//! and lets the text alone through.
//!
//! The decision it embodies: structure may be lost to a hostile page, text never is.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag as Markup, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, local_name};

use super::sink::{Handle, Sink};
use super::{Dom, Id, Space, Tag};
use crate::limits;

/// The tree builder behind its guard.
pub(super) struct Guarded {
    builder: TreeBuilder<Handle, Sink>,
    steps: u64,
    nodes: usize,
    took_tag: Cell<bool>,
    /// The element whose contents the tokenizer reads as text.
    raw: RefCell<Option<LocalName>>,
    /// Start tags that were dropped for their depth and wait for their end tags.
    dropped: RefCell<Dropped>,
    flattened: Cell<bool>,
    /// Where the text goes once the budget is spent.
    flat: Cell<Option<Id>>,
}

/// A stack of names, and how often each stands in it.
#[derive(Debug, Default)]
struct Dropped {
    stack: Vec<LocalName>,
    counts: HashMap<LocalName, usize>,
}

impl Dropped {
    fn push(&mut self, name: LocalName) {
        *self.counts.entry(name.clone()).or_default() += 1;
        self.stack.push(name);
    }

    /// Takes everything from the last `name` on. False: there is none.
    fn close(&mut self, name: &LocalName) -> bool {
        if self.counts.get(name).is_none_or(|&count| count == 0) {
            return false;
        }
        while let Some(top) = self.stack.pop() {
            if let Some(count) = self.counts.get_mut(&top) {
                *count -= 1;
            }
            if top == *name {
                break;
            }
        }
        true
    }
}

impl Guarded {
    /// A tree builder with the budget of a page of `length` bytes.
    pub(super) fn new(length: usize) -> Self {
        // Without scripting the contents of `<noscript>` are elements, which are the page for some of them.
        let options =
            TreeBuilderOpts { scripting_enabled: false, drop_doctype: true, ..TreeBuilderOpts::default() };
        Self {
            builder: TreeBuilder::new(Sink::new(), options),
            steps: limits::STEPS + limits::STEPS_PER_BYTE * length as u64,
            nodes: limits::NODES + length / 2,
            took_tag: Cell::new(false),
            raw: RefCell::default(),
            dropped: RefCell::default(),
            flattened: Cell::new(false),
            flat: Cell::new(None),
        }
    }

    /// Whether structure was lost.
    pub(super) fn is_flattened(&self) -> bool {
        self.flattened.get()
    }

    pub(super) fn into_dom(self) -> Dom {
        self.builder.sink.into_dom()
    }

    /// The element whose contents the tokenizer reads as text, where only its end tag is a tag.
    pub(super) fn raw(&self) -> Option<LocalName> {
        self.raw.borrow().clone()
    }

    /// Whether a tag, comment or doctype has ended since this was last asked.
    pub(super) fn took_tag(&self) -> bool {
        self.took_tag.take()
    }

    fn is_spent(&self) -> bool {
        self.builder.sink.steps() > self.steps || self.builder.sink.nodes() > self.nodes
    }

    fn tag(&self, mut markup: Markup, line: u64) -> TokenSinkResult<Handle> {
        let tag = Tag::of(&markup.name);
        match markup.kind {
            TagKind::StartTag => {
                strip(&mut markup, tag);
                let exempt =
                    tag.is_raw() || tag.is_void() || matches!(tag, Tag::Html | Tag::Head | Tag::Body);
                if !exempt && self.depth() >= limits::DEPTH {
                    self.flattened.set(true);
                    if !markup.self_closing {
                        self.dropped.borrow_mut().push(markup.name);
                    }
                    return TokenSinkResult::Continue;
                }
            }
            TagKind::EndTag => {
                if self.dropped.borrow_mut().close(&markup.name) {
                    return TokenSinkResult::Continue;
                }
            }
        }
        let name = markup.name.clone();
        let result = self.builder.process_token(Token::TagToken(markup), line);
        let raw = matches!(result, TokenSinkResult::RawData(_) | TokenSinkResult::Plaintext);
        self.raw.replace(raw.then_some(name));
        result
    }

    /// How many elements are open: the depth of the element into which the next one would go.
    fn depth(&self) -> u16 {
        self.builder.sink.depth_of_named(|| {
            self.builder.adjusted_current_node_present_but_not_in_html_namespace();
        })
    }

    /// Takes a token when nothing is built any more.
    fn flat(&self, token: Token) -> TokenSinkResult<Handle> {
        self.flattened.set(true);
        match token {
            Token::CharacterTokens(text) => self.flat_text(&text),
            Token::TagToken(markup) => {
                let tag = Tag::of(&markup.name);
                if markup.kind == TagKind::EndTag {
                    self.raw.replace(None);
                }
                if tag.is_block() || matches!(tag, Tag::Br) {
                    self.flat.set(None);
                }
                if markup.kind == TagKind::StartTag && tag.is_raw() {
                    self.raw.replace(Some(markup.name));
                    return match tag {
                        Tag::Plaintext => TokenSinkResult::Plaintext,
                        Tag::Script => TokenSinkResult::RawData(RawKind::ScriptData),
                        Tag::Title | Tag::Textarea => TokenSinkResult::RawData(RawKind::Rcdata),
                        _ => TokenSinkResult::RawData(RawKind::Rawtext),
                    };
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn flat_text(&self, text: &StrTendril) {
        let shown = match self.raw.borrow().as_deref() {
            None => true,
            Some(name) => matches!(Tag::of(name), Tag::Xmp | Tag::Plaintext),
        };
        if !shown {
            return;
        }
        let mut dom = self.builder.sink.dom();
        let paragraph = self.flat.get().unwrap_or_else(|| {
            if text.trim_ascii().is_empty() {
                return Id::NONE;
            }
            let parent = dom.find(Id::DOCUMENT, Tag::Body).unwrap_or(Id::DOCUMENT);
            let paragraph = dom.allocate(Tag::P, Space::Html, local_name!("p"));
            dom.append(parent, paragraph);
            self.flat.set(Some(paragraph));
            paragraph
        });
        if paragraph == Id::NONE {
            return;
        }
        let last = dom.node(paragraph).last_child;
        if last == Id::NONE || !dom.extend_text(last, text) {
            let text = dom.create_text(text);
            dom.append(paragraph, text);
        }
    }
}

impl TokenSink for Guarded {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if matches!(token, Token::TagToken(_) | Token::CommentToken(_) | Token::DoctypeToken(_)) {
            self.took_tag.set(true);
        }
        if self.flat.get().is_some() || self.is_spent() {
            return self.flat(token);
        }
        match token {
            Token::TagToken(markup) => self.tag(markup, line),
            Token::ParseError(_) | Token::CommentToken(_) => TokenSinkResult::Continue,
            _ => self.builder.process_token(token, line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Takes from a formatting element the attributes by which equal ones would differ (HTML Standard, section
/// 13.2.4.3, the "Noah's Ark clause"). `<a>` closes the one before, and `<code>` names its language.
fn strip(markup: &mut Markup, tag: Tag) {
    match tag {
        Tag::B
        | Tag::Big
        | Tag::Em
        | Tag::I
        | Tag::Nobr
        | Tag::S
        | Tag::Small
        | Tag::Strike
        | Tag::Strong
        | Tag::Tt
        | Tag::U => {
            markup.attrs.retain(|attribute| {
                matches!(&*attribute.name.local, "class" | "id" | "hidden" | "aria-hidden" | "style")
            });
        }
        // With one of these it ends foreign content. Their values do not matter.
        Tag::Font => {
            markup.attrs.retain(|attribute| matches!(&*attribute.name.local, "color" | "face" | "size"));
            for attribute in &mut markup.attrs {
                attribute.value.clear();
            }
        }
        _ => {}
    }
}

/// Finds tags with too many attributes before the tokenizer reads them.
///
/// Behind the end of a tag the tokenizer's state is known, so what begins next is known as well. In raw text it is
/// not quite: there every end tag that *might* be one is followed, as a set of states with the largest count in each.
#[derive(Debug)]
pub(super) struct TagScan<'a> {
    page: &'a str,
    html: &'a [u8],
    /// Where the last tag ended.
    start: usize,
    /// Up to here the states are up to date.
    followed: usize,
    /// Where the comment began in which `followed` lies.
    comment: Option<usize>,
    states: States,
}

/// What is to be fed instead of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// The surplus attributes begin here.
    pub(super) from: usize,
    /// Behind the tag.
    pub(super) resume: usize,
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

impl<'a> TagScan<'a> {
    pub(super) fn new(html: &'a str) -> Self {
        Self {
            page: html,
            html: html.as_bytes(),
            start: 0,
            followed: 0,
            comment: None,
            states: States::default(),
        }
    }

    /// The tokenizer has finished a tag, comment or doctype at `end`, so it is in none.
    pub(super) fn tag_ended(&mut self, end: usize) {
        self.start = end;
        self.followed = end;
        self.comment = None;
        self.states = States::default();
    }

    /// Looks at the page up to `end`, which is behind a `>`. `raw` is the element whose contents are read as text.
    pub(super) fn look(&mut self, end: usize, raw: impl FnOnce() -> Option<LocalName>) -> Option<Cut> {
        // An attribute takes two bytes at least, so most tags need no closer look.
        if (end - self.start) / 2 < limits::TAG_ATTRIBUTES {
            return None;
        }
        let raw = raw();
        while self.followed < end {
            let at = self.followed;
            if let Some(start) = self.comment {
                let closes = self.html[start + 2..end - 1].ends_with(b"--")
                    || end > start + 7 && self.html[start + 4..end - 1].ends_with(b"--!");
                self.comment = if closes { None } else { Some(start) };
                self.followed = end;
                return None;
            }
            match self.alone() {
                None if self.states.iter().all(Option::is_none) => {
                    // Nothing to follow before the next `<`.
                    let found = self.find(at, end, '<');
                    let Some(found) = found else {
                        self.followed = end;
                        return None;
                    };
                    self.followed = at + found;
                    self.begin(raw.as_deref(), end);
                    continue;
                }
                // Most bytes of long tags are those of long values.
                Some(quoted @ (State::DoubleQuoted | State::SingleQuoted)) if raw.is_none() => {
                    let quote = if quoted == State::DoubleQuoted { '"' } else { '\'' };
                    let Some(found) = self.find(at, end, quote) else {
                        self.followed = end;
                        return None;
                    };
                    self.followed = at + found;
                }
                _ => {}
            }
            let at = self.followed;
            self.advance(self.html[at]);
            self.followed = at + 1;
            if raw.is_some() && self.begins_end_tag(at, raw.as_deref()) {
                self.open();
            }
            let over = State::ALL.into_iter().find(|&state| {
                self.states[state as usize].is_some_and(|count| count > limits::TAG_ATTRIBUTES)
            });
            if let Some(state) = over {
                return Some(self.cut(at, state));
            }
        }
        None
    }

    /// The next of an ASCII character, counted from `at`.
    fn find(&self, at: usize, end: usize, of: char) -> Option<usize> {
        // Both are beside an ASCII character or were found, hence between characters.
        self.page.get(at..end)?.find(of)
    }

    /// The one state that is followed, if it is one.
    fn alone(&self) -> Option<State> {
        let mut live = State::ALL.into_iter().filter(|&state| self.states[state as usize].is_some());
        let first = live.next()?;
        live.next().is_none().then_some(first)
    }

    fn open(&mut self) {
        let count = &mut self.states[State::Open as usize];
        *count = Some(count.unwrap_or(0));
    }

    /// What the `<` at `followed` begins.
    fn begin(&mut self, raw: Option<&str>, end: usize) {
        let at = self.followed;
        self.followed = at + 1;
        let rest = &self.html[at + 1..];
        let letter = |at: usize| rest.get(at).is_some_and(u8::is_ascii_alphabetic);
        if raw.is_some() {
            if self.begins_end_tag(at, raw) {
                self.open();
            }
        } else if letter(0) || rest.first() == Some(&b'/') && letter(1) {
            self.open();
        } else if rest.starts_with(b"!--") {
            self.comment = Some(at);
            self.followed = at + 4;
        } else if matches!(rest.first(), Some(b'!' | b'?' | b'/')) {
            // To the next `>`, which is the last byte of this piece.
            self.followed = end;
        }
    }

    /// Whether the end tag of the raw element may begin at `at`.
    fn begins_end_tag(&self, at: usize, raw: Option<&str>) -> bool {
        let (Some(rest), Some(name)) = (self.html[at..].strip_prefix(b"</"), raw) else { return false };
        rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
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

    /// Leaves out the rest of the tag whose surplus attribute begins at `from`.
    fn cut(&mut self, from: usize, mut state: State) -> Cut {
        let mut resume = from + 1;
        while let Some(&byte) = self.html.get(resume) {
            resume += 1;
            match state.next(byte) {
                Some((next, _)) => state = next,
                None => break,
            }
        }
        Cut { from, resume }
    }
}
