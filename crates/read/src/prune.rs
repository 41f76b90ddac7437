//! What of a page is worth reading.
//!
//! This is the shell: elements whose name or role says that they are no content (navigation, headers and footers of
//! the page, forms), what is hidden, and what no reader without scripts sees. It looks at no classes and no text.

use crate::dom::{Dom, Id, Tag};
use crate::reading::Stage;

/// A `<noscript>` with this much text is the page itself, for readers without scripts.
const NOSCRIPT: usize = 200;

/// What is left of a page.
#[derive(Debug)]
pub(crate) struct Pruned {
    /// What is to be written.
    pub(crate) roots: Vec<Id>,
    pub(crate) stage: Stage,
}

/// Takes out of the tree what is no content.
pub(crate) fn content(dom: &mut Dom) -> Pruned {
    let root = body(dom);
    unseen(dom, root);
    remove(dom, root, is_shell);
    Pruned { roots: vec![root], stage: Stage::Shell }
}

/// Takes out only what no reader sees.
pub(crate) fn whole(dom: &mut Dom) -> Pruned {
    let root = body(dom);
    remove(dom, root, is_unseen_noscript);
    Pruned { roots: vec![root], stage: Stage::Whole }
}

fn body(dom: &Dom) -> Id {
    dom.find(Id::DOCUMENT, Tag::Body).unwrap_or(Id::DOCUMENT)
}

/// Takes out what is hidden.
pub(crate) fn unseen(dom: &mut Dom, root: Id) {
    remove(dom, root, |dom, id| is_hidden(dom, id) || is_unseen_noscript(dom, id));
}

/// Takes out every element that `drops` names, with all below it.
pub(crate) fn remove(dom: &mut Dom, root: Id, drops: impl Fn(&Dom, Id) -> bool) {
    let mut at = Some(root);
    while let Some(id) = at {
        if id != root && drops(dom, id) {
            at = dom.following_skipping(id, root);
            dom.detach(id);
        } else {
            at = dom.following(id, root);
        }
    }
}

fn is_hidden(dom: &Dom, id: Id) -> bool {
    dom.attributes(id).any(|(name, value)| match name {
        "hidden" => !value.eq_ignore_ascii_case("until-found"),
        "aria-hidden" => value == "true",
        "style" => {
            let style: String = value.chars().filter(|c| !c.is_ascii_whitespace()).collect();
            let style = style.to_ascii_lowercase();
            style.contains("display:none") || style.contains("visibility:hidden")
        }
        _ => false,
    })
}

fn is_unseen_noscript(dom: &Dom, id: Id) -> bool {
    dom.tag(id) == Tag::Noscript
        && dom.text_content(id).split_whitespace().map(str::len).sum::<usize>() < NOSCRIPT
}

fn is_shell(dom: &Dom, id: Id) -> bool {
    match dom.tag(id) {
        Tag::Nav | Tag::Aside | Tag::Footer | Tag::Dialog | Tag::Button | Tag::Search => true,
        // The header of an article holds its title.
        Tag::Header => dom.descendants(id).all(|below| dom.tag(below) != Tag::H1),
        _ => dom.attribute(id, "role").is_some_and(|role| {
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
        }),
    }
}
