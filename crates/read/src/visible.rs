//! Amount of text that readers of a page see.

use webagents_html::{Dom, Id, Tag};

/// Characters of text below `roots`, without blanks and what is never shown.
pub(crate) fn visible(dom: &Dom, roots: &[Id]) -> usize {
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
