//! The signs that an element is boilerplate.
//!
//! Each of them can be wrong: manuals have sections named "cookies", articles have lists of links, and content is found
//! in a `<footer>`. So no element is left out for one sign alone. The name of an element and its role are two signs
//! that the caller knows; the others are found here.

use webagents_html::{Dom, Id, Tag};

use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent_of};
use super::names::{self, ClassHint};
use super::phrases::{self, Label};
use super::series;
use crate::options::Favor;

/// Part of the text of a list, in percent, from which it is all links.
pub(super) const ALL_LINKS: u32 = 85;

/// Part of the text of an element, in percent, that is links if it leads elsewhere.
///
/// The second is for three links or more.
const LINKS: u32 = 40;
const MANY_LINKS: u32 = 30;

/// Prose, in characters, up to which fields are the purpose of an element.
const FIELDS: u32 = 300;

/// Part of the page that a short element has at most, in percent.
const SHORT: u32 = 25;

/// Part of the visible prose, in percent, that is content in any element.
///
/// The second is its length in characters.
const LARGE: u32 = 60;
const LARGE_TEXT: u32 = 800;

/// Nodes that are searched for the first words of an element.
///
/// The second is the maximum length of a heading, in characters.
const FIRST: usize = 32;
const HEADING: u32 = 60;

/// So many signs leave no doubt.
pub(super) const CERTAIN: u32 = 3;

/// Levels between an element and the one that holds the content.
const DEPTH: usize = crate::limits::TREE_DEPTH as usize + 1;

/// A page, as far as signs of its elements depend on it.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    pub(super) dom: &'a Dom,
    pub(super) measures: &'a [Measure],
    /// All of it.
    pub(super) whole: Measure,
    /// The element that holds most of what reads as prose, if one does.
    pub(super) frame: Option<Id>,
    pub(super) favor: Favor,
    /// `true` if it is a manual (`layout::is_manual`).
    pub(super) is_manual: bool,
}

impl Page<'_> {
    /// Returns the number of signs for which an element is left out.
    ///
    /// An element that holds a heading, code, a row or a term needs two at least.
    pub(super) fn needed_signs(&self, id: Id, own: Measure) -> u32 {
        match self.favor {
            Favor::Balance if self.is_manual && self.is_inside(id) || names::is_note(self.dom, id) => 3,
            Favor::Precision if own.held == 0 => 1,
            Favor::Precision | Favor::Balance => 2,
            Favor::Recall => 3,
        }
    }

    /// Counts links, fields, the words that the element begins with, and its place.
    pub(super) fn count_signs(&self, id: Id) -> u32 {
        let own = self.measures[id.index()];
        u32::from(leads_elsewhere(own))
            + u32::from(has_fields(own))
            + u32::from(self.is_outside(id))
            // It costs most.
            + u32::from(self.is_labelled(id))
    }

    /// Returns whether the element is a small part of the page, and holds nothing that has a structure.
    pub(super) fn is_short(&self, own: Measure) -> bool {
        own.held == 0
            && percent_of(own.text, self.whole.text) <= SHORT
            && percent_of(own.prose, self.whole.prose) <= SHORT
    }

    /// Returns whether the element holds so much of the page's prose that it is content in any case.
    pub(super) fn is_large(&self, id: Id) -> bool {
        const NODES: usize = 4_096;
        let own = self.measures[id.index()];
        let is_paragraph =
            |below: &Id| self.dom.tag(*below) == Tag::P && self.measures[below.index()].prose > 0;
        own.prose >= LARGE_TEXT
            && percent_of(own.prose, self.whole.prose) >= LARGE
            && !is_linked(own)
            && self.dom.descendants(id).take(NODES).filter(is_paragraph).nth(1).is_some()
    }

    /// Returns whether the element is a part of the one that holds most of the prose.
    pub(super) fn is_inside(&self, id: Id) -> bool {
        self.frame.is_some_and(|frame| id != frame && is_below(self.dom, id, frame))
    }

    /// Returns whether the element is outside of the one that holds most of the prose.
    pub(super) fn is_outside(&self, id: Id) -> bool {
        self.frame.is_some_and(|frame| !is_below(self.dom, id, frame) && !is_below(self.dom, frame, id))
    }

    /// Returns whether the element is a paragraph against which only its place speaks.
    ///
    /// Authors write a last line or a note after the element that holds the text, or after a table.
    pub(super) fn is_line(&self, id: Id, hints: &[ClassHint]) -> bool {
        let (dom, own) = (self.dom, self.measures[id.index()]);
        dom.tag(id) == Tag::P
            && own.text > 0
            && hints[id.index()] == ClassHint::Nothing
            && !has_fields(own)
            && !series::claims_rights(dom, id)
            && !phrases::is_lead(&phrases::to_lower(&dom.text_content(id)))
            && !self.is_labelled(id)
    }

    /// Returns whether the element begins with words that only what leads elsewhere begins with.
    pub(super) fn is_labelled(&self, id: Id) -> bool {
        first_words(self.dom, id, self.measures)
            .is_some_and(|words| phrases::label_of(&words) == Label::Clear)
    }
}

/// Returns whether enough of the element's text is links for it to lead elsewhere.
pub(super) fn is_linked(own: Measure) -> bool {
    let density = own.link_density();
    own.links > 0 && (density >= LINKS || own.links >= 3 && density >= MANY_LINKS)
}

/// Returns whether the element leads elsewhere, by its links or its headings.
pub(super) fn leads_elsewhere(own: Measure) -> bool {
    is_linked(own) || is_teasers(own)
}

/// Returns whether the element is a list of teasers: its headings are links, with a few sentences each.
pub(super) fn is_teasers(own: Measure) -> bool {
    const TEASER: u32 = 1_000;
    (own.led > own.headings || own.led >= 2 && own.led >= own.headings)
        && own.prose <= u32::from(own.led).saturating_mul(TEASER)
}

/// Returns whether most of the element is facts: labels that end in a colon, each with its value.
///
/// Such as the author and the publisher of a book, or the sizes of a shelf, whether or not they are links.
pub(super) fn has_facts(dom: &Dom, id: Id, own: Measure) -> bool {
    const FACTS: usize = 3;
    const PROSE: u32 = 100;
    const NODES: usize = 512;
    const LABEL: usize = 40;
    // A label with its value in the same text, or in one to three texts after it.
    const PARTS: usize = 4;
    if own.prose >= PROSE {
        return false;
    }
    let (mut texts, mut labels, mut is_valued) = (0, 0, true);
    for text in dom.descendants(id).take(NODES).map(|at| dom.text(at)) {
        let is_sign = |c: char| c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}');
        let text = text.trim_matches(is_sign);
        if text.is_empty() || text == ":" && labels == 0 {
            continue;
        }
        texts += 1;
        let (label, value) = match text.split_once([':', '\u{ff1a}']) {
            Some((label, value)) => (label.trim_end_matches(is_sign), value),
            None => (text, "-"),
        };
        let is_label = value != "-"
            && (value.is_empty() || value.starts_with(char::is_whitespace))
            && label.starts_with(char::is_alphabetic)
            && label.chars().nth(LABEL).is_none();
        // Two labels in a row are the fields of a form.
        labels += usize::from(is_label && is_valued);
        is_valued = !is_label || !value.is_empty();
    }
    labels >= FACTS && labels * PARTS >= texts
}

/// Returns whether most of the element is a list of things that are not links, such as ingredients.
///
/// Menus, teasers and tags are lists of links. A word of an item may be one.
pub(super) fn is_list(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    const ITEMS: u32 = 3;
    const ITEM: u32 = 80;
    const NODES: usize = 1_024;
    const SHARE: u32 = 60;
    const LINKED: u32 = 50;
    let own = measures[id.index()];
    if own.text == 0 || own.fields > 0 || own.link_density() >= LINKED {
        return false;
    }
    let (mut items, mut links, mut text) = (0, 0, 0_u32);
    let mut at = Some(id);
    for _ in 0..NODES {
        let Some(below) = at else { break };
        let item = measures[below.index()];
        if matches!(dom.tag(below), Tag::Li | Tag::Tr) && item.text > 0 {
            items += 1;
            links += u32::from(item.plain() == 0);
            text = text.saturating_add(item.text);
            at = dom.following_skipping(below, id);
        } else {
            at = dom.following(below, id);
        }
    }
    items >= ITEMS && links * 3 <= items && text <= items * ITEM && percent_of(text, own.text) >= SHARE
}

/// Returns whether the element is a list of quantities with a heading, such as ingredients.
pub(super) fn is_quantities(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    const NODES: usize = 1_024;
    let own = measures[id.index()];
    if own.headings == 0 || own.titles > 0 || own.links > 0 || !is_list(dom, id, measures) {
        return false;
    }
    let items = || {
        let is_item = |at: &Id| matches!(dom.tag(*at), Tag::Li | Tag::Tr) && measures[at.index()].text > 0;
        dom.descendants(id).take(NODES).filter(is_item)
    };
    let counted = items().filter(|&at| dom.text_content(at).contains(char::is_numeric)).count();
    counted * 3 >= items().count() * 2
}

/// Returns whether the element is there to be filled in.
pub(super) fn has_fields(own: Measure) -> bool {
    own.fields > 0 && own.prose < FIELDS
}

/// Returns whether the element is a section of the author's.
///
/// It has a heading that is not a link, and prose, code, rows or terms under it.
pub(super) fn is_section(dom: &Dom, id: Id, own: Measure, measures: &[Measure]) -> bool {
    const PROSE: u32 = 60;
    // The title of the page is above its content.
    const TITLED: u32 = 300;
    own.headings > 0
        && (own.titles == 0 || own.prose >= TITLED)
        && (own.prose >= PROSE
            || own.held > own.headings.saturating_add(own.led)
            || is_list(dom, id, measures))
        && !is_linked(own)
        && !is_teasers(own)
        && !has_fields(own)
        && first_words(dom, id, measures).is_none_or(|words| phrases::label_of(&words) == Label::Nothing)
}

/// Returns whether `id` is `above` or below it.
pub(super) fn is_below(dom: &Dom, id: Id, above: Id) -> bool {
    std::iter::successors(Some(id), |&at| dom.parent(at)).take(DEPTH).any(|at| at == above)
}

/// The heading that an element begins with, or else its first line, in lower case.
///
/// `None` if that is long.
pub(super) fn first_words(dom: &Dom, id: Id, measures: &[Measure]) -> Option<String> {
    let mut first = None;
    for at in dom.descendants(id).take(FIRST) {
        let tag = dom.tag(at);
        if tag.heading().is_some() {
            first = Some(at);
            break;
        }
        if tag == Tag::Text && !dom.text(at).trim().is_empty() {
            // The line that the text is part of.
            first = std::iter::successors(Some(at), |&below| dom.parent(below))
                .find(|&above| above == id || dom.tag(above).is_block());
            break;
        }
    }
    let first = first.filter(|first| measures[first.index()].text <= HEADING)?;
    Some(phrases::to_lower(&dom.text_content(first)))
}

/// The strength of the sign in the name of an element with a role, or in a name shortly above it.
pub(super) fn of_role_name(dom: &Dom, id: Id) -> u32 {
    const LEVELS: usize = 3;
    let mut around = std::iter::successors(Some(id), |&at| dom.parent(at)).take(LEVELS);
    let own = around
        .next()
        .is_some_and(|id| !matches!(names::hint_of(dom, id), ClassHint::Nothing | ClassHint::Reviews));
    u32::from(own || around.any(|above| names::hint_of(dom, above).is_noise()))
}

/// Part of the prose without a name, in percent, that may lie beyond an element at an edge of the page.
const EDGE: u32 = 15;

/// Minimum length of the prose without a name in an article, in characters.
const ARTICLE: u32 = 600;

/// The places of the prose of a page that is in no element with a name of its own.
pub(super) struct Edges {
    /// Each block with the prose up to its end, in document order.
    blocks: Vec<(Id, u32)>,
    /// Prose of the elements named teasers.
    teasers: u32,
}

impl Edges {
    pub(super) fn find_edges(page: Page<'_>, root: Id, marks: &Marks, hints: &[ClassHint]) -> Self {
        let Page { dom, measures, .. } = page;
        let mut blocks = Vec::new();
        let (mut sum, mut teasers) = (0_u32, 0_u32);
        let mut at = Some(root);
        while let Some(id) = at {
            let has_prose = measures[id.index()].prose > 0;
            let is_named = hints[id.index()] >= ClassHint::Teaser && id != root;
            if !has_prose || is_named || marks.is_out(id, PruneLevel::Chrome) || page.is_outside(id) {
                let is_teaser = is_named && hints[id.index()] == ClassHint::Teaser;
                teasers += if is_teaser { measures[id.index()].prose } else { 0 };
                at = dom.following_skipping(id, root);
                continue;
            }
            let below: u32 = dom.children(id).map(|child| measures[child.index()].prose).sum();
            let own = measures[id.index()].prose.saturating_sub(below);
            if own > 0 {
                sum = sum.saturating_add(own);
                blocks.push((id, sum));
            }
            at = dom.following(id, root);
        }
        Self { blocks, teasers }
    }

    /// Returns whether hardly any prose is before, or after, an element without such prose.
    pub(super) fn is_at_edge(&self, id: Id) -> bool {
        let (before, whole) = self.amount_before(id);
        percent_of(before.min(whole.saturating_sub(before)), whole) <= EDGE
    }

    /// Returns whether hardly any prose is in an element and after it.
    pub(super) fn is_after(&self, id: Id) -> bool {
        let (before, whole) = self.amount_before(id);
        percent_of(whole.saturating_sub(before), whole) <= EDGE
    }

    /// Returns whether an article, which is longer than all teasers, begins before an element.
    pub(super) fn has_article_before(&self, id: Id) -> bool {
        let (before, whole) = self.amount_before(id);
        before > 0 && whole >= ARTICLE.max(self.teasers.saturating_mul(2))
    }

    /// Returns the prose before an element, and all of it.
    fn amount_before(&self, id: Id) -> (u32, u32) {
        let place = self.blocks.partition_point(|&(block, _)| block < id);
        let sum = |last: usize| self.blocks.get(last).map_or(0, |&(_, sum)| sum);
        (place.checked_sub(1).map_or(0, sum), self.blocks.last().map_or(0, |&(_, sum)| sum))
    }
}
