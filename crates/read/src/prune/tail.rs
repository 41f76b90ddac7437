//! The last lines of a page: who has its rights, and where to go on.
//!
//! The end of the page is one sign, and what the line says, or that it is links, the second.

use webagents_html::{Dom, Id, Tag};

use super::layout::{LITTLE, is_plain};
use super::marks::{Marks, PruneLevel};
use super::measure::Measure;
use super::series::claims_rights;
use crate::removal::RemovedKind;

/// Number of such lines, at most.
const LINES: usize = 4;

/// Maximum length of a rights notice, in characters.
const RIGHTS: u32 = 300;

/// The same of one that is links, and the part of it that is, in percent.
const LINKED: u32 = 120;
const LINKS: u32 = 80;

/// Marks the last lines of what is below `root`.
pub(super) fn mark(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure]) {
    let is_plain = is_plain(dom);
    let mut left = LINES;
    let mut inside = Some(root).filter(|root| measures[root.index()].prose >= LITTLE);
    while let Some(parent) = inside.take() {
        let last = dom.children(parent).last();
        for id in std::iter::successors(last, |&id| dom.previous(id)) {
            let (tag, own) = (dom.tag(id), measures[id.index()]);
            if tag == Tag::Text {
                if dom.text(id).trim().is_empty() {
                    continue;
                }
                return;
            }
            if own.text == 0 || marks.is_out(id, PruneLevel::Links) {
                continue;
            }
            if left > 0 && (is_foot(dom, id, own, is_plain) || is_way_on(dom, id, own)) {
                marks.mark(id, PruneLevel::Links, RemovedKind::Surroundings);
                left -= 1;
                continue;
            }
            inside = Some(id).filter(|_| is_box(tag, is_plain));
            break;
        }
    }
}

/// Returns whether the element holds others as a layout does.
fn is_box(tag: Tag, is_plain: bool) -> bool {
    let is_cell = matches!(tag, Tag::Table | Tag::Tbody | Tag::Tr | Tag::Td);
    matches!(tag, Tag::Div | Tag::Section | Tag::Article | Tag::Main | Tag::Center | Tag::Footer | Tag::Form)
        || is_cell && is_plain
}

fn is_foot(dom: &Dom, id: Id, own: Measure, is_plain: bool) -> bool {
    let tag = dom.tag(id);
    // Rows of a plain page arrange it.
    let holds_nothing = own.held == 0 || is_plain && own.headings == 0 && own.led == 0 && own.titles == 0;
    holds_nothing && (tag == Tag::P || is_box(tag, is_plain)) && own.text <= RIGHTS && claims_rights(dom, id)
}

/// Returns whether the element is a link or two that lead on, and not the last of a list of them.
fn is_way_on(dom: &Dom, id: Id, own: Measure) -> bool {
    const NEAR: usize = 4;
    let class = |id: Id| dom.attribute(id, "class").unwrap_or_default();
    let is_twin = |before: Id| dom.tag(before) == dom.tag(id) && class(before) == class(id);
    (1..=2).contains(&own.links)
        && own.held == 0
        && own.text <= LINKED
        && own.link_density() >= LINKS
        && is_box(dom.tag(id), false)
        && !std::iter::successors(dom.previous(id), |&at| dom.previous(at)).take(NEAR).any(is_twin)
}
