//! Text that readers of a page see.

use webagents_html::{Dom, Id, Tag};

/// Characters of text below `roots`, without blanks and parts that are never shown.
pub(crate) fn count_visible(dom: &Dom, roots: &[Id]) -> usize {
    let mut count = 0_usize;
    for &root in roots {
        let mut at = Some(root);
        while let Some(id) = at {
            if matches!(
                dom.tag(id),
                Tag::Head | Tag::Script | Tag::Style | Tag::Template | Tag::Svg | Tag::Textarea
            ) {
                at = dom.following_skipping(id, root);
                continue;
            }
            count += dom.letters(id) as usize;
            at = dom.following(id, root);
        }
    }
    count
}

/// Opens the text area that holds as much text as all the rest of the page, and more than a line.
///
/// A page may keep its text there for a script that renders it. A field of a form does not count.
pub(crate) fn open_text_area(dom: &mut Dom) {
    const TEXT: u32 = 60;
    if !dom.has(Tag::Textarea) {
        return;
    }
    let is_field = |id: Id| {
        let mut above = std::iter::successors(Some(id), |&at| dom.parent(at));
        dom.attribute(id, "name").is_some() || above.any(|at| dom.tag(at) == Tag::Form)
    };
    let letters = |id: Id| dom.descendants(id).map(|below| dom.letters(below)).sum::<u32>();
    let areas = dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) == Tag::Textarea);
    let Some(area) = areas.filter(|&id| !is_field(id)).max_by_key(|&id| letters(id)) else { return };
    let own = letters(area);
    let holds_markup = dom.text_content(area).trim_start().starts_with('<');
    if own < TEXT || holds_markup || (own as usize) < count_visible(dom, &[Id::DOCUMENT]) {
        return;
    }
    dom.set_tag(area, Tag::Pre);
    for name in ["style", "hidden", "class"] {
        dom.drop_attribute(area, name);
    }
}
