//! Links of a manual to the code that it describes.
//!
//! Tools that make manuals from code put such a link into each signature. Two signs: the text of the link, and an address
//! that names code.

use webagents_html::{Dom, Id, Tag};

use super::marks::{Marks, PruneLevel};
use crate::removal::RemovedKind;

/// Texts of such a link, without brackets and in lower case.
const TEXTS: [&str; 3] = ["source", "src", "view source"];

/// Parts of its address: folders of code.
const FOLDERS: [&str; 5] = ["src", "source", "sources", "_modules", "_sources"];

/// Nodes below such a link, at most, and bytes of its address.
const NODES: usize = 8;
const ADDRESS: usize = 400;

/// Marks these links.
pub(super) fn mark(dom: &Dom, root: Id, marks: &mut Marks) {
    let found: Vec<Id> = marks.kept(dom, root, PruneLevel::Hidden).filter(|&id| is_source(dom, id)).collect();
    for id in found {
        marks.mark(id, PruneLevel::Chrome, RemovedKind::Navigation);
    }
}

fn is_source(dom: &Dom, id: Id) -> bool {
    let Some(address) = dom.attribute(id, "href").filter(|_| dom.tag(id) == Tag::A) else { return false };
    if dom.descendants(id).nth(NODES).is_some() || address.len() > ADDRESS {
        return false;
    }
    let text = dom.text_content(id).to_lowercase();
    let text = text.trim().trim_start_matches('[').trim_end_matches(']').trim();
    TEXTS.contains(&text) && address.split(['/', '#', '?']).any(|part| FOLDERS.contains(&part))
}
