//! Blocks that are nothing but links.
//!
//! A list of them leads elsewhere in any place where nothing introduces it. One alone, or two, do so in an article with a
//! second sign: their first words, a name, or a place at an edge of the text.

use webagents_html::{Dom, Id, Tag};

use super::article;
use super::layout::{LITTLE, ends_sentence, is_plain};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent_of};
use super::names::{self, ClassHint};
use super::phrases::{self, Label};
use super::posts::Posts;
use super::signs::{self, Page};
use crate::removal::RemovedKind;

/// A page with this part of its text in links is a list of links, in percent.
const LINK_PAGE: u32 = 50;

/// Part of its text in links, in percent, from which an element leads elsewhere.
///
/// The second is the maximum part of the page that it holds.
const LINKS: u32 = 65;
const LINKS_SHARE: u32 = 20;

/// Part of a paragraph in links, and number of links in a cell, from which they lead elsewhere.
///
/// The part is in percent.
const LINE_LINKS: u32 = 80;
const CELL_LINKS: u32 = 5;

/// Marks parts that consist of links, unless the page does.
///
/// A page with an item under its title does not consist of links. Links in posts are their authors', or are
/// repeated in each post.
pub(super) fn mark_links(
    page: Page<'_>,
    root: Id,
    marks: &mut Marks,
    has_item: bool,
    posts: &Posts,
    hints: &[ClassHint],
) {
    let Page { dom, measures, .. } = page;
    let whole = measures[root.index()];
    // An old page's menus may be more than its text, but the text has a place of its own.
    let has_text = has_item || is_plain(dom) && article::find_core(dom, root, marks, measures).is_some();
    let is_list = whole.link_density() >= LINK_PAGE && !has_text;
    if whole.links < 3 || is_list || whole.prose < LITTLE {
        return;
    }
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, PruneLevel::Named) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let own = measures[id.index()];
        let fits = match dom.tag(id) {
            Tag::Div
            | Tag::Section
            | Tag::Ul
            | Tag::Ol
            | Tag::Table
            | Tag::Dl
            | Tag::Form
            | Tag::Header
            | Tag::Center
            | Tag::Article => true,
            // A row of links, with signs between them.
            Tag::P => own.link_density() >= LINE_LINKS,
            // A cell of a table that arranges the page.
            Tag::Td => own.links >= CELL_LINKS,
            _ => false,
        };
        if id != root
            && fits
            && own.links >= 3
            && own.link_density() >= LINKS
            && percent_of(own.text, whole.text) <= LINKS_SHARE
            && own.prose < 100
            // The title of a part that can be opened.
            && dom.parent(id).is_none_or(|above| dom.tag(above) != Tag::Summary)
            && own.titles == 0
            && !is_in_note(dom, id)
            && !signs::has_facts(dom, id, own)
            && posts.post_around(dom, id).is_none()
            && !is_signature(dom, id)
            && (!(page.is_manual || has_introduction(dom, id, own, measures, marks)) || leads_elsewhere(dom, id, measures, hints))
        {
            marks.mark(id, PruneLevel::Links, RemovedKind::Links);
            at = dom.following_skipping(id, root);
        } else {
            at = dom.following(id, root);
        }
    }
}

/// Returns whether the author introduces the links.
///
/// A heading, terms, or a sentence that ends in a colon introduce them. A sentence of any kind introduces a
/// list or a table that follows it, unless boilerplate is between the two.
fn has_introduction(dom: &Dom, id: Id, own: Measure, measures: &[Measure], marks: &Marks) -> bool {
    let is_next = |at: Id| {
        let mut back = std::iter::successors(dom.previous(id), |&at| dom.previous(at));
        back.find(|&back| back == at || marks.is_out(back, PruneLevel::Named)) == Some(at)
    };
    let mut before = std::iter::successors(dom.previous(id), |&at| dom.previous(at));
    let is_list = matches!(dom.tag(id), Tag::Ul | Tag::Ol | Tag::Table);
    own.headings > 0
        || dom.tag(id) == Tag::Dl
        || is_list && own.link_density() < signs::ALL_LINKS && follows_heading(dom, id, measures)
        || before.find(|&at| shows_text(dom, at, measures)).is_some_and(|before| {
            is_heading_of_author(dom, before, measures)
                || ends_in_colon(dom, before)
                || is_list && is_sentence(dom, before, measures) && is_next(before)
        })
}

/// Returns whether an element is the declaration of a function, whose types are links.
fn is_signature(dom: &Dom, id: Id) -> bool {
    const NODES: usize = 256;
    let mut plain = String::new();
    let mut at = Some(id);
    for _ in 0..NODES {
        let Some(below) = at else { break };
        plain.push_str(dom.text(below));
        let is_link = dom.tag(below) == Tag::A;
        at = if is_link { dom.following_skipping(below, id) } else { dom.following(below, id) };
    }
    let mut inside = plain.split(['(', '[', '<']).skip(1);
    at.is_none() && plain.contains(')') && inside.any(|part| part.contains([':', '<', '=', '>']))
}

/// Returns whether a heading of the author's comes right before an element, or one that begins with it.
fn follows_heading(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    const LEVELS: usize = 3;
    let mut around = std::iter::successors(Some(id), |&at| dom.parent(at)).take(LEVELS);
    let before = around.find_map(|at| {
        let mut before = std::iter::successors(dom.previous(at), |&at| dom.previous(at));
        before.find(|&at| shows_text(dom, at, measures))
    });
    before.is_some_and(|before| is_heading_of_author(dom, before, measures))
}

/// Returns whether a node is a paragraph that is not mostly links and is, or ends as, a sentence.
fn is_sentence(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    let own = measures[id.index()];
    dom.tag(id) == Tag::P && (own.prose > 0 || !signs::is_linked(own) && ends_sentence(&dom.text_content(id)))
}

/// Returns whether a node shows text.
fn shows_text(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    match dom.tag(id) {
        Tag::Text => !dom.text(id).trim().is_empty(),
        _ => measures[id.index()].text > 0,
    }
}

/// Returns whether a node is a heading below the title and not a link.
fn is_heading_of_author(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    dom.tag(id).heading().is_some_and(|rank| rank > 1) && measures[id.index()].links == 0
}

/// Returns whether the text of a node ends in a colon.
fn ends_in_colon(dom: &Dom, id: Id) -> bool {
    dom.text_content(id).trim_end().ends_with([':', '\u{ff1a}'])
}

/// Returns whether the name or the first words of a list of links show that it leads elsewhere.
fn leads_elsewhere(dom: &Dom, id: Id, measures: &[Measure], hints: &[ClassHint]) -> bool {
    // Terms are labels themselves.
    hints[id.index()].is_noise()
        || dom.tag(id) != Tag::Dl
            && signs::first_words(dom, id, measures)
                .is_some_and(|words| phrases::label_of(&words) != Label::Nothing)
}

/// Maximum length of a block of one link or two, in characters.
///
/// The second is the minimum part of it that is links, in percent.
const LONE: u32 = 120;
const LONE_LINKS: u32 = 80;

/// The same if its first words announce something else to read.
const LEAD_LINKS: u32 = 40;

/// Nodes that are looked at below such a block.
const LONE_NODES: usize = 64;

/// Marks blocks of an article that are one link or two, and nothing else.
///
/// In lists, tables and quotes they are content: references, for one. A second sign against them is needed.
pub(super) fn mark_lone(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure], hints: &[ClassHint]) {
    let mut at = Some(root).filter(|root| measures[root.index()].links > 0);
    while let Some(id) = at {
        if marks.is_out(id, PruneLevel::Links) {
            at = dom.following_skipping(id, root);
        } else if id != root
            && is_lone(dom, id, measures[id.index()])
            && !is_introduced(dom, id, measures)
            && leads_on(dom, id, measures, hints)
        {
            marks.mark(id, PruneLevel::Links, RemovedKind::Links);
            at = dom.following_skipping(id, root);
        } else {
            at = dom.following(id, root);
        }
    }
}

/// Returns whether the author introduces a block that is one link or two, or several of those in a row.
///
/// A heading of the author's right before them does so, or a line that ends in a colon.
fn is_introduced(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    let before = next_of_text(id, |at| dom.previous(at), dom, measures);
    before.is_some_and(|before| {
        let label = || phrases::label_of(&phrases::to_lower(&dom.text_content(before)));
        is_heading_of_author(dom, before, measures) && label() == Label::Nothing || ends_in_colon(dom, before)
    })
}

/// Returns whether a block of one link or two has a second sign against it.
///
/// Its first words name something else to read, or its name is that of a button or noise, or it is not a
/// paragraph and not between two blocks of the text.
fn leads_on(dom: &Dom, id: Id, measures: &[Measure], hints: &[ClassHint]) -> bool {
    let is_named = |id: Id| hints[id.index()] == ClassHint::Action || hints[id.index()].is_noise();
    let words = phrases::to_lower(&dom.text_content(id));
    phrases::is_lead(&words)
        || phrases::label_of(&words) != Label::Nothing
        || [Some(id), dom.parent(id)].into_iter().flatten().chain(dom.children(id).take(2)).any(is_named)
        || dom.tag(id) != Tag::P && !is_between(dom, id, measures)
}

/// Returns whether the nearest blocks before and after a block are of the text.
///
/// Blocks of one link or two are passed over.
fn is_between(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    let is_text = |at: Id| match dom.tag(at) {
        Tag::Text | Tag::Ul | Tag::Ol | Tag::Dl | Tag::Table | Tag::Pre | Tag::Blockquote => true,
        Tag::P => measures[at.index()].prose > 0,
        tag => tag.heading().is_some(),
    };
    next_of_text(id, |at| dom.previous(at), dom, measures).is_some_and(is_text)
        && next_of_text(id, |at| dom.next(at), dom, measures).is_some_and(is_text)
}

/// Returns the nearest sibling in one direction that shows text and is not a block of one link or two.
fn next_of_text(id: Id, next: impl Fn(Id) -> Option<Id>, dom: &Dom, measures: &[Measure]) -> Option<Id> {
    std::iter::successors(next(id), |&at| next(at)).take(ROWS).find(|&at| {
        let is_text = dom.tag(at) == Tag::Text;
        shows_text(dom, at, measures) && (is_text || !is_lone(dom, at, measures[at.index()]))
    })
}

/// Siblings that are looked at on each side of such a block.
const ROWS: usize = 32;

/// Levels up to the note that a block is in.
const NOTES: usize = 5;

/// Returns whether an element is in a note or a footnote.
fn is_in_note(dom: &Dom, id: Id) -> bool {
    std::iter::successors(Some(id), |&at| dom.parent(at)).take(NOTES).any(|at| names::is_note(dom, at))
}

fn is_lone(dom: &Dom, id: Id, own: Measure) -> bool {
    let holds = |tag: Tag| {
        matches!(
            tag,
            Tag::Li | Tag::Td | Tag::Th | Tag::Dd | Tag::Dt | Tag::Pre | Tag::Code | Tag::Blockquote
        )
    };
    let is_line = || dom.tag(id).heading().is_some_and(|rank| rank > 2) && is_lead(dom, id);
    (matches!(dom.tag(id), Tag::Div | Tag::Section | Tag::P) || is_line())
        && (1..=2).contains(&own.links)
        && own.text <= LONE
        && (own.link_density() >= LONE_LINKS || own.link_density() >= LEAD_LINKS && is_lead(dom, id))
        && dom.parent(id).is_none_or(|parent| !holds(dom.tag(parent)))
        && dom.descendants(id).nth(LONE_NODES).is_none()
        && !is_in_note(dom, id)
        && dom.descendants(id).skip(1).map(|below| dom.tag(below)).all(|tag| {
            // Pictures and headings are content that happens to be linked.
            !holds(tag) && tag != Tag::Img && tag.heading().is_none()
        })
}

fn is_lead(dom: &Dom, id: Id) -> bool {
    phrases::is_lead(&phrases::to_lower(&dom.text_content(id)))
}
