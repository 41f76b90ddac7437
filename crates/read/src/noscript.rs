//! Elements `<noscript>`: text and pictures for readers without scripts.

use webagents_html::{Dom, Id, Tag};

use crate::hidden::is_hidden;

/// Children and nodes that are looked at.
const SIBLINGS: usize = 64;

/// A `<noscript>` with this much text is the page itself, for readers without scripts.
const NOSCRIPT: usize = 200;

/// Returns whether a `<noscript>` has little text, and no picture that is nowhere else.
pub(crate) fn is_unseen_noscript(dom: &Dom, id: Id) -> bool {
    dom.tag(id) == Tag::Noscript
        && dom.text_content(id).split_whitespace().map(str::len).sum::<usize>() < NOSCRIPT
        && find_placeholder(dom, id).is_none()
        && !holds_only_picture(dom, id)
}

/// Returns whether a `<noscript>` holds a described picture and no text, and no picture is next to it.
fn holds_only_picture(dom: &Dom, id: Id) -> bool {
    let says =
        |image: Id, name: &str, wanted: fn(&str) -> bool| dom.attribute(image, name).is_some_and(wanted);
    let is_pixel = |size: &str| matches!(size.trim().trim_end_matches("px"), "0" | "1");
    find_picture(dom, id).is_some_and(|image| {
        says(image, "alt", |alt| !alt.trim().is_empty())
            && !says(image, "width", is_pixel)
            && !says(image, "height", is_pixel)
            && !is_hidden(dom, image)
    }) && picture_next_to(dom, id).is_none()
        && dom.descendants(id).all(|below| dom.letters(below) == 0)
}

/// Returns the placeholder before or after a `<noscript>` that holds its picture.
pub(crate) fn find_placeholder(dom: &Dom, id: Id) -> Option<Id> {
    find_picture(dom, id).and(picture_next_to(dom, id)).filter(|&beside| !has_source(dom, beside))
}

/// Returns the first picture of an element if it has an address.
fn find_picture(dom: &Dom, id: Id) -> Option<Id> {
    find_image(dom, id).filter(|&id| has_source(dom, id))
}

fn find_image(dom: &Dom, id: Id) -> Option<Id> {
    dom.descendants(id).take(SIBLINGS).find(|&below| dom.tag(below) == Tag::Img)
}

/// Returns the picture before or after a `<noscript>`. Another `<noscript>` does not count.
fn picture_next_to(dom: &Dom, id: Id) -> Option<Id> {
    let next = |step: fn(&Dom, Id) -> Option<Id>| {
        let mut beside = std::iter::successors(step(dom, id), |&at| step(dom, at)).take(SIBLINGS);
        beside.find(|&at| dom.tag(at) != Tag::Text).filter(|&at| dom.tag(at) != Tag::Noscript)
    };
    [next(Dom::previous), next(Dom::next)].into_iter().flatten().find_map(|at| find_image(dom, at))
}

fn has_source(dom: &Dom, image: Id) -> bool {
    dom.attributes(image).any(|(name, value)| {
        let is_source = matches!(name, "src" | "srcset")
            || name.starts_with("data-")
                && (name.contains("src") || name.contains("original") || name.contains("lazy"));
        is_source && !value.is_empty() && !value.starts_with("data:") && value.contains(['/', '.'])
    })
}
