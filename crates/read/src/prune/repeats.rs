//! Repetitions in a page.
//!
//! A refrain is sung again, and two parameters may have the same description. So a block that was there
//! already is left out only with a second sign: it begins with a link to the target of the first one or is
//! mostly such a link, it quotes that or the page is a discussion, it is part of a long run of blocks that
//! were there in the same order, or its name restricts it to screens of one size. Under a heading of its own
//! it describes another thing, and neither its links nor its length are a sign.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use webagents_html::{Dom, Id, Tag};

use super::layout::declares_forum;
use super::marks::{Marks, PruneLevel};
use super::measure::is_silent;
use super::names;
use super::series;
use crate::removal::RemovedKind;

/// Minimum length of a text, in bytes without blanks, that is not repeated on purpose.
const REPEAT: usize = 60;

/// Minimum length of a picture's description, in bytes, that is not repeated on purpose.
///
/// Shorter ones describe signs: yes, no, new.
const DESCRIPTION: usize = 20;

/// Minimum number of blocks of that length in a run.
///
/// The second is the number of blocks of any length that are searched for it, the third the minimum part of the text
/// that it is, in percent.
const RUN: usize = 3;
const RUN_BLOCKS: usize = 256;
const RUN_SHARE: usize = 40;

/// A run, or a block, with so many characters is a copy whatever else is on the page.
const LONG: usize = 500;

/// Levels above a block that may restrict it to screens of one size.
const LEVELS: usize = 5;

/// A block that holds no other block.
struct Block {
    id: Id,
    /// Its words, as a number.
    words: u64,
    /// Hash of its link's target; 0 if it has none.
    target: u64,
    /// Its length in bytes and in characters, without blanks.
    bytes: usize,
    letters: usize,
    /// `true` if it is an item of a list, which may be the same in several lists.
    is_item: bool,
}

/// Marks pictures that were there already, and blocks that are copies.
///
/// Text that `standfirst` and the content both have counts as the content's.
pub(super) fn mark_repeats(dom: &Dom, standfirst: &[Id], root: Id, marks: &mut Marks, is_discussion: bool) {
    mark_pictures(dom, standfirst, root, marks);
    let blocks = find_blocks(dom, root, marks);
    let total: usize = blocks.iter().map(|block| block.letters).sum();
    let mut first: HashMap<u64, usize> = HashMap::new();
    // Computed only if there is a repetition.
    let mut forum = None;
    let mut at = 0;
    while let Some(block) = blocks.get(at) {
        if block.bytes < REPEAT {
            at += 1;
            continue;
        }
        let Some(&before) = first.get(&block.words) else {
            first.insert(block.words, at);
            at += 1;
            continue;
        };
        let is_forum = *forum.get_or_insert_with(|| is_discussion || declares_forum(dom));
        let run = find_run(dom, &blocks, before, at, total, is_forum);
        for (place, copy) in run.clone().zip(blocks.get(run.clone()).unwrap_or_default()) {
            let is_title = |block: &Block| dom.tag(block.id) == Tag::H1;
            // The title stays, even if it repeats a block before it.
            let first = blocks.get((before + place).saturating_sub(at));
            if !is_title(copy) || first.is_some_and(is_title) {
                marks.mark(copy.id, PruneLevel::Links, RemovedKind::Repeated);
            }
        }
        at = run.end.max(at + 1);
    }
    for &part in standfirst {
        let opening = find_blocks(dom, part, marks);
        let is_repeated = |block: &Block| first.contains_key(&block.words);
        for block in opening.iter().filter(|block| block.bytes >= REPEAT && is_repeated(block)) {
            marks.mark(block.id, PruneLevel::Links, RemovedKind::Repeated);
        }
    }
}

/// The blocks from `at` on that are copies of those from `before` on. Empty if they may be meant.
fn find_run(
    dom: &Dom,
    blocks: &[Block],
    before: usize,
    at: usize,
    total: usize,
    is_forum: bool,
) -> std::ops::Range<usize> {
    let is_copy = |one: usize, other: usize| match (blocks.get(one), blocks.get(other)) {
        (Some(one), Some(other)) => one.words == other.words && one.target == other.target,
        _ => false,
    };
    if !is_copy(before, at) {
        return at..at;
    }
    // A teaser's title is before its text.
    let mut start = at;
    for back in 1..=2 {
        match (before.checked_sub(back), at.checked_sub(back)) {
            (Some(before), Some(at)) if is_copy(before, at) => start = at,
            _ => break,
        }
    }
    let most = (at - before).min(RUN_BLOCKS);
    let length = (1..most).take_while(|step| is_copy(before + step, at + step)).count() + 1;
    let end = at + length;
    debug_assert!(end <= blocks.len(), "a run consists of copies, which are blocks");
    let found = blocks.get(start..end).unwrap_or_default();
    let long = found.iter().filter(|block| block.bytes >= REPEAT && !block.is_item).count();
    let letters: usize = found.iter().filter(|block| !block.is_item).map(|block| block.letters).sum();
    let is_apart = has_own_heading(dom, blocks, before, (start, at));
    let is_copy = long >= RUN
        && (letters >= LONG || letters.saturating_mul(100) >= total.saturating_mul(RUN_SHARE))
        || blocks.get(at).is_some_and(|block| block.letters >= LONG);
    if is_copy && !is_apart {
        return start..end;
    }
    // One teaser, or one block for screens of another size.
    let is_lead = |block: &Block| {
        block.target != 0
            && (series::begins_with_link(dom, block.id) || linked_letters(dom, block.id) * 2 >= block.letters)
    };
    let leads = !is_apart && blocks.get(start..=at).is_some_and(|found| found.iter().any(is_lead));
    let quote = |at: usize| blocks.get(at).and_then(|block| quote_of(dom, block.id));
    let is_quote = quote(at).is_some_and(|found| quote(before) != Some(found));
    if leads || is_forum || is_quote || blocks.get(at).is_some_and(|block| is_for_one_screen(dom, block.id)) {
        return start..at + 1;
    }
    at..at
}

/// Returns whether the blocks from `start` on, and those that they repeat, follow different headings.
///
/// `at` is the place of the copy of the block `before`.
fn has_own_heading(dom: &Dom, blocks: &[Block], before: usize, (start, at): (usize, usize)) -> bool {
    let heading = |place: Option<usize>| {
        let block = place.and_then(|place| blocks.get(place));
        block.filter(|block| dom.tag(block.id).heading().is_some()).map(|block| block.words)
    };
    let (own, first) = (heading(start.checked_sub(1)), heading((before + start).checked_sub(at + 1)));
    own.is_some() && first.is_some() && own != first
}

/// The quote that the block is part of: an element, or one that its class names so.
fn quote_of(dom: &Dom, id: Id) -> Option<Id> {
    let quotes = |at: &Id| {
        dom.tag(*at) == Tag::Blockquote || dom.attribute(*at, "class").is_some_and(names::is_quotation)
    };
    std::iter::successors(Some(id), |&at| dom.parent(at)).take(LEVELS).find(quotes)
}

/// Returns whether the class of an element around the block restricts it to screens of one size.
fn is_for_one_screen(dom: &Dom, id: Id) -> bool {
    std::iter::successors(Some(id), |&at| dom.parent(at))
        .take(LEVELS)
        .any(|at| dom.attribute(at, "class").is_some_and(names::is_for_one_screen))
}

/// Returns the blocks below `root` that hold no other.
///
/// Code, cells, terms and definitions are left out: they repeat on purpose.
fn find_blocks(dom: &Dom, root: Id, marks: &Marks) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut text = String::new();
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        if marks.is_out(id, PruneLevel::Links)
            || is_silent(tag)
            || matches!(tag, Tag::Pre | Tag::Listing | Tag::Dl | Tag::Td | Tag::Th)
                && holds_no_layout(dom, id, tag)
        {
            at = dom.following_skipping(id, root);
            continue;
        }
        if tag.is_block() && dom.descendants(id).skip(1).all(|below| !dom.tag(below).is_block()) {
            if let Some(block) = read_block(dom, id, marks, &mut text) {
                blocks.push(block);
            }
            at = dom.following_skipping(id, root);
        } else {
            at = dom.following(id, root);
        }
    }
    blocks
}

/// Returns whether a cell is of a table of data: it holds no blocks.
///
/// Code and lists of definitions never arrange a page.
fn holds_no_layout(dom: &Dom, id: Id, tag: Tag) -> bool {
    !matches!(tag, Tag::Td | Tag::Th) || dom.children(id).all(|child| !dom.tag(child).is_block())
}

/// The text of a block without boilerplate. `text` is a buffer for it.
fn read_block(dom: &Dom, id: Id, marks: &Marks, text: &mut String) -> Option<Block> {
    text.clear();
    let mut targets = DefaultHasher::new();
    let mut leads = false;
    let mut target = |link: Id| {
        if dom.tag(link) == Tag::A
            && let Some(to) = dom.attribute(link, "href")
        {
            to.hash(&mut targets);
            leads = true;
        }
    };
    if let Some(parent) = dom.parent(id) {
        target(parent);
    }
    for below in marks.kept_nodes(dom, id, PruneLevel::Links) {
        target(below);
        text.extend(dom.text(below).split_whitespace());
    }
    let mut words = DefaultHasher::new();
    words.write(text.as_bytes());
    (!text.is_empty()).then(|| Block {
        id,
        words: words.finish(),
        target: if leads { targets.finish() | 1 } else { 0 },
        bytes: text.len(),
        letters: text.chars().count(),
        is_item: dom.tag(id) == Tag::Li,
    })
}

/// Returns the number of characters of a block that are in links, or all if the block is.
fn linked_letters(dom: &Dom, id: Id) -> usize {
    let letters = |id: Id| dom.descendants(id).map(|at| dom.letters(at) as usize).sum::<usize>();
    if dom.parent(id).is_some_and(|parent| dom.tag(parent) == Tag::A) {
        return letters(id);
    }
    let mut sum = 0;
    let mut at = Some(id);
    while let Some(below) = at {
        if dom.tag(below) == Tag::A {
            sum += letters(below);
            at = dom.following_skipping(below, id);
        } else {
            at = dom.following(below, id);
        }
    }
    sum
}

/// Marks pictures that were there already: carousels and layouts for small screens repeat them.
fn mark_pictures(dom: &Dom, standfirst: &[Id], root: Id, marks: &mut Marks) {
    let mut seen = HashSet::new();
    for &part in [root].iter().chain(standfirst).filter(|_| dom.has(Tag::Img)) {
        let again: Vec<Id> = marks
            .kept_nodes(dom, part, PruneLevel::Links)
            .filter(|&id| {
                dom.tag(id) == Tag::Img && picture_address(dom, id).is_some_and(|source| !seen.insert(source))
            })
            .collect();
        for id in again {
            marks.mark(id, PruneLevel::Links, RemovedKind::Repeated);
        }
    }
}

/// The address of a picture that may be a repetition, unless it is a sign.
fn picture_address(dom: &Dom, id: Id) -> Option<&str> {
    let alt = dom.attribute(id, "alt").unwrap_or_default().trim();
    let is_sign = !alt.is_empty() && alt.len() < DESCRIPTION;
    let mut above = std::iter::successors(dom.parent(id), |&above| dom.parent(above)).take(3);
    let in_cell = above.any(|above| matches!(dom.tag(above), Tag::Td | Tag::Th));
    let sources = ["data-src", "data-lazy-src", "src"].iter().filter_map(|name| dom.attribute(id, name));
    let mut sources = sources.filter(|source| !source.is_empty() && !source.starts_with("data:"));
    if is_sign || in_cell { None } else { sources.next() }
}

/// Maximum number of links between two of one teaser: its author, its subjects, its comments.
const TEASER: usize = 8;

/// Makes text of links to the address of a link shortly before.
///
/// A teaser's picture, its title and its "read more" are such links. The first with a text of its own stays.
pub(super) fn unlink_repeats(dom: &mut Dom, root: Id, marks: &Marks) {
    if !dom.has(Tag::A) {
        return;
    }
    let mut repeated = Vec::new();
    let mut before: VecDeque<(Id, &str, bool)> = VecDeque::with_capacity(TEASER);
    for id in marks.kept_nodes(dom, root, PruneLevel::Links) {
        let Some(target) = (dom.tag(id) == Tag::A).then(|| dom.attribute(id, "href")).flatten() else {
            continue;
        };
        let has_text = dom.descendants(id).any(|below| !dom.text(below).trim().is_empty());
        match before.iter_mut().find(|(_, known, _)| *known == target) {
            Some((first, _, is_named @ false)) if has_text => {
                repeated.push(std::mem::replace(first, id));
                *is_named = true;
            }
            Some(_) => repeated.push(id),
            None => {
                before.truncate(TEASER - 1);
                before.push_front((id, target, has_text));
            }
        }
    }
    for id in repeated {
        if !is_heading_sign(dom, id) {
            dom.drop_attribute(id, "href");
        }
    }
}

/// Returns whether a link is the sign of a heading, which its target reveals.
fn is_heading_sign(dom: &Dom, link: Id) -> bool {
    let mut above = std::iter::successors(dom.parent(link), |&at| dom.parent(at)).take(3);
    dom.attribute(link, "href").is_some_and(|href| href.starts_with('#'))
        && above.any(|at| dom.tag(at).heading().is_some())
        && !dom.descendants(link).any(|below| dom.text(below).contains(char::is_alphanumeric))
}
