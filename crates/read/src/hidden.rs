//! Elements that a page hides.

use webagents_html::{Dom, Id, Tag};

/// Children of an element that are looked at.
const SIBLINGS: usize = 64;

/// Takes from an element what hides it.
pub(crate) fn show_element(dom: &mut Dom, id: Id) {
    for name in ["hidden", "aria-hidden", "style"] {
        dom.drop_attribute(id, name);
    }
}

/// Returns whether an element hides itself, by an attribute or its style.
pub(crate) fn is_hidden(dom: &Dom, id: Id) -> bool {
    let is_closed = dom.tag(id) == Tag::Dialog && dom.attribute(id, "open").is_none();
    (is_closed || dom.attributes(id).any(|(name, value)| match name {
        "hidden" => !value.eq_ignore_ascii_case("until-found"),
        "aria-hidden" => value == "true" && !is_shown_fact(dom, id) && !is_titled_sign(dom, id),
        "style" => style_hides(value),
        _ => false,
    }))
    // The panel of a tab is shown once the tab is chosen (WAI-ARIA 1.2, section 5.4).
    && dom.attribute(id, "role") != Some("tabpanel")
    && !dom.attribute(id, "class").is_some_and(is_pane)
    // React sends late content in such an element; its script moves the content into place
    // (`react-dom/server`).
    && dom.attribute(id, "id").is_none_or(|id| !id.starts_with("S:"))
}

/// Returns whether a class is the name that libraries give to the panel of a tab.
fn is_pane(class: &str) -> bool {
    let mut names = class.split_ascii_whitespace();
    names.any(|name| matches!(name, "tab-pane" | "tab-panel" | "tabpanel" | "tab-content"))
}

/// Returns whether an element that screen readers pass over is a figure in a line of text.
///
/// It has a digit, and no element next to it repeats it for screen readers.
fn is_shown_fact(dom: &Dom, id: Id) -> bool {
    const NODES: usize = 16;
    const LENGTH: usize = 40;
    if !matches!(dom.tag(id), Tag::Span | Tag::B | Tag::Strong) || dom.descendants(id).nth(NODES).is_some() {
        return false;
    }
    let text = dom.text_content(id);
    let is_other = |at: Id| at != id && (dom.tag(at) != Tag::Text && !dom.text_content(at).trim().is_empty());
    text.len() <= LENGTH
        && text.contains(char::is_numeric)
        && dom.parent(id).is_some_and(|parent| {
            dom.children(parent).nth(SIBLINGS).is_none() && !dom.children(parent).any(is_other)
        })
}

/// Returns whether an element that screen readers pass over is a sign with a title in a cell.
fn is_titled_sign(dom: &Dom, id: Id) -> bool {
    dom.attribute(id, "title").is_some_and(|title| !title.trim().is_empty())
        && dom.parent(id).is_some_and(|parent| dom.tag(parent) == Tag::Td)
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

/// Returns whether the element is an object or a list of JSON for scripts, which its class hides.
pub(crate) fn is_data(dom: &Dom, id: Id) -> bool {
    let only = dom.first_child(id).filter(|&child| dom.next(child).is_none());
    only.map(|child| dom.text(child).trim()).is_some_and(|text| {
        text.starts_with(['{', '['])
            && dom.attribute(id, "class").is_some_and(|class| class.contains("hidden"))
            && serde_json::from_str::<serde_json::Value>(text).is_ok()
    })
}

/// Returns whether the element is a dialog, by its name or its role.
///
/// The names of a page's own elements have a hyphen.
pub(crate) fn is_dialog(dom: &Dom, id: Id) -> bool {
    match dom.tag(id) {
        Tag::Dialog => true,
        Tag::Other if dom.name(id).ends_with("-dialog") || dom.name(id).ends_with("-modal") => true,
        _ => dom.attribute(id, "role").is_some_and(|role| matches!(role, "dialog" | "alertdialog")),
    }
}
