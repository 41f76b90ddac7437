//! Sections whose first words mark them as boilerplate, and notes on the author.
//!
//! They have no name, so a label is one sign. Sections of manuals have such headings as well ("More from"), and a second
//! sign is needed: links, fields, a place after the text, or next to no text. For the name of an author it is the place.

use memchr::memmem;
use webagents_html::{Id, Tag};

use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent_of};
use super::signs::{self, Edges, Page};
use crate::removal::RemovedKind;

/// The largest part of the page that such a section may be, in percent.
const SHARE: u32 = 25;

/// Most prose of a section with next to no text, in characters, and text without a list of links.
const PROSE: u32 = 120;
const TEXT: u32 = 400;

/// Links of a list of other pages, at least.
const LIST: u32 = 3;

/// Bytes before the name of an author, and texts with the name of a person, at most.
const BEFORE: usize = 24;
const NAMED: usize = 4;

/// Marks the parts that begin so. Parts of one element end at the next heading of the same rank.
pub(super) fn mark_sections(page: Page<'_>, root: Id, marks: &mut Marks, edges: &Edges, authors: &[String]) {
    let Page { dom, measures, .. } = page;
    let names: Vec<memmem::Finder<'_>> = authors
        .iter()
        .filter(|name| name.contains(' '))
        .map(|name| memmem::Finder::new(name.as_bytes()))
        .collect();
    let has_name = |id: Id, most: usize| {
        let text = dom.text(id).trim_start().as_bytes();
        names.iter().any(|name| name.find(text).is_some_and(|before| before <= most))
    };
    let begins_part = |id: &Id| match dom.tag(*id) {
        Tag::Text => !names.is_empty() && edges.is_after(*id) && has_name(*id, BEFORE),
        tag => tag.heading().is_some_and(|rank| rank > 1) && page.is_labelled(*id),
    };
    let mut firsts: Vec<Id> = marks.kept_nodes(dom, root, PruneLevel::Named).filter(begins_part).collect();
    // A firm is named again and again.
    let is_text = |id: &Id| dom.tag(*id) == Tag::Text;
    let is_named_often =
        || dom.descendants(root).filter(|&id| is_text(&id) && has_name(id, usize::MAX)).nth(NAMED).is_some();
    if firsts.iter().any(is_text) && is_named_often() {
        firsts.retain(|id| !is_text(id));
    }
    for first in firsts {
        let begins = |&id: &Id| {
            let mut before = std::iter::successors(dom.previous(id), |&at| dom.previous(at));
            before.all(|at| measures[at.index()].text == 0 && dom.text(at).trim().is_empty())
        };
        let is_part = |&at: &Id| {
            at != root
                && !matches!(dom.tag(at), Tag::Main | Tag::Body)
                && is_small(page, measures[at.index()])
        };
        // The largest small part of the page that begins with it, or itself.
        let above = |&at: &Id| Some(at).filter(begins).and_then(|at| dom.parent(at)).filter(is_part);
        let top = std::iter::successors(Some(first), above).last().unwrap_or(first);
        let rank = dom.tag(top).heading();
        let after: Vec<Id> =
            std::iter::successors(dom.next(top).filter(|_| rank.is_some()), |&at| dom.next(at))
                .take_while(|&at| dom.tag(at).heading().is_none_or(|other| Some(other) > rank))
                .filter(|&at| !marks.is_out(at, PruneLevel::Named))
                .collect();
        let mut sum = measures[top.index()];
        for &at in &after {
            sum.add(measures[at.index()]);
            // Text next to elements is its parent's, so its bytes are counted as characters.
            let bare = u32::try_from(dom.text(at).trim().len()).unwrap_or(u32::MAX);
            sum.text = sum.text.saturating_add(bare);
            sum.prose = sum.prose.saturating_add(bare);
        }
        let says_little = sum.prose <= PROSE && (sum.text <= TEXT || sum.links >= LIST);
        let found = 1
            + u32::from(edges.is_after(top))
            + u32::from(signs::is_linked(sum) || signs::is_teasers(sum))
            + u32::from(signs::has_fields(sum))
            + u32::from(says_little);
        // Authors, bugs and the history of a manual are lines of its text, and a name alone is a signature.
        let is_line = sum.links == 0 && sum.fields == 0 && page.is_manual;
        let is_note = dom.tag(first) != Tag::Text || sum.prose > 0 && !page.is_manual;
        if is_small(page, sum) && !is_line && is_note && found >= page.needed_signs(first, sum) {
            for at in std::iter::once(top).chain(after) {
                marks.mark(at, PruneLevel::Named, RemovedKind::Related);
            }
        }
    }
}

fn is_small(page: Page<'_>, part: Measure) -> bool {
    percent_of(part.text, page.whole.text) <= SHARE
        && percent_of(part.prose, page.whole.prose) <= SHARE
        && part.titles == 0
}
