//! The part of a page under its title.
//!
//! The `<title>` of a page names its subject, in any language and with any layout. If an element repeats it,
//! and prose follows, the smallest element that holds both holds the item. Its place is one sign against the
//! parts outside of it: those with a second one (links, teasers, fields, a name, the first words, no prose)
//! are removed. So a short item is found among menus, boxes and teasers that are longer than it is.

use std::collections::HashSet;

use webagents_html::{Dom, Id, Tag};

use super::layout::{self, declares_forum, is_plain};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent_of};
use super::names::{ClassHint, may_be_named};
use super::phrases;
use super::posts::Posts;
use super::series::{Series, claims_rights, find_series, has_time};
use super::signs::{self, Page};
use super::titles::{LONG, OF_HEADING, SAME, SHORT, Wanted, first_words, split_words};
use crate::removal::RemovedKind;

/// Prose that follows the title in the item, in characters, at least.
const PROSE: u32 = 120;

/// Minimum part of an item in the prose of itself and the text after it, in percent.
///
/// The first is for a page without the elements of HTML 5, the second for another. A list of things has a few words
/// under its title, and the things follow.
const PLAIN_SHARE: u32 = 5;
const SHARE: u32 = 30;

/// Links of a list, at least, and the part of its text that they are, in percent.
///
/// The third is that part for other elements with links around the item.
const LIST: u32 = 5;
const LINKS: u32 = 60;
const SOME_LINKS: u32 = 15;

/// Minimum length of a text next to elements, in bytes.
///
/// The second is the maximum length of a claim of rights, in characters.
const BARE: usize = 60;
const FOOT: u32 = 1_500;

/// Fields of a form, at least, and the prose that it has at most.
const FORM: u16 = 3;
const FORM_PROSE: u32 = 2_500;

/// Prose of an item before teasers at its end, in characters, and its part of both, in percent.
const TEXT: u32 = 400;
const TEXT_SHARE: u32 = 50;

/// Maximum part of the item before its title, in percent.
const PART: u32 = 20;

/// Nodes below an inline element that are looked at, and elements that may be the title.
const NODES: usize = 12;
const CANDIDATES: usize = 16;

/// Part of the title's words, in percent, that an element other than a heading must have.
const OF_OTHER: usize = 70;

/// The place of the page's item.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// The element that holds the title and the prose under it.
    pub(super) region: Id,
    /// The child of the region that holds the title, or the title.
    pub(super) top: Id,
    /// `true` if the page's metadata has the same title.
    is_told: bool,
}

/// Finds the item whose title the page's metadata has.
///
/// The first post of a discussion may have that title, and is not all of it.
pub(super) fn find_item(
    page: Page<'_>,
    body: Id,
    marks: &Marks,
    title: Option<&str>,
    posts: &Posts,
) -> Option<Item> {
    let item = find_title(page, body, marks, title)?;
    let Some(top) = posts.post_around(page.dom, item.region) else { return Some(item) };
    let region = page.dom.parent(top)?;
    Some(Item { region, top, ..item })
}

fn find_title(page: Page<'_>, body: Id, marks: &Marks, title: Option<&str>) -> Option<Item> {
    let Page { dom, measures, .. } = page;
    let wanted = Wanted::new(title.unwrap_or_default());
    let mut best: Option<(u8, u32, Item)> = None;
    let mut left = CANDIDATES;
    let mut only_h1 = None;
    let mut h1s = 0;
    for id in marks.kept_nodes(dom, body, PruneLevel::Named) {
        let tag = dom.tag(id);
        if tag == Tag::Text || left == 0 || tag == Tag::H1 && !marks.is_title(dom, id) {
            continue;
        }
        if tag == Tag::H1 && measures[id.index()].text as usize >= SHORT / 2 {
            only_h1 = Some(id);
            h1s += 1;
        }
        // Most elements are too long or too short for it.
        let text = measures[id.index()].text as usize;
        let is_long = tag.is_block() && !(1..=LONG).contains(&text);
        if is_long || wanted.all.is_empty() || !may_be(dom, id, &wanted) {
            continue;
        }
        let Some(rank) = rank_title(dom, id, measures, &wanted) else { continue };
        left -= 1;
        let Some(item) = item_around(dom, id, body, measures) else { continue };
        let text = measures[item.region.index()].text;
        if best.is_none_or(|(other, least, _)| {
            (rank, std::cmp::Reverse(text)) > (other, std::cmp::Reverse(least))
        }) {
            best = Some((rank, text, item));
        }
    }
    match best {
        Some((.., item)) => Some(item),
        None => {
            let only = only_h1.filter(|_| h1s == 1)?;
            item_around(dom, only, body, measures).map(|item| Item { is_told: false, ..item })
        }
    }
}

/// Returns whether the text of the element is about as long as the title's, or a part of that.
fn may_be(dom: &Dom, id: Id, wanted: &Wanted) -> bool {
    let (least, most) = wanted.letters;
    let tag = dom.tag(id);
    if tag.heading().is_none()
        && !tag.is_block()
        && !matches!(tag, Tag::Span | Tag::B | Tag::Strong | Tag::Other)
    {
        return false;
    }
    let (mut own, mut nodes) = (0_usize, 0);
    for below in dom.descendants(id) {
        nodes += 1;
        own = own.saturating_add(dom.letters(below) as usize);
        if nodes > NODES || own > LONG {
            return false;
        }
    }
    // Words that the title repeats are counted once, and its signs not at all.
    own >= SHORT / 2 && own.saturating_mul(4) >= least && own <= most.saturating_mul(3) + SHORT
}

/// Returns the certainty that an element that [`may_be`] the title is. `None` if it is not.
fn rank_title(dom: &Dom, id: Id, measures: &[Measure], wanted: &Wanted) -> Option<u8> {
    let tag = dom.tag(id);
    let is_heading = tag.heading().is_some();
    let is_list = tag.is_block() && measures[id.index()].link_density() >= 50;
    let mut around = std::iter::successors(Some(id), |&at| dom.parent(at)).take(4);
    if !is_heading && (is_list || around.any(|at| dom.tag(at) == Tag::A)) {
        return None;
    }
    let text = dom.text_content(id);
    if text.len() > LONG {
        return None;
    }
    // Most of its words are the title's, so that one of the first two is.
    if !first_words(&text, 2).iter().any(|word| wanted.all.contains(word)) {
        return None;
    }
    let own = split_words(&text);
    let letters: usize = own.iter().map(String::len).sum();
    if letters < SHORT || own.len() < 2 {
        return None;
    }
    let own: HashSet<String> = own.into_iter().collect();
    let both = own.iter().filter(|word| wanted.all.contains(*word)).count();
    let least = if is_heading { OF_HEADING } else { OF_OTHER };
    let is_title = both * 100 >= own.len() * SAME && both * 100 >= wanted.all.len() * least;
    let is_linked = measures[id.index()].link_density() >= 50;
    let rank = match tag {
        Tag::H1 => 8,
        _ if is_heading && !is_linked => 6,
        _ if is_heading => 2,
        _ => 4,
    };
    if is_title {
        return Some(rank);
    }
    (!is_linked && wanted.has_part(&own)).then(|| rank.saturating_sub(3))
}

/// The smallest element that holds the title and enough prose after it.
fn item_around(dom: &Dom, title: Id, body: Id, measures: &[Measure]) -> Option<Item> {
    let mut top = title;
    let mut after = 0_u32;
    while top != body {
        let region = dom.parent(top)?;
        let mut inside = 0_u32;
        let mut is_after = false;
        for child in dom.children(region) {
            let prose = measures[child.index()].prose;
            inside = inside.saturating_add(prose);
            if is_after {
                after = after.saturating_add(prose);
            }
            is_after |= child == top;
        }
        after = after.saturating_add(measures[region.index()].prose.saturating_sub(inside));
        if after >= PROSE {
            return Some(Item { region, top, is_told: true });
        }
        top = region;
    }
    None
}

/// Doubt that an element next to the item is a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// It may be.
    None,
    /// It is not if nothing of the item is beyond it.
    Some,
    /// It is not.
    Clear,
}

/// An element next to the item.
struct Neighbor {
    id: Id,
    own: Measure,
    is_before: bool,
    /// Kinds of its parts, of an element after the item.
    parts: Series,
    doubt: Doubt,
}

/// Result of marking the parts around an item.
pub(super) struct Marked {
    /// The element that holds all that stays.
    pub(super) root: Id,
    /// Measure of the marked parts.
    pub(super) out: Measure,
    /// `true` if the item is the page's subject, and not the beginning of a list.
    pub(super) is_item: bool,
}

/// Marks the parts outside of the item that have a second sign.
pub(super) fn mark_outside(
    page: Page<'_>,
    item: Item,
    root: Id,
    marks: &mut Marks,
    hints: &[ClassHint],
    posts: &Posts,
    is_thread: bool,
) -> Marked {
    let Page { dom, measures, .. } = page;
    let discussion = is_thread || !posts.is_empty() || declares_forum(dom);
    let whole = measures[item.region.index()];
    let mut levels: Vec<(Id, Vec<Neighbor>)> = Vec::new();
    // A list of links lies between the item and the next part.
    let mut is_past_links = false;
    let mut at = item.region;
    while at != root {
        let Some(parent) = dom.parent(at) else { break };
        let mut neighbors = Vec::new();
        let mut is_before = true;
        for id in dom.children(parent) {
            if id == at {
                is_before = false;
                continue;
            }
            let own = measures[id.index()];
            let bare = dom.text(id).trim().len();
            if marks.is_out(id, PruneLevel::Named) || own.text == 0 && bare < BARE || posts.has_post(id) {
                continue;
            }
            // Text next to elements is its parent's.
            let mut doubt = Doubt::None;
            let parts =
                if is_before || own.text == 0 { Series::default() } else { find_series(dom, id, measures) };
            if own.text > 0 {
                doubt = doubt_of(page, (id, is_before, parts), item.is_told, hints, discussion);
                if doubt == Doubt::None && !is_before && is_past_links && page.is_short(own) {
                    doubt = Doubt::Some;
                }
                is_past_links |= !is_before && own.links >= LIST && own.link_density() >= LINKS;
            }
            neighbors.push(Neighbor { id, own, is_before, parts, doubt });
        }
        levels.push((parent, neighbors));
        at = parent;
    }
    settle_doubts(&mut levels);
    let all = || levels.iter().flat_map(|(_, neighbors)| neighbors);
    let mut listed = 0_u32;
    for part in all().filter(|part| !part.is_before && part.doubt != Doubt::None) {
        let is_list = signs::is_linked(part.own) || signs::is_teasers(part.own) || part.parts.teasers;
        listed = listed.saturating_add(if is_list { part.own.text } else { 0 });
    }
    let is_plain = is_plain(dom);
    let least = if is_plain { PLAIN_SHARE } else { SHARE };
    let is_item = percent_of(whole.prose, whole.prose.saturating_add(listed)) >= least;
    let goes = |part: &&Neighbor| part.doubt != Doubt::None && (part.is_before || is_item);
    let mut out = Measure::default();
    for part in all().filter(goes) {
        marks.mark(part.id, PruneLevel::Links, RemovedKind::Surroundings);
        out.add(part.own);
    }
    mark_inside(page, item, marks, hints, posts, discussion);
    let widest = levels.iter().rev().find(|(_, neighbors)| neighbors.iter().any(|part| !goes(&part)));
    let root = widest.map_or(item.region, |&(id, _)| id);
    Marked { root, out, is_item: is_item && is_plain }
}

/// Keeps the doubtful neighbors if one beyond them stays.
fn settle_doubts(levels: &mut [(Id, Vec<Neighbor>)]) {
    let (mut stays_before, mut stays_after) = (false, false);
    for (_, neighbors) in levels.iter_mut().rev() {
        for part in neighbors.iter_mut().filter(|part| part.is_before) {
            if part.doubt == Doubt::Some && stays_before {
                part.doubt = Doubt::None;
            }
            stays_before |= part.doubt == Doubt::None;
        }
        for part in neighbors.iter_mut().rev().filter(|part| !part.is_before) {
            if part.doubt == Doubt::Some && stays_after {
                part.doubt = Doubt::None;
            }
            stays_after |= part.doubt == Doubt::None;
        }
    }
}

/// Looks for a second sign against an element before or after the item.
fn doubt_of(
    page: Page<'_>,
    (id, is_before, parts): (Id, bool, Series),
    is_told: bool,
    hints: &[ClassHint],
    discussion: bool,
) -> Doubt {
    let own = page.measures[id.index()];
    let has_text = own.prose >= PROSE && !signs::is_linked(own);
    if own.titles > 0 && (!is_told || has_text) || signs::has_facts(page.dom, id, own) {
        return Doubt::None;
    }
    if !is_before && page.is_line(id, hints) && layout::ends_sentence(&page.dom.text_content(id)) {
        return Doubt::None;
    }
    let is_clear = signs::is_linked(own)
        || signs::is_teasers(own)
        || signs::has_fields(own)
        || own.fields >= FORM && own.prose <= FORM_PROSE && own.headings <= 1
        || is_named(hints[id.index()], discussion || page.is_manual)
        || is_before && own.links > 0 && (own.link_density() >= SOME_LINKS || own.prose == 0)
        || page.is_labelled(id)
        || !is_before
            && (own.text <= FOOT && claims_rights(page.dom, id)
                || parts.teasers
                || !discussion && (parts.dated || is_of_comments(page, id)));
    if is_clear {
        Doubt::Clear
    } else if own.prose == 0 && own.held == 0 {
        Doubt::Some
    } else {
        Doubt::None
    }
}

/// Marks parts of the item that follow its title and have two signs that they are something else.
fn mark_inside(
    page: Page<'_>,
    item: Item,
    marks: &mut Marks,
    hints: &[ClassHint],
    posts: &Posts,
    discussion: bool,
) {
    let Page { dom, measures, .. } = page;
    let before = std::iter::successors(dom.previous(item.top), |&at| dom.previous(at));
    for id in before {
        let own = measures[id.index()];
        let leads = own.links > 0 && (own.prose == 0 || own.link_density() >= SOME_LINKS);
        let has_title = own.titles > 0 && !item.is_told;
        let is_part = percent_of(own.text, measures[item.region.index()].text) <= PART;
        if own.text > 0
            && !has_title
            && is_part
            && may_be_named(dom.tag(id))
            && !marks.is_out(id, PruneLevel::Named)
            && !posts.has_post(id)
            && leads
        {
            marks.mark(id, PruneLevel::Links, RemovedKind::Links);
        }
    }
    let after: Vec<Id> = std::iter::successors(dom.next(item.top), |&at| dom.next(at)).collect();
    // Prose that is not under a link.
    let text_of = |id: Id| Some(measures[id.index()]).filter(|own| own.led == 0).map_or(0, |own| own.prose);
    let mut left: u32 = after.iter().map(|&id| text_of(id)).sum();
    // Nothing of the item follows.
    let mut is_last = true;
    for &id in after.iter().rev() {
        let own = measures[id.index()];
        left = left.saturating_sub(text_of(id));
        if own.text == 0 || marks.is_out(id, PruneLevel::Named) {
            is_last &= dom.text(id).trim().is_empty();
            continue;
        }
        if own.titles > 0 || !may_be_named(dom.tag(id)) || posts.has_post(id) {
            is_last = false;
            continue;
        }
        let found = find_series(dom, id, measures);
        let are_teasers = found.teasers || signs::is_teasers(own);
        let is_tail = is_last
            && item.is_told
            && signs::is_teasers(own)
            && own.led >= 2
            && left >= TEXT
            && percent_of(left, left.saturating_add(own.prose)) >= TEXT_SHARE
            && !follows_heading(dom, id);
        let signs = u32::from(found.dated && !discussion) * 2
            + u32::from(are_teasers || signs::is_linked(own))
            + u32::from(is_tail)
            + u32::from(signs::has_fields(own))
            + u32::from(is_named(hints[id.index()], discussion || page.is_manual))
            // With next to no text under it, a label is all that the element has.
            + u32::from(page.is_labelled(id)) * if own.prose == 0 { 2 } else { 1 }
            + u32::from(!discussion && is_of_comments(page, id)) * 2
            + u32::from(own.text <= 400 && own.held == 0 && claims_rights(dom, id));
        if signs >= page.needed_signs(id, own) {
            marks.mark(id, PruneLevel::Links, RemovedKind::Surroundings);
        } else {
            is_last = false;
        }
    }
}

/// Returns whether the element comes right after a heading of the text that it is next to.
fn follows_heading(dom: &Dom, id: Id) -> bool {
    let mut before = std::iter::successors(dom.previous(id), |&at| dom.previous(at));
    before.find(|&at| dom.tag(at) != Tag::Text).is_some_and(|at| dom.tag(at).heading().is_some())
}

/// Returns whether the element begins with the heading of comments, and holds times or fields.
fn is_of_comments(page: Page<'_>, id: Id) -> bool {
    let Page { dom, measures, .. } = page;
    signs::first_words(dom, id, measures).is_some_and(|words| phrases::is_of_comments(&words))
        && (measures[id.index()].fields > 0 || has_time(dom, id))
}

fn is_named(hint: ClassHint, discussion: bool) -> bool {
    hint.is_noise() || hint == ClassHint::Reviews || hint == ClassHint::Comments && !discussion
}
