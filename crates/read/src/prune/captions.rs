//! Captions of pictures.
//!
//! Markdown has one place for what a picture shows: the description in its brackets, which is where converters of
//! Markdown take captions from (Pandoc's `implicit_figures`). So a caption goes there, and does not stand between the
//! paragraphs once more. Nothing is lost: where the picture cannot be linked, its description is written as text.

use webagents_html::{Dom, Id, Tag};

use super::layout::is_word;
use super::marks::{Marks, PruneLevel};
use super::measure::Measure;
use super::names;
use crate::removal::RemovedKind;

/// Maximum length of a caption, in characters and in bytes; more is a text of its own.
const LENGTH: u32 = 400;
const BYTES: usize = 1_000;

/// Maximum length of a description, in bytes, where a picture has several captions.
const DESCRIPTION: usize = 1_000;

/// Maximum number of levels between a caption and the holder of its picture, and below a caption.
const LEVELS: usize = 4;
const NODES: usize = 64;

/// Captions and their pictures.
#[derive(Debug, Default)]
pub(super) struct Captions(Vec<(Id, Id)>);

impl Captions {
    /// Leaves the captions where they stand.
    pub(super) fn stay(self, marks: &mut Marks) {
        for (caption, _) in self.0 {
            marks.clear(caption);
        }
    }
}

/// Marks the captions of pictures.
pub(super) fn mark(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure]) -> Captions {
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
        for above in std::iter::successors(dom.parent(image), |&above| dom.parent(above)).take(2 * LEVELS) {
            images[above.index()] += 1;
        }
    }
    let mut captions = Captions::default();
    for (caption, before) in found {
        let holder = std::iter::successors(dom.parent(caption), |&above| dom.parent(above))
            .take(LEVELS)
            .take_while(|&above| above != root)
            .find(|above| images[above.index()] > 0);
        let Some(holder) = holder else { continue };
        let is_held = |image: &&Id| {
            std::iter::successors(dom.parent(**image), |&above| dom.parent(above))
                .take(2 * LEVELS)
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

/// Gives the pictures what their captions say.
pub(super) fn move_in(dom: &mut Dom, captions: &Captions) {
    for &(caption, image) in &captions.0 {
        let text = dom.text_content(caption);
        let mut said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let alt = dom.attribute(image, "alt").unwrap_or_default().trim();
        let (low_alt, low_said) = (alt.to_lowercase(), said.to_lowercase());
        if low_alt.contains(&low_said) || alt.len() > DESCRIPTION {
            continue;
        }
        if !low_said.contains(&low_alt) {
            let end = if alt.ends_with(|c: char| c.is_ascii_punctuation()) { "" } else { "." };
            said = format!("{alt}{end} {said}");
        }
        dom.set_attribute(image, "alt", &said);
        // A picture with a caption is no decoration, whatever its role and its size say.
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
        && own.text <= LENGTH
        && dom.descendants(id).nth(NODES).is_none()
        && dom.descendants(id).skip(1).map(|below| dom.tag(below)).all(|tag| {
            tag.heading().is_none()
                && !matches!(tag, Tag::Img | Tag::Ul | Tag::Ol | Tag::Table | Tag::Pre | Tag::Blockquote)
        })
        // Text of inline elements is their block's, so it is counted here.
        && (1..=BYTES).contains(&dom.descendants(id).map(|below| dom.text(below).trim().len()).sum())
        && !is_word(dom, id, measures)
}
