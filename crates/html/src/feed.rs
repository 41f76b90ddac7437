//! From a page to its tokens, piece by piece.
//!
//! Every tag and comment ends with `>`, so a piece ends behind one: there the tokenizer is between two of them, or
//! the `>` stood in a quoted value, in a comment or in raw text. Behind each piece the guard says which.

use std::cell::{Cell, RefCell};

use html5ever::LocalName;
use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer};

use crate::plain::{self, Page};
use crate::scan::TagScan;

/// What the tokenizer reads next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Tags and text of HTML.
    Html,
    /// The same within SVG or `MathML`, where `<![CDATA[` begins a section of text (HTML Standard, section 13.2.5.42).
    Foreign,
    /// The text of this element, where only its end tag is a tag: `script`, `style`, `title`, `textarea` and the like.
    Raw(LocalName),
}

/// A tree builder, and what [`feed`] asks it between two pieces.
pub trait Guard: TokenSink {
    /// What the tokenizer reads next.
    fn content(&self) -> Content;

    /// Whether a tag, comment or doctype has ended since this was last asked.
    fn took_token(&self) -> bool;

    /// Whether the rest of the page is to be left unread.
    fn is_spent(&self) -> bool {
        false
    }

    /// Whether tokens may come without the tokenizer where they are plain, which is several times as fast. They are the
    /// same tokens, but for where text is parted; what the sink answers to them is not looked at, and `is_spent` is
    /// asked less often.
    fn takes_plain_tokens(&self) -> bool {
        false
    }
}

/// What a [`Guard`] has to remember of the tokens that it sees.
#[derive(Debug, Default)]
pub struct Watch {
    ended: Cell<bool>,
    raw: RefCell<Option<LocalName>>,
}

impl Watch {
    /// Takes note of a token that has come.
    pub fn token(&self, token: &Token) {
        if matches!(token, Token::TagToken(_) | Token::CommentToken(_) | Token::DoctypeToken(_)) {
            self.ended.set(true);
        }
    }

    /// Takes note of what the tree builder answered to a tag of this name.
    pub fn answer<H>(&self, name: LocalName, answer: &TokenSinkResult<H>) {
        let is_raw = matches!(answer, TokenSinkResult::RawData(_) | TokenSinkResult::Plaintext);
        self.raw.replace(is_raw.then_some(name));
    }

    /// The element whose contents the tokenizer reads as text.
    pub fn raw(&self) -> Option<LocalName> {
        self.raw.borrow().clone()
    }

    /// [`Guard::took_token`].
    pub fn took_token(&self) -> bool {
        self.ended.take()
    }

    /// [`Guard::content`]; `is_foreign` is the sink's `adjusted_current_node_present_but_not_in_html_namespace`.
    pub fn content(&self, is_foreign: impl FnOnce() -> bool) -> Content {
        match self.raw() {
            Some(name) => Content::Raw(name),
            None if is_foreign() => Content::Foreign,
            None => Content::Html,
        }
    }
}

/// What becomes of a tag with too many attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surplus {
    /// Those beyond the bound are left out, and the page is read on.
    LeftOut,
    /// The page is left before that tag.
    Ends,
}

/// Why [`feed`] came back. Offsets are of the piece, in bytes, that was read last or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The whole page was read. The tokenizer was not told of the end.
    Finished,
    /// A tag that begins at this byte or behind it has too many attributes.
    Attributes(usize),
    /// The guard was spent in the piece that begins at this byte.
    Spent(usize),
}

/// Feeds a page to a tokenizer, no tag with more than `most` attributes. Takes time linear in the length of `html`
/// beside what the tree builder takes.
pub fn feed<G: Guard>(html: &str, tokenizer: &Tokenizer<G>, most: usize, surplus: Surplus) -> End {
    let page = StrTendril::from_slice(html);
    let piece = |from: usize, to: usize| match (u32::try_from(from), u32::try_from(to.saturating_sub(from))) {
        (Ok(from), Ok(length)) => page.subtendril(from, length),
        _ => StrTendril::new(),
    };
    let queue = BufferQueue::default();
    let feed = |text: StrTendril| {
        queue.push_back(text);
        // It stops at each `</script>` and waits for the script to be run.
        while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    };
    let guard = &tokenizer.sink;
    let mut scan = TagScan::new(html, most);
    let plain = Page::new(html, &page);
    let mut at = 0;
    // What begins at `at`, where a token has just ended. The page itself may begin with a mark that is no text.
    let mut begins: Option<Content> = None;
    while at < html.len() {
        let before = at;
        match begins.take() {
            Some(Content::Raw(name)) => at = plain::read_raw(&plain, at, &name, guard),
            Some(_) => at = plain::read(&plain, at, guard),
            None => {}
        }
        if at > before {
            guard.took_token();
            scan.token_ended(at);
            if at == html.len() {
                break;
            }
        }
        let next = html[at..].find('>').map_or(html.len(), |found| at + found + 1);
        match scan.look(next, || guard.content()) {
            None => {
                feed(piece(at, next));
                if guard.took_token() {
                    scan.token_ended(next);
                    begins = guard.takes_plain_tokens().then(|| guard.content());
                }
                at = next;
            }
            Some(_) if surplus == Surplus::Ends => return End::Attributes(at),
            Some(cut) => {
                // An attribute begins behind an ASCII character, hence between two characters.
                let from = html.floor_char_boundary(cut.from);
                feed(piece(at, from));
                feed(StrTendril::from_slice(">"));
                at = if guard.took_token() {
                    scan.token_ended(cut.resume);
                    cut.resume
                } else {
                    scan.refute(cut);
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
