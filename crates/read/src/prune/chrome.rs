//! Boilerplate by element: hidden parts, navigation, headers, footers.
//!
//! Only what HTML and ARIA define is looked at here; the names that authors give are for `names`. A role is
//! one sign (`signs`), so an `<aside>` with a section of its own, or a `<footer>` with a transcript, stays.

use std::collections::HashSet;

use webagents_html::{Dom, Id, Tag};

use super::layout::{self, LITTLE, SIBLINGS};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, is_silent, percent_of};
use super::names;
use super::signs::{self, Page};
use crate::disclosure::{self, Panel};
use crate::hidden::{is_data, is_dialog, is_hidden};
use crate::noscript::{find_placeholder, is_unseen_noscript};
use crate::removal::RemovedKind;

/// Part of the page that a short element has at most, in percent, and characters of a button, at most.
const SHORT: u32 = 25;
const BUTTON: u32 = 80;

/// Nodes that are looked at below a form that is closed.
const FORM_NODES: usize = 4_096;

/// Maximum length of the label of a field in such a form, in characters.
const LABEL: usize = 80;

/// Part of the page's text, in percent, that is too much to be hidden for good.
///
/// The second is its length in characters.
const HIDDEN: usize = 60;
const HIDDEN_TEXT: usize = 200;

/// Ancestors that make a difference: `<article>` or `<main>`, `<blockquote>`, hidden elements.
const INSIDE: u8 = 1;
const QUOTE: u8 = 2;
const HIDES: u8 = 4;

/// Result of the search for hidden elements.
pub(super) struct Chrome {
    /// Elements that may be boilerplate by their name or role, with the ancestors that make a difference.
    candidates: Vec<(Id, u8)>,
    /// `true` if an element declares that it holds the content.
    pub(super) names_main: bool,
    pub(super) mains: Vec<Id>,
    /// `true` if the page hides nearly all of its text until its scripts run. It is shown.
    pub(super) was_hidden: bool,
}

impl Chrome {
    /// The element that holds the content by its name, if it shows something.
    pub(super) fn main(&self, measures: &[Measure]) -> Option<Id> {
        let largest = self.mains.iter().copied().max_by_key(|id| measures[id.index()].text)?;
        (measures[largest.index()].text >= LITTLE).then_some(largest)
    }
}

/// Marks hidden elements, and finds possible boilerplate by name or role.
pub(super) fn hide_elements(dom: &Dom, root: Id, marks: &mut Marks) -> Chrome {
    let mut around = vec![0_u8; dom.node_count()];
    let mut chrome = Chrome {
        candidates: Vec::new(),
        names_main: dom.has(Tag::Main),
        mains: Vec::new(),
        was_hidden: false,
    };
    // Elements that are hidden by themselves, the amount of text below them, and `true` for a part of the
    // declared content.
    let mut hidden: Vec<(Id, usize, bool)> = Vec::new();
    // How much of both kinds is visible.
    let mut visible = [0, 0];
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        let above = dom.parent(id).map_or(0, |parent| around[parent.index()]);
        if tag == Tag::Text {
            let count = dom.letters(id) as usize;
            match hidden.last_mut() {
                Some((_, letters, _)) if above & HIDES != 0 => *letters += count,
                _ => visible[usize::from(above & INSIDE != 0)] += count,
            }
            at = dom.following(id, root);
            continue;
        }
        if is_silent(tag) {
            at = dom.following_skipping(id, root);
            continue;
        }
        // Elements without attributes and contents may stay.
        if dom.is_bare(id) {
            at = dom.following(id, root);
            continue;
        }
        let role = dom.attribute(id, "role");
        let mut own = above
            | match tag {
                Tag::Article | Tag::Main => INSIDE,
                Tag::Blockquote => QUOTE,
                _ if role == Some("main") => INSIDE,
                _ => 0,
            };
        if tag == Tag::Main || role == Some("main") {
            chrome.names_main = true;
            chrome.mains.push(id);
        } else if tag == Tag::Article && above & INSIDE == 0 {
            chrome.mains.push(id);
        }
        if id != root && is_unseen_noscript(dom, id) {
            marks.mark(id, PruneLevel::Unseen, RemovedKind::Boilerplate);
            at = dom.following_skipping(id, root);
            continue;
        }
        if tag == Tag::Noscript
            && let Some(image) = find_placeholder(dom, id)
        {
            marks.mark(image, PruneLevel::Unseen, RemovedKind::Repeated);
        }
        if id != root && (is_hidden(dom, id) || is_data(dom, id)) {
            marks.mark(id, PruneLevel::Hidden, RemovedKind::Boilerplate);
            if above & HIDES == 0 {
                hidden.push((id, 0, above & INSIDE != 0));
                own |= HIDES;
            }
        } else if id != root && (has_role(tag, role) || is_dialog(dom, id)) {
            chrome.candidates.push((id, above));
        }
        around[id.index()] = own;
        at = dom.following(id, root);
    }
    let sum = |of: &dyn Fn(bool) -> bool| -> usize {
        hidden.iter().filter(|&&(.., inside)| of(inside)).map(|&(_, letters, _)| letters).sum()
    };
    let (all, content) = (visible[0] + visible[1] + sum(&|_| true), visible[1] + sum(&|inside| inside));
    for (id, letters, inside) in hidden {
        let is_dialog = is_dialog(dom, id);
        let whole = if inside { content } else { all };
        if letters >= HIDDEN_TEXT
            && letters.saturating_mul(100) >= whole.saturating_mul(HIDDEN)
            && !is_dialog
            && is_text(dom, id)
        {
            marks.clear_mark(id);
            chrome.was_hidden = true;
        }
    }
    chrome
}

/// Returns whether the element holds a heading or paragraphs, as text has and data for scripts has not.
fn is_text(dom: &Dom, id: Id) -> bool {
    const PARAGRAPHS: usize = 2;
    let has_heading = dom.descendants(id).any(|below| dom.tag(below).heading().is_some());
    let is_paragraph = |below: &Id| dom.tag(*below) == Tag::P && dom.first_child(*below).is_some();
    has_heading || dom.descendants(id).filter(is_paragraph).nth(PARAGRAPHS - 1).is_some()
}

/// Marks boilerplate by its name or role and at least one other sign.
///
/// Returns the amount that is certainly boilerplate.
pub(super) fn mark_chrome(page: Page<'_>, chrome: &Chrome, panels: &[Panel], marks: &mut Marks) -> Measure {
    let mut certain = Measure::default();
    // Candidates are in document order, so that those below one that goes follow it.
    let mut last = None;
    let Page { dom, measures, whole, .. } = page;
    let root = layout::find_body(dom);
    let titled = has_free_title(dom, root, marks);
    let holds_title = with_title(dom, root, marks);
    let mut openers = HashSet::new();
    for panel in panels {
        let own = measures[panel.id.index()];
        let below = dom.descendants(panel.id).take(FORM_NODES);
        let fields = below.filter(|&below| dom.tag(below) == Tag::Input).count();
        if fields == 0 {
            if own.text > 0 && !signs::is_linked(own) && disclosure::is_next_to_button(dom, panel) {
                openers.insert(panel.button);
            }
        } else if panel.is_closed && own.headings == 0 && own.text as usize <= (fields + 1) * LABEL {
            // A filter, or a form, that is closed.
            marks.mark(panel.id, PruneLevel::Chrome, RemovedKind::Boilerplate);
            certain.add(own);
        }
    }
    for &(id, above) in &chrome.candidates {
        let (tag, own) = (dom.tag(id), measures[id.index()]);
        let may_go = titled || !holds_title[id.index()];
        let inside = above & INSIDE != 0;
        let is_dialog = is_dialog(dom, id);
        if last.is_some_and(|last| signs::is_below(dom, id, last)) {
            continue;
        }
        let goes = match tag {
            // Of a quote it is the source.
            Tag::Footer if above & QUOTE != 0 => false,
            // The header of an article holds its title, and so does pandoc's.
            Tag::Header if inside || !may_go || dom.attribute(id, "id") == Some("title-block-header") => {
                false
            }
            // Footnotes and notes are content, whatever their place.
            Tag::Aside if names::is_note(dom, id) && !signs::has_fields(own) => false,
            // A heading, and the title of a part that can be opened, may be a button.
            Tag::Button => own.text <= BUTTON && !openers.contains(&id) && !is_in_text(page, id),
            _ => is_dialog || !page.is_large(id),
        };
        // Boilerplate may consist of a heading only.
        let is_short = page.is_short(own) || own.prose == 0 && percent_of(own.text, whole.text) <= SHORT;
        let is_edge = matches!(tag, Tag::Footer | Tag::Header) && !inside;
        // The length of a note within the content does not count as a sign.
        let has_text = || own.prose > 0 || own.held > 0 || layout::ends_sentence(&dom.text_content(id));
        // The sentences of a manual name the targets of their links.
        let is_sentence = || !signs::is_linked(own) || layout::ends_sentence(&dom.text_content(id));
        let is_free = own.links == 0 || page.is_manual && is_sentence();
        let is_note = tag == Tag::Aside && (page.is_inside(id) || page.is_manual) && is_free && has_text();
        let is_short = is_short && !is_note;
        let count = || {
            1 + signs::of_role_name(dom, id)
                + u32::from(is_short)
                + u32::from(is_edge)
                + u32::from(is_dialog && is_folded(dom, id)) * 2
                + page.count_signs(id)
        };
        let found = if goes { count() } else { 0 };
        // A list or a table of things that lead nowhere is an author's, such as the ingredients next to the steps of a
        // recipe.
        let is_table = || own.links == 0 && own.fields == 0 && dom.find(id, Tag::Tr).is_some();
        let is_list = || tag == Tag::Aside && (is_table() || signs::is_list(dom, id, measures));
        let is_aside = || is_note && (page.is_manual || layout::is_amid(dom, id, measures));
        // The end of an article, such as its sources, has no links that leave it.
        let is_end = tag == Tag::Footer && inside && own.links == 0 && own.fields == 0 && has_text();
        let needs = page.needed_signs(id, own) + u32::from(is_end || is_aside());
        if found == 0 || found < needs || found < needs + 2 && is_list() {
            continue;
        }
        // A list of ingredients may share its place with boilerplate.
        if tag == Tag::Aside
            && let Some(kept) = dom
                .descendants(id)
                .skip(1)
                .take(FORM_NODES)
                .filter(|&at| matches!(dom.tag(at), Tag::Div | Tag::Section))
                .take(SIBLINGS)
                .find(|&at| signs::is_quantities(dom, at, measures))
        {
            let mut at = kept;
            while at != id {
                let parent = dom.parent(at).unwrap_or(id);
                let others: Vec<Id> = dom.children(parent).filter(|&other| other != at).collect();
                for other in others {
                    marks.mark(other, PruneLevel::Chrome, RemovedKind::Boilerplate);
                }
                at = parent;
            }
            last = None;
            continue;
        }
        // A dialog lies over the page, and does not belong to its contents.
        let level = if is_dialog { PruneLevel::Hidden } else { PruneLevel::Chrome };
        let kind = match tag {
            _ if is_dialog => RemovedKind::Boilerplate,
            Tag::Aside | Tag::Button => RemovedKind::Boilerplate,
            _ => RemovedKind::Navigation,
        };
        marks.mark(id, level, kind);
        last = Some(id);
        if is_dialog || found >= signs::CERTAIN {
            certain.add(own);
        }
    }
    certain
}

/// Returns whether the element is shown once its summary is chosen.
fn is_folded(dom: &Dom, id: Id) -> bool {
    dom.parent(id)
        .is_some_and(|above| dom.tag(above) == Tag::Details && dom.attribute(above, "open").is_none())
}

/// Returns whether a button is part of the page's text.
///
/// It is in a heading, alone in a cell, within a sentence, or a question that text follows.
fn is_in_text(page: Page<'_>, id: Id) -> bool {
    let Page { dom, measures, .. } = page;
    let shows = |at: Option<Id>| at.is_some_and(|at| !dom.text(at).trim().is_empty());
    let is_word = || shows(dom.previous(id)) && shows(dom.next(id));
    let is_cell = || {
        let cell = dom.parent(id).filter(|&cell| dom.tag(cell) == Tag::Td);
        cell.is_some_and(|cell| layout::is_alone(dom, id, cell, measures))
    };
    let is_question = || {
        let alone = dom.parent(id).filter(|&at| layout::is_alone(dom, id, at, measures));
        let mut after =
            std::iter::successors(dom.next(alone.unwrap_or(id)), |&at| dom.next(at)).take(SIBLINGS);
        dom.text_content(id).trim_end().ends_with(['?', '\u{ff1f}', '\u{61f}'])
            && after.any(|at| measures[at.index()].text > 0)
    };
    is_in_title(dom, id) || is_word() || is_cell() || is_question()
}

/// Returns whether the element is part of a heading, a term or a summary.
fn is_in_title(dom: &Dom, id: Id) -> bool {
    let is_title = |tag: Tag| {
        let is_label = matches!(tag, Tag::Dt | Tag::Summary | Tag::Legend | Tag::Caption | Tag::Th);
        tag.heading().is_some() || is_label
    };
    std::iter::successors(dom.parent(id), |&at| dom.parent(at)).take(3).any(|above| is_title(dom.tag(above)))
}

/// For each node, whether the title of the page, an `<h1>`, is below it.
fn with_title(dom: &Dom, root: Id, marks: &Marks) -> Vec<bool> {
    let mut holds = vec![false; dom.node_count()];
    if !dom.has(Tag::H1) {
        return holds;
    }
    for title in dom.descendants(root).filter(|&id| marks.is_title(dom, id)) {
        let mut at = Some(title);
        while let Some(id) = at.filter(|id| !holds[id.index()]) {
            holds[id.index()] = true;
            at = dom.parent(id);
        }
    }
    holds
}

/// Returns whether there is a title outside of headers and navigation.
fn has_free_title(dom: &Dom, root: Id, marks: &Marks) -> bool {
    let mut at = Some(root).filter(|_| dom.has(Tag::H1));
    while let Some(id) = at {
        at = match dom.tag(id) {
            Tag::H1 if marks.is_title(dom, id) => return true,
            Tag::Header | Tag::Nav | Tag::Footer | Tag::Dialog | Tag::Aside => {
                dom.following_skipping(id, root)
            }
            _ => dom.following(id, root),
        };
    }
    false
}

/// Returns whether the element has a name or a role of a part around the content.
///
/// See HTML Standard, section 4.3, and WAI-ARIA 1.2, section 5.3.4.
fn has_role(tag: Tag, role: Option<&str>) -> bool {
    matches!(tag, Tag::Nav | Tag::Aside | Tag::Dialog | Tag::Button | Tag::Search | Tag::Footer | Tag::Header)
        || role.is_some_and(|role| {
            matches!(
                role,
                "navigation"
                    | "banner"
                    | "contentinfo"
                    | "complementary"
                    | "search"
                    | "menu"
                    | "menubar"
                    | "dialog"
                    | "alertdialog"
                    | "toolbar"
            )
        })
}
