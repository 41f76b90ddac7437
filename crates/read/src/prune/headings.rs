//! Sections whose heading says that they lead elsewhere.
//!
//! A heading is one sign. Manuals have sections named "Search" and "Related concepts", so that a second one is needed:
//! links, fields, the end of the page, a name, or next to no text.

use webagents_html::{Dom, Id, Tag};

use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent};
use super::names::ClassHint;
use super::phrases::{self, Label};
use super::signs::{self, Page};
use crate::removal::RemovedKind;

/// Maximum length of such a heading, in characters, blanks not counted.
const LENGTH: usize = 60;

/// The largest part of the page that such a section may be, in percent.
const SHARE: u32 = 25;

/// Prose and text of a section that says next to nothing, in characters, at most.
const LITTLE_PROSE: u32 = 120;
const LITTLE_TEXT: u32 = 400;

/// Prose that may follow the end of the page, in characters.
///
/// The second is the number of elements of a page that are examined for it in all.
const REST: u32 = 60;
const STEPS: u32 = 100_000;

/// Links of a list of other pages, at least.
const LIST: u32 = 3;

/// Marks such sections, where they are a small part of the page.
pub(super) fn mark(page: Page<'_>, root: Id, marks: &mut Marks, hints: &[ClassHint]) {
    let Page { dom, measures, whole, .. } = page;
    let has = [Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6].iter().any(|&tag| dom.has(tag));
    let mut steps = STEPS;
    let mut at = Some(root).filter(|_| has);
    while let Some(id) = at {
        at = dom.following(id, root);
        if marks.is_out(id, PruneLevel::Named) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let label = label(dom, id, measures[id.index()]);
        if label == Label::Nothing {
            continue;
        }
        let top = section(dom, id, root, measures);
        let (sum, end) = if top == id {
            let last = followers(dom, id, marks).last().unwrap_or(id);
            (sum_of(dom, id, measures, marks), last)
        } else {
            (measures[top.index()], top)
        };
        let is_named = std::iter::successors(Some(id), |&at| dom.parent(at).filter(|_| at != top))
            .any(|at| hints[at.index()].is_noise());
        if !is_small(sum, whole)
            || signs_of(page, label, sum, end, is_named, root, &mut steps) < page.needs(id, sum)
        {
            continue;
        }
        if top == id {
            let after: Vec<Id> = followers(dom, id, marks).collect();
            for at in std::iter::once(id).chain(after) {
                marks.mark(at, PruneLevel::Named, RemovedKind::Related);
            }
        } else {
            marks.mark(top, PruneLevel::Named, RemovedKind::Related);
            at = dom.following_skipping(top, root);
        }
    }
}

/// Counts the signs of such a section.
///
/// A heading that sections of manuals have as well and a name are one.
fn signs_of(
    page: Page<'_>,
    label: Label,
    sum: Measure,
    end: Id,
    is_named: bool,
    root: Id,
    steps: &mut u32,
) -> u32 {
    let says_little = sum.prose <= LITTLE_PROSE && sum.text <= LITTLE_TEXT;
    // Authors, bugs and the history of a manual are lines of its text.
    if page.is_manual && sum.links == 0 && sum.fields == 0 {
        return 0;
    }
    let others =
        u32::from(signs::is_linked(sum) || signs::is_teasers(sum)) + u32::from(signs::has_fields(sum));
    if label == Label::Clear {
        1 + others
            + u32::from(is_named)
            + u32::from(says_little)
            + u32::from(sum.links >= LIST && sum.prose <= LITTLE_PROSE)
            + u32::from(is_last(page.dom, end, root, page.measures, steps))
    } else {
        // Lists of links under such a heading are content of manuals, if they say something.
        others.min(u32::from(sum.prose <= LITTLE_PROSE) * 2) + 1
    }
}

/// Returns whether hardly any prose follows the element.
///
/// `steps` are what is left of those for the page.
fn is_last(dom: &Dom, id: Id, root: Id, measures: &[Measure], steps: &mut u32) -> bool {
    let mut rest = 0_u32;
    let mut at = id;
    while at != root {
        for next in std::iter::successors(dom.next(at), |&next| dom.next(next)) {
            rest = rest.saturating_add(measures[next.index()].prose);
            *steps = steps.saturating_sub(1);
            if rest > REST || *steps == 0 {
                return false;
            }
        }
        *steps = steps.saturating_sub(1);
        let Some(parent) = dom.parent(at) else { break };
        at = parent;
    }
    *steps > 0
}

fn is_small(part: Measure, whole: Measure) -> bool {
    percent(part.text, whole.text) <= SHARE && percent(part.prose, whole.prose) <= SHARE && part.titles == 0
}

/// Returns the largest small part of the page that begins with the heading, or the heading itself.
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

/// Returns the elements that follow a heading up to the next of its rank, where no element holds them.
///
/// Those that are no content already do not count.
fn followers<'a>(dom: &'a Dom, heading: Id, marks: &'a Marks) -> impl Iterator<Item = Id> + 'a {
    let rank = dom.tag(heading).heading();
    std::iter::successors(dom.next(heading), |&at| dom.next(at))
        .take_while(move |&at| dom.tag(at).heading().is_none_or(|other| Some(other) > rank))
        .filter(|&at| !marks.is_out(at, PruneLevel::Named))
}

/// The measure of a heading and its followers.
fn sum_of(dom: &Dom, heading: Id, measures: &[Measure], marks: &Marks) -> Measure {
    let mut sum = measures[heading.index()];
    for at in followers(dom, heading, marks) {
        sum.add(measures[at.index()]);
        // Text next to elements is its parent's, so its bytes are counted as characters.
        let bare = u32::try_from(dom.text(at).trim().len()).unwrap_or(u32::MAX);
        sum.text = sum.text.saturating_add(bare);
        sum.prose = sum.prose.saturating_add(bare);
    }
    sum
}

/// Returns whether there is no text before the node in its parent.
fn is_first(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    std::iter::successors(dom.previous(id), |&at| dom.previous(at)).all(|before| {
        if dom.tag(before) == Tag::Text {
            dom.text(before).trim().is_empty()
        } else {
            measures[before.index()].text == 0
        }
    })
}

fn label(dom: &Dom, id: Id, own: Measure) -> Label {
    if dom.tag(id).heading().is_none_or(|rank| rank == 1) || own.text as usize > LENGTH {
        return Label::Nothing;
    }
    phrases::label(&phrases::lower(&dom.text_content(id)))
}
