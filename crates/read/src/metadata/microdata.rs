//! Microdata (HTML Standard, section 5): the metadata in elements with `itemprop`.
//!
//! The decision it embodies: a property counts only if it belongs to the page's own item. The type of this
//! item is an article or a thing with a page of its own, and the item is not a property of another one. A
//! comment's author is not the page's.

use webagents_html::{Dom, Id, Tag};

use super::json_ld::Rank;
use super::sources::{bounded_text, has_token};
use crate::limits;

/// Items of microdata, the first of each.
#[derive(Debug, Default)]
pub(super) struct Items {
    pub(super) title: Option<String>,
    pub(super) authors: Vec<String>,
    pub(super) published: Option<String>,
    pub(super) modified: Option<String>,
    pub(super) description: Option<String>,
}

/// Reads the properties `found`, in document order.
pub(super) fn read_items(dom: &Dom, found: &[Id]) -> Items {
    let mut items = Items::default();
    // The first item that counts is the page; the next may be a list of others.
    let mut page = None;
    let found: Vec<(Id, Id)> = found.iter().filter_map(|&id| Some((id, find_item(dom, id)?))).collect();
    for &(id, item) in &found {
        let names = dom.attribute(id, "itemprop");
        let is_about = || Rank::of(type_of(dom, item)).is_some_and(|rank| rank <= Rank::Thing);
        if page.is_none() && is_property(dom, item).is_none() && is_about() {
            page = Some(item);
        }
        if page != Some(item) {
            continue;
        }
        let value = || read_value(dom, id);
        if items.title.is_none() && (has_token(names, "headline") || has_token(names, "name")) {
            items.title = value();
        }
        if items.published.is_none() && has_token(names, "datePublished") {
            items.published = value();
        }
        if items.modified.is_none() && has_token(names, "dateModified") {
            items.modified = value();
        }
        if items.description.is_none() && has_token(names, "description") {
            items.description = value();
        }
        if has_token(names, "author") && items.authors.len() < limits::AUTHORS {
            let is_item = dom.attribute(id, "itemscope").is_some();
            let is_name = |part: Id| has_token(dom.attribute(part, "itemprop"), "name");
            let name = found.iter().find(|&&(part, of)| is_item && of == id && is_name(part));
            items.authors.extend(name.map_or_else(value, |&(name, _)| read_value(dom, name)));
        }
    }
    items
}

/// The item that a property belongs to.
fn find_item(dom: &Dom, id: Id) -> Option<Id> {
    std::iter::successors(dom.parent(id), |&at| dom.parent(at))
        .find(|&at| dom.attribute(at, "itemscope").is_some())
}

/// The name of an item that is a property of another item, other than `mainEntity`.
fn is_property(dom: &Dom, item: Id) -> Option<&str> {
    dom.attribute(item, "itemprop").filter(|names| !has_token(Some(names), "mainEntity"))
}

fn type_of(dom: &Dom, item: Id) -> &str {
    dom.attribute(item, "itemtype").unwrap_or_default().split_ascii_whitespace().next().unwrap_or_default()
}

/// The value of a property (HTML Standard, section 5.2.4), of which only texts are of use here.
fn read_value(dom: &Dom, id: Id) -> Option<String> {
    let given = match dom.tag(id) {
        Tag::Time => dom.attribute(id, "datetime").or_else(|| dom.attribute(id, "content")),
        _ => dom.attribute(id, "content"),
    };
    let value = match given {
        Some(given) => given.chars().take(8 * limits::DESCRIPTION).collect(),
        None => bounded_text(dom, id, limits::DESCRIPTION),
    };
    (!value.trim().is_empty()).then_some(value)
}
