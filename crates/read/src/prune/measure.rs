//! How much text lies below each element, how much of it is links, and how much reads as prose.
//!
//! One pass over the tree and one back, so that every question of the pruner costs a look into a vector. What was
//! marked as no content is not counted.

use super::{Level, Marks};
use crate::dom::{Dom, Id, Tag};

/// What lies below an element, in characters, blanks not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Measure {
    /// All text.
    pub(super) text: u32,
    /// Text of links.
    pub(super) linked: u32,
    /// Text, links left out, of blocks that hold a sentence at least and are not mostly links.
    pub(super) prose: u32,
    /// How many links.
    pub(super) links: u32,
    /// How many titles of a page, `<h1>`.
    pub(super) titles: u32,
}

/// What a block has to hold to be taken for prose, in characters, blanks not counted.
const SENTENCE: u32 = 40;

impl Measure {
    /// Which part of the text is links, in percent.
    pub(super) fn link_density(self) -> u32 {
        percent(self.linked, self.text)
    }
}

/// The part in percent; 0 of nothing.
pub(super) fn percent(part: u32, whole: u32) -> u32 {
    let percent = u64::from(part) * 100 / u64::from(whole).max(1);
    u32::try_from(percent).unwrap_or(u32::MAX)
}

/// The measures of all elements below `root`, by their numbers, without what is marked with `level` or below.
pub(super) fn measure(dom: &Dom, root: Id, marks: &Marks, level: Level) -> Vec<Measure> {
    let mut measures = vec![Measure::default(); dom.len()];
    // For each node the block that its text belongs to, and whether that text is a link's.
    let mut homes = vec![(root, false); dom.len()];
    let mut order = Vec::new();
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        if marks.is_out(id, level) || is_silent(tag) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let (mut block, mut linked) = match dom.parent(id) {
            Some(parent) if id != root => homes[parent.index()],
            _ => (root, false),
        };
        if tag == Tag::Text {
            let text = dom.text(id);
            let count = text.chars().filter(|c| !c.is_whitespace()).count();
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            let own = &mut measures[block.index()];
            own.text = own.text.saturating_add(count);
            if linked {
                own.linked = own.linked.saturating_add(count);
            }
        } else {
            if tag.is_block() {
                block = id;
            }
            if tag == Tag::A {
                linked = true;
                measures[id.index()].links = 1;
            }
            if tag == Tag::H1 {
                measures[id.index()].titles = 1;
            }
            homes[id.index()] = (block, linked);
            order.push(id);
        }
        at = dom.following(id, root);
    }
    sums(dom, root, &order, measures)
}

/// Adds what each block holds itself to all that lie above it.
fn sums(dom: &Dom, root: Id, order: &[Id], mut measures: Vec<Measure>) -> Vec<Measure> {
    for &id in order {
        let own = &mut measures[id.index()];
        let plain = own.text.saturating_sub(own.linked);
        if plain >= SENTENCE && own.linked <= plain {
            own.prose = plain;
        }
    }
    for &id in order.iter().rev() {
        if id == root {
            continue;
        }
        let own = measures[id.index()];
        if let Some(parent) = dom.parent(id) {
            let above = &mut measures[parent.index()];
            above.text = above.text.saturating_add(own.text);
            above.linked = above.linked.saturating_add(own.linked);
            above.prose = above.prose.saturating_add(own.prose);
            above.titles = above.titles.saturating_add(own.titles);
            above.links = above.links.saturating_add(own.links);
        }
    }
    measures
}

/// Elements whose text no reader sees.
pub(super) fn is_silent(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Head
            | Tag::Script
            | Tag::Style
            | Tag::Template
            | Tag::Svg
            | Tag::Textarea
            | Tag::Select
            | Tag::Iframe
            | Tag::Title
            | Tag::Datalist
    )
}
