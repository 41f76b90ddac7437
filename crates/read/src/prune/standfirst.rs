//! Title of the page, and the sentence or two before the content about its subject.
//!
//! The element that holds the content seldom holds these. Between the two stand bylines, dates, shares, disclosures and
//! pictures as well, so that of what is there only whole sentences are taken, and lists of them ("key points").

use webagents_html::{Dom, Id, Tag};

use super::layout::ends_sentence;
use super::marks::{Marks, PruneLevel};
use super::measure::percent;
use super::names;
use super::signs::Page;

/// Maximum part of the text of a sentence that is links, in percent.
const LINKS: u32 = 30;

/// Minimum part of the text of a list that reads as sentences, in percent.
const LIST: u32 = 80;

/// The page's title, where it is before its content.
pub(super) fn title(dom: &Dom, body: Id, root: Id, marks: &Marks) -> Option<Id> {
    let has_title = || marks.kept(dom, root, PruneLevel::Named).any(|id| marks.is_title(dom, id));
    if !dom.has(Tag::H1) || has_title() {
        return None;
    }
    for id in marks.kept(dom, body, PruneLevel::Named) {
        if id == root {
            return None;
        }
        if marks.is_title(dom, id) {
            // A heading that was never closed may hold the content itself.
            let mut around = std::iter::successors(dom.parent(root), |&at| dom.parent(at));
            return around.all(|above| above != id).then_some(id);
        }
    }
    None
}

/// Returns the prose between the title and the content, in document order.
pub(super) fn after(page: Page<'_>, body: Id, (title, root): (Id, Id), marks: &Marks) -> Vec<Id> {
    let Page { dom, measures, .. } = page;
    let mut holds = vec![false; dom.node_count()];
    for above in std::iter::successors(dom.parent(root), |&at| dom.parent(at)) {
        holds[above.index()] = true;
    }
    let mut standfirst = Vec::new();
    let mut at = dom.following_skipping(title, body);
    while let Some(id) = at.filter(|&id| id != root) {
        let (tag, own) = (dom.tag(id), measures[id.index()]);
        let is_list = matches!(tag, Tag::Ul | Tag::Ol);
        let goes_in = if holds[id.index()] {
            true
        } else if is_lead(page, title, id) && !marks.is_out(id, PruneLevel::Named) {
            standfirst.push(id);
            false
        } else if own.prose == 0 || marks.is_out(id, PruneLevel::Named) || is_of_picture(dom, id) {
            false
        } else if is_list || !dom.children(id).any(|child| measures[child.index()].prose > 0) {
            let is_said =
                if is_list { percent(own.prose, own.text) >= LIST } else { is_sentence(dom, id, tag) };
            if is_said && own.link_density() < LINKS {
                standfirst.push(id);
            }
            false
        } else {
            true
        };
        at = if goes_in { dom.following(id, body) } else { dom.following_skipping(id, body) };
    }
    standfirst
}

/// Returns whether an element is a short sentence below the title, in the same element.
///
/// In a manual it is any line, such as the date of a version.
fn is_lead(page: Page<'_>, title: Id, id: Id) -> bool {
    let Page { dom, measures, .. } = page;
    let (tag, own) = (dom.tag(id), measures[id.index()]);
    own.prose == 0
        && own.text >= LEAD
        && own.links == 0
        && own.held == 0
        && (tag == Tag::P || tag == Tag::Div && dom.children(id).all(|child| dom.tag(child) == Tag::Text))
        && dom.parent(id) == dom.parent(title)
        && (page.is_manual && tag == Tag::P || is_sentence(dom, id, tag))
}

/// Characters of such a sentence, at least.
const LEAD: u32 = 8;

fn is_of_picture(dom: &Dom, id: Id) -> bool {
    matches!(dom.tag(id), Tag::Figure | Tag::Figcaption)
        || dom.attributes(id).any(|(name, value)| name == "class" && names::is_caption(value))
}

/// Returns whether the block ends as a sentence does.
///
/// What names its time is a dateline, and a second title is another page's.
fn is_sentence(dom: &Dom, id: Id, tag: Tag) -> bool {
    tag.is_block()
        && tag != Tag::H1
        && ends_sentence(&dom.text_content(id))
        && dom.find(id, Tag::Time).is_none()
}
