//! Removal of the parts of a page that are no content.
//!
//! The decision it embodies: content stays unless two independent signs at least say that it is none (`signs`), and
//! nothing is thrown away until it is known what is left. Each step marks elements with a level of doubt: hidden ones,
//! those whose name or role says so, those whose class or id does, those that are nothing but links. Then the element
//! that holds the content is looked for, and in it what is links only, said twice, or around the text of an article. If
//! too little of the visible page is left, the last steps are taken back, one after the other, so that a page with
//! something to read is never empty. What was left out is counted by kind.

mod article;
mod captions;
mod chrome;
mod discussion;
mod headings;
mod layout;
mod links;
mod marks;
mod measure;
mod names;
mod notices;
mod panels;
mod phrases;
mod pictures;
mod posts;
mod repeats;
mod root;
mod series;
mod signs;
mod standfirst;
#[cfg(test)]
mod tests;
mod titled;
mod titles;

use std::collections::HashMap;

use foldhash::fast::FixedState;
use webagents_html::{Dom, Id, Tag};

use self::captions::Captions;
use self::discussion::Discussion;
use self::layout::{ASIDE, LITTLE, SIBLINGS, WeakHints, body, ends_sentence, is_amid, is_word};
use self::marks::{Marks, PruneLevel};
use self::measure::{Measure, measure, percent, total};
use self::names::ClassHint;
use self::posts::Posts;
use self::series::is_dated;
use self::signs::{Edges, Page, leads};
use crate::disclosure::Panel;
use crate::hidden::{is_dialog, is_hidden};
use crate::metadata::Metadata;
use crate::noscript::is_unseen_noscript;
use crate::options::{Favor, Images};
use crate::removal::{Counts, Removal, RemovedKind};
use crate::stage::Stage;

/// The part of what the page shows that is enough, in percent.
const ENOUGH: u32 = 30;

/// A page with less prose than this, in characters, has next to none.
const PROSE: u32 = 400;

/// The part of what a page says is its content that is most of it, in percent.
const MOST: u32 = 50;

/// The part of a manual's prose that is next to its title, in percent, from which it is all.
///
/// The second is that of its text.
const MANUAL: u32 = 50;
const MANUAL_TEXT: u32 = 50;

/// Part of the page, in percent, up to which an element named as noise is dropped.
///
/// Twice that for precision.
const NOISE: u32 = 25;

/// Prose, in characters, below which a small named part with a link is an offer.
const OFFER: u32 = 150;

/// Fields of a form for an offer, at most.
const OFFER_FIELDS: u16 = 4;

/// Rest of a page.
#[derive(Debug)]
pub(crate) struct Pruned {
    /// Nodes to be written.
    pub(crate) roots: Vec<Id>,
    pub(crate) stage: Stage,
    /// Text that was left out.
    pub(crate) removal: Removal,
}

/// Takes out of the tree what is no content. `panels` are what buttons show and hide.
pub(crate) fn content(
    dom: &mut Dom,
    metadata: &Metadata,
    panels: &[Panel],
    images: Images,
    favor: Favor,
) -> Pruned {
    let body = body(dom);
    titles::promote(dom, body);
    let mut marks = Marks::new(dom, measure::weight(dom, body));
    let mut chosen = choose(dom, body, metadata, panels, &mut marks, favor);
    if images == Images::None {
        // There is no picture to have a description.
        std::mem::take(&mut chosen.captions).stay(&mut marks);
    }
    let Chosen { roots, level, .. } = &chosen;
    let removal = account(dom, body, roots, &marks, *level);
    if *level == PruneLevel::Links {
        captions::move_in(dom, &chosen.captions);
        if let Some(&root) = roots.last() {
            repeats::unlink(dom, root, &marks);
        }
    }
    for &root in roots {
        if images != Images::All {
            pictures::clear(dom, root, &marks, *level);
        }
        remove(dom, root, |_, id| marks.is_out(id, *level));
    }
    Pruned { roots: chosen.roots, stage: chosen.stage, removal }
}

/// Elements to write, and the level of the marks that keep an element from being written.
struct Chosen {
    roots: Vec<Id>,
    stage: Stage,
    level: PruneLevel,
    captions: Captions,
}

/// Marks what is no content, and says how much of it is to be left out.
fn choose(
    dom: &Dom,
    body: Id,
    metadata: &Metadata,
    panels: &[Panel],
    marks: &mut Marks,
    favor: Favor,
) -> Chosen {
    let is_manual = layout::is_manual(dom, body) && !layout::says_forum(dom);
    let chrome = chrome::hide(dom, body, marks);
    let title = titles::find(dom, body, marks, metadata.title.as_deref());
    let title = title.as_deref();
    let visible = measure(dom, body, marks, PruneLevel::Hidden, Vec::new());
    let whole_visible = visible[body.index()];
    let page = Page {
        dom,
        measures: &visible,
        whole: whole_visible,
        frame: chrome.main(&visible),
        favor,
        is_manual,
    };
    let mut certain = chrome::mark(page, &chrome, panels, marks);
    let measures = measure(dom, body, marks, PruneLevel::Chrome, visible);
    let whole_chrome = measures[body.index()];
    let mut hints = hints(dom, body, marks, &measures);
    let page = Page { dom, measures: &measures, whole: whole_chrome, frame: None, favor, is_manual };
    let posts = posts::find(page, body, marks);
    let frame = root::find(page, body, marks, &hints, chrome.names_main, &posts);
    let frame = Some(frame).filter(|&frame| frame != body && measures[frame.index()].prose >= LITTLE);
    let page = Page { dom, measures: &measures, whole: whole_chrome, frame, favor, is_manual };
    if favor != Favor::Precision {
        clear_names_of_content(page, body, marks, chrome.names_main, &mut hints);
    }
    let edges = Edges::find(page, body, marks, &hints);
    let weak = mark_named(page, body, marks, &hints, &posts, &edges, &mut certain);
    let authors = if weak.is_discussion || !posts.is_empty() { &[] } else { &metadata.authors[..] };
    headings::mark(page, body, marks, &edges, authors);
    let named = measure(dom, body, marks, PruneLevel::Named, measures);
    let page = Page { dom, measures: &named, whole: named[body.index()], frame: None, favor, is_manual };
    let mut has_item = false;
    let mut root = root::find(page, body, marks, &hints, chrome.names_main, &posts);
    if favor != Favor::Recall
        && let Some(item) = titled::find(page, body, marks, title, &posts)
        && signs::is_below(dom, item.region, root)
        // A manual, or a thread, has more than the text right under its title.
        && (!is_manual && !weak.is_thread || is_nearly_all(named[item.region.index()], named[root.index()]))
    {
        let marked = titled::mark(page, item, root, marks, &hints, &posts, weak.is_thread);
        certain.add(marked.out);
        (root, has_item) = (marked.root, marked.is_item);
    }
    let title = standfirst::title(dom, body, root, marks);
    let standfirst =
        title.map(|title| standfirst::after(page, body, (title, root), marks)).unwrap_or_default();
    let mut captions = Captions::default();
    if favor != Favor::Recall {
        links::mark(page, root, marks, has_item, &posts, &hints);
        // Manuals say the same of many things, and have no place that is their text.
        if !is_manual {
            repeats::mark(dom, &standfirst, root, marks, weak.is_discussion);
        }
        if !is_manual && posts.is_empty() {
            article::mark(page, root, marks, &hints, &weak);
        }
        panels::mark(dom, &posts, marks);
        if !is_manual && posts.is_empty() && article::is_article(named[root.index()]) {
            links::mark_lone(dom, root, marks, &named, &hints);
            captions = captions::mark(dom, root, marks, &named);
        }
    }
    let (whole_named, body_named) = (named[root.index()], named[body.index()]);
    drop(named);
    let mut roots = vec![root];
    let standfirst = standfirst.into_iter().filter(|&id| !marks.is_out(id, PruneLevel::Links));
    roots.splice(0..0, title.into_iter().chain(standfirst));
    let fit = total(dom, root, marks, PruneLevel::Links);
    // What is not content for certain is no part of what is to be shown.
    let wanted = whole_visible.less(certain);
    let or_hidden = |stage| if chrome.was_hidden { Stage::Hidden } else { stage };
    // The page itself may say what its content is.
    let main = || {
        let around = chrome.mains.iter().copied().filter(|&main| signs::is_below(dom, root, main));
        around.map(|main| total(dom, main, marks, PruneLevel::Hidden)).max_by_key(|main| main.text)
    };
    let (roots, stage, level) =
        if is_enough(fit, wanted) || main().is_some_and(|main| is_most(fit, main, wanted)) {
            (roots, Stage::Content, PruneLevel::Links)
        } else if is_enough(whole_named, wanted) {
            (roots, Stage::Content, PruneLevel::Named)
        } else if is_enough(body_named, wanted) {
            (vec![body], Stage::Content, PruneLevel::Named)
        } else if is_enough(whole_chrome, wanted) {
            (vec![body], Stage::Shell, PruneLevel::Chrome)
        } else {
            (vec![body], Stage::Visible, PruneLevel::Hidden)
        };
    let stage = or_hidden(stage);
    // What shows enough need not be asked for what it hides.
    if wanted.text < LITTLE {
        let (shown, all) =
            (total(dom, body, marks, PruneLevel::Hidden), total(dom, body, marks, PruneLevel::Unseen));
        if shown.text < LITTLE.min(all.text) && percent(shown.plain(), all.plain()) < ENOUGH {
            return Chosen { roots: vec![body], stage: Stage::Hidden, level: PruneLevel::Unseen, captions };
        }
    }
    Chosen { roots, stage, level, captions }
}

/// Returns whether enough is left of the prose that the page shows, or else of its text.
///
/// On a page without prose, a title with some text is enough.
fn is_enough(left: Measure, visible: Measure) -> bool {
    if visible.prose >= PROSE {
        return left.text > 0 && percent(left.prose, visible.prose) >= ENOUGH;
    }
    let has_title = left.titles > 0 && left.text >= LITTLE;
    let is_all = visible.plain() == 0 && left.text.saturating_mul(2) >= visible.text;
    left.text > 0 && (has_title || is_all || percent(left.plain(), visible.plain()) >= ENOUGH)
}

/// Returns whether most of the declared content is left, and a fair part of the page.
fn is_most(left: Measure, main: Measure, visible: Measure) -> bool {
    left.text >= LITTLE
        && percent(left.plain(), main.plain()) >= MOST
        && percent(left.plain(), visible.plain()) >= ENOUGH / 2
}

/// Returns whether a part of a manual is all of it but for some links.
fn is_nearly_all(part: Measure, whole: Measure) -> bool {
    percent(part.prose, whole.prose) >= MANUAL && percent(part.text, whole.text) >= MANUAL_TEXT
}

/// Counts the text that is not written, by the reason.
fn account(dom: &Dom, body: Id, roots: &[Id], marks: &Marks, level: PruneLevel) -> Removal {
    if level <= PruneLevel::Hidden {
        return Removal::default();
    }
    let mut counts = Counts::default();
    let mut at = Some(body);
    // The blocks around a node, and the kind of the marked or written part that it is in, with the nodes after them.
    let mut parts: Vec<(Option<Id>, Option<RemovedKind>)> = Vec::new();
    // Prose counts in the elements for content, if the page has them.
    let is_main = |id: Id| matches!(dom.tag(id), Tag::Main | Tag::Article);
    let has_main = dom.has(Tag::Main) || dom.has(Tag::Article);
    let mut main_end = None;
    counts.is_content = !has_main;
    while let Some(id) = at {
        while parts.pop_if(|(end, _)| *end == Some(id)).is_some() {}
        if main_end == Some(id) {
            counts.end_block();
            (main_end, counts.is_content) = (None, false);
        }
        if is_unread(dom, id, marks) {
            if counts.is_content && !is_dialog(dom, id) && !names::of(dom, id).is_noise() {
                counts.add_hidden(total(dom, id, marks, PruneLevel::Unseen).prose as usize);
            }
            at = dom.following_skipping(id, body);
            continue;
        }
        let above = parts.last().map_or(Some(RemovedKind::Surroundings), |&(_, kind)| kind);
        let kind = match above {
            _ if roots.contains(&id) => None,
            Some(RemovedKind::Surroundings) | None => marks.kind(id, level).or(above),
            kind => kind,
        };
        if kind != above {
            parts.push((dom.following_skipping(id, body), kind));
        }
        let tag = dom.tag(id);
        if !counts.is_content && is_main(id) {
            (main_end, counts.is_content) = (dom.following_skipping(id, body), true);
        }
        if tag == Tag::A {
            counts.add_link();
        } else if tag.is_block() {
            counts.end_block();
        }
        counts.add(kind, dom.letters(id) as usize);
        at = dom.following(id, body);
    }
    counts.end_block();
    counts.removal()
}

/// Returns whether no reader sees the element.
fn is_unread(dom: &Dom, id: Id, marks: &Marks) -> bool {
    measure::is_silent(dom.tag(id)) || marks.is_out(id, PruneLevel::Hidden)
}

/// Takes out only what no reader sees.
///
/// The text for readers without scripts stays where it is all that the page has.
pub(crate) fn whole(dom: &mut Dom) -> Pruned {
    let root = body(dom);
    if has_text_for_scripts(dom, root) {
        remove(dom, root, is_unseen_noscript);
    }
    Pruned { roots: vec![root], stage: Stage::Whole, removal: Removal::default() }
}

/// Returns whether there is text outside of elements for readers without scripts.
fn has_text_for_scripts(dom: &Dom, root: Id) -> bool {
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        if dom.letters(id) > 0 || tag == Tag::Img {
            return true;
        }
        let is_skipped = tag == Tag::Noscript || measure::is_silent(tag);
        at = if is_skipped { dom.following_skipping(id, root) } else { dom.following(id, root) };
    }
    false
}

/// Takes out what is hidden.
pub(crate) fn unseen(dom: &mut Dom, root: Id) {
    remove(dom, root, |dom, id| is_hidden(dom, id) || is_unseen_noscript(dom, id));
}

/// Takes out every element that `drops` names, with all below it.
pub(crate) fn remove(dom: &mut Dom, root: Id, drops: impl Fn(&Dom, Id) -> bool) {
    let mut at = Some(root);
    while let Some(id) = at {
        if id != root && drops(dom, id) {
            at = dom.following_skipping(id, root);
            part(dom, id);
            dom.detach(id);
        } else {
            at = dom.following(id, root);
        }
    }
}

/// Parts the words before and after an element that ends a line and goes.
fn part(dom: &mut Dom, id: Id) {
    const NODES: usize = 64;
    let is_inline = |other: Option<Id>| other.is_some_and(|other| !dom.tag(other).ends_line());
    let are_joined = is_inline(dom.previous(id)) && is_inline(dom.next(id));
    if are_joined && dom.descendants(id).take(NODES).any(|below| dom.tag(below).ends_line()) {
        dom.insert_text(id, " ");
    }
}

/// Marks what is no content by its class or id and at least one other sign.
fn mark_named(
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
        discussion::find(dom, root, marks, measures, hints);
    (weak.is_discussion, weak.is_thread) = (is_all, is_thread);
    let discussion = weak.is_discussion || !posts.is_empty();
    notices::mark(page, root, marks);
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
            && percent(own.text, whole.text) < 20
            && own.prose < 200
            // The text of a post may be in one, to be edited.
            && posts.around(dom, id).is_none()
            && (own.fields > OFFER_FIELDS || !has_offers(dom, id));
        // A label is the text of an element that is drawn.
        let is_drawn = own.text == 0 && dom.attribute(id, "aria-label").is_some();
        let may_go = own.titles == 0
            && !is_drawn
            && !posts.has(id)
            && match hint {
                // Descriptions in manuals have the name as well, and no dates.
                ClassHint::Comments if page.is_manual && !is_dated(dom, id) && own.fields == 0 => false,
                ClassHint::Comments => {
                    !discussion && (has_article || percent(own.plain(), whole.plain()) <= part)
                }
                // Buyers are authors as well.
                ClassHint::Reviews => {
                    page.favor == Favor::Precision && percent(own.prose, whole.prose) <= ASIDE
                }
                // A teaser of another page leads there, and comes after the beginning of an article.
                ClassHint::Teaser if leads(own) && tag != Tag::P => {
                    edges.has_article_before(id) && percent(own.text, whole.text) <= noise
                }
                ClassHint::Nothing | ClassHint::Action | ClassHint::Author | ClassHint::Teaser => is_form,
                _ => percent(own.text, whole.text) <= noise && percent(own.prose, whole.prose) <= noise,
            }
            && (is_form || !is_word(dom, id, measures) && !is_spoken_label(dom, id, measures));
        let signs = || {
            let repeats =
                matches!(hint, ClassHint::Comments | ClassHint::Reviews) && is_series(dom, id, measures);
            // The length of a text without links between paragraphs is no sign.
            let is_said = own.links == 0 || own.prose > 0 && !signs::is_linked(own);
            let is_line = || {
                tag == Tag::P && own.links == 0 && page.is_inside(id) && ends_sentence(&dom.text_content(id))
            };
            let is_plain = is_said && own.fields == 0 && (is_amid(dom, id, measures) || is_line());
            // A small part of a page is no content at its beginning or end, or without a sentence.
            // So are a few words with a link, and a comment with its date.
            let is_apart = || {
                let is_offer = own.links > 0 && own.prose < OFFER;
                let is_comment = || hint == ClassHint::Comments && is_dated(dom, id);
                own.prose == 0 || is_offer || is_comment() || edges.has(id)
            };
            1 + u32::from(page.is_short(own) && is_apart() && !is_plain) + u32::from(repeats) + page.count(id)
        };
        let found = if may_go { signs() } else { 0 };
        if found > 0 && found >= page.needs(id, own) {
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

/// Returns whether an element for screen readers says what something is that the page shows.
///
/// It is a label that ends in a colon, the only text of a cell or a caption, or what signs next to it mean that screen
/// readers do not speak.
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

/// The kind of what has such a name.
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
fn hints(dom: &Dom, root: Id, marks: &Marks, measures: &[Measure]) -> Vec<ClassHint> {
    let mut hints = vec![ClassHint::Nothing; dom.node_count()];
    let mut at = Some(root);
    while let Some(id) = at {
        // The names in code are those of its syntax: `comment` is one.
        if marks.is_out(id, PruneLevel::Chrome) || matches!(dom.tag(id), Tag::Pre | Tag::Listing | Tag::Code)
        {
            at = dom.following_skipping(id, root);
            continue;
        }
        if let Some(slot) = hints.get_mut(id.index()) {
            *slot = names::of(dom, id);
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
fn clear_names_of_content(
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
    let placed = marks.kept(dom, root, PruneLevel::Chrome).map(place);
    let found: Vec<(Id, u32)> = placed.filter(|(id, _)| hints[id.index()].is_noise()).collect();
    for &(id, before) in &found {
        let own = measures[id.index()];
        let leads = leads(own) || signs::has_fields(own);
        // One that alone holds so much, and begins late, is a footer or a dialog.
        let is_late = percent(before, whole.text) > NAME && percent(own.prose, whole.prose) > NAME;
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
    names.retain(|_, (sum, _)| percent(*sum, whole.prose) > NAME);
    for (id, _) in found.into_iter().filter(|_| !names.is_empty()) {
        hints[id.index()] = names::without(dom, id, |name| names.contains_key(name));
    }
}
