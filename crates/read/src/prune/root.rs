//! Search for the element that holds the content.

use webagents_html::{Dom, Id, Tag};

use super::article::visible_parts;
use super::layout::{LITTLE, SIBLINGS, ends_sentence, is_plain};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent_of};
use super::names::{self, ClassHint};
use super::posts::Posts;
use super::series::{claims_rights, has_time};
use super::signs::{self, Page};
use crate::options::Favor;

/// A `<main>` with this part of the page's text holds the content, in percent.
const MAIN: u32 = 70;

/// Prose, in characters, below which its place is not evidence.
///
/// Of less than this it can if nearly all of it is in one place, and the rest of a plain page is mostly links: a short
/// item among menus.
const PROSE: u32 = 400;
const SHORT_PROSE: u32 = 120;
const SHORT_LINKS: u32 = 40;

/// The part of the text that is prose in an article, in percent.
const PROSE_PAGE: u32 = 60;

/// The element that holds the content.
///
/// `names_main` is `true` if an element of the page declares that it does.
///
/// Sections of the author's keep an element that holds them, however much of the prose one of them has.
pub(super) fn find_root(
    page: Page<'_>,
    body: Id,
    marks: &Marks,
    hints: &[ClassHint],
    names_main: bool,
    posts: &Posts,
) -> Id {
    let Page { dom, measures, .. } = page;
    let mut root = body;
    let whole = measures[body.index()];
    // The content that the page itself declares.
    let mains = marks
        .kept_nodes(dom, body, PruneLevel::Named)
        .filter(|&id| dom.tag(id) == Tag::Main || dom.attribute(id, "role") == Some("main"));
    if names_main && let Some(main) = mains.max_by_key(|id| measures[id.index()].text) {
        let own = measures[main.index()];
        if percent_of(own.text, whole.text) >= MAIN && own.text >= LITTLE || own.prose * 2 > whole.prose {
            root = main;
        }
    }
    // Down to the smallest element that still holds nearly all prose.
    let Measure { text, prose: total, .. } = measures[root.index()];
    let is_short =
        is_plain(dom) && total >= SHORT_PROSE && measures[root.index()].link_density() >= SHORT_LINKS;
    // The prose of an index or of a table of contents is next to it.
    let is_index = page.is_manual && percent_of(total, text) < INDEX;
    if total < PROSE && !is_short || is_index || page.favor == Favor::Recall {
        return root;
    }
    // If nearly all text is prose, as in an article, a little of it may be boilerplate. If not, as in a list
    // of things with a paragraph each, all of it counts.
    let kept = if percent_of(total, text) >= PROSE_PAGE { 80 } else { 92 };
    let kept = if total < PROSE { 95 } else { kept };
    loop {
        let best = visible_parts(dom, root, marks).max_by_key(|child| measures[child.index()].prose);
        let Some(best) = best else { break };
        let tag = dom.tag(best);
        if posts.has_post(best) {
            break;
        }
        if percent_of(measures[best.index()].prose, total) < kept
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
        // Rows with headers are data, and the text around them is about these.
        let is_data = tag == Tag::Table && dom.find(best, Tag::Th).is_some();
        let leaves = || {
            leaves_sections(page, root, best, marks, hints)
                || follows_heading(page, best, marks)
                || leaves_line(page, best, hints)
                || posts.is_empty() && leaves_parts(page, root, best, marks, hints)
        };
        if is_data || page.favor != Favor::Precision && leaves() {
            break;
        }
        root = best;
    }
    // Back up out of rows and spans, which mean nothing on their own. A cell with nearly all prose arranges
    // the page.
    while matches!(dom.tag(root), Tag::Tr | Tag::Tbody | Tag::Span) {
        let Some(parent) = dom.parent(root) else { break };
        root = parent;
    }
    root
}

/// Returns whether an element is a section of the text that `best` is another section of.
///
/// It may be of any length. Both begin with a heading of one level that is not a link.
fn is_peer(page: Page<'_>, id: Id, best: Id) -> bool {
    let Page { dom, measures, .. } = page;
    let own = measures[id.index()];
    let level = first_heading(dom, best);
    dom.tag(id) == dom.tag(best)
        && level.is_some_and(|level| level > 1)
        && first_heading(dom, id) == level
        && own.links == 0
        && !signs::has_fields(own)
        && !page.is_labelled(id)
}

/// Returns the level of the heading that an element begins with.
fn first_heading(dom: &Dom, id: Id) -> Option<usize> {
    let begins = |&at: &Id| dom.tag(at) != Tag::Text || !dom.text(at).trim().is_empty();
    let mut at = id;
    for _ in 0..BEGINS {
        at = dom.children(at).find(begins)?;
        if let Some(level) = dom.tag(at).heading() {
            return Some(level);
        }
    }
    None
}

/// Levels between an element and the heading that it begins with.
const BEGINS: usize = 3;

/// Maximum part of the text of an index that is prose, in percent.
const INDEX: u32 = 25;

/// Returns whether a line of the text follows `best`.
fn leaves_line(page: Page<'_>, best: Id, hints: &[ClassHint]) -> bool {
    let Page { dom, measures, .. } = page;
    let mut after = std::iter::successors(dom.next(best), |&at| dom.next(at));
    after
        .find(|&at| measures[at.index()].text > 0)
        .is_some_and(|at| page.is_line(at, hints) && ends_sentence(&dom.text_content(at)))
}

/// Returns whether `best` comes right after a heading below the title, which may be a link.
fn follows_heading(page: Page<'_>, best: Id, marks: &Marks) -> bool {
    let Page { dom, measures, .. } = page;
    let mut before = std::iter::successors(dom.previous(best), |&at| dom.previous(at));
    let before = before.find(|&at| measures[at.index()].text > 0);
    before.is_some_and(|at| {
        dom.tag(at).heading().is_some_and(|rank| rank > 1) && !marks.is_out(at, PruneLevel::Named)
    })
}

/// Returns whether an element is in the content that the page declares (`<main>`, `<article>`).
pub(super) fn is_declared(dom: &Dom, id: Id) -> bool {
    std::iter::successors(Some(id), |&at| dom.parent(at)).any(|at| {
        matches!(dom.tag(at), Tag::Main | Tag::Article) || dom.attribute(at, "role") == Some("main")
    })
}

/// Returns whether an element is at a place of content.
///
/// That is the element for content, if there is one, or else outside of headers and footers.
pub(super) fn is_in_place(dom: &Dom, id: Id, names_main: bool) -> bool {
    let mut around = std::iter::successors(Some(id), |&at| dom.parent(at));
    if names_main {
        return around.any(|at| dom.tag(at) == Tag::Main || dom.attribute(at, "role") == Some("main"));
    }
    let is_foot = |at: Id| matches!(dom.tag(at), Tag::Footer | Tag::Aside | Tag::Nav);
    !dom.children(id).take(SIBLINGS).any(is_foot)
        && around.all(|at| !is_foot(at) && (dom.tag(at) != Tag::Header || is_declared(dom, at)))
}

/// Returns whether a part with a structure is next to `best`, and has no sign against it but its place.
///
/// Such as a price, a list of ingredients, a table of sizes, or a question with its answer.
fn leaves_parts(page: Page<'_>, parent: Id, best: Id, marks: &Marks, hints: &[ClassHint]) -> bool {
    let Page { dom, measures, .. } = page;
    let is_declared = is_declared(dom, parent);
    // A list is a column of the text if there is little else next to it.
    let (whole, text) = (measures[parent.index()], measures[best.index()]);
    let is_beside = whole.link_density() < COLUMN_LINKS && percent_of(text.text, whole.text) >= COLUMN;
    let is_part = |&id: &Id| {
        let own = measures[id.index()];
        let has_structure = names::is_note(dom, id)
            || is_declared
                && match dom.tag(id) {
                    Tag::Ul | Tag::Ol | Tag::Dl | Tag::Table | Tag::Pre | Tag::P => true,
                    Tag::Details => own.prose > 0,
                    Tag::Section => own.held > 0,
                    tag => tag.heading().is_some(),
                };
        own.text > 0
            && (has_structure || is_beside && signs::is_list(dom, id, measures))
            && !marks.is_title(dom, id)
            && hints[id.index()] == ClassHint::Nothing
            && !signs::is_linked(own)
            && !signs::is_teasers(own)
            && !signs::has_fields(own)
            && !has_time(dom, id)
            && !claims_rights(dom, id)
            && !page.is_labelled(id)
    };
    visible_parts(dom, parent, marks).filter(|&id| id != best).any(|id| is_part(&id))
}

/// Maximum part of the text of an element with columns that is links, in percent.
///
/// The second is the minimum part in the largest column.
const COLUMN_LINKS: u32 = 20;
const COLUMN: u32 = 40;

/// Returns whether an element begins with a heading that is not a link, and holds more.
///
/// Before the text it is a part of it, such as a list of ingredients that are links.
fn opens_text(page: Page<'_>, id: Id, parent: Id) -> bool {
    let own = page.measures[id.index()];
    is_declared(page.dom, parent)
        && first_heading(page.dom, id).is_some_and(|level| level > 1)
        && own.headings == 1
        && own.titles == 0
        && own.links > 0
        && !signs::is_teasers(own)
        && !signs::has_fields(own)
        && !page.is_labelled(id)
}

/// Returns whether there are sections of the author's in `parent` outside of `best`.
fn leaves_sections(page: Page<'_>, parent: Id, best: Id, marks: &Marks, hints: &[ClassHint]) -> bool {
    let Page { dom, measures, .. } = page;
    let class = dom.attribute(best, "class").filter(|class| !class.trim().is_empty());
    let is_section = |&id: &Id| {
        // Parts that are alike belong to one text, whatever their `id`.
        let is_twin = dom.tag(id) == dom.tag(best)
            && match class {
                Some(class) => dom.attribute(id, "class") == Some(class),
                None => dom.tag(id) == Tag::Section,
            };
        let is_named = hints[id.index()] != ClassHint::Nothing && !is_twin;
        let own = measures[id.index()];
        // The title of a manual and its synopsis have no prose, and come before it. Rows may be only layout.
        let plain = |id: Id| measures[id.index()].plain();
        // Links around the title do not belong to the text.
        let says_more = || dom.find(id, Tag::H1).is_none_or(|title| plain(id) > plain(title));
        let holds =
            || own.headings > own.titles || own.titles > 0 && says_more() || dom.find(id, Tag::Pre).is_some();
        let is_held =
            page.is_manual && id < best && holds() && !signs::is_linked(own) && !signs::has_fields(own);
        // The title is found again wherever it is.
        !is_named
            && !marks.is_title(dom, id)
            && (is_held
                || signs::is_section(dom, id, own, measures)
                || is_peer(page, id, best)
                || id < best && opens_text(page, id, parent))
    };
    visible_parts(dom, parent, marks).filter(|&id| id != best).any(|id| is_section(&id))
}
