//! What a page says twice.
//!
//! A reader skips it; a model pays for it. Only what is long enough not to be meant twice is a repetition.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{Level, Marks};
use crate::dom::{Dom, Id, Tag};

/// How long a text is, in bytes without blanks, that is not said twice on purpose.
const REPEAT: usize = 60;

/// How long the description of a picture is, in bytes, that is not shown twice on purpose. Shorter ones are those of
/// signs: yes, no, new.
const DESCRIPTION: usize = 20;

/// Marks prose and pictures that were there already: carousels and layouts for small screens repeat them.
pub(super) fn mark(dom: &Dom, root: Id, marks: &mut Marks) {
    let mut seen = HashSet::new();
    let mut pictures = HashSet::new();
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, Level::Links) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let tag = dom.tag(id);
        if tag == Tag::Img
            && let Some(source) = picture(dom, id)
            && !pictures.insert(source.to_owned())
        {
            marks.mark(id, Level::Links);
        }
        if id != root
            && tag.is_block()
            && !matches!(tag, Tag::Pre | Tag::Td | Tag::Th)
            && dom.descendants(id).skip(1).all(|below| !dom.tag(below).is_block())
        {
            let text = dom.text_content(id);
            let mut hasher = DefaultHasher::new();
            let mut length = 0;
            for word in text.split_whitespace() {
                word.hash(&mut hasher);
                length += word.len();
            }
            if length >= REPEAT && !seen.insert(hasher.finish()) {
                marks.mark(id, Level::Links);
            }
            if marks.is_out(id, Level::Links) {
                at = dom.following_skipping(id, root);
                continue;
            }
        }
        at = dom.following(id, root);
    }
}

/// The address of a picture that may be a repetition: one that is no sign.
fn picture(dom: &Dom, id: Id) -> Option<&str> {
    let alt = dom.attribute(id, "alt").unwrap_or_default().trim();
    let is_sign = !alt.is_empty() && alt.len() < DESCRIPTION;
    let mut above = std::iter::successors(dom.parent(id), |&above| dom.parent(above)).take(3);
    let in_cell = above.any(|above| matches!(dom.tag(above), Tag::Td | Tag::Th));
    let sources = ["data-src", "data-lazy-src", "src"].iter().filter_map(|name| dom.attribute(id, name));
    let mut sources = sources.filter(|source| !source.is_empty() && !source.starts_with("data:"));
    if is_sign || in_cell { None } else { sources.next() }
}

/// Makes text of links that lead where the one before does, as a teaser's picture, its title and its "read more" do. The
/// first with a text of its own stays.
pub(super) fn unlink(dom: &mut Dom, root: Id, marks: &Marks) {
    let mut repeated = Vec::new();
    let mut before: Option<(Id, &str, bool)> = None;
    for id in marks.kept(dom, root, Level::Links) {
        let Some(target) = (dom.tag(id) == Tag::A).then(|| dom.attribute(id, "href")).flatten() else {
            continue;
        };
        let has_text = dom.descendants(id).any(|below| !dom.text(below).trim().is_empty());
        match before {
            Some((_, known, true)) if known == target => repeated.push(id),
            Some((first, known, false)) if known == target => {
                repeated.push(if has_text { first } else { id });
                before = Some((if has_text { id } else { first }, target, has_text));
            }
            _ => before = Some((id, target, has_text)),
        }
    }
    for id in repeated {
        dom.drop_attribute(id, "href");
    }
}
