//! The part of a page that its title stands over.
//!
//! A page says in its `<title>` what it is about, in any language and with any layout. Where an element says the same,
//! and prose follows it, the smallest element that holds both is where the item is. Its place is one sign against what
//! stands outside of it: with a second one (links, teasers, fields, a name, the first words, no prose) that goes. So a
//! short item is found among menus, boxes and teasers that are longer than it is.

use std::collections::HashSet;

use super::measure::{Measure, percent};
use super::names::Says;
use super::signs::{self, Page};
use super::{Level, Marks};
use crate::dom::{Dom, Id, Tag};
use crate::removal::RemovedKind;

/// Prose that follows the title in the item, in characters, at least.
const PROSE: u32 = 120;

/// The part of the prose of an item and of what follows it that is the item's at least, in percent, on a page without the
/// elements of HTML 5 and on another: a list of things has a few words under its title, and the things follow.
const PLAIN_SHARE: u32 = 5;
const SHARE: u32 = 30;

/// How long the text of a title is, in bytes, at most and in characters at least.
const LONG: usize = 600;
const SHORT: usize = 8;

/// Words of a title that are looked at.
const WORDS: usize = 48;

/// Nodes below an inline element that are looked at, and elements that may be the title.
const NODES: usize = 12;
const CANDIDATES: usize = 16;

/// The part of an element's words that are the title's, and the part of the title's words that are the element's, in
/// percent: of a heading, and of another element.
const SAME: usize = 80;
const OF_HEADING: usize = 40;
const OF_OTHER: usize = 70;

/// The place of the page's item.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// The element that holds the title and the prose under it.
    pub(super) region: Id,
    /// The child of the region that holds the title, or the title.
    pub(super) top: Id,
}

/// Finds the item that `told`, the title that the page tells machines, names.
pub(super) fn find(page: Page<'_>, body: Id, marks: &Marks, told: Option<&str>) -> Option<Item> {
    let Page { dom, measures, .. } = page;
    let wanted: HashSet<String> = words(told.unwrap_or_default()).into_iter().collect();
    let mut best: Option<(u8, u32, Item)> = None;
    let mut left = CANDIDATES;
    let mut only_h1 = None;
    let mut h1s = 0;
    for id in marks.kept(dom, body, Level::Named) {
        let tag = dom.tag(id);
        if tag == Tag::Text || left == 0 {
            continue;
        }
        if tag == Tag::H1 && measures[id.index()].text as usize >= SHORT / 2 {
            only_h1 = Some(id);
            h1s += 1;
        }
        let Some(rank) = rank(dom, id, measures, &wanted) else { continue };
        left -= 1;
        let Some(item) = item(dom, id, body, measures) else { continue };
        let text = measures[item.region.index()].text;
        if best.is_none_or(|(other, least, _)| {
            (rank, std::cmp::Reverse(text)) > (other, std::cmp::Reverse(least))
        }) {
            best = Some((rank, text, item));
        }
    }
    match best {
        Some((.., item)) => Some(item),
        None => only_h1.filter(|_| h1s == 1).and_then(|id| item(dom, id, body, measures)),
    }
}

/// How sure it is that the element is the title. `None` if it is not.
fn rank(dom: &Dom, id: Id, measures: &[Measure], wanted: &HashSet<String>) -> Option<u8> {
    let tag = dom.tag(id);
    let is_heading = tag.heading().is_some();
    let is_inline = matches!(tag, Tag::Span | Tag::B | Tag::Strong | Tag::Other);
    if !is_heading && !is_inline && !tag.is_block() {
        return None;
    }
    if tag.is_block() {
        let own = measures[id.index()];
        if own.text == 0 || own.text as usize > LONG || own.link_density() >= 50 && !is_heading {
            return None;
        }
    }
    if dom.descendants(id).nth(NODES).is_some() {
        return None;
    }
    if !is_heading
        && std::iter::successors(Some(id), |&at| dom.parent(at)).take(4).any(|at| dom.tag(at) == Tag::A)
    {
        return None;
    }
    let text = dom.text_content(id);
    if text.len() > LONG {
        return None;
    }
    let own = words(&text);
    let letters: usize = own.iter().map(String::len).sum();
    if letters < SHORT || own.len() < 2 {
        return None;
    }
    let own: HashSet<String> = own.into_iter().collect();
    let both = own.iter().filter(|word| wanted.contains(*word)).count();
    let least = if is_heading { OF_HEADING } else { OF_OTHER };
    let is_title = both * 100 >= own.len() * SAME && both * 100 >= wanted.len() * least;
    let is_linked = measures[id.index()].link_density() >= 50;
    is_title.then_some(match tag {
        Tag::H1 => 4,
        _ if is_heading && !is_linked => 3,
        _ if is_heading => 1,
        _ => 2,
    })
}

/// The smallest element that holds the title and enough prose after it.
fn item(dom: &Dom, title: Id, body: Id, measures: &[Measure]) -> Option<Item> {
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
            return Some(Item { region, top });
        }
        top = region;
    }
    None
}

/// Marks what stands outside of the item and has a second sign. Returns the element that holds all that stays, and how
/// much was marked.
pub(super) fn mark(
    page: Page<'_>,
    item: Item,
    root: Id,
    marks: &mut Marks,
    says: &[Says],
    discussion: bool,
) -> (Id, Measure) {
    let Page { dom, measures, .. } = page;
    let whole = measures[item.region.index()];
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let (mut sum_before, mut sum_after) = (Measure::default(), Measure::default());
    let mut levels = Vec::new();
    let mut at = item.region;
    while at != root {
        let Some(parent) = dom.parent(at) else { break };
        let mut is_before = true;
        // Whether something stays before, after.
        let mut stays = [false, false];
        let mut goes = false;
        for child in dom.children(parent) {
            if child == at {
                is_before = false;
                continue;
            }
            let own = measures[child.index()];
            if own.text == 0 {
                // Text beside elements is its parent's.
                stays[usize::from(!is_before)] |= dom.text(child).trim().len() > 60;
                continue;
            }
            if marks.is_out(child, Level::Named) {
                continue;
            }
            if !is_other(page, child, is_before, says, discussion) {
                stays[usize::from(!is_before)] = true;
            } else if is_before {
                before.push(child);
                sum_before.add(own);
            } else {
                goes = true;
                after.push(child);
                sum_after.add(own);
            }
        }
        levels.push((parent, stays[0] || stays[1], goes));
        at = parent;
    }
    let least = if super::is_plain(dom) { PLAIN_SHARE } else { SHARE };
    let is_item = percent(whole.prose, whole.prose.saturating_add(sum_after.text)) >= least;
    let mut out = sum_before;
    for id in before {
        marks.mark(id, Level::Links, RemovedKind::Surroundings);
    }
    if is_item {
        for id in after {
            marks.mark(id, Level::Links, RemovedKind::Surroundings);
        }
        out.add(sum_after);
    }
    mark_inside(page, item, marks, says, discussion);
    let last = levels.iter().rev().find(|(_, stays, goes)| *stays || *goes && !is_item);
    (last.map_or(item.region, |&(id, ..)| id), out)
}

/// Returns whether what stands before or after the item has a second sign of something else.
fn is_other(page: Page<'_>, id: Id, is_before: bool, says: &[Says], discussion: bool) -> bool {
    const SOME: u32 = 15;
    const FOOT: u32 = 1_500;
    let own = page.measures[id.index()];
    if own.titles > 0 {
        return false;
    }
    let has_nothing = own.prose == 0 && own.held == 0;
    signs::is_linked(own)
        || signs::is_teasers(own)
        || signs::has_fields(own)
        || has_nothing
        || is_named(says[id.index()], discussion)
        || is_before && own.links > 0 && (own.link_density() >= SOME || own.prose == 0)
        || page.is_labelled(id)
        || !is_before && own.text <= FOOT && claims_rights(page.dom, id)
        || !is_before && {
            let series = series(page.dom, id, page.measures);
            series.teasers || series.dated && !discussion
        }
}

/// Marks parts of the item that follow its title and have two signs that they are something else.
fn mark_inside(page: Page<'_>, item: Item, marks: &mut Marks, says: &[Says], discussion: bool) {
    let Page { dom, measures, .. } = page;
    let after = std::iter::successors(dom.next(item.top), |&at| dom.next(at));
    for id in after {
        let own = measures[id.index()];
        if own.text == 0
            || own.titles > 0
            || marks.is_out(id, Level::Named)
            || !signs::may_be_named(dom.tag(id))
        {
            continue;
        }
        let series = series(dom, id, measures);
        let signs = u32::from(series.dated && !discussion) * 2
            + u32::from(series.teasers || signs::is_linked(own) || signs::is_teasers(own))
            + u32::from(signs::has_fields(own))
            + u32::from(is_named(says[id.index()], discussion))
            + u32::from(page.is_labelled(id))
            + u32::from(own.text <= 400 && own.held == 0 && claims_rights(dom, id));
        if signs >= page.needs(own) {
            marks.mark(id, Level::Links, RemovedKind::Surroundings);
        }
    }
}

/// Returns whether the element claims rights, as the last lines of pages do in all languages.
fn claims_rights(dom: &Dom, id: Id) -> bool {
    dom.descendants(id).take(256).any(|at| dom.text(at).contains('\u{a9}'))
}

/// Kinds of parts that are alike.
#[derive(Debug, Clone, Copy, Default)]
struct Series {
    /// Each has a time: comments.
    dated: bool,
    /// Each begins with a link and has a few sentences: teasers.
    teasers: bool,
}

/// Finds parts of the element that are alike and follow each other.
fn series(dom: &Dom, id: Id, measures: &[Measure]) -> Series {
    const LEVELS: usize = 8;
    const PARTS: usize = 3;
    const CHILDREN: usize = 400;
    const TEASER: u32 = 700;
    let mut at = id;
    for _ in 0..LEVELS {
        let whole = measures[at.index()];
        let mut kinds: Vec<((Tag, &str), Vec<Id>, u32)> = Vec::new();
        let (mut largest, mut most) = (None, 0);
        for child in dom.children(at).take(CHILDREN) {
            let own = measures[child.index()];
            if own.text == 0 {
                continue;
            }
            if own.text > most {
                (largest, most) = (Some(child), own.text);
            }
            let kind = (dom.tag(child), dom.attribute(child, "class").unwrap_or_default());
            let is_free = kinds.len() < 16;
            match kinds.iter_mut().find(|(known, ..)| *known == kind) {
                Some((_, parts, text)) => {
                    parts.push(child);
                    *text = text.saturating_add(own.text);
                }
                None if is_free => kinds.push((kind, vec![child], own.text)),
                None => {}
            }
        }
        let alike: u32 =
            kinds.iter().filter(|(_, parts, _)| parts.len() >= PARTS).map(|(.., text)| *text).sum();
        if percent(alike, whole.text) >= 60 {
            let mut found = Series::default();
            for (_, parts, _) in kinds.iter().filter(|(_, parts, _)| parts.len() >= PARTS) {
                let few = (parts.len() * 2).div_ceil(3);
                let teasers = parts
                    .iter()
                    .filter(|&&part| measures[part.index()].text <= TEASER && begins_with_link(dom, part));
                let dated =
                    parts.iter().filter(|&&part| measures[part.index()].headings == 0 && has_time(dom, part));
                let prose: u32 = parts.iter().map(|part| measures[part.index()].prose).sum();
                found.teasers |= prose > 0 && teasers.count() >= few;
                found.dated |= dated.count() >= few;
            }
            found.dated &= whole.prose > 0;
            return found;
        }
        match largest.filter(|_| percent(most, whole.text) >= 60) {
            Some(child) => at = child,
            None => break,
        }
    }
    Series::default()
}

/// Returns whether the first text of the element is a link, or stands in a heading that is one.
fn begins_with_link(dom: &Dom, id: Id) -> bool {
    let first = dom.descendants(id).take(64).find(|&at| {
        let text = dom.text(at);
        text.chars().filter(|c| c.is_alphabetic()).count() >= 4
    });
    first.is_some_and(|first| {
        std::iter::successors(Some(first), |&at| dom.parent(at).filter(|_| at != id))
            .any(|at| dom.tag(at) == Tag::A)
    })
}

/// Returns whether the element holds a time of day, or a date in digits.
fn has_time(dom: &Dom, id: Id) -> bool {
    dom.descendants(id).take(128).any(|at| is_time(dom.text(at)))
}

/// Returns whether the text holds a time of day, or a date in digits with a year.
fn is_time(text: &str) -> bool {
    if text.len() > 200 {
        return false;
    }
    let mut numbers = [0_u32; 3];
    let (mut count, mut digits, mut number) = (0, 0, 0_u32);
    let mut sign = ' ';
    for c in text.chars().chain([' ']) {
        if let Some(digit) = c.to_digit(10) {
            digits += 1;
            number = if digits > 4 { 0 } else { number * 10 + digit };
            continue;
        }
        if digits > 0 {
            if count < numbers.len() {
                numbers[count] = number;
                count += 1;
            }
            if sign == ':' && count == 2 && digits == 2 && numbers[0] < 24 && number < 60 {
                return true;
            }
            let has_year = numbers.iter().any(|number| (1990..2100).contains(number));
            if matches!(sign, '.' | '-' | '/') && count == 3 && has_year {
                return true;
            }
        }
        // The same sign stands between all of them.
        let goes_on = digits > 0 && matches!(c, ':' | '.' | '-' | '/') && (count == 1 || c == sign);
        if !goes_on {
            (count, numbers) = (0, [0; 3]);
        }
        sign = c;
        (digits, number) = (0, 0);
    }
    false
}

fn is_named(says: Says, discussion: bool) -> bool {
    says.is_noise() || says == Says::Reviews || says == Says::Comments && !discussion
}

/// The words of a text in lower case; signs of scripts without blanks are words of their own.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        let is_dense =
            matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}');
        if !c.is_alphanumeric() || is_dense {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
        }
        if is_dense && c.is_alphanumeric() {
            words.push(c.to_string());
        } else if c.is_alphanumeric() {
            word.push(c);
        }
        if words.len() >= WORDS {
            break;
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
