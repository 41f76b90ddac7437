//! From HTML text to the tree.
//!
//! Tree construction is html5ever's, so misnesting, implied tags, entities and foreign content have the same
//! results as in a browser. Elements that a page writes as empty ones in XML are the exception (`guard`).
//! [`feed_tokenizer`] feeds it piece by piece within the bounds of the guard, and for readers this module then brings
//! the finished tree within a depth at which recursion is safe.

use std::borrow::Cow;

use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use memchr::memchr;

use super::guard::{Guarded, Mode};
use super::{Dom, Id, Tag, shadow};
use crate::feed::{End, Surplus, feed_tokenizer};
use crate::limits;

/// Tree of a page that [`parse`] built, with flags for structure lost and text cut off.
#[derive(Debug)]
#[non_exhaustive]
pub struct ParsedPage {
    /// Tree of the page's elements and texts.
    pub dom: Dom,
    /// `true` if some elements exceeded a limit, such as the depth, and only their text was kept.
    pub flattened: bool,
    /// `true` if the page was longer than [`limits::HTML_BYTES`] and was cut.
    pub truncated: bool,
}

/// Tree of a page as a browser would build it ([`parse_exact`]), with the reason why parsing ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct Exact {
    /// Tree of the page's elements and texts, up to the place where parsing ended.
    pub dom: Dom,
    /// Reason why parsing ended: the end of the page, or a limit.
    pub end: End,
}

/// Parses a page's HTML for its text. Of elements beyond a limit, such as of depth, only text is kept.
///
/// Time and memory are linear in the length of `html`.
///
/// The tree matches a browser's with scripting off. The code of scripts and style sheets is left out, and so
/// are blanks that begin a line. Declarative shadow roots are shown in place of their hosts' children.
pub fn parse(html: &str) -> ParsedPage {
    let truncated = html.len() > limits::HTML_BYTES;
    let html = if truncated { &html[..html.floor_char_boundary(limits::HTML_BYTES)] } else { html };
    let html = line_breaks(html);
    let tokenizer = Tokenizer::new(Guarded::new(&html, Mode::Text), TokenizerOpts::default());
    feed_tokenizer(&html, &tokenizer, limits::TAG_ATTRIBUTES, Surplus::LeftOut);
    tokenizer.end();
    let guarded = tokenizer.sink;
    let mut flattened = guarded.is_flattened();
    let mut dom = guarded.into_dom();
    shadow::open_shadow_roots(&mut dom);
    flattened |= level_tree(&mut dom);
    dom.count_letters();
    ParsedPage { dom, flattened, truncated }
}

/// Parses a page's HTML to search its elements. The tree is a browser's, but ends at a limit.
///
/// Time and memory are linear in the length of `html`.
///
/// The tree matches a browser's with scripting on: nothing is moved or left out, except the attributes of
/// formatting elements. It may be of any depth. Parsing ends at a tag with too many attributes, and as soon
/// as tree construction exceeds its limits.
///
/// ```
/// use webagents_html::{End, Id, Tag, parse_exact};
/// let page = parse_exact("<noscript><meta name=a></noscript><template><meta name=b></template><meta name=c>");
/// let meta = page.dom.find(Id::DOCUMENT, Tag::Meta).unwrap();
/// assert_eq!((page.dom.attribute(meta, "name"), page.end), (Some("c"), End::Finished));
/// ```
pub fn parse_exact(html: &str) -> Exact {
    let tokenizer = Tokenizer::new(Guarded::new(html, Mode::Exact), TokenizerOpts::default());
    let end = feed_tokenizer(html, &tokenizer, limits::EXACT_TAG_ATTRIBUTES, Surplus::Ends);
    // `Tokenizer::end` is not called: an unfinished tag is not a tag.
    Exact { dom: tokenizer.sink.into_dom(), end }
}

/// Normalizes line breaks to one character (HTML Standard, section 13.2.3.5).
fn line_breaks(html: &str) -> Cow<'_, str> {
    if memchr(b'\r', html.as_bytes()).is_none() {
        return Cow::Borrowed(html);
    }
    let mut lines = html.split('\r');
    let mut mended = String::with_capacity(html.len());
    mended.extend(lines.next());
    for line in lines {
        mended.push('\n');
        mended.push_str(line.strip_prefix('\n').unwrap_or(line));
    }
    Cow::Owned(mended)
}

/// Moves the text of nodes that are too deep to their last ancestor that is not.
///
/// Returns `true` if there were some.
///
/// Dropping start tags bounds the depth of ordinary nesting; the adoption agency can still add to it.
fn level_tree(dom: &mut Dom) -> bool {
    let mut found = false;
    let mut depth = 0_u16;
    let mut at = Id::DOCUMENT;
    loop {
        dom.node_mut(at).depth = depth;
        if depth >= limits::TREE_DEPTH
            && dom
                .first_child(at)
                .is_some_and(|child| dom.tag(child) != Tag::Text || dom.next(child).is_some())
        {
            found |= hoist_children(dom, at);
        } else if let Some(child) = dom.first_child(at) {
            depth += 1;
            at = child;
            continue;
        }
        loop {
            if let Some(next) = dom.next(at) {
                at = next;
                break;
            }
            let Some(parent) = dom.parent(at) else { return found };
            at = parent;
            depth -= 1;
        }
    }
}

/// Makes the text below a node its only children.
fn hoist_children(dom: &mut Dom, root: Id) -> bool {
    let mut texts = Vec::new();
    let mut parted = false;
    let mut at = dom.first_child(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        if matches!(tag, Tag::Script | Tag::Style) {
            at = dom.following_skipping(id, root);
            continue;
        }
        if tag == Tag::Text {
            texts.push((id, std::mem::take(&mut parted)));
        } else {
            parted |= tag.ends_line();
        }
        at = dom.following(id, root);
    }
    while let Some(child) = dom.first_child(root) {
        dom.detach(child);
    }
    for (text, parted) in texts {
        if parted {
            let space = dom.create_text(" ");
            dom.append_child(root, space);
        }
        dom.append_child(root, text);
    }
    true
}
