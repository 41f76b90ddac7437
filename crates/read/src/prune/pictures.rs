//! Pictures without information for a reader, and captions of the others.
//!
//! A picture that its page declares to be decoration has no meaning (HTML Standard, section 4.8.4.4.8: "a
//! purely decorative image that doesn't add any information"; WAI-ARIA's `presentation` and `none`), one
//! whose description is next to it as text repeats that text (WCAG 2.2, technique H2), and of pictures side
//! by side with one description, one is enough. A picture that is all a link shows is the link's name, and
//! stays unless another link has the same address and a text.
//!
//! Captions become descriptions of their pictures.
//!
//! Markdown has one place for the subject of a picture: the description in its brackets, from which
//! converters of Markdown take captions (Pandoc's `implicit_figures`). So a caption goes there, and is not
//! repeated between the paragraphs. Nothing is lost: if the picture cannot be linked, its description is
//! written as text.

use std::collections::HashSet;

use memchr::memmem;
use webagents_html::{Dom, Id, Tag};

use super::layout::is_word;
use super::marks::{Marks, PruneLevel};
use super::measure::Measure;
use super::names;
use super::signs::is_below;
use crate::removal::RemovedKind;

/// Number of nodes below a link that are searched for a text or a picture.
const NODES: usize = 64;

/// Bytes of text before and after a picture in which its description is searched.
const BESIDE: usize = 300;

/// Length of a description, in bytes, that is searched in the text next to its picture.
const DESCRIPTION: std::ops::RangeInclusive<usize> = 3..=BESIDE;

/// Text, pictures and links of a root.
#[derive(Default)]
struct PictureSearch<'a> {
    /// All words in lower case, with a blank before and after each.
    text: Vec<u8>,
    pictures: Vec<Picture<'a>>,
    /// The addresses of links that show a text.
    named: HashSet<&'a str>,
}

/// A picture that may be dropped.
struct Picture<'a> {
    id: Id,
    /// Its words; empty if it is decoration.
    description: Vec<u8>,
    /// Its place in the text.
    at: usize,
    /// The address of the link whose name it is.
    names: Option<&'a str>,
}

/// Removes them from `root`, except for the parts that `marks` removes.
pub(super) fn clear_pictures(dom: &mut Dom, root: Id, marks: &Marks, level: PruneLevel) {
    let PictureSearch { text, pictures, named } = find_pictures(dom, root, marks, level);
    let mut last: Option<&Picture<'_>> = None;
    let mut out = Vec::new();
    for picture in &pictures {
        let is_again =
            last.is_some_and(|last| last.at == picture.at && last.description == picture.description);
        let is_silent = picture.description.is_empty() || is_again || is_beside(&text, picture);
        if is_silent && picture.names.is_none_or(|address| named.contains(address)) {
            out.push(picture.id);
        } else {
            last = Some(picture);
        }
    }
    for id in out {
        dom.detach(id);
    }
}

fn find_pictures<'a>(dom: &'a Dom, root: Id, marks: &Marks, level: PruneLevel) -> PictureSearch<'a> {
    let mut found = PictureSearch { text: b" ".to_vec(), ..PictureSearch::default() };
    // Most pages that are long have none.
    if dom.find(root, Tag::Img).is_none() {
        return found;
    }
    // The link around the current node, and its address if it shows only pictures.
    let mut link = None;
    for id in marks.kept_nodes(dom, root, level) {
        match dom.tag(id) {
            Tag::Text => push_words(&mut found.text, dom.text(id)),
            Tag::A => {
                let Some(address) = dom.attribute(id, "href") else { continue };
                if shows_text(dom, id) {
                    found.named.insert(address);
                    link = None;
                } else {
                    link = Some((id, address));
                }
            }
            Tag::Img if is_value(dom, id) => {
                push_words(&mut found.text, dom.attribute(id, "alt").unwrap_or_default());
            }
            Tag::Img => {
                let mut description = b" ".to_vec();
                push_words(&mut description, dom.attribute(id, "alt").unwrap_or_default());
                if is_decoration(dom, id) {
                    description.clear();
                } else if !DESCRIPTION.contains(&description.len()) {
                    continue;
                }
                let names = link.filter(|(link, _)| is_below(dom, id, *link)).map(|(_, address)| address);
                found.pictures.push(Picture { id, description, at: found.text.len(), names });
            }
            _ => {}
        }
    }
    found
}

/// Returns whether a described picture is alone in a cell, or ends an item of a list.
fn is_value(dom: &Dom, image: Id) -> bool {
    const LEVELS: usize = 3;
    let says =
        |at: Option<Id>| at.is_some_and(|at| dom.tag(at) != Tag::Text || !dom.text(at).trim().is_empty());
    let after =
        |at: Id| std::iter::successors(dom.next(at), |&at| dom.next(at)).take(NODES).any(|at| says(Some(at)));
    let before = |at: Id| {
        std::iter::successors(dom.previous(at), |&at| dom.previous(at)).take(NODES).any(|at| says(Some(at)))
    };
    if is_decoration(dom, image) || dom.attribute(image, "alt").is_none() {
        return false;
    }
    let mut at = image;
    for _ in 0..LEVELS {
        let Some(above) = dom.parent(at).filter(|_| !after(at)) else { return false };
        match dom.tag(above) {
            Tag::Td | Tag::Th => return !before(at),
            Tag::Li => return before(at),
            Tag::Span | Tag::B | Tag::Strong | Tag::P | Tag::Div | Tag::Picture
                if !before(at) || dom.tag(above) != Tag::Div =>
            {
                at = above;
            }
            _ => return false,
        }
    }
    false
}

fn is_decoration(dom: &Dom, image: Id) -> bool {
    let is_cell = || dom.parent(image).is_some_and(|at| matches!(dom.tag(at), Tag::Td | Tag::Th));
    dom.attribute(image, "alt").is_some_and(|alt| alt.trim().is_empty())
        && !(is_cell() && dom.attribute(image, "title").is_some_and(|title| !title.trim().is_empty()))
        || dom.attribute(image, "role").is_some_and(|role| matches!(role, "presentation" | "none"))
}

fn is_beside(text: &[u8], picture: &Picture<'_>) -> bool {
    let from = picture.at.saturating_sub(BESIDE);
    let to = picture.at.saturating_add(BESIDE).min(text.len());
    text.get(from..to).is_some_and(|beside| memmem::find(beside, &picture.description).is_some())
}

fn shows_text(dom: &Dom, link: Id) -> bool {
    dom.descendants(link).take(NODES).any(|id| !dom.text(id).trim().is_empty())
}

/// Adds the words of a text in lower case, each with a blank after it, to what ends with a blank.
fn push_words(to: &mut Vec<u8>, text: &str) {
    // Most text is ASCII, and its words are found byte by byte.
    if text.is_ascii() {
        to.reserve(text.len() + 1);
        for byte in text.bytes().chain([b' ']) {
            if byte.is_ascii_alphanumeric() {
                to.push(byte.to_ascii_lowercase());
            } else if to.last() != Some(&b' ') {
                to.push(b' ');
            }
        }
        return;
    }
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if word.is_ascii() {
            to.extend(word.bytes().map(|byte| byte.to_ascii_lowercase()));
        } else {
            to.extend_from_slice(word.to_lowercase().as_bytes());
        }
        to.push(b' ');
    }
}

/// Maximum length of a caption, in characters and in bytes; more is a text of its own.
const CAPTION: u32 = 400;
const CAPTION_BYTES: usize = 1_000;

/// Maximum length of a description, in bytes, if a picture has several captions.
const CAPTIONED: usize = 1_000;

/// Maximum number of levels between a caption and the holder of its picture, and below a caption.
const CAPTION_LEVELS: usize = 4;
const CAPTION_NODES: usize = 64;

/// Captions and their pictures.
#[derive(Debug, Default)]
pub(super) struct Captions(Vec<(Id, Id)>);

impl Captions {
    /// Leaves the captions at their places.
    pub(super) fn keep_captions(self, marks: &mut Marks) {
        for (caption, _) in self.0 {
            marks.clear_mark(caption);
        }
    }
}

/// Marks the captions of pictures.
pub(super) fn mark_captions(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure]) -> Captions {
    if !dom.has(Tag::Img) {
        return Captions::default();
    }
    let mut images = vec![0_u32; dom.node_count()];
    let mut order = Vec::new();
    let mut found = Vec::new();
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, PruneLevel::Links) {
            at = dom.following_skipping(id, root);
            continue;
        }
        if dom.tag(id) == Tag::Img {
            order.push(id);
            images[id.index()] = 1;
        }
        at = dom.following(id, root);
        if id != root && is_caption(dom, id, measures) {
            found.push((id, order.len()));
            at = dom.following_skipping(id, root);
        }
    }
    for &image in &order {
        for above in
            std::iter::successors(dom.parent(image), |&above| dom.parent(above)).take(2 * CAPTION_LEVELS)
        {
            images[above.index()] += 1;
        }
    }
    let mut captions = Captions::default();
    for (caption, before) in found {
        let holder = std::iter::successors(dom.parent(caption), |&above| dom.parent(above))
            .take(CAPTION_LEVELS)
            .take_while(|&above| above != root)
            .find(|above| images[above.index()] > 0);
        let Some(holder) = holder else { continue };
        let is_held = |image: &&Id| {
            std::iter::successors(dom.parent(**image), |&above| dom.parent(above))
                .take(2 * CAPTION_LEVELS)
                .any(|above| above == holder)
        };
        let back = before.checked_sub(1).and_then(|back| order.get(back));
        if let Some(&image) = back.filter(is_held).or_else(|| order.get(before).filter(is_held)) {
            marks.mark(caption, PruneLevel::Links, RemovedKind::Captions);
            captions.0.push((caption, image));
        }
    }
    captions
}

/// Makes the captions the descriptions of their pictures.
pub(super) fn move_captions(dom: &mut Dom, captions: &Captions) {
    for &(caption, image) in &captions.0 {
        let text = dom.text_content(caption);
        let mut said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let alt = dom.attribute(image, "alt").unwrap_or_default().trim();
        let (low_alt, low_said) = (alt.to_lowercase(), said.to_lowercase());
        if low_alt.contains(&low_said) || alt.len() > CAPTIONED {
            continue;
        }
        if !low_said.contains(&low_alt) {
            let end = if alt.ends_with(|c: char| c.is_ascii_punctuation()) { "" } else { "." };
            said = format!("{alt}{end} {said}");
        }
        dom.set_attribute(image, "alt", &said);
        // A caption proves that a picture is not decoration, whatever its role and its size.
        for name in ["role", "width", "height"] {
            dom.drop_attribute(image, name);
        }
    }
}

/// Returns whether the element is a caption: by its name or its class, short, and nothing but words.
fn is_caption(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    let own = measures[id.index()];
    let is_named = || dom.attributes(id).any(|(name, value)| name == "class" && names::is_caption(value));
    let tag = dom.tag(id);
    (tag == Tag::Figcaption || matches!(tag, Tag::Div | Tag::P | Tag::Span | Tag::Other) && is_named())
        && own.text <= CAPTION
        && dom.descendants(id).nth(CAPTION_NODES).is_none()
        && dom.descendants(id).skip(1).map(|below| dom.tag(below)).all(|tag| {
            tag.heading().is_none()
                && !matches!(tag, Tag::Img | Tag::Ul | Tag::Ol | Tag::Table | Tag::Pre | Tag::Blockquote)
        })
        // Text of inline elements is their block's, so it is counted here.
        && (1..=CAPTION_BYTES).contains(&dom.descendants(id).map(|below| dom.text(below).trim().len()).sum())
        && !is_word(dom, id, measures)
}
