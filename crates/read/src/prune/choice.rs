//! The choice of the element that holds the content, and of the marks that count.
//!
//! Four steps mark elements, and each works on the rest of the one before: by roles and elements, by names,
//! by the place of the content, and by links and repetition. [`Left`] measures the rest after each step, and
//! decides how many steps count.

use webagents_html::{Dom, Id};

use super::chrome::{self, Chrome};
use super::layout::{self, LITTLE, WeakHints};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, measure_nodes, measure_total, percent_of};
use super::names::ClassHint;
use super::pictures::{self, Captions};
use super::posts::{self, Posts};
use super::signs::{self, Edges, Page};
use super::{article, headings, links, named, panels, repeats, root, titled, titles};
use crate::disclosure::Panel;
use crate::metadata::Metadata;
use crate::options::Favor;
use crate::stage::Stage;

/// The part of the page's visible text that is enough, in percent.
const ENOUGH: u32 = 30;

/// A page with less prose than this, in characters, has next to none.
const PROSE: u32 = 400;

/// The part of the declared content that is most of it, in percent.
const MOST: u32 = 50;

/// The part of a manual's prose next to its title, in percent, from which it is all.
///
/// The second applies to its text.
const MANUAL: u32 = 50;
const MANUAL_TEXT: u32 = 50;

/// Elements to write, and the level of the marks that keep an element from being written.
pub(super) struct Chosen {
    pub(super) roots: Vec<Id>,
    pub(super) stage: Stage,
    pub(super) level: PruneLevel,
    pub(super) captions: Captions,
}

/// The page that the steps work on.
#[derive(Clone, Copy)]
struct PageChoice<'a> {
    dom: &'a Dom,
    body: Id,
    favor: Favor,
    is_manual: bool,
}

/// Text that is left after each step.
struct Left {
    /// Text that the page shows.
    visible: Measure,
    /// Text of the parts that are certainly no content.
    certain: Measure,
    /// The body, without boilerplate by element or role.
    chrome: Measure,
    /// The body, without boilerplate by name either.
    named_body: Measure,
    /// The chosen element without the same.
    named: Measure,
    /// The chosen element after all steps.
    links: Measure,
}

/// Names and places of parts of the page.
struct Parts {
    hints: Vec<ClassHint>,
    posts: Posts,
    weak: WeakHints,
}

/// The element that holds the content.
struct Content {
    root: Id,
    /// `true` if it is the item that the page is about.
    is_item: bool,
    /// Title and standfirst before it.
    title: Option<Id>,
    standfirst: Vec<Id>,
}

/// Marks boilerplate, and chooses the elements to write and the marks that count.
pub(super) fn choose_content(
    dom: &Dom,
    body: Id,
    metadata: &Metadata,
    panels: &[Panel],
    marks: &mut Marks,
    favor: Favor,
) -> Chosen {
    let is_manual = layout::is_manual(dom, body) && !layout::declares_forum(dom);
    let choice = PageChoice { dom, body, favor, is_manual };
    let chrome = chrome::hide_elements(dom, body, marks);
    let title = titles::find_title(dom, body, marks, metadata.title.as_deref());

    let shown = measure_nodes(dom, body, marks, PruneLevel::Hidden, Vec::new());
    let visible = shown[body.index()];
    let mut certain =
        chrome::mark_chrome(choice.page_with(&shown, chrome.main(&shown)), &chrome, panels, marks);

    let measures = measure_nodes(dom, body, marks, PruneLevel::Chrome, shown);
    let whole = measures[body.index()];
    let parts = choice.mark_names(&measures, &chrome, &metadata.authors, marks, &mut certain);

    let measures = measure_nodes(dom, body, marks, PruneLevel::Named, measures);
    let content =
        choice.find_content(&measures, title.as_deref(), chrome.names_main, &parts, marks, &mut certain);
    let captions = choice.mark_surplus(&measures, &content, &parts, marks);

    let left = Left {
        visible,
        certain,
        chrome: whole,
        named_body: measures[body.index()],
        named: measures[content.root.index()],
        links: measure_total(dom, content.root, marks, PruneLevel::Links),
    };
    drop(measures);
    choice.apply_steps(&left, content, captions, &chrome, marks)
}

impl<'a> PageChoice<'a> {
    fn page_with(self, measures: &'a [Measure], frame: Option<Id>) -> Page<'a> {
        let Self { dom, body, favor, is_manual } = self;
        Page { dom, measures, whole: measures[body.index()], frame, favor, is_manual }
    }

    /// Marks boilerplate by its name.
    fn mark_names(
        self,
        measures: &'a [Measure],
        chrome: &Chrome,
        authors: &[String],
        marks: &mut Marks,
        certain: &mut Measure,
    ) -> Parts {
        let Self { dom, body, favor, .. } = self;
        let mut hints = named::find_hints(dom, body, marks, measures);
        let page = self.page_with(measures, None);
        let posts = posts::find_posts(page, body, marks);
        let frame = root::find_root(page, body, marks, &hints, chrome.names_main, &posts);
        let has_frame = frame != body && measures[frame.index()].prose >= LITTLE;
        let page = self.page_with(measures, has_frame.then_some(frame));
        if favor != Favor::Precision {
            named::clear_names_of_content(page, body, marks, chrome.names_main, &mut hints);
        }
        let edges = Edges::find_edges(page, body, marks, &hints);
        let weak = named::mark_named(page, body, marks, &hints, &posts, &edges, certain);
        let authors = if weak.is_discussion || !posts.is_empty() { &[] } else { authors };
        headings::mark_sections(page, body, marks, &edges, authors);
        Parts { hints, posts, weak }
    }

    /// Finds the element that holds the content, and marks the parts around the page's main item.
    fn find_content(
        self,
        measures: &'a [Measure],
        title: Option<&str>,
        names_main: bool,
        Parts { hints, posts, weak }: &Parts,
        marks: &mut Marks,
        certain: &mut Measure,
    ) -> Content {
        let Self { dom, body, favor, is_manual } = self;
        let page = self.page_with(measures, None);
        let mut root = root::find_root(page, body, marks, hints, names_main, posts);
        let mut is_item = false;
        if favor != Favor::Recall
            && let Some(item) = titled::find_item(page, body, marks, title, posts)
            && signs::is_below(dom, item.region, root)
            // A manual, or a thread, has more than the text right under its title.
            && (!is_manual && !weak.is_thread
                || is_nearly_all(measures[item.region.index()], measures[root.index()]))
        {
            let marked = titled::mark_outside(page, item, root, marks, hints, posts, weak.is_thread);
            certain.add(marked.out);
            (root, is_item) = (marked.root, marked.is_item);
        }
        let title = titles::title_above(dom, body, root, marks);
        let standfirst =
            title.map(|title| titles::find_standfirst(page, body, (title, root), marks)).unwrap_or_default();
        Content { root, is_item, title, standfirst }
    }

    /// Marks links, repetitions and the surroundings of an article, in the element that holds the content.
    fn mark_surplus(
        self,
        measures: &'a [Measure],
        content: &Content,
        Parts { hints, posts, weak }: &Parts,
        marks: &mut Marks,
    ) -> Captions {
        let Self { dom, favor, is_manual, .. } = self;
        if favor == Favor::Recall {
            return Captions::default();
        }
        let page = self.page_with(measures, None);
        let root = content.root;
        links::mark_links(page, root, marks, content.is_item, posts, hints);
        // Manuals repeat descriptions for many things, and have no single place for their text.
        if !is_manual {
            repeats::mark_repeats(dom, &content.standfirst, root, marks, weak.is_discussion);
        }
        let may_be_article = !is_manual && posts.is_empty();
        if may_be_article {
            article::mark_surroundings(page, root, marks, hints, weak);
        }
        panels::mark_panels(dom, posts, marks);
        if may_be_article && article::is_article(measures[root.index()]) {
            links::mark_lone(dom, root, marks, measures, hints);
            return pictures::mark_captions(dom, root, marks, measures);
        }
        Captions::default()
    }

    /// Measures the largest element around `root` that the page declares to be the content.
    fn largest_main(self, chrome: &Chrome, root: Id, marks: &Marks) -> Option<Measure> {
        let around = chrome.mains.iter().copied().filter(|&main| signs::is_below(self.dom, root, main));
        around
            .map(|main| measure_total(self.dom, main, marks, PruneLevel::Hidden))
            .max_by_key(|main| main.text)
    }

    /// Chooses the elements to write by what the steps have left.
    fn apply_steps(
        self,
        left: &Left,
        content: Content,
        captions: Captions,
        chrome: &Chrome,
        marks: &Marks,
    ) -> Chosen {
        let Self { dom, body, .. } = self;
        let wanted = left.wanted_measure();
        // The hidden parts of a page matter only if it shows too little.
        if wanted.text < LITTLE {
            let shown = measure_total(dom, body, marks, PruneLevel::Hidden);
            let all = measure_total(dom, body, marks, PruneLevel::Unseen);
            if shown.text < LITTLE.min(all.text) && percent_of(shown.plain(), all.plain()) < ENOUGH {
                let (stage, level) = (Stage::Hidden, PruneLevel::Unseen);
                return Chosen { roots: vec![body], stage, level, captions };
            }
        }
        let (is_content, stage, level) = left.judge_steps(|| self.largest_main(chrome, content.root, marks));
        let stage = if chrome.was_hidden { Stage::Hidden } else { stage };
        if !is_content {
            return Chosen { roots: vec![body], stage, level, captions };
        }
        let standfirst = content.standfirst.into_iter().filter(|&id| !marks.is_out(id, PruneLevel::Links));
        let roots = content.title.into_iter().chain(standfirst).chain([content.root]).collect();
        Chosen { roots, stage, level, captions }
    }
}

impl Left {
    /// The visible text without the parts that are certainly no content.
    fn wanted_measure(&self) -> Measure {
        self.visible.without_part(self.certain)
    }

    /// Returns the stage and the level of marks that leave enough.
    ///
    /// The first value is `true` if the chosen element alone is written.
    ///
    /// `main` measures the element that the page declares to be its content.
    fn judge_steps(&self, main: impl FnOnce() -> Option<Measure>) -> (bool, Stage, PruneLevel) {
        let wanted = self.wanted_measure();
        let is_fit =
            is_enough(self.links, wanted) || main().is_some_and(|main| is_most(self.links, main, wanted));
        if is_fit {
            (true, Stage::Content, PruneLevel::Links)
        } else if is_enough(self.named, wanted) {
            (true, Stage::Content, PruneLevel::Named)
        } else if is_enough(self.named_body, wanted) {
            (false, Stage::Content, PruneLevel::Named)
        } else if is_enough(self.chrome, wanted) {
            (false, Stage::Shell, PruneLevel::Chrome)
        } else {
            (false, Stage::Visible, PruneLevel::Hidden)
        }
    }
}

/// Returns whether enough is left of the prose that the page shows, or else of its text.
///
/// On a page without prose, a title with some text is enough.
fn is_enough(left: Measure, visible: Measure) -> bool {
    if visible.prose >= PROSE {
        return left.text > 0 && percent_of(left.prose, visible.prose) >= ENOUGH;
    }
    let has_title = left.titles > 0 && left.text >= LITTLE;
    let is_all = visible.plain() == 0 && left.text.saturating_mul(2) >= visible.text;
    left.text > 0 && (has_title || is_all || percent_of(left.plain(), visible.plain()) >= ENOUGH)
}

/// Returns whether most of the declared content is left, and a fair part of the page.
fn is_most(left: Measure, main: Measure, visible: Measure) -> bool {
    left.text >= LITTLE
        && percent_of(left.plain(), main.plain()) >= MOST
        && percent_of(left.plain(), visible.plain()) >= ENOUGH / 2
}

/// Returns whether a part of a manual is all of it except some links.
fn is_nearly_all(part: Measure, whole: Measure) -> bool {
    percent_of(part.prose, whole.prose) >= MANUAL && percent_of(part.text, whole.text) >= MANUAL_TEXT
}
