//! Lines of links to the next page, the previous one, the contents.
//!
//! Two signs: the relations of the links, of which HTML defines `next` and `prev` and older manuals have more, and next
//! to no text but the links. The same line at the end of the page often has no relations; there the repetition is the
//! sign.

use std::collections::HashSet;

use webagents_html::{Dom, Id, Tag};

use super::marks::{Marks, PruneLevel};
use super::measure::Measure;
use super::signs::Page;
use crate::removal::RemovedKind;

/// Text of such a line and what of that is not links, in characters, at most.
const LINE: u32 = 400;
const PLAIN: u32 = 80;

/// Links of such a line, at least.
const LINKS: u32 = 2;

/// Nodes below such a line, at most, and lines of a page.
const NODES: usize = 96;
const LINES: usize = 64;

/// Relations of a page to another one of the same work.
///
/// See HTML Standard, section 4.6.7, and HTML 4.01, section 6.12.
const RELATIONS: [&str; 12] = [
    "next", "prev", "previous", "up", "start", "first", "last", "contents", "index", "top", "chapter", "help",
];

/// Marks these lines.
pub(super) fn mark(page: Page<'_>, root: Id, marks: &mut Marks) {
    let Page { dom, measures, .. } = page;
    let is_line = |id: Id, own: Measure| {
        id != root
            && dom.tag(id).is_block()
            && own.links >= LINKS
            && own.text <= LINE
            && own.plain() <= PLAIN
            && own.titles == 0
            && own.headings == 0
    };
    if !dom.has_attribute(|name, value| name == "rel" && is_way(value)) {
        return;
    }
    let mut lines = HashSet::new();
    for is_again in [false, true] {
        let mut at = Some(root);
        while let Some(id) = at {
            if marks.is_out(id, PruneLevel::Chrome) {
                at = dom.following_skipping(id, root);
                continue;
            }
            at = dom.following(id, root);
            if !is_line(id, measures[id.index()]) || dom.descendants(id).nth(NODES).is_some() {
                continue;
            }
            let goes = if is_again {
                lines.contains(&words(dom, id))
            } else {
                lines.len() < LINES && are_ways(dom, id) && lines.insert(words(dom, id))
            };
            if goes {
                marks.mark(id, PruneLevel::Chrome, RemovedKind::Navigation);
                at = dom.following_skipping(id, root);
            }
        }
    }
}

/// Returns whether all links below an element have such a relation.
fn are_ways(dom: &Dom, id: Id) -> bool {
    dom.descendants(id)
        .filter(|&at| dom.tag(at) == Tag::A && dom.attribute(at, "href").is_some())
        .all(|at| dom.attribute(at, "rel").is_some_and(is_way))
}

fn is_way(relations: &str) -> bool {
    relations.split_ascii_whitespace().any(|one| RELATIONS.iter().any(|way| one.eq_ignore_ascii_case(way)))
}

/// The text of a line without blanks.
fn words(dom: &Dom, id: Id) -> String {
    dom.text_content(id).split_whitespace().collect()
}
