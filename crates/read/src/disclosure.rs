//! Elements that a button shows and hides.
//!
//! See WAI-ARIA 1.2, sections 6.6.4 (`aria-controls`) and 6.6.9 (`aria-expanded`), and the pattern "Accordion" of the
//! ARIA Authoring Practices Guide.

use std::collections::HashMap;

use webagents_html::{Dom, Id, Tag};

use crate::hidden::{is_hidden, show_element};

/// Levels above a button in which its panel is looked for.
const LEVELS: usize = 4;

/// Siblings of a button that are passed over.
const SIBLINGS: usize = 64;

/// Nodes of a panel that are looked at.
const NODES: usize = 4_096;

/// Maximum part of the text of a panel that is links, in percent.
const LINKS: u32 = 30;

/// An element that a button shows and hides.
pub(crate) struct Panel {
    pub(crate) button: Id,
    pub(crate) id: Id,
    pub(crate) is_closed: bool,
}

/// Finds the elements that others show and hide.
fn find_panels(dom: &Dom, root: Id) -> Vec<Panel> {
    let opener = |id: Id| {
        let is_closed = dom.attribute(id, "aria-expanded")?.eq_ignore_ascii_case("false");
        Some((dom.attribute(id, "aria-controls")?, (id, is_closed)))
    };
    let openers: HashMap<&str, (Id, bool)> = dom.descendants(root).filter_map(opener).collect();
    if openers.is_empty() {
        return Vec::new();
    }
    let panel = |id: Id| {
        let &(button, is_closed) = openers.get(dom.attribute(id, "id")?)?;
        Some(Panel { button, id, is_closed })
    };
    dom.descendants(root).filter_map(panel).collect()
}

/// Returns whether the panel comes next after its button, or after an element around that.
pub(crate) fn is_next_to_button(dom: &Dom, panel: &Panel) -> bool {
    let next = |at: Id| {
        let mut after = std::iter::successors(dom.next(at), |&at| dom.next(at)).take(SIBLINGS);
        after.find(|&at| dom.tag(at) != Tag::Text || !dom.text(at).trim().is_empty())
    };
    let mut around = std::iter::successors(Some(panel.button), |&at| dom.parent(at)).take(LEVELS);
    around.any(|at| next(at) == Some(panel.id))
}

/// Removes what hides closed panels of text, and returns all panels.
///
/// A question with its answer belongs to the page's text. Menus, forms and dialogs do not.
pub(crate) fn open_panels(dom: &mut Dom) -> Vec<Panel> {
    let panels = find_panels(dom, Id::DOCUMENT);
    let is_closed =
        |panel: &&Panel| panel.is_closed && is_next_to_button(dom, panel) && is_text(dom, panel.id);
    let answers = dom.descendants(Id::DOCUMENT).filter(|&id| is_answer(dom, id));
    let closed: Vec<Id> = panels.iter().filter(is_closed).map(|panel| panel.id).chain(answers).collect();
    for panel in closed {
        show_element(dom, panel);
    }
    panels
}

/// Returns whether the element is hidden text right after a question or a term that are shown.
fn is_answer(dom: &Dom, id: Id) -> bool {
    const QUESTION: usize = 300;
    const PARTS: usize = 32;
    let may_be = matches!(dom.tag(id), Tag::Div | Tag::Dd | Tag::P | Tag::Section | Tag::Ul | Tag::Ol);
    if !may_be || !is_hidden(dom, id) {
        return false;
    }
    let mut before = std::iter::successors(dom.previous(id), |&at| dom.previous(at)).take(SIBLINGS);
    let before = before.find(|&at| dom.tag(at) != Tag::Text || !dom.text(at).trim().is_empty());
    before.is_some_and(|before| {
        let is_question = || {
            if dom.descendants(before).nth(PARTS).is_some() {
                return false;
            }
            let text = dom.text_content(before);
            text.len() <= QUESTION && text.trim_end().ends_with(['?', '\u{ff1f}', '\u{61f}'])
        };
        let is_term = dom.tag(id) == Tag::Dd && dom.tag(before) == Tag::Dt;
        (is_term || is_question()) && !is_hidden(dom, before) && is_text(dom, id)
    })
}

/// Returns whether a panel holds text, few links, and nothing to fill in.
fn is_text(dom: &Dom, panel: Id) -> bool {
    let (mut text, mut linked) = (0_u32, 0_u32);
    let mut nodes = NODES;
    let mut at = Some(panel);
    while let Some(id) = at.filter(|_| nodes > 0) {
        nodes -= 1;
        let role = dom.attribute(id, "role").unwrap_or_default();
        let is_other = matches!(
            dom.tag(id),
            Tag::Nav | Tag::Dialog | Tag::Form | Tag::Input | Tag::Select | Tag::Textarea
        );
        if is_other || matches!(role, "dialog" | "menu" | "navigation" | "listbox" | "search" | "tooltip") {
            return false;
        }
        text += dom.letters(id);
        let in_link = || std::iter::successors(Some(id), |&at| dom.parent(at)).take(LEVELS);
        if dom.letters(id) > 0 && in_link().any(|at| dom.tag(at) == Tag::A) {
            linked += dom.letters(id);
        }
        at = dom.following(id, panel);
    }
    text > 0 && nodes > 0 && linked.saturating_mul(100) <= text.saturating_mul(LINKS)
}
