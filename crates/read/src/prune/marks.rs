//! Marks of the elements that are boilerplate.

use std::collections::HashSet;

use webagents_html::{Dom, Id, Tag};

use crate::removal::RemovedKind;

/// Reason for the removal of an element, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PruneLevel {
    /// No reader sees it, whatever the page does.
    Unseen,
    /// It is hidden until a script shows it.
    Hidden,
    /// Its name or role is a sign.
    Chrome,
    /// Its class or id is a sign.
    Named,
    /// It is nothing but links, repeated, or around the text of an article.
    Links,
}

/// Marked elements, and the reasons.
pub(super) struct Marks {
    of: Vec<Option<(PruneLevel, RemovedKind)>>,
    /// Weight of a character of the page, in characters of an alphabet.
    pub(super) weight: u32,
    /// Elements `<h1>` that do not name the page's subject.
    pub(super) no_titles: HashSet<Id>,
}

impl Marks {
    /// None yet.
    pub(super) fn new(dom: &Dom, weight: u32) -> Self {
        Self { of: vec![None; dom.node_count()], weight, no_titles: HashSet::new() }
    }

    pub(super) fn mark(&mut self, id: Id, level: PruneLevel, kind: RemovedKind) {
        if let Some(slot) = self.of.get_mut(id.index())
            && slot.is_none_or(|(before, _)| level < before)
        {
            *slot = Some((level, kind));
        }
    }

    /// Returns whether the element is the page's title, as far as is known: an `<h1>`.
    pub(super) fn is_title(&self, dom: &Dom, id: Id) -> bool {
        dom.tag(id) == Tag::H1 && !self.no_titles.contains(&id)
    }

    /// Takes a mark back.
    pub(super) fn clear_mark(&mut self, id: Id) {
        if let Some(slot) = self.of.get_mut(id.index()) {
            *slot = None;
        }
    }

    pub(super) fn is_out(&self, id: Id, level: PruneLevel) -> bool {
        self.kind(id, level).is_some()
    }

    /// The kind of an element that is marked with `level` or a surer one.
    pub(super) fn kind(&self, id: Id, level: PruneLevel) -> Option<RemovedKind> {
        let (found, kind) = self.of.get(id.index()).copied().flatten()?;
        (found <= level).then_some(kind)
    }

    /// The nodes from `root` on, in document order, without those marked with `level` or a surer one.
    pub(super) fn kept_nodes<'a>(
        &'a self,
        dom: &'a Dom,
        root: Id,
        level: PruneLevel,
    ) -> impl Iterator<Item = Id> + 'a {
        let mut at = Some(root);
        std::iter::from_fn(move || {
            while let Some(id) = at {
                if !self.is_out(id, level) {
                    at = dom.following(id, root);
                    return Some(id);
                }
                at = dom.following_skipping(id, root);
            }
            None
        })
    }
}
