//! Sections whose heading says that they lead elsewhere.

use super::measure::{Measure, percent};
use super::phrases::{self, HEADINGS};
use super::{Level, Marks};
use crate::dom::{Dom, Id, Tag};

/// How long such a heading is at most, in characters, blanks not counted.
const LENGTH: usize = 60;

/// The largest part of the page that such a section may be, in percent.
const SHARE: u32 = 25;

/// Marks such sections, where they are a small part of the page.
pub(super) fn mark(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure]) {
    let whole = measures[root.index()];
    let has = [Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6].iter().any(|&tag| dom.has(tag));
    let mut at = Some(root).filter(|_| has);
    while let Some(id) = at {
        at = dom.following(id, root);
        if marks.is_out(id, Level::Named) {
            at = dom.following_skipping(id, root);
        } else if leads_elsewhere(dom, id, measures[id.index()]) {
            let top = section(dom, id, root, measures);
            if top == id {
                mark_following(dom, id, marks, measures, whole);
            } else {
                marks.mark(top, Level::Named);
                at = dom.following_skipping(top, root);
            }
        }
    }
}

fn is_small(part: Measure, whole: Measure) -> bool {
    percent(part.text, whole.text) <= SHARE && percent(part.prose, whole.prose) <= SHARE && part.titles == 0
}

/// The largest element that begins with the heading and is a small part of the page; the heading itself if there is
/// none.
fn section(dom: &Dom, heading: Id, root: Id, measures: &[Measure]) -> Id {
    let mut top = heading;
    while let Some(parent) = dom.parent(top) {
        if parent == root
            || matches!(dom.tag(parent), Tag::Main | Tag::Body)
            || !is_small(measures[parent.index()], measures[root.index()])
            || !is_first(dom, top, measures)
        {
            break;
        }
        top = parent;
    }
    top
}

/// Marks a heading and what follows it up to the next of its rank, where no element holds them.
fn mark_following(dom: &Dom, heading: Id, marks: &mut Marks, measures: &[Measure], whole: Measure) {
    let rank = dom.tag(heading).heading();
    let followers = || {
        std::iter::successors(dom.next(heading), |&at| dom.next(at))
            .take_while(|&at| dom.tag(at).heading().is_none_or(|other| Some(other) > rank))
    };
    let mut sum = measures[heading.index()];
    for at in followers() {
        let own = measures[at.index()];
        // Text beside elements is its parent's, so its bytes stand for its characters.
        let bare = u32::try_from(dom.text(at).trim().len()).unwrap_or(u32::MAX);
        sum.text = sum.text.saturating_add(own.text).saturating_add(bare);
        sum.prose = sum.prose.saturating_add(own.prose).saturating_add(bare);
        sum.titles = sum.titles.saturating_add(own.titles);
    }
    if is_small(sum, whole) {
        for at in std::iter::once(heading).chain(followers()) {
            marks.mark(at, Level::Named);
        }
    }
}

/// Whether no text stands before the node in its parent.
fn is_first(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    std::iter::successors(dom.previous(id), |&at| dom.previous(at)).all(|before| {
        if dom.tag(before) == Tag::Text {
            dom.text(before).trim().is_empty()
        } else {
            measures[before.index()].text == 0
        }
    })
}

fn leads_elsewhere(dom: &Dom, id: Id, own: Measure) -> bool {
    if dom.tag(id).heading().is_none_or(|rank| rank == 1) || own.text as usize > LENGTH {
        return false;
    }
    phrases::begins_with(&phrases::lower(&dom.text_content(id)), HEADINGS)
}
