//! What of a page is worth reading.
//!
//! The decision it embodies: nothing is thrown away until it is known what is left. Each step marks elements as no
//! content with a level of doubt: hidden ones, those whose name or role says so, those whose class or id does,
//! those that are nothing but links. Then the element that holds the content is looked for, and in it what is links
//! only, said twice, or beside the text of an article. If too little is left, the last steps are taken back, one after
//! the other, so that a page with something to read is never empty.

mod article;
mod captions;
mod headings;
mod lead;
mod links;
mod measure;
mod names;
mod phrases;
mod pictures;
mod repeats;
mod root;
mod shell;
#[cfg(test)]
mod tests;

use self::captions::Captions;
use self::measure::{Measure, measure, percent, total};
use self::names::Says;
use crate::dom::{Dom, Id, Tag};
use crate::options::Images;
use crate::reading::Stage;

/// A page with less text than this, in characters, shows little.
const LITTLE: u32 = 200;

/// What is named as noise is dropped if it holds at most this part of the page, in percent.
const NOISE: u32 = 25;

/// Comments and reviews are beside the point up to this part of the page's prose, in percent; above, they are it.
const ASIDE: u32 = 60;

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
    /// It is nothing but links, said already, or beside the text of an article.
    Links,
}

/// Elements whose names say something that counts only where the page is an article.
#[derive(Debug, Default)]
struct Small {
    /// Buttons and calls to do something.
    actions: Vec<Id>,
    /// Who wrote it.
    authors: Vec<Id>,
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

    /// The nodes from `root` on, in document order, without what is marked with `level` or a surer one.
    fn kept<'a>(&'a self, dom: &'a Dom, root: Id, level: Level) -> impl Iterator<Item = Id> + 'a {
        let mut at = Some(root);
        std::iter::from_fn(move || {
            while let Some(id) = at {
                if !self.is_out(id, level) {
                    at = dom.following(id, root);
                    return Some(id);
                }
                at = dom.following_skipping(id, root);
            }
            None
        })
    }
}

/// Takes out of the tree what is no content.
pub(crate) fn content(dom: &mut Dom, images: Images) -> Pruned {
    let body = body(dom);
    let mut marks = Marks(vec![None; dom.len()]);
    let names_main = shell::mark(dom, body, &mut marks);
    let shell = measure(dom, body, &marks, Level::Shell, Vec::new());
    let small = mark_named(dom, body, &mut marks, &shell);
    headings::mark(dom, body, &mut marks, &shell);
    let whole_shell = shell[body.index()];
    let named = measure(dom, body, &marks, Level::Named, shell);
    let root = root::find(dom, body, &marks, &named, names_main);
    let title = lead::title(dom, body, root, &marks);
    let lead = title.map(|title| lead::after(dom, body, (title, root), &marks, &named)).unwrap_or_default();
    links::mark(dom, root, &mut marks, &named);
    repeats::mark(dom, &lead, root, &mut marks);
    article::mark(dom, root, &mut marks, &named, &small);
    let captions = if article::is_article(named[root.index()]) {
        links::mark_lone(dom, root, &mut marks, &named);
        captions::mark(dom, root, &mut marks, &named)
    } else {
        Captions::default()
    };
    let whole_named = named[root.index()];
    drop(named);
    let fit = total(dom, root, &marks, Level::Links);
    let mut roots = vec![root];
    let lead = lead.into_iter().filter(|&id| !marks.is_out(id, Level::Links));
    roots.splice(0..0, title.into_iter().chain(lead));
    let (roots, stage, level) = if is_enough(fit, whole_shell) {
        (roots, Stage::Content, Level::Links)
    } else if is_enough(whole_named, whole_shell) {
        (roots, Stage::Content, Level::Named)
    } else {
        let visible = total(dom, body, &marks, Level::Hidden);
        let all = total(dom, body, &marks, Level::Unseen);
        if is_enough(whole_shell, visible) && !(whole_shell.text < LITTLE && all.text > 2 * whole_shell.text)
        {
            (vec![body], Stage::Shell, Level::Shell)
        } else if is_enough(visible, all) {
            (vec![body], Stage::Visible, Level::Hidden)
        } else {
            (vec![body], Stage::Hidden, Level::Unseen)
        }
    };
    if level == Level::Links {
        captions::move_in(dom, &captions);
        repeats::unlink(dom, root, &marks);
    }
    for &root in &roots {
        if images != Images::All {
            pictures::clear(dom, root, &marks, level);
        }
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
    remove(dom, root, shell::is_unseen_noscript);
    Pruned { roots: vec![root], stage: Stage::Whole }
}

fn body(dom: &Dom) -> Id {
    dom.find(Id::DOCUMENT, Tag::Body).unwrap_or(Id::DOCUMENT)
}

/// Takes out what is hidden.
pub(crate) fn unseen(dom: &mut Dom, root: Id) {
    remove(dom, root, |dom, id| shell::is_hidden(dom, id) || shell::is_unseen_noscript(dom, id));
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

/// Marks what is no content by its class or id, where that is a small part of the page.
fn mark_named(dom: &Dom, root: Id, marks: &mut Marks, measures: &[Measure]) -> Small {
    let mut small = Small::default();
    let whole = measures[root.index()];
    let says = say(dom, root, marks);
    let discussion = is_discussion(dom, root, marks, measures, &says);
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
        let says = says[id.index()];
        match says {
            Says::Action => small.actions.push(id),
            Says::Author => small.authors.push(id),
            _ => {}
        }
        let drops = match says {
            Says::Noise | Says::Comments | Says::Reviews if is_word(dom, id, measures) => false,
            Says::Nothing | Says::Action | Says::Author => {
                tag == Tag::Form && percent(own.text, whole.text) < 20 && own.prose < 200
            }
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
    small
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
fn is_discussion(dom: &Dom, root: Id, marks: &Marks, measures: &[Measure], says: &[Says]) -> bool {
    if !says.contains(&Says::Comments) {
        return false;
    }
    let whole = measures[root.index()].prose;
    let mut comments = 0;
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, Level::Shell) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let own = measures[id.index()].prose;
        if id != root && says[id.index()] == Says::Comments && percent(own, whole) < 95 {
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

/// What the names of each element say, by their numbers.
fn say(dom: &Dom, root: Id, marks: &Marks) -> Vec<Says> {
    let mut known = names::Known::default();
    let mut says = vec![Says::Nothing; dom.len()];
    for id in marks.kept(dom, root, Level::Shell) {
        let named = dom.attributes(id).filter(|(name, _)| matches!(*name, "class" | "id"));
        if let (Some(most), Some(slot)) =
            (named.map(|(_, value)| known.says(value)).max(), says.get_mut(id.index()))
        {
            *slot = most;
        }
    }
    says
}
