//! What is no content by what the elements themselves say: hidden parts, navigation, headers, footers.
//!
//! Only what HTML and ARIA define is looked at here; what authors call their elements is `names`.

use super::{Level, Marks};
use crate::dom::{Dom, Id, Tag};

/// A `<noscript>` with this much text is the page itself, for readers without scripts.
const NOSCRIPT: usize = 200;

/// Nodes that are looked at below a list of languages.
const LANGUAGES: usize = 4_096;

/// Marks what is hidden and what is no content by its name or role. True: an element says that it holds the content.
pub(super) fn mark(dom: &Dom, root: Id, marks: &mut Marks) -> bool {
    // Ancestors that make a difference, as bits: `<article>` or `<main>`, `<blockquote>`, a list.
    const INSIDE: u8 = 1;
    const QUOTE: u8 = 2;
    const LIST: u8 = 4;
    let mut around = vec![0_u8; dom.len()];
    let titled = has_free_title(dom, root);
    let holds_title = with_title(dom, root);
    let mut names_main = dom.has(Tag::Main);
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        // What says nothing of itself and holds nothing may stay.
        if tag == Tag::Text || dom.is_bare(id) {
            at = dom.following(id, root);
            continue;
        }
        let above = dom.parent(id).map_or(0, |parent| around[parent.index()]);
        let role = dom.attribute(id, "role");
        names_main |= role == Some("main");
        around[id.index()] = above
            | match tag {
                Tag::Article | Tag::Main => INSIDE,
                Tag::Blockquote => QUOTE,
                Tag::Ul | Tag::Ol => LIST,
                _ if role == Some("main") => INSIDE,
                _ => 0,
            };
        if id != root && is_unseen_noscript(dom, id) {
            marks.mark(id, Level::Unseen);
        } else if id != root && is_hidden(dom, id) {
            marks.mark(id, Level::Hidden);
        } else if id != root {
            let is_outer_list = matches!(tag, Tag::Ul | Tag::Ol) && above & LIST == 0;
            let may_go = titled || !holds_title[id.index()];
            if is_shell(tag, role, above & INSIDE != 0, above & QUOTE != 0, may_go)
                || is_outer_list && names_languages(dom, id)
            {
                marks.mark(id, Level::Shell);
            }
        }
        at = dom.following(id, root);
    }
    names_main
}

pub(super) fn is_hidden(dom: &Dom, id: Id) -> bool {
    dom.attributes(id).any(|(name, value)| match name {
        "hidden" => !value.eq_ignore_ascii_case("until-found"),
        "aria-hidden" => value == "true",
        "style" => style_hides(value),
        _ => false,
    })
    // React sends what was not ready in such an element, for its script to put in place (`react-dom/server`).
    && dom.attribute(id, "id").is_none_or(|id| !id.starts_with("S:"))
}

fn style_hides(style: &str) -> bool {
    let names =
        |word: &[u8]| style.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word));
    if !names(b"none") && !names(b"hidden") {
        return false;
    }
    let style: String = style.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    let style = style.to_ascii_lowercase();
    style.contains("display:none") || style.contains("visibility:hidden")
}

pub(super) fn is_unseen_noscript(dom: &Dom, id: Id) -> bool {
    dom.tag(id) == Tag::Noscript
        && dom.text_content(id).split_whitespace().map(str::len).sum::<usize>() < NOSCRIPT
}

/// For each node whether the title of the page, an `<h1>`, stands below it.
fn with_title(dom: &Dom, root: Id) -> Vec<bool> {
    let mut holds = vec![false; dom.len()];
    if !dom.has(Tag::H1) {
        return holds;
    }
    for title in dom.descendants(root).filter(|&id| dom.tag(id) == Tag::H1) {
        let mut at = Some(title);
        while let Some(id) = at.filter(|id| !holds[id.index()]) {
            holds[id.index()] = true;
            at = dom.parent(id);
        }
    }
    holds
}

/// Whether there is a title outside of headers and navigation.
fn has_free_title(dom: &Dom, root: Id) -> bool {
    let mut at = Some(root).filter(|_| dom.has(Tag::H1));
    while let Some(id) = at {
        at = match dom.tag(id) {
            Tag::H1 => return true,
            Tag::Header | Tag::Nav | Tag::Footer | Tag::Dialog | Tag::Aside => {
                dom.following_skipping(id, root)
            }
            _ => dom.following(id, root),
        };
    }
    false
}

fn is_shell(tag: Tag, role: Option<&str>, inside: bool, quote: bool, titled: bool) -> bool {
    match tag {
        Tag::Nav | Tag::Aside | Tag::Dialog | Tag::Button | Tag::Search => true,
        // Of a quote it is the source.
        Tag::Footer => !quote,
        // The header of an article holds its title.
        Tag::Header => !inside && titled,
        _ => role.is_some_and(|role| {
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

/// Whether the list is of the page in other languages: links that each say which one it is there (`hreflang`).
fn names_languages(dom: &Dom, list: Id) -> bool {
    let says = |link: Id| dom.attribute(link, "hreflang").is_some();
    let mut nodes = dom.descendants(list);
    let mut links = nodes.by_ref().take(LANGUAGES).filter(|&id| dom.tag(id) == Tag::A);
    links.next().is_some_and(says) && links.all(says) && nodes.next().is_none()
}
