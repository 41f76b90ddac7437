//! Parts of a page around the text of an article.
//!
//! An article has one element whose children are its paragraphs. Only if that element is certain, a place
//! after it is a sign against a part: teasers with a sentence each, a letter from the editors, an offer. With
//! a second sign (links, a name, fields, the first words, next to no text) the part is removed. Sections with
//! a heading and prose stay. The text before it may be its title, its summary and its picture, and stays but
//! for links. Lists of things, manuals and discussions have no such element, so that nothing of this concerns
//! them.

use webagents_html::{Dom, Id, Tag};

use super::layout::{WeakHints, is_word};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent_of};
use super::names::{self, ClassHint};
use super::signs::{self, Page};
use crate::options::Favor;
use crate::removal::RemovedKind;

/// Prose, in characters, below which the position is not evidence.
const PROSE: u32 = 200;

/// Minimum part of the page's prose in such an element, in percent.
///
/// The second is the minimum part of that in its own paragraphs.
const CORE: u32 = 60;
const DIRECT: u32 = 50;

/// Minimum number of paragraphs, or of characters of text next to elements.
const PARAGRAPHS: usize = 2;
const BARE: u32 = 300;

/// Maximum part of the core's text that is links, in percent.
const LINKS: u32 = 35;

/// Minimum prose of another part of the article after the core, in percent of the core's.
///
/// The second is the maximum part of its text in links.
const PART: u32 = 50;
const PART_LINKS: u32 = 30;

/// Part of its text in links, in percent, from which a part before the core leads elsewhere.
///
/// The second is the maximum part of the page that it is.
const LEAD_LINKS: u32 = 50;
const LEAD: u32 = 65;

/// Maximum part of an article that is dropped by the name of a button or an author, in percent.
const SMALL: u32 = 10;

/// Number of characters from which an element with the name of an author is more than a name.
const LIFE: u32 = 60;

/// Returns whether a page with such content reads like an article: most of its text is prose.
pub(super) fn is_article(own: Measure) -> bool {
    own.prose >= 300 && percent_of(own.prose, own.text) >= 60 && own.link_density() < 40
}

/// Marks the parts around the text of an article.
///
/// Small parts of it that are named as buttons or as its author's life are marked as well. Does nothing if
/// there is no such text.
pub(super) fn mark_surroundings(
    page: Page<'_>,
    root: Id,
    marks: &mut Marks,
    hints: &[ClassHint],
    weak: &WeakHints,
) {
    let Page { dom, measures, .. } = page;
    let Some(core) = find_core(dom, root, marks, measures) else { return };
    let whole = measures[root.index()];
    if is_article(whole) {
        mark_small(dom, root, marks, measures, weak);
    }
    let class = dom.attribute(core, "class").filter(|class| !class.trim().is_empty());
    let inside = measures[core.index()];
    let is_part = |id: Id| {
        let own = measures[id.index()];
        let is_twin = class.is_some() && dom.attribute(id, "class") == class && dom.tag(id) == dom.tag(core);
        own.titles > 0
            || dom.tag(id) == Tag::Pre
            || names::is_note(dom, id)
            || is_twin && own.prose > 0
            || percent_of(own.prose, inside.prose) >= PART && own.link_density() < PART_LINKS
    };
    let mut at = core;
    while at != root {
        let after: Vec<Id> = std::iter::successors(dom.next(at), |&next| dom.next(next)).collect();
        for id in after {
            if dom.tag(id) != Tag::Text && !is_part(id) && is_other(page, id, hints) {
                marks.mark(id, PruneLevel::Links, RemovedKind::Surroundings);
            }
        }
        let before: Vec<Id> = std::iter::successors(dom.previous(at), |&back| dom.previous(back)).collect();
        let nearest = before.iter().copied().find(|id| measures[id.index()].text > 0);
        for id in before {
            let own = measures[id.index()];
            // The heading of the text may be a link to its page.
            if nearest == Some(id) && dom.tag(id).heading().is_some() {
                continue;
            }
            let is_small = percent_of(own.text, whole.text) <= LEAD;
            // Verse, and a section of the author's, stay.
            let is_section =
                own.headings > 0 && !signs::is_teasers(own) && own.link_density() < signs::ALL_LINKS;
            let is_text = own.prose.saturating_mul(2) >= own.text || is_section;
            if is_small && !is_text && own.titles == 0 && own.links > 0 && own.link_density() >= LEAD_LINKS {
                marks.mark(id, PruneLevel::Links, RemovedKind::Links);
            }
        }
        let Some(parent) = dom.parent(at) else { return };
        at = parent;
    }
}

/// Maximum length of a part after an article that is a sign against it, in characters.
const NOTE: u32 = 200;

/// Returns whether a part after the core has a second sign of other content.
fn is_other(page: Page<'_>, id: Id, hints: &[ClassHint]) -> bool {
    let own = page.measures[id.index()];
    if page.favor == Favor::Precision {
        return true;
    }
    if page.is_line(id, hints) {
        return false;
    }
    let is_list = matches!(page.dom.tag(id), Tag::Ul | Tag::Ol) && own.links == 0;
    signs::is_linked(own)
        || signs::is_teasers(own)
        || own.held == 0 && own.text <= NOTE && !is_list
        || hints[id.index()] != ClassHint::Nothing
        || signs::has_fields(own)
        || page.is_labelled(id)
}

/// The children of an element that may hold prose.
pub(super) fn visible_parts(dom: &Dom, id: Id, marks: &Marks) -> impl Iterator<Item = Id> {
    let holds = |child| dom.first_child(child).is_some() && !marks.is_out(child, PruneLevel::Named);
    dom.children(id).filter(move |&child| holds(child))
}

/// The element whose children are the article's paragraphs.
pub(super) fn find_core(dom: &Dom, root: Id, marks: &Marks, measures: &[Measure]) -> Option<Id> {
    let total = measures[root.index()].prose;
    if total < PROSE {
        return None;
    }
    let mut core = root;
    loop {
        let best = visible_parts(dom, core, marks).max_by_key(|child| measures[child.index()].prose);
        let Some(best) = best else { break };
        if percent_of(measures[best.index()].prose, total) < CORE || is_paragraph(dom.tag(best)) {
            break;
        }
        core = best;
    }
    let own = measures[core.index()];
    let (mut direct, mut below, mut paragraphs) = (0_u32, 0_u32, 0);
    for child in visible_parts(dom, core, marks) {
        let prose = measures[child.index()].prose;
        below = below.saturating_add(prose);
        if is_paragraph(dom.tag(child)) && prose > 0 {
            direct = direct.saturating_add(prose);
            paragraphs += 1;
        }
    }
    let bare = own.prose.saturating_sub(below);
    let is_core = (paragraphs >= PARAGRAPHS || bare >= BARE)
        && percent_of(direct.saturating_add(bare), own.prose) >= DIRECT
        && own.link_density() <= LINKS;
    is_core.then_some(core)
}

fn is_paragraph(tag: Tag) -> bool {
    matches!(tag, Tag::P | Tag::Ul | Tag::Ol | Tag::Dl | Tag::Table | Tag::Blockquote | Tag::Pre)
        || tag.heading().is_some()
}

fn mark_small(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure], weak: &WeakHints) {
    let whole = measures[root.index()];
    let lives = weak.authors.iter().filter(|id| measures[id.index()].text >= LIFE);
    for &id in weak.actions.iter().chain(lives) {
        let own = measures[id.index()];
        let is_small = own.held == 0 && percent_of(own.text, whole.text) <= SMALL;
        if id != root && is_small && !is_word(dom, id, measures) {
            marks.mark(id, PruneLevel::Links, RemovedKind::Boilerplate);
        }
    }
}
