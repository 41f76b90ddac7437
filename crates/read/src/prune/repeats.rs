//! What a page says twice.
//!
//! A reader skips it; a model pays for it. Only what is long enough not to be meant twice is a repetition.

use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{Level, Marks};
use crate::dom::{Dom, Id, Tag};

/// How long a text is, in bytes without blanks, that is not said twice on purpose.
const REPEAT: usize = 60;

/// How long the description of a picture is, in bytes, that is not shown twice on purpose. Shorter ones are those of
/// signs: yes, no, new.
const DESCRIPTION: usize = 20;

/// What was there already.
#[derive(Default)]
struct Seen<'a> {
    texts: HashSet<u64>,
    pictures: HashSet<&'a str>,
}

/// Marks prose and pictures that were there already: carousels and layouts for small screens repeat them. What `lead`
/// says of the content and the content says as well is the content's.
pub(super) fn mark(dom: &Dom, lead: &[Id], root: Id, marks: &mut Marks) {
    let mut seen = Seen::default();
    for &part in [root].iter().chain(lead) {
        mark_in(dom, part, marks, &mut seen, |id| id != root);
    }
}

fn mark_in<'a>(dom: &'a Dom, part: Id, marks: &mut Marks, seen: &mut Seen<'a>, may_go: impl Fn(Id) -> bool) {
    let mut at = Some(part);
    while let Some(id) = at {
        if marks.is_out(id, Level::Links) {
            at = dom.following_skipping(id, part);
            continue;
        }
        let tag = dom.tag(id);
        if tag == Tag::Img
            && let Some(source) = picture(dom, id)
            && !seen.pictures.insert(source)
        {
            marks.mark(id, Level::Links);
        }
        if may_go(id)
            && tag.is_block()
            && !matches!(tag, Tag::Pre | Tag::Td | Tag::Th)
            && dom.descendants(id).skip(1).all(|below| !dom.tag(below).is_block())
        {
            if said(dom, id).is_some_and(|said| !seen.texts.insert(said)) {
                marks.mark(id, Level::Links);
            }
            if marks.is_out(id, Level::Links) {
                at = dom.following_skipping(id, part);
                continue;
            }
        }
        at = dom.following(id, part);
    }
}

/// The text of a block as a number, whatever its blanks are, if it is enough to be a repetition.
fn said(dom: &Dom, block: Id) -> Option<u64> {
    // Most blocks are short.
    let bytes: usize = dom.descendants(block).map(|below| dom.text(below).trim_ascii().len()).sum();
    if bytes < REPEAT {
        return None;
    }
    let mut words = dom.text_content(block);
    words.retain(|c| !c.is_whitespace());
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    (words.len() >= REPEAT).then(|| hasher.finish())
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

/// How many links lie between two that belong to one teaser: its author, its subjects, its comments.
const TEASER: usize = 8;

/// Makes text of links that lead where one shortly before does, as a teaser's picture, its title and its "read more" do.
/// The first with a text of its own stays.
pub(super) fn unlink(dom: &mut Dom, root: Id, marks: &Marks) {
    if !dom.has(Tag::A) {
        return;
    }
    let mut repeated = Vec::new();
    let mut before: VecDeque<(Id, &str, bool)> = VecDeque::with_capacity(TEASER);
    for id in marks.kept(dom, root, Level::Links) {
        let Some(target) = (dom.tag(id) == Tag::A).then(|| dom.attribute(id, "href")).flatten() else {
            continue;
        };
        let has_text = dom.descendants(id).any(|below| !dom.text(below).trim().is_empty());
        match before.iter_mut().find(|(_, known, _)| *known == target) {
            Some((first, _, is_named @ false)) if has_text => {
                repeated.push(std::mem::replace(first, id));
                *is_named = true;
            }
            Some(_) => repeated.push(id),
            None => {
                before.truncate(TEASER - 1);
                before.push_front((id, target, has_text));
            }
        }
    }
    for id in repeated {
        dom.drop_attribute(id, "href");
    }
}
