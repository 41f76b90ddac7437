//! Posts and comments: the page's content, or a discussion of the article before them.
//!
//! A forum shows its posts as elements that are alike, follow each other and have a date each, and they hold
//! most of the page's prose. Comments are like that as well, but an article comes before them. If the page
//! begins with a post, all posts are the content, however long one is and however many links begin it.
//!
//! Comments and the posts of a forum have the same names. The text before them decides: an article is a text
//! under the page's title, and readers came for it. If there is hardly any, or the page declares that it is a
//! forum, the comments are the content.

use std::collections::HashSet;

use webagents_html::{Dom, Id, Tag};

use super::layout::{ASIDE, declares_forum};
use super::marks::{Marks, PruneLevel};
use super::measure::{Measure, percent_of};
use super::names::ClassHint;
use super::series::is_dated;
use super::signs::Page;

/// A page with less prose than this, in characters, is measured by its text.
const PROSE: u32 = 400;

/// Part of the page's prose that posts have at least, in percent.
const POSTS: u32 = 40;

/// Prose before the first post, at most: in percent of the prose in the posts, and in characters.
const BEFORE: u32 = 25;
const BEFORE_TEXT: u32 = 200;

/// Children of an element that are looked at, and kinds of them.
const CHILDREN: usize = 1_000;
const KINDS: usize = 16;

/// Elements of a post that are compared, each in the one before.
const SHAPE: usize = 4;

type PostKind<'a> = [(Tag, &'a str); SHAPE];

/// The posts of a page, in document order. Empty if the page is not a discussion.
#[derive(Debug, Default)]
pub(super) struct Posts {
    all: Vec<Id>,
    known: HashSet<Id>,
}

impl Posts {
    fn new(all: Vec<Id>) -> Self {
        let known = all.iter().copied().collect();
        Self { all, known }
    }

    pub(super) fn all(&self) -> &[Id] {
        &self.all
    }

    /// Returns whether the element is a post.
    pub(super) fn has_post(&self, id: Id) -> bool {
        self.known.contains(&id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the post that holds the element, or is it.
    pub(super) fn post_around(&self, dom: &Dom, id: Id) -> Option<Id> {
        if self.is_empty() {
            return None;
        }
        std::iter::successors(Some(id), |&at| dom.parent(at)).find(|&at| self.has_post(at))
    }
}

/// Finds the posts of a page whose content they are.
pub(super) fn find_posts(page: Page<'_>, body: Id, marks: &Marks) -> Posts {
    let Page { dom, measures, whole, .. } = page;
    let size = |own: Measure| if whole.prose >= PROSE { own.prose } else { own.plain() };
    let least = |own: u32| percent_of(own, size(whole)) >= POSTS;
    // The prose before the title is not an article; a later title may introduce the comments.
    let add = |(sum, is_titled): (u32, bool), part: Measure| {
        let sum = if part.titles > 0 && !is_titled { 0 } else { sum };
        (sum.saturating_add(size(part)), is_titled || part.titles > 0)
    };
    let mut before = (0_u32, false);
    let mut at = body;
    loop {
        let mut kinds: Vec<(PostKind<'_>, u32)> = Vec::new();
        let mut largest: Option<(Id, u32)> = None;
        let children =
            || dom.children(at).filter(|&child| !marks.is_out(child, PruneLevel::Chrome)).take(CHILDREN);
        for child in children() {
            let own = size(measures[child.index()]);
            if own == 0 {
                continue;
            }
            if largest.is_none_or(|(_, most)| own > most) {
                largest = Some((child, own));
            }
            let kind = kind_of(dom, child);
            let is_free = kinds.len() < KINDS;
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, sum)) => *sum = sum.saturating_add(own),
                None if is_free => kinds.push((kind, own)),
                None => {}
            }
        }
        for (kind, _) in kinds.iter().filter(|(kind, sum)| least(*sum) && may_be(kind, page.is_manual)) {
            let parts: Vec<Id> = children().filter(|&child| kind_of(dom, child) == *kind).collect();
            let is_arranged = matches!(kind[0].0, Tag::Table | Tag::Tr);
            let Some(posts) =
                find_dated(dom, &parts).filter(|posts| posts.len() >= if is_arranged { 3 } else { 2 })
            else {
                continue;
            };
            let sum = posts.iter().map(|post| size(measures[post.index()])).sum::<u32>();
            let first = posts.first().copied();
            if least(sum) {
                let above = children().take_while(|&child| Some(child) != first);
                let (above, _) = above.fold(before, |sum, part| add(sum, measures[part.index()]));
                let is_opening = above <= BEFORE_TEXT && percent_of(above, sum) <= BEFORE;
                return if is_opening { Posts::new(posts) } else { Posts::default() };
            }
        }
        match largest.filter(|&(_, most)| least(most)) {
            Some((child, _)) => {
                let above = children().take_while(|&other| other != child);
                before = above.fold(before, |sum, part| add(sum, measures[part.index()]));
                at = child;
            }
            None => return Posts::default(),
        }
    }
}

/// Returns the parts that have a date. `None` if more than a third have none.
fn find_dated(dom: &Dom, parts: &[Id]) -> Option<Vec<Id>> {
    let mut posts = Vec::new();
    for (at, &part) in parts.iter().enumerate() {
        if is_dated(dom, part) {
            posts.push(part);
        } else if (at + 1 - posts.len()) * 3 > parts.len() {
            return None;
        }
    }
    Some(posts)
}

/// Returns whether elements with this in common may be posts.
///
/// A program that writes them gives a class to one of these elements. Cells without, and columns, arrange a
/// page. Sections of a manual belong to one text, such as the versions of a list of changes.
fn may_be(kind: &PostKind<'_>, is_manual: bool) -> bool {
    let [(tag, class), ..] = *kind;
    let is_section = tag == Tag::Section || class == "section";
    let is_layout = matches!(tag, Tag::Td | Tag::Center);
    !(is_layout || is_manual && is_section) && kind.iter().any(|(_, class)| !class.is_empty())
}

/// Elements that posts have in common, each the first in the one before, with their classes.
///
/// Classes may count: rows of two colours, for one.
fn kind_of(dom: &Dom, id: Id) -> PostKind<'_> {
    let mut kind = [(Tag::Text, ""); SHAPE];
    let inner = |&at: &Id| dom.children(at).find(|&child| dom.tag(child) != Tag::Text);
    for (slot, at) in kind.iter_mut().zip(std::iter::successors(Some(id), inner)) {
        *slot = (dom.tag(at), class_of(dom, at));
    }
    kind
}

/// The first class of an element, without a number at its end.
pub(super) fn class_of(dom: &Dom, id: Id) -> &str {
    let class = dom.attribute(id, "class").unwrap_or_default();
    let first = class.split_ascii_whitespace().next().unwrap_or_default();
    first.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Minimum length of a text before comments, in characters, that makes an article of the page.
const OPENING: u32 = 1_000;

/// Part of the page's text, in percent, above which comments are content.
const DISCUSSION: u32 = 25;

/// The part that comments are of a page.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Discussion {
    /// `true` if they are its content.
    pub(super) is_all: bool,
    /// `true` if they are, and do not form a section with a heading.
    pub(super) is_thread: bool,
    /// `true` if an article comes before them.
    pub(super) has_article: bool,
    /// Part of the page's text, in percent, up to which one of them is boilerplate.
    pub(super) part: u32,
}

/// Finds out whether the comments of a page are its content.
///
/// They are if they hold more than a quarter of its text without links, unless a text comes before them,
/// under the page's title, or most of them are in one section with a heading. A section is if it holds most
/// of the text. Short replies count as well, although they are not prose.
pub(super) fn find_discussion(
    dom: &Dom,
    root: Id,
    marks: &Marks,
    measures: &[Measure],
    hints: &[ClassHint],
) -> Discussion {
    if !hints.contains(&ClassHint::Comments) {
        return Discussion::default();
    }
    let whole = measures[root.index()].plain();
    let (mut comments, mut section, mut prose, mut before) = (0, 0, 0, 0_u32);
    let mut at = Some(root);
    while let Some(id) = at {
        if marks.is_out(id, PruneLevel::Chrome) {
            at = dom.following_skipping(id, root);
            continue;
        }
        let own = measures[id.index()];
        if id != root
            && hints[id.index()] == ClassHint::Comments
            && (comments > 0 || percent_of(own.plain(), whole) < 95 || before >= OPENING && own.titles == 0)
        {
            comments += own.plain();
            section = section.max(if own.headings > 0 { own.plain() } else { 0 });
            prose += own.prose;
            at = dom.following_skipping(id, root);
            continue;
        }
        if marks.is_title(dom, id) {
            before = 0;
        } else if prose == 0 {
            let below: u32 = dom.children(id).map(|child| measures[child.index()].prose).sum();
            before = before.saturating_add(own.prose.saturating_sub(below));
        }
        at = dom.following(id, root);
    }
    let declares_forum = || comments > 0 && declares_forum(dom);
    let has_article = before >= OPENING && comments > 0 && !declares_forum();
    // Buyers comment as well, on a page about an article that they bought.
    let is_section = section > comments / 2 || hints.contains(&ClassHint::Reviews);
    let part = if is_section { ASIDE } else { DISCUSSION };
    let is_all = !has_article && (percent_of(comments, whole) > part || declares_forum());
    Discussion { is_all, is_thread: is_all && !is_section, has_article, part }
}
