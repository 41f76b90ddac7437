//! Removal of the boilerplate of a page.
//!
//! The decision it embodies: content stays unless at least two independent signs mark it as boilerplate
//! (`signs`), and nothing is removed before the rest is known. Each step marks elements with a level of
//! doubt: hidden ones, those whose name or role is a sign, those whose class or id is one, those that consist
//! of links. Then the element that holds the content is chosen, and in it links, repetitions, and the
//! surroundings of an article are marked. If too little of the visible page is left, the last steps are taken
//! back, one after the other, so that a page with something to read is never empty. The removed text is
//! counted by kind.

mod article;
mod choice;
mod chrome;
mod headings;
mod layout;
mod links;
mod marks;
mod measure;
mod named;
mod names;
mod notices;
mod panels;
mod phrases;
mod pictures;
mod posts;
mod repeats;
mod root;
mod series;
mod signs;
#[cfg(test)]
mod tests;
mod titled;
mod titles;

use webagents_html::{Dom, Id, Tag};

use self::choice::{Chosen, choose_content};
use self::layout::find_body;
use self::marks::{Marks, PruneLevel};
use self::measure::measure_total;
use crate::disclosure::Panel;
use crate::hidden::{is_dialog, is_hidden};
use crate::metadata::Metadata;
use crate::noscript::is_unseen_noscript;
use crate::options::{Favor, Images};
use crate::removal::{Counts, Removal, RemovedKind};
use crate::stage::Stage;

/// Rest of a page.
#[derive(Debug)]
pub(crate) struct Pruned {
    /// Nodes to be written.
    pub(crate) roots: Vec<Id>,
    pub(crate) stage: Stage,
    /// Text that was left out.
    pub(crate) removal: Removal,
}

/// Removes boilerplate from the tree. `panels` are the parts that buttons show and hide.
pub(crate) fn prune_content(
    dom: &mut Dom,
    metadata: &Metadata,
    panels: &[Panel],
    images: Images,
    favor: Favor,
) -> Pruned {
    let body = find_body(dom);
    titles::promote_title(dom, body);
    let mut marks = Marks::new(dom, measure::weigh_characters(dom, body));
    let mut chosen = choose_content(dom, body, metadata, panels, &mut marks, favor);
    if images == Images::None {
        // Without pictures there is nothing to describe.
        std::mem::take(&mut chosen.captions).keep_captions(&mut marks);
    }
    let Chosen { roots, level, .. } = &chosen;
    let removal = account_removal(dom, body, roots, &marks, *level);
    if *level == PruneLevel::Links {
        pictures::move_captions(dom, &chosen.captions);
        if let Some(&root) = roots.last() {
            repeats::unlink_repeats(dom, root, &marks);
        }
    }
    for &root in roots {
        if images != Images::All {
            pictures::clear_pictures(dom, root, &marks, *level);
        }
        remove_elements(dom, root, |_, id| marks.is_out(id, *level));
    }
    Pruned { roots: chosen.roots, stage: chosen.stage, removal }
}

/// Counts the text that is not written, by the reason.
fn account_removal(dom: &Dom, body: Id, roots: &[Id], marks: &Marks, level: PruneLevel) -> Removal {
    if level <= PruneLevel::Hidden {
        return Removal::default();
    }
    let mut counts = Counts::default();
    let mut at = Some(body);
    // The blocks around a node, and the kind of the marked or written part that it is in, with the nodes after them.
    let mut parts: Vec<(Option<Id>, Option<RemovedKind>)> = Vec::new();
    // Prose counts in the elements for content, if the page has them.
    let is_main = |id: Id| matches!(dom.tag(id), Tag::Main | Tag::Article);
    let has_main = dom.has(Tag::Main) || dom.has(Tag::Article);
    let mut main_end = None;
    counts.is_content = !has_main;
    while let Some(id) = at {
        while parts.pop_if(|(end, _)| *end == Some(id)).is_some() {}
        if main_end == Some(id) {
            counts.end_block();
            (main_end, counts.is_content) = (None, false);
        }
        if is_unread(dom, id, marks) {
            if counts.is_content && !is_dialog(dom, id) && !names::hint_of(dom, id).is_noise() {
                counts.add_hidden(measure_total(dom, id, marks, PruneLevel::Unseen).prose as usize);
            }
            at = dom.following_skipping(id, body);
            continue;
        }
        let above = parts.last().map_or(Some(RemovedKind::Surroundings), |&(_, kind)| kind);
        let kind = match above {
            _ if roots.contains(&id) => None,
            Some(RemovedKind::Surroundings) | None => marks.kind(id, level).or(above),
            kind => kind,
        };
        if kind != above {
            parts.push((dom.following_skipping(id, body), kind));
        }
        let tag = dom.tag(id);
        if !counts.is_content && is_main(id) {
            (main_end, counts.is_content) = (dom.following_skipping(id, body), true);
        }
        if tag == Tag::A {
            counts.add_link();
        } else if tag.is_block() {
            counts.end_block();
        }
        counts.add_characters(kind, dom.letters(id) as usize);
        at = dom.following(id, body);
    }
    counts.end_block();
    counts.into_removal()
}

/// Returns whether no reader sees the element.
fn is_unread(dom: &Dom, id: Id, marks: &Marks) -> bool {
    measure::is_silent(dom.tag(id)) || marks.is_out(id, PruneLevel::Hidden)
}

/// Removes only parts that no reader sees.
///
/// The text for readers without scripts stays if the page has no other.
pub(crate) fn prune_unseen(dom: &mut Dom) -> Pruned {
    let root = find_body(dom);
    if has_text_for_scripts(dom, root) {
        remove_elements(dom, root, is_unseen_noscript);
    }
    Pruned { roots: vec![root], stage: Stage::Whole, removal: Removal::default() }
}

/// Returns whether there is text outside of elements for readers without scripts.
fn has_text_for_scripts(dom: &Dom, root: Id) -> bool {
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        if dom.letters(id) > 0 || tag == Tag::Img {
            return true;
        }
        let is_skipped = tag == Tag::Noscript || measure::is_silent(tag);
        at = if is_skipped { dom.following_skipping(id, root) } else { dom.following(id, root) };
    }
    false
}

/// Removes hidden elements.
pub(crate) fn remove_hidden(dom: &mut Dom, root: Id) {
    remove_elements(dom, root, |dom, id| is_hidden(dom, id) || is_unseen_noscript(dom, id));
}

/// Takes out every element that `drops` names, with all below it.
pub(crate) fn remove_elements(dom: &mut Dom, root: Id, drops: impl Fn(&Dom, Id) -> bool) {
    let mut at = Some(root);
    while let Some(id) = at {
        if id != root && drops(dom, id) {
            at = dom.following_skipping(id, root);
            separate_words(dom, id);
            dom.detach(id);
        } else {
            at = dom.following(id, root);
        }
    }
}

/// Parts the words before and after an element that ends a line and goes.
fn separate_words(dom: &mut Dom, id: Id) {
    const NODES: usize = 64;
    let is_inline = |other: Option<Id>| other.is_some_and(|other| !dom.tag(other).ends_line());
    let are_joined = is_inline(dom.previous(id)) && is_inline(dom.next(id));
    if are_joined && dom.descendants(id).take(NODES).any(|below| dom.tag(below).ends_line()) {
        dom.insert_text(id, " ");
    }
}
