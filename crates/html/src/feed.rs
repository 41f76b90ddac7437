//! Feeds a page to html5ever's tokenizer, piece by piece.
//!
//! Every tag and comment ends with `>`, so each piece ends after one: there the tokenizer is between two tags, or the
//! `>` was in a quoted value, in a comment or in raw text. After each piece the guard reports which.

use std::cell::{Cell, RefCell};

use html5ever::LocalName;
use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer};

use crate::scan::{Content, TagScan};

/// Tree builder with the state that [`feed_tokenizer`] needs between two pieces.
pub(crate) trait Guard: TokenSink {
    /// Returns the kind of text that the tokenizer reads next.
    fn content(&self) -> Content;

    /// Returns whether a tag, comment or doctype has ended since the last call.
    fn took_token(&self) -> bool;

    /// Returns whether the rest of the page is to be left unread.
    fn is_spent(&self) -> bool {
        false
    }
}

/// State that a [`Guard`] records from its tokens.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    ended: Cell<bool>,
    raw: RefCell<Option<LocalName>>,
    /// Text since the last other token.
    ///
    /// The tokenizer ends a piece of text at each line, and the tree is to judge the text between two tags as a whole.
    text: RefCell<StrTendril>,
}

impl Watch {
    /// Records that the tokenizer has come to the end of a tag, comment or doctype.
    pub(crate) fn watch_token(&self, token: &Token) {
        if matches!(token, Token::TagToken(_) | Token::CommentToken(_) | Token::DoctypeToken(_)) {
            self.ended.set(true);
        }
    }

    /// Adds a piece to the text since the last other token.
    pub(crate) fn add_text(&self, text: &StrTendril) {
        self.text.borrow_mut().push_tendril(text);
    }

    /// Takes the text since the last other token.
    pub(crate) fn take_text(&self) -> StrTendril {
        self.text.take()
    }

    /// Records the result of the tree builder for a tag of this name.
    pub(crate) fn watch_answer<H>(&self, name: LocalName, answer: &TokenSinkResult<H>) {
        let is_raw = matches!(answer, TokenSinkResult::RawData(_) | TokenSinkResult::Plaintext);
        self.raw.replace(is_raw.then_some(name));
    }

    /// Returns the element whose contents the tokenizer reads as text.
    pub(crate) fn raw_element(&self) -> Option<LocalName> {
        self.raw.borrow().clone()
    }

    /// Implements [`Guard::took_token`].
    pub(crate) fn took_token(&self) -> bool {
        self.ended.take()
    }

    /// Implements [`Guard::content`].
    ///
    /// `is_foreign` is the sink's `adjusted_current_node_present_but_not_in_html_namespace`.
    pub(crate) fn content(&self, is_foreign: impl FnOnce() -> bool) -> Content {
        match self.raw_element() {
            Some(name) => Content::Raw(name),
            None if is_foreign() => Content::Foreign,
            None => Content::Html,
        }
    }
}

/// Treatment of a tag with too many attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surplus {
    /// Attributes above the limit are dropped, and the page is read on.
    LeftOut,
    /// Reading ends before that tag.
    Ends,
}

/// Reason why the parsing of a page ended: its end, or the byte offset at which it passed a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The whole page was read.
    Finished,
    /// A tag that begins at this byte or later has too many attributes.
    Attributes(usize),
    /// Tree construction exceeded its limits in the piece that begins at this byte.
    Spent(usize),
}

/// Feeds a page to a tokenizer, with at most `most` attributes a tag.
///
/// In addition to the time of the tree builder, it takes time linear in the length of `html`. `Tokenizer::end` is not
/// called.
pub(crate) fn feed_tokenizer<G: Guard>(
    html: &str,
    tokenizer: &Tokenizer<G>,
    most: usize,
    surplus: Surplus,
) -> End {
    let page = StrTendril::from_slice(html);
    let piece = |from: usize, to: usize| match (u32::try_from(from), u32::try_from(to.saturating_sub(from))) {
        (Ok(from), Ok(length)) => page.subtendril(from, length),
        _ => StrTendril::new(),
    };
    let queue = BufferQueue::default();
    let feed = |text: StrTendril| {
        queue.push_back(text);
        // The tokenizer stops at each `</script>` so that the caller can run the script.
        while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    };
    let guard = &tokenizer.sink;
    let mut scan = TagScan::new(html, most);
    let mut at = 0;
    while at < html.len() {
        let next = html[at..].find('>').map_or(html.len(), |found| at + found + 1);
        match scan.scan_to(next, || guard.content()) {
            None => {
                feed(piece(at, next));
                if guard.took_token() {
                    scan.token_ended(next);
                }
                at = next;
            }
            Some(_) if surplus == Surplus::Ends => return End::Attributes(at),
            Some(cut) => {
                // An attribute begins after an ASCII character, hence between two characters.
                let from = html.floor_char_boundary(cut.from);
                feed(piece(at, from));
                feed(StrTendril::from_slice(">"));
                at = if guard.took_token() {
                    scan.token_ended(cut.resume);
                    cut.resume
                } else {
                    scan.refute_cut(cut);
                    from
                };
            }
        }
        if guard.is_spent() {
            return End::Spent(at);
        }
    }
    End::Finished
}
