//! From HTML text to the tree.
//!
//! Tree construction is html5ever's, so misnesting, implied tags, entities and foreign content are what they are in
//! a browser. This module drives it piece by piece, so that the guard can look at each piece before it is read,
//! and then brings the finished tree within a depth at which recursion is safe.

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};

use super::guard::{Guarded, TagScan};
use super::{Dom, Id, Tag};
use crate::limits;

/// A page that was read.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) dom: Dom,
    /// Whether elements were nested so deeply, or so badly, that their text was kept without them.
    pub(crate) flattened: bool,
    /// Whether the page was longer than what is read.
    pub(crate) truncated: bool,
}

/// Reads a page. Costs time and memory linear in the length of `html`, whatever it holds.
pub(crate) fn parse(html: &str) -> Parsed {
    let truncated = html.len() > limits::HTML_BYTES;
    let html = if truncated { &html[..html.floor_char_boundary(limits::HTML_BYTES)] } else { html };
    let tokenizer = Tokenizer::new(Guarded::new(html.len()), TokenizerOpts::default());
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
    let guarded = &tokenizer.sink;
    let mut scan = TagScan::new(html);
    let mut at = 0;
    while at < html.len() {
        // Every tag and comment ends with `>`: behind one, the tokenizer is between two of them, or the `>`
        // stood in a quoted value.
        let mut next = html[at..].find('>').map_or(html.len(), |found| at + found + 1);
        match scan.look(next, || guarded.raw()) {
            None => feed(piece(at, next)),
            Some(cut) => {
                feed(piece(at, html.floor_char_boundary(cut.from)));
                feed(StrTendril::from_slice(">"));
                next = cut.resume;
                scan.tag_ended(next);
            }
        }
        if guarded.took_tag() {
            scan.tag_ended(next);
        }
        at = next;
    }
    tokenizer.end();
    let guarded = tokenizer.sink;
    let mut flattened = guarded.is_flattened();
    let mut dom = guarded.into_dom();
    flattened |= level(&mut dom);
    Parsed { dom, flattened, truncated }
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
            parted |= tag.is_block() || tag == Tag::Br;
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
