//! Which element holds the content.

use super::article::parts;
use super::measure::{Measure, percent};
use super::{LITTLE, Level, Marks};
use crate::dom::{Dom, Id, Tag};

/// A `<main>` with this part of the page's text holds the content, in percent.
const MAIN: u32 = 70;

/// Prose, in characters, below which nothing can be told from where it stands.
const PROSE: u32 = 400;

/// The part of the text that is prose in an article, in percent.
const PROSE_PAGE: u32 = 60;

/// The element that holds the content. `names_main` says whether an element of the page says that it does.
pub(super) fn find(dom: &Dom, body: Id, marks: &Marks, measures: &[Measure], names_main: bool) -> Id {
    let mut root = body;
    let whole = measures[body.index()];
    // What the page itself says.
    let mains = marks
        .kept(dom, body, Level::Named)
        .filter(|&id| dom.tag(id) == Tag::Main || dom.attribute(id, "role") == Some("main"));
    if names_main && let Some(main) = mains.max_by_key(|id| measures[id.index()].text) {
        let own = measures[main.index()];
        if percent(own.text, whole.text) >= MAIN && own.text >= LITTLE || own.prose * 2 > whole.prose {
            root = main;
        }
    }
    // Down to the smallest element that still holds nearly all prose.
    let Measure { text, prose: total, .. } = measures[root.index()];
    if total < PROSE {
        return root;
    }
    // Where nearly all text is prose, as in an article, a little of it is no content; where it is not, as in a list
    // of things with a paragraph each, all of it counts.
    let kept = if percent(total, text) >= PROSE_PAGE { 80 } else { 92 };
    loop {
        let best = parts(dom, root, marks).max_by_key(|child| measures[child.index()].prose);
        let Some(best) = best else { break };
        let tag = dom.tag(best);
        if percent(measures[best.index()].prose, total) < kept
            || !matches!(
                tag,
                Tag::Div
                    | Tag::Section
                    | Tag::Article
                    | Tag::Main
                    | Tag::Table
                    | Tag::Tbody
                    | Tag::Tr
                    | Tag::Td
                    | Tag::Form
                    | Tag::Center
                    | Tag::Other
                    | Tag::Span
            )
        {
            break;
        }
        root = best;
    }
    // Back up out of cells and spans, which say nothing on their own.
    while matches!(dom.tag(root), Tag::Tr | Tag::Tbody | Tag::Td | Tag::Span) {
        let Some(parent) = dom.parent(root) else { break };
        root = parent;
    }
    root
}
