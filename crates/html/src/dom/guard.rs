//! Guard that keeps the cost of a page linear, and the tree of a reader shallow.
//!
//! html5ever is quadratic in three places that a page of a few hundred kilobytes can reach. The tokenizer compares each
//! attribute of a tag with all before it: [`feed`](crate::feed) bounds the attributes of a tag before the tokenizer
//! sees it. The tree builder walks the stack of open elements for nearly each tag, and opens unclosed formatting
//! elements again in each block: [`Guarded`] is between the two. It drops the attributes by which equal formatting
//! elements would differ, of which the standard keeps three, and it ends tree construction once the budget of steps or
//! nodes is spent.
//!
//! For a reader it also drops start tags below a depth that no page needs, with their end tags, and lets the text alone
//! through once the budget is spent: structure may be lost to a hostile page, text never is.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::feed::{Guard, Watch};
use html5ever::LocalName;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag as Markup, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use memchr::memchr2_iter;

use super::sink::{Handle, Sink};
use super::{Dom, Id, Space, Tag};
use crate::limits;
use crate::scan::Content;

/// Purpose of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Its text, which is never lost.
    Text,
    /// Its elements, as in a browser with scripting on, as far as the budget goes.
    Exact,
}

/// The tree builder, wrapped in its guard.
pub(super) struct Guarded<'a> {
    page: &'a str,
    mode: Mode,
    /// `true` if the page is XML by its first characters.
    is_xml: bool,
    /// Names of elements, and whether those written as in XML are closed at once.
    closed: RefCell<HashMap<LocalName, bool>>,
    builder: TreeBuilder<Handle, Sink>,
    budget: Budget,
    watch: Watch,
    /// Start tags that were dropped for their depth and wait for their end tags.
    dropped: RefCell<Dropped>,
    flattened: Cell<bool>,
    /// Node that takes the text once the budget is spent.
    flat: Cell<Option<Id>>,
}

/// Work and memory that a page may cost.
#[derive(Debug)]
struct Budget {
    /// Steps of tree construction.
    steps: u64,
    nodes: usize,
    /// Bytes of text and attributes: each formatting element that is opened again copies its own.
    text: usize,
}

/// A stack of names, and the number of times that each is in it.
#[derive(Debug, Default)]
struct Dropped {
    stack: Vec<LocalName>,
    counts: HashMap<LocalName, usize>,
}

impl Dropped {
    fn push_name(&mut self, name: LocalName) {
        *self.counts.entry(name.clone()).or_default() += 1;
        self.stack.push(name);
    }

    /// Takes everything from the last `name` on. Returns `false` if there is none.
    fn close_name(&mut self, name: &LocalName) -> bool {
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

impl<'a> Guarded<'a> {
    /// A tree builder with the budget of a page.
    pub(super) fn new(page: &'a str, mode: Mode) -> Self {
        let length = page.len();
        // Without scripting the contents of `<noscript>` are elements, which are the page for some of them.
        let scripting_enabled = mode == Mode::Exact;
        let options = TreeBuilderOpts { scripting_enabled, drop_doctype: true, ..TreeBuilderOpts::default() };
        Self {
            page,
            mode,
            is_xml: mode == Mode::Text && is_xml(page),
            closed: RefCell::default(),
            builder: TreeBuilder::new(Sink::new(page.len(), mode == Mode::Text), options),
            budget: Budget {
                steps: limits::STEPS + limits::STEPS_PER_BYTE * length as u64,
                nodes: limits::NODES + length / 2,
                text: limits::TEXT_BYTES + 2 * length,
            },
            watch: Watch::default(),
            dropped: RefCell::default(),
            flattened: Cell::new(false),
            flat: Cell::new(None),
        }
    }

    /// Returns whether structure was lost.
    pub(super) fn is_flattened(&self) -> bool {
        self.flattened.get()
    }

    #[cfg(test)]
    pub(super) fn steps_taken(&self) -> u64 {
        self.builder.sink.steps()
    }

    pub(super) fn into_dom(self) -> Dom {
        self.end_text(1);
        self.builder.sink.into_dom()
    }

    fn exceeds_budget(&self) -> bool {
        let sink = &self.builder.sink;
        sink.steps() > self.budget.steps
            || sink.nodes() > self.budget.nodes
            || sink.text_bytes() > self.budget.text
    }

    /// Takes a tag for an exact tree.
    fn exact_tag(&self, mut markup: Markup, line: u64) -> TokenSinkResult<Handle> {
        let tag = self.builder.sink.tag_of(&markup.name);
        strip_attributes(&mut markup, tag, Mode::Exact);
        let name = markup.name.clone();
        let result = self.builder.process_token(Token::TagToken(markup), line);
        self.watch.watch_answer(name, &result);
        result
    }

    fn process_tag(&self, mut markup: Markup, line: u64) -> TokenSinkResult<Handle> {
        let tag = self.builder.sink.tag_of(&markup.name);
        match markup.kind {
            TagKind::StartTag => {
                strip_attributes(&mut markup, tag, Mode::Text);
                let exempt =
                    tag.is_raw() || tag.is_void() || matches!(tag, Tag::Html | Tag::Head | Tag::Body);
                let exempt = exempt || self.leaves_foreign_content(tag);
                if !exempt && self.depth() >= limits::DEPTH {
                    self.flattened.set(true);
                    if !markup.self_closing {
                        self.dropped.borrow_mut().push_name(markup.name);
                    }
                    return TokenSinkResult::Continue;
                }
            }
            TagKind::EndTag => {
                if self.dropped.borrow_mut().close_name(&markup.name) {
                    return TokenSinkResult::Continue;
                }
            }
        }
        let name = markup.name.clone();
        let is_empty = markup.kind == TagKind::StartTag
            && markup.self_closing
            && (may_be_closed(tag) || self.is_xml && may_be_closed_in_xml(tag))
            && !self.builder.adjusted_current_node_present_but_not_in_html_namespace()
            && self.is_closed_at_once(&name);
        let mut result = self.builder.process_token(Token::TagToken(markup), line);
        if is_empty && matches!(result, TokenSinkResult::RawData(_) | TokenSinkResult::Continue) {
            let end = Markup {
                kind: TagKind::EndTag,
                name: name.clone(),
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            };
            result = self.builder.process_token(Token::TagToken(end), line);
        }
        self.watch.watch_answer(name, &result);
        result
    }

    /// Returns the number of open elements: the depth of the element into which the next one would go.
    fn depth(&self) -> u16 {
        self.builder.sink.depth_of_named(|| {
            self.builder.adjusted_current_node_present_but_not_in_html_namespace();
        })
    }

    /// Returns whether elements of the name are empty if they are written as in XML: `<i/>`, `<div/>`.
    ///
    /// In a browser they stay open: an icon holds the text after it, an anchor the rest of the page. Authors
    /// see no difference, but the structure is not the intended one. If all elements of the name have an end
    /// tag, it is.
    fn is_closed_at_once(&self, name: &LocalName) -> bool {
        *self.closed.borrow_mut().entry(name.clone()).or_insert_with(|| lacks_ends(self.page, name))
    }

    /// Returns whether a start tag ends a drawing or a formula (HTML Standard, section 13.2.6.5).
    ///
    /// Without this rule the text after the tag would be part of a drawing, and no reader would see it.
    fn leaves_foreign_content(&self, tag: Tag) -> bool {
        let leaves = ends_foreign_content(tag)
            && self.depth() >= limits::DEPTH
            && self.builder.adjusted_current_node_present_but_not_in_html_namespace();
        if leaves {
            // The dropped element is inside of the one that is closed now.
            self.dropped.take();
        }
        leaves
    }

    /// Takes a token when nothing is built any more.
    fn process_flat(&self, token: Token) -> TokenSinkResult<Handle> {
        self.flattened.set(true);
        match token {
            Token::CharacterTokens(text) => self.flat_text(&text),
            Token::TagToken(markup) => {
                let tag = Tag::from_name(&markup.name);
                if tag.ends_line() {
                    self.flat.set(None);
                }
                let answer = match tag {
                    _ if markup.kind == TagKind::EndTag || !tag.is_raw() => TokenSinkResult::Continue,
                    Tag::Plaintext => TokenSinkResult::Plaintext,
                    Tag::Script => TokenSinkResult::RawData(RawKind::ScriptData),
                    Tag::Title | Tag::Textarea => TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => TokenSinkResult::RawData(RawKind::Rawtext),
                };
                self.watch.watch_answer(markup.name, &answer);
                return answer;
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn flat_text(&self, text: &StrTendril) {
        let shown = match self.watch.raw_element().as_deref() {
            None => true,
            Some(name) => matches!(Tag::from_name(name), Tag::Xmp | Tag::Plaintext),
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
            let paragraph = dom.allocate_node(Tag::P, Space::Html);
            dom.append_child(parent, paragraph);
            self.flat.set(Some(paragraph));
            paragraph
        });
        if paragraph == Id::NONE {
            return;
        }
        let last = dom.node(paragraph).last_child;
        if last == Id::NONE || !dom.extend_text(last, text) {
            let text = dom.create_text(text);
            dom.append_child(paragraph, text);
        }
    }
}

impl TokenSink for Guarded<'_> {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        self.watch.watch_token(&token);
        match token {
            Token::CharacterTokens(text) => self.watch.add_text(&text),
            Token::ParseError(_) => {}
            token => {
                self.end_text(line);
                return self.process(token, line);
            }
        }
        TokenSinkResult::Continue
    }

    fn end(&self) {
        self.builder.end();
    }

    /// Returns whether the tokenizer reads `<![CDATA[…]]>` as text, as XML has it.
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.is_xml || self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Guarded<'_> {
    /// Hands over the text that the tokenizer has read since the last other token.
    fn end_text(&self, line: u64) {
        let text = self.watch.take_text();
        if !text.is_empty() {
            // The result for a text never changes the state of the tokenizer.
            let _ = self.process(Token::CharacterTokens(text), line);
        }
    }

    fn process(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if self.flat.get().is_some() || self.exceeds_budget() {
            return if self.mode == Mode::Text {
                self.process_flat(token)
            } else {
                TokenSinkResult::Continue
            };
        }
        match token {
            Token::TagToken(markup) if self.mode == Mode::Text => self.process_tag(markup, line),
            Token::TagToken(markup) => self.exact_tag(markup, line),
            Token::CommentToken(_) => TokenSinkResult::Continue,
            _ => self.builder.process_token(token, line),
        }
    }
}

impl Guard for Guarded<'_> {
    fn content(&self) -> Content {
        self.watch.content(|| self.adjusted_current_node_present_but_not_in_html_namespace())
    }

    fn took_token(&self) -> bool {
        self.watch.took_token()
    }

    fn is_spent(&self) -> bool {
        self.mode == Mode::Exact && self.exceeds_budget()
    }
}

/// Returns whether an element written as in XML takes in the content after it if it stays open.
fn may_be_closed(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::A
            | Tag::B
            | Tag::Div
            | Tag::Em
            | Tag::Font
            | Tag::I
            | Tag::Iframe
            | Tag::S
            | Tag::Small
            | Tag::Span
            | Tag::Strong
            | Tag::U
    )
}

/// Returns whether a page has an XML declaration (XML 1.0, section 2.8).
fn is_xml(page: &str) -> bool {
    let page = page.strip_prefix('\u{feff}').unwrap_or(page).trim_ascii_start();
    page.strip_prefix("<?xml").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_whitespace()))
}

/// Returns whether an empty element of an XML page takes in the content after it if it stays open.
///
/// The first of them make the rest of the page their text in HTML.
fn may_be_closed_in_xml(tag: Tag) -> bool {
    tag.is_raw() && tag != Tag::Plaintext
        || tag.heading().is_some()
        || matches!(
            tag,
            Tag::Audio
                | Tag::Blockquote
                | Tag::Button
                | Tag::Canvas
                | Tag::Caption
                | Tag::Code
                | Tag::Dl
                | Tag::Kbd
                | Tag::Label
                | Tag::Noscript
                | Tag::Object
                | Tag::Ol
                | Tag::Pre
                | Tag::Q
                | Tag::Section
                | Tag::Select
                | Tag::Sub
                | Tag::Sup
                | Tag::Table
                | Tag::Tt
                | Tag::Ul
                | Tag::Var
                | Tag::Video
        )
}

/// Returns whether the elements of a name that are written as in XML have no end tags in the page.
fn lacks_ends(page: &str, name: &str) -> bool {
    let page = page.as_bytes();
    let (mut starts, mut ends) = (0_usize, 0_usize);
    let mut is_open = false;
    for at in memchr2_iter(b'<', b'>', page) {
        if page[at] == b'>' {
            let is_closed = at.checked_sub(1).is_some_and(|last| page[last] == b'/');
            starts += usize::from(is_open && !is_closed);
            is_open = false;
            continue;
        }
        let rest = page.get(at + 1..).unwrap_or_default();
        let (is_end, rest) = rest.strip_prefix(b"/").map_or((false, rest), |rest| (true, rest));
        let Some((begins, after)) = rest.split_at_checked(name.len()) else { break };
        let ends_name = after.first().is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
        if ends_name && begins.eq_ignore_ascii_case(name.as_bytes()) {
            ends += usize::from(is_end);
            is_open = !is_end;
        }
    }
    ends <= starts
}

fn ends_foreign_content(tag: Tag) -> bool {
    tag.heading().is_some()
        || matches!(
            tag,
            Tag::B
                | Tag::Big
                | Tag::Blockquote
                | Tag::Center
                | Tag::Code
                | Tag::Dd
                | Tag::Div
                | Tag::Dl
                | Tag::Dt
                | Tag::Em
                | Tag::I
                | Tag::Li
                | Tag::Listing
                | Tag::Menu
                | Tag::Nobr
                | Tag::Ol
                | Tag::P
                | Tag::Pre
                | Tag::Ruby
                | Tag::S
                | Tag::Small
                | Tag::Span
                | Tag::Strike
                | Tag::Strong
                | Tag::Sub
                | Tag::Sup
                | Tag::Table
                | Tag::Tt
                | Tag::U
                | Tag::Ul
                | Tag::Var
        )
}

/// Removes from a formatting element the attributes by which equal ones would differ.
///
/// This is for the "Noah's Ark clause" (HTML Standard, section 13.2.4.3). `<a>` closes the one before, and `<code>`
/// names its language, so for a reader they keep theirs.
fn strip_attributes(markup: &mut Markup, tag: Tag, mode: Mode) {
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
            markup.attrs.retain(|attribute| mode == Mode::Text && is_read(&attribute.name.local));
        }
        Tag::A | Tag::Code if mode == Mode::Exact => markup.attrs.clear(),
        // With one of these it ends foreign content. Their values do not matter.
        Tag::Font => {
            let is_style = |name: &str| mode == Mode::Text && name == "style";
            markup.attrs.retain(|attribute| {
                let name = &*attribute.name.local;
                matches!(name, "color" | "face" | "size") || is_style(name)
            });
            for attribute in markup.attrs.iter_mut().filter(|attribute| !is_style(&attribute.name.local)) {
                attribute.value.clear();
            }
        }
        _ => {}
    }
}

/// Returns whether a reader of the page looks at an attribute of formatting elements.
fn is_read(attribute: &str) -> bool {
    matches!(attribute, "class" | "id" | "hidden" | "aria-hidden" | "aria-label" | "style" | "slot" | "title")
}
