//! From HTML text to the tree.
//!
//! Tree construction is html5ever's, so misnesting, implied tags, entities and foreign content are what they are in
//! a browser, but for elements that a page writes as empty ones in XML (`guard`). `webagents_html` feeds it piece by
//! piece within the bounds of the guard, and this module then brings the finished tree within a depth at which
//! recursion is safe.

use std::borrow::Cow;

use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use memchr::memchr;
use webagents_html::Surplus;

use super::guard::Guarded;
use super::{Dom, Id, Tag, shadow};
use crate::limits;

/// A page that was read.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) dom: Dom,
    /// `true` if elements were nested too deeply, or badly, and only their text was kept.
    pub(crate) flattened: bool,
    /// `true` if the page was longer than the limit and was cut.
    pub(crate) truncated: bool,
}

/// Reads a page. Costs time and memory linear in the length of `html`, whatever it holds.
pub(crate) fn parse(html: &str) -> Parsed {
    let truncated = html.len() > limits::HTML_BYTES;
    let html = if truncated { &html[..html.floor_char_boundary(limits::HTML_BYTES)] } else { html };
    let html = line_breaks(html);
    let tokenizer = Tokenizer::new(Guarded::new(&html), TokenizerOpts::default());
    webagents_html::feed(&html, &tokenizer, limits::TAG_ATTRIBUTES, Surplus::LeftOut);
    tokenizer.end();
    let guarded = tokenizer.sink;
    let mut flattened = guarded.is_flattened();
    let mut dom = guarded.into_dom();
    shadow::open(&mut dom);
    flattened |= level(&mut dom);
    dom.count_letters();
    Parsed { dom, flattened, truncated }
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

/// Hangs the text of what lies too deep on the last ancestor that does not. True: there was some.
///
/// Dropping start tags bounds the depth of ordinary nesting; the adoption agency can still add to it.
fn level(dom: &mut Dom) -> bool {
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
            found |= hoist(dom, at);
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
fn hoist(dom: &mut Dom, root: Id) -> bool {
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
            dom.append(root, space);
        }
        dom.append(root, text);
    }
    true
}
