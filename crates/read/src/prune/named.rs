//! Elements whose class or id names them as no content, and that have a second sign.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use webagents_html::{Dom, Id, Tag};

use super::layout::{self, ASIDE, SIBLINGS, WeakHints, ends_sentence, is_amid, is_word};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent_of};
use super::names::{self, ClassHint};
use super::posts::{self, Discussion, Posts};
use super::series::is_dated;
use super::signs::{self, Edges, Page, leads_elsewhere};
use super::{notices, root};
use crate::options::Favor;
use crate::removal::RemovedKind;

/// Part of the page, in percent, up to which an element named as noise is dropped.
///
/// Twice that for precision.
const NOISE: u32 = 25;

/// Prose, in characters, below which a small named part with a link is an offer.
const OFFER: u32 = 150;

/// Fields of a form for an offer, at most.
const OFFER_FIELDS: u16 = 4;

/// Marks boilerplate by its class or id and at least one other sign.
pub(super) fn mark_named(
    page: Page<'_>,
    root: Id,
    marks: &mut Marks,
    hints: &[ClassHint],
    posts: &Posts,
    edges: &Edges,
    certain: &mut Measure,
) -> WeakHints {
    let Page { dom, measures, whole, .. } = page;
    let mut weak = WeakHints::default();
    let noise = if page.favor == Favor::Precision { 2 * NOISE } else { NOISE };
    let Discussion { is_all, is_thread, has_article, part } =
        posts::find_discussion(dom, root, marks, measures, hints);
    (weak.is_discussion, weak.is_thread) = (is_all, is_thread);
    let discussion = weak.is_discussion || !posts.is_empty();
    notices::mark_notices(page, root, marks);
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        if marks.is_out(id, PruneLevel::Chrome) {
            at = dom.following_skipping(id, root);
            continue;
        }
        if id == root || matches!(tag, Tag::Text | Tag::Main | Tag::Body | Tag::Html) {
            at = dom.following(id, root);
            continue;
        }
        let own = measures[id.index()];
        let hint = hints[id.index()];
        match hint {
            // Buttons have been judged.
            ClassHint::Action if tag != Tag::Button => weak.actions.push(id),
            ClassHint::Author => weak.authors.push(id),
            _ => {}
        }
        let is_form = tag == Tag::Form
            && percent_of(own.text, whole.text) < 20
            && own.prose < 200
            // The text of a post may be in one, to be edited.
            && posts.post_around(dom, id).is_none()
            && (own.fields > OFFER_FIELDS || !has_offers(dom, id));
        // A label is the text of an element that is drawn.
        let is_drawn = own.text == 0 && dom.attribute(id, "aria-label").is_some();
        let may_go = own.titles == 0
            && !is_drawn
            && !posts.has_post(id)
            && match hint {
                // Descriptions in manuals have the name as well, and no dates.
                ClassHint::Comments if page.is_manual && !is_dated(dom, id) && own.fields == 0 => false,
                ClassHint::Comments => {
                    !discussion && (has_article || percent_of(own.plain(), whole.plain()) <= part)
                }
                // Buyers are authors as well.
                ClassHint::Reviews => {
                    page.favor == Favor::Precision && percent_of(own.prose, whole.prose) <= ASIDE
                }
                // A teaser of another page leads there, and comes after the beginning of an article.
                ClassHint::Teaser if leads_elsewhere(own) && tag != Tag::P => {
                    edges.has_article_before(id) && percent_of(own.text, whole.text) <= noise
                }
                ClassHint::Nothing | ClassHint::Action | ClassHint::Author | ClassHint::Teaser => is_form,
                _ => percent_of(own.text, whole.text) <= noise && percent_of(own.prose, whole.prose) <= noise,
            }
            && (is_form || !is_word(dom, id, measures) && !is_spoken_label(dom, id, measures));
        let signs = || {
            let repeats =
                matches!(hint, ClassHint::Comments | ClassHint::Reviews) && is_series(dom, id, measures);
            // The length of a text without links between paragraphs does not count as a sign.
            let is_sentence = own.links == 0 || own.prose > 0 && !signs::is_linked(own);
            let is_line = || {
                tag == Tag::P && own.links == 0 && page.is_inside(id) && ends_sentence(&dom.text_content(id))
            };
            let is_plain = is_sentence && own.fields == 0 && (is_amid(dom, id, measures) || is_line());
            // A small part of a page is boilerplate at its beginning or end, or without a sentence. So are a
            // few words with a link, and a comment with its date.
            let is_apart = || {
                let is_offer = own.links > 0 && own.prose < OFFER;
                let is_comment = || hint == ClassHint::Comments && is_dated(dom, id);
                own.prose == 0 || is_offer || is_comment() || edges.is_at_edge(id)
            };
            1 + u32::from(page.is_short(own) && is_apart() && !is_plain)
                + u32::from(repeats)
                + page.count_signs(id)
        };
        let found = if may_go { signs() } else { 0 };
        if found > 0 && found >= page.needed_signs(id, own) {
            marks.mark(id, PruneLevel::Named, kind_of(hint));
            if found >= signs::CERTAIN || matches!(hint, ClassHint::Comments | ClassHint::Reviews) {
                certain.add(own);
            }
            at = dom.following_skipping(id, root);
        } else {
            at = dom.following(id, root);
        }
    }
    weak
}

/// Returns whether a form has a choice between things with a price.
fn has_offers(dom: &Dom, form: Id) -> bool {
    const NODES: usize = 1_024;
    let is_offer = |at: &Id| {
        matches!(dom.tag(*at), Tag::Option | Tag::Label)
            && dom.text_content(*at).contains(['€', '$', '£', '¥', '₹'])
    };
    dom.descendants(form).take(NODES).filter(is_offer).nth(1).is_some()
}

/// Returns whether an element for screen readers labels something that the page shows.
///
/// It is a label that ends in a colon, the only text of a cell or a caption, or the meaning of signs next to
/// it that screen readers do not speak.
fn is_spoken_label(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    if !dom.attribute(id, "class").is_some_and(names::is_spoken) {
        return false;
    }
    let is_alone = || {
        let cell = dom.parent(id).filter(|&at| matches!(dom.tag(at), Tag::Th | Tag::Td | Tag::Caption));
        cell.is_some_and(|cell| layout::is_alone(dom, id, cell, measures))
    };
    let is_meaning = || {
        let is_sign = |&at: &Id| {
            dom.attribute(at, "aria-hidden") == Some("true")
                && dom.text_content(at).contains(char::is_numeric)
        };
        dom.parent(id).is_some_and(|parent| dom.children(parent).take(SIBLINGS).any(|at| is_sign(&at)))
    };
    dom.tag(id) == Tag::Caption
        || dom.text_content(id).trim_end().ends_with([':', '\u{ff1a}'])
        || is_alone()
        || is_meaning()
}

/// The kind of an element with such a name.
fn kind_of(hint: ClassHint) -> RemovedKind {
    match hint {
        ClassHint::Navigation => RemovedKind::Navigation,
        ClassHint::Advertising => RemovedKind::Advertising,
        ClassHint::Related | ClassHint::Teaser => RemovedKind::Related,
        ClassHint::Comments => RemovedKind::Comments,
        ClassHint::Reviews => RemovedKind::Reviews,
        ClassHint::Nothing | ClassHint::Action | ClassHint::Author | ClassHint::Boilerplate => {
            RemovedKind::Boilerplate
        }
    }
}

/// Returns whether the element holds a series of parts: comments, or reviews.
///
/// The parts are named by class as it is, or are alike and follow each other.
fn is_series(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    const NODES: usize = 512;
    const PARTS: usize = 3;
    let class = |id: Id| dom.attribute(id, "class").filter(|class| !class.trim().is_empty());
    let before = |id: &Id| {
        std::iter::successors(dom.previous(*id), |&at| dom.previous(at))
            .take(PARTS)
            .find(|&at| dom.tag(at) != Tag::Text)
    };
    let is_one = |part: &Id| {
        measures[part.index()].text > 0
            && dom.attribute(*part, "class").is_some_and(|class| {
                matches!(names::of_value(class), ClassHint::Comments | ClassHint::Reviews | ClassHint::Author)
            })
    };
    if dom.descendants(id).skip(1).take(NODES).filter(is_one).nth(1).is_some() {
        return true;
    }
    dom.descendants(id).skip(1).take(NODES).any(|part| {
        let is_like = |other: &Id| {
            dom.tag(*other) == dom.tag(part)
                && class(*other) == class(part)
                && measures[other.index()].prose > 0
        };
        measures[part.index()].prose > 0
            && class(part).is_some()
            && std::iter::successors(Some(part), before).take(PARTS).filter(is_like).count() == PARTS
    })
}

/// Returns the meaning of the names of each element, by the numbers of the nodes.
pub(super) fn find_hints(dom: &Dom, root: Id, marks: &Marks, measures: &[Measure]) -> Vec<ClassHint> {
    let mut hints = vec![ClassHint::Nothing; dom.node_count()];
    let mut at = Some(root);
    while let Some(id) = at {
        // The names in code describe its syntax, such as `comment`.
        if marks.is_out(id, PruneLevel::Chrome) || matches!(dom.tag(id), Tag::Pre | Tag::Listing | Tag::Code)
        {
            at = dom.following_skipping(id, root);
            continue;
        }
        if let Some(slot) = hints.get_mut(id.index()) {
            *slot = names::hint_of(dom, id);
            if slot.is_noise() && signs::is_quantities(dom, id, measures) {
                *slot = ClassHint::Nothing;
            }
        }
        at = dom.following(id, root);
    }
    hints
}

/// Part of the page's prose, in percent, in elements of one name that makes it a name of the content.
const NAME: u32 = 25;

/// Removes the hints of names whose elements together hold more than a quarter of the page's prose.
///
/// Lists of links, forms, and elements outside of the content or in a footer do not count.
pub(super) fn clear_names_of_content(
    page: Page<'_>,
    root: Id,
    marks: &Marks,
    names_main: bool,
    hints: &mut [ClassHint],
) {
    let Page { dom, measures, whole, .. } = page;
    // For each name its prose, and the last element that was counted.
    let mut names: HashMap<&str, (u32, Id), FixedState> = HashMap::default();
    let mut text = 0_u32;
    let place = |id: Id| {
        text = text.saturating_add(dom.letters(id));
        (id, text)
    };
    let placed = marks.kept_nodes(dom, root, PruneLevel::Chrome).map(place);
    let found: Vec<(Id, u32)> = placed.filter(|(id, _)| hints[id.index()].is_noise()).collect();
    for &(id, before) in &found {
        let own = measures[id.index()];
        let leads = leads_elsewhere(own) || signs::has_fields(own);
        // One that alone holds so much, and begins late, is a footer or a dialog.
        let is_late = percent_of(before, whole.text) > NAME && percent_of(own.prose, whole.prose) > NAME;
        let is_elsewhere = page.is_outside(id) || !root::is_in_place(dom, id, names_main);
        if own.prose == 0 || leads || is_late || is_elsewhere {
            continue;
        }
        for name in names::noise_of(dom, id) {
            let (sum, last) = names.entry(name).or_insert((0, root));
            if *last == root || !signs::is_below(dom, id, *last) {
                (*sum, *last) = (sum.saturating_add(own.prose), id);
            }
        }
    }
    names.retain(|_, (sum, _)| percent_of(*sum, whole.prose) > NAME);
    for (id, _) in found.into_iter().filter(|_| !names.is_empty()) {
        hints[id.index()] = names::hint_without(dom, id, |name| names.contains_key(name));
    }
}
