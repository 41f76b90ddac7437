//! Classes of elements.

use webagents_html::{Dom, Id};

/// Class names of an element that are looked at, at most.
const NAMES: usize = 32;

/// Returns whether an element has a class.
pub(crate) fn has_class(dom: &Dom, id: Id, class: &str) -> bool {
    any_class(dom, id, |name| name == class)
}

/// Returns whether an element has a class of which `is` holds.
pub(crate) fn any_class(dom: &Dom, id: Id, is: impl Fn(&str) -> bool) -> bool {
    dom.attribute(id, "class").is_some_and(|classes| classes.split_ascii_whitespace().take(NAMES).any(is))
}
