//! What of a page is worth reading.
//!
//! The decision it embodies: nothing is thrown away until it is known what is left. Each step marks elements as no
//! content with a level of doubt: hidden ones, those whose name or role says so, those whose class or id does,
//! those that are nothing but links. Then the element that holds the content is looked for. If too little is left in
//! it, the last steps are taken back, one after the other, so that a page with something to read is never empty.

mod headings;
mod measure;
mod names;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use self::measure::{Measure, measure, percent};
use self::names::Says;
use crate::dom::{Dom, Id, Tag};
use crate::reading::Stage;

/// A `<noscript>` with this much text is the page itself, for readers without scripts.
const NOSCRIPT: usize = 200;

/// A page with less text than this, in characters, shows little.
const LITTLE: u32 = 200;

/// What is named as noise is dropped if it holds at most this part of the page, in percent.
const NOISE: u32 = 25;

/// Comments and reviews are beside the point up to this part of the page's prose, in percent; above, they are it.
const ASIDE: u32 = 60;

/// How long a text is, in bytes without blanks, that is not said twice on purpose.
const REPEAT: usize = 60;

/// A `<main>` with this part of the page's text holds the content, in percent.
const MAIN: u32 = 30;

/// Prose, in characters, below which nothing can be told from where it stands.
const PROSE: u32 = 400;

/// The part of the text that is prose in an article, in percent.
const PROSE_PAGE: u32 = 60;

/// A page with this part of its text in links is a list of links, in percent.
const LINK_PAGE: u32 = 50;

/// What has this part of its text in links, in percent, and holds at most that part of the page, leads elsewhere.
const LINKS: u32 = 65;
const LINKS_SHARE: u32 = 20;

/// What is left of a page.
#[derive(Debug)]
pub(crate) struct Pruned {
    /// What is to be written.
    pub(crate) roots: Vec<Id>,
    pub(crate) stage: Stage,
}

/// Why an element is no content, the surest reason first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// No reader sees it, whatever the page does.
    Unseen,
    /// It is hidden until a script shows it.
    Hidden,
    /// Its name or role says so.
    Shell,
    /// Its class or id says so.
    Named,
    /// It is nothing but links.
    Links,
}

/// Which elements were marked, and why.
struct Marks(Vec<Option<Level>>);

impl Marks {
    fn mark(&mut self, id: Id, level: Level) {
        if let Some(slot) = self.0.get_mut(id.index())
            && slot.is_none_or(|before| level < before)
        {
            *slot = Some(level);
        }
    }

    fn is_out(&self, id: Id, level: Level) -> bool {
        self.0.get(id.index()).copied().flatten().is_some_and(|found| found <= level)
    }
}

/// Takes out of the tree what is no content.
pub(crate) fn content(dom: &mut Dom) -> Pruned {
    let body = body(dom);
    let mut marks = Marks(vec![None; dom.len()]);
    mark_shell(dom, body, &mut marks);
    let shell = measure(dom, body, &marks, Level::Shell);
    mark_named(dom, body, &mut marks, &shell);
    headings::mark(dom, body, &mut marks, &shell);
    let named = measure(dom, body, &marks, Level::Named);
    let root = find_root(dom, body, &marks, &named);
    mark_links(dom, root, &mut marks, &named);
    mark_repeats(dom, root, &mut marks);
    let title = title(dom, body, root, &marks);
    let fit = measure(dom, root, &marks, Level::Links)[root.index()];
    let (whole_named, whole_shell) = (named[root.index()], shell[body.index()]);
    let mut roots = vec![root];
    roots.splice(0..0, title);
    let (roots, stage, level) = if is_enough(fit, whole_shell) {
        (roots, Stage::Content, Level::Links)
    } else if is_enough(whole_named, whole_shell) {
        (roots, Stage::Content, Level::Named)
    } else {
        let visible = measure(dom, body, &marks, Level::Hidden)[body.index()];
        let all = measure(dom, body, &marks, Level::Unseen)[body.index()];
        if is_enough(whole_shell, visible) && !(whole_shell.text < LITTLE && all.text > 2 * whole_shell.text)
        {
            (vec![body], Stage::Shell, Level::Shell)
        } else if is_enough(visible, all) {
            (vec![body], Stage::Visible, Level::Hidden)
        } else {
            (vec![body], Stage::Hidden, Level::Unseen)
        }
    };
    for &root in &roots {
        remove(dom, root, |_, id| marks.is_out(id, level));
    }
    Pruned { roots, stage }
}

/// Whether what is left is not too little of what there was.
fn is_enough(left: Measure, before: Measure) -> bool {
    left.text >= LITTLE.max(before.text / 50) || left.text >= before.text / 2 && left.text > 0
}

/// Takes out only what no reader sees.
pub(crate) fn whole(dom: &mut Dom) -> Pruned {
    let root = body(dom);
    remove(dom, root, is_unseen_noscript);
    Pruned { roots: vec![root], stage: Stage::Whole }
}

fn body(dom: &Dom) -> Id {
    dom.find(Id::DOCUMENT, Tag::Body).unwrap_or(Id::DOCUMENT)
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
            dom.detach(id);
        } else {
            at = dom.following(id, root);
        }
    }
}

/// Marks what is hidden and what is no content by its name or role.
fn mark_shell(dom: &Dom, root: Id, marks: &mut Marks) {
    // Ancestors that make a difference, as bits: `<article>` or `<main>`, `<blockquote>`.
    const INSIDE: u8 = 1;
    const QUOTE: u8 = 2;
    let mut around = vec![0_u8; dom.len()];
    let titled = has_free_title(dom, root);
    let holds_title = with_title(dom, root);
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        if tag == Tag::Text {
            at = dom.following(id, root);
            continue;
        }
        let above = dom.parent(id).map_or(0, |parent| around[parent.index()]);
        around[id.index()] = above
            | match tag {
                Tag::Article | Tag::Main => INSIDE,
                Tag::Blockquote => QUOTE,
                _ if dom.attribute(id, "role") == Some("main") => INSIDE,
                _ => 0,
            };
        if id != root && is_unseen_noscript(dom, id) {
            marks.mark(id, Level::Unseen);
        } else if id != root && is_hidden(dom, id) {
            marks.mark(id, Level::Hidden);
        } else if id != root
            && is_shell(dom, id, above & INSIDE != 0, above & QUOTE != 0, titled || !holds_title[id.index()])
        {
            marks.mark(id, Level::Shell);
        }
        at = dom.following(id, root);
    }
}

/// Marks what is no content by its class or id, where that is a small part of the page.
fn mark_named(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure]) {
    let whole = measures[root.index()];
    let discussion = is_discussion(dom, root, marks, measures);
    let mut at = Some(root);
    while let Some(id) = at {
        let tag = dom.tag(id);
        if marks.is_out(id, Level::Shell) {
            at = dom.following_skipping(id, root);
            continue;
        }
        if id == root || matches!(tag, Tag::Text | Tag::Main | Tag::Body | Tag::Html | Tag::H1) {
            at = dom.following(id, root);
            continue;
        }
        let own = measures[id.index()];
        let drops = match says(dom, id) {
            Says::Noise | Says::Comments | Says::Reviews if is_word(dom, id, measures) => false,
            Says::Nothing => tag == Tag::Form && percent(own.text, whole.text) < 20 && own.prose < 200,
            Says::Noise => {
                percent(own.text, whole.text) <= NOISE
                    && percent(own.prose, whole.prose) <= NOISE
                    && own.titles == 0
            }
            Says::Comments => !discussion && percent(own.prose, whole.prose) <= ASIDE && own.titles == 0,
            Says::Reviews => percent(own.prose, whole.prose) <= ASIDE && own.titles == 0,
        };
        if drops {
            marks.mark(id, Level::Named);
            at = dom.following_skipping(id, root);
        } else {
            at = dom.following(id, root);
        }
    }
}

/// Whether the element is words in a sentence: inline, with text at its side, in what reads as prose. A sentence without
/// them says something else, whatever their class.
fn is_word(dom: &Dom, id: Id, measures: &[Measure]) -> bool {
    let says = |at: Option<Id>| at.is_some_and(|at| !dom.text(at).trim().is_empty());
    !dom.tag(id).is_block()
        && dom.parent(id).is_some_and(|parent| {
            let whole = measures[parent.index()];
            whole.prose > 0 && whole.link_density() < 50
        })
        && (says(dom.previous(id)) || says(dom.next(id)))
}

/// Whether the page is a discussion, and what is named as comments its content.
fn is_discussion(dom: &Dom, root: Id, marks: &Marks, measures: &[Measure]) -> bool {
    let whole = measures[root.index()].prose;
    let mut comments = 0;
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, Level::Shell) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let own = measures[id.index()].prose;
        if id != root && says(dom, id) == Says::Comments && percent(own, whole) < 95 {
            comments += own;
            at = dom.following_skipping(id, root);
        } else {
            at = dom.following(id, root);
        }
    }
    percent(comments, whole) >= ASIDE || comments > 0 && says_forum(dom)
}

/// Whether the page says that it is a discussion (schema.org's `DiscussionForumPosting` and `QAPage`).
fn says_forum(dom: &Dom) -> bool {
    let names = |text: &str| text.contains("DiscussionForumPosting") || text.contains("QAPage");
    dom.descendants(Id::DOCUMENT).any(|id| match dom.tag(id) {
        Tag::Script => {
            dom.attribute(id, "type").is_some_and(|kind| kind.contains("ld+json"))
                && dom.children(id).any(|child| names(dom.text(child)))
        }
        _ => dom.attribute(id, "itemtype").is_some_and(names),
    })
}

/// What the names of the element say.
fn says(dom: &Dom, id: Id) -> Says {
    let named = dom.attributes(id).filter(|(name, _)| matches!(*name, "class" | "id"));
    named.map(|(_, value)| names::says(value)).max().unwrap_or(Says::Nothing)
}

/// Marks prose that was there already: carousels and layouts for small screens repeat it.
fn mark_repeats(dom: &Dom, root: Id, marks: &mut Marks) {
    let mut seen = HashSet::new();
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, Level::Links) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let tag = dom.tag(id);
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
            at = dom.following_skipping(id, root);
        } else {
            at = dom.following(id, root);
        }
    }
}

/// The element that holds the content.
fn find_root(dom: &Dom, body: Id, marks: &Marks, measures: &[Measure]) -> Id {
    let mut root = body;
    let whole = measures[body.index()];
    // What the page itself says.
    let mut mains = Vec::new();
    let mut at = Some(body);
    while let Some(id) = at {
        if marks.is_out(id, Level::Named) {
            at = dom.following_skipping(id, body);
            continue;
        }
        if dom.tag(id) == Tag::Main || dom.attribute(id, "role") == Some("main") {
            mains.push(id);
        }
        at = dom.following(id, body);
    }
    if let Some(&main) = mains.iter().max_by_key(|id| measures[id.index()].text) {
        let own = measures[main.index()];
        if percent(own.text, whole.text) >= MAIN && own.text >= LITTLE || own.prose * 2 > whole.prose {
            root = main;
        }
    }
    // Down to the smallest element that still holds nearly all prose.
    let Measure { text, prose: total, .. } = measures[root.index()];
    if total < PROSE {
        return root;
    }
    // Where nearly all text is prose, as in an article, a little of it is no content; where it is not, as in a list
    // of things with a paragraph each, all of it counts.
    let kept = if percent(total, text) >= PROSE_PAGE { 80 } else { 92 };
    loop {
        let best = dom
            .children(root)
            .filter(|&child| dom.tag(child) != Tag::Text && !marks.is_out(child, Level::Named))
            .max_by_key(|child| measures[child.index()].prose);
        let Some(best) = best else { break };
        let tag = dom.tag(best);
        if percent(measures[best.index()].prose, total) < kept
            || !matches!(
                tag,
                Tag::Div
                    | Tag::Section
                    | Tag::Article
                    | Tag::Main
                    | Tag::Table
                    | Tag::Tbody
                    | Tag::Tr
                    | Tag::Td
                    | Tag::Form
                    | Tag::Center
                    | Tag::Other
                    | Tag::Span
            )
        {
            break;
        }
        root = best;
    }
    // Back up out of cells and spans, which say nothing on their own.
    while matches!(dom.tag(root), Tag::Tr | Tag::Tbody | Tag::Td | Tag::Span) {
        let Some(parent) = dom.parent(root) else { break };
        root = parent;
    }
    root
}

/// The page's title, where it stands before its content.
fn title(dom: &Dom, body: Id, root: Id, marks: &Marks) -> Option<Id> {
    if dom.find(root, Tag::H1).is_some() {
        return None;
    }
    let mut at = Some(body);
    while let Some(id) = at {
        if marks.is_out(id, Level::Named) {
            at = dom.following_skipping(id, body);
            continue;
        }
        if id == root {
            return None;
        }
        if dom.tag(id) == Tag::H1 {
            // A heading that was never closed may hold the content itself.
            let mut around = std::iter::successors(dom.parent(root), |&at| dom.parent(at));
            return around.all(|above| above != id).then_some(id);
        }
        at = dom.following(id, body);
    }
    None
}

/// Marks what is nothing but links, unless the page is.
fn mark_links(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure]) {
    let whole = measures[root.index()];
    if whole.link_density() >= LINK_PAGE || whole.prose < LITTLE {
        return;
    }
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, Level::Named) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let own = measures[id.index()];
        let fits = matches!(
            dom.tag(id),
            Tag::Div
                | Tag::Section
                | Tag::Ul
                | Tag::Ol
                | Tag::Table
                | Tag::Dl
                | Tag::Form
                | Tag::Header
                | Tag::Article
        );
        if id != root
            && fits
            && own.links >= 3
            && own.link_density() >= LINKS
            && percent(own.text, whole.text) <= LINKS_SHARE
            && own.prose < 100
            && own.titles == 0
        {
            marks.mark(id, Level::Links);
            at = dom.following_skipping(id, root);
        } else {
            at = dom.following(id, root);
        }
    }
}

fn is_hidden(dom: &Dom, id: Id) -> bool {
    // React sends what was not ready in such an element, for its script to put in place (`react-dom/server`).
    if dom.attribute(id, "id").is_some_and(|id| id.starts_with("S:")) {
        return false;
    }
    dom.attributes(id).any(|(name, value)| match name {
        "hidden" => !value.eq_ignore_ascii_case("until-found"),
        "aria-hidden" => value == "true",
        "style" => {
            let style: String = value.chars().filter(|c| !c.is_ascii_whitespace()).collect();
            let style = style.to_ascii_lowercase();
            style.contains("display:none") || style.contains("visibility:hidden")
        }
        _ => false,
    })
}

fn is_unseen_noscript(dom: &Dom, id: Id) -> bool {
    dom.tag(id) == Tag::Noscript
        && dom.text_content(id).split_whitespace().map(str::len).sum::<usize>() < NOSCRIPT
}

/// For each node whether the title of the page, an `<h1>`, stands below it.
fn with_title(dom: &Dom, root: Id) -> Vec<bool> {
    let mut holds = vec![false; dom.len()];
    for title in dom.descendants(root).filter(|&id| dom.tag(id) == Tag::H1) {
        let mut at = Some(title);
        while let Some(id) = at.filter(|id| !holds[id.index()]) {
            holds[id.index()] = true;
            at = dom.parent(id);
        }
    }
    holds
}

/// Whether there is a title outside of headers and navigation.
fn has_free_title(dom: &Dom, root: Id) -> bool {
    let mut at = Some(root);
    while let Some(id) = at {
        at = match dom.tag(id) {
            Tag::H1 => return true,
            Tag::Header | Tag::Nav | Tag::Footer | Tag::Dialog | Tag::Aside => {
                dom.following_skipping(id, root)
            }
            _ => dom.following(id, root),
        };
    }
    false
}

fn is_shell(dom: &Dom, id: Id, inside: bool, quote: bool, titled: bool) -> bool {
    match dom.tag(id) {
        Tag::Nav | Tag::Aside | Tag::Dialog | Tag::Button | Tag::Search => true,
        // Of a quote it is the source.
        Tag::Footer => !quote,
        // The header of an article holds its title.
        Tag::Header => !inside && titled,
        _ => dom.attribute(id, "role").is_some_and(|role| {
            matches!(
                role,
                "navigation"
                    | "banner"
                    | "contentinfo"
                    | "complementary"
                    | "search"
                    | "menu"
                    | "menubar"
                    | "dialog"
                    | "alertdialog"
                    | "toolbar"
            )
        }),
    }
}
